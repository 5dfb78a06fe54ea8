/*
 * From an interval to one of four answers; additional runs after an inconclusive one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_ANSWER_H
#define BENCHI_COMPARE_ANSWER_H

#include <bench.h>

/* A difference, test minus base; NaN if there is none. */
typedef struct benchi_interval {
	double low, estimate, high;
} benchi_interval;

/*
 * Returns the answer of two intervals.  sure: of confidence 1 - alpha, which must lie
 * beyond the difference of that name for "lower" or "higher"; equal: of 1 - 2 alpha (two
 * one-sided tests of alpha each), which must lie within margin for "same".  Both
 * differences are in the unit of the intervals; margin 0: nothing is the same.
 */
bench_answer benchi_answer_of(const benchi_interval *sure, const benchi_interval *equal,
                               double margin, double beyond);

/* "inconclusive", "same", "lower", "higher". */
const char *benchi_answer_name(bench_answer answer);

/* The data so far, to plan more runs. */
typedef struct benchi_outlook {
	benchi_interval sure; /* of confidence 1 - alpha */
	double margin;        /* as above */
	double sd;            /* standard deviation of one value, or NaN: scale the interval instead */
	double alpha;
	size_t n;             /* values of the smaller set now */
	double beyond;        /* as above */
} benchi_outlook;

/* Additional values that each set needs for a conclusive answer with 80 % power, if the
 * true difference is the estimate; at least 1.  NaN if unknown. */
double benchi_more_runs(const benchi_outlook *plan);

#endif
