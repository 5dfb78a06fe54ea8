/*
 * The numbers that a chart spans.
 *
 * Every finite value of every series, its error bars and its band; on a logarithmic
 * axis those above 0.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "draw/chart_parts.h"

static void stretch(double x, bool log, double range[2])
{
	if (!isfinite(x) || (log && x <= 0))
		return;
	if (!(range[0] <= x))
		range[0] = x;
	if (!(range[1] >= x))
		range[1] = x;
}

static benchi_extent finish(const double range[2], const benchi_axis *axis)
{
	if (isnan(range[0]))
		return benchi_extent_over(axis->log ? 1 : 0, axis->log ? 10 : 1, axis->log, false);
	return benchi_extent_over(range[0], range[1], axis->log, axis->from_zero);
}

bool benchi_series_point(const benchi_chart *chart, const benchi_series *s, size_t i)
{
	bool band = s->kind == BENCHI_MARK_BAND;
	double x = s->x[i], low = band ? s->low[i] : s->y[i], high = band ? s->high[i] : low;

	return isfinite(x) && isfinite(low) && isfinite(high) && (!chart->x.log || x > 0)
	       && (!chart->y.log || (low > 0 && high > 0));
}

bool benchi_series_bar(const benchi_series *s, size_t i)
{
	return s->kind != BENCHI_MARK_BAND && s->low && s->high && isfinite(s->low[i])
	       && isfinite(s->high[i]);
}

benchi_box benchi_chart_box(const benchi_chart *chart)
{
	double x[2] = { (double)NAN, (double)NAN }, y[2] = { (double)NAN, (double)NAN };
	benchi_box box;

	for (size_t k = 0; k < chart->n; k++) {
		const benchi_series *s = &chart->series[k];

		for (size_t i = 0; i < s->n; i++) {
			if (!benchi_series_point(chart, s, i))
				continue;
			stretch(s->x[i], chart->x.log, x);
			if (s->kind != BENCHI_MARK_BAND)
				stretch(s->y[i], chart->y.log, y);
			if (s->kind == BENCHI_MARK_BAND || benchi_series_bar(s, i)) {
				stretch(s->low[i], chart->y.log, y);
				stretch(s->high[i], chart->y.log, y);
			}
		}
	}
	box.x = finish(x, &chart->x);
	box.y = finish(y, &chart->y);
	return box;
}
