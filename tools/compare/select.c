/*
 * Selects benchmarks, and arranges them by their keys.
 *
 * A filter keeps those that it holds of.  --col makes files of the sets: one for each value of its
 * keys.  --row names benchmarks by some keys only, --ignore without some, and the values of those
 * that are then alike are joined.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/glob.h"
#include "tools/compare/compare.h"
#include "tools/compare/filter.h"
#include "tools/compare/projection.h"
#include "tools/verbs.h"

static bool is_named(const settings *s, const benchi_set *set)
{
	bool named = !s->benchmarks;

	for (size_t i = 0; i < s->benchmarks; i++)
		named = named || benchi_glob(s->benchmark[i], set->benchmark);
	return named;
}

/* Takes the others of a file away.  0, or EXIT_MISUSE after a message. */
static int keep(const job *j, size_t f)
{
	const settings *s = &j->settings;
	benchi_rows *rows = &j->rows[f];
	const char *wrong = NULL;
	size_t n = 0;

	for (size_t i = 0; i < rows->sets; i++) {
		benchi_set *set = &rows->set[i];
		int kept = !s->filter ? 1 : filter_selects(s->filter, set, j->name[f], &wrong);

		if (kept < 0)
			return complain(j->verb, "--filter: found '%.40s', expected key:value, -, ( ) and OR "
			                "(bench-compare(1))", wrong);
		if (kept && is_named(s, set))
			rows->set[n++] = *set;
		else
			benchi_set_free(set);
	}
	rows->sets = n;
	return 0;
}

/* Where a set goes: its row and column, as numbers of their names. */
typedef struct place {
	size_t file, set;
	uint32_t row, column;
} place;

typedef struct plan {
	const job *job;
	projection row, col, ignore;
	place *place;
	size_t n;
	benchi_name_table rows, columns;
} plan;

/* The name of a set: its --row keys, or all but those of --col and --ignore. */
static void row_name(const plan *p, const benchi_set *set, const char *file,
                     char name[SET_KEY_TEXT])
{
	const projection *without[] = { &p->col, &p->ignore };

	if (p->row.n) {
		projection_value(&p->row, set, file, true, name);
		return;
	}
	snprintf(name, SET_KEY_TEXT, "%s", set->benchmark);
	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < without[i]->n; k++)
			set_key_remove(set, without[i]->key[k].key, name);
}

/* Gives one set of one file its place, if it has one.  false: out of memory. */
static bool place_set(plan *p, size_t f, size_t i)
{
	const benchi_set *set = &p->job->rows[f].set[i];
	const char *file = p->job->name[f];
	char name[SET_KEY_TEXT], column[SET_KEY_TEXT];
	place *at = &p->place[p->n];

	if (!projection_holds(&p->col, set, file) || !projection_holds(&p->row, set, file))
		return true;
	if (p->col.n)
		projection_value(&p->col, set, file, false, column);
	else
		snprintf(column, sizeof column, "%s", file);
	if (!column[strspn(column, " ")])
		return true;
	row_name(p, set, file, name);
	at->file = f;
	at->set = i;
	at->row = benchi_name_table_add(&p->rows, name, strlen(name));
	at->column = benchi_name_table_add(&p->columns, column, strlen(column));
	p->n++;
	return at->row != BENCHI_NO_NAME && at->column != BENCHI_NO_NAME;
}

static bool is_before(const plan *p, const projection *keys, const place *a, const place *b)
{
	const job *j = p->job;

	return projection_compare(keys, &j->rows[a->file].set[a->set], j->name[a->file],
	                          &j->rows[b->file].set[b->set], j->name[b->file]) < 0;
}

/* Merges the sorted places from low to middle and from there to high. */
static void merge(const plan *p, const projection *keys, size_t low, size_t middle, size_t high,
                  place *out)
{
	size_t a = low, b = middle;

	for (size_t i = low; i < high; i++)
		out[i] = a == middle || (b < high && is_before(p, keys, &p->place[b], &p->place[a]))
		       ? p->place[b++] : p->place[a++];
}

/* Puts places in the order of their keys, those that are alike as they came. */
static bench_status sort_by(plan *p, const projection *keys)
{
	place *other = calloc(p->n + 1, sizeof *other);

	if (!other)
		return BENCH_ERR_MEMORY;
	for (size_t step = 1; step < p->n; step *= 2) {
		place *sorted = other;

		for (size_t low = 0; low < p->n; low += 2 * step) {
			size_t middle = low + step < p->n ? low + step : p->n;

			merge(p, keys, low, middle, middle + step < p->n ? middle + step : p->n, sorted);
		}
		other = p->place;
		p->place = sorted;
	}
	free(other);
	return BENCH_OK;
}

/* The columns by number in the order in which the places name them. */
static void order_columns(plan *p, uint32_t *number)
{
	uint32_t seen = 0;

	for (size_t c = 0; c < p->columns.n; c++)
		number[c] = BENCHI_NO_NAME;
	for (size_t i = 0; i < p->n; i++)
		if (number[p->place[i].column] == BENCHI_NO_NAME)
			number[p->place[i].column] = seen++;
}

/* Adds a set's values to the rows of its column.  Runs of several files are not one another's. */
static bench_status move(const plan *p, const place *at, benchi_rows *to)
{
	const benchi_rows *from = &p->job->rows[at->file];
	const benchi_set *set = &from->set[at->set];
	const char *name = p->rows.text[at->row];
	size_t i = benchi_rows_set(to, benchi_word_of(name), benchi_word_of(set->metric),
	                           benchi_word_of(set->unit));
	bench_status status = BENCH_OK;

	if (i == SIZE_MAX)
		return BENCH_ERR_MEMORY;
	if (to->set[i].n && (p->row.n || p->col.n)) {
		char text[SET_KEY_TEXT + 40];

		snprintf(text, sizeof text, "%.200s: values of several benchmarks are joined", name);
		status = benchi_rows_note(to, text);
	}
	to->set[i].better = set->better;
	to->set[i].aside = set->aside;
	for (size_t k = 0; k < set->n && !status; k++) {
		benchi_mark mark = { .round = set->round ? set->round[k] : 0, .has_run = set->run != NULL,
			.has_round = set->round != NULL };
		char run[80];

		if (set->run) {
			snprintf(run, sizeof run, "%zu:%.60s", at->file, from->runs.text[set->run[k]]);
			mark.run = benchi_name_table_add(&to->runs, run, strlen(run));
		}
		status = benchi_set_add(&to->set[i], set->x[k], &mark);
	}
	return status;
}

/* The job's files in place of which the columns go. */
static bench_status replace_files(job *j, plan *p, const uint32_t *number)
{
	size_t n = p->columns.n ? p->columns.n : 1;
	benchi_rows *made = calloc(n, sizeof *made);
	const char **name = calloc(n, sizeof *name);
	bench_status status = made && name ? BENCH_OK : BENCH_ERR_MEMORY;

	for (size_t i = 0; i < p->n && !status; i++)
		status = move(p, &p->place[i], &made[number[p->place[i].column]]);
	for (size_t f = 0; f < j->files; f++) {
		for (size_t i = 0; i < j->rows[f].notes.n && !status; i++)
			status = benchi_rows_note(&made[0], j->rows[f].notes.text[i]);
		benchi_rows_free(&j->rows[f]);
	}
	for (size_t c = 0; c < p->columns.n && name; c++)
		name[number[c]] = p->columns.text[c];
	free(j->rows);
	free(j->name);
	j->rows = made;
	j->name = name;
	j->files = made && name ? p->columns.n : 0;
	j->columns = p->columns;
	memset(&p->columns, 0, sizeof p->columns);
	return status;
}

/* Replaces the files of a job by its columns. */
static bench_status arrange(job *j, plan *p)
{
	size_t sets = 0;
	uint32_t *number;
	bench_status status = BENCH_OK;

	for (size_t f = 0; f < j->files; f++)
		sets += j->rows[f].sets;
	p->place = calloc(sets, sizeof *p->place);
	for (size_t f = 0; f < j->files && !status; f++)
		for (size_t i = 0; i < j->rows[f].sets && !status; i++)
			status = p->place && place_set(p, f, i) ? BENCH_OK : BENCH_ERR_MEMORY;
	number = calloc(p->columns.n + 1, sizeof *number);
	if (!status)
		status = number ? sort_by(p, &p->col) : BENCH_ERR_MEMORY;
	if (!status) {
		order_columns(p, number);
		status = sort_by(p, &p->row);
	}
	if (!status)
		status = replace_files(j, p, number);
	free(number);
	free(p->place);
	benchi_name_table_free(&p->rows);
	benchi_name_table_free(&p->columns);
	return status;
}

static int read_plan(const job *j, plan *p)
{
	const settings *s = &j->settings;
	const char *wrong = projection_read(s->row, &p->row);

	if (!wrong)
		wrong = projection_read(s->col, &p->col);
	if (!wrong)
		wrong = projection_read(s->ignore, &p->ignore);
	return !wrong ? 0 : complain(j->verb, "found '%.40s', expected keys such as /size, .name@alpha "
	                             "or /alg@(a b)", wrong);
}

int compare_select(job *j)
{
	settings *s = &j->settings;
	bool any = false;
	plan p = { .job = j };
	int status = read_plan(j, &p);

	for (size_t f = 0; f < j->files && !status; f++) {
		if (s->filter || s->benchmarks)
			status = keep(j, f);
		any = any || j->rows[f].sets;
	}
	if (status)
		return status;
	if (!any)
		return complain(j->verb, "no benchmark is left of those in %s", j->name[0]);
	if (!p.row.n && !p.col.n && !p.ignore.n)
		return 0;
	if (arrange(j, &p))
		return complain(j->verb, "out of memory");
	return j->files ? 0 : complain(j->verb, "no benchmark has a value for --col %s", s->col);
}
