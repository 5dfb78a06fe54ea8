/*
 * How many of the rounds lie beyond a cut, and what does it prove?
 *
 * If the median of ln(b / a) lay at a cut or below it, each round would lie above it with
 * probability one half at most.  So as many rounds above it as stats/bet.c asks for
 * prove that the median is above, however often one looks; a round that is equal to the
 * cut counts for neither side, which makes ties exact.  Counting needs no memory for the
 * rounds.  The interval's ends, for those who keep them, are the rounds at which the
 * same counts are just not reached: counts and interval never contradict each other.
 * Worked: 20 rounds, 16 wins needed; if 16 lie above 0.001, then so does the sixteenth
 * largest, which is the interval's lower end.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "compare/counts.h"
#include "stats/order.h"

void benchi_counts_add(struct benchi_counts *counts, const struct benchi_thresholds *cuts, double x)
{
	counts->faster += x < cuts->faster;
	counts->slower += x > cuts->slower;
	counts->above_low += x > cuts->low;
	counts->below_high += x < cuts->high;
}

int benchi_counts_same(const struct benchi_counts *counts, size_t wins)
{
	return counts->above_low >= wins && counts->below_high >= wins;
}

int benchi_counts_differs(const struct benchi_counts *counts, size_t wins)
{
	return counts->faster >= wins || counts->slower >= wins;
}

struct benchi_middle benchi_middle_of(const double *sorted, size_t n, size_t wins)
{
	struct benchi_middle middle = { -INFINITY, benchi_quantile(sorted, n, 0.5), INFINITY };

	if (wins <= n) {
		middle.low = sorted[n - wins];
		middle.high = sorted[wins - 1];
	}
	return middle;
}
