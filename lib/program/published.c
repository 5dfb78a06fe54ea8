/*
 * Collects the results that each process of a program published (lib/measure/publish.c).
 *
 * A result is known by its text, file, line and body, and by how often the process had that
 * text before: a BENCH in a loop gives a row for each pass.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <errno.h>

/* The text without the folders of its file. */
static char *without_folders(char *where)
{
	char *end = where + strcspn(where, ": "), *slash = where;

	for (char *at = where; at < end; at++)
		if (*at == '/')
			slash = at + 1;
	return slash;
}

/* "a.c:12 f(x)" becomes "a.c f(x)". */
static void take_out_line(char *name)
{
	char *colon = strchr(name, ':'), *blank = strchr(name, ' ');

	if (colon && blank && colon < blank && colon + 1 + strspn(colon + 1, "0123456789") == blank)
		memmove(colon, blank, strlen(blank) + 1);
}

/* A line's numbers; returns the name behind them, NULL if it is no such line. */
static char *published_line_read(char *line, double *number, const char **method)
{
	size_t mark = strlen(BENCHI_RESULT_LINE), length;
	const char *at = strncmp(line, BENCHI_RESULT_LINE, mark) ? NULL
		: benchi_message_numbers(line + mark, number, BENCHI_RESULT_NUMBERS);

	if (!at || *at++ != '\t')
		return NULL;
	length = strcspn(at, "\t");
	*method = benchi_method_of(at, length);
	return at[length] ? without_folders(line + (at - line) + length + 1) : NULL;
}

enum { PUBLISHED_NAME = BENCHI_RESULT_TEXT + 24 };

/* The name of the row of a text at its n-th occurrence in a process, from 1: "text", "text #2" ...:
 * which row that is, or SIZE_MAX. */
static size_t published_row(const benchi_report *report, const char *text, unsigned occurrence,
                            char name[PUBLISHED_NAME])
{
	snprintf(name, PUBLISHED_NAME, occurrence > 1 ? "%s #%u" : "%s", text, occurrence);
	for (size_t i = 0; i < report->n; i++)
		if (!strcmp(report->result[i].name, name))
			return i;
	return SIZE_MAX;
}

size_t benchi_published_find(const benchi_report *report, char *text, unsigned occurrence)
{
	char name[PUBLISHED_NAME];

	return published_row(report, without_folders(text), occurrence, name);
}

/* A new row; false: memory is out. */
static bool published_row_add(benchi_report *g, const char *name)
{
	benchi_result *row = benchi_report_add(g);

	if (!row || !(row->name = benchi_copy(name, strlen(name))))
		return false;
	row->benchmark = row->name;
	row->threads = 1;
	row->cpu_ns = row->wall_ns = (double)NAN;
	return true;
}

/* The row of what this text is in this process, made if it is new; SIZE_MAX: memory is out. */
static size_t published_next_row(benchi_report *g, const char *text, uint32_t process)
{
	char name[PUBLISHED_NAME];

	for (unsigned occurrence = 1;; occurrence++) {
		size_t row = published_row(g, text, occurrence, name);
		const benchi_result *r = row == SIZE_MAX ? NULL : &g->result[row];

		if (!r)
			return published_row_add(g, name) ? g->n - 1 : SIZE_MAX;
		if (!r->n || r->reading[r->n - 1].process != process)
			return row;
	}
}

static bool published_add(benchi_report *g, size_t row, const double *number, const char *method,
                          uint32_t process)
{
	benchi_result *r = &g->result[row];
	const benchi_reading reading = { number[BENCHI_RESULT_NS], number[BENCHI_RESULT_CYCLES],
		number[BENCHI_RESULT_ITERATIONS], process, 0 };
	bench_summary *s = &r->summary;

	*s = benchi_summary_none(BENCH_OK);
	r->wall_ns = s->ns = s->ns_high = reading.ns;
	s->ns_low = fmin(reading.ns, number[BENCHI_RESULT_NS_LOW]);
	s->cycles = s->cycles_high = reading.cycles;
	s->cycles_low = fmin(reading.cycles, number[BENCHI_RESULT_CYCLES_LOW]);
	s->width = number[BENCHI_RESULT_WIDTH];
	s->width_full = number[BENCHI_RESULT_WIDTH_FULL];
	s->ns_raw = number[BENCHI_RESULT_NS_RAW];
	s->overhead_ns = s->ns_raw - s->ns;
	s->mhz = number[BENCHI_RESULT_MHZ];
	s->iterations = (uint64_t)benchi_message_whole(reading.iterations, 1e18);
	s->samples = (size_t)benchi_message_whole(number[BENCHI_RESULT_SAMPLES], 1e9);
	s->warnings = (unsigned)benchi_message_whole(number[BENCHI_RESULT_WARNINGS], 1e9);
	s->confidence = (double)NAN;    /* is not published */
	s->method = method;
	return benchi_parts_add(r, process)
		&& benchi_result_add(r, &reading) == BENCH_OK;
}

static bench_status published_gather(FILE *in, uint32_t process, bool numbered, benchi_report *g)
{
	char line[BENCHI_RESULT_TEXT + 2];

	while (fgets(line, sizeof line, in)) {
		double number[BENCHI_RESULT_NUMBERS];
		const char *method;
		char *where;
		size_t row;

		line[strcspn(line, "\n")] = '\0';
		where = published_line_read(line, number, &method);
		if (!where)
			continue;
		if (!numbered)
			take_out_line(where);
		row = published_next_row(g, where, process);
		if (row == SIZE_MAX || !published_add(g, row, number, method, process))
			return benchi_no_memory("the results");
	}
	return BENCH_OK;
}

bench_status benchi_published_take(const char *path, uint32_t process, bool numbered,
                                   benchi_report *to)
{
	FILE *file = fopen(path, "r");
	bench_status status = file ? published_gather(file, process, numbered, to) : BENCH_OK;

	if (!file || !(file = freopen(path, "w", file)))
		return benchi_fail(BENCH_ERR_OUTPUT, "%.180s: %s", path, strerror(errno));
	fclose(file);
	return status;
}

char *benchi_published_variable(const char *path)
{
	char *text = malloc(sizeof BENCHI_RESULTS + strlen(path) + 1);

	if (text)
		sprintf(text, BENCHI_RESULTS "=%s", path);
	return text;
}
