/*
 * Centre and interval of a series of rounds: pure arithmetic.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ENGINE_ESTIMATE_H
#define BENCHI_ENGINE_ESTIMATE_H

#include <stddef.h>

#include "engine/engine.h"

struct benchi_estimate {
	double centre, low, high;       /* and its interval */
	double confidence;              /* the interval's; under 0.95 with fewer than six numbers */
	double min, p05, p95, mad;
	size_t n;
};

/* Sorts the values in place.  scratch: space for n.  Everything is NaN for n = 0. */
struct benchi_estimate benchi_estimate_of(double *values, size_t n, double *scratch);

/* The same of n values in the order of measurement.  Correlated values count as fewer, so the
 * interval is wider. */
struct benchi_estimate benchi_estimate_series(double *values, size_t n, double *scratch);

/* How many of n values, in the order of time, are worth one independent value; at least 1. */
double benchi_correlated(const double *values, size_t n, double *scratch);

/* A window's time per iteration; NaN where it failed. */
double benchi_sample_iteration_ns(const struct benchi_sample *sample);

/* The median time per iteration of an arm over all rounds.  scratch: space for rounds. */
double benchi_arm_median(const struct benchi_engine *engine, size_t arm, double *scratch);

/*
 * The total time of windows over what they did: what work that is done rarely costs, which the
 * median of windows leaves out.  Kept as up to 16 batches of windows in a row, equal in number,
 * which shows how sure it is: one burst lies in one batch.  Begins with zeros.
 */
enum { BENCHI_TOTAL_BATCHES = 16 };

struct benchi_total {
	double ns[BENCHI_TOTAL_BATCHES], done[BENCHI_TOTAL_BATCHES];
	unsigned windows, doublings;    /* of the open batch; a full one has 1 << doublings */
	unsigned full;                  /* batches */
};

/* Adds a window, or several. */
void benchi_total_add(struct benchi_total *total, double ns, double done);

/* Time over what was done, with its 95 % interval; NaN where nothing was, or the batches are too
 * few for an interval. */
struct benchi_mean {
	double mean, low, high;
};
struct benchi_mean benchi_total_mean(const struct benchi_total *total);

/* The mean of b over that of a, to which windows were added in turn: with its interval, and two of
 * the batches' ratios.  NaN where there are too few. */
struct benchi_total_ratio {
	double mean, low, high, second_lowest, second_highest;
};
struct benchi_total_ratio benchi_total_ratio(const struct benchi_total *a,
                                             const struct benchi_total *b);

/* Rare work matters where mean and median surely differ by more than the first share of it, or by
 * more than the second as far as one can see. */
#define BENCHI_RARE_SHARE 0.05
#define BENCHI_RARE_UNSURE 0.2

/* So long is looked for it, also where the median is known earlier. */
#define BENCHI_RARE_LOOK_NS 5e6

#endif
