/*
 * Is it faster than it was?
 *
 * A result's times and those that the saved run has under the same name are two sets as
 * bench compare knows them, and are compared in the same way (lib/analysis/comparison.h):
 * by processes where both runs have several, with one error for all rows together.
 * What the saved file calls its metric depends on who wrote it, so the first metric with
 * a unit of time is taken.
 *
 * Windows of one process say nothing about the next one; where one of the two runs is a
 * single process, differences of a few per cent may be its layout alone, and that is
 * said.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "program/baseline.h"
#include "analysis/comparison.h"
#include "write/output.h"
#include "data/read.h"
#include "write/answer_text.h"

static const double MARGIN = 0.01, ALPHA = 0.05;

enum { COLUMNS = 80, TEXT = 800, LABEL = 100 };

/* Everything about one row. */
struct pair {
	benchi_set set;          /* ours */
	benchi_side side[2];     /* the saved one, ours */
	char label[2][LABEL];
};

bench_status benchi_baseline_read(const char *path, benchi_rows *saved)
{
	FILE *file = fopen(path, "rb");
	bench_status status;

	if (!file)
		return benchi_fail(BENCH_ERR_INPUT, "%.180s: %s", path, strerror(errno));
	status = benchi_read(file, path, NULL, saved);
	fclose(file);
	return status;
}

/* Nanoseconds in a unit; 0 for what is no time. */
static double unit_ns(const char *unit)
{
	return !strcmp(unit, "ns") ? 1 : !strcmp(unit, "us") ? 1e3 : !strcmp(unit, "ms") ? 1e6
	     : !strcmp(unit, "s") ? 1e9 : 0;
}

static const benchi_set *find(const benchi_rows *saved, const char *name)
{
	for (size_t i = 0; i < saved->sets; i++)
		if (!strcmp(saved->set[i].benchmark, name) && unit_ns(saved->set[i].unit) > 0
		    && saved->set[i].n > 0)
			return &saved->set[i];
	return NULL;
}

/* Our times as a set, in the saved one's unit. */
static bench_status make_set(const benchi_result *result, const benchi_set *like, benchi_set *set)
{
	double unit = unit_ns(like->unit);

	set->benchmark = result->name;
	set->metric = like->metric;
	set->unit = like->unit;
	for (size_t i = 0; i < result->n; i++) {
		benchi_mark mark = { result->reading[i].process, 0, result->processes > 1, false };
		bench_status status = benchi_set_add(set, result->reading[i].ns / unit, &mark);

		if (status != BENCH_OK)
			return status;
	}
	return BENCH_OK;
}

static void take_side(benchi_side *side, const benchi_set *set, const char *label)
{
	side->set = set;
	side->label = label;
	side->raw.x = set->x;
	side->raw.n = set->n;
}

static bool has_several(const benchi_set *set)
{
	for (size_t i = 1; set->run && i < set->n; i++)
		if (set->run[i] != set->run[0])
			return true;
	return false;
}

static void free_pairs(struct pair *pair, size_t n)
{
	for (size_t i = 0; pair && i < n; i++) {
		benchi_side_free(&pair[i].side[0]);
		benchi_side_free(&pair[i].side[1]);
		free(pair[i].set.x);
		free(pair[i].set.run);
		free(pair[i].set.round);
	}
	free(pair);
}

/* Fills in pairs and comparisons; how many there are, or SIZE_MAX. */
static size_t match(const benchi_report *report, const benchi_rows *saved, struct pair *pair,
                    benchi_comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *result = &report->result[i];
		const benchi_set *before = find(saved, result->name);
		struct pair *p = &pair[n];

		if (!before || result->n == 0)
			continue;
		if (make_set(result, before, &p->set) != BENCH_OK)
			return SIZE_MAX;
		snprintf(p->label[0], LABEL, "saved %.80s", result->name);
		snprintf(p->label[1], LABEL, "%.80s", result->name);
		take_side(&p->side[0], before, p->label[0]);
		take_side(&p->side[1], &p->set, p->label[1]);
		c[n].base = &p->side[0];
		c[n++].test = &p->side[1];
	}
	return n;
}

static void say(FILE *out, const benchi_comparison *c, size_t n, const benchi_question *question)
{
	bool single = false;
	char text[TEXT];

	putc('\n', out);
	for (size_t i = 0; i < n; i++) {
		benchi_put_wrapped(out, "", benchi_answer_text_answer(&c[i], question, text, sizeof text),
			COLUMNS);
		single = single || !has_several(c[i].base->set) || !has_several(c[i].test->set);
	}
	if (single)
		benchi_put_wrapped(out, "note: ", "not both runs are of several processes, and what "
			"differs between one process and the next is not seen: --processes 10 "
			"for both is surer", COLUMNS);
}

bench_status benchi_baseline_say(FILE *out, const benchi_report *report, const benchi_rows *saved,
                                const char *path)
{
	struct pair *pair = calloc(report->n + 1, sizeof *pair);
	benchi_comparison *c = calloc(report->n + 1, sizeof *c);
	const benchi_question question = { MARGIN, ALPHA, false, false };
	bench_status status = BENCH_ERR_MEMORY;
	size_t n = pair && c ? match(report, saved, pair, c) : SIZE_MAX;

	if (n != SIZE_MAX)
		status = benchi_comparisons_decide(&question, 0, c, n);
	if (status == BENCH_OK)
		say(out, c, n, &question);
	if (n < report->n && status == BENCH_OK)
		fprintf(out, "note: %zu of %zu results are not in %s\n", report->n - n, report->n, path);
	free_pairs(pair, report->n);
	free(c);
	return status;
}
