/*
 * Forest plots: one row per case, with a change or a median and its interval.
 *
 * For a comparison, rows are changes in percent, largest first; an outlier does not stretch the
 * axis but becomes an arrow at its end. For a single file without --base, rows are medians; the
 * axis is logarithmic if they differ tenfold, and an interval that reaches far below all medians,
 * or to 0, then ends in an arrow.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/plot/plot.h"

enum { CELLS_LEAST = 24, SPAN = 2 * FIGURE_TEXT + 40, CHANGES_FEWEST = 4 };

static const struct {
	double row, right;      /* height of a row, and width of the texts on the right, in a picture */
	double labels;          /* labels take at most this share of a picture's width */
	double far;             /* changes this many quartile ranges outside the quartiles, or more, do
	                           not stretch the axis */
	double log_from;        /* for this ratio of medians or more, the axis is logarithmic, */
	double log_below;       /* and begins at most this factor below the least median */
} policy = { .row = 26, .right = 230, .labels = 0.4, .far = 12, .log_from = 10, .log_below = 3 };

/* Colours and marks of the answers: circle, square, triangle, diamond. */
enum { SAME = 0, WORSE = 1, BETTER = 2, OPEN = 3, GREY = 4 };

struct row {
	const char *label;                  /* name of the case */
	/* the interval that decides; without an interval both ends equal the centre */
	struct benchi_median_interval interval;
	size_t series;                      /* colour and mark: an answer, or that of the set */
	bool open;                          /* inconclusive, or not to be used */
	bool unusable;                      /* not to be used */
	char text[SPAN];
};

struct forest {
	const char *name, *unit;            /* of what the axis shows */
	size_t n;                           /* number of rows */
	benchi_extent scale;                /* of the axis */
	bool changes;                       /* rows are changes in percent, not medians */
	double margin;                      /* margin of changes, in percent */
	struct row row[];
};

/* Writes "2.24 ns (2.22 to 2.25) same" into row->text. utf8: "µs"; answer: or "". */
static void span_text(const struct forest *b, bool utf8, const char *answer, struct row *row)
{
	const struct benchi_median_interval *m = &row->interval;
	figure_form f = figures_of(b->unit, fabs(m->centre), m->high - m->low, NULL);
	char value[FIGURE_TEXT], low[FIGURE_TEXT], high[FIGURE_TEXT];

	f.utf8 = utf8;
	figure(&f, m->centre, value);
	snprintf(row->text, SPAN, "%s%s (%s to %s)%s%s%s", b->changes && m->centre > 0
	         && strpbrk(value, "123456789") ? "+" : "", value, figure_bare(&f, m->low, low),
	         figure_bare(&f, m->high, high), *answer ? " " : "", answer,
	         !row->unusable ? "" : *answer ? ": do not use" : " do not use");
}

/* Chooses the axis of changes. Outliers that would squeeze the other changes into one point, and
 * ends of intervals far beyond, are left outside. BENCH_ERR_MEMORY. */
static bench_status changes_scale(struct forest *b)
{
	double *x = calloc(b->n + 1, sizeof *x), low = -b->margin, high = b->margin, reach, q1, q3;
	double usual;

	if (!x)
		return benchi_no_memory("the chart");
	for (size_t i = 0; i < b->n; i++)
		x[i] = b->row[i].interval.high - b->row[i].interval.low;
	benchi_sort_many(x, b->n);
	usual = benchi_quantile(x, b->n, .5);
	for (size_t i = 0; i < b->n; i++)
		x[i] = b->row[i].interval.centre;
	benchi_sort_many(x, b->n);
	q1 = benchi_quantile(x, b->n, .25);
	q3 = benchi_quantile(x, b->n, .75);
	reach = b->n < CHANGES_FEWEST ? HUGE_VAL : policy.far * fmax(fmax(q3 - q1, usual), 0.1);
	for (size_t i = 0; i < b->n; i++)
		if (x[i] >= q1 - reach && x[i] <= q3 + reach) {
			low = fmin(low, x[i]);
			high = fmax(high, x[i]);
		}
	reach = fmax(high - low, 1);
	q1 = low;
	q3 = high;
	for (size_t i = 0; i < b->n; i++)
		if (b->row[i].interval.centre >= q1 && b->row[i].interval.centre <= q3) {
			low = fmin(low, fmax(b->row[i].interval.low, q1 - reach));
			high = fmax(high, fmin(b->row[i].interval.high, q3 + reach));
		}
	b->scale = benchi_extent_over(low, high, false, false);
	free(x);
	return BENCH_OK;
}

/* Orders rows by change, largest first, for qsort. */
static int by_effect(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return (x->interval.centre < y->interval.centre) - (x->interval.centre > y->interval.centre);
}

/* Makes a row of each change of a metric, in percent, largest first. A change without a usable
 * base has no row. BENCH_ERR_MEMORY. */
static bench_status find_changes(const plot *p, const panel *a, struct forest *b)
{
	for (size_t i = 0; i < p->job.comparisons; i++) {
		const benchi_comparison *c = &p->job.comparison[i];
		const benchi_finding *f = &c->finding;
		const bool same = f->answer == BENCH_SAME;
		const benchi_interval *deciding = same ? &f->equal : &f->sure;
		struct row *row = &b->row[b->n];
		int better = benchi_comparison_better(c);

		if (strcmp(c->test->set->metric, a->metric) != 0 || isnan(f->location)
		    || isnan(f->sure.estimate))
			continue;
		*row = (struct row){ .open = !better && !same,
			.series = better < 0 ? WORSE : better > 0 ? BETTER : same ? SAME : OPEN,
			.label = p->job.files == 2 && *c->test->set->benchmark ? c->test->set->benchmark
			         : c->test->label };
		for (size_t k = 0; k < a->n; k++)
			row->unusable |= a->result[k].unusable
				&& (a->side[k] == c->base || a->side[k] == c->test);
		row->open |= row->unusable;
		row->interval.centre = 100 * f->sure.estimate / f->location;
		row->interval.low = fmax(100 * deciding->low / f->location, -100);
		row->interval.high = 100 * deciding->high / f->location;
		span_text(b, p->utf8, plot_answer(c, a->unit), row);
		b->n++;
	}
	qsort(b->row, b->n, sizeof *b->row, by_effect);
	return changes_scale(b);
}

const char *plot_answer(const benchi_comparison *c, const char *unit)
{
	const int better = benchi_comparison_better(c);

	if (isfinite(benchi_unit_factor(unit, "s")) && better)
		return better > 0 ? "faster" : "slower";
	return better > 0 ? "better" : better < 0 ? "worse" : benchi_answer_name(c->finding.answer);
}

/* Returns whether x is outside the axis. */
static bool beyond(const struct forest *b, double x)
{
	return x < b->scale.low || x > b->scale.high;
}

/* Returns whether an end of a row's interval is outside the axis. */
static bool off_axis(const struct forest *b)
{
	for (size_t i = 0; i < b->n; i++)
		if (beyond(b, b->row[i].interval.low) || beyond(b, b->row[i].interval.high))
			return true;
	return false;
}

/* Returns the cell of x, of `cells` along the axis. */
static size_t cell_of(const struct forest *b, double x, size_t cells)
{
	return benchi_place_cell(benchi_extent_place(&b->scale, x), cells);
}

/* Returns the width of the longest label. */
static size_t label_columns(const struct forest *b)
{
	size_t widest = 5;

	for (size_t i = 0; i < b->n; i++) {
		size_t n = benchi_utf8_columns(b->row[i].label);

		widest = n > widest ? n : widest;
	}
	return widest;
}

/* Draws an end of an interval at x in the row at y: a stroke, or an arrow if it is outside the
 * axis. */
static void draw_end(benchi_picture *to, const struct forest *b, const benchi_plane *plane,
                     double end, double y)
{
	double x = benchi_plane_x(plane, end);

	if (beyond(b, end))
		benchi_draw_arrow(to, x, y, end < b->scale.low ? -1 : 1, 0, BENCHI_AXIS);
	else
		benchi_draw_line(to, x, y - 5, x, y + 5, BENCHI_AXIS);
}

bench_status plot_forest_find(const plot *p, panel *a)
{
	/* sets are compared */
	const bool changes = p->job.comparisons && (p->job.files > 1 || p->job.settings.base);
	double low = HUGE_VAL, high = -HUGE_VAL, least = HUGE_VAL, most = -HUGE_VAL;
	const size_t n = changes ? p->job.comparisons : a->n;
	struct forest *b = a->forest = calloc(1, sizeof *b + n * sizeof *b->row);

	if (!b)
		return benchi_no_memory("the chart");
	b->name = plot_name(a);
	b->unit = changes ? "%" : a->unit;
	b->changes = changes;
	b->margin = 100 * p->job.settings.question.margin;
	if (changes)
		return find_changes(p, a, b);
	for (; b->n < a->n; b->n++) {
		struct row *row = &b->row[b->n];
		const plot_result *r = &a->result[b->n];

		*row = (struct row){ .label = a->label[b->n], .series = plot_series(a, b->n),
			.interval = r->interval, .open = r->unusable, .unusable = r->unusable };
		low = fmin(low, row->interval.low);
		high = fmax(high, row->interval.high);
		least = fmin(least, row->interval.centre);
		most = fmax(most, row->interval.centre);
		span_text(b, p->utf8, "", row);
	}
	if (least > 0 && (p->log || (!p->linear && most >= policy.log_from * least)))
		b->scale = benchi_extent_over(fmax(low, least / policy.log_below), high, true, false);
	else
		b->scale = benchi_extent_over(low, high, false, true);
	return BENCH_OK;
}

const char *plot_forest_caption(const plot *p, const panel *a, const char *margin,
                                char text[PLOT_LABEL])
{
	const benchi_question *q = &p->job.settings.question;
	const char *name[2] = { "", "" };
	double end[2] = { HUGE_VAL, -HUGE_VAL };
	char ratio[BENCHI_NUMBER_TEXT], point[PLOT_LABEL];

	if (a->forest->changes) {
		snprintf(text, PLOT_LABEL, "each bar: the interval that decides; different: %.4g %% "
			"interval %s; same: %.4g %% interval within the margin of %.3g %% (%s)",
			100 * (1 - q->alpha),
			q->beyond > 0 ? "beyond the margin" : "without 0", 100 * (1 - 2 * q->alpha),
			100 * q->margin, margin);
		return text;
	}
	for (size_t i = 0; i < a->n; i++)
		for (int k = 0; k < 2; k++)
			if (!a->result[i].unusable && (k ? a->result[i].interval.centre > end[k]
			                                : a->result[i].interval.centre < end[k])) {
				end[k] = a->result[i].interval.centre;
				name[k] = a->label[i];
			}
	snprintf(text, PLOT_LABEL, "each point: %.80s", plot_points(a, point));
	if (end[0] > 0 && end[1] >= 2 * end[0] && isfinite(end[1] / end[0])) {
		const double times = end[1] / end[0], unit = pow(10, floor(log10(times)) - 2);

		/* three digits, and no exponent for small factors */
		benchi_number_digits(round(times / unit) * unit, times < 1e9 ? 10 : 3, ratio);
		snprintf(text + strlen(text), PLOT_LABEL - strlen(text), "; %.60s is %s times %.60s",
			name[1], ratio, name[0]);
	}
	return text;
}

void plot_print_forest(const plot *p, const panel *a, size_t columns)
{
	const struct forest *b = a->forest;
	const bool utf8 = p->utf8;
	size_t label = label_columns(b), span = 0, cells, most;
	char caption[PLOT_LABEL];

	for (size_t i = 0; i < b->n; i++)
		span = strlen(b->row[i].text) > span ? strlen(b->row[i].text) : span;
	most = columns > span + 4 + 2 * CELLS_LEAST ? columns - span - 4 - CELLS_LEAST
		: CELLS_LEAST;
	label = label > most ? most : label;
	cells = columns > label + span + 4 + 10 ? columns - label - span - 4 : 10;
	printf("%s%s%s%s%s\n", b->changes ? "change of " : "", b->name,
	       b->changes && *p->two ? ", " : "", b->changes ? p->two : "",
	       b->scale.log ? " (logarithmic scale)" : "");
	for (size_t i = 0; i < b->n; i++) {
		printf("%*s %s", (int)(label - benchi_text_print(stdout, label, b->row[i].label)), "",
		       utf8 ? "│" : "|");
		const struct row *row = &b->row[i];
		const struct benchi_median_interval *m = &row->interval;
		const size_t centre = cell_of(b, m->centre, cells);
		const size_t low = cell_of(b, m->low, cells), high = cell_of(b, m->high, cells);

		for (size_t c = 0; c < cells; c++) {
			const char *cell = " ";

			if (c == centre)
				cell = beyond(b, m->centre) ? m->centre > b->scale.high ? ">" : "<"
					: row->open ? utf8 ? "○" : "?" : utf8 ? "●" : "o";
			else if (c == low)
				cell = beyond(b, m->low) ? "<" : utf8 ? "├" : "[";
			else if (c == high)
				cell = beyond(b, m->high) ? ">" : utf8 ? "┤" : "]";
			else if (c > low && c < high)
				cell = utf8 ? "─" : "-";
			else if (b->changes && c == cell_of(b, 0, cells))
				cell = utf8 ? "│" : "|";
			else if (b->changes && (c == cell_of(b, -b->margin, cells)
			                       || c == cell_of(b, b->margin, cells)))
				cell = utf8 ? "┆" : "'";
			fputs(cell, stdout);
		}
		printf(" %s\n", row->text);
	}
	plot_axis(&b->scale, b->unit, (size_t[]){ label, cells }, utf8);
	plot_forest_caption(p, a, utf8 ? "┆" : "'", caption);
	words_write(stdout, "", caption, (int)columns);
	if (off_axis(b))
		puts("< and >: beyond the axis");
}

double plot_draw_forest(benchi_picture *to, const plot *p, const panel *a, unsigned kind,
                        double y)
{
	const struct forest *b = a->forest;
	const double left = fmin(PLOT_LETTER * (double)label_columns(b) + 24,
		policy.labels * PLOT_WIDTH);
	const double height = policy.row * (double)b->n;
	const benchi_plane plane = { { left, y, PLOT_WIDTH - left - policy.right, height },
		{ b->scale, { 0, 1, false } } };
	const benchi_frame *f = &plane.frame;

	if (to) {
		benchi_draw_x_axis(to, &plane, &(benchi_axis){ .unit = b->unit, .log = b->scale.log,
			.label = b->changes ? "change, new against old" : b->name });
		if (b->changes) {
			const double zero = benchi_plane_x(&plane, 0);
			const double from = benchi_plane_x(&plane, -b->margin);
			const double width = benchi_plane_x(&plane, b->margin) - from;

			benchi_group_begin(to, GREY);
			benchi_draw_rectangle(to, &(benchi_frame){ from, y, width, f->height }, "h2", NULL);
			benchi_group_end(to);
			benchi_draw_line(to, zero, y, zero, y + f->height, BENCHI_AXIS);
		}
	}
	for (size_t i = 0; i < b->n && to; i++) {
		const struct row *row = &b->row[i];
		const struct benchi_median_interval *m = &row->interval;
		const double middle = y + policy.row * ((double)i + .5);
		char label[PLOT_LABEL];

		snprintf(label, sizeof label, "%s", row->label);
		benchi_utf8_shorten(label, (size_t)((left - 16) / PLOT_LETTER));
		benchi_draw_text(to, left - 8, middle + 4, BENCHI_ANCHOR_END, BENCHI_INK, label);
		benchi_draw_text(to, left + f->width + 10, middle + 4, BENCHI_ANCHOR_START, BENCHI_SOFT,
			row->text);
		benchi_group_begin(to, row->series);
		benchi_draw_line(to, benchi_plane_x(&plane, m->low), middle,
			benchi_plane_x(&plane, m->high), middle, "heavy");
		draw_end(to, b, &plane, m->low, middle);
		draw_end(to, b, &plane, m->high, middle);
		if (!beyond(b, m->centre))
			benchi_draw_mark(to, row->series, row->unusable, benchi_plane_x(&plane, m->centre),
				middle, 5, row->text);
		benchi_group_end(to);
	}
	y += height + BENCHI_MARGIN_BOTTOM;
	if (off_axis(b)) {
		if (to)
			benchi_draw_text(to, 18, y, BENCHI_ANCHOR_START, BENCHI_SOFT,
				"an arrow: beyond the axis");
		y += 12;
	}
	return y;
}
