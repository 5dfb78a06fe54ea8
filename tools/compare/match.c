/*
 * Matches sets that are compared.
 *
 * Several files: each benchmark and metric of the first file with its namesake in
 * every later one; if no name is shared and each file holds one benchmark only, those
 * are namesakes whatever they are called.  One file: every benchmark with the first
 * (or --base), metric by metric.  Unmatched benchmarks are listed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "analysis/neighbour.h"
#include "analysis/sessions.h"
#include "data/metric.h"
#include "data/unit.h"
#include "tools/verbs.h"
#include "tools/compare/compare.h"

int compare_take_metric(settings *s, const char *verb_name, const char *value)
{
	if (s->metrics == COMPARE_METRICS)
		return complain(verb_name, "--metric: at most %d", COMPARE_METRICS);
	s->metric[s->metrics++] = value;
	return 0;
}

bool compare_asked(const settings *s, const benchi_set *set)
{
	for (size_t i = 0; i < s->metrics; i++)
		if (!strcmp(set->metric, s->metric[i]))
			return true;
	return !s->metrics;
}

bool compare_wants(const settings *s, const benchi_set *set)
{
	return compare_asked(s, set) && (s->metrics || !set->aside);
}

static bool wanted(const job *j, const benchi_set *set)
{
	return compare_wants(&j->settings, set);
}

const char *compare_headline(const job *j)
{
	static const char *const order[] = { "wall_time", "time", "real_time", "ns", "ns/op",
		"sec/op" };

	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (size_t i = 0; i < j->comparisons; i++)
			if (!strcmp(j->comparison[i].base->set->metric, order[k]))
				return order[k];
	return j->comparisons ? j->comparison[0].base->set->metric : "";
}

/* The unit of the first set of that metric, if it has one. */
static const char *unit_of(const job *j, const char *metric)
{
	for (size_t f = 0; f < j->files; f++)
		for (size_t i = 0; i < j->rows[f].sets; i++)
			if (!strcmp(j->rows[f].set[i].metric, metric) && *j->rows[f].set[i].unit)
				return j->rows[f].set[i].unit;
	return NULL;
}

void compare_convert(job *j)
{
	const char *metric = NULL, *unit = NULL;

	for (size_t f = 0; f < j->files; f++)
		for (size_t i = 0; i < j->rows[f].sets; i++) {
			benchi_set *set = &j->rows[f].set[i];

			if (!*set->unit)
				continue;
			if (!metric || strcmp(metric, set->metric) != 0)
				unit = unit_of(j, metric = set->metric);
			if (unit && strcmp(unit, set->unit) != 0)
				(void)benchi_set_convert(set, unit);
		}
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* Do the last parts of the files' names distinguish them? */
static bool short_names(const job *j)
{
	for (size_t a = 0; a < j->files; a++)
		for (size_t b = 0; b < a; b++)
			if (!strcmp(last_part(j->name[a]), last_part(j->name[b])))
				return false;
	return true;
}

/* The start-up that was measured beside each value of a time and taken off, or NULL. */
static const benchi_set *startup_of(const benchi_rows *rows, const benchi_set *set)
{
	benchi_word metric = benchi_word_of(BENCHI_STARTUP), benchmark = benchi_word_of(set->benchmark);
	uint32_t i = benchi_rows_find(rows, benchmark, metric);

	return i != BENCHI_NO_NAME && &rows->set[i] != set && !strcmp(rows->set[i].unit, set->unit)
		? &rows->set[i] : NULL;
}

/* A time's share of the core's width, if the file has it. */
static void take_width(const benchi_rows *rows, benchi_side *side)
{
	const benchi_set *width = benchi_metric_set(rows, side->set->benchmark,
		BENCHI_METRIC_CORE_WIDTH);

	if (width && width != side->set && *side->set->unit) {
		side->width = width->x;
		side->widths = width->n;
	}
}

/* Every set of every file becomes a side. */
static bool make_sides(job *j)
{
	bool brief = short_names(j);
	size_t n = 0;

	for (size_t f = 0; f < j->files; f++)
		n += j->rows[f].sets;
	j->sides = j->comparisons = j->lefts = 0;
	j->unlike = NULL;
	/* NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI): no file is read without a set */
	j->side = calloc(n, sizeof *j->side);
	j->comparison = calloc(n, sizeof *j->comparison);
	j->left = calloc(n, sizeof *j->left);
	if (!j->side || !j->comparison || !j->left)
		return false;
	for (size_t f = 0; f < j->files; f++)
		for (size_t i = 0; i < j->rows[f].sets; i++) {
			benchi_side *s = &j->side[j->sides++];

			s->set = &j->rows[f].set[i];
			s->startup = startup_of(&j->rows[f], s->set);
			take_width(&j->rows[f], s);
			s->file = f;
			s->label = j->files < 2 ? s->set->benchmark
			         : brief ? last_part(j->name[f]) : j->name[f];
			s->raw.x = s->set->x;
			s->raw.n = s->set->n;
		}
	return true;
}

/* The first two whose units are not of one kind are kept in j->unlike. */
static void pair(job *j, benchi_side *base, benchi_side *test)
{
	benchi_comparison *c = &j->comparison[j->comparisons++];

	if (strcmp(base->set->unit, test->set->unit) != 0 && !j->unlike)
		j->unlike = c;
	c->base = base;
	c->test = test;
	c->higher = test->set->better == BENCHI_BETTER_HIGHER
	            || (test->set->better == BENCHI_BETTER_UNKNOWN && j->settings.higher);
}

/* The first name of a benchmark in a file, and whether it is the only one. */
static const char *only_benchmark(const benchi_rows *rows)
{
	for (size_t i = 1; i < rows->sets; i++)
		if (strcmp(rows->set[i].benchmark, rows->set[0].benchmark))
			return NULL;
	return rows->set[0].benchmark;
}

/* Have these the same metric? */
static bool namesakes(const benchi_side *a, const benchi_side *b)
{
	return !strcmp(a->set->metric, b->set->metric);
}

/* Each set of the first file with its namesake in each later one, by the readers' keys. */
static void match_files(job *j)
{
	for (size_t a = 0; a < j->rows[0].sets; a++) {
		const char *key = j->rows[0].keys.text[a];
		size_t first = j->rows[0].sets;

		for (size_t f = 1; f < j->files && wanted(j, j->side[a].set); f++) {
			uint32_t b = benchi_name_table_find(&j->rows[f].keys, key, strlen(key));

			if (b != BENCHI_NO_NAME)
				pair(j, &j->side[a], &j->side[first + b]);
			first += j->rows[f].sets;
		}
	}
}

/* The same where each file holds one benchmark, whatever it is called. */
static void match_metrics(job *j)
{
	for (size_t a = 0; a < j->rows[0].sets; a++)
		for (size_t b = j->rows[0].sets; b < j->sides; b++)
			if (wanted(j, j->side[a].set) && namesakes(&j->side[a], &j->side[b]))
				pair(j, &j->side[a], &j->side[b]);
}

/* Names that stand in some files only. */
static bool list_left(job *j)
{
	bool *used = calloc(j->sides, sizeof *used), whole = used;
	benchi_name_table listed = { 0 };

	for (size_t i = 0; i < j->comparisons && whole; i++)
		used[j->comparison[i].base - j->side] = used[j->comparison[i].test - j->side] = true;
	for (size_t a = 0; a < j->sides && whole; a++) {
		const char *name = j->side[a].set->benchmark;
		size_t before = listed.n;

		if (used[a] || !wanted(j, j->side[a].set))
			continue;
		whole = benchi_name_table_add(&listed, name, strlen(name)) != BENCHI_NO_NAME;
		if (listed.n > before)
			j->left[j->lefts++] = name;
	}
	benchi_name_table_free(&listed);
	free(used);
	return whole;
}

static int match_one_file(job *j)
{
	const char *base = j->settings.base ? j->settings.base : j->side[0].set->benchmark;
	bool found = false;

	for (size_t a = 0; a < j->sides; a++) {
		if (strcmp(j->side[a].set->benchmark, base) || !wanted(j, j->side[a].set))
			continue;
		found = true;
		for (size_t b = 0; b < j->sides; b++)
			if (b != a && namesakes(&j->side[a], &j->side[b]))
				pair(j, &j->side[a], &j->side[b]);
	}
	if (!found && j->settings.base)
		return complain(j->verb, "--base: found no benchmark '%s' in %s", base, j->name[0]);
	return 0;
}

static int match_several(job *j)
{
	bool loose = true;

	if (j->settings.base)
		return complain(j->verb, "--base names a benchmark of one file; "
		                "the first file is the base");
	match_files(j);
	for (size_t f = 0; f < j->files; f++)
		loose = loose && only_benchmark(&j->rows[f]);
	if (j->comparisons || !loose)
		return 0;
	match_metrics(j);
	for (size_t a = 0; a < j->sides; a++)
		j->side[a].label = j->side[a].set->benchmark;
	return 0;
}

static bool has_metric(const job *j, const char *metric)
{
	for (size_t a = 0; a < j->sides; a++)
		if (!strcmp(metric, j->side[a].set->metric))
			return true;
	return false;
}

int compare_match(job *j)
{
	int status;

	if (!make_sides(j))
		return complain(j->verb, "out of memory");
	for (size_t i = 0; i < j->settings.metrics; i++)
		if (!has_metric(j, j->settings.metric[i]))
			return complain(j->verb, "--metric: found no '%s' in %s", j->settings.metric[i],
			                j->name[0]);
	status = j->files > 1 ? match_several(j) : match_one_file(j);
	if (!status && !j->comparisons && !j->alone)
		return complain(j->verb, "found one set only in %s%s (try bench describe)", j->name[0],
		                j->files > 1 ? " of that name" : "");
	if (!status && j->unlike) {
		const benchi_set *base = j->unlike->base->set, *test = j->unlike->test->set;

		return complain(j->verb, "%s: found values in '%s' and in '%s', expected units of one kind",
		                *base->benchmark ? base->benchmark : j->unlike->base->label,
		                *base->unit ? base->unit : "no unit", *test->unit ? test->unit : "no unit");
	}
	if (!status && !j->alone && !list_left(j))
		return complain(j->verb, "out of memory");
	return status;
}
