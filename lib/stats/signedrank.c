/*
 * Are the paired differences mostly positive?
 *
 * The differences that are not zero are ranked by size; V sums the ranks of the
 * positive ones.  Below 50 differences without ties and zeros its distribution is
 * exact (rankmass.c), otherwise normal with mean n(n+1)/4 and the variance
 * n(n+1)(2n+1)/24 - sum(t^3 - t)/48 (Lehmann, Nonparametrics, 1975, (3.13)).
 * Worked: differences -3.96, -5.89, -2.10: V = 0, p = 2/8.
 * Assumes: independent pairs, differences symmetric about their middle.
 * Wrong when: the differences are skewed: then a median of 0 is not what is tested.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "stats/numbers.h"
#include "stats/order.h"
#include "stats/rankmass.h"

#define EXACT_BELOW 50
#define RESULT_DOUBLES (offsetof(bench_signedrank, used) / sizeof(double))

/* Sizes of the negative and of the positive differences, each ascending. */
typedef struct sides {
	double *down, *up;
	size_t downs, ups;
} sides;

/* V, and the sum of t^3 - t over ties: one walk, a group of equal sizes a step. */
static double rank(const sides *s, double *ties)
{
	double v = 0;
	size_t i = 0, j = 0;

	*ties = 0;
	while (i < s->downs || j < s->ups) {
		int negative = j == s->ups || (i < s->downs && s->down[i] < s->up[j]);
		double size = negative ? s->down[i] : s->up[j], before = (double)(i + j), t;
		size_t ups = j;

		while (i < s->downs && s->down[i] == size)
			i++;
		while (j < s->ups && s->up[j] == size)
			j++;
		t = (double)(i + j) - before;
		v += (double)(j - ups) * (before + (t + 1) / 2);
		*ties += t * (t - 1) * (t + 1);
	}
	return v;
}

static bench_status fill(bench_signedrank *out, const sides *s, size_t zeros)
{
	double n = (double)(s->downs + s->ups), ties, sigma, distance;
	benchi_masses d = { NULL, 0, 0 };

	out->v = rank(s, &ties);
	out->used = s->downs + s->ups;
	sigma = sqrt(n * (n + 1) * (2 * n + 1) / 24 - ties / 48);
	distance = out->v - n * (n + 1) / 4;
	if (sigma > 0) {
		out->z = (distance - (distance > 0 ? 0.5 : distance < 0 ? -0.5 : 0)) / sigma;
		out->p_normal = 2 * bench_normal_sf(fabs(out->z));
	}
	if (ties == 0 && zeros == 0)
		d = benchi_signedrank_masses(out->used);
	if (d.lost)
		return benchi_fail(BENCH_ERR_MEMORY, "the distribution of the signed rank");
	if (d.mass)
		out->p_exact = benchi_masses_two_sided(&d, out->v);
	out->exact = d.mass && out->used < EXACT_BELOW;
	out->p = out->exact ? out->p_exact : out->p_normal;
	free(d.mass);
	return BENCH_OK;
}

/* Parts the differences by sign, in place: the negative ones move to the front, the
 * positive ones to the back, as sizes. */
static sides part(double *d, size_t n)
{
	sides s = { d, d + n, 0, 0 };

	for (size_t i = 0; i < n - s.ups;)
		if (d[i] > 0) {
			double size = d[i];

			d[i] = *--s.up;
			*s.up = size;
			s.ups++;
		} else if (d[i] < 0) {
			double size = -d[i++];

			d[s.downs++] = size;
		} else {
			i++;
		}
	benchi_sort(s.down, s.downs);
	benchi_sort(s.up, s.ups);
	return s;
}

bench_status bench_signedrank_test(const bench_numbers *a, const bench_numbers *b,
                                   bench_signedrank *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	double *d;
	sides s;

	if (status == BENCH_OK)
		status = benchi_numbers_check_both(a, b, 1);
	if (status != BENCH_OK)
		return status;
	d = benchi_numbers_differences(a, b, &status);
	if (!d)
		return status;
	s = part(d, a->n);
	status = fill(out, &s, a->n - s.downs - s.ups);
	free(d);
	return status;
}
