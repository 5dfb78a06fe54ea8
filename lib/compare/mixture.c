/*
 * How often is each value called, so that the calls are distributed as the weights are?
 *
 * An iteration makes up to 100 calls, each value at least once; the fewest calls of which no
 * value's share is off by over 2 % of itself, or, if there are none, those that are off least.
 * Worked: 0.5, 0.2, 0.3: 10 calls, 5, 2 and 3.
 * Where they are off by more, as one of 0.1 %, which gets 1 of 100 calls, the values are timed
 * apart, and each time is weighted by its share over that of its calls: 0.1.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "compare/mixture.h"

enum { CALLS_MOST = 100 };

static const double CLOSE = 0.02;

/* Distributes about so many calls; returns the largest error of a share. */
static double distribute(const bench_value *values, double sum, unsigned calls,
                         struct benchi_mixture *m)
{
	double worst = 0;

	m->calls = 0;
	for (size_t i = 0; i < m->n; i++) {
		m->count[i] = (unsigned)fmax(1, floor(values[i].weight / sum * calls + 0.5));
		m->calls += m->count[i];
	}
	for (size_t i = 0; i < m->n; i++)
		worst = fmax(worst, fabs(m->count[i] / (double)m->calls / (values[i].weight / sum) - 1));
	return worst;
}

static bench_status check(const bench_pick_options *options, double *sum)
{
	*sum = 0;
	if (options->value_count > BENCH_VALUES_MOST)
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.value_count is %.0f, expected %d at most",
			(double)options->value_count, BENCH_VALUES_MOST);
	for (size_t i = 0; i < options->value_count; i++) {
		if (!(options->values[i].weight > 0) || !(options->values[i].weight <= 1e300))
			return benchi_fail(BENCH_ERR_ARGUMENT, "options.values[%.0f].weight is %g, expected "
				"above 0", (double)i, options->values[i].weight);
		*sum += options->values[i].weight;
	}
	return isfinite(*sum) ? BENCH_OK
	     : benchi_fail(BENCH_ERR_ARGUMENT, "the sum of options.values[].weight is too large");
}

bench_status benchi_mixture_make(const bench_pick_options *options, struct benchi_mixture *m)
{
	bench_status status = BENCH_OK;
	double sum, least = INFINITY;
	unsigned best = 1;

	m->n = 0;
	m->apart = 0;
	m->calls = 1;
	if (options && options->values && options->value_count > 0)
		status = check(options, &sum);
	else
		return BENCH_OK;
	if (status != BENCH_OK)
		return status;
	m->n = options->value_count;
	for (size_t i = 0; i < m->n; i++)
		m->value[i] = options->values[i].value;
	for (unsigned calls = (unsigned)m->n; calls <= CALLS_MOST && least > CLOSE; calls++) {
		double error = distribute(options->values, sum, calls, m);

		if (error < least) {
			least = error;
			best = calls;
		}
	}
	m->apart = distribute(options->values, sum, best, m) > CLOSE;
	for (size_t i = 0; i < m->n; i++)
		m->factor[i] = m->apart ? options->values[i].weight / sum * m->calls / m->count[i] : 1;
	return BENCH_OK;
}
