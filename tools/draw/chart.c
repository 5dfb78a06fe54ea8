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

enum { NAME_BYTES = 4300, MARKS = 8 /* distance of the letters along a line, approximately */ };

/*
 * A chart and its canvas: dots smaller than a character, and characters over them.
 *
 * In UTF-8 a cell is a braille pattern, two dots wide and four high (U+2800 plus the bits of its
 * dots). Otherwise a cell is one dot, shown as the pen's character. A cell shows its mark if it
 * has one, else its dots.
 */
typedef struct drawing {
	const benchi_chart *chart;
	benchi_box box;
	benchi_ticks x, y;
	size_t margin;       /* width left of the frame */
	size_t columns, rows;
	bool utf8;
	unsigned char *dots; /* for each cell: a braille pattern, or the pen's character */
	char *mark;          /* per cell: a character, or 0 */
} drawing;

/* Returns whether a point is inside the chart. x counts from the left, y from the bottom, both
 * from 0 to 1. */
static bool inside(double x, double y)
{
	return x >= -1e-9 && x <= 1 + 1e-9 && y >= -1e-9 && y <= 1 + 1e-9;
}

/* Returns the cell that contains a point, as an index of dots and mark. */
static size_t cell_of(const drawing *d, double x, double y)
{
	return benchi_place_cell(1 - y, d->rows) * d->columns + benchi_place_cell(x, d->columns);
}

static void put_dot(drawing *d, double x, double y, char pen)
{
	static const unsigned char bits[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 },
		{ 0x40, 0x80 } };
	size_t column, row;

	if (!inside(x, y))
		return;
	column = benchi_place_cell(x, 2 * d->columns);
	row = benchi_place_cell(1 - y, 4 * d->rows);
	if (d->utf8)
		d->dots[row / 4 * d->columns + column / 2] |= bits[row % 4][column % 2];
	else
		d->dots[cell_of(d, x, y)] = (unsigned char)pen;
}

static void put_line(drawing *d, double x0, double y0, double x1, double y1, char pen)
{
	double wide = fabs(x1 - x0) * (double)d->columns * (d->utf8 ? 2 : 1);
	double high = fabs(y1 - y0) * (double)d->rows * (d->utf8 ? 4 : 1);
	double steps = ceil(fmax(wide, high) * 1.5);

	if (!(steps < 1e6))
		return;
	for (double i = 0; i <= steps; i++) {
		double part = steps > 0 ? i / steps : 0;

		put_dot(d, x0 + part * (x1 - x0), y0 + part * (y1 - y0), pen);
	}
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
	/* Centre each number below its tick, but do not exceed the axis.  Leave out numbers that begin
	 * less than two columns after the previous one. */
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

/* Draws one edge of a series: its values, or its low or high ends. */
static void draw_edge(drawing *d, const benchi_series *s, const double *edge, char pen)
{
	double x0 = (double)NAN, y0 = (double)NAN;

	for (size_t i = 0; i < s->n; i++) {
		const bool shown = benchi_series_point(d->chart, s, i);
		double x1 = benchi_extent_place(&d->box.x, s->x[i]);
		double y1 = benchi_extent_place(&d->box.y, edge[i]);

		if (shown && (isnan(x0) || s->kind == BENCHI_MARK_POINTS))
			put_dot(d, x1, y1, pen);
		else if (shown && s->kind == BENCHI_MARK_STEPS) {
			put_line(d, x0, y0, x1, y0, pen);
			put_line(d, x1, y0, x1, y1, pen);
		} else if (shown)
			put_line(d, x0, y0, x1, y1, pen);
		x0 = shown ? x1 : (double)NAN;
		y0 = y1;
	}
}

/* Draws a series: error bars or the edges of its band, its values, and its letter at some of
 * them. */
static void draw_series(drawing *d, size_t k)
{
	const benchi_series *s = &d->chart->series[k];
	const char letter = letter_of(d, k);
	const size_t every = s->kind == BENCHI_MARK_POINTS ? 1 : s->n / MARKS + 1;

	for (size_t i = 0; i < s->n && s->kind != BENCHI_MARK_RIBBON; i++)
		if (benchi_series_point(d->chart, s, i) && benchi_series_bar(s, i)) {
			double x = benchi_extent_place(&d->box.x, s->x[i]);
			double low = benchi_extent_place(&d->box.y, s->low[i]);
			double high = benchi_extent_place(&d->box.y, s->high[i]);

			if (!isnan(high))
				put_line(d, x, isnan(low) ? 0 : low, x, high, '|');
		}
	if (s->kind == BENCHI_MARK_RIBBON) {
		draw_edge(d, s, s->low, ':');
		draw_edge(d, s, s->high, ':');
	}
	draw_edge(d, s, s->y, letter);
	for (size_t i = 0; i < s->n && s->unusable; i++)
		if (s->unusable[i] && benchi_series_point(d->chart, s, i))
			d->mark[cell_of(d, benchi_extent_place(&d->box.x, s->x[i]),
				benchi_extent_place(&d->box.y, s->y[i]))] = '?';
	for (size_t i = k * every / d->chart->n; i < s->n && d->chart->n > 1 && letter != '-';
	     i += every) {
		double x = benchi_extent_place(&d->box.x, s->x[i]);
		double y = benchi_extent_place(&d->box.y, s->y[i]);

		if (benchi_series_point(d->chart, s, i) && inside(x, y) && !d->mark[cell_of(d, x, y)])
			d->mark[cell_of(d, x, y)] = letter;
	}
}

/* Prints the title, the canvas with its axes, the legend and the notes. columns: width of the whole
 * output. */
static void print_chart(FILE *out, const drawing *d, size_t columns)
{
	char text[NAME_BYTES];

	if (d->chart->title && *d->chart->title) {
		benchi_text_print(out, columns, d->chart->title);
		fputc('\n', out);
	}
	benchi_axis_title(&d->chart->y, &d->box.y, true, d->y.unit, text, sizeof text);
	benchi_text_print(out, columns, text);
	fputc('\n', out);
	for (size_t r = 0; r < d->rows; r++) {
		const unsigned char *dots = d->dots + r * d->columns;
		const char *mark = d->mark + r * d->columns, *tick = NULL;
		size_t last = d->columns;

		for (size_t i = d->y.n; i-- > 0;)
			if (benchi_place_cell(1 - benchi_extent_place(&d->box.y, d->y.at[i]), d->rows) == r)
				tick = d->y.text[i];
		fprintf(out, "%*s%s ", (int)(d->margin - 2 - benchi_utf8_columns(tick ? tick : "")), "",
		        tick ? tick : "");
		fputs(!d->utf8 ? tick ? "+" : "|" : tick ? "\342\224\244" : "\342\224\202", out);
		while (last && !dots[last - 1] && !mark[last - 1])
			last--;
		for (size_t i = 0; i < last; i++) {
			if (mark[i] || !dots[i])
				fputc(mark[i] ? mark[i] : ' ', out);
			else if (d->utf8)
				fprintf(out, "\342%c%c", 0xa0 + (dots[i] >> 6), 0x80 + (dots[i] & 0x3f));
			else
				fputc(dots[i], out);
		}
		fputc('\n', out);
	}

	benchi_text_axis(out, &d->box.x, &d->x, (size_t[]){ d->margin, d->columns }, d->utf8);
	fprintf(out, "\n%*s", (int)d->margin, "");
	benchi_axis_title(&d->chart->x, &d->box.x, d->chart->x.measured, d->x.unit, text, sizeof text);
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
		fprintf(out, d->utf8 && letter_of(d, k) == '-' ? "%*s\342\224\200 " : "%*s%c ",
			(int)(used ? 3 : d->margin), "", letter_of(d, k));
		benchi_text_print(out, capacity, name);
		used += width + (used ? 3 : 0);
	}
	if (used)
		fputc('\n', out);

	for (size_t i = 0; i < d->chart->notes && i < 9; i++) {
		const benchi_note *note = &d->chart->note[i];

		benchi_value_text(note->x, d->chart->x.unit, 5, d->utf8, text, sizeof text);
		fprintf(out, "%*s%d at %s: ", (int)d->margin, "", (int)i + 1, text);
		benchi_text_print(out, SIZE_MAX, note->text ? note->text : "");
		fputc('\n', out);
	}
}

bench_status benchi_chart_text(FILE *out, const benchi_chart *chart, size_t columns, size_t rows,
                               bool utf8)
{
	drawing d = { .chart = chart, .box = benchi_chart_box(chart), .utf8 = utf8 };
	bool whole;

	rows = rows < 6 ? 6 : rows;
	benchi_ticks_choose(&d.box.y, chart->y.unit, rows / (chart->y.log ? 2 : 3) + 1, utf8, &d.y);
	for (size_t i = 0; i < d.y.n; i++)
		if (benchi_utf8_columns(d.y.text[i]) > d.margin)
			d.margin = benchi_utf8_columns(d.y.text[i]);
	d.margin += 2;
	if (columns < d.margin + 20)
		columns = d.margin + 20;
	benchi_axis_ticks(&chart->x, &d.box.x, (columns - d.margin) / 10, utf8, &d.x);
	d.columns = columns - d.margin;
	d.rows = rows - 4;
	d.dots = calloc(d.columns * d.rows, 1);
	d.mark = calloc(d.columns * d.rows, 1);
	whole = d.dots && d.mark;
	for (size_t k = 0; k < chart->n && whole; k++)
		draw_series(&d, k);
	for (size_t i = 0; i < chart->notes && i < 9 && whole; i++) {
		double x = benchi_extent_place(&d.box.x, chart->note[i].x);

		for (size_t r = 1; r < d.rows; r++)
			put_dot(&d, x, 1 - ((double)r + .5) / (double)d.rows, '.');
		if (inside(x, 1))
			d.mark[cell_of(&d, x, 1)] = (char)('1' + (int)i);
	}
	if (whole)
		print_chart(out, &d, columns);
	free(d.dots);
	free(d.mark);
	return whole ? BENCH_OK : benchi_no_memory("the chart");
}
