/*
 * Writes the table of what bodies counted: a row a result, a column a counter.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "data/metric.h"
#include "write/counters.h"
#include "write/output.h"
#include "write/scale.h"

static const double SCALED_FROM = 1e5;

const char *benchi_counter_cell(const benchi_result *result, const char *name, char *text)
{
	const benchi_metric *metric = benchi_metric_find(result, name);

	if (!metric)
		return "";
	if (fabs(metric->value) < SCALED_FROM)
		return benchi_number_digits(metric->value, 5, text);
	return benchi_scaled(metric->value, metric->value / 1e4, BENCHI_UNITS_COUNT, text);
}

static size_t width_of(const char *name)
{
	size_t n = strlen(name);

	return n < BENCHI_COUNTER_WIDTH ? BENCHI_COUNTER_WIDTH : n;
}

static void put_row(FILE *out, const benchi_result *result, size_t columns, const char **name,
                    size_t names)
{
	char text[BENCHI_COUNTER_TEXT];
	size_t used = benchi_utf8_columns(result->name);

	if (!result->metrics)
		return;
	benchi_put_line(out, result->name);
	fprintf(out, "%*s", (int)(columns > used ? columns - used : 0), "");
	while (names > 0 && !benchi_metric_find(result, name[names - 1]))
		names--;
	for (size_t i = 0; i < names; i++)
		fprintf(out, "  %*s", (int)width_of(name[i]), benchi_counter_cell(result, name[i], text));
	putc('\n', out);
}

void benchi_put_counters(FILE *out, const benchi_report *report)
{
	const char *name[BENCHI_METRIC_COLUMNS];
	size_t names = benchi_metric_names(report, name), columns = 9;

	if (!names)
		return;
	for (size_t i = 0; i < report->n; i++) {
		size_t used = benchi_utf8_columns(report->result[i].name);

		columns = report->result[i].metrics && used > columns ? used : columns;
	}
	fprintf(out, "\n%-*s", (int)columns, "benchmark");
	for (size_t i = 0; i < names; i++)
		fprintf(out, "  %*s", (int)width_of(name[i]), name[i]);
	putc('\n', out);
	for (size_t i = 0; i < report->n; i++)
		put_row(out, &report->result[i], columns, name, names);
}
