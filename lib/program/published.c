/*
 * Collects the results that each process of a program published (lib/measure/publish.c).
 *
 * A result is known by its text (file, line and body) and by how often the process had that
 * text before: a BENCH in a loop gives a row for each pass.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <errno.h>

/*
 * Shortens "folder name/a.c:12 f(x)" in place to "a.c:12 f(x)", or without numbered to "a.c f(x)".
 * Folders may have any characters, so the file ends before the first ":", digits and a blank or the
 * end.  A text without these is a name of the program's choice, which stays as it is.
 */
static char *short_place(char *where, bool numbered)
{
	char *colon = where, *behind = where, *file = where;

	for (; (colon = strchr(colon, ':')) != NULL; colon++) {
		behind = colon + 1 + strspn(colon + 1, "0123456789");
		if (behind > colon + 1 && (*behind == ' ' || !*behind))
			break;
	}
	if (!colon)
		return where;
	for (char *at = where; at < colon; at++)
		if (*at == '/')
			file = at + 1;
	if (!numbered)
		memmove(colon, behind, strlen(behind) + 1);
	return file;
}

/* A line's numbers; returns the text behind them, NULL if it is no such line. */
static char *published_line_read(char *line, double *number, const char **method)
{
	size_t mark = strlen(BENCHI_RESULT_LINE), length;
	const char *at = strncmp(line, BENCHI_RESULT_LINE, mark) ? NULL
		: benchi_message_numbers(line + mark, number, BENCHI_RESULT_NUMBERS);

	if (!at || *at++ != '\t')
		return NULL;
	length = strcspn(at, "\t");
	*method = benchi_method_of(at, length);
	return at[length] ? line + (at - line) + length + 1 : NULL;
}

enum { PUBLISHED_NAME = BENCHI_RESULT_TEXT + 24 };

bool benchi_passes_begin(const benchi_report *report, benchi_passes *passes)
{
	memset(passes, 0, sizeof *passes);
	for (size_t i = 0; i < report->n; i++)
		if (benchi_name_table_add(&passes->rows, report->result[i].name,
		                          strlen(report->result[i].name)) == BENCHI_NO_NAME)
			return false;
	return true;
}

void benchi_passes_free(benchi_passes *passes)
{
	benchi_name_table_free(&passes->rows);
	benchi_name_table_free(&passes->texts);
	free(passes->had);
}

/* The name of the next row of this text, "text", "text #2" ...; false: memory is out. */
static bool next_name(benchi_passes *passes, const char *text, char name[PUBLISHED_NAME])
{
	uint32_t number = benchi_name_table_add(&passes->texts, text, strlen(text));

	if (number == BENCHI_NO_NAME
	    || !benchi_reserve(&passes->had, sizeof *passes->had, number + 1, &passes->capacity))
		return false;
	passes->had[number] = number < passes->seen ? passes->had[number] + 1 : 1;
	passes->seen = passes->texts.n;
	snprintf(name, PUBLISHED_NAME, passes->had[number] > 1 ? "%s #%u" : "%s", text,
		passes->had[number]);
	return true;
}

size_t benchi_passes_next(benchi_passes *passes, char *text)
{
	char name[PUBLISHED_NAME];
	uint32_t row = next_name(passes, short_place(text, true), name)
		? benchi_name_table_find(&passes->rows, name, strlen(name)) : BENCHI_NO_NAME;

	return row == BENCHI_NO_NAME ? SIZE_MAX : row;
}

/* The row of this text's next pass, added if it is new; SIZE_MAX: memory is out. */
static size_t next_row(benchi_report *g, benchi_passes *passes, const char *text, uint32_t process)
{
	char name[PUBLISHED_NAME];

	while (next_name(passes, text, name)) {
		uint32_t i = benchi_name_table_add(&passes->rows, name, strlen(name));
		benchi_result *row = i < g->n ? &g->result[i] : NULL;

		if (row && row->n && row->reading[row->n - 1].process == process)
			continue;   /* another text has this name too */
		if (row)
			return i;
		row = i == g->n ? benchi_report_add(g) : NULL;
		if (!row || !(row->name = benchi_copy(name, strlen(name))))
			break;
		row->benchmark = row->name;
		row->threads = 1;
		row->cpu_ns = row->wall_ns = (double)NAN;
		return i;
	}
	return SIZE_MAX;
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
	benchi_passes passes;
	bool fits = benchi_passes_begin(g, &passes);

	while (fits && fgets(line, sizeof line, in)) {
		double number[BENCHI_RESULT_NUMBERS];
		const char *method;
		char *where;
		size_t row;

		line[strcspn(line, "\n")] = '\0';
		where = published_line_read(line, number, &method);
		if (!where)
			continue;
		row = next_row(g, &passes, short_place(where, numbered), process);
		fits = row != SIZE_MAX && published_add(g, row, number, method, process);
	}
	benchi_passes_free(&passes);
	return fits ? BENCH_OK : benchi_no_memory("the results");
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
