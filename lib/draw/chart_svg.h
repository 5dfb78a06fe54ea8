/*
 * A chart as a part of a picture.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_CHART_SVG_H
#define BENCHI_DRAW_CHART_SVG_H

#include "draw/chart_parts.h"
#include "draw/svg.h"

/* Axes on a frame: grid, ticks, numbers, labels; the labels stand outside of it. */
typedef struct benchi_plane {
	benchi_frame frame; /* the area between the axes */
	benchi_box box;
} benchi_plane;

/* Draws the axis below the frame, with grid lines through it. */
void benchi_draw_x_axis(FILE *out, const benchi_plane *plane, const benchi_axis *axis);

/* Margins for axes around a frame. */
#define BENCHI_MARGIN_LEFT 64
#define BENCHI_MARGIN_RIGHT 16
#define BENCHI_MARGIN_TOP 22
#define BENCHI_MARGIN_BOTTOM 42

/* Axes, series and notes within the whole frame; no title and no legend. */
void benchi_chart_draw(FILE *out, const benchi_chart *chart, const benchi_frame *frame);

/* How a legend shows a series: as it is drawn. */
typedef enum benchi_swatch {
	BENCHI_SWATCH_BOTH = 0, /* a mark on a piece of its line */
	BENCHI_SWATCH_MARK = 1,
	BENCHI_SWATCH_LINE = 2,
	BENCHI_SWATCH_AREA = 3
} benchi_swatch;

/* How a series is drawn. */
benchi_swatch benchi_swatch_of(const benchi_series *series);

/* Names and swatches of n series in lines of that width; returns the height used.
 * out: NULL only measures.  swatch: of each; NULL: both. */
double benchi_legend_draw(FILE *out, const char *const *name, const benchi_swatch *swatch,
                          size_t n, const benchi_frame *frame);

#endif
