/*
 * Sets that are compared, each with its namesake, and what comes of it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_COMPARISON_H
#define BENCHI_ANALYSIS_COMPARISON_H

#include <stdbool.h>

#include "analysis/pair.h"
#include "analysis/units.h"
#include "data/rows.h"

/* One set, and what is made of it: set, label and raw are the caller's to fill in. */
typedef struct benchi_side {
	const benchi_set *set;
	const char *label;   /* the file's or the benchmark's name */
	size_t file;
	bench_numbers raw;   /* all values */
	bench_numbers unit;  /* what is compared: the values, or the means of the runs */
	benchi_prepared values, means; /* of raw, and of the means of the runs */
	uint32_t *made_runs; /* numbers of blocks, if asked for */
	const uint32_t *run; /* which run each value belongs to, or NULL */
	benchi_units units;  /* the runs; n is 0 if every value stands for itself */
	benchi_shape shape;  /* of unit */
	bool ready;
} benchi_side;

typedef struct benchi_comparison {
	benchi_side *base, *test;
	benchi_shape gap;  /* of the differences, if paired */
	benchi_finding finding;
	benchi_rank_memo by_unit, by_value; /* rank tests of the units, and of all values */
	double alpha;      /* after correction */
	bool higher;       /* higher is better */
} benchi_comparison;

/*
 * Makes the runs of each side, looks at its shape, and compares all n; each gets the alpha
 * that so many leave it.  blocks: values in a run; 0: as the sets say.
 * BENCH_ERR_ARGUMENT, with the detail: no whole number of blocks, or no pairs;
 * BENCH_ERR_MEMORY.
 */
bench_status benchi_comparisons_decide(const benchi_question *question, size_t blocks,
                                       benchi_comparison *c, size_t n);

/* Makes the runs of one side and looks at its shape, if nobody has.  The same. */
bench_status benchi_side_prepare(const benchi_question *question, size_t blocks,
                                 benchi_side *side);

/* Gives back what that made. */
void benchi_side_free(benchi_side *side);

/* What is compared, prepared. */
benchi_prepared *benchi_side_units(benchi_side *side);

/* The rank tests of all values: by_unit where every value stands for itself. */
benchi_rank_memo *benchi_comparison_memo(benchi_comparison *c);

/* +1: the test is better, -1: it is worse, 0: neither or unknown. */
int benchi_comparison_better(const benchi_comparison *c);

/* Whether both sides are compared by their runs. */
bool benchi_comparison_by_run(const benchi_comparison *c);

#endif
