/*
 * Finds the modes of a set.
 *
 * A test decides whether there are two modes; Hartigan's dip, so that skewed data or a tail do not
 * count as a second one.  Otsu's cut (IEEE Trans. Systems, Man and Cybernetics 9, 1979, p. 62)
 * separates them: the one with the least variance within the two parts; a mode is a part's median.
 * Each part is then searched in the same way, if more than two modes are wanted.
 *
 * A coarse clock makes groups of equal numbers that are not modes: the caller sets the distance
 * from which modes count, or has the test see numbers with such groups spread.
 *
 * SPDX-License-Identifier: MIT
 */
#include "stats/modes.h"
#include "stats/order.h"

/* The count of numbers below the cut with the least sum of squares within both parts, each of
 * least numbers or more; never between equal ones.  n / 2 if there is no cut. */
static size_t cut_of(const double *sorted, size_t n, size_t least)
{
	double total = 0, below = 0, best = -1;
	size_t cut = n / 2;

	for (size_t i = 0; i < n; i++)
		total += sorted[i] - sorted[0];
	for (size_t i = 1; i < n; i++) {
		double high = (double)(n - i), low = (double)i, apart;

		below += sorted[i - 1] - sorted[0];
		apart = (total - below) / high - below / low;
		if (i < least || n - i < least || !(sorted[i] > sorted[i - 1]))
			continue;
		if (low * high * apart * apart > best) {
			best = low * high * apart * apart;
			cut = i;
		}
	}
	return cut;
}

/* Are there two modes, with cut numbers in the lower one? */
static bench_status is_double(const double *x, const double *tested, size_t n, size_t cut,
                              const struct benchi_modes_rule *rule, int *found)
{
	*found = 0;
	if (!(benchi_quantile(x + cut, n - cut, 0.5) - benchi_quantile(x, cut, 0.5) > rule->gap))
		return BENCH_OK;
	return rule->test(tested, n, found);
}

static bench_status split(const double *x, const double *tested, size_t n, size_t most,
                          const struct benchi_modes_rule *rule, benchi_modes *modes)
{
	size_t before = modes->n, cut;
	bench_status status;
	int found;

	if (most > 1 && n >= rule->fewest && x[n - 1] > x[0]) {
		cut = cut_of(x, n, rule->part ? n / rule->part : 1);
		status = is_double(x, tested, n, cut, rule, &found);
		if (status == BENCH_OK && found)
			status = split(x, tested, cut, most - 1, rule, modes);
		if (status != BENCH_OK)
			return status;
		if (found)
			return split(x + cut, tested + cut, n - cut, most - (modes->n - before), rule, modes);
	}
	modes->at[modes->n] = benchi_quantile(x, n, 0.5);
	modes->count[modes->n++] = n;
	return BENCH_OK;
}

bench_status benchi_modes_find(const bench_numbers *sorted, const double *tested,
                               const struct benchi_modes_rule *rule, benchi_modes *modes)
{
	modes->n = 0;
	return split(sorted->x, tested ? tested : sorted->x, sorted->n, rule->most, rule, modes);
}
