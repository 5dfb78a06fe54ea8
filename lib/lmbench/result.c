/*
 * The current result, and the results that it was chosen from.
 *
 * One current value, microseconds and operations, which the reports divide; and a list
 * sorted by their quotient, the largest first.  Both are the process's: programs of this
 * kind have one thread and several files.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include <math.h>

#include "stats/order.h"

static const double U_EXACT = 1e6, N_EXACT = 1e5;

static value_t current = { 0, 1 };
static result_t own;
static result_t *results = &own;

value_t benchi_lm_value(double iteration_ns, double iterations)
{
	double scale = 1;
	value_t value = { 0, 1 };

	iterations = iterations >= 1 ? floor(iterations) : 1;
	if (!(iteration_ns > 0))
		return value;
	while (iteration_ns * iterations * scale / 1e3 < U_EXACT && iterations * scale < N_EXACT)
		scale *= 10;
	value.n = (uint64)(iterations * scale);
	value.u = (uint64)(iteration_ns * iterations * scale / 1e3 + 0.5);
	return value;
}

void benchi_lm_set(value_t value)
{
	current = value;
}

void benchi_lm_set_results(const double *sorted_ns, size_t n, int count, double iterations)
{
	insertinit(&own);
	results = &own;
	if (count > TRIES)
		count = TRIES;
	for (int i = 0; i < count && n > 0; i++) {
		double place = count == 1 ? 0.5 : (i + 0.5) / count;
		value_t value = benchi_lm_value(benchi_quantile(sorted_ns, n, place), iterations);

		insertsort(value.u, value.n, &own);
	}
	save_median();
}

uint64 gettime(void)
{
	return current.u;
}

uint64 usecs_spent(void)
{
	return current.u;
}

void settime(uint64 microseconds)
{
	current.u = microseconds;
}

uint64 get_n(void)
{
	return current.n;
}

void save_n(uint64 n)
{
	current.n = n;
}

void set_n(uint64 n)
{
	current.n = n;
}

int sizeof_result(int repetitions)
{
	int more = repetitions > TRIES ? repetitions - TRIES : 0;

	return (int)(sizeof(result_t) + (size_t)more * sizeof(value_t));
}

void insertinit(result_t *result)
{
	result->N = 0;
	memset(result->v, 0, sizeof result->v);
}

static double each(value_t value)
{
	return (double)value.u / (double)value.n;
}

void insertsort(uint64 u, uint64 n, result_t *result)
{
	value_t *v = result->v, value = { u, n };
	int i = result->N;

	if (n == 0)
		return;         /* there is no quotient to sort it by */
	for (; i > 0 && each(v[i - 1]) < each(value); i--)
		v[i] = v[i - 1];
	v[i] = value;
	result->N++;
}

result_t *get_results(void)
{
	return results;
}

void set_results(result_t *result)
{
	results = result ? result : &own;
	save_median();
}

void save_median(void)
{
	static const value_t none = { 0, 1 };
	const value_t *v = results->v, *middle = v + results->N / 2;

	if (results->N < 1)
		current = none;
	else if (results->N % 2 == 1)
		current = *middle;
	else
		current = benchi_lm_value((each(middle[-1]) + each(*middle)) / 2 * 1e3,
			(double)(middle->n > middle[-1].n ? middle->n : middle[-1].n));
}

void save_minimum(void)
{
	static const value_t none = { 0, 1 };

	current = results->N < 1 ? none : results->v[results->N - 1];
}
