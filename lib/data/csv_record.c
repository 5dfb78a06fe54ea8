/*
 * Rows of a table.  A row ends at the first line's end that is not within quotes
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
		else if (*s == q->separator || (*s != ' ' && *s != '\t'))
			q->in_field = *s != q->separator;
	}
}

static bench_status join(benchi_csv_record *joined, const benchi_input *in, const char *line,
                         size_t length)
{
	size_t wanted = joined->used + length + 2;

	if (wanted > BENCHI_LINE_LIMIT)
		return benchi_input_error(in, line, length, "a closing quote within a megabyte");
	if (wanted > joined->capacity) {
		char *bigger = realloc(joined->text, 2 * wanted);

		if (!bigger)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the table");
		joined->text = bigger;
		joined->capacity = 2 * wanted;
	}
	memcpy(joined->text + joined->used, line, length);
	joined->used += length;
	strcpy(joined->text + joined->used++, "\n");
	return BENCH_OK;
}

bench_status benchi_whole_row(benchi_csv_record *joined, benchi_input *in, char separator,
                              const char **line, size_t *length)
{
	benchi_csv_quotes q = { false, false, separator };
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

/* Takes a quoted field at *s apart into t->text. */
static bench_status quoted(benchi_csv_fields *t, const benchi_input *in, const char **s,
                           const char *end, benchi_word *field)
{
	const char *p = *s + 1;
	size_t n = 0, capacity = (size_t)(end - p) + 1;

	if (t->capacity < capacity) {
		char *bigger = realloc(t->text, capacity);

		if (!bigger)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the table");
		t->text = bigger;
		t->capacity = capacity;
	}
	for (; p < end && (*p != '"' || (p + 1 < end && p[1] == '"')); p++) {
		p += *p == '"';
		t->text[n++] = *p;
	}
	if (p == end)
		return benchi_input_error(in, *s, (size_t)(end - *s), "a closing quote");
	*s = p + 1;
	t->text[n] = '\0';
	field->text = t->text;
	field->length = n;
	return BENCH_OK;
}

const char *benchi_csv_skip(const benchi_csv_fields *t, const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t') && *s != t->separator)
		s++;
	return s;
}

bench_status benchi_csv_next(benchi_csv_fields *t, const benchi_input *in, const char **s,
                             const char *end, benchi_word *field)
{
	bench_status status;
	const char *last;

	*s = benchi_csv_skip(t, *s, end);
	if (*s < end && **s == '"') {
		status = quoted(t, in, s, end, field);
		*s = benchi_csv_skip(t, *s, end);
		if (!status && *s < end && **s != t->separator)
			return benchi_input_error(in, *s, (size_t)(end - *s), "a separator after the quote");
		return status;
	}
	field->text = *s;
	while (*s < end && **s != t->separator)
		++*s;
	for (last = *s; last > field->text && (last[-1] == ' ' || last[-1] == '\t');)
		last--;
	field->length = (size_t)(last - field->text);
	return BENCH_OK;
}
