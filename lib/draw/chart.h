/*
 * A chart of lines and points over two axes, for the terminal and as SVG.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_CHART_H
#define BENCHI_DRAW_CHART_H

#include <bench.h>

#include <stdbool.h>
#include <stdio.h>

typedef enum benchi_mark_kind {
	BENCHI_MARK_LINE = 0,
	BENCHI_MARK_POINTS = 1,
	BENCHI_MARK_STEPS = 2,   /* y holds until the next x */
	BENCHI_MARK_BAND = 3,    /* between low and high */
	BENCHI_MARK_RIBBON = 4   /* a line, and the band around it */
} benchi_mark_kind;

typedef struct benchi_series {
	const char *name;
	benchi_mark_kind kind;
	const double *x, *y;         /* n of each; NaN: a gap */
	const double *low, *high;    /* error bars, or a band; NULL: none */
	size_t n;
} benchi_series;

typedef struct benchi_axis {
	const char *label, *unit;    /* "latency", "ns": shown scaled, "1.2 ms" */
	bool log, from_zero;
	bool counts;                 /* nothing lies between whole numbers: no ticks there */
} benchi_axis;

/* A place on the x axis to be named: a knee, a cache's size. */
typedef struct benchi_note {
	double x;
	const char *text;
} benchi_note;

typedef struct benchi_chart {
	const char *title;
	benchi_axis x, y;
	const benchi_series *series;
	size_t n;
	const benchi_note *note;
	size_t notes;
} benchi_chart;

/* For a terminal: columns wide, rows high, UTF-8 or ASCII.  BENCH_ERR_MEMORY. */
bench_status benchi_chart_text(FILE *out, const benchi_chart *chart, size_t columns, size_t rows,
                               bool utf8);

/* A self-contained SVG, light and dark.  BENCH_ERR_MEMORY; BENCH_ERR_OUTPUT. */
bench_status benchi_chart_svg(FILE *out, const benchi_chart *chart);

#endif
