/*
 * Wilcoxon's rank sum test, and Hodges and Lehmann's shift.
 *
 * W counts the pairs in which b is larger (ties half).  Without ties and below 50
 * numbers in each set its distribution is exact (rankmass.c), otherwise normal with
 * mean mn/2 and the variance mn/12 (N + 1 - sum(t^3 - t) / (N (N - 1))), t the sizes
 * of the ties (Lehmann, Nonparametrics, 1975, (1.35)).  The shift is the median of
 * all mn differences (Hodges and Lehmann 1963), its interval two of them: those of
 * rank k from either end, where k is the smallest u with P(W <= u) >= (1-confidence)/2,
 * or ceil(mn/2 - 1/2 - z sigma) with the ties within a and within b alone.
 * Worked: {1, 2, 3} and {4, 5, 6}: W = 9, p = 2/20, shift 3, interval 1 to 5.
 * Assumes: independent numbers; for the shift, two distributions of one shape.
 * Wrong when: the shapes differ: then W may be significant without any shift.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "stats/pairs.h"
#include "stats/prepared_tests.h"
#include "stats/rankmass.h"

#define EXACT_BELOW 50
#define RESULT_DOUBLES (offsetof(bench_ranksum, exact) / sizeof(double))

static double cubic(double t)
{
	return t * (t - 1) * (t + 1);
}

/* W, and the sums of t^3 - t over ties, in both sets together and in each by itself: one walk
 * over both sorted sets, a group of equal numbers a step. */
static void count(const benchi_pairs *p, benchi_rank_memo *m)
{
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
		m->w += tb * ((double)from_i + ta / 2);
		m->ties += cubic(ta + tb);
		m->own_ties += cubic(ta) + cubic(tb);
	}
	m->shift = benchi_pairs_median(p);
	m->counted = true;
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
	double half = (double)p->na * (double)p->nb / 2, tail = (1 - out->confidence) / 2;
	double normal = ceil(half - 0.5 + bench_normal_quantile(tail) * deviation(p, own_ties));

	out->rank_normal = out->rank = normal >= 1 ? normal : 1;
	out->reached = out->confidence;
	if (out->exact) {
		out->rank = fmax(1, benchi_masses_quantile(d, tail));
		out->reached = 1 - 2 * benchi_masses_cdf(d, out->rank - 1);
	}
}

static void find_ends(const benchi_pairs *p, double rank, benchi_rank_memo *m, double *low,
                      double *high)
{
	uint64_t all = (uint64_t)p->na * p->nb, k = (uint64_t)rank;
	size_t i = 0;

	while (i < m->n && m->ends[i].rank != rank)
		i++;
	if (i == m->n) {
		benchi_rank_ends found = { rank, benchi_pairs_select(p, k),
			benchi_pairs_select(p, all + 1 - k) };

		i = m->n < sizeof m->ends / sizeof *m->ends ? m->n++ : m->n - 1;
		m->ends[i] = found;
	}
	*low = m->ends[i].low;
	*high = m->ends[i].high;
}

static bench_status fill(bench_ranksum *out, const benchi_pairs *p, benchi_rank_memo *m)
{
	benchi_masses d = { NULL, 0, 0 };

	if (!m->counted)
		count(p, m);
	out->w = m->w;
	normal_chances(out, (double)p->na * (double)p->nb / 2, deviation(p, m->ties));
	if (m->ties == 0)
		d = benchi_ranksum_masses(p->na, p->nb);
	if (d.lost)
		return benchi_fail(BENCH_ERR_MEMORY, "the distribution of the rank sum");
	if (d.mass)
		out->p_exact = benchi_masses_two_sided(&d, m->w);
	out->exact = d.mass && p->na < EXACT_BELOW && p->nb < EXACT_BELOW;
	out->p = out->exact ? out->p_exact : out->p_normal;
	choose_rank(out, p, &d, m->own_ties);
	free(d.mass);
	out->shift = m->shift;
	find_ends(p, out->rank, m, &out->low, &out->high);
	find_ends(p, out->rank_normal, m, &out->low_normal, &out->high_normal);
	return BENCH_OK;
}

bench_status benchi_ranksum(benchi_prepared *a, benchi_prepared *b, double confidence,
                            benchi_rank_memo *memo, bench_ranksum *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	size_t scratch = benchi_pairs_capacity(a->set.n, b->set.n);
	benchi_pairs p = { NULL, NULL, a->set.n, b->set.n, NULL, scratch };

	if (status == BENCH_OK)
		status = benchi_prepared_sort(a);
	if (status == BENCH_OK)
		status = benchi_prepared_sort(b);
	if (status != BENCH_OK)
		return status;
	out->confidence = confidence;
	p.a = a->sorted;
	p.b = b->sorted;
	p.scratch = malloc(p.capacity * sizeof *p.scratch);
	if (p.scratch)
		status = fill(out, &p, memo);
	else
		status = benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers to be ranked",
		                     (double)p.na + (double)p.nb);
	free(p.scratch);
	return status;
}

bench_status bench_ranksum_test(const bench_numbers *a, const bench_numbers *b, double confidence,
                                bench_ranksum *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	benchi_rank_memo memo = { 0 };
	benchi_prepared pa, pb;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_prepare(a, 1, &pa);
	if (status == BENCH_OK)
		status = benchi_prepare(b, 1, &pb);
	if (status != BENCH_OK)
		return status;
	status = benchi_ranksum(&pa, &pb, confidence, &memo, out);
	benchi_prepared_free(&pa);
	benchi_prepared_free(&pb);
	return status;
}
