/*
 * Collects the results that each process of a program published.
 *
 * A result is known by its text, file, line and body, and by how often the process had that
 * text before: a BENCH in a loop gives a row for each pass.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "measure/publish.h"
#include "measure/summary.h"
#include "measure/thread.h"
#include "tools/run/run.h"

enum { NUMBERS = 7, NAME = BENCHI_RESULT_TEXT + 24 };

/* The text without the folders of its file. */
static const char *without_folders(const char *where)
{
	const char *end = where + strcspn(where, ": "), *slash = where;

	for (const char *at = where; at < end; at++)
		if (*at == '/')
			slash = at + 1;
	return slash;
}

/* A line's numbers; returns the name behind them, NULL if it is no such line. */
static const char *parse(const char *line, double *number, const char **method)
{
	size_t mark = strlen(BENCHI_RESULT_LINE), length;
	const char *at = line + mark;

	if (strncmp(line, BENCHI_RESULT_LINE, mark))
		return NULL;
	for (int i = 0; i < NUMBERS; i++) {
		if (*at++ != '\t')
			return NULL;
		number[i] = (double)NAN;
		at = !strncmp(at, "null", 4) ? at + 4 : benchi_read_number(at, &number[i]);
		if (!at)
			return NULL;
	}
	if (*at++ != '\t')
		return NULL;
	length = strcspn(at, "\t");
	*method = benchi_method_of(at, length);
	return at[length] ? at + length + 1 : NULL;
}

/* The row of that name, made if it is new; SIZE_MAX when memory is out. */
static size_t find_row(run_results *results, const char *name)
{
	benchi_report *report = &results->report;
	benchi_result *row;

	for (size_t i = 0; i < report->n; i++)
		if (!strcmp(report->result[i].name, name))
			return i;
	if (report->n == results->capacity) {
		size_t capacity = 2 * results->capacity + 16;
		benchi_part **part = realloc(results->part, capacity * sizeof *part);

		if (!part)
			return SIZE_MAX;
		results->part = part;
		memset(part + results->capacity, 0, (capacity - results->capacity) * sizeof *part);
		results->capacity = capacity;
	}
	row = benchi_report_add(report);
	if (!row || !(row->name = malloc(strlen(name) + 1)))
		return SIZE_MAX;
	row->benchmark = strcpy(row->name, name);
	row->threads = 1;
	row->cpu_ns = row->wall_ns = (double)NAN;
	return report->n - 1;
}

/* The name of the row that this text has in this process: "text", "text #2", ... */
static size_t next_row(run_results *results, const char *text, uint32_t process)
{
	char name[NAME];
	size_t row;

	for (unsigned occurrence = 1;; occurrence++) {
		const benchi_result *r;

		snprintf(name, sizeof name, occurrence > 1 ? "%s #%u" : "%s", text, occurrence);
		row = find_row(results, name);
		if (row == SIZE_MAX)
			return row;
		r = &results->report.result[row];
		if (!r->n || r->reading[r->n - 1].process != process)
			return row;
	}
}

static bench_status add(run_results *results, size_t row, const double *number, const char *method,
                        uint32_t process)
{
	benchi_result *r = &results->report.result[row];
	benchi_part *part = realloc(results->part[row], (r->n + 1) * sizeof *part);
	const benchi_reading reading = { number[0], number[1], number[4], process, 0 };
	bench_summary *s;

	if (!part)
		return BENCH_ERR_MEMORY;
	results->part[row] = part;
	s = &part[r->n].summary;
	*s = benchi_summary_none(BENCH_OK);
	s->ns = s->ns_low = s->ns_high = number[0];
	s->cycles = s->cycles_low = s->cycles_high = number[1];
	s->ns_raw = number[2];
	s->overhead_ns = number[2] - number[0];
	s->mhz = number[3];
	s->iterations = (uint64_t)number[4];
	s->samples = (size_t)number[5];
	s->warnings = (unsigned)number[6];
	s->confidence = (double)NAN;    /* is not published */
	s->method = method;
	part[r->n].wall_ns = number[0];
	part[r->n].cpu_ns = (double)NAN;
	part[r->n].process = process;
	return benchi_result_add(r, &reading);
}

size_t run_gather(FILE *in, uint32_t process, run_results *results)
{
	char line[BENCHI_RESULT_TEXT + 2];
	size_t n = 0;

	while (fgets(line, sizeof line, in)) {
		double number[NUMBERS];
		const char *method, *where;
		size_t row;

		line[strcspn(line, "\n")] = '\0';
		where = parse(line, number, &method);
		if (!where)
			continue;
		row = next_row(results, without_folders(where), process);
		if (row == SIZE_MAX || add(results, row, number, method, process) != BENCH_OK)
			return SIZE_MAX;
		n++;
	}
	return n;
}

size_t run_row_of(const run_results *results, const char *text, unsigned occurrence)
{
	char name[NAME];

	snprintf(name, sizeof name, occurrence > 1 ? "%s #%u" : "%s", without_folders(text),
		occurrence);
	for (size_t i = 0; i < results->report.n; i++)
		if (!strcmp(results->report.result[i].name, name))
			return i;
	return SIZE_MAX;
}

bench_status run_combine(run_results *results)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < results->report.n && status == BENCH_OK; i++) {
		benchi_result *r = &results->report.result[i];

		status = benchi_combine(results->part[i], r->n, r);
	}
	return status;
}

void run_free(run_results *results)
{
	for (size_t i = 0; i < results->report.n; i++)
		free(results->part[i]);
	free(results->part);
	benchi_report_free(&results->report);
}
