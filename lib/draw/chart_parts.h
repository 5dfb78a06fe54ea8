/*
 * What a chart's two drawings (terminal, SVG) share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_CHART_PARTS_H
#define BENCHI_DRAW_CHART_PARTS_H

#include "draw/axis.h"
#include "draw/chart.h"

/* What both axes span. */
typedef struct benchi_box {
	benchi_extent x, y;
} benchi_box;

benchi_box benchi_chart_box(const benchi_chart *chart);

/* Can value i of a series be shown? */
bool benchi_series_point(const benchi_chart *chart, const benchi_series *s, size_t i);

/* Has it an error bar? */
bool benchi_series_bar(const benchi_series *s, size_t i);

#endif
