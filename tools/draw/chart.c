/*
 * Draws a chart in a terminal.
 *
 * The frame has a left and a bottom edge with ticks and numbers. The y axis's label is above, the
 * x axis's below. Each of several series has a letter, at some of its points and at its end. Notes
 * are numbered in the top row.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/draw/draw.h"

enum { NAME_BYTES = 4300 };

/*
 * A canvas in a terminal: dots smaller than a character, and characters over them.
 *
 * In UTF-8 a cell is a braille pattern, two dots wide and four high (U+2800 plus the bits of its
 * dots). Otherwise a cell is one dot, shown as the pen's character. A cell shows its mark if it
 * has one, else its dots.
 * */

typedef struct canvas {
	size_t columns, rows;
	bool utf8;
	unsigned char *dots; /* per cell: a braille pattern, or the pen's character */
	char *mark;          /* per cell: a character, or 0 */
} canvas;

/* Returns whether a point is inside the chart. x counts from the left, y from the bottom, both
 * from 0 to 1. */
static bool chart_inside(double x, double y)
{
	return x >= -1e-9 && x <= 1 + 1e-9 && y >= -1e-9 && y <= 1 + 1e-9;
}

static void canvas_dot(canvas *c, double x, double y, char pen)
{
	static const unsigned char bits[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 },
		{ 0x40, 0x80 } };
	size_t column, row;

	if (!chart_inside(x, y))
		return;
	if (!c->utf8) {
		c->dots[benchi_place_cell(1 - y, c->rows) * c->columns + benchi_place_cell(x, c->columns)] =
			(unsigned char)pen;
		return;
	}
	column = benchi_place_cell(x, 2 * c->columns);
	row = benchi_place_cell(1 - y, 4 * c->rows);
	c->dots[row / 4 * c->columns + column / 2] |= bits[row % 4][column % 2];
}

static void canvas_line(canvas *c, const double from[2], const double to[2], char pen)
{
	double wide = fabs(to[0] - from[0]) * (double)c->columns * (c->utf8 ? 2 : 1);
	double high = fabs(to[1] - from[1]) * (double)c->rows * (c->utf8 ? 4 : 1);
	double steps = ceil(fmax(wide, high) * 1.5);

	if (!(steps < 1e6))
		return;
	for (double i = 0; i <= steps; i++) {
		double part = steps > 0 ? i / steps : 0;

		canvas_dot(c, from[0] + part * (to[0] - from[0]),
		                  from[1] + part * (to[1] - from[1]), pen);
	}
}

/* Puts a mark into the cell of a point. over: replaces a mark that is already there. */
static void canvas_mark(canvas *c, double x, double y, char mark, bool over)
{
	char *cell;

	if (!chart_inside(x, y))
		return;
	cell = &c->mark[benchi_place_cell(1 - y, c->rows) * c->columns
	                + benchi_place_cell(x, c->columns)];
	if (over || !*cell)
		*cell = mark;
}

bool benchi_text_axis(FILE *out, const benchi_extent *extent, const benchi_ticks *ticks,
                      const size_t columns[2], bool utf8)
{
	size_t margin = columns[0], width = columns[1], next = 0, used = 0, at[BENCHI_TICKS_MOST];

	for (size_t i = 0; i < ticks->n; i++)
		at[i] = benchi_place_cell(benchi_extent_place(extent, ticks->at[i]), width);
	fprintf(out, "%*s%s", (int)margin - 1, "", utf8 ? "\342\224\224" : "+");
	for (size_t c = 0; c < width; c++) {
		bool tick = next < ticks->n && at[next] == c;

		fputs(!utf8 ? tick ? "+" : "-" : tick ? "\342\224\254" : "\342\224\200", out);
		while (next < ticks->n && at[next] <= c)
			next++;
	}
	fputc('\n', out);
	/* Centre each number below its tick, but end with the axis.  Leave out numbers less than two
	 * columns after the previous one. */
	for (size_t i = 0; i < ticks->n; i++) {
		size_t wide = benchi_utf8_columns(ticks->text[i]), from = margin + at[i];

		from = from > wide / 2 ? from - wide / 2 : 0;
		from = from + wide > margin + width ? margin + width - wide : from;
		if (used && from < used + 2)
			continue;
		fprintf(out, "%*s%s", (int)(from > used ? from - used : 0), "", ticks->text[i]);
		used = from + wide;
	}
	return used > 0;
}

size_t benchi_text_print(FILE *out, size_t most, const char *text)
{
	char brief[NAME_BYTES];

	snprintf(brief, sizeof brief, "%s", text);
	benchi_utf8_shorten(brief, most);
	benchi_put_line(out, brief);
	return benchi_utf8_columns(brief);
}

/*
 * The range that a chart spans: every finite value of every series, error bars and bands included;
 * on a logarithmic axis only positive ones.
 */

/* Widens a range to hold x, unless x is not finite or, on a logarithmic axis, not positive. */
static void stretch(double x, bool log, double range[2])
{
	if (!isfinite(x) || (log && x <= 0))
		return;
	if (!(range[0] <= x))
		range[0] = x;
	if (!(range[1] >= x))
		range[1] = x;
}

static benchi_extent chart_finish(const double range[2], const benchi_axis *axis)
{
	if (isnan(range[0]))
		return benchi_extent_over(axis->log ? 1 : 0, axis->log ? 10 : 1, axis->log, false);
	return benchi_extent_over(range[0], range[1], axis->log, axis->from_zero);
}

bool benchi_series_point(const benchi_chart *chart, const benchi_series *s, size_t i)
{
	double x = s->x[i], y = s->y[i];

	return isfinite(x) && isfinite(y) && (!chart->x.log || x > 0) && (!chart->y.log || y > 0);
}

bool benchi_series_bar(const benchi_series *s, size_t i)
{
	return s->low && s->high && isfinite(s->low[i]) && isfinite(s->high[i]);
}

benchi_box benchi_chart_box(const benchi_chart *chart)
{
	double x[2] = { (double)NAN, (double)NAN }, y[2] = { (double)NAN, (double)NAN };
	benchi_box box;

	for (size_t k = 0; k < chart->n; k++) {
		const benchi_series *s = &chart->series[k];

		for (size_t i = 0; i < s->n; i++) {
			if (!benchi_series_point(chart, s, i))
				continue;
			stretch(s->x[i], chart->x.log, x);
			stretch(s->y[i], chart->y.log, y);
			if (benchi_series_bar(s, i)) {
				stretch(s->low[i], chart->y.log, y);
				stretch(s->high[i], chart->y.log, y);
			}
		}
	}
	for (size_t i = 0; i < chart->heats; i++)
		for (int k = 0; k < 2; k++) {
			stretch(chart->heat[i].x[k], chart->x.log, x);
			stretch(chart->heat[i].y[k], chart->y.log, y);
		}
	box.x = chart_finish(x, &chart->x);
	box.y = chart_finish(y, &chart->y);
	return box;
}

#define MARKS 8 /* approximate distance of letters along a line */

typedef struct drawing {
	const benchi_chart *chart;
	benchi_box box;
	canvas canvas;
	benchi_ticks x, y;
	size_t margin; /* width left of the frame */
} drawing;

/* Returns the mark of series k: 'o' for the only points, '-' for the only line next to points,
 * '*' for a single series, otherwise a letter. */
static char letter_of(const drawing *d, size_t k)
{
	const bool points = d->chart->series[k].kind == BENCHI_MARK_POINTS;
	size_t same = 0, before = 0, n = k;

	for (size_t i = 0; i < d->chart->n; i++) {
		const bool of = (d->chart->series[i].kind == BENCHI_MARK_POINTS) == points;

		same += of;
		before += of && i < k;
	}
	if (d->chart->n < 2)
		return '*';
	if (same == 1)
		return points ? 'o' : '-';
	if (d->chart->n - same == 1 && !points)
		n = before;
	return (char)(n < 26 ? 'a' + (int)n : 'A' + (int)(n - 26) % 26);
}

static void chart_place(const drawing *d, double x, double y, double at[2])
{
	at[0] = benchi_extent_place(&d->box.x, x);
	at[1] = benchi_extent_place(&d->box.y, y);
}

/* Draws one edge of a series: its values, or its low or high ends. */
static void draw_edge(drawing *d, const benchi_series *s, const double *y, char pen)
{
	double from[2] = { (double)NAN, (double)NAN }, to[2];

	for (size_t i = 0; i < s->n; i++, memcpy(from, to, sizeof from)) {
		to[0] = (double)NAN;
		if (!benchi_series_point(d->chart, s, i))
			continue;
		chart_place(d, s->x[i], y[i], to);
		if (isnan(from[0]) || s->kind == BENCHI_MARK_POINTS)
			canvas_dot(&d->canvas, to[0], to[1], pen);
		else if (s->kind == BENCHI_MARK_STEPS) {
			double corner[2] = { to[0], from[1] };

			canvas_line(&d->canvas, from, corner, pen);
			canvas_line(&d->canvas, corner, to, pen);
		} else
			canvas_line(&d->canvas, from, to, pen);
	}
}

static void chart_print(FILE *out, const drawing *d, size_t columns)
{
	const canvas *c = &d->canvas;
	char text[NAME_BYTES];

	if (d->chart->title && *d->chart->title) {
		benchi_text_print(out, SIZE_MAX, d->chart->title);
		fputc('\n', out);
	}
	benchi_axis_title(&d->chart->y, &d->box.y, d->y.unit, text, sizeof text);
	benchi_text_print(out, SIZE_MAX, text);
	fputc('\n', out);
	for (size_t r = 0; r < c->rows; r++) {
		const unsigned char *dots = c->dots + r * c->columns;
		const char *mark = c->mark + r * c->columns, *tick = NULL;
		size_t last = c->columns;

		for (size_t i = d->y.n; i-- > 0;)
			if (benchi_place_cell(1 - benchi_extent_place(&d->box.y, d->y.at[i]), c->rows) == r)
				tick = d->y.text[i];
		fprintf(out, "%*s%s ", (int)(d->margin - 2 - benchi_utf8_columns(tick ? tick : "")), "",
		        tick ? tick : "");
		fputs(!c->utf8 ? tick ? "+" : "|" : tick ? "\342\224\244" : "\342\224\202", out);
		while (last && !dots[last - 1] && !mark[last - 1])
			last--;
		for (size_t i = 0; i < last; i++) {
			if (mark[i] || !dots[i])
				fputc(mark[i] ? mark[i] : ' ', out);
			else if (c->utf8)
				fprintf(out, "\342%c%c", 0xa0 + (dots[i] >> 6), 0x80 + (dots[i] & 0x3f));
			else
				fputc(dots[i], out);
		}
		fputc('\n', out);
	}

	benchi_text_axis(out, &d->box.x, &d->x, (size_t[]){ d->margin, c->columns }, c->utf8);
	fprintf(out, "\n%*s", (int)d->margin, "");
	benchi_axis_title(&d->chart->x, NULL, d->x.unit, text, sizeof text);
	benchi_text_print(out, SIZE_MAX, text);
	fputc('\n', out);
	size_t used = 0, capacity = columns > d->margin + 10 ? columns - d->margin - 5 : 5;

	for (size_t k = 0; k < d->chart->n && d->chart->n > 1; k++) {
		const char *name = d->chart->series[k].name ? d->chart->series[k].name : "";
		size_t width = benchi_utf8_columns(name);

		width = 2 + (width > capacity ? capacity : width);
		if (used && used + 3 + width + d->margin > columns) {
			fputc('\n', out);
			used = 0;
		}
		fprintf(out, c->utf8 && letter_of(d, k) == '-' ? "%*s\342\224\200 " : "%*s%c ",
			(int)(used ? 3 : d->margin), "", letter_of(d, k));
		benchi_text_print(out, capacity, name);
		used += width + (used ? 3 : 0);
	}
	if (used)
		fputc('\n', out);

	for (size_t i = 0; i < d->chart->notes && i < 9; i++) {
		const benchi_note *note = &d->chart->note[i];

		benchi_value_text(note->x, d->chart->x.unit, 5, c->utf8, text, sizeof text);
		fprintf(out, "%*s%d at %s: ", (int)d->margin, "", (int)i + 1, text);
		benchi_text_print(out, SIZE_MAX, note->text ? note->text : "");
		fputc('\n', out);
	}
}

bench_status benchi_chart_text(FILE *out, const benchi_chart *chart, size_t columns, size_t rows,
                               bool utf8)
{
	drawing d;

	memset(&d, 0, sizeof d);
	d.chart = chart;
	d.box = benchi_chart_box(chart);
	rows = rows < 6 ? 6 : rows;
	benchi_ticks_choose(&d.box.y, chart->y.unit, rows / 3 + 1, utf8, &d.y);
	for (size_t i = 0; i < d.y.n; i++)
		if (benchi_utf8_columns(d.y.text[i]) > d.margin)
			d.margin = benchi_utf8_columns(d.y.text[i]);
	d.margin += 2;
	if (columns < d.margin + 20)
		columns = d.margin + 20;
	benchi_axis_ticks(&chart->x, &d.box.x, (columns - d.margin) / 10, utf8, &d.x);
	d.canvas = (canvas){ columns - d.margin, rows - 4, utf8, NULL, NULL };
	d.canvas.dots = calloc(d.canvas.columns * d.canvas.rows, 1);
	d.canvas.mark = calloc(d.canvas.columns * d.canvas.rows, 1);
	const bool whole = d.canvas.dots && d.canvas.mark;

	for (size_t k = 0; k < chart->n && whole; k++) {
		const benchi_series *s = &d.chart->series[k];

		for (size_t i = 0; i < s->n; i++)
			if (s->kind != BENCHI_MARK_RIBBON && benchi_series_point(d.chart, s, i)
			    && benchi_series_bar(s, i)) {
				char pen = '|';
				double from[2], to[2];

				chart_place(&d, s->x[i], s->low[i], from);
				chart_place(&d, s->x[i], s->high[i], to);
				if (isnan(from[1]))
					from[1] = 0;
				if (!isnan(to[1]))
					canvas_line(&d.canvas, from, to, pen);
			}
		if (s->kind == BENCHI_MARK_RIBBON) {
			draw_edge(&d, s, s->low, ':');
			draw_edge(&d, s, s->high, ':');
		}
		draw_edge(&d, s, s->y, letter_of(&d, k));
		if (d.chart->n > 1 && letter_of(&d, k) != '-') {
			size_t every = s->kind == BENCHI_MARK_POINTS ? 1 : s->n / MARKS + 1;
			size_t first = k * every / (d.chart->n ? d.chart->n : 1);
			double at[2];

			for (size_t i = first; i < s->n; i += every)
				if (benchi_series_point(d.chart, s, i)) {
					chart_place(&d, s->x[i], s->y[i], at);
					canvas_mark(&d.canvas, at[0], at[1], letter_of(&d, k), false);
				}
		}
	}
	for (size_t i = 0; i < chart->notes && i < 9 && whole; i++) {
		double x = benchi_extent_place(&d.box.x, chart->note[i].x);

		for (size_t r = 1; r < d.canvas.rows; r++)
			canvas_dot(&d.canvas, x, 1 - ((double)r + .5) / (double)d.canvas.rows, '.');
		canvas_mark(&d.canvas, x, 1, (char)('1' + (int)i), true);
	}
	if (whole)
		chart_print(out, &d, columns);
	free(d.canvas.dots);
	free(d.canvas.mark);
	return whole ? BENCH_OK : benchi_fail(BENCH_ERR_MEMORY, "a chart of %zu columns", columns);
}
