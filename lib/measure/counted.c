/*
 * Begins and ends a run's counters.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "measure/counted.h"
#include "measure/thread.h"

static struct benchi_counting *counting(void)
{
	return &benchi_thread_self()->counting;
}

void benchi_counted_begin(struct benchi_counted_outer *outer)
{
	struct benchi_counting *c = counting();

	outer->first = c->first;
	outer->iterations = c->iterations;
	c->first = c->n;
	c->iterations = 0;
}

void benchi_counted_iterations(double n)
{
	counting()->iterations += n;
}

void benchi_counted_end(const struct benchi_counted_outer *outer)
{
	struct benchi_counting *c = counting();

	c->latest.n = c->n - c->first;
	c->latest.iterations = c->iterations;
	memcpy(c->latest.of, c->slot + c->first, c->latest.n * sizeof *c->slot);
	c->n = c->first;
	c->first = outer->first;
	c->iterations = outer->iterations;
}
