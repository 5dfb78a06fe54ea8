/*
 * How likely is a set of times, if the tick is so long?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_MODEL_H
#define BENCHI_CYCLE_MODEL_H

#include <stddef.h>

/* Times of chains, in nanoseconds, with standard errors that include the floor. */
struct benchi_times {
	const double *ns, *sigma;
	size_t n;
};

/* What is supposed of the processor: its tick, and the loop's part of an operation. */
struct benchi_guess {
	double tick;        /* ns */
	double overhead;    /* ticks an operation, 0 to BENCHI_OVERHEAD_MOST */
};

#define BENCHI_OVERHEAD_MOST 0.07

/* Uncertainty that no number of windows takes away, relative to the time. */
#define BENCHI_FLOOR 0.0008

/* The logarithm of the probability density of the times, in units of their
 * logarithms, and of the tick, in units of its logarithm. */
double benchi_model(const struct benchi_times *times, struct benchi_guess guess);

/* The same, if there is no tick at all. */
double benchi_model_no_tick(const struct benchi_times *times);

/* The whole number of ticks that a time of x ticks, uncertain by s, most probably
 * stands for; 0 if it more probably stands for none.  *hidden: not 0 if the loop's
 * part does not show in it. */
double benchi_model_count(double x, double s, double overhead, int *hidden);

#endif
