/*
 * Small multiples: the distribution functions of many sets, a small chart each.
 *
 * All cells share the panel's scale; the sets of a group (one benchmark in several files) share
 * a cell.  The share runs from 0 at the foot to 100 % at the top.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "tools/plot/plot.h"
#include "draw/chart_svg.h"
#include "base/utf8.h"

#define LETTER 7.0 /* how wide one is, about */
#define CELL_WIDTH 190.0
#define CELL_HEIGHT 132.0

static size_t cells_in_row(double width)
{
	return width < 2 * CELL_WIDTH ? 1 : (size_t)(width / CELL_WIDTH);
}

double plot_cells_height(const panel *p, double width)
{
	size_t cells = 0;

	for (size_t i = 0; i < p->n; i += plot_group(p, i))
		cells++;
	return ceil((double)cells / (double)cells_in_row(width)) * CELL_HEIGHT;
}

static double clamped(const benchi_plane *plane, double x)
{
	return fmin(fmax(benchi_extent_place(&plane->box.x, x), 0), 1);
}

/* A distribution function in a cell, the panel's scale from left to right. */
static void draw_cell_curve(FILE *out, const panel *p, size_t i, const benchi_plane *plane)
{
	const benchi_view *v = &p->view[i];
	double foot = plane->frame.y + plane->frame.height, at[2] = { plane->frame.x, foot };

	benchi_group_begin(out, plot_series(p, i), NULL);
	benchi_path_begin(out, "curve", p->grouped ? benchi_dash(plot_series(p, i)) : NULL);
	benchi_path_to(out, 'M', at);
	for (size_t k = 0; k < v->steps; k++) {
		at[0] = plane->frame.x + clamped(plane, v->step_x[k]) * plane->frame.width;
		benchi_path_to(out, 'L', at);
		at[1] = foot - v->step_y[k] / 100 * plane->frame.height;
		benchi_path_to(out, 'L', at);
	}
	at[0] = plane->frame.x + plane->frame.width;
	benchi_path_to(out, 'L', at);
	benchi_path_end(out, p->label[i]);
	benchi_group_end(out);
}

void plot_draw_cells(FILE *out, const panel *p, const benchi_frame *frame)
{
	size_t row = cells_in_row(frame->width), cell = 0, group;
	double width = frame->width / (double)row;
	benchi_axis axis = { .label = "", .unit = p->unit, .log = p->extent.log };

	for (size_t i = 0; i < p->n; i += group, cell++) {
		double x = frame->x + (double)(cell % row) * width;
		double y = frame->y + (double)(cell / row) * CELL_HEIGHT, at[2] = { x + 12, y + 13 };
		benchi_plane plane = { { x + 12, y + 20, width - 28, CELL_HEIGHT - 58 },
			{ p->extent, { 0, 100, false } } };
		char name[PLOT_LABEL];

		group = plot_group(p, i);
		snprintf(name, sizeof name, "%s", p->grouped ? p->side[i]->set->benchmark : p->label[i]);
		benchi_utf8_shorten(name, (size_t)(width / LETTER) - 4);
		benchi_draw_text(out, at, BENCHI_ANCHOR_START, BENCHI_INK, name);
		benchi_draw_x_axis(out, &plane, &axis);
		for (size_t k = i; k < i + group; k++)
			draw_cell_curve(out, p, k, &plane);
	}
}
