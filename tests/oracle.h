/*
 * What the oracle's keys mean in terms of the library: shared by the parts of
 * test_oracle.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include "stats/stats.h"

/* Everything that is computed about one set. */
typedef struct one_set {
	bench_numbers set;
	bench_description d;
	bench_normality normality;
	struct benchi_outlier_test outlier;
	bench_modality modality;
	bench_trend trend;
} one_set;

/* Everything about a pair. */
typedef struct pair {
	const char *name;
	one_set a, b;
	int paired; /* as many of a as of b */
	bench_ttest paired_test;
	bench_signedrank signed_rank;
	bench_ranksum rank90, rank95;
	bench_equivalence by_welch, by_ranks;
	bench_power plan;
} pair;

/* How an answer is compared. */
typedef struct answer {
	double value;
	double tolerance;  /* relative to the larger of the expected value and scale */
	double scale;
	const char *text;  /* not NULL: words in place of a number */
	int lenient;       /* where one side may have no answer, for the reason given there */
} answer;

#define OURS_ONLY 1 /* NA is expected, but an answer of ours is right */
#define THEIRS_ONLY 2 /* an answer is expected, but missing */

/* Fill in the answer to a key; 0 if the key is unknown. */
int answer_one(const one_set *s, const char *key, answer *out);
int answer_two(const pair *p, const char *key, const char *source, answer *out);

#endif
