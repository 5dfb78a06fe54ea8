/*
 * Compares a test set with its base.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_PAIR_H
#define BENCHI_ANALYSIS_PAIR_H

#include <stdbool.h>

#include "compare/answer.h"
#include "analysis/sessions.h"
#include "analysis/shape.h"

typedef enum benchi_method {
	BENCHI_METHOD_NONE = 0,     /* too few values for any method */
	BENCHI_METHOD_WELCH = 1,    /* means */
	BENCHI_METHOD_RANKS = 2,    /* Hodges and Lehmann's shift */
	BENCHI_METHOD_PAIRED = 3,   /* mean of the differences */
	BENCHI_METHOD_SIGNS = 4,    /* median of the differences */
	BENCHI_METHOD_ANYTIME = 5,  /* median of the ratios (differences, if not all are above 0) */
	BENCHI_METHOD_EXACT = 7,    /* counts that are the same in every run */
	BENCHI_METHOD_STREAMS = 6   /* the same for sets of unequal size: difference of medians */
} benchi_method;

typedef struct benchi_question {
	double margin; /* largest change that does not matter, as a share of the base */
	double alpha;  /* error probability */
	bool paired;   /* the i-th value of the test belongs to the i-th of the base */
	bool anytime;  /* the answer must be valid at any stopping time */
	bool unplanned; /* leave finding.more unknown where it takes a search (0.3 ms) */
	double beyond; /* a change must certainly exceed this share: margin where stated, else 0 */
} benchi_question;

typedef struct benchi_finding {
	benchi_method method;
	bench_answer answer;
	benchi_interval sure, equal; /* confidence 1 - alpha and 1 - 2 alpha; b minus a; equal is
	                              * sure where the narrower one changes nothing */
	double location;             /* |mean| or |median| of the base; NaN if it is 0 */
	double margin, beyond;       /* in the unit of the values */
	double p;                    /* of no difference; NaN where there is none */
	double reached;              /* confidence that so few values can reach */
	double more;                 /* additional values needed; 0 if conclusive; NaN: unknown */
	size_t n;                    /* values of the smaller set, or pairs */
} benchi_finding;

/* Two sets with their statistics; gap: of the differences, if paired. */
typedef struct benchi_sides {
	benchi_prepared *a, *b;
	const benchi_shape *shape_a, *shape_b, *gap;
	benchi_rank_memo *memo; /* of these two sets */
	const benchi_session_change *session; /* from the base's to the test's; NULL: it is one */
} benchi_sides;

/* The method for these sets.  Means where they may be normal, ranks otherwise. */
benchi_method benchi_choose(const benchi_question *question, const benchi_sides *sides);

/* A method's finding.  alpha may be smaller than the question's (many comparisons).
 * BENCH_ERR_MEMORY. */
bench_status benchi_find(const benchi_question *question, benchi_method method, double alpha,
                         const benchi_sides *sides, benchi_finding *finding);

/* The alpha of each of n findings after Holm, from their p-values: alpha / (n - k) for
 * the k-th smallest p until one is not below it, and that one's for the rest.
 * BENCH_ERR_MEMORY. */
bench_status benchi_holm_alphas(const double *p, size_t n, double alpha, double *alphas);

/* Fills in the intervals, p, location and reached from pairs. */
bench_status benchi_find_pairs(benchi_method method, double alpha, const benchi_sides *sides,
                               benchi_finding *finding);

/* Fills in the intervals, p and location from a t test of confidence 1 - alpha. */
void benchi_take_ttest(const bench_ttest *t, double alpha, const benchi_shape *base,
                       benchi_finding *finding);

#endif
