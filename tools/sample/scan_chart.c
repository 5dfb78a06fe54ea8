/*
 * How does the time grow with a parameter?  The medians over its values, a series a command.
 *
 * Drawn where one parameter has three numbers or more for values; from 0, so that half as high
 * is half the time.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "draw/chart.h"
#include "write/write.h"
#include "tools/terminal.h"
#include "tools/sample/sample.h"

#define LEAST 3
#define ROWS 14
#define NAME 100

/* All values of the only parameter, as numbers, into x. */
static bool numbers(const sample_options *o, double *x)
{
	if (o->parameters != 1 || o->parameter[0].n < LEAST)
		return false;
	for (size_t i = 0; i < o->parameter[0].n; i++)
		if (!benchi_number(o->parameter[0].value[i], &x[i]))
			return false;
	return true;
}

/* A command's name, without "/n=1" where its values stand behind it. */
static const char *name_of(const sample *s, size_t i, char name[NAME])
{
	char key[NAME], *at;

	snprintf(name, NAME, "%s", s->list.task[i].name);
	snprintf(key, sizeof key, "/%.60s=", s->option.parameter[0].name);
	at = strstr(name, key);
	if (at)
		*at = '\0';
	return name;
}

/* The series of each command as given; their arrays lie in y, their names in name. */
static size_t gather(const sample *s, const sample_figures *m, const double *x, double *y,
                     benchi_series *series, char (*name)[NAME])
{
	size_t values = s->option.parameter[0].n, n = 0;

	for (size_t i = 0; i + values <= s->list.n; i += values, n++) {
		double *low = y + s->list.n, *high = low + s->list.n;

		for (size_t k = i; k < i + values; k++) {
			y[k] = m[k].median;
			low[k] = isfinite(m[k].low) ? m[k].low : m[k].median;
			high[k] = isfinite(m[k].high) ? m[k].high : m[k].median;
		}
		series[n] = (benchi_series){ .name = name_of(s, i, name[n]), .kind = BENCHI_MARK_POINTS,
			.x = x, .y = y + i, .low = low + i, .high = high + i, .n = values };
	}
	return n;
}

/* Do the commands come with all values of the first, then all of the second, and so on? */
static bool in_order(const sample *s)
{
	size_t values = s->option.parameter[0].n;

	for (size_t i = 0; i < s->list.n - (s->null ? 1 : 0); i++)
		if (s->list.task[i].combination != i % values)
			return false;
	return true;
}

void sample_scan_chart(const sample *s, const sample_figures *m, FILE *out)
{
	double x[SAMPLE_VALUES], *y;
	char (*name)[NAME];
	benchi_series *series;
	benchi_chart chart;

	if (!numbers(&s->option, x) || !in_order(s))
		return;
	y = malloc(3 * s->list.n * sizeof *y);
	series = calloc(s->list.n, sizeof *series);
	name = calloc(s->list.n, sizeof *name);
	if (y && series && name) {
		memset(&chart, 0, sizeof chart);
		chart.series = series;
		chart.n = gather(s, m, x, y, series, name);
		chart.x.label = s->option.parameter[0].name;
		chart.y.label = s->option.metric;
		chart.y.unit = benchi_name_unit(s->option.metric);
		chart.y.from_zero = true;
		(void)benchi_chart_text(out, &chart, (size_t)terminal_width(80, 0), ROWS,
		                        benchi_look_for(out).utf8);
	}
	free(y);
	free(series);
	free(name);
}
