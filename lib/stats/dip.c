/*
 * Hartigan's dip test: has this set one mode, or several?
 *
 * The dip is the largest distance between the set's step function and the nearest
 * distribution that is convex up to a mode and concave after it.  It is found by
 * narrowing the modal interval: take the greatest convex function below the steps
 * and the least concave one above; where these are farthest apart the mode must lie
 * between; outside, the steps must keep close to the convex one on the left and to
 * the concave one on the right (Hartigan and Hartigan, Annals of Statistics 13,
 * 1985, section 4; Hartigan, AS 217, Applied Statistics 34, 1985, p. 320).  Heights
 * are counted in numbers, 2n of which make a dip of 1; a set of one mode has the
 * least dip, 1/(2n).
 * Its p-value is interpolated in a table, linearly in n and in sqrt(n) dip.
 * Worked: {1, 2, 3}: 1/6; {0, 0, 0, 1, 1, 1}: 1/4.
 * Assumes: independent numbers; the uniform distribution as the least favourable.
 * Wrong when: the numbers are few and coarse: ties alone make a dip.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/detail.h"
#include "base/stored.h"
#include "stats/dip.h"
#include "stats/prepared.h"

/* The corners of a hull over x[low..high]: indices, ascending. */
typedef struct hull {
	uint32_t *knot;
	size_t n;
} hull;

typedef struct search {
	const double *x;
	size_t low, high; /* the modal interval, as indices */
	hull convex, concave;
	double dip;       /* so far, in numbers */
} search;

/* Is the middle one of three points (x, index) above (sign 1) or below (sign -1) the
 * line between the outer ones, or on it? */
static int is_idle(const double *x, size_t i, size_t j, size_t k, int sign)
{
	double before = (x[k] - x[j]) * (double)(j - i), after = (x[j] - x[i]) * (double)(k - j);

	return sign > 0 ? before >= after : before <= after;
}

static void build(hull *h, const search *s, int sign)
{
	h->n = 0;
	for (size_t k = s->low; k <= s->high; k++) {
		while (h->n >= 2 && is_idle(s->x, h->knot[h->n - 2], h->knot[h->n - 1], k, sign))
			h->n--;
		h->knot[h->n++] = (uint32_t)k;
	}
}

/* Height of the hull's segment i - 1 to i at x[at], from the segment's lower end. */
static double climb(const search *s, const hull *h, size_t i, size_t at)
{
	size_t from = h->knot[i - 1], to = h->knot[i];
	double run = s->x[to] - s->x[from];

	return run > 0 ? (s->x[at] - s->x[from]) * ((double)(to - from) / run) : 0;
}

/* The largest distance between both hulls; its place becomes knots i and j. */
static double widest(const search *s, size_t *best_i, size_t *best_j)
{
	const uint32_t *g = s->convex.knot, *l = s->concave.knot;
	size_t i = 1, j = 1;
	double most = 0;

	*best_i = 0;
	*best_j = s->concave.n - 1;
	while (g[i] != l[j]) {
		int at_concave = g[i] > l[j];
		double gap = at_concave
			? (double)(l[j] - g[i - 1] + 1) - climb(s, &s->convex, i, l[j])
			: climb(s, &s->concave, j, g[i]) - ((double)g[i] - (double)l[j - 1] - 1);

		if (gap >= most) {
			most = gap;
			*best_i = at_concave ? i - 1 : i;
			*best_j = j;
		}
		if (at_concave)
			j++;
		else
			i++;
	}
	return most;
}

/* How far the steps stray from segment i - 1 to i of a hull; at least 1. */
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

static void narrow(search *s)
{
	for (;;) {
		size_t i, j, low, high;
		double gap;

		build(&s->convex, s, 1);
		build(&s->concave, s, -1);
		gap = widest(s, &i, &j);
		if (gap < s->dip)
			return;
		for (size_t k = 1; k <= i; k++)
			s->dip = fmax(s->dip, stray(s, &s->convex, k, 1));
		for (size_t k = j + 1; k < s->concave.n; k++)
			s->dip = fmax(s->dip, stray(s, &s->concave, k, -1));
		low = s->convex.knot[i];
		high = s->concave.knot[j];
		if (low == s->low && high == s->high)
			return;
		s->low = low;
		s->high = high;
	}
}

/* The row for n: two rows of the table, mixed; in sqrt(n) dip. */
static void make_row(size_t n, double *row)
{
	int i = 0;
	double part = 0, n0, n1;

	while (i < BENCHI_DIP_ROWS - 1 && (size_t)benchi_dip_sizes[i + 1] <= n)
		i++;
	n0 = n1 = benchi_dip_sizes[i];
	if (i < BENCHI_DIP_ROWS - 1) {
		n1 = benchi_dip_sizes[i + 1];
		part = ((double)n - n0) / (n1 - n0);
	}
	for (int k = 0; k < BENCHI_DIP_COLUMNS; k++) {
		double low = benchi_stored(sqrt(n0) * benchi_dip_quantiles[i][k]);

		row[k] = low;
		if (part > 0)
			row[k] += part * (sqrt(n1) * benchi_dip_quantiles[i + 1][k] - low);
	}
}

/* The p-value of a dip; repeated quantiles count once, with the mean of their p-values. */
static double chance(size_t n, double dip)
{
	double row[BENCHI_DIP_COLUMNS], x = 0, p = 0;
	double scaled = benchi_stored(sqrt((double)n) * dip); /* may be equal to one of the row */

	if (n < 4)
		return 1;
	make_row(n, row);
	for (int k = 0, next; k < BENCHI_DIP_COLUMNS; k = next) {
		double sum = 0, mean;

		for (next = k; next < BENCHI_DIP_COLUMNS && row[next] == row[k]; next++)
			sum += benchi_dip_p[next];
		mean = sum / (next - k);
		if (scaled <= row[k])
			return 1 - (k == 0 ? (scaled < row[k] ? 0 : mean)
			                   : p + (mean - p) * (scaled - x) / (row[k] - x));
		x = row[k];
		p = mean;
	}
	return 0;
}

bench_status benchi_modality(benchi_prepared *p, bench_modality *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	uint32_t *knots = NULL;
	size_t n = p->set.n;
	search s;

	if (status == BENCH_OK)
		status = benchi_prepared_sort(p);
	if (status == BENCH_OK && (n > UINT32_MAX || !(knots = malloc(2 * n * sizeof *knots))))
		status = benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers", (double)n);
	if (status != BENCH_OK)
		return status;
	s = (search){ p->sorted, 0, n - 1, { knots, 0 }, { knots + n, 0 }, 1 };
	if (s.x[0] < s.x[n - 1])
		narrow(&s);
	out->dip = benchi_stored(s.dip / (2 * (double)n));
	out->p = chance(n, out->dip);
	out->low = s.x[s.low];
	out->high = s.x[s.high];
	free(knots);
	return BENCH_OK;
}

bench_status bench_modality_test(const bench_numbers *set, bench_modality *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_prepare(set, 1, &p);
	if (status != BENCH_OK)
		return status;
	status = benchi_modality(&p, out);
	benchi_prepared_free(&p);
	return status;
}
