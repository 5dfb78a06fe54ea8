/*
 * Finds the tick of which all these times are whole multiples, or rejects it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_DIVISOR_H
#define BENCHI_CYCLE_DIVISOR_H

#include "cycle/model.h"

enum { BENCHI_CANDIDATES = 4 };

/* A candidate tick. */
struct benchi_candidate {
	double ns, probability;
};

struct benchi_tick {
	double ns;          /* one tick; NaN if there is none */
	double low, high;   /* its 95 % interval, without the drift that the caller knows */
	double overhead;    /* the loop's part of each operation, in ticks */
	double confidence;  /* probability that ns is not off by a factor */
	size_t fits;        /* how many times are whole multiples */
	int shared;         /* common factor of all short counts; 0: none */
	struct benchi_candidate candidate[BENCHI_CANDIDATES];  /* most probable first, */
	size_t candidates;  /* so many; those within 3 % of each other are one */
};

/* samples: n times, their standard errors without any floor, and their chains' kinds;
 *          those whose ns is NaN or 0 are skipped.
 * ticks:   space for n: each time's whole number of ticks, NaN if it does not fit.
 * Returns 1 if there is an answer; 0 if not, tick then being the best candidate (NaN
 * if there is none), which is not to be trusted; -1 when out of memory. */
int benchi_divisor(const struct benchi_chain_cost *samples, size_t n, double *ticks,
                   struct benchi_tick *tick);

#endif
