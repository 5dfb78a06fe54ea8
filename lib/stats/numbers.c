/*
 * Sets of numbers: checking, mean and variance, sorted copies.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

/*
 * Checks a set, and computes mean and sums of squares without loss of precision.
 *
 * The first number is subtracted from each. The differences, with their rounding errors (Knuth's
 * two-sum), go into compensated sums (Neumaier, ZAMM 54, 1974, p. 39). A second pass sums the
 * squares around that mean and corrects them for the rounding of the mean (Chan, Golub and
 * LeVeque, The American Statistician 37, 1983, p. 242).
 *
 * Worked: 1e12 + {0, 1, 2} has variance 1, not 0 and not 2e8; twelve times 0.1 has variance 0.
 *
 * Wrong if the compiler may reorder sums (-ffast-math).
 */

bench_status benchi_result_begin(void *result, size_t bytes, size_t doubles)
{
	const double none = (double)NAN;

	if (!result)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	memset(result, 0, bytes);
	for (size_t i = 0; i < doubles; i++)
		memcpy((char *)result + i * sizeof none, &none, sizeof none);
	return BENCH_OK;
}

bench_status benchi_numbers_check(const bench_numbers *set, size_t least)
{
	if (!set || (!set->x && set->n))
		return benchi_fail(BENCH_ERR_ARGUMENT, "set is NULL, or x is NULL");
	if (set->n < least)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f numbers, expected at least %.0f",
		                   (double)set->n, (double)least);
	for (size_t i = 0; i < set->n; i++)
		if (!isfinite(set->x[i]))
			return benchi_fail(BENCH_ERR_INPUT, "number %.0f of the set is %s", (double)i + 1,
			                   isnan(set->x[i]) ? "nan" : set->x[i] > 0 ? "inf" : "-inf");
	return BENCH_OK;
}

bench_status benchi_confidence_check(double *confidence)
{
	if (*confidence == 0)
		*confidence = 0.95;
	if (*confidence > 0 && *confidence < 1)
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_ARGUMENT, "confidence %g is not between 0 and 1", *confidence);
}

double *benchi_numbers_sorted(const bench_numbers *set)
{
	double *copy = malloc((set->n ? set->n : 1) * sizeof *copy);

	if (!copy) {
		benchi_no_memory("the numbers to be sorted");
		return NULL;
	}
	benchi_sort_copy(copy, set->x, set->n);
	return copy;
}

bench_status benchi_pairs_check(const bench_numbers *a, const bench_numbers *b, size_t least)
{
	bench_status status = benchi_numbers_check(a, least);

	if (status == BENCH_OK)
		status = benchi_numbers_check(b, least);
	if (status == BENCH_OK && a->n != b->n)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "pairs of %.0f and %.0f numbers", (double)a->n,
		                      (double)b->n);
	return status;
}

double *benchi_numbers_differences(const bench_numbers *a, const bench_numbers *b, size_t least,
                                   bench_status *status)
{
	double *d = NULL;

	*status = benchi_pairs_check(a, b, least);
	if (*status == BENCH_OK && !(d = malloc(a->n * sizeof *d)))
		*status = benchi_no_memory("the differences");
	for (size_t i = 0; d && i < a->n; i++)
		d[i] = b->x[i] - a->x[i];
	return d;
}

static double number(const double *x, const double *minus, size_t i)
{
	return minus ? x[i] - minus[i] : x[i];
}

benchi_moments benchi_moments_less(const bench_numbers *set, const double *minus)
{
	benchi_moments m = { number(set->x, minus, 0), 0, 0, 0, (double)set->n };
	benchi_sum sum = { 0, 0 }, squares = { 0, 0 }, rest = { 0, 0 }, products = { 0, 0 };
	double before = 0;

	for (size_t i = 1; i < set->n; i++) {
		double x = number(set->x, minus, i), d = x - m.origin;

		benchi_sum_add(&sum, d);
		sum.low += benchi_difference_error(x, m.origin, d);
	}
	m.offset = (sum.high + sum.low) / m.n;
	for (size_t i = 0; i < set->n; i++) {
		double d = (number(set->x, minus, i) - m.origin) - m.offset;

		benchi_sum_add(&squares, d * d);
		benchi_sum_add(&rest, d);
		benchi_sum_add(&products, d * before);
		before = d;
	}
	rest.high += rest.low;
	m.squares = squares.high + (squares.low - rest.high * rest.high / m.n);
	m.products = products.high + products.low;
	if (m.squares < 0)
		m.squares = 0;
	return m;
}

benchi_moments benchi_moments_of(const bench_numbers *set)
{
	return benchi_moments_less(set, NULL);
}

double benchi_mean(const benchi_moments *m)
{
	return m->origin + m->offset;
}

double benchi_variance(const benchi_moments *m)
{
	return m->n > 1 ? m->squares / (m->n - 1) : (double)NAN;
}

/*
 * A set with its moments and its sorted copy, shared by several statistics.
 */

bench_status benchi_prepare(const bench_numbers *set, size_t min, benchi_prepared *p)
{
	bench_status status = benchi_numbers_check(set, min);

	*p = (benchi_prepared){ .sorted = NULL };
	if (status)
		return status;
	p->set = *set;
	if (set->n)
		p->moments = benchi_moments_of(set);
	return BENCH_OK;
}

bench_status benchi_prepared_sort(benchi_prepared *p)
{
	if (!p->sorted)
		p->sorted = benchi_numbers_sorted(&p->set);
	return p->sorted ? BENCH_OK : BENCH_ERR_MEMORY;
}

void benchi_prepared_free(benchi_prepared *p)
{
	free(p->sorted);
	p->sorted = NULL;
}
