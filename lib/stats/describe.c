/*
 * Describes a set: quantiles, mean, standard deviation and their intervals.
 *
 * Mean and deviation from the compensated sums of numbers.c; quantiles of type 7
 * from a sorted copy; spreads (iqr, mad) from the numbers less the middle one, so
 * that a large common part costs no digits.  The mean's interval is mean +- t s/sqrt(n),
 * the deviation's s sqrt((n-1)/chi-square).
 * Worked: {1476.48, 1475.75, 1482.53}: mean 1478.2533, sd 3.7216439.
 * Assumes: nothing for the quantiles; normal numbers for the intervals.
 * Wrong when: numbers are skewed or drift: then the intervals are.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

#define DESCRIBE_RESULT_DOUBLES (offsetof(bench_description, n) / sizeof(double))

static void fill_quantiles(bench_description *out, const double *sorted, size_t n)
{
	out->min = sorted[0];
	out->q05 = benchi_quantile(sorted, n, 0.05);
	out->q25 = benchi_quantile(sorted, n, 0.25);
	out->median = benchi_quantile(sorted, n, 0.5);
	out->q75 = benchi_quantile(sorted, n, 0.75);
	out->q95 = benchi_quantile(sorted, n, 0.95);
	out->max = sorted[n - 1];
}

/* The q-quantile of the sorted numbers less the middle one. */
static double quantile_less(const double *sorted, size_t n, double q, double middle)
{
	double h = (double)(n - 1) * q;
	size_t i = (size_t)h, next = i + 1 < n ? i + 1 : i;
	double low = sorted[i] - middle, high = sorted[next] - middle;

	return low + (h - (double)i) * (high - low);
}

static void fill_spreads(bench_description *out, const double *sorted, size_t n)
{
	double middle = sorted[n / 2];

	out->iqr = quantile_less(sorted, n, 0.75, middle) - quantile_less(sorted, n, 0.25, middle);
	out->mad = benchi_mad_sorted(sorted, n, middle, quantile_less(sorted, n, 0.5, middle));
}

static void fill_moments(bench_description *out, benchi_moments m)
{
	double df = m.n - 1, tail = (1 - out->confidence) / 2, half;

	out->mean = benchi_mean(&m);
	if (m.n < 2)
		return;
	out->variance = benchi_variance(&m);
	out->sd = sqrt(out->variance);
	if (m.squares > 0) {
		half = benchi_student_quantile(1 - tail, df) * out->sd / sqrt(m.n);
		out->mean_low = m.origin + (m.offset - half);
		out->mean_high = m.origin + (m.offset + half);
	}
	out->sd_low = sqrt(m.squares / benchi_chisquare_quantile(1 - tail, df));
	out->sd_high = sqrt(m.squares / benchi_chisquare_quantile(tail, df));
}

bench_status benchi_describe(benchi_prepared *p, double confidence, bench_description *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, DESCRIBE_RESULT_DOUBLES);

	if (status == BENCH_OK)
		status = benchi_prepared_sort(p);
	if (status != BENCH_OK)
		return status;
	out->n = p->set.n;
	out->confidence = confidence;
	fill_quantiles(out, p->sorted, p->set.n);
	fill_moments(out, p->moments);
	fill_spreads(out, p->sorted, p->set.n);
	return BENCH_OK;
}

bench_status bench_numbers_describe(const bench_numbers *set, double confidence,
                                    bench_description *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, DESCRIBE_RESULT_DOUBLES);
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_prepare(set, 1, &p);
	if (status != BENCH_OK)
		return status;
	status = benchi_describe(&p, confidence, out);
	benchi_prepared_free(&p);
	return status;
}

/*
 * Random integers below n, and random numbers between 0 and 1.
 *
 * Remainders of 64 random bits, those beyond the largest multiple of n drawn again, so
 * that none is favoured (sums over 1e12 pairs have more of them than 32 bits); a unit
 * number is 52 bits and a half, never 0 and never 1.
 * Wrong when: secrets depend on it.
 */

uint64_t benchi_draw_below(uint64_t *state, uint64_t n)
{
	uint64_t excess = (UINT64_MAX % n + 1) % n, bits;

	do
		bits = benchi_random(state);
	while (bits > UINT64_MAX - excess);
	return bits % n;
}

double benchi_draw_unit(uint64_t *state)
{
	return ((double)(benchi_random(state) >> 12) + 0.5) * (1.0 / 4503599627370496.0);
}

/*
 * Grubbs' test for one outlier.
 *
 * G = |x - mean| / sd of the farthest number.  Under normality
 * t^2 = n (n-2) G^2 / ((n-1)^2 - n G^2) is the square of a Student t with n - 2
 * degrees of freedom, corrected for the n numbers that may be the farthest (Grubbs, Annals of
 * Mathematical Statistics 21, 1950, p. 27; Technometrics 11, 1969, p. 1).  U, the
 * share of the squares that is left without it, is summed by itself, and
 * (n-1)^2 - n G^2 = (n-1)^2 U: a gross outlier leaves no cancellation.
 * Worked: {1, 1.1, 0.9, 1, 5}: G = 1.7875, t = 43.8 with 3 degrees, p = 6.5e-5.
 * Assumes: the others are normal; there is one outlier.
 * Wrong when: there are two (each makes sd large for the other).
 */

#define OUTLIER_RESULT_DOUBLES (offsetof(bench_outlier, index) / sizeof(double))

static double capped(double p)
{
	return p > 1 ? 1 : p;
}

/* The number farthest from the mean; of two equally far ones the larger. */
static size_t farthest(const bench_numbers *set, const benchi_moments *m, double *distance)
{
	size_t at = 0;

	*distance = -1;
	for (size_t i = 0; i < set->n; i++) {
		double d = fabs((set->x[i] - m->origin) - m->offset);

		if (d > *distance || (d == *distance && set->x[i] > set->x[at])) {
			*distance = d;
			at = i;
		}
	}
	return at;
}

/* Sum of squares of all but one about their own mean. */
static double squares_without(const bench_numbers *set, const benchi_moments *m, size_t out)
{
	double mean = m->offset - ((set->x[out] - m->origin) - m->offset) / (m->n - 1);
	benchi_sum squares = { 0, 0 }, rest = { 0, 0 };

	for (size_t i = 0; i < set->n; i++)
		if (i != out) {
			double d = (set->x[i] - m->origin) - mean;

			benchi_sum_add(&squares, d * d);
			benchi_sum_add(&rest, d);
		}
	rest.high += rest.low;
	return fmax(0, squares.high + (squares.low - rest.high * rest.high / (m->n - 1)));
}

/* U: directly where the cancellation costs at most two digits, else summed separately. */
static double squares_left(const benchi_prepared *p, size_t at, double distance)
{
	const benchi_moments *m = &p->moments;
	double left = 1 - distance * distance / m->squares * (m->n / (m->n - 1));

	return left > 0.01 ? left : squares_without(&p->set, m, at) / m->squares;
}

void benchi_outlier(const benchi_prepared *p, bench_outlier *out)
{
	const benchi_moments *m = &p->moments;
	double distance, tail;

	if (benchi_result_begin(out, sizeof *out, OUTLIER_RESULT_DOUBLES))
		return;
	out->index = farthest(&p->set, m, &distance);
	out->value = p->set.x[out->index];
	out->high = (out->value - m->origin) - m->offset >= 0;
	if (!(m->squares > 0))
		return;
	out->g = distance / sqrt(benchi_variance(m));
	if (p->set.n < 3)
		return;
	out->u = squares_left(p, out->index, distance);
	tail = m->n * benchi_student_sf(out->g / (m->n - 1) * sqrt(m->n * (m->n - 2) / out->u),
	                               m->n - 2);
	out->p_one = capped(tail);
	out->p_two = capped(2 * tail);
}

bench_status bench_outlier_test(const bench_numbers *set, bench_outlier *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, OUTLIER_RESULT_DOUBLES);
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_prepare(set, 1, &p);
	if (status == BENCH_OK)
		benchi_outlier(&p, out);
	return status;
}

double bench_outlier_critical(double confidence, size_t n, int sides)
{
	double m = (double)n, t;

	if (benchi_confidence_check(&confidence) != BENCH_OK || n < 3 || (sides != 1 && sides != 2))
		return NAN;
	t = benchi_student_quantile((1 - confidence) / (m * sides), m - 2);
	return (m - 1) / sqrt(m) * sqrt(t * t / (m - 2 + t * t));
}
