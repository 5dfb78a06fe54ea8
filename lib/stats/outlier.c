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
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "stats/prepared_tests.h"

#define RESULT_DOUBLES (offsetof(bench_outlier, index) / sizeof(double))

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

	if (benchi_result_begin(out, sizeof *out, RESULT_DOUBLES))
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
	tail = m->n * bench_student_sf(out->g / (m->n - 1) * sqrt(m->n * (m->n - 2) / out->u),
	                               m->n - 2);
	out->p_one = capped(tail);
	out->p_two = capped(2 * tail);
}

bench_status bench_outlier_test(const bench_numbers *set, bench_outlier *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
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
	t = bench_student_quantile((1 - confidence) / (m * sides), m - 2);
	return (m - 1) / sqrt(m) * sqrt(t * t / (m - 2 + t * t));
}
