/*
 * The lines of the run order and of the distribution functions.
 *
 * Both keep to the panel's scale: what lies beyond it is drawn at its end (and counted in a
 * remark), and a distribution function enters at the share it has there.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/plot/plot.h"

#define BANDS 4 /* sets whose spread in run order is shown too, at most */

/* A chart of a series a set. */
static benchi_series *begin(benchi_chart *chart, const panel *p)
{
	benchi_series *series = calloc(p->n, sizeof *series);

	memset(chart, 0, sizeof *chart);
	chart->series = series;
	chart->n = series ? p->n : 0;
	return series;
}

/* What lies beyond the scale is drawn at its end. */
static void clamp(const benchi_extent *e, size_t n, double *y)
{
	for (size_t i = 0; i < n; i++)
		y[i] = fmin(fmax(y[i], e->low), e->high);
}

bench_status plot_order_chart(const panel *p, benchi_chart *chart)
{
	benchi_series *s = begin(chart, p);

	if (!s)
		return BENCH_ERR_MEMORY;
	for (size_t i = 0; i < p->n; i++) {
		benchi_view *v = &p->view[i];

		s[i].name = p->label[i];
		s[i].kind = v->order_low ? BENCHI_MARK_LINE : BENCHI_MARK_POINTS;
		s[i].x = v->order_x;
		s[i].y = v->order_y;
		s[i].n = v->orders;
		if (v->order_low && p->n <= BANDS) {
			s[i].kind = BENCHI_MARK_RIBBON;
			s[i].low = v->order_low;
			s[i].high = v->order_high;
			clamp(&p->extent, v->orders, v->order_low);
			clamp(&p->extent, v->orders, v->order_high);
		}
		clamp(&p->extent, v->orders, v->order_y);
	}
	chart->x.label = "run order";
	chart->x.counts = true;
	chart->y.label = plot_name(p);
	chart->y.unit = p->unit;
	chart->y.log = p->extent.log;
	return BENCH_OK;
}

bench_status plot_ecdf_chart(const panel *p, benchi_chart *chart)
{
	benchi_series *s = begin(chart, p);

	if (!s)
		return BENCH_ERR_MEMORY;
	for (size_t i = 0; i < p->n; i++) {
		const benchi_view *v = &p->view[i];
		size_t first = 0, last = v->steps;

		while (first < last && v->step_x[first] < p->extent.low)
			first++;
		while (last > first && v->step_x[last - 1] > p->extent.high)
			last--;
		s[i].name = p->label[i];
		s[i].kind = BENCHI_MARK_STEPS;
		s[i].x = v->step_x + first;
		s[i].y = v->step_y + first;
		s[i].n = last - first;
	}
	chart->x.label = plot_name(p);
	chart->x.unit = p->unit;
	chart->x.log = p->extent.log;
	chart->y.label = "share of values up to here";
	chart->y.unit = "%";
	chart->y.from_zero = true;
	return BENCH_OK;
}

void plot_chart_free(benchi_chart *chart)
{
	free((void *)(uintptr_t)chart->series);
	memset(chart, 0, sizeof *chart);
}
