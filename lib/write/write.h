/*
 * Writing a program's results in one of several formats (bench-results(5)).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_WRITE_H
#define BENCHI_WRITE_WRITE_H

#include <bench.h>

#include <stdbool.h>
#include <stdio.h>

#include "data/context.h"
#include "data/results.h"

/* Rows of the table of formats, in its order. */
typedef enum benchi_format {
	BENCHI_FORMAT_TEXT = 0,
	BENCHI_FORMAT_CSV = 1,
	BENCHI_FORMAT_JSON = 2,
	BENCHI_FORMAT_GOOGLE = 3,
	BENCHI_FORMAT_GO = 4,
	BENCHI_FORMAT_LMBENCH = 5,
	BENCHI_FORMAT_MARKDOWN = 6
} benchi_format;

#define BENCHI_FORMATS 7

/* How the table looks; zero-filled is plain ASCII, 80 columns. */
typedef struct benchi_output_style {
	size_t columns;  /* 0: 80; fewer than 60 count as 60 */
	bool colour, utf8;
	bool brief;      /* no context, no advice: --quiet */
} benchi_output_style;

/* How it should look on out: colour on a terminal without NO_COLOR, the terminal's
 * width, signs beyond ASCII where the environment's language has them. */
benchi_output_style benchi_look_for(FILE *out);

/* Writes all of a report.  out stays open; it is flushed.  context: NULL for none.  style: of
 * formats for people; NULL: zero-filled.  BENCH_ERR_OUTPUT: write failed (a full disk, a closed
 * pipe; the detail states which); BENCH_ERR_MEMORY. */
typedef bench_status benchi_writer(FILE *out, const benchi_report *report,
                                   const benchi_context *context,
                                   const benchi_output_style *style);

/* A format: everything that help, messages and file names need to know of it. */
typedef struct benchi_format_row {
	const char *name;      /* as --format takes it */
	const char *ending;    /* of a file that gets this format without --format; NULL: none */
	benchi_writer *write;
	bool ramp;             /* ramps have it, too (load/ramp_write.c, load/ramp_text.c) */
	bool people;           /* for people: a summary without the windows */
} benchi_format_row;

extern const benchi_format_row benchi_formats[BENCHI_FORMATS];

/* The format of that name.  False: there is none. */
bool benchi_format_find(const char *name, benchi_format *format);

/* The format that a file's name asks for by its ending; JSON, which holds everything, for any
 * other. */
benchi_format benchi_format_of_file(const char *path);

/* "text, csv or json": all names, or those that ramps have.  Returns text. */
char *benchi_format_list(bool ramp, char *text, size_t size);

/* Writes in that format; BENCH_ERR_ARGUMENT where there is none of that number. */
bench_status benchi_write(benchi_format format, FILE *out, const benchi_report *report,
                          const benchi_context *context, const benchi_output_style *style);

benchi_writer benchi_write_text, benchi_write_csv, benchi_write_json, benchi_write_google,
	benchi_write_go, benchi_write_lmbench, benchi_write_markdown;

#endif
