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
 * An axis: its extent, its ticks and their texts.
 */

#define BENCHI_TICKS_MOST 24
#define BENCHI_TICK_TEXT 72  /* capacity for one tick's text: a number, a blank, a unit, a NUL */

/* The numbers that an axis spans; low < high, both finite, above 0 if log. */
typedef struct benchi_extent {
	double low, high;
	bool log;
} benchi_extent;

typedef struct benchi_ticks {
	size_t n;
	double at[BENCHI_TICKS_MOST];                /* in the axis's own unit */
	char text[BENCHI_TICKS_MOST][BENCHI_TICK_TEXT];
	char unit[BENCHI_UNIT_TEXT]; /* of all ticks; "" if texts have units, or none */
} benchi_ticks;

/*
 * An extent over [low, high] (finite; low above 0 if log), widened where both are
 * the same, with a little air at either end; from_zero: reaching to 0 without air
 * there.
 */
benchi_extent benchi_extent_over(double low, double high, bool log, bool from_zero);

/* The position of x: 0 at low, 1 at high; NaN if x has none. */
double benchi_extent_place(const benchi_extent *extent, double x);

/* Index of the part, of n equal parts, that contains a position; clamped to the first and last. */
size_t benchi_place_cell(double place, size_t n);

/* The number at a position: the inverse. */
double benchi_extent_at(const benchi_extent *extent, double place);

/* At most `most` (2 to BENCHI_TICKS_MOST) round ticks within the extent. */
void benchi_ticks_choose(const benchi_extent *extent, const char *unit, size_t most, bool utf8,
                         benchi_ticks *ticks);

/*
 * What every picture of a set needs: quantiles, bins, steps, slices.  Small, whatever the size of
 * the set.
 */

#define BENCHI_VIEW_STEPS 400   /* points of a distribution function, at most */
#define BENCHI_VIEW_SLICES 160  /* slices of the run order beyond that */

/* One set.  order_*: one by one, or the middle and the 5 % and 95 % quantile of each
 * slice of the run order (order_low is NULL where they are single values). */
typedef struct benchi_view {
	bench_numbers set;
	double min, q05, q25, median, q75, q95, max;
	double inner_low, inner_high; /* at most 1 % (or one value) is below, above; */
	double usual_low, usual_high; /* 3 % */
	double *step_x, *step_y;  /* the distribution function, 0 to 100 */
	size_t steps;
	double *order_x, *order_y, *order_low, *order_high;
	size_t orders;
	int drift;                /* +1: later values are higher, -1: lower, 0: not proven */
	double *capacity;             /* what the arrays lie in */
} benchi_view;

/* BENCH_ERR_ARGUMENT, BENCH_ERR_INPUT: an empty set, or a number that is none.
 * BENCH_ERR_MEMORY.  To be freed whatever is returned. */
bench_status benchi_view_find(const bench_numbers *set, benchi_view *view);
void benchi_view_free(benchi_view *view);

/*
 * The extent of one scale for n views.  Leaves out values more than four quartile ranges outside
 * the quartiles of a set, if they are at most 1 % of the set (or one value) at that end.
 * log: wanted; ignored unless everything shown is above 0.
 */
benchi_extent benchi_view_extent(const benchi_view *view, size_t n, bool log);

/* How many values fall into each of n equal parts of an extent, and how many lie below and above
 * it (outside).  Returns the fullest part's number, 1 at least. */
size_t benchi_count_parts(const bench_numbers *set, const benchi_extent *extent, size_t n,
                          size_t *counts, size_t outside[2]);

/*
 * A chart of lines and points over two axes, for the terminal and as SVG.
 */

typedef enum benchi_mark_kind {
	BENCHI_MARK_LINE = 0,
	BENCHI_MARK_POINTS = 1,
	BENCHI_MARK_STEPS = 2,   /* y holds until the next x */
	BENCHI_MARK_RIBBON = 3   /* a line, and the band around it */
} benchi_mark_kind;

typedef struct benchi_series {
	const char *name;
	benchi_mark_kind kind;
	const double *x, *y;         /* n of each; NaN: a gap */
	const double *low, *high;    /* error bars, or the band; NULL: none */
	size_t n;
} benchi_series;

typedef struct benchi_axis {
	const char *label, *unit;    /* "latency", "ns": shown scaled, "1.2 ms" */
	bool log, from_zero;
	bool counts;                 /* only whole numbers have ticks */
	const double *at;            /* n measured places, sorted: ticks unless too close; or NULL */
	size_t n;
} benchi_axis;

/* Ticks of an axis: at its own places, or as benchi_ticks_choose chooses. */
void benchi_axis_ticks(const benchi_axis *axis, const benchi_extent *extent, size_t most, bool utf8,
                       benchi_ticks *ticks);

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
	bool direct;                 /* in SVG, names stand at the ends of lines instead of a legend */
} benchi_chart;

/* For a terminal: columns wide, rows high, UTF-8 or ASCII.  BENCH_ERR_MEMORY. */
bench_status benchi_chart_text(FILE *out, const benchi_chart *chart, size_t columns, size_t rows,
                               bool utf8);

/* A self-contained SVG, light and dark: charts below one another, under the first's title.
 * BENCH_ERR_MEMORY; BENCH_ERR_OUTPUT. */
bench_status benchi_chart_svg(FILE *out, const benchi_chart *const *chart, size_t n);

/*
 * A terminal's canvas: dots of a fraction of a character, and characters over them.
 */

/* A cell shows its mark if it has one, else its dots. */
typedef struct benchi_canvas {
	size_t columns, rows;
	bool utf8;           /* 2 x 4 dots a cell; else one, and a dot is its pen */
	unsigned char *dots; /* of each cell: a braille pattern, or the pen's character */
	char *mark;          /* of each cell: a character, or 0 */
} benchi_canvas;

/* x from the left and y from the bottom, 0 to 1; dots outside are not drawn.
 * pen: the character for a dot without braille. */

/* Prints an x axis in a terminal, behind `margin` columns and for as many: the line, and below it
 * the ticks' numbers without an end of line.  Returns whether there is a number. */
bool benchi_text_axis(FILE *out, const benchi_extent *extent, const benchi_ticks *ticks,
                      const size_t columns[2], bool utf8);

/* Prints at most `most` columns of a text, at least 5, safe for a terminal; a longer one
 * with dots for its middle.  Returns how many columns it took. */
size_t benchi_text_print(FILE *out, size_t most, const char *text);

/*
 * A picture: rectangles, lines, marks and texts, written as SVG one after the other.
 *
 * Coordinates are user units from the top left.  A colour is the number of a series; the style
 * sheet has colours for light and for dark pages.  Each number has its own mark and dash.
 * Check ferror for failed writes.
 */

/* Words of the style sheet for what is no series: pass as class. */
#define BENCHI_INK "ink"      /* text */
#define BENCHI_SOFT "soft"    /* quieter text */
#define BENCHI_STRONG "strong"
#define BENCHI_GRID "grid"
#define BENCHI_AXIS "axis"

typedef enum benchi_anchor {
	BENCHI_ANCHOR_START = 0,
	BENCHI_ANCHOR_MIDDLE = 1,
	BENCHI_ANCHOR_END = 2
} benchi_anchor;

/* How many series have a colour of their own. */
#define BENCHI_COLOURS 7

/* A part of a picture. */
typedef struct benchi_frame {
	double x, y, width, height;
} benchi_frame;

/* The place of x between the frame's left and right, clamped to both. */
double benchi_frame_x(const benchi_frame *frame, const benchi_extent *extent, double x);

/* alone: a whole document with its style sheet; otherwise a part of a page. */
void benchi_svg_begin(FILE *out, double width, double height, const char *title,
                          const char *description, bool alone);
void benchi_svg_end(FILE *out);

/* A group in the colour of series k. */
void benchi_group_begin(FILE *out, size_t k);
void benchi_group_end(FILE *out);

/* hover: a title to be shown, or NULL.  kind: a class. */
void benchi_draw_rectangle(FILE *out, const benchi_frame *frame, const char *kind,
                           const char *hover);
void benchi_draw_line(FILE *out, const double from[2], const double to[2], const char *kind);
void benchi_draw_text(FILE *out, const double at[2], benchi_anchor anchor, const char *kind,
                      const char *text);

/* The mark of series k, filling about 2 r. */
void benchi_draw_mark(FILE *out, size_t k, const double at[2], double r, const char *hover);

/* A path: begin with a class, then move and line, then end. */
void benchi_path_begin(FILE *out, const char *kind, const char *dash);
void benchi_path_to(FILE *out, char command, const double at[2]);
void benchi_path_end(FILE *out, const char *hover);

/* The colour of series k on a light ground: 7 characters, "#0072b2", and more after them. */
const char *benchi_svg_colour(size_t k);

/* The dash of series k's lines, as stroke-dasharray has it; NULL: none. */
const char *benchi_dash(size_t k);

/*
 * What a chart's two drawings (terminal, SVG) share.
 */

/* What both axes span. */
typedef struct benchi_box {
	benchi_extent x, y;
} benchi_box;

benchi_box benchi_chart_box(const benchi_chart *chart);

/* Can value i of a series be shown? */
bool benchi_series_point(const benchi_chart *chart, const benchi_series *s, size_t i);

/* Has it an error bar? */
bool benchi_series_bar(const benchi_series *s, size_t i);

/* Draws a picture that these functions wrote into svg (open for reading, too) as PNG, twice as
 * large.  BENCH_ERR_MEMORY; BENCH_ERR_UNSUPPORTED: the picture is too large; BENCH_ERR_OUTPUT. */
bench_status benchi_png_write(FILE *svg, FILE *out);

/*
 * A chart as a part of a picture.
 */

/* Axes on a frame: grid, ticks, numbers, labels; the labels stand outside of it. */
typedef struct benchi_plane {
	benchi_frame frame; /* the area between the axes */
	benchi_box box;
} benchi_plane;

/* Draws the axis below the frame, with grid lines through it. */
void benchi_draw_x_axis(FILE *out, const benchi_plane *plane, const benchi_axis *axis);

/* Margins for axes around a frame. */
#define BENCHI_MARGIN_RIGHT 16
#define BENCHI_MARGIN_BOTTOM 42

/* Axes, series and notes within the whole frame; no title and no legend. */
void benchi_chart_draw(FILE *out, const benchi_chart *chart, const benchi_frame *frame);

/* Names of n series in lines of that width, each behind a piece of its line, its mark, or both, as
 * it is drawn; returns the height used.  out: NULL only measures.  both: for all. */
double benchi_legend_draw(FILE *out, const benchi_series *series, size_t n,
                          const benchi_frame *frame, bool both);

/*
 * A strip chart: a line a set, all on one scale.
 */

#define BENCHI_STRIP_WIDEST 500

/* Draws one set into line (capacity for columns + 1): blank, or one of ". : | #" for ever
 * more values, and '<' or '>' at an end beyond which some lie.  All in the middle of an extent that
 * is a point.  Returns line. */
char *benchi_strip_line(const bench_numbers *set, const benchi_extent *extent, size_t columns,
                        char *line);

/*
 * A page of HTML with pictures: its head and its end.
 */

/* One file, nothing fetched: style, a heading, and the begin of what follows.  It is light and
 * dark, and folds on narrow screens. */
void benchi_page_begin(FILE *out, const char *title);

/* Begins and ends a figure of a page, with a caption and words in smaller print. */
void benchi_page_figure_begin(FILE *out, const char *caption, const char *words);
void benchi_page_figure_end(FILE *out);

/* The footer's words, NULL for none, and the program's. */
void benchi_page_end(FILE *out, const char *words, const char *program);

/*
 * A ramp's chart: throughput by workers and the law; of an open loop latency by offered load.
 */

/* For a terminal, below a blank line; nothing of a single step.  BENCH_ERR_MEMORY. */
bench_status benchi_ramp_chart(FILE *out, const benchi_ramp *ramp, size_t columns, bool utf8);

bench_status benchi_ramp_svg(FILE *out, const benchi_ramp *ramp, const char *name);

#endif
