/*
 * `bench plot`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include "tools/draw/draw.h"
#include "tools/compare/compare.h"

#define PLOT_LABEL 400  /* bytes of a set's name, at most */
#define PLOT_OVERLAID 6 /* sets whose run order is drawn one over the other, at most */
#define PLOT_DOTS 2000 /* values of a metric that are drawn one by one, at most */

enum plot_kind { PLOT_STRIP = 1, PLOT_HISTOGRAM = 2, PLOT_BOX = 4, PLOT_ORDER = 8, PLOT_ECDF = 16 };

/* All sets of one metric, on one scale. */
typedef struct panel {
	const char *metric, *unit; /* metric: "" if it has no name */
	benchi_view *view;
	benchi_side **side;        /* where each came from */
	char (*label)[PLOT_LABEL];
	size_t n;
	benchi_extent extent;
	size_t values;             /* of all sets */
	bool constant;             /* every value of every set is the same number */
	bool grouped;              /* several files with several benchmarks: the sets of a
	                            * benchmark stand together, a colour a file */
} panel;

/* The number of the colour of set i: its own up to BENCHI_COLOURS sets, its file's if
 * grouped, else one for all. */
size_t plot_series(const panel *p, size_t i);

/* Are there too many sets for one chart? */
bool plot_many(const panel *p);

/* How many sets from i on belong to one benchmark: 1 unless grouped. */
size_t plot_group(const panel *p, size_t i);

typedef struct plot {
	job job;
	panel *panel;
	size_t panels;
	unsigned kinds;            /* bits of enum plot_kind; 0: a set that fits */
	bool log, linear, ascii, omit_data;
	const char *svg, *html, *title;
	FILE *out;                 /* of --over and --scatter in a terminal; NULL: standard output */
	const char *over, *scatter; /* a key of names; two metrics; NULL: not asked for */
	const benchi_chart *chart;  /* while it is written */
	bool vega, bar, changes;   /* bar: bars from zero */
	size_t width;              /* columns that were asked for; 0: none */
	const struct bars *bars;   /* while they are drawn */
} plot;

/* Gathers the panels from the job's sides.  0, or EXIT_MISUSE after a message. */
int plot_gather(plot *p);
void plot_free(plot *p);

/* A series a set: of the run order (PLOT_ORDER), or distribution functions (PLOT_ECDF); freed
 * together. */
bench_status plot_chart(const panel *p, enum plot_kind kind, benchi_chart *chart);
void plot_chart_free(benchi_chart *chart);

/* What it is all called: as asked for, or the file's name without its folder. */
const char *plot_title(const plot *p);

/* What a metric is called where it has no name; an axis of its values. */
const char *plot_name(const panel *p);
benchi_axis plot_scale(const panel *p);

#define PLOT_LOG_FROM 100 /* ratio of medians that makes a scale logarithmic */

/* The set's unit, or the one that its metric's name tells. */
const char *plot_unit(const benchi_set *set);

/* The forms.  text: rows and columns of the terminal. */
int plot_print_text(const plot *p, size_t columns, size_t rows);
bench_status plot_write_svg(FILE *out, const plot *p);
bench_status plot_write_html(FILE *out, const plot *p);
bench_status plot_write_vega(FILE *out, const plot *p);

/* The axis below a drawing in the terminal, behind a label: columns of both. */
void plot_axis(const benchi_extent *extent, const char *unit, const size_t columns[2], bool utf8);

/* --bars: bars from zero, of one metric, with intervals; --changes: the change of each comparison;
 * likewise. */
int plot_bars(plot *p, size_t columns);

/* The changes of a metric, for a page: SVG.  BENCH_ERR_MEMORY. */
bench_status plot_write_changes(FILE *out, const plot *p, const panel *of);

/* --over and --scatter: one chart, to the terminal of so many columns or as SVG.  0, or
 * EXIT_MISUSE after a message. */
int plot_relation(plot *p, size_t columns);

/* Writes a file whole, or states why not and leaves the old one.  The same. */
int plot_save(const plot *p, const char *path, bench_status (*writer)(FILE *, const plot *));

/* The drawings with a row a set: how high they want to be; within a frame. */
double plot_cells_height(const panel *p, double width);

/* The distribution functions of many sets: a small chart each, or each benchmark. */
void plot_draw_cells(FILE *out, const panel *p, const benchi_frame *frame);

/* Sentences below a panel: what lies beyond the axis, which drift is seen. */
size_t plot_remarks(const panel *p, char (*text)[400], size_t most);

#endif
