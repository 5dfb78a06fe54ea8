/*
 * Reads a file line by line through one buffer. The buffer holds a block, or the longest line so
 * far, and at most twice the longest line allowed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "data/read.h"

#include <errno.h>
#include <stdarg.h>

#ifndef BENCHI_INPUT_BLOCK /* fuzzers set a tiny size */
#define BENCHI_INPUT_BLOCK ((size_t)1 << 18)
#endif
#define SHOWN 40

bench_status benchi_input_open(benchi_input *in, FILE *file, const char *name)
{
	*in = (benchi_input){ .file = file, .name = name, .capacity = BENCHI_INPUT_BLOCK };
	in->buffer = malloc(in->capacity + 1);
	if (!in->buffer)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory reading %s", name);
	in->buffer[0] = '\0';
	return BENCH_OK;
}

void benchi_input_close(benchi_input *in)
{
	free(in->buffer);
	free(in->spare);
	in->buffer = in->spare = NULL;
}

size_t benchi_input_fill(benchi_input *in, size_t wanted)
{
	if (in->end - in->begin >= wanted || in->eof)
		return in->end - in->begin;
	errno = 0;
	memmove(in->buffer, in->buffer + in->begin, in->end - in->begin);
	in->end -= in->begin;
	in->begin = 0;
	if (in->capacity < wanted) {
		size_t capacity = in->capacity * 2 > wanted ? in->capacity * 2 : wanted;
		char *bigger = realloc(in->buffer, capacity + 1);

		in->failed = in->eof = !bigger;
		in->buffer = bigger ? bigger : in->buffer;
		in->capacity = bigger ? capacity : in->capacity;
	}
	while (in->end < wanted && !in->eof) {
		char *to = in->buffer + in->end;
		size_t capacity = in->capacity - in->end;
		size_t got = in->more ? in->more(in->context, to, capacity) : fread(to, 1, capacity,
			in->file);

		in->end += got;
		in->eof = !got;
		in->failed = !got && !in->more && ferror(in->file);
	}
	in->error = in->failed ? errno : 0;
	in->buffer[in->end] = '\0';
	return in->end - in->begin;
}

/* Finds the end of the line at in->begin, which is not among its first `searched` bytes. */
static bench_status find_line(benchi_input *in, size_t searched, size_t limit, const char **line,
                              size_t *length)
{
	size_t unread = in->end - in->begin;

	for (;;) {
		char *start = in->buffer + in->begin;
		char *newline = memchr(start + searched, '\n', unread - searched);

		if (newline ? (size_t)(newline - start) >= limit : unread > limit)
			break;
		if (newline || (in->eof && unread)) {
			in->line++;
			*line = start;
			*length = newline ? (size_t)(newline - start) : unread;
			in->begin += *length + (newline != NULL);
			if (in->line == 1 && !newline && memchr(start, '\r', unread - 1))
				return benchi_input_error(in, start, unread, "lines that end in a newline, not in "
				                          "a carriage return");
			return BENCH_OK;
		}
		if (in->eof) {
			*line = NULL;
			return BENCH_OK;
		}
		searched = unread;
		unread = benchi_input_fill(in, unread + 1);
	}
	if (!in->piece)
		return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: a line of over %zu bytes, expected shorter "
			"ones", in->name, in->line + 1, BENCHI_LINE_LIMIT);
	/* a copy that ends in NUL, because the byte after the piece is not a line end */
	if (!in->spare && !(in->spare = malloc(in->piece + 1)))
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory reading %s", in->name);
	memcpy(in->spare, in->buffer + in->begin, in->piece);
	in->spare[in->piece] = '\0';
	in->begin += in->piece;
	in->line++;
	*line = in->spare;
	*length = in->piece;
	return BENCH_OK;
}

bench_status benchi_input_line(benchi_input *in, const char **line, size_t *length)
{
	return find_line(in, 0, in->piece ? in->piece : BENCHI_LINE_LIMIT, line, length);
}

bench_status benchi_input_go_on(benchi_input *in, const char **line, size_t *length)
{
	size_t with_end = *length + 1;

	in->begin = (size_t)(*line - in->buffer);
	if (benchi_input_fill(in, with_end + 1) > with_end)
		return find_line(in, with_end, 2 * BENCHI_LINE_LIMIT, line, length);
	*line = in->buffer + in->begin;
	in->begin = in->end;
	return BENCH_OK;
}

bench_status benchi_input_error(const benchi_input *in, const char *found, size_t length,
                                const char *format, ...)
{
	char text[SHOWN + 4], expected[256];
	size_t n = length < SHOWN ? length : SHOWN, name = strlen(in->name);
	const char *shown = name > 100 ? in->name + name - 100 : in->name;
	va_list list;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)found[i];

		text[i] = c < ' ' || c == 0x7f ? '?' : (char)c;
	}
	strcpy(text + n, length > SHOWN ? "..." : "");
	va_start(list, format);
	vsnprintf(expected, sizeof expected, format, list);
	va_end(list);
	return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: found '%s', expected %s", shown, in->line, text,
	                   expected);
}

/*
 * Returns the separator of a table.
 */

char benchi_separator(const char *s, const char *end)
{
	bool quoted = false, tab = false, semicolon = false;

	for (; s < end; s++) {
		quoted = quoted != (*s == '"');
		if (*s == ',' && !quoted)
			return ',';
		tab = tab || (*s == '\t' && !quoted);
		semicolon = semicolon || (*s == ';' && !quoted);
	}
	return tab ? '\t' : semicolon ? ';' : ',';
}
