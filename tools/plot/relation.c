/*
 * What goes with what: a metric over a parameter of the names, or over another metric.
 *
 * --over KEY: names hold "/KEY=number" as Go's benchmarks and `bench sample -P` write them; the
 * rest of the name is a series, and each number a point, the median with its 95 % interval.
 * --scatter X,Y: a point a row of the file, or a round, that has both; a series a set.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/plot/plot.h"

#define NAME 120

#define LETTER 7.0 /* how wide one is, about */

static const double FAR_APART = 32;

enum { LAW_POINTS = 200 };

/* A series while it is gathered; its four arrays lie in one piece of memory. */
typedef struct gathered {
	char name[2 * NAME];
	double *x, *y, *low, *high;
	size_t n;
	bool law;    /* a curve that was fitted */
} gathered;

typedef struct relation {
	gathered *of;
	benchi_series *series;
	size_t n;
	const char *unit_x, *unit_y;
	size_t lone; /* values without the other metric's */
} relation;

static void forget(relation *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->of[i].x);
	free(r->of);
	free(r->series);
}

/* A series of that name with capacity for so many points; NULL: no memory. */
static gathered *new_series(relation *r, const char *name, size_t points)
{
	gathered *g = &r->of[r->n];

	g->x = calloc(4 * points, sizeof *g->x);
	if (!g->x)
		return NULL;
	snprintf(g->name, sizeof g->name, "%s", name);
	g->y = g->x + points;
	g->low = g->y + points;
	g->high = g->low + points;
	g->n = 0;
	r->n++;
	return g;
}

/* The series of that name, made if it is new. */
static gathered *relation_series_of(relation *r, const char *name, size_t points)
{
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->of[i].name, name))
			return &r->of[i];
	return new_series(r, name, points);
}

/* The number behind "/key=" in a name, and the name without that part. */
static bool take_apart(const char *name, const char *key, double *number, char *rest)
{
	char part[NAME], value[NAME];
	const char *at;
	size_t length;

	snprintf(part, sizeof part, "/%.100s=", *key == '/' ? key + 1 : key);
	at = strstr(name, part);
	if (!at)
		return false;
	length = strcspn(at + strlen(part), "/");
	snprintf(value, sizeof value, "%.*s", (int)length, at + strlen(part));
	snprintf(rest, NAME, "%.*s%.60s", (int)(at - name < 50 ? at - name : 50), name,
	         at + strlen(part) + length);
	return benchi_number(value, number);
}

/* The median of a set with its interval, in order of x. */
static bool add_median(gathered *g, double x, const benchi_set *set)
{
	struct benchi_median_interval m;
	size_t at = g->n;

	if (benchi_set_median(set, 0.95, &m) != BENCH_OK)
		return false;
	for (; at > 0 && g->x[at - 1] > x; at--) {
		g->x[at] = g->x[at - 1];
		g->y[at] = g->y[at - 1];
		g->low[at] = g->low[at - 1];
		g->high[at] = g->high[at - 1];
	}
	g->x[at] = x;
	g->y[at] = m.centre;
	g->low[at] = isnan(m.low) ? m.centre : m.low;
	g->high[at] = isnan(m.high) ? m.centre : m.high;
	g->n++;
	return true;
}

static const char *metric_of(const plot *p)
{
	if (p->job.settings.metric.n)
		return p->job.settings.metric.word[0];
	return p->job.comparisons ? compare_headline(&p->job) : p->panels ? p->panel[0].metric : "";
}

/* As the other drawings name a set: its benchmark, and the file if there are several. */
static void name_series(const plot *p, const benchi_side *s, const char *benchmark,
                        char name[2 * NAME])
{
	const char *file = p->job.files > 1 ? s->label : "";

	snprintf(name, 2 * NAME, "%s%s%s", benchmark, *benchmark && *file ? ": " : "", file);
}

static int gather_over(const plot *p, relation *r)
{
	const char *metric = metric_of(p);

	for (size_t i = 0; i < p->job.sides; i++) {
		const benchi_side *s = &p->job.side[i];
		char rest[NAME], name[2 * NAME];
		double x;
		gathered *g;

		if (strcmp(s->set->metric, metric) != 0 || !s->set->n
		    || !take_apart(s->set->benchmark, p->over, &x, rest))
			continue;
		name_series(p, s, rest, name);
		g = relation_series_of(r, name, p->job.sides);
		if (!g || !add_median(g, x, s->set))
			return complain(p->job.verb, "out of memory");
		r->unit_y = plot_unit(s->set);
	}
	if (!r->n)
		return complain(p->job.verb, "--over: found no name with '/%s=' and a number, which "
		                "bench sample writes behind a name: sort:COMMAND",
		                *p->over == '/' ? p->over + 1 : p->over);
	return 0;
}

/* The set of the same benchmark and file with that metric. */
static const benchi_set *relation_beside(const plot *p, const benchi_side *of, const char *metric)
{
	for (size_t i = 0; i < p->job.sides; i++) {
		const benchi_side *s = &p->job.side[i];

		if (s->file == of->file && !strcmp(s->set->benchmark, of->set->benchmark)
		    && !strcmp(s->set->metric, metric))
			return s->set;
	}
	return NULL;
}

/* Where a value stands in its file, and in its set. */
typedef struct place {
	uint64_t key;
	size_t at;
} relation_place;

static int by_key(const void *a, const void *b)
{
	const relation_place *x = a, *y = b;

	return x->key == y->key ? (x->at > y->at) - (x->at < y->at) : x->key > y->key ? 1 : -1;
}

/* The places of a set's values in order: by row, else by run and round, else as they came. */
static relation_place *places_of(const benchi_set *set, bool rows, bool rounds)
{
	relation_place *of = malloc((set->n + 1) * sizeof *of);

	for (size_t k = 0; k < set->n && of; k++) {
		uint64_t run = set->run ? set->run[k] : 0;

		of[k].key = rows ? set->row[k] : rounds ? run << 32 | set->round[k] : k;
		of[k].at = k;
	}
	if (of)
		qsort(of, set->n, sizeof *of, by_key);
	return of;
}

/* The pairs of values that belong together: their numbers, in x and in y, to the beginning of
 * both.  SIZE_MAX: no memory. */
static size_t pair_up(const benchi_set *x, const benchi_set *y, relation_place **xs,
                      relation_place **ys)
{
	bool rows = x->row && y->row, rounds = x->round && y->round;
	size_t n = 0, i = 0, k = 0;

	*xs = places_of(x, rows, rounds);
	*ys = places_of(y, rows, rounds);
	if (!*xs || !*ys)
		return SIZE_MAX;
	while (i < x->n && k < y->n)
		if ((*xs)[i].key < (*ys)[k].key)
			i++;
		else if ((*xs)[i].key > (*ys)[k].key)
			k++;
		else {
			(*xs)[n] = (*xs)[i++];
			(*ys)[n++] = (*ys)[k++];
		}
	return n;
}

/* The points of two sets, thinned to those that are drawn.  false: no memory. */
static bool add_points(relation *r, const char *name, const benchi_set *x, const benchi_set *y)
{
	relation_place *xs, *ys;
	size_t n = pair_up(x, y, &xs, &ys), step = (n + PLOT_DOTS - 1) / PLOT_DOTS;
	bool whole = n < SIZE_MAX;

	if (whole && n) {
		gathered *g = new_series(r, name, n);

		whole = g != NULL;
		for (size_t k = 0; k < n && whole; k += step) {
			g->x[g->n] = x->x[xs[k].at];
			g->y[g->n++] = y->x[ys[k].at];
		}
	}
	r->lone += whole ? x->n - n + y->n - n : 0;
	free(xs);
	free(ys);
	return whole;
}

static int gather_scatter(const plot *p, relation *r, const char *x, const char *y)
{
	for (size_t i = 0; i < p->job.sides; i++) {
		const benchi_side *s = &p->job.side[i];
		const benchi_set *other = relation_beside(p, s, y);
		char name[2 * NAME];

		if (!other || strcmp(s->set->metric, x) != 0)
			continue;
		name_series(p, s, s->set->benchmark, name);
		if (!add_points(r, name, s->set, other))
			return complain(p->job.verb, "out of memory");
		r->unit_x = s->set->unit;
		r->unit_y = other->unit;
	}
	if (!r->n)
		return complain(p->job.verb, r->lone ? "--scatter: found no row with both '%s' and '%s'"
		                : "--scatter: found no benchmark with both '%s' and '%s'", x, y);
	if (r->lone)
		fprintf(stderr, "note: left out %zu value%s of %s or %s in rows that lack the other\n",
		        r->lone, r->lone > 1 ? "s" : "", x, y);
	return 0;
}

/* The law of scalability beside the steps of each ramp, unless one has an open loop or it does not
 * fit.  There is capacity for a second series of each. */
static int add_laws(relation *r)
{
	for (size_t i = 0, n = r->n; i < n; i++) {
		const gathered *g = &r->of[i];
		benchi_load *load = calloc(g->n + 1, sizeof *load);
		char name[sizeof g->name];
		benchi_scalability fit;
		bench_status status;
		gathered *law;

		if (!load)
			return complain("plot", "out of memory");
		for (size_t k = 0; k < g->n; k++)
			load[k] = (benchi_load){ g->x[k], g->y[k], (double)NAN };
		status = benchi_scalability_fit(load, g->n, &fit);
		free(load);
		if (status || fit.kind == BENCHI_SCALING_NONE || fit.kind == BENCHI_SCALING_MISFIT)
			continue;
		snprintf(name, sizeof name, "%.100s%slaw, off by %.1f %%", g->name, *g->name ? ": " : "",
			100 * fit.misfit);
		law = new_series(r, name, LAW_POINTS);
		if (!law)
			return complain("plot", "out of memory");
		law->law = true;
		law->n = LAW_POINTS;
		for (size_t k = 0; k < LAW_POINTS; k++) {
			law->x[k] = g->x[0] + (g->x[g->n - 1] - g->x[0]) * (double)k / (LAW_POINTS - 1);
			law->y[k] = benchi_scalability_rate(&fit, law->x[k]);
		}
	}
	return 0;
}

static bench_status write_chart(FILE *out, const plot *p)
{
	return benchi_chart_svg(out, &p->chart, 1);
}

/* In a terminal the series are letters, explained below. */
static int relation_print_chart(const plot *p, size_t columns)
{
	FILE *out = p->out ? p->out : stdout;
	bool utf8 = !p->ascii && benchi_look_for(out).utf8;

	if (benchi_chart_text(out, p->chart, columns, 16, utf8))
		return complain(p->job.verb, "out of memory");
	if (p->over)
		fputs("each point: a median with its 95 % interval\n", out);
	return 0;
}

/* Are the medians, or the numbers in the names, so far apart that only their ratios can be seen? */
static bool far_apart(const relation *r, bool medians)
{
	double low = (double)INFINITY, high = 0;

	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->of[i].n; k++) {
			double x = medians ? r->of[i].y[k] : r->of[i].x[k];

			low = fmin(low, x);
			high = fmax(high, x);
		}
	return low > 0 && high >= (medians ? PLOT_LOG_FROM : FAR_APART) * low;
}

static int relation_draw(plot *p, relation *r, const char *x, const char *y, size_t columns)
{
	bool over = p->over != NULL, log_y = p->log || (over && !p->linear && far_apart(r, true));
	char title[2 * NAME];
	benchi_chart chart = { .title = p->title ? p->title : title };
	const gathered *most = r->of;
	int status;

	snprintf(title, sizeof title, "%s %s %s", y, over ? "over" : "and", x);

	r->series = calloc(r->n, sizeof *r->series);
	if (!r->series)
		return complain(p->job.verb, "out of memory");
	for (size_t i = 0; i < r->n; i++) {
		const gathered *g = &r->of[i];

		most = g->n > most->n ? g : most;
		r->series[i] = (benchi_series){ .name = g->name,
			.kind = g->law ? BENCHI_MARK_LINE
			        : over && p->svg ? BENCHI_MARK_RIBBON : BENCHI_MARK_POINTS, .x = g->x,
			.y = g->y, .low = over ? g->low : NULL, .high = over ? g->high : NULL, .n = g->n };
	}
	chart.x = (benchi_axis){ .label = x, .unit = r->unit_x,
		.log = over ? !p->linear && far_apart(r, false) : p->log,
		.at = over ? most->x : NULL, .n = most->n };
	chart.y = (benchi_axis){ .label = y, .unit = r->unit_y, .log = log_y,
		.from_zero = over && !log_y };
	chart.series = r->series;
	chart.n = r->n;
	p->chart = &chart;
	status = p->svg ? plot_save(p, p->svg, write_chart) : relation_print_chart(p, columns);
	p->chart = NULL;
	return status;
}

int plot_relation(plot *p, size_t columns)
{
	char *copy = strdup(p->over ? p->over : p->scatter), *comma = copy ? strchr(copy, ',') : NULL;
	relation r = { .of = calloc(2 * p->job.sides + 1, sizeof *r.of), .unit_x = "", .unit_y = "" };
	int status = 0;

	if (!copy || !r.of)
		status = complain(p->job.verb, "out of memory");
	else if (p->over)
		status = gather_over(p, &r);
	else if (!comma)
		status = complain(p->job.verb, "--scatter: found '%s', expected two metrics such as "
		                  "wall_time,max_rss", copy);
	else {
		*comma = '\0';
		status = gather_scatter(p, &r, copy, comma + 1);
		if (!status && !strcmp(copy, "workers") && !strcmp(comma + 1, "throughput_hz")
		    && !compare_has_metric(&p->job, "offered_hz"))
			status = add_laws(&r);
	}
	if (!status)
		status = relation_draw(p, &r, p->over ? (*copy == '/' ? copy + 1 : copy) : copy,
		                       p->over ? metric_of(p) : comma + 1, columns);
	free(copy);
	if (r.of)
		forget(&r);
	return status;
}

/*
 * A row a set or a comparison: a number with its interval.
 *
 * A bar's length stands for a median, so that its scale begins at 0; medians that differ
 * 100-fold are points on a logarithmic axis instead.  Changes are points around 0, in percent; one
 * far outside the others does not stretch the axis, and is marked at its end.
 */

enum { CELLS_LEAST = 24, SPAN = 2 * FIGURE_TEXT + 40, CHANGES_FEWEST = 4 };

static const double WIDTH = 800, RIGHT = 20, TOP = 70, ROW = 34, THICK = 18, DECADES = 100,
	LABEL_SHARE = 0.5, FAR = 12;

struct bar {
	const char *label;
	struct benchi_median_interval of;   /* ends where there is no interval: the centre */
	size_t series;
	char text[SPAN];
};

struct bars {
	const char *name, *unit;
	struct bar *row;
	size_t n;
	benchi_extent scale;
	bool points;                        /* in place of bars */
};

static bool bars_new(struct bars *b, const char *name, const char *unit, size_t most)
{
	*b = (struct bars){ .name = name, .unit = unit, .row = calloc(most + 1, sizeof *b->row) };
	return b->row != NULL;
}

/* "2.24 ns (2.22 to 2.25)"; sign: a change's plus. */
static void span_text(const struct bars *b, const char *sign, struct bar *row)
{
	const struct benchi_median_interval *m = &row->of;
	figure_form f = figures_of(b->unit, fabs(m->centre), m->high - m->low, NULL);
	char value[FIGURE_TEXT], low[FIGURE_TEXT], high[FIGURE_TEXT];

	snprintf(row->text, SPAN, "%s%s (%s to %s)", m->centre > 0 ? sign : "",
	         figure(&f, m->centre, value), figure_bare(&f, m->low, low),
	         figure_bare(&f, m->high, high));
}

static bool relation_find(const panel *p, bool linear, struct bars *b)
{
	double low = HUGE_VAL, high = -HUGE_VAL;

	if (!bars_new(b, plot_name(p), p->unit, p->n))
		return false;
	for (size_t i = 0; i < p->n; i++) {
		struct bar *row = &b->row[b->n++];

		*row = (struct bar){ .label = p->label[i], .series = plot_series(p, i) };
		if (benchi_set_median(p->side[i]->set, 0.95, &row->of) != BENCH_OK)
			return false;
		row->of.low = isfinite(row->of.low) ? row->of.low : row->of.centre;
		row->of.high = isfinite(row->of.high) ? row->of.high : row->of.centre;
		low = fmin(low, row->of.low);
		high = fmax(high, row->of.high);
		span_text(b, "", row);
	}
	b->points = !linear && low > 0 && high >= DECADES * low;
	b->scale = b->points ? benchi_extent_over(low, high, true, false)
	           : (benchi_extent){ fmin(low, 0), fmax(high, 0), false };
	if (!(b->scale.high > b->scale.low))
		b->scale.high = b->scale.low + 1;
	return true;
}

/* The axis of changes: over all but those beside which the others, or a usual interval, would be
 * one point; and their intervals as far as these are no longer than that is. */
static bool changes_scale(struct bars *b)
{
	double *x = calloc(b->n + 1, sizeof *x), low = 0, high = 0, reach, q1, q3, usual;

	if (!x)
		return false;
	for (size_t i = 0; i < b->n; i++)
		x[i] = b->row[i].of.high - b->row[i].of.low;
	benchi_sort(x, b->n);
	usual = benchi_quantile(x, b->n, .5);
	for (size_t i = 0; i < b->n; i++)
		x[i] = b->row[i].of.centre;
	benchi_sort(x, b->n);
	q1 = benchi_quantile(x, b->n, .25);
	q3 = benchi_quantile(x, b->n, .75);
	reach = b->n < CHANGES_FEWEST ? HUGE_VAL : FAR * fmax(fmax(q3 - q1, usual), 0.1);
	for (size_t i = 0; i < b->n; i++)
		if (x[i] >= q1 - reach && x[i] <= q3 + reach) {
			low = fmin(low, x[i]);
			high = fmax(high, x[i]);
		}
	reach = fmax(high - low, 1);
	q1 = low;
	q3 = high;
	for (size_t i = 0; i < b->n; i++)
		if (b->row[i].of.centre >= q1 && b->row[i].of.centre <= q3) {
			low = fmin(low, fmax(b->row[i].of.low, q1 - reach));
			high = fmax(high, fmin(b->row[i].of.high, q3 + reach));
		}
	b->scale = benchi_extent_over(low, high, false, false);
	free(x);
	return true;
}

/* The changes of a metric in percent; those without a base to share are left out. */
static bool find_changes(const plot *p, const panel *of, struct bars *b)
{
	if (!bars_new(b, plot_name(of), "%", p->job.comparisons))
		return false;
	b->points = true;
	for (size_t i = 0; i < p->job.comparisons; i++) {
		const benchi_comparison *c = &p->job.comparison[i];
		const benchi_finding *f = &c->finding;
		struct bar *row = &b->row[b->n];
		int better = benchi_comparison_better(c);
		size_t used;

		if (strcmp(c->test->set->metric, of->metric) != 0 || isnan(f->location)
		    || isnan(f->sure.estimate))
			continue;
		*row = (struct bar){ .series = better < 0 ? 1 : better > 0 ? 2 : 0,
			.label = p->job.files == 2 && *c->test->set->benchmark ? c->test->set->benchmark
			         : c->test->label };
		row->of.centre = 100 * f->sure.estimate / f->location;
		row->of.low = fmax(100 * f->sure.low / f->location, -100);
		row->of.high = 100 * f->sure.high / f->location;
		span_text(b, "+", row);
		used = strlen(row->text);
		snprintf(row->text + used, SPAN - used, " %s", better > 0 ? "better" : better < 0 ? "worse"
		         : benchi_answer_name(f->answer));
		b->n++;
	}
	return changes_scale(b);
}

static bool beyond(const struct bars *b, double x)
{
	return x < b->scale.low || x > b->scale.high;
}

static size_t bars_column(const struct bars *b, double x, size_t cells)
{
	return benchi_place_cell(benchi_extent_place(&b->scale, x), cells);
}

/* What stands in a cell: the first that holds. */
static const char *cell_text(const struct bars *b, const struct bar *row, size_t c, size_t cells,
                             bool utf8)
{
	const struct benchi_median_interval *m = &row->of;
	size_t zero = bars_column(b, 0, cells), end = bars_column(b, m->centre, cells);
	size_t low = bars_column(b, m->low, cells);
	size_t high = bars_column(b, m->high, cells);
	bool bar = !b->points && c >= (zero < end ? zero : end) && c <= (zero < end ? end : zero)
	           && (m->centre < 0 || m->centre > 0);

	if (b->points && c == end)
		return beyond(b, m->centre) ? (m->centre > b->scale.high ? ">" : "<") : utf8 ? "●" : "o";
	if (c == low && low < high)
		return beyond(b, m->low) ? "<" : utf8 ? "├" : "[";
	if (c == high && low < high)
		return beyond(b, m->high) ? ">" : utf8 ? "┤" : "]";
	if (bar)
		return utf8 ? "█" : "#";
	if (c >= low && c <= high)
		return utf8 ? "─" : "-";
	return c == zero && b->points && !b->scale.log ? (utf8 ? "┊" : ":") : " ";
}

/* Columns of the longest label. */
static size_t bars_label(const struct bars *b)
{
	size_t widest = 5;

	for (size_t i = 0; i < b->n; i++) {
		size_t n = benchi_utf8_columns(b->row[i].label);

		widest = n > widest ? n : widest;
	}
	return widest;
}

static void relation_print_text(const struct bars *b, size_t columns, bool utf8)
{
	size_t label = bars_label(b), span = 0, cells, most;

	for (size_t i = 0; i < b->n; i++)
		span = strlen(b->row[i].text) > span ? strlen(b->row[i].text) : span;
	most = columns > span + 4 + 2 * CELLS_LEAST ? columns - span - 4 - CELLS_LEAST : CELLS_LEAST;
	label = label > most ? most : label;
	cells = columns > label + span + 4 + 10 ? columns - label - span - 4 : 10;
	printf("%s%s\n", b->name, b->scale.log ? " (logarithmic scale)" : "");
	for (size_t i = 0; i < b->n; i++) {
		printf("%*s %s", (int)(label - benchi_text_print(stdout, label, b->row[i].label)), "",
		       utf8 ? "│" : "|");
		for (size_t c = 0; c < cells; c++)
			fputs(cell_text(b, &b->row[i], c, cells, utf8), stdout);
		printf(" %s\n", b->row[i].text);
	}
	if (b->points)
		plot_axis(&b->scale, b->unit, (size_t[]){ label, cells }, utf8);
}

/* An end of an interval: a stroke, or an arrow where it lies beyond the axis. */
static void draw_end(FILE *out, const struct bars *b, const benchi_frame *f, const double at[2])
{
	double x = benchi_frame_x(f, &b->scale, at[0]), side = at[0] < b->scale.low ? 7 : -7, y = at[1];

	if (!beyond(b, at[0])) {
		benchi_draw_line(out, (double[]){ x, y - 5 }, (double[]){ x, y + 5 }, BENCHI_AXIS);
		return;
	}
	benchi_draw_line(out, (double[]){ x, y }, (double[]){ x + side, y - 5 }, BENCHI_AXIS);
	benchi_draw_line(out, (double[]){ x, y }, (double[]){ x + side, y + 5 }, BENCHI_AXIS);
}

static void relation_draw_bar(FILE *out, const struct bars *b, size_t i, const benchi_frame *f)
{
	const struct bar *row = &b->row[i];
	const struct benchi_median_interval *m = &row->of;
	double y = f->y + ROW * ((double)i + .5), end = benchi_frame_x(f, &b->scale, m->centre);
	double low = benchi_frame_x(f, &b->scale, m->low), high = benchi_frame_x(f, &b->scale, m->high);
	double zero = b->scale.log ? f->x : benchi_frame_x(f, &b->scale, 0);
	benchi_frame bar = { fmin(zero, end), y - THICK / 2, fabs(end - zero), THICK };
	char label[PLOT_LABEL];

	snprintf(label, sizeof label, "%s", row->label);
	benchi_utf8_shorten(label, (size_t)((f->x - 16) / LETTER));
	benchi_draw_text(out, (double[]){ f->x - 8, y + 4 }, BENCHI_ANCHOR_END, BENCHI_INK, label);
	benchi_group_begin(out, row->series);
	if (!b->points)
		benchi_draw_rectangle(out, &bar, "bar", row->text);
	benchi_draw_line(out, (double[]){ low, y }, (double[]){ high, y }, BENCHI_AXIS);
	draw_end(out, b, f, (double[]){ m->low, y });
	draw_end(out, b, f, (double[]){ m->high, y });
	if (b->points && beyond(b, m->centre))
		benchi_draw_text(out, (double[]){ end + (m->centre < b->scale.low ? 12 : -12), y + 4 },
			m->centre < b->scale.low ? BENCHI_ANCHOR_START : BENCHI_ANCHOR_END, BENCHI_SOFT,
			row->text);
	else if (b->points)
		benchi_draw_mark(out, row->series, (double[]){ end, y }, 5, row->text);
	benchi_group_end(out);
}

static void relation_draw_bars(FILE *out, const struct bars *b, double width, double top)
{
	double left = fmin(LETTER * (double)bars_label(b) + 24, LABEL_SHARE * width);
	const benchi_plane p = { { left, top, width - left - RIGHT, ROW * (double)b->n },
		{ b->scale, { 0, 1, false } } };
	const double zero = benchi_frame_x(&p.frame, &b->scale, 0);

	benchi_draw_x_axis(out, &p, &(benchi_axis){ .unit = b->unit });
	if (!b->scale.log)
		benchi_draw_line(out, (double[]){ zero, top }, (double[]){ zero, top + p.frame.height },
		                 BENCHI_AXIS);
	for (size_t i = 0; i < b->n; i++)
		relation_draw_bar(out, b, i, &p.frame);
}

static bench_status relation_write_svg(FILE *out, const plot *p)
{
	const struct bars *b = p->bars;
	char text[400];

	snprintf(text, sizeof text, "%s%.200s%s", p->changes ? "change of " : "", b->name,
	         b->scale.log ? ", logarithmic scale" : "");
	benchi_svg_begin(out, WIDTH, TOP + ROW * (double)b->n + 50, plot_title(p), text, true);
	benchi_draw_text(out, (double[]){ 18, 28 }, BENCHI_ANCHOR_START, BENCHI_STRONG, plot_title(p));
	benchi_draw_text(out, (double[]){ 18, 50 }, BENCHI_ANCHOR_START, BENCHI_SOFT, text);
	relation_draw_bars(out, b, WIDTH, TOP);
	benchi_svg_end(out);
	return BENCH_OK;
}

bench_status plot_write_changes(FILE *out, const plot *p, const panel *of)
{
	struct bars b;
	bool whole = find_changes(p, of, &b);

	if (whole && b.n > 1) {
		benchi_page_figure_begin(out, "Changes", "of each, with its interval; an arrow: beyond "
		                         "the axis");
		benchi_svg_begin(out, WIDTH / 2, ROW * (double)b.n + 50, "changes", NULL, false);
		relation_draw_bars(out, &b, WIDTH / 2, 8);
		benchi_svg_end(out);
		benchi_page_figure_end(out);
	}
	free(b.row);
	return whole ? BENCH_OK : benchi_no_memory("the changes");
}

/* The panel of the metric that was asked for, or that others go by; else the first. */
static const panel *panel_of(const plot *p)
{
	const settings *s = &p->job.settings;
	const char *metric = s->metric.n ? s->metric.word[0]
	                     : p->job.comparisons ? compare_headline(&p->job) : p->panel[0].metric;

	for (size_t i = 0; i < p->panels; i++)
		if (!strcmp(p->panel[i].metric, metric))
			return &p->panel[i];
	return &p->panel[0];
}

int plot_bars(plot *p, size_t columns)
{
	const panel *of = panel_of(p);
	struct bars b;
	int status = 0;

	if (!(p->changes ? find_changes(p, of, &b) : relation_find(of, p->linear, &b)))
		status = complain(p->job.verb, "out of memory");
	p->bars = &b;
	if (!status && p->svg)
		status = plot_save(p, p->svg, relation_write_svg);
	else if (!status) {
		relation_print_text(&b, columns, !p->ascii && benchi_look_for(stdout).utf8);
		puts(p->changes ? "each point: a change, with its interval; < and >: beyond the axis"
		     : b.points ? "each point: a median, with its 95 % interval"
		                : "each bar: a median, with its 95 % interval");
	}
	p->bars = NULL;
	free(b.row);
	return status;
}

/*
 * Small multiples: the distribution functions of many sets, a small chart each.
 *
 * All cells share the panel's scale; the sets of a group (one benchmark in several files) share
 * a cell.  The share runs from 0 at the foot to 100 % at the top.
 */

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

/* A distribution function in a cell, the panel's scale from left to right. */
static void draw_cell_curve(FILE *out, const panel *p, size_t i, const benchi_plane *plane)
{
	const benchi_view *v = &p->view[i];
	double foot = plane->frame.y + plane->frame.height, at[2] = { plane->frame.x, foot };

	benchi_group_begin(out, plot_series(p, i));
	benchi_path_begin(out, "curve", p->grouped ? benchi_dash(plot_series(p, i)) : NULL);
	benchi_path_to(out, 'M', at);
	for (size_t k = 0; k < v->steps; k++) {
		at[0] = benchi_frame_x(&plane->frame, &plane->box.x, v->step_x[k]);
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
	const benchi_axis axis = plot_scale(p);

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
