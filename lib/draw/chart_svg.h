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

/* Room that axes need around a frame. */
#define BENCHI_ROOM_LEFT 64
#define BENCHI_ROOM_RIGHT 16
#define BENCHI_ROOM_TOP 22
#define BENCHI_ROOM_BOTTOM 42

/* Axes, series and notes within the whole frame; no title and no legend. */
void benchi_chart_draw(FILE *out, const benchi_chart *chart, const benchi_frame *frame);

/* Names and marks of n series in lines of that width; returns the height used.
 * out: NULL only measures. */
double benchi_legend_draw(FILE *out, const char *const *name, size_t n,
                          const benchi_frame *frame);

#endif
