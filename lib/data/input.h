/*
 * Text from a file, in blocks, a line at a time or as a whole window.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_INPUT_H
#define BENCHI_DATA_INPUT_H

#include <bench.h>

#include <stdbool.h>
#include <stdio.h>

#define BENCHI_LINE_LIMIT ((size_t)1 << 20) /* bytes; longer lines are refused */

/* Filled by benchi_input_open. */
typedef struct benchi_input {
	FILE *file;
	/* In place of the file, if set: up to capacity bytes, as soon as there are some; 0 at the
	 * end. */
	size_t (*more)(void *context, char *to, size_t capacity);
	void *context;
	const char *name;   /* for messages */
	char *buffer;       /* begin..end is unread; buffer[end] is NUL */
	size_t begin, end, capacity;
	size_t line;        /* the number of the line last returned, from 1 */
	size_t piece;       /* > 0: lines longer than this come in pieces, each counted */
	char *spare;        /* a piece, closed with NUL */
	bool eof, failed;   /* nothing more will come; because reading failed, */
	int error;          /* and errno then */
} benchi_input;

/* Reads from file, which stays the caller's; name must outlive the input. */
bench_status benchi_input_open(benchi_input *in, FILE *file, const char *name);

/* Reads on until at least wanted bytes are unread, or the end.  Returns how many are. */
size_t benchi_input_fill(benchi_input *in, size_t wanted);

/*
 * The next line, without its newline, through *line and *length.  The byte after it
 * is a newline or NUL.  *line is NULL at the end.  Valid until the next call.
 *
 * BENCH_ERR_INPUT: the line is over BENCHI_LINE_LIMIT.  BENCH_ERR_MEMORY.
 */
bench_status benchi_input_line(benchi_input *in, const char **line, size_t *length);

/* Returns BENCH_ERR_INPUT with the detail "NAME:LINE: found 'TEXT', expected WHAT";
 * found is cut at forty bytes, and bytes that do not print are shown as '?'. */
bench_status benchi_input_error(const benchi_input *in, const char *found, size_t length,
                                const char *expected);

void benchi_input_close(benchi_input *in);

#endif
