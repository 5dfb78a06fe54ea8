/*
 * Finds the modes of a set.
 *
 * A test decides whether there are two modes: Hartigan's dip, so that skewed data or a tail do not
 * count as a second mode. Otsu's cut (IEEE Trans. Systems, Man and Cybernetics 9, 1979, p. 62)
 * separates them, which is the cut with the least variance within the two parts. A mode is the
 * median of a part. If more than two modes are wanted, each part is searched in the same way.
 *
 * A coarse clock makes groups of equal numbers that are not modes. The caller sets the distance
 * from which modes count, or passes numbers with these groups spread out to the test.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

/* Returns how many values are below the cut that minimizes the sum of squares within both parts.
 * Each part has at least `least` values. Never cuts between equal values. n / 2 if no cut is
 * possible. */
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

/* Adds the modes of n sorted numbers, at most `most`. tested: the numbers that the test gets. */
static bench_status split(const double *x, const double *tested, size_t n, size_t most,
                          const struct benchi_modes_rule *rule, benchi_modes *modes)
{
	size_t before = modes->n, cut;
	bench_status status = BENCH_OK;
	int found = 0;

	if (most > 1 && n >= rule->fewest && x[n - 1] > x[0]) {
		cut = cut_of(x, n, rule->part ? n / rule->part : 1);
		if (benchi_quantile(x + cut, n - cut, 0.5) - benchi_quantile(x, cut, 0.5) > rule->gap)
			status = rule->test(tested, n, &found);
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

/*
 * Hartigan's dip test for more than one mode.
 *
 * The dip is the largest distance between the set's step function and the nearest distribution
 * that is convex up to a mode and concave after it. It is found by narrowing the modal interval.
 * Take the greatest convex function below the steps and the least concave one above. The mode must
 * be between the points where these are farthest apart. Outside, the steps must stay close to the
 * convex function on the left and to the concave one on the right (Hartigan and Hartigan, Annals
 * of Statistics 13, 1985, section 4; Hartigan, AS 217, Applied Statistics 34, 1985, p. 320).
 * Heights are counted in numbers; 2n correspond to a dip of 1. A set with one mode has the least
 * dip, 1/(2n).
 *
 * Worked: {1, 2, 3}: 1/6; {0, 0, 0, 1, 1, 1}: 1/4.
 *
 * Assumes independent numbers, and the uniform distribution as the least favourable one. Wrong if
 * the numbers are few and coarse: ties alone make a dip.
 */

/* The corners of a hull over x[low..high]: indices, ascending. */
typedef struct hull {
	uint32_t *knot;
	size_t n;
} hull;

typedef struct search {
	const double *x;
	size_t low, high; /* the modal interval, as indices */
	hull convex, concave;
	double dip;       /* largest dip so far, in numbers */
} search;

/* Builds the greatest convex function below the steps (sign 1), or the least concave one above
 * (sign -1): a knot goes if its point (x, index) is not outside the line between its neighbours. */
static void build_hull(hull *h, const search *s, int sign)
{
	const double *x = s->x;

	h->n = 0;
	for (size_t k = s->low; k <= s->high; k++) {
		while (h->n >= 2) {
			size_t i = h->knot[h->n - 2], j = h->knot[h->n - 1];
			double before = (x[k] - x[j]) * (double)(j - i);
			double after = (x[j] - x[i]) * (double)(k - j);

			if (sign > 0 ? !(before >= after) : !(before <= after))
				break;
			h->n--;
		}
		h->knot[h->n++] = (uint32_t)k;
	}
}

/* Returns the height of the hull's segment from knot i - 1 to i at x[at], above the segment's lower
 * end. */
static double climb(const search *s, const hull *h, size_t i, size_t at)
{
	size_t from = h->knot[i - 1], to = h->knot[i];
	double run = s->x[to] - s->x[from];

	return run > 0 ? (s->x[at] - s->x[from]) * ((double)(to - from) / run) : 0;
}

/* Returns the largest distance of the steps from segment i - 1 to i of a hull; at least 1. */
static double stray(const search *s, const hull *h, size_t i, int sign)
{
	size_t from = h->knot[i - 1], to = h->knot[i];
	double most = 1;

	if (to - from <= 1 || s->x[to] == s->x[from])
		return most;
	for (size_t at = from; at <= to; at++) {
		double off = sign * ((double)(at - from) - climb(s, h, i, at)) + 1;

		if (off > most)
			most = off;
	}
	return most;
}

int benchi_dip(const double *sorted, size_t n, struct benchi_dip *dip)
{
	uint32_t *knots = n <= UINT32_MAX ? malloc(2 * n * sizeof *knots) : NULL;
	bool narrower = sorted[0] < sorted[n - 1];
	search s;

	if (!knots)
		return -1;
	s = (search){ sorted, 0, n - 1, { knots, 0 }, { knots + n, 0 }, 1 };
	while (narrower) {
		const uint32_t *g = s.convex.knot, *l = s.concave.knot;
		size_t i = 0, j, low, high, right;
		double most = 0;

		build_hull(&s.convex, &s, 1);
		build_hull(&s.concave, &s, -1);
		/* the largest distance between the hulls, at the knots i and j */
		j = s.concave.n - 1;
		right = 1;
		for (size_t left = 1; g[left] != l[right];) {
			bool at_concave = g[left] > l[right];
			double gap = at_concave
				? (double)(l[right] - g[left - 1] + 1) - climb(&s, &s.convex, left, l[right])
				: climb(&s, &s.concave, right, g[left])
					- ((double)g[left] - (double)l[right - 1] - 1);

			if (gap >= most) {
				most = gap;
				i = at_concave ? left - 1 : left;
				j = right;
			}
			left += !at_concave;
			right += at_concave;
		}
		if (most < s.dip)
			break;
		for (size_t k = 1; k <= i; k++)
			s.dip = fmax(s.dip, stray(&s, &s.convex, k, 1));
		for (size_t k = j + 1; k < s.concave.n; k++)
			s.dip = fmax(s.dip, stray(&s, &s.concave, k, -1));
		low = s.convex.knot[i];
		high = s.concave.knot[j];
		narrower = low != s.low || high != s.high;
		s.low = low;
		s.high = high;
	}
	dip->dip = benchi_stored(s.dip / (2 * (double)n));
	dip->low = sorted[s.low];
	dip->high = sorted[s.high];
	free(knots);
	return 0;
}

/* Quantiles of one in 1000, from the table in modality.c. */
const double benchi_dip_rare[BENCHI_DIP_ROWS] = { 0.244369839049632, 0.199617527406166,
	0.219518627282415, 0.202341010748261, 0.19448404115794, 0.188658833121906, 0.180611195797351,
	0.155456133696328, 0.138569903791767, 0.117164140184417, 0.0940930106666244,
	0.0684479731118028, 0.0497198001867437, 0.0320170996823189, 0.0228689168972669,
	0.0162685615996248, 0.0103498795291629, 0.00731822628156458, 0.00520917757743218,
	0.00369400045486625, 0.0027524322157581 };

const int benchi_dip_sizes[BENCHI_DIP_ROWS] = { 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 50, 100, 200,
	500, 1000, 2000, 5000, 10000, 20000, 40000, 72000 };

double benchi_dip_quantile(size_t n, const double *quantile, size_t stride)
{
	int i = 0;
	double n0, n1, low;

	while (i < BENCHI_DIP_ROWS - 1 && (size_t)benchi_dip_sizes[i + 1] <= n)
		i++;
	n0 = benchi_dip_sizes[i];
	low = benchi_stored(sqrt(n0) * quantile[(size_t)i * stride]);
	if (i == BENCHI_DIP_ROWS - 1 || (size_t)benchi_dip_sizes[i] == n)
		return low;
	n1 = benchi_dip_sizes[i + 1];
	return low + ((double)n - n0) / (n1 - n0)
		* (sqrt(n1) * quantile[(size_t)(i + 1) * stride] - low);
}

int benchi_dip_is_rare(double dip, size_t n)
{
	return benchi_stored(sqrt((double)n) * dip) > benchi_dip_quantile(n, benchi_dip_rare, 1);
}
