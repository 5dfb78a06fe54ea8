/*
 * How many turns make a window long enough?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ENGINE_SIZING_H
#define BENCHI_ENGINE_SIZING_H

#include <stdint.h>

struct benchi_sizing {
	double enough_ns;       /* the window that is wanted */
	double meaningless_ns;  /* times up to here say nothing */
	uint64_t most;          /* turns never grow beyond */
	uint64_t turns;         /* of the next window */
	int passed;             /* windows in a row that were long enough */
	int done;               /* turns is the answer */
};

/* Begins with one turn. */
struct benchi_sizing benchi_sizing_begin(double enough_ns, double meaningless_ns);

/* What a window of sizing->turns turns took; NaN for one that failed. */
void benchi_sizing_step(struct benchi_sizing *sizing, double ns);

#endif
