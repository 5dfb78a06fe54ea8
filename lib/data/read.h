/*
 * Reading files of measurements, whatever wrote them (bench-format(5)).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_READ_H
#define BENCHI_DATA_READ_H

#include "data/input.h"
#include "data/rows.h"

typedef enum benchi_file_kind {
	BENCHI_KIND_EMPTY = 0, /* nothing but blanks */
	BENCHI_KIND_PLAIN = 1, /* numbers, one a line */
	BENCHI_KIND_CSV = 2,   /* a header and rows */
	BENCHI_KIND_JSON = 3,  /* ours, Google Benchmark's or hyperfine's */
	BENCHI_KIND_GO = 4,    /* the text of Go's benchmarks */
	BENCHI_KIND_LINES = 5  /* JSON, a row a line, as bench sample --jsonl writes it */
} benchi_file_kind;

/* How a table of ours, and one of a ramp, begins; its version follows. */
#define BENCHI_OWN_TABLE "# libbench "
#define BENCHI_RAMP_TABLE "# libbench_ramp "

/* How plain numbers are laid out; zero-filled is one number a line, or the first field. */
typedef struct benchi_plain {
	const char *delimiters; /* between fields; NULL: blank and tab */
	size_t column;          /* from 1; 0: the first */
	bool as_c;              /* what strtod takes is a number, infinite and NaN too */
} benchi_plain;

typedef struct benchi_read_options {
	benchi_plain plain;
	bool only_plain; /* do not look: these are plain numbers */
	bool keep_rows;  /* values keep the number of their row */
} benchi_read_options;

/*
 * Reads all of file into rows, which must be zero-filled.  name: for messages.
 * options: NULL for the defaults.
 *
 * BENCH_ERR_INPUT: malformed, or no number in it; the detail names file, line, what
 * was found and what was expected.  BENCH_ERR_MEMORY.  rows is to be freed whatever
 * is returned.
 */
bench_status benchi_read(FILE *file, const char *name, const benchi_read_options *options,
                         benchi_rows *rows);

/* The same from an open input, which may still be growing (its member more). */
bench_status benchi_read_from(benchi_input *in, const benchi_read_options *options,
                              benchi_rows *rows);

/* The readers, each from the first byte on. */
bench_status benchi_read_plain(benchi_input *in, const benchi_plain *plain, benchi_set *set);
bench_status benchi_read_csv(benchi_input *in, benchi_rows *rows);

bench_status benchi_read_json(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_lines(benchi_input *in, benchi_rows *rows);
bench_status benchi_read_go(benchi_input *in, benchi_rows *rows);

#endif
