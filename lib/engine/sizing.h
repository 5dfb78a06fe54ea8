/*
 * How many iterations make a window long enough?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ENGINE_SIZING_H
#define BENCHI_ENGINE_SIZING_H

#include <stdint.h>

struct benchi_sizing {
	double enough_ns;       /* the window that is wanted */
	double meaningless_ns;  /* times up to here say nothing */
	uint64_t most;          /* iterations never grow beyond */
	uint64_t iterations;         /* of the next window */
	int passed;             /* windows in a row that were long enough */
	int done;               /* iterations is the answer */
};

/* Begins with one iteration. */
struct benchi_sizing benchi_sizing_begin(double enough_ns, double meaningless_ns);

/* What a window of sizing->iterations iterations took; NaN for one that failed. */
void benchi_sizing_step(struct benchi_sizing *sizing, double ns);

#endif
