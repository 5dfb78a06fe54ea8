/*
 * Finds two modes of a set.
 *
 * Hartigan's dip test, at one in a thousand, decides whether there are two modes, so
 * that skewed data or a tail do not count as a second one.  Otsu's
 * cut (IEEE Trans. Systems, Man and Cybernetics 9, 1979, p. 62) separates them: the one
 * with the least variance within the two parts; a mode is a part's median.  Parts under a
 * tenth of the numbers are outliers, not modes; and the caller sets the distance from which
 * modes count (a coarse clock makes modes of its own).
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include "stats/modes.h"
#include "stats/order.h"

static const double SURE = 0.001;

enum { LEAST = 20 };

size_t benchi_modes_cut(const double *sorted, size_t n, size_t least)
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

int benchi_modes_find(const double *sorted, size_t n, double gap, double mode[2])
{
	bench_numbers set = { sorted, n };
	bench_modality modality;
	size_t cut;

	if (n < LEAST)
		return 0;
	cut = benchi_modes_cut(sorted, n, n / 10);
	mode[0] = benchi_quantile(sorted, cut, 0.5);
	mode[1] = benchi_quantile(sorted + cut, n - cut, 0.5);
	if (!(mode[1] - mode[0] > gap))
		return 0;
	return bench_modality_test(&set, &modality) == BENCH_OK && modality.p < SURE;
}
