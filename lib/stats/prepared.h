/*
 * A set with its moments and its order, which several statistics share.
 *
 * The public functions prepare their sets, call one of these, and free them; a caller of
 * several statistics prepares a set once.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_PREPARED_H
#define BENCHI_STATS_PREPARED_H

#include "stats/numbers.h"

typedef struct benchi_prepared {
	bench_numbers set;       /* in run order; the caller's */
	benchi_moments moments;
	double *sorted;          /* ascending; NULL until benchi_prepared_sort */
} benchi_prepared;

/* The differences at the ranks of an interval's ends. */
typedef struct benchi_rank_ends {
	double rank, low, high;
} benchi_rank_ends;

/* Results that rank tests of one pair of sets share at every confidence: zero before the first. */
typedef struct benchi_rank_memo {
	bool counted;
	double w, ties, own_ties, shift;
	benchi_rank_ends ends[4];
	size_t n;
} benchi_rank_memo;

/* Checks the set (at least min numbers, all finite) and finds its moments. */
bench_status benchi_prepare(const bench_numbers *set, size_t min, benchi_prepared *p);

/* Sorts a copy, if there is none yet.  BENCH_ERR_MEMORY. */
bench_status benchi_prepared_sort(benchi_prepared *p);

/* Frees the copy. */
void benchi_prepared_free(benchi_prepared *p);

/* The public functions of the same names, of prepared sets.  Those that need the order sort it
 * first, once; confidence lies between 0 and 1. */
bench_status benchi_describe(benchi_prepared *p, double confidence, bench_description *out);
void benchi_outlier(const benchi_prepared *p, bench_outlier *out);
bench_status benchi_modality(benchi_prepared *p, bench_modality *out);
bench_status benchi_trend(const benchi_prepared *p, bench_trend *out);
bench_status benchi_student(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                            bench_ttest *out);
bench_status benchi_welch(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                          bench_ttest *out);
bench_status benchi_ranksum(benchi_prepared *a, benchi_prepared *b, double confidence,
                            benchi_rank_memo *memo, bench_ranksum *out);
bench_status benchi_equivalence(benchi_prepared *a, benchi_prepared *b,
                                const bench_equivalence_options *options,
                                benchi_rank_memo *memo, bench_equivalence *out);

/* The same t test's interval at another confidence. */
void benchi_ttest_interval(bench_ttest *t, double confidence);

#endif
