/*
 * Makes the rows of a table of cases: one for each value of a range on each number of threads.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/regex.h"
#include "measure/calls.h"
#include "program/glob.h"
#include "program/parameters.h"
#include "program/registry.h"
#include "program/case_table.h"

enum { NUMBER = 24 };

static int out_of_memory(const benchi_settings *settings)
{
	return benchi_complain(settings, "out of memory for the cases");
}

/* The case's name, and what distinguishes this row from its other rows. */
static char *make_name(const benchi_settings *settings, const benchi_row *row)
{
	size_t size = strlen(row->benchmark) + BENCHI_PARAMETERS_TEXT + 2 * NUMBER;
	char *name = malloc(size), value[BENCHI_PARAMETERS_TEXT] = "", threads[2 * NUMBER] = "";

	if (!name)
		return NULL;
	benchi_parameters_name(&row->parameters, SIZE_MAX, value);
	if (settings->threads)
		snprintf(threads, sizeof threads, "/threads:%zu", row->threads);
	snprintf(name, size, "%s%s%s", row->benchmark, value, threads);
	return name;
}

static bool match(const char *pattern, const char *name)
{
	if (!strncmp(pattern, BENCHI_FILTER_REGEX, strlen(BENCHI_FILTER_REGEX)))
		return benchi_regex_find(pattern + strlen(BENCHI_FILTER_REGEX), name) > 0;
	return benchi_glob(pattern, name);
}

/* Does the pattern match this row: its name, the name without its threads, or the case's? */
static bool matches(const char *pattern, const benchi_row *row)
{
	char *threads = strstr(row->name + strlen(row->benchmark), "/threads:");
	bool found = match(pattern, row->name) || match(pattern, row->benchmark);

	if (!found && threads) {
		*threads = '\0';
		found = match(pattern, row->name);
		*threads = '/';
	}
	return found;
}

/* A row is kept if a pattern matches, or if all patterns exclude, and none excludes it. */
static bool is_wanted(const benchi_settings *settings, const benchi_row *row)
{
	bool wanted = false, only_excluding = true;

	for (size_t i = 0; i < settings->filters; i++) {
		const char *pattern = settings->filter[i];

		if (*pattern == '!' && matches(pattern + 1, row))
			return false;
		only_excluding = only_excluding && *pattern == '!';
		wanted = wanted || (*pattern != '!' && matches(pattern, row));
	}
	return wanted || only_excluding;
}

/* Keeps the row if it is wanted. */
static int add(const benchi_settings *settings, benchi_table *rows, const benchi_row *row)
{
	benchi_row *place;

	if (rows->n == rows->capacity) {
		size_t capacity = rows->capacity ? 2 * rows->capacity : 32;
		benchi_row *more = realloc(rows->row, capacity * sizeof *more);

		if (!more)
			return out_of_memory(settings);
		rows->row = more;
		rows->capacity = capacity;
	}
	place = &rows->row[rows->n];
	*place = *row;
	place->name = make_name(settings, row);
	if (!place->name)
		return out_of_memory(settings);
	if (!is_wanted(settings, place))
		free(place->name);
	else
		rows->n++;
	return 0;
}

/* The row on each number of threads. */
static int add_threads(const benchi_settings *settings, benchi_table *rows, benchi_row *row)
{
	int status = 0;

	row->threads = 1;
	if (!settings->threads)
		return add(settings, rows, row);
	for (size_t i = 0; i < settings->threads && !status; i++) {
		row->threads = settings->thread[i];
		status = add(settings, rows, row);
	}
	return status;
}

/* A row for each combination of values. */
static int add_rows(const benchi_settings *settings, benchi_table *rows, benchi_row *row,
                    struct benchi_space *axes)
{
	int status = 0;

	if (benchi_space_read(row->c->range, axes))
		return benchi_complain(settings, "case '%s': %s", row->benchmark, bench_detail());
	for (size_t i = 0; i < axes->rows && !status; i++) {
		struct benchi_parameters *set = &row->parameters;

		benchi_space_row(axes, i, set);
		row->has_parameter = set->lead < set->n;
		row->parameter = set->of[row->has_parameter ? set->lead : 0].value;
		status = add_threads(settings, rows, row);
	}
	return status;
}

static int add_case(const benchi_settings *settings, benchi_table *rows, benchi_row *row)
{
	struct benchi_space *axes;
	int status;

	if (benchi_case_check(row->c) != BENCH_OK)
		return benchi_complain(settings, "case '%s': %s", row->benchmark, bench_detail());
	if (!row->c->range)
		return add_threads(settings, rows, row);
	axes = malloc(sizeof *axes);
	status = axes ? add_rows(settings, rows, row, axes) : out_of_memory(settings);
	free(axes);
	return status;
}

static char *name_of(const bench_case *c, size_t index)
{
	size_t size = c->name ? strlen(c->name) + 1 : NUMBER;
	char *name = malloc(size);

	if (name && c->name)
		memcpy(name, c->name, size);
	else if (name)
		snprintf(name, size, "%zu", index);
	return name;
}

int benchi_table_make(const benchi_settings *settings, const bench_case *cases, size_t n,
                      benchi_table *rows)
{
	memset(rows, 0, sizeof *rows);
	if (!cases && n > 0)
		return benchi_complain(settings, "there is no table of cases");
	if (!cases)
		cases = benchi_registry_table(&n);
	rows->name = calloc(n + 1, sizeof *rows->name);
	if (!rows->name)
		return out_of_memory(settings);
	for (rows->cases = 0; rows->cases < n; rows->cases++) {
		benchi_row row = { .c = &cases[rows->cases] };
		int status;

		row.benchmark = rows->name[rows->cases] = name_of(row.c, rows->cases);
		status = row.benchmark ? add_case(settings, rows, &row) : out_of_memory(settings);
		if (status) {
			rows->cases++;
			return status;
		}
	}
	if (rows->n == 0 && settings->filters == 1)
		return benchi_complain(settings, "no case matches '%s' (--list names them)",
			settings->filter[0]);
	if (rows->n == 0)
		return benchi_complain(settings, settings->filters
			? "no case matches the filters (--list names them)" : "there are no cases");
	return 0;
}

void benchi_table_free(benchi_table *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		free(rows->row[i].name);
	for (size_t i = 0; i < rows->cases; i++)
		free(rows->name[i]);
	free(rows->row);
	free(rows->name);
	memset(rows, 0, sizeof *rows);
}

void benchi_row_describe(benchi_row *row, benchi_result *result)
{
	double of = row->has_parameter ? (double)row->parameter : 1;

	result->name = row->name;
	row->name = NULL;
	result->benchmark = row->benchmark;
	result->parameter = row->parameter;
	result->has_parameter = row->has_parameter;
	result->parameters = row->parameters;
	result->threads = row->threads;
	result->processes = 1;
	result->within = result->between = result->cpu_ns = (double)NAN;
	result->overhead = row->c->overhead;
	result->parts = row->c->parts ? row->c->parts : 1;
	result->bytes = row->c->bytes * of / result->parts;
	result->items = row->c->items * of / result->parts;
}
