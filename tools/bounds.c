/*
 * Judges sets of values by limits and expectations.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/glob.h"
#include "program/median_interval.h"
#include "tools/bounds.h"
#include "tools/figure.h"
#include "tools/verbs.h"
#include "write/output.h"

enum { COLUMNS = 80, TEXT = 600 };

int bounds_take(bounds *b, const char *verb_name, const char *name, const char *value)
{
	const bool limit = !strcmp(name, "limit");
	size_t *n = limit ? &b->limits : &b->expects;

	if (*n == BOUNDS_MOST)
		return complain(verb_name, "--%s: at most %d", name, BOUNDS_MOST);
	return benchi_bound_read(value, NULL, (limit ? b->limit : b->expected) + (*n)++) == BENCH_OK
	           ? 0 : complain(verb_name, "--%s: %s", name, bench_detail());
}

static bool about(const benchi_bound *bound, const benchi_set *set)
{
	return set->n && !strcmp(bound->metric, set->metric)
	       && (!*bound->pattern || benchi_glob(bound->pattern, set->benchmark));
}

static bench_status interval_of(const benchi_set *set, struct benchi_median_interval *m)
{
	double *scratch = malloc(set->n * sizeof *scratch);

	if (!scratch)
		return BENCH_ERR_MEMORY;
	*m = benchi_median_interval_of(set->x, set->n, scratch);
	free(scratch);
	return BENCH_OK;
}

static void print(FILE *out, const char *answer, const benchi_bound *bound, const benchi_set *set,
                  const struct benchi_median_interval *m)
{
	figures f = figures_of(set->unit, m->centre, m->high - m->low, NULL);
	char value[FIGURE_TEXT], low[FIGURE_TEXT], high[FIGURE_TEXT], text[TEXT];

	snprintf(text, sizeof text, "%s: %.100s%s%.150s: median %s (%.4g %% CI %s to %s)", answer,
	         set->benchmark, *set->benchmark ? ", " : "", bound->text, figure(&f, m->centre, value),
	         100 * m->confidence, figure(&f, m->low, low), figure(&f, m->high, high));
	benchi_put_wrapped(out, "", text, COLUMNS);
}

/* All sets that a bound is about. */
static bench_status judge(const benchi_bound *bound, bool limit, const benchi_rows *rows, FILE *out,
                          bool *beyond)
{
	for (size_t i = 0; i < rows->sets; i++) {
		struct benchi_median_interval m;
		int side;

		if (!about(bound, &rows->set[i]))
			continue;
		if (interval_of(&rows->set[i], &m) != BENCH_OK)
			return BENCH_ERR_MEMORY;
		side = benchi_bound_side(bound, m.low, m.high);
		if (!limit)
			print(out, benchi_bound_answer(side), bound, &rows->set[i], &m);
		else if (side) {
			print(out, "impossible", bound, &rows->set[i], &m);
			*beyond = true;
		}
	}
	return BENCH_OK;
}

bench_status bounds_judge(const bounds *b, const benchi_rows *rows, FILE *out, bool *beyond)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < b->expects && status == BENCH_OK; i++)
		status = judge(&b->expected[i], false, rows, out, beyond);
	for (size_t i = 0; i < b->limits && status == BENCH_OK; i++)
		status = judge(&b->limit[i], true, rows, out, beyond);
	return status;
}

static bool known(const benchi_bound *bound, const benchi_rows *rows, size_t n)
{
	for (size_t f = 0; f < n; f++)
		for (size_t i = 0; i < rows[f].sets; i++)
			if (about(bound, &rows[f].set[i]))
				return true;
	return false;
}

int bounds_check(const bounds *b, const char *verb_name, const benchi_rows *rows, size_t n)
{
	for (size_t i = 0; i < b->limits + b->expects; i++) {
		const benchi_bound *bound = i < b->limits ? &b->limit[i] : &b->expected[i - b->limits];

		if (!known(bound, rows, n))
			return complain(verb_name, "--%s: no values of %s", i < b->limits ? "limit" : "expect",
			                bound->text);
	}
	return 0;
}
