/*
 * Charts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_DRAW_DRAW_H
#define TOOLS_DRAW_DRAW_H

#include "load/load.h"
#include "write/write.h"

/*
 * Axes: extent, ticks and their texts.
 */

#define BENCHI_TICKS_MOST 24
#define BENCHI_TICK_TEXT 72  /* capacity of a tick's text: number, blank, unit, NUL */

/* The range of an axis: low < high, both finite, positive if log. */
typedef struct benchi_extent {
	double low, high;
	bool log;
} benchi_extent;

typedef struct benchi_ticks {
	size_t n;
	double at[BENCHI_TICKS_MOST];                /* in the axis's unit */
	char text[BENCHI_TICKS_MOST][BENCHI_TICK_TEXT];
	char unit[BENCHI_UNIT_TEXT]; /* unit of all ticks; "" if the texts have units, or without a
	                                unit */
} benchi_ticks;

/*
 * Returns an extent over [low, high] (finite; low positive if log_scale), widened if both are
 * equal, with a little space at either end. from_zero: extends to 0, without space there.
 */
benchi_extent benchi_extent_over(double low, double high, bool log_scale, bool from_zero);

/* Returns the position of x: 0 at low, 1 at high; NaN if x has no position. */
double benchi_extent_place(const benchi_extent *extent, double x);

/* Returns the index of the part, of n equal parts, that contains a position; clamped to the first
 * and last. */
size_t benchi_place_cell(double place, size_t n);

/* Returns whether a linear axis starts so far above 0 that differences look larger than they
 * are. */
bool benchi_extent_cut(const benchi_extent *extent);

/* Chooses up to `most` (2 to BENCHI_TICKS_MOST) round ticks within the extent. */
void benchi_ticks_choose(const benchi_extent *extent, const char *unit, size_t most, bool utf8,
                         benchi_ticks *ticks);

/* Counts the values in each of n equal parts of an extent, and in outside[2] those below and above
 * it. Returns the count of the fullest part, at least 1. */
size_t benchi_count_parts(const bench_numbers *set, const benchi_extent *extent, size_t n,
                          size_t *counts, size_t outside[2]);

/*
 * Charts of lines and points over two axes, for the terminal and as SVG.
 */

typedef enum benchi_mark_kind {
	BENCHI_MARK_LINE = 0,
	BENCHI_MARK_POINTS = 1,
	BENCHI_MARK_STEPS = 2,   /* y holds until the next x */
	BENCHI_MARK_RIBBON = 3   /* a line with a band around it */
} benchi_mark_kind;

typedef struct benchi_series {
	const char *name;
	benchi_mark_kind kind;
	double *x, *y;               /* n each; NaN leaves a gap */
	double *low, *high;          /* ends of error bars or of a band; NULL: none */
	size_t n;
	bool *unusable;              /* n flags: results not to use, drawn as hollow marks or '?'; or
	                                NULL */
} benchi_series;

typedef struct benchi_axis {
	const char *label, *unit;    /* "latency", "ns": shown scaled, "1.2 ms" */
	bool log, from_zero;
	bool counts;                 /* ticks only at whole numbers */
	bool measured;               /* a measured axis: its title may say "not from 0", as that of
	                                every y axis may */
	/* n measured places, sorted, which get ticks unless too close; or NULL */
	const double *at;
	size_t n;
} benchi_axis;

/* Writes an axis's title: "latency (ms), logarithmic", or "..., not from 0" if measured. */
void benchi_axis_title(const benchi_axis *axis, const benchi_extent *extent, bool measured,
                       const char *unit, char *text, size_t size);

/* Chooses the ticks of an axis: at its own places, or by benchi_ticks_choose. */
void benchi_axis_ticks(const benchi_axis *axis, const benchi_extent *extent, size_t most, bool utf8,
                       benchi_ticks *ticks);

/* A named place on the x axis: a knee, a cache size. */
typedef struct benchi_note {
	double x;
	const char *text;
} benchi_note;

#define BENCHI_DIRECT_MOST 18 /* names that fit at the right of a chart */

/* A cell of a heat map behind the series: shade 1 (few) to BENCHI_SHADES (most). */
enum { BENCHI_SHADES = 5 };
typedef struct benchi_heat {
	double x[2], y[2];           /* from and to */
	int shade;
} benchi_heat;

typedef struct benchi_chart {
	const char *title;
	benchi_axis x, y;
	benchi_series *series;       /* n series */
	size_t n;
	const benchi_note *note;     /* places to mark on the x axis */
	size_t notes;
	const benchi_heat *heat;     /* in pictures only */
	size_t heats;
	/* SVG: name lines at their ends instead of in a legend; up to BENCHI_DIRECT_MOST */
	bool direct;
	bool values;                 /* SVG: write the value of each point next to it */
	double names;                /* SVG: space on the right for the names of lines; 0: as much as
	                                needed */
} benchi_chart;

/* Returns the space that the names of lines need on the right of a picture; 0: none is named. */
double benchi_chart_names(const benchi_chart *chart);

/* Draws a chart in a terminal, columns wide and rows high, in UTF-8 or ASCII. BENCH_ERR_MEMORY. */
bench_status benchi_chart_text(FILE *out, const benchi_chart *chart, size_t columns, size_t rows,
                               bool utf8);

/*
 * Text in a terminal.
 */

/* Prints an x axis, `columns` wide after a margin: the line, and below it the ticks' numbers
 * without a newline. Returns whether there are numbers. */
bool benchi_text_axis(FILE *out, const benchi_extent *extent, const benchi_ticks *ticks,
                      const size_t columns[2], bool utf8);

/* Prints up to `most` columns (at least 5) of a text, safe for a terminal, shortened in the
 * middle. Returns the columns used. */
size_t benchi_text_print(FILE *out, size_t most, const char *text);

/*
 * Pictures: rectangles, lines, marks and texts, one after the other, as SVG or for PNG.
 *
 * Coordinates are user units from the top left. A colour is the number of a series; the style
 * sheet has colours for light and dark pages. Each series has its own mark and dash.
 */

/* Style sheet classes of elements that do not belong to a series: pass as class. */
#define BENCHI_INK "ink"      /* text */
#define BENCHI_SOFT "soft"    /* quieter text */
#define BENCHI_STRONG "strong"
#define BENCHI_VALUE "value"  /* text over lines, in the colour of its series */
#define BENCHI_GRID "grid"
#define BENCHI_AXIS "axis"

typedef enum benchi_anchor {
	BENCHI_ANCHOR_START = 0,
	BENCHI_ANCHOR_MIDDLE = 1,
	BENCHI_ANCHOR_END = 2
} benchi_anchor;

/* number of series with different colours */
#define BENCHI_COLOURS 7

/* An area of a picture. */
typedef struct benchi_frame {
	double x, y, width, height;
} benchi_frame;

/* A picture: SVG in out, or for PNG pixels that are written at the end. */
typedef struct benchi_picture {
	FILE *out;
	bool png;
	const char *group;            /* class of the open group, "s0" to "s6"; NULL: none */
	struct benchi_raster *raster; /* PNG: the pixels, until the picture is written; SVG: NULL */
} benchi_picture;

/* Begins a picture. alone: a complete document with its style sheet; otherwise part of an HTML
 * page. BENCH_ERR_MEMORY. BENCH_ERR_UNSUPPORTED: too large for PNG; end it in any case, but draw
 * nothing. */
bench_status benchi_picture_begin(benchi_picture *to, double width, double height,
                                  const char *title, bool alone);

/* Ends a picture, and writes a PNG. status: status of the drawing, returned unless it is BENCH_OK.
 * BENCH_ERR_MEMORY, BENCH_ERR_OUTPUT. */
bench_status benchi_picture_end(benchi_picture *to, bench_status status);

/* Begins a group in the colour of series k. */
void benchi_group_begin(benchi_picture *to, size_t k);
void benchi_group_end(benchi_picture *to);

/* Draws a rectangle. hover: text to show under the pointer, or NULL. kind: a style class. */
void benchi_draw_rectangle(benchi_picture *to, const benchi_frame *frame, const char *kind,
                           const char *hover);
void benchi_draw_line(benchi_picture *to, double x1, double y1, double x2, double y2,
                      const char *kind);

/* Draws the head of an arrow with its tip at x and y. right, down: where to, one of them 1 or -1,
 * the other 0. */
void benchi_draw_arrow(benchi_picture *to, double x, double y, double right, double down,
                       const char *kind);
void benchi_draw_text(benchi_picture *to, double x, double y, benchi_anchor anchor,
                      const char *kind, const char *text);

/* Draws the mark of series k, about 2 radius wide. */
void benchi_draw_mark(benchi_picture *to, size_t k, bool hollow, double x, double y, double radius,
                      const char *hover);

/* A path: begin with a style class, then move ('M') and draw ('L'), then end. dash: lengths of
 * dashes and gaps, "6 3"; NULL: a solid line. closed: connect the end with the beginning. */
void benchi_path_begin(benchi_picture *to, const char *kind, const char *dash);
void benchi_path_to(benchi_picture *to, char command, double x, double y);
void benchi_path_end(benchi_picture *to, bool closed, const char *hover);

/* Style sheet of pictures: colours on light pages, then on dark ones. */
extern const char benchi_style[];

/* Returns the colour of series k on a light page, "#0072b2"; more text follows after 7
 * characters. */
const char *benchi_svg_colour(size_t k);

/*
 * Shared by both drawings of a chart (terminal, SVG).
 */

/* The ranges of both axes. */
typedef struct benchi_box {
	benchi_extent x, y;
} benchi_box;

/* Returns the range of every finite value of every series, error bars, bands and heat map included;
 * on a logarithmic axis of positive values only. */
benchi_box benchi_chart_box(const benchi_chart *chart);

/* Returns whether value i of a series can be shown. */
bool benchi_series_point(const benchi_chart *chart, const benchi_series *s, size_t i);

/* Returns whether value i has an error bar. */
bool benchi_series_bar(const benchi_series *s, size_t i);

/*
 * A chart as part of a picture.
 */

/* Axes on a frame: grid, ticks, numbers and labels; the labels are outside the frame. */
typedef struct benchi_plane {
	benchi_frame frame; /* the area between the axes */
	benchi_box box;
} benchi_plane;

/* Returns the position of x between the frame's left and right edges, clamped. */
double benchi_plane_x(const benchi_plane *plane, double x);

/* Draws the axis below the frame, with grid lines across it. */
void benchi_draw_x_axis(benchi_picture *to, const benchi_plane *plane, const benchi_axis *axis);

/* margins for axes around a frame */
#define BENCHI_MARGIN_RIGHT 16
#define BENCHI_MARGIN_BOTTOM 42

/* Draws axes, series and notes into the frame; no title, no legend. */
void benchi_chart_draw(benchi_picture *to, const benchi_chart *chart, const benchi_frame *frame);

/* Draws a whole picture: charts one below the other, under the title of the first. Returns the
 * status of benchi_picture_begin or _end. */
bench_status benchi_chart_svg(benchi_picture *to, const benchi_chart *const *chart, size_t n);

/* Draws the names of n series in lines of this width, each after a sample of its line or mark (with
 * both: all have both). Returns the height used. to NULL: only measures. */
double benchi_legend_draw(benchi_picture *to, const benchi_series *series, size_t n,
                          const benchi_frame *frame, bool both);

/*
 * Strip charts: one line per set, all on one scale.
 */

#define BENCHI_STRIP_WIDEST 500

/* Draws one set into line (columns + 1 bytes): blanks, or . : | # for increasing counts, and
 * '<' or '>' at an end beyond which values lie. Everything is in the middle if the extent is a
 * point. Returns line. */
char *benchi_strip_line(const bench_numbers *set, const benchi_extent *extent, size_t columns,
                        char *line);

/*
 * HTML pages with pictures: beginning and end.
 */

/* Begins a page: a single file that fetches nothing, with style and heading, for light and dark
 * and for narrow screens. */
void benchi_page_begin(FILE *out, const char *title);

/* Begins a figure of a page, with a caption and a note in smaller print; the caller ends it with
 * "</figure>". */
void benchi_page_figure_begin(FILE *out, const char *caption, const char *words);

/* Ends a page with a footer. words: may be NULL. */
void benchi_page_end(FILE *out, const char *words, const char *program);

/*
 * A ramp's chart: throughput over workers with the fitted law; for an open loop, latency over
 * offered load.
 */

/* Draws the chart in a terminal after a blank line; nothing for a single step.
 * BENCH_ERR_MEMORY. */
bench_status benchi_ramp_chart(FILE *out, const benchi_ramp *ramp, size_t columns, bool utf8);

bench_status benchi_ramp_svg(benchi_picture *to, const benchi_ramp *ramp, const char *name);

#endif
