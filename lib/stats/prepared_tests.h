/*
 * Descriptions and tests of prepared sets: what several files of this layer define.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_PREPARED_TESTS_H
#define BENCHI_STATS_PREPARED_TESTS_H

#include "stats/prepared.h"

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
/* The same where the quantile of 0.5 + confidence / 2 is known. */
void benchi_ttest_interval_by(bench_ttest *t, double confidence, double quantile);

#endif
