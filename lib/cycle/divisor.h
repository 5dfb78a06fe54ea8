/*
 * The tick of which all these times are whole multiples: found, or refused.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_DIVISOR_H
#define BENCHI_CYCLE_DIVISOR_H

#include "cycle/model.h"

enum { BENCHI_CANDIDATES = 4 };

/* A tick that the times may be multiples of. */
struct benchi_candidate {
	double ns, probability;
};

struct benchi_tick {
	double ns;          /* one tick; NaN if there is none */
	double low, high;   /* its 95 % interval, without what the caller knows of drift */
	double overhead;    /* the loop's part of each operation, in ticks */
	double confidence;  /* probability that ns is not off by a factor */
	size_t fits;        /* how many times are whole multiples */
	int shared;         /* of what all short counts are multiples; 0: of nothing */
	struct benchi_candidate candidate[BENCHI_CANDIDATES];  /* the most probable ones first, */
	size_t candidates;  /* so many; those within 3 % of each other are one */
};

/* samples: n times, their standard errors without any floor, and what is known of
 *          them; those whose ns is NaN or 0 are left out.
 * ticks:   space for n: each time's whole number of ticks, NaN if it does not fit.
 * Returns 1 if there is an answer; 0 if not, tick then being the best candidate (NaN
 * if there is none), which is not to be trusted; -1 when out of memory. */
int benchi_divisor(const struct benchi_chain_cost *samples, size_t n, double *ticks,
                   struct benchi_tick *tick);

#endif
