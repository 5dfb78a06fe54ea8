/*
 * What goes with what: a metric over a parameter of the names, or over another metric.
 *
 * --over KEY: names hold "/KEY=number" as Go's benchmarks and `bench sample -P` write them; the
 * rest of the name is a series, and each number a point, the median with its 95 % interval.
 * --scatter X,Y: a point a row of the file, or a round, that has both; a series a set.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "program/median_interval.h"
#include "tools/verbs.h"
#include "tools/plot/plot.h"
#include "write/write.h"

#define NAME 120

static const double FAR_APART = 32;

/* A series while it is gathered; its four arrays lie in one piece of memory. */
typedef struct gathered {
	char name[2 * NAME];
	double *x, *y, *low, *high;
	size_t n;
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
static gathered *series_of(relation *r, const char *name, size_t points)
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
	double *scratch = malloc(set->n * sizeof *scratch);
	struct benchi_median_interval m;
	size_t at = g->n;

	if (!scratch)
		return false;
	m = benchi_median_interval_of(set->x, set->n, scratch);
	free(scratch);
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
	if (p->job.settings.metrics)
		return p->job.settings.metric[0];
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
		g = series_of(r, name, p->job.sides);
		if (!g || !add_median(g, x, s->set))
			return complain(p->job.verb, "out of memory");
		r->unit_y = s->set->unit;
	}
	if (!r->n)
		return complain(p->job.verb, "--over: found no name with '/%s=' and a number",
		                *p->over == '/' ? p->over + 1 : p->over);
	return 0;
}

/* The set of the same benchmark and file with that metric. */
static const benchi_set *beside(const plot *p, const benchi_side *of, const char *metric)
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
} place;

static int by_key(const void *a, const void *b)
{
	const place *x = a, *y = b;

	return x->key == y->key ? (x->at > y->at) - (x->at < y->at) : x->key > y->key ? 1 : -1;
}

/* The places of a set's values in order: by row, else by run and round, else as they came. */
static place *places_of(const benchi_set *set, bool rows, bool rounds)
{
	place *of = malloc((set->n + 1) * sizeof *of);

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
static size_t pair_up(const benchi_set *x, const benchi_set *y, place **xs, place **ys)
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
	place *xs, *ys;
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
		const benchi_set *other = beside(p, s, y);
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

static bench_status write_chart(FILE *out, const plot *p)
{
	return benchi_chart_svg(out, p->chart);
}

/* In a terminal the series are letters, explained below. */
static int print_chart(const plot *p, size_t columns)
{
	bool utf8 = !p->ascii && benchi_look_for(stdout).utf8;

	if (benchi_chart_text(stdout, p->chart, columns, 16, utf8))
		return complain(p->job.verb, "out of memory");
	if (p->over)
		puts("each point: a median with its 95 % interval");
	return 0;
}

/* Are the numbers in the names so far apart that only their ratios can be seen? */
static bool far_apart(const relation *r)
{
	double low = r->of[0].x[0], high = low;

	for (size_t i = 0; i < r->n; i++) {
		low = fmin(low, r->of[i].x[0]);
		high = fmax(high, r->of[i].x[r->of[i].n - 1]);
	}
	return low > 0 && high >= FAR_APART * low;
}

static int draw(plot *p, relation *r, const char *x, const char *y, size_t columns)
{
	benchi_chart chart = { .title = p->title };
	bool over = p->over != NULL;
	int status;

	r->series = calloc(r->n, sizeof *r->series);
	if (!r->series)
		return complain(p->job.verb, "out of memory");
	for (size_t i = 0; i < r->n; i++) {
		const gathered *g = &r->of[i];

		r->series[i] = (benchi_series){ .name = g->name,
			.kind = over && p->svg ? BENCHI_MARK_RIBBON : BENCHI_MARK_POINTS, .x = g->x,
			.y = g->y, .low = over ? g->low : NULL, .high = over ? g->high : NULL, .n = g->n };
	}
	chart.x = (benchi_axis){ .label = x, .unit = r->unit_x,
		.log = over ? !p->linear && far_apart(r) : p->log };
	chart.y = (benchi_axis){ .label = y, .unit = r->unit_y, .log = p->log,
		.from_zero = over && !p->log };
	chart.series = r->series;
	chart.n = r->n;
	p->chart = &chart;
	status = p->svg ? plot_save(p, p->svg, write_chart) : print_chart(p, columns);
	p->chart = NULL;
	return status;
}

int plot_relation(plot *p, size_t columns)
{
	char *copy = strdup(p->over ? p->over : p->scatter), *comma = copy ? strchr(copy, ',') : NULL;
	relation r = { .of = calloc(p->job.sides + 1, sizeof *r.of), .unit_x = "", .unit_y = "" };
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
	}
	if (!status)
		status = draw(p, &r, p->over ? (*copy == '/' ? copy + 1 : copy) : copy,
		              p->over ? metric_of(p) : comma + 1, columns);
	free(copy);
	if (r.of)
		forget(&r);
	return status;
}
