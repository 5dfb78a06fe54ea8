/*
 * Where does a row of a table end?  At the first line's end that is not within quotes
 * (RFC 4180).  Each line is read once, so that the time is linear in the file's length even
 * if a quote is never closed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "data/csv_record.h"

void benchi_csv_follow(benchi_csv_quotes *q, const char *s, const char *end)
{
	for (; s < end; s++) {
		if (q->inside && *s == '"' && s + 1 < end && s[1] == '"')
			s++;
		else if (q->inside)
			q->inside = *s != '"';
		else if (*s == '"' && !q->in_field)
			q->inside = q->in_field = true;
		else if (*s != ' ' && *s != '\t')
			q->in_field = *s != ',';
	}
}

static bench_status join(benchi_csv_record *joined, const benchi_input *in, const char *line,
                         size_t length)
{
	size_t wanted = joined->used + length + 2;

	if (wanted > BENCHI_LINE_LIMIT)
		return benchi_input_error(in, line, length, "a closing quote within a megabyte");
	if (wanted > joined->room) {
		char *bigger = realloc(joined->text, 2 * wanted);

		if (!bigger)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the table");
		joined->text = bigger;
		joined->room = 2 * wanted;
	}
	memcpy(joined->text + joined->used, line, length);
	joined->used += length;
	strcpy(joined->text + joined->used++, "\n");
	return BENCH_OK;
}

bench_status benchi_whole_row(benchi_csv_record *joined, benchi_input *in, const char **line,
                              size_t *length)
{
	benchi_csv_quotes q = { false, false };
	bench_status status;

	if (!memchr(*line, '"', *length))
		return BENCH_OK;
	benchi_csv_follow(&q, *line, *line + *length);
	if (!q.inside)
		return BENCH_OK;
	joined->used = 0;
	status = join(joined, in, *line, *length);
	while (!status && q.inside) {
		status = benchi_input_line(in, line, length);
		if (status || !*line)
			break;
		benchi_csv_follow(&q, *line, *line + *length);
		status = join(joined, in, *line, *length);
	}
	*line = joined->text;
	*length = joined->used ? joined->used - 1 : 0;
	return status;
}

enum benchi_column benchi_column_kind(const char *name, bool ours)
{
	static const char *const runs[] = { "run", "process", "boot", "block", NULL };
	static const char *const settings[] = { "iterations", "threads", "parameter", NULL };

	for (size_t i = 0; ours && settings[i]; i++)
		if (!strcmp(name, settings[i]))
			return COLUMN_SETTING;

	if (!strcmp(name, "benchmark") || !strcmp(name, "name"))
		return COLUMN_BENCHMARK;
	for (size_t i = 0; runs[i]; i++)
		if (!strcmp(name, runs[i]))
			return COLUMN_RUN;
	if (!strcmp(name, "exit_status") || !strcmp(name, "started"))
		return COLUMN_PASSED;
	return strcmp(name, "round") ? COLUMN_METRIC : COLUMN_ROUND;
}
