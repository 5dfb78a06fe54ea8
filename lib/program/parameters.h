/*
 * The values of several parameters, from the words of a case's range.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PARAMETERS_H
#define BENCHI_PROGRAM_PARAMETERS_H

#include "measure/case.h"
#include "program/range.h"

/* One parameter's values: numbers, or words, which are numbered from 0. */
struct benchi_dimension {
	char name[BENCHI_PARAMETER_NAME];   /* "": the range names none */
	uint64_t value[BENCHI_RANGE_MOST];
	size_t n;
	const char *words;                  /* where they begin in the range; NULL: numbers */
};

struct benchi_space {
	struct benchi_dimension axis[BENCHI_PARAMETERS];
	size_t n, rows;                     /* rows: combinations of all */
};

/*
 * Reads "64..64k x2", as benchi_range_read, or parameters with names, semicolons between:
 * "n=64..4k x2; alg=a,b".  The range must outlive axes.
 *
 * BENCH_ERR_ARGUMENT, with what was found and expected in the detail.
 */
bench_status benchi_space_read(const char *range, struct benchi_space *axes);

/* The values of a row, from 0; the last parameter changes fastest. */
void benchi_space_row(const struct benchi_space *axes, size_t row, struct benchi_parameters *to);

/* What a row's name has of them behind the case's: "/64", "/n=64/alg=a".  skip: one that is left
 * out; text: BENCHI_PARAMETERS_TEXT bytes.  Returns it. */
enum { BENCHI_PARAMETERS_TEXT = BENCHI_PARAMETERS * (BENCHI_PARAMETER_NAME
	+ BENCHI_PARAMETER_TEXT) };
const char *benchi_parameters_name(const struct benchi_parameters *set, size_t skip, char *text);

/* Are two rows' parameters the same but for the one that leads? */
int benchi_parameters_alike(const struct benchi_parameters *a, const struct benchi_parameters *b);

#endif
