/*
 * The description of a set before its comparison, and its warnings.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_SHAPE_H
#define BENCHI_ANALYSIS_SHAPE_H

#include <bench.h>

#include "stats/modes.h"
#include "stats/prepared_tests.h"

/* Warnings about sets: bits. */
#define BENCHI_SET_WARN_FEW        0x01u /* under five values */
#define BENCHI_SET_WARN_MODES      0x02u
#define BENCHI_SET_WARN_OUTLIERS   0x04u
#define BENCHI_SET_WARN_DRIFT      0x08u
#define BENCHI_SET_WARN_NEIGHBOURS 0x10u /* neighbours resemble each other */
#define BENCHI_SET_WARN_NORMAL     0x20u /* not normal */
#define BENCHI_SET_WARN_SPREAD     0x40u /* of two sets: unequal deviations */
#define BENCHI_SET_WARN_CONSTANT   0x80u /* all values equal */
#define BENCHI_SET_WARNINGS 8

typedef struct benchi_shape {
	bench_description description;
	bench_normality normality; /* of at most 5000 values, evenly taken */
	bench_outlier outlier;
	bench_trend trend;         /* NaN for one value */
	benchi_modes modes;
	size_t far;                /* values over three interquartile ranges outside Q1 and Q3 */
	unsigned warnings;
} benchi_shape;

/* set: at least one value; it is sorted.  confidence: of the description's intervals. */
bench_status benchi_shape_find(benchi_prepared *set, double confidence, benchi_shape *shape);

/* The modes of sorted values, at least one; the dip test sees equal ones, which a coarse clock
 * makes, spread evenly over one step (the smallest distance of two).  BENCH_ERR_MEMORY. */
bench_status benchi_shape_modes(const bench_numbers *sorted, benchi_modes *modes);

/* BENCHI_SET_WARN_SPREAD if the deviations differ twofold and the F test's p is below
 * 0.01, else 0. */
unsigned benchi_shape_spread(const benchi_shape *a, const benchi_shape *b);

/* Writes one warning as a clause without a period, about values in unit ("": unknown).  Returns
 * text. */
char *benchi_warning_summary(unsigned warning, const benchi_shape *shape, const char *unit,
                             char *text, size_t size);

#endif
