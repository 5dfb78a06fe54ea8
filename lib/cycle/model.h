/*
 * How likely is a set of times, if the tick is so long?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_MODEL_H
#define BENCHI_CYCLE_MODEL_H

#include <stddef.h>

/* What may be known of a chain beforehand. */
enum benchi_sort { BENCHI_SORT_ANY, BENCHI_SORT_BITS, BENCHI_SORT_OTHER, BENCHI_SORTS };

/* A chain's time, in nanoseconds, with its standard error. */
struct benchi_chain_cost {
	double ns, sigma;
	enum benchi_sort sort;
};

/* What kind of operations an expression is made of: bit operations of integers, if
 * it has one of ^ | & ~ << >> and nothing that multiplies or loads; others, if it
 * has * or [; anything, if its name does not tell. */
enum benchi_sort benchi_sort_of(const char *expression);

/* What is supposed of the processor: its tick, and the loop's part of an operation. */
struct benchi_guess {
	double tick;        /* ns */
	double overhead;    /* ticks an operation, 0 to BENCHI_OVERHEAD_MOST */
};

#define BENCHI_OVERHEAD_MOST 0.08

/* Uncertainty that no number of windows takes away, relative to the time. */
#define BENCHI_FLOOR 0.0008

/* The logarithm of the probability density of n times, in units of their
 * logarithms, and of the tick, in units of its logarithm. */
double benchi_model(const struct benchi_chain_cost *samples, size_t n, struct benchi_guess guess);

/* The same, if there is no tick at all. */
double benchi_model_no_tick(size_t n);

/* The whole number of ticks that a time most probably stands for; 0 if it more
 * probably stands for none. */
double benchi_model_count(const struct benchi_chain_cost *sample, struct benchi_guess guess);

/* Of what, 2 or 3, are all counts of up to twelve multiples?  0: of nothing.  If they are, long
 * chains alone make the tick so fine, and what is as long is seldom a sum of the operations that
 * the model knows: an emulator's floating point is as like to be no whole number at all.  Slow
 * processors, many of them microprogrammed, are not asked.  ticks: n counts, NaN for no fit. */
int benchi_model_shared(const double *ticks, size_t n, struct benchi_guess guess);

#endif
