/*
 * What goes with what: a metric over a parameter of the names, or over another metric.
 *
 * --over KEY: names hold "/KEY=number" as Go's benchmarks and `bench sample -P` write them; the
 * rest of the name is a series, and each number a point, the median with its 95 % interval.
 * --scatter X,Y: a point a run, a series a set.
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
} relation;

static void forget(relation *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->of[i].x);
	free(r->of);
	free(r->series);
}

/* The series of that name, made with capacity for so many points if it is new; NULL: no memory. */
static gathered *series_of(relation *r, const char *name, size_t points)
{
	gathered *g;

	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->of[i].name, name))
			return &r->of[i];
	g = &r->of[r->n];
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

static int gather_scatter(const plot *p, relation *r, char *x, const char *y)
{
	for (size_t i = 0; i < p->job.sides; i++) {
		const benchi_side *s = &p->job.side[i];
		const benchi_set *other = beside(p, s, y);
		size_t n = other && other->n < s->set->n ? other->n : s->set->n, step;
		char name[2 * NAME];
		gathered *g;

		if (!other || !n || strcmp(s->set->metric, x) != 0)
			continue;
		name_series(p, s, s->set->benchmark, name);
		g = series_of(r, name, n);
		if (!g)
			return complain(p->job.verb, "out of memory");
		step = (n + PLOT_DOTS - 1) / PLOT_DOTS;
		for (size_t k = 0; k < n && g->n < n; k += step) {
			g->x[g->n] = s->set->x[k];
			g->y[g->n++] = other->x[k];
		}
		r->unit_x = s->set->unit;
		r->unit_y = other->unit;
	}
	return r->n ? 0 : complain(p->job.verb, "--scatter: found no benchmark with both '%s' and '%s'",
	                           x, y);
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
	relation r = { calloc(p->job.sides + 1, sizeof *r.of), NULL, 0, "", "" };
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
