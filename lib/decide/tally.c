/*
 * How many of the rounds lie beyond a cut, and what does it prove?
 *
 * If the median of ln(b / a) lay at a cut or below it, each round would lie above it with
 * probability one half at most.  So as many rounds above it as stats/wager.c asks for
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

#include "decide/tally.h"
#include "stats/order.h"

void benchi_tally_add(struct benchi_tally *tally, const struct benchi_cuts *cuts, double x)
{
	tally->faster += x < cuts->faster;
	tally->slower += x > cuts->slower;
	tally->above_low += x > cuts->low;
	tally->below_high += x < cuts->high;
}

int benchi_tally_same(const struct benchi_tally *tally, size_t wins)
{
	return tally->above_low >= wins && tally->below_high >= wins;
}

int benchi_tally_differs(const struct benchi_tally *tally, size_t wins)
{
	return tally->faster >= wins || tally->slower >= wins;
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
