/*
 * The oracle's keys in terms of the library; shared by the parts of test_oracle.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include "stats/stats.h"

/* Everything computed for one set. */
typedef struct one_set {
	bench_numbers set;
	bench_description d;
	bench_normality normality;
	struct benchi_outlier_test outlier;
	bench_modality modality;
	bench_trend trend;
} one_set;

/* Everything computed for a pair of sets. */
typedef struct pair {
	const char *name;
	one_set a, b;
	int paired; /* a and b have the same number of values */
	bench_ttest paired_test;
	bench_signedrank signed_rank;
	bench_ranksum rank90, rank95;
	bench_equivalence by_welch, by_ranks;
	bench_power plan;
} pair;

/* An answer and how to compare it. */
typedef struct answer {
	double value;
	double tolerance;  /* relative to max(expected value, scale) */
	double scale;
	const char *text;  /* not NULL: a text instead of a number */
	/* one side may have no answer (see the reason at the place that sets this) */
	int lenient;
} answer;

#define OURS_ONLY 1 /* our answer is accepted although NA is expected */
#define THEIRS_ONLY 2 /* our answer may be missing although one is expected */

/* Each fills in the answer to a key; returns 0 if the key is unknown. */
int answer_one(const one_set *s, const char *key, answer *out);
int answer_two(const pair *p, const char *key, const char *source, answer *out);

#endif
