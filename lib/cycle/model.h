/*
 * The probability of a set of times, given the length of the tick.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_MODEL_H
#define BENCHI_CYCLE_MODEL_H

#include <stddef.h>

/* What a chain's expression shows of its operations. */
enum benchi_chain_kind {
	BENCHI_CHAIN_ANY,
	BENCHI_CHAIN_BITS,
	BENCHI_CHAIN_OTHER,
	BENCHI_CHAIN_KINDS
};

/* A chain's time, in nanoseconds, with its standard error. */
struct benchi_chain_cost {
	double ns, sigma;
	enum benchi_chain_kind kind;
};

/* The kind of an expression's operations: bit operations of integers, if
 * it has one of ^ | & ~ << >> and nothing that multiplies or loads; others, if it
 * has * or [; otherwise any. */
enum benchi_chain_kind benchi_chain_kind_of(const char *expression);

/* A hypothesis: the processor's tick, and the loop's part of an operation. */
struct benchi_guess {
	double tick;        /* ns */
	double overhead;    /* ticks per operation, 0 to BENCHI_OVERHEAD_MOST */
};

#define BENCHI_OVERHEAD_MOST 0.08

/* Systematic uncertainty, which more windows do not reduce, relative to the time. */
#define BENCHI_FLOOR 0.0008

/* The logarithm of the probability density of n times, in units of their
 * logarithms, and of the tick, in units of its logarithm. */
double benchi_model(const struct benchi_chain_cost *samples, size_t n, struct benchi_guess guess);

/* The same, if there is no tick at all. */
double benchi_model_no_tick(size_t n);

/* The most probable whole number of ticks of a time; 0 if more probably it is
 * no whole number. */
double benchi_model_count(const struct benchi_chain_cost *sample, struct benchi_guess guess);

/* The factor, 2 or 3, that all counts up to twelve share; 0: none.  With a shared factor, only
 * long chains require so fine a tick, and such chains are seldom sums of the operations that
 * the model knows: an emulator's floating point may take no whole number of ticks.  Returns 0
 * for slow processors, many of them microprogrammed.  ticks: n counts, NaN for no fit. */
int benchi_model_shared(const double *ticks, size_t n, struct benchi_guess guess);

#endif
