/*
 * Comparisons of pairs of sets with the same name, and their results.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_COMPARISON_H
#define BENCHI_ANALYSIS_COMPARISON_H

#include <stdbool.h>

#include "analysis/pair.h"
#include "analysis/units.h"
#include "data/rows.h"

/* One set with its statistics; the caller fills in set, label and raw. */
typedef struct benchi_side {
	const benchi_set *set;
	const benchi_set *startup; /* measured beside each value and taken off; or NULL */
	const double *width; /* share of the core's width that each process had beside a neighbour */
	size_t widths;       /* 0: none was noticed */
	const char *label;   /* the file's or the benchmark's name */
	size_t file;
	bench_numbers raw;   /* all values */
	bench_numbers unit;  /* the compared numbers: values, or means of runs */
	benchi_prepared values, means; /* of raw, and of the means of the runs */
	uint32_t *made_runs; /* numbers of blocks, if asked for */
	const uint32_t *run; /* the run of each value, or NULL */
	benchi_units units;  /* the runs; n is 0 if every value is independent */
	benchi_shape shape;  /* of unit */
	bool ready;
} benchi_side;

typedef struct benchi_comparison {
	benchi_side *base, *test;
	benchi_shape gap;  /* of the differences, if paired */
	benchi_finding finding;
	benchi_rank_memo by_unit, by_value; /* rank tests of the units, and of all values */
	double alpha;      /* after correction */
	benchi_session_change session; /* from the base's to the test's */
	bool sessions;     /* they are two */
	bool higher;       /* higher is better */
} benchi_comparison;

/*
 * Makes the runs of each side, finds its shape, and compares all n, each with its corrected
 * alpha.  blocks: values in a run; 0: the runs of the sets.
 * BENCH_ERR_ARGUMENT, with the detail: no whole number of blocks, or no pairs;
 * BENCH_ERR_MEMORY.
 */
bench_status benchi_comparisons_decide(const benchi_question *question, size_t blocks,
                                       benchi_comparison *c, size_t n);

/* Makes the runs of one side and finds its shape, unless done.  Statuses as above. */
bench_status benchi_side_prepare(const benchi_question *question, size_t blocks,
                                 benchi_side *side);

/* Frees what benchi_side_prepare made. */
void benchi_side_free(benchi_side *side);

/* The compared numbers, prepared. */
benchi_prepared *benchi_side_units(benchi_side *side);

/* The rank tests of all values: by_unit if every value is independent. */
benchi_rank_memo *benchi_comparison_memo(benchi_comparison *c);

/* +1: the test is better, -1: it is worse, 0: neither or unknown. */
int benchi_comparison_better(const benchi_comparison *c);

/* Whether both sides are compared by their runs. */
bool benchi_comparison_by_run(const benchi_comparison *c);

#endif
