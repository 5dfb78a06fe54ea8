/*
 * Results that BENCH appended to a file, one line each (row_line.c), for the tools that start such
 * programs. A program of bench_main does not link this file.
 *
 * A result is identified by its text (file, line and body) and by how often the process has had
 * that text: a BENCH in a loop gives a row for each pass.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <errno.h>

/*
 * Shortens "folder name/a.c:12 f(x)" in place to "a.c:12 f(x)", or without numbered to "a.c f(x)",
 * and returns the short text. Folder names can contain anything, so the file name ends before the
 * first ":", digits and a blank or the end. Other texts are names chosen by the program and stay as
 * they are.
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

/* Matches published texts to rows, in the order in which a process publishes them. */
struct passes {
	benchi_name_table rows;    /* names of the report's rows, in order */
	benchi_name_table texts;   /* texts of this process, ... */
	unsigned *had;             /* ... and how often each has come */
	size_t seen, capacity;
};

/* Begins a process. Returns false when out of memory. The caller frees passes in any case. */
static bool passes_begin(const benchi_report *report, struct passes *passes)
{
	memset(passes, 0, sizeof *passes);
	for (size_t i = 0; i < report->n; i++)
		if (benchi_name_table_add(&passes->rows, report->result[i].row.name,
		                          strlen(report->result[i].row.name)) == BENCHI_NO_NAME)
			return false;
	return true;
}

static void passes_free(struct passes *passes)
{
	benchi_name_table_free(&passes->rows);
	benchi_name_table_free(&passes->texts);
	free(passes->had);
}

enum { PASS_NAME = BENCHI_ROW_NAME + 24 };

/* Makes the name of the text's next row: "text", "text #2" ... Returns false when out of memory. */
static bool next_name(struct passes *passes, const char *text, char name[PASS_NAME])
{
	uint32_t number = benchi_name_table_add(&passes->texts, text, strlen(text));

	if (number == BENCHI_NO_NAME
	    || !benchi_reserve(&passes->had, sizeof *passes->had, number + 1, &passes->capacity))
		return false;
	passes->had[number] = number < passes->seen ? passes->had[number] + 1 : 1;
	passes->seen = passes->texts.n;
	snprintf(name, PASS_NAME, passes->had[number] > 1 ? "%.*s #%u" : "%.*s", BENCHI_ROW_NAME, text,
		passes->had[number]);
	return true;
}

benchi_result **benchi_published_rows(FILE *file, const benchi_report *report, size_t *n)
{
	benchi_row_reader reader;
	struct passes passes;
	benchi_result **row = NULL;
	bool fits = passes_begin(report, &passes);
	size_t capacity = 0;

	if (benchi_row_reader_open(&reader, file, "the names") != BENCH_OK)
		fits = false;
	for (*n = 0; fits && benchi_row_next(&reader) > 0;) {
		benchi_field *text = benchi_record_find(&reader.record, "benchmark");
		char name[PASS_NAME];
		uint32_t i = text && text->text && next_name(&passes, short_place(text->text, true), name)
			? benchi_name_table_find(&passes.rows, name, strlen(name)) : BENCHI_NO_NAME;

		fits = benchi_grow(&row, sizeof *row, *n, &capacity);
		if (fits)
			row[(*n)++] = i == BENCHI_NO_NAME ? NULL : &report->result[i];
	}
	benchi_row_reader_close(&reader);
	passes_free(&passes);
	return row;
}

bench_status benchi_published_take(const char *path, uint32_t process, bool numbered,
                                   benchi_report *to)
{
	FILE *file = fopen(path, "r");
	benchi_row_reader reader;
	struct passes passes;
	bench_status status = file ? benchi_row_reader_open(&reader, file, path) : BENCH_OK;
	bool fits = file && status == BENCH_OK;
	int got = 0;

	if (fits) {
		fits = passes_begin(to, &passes);
		while (fits && (got = benchi_row_next(&reader)) > 0) {
			benchi_field *text = benchi_record_find(&reader.record, "benchmark");
			const char *place = text && text->text ? short_place(text->text, numbered) : NULL;
			char name[PASS_NAME];
			benchi_result *r = NULL;

			/* find the row of this text's next pass; another text may have its name too */
			while (place && next_name(&passes, place, name)) {
				uint32_t i = benchi_name_table_add(&passes.rows, name, strlen(name));

				r = i < to->n ? &to->result[i]
					: i == to->n ? benchi_rows_add_named(to, name) : NULL;
				if (!r || !r->n || r->reading[r->n - 1].process != process)
					break;
			}
			fits = r && benchi_row_take(&reader.record, process, r)
				&& benchi_parts_add(r, BENCHI_TIMED)
				&& benchi_result_add(r, &(benchi_reading){ r->seen.summary.ns,
					r->seen.summary.cycles, r->seen.basis.done, process, 0 }) == BENCH_OK;
		}
		passes_free(&passes);
		benchi_row_reader_close(&reader);
		status = got < 0 ? BENCH_ERR_INPUT : fits ? BENCH_OK : benchi_no_memory("the results");
	}
	if (!file || !(file = freopen(path, "w", file)))
		return benchi_fail(BENCH_ERR_OUTPUT, "%.180s: %s", path, strerror(errno));
	fclose(file);
	return status;
}
