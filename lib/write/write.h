/*
 * Writing a program's results, in the form that the reader wants (bench-results(5)).
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

typedef enum benchi_format {
	BENCHI_FORMAT_TEXT = 0,
	BENCHI_FORMAT_CSV = 1,
	BENCHI_FORMAT_JSON = 2,
	BENCHI_FORMAT_GOOGLE = 3,
	BENCHI_FORMAT_GO = 4,
	BENCHI_FORMAT_LMBENCH = 5
} benchi_format;

#define BENCHI_FORMATS 6

/* "text", "csv", "json", "google", "go", "lmbench"; NULL past the last. */
const char *benchi_format_name(benchi_format form);

/* The form of that name.  False: there is none. */
bool benchi_format_find(const char *name, benchi_format *form);

/* How the table looks; zero-filled is plain ASCII, 80 columns. */
typedef struct benchi_output_style {
	size_t columns;  /* 0: 80; fewer than 60 count as 60 */
	bool colour, utf8;
	bool brief;      /* no context, no advice: --quiet */
} benchi_output_style;

/* How it should look on out: colour on a terminal without NO_COLOR, the terminal's
 * width, signs beyond ASCII where the environment's language has them. */
benchi_output_style benchi_look_for(FILE *out);

/*
 * Writes all of a report.  out stays open; it is flushed.
 *
 * context: NULL for none.  look: of the text form; NULL: zero-filled.
 * BENCH_ERR_OUTPUT: the write failed (a full disk, a closed pipe; the
 * detail says which); BENCH_ERR_MEMORY.
 */
bench_status benchi_write(benchi_format form, FILE *out, const benchi_report *report,
                          const benchi_context *context, const benchi_output_style *look);

/* The writers, each of one form.  context may be NULL. */
bench_status benchi_write_text(FILE *out, const benchi_report *report,
                               const benchi_context *context, const benchi_output_style *look);
bench_status benchi_write_csv(FILE *out, const benchi_report *report,
                              const benchi_context *context);
bench_status benchi_write_json(FILE *out, const benchi_report *report,
                               const benchi_context *context);
bench_status benchi_write_google(FILE *out, const benchi_report *report,
                                 const benchi_context *context);
bench_status benchi_write_go(FILE *out, const benchi_report *report,
                             const benchi_context *context);
bench_status benchi_write_lmbench(FILE *out, const benchi_report *report,
                                  const benchi_context *context);

#endif
