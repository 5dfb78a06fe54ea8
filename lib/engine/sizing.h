/*
 * Finds how many iterations make a window long enough.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ENGINE_SIZING_H
#define BENCHI_ENGINE_SIZING_H

#include <stdint.h>

struct benchi_sizing {
	double enough_ns;       /* the shortest window wanted */
	double meaningless_ns;  /* times up to this are not meaningful */
	uint64_t most;          /* upper bound of iterations */
	uint64_t iterations;         /* of the next window */
	int passed;             /* windows in a row that were long enough */
	int done;               /* iterations is final */
};

/* Begins with one iteration. */
struct benchi_sizing benchi_sizing_begin(double enough_ns, double meaningless_ns);

/* Takes the time of a window of sizing->iterations iterations; NaN if it failed. */
void benchi_sizing_step(struct benchi_sizing *sizing, double ns);

#endif
