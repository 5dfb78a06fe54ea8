/*
 * Is b mostly larger than a, and by how much?
 *
 * W counts the pairs in which b is larger (ties half).  Without ties and below 50
 * numbers in each set its distribution is exact (rankmass.c), otherwise normal with
 * mean mn/2 and the variance mn/12 (N + 1 - sum(t^3 - t) / (N (N - 1))), t the sizes
 * of the ties (Lehmann, Nonparametrics, 1975, (1.35)).  The shift is the median of
 * all mn differences (Hodges and Lehmann 1963), its interval two of them: those of
 * rank k from either end, where k is the smallest u with P(W <= u) >= (1-level)/2,
 * or ceil(mn/2 - 1/2 - z sigma) with the ties within a and within b alone.
 * Worked: {1, 2, 3} and {4, 5, 6}: W = 9, p = 2/20, shift 3, interval 1 to 5.
 * Assumes: independent numbers; for the shift, two distributions of one shape.
 * Wrong when: the shapes differ: then W may tell them apart where no shift exists.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "stats/numbers.h"
#include "stats/pairs.h"
#include "stats/rankmass.h"

#define EXACT_BELOW 50
#define RESULT_DOUBLES (offsetof(bench_ranksum, exact) / sizeof(double))

/* W, and the sums of t^3 - t over ties: in both together, and in each by itself. */
typedef struct counts {
	double w, ties, own_ties;
} counts;

static double cubic(double t)
{
	return t * (t - 1) * (t + 1);
}

/* One walk over both sorted sets, a group of equal numbers a step. */
static counts count(const benchi_pairs *p)
{
	counts c = { 0, 0, 0 };
	size_t i = 0, j = 0;

	while (i < p->na || j < p->nb) {
		double x = j == p->nb || (i < p->na && p->a[i] < p->b[j]) ? p->a[i] : p->b[j];
		size_t from_i = i, from_j = j;
		double ta, tb;

		while (i < p->na && p->a[i] == x)
			i++;
		while (j < p->nb && p->b[j] == x)
			j++;
		ta = (double)(i - from_i);
		tb = (double)(j - from_j);
		c.w += tb * ((double)from_i + ta / 2);
		c.ties += cubic(ta + tb);
		c.own_ties += cubic(ta) + cubic(tb);
	}
	return c;
}

static double deviation(const benchi_pairs *p, double ties)
{
	double m = (double)p->na, n = (double)p->nb, all = m + n;

	return sqrt(m * n / 12 * (all + 1 - ties / (all * (all - 1))));
}

static void normal_chances(bench_ranksum *out, double middle, double sigma)
{
	double distance = out->w - middle;

	if (!(sigma > 0))
		return;
	out->z_plain = distance / sigma;
	out->z = (distance - (distance > 0 ? 0.5 : distance < 0 ? -0.5 : 0)) / sigma;
	out->p_plain = 2 * bench_normal_sf(fabs(out->z_plain));
	out->p_normal = 2 * bench_normal_sf(fabs(out->z));
}

/* Rank of the interval's ends, and the confidence that it gives. */
static void choose_rank(bench_ranksum *out, const benchi_pairs *p, const benchi_masses *d,
                        double own_ties)
{
	double half = (double)p->na * (double)p->nb / 2, tail = (1 - out->level) / 2;
	double normal = ceil(half - 0.5 + bench_normal_quantile(tail) * deviation(p, own_ties));

	out->rank_normal = out->rank = normal >= 1 ? normal : 1;
	out->reached = out->level;
	if (out->exact) {
		out->rank = fmax(1, benchi_masses_quantile(d, tail));
		out->reached = 1 - 2 * benchi_masses_cdf(d, out->rank - 1);
	}
}

static void find_ends(const benchi_pairs *p, double rank, double *low, double *high)
{
	uint64_t all = (uint64_t)p->na * p->nb, k = (uint64_t)rank;

	*low = benchi_pairs_select(p, k);
	*high = benchi_pairs_select(p, all + 1 - k);
}

static bench_status fill(bench_ranksum *out, const benchi_pairs *p)
{
	counts c = count(p);
	benchi_masses d = { NULL, 0, 0 };

	out->w = c.w;
	normal_chances(out, (double)p->na * (double)p->nb / 2, deviation(p, c.ties));
	if (c.ties == 0)
		d = benchi_ranksum_masses(p->na, p->nb);
	if (d.lost)
		return benchi_fail(BENCH_ERR_MEMORY, "the distribution of the rank sum");
	if (d.mass)
		out->p_exact = benchi_masses_two_sided(&d, c.w);
	out->exact = d.mass && p->na < EXACT_BELOW && p->nb < EXACT_BELOW;
	out->p = out->exact ? out->p_exact : out->p_normal;
	choose_rank(out, p, &d, c.own_ties);
	free(d.mass);
	out->shift = benchi_pairs_median(p);
	find_ends(p, out->rank, &out->low, &out->high);
	out->low_normal = out->low;
	out->high_normal = out->high;
	if (out->rank_normal != out->rank)
		find_ends(p, out->rank_normal, &out->low_normal, &out->high_normal);
	return BENCH_OK;
}

bench_status bench_ranksum_test(const bench_numbers *a, const bench_numbers *b, double level,
                                bench_ranksum *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	benchi_pairs p;
	double *sorted_a, *sorted_b;

	if (status == BENCH_OK)
		status = benchi_level_check(&level);
	if (status == BENCH_OK)
		status = benchi_numbers_check_both(a, b, 1);
	if (status != BENCH_OK)
		return status;
	out->level = level;
	p.na = a->n;
	p.nb = b->n;
	p.rooms = benchi_pairs_room(a->n, b->n);
	p.room = malloc(p.rooms * sizeof *p.room);
	p.a = sorted_a = benchi_numbers_sorted(a);
	p.b = sorted_b = benchi_numbers_sorted(b);
	if (p.room && p.a && p.b)
		status = fill(out, &p);
	else
		status = benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers to be ranked",
		                     (double)a->n + (double)b->n);
	free(p.room);
	free(sorted_a);
	free(sorted_b);
	return status;
}
