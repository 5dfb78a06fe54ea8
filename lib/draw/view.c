/*
 * The points of a set that a plot shows.
 *
 * One sorted copy gives quantiles and the distribution function (every value of a
 * small set, else quantiles at even steps), and is given back; in run order a small
 * set is shown value by value, a large one as slices of equal size.  So a picture of
 * ten million values is as small as one of a thousand.
 * Assumes: finite values, in run order.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "draw/view.h"
#include "stats/numbers.h"
#include "stats/order.h"

#define SUSPICION 0.01 /* p-value below which a trend is reported */
#define REACH 4 /* quartile ranges beyond the quartiles that are still shown */

static void find_quantiles(const double *sorted, size_t n, benchi_view *v)
{
	v->min = sorted[0];
	v->q05 = benchi_quantile(sorted, n, 0.05);
	v->q25 = benchi_quantile(sorted, n, 0.25);
	v->median = benchi_quantile(sorted, n, 0.5);
	v->q75 = benchi_quantile(sorted, n, 0.75);
	v->q95 = benchi_quantile(sorted, n, 0.95);
	v->inner_high = sorted[(size_t)(0.99 * (double)(n - 1))];
	v->inner_low = sorted[n - 1 - (size_t)(0.99 * (double)(n - 1))];
	v->max = sorted[n - 1];
}

/* Points of the distribution function: at steps_x the share reached there. */
static void find_steps(const double *sorted, size_t n, benchi_view *v)
{
	v->steps = n < BENCHI_VIEW_STEPS ? n : BENCHI_VIEW_STEPS;
	for (size_t i = 0; i < v->steps; i++) {
		size_t k = n <= BENCHI_VIEW_STEPS
		               ? i : (size_t)((double)i * (double)(n - 1) / (double)(v->steps - 1));

		v->step_x[i] = sorted[k];
		v->step_y[i] = 100 * (double)(k + 1) / (double)n;
	}
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* part: capacity for the values of the longest slice. */
static void find_slices(benchi_view *v, double *part)
{
	double n = (double)v->set.n;

	for (size_t i = 0; i < v->orders; i++) {
		size_t first = (size_t)(n * (double)i / (double)v->orders);
		size_t end = (size_t)(n * (double)(i + 1) / (double)v->orders);

		memcpy(part, v->set.x + first, (end - first) * sizeof *part);
		qsort(part, end - first, sizeof *part, by_value);
		v->order_x[i] = (double)(first + end + 1) / 2;
		v->order_low[i] = benchi_quantile(part, end - first, 0.05);
		v->order_y[i] = benchi_quantile(part, end - first, 0.5);
		v->order_high[i] = benchi_quantile(part, end - first, 0.95);
	}
}

static void find_order(benchi_view *v, double *part)
{
	v->orders = v->set.n <= BENCHI_VIEW_VALUES ? v->set.n : BENCHI_VIEW_SLICES;
	if (v->set.n > BENCHI_VIEW_VALUES) {
		find_slices(v, part);
		return;
	}
	v->order_low = v->order_high = NULL;
	for (size_t i = 0; i < v->orders; i++) {
		v->order_x[i] = (double)(i + 1);
		v->order_y[i] = v->set.x[i];
	}
}

/* Mann and Kendall's test, of the values or of the slices' medians. */
static bench_status find_drift(benchi_view *v)
{
	bench_numbers order = { v->order_y, v->orders };
	bench_trend trend;
	bench_status status = v->orders < 2 ? BENCH_ERR_INPUT : bench_trend_test(&order, &trend);

	if (!status && trend.p < SUSPICION)
		v->drift = trend.s > 0 ? 1 : -1;
	return status == BENCH_ERR_MEMORY ? status : BENCH_OK;
}

bench_status benchi_view_find(const bench_numbers *set, benchi_view *v)
{
	size_t steps = set->n < BENCHI_VIEW_STEPS ? set->n : BENCHI_VIEW_STEPS;
	size_t values = set->n < BENCHI_VIEW_VALUES ? set->n : BENCHI_VIEW_VALUES;
	bench_status status = benchi_numbers_check(set, 1);
	double *sorted;

	memset(v, 0, sizeof *v);
	if (status != BENCH_OK)
		return status;
	v->set = *set;
	v->capacity = malloc((2 * steps + 4 * values) * sizeof *v->capacity);
	sorted = benchi_numbers_sorted(set);
	if (!v->capacity || !sorted) {
		free(sorted);
		return benchi_fail(BENCH_ERR_MEMORY, "a view of %zu values", set->n);
	}
	v->step_x = v->capacity;
	v->step_y = v->step_x + steps;
	v->order_x = v->step_y + steps;
	v->order_y = v->order_x + values;
	v->order_low = v->order_y + values;
	v->order_high = v->order_low + values;
	find_quantiles(sorted, set->n, v);
	find_steps(sorted, set->n, v);
	find_order(v, sorted);
	status = find_drift(v);
	free(sorted);
	return status;
}

void benchi_view_free(benchi_view *v)
{
	free(v->capacity);
	memset(v, 0, sizeof *v);
}

benchi_extent benchi_view_extent(const benchi_view *view, size_t n, bool log)
{
	double low = (double)INFINITY, high = -(double)INFINITY, least = (double)INFINITY;

	for (size_t i = 0; i < n; i++) {
		const benchi_view *v = &view[i];
		double reach = REACH * (v->q75 - v->q25);
		bool cut = reach > 0 && isfinite(reach);

		low = fmin(low, cut ? fmax(v->min, fmin(v->inner_low, v->q25 - reach)) : v->min);
		high = fmax(high, cut ? fmin(v->max, fmax(v->inner_high, v->q75 + reach)) : v->max);
		least = fmin(least, v->min);
	}
	if (!(low <= high))
		low = high = 0;
	if (log && least > 0 && low <= 0)
		low = least;
	return benchi_extent_over(low, high, log && low > 0, false);
}

void benchi_view_count(const benchi_view *view, const benchi_extent *e, size_t n, size_t *counts,
                       size_t *below, size_t *above)
{
	const bench_numbers *set = &view->set;

	memset(counts, 0, n * sizeof *counts);
	*below = *above = 0;
	for (size_t i = 0; i < set->n; i++) {
		double x = set->x[i], place;

		if (x < e->low || x > e->high) {
			++*(x < e->low ? below : above);
			continue;
		}
		place = benchi_extent_place(e, x) * (double)n;
		counts[place >= (double)n ? n - 1 : place > 0 ? (size_t)place : 0]++;
	}
}
