/*
 * The end of a warm-up: leading batches of a total that differ from all later ones.
 *
 * SPDX-License-Identifier: MIT
 */

#include "engine/engine.h"

enum { SETTLED_PART = 4 };

static const double WARM_SHARE = 0.05;  /* smaller steps at the beginning are noise */

/* The lowest and highest mean among batches from to to - 1. */
static void batch_range(const struct benchi_total *total, unsigned from, unsigned to,
                        double *least, double *most)
{
	*least = INFINITY;
	*most = 0;
	for (unsigned i = from; i < to; i++) {
		*least = fmin(*least, total->ns[i] / total->done[i]);
		*most = fmax(*most, total->ns[i] / total->done[i]);
	}
}

void benchi_total_settle(struct benchi_total *total)
{
	unsigned n = total->full, first = n - (n + SETTLED_PART - 1) / SETTLED_PART;
	struct benchi_total rest;
	double before[2], after[2], mean, done;

	for (; first > 0; first--) {
		rest = *total;
		rest.full -= first;
		memmove(rest.ns, rest.ns + first, (BENCHI_TOTAL_BATCHES - first) * sizeof *rest.ns);
		memmove(rest.done, rest.done + first, (BENCHI_TOTAL_BATCHES - first) * sizeof *rest.done);
		for (unsigned i = BENCHI_TOTAL_BATCHES - first; i < BENCHI_TOTAL_BATCHES; i++)
			rest.ns[i] = rest.done[i] = 0;
		batch_range(total, 0, first, &before[0], &before[1]);
		batch_range(total, first, n, &after[0], &after[1]);
		mean = benchi_total_ns(&rest, &done) / done;
		if (before[0] > fmax(after[1], (1 + WARM_SHARE) * mean)
		    || before[1] < fmin(after[0], (1 - WARM_SHARE) * mean)) {
			*total = rest;
			return;
		}
	}
}
