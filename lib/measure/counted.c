/*
 * Begins and ends a run's counters.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "measure/counted.h"

void benchi_counted_begin(struct benchi_counting *c, struct benchi_counted_outer *outer)
{
	outer->first = c->first;
	outer->iterations = c->iterations;
	c->first = c->n;
	c->iterations = 0;
}

void benchi_counted_end(struct benchi_counting *c, const struct benchi_counted_outer *outer)
{
	c->latest.n = c->n - c->first;
	c->latest.iterations = c->iterations;
	memcpy(c->latest.of, c->slot + c->first, c->latest.n * sizeof *c->slot);
	c->n = c->first;
	c->first = outer->first;
	c->iterations = outer->iterations;
}
