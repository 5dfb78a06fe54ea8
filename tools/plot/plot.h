/*
 * `bench plot`: declarations shared by its files.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_PLOT_H
#define TOOLS_PLOT_H

#include "tools/draw/draw.h"
#include "tools/compare/compare.h"

#define PLOT_LABEL 400  /* bytes of a set's name */
#define PLOT_FEW 6      /* sets or comparisons with a row each; more: a forest */
#define PLOT_DOTS 2000 /* up to this many values per metric are drawn one by one */

#define PLOT_WIDTH 800.0 /* width of pictures */
#define PLOT_LETTER 7.0  /* approximate width of a letter */

enum plot_kind { PLOT_STRIP = 1, PLOT_HISTOGRAM = 2, PLOT_ECDF = 4, PLOT_OVER = 8, PLOT_FOREST = 16,
	PLOT_OVERLAY = 32 };

/* What every picture of a set needs: quantiles, and steps of its distribution function. Small,
 * whatever the size of the set. */
typedef struct plot_view {
	bench_numbers set;
	double min, q05, q25, median, q75, q95, max;
	double shown_low, shown_high; /* the least and the largest value on the axis */
	double *step_x, *step_y;      /* share of values up to x, 0 to 100; in one block */
	size_t steps;
} plot_view;

/* A set's result: stated by the file, or else the median of its values. */
typedef struct plot_result {
	struct benchi_median_interval interval; /* without an interval both ends equal the centre */
	bool stated;                      /* the file stated the result */
	bool unusable;                    /* the program's table says "do not use" */
} plot_result;

/* A chart over a number in the names. */
typedef struct plot_over {
	benchi_chart chart;
	benchi_series *series;     /* n series */
	size_t n;                  /* 0: there is no such chart */
	char key[PLOT_LABEL];      /* label of the x axis */
	char name[PLOT_LABEL];     /* label of the y axis: "time per call of sum" */
	char title[2 * PLOT_LABEL];
	char remark[PLOT_LABEL];   /* a sentence above the chart, or "" */
	benchi_note note[3];
} plot_over;

/* All sets of one metric, drawn on one scale. */
typedef struct panel {
	const char *metric, *unit; /* metric: "" if unnamed */
	plot_view *view;
	benchi_side **side;        /* the side that each set comes from */
	plot_result *result;       /* of each set */
	/* what the chosen charts show: `over` a number, with a second chart below of values per item or
	 * latencies; rows of a forest plot; distribution functions */
	plot_over over[2];
	struct forest *forest;
	benchi_chart ecdf;
	char (*label)[PLOT_LABEL]; /* name of each set, safe for a terminal */
	size_t n;                  /* number of sets */
	benchi_extent extent;      /* the scale of all sets */
	size_t values;             /* number of values of all sets */
	bool constant;             /* all values of all sets are equal */
	/* several files and several benchmarks: a benchmark's sets are adjacent, with one colour
	 * per file */
	bool grouped;
	bool plain;                /* cases of one file that do not compete: all have one colour */
} panel;

/* Returns the colour of set i: its own for up to BENCHI_COLOURS rivals, its file's if grouped, else
 * the same for all. */
size_t plot_series(const panel *a, size_t i);

typedef struct plot {
	job job;
	panel *panel;
	size_t panels;
	unsigned kinds;            /* bits of enum plot_kind; 0: automatic (choose_charts) */
	bool other_charts;         /* no option chose the chart */
	bool log, linear, ascii, vega;
	bool utf8;                 /* the output is UTF-8: pictures are, a terminal may not be */
	const char *svg, *png, *html, *title;
	char two[200];             /* "new against old" for two files; else "" */
	const char *over;          /* the key given by --over, or NULL */
	char key[PLOT_LABEL];      /* key of a chart over a number; "": a number without a key */
	size_t width;              /* requested width in columns; 0: automatic */
} plot;

/* Gathers the panels from the job's sides. Returns 0, or EXIT_MISUSE after a message. */
int plot_gather(plot *p);
void plot_free(plot *p);

/* Returns the largest share of its values that a set has in one of `parts` (at most
 * BENCHI_STRIP_WIDEST) equal parts of the extent. */
double plot_fullest(const plot_view *view, size_t n, const benchi_extent *extent, size_t parts);

/* Finds the results of every panel and what its charts, p->kinds, show. BENCH_ERR_MEMORY. */
bench_status plot_prepare(plot *p);

/* Makes the chart over p->key, or the second one: values per item, or a ramp's latencies. o->n: 0
 * if there is no such chart. BENCH_ERR_MEMORY. */
bench_status plot_over_find(const plot *p, const panel *a, bool second, plot_over *o);
bench_status plot_forest_find(const plot *p, panel *a);

/* plot_name returns the name of a metric: "time" for the times of files, "values" if the metric has
 * no name. plot_scale returns the axis of its values. */
const char *plot_name(const panel *a);
benchi_axis plot_scale(const panel *a);

#define PLOT_LOG_FROM 100 /* ratio of medians that makes a scale logarithmic */

/* Returns a comparison's answer in a word: "faster", or "better" if the unit is not one of time;
 * "same", "inconclusive". */
const char *plot_answer(const benchi_comparison *c, const char *unit);

/* Writes which of the panel's results not to use, "do not use: sum/10, sum/100"; "" if all can be
 * used. mark: how the chart marks these results, or "". Returns text. */
const char *plot_unusable(const panel *a, const char *mark, char text[PLOT_LABEL]);

/* Writes "a median, with its 95 % interval", or with the lowest confidence if that is below 95 %.
 * Returns text. */
const char *plot_points(const panel *a, char text[PLOT_LABEL]);

/* Returns the set's unit, or the one that its metric's name implies. */
const char *plot_unit(const benchi_set *set);

/* Draws in the terminal, whose size is columns by rows. Returns 0, or an exit status after a
 * message. */
int plot_print_text(const plot *p, size_t columns, size_t rows);
picture_writer plot_write_svg, plot_write_html, plot_write_vega; /* pictures of a plot */

/* Prints the axis below a drawing in the terminal, after a label. columns: width of each. */
void plot_axis(const benchi_extent *extent, const char *unit, const size_t columns[2], bool utf8);

/* Finds the key whose number is the axis: `wanted`, or if NULL the key with the most numbers.
 * BENCH_ERR_INPUT: no key fits. BENCH_ERR_MEMORY. */
bench_status plot_axis_find(const panel *a, const char *wanted, char key[PLOT_LABEL]);

/* Returns whether the files are saved ramps, drawn as throughput over workers. */
bool plot_of_ramps(const plot *p);

void plot_over_free(plot_over *o);

/* Prints the charts of a panel over p->key. BENCH_ERR_MEMORY. */
bench_status plot_print_over(const plot *p, const panel *a, FILE *out, size_t columns,
                             size_t rows);

/* Writes these charts as Vega-Lite, after the line of the schema. BENCH_ERR_OUTPUT. */
bench_status plot_write_vega_over(FILE *out, const panel *a);

/* Write what the points of a chart are into text: "each point: a median with its 95 % interval".
 * margin: what marks the margin, "grey". Return text. */
const char *plot_forest_caption(const plot *p, const panel *a, const char *margin,
                                char text[PLOT_LABEL]);
const char *plot_over_caption(const plot *p, const panel *a, char text[PLOT_LABEL]);

/* Draw a row per change or median: in the terminal, or in a picture from y on. In a picture,
 * returns the y where the rows end; to NULL: only measures. */
void plot_print_forest(const plot *p, const panel *a, size_t columns);
double plot_draw_forest(benchi_picture *to, const plot *p, const panel *a, unsigned kind,
                        double y);

/* Returns one scale for n views. log: requested; ignored unless everything shown is positive. */
benchi_extent plot_extent(const plot_view *of, size_t n, bool log);

/* Writes up to `most` remarks on a panel (results not to use, values beyond the axis,
 * modes, drift) into text. overlay: for a picture that itself shows values beyond an axis. Returns
 * the number of remarks. */
size_t plot_remarks(const plot *p, bool overlay, const panel *a, char (*text)[400], size_t most);

#endif
