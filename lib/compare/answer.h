/*
 * From an interval to one of four answers, and from no answer to how many runs more.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_ANSWER_H
#define BENCHI_COMPARE_ANSWER_H

#include <stddef.h>

/* Of the test against the base. */
typedef enum benchi_answer {
	BENCHI_INCONCLUSIVE = 0, /* not enough data */
	BENCHI_SAME = 1,         /* closer than the margin */
	BENCHI_LOWER = 2,        /* the test's values are lower */
	BENCHI_HIGHER = 3
} benchi_answer;

/* A difference, test less base; NaN where there is none. */
typedef struct benchi_interval {
	double low, estimate, high;
} benchi_interval;

/*
 * What do the intervals say?  sure: holds with confidence 1 - alpha; equal: with
 * 1 - 2 alpha (two one-sided tests of alpha each).  margin: the largest difference
 * that does not matter, in the unit of both; 0: every difference matters.
 */
benchi_answer benchi_answer_of(const benchi_interval *sure, const benchi_interval *equal,
                               double margin);

/* "inconclusive", "same", "lower", "higher". */
const char *benchi_answer_name(benchi_answer answer);

/* What is known when more data is planned. */
typedef struct benchi_outlook {
	benchi_interval sure; /* of confidence 1 - alpha */
	double margin;        /* as above */
	double sd;            /* deviation of one value, or NaN: scale the interval instead */
	double alpha;
	size_t n;             /* values of the smaller set now */
} benchi_outlook;

/* How many values more each set needs for an answer in four of five cases, if the
 * difference is what it seems to be; at least 1.  NaN if that cannot be known. */
double benchi_more_runs(const benchi_outlook *plan);

#endif
