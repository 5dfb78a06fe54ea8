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
#define PLOT_FEW 6      /* sets or comparisons that have a row each; more are a forest plot */
#define PLOT_DOTS 2000 /* values of a metric that are drawn one by one, at most */

#define PLOT_WIDTH 800.0 /* of pictures */

enum plot_kind { PLOT_STRIP = 1, PLOT_HISTOGRAM = 2, PLOT_ECDF = 4, PLOT_OVER = 8, PLOT_FOREST = 16,
	PLOT_OVERLAY = 32 };

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

typedef struct plot {
	job job;
	panel *panel;
	size_t panels;
	unsigned kinds;            /* bits of enum plot_kind; 0: what fits (plot_choose) */
	bool log, linear, ascii, omit_data, vega;
	const char *svg, *png, *html, *title;
	char two[200];             /* "new against old", of two files; else "" */
	const char *over;          /* the key that was asked for, or NULL */
	char key[PLOT_LABEL];      /* the key of the chart over a number; "": a number without one */
	size_t width;              /* columns that were asked for; 0: none */
} plot;

/* Gathers the panels from the job's sides.  0, or EXIT_MISUSE after a message. */
int plot_gather(plot *p);
void plot_free(plot *p);

/* Distribution functions, a series per set; freed by plot_chart_free in any case. */
bench_status plot_ecdf(const panel *p, benchi_chart *chart);
void plot_chart_free(benchi_chart *chart);

/* The title: --title, "new against old", or the file's name without its folder. */
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

/* A chart over a number of the names. */
typedef struct plot_over {
	benchi_chart chart;
	benchi_series *series;
	size_t n;
	char key[PLOT_LABEL], name[PLOT_LABEL], title[2 * PLOT_LABEL];
	benchi_note note[3];
	bool log_y;
} plot_over;

/* The key whose number is the axis: the wanted one, or (NULL) the one with the most numbers.
 * BENCH_ERR_INPUT: no key fits; BENCH_ERR_MEMORY. */
bench_status plot_axis_find(const panel *a, const char *wanted, char key[PLOT_LABEL]);

/* Whether the files are saved ramps, whose chart is throughput over workers. */
bool plot_of_ramps(const plot *p);

/* Makes the chart over p->key; freed after BENCH_OK.  BENCH_ERR_MEMORY. */
bench_status plot_over_make(const plot *p, const panel *a, plot_over *o);
void plot_over_free(plot_over *o);

/* The same in a terminal of these columns.  0, or EXIT_MISUSE after a message. */
int plot_print_over(const plot *p, const panel *a, FILE *out, size_t columns, size_t rows);

/* The same as Vega-Lite, behind the schema's line. */
bench_status plot_write_vega_over(FILE *out, const plot *p, const panel *a);

/* Makes the chart one of the value per item.  False: no sizes, or too close together.  label:
 * the space for the name of its axis. */
bool plot_over_each(const plot_over *o, const panel *a, benchi_chart *chart,
                    char label[PLOT_LABEL]);

/* A row per change or median: in the terminal; and as a part of a picture from y on, which returns
 * where it ends (out NULL: only measures; *status is only written where it fails). */
int plot_print_forest(const plot *p, const panel *of, size_t columns);
double plot_draw_forest(FILE *out, const plot *p, const panel *of, double y, bench_status *status);

/* Writes a file whole, or states why not and leaves the old one.  The same. */
int plot_save(const plot *p, const char *path, bench_status (*writer)(FILE *, const plot *));

/* Writes remarks on a panel: values beyond the axis, drift.  Returns how many, at most `most`. */
size_t plot_remarks(const panel *p, char (*text)[400], size_t most);

#endif
