/*
 * The ratio of the means of two whole runs.
 *
 * A ratio of totals decides only if all batches agree: its interval is the range of the batches'
 * ratios. With few bursts that range is wide, while Student's interval would be too narrow. Bursts
 * that keep step with the batches make all of them look the same, so the range is widened by one
 * burst.
 *
 * SPDX-License-Identifier: MIT
 */

#include "engine/engine.h"

enum { BATCHES_LEAST = BENCHI_TOTAL_BATCHES / 2 };

struct benchi_total_ratio benchi_total_ratio(const struct benchi_total *a,
                                             const struct benchi_total *b, double burst)
{
	struct benchi_total_ratio r = { benchi_total_over(b) / benchi_total_over(a), INFINITY, 0,
		benchi_total_half(a, b) };

	if (isnan(r.half) || a->full < BATCHES_LEAST)
		return (struct benchi_total_ratio){ NAN, NAN, NAN, NAN };
	for (unsigned i = 0; i < a->full; i++) {
		/* the open batch is short, so it is merged with the last full one */
		unsigned open = i + 1 == a->full && a->full < BENCHI_TOTAL_BATCHES ? i + 1 : i;
		double extra_a = open > i ? a->ns[open] : 0, extra_b = open > i ? b->ns[open] : 0;
		double done_a = a->done[i] + (open > i ? a->done[open] : 0);
		double done_b = b->done[i] + (open > i ? b->done[open] : 0);
		double ratio = (b->ns[i] + extra_b) / done_b / ((a->ns[i] + extra_a) / done_a);

		r.low = fmin(r.low, ratio);
		r.high = fmax(r.high, ratio);
	}
	r.low = fmin(r.low, r.mean) * (1 - burst);
	r.high = fmax(r.high, r.mean) / (1 - burst);
	return r;
}
