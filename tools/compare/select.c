/*
 * Selects benchmarks, and arranges them by the keys in their names.
 *
 * Names are read as Go writes them: "Base/key=value/other=value-8", the number of processors
 * behind the last value left out of it.  A filter keeps those whose keys match; --col makes a
 * set of files of one file, one for each value of a key; --row names benchmarks by some keys
 * only, and joins the values of those that are then alike.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/glob.h"
#include "tools/compare/compare.h"
#include "tools/verbs.h"

#define TEXT 4200

/* Where "/key=" begins in name, or NULL. */
static const char *find_key(const char *name, const char *key)
{
	size_t n = strlen(key);

	for (const char *at = name; (at = strstr(at, key)); at++)
		if (at[n] == '=')
			return at;
	return NULL;
}

/* How much of the text at a value belongs to it: up to the next key or "-8" at the end. */
static size_t value_length(const char *value)
{
	size_t n = strcspn(value, "/"), digits = n;

	if (value[n])
		return n;
	while (digits && value[digits - 1] >= '0' && value[digits - 1] <= '9')
		digits--;
	return digits > 1 && digits < n && value[digits - 1] == '-' ? digits - 1 : n;
}

/* A key's value of a set: "/size", ".name", ".fullname" or ".unit"; "" if it has none. */
static const char *value_of(const benchi_set *set, const char *key, char text[TEXT])
{
	const char *name = set->benchmark, *at = name;
	size_t n = strlen(name);

	if (!strcmp(key, ".unit"))
		at = set->metric, n = strlen(at);
	else if (!strcmp(key, ".name"))
		n = name[strcspn(name, "=")] ? (size_t)(strchr(name, '=') - name) : n;
	else if (strcmp(key, ".fullname") != 0) {
		at = find_key(name, key);
		at = at ? at + strlen(key) + 1 : "";
		n = value_length(at);
	}
	if (!strcmp(key, ".name") && name[n])
		while (n && name[n] != '/')
			n--;
	snprintf(text, TEXT, "%.*s", (int)(n < TEXT ? n : TEXT - 1), at);
	return text;
}

/* One term of a filter, "key:glob" or "-key:glob". */
static bool matches(const benchi_set *set, const char *term, size_t length)
{
	char copy[TEXT], value[TEXT], *colon, *key = copy;
	bool wanted = *term != '-';

	snprintf(copy, sizeof copy, "%.*s", (int)(length < TEXT ? length : TEXT - 1), term);
	key += !wanted;
	colon = strchr(key, ':');
	if (!colon)
		return true;
	*colon = '\0';
	return (benchi_glob(colon + 1, value_of(set, key, value)) != 0) == wanted;
}

static bool is_kept(const settings *s, const benchi_set *set)
{
	bool named = !s->benchmarks;

	for (size_t i = 0; i < s->benchmarks; i++)
		named = named || benchi_glob(s->benchmark[i], set->benchmark);
	for (const char *at = s->filter; at && named && *(at += strspn(at, " "));) {
		size_t n = strcspn(at, " ");

		named = matches(set, at, n);
		at += n;
	}
	return named;
}

/* Takes the others away. */
static void keep(const settings *s, benchi_rows *rows)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->sets; i++) {
		benchi_set *set = &rows->set[i];

		if (is_kept(s, set))
			rows->set[n++] = *set;
		else {
			free(set->x);
			free(set->run);
			free(set->round);
		}
	}
	rows->sets = n;
}

/* The name without "/key=value". */
static void without(const char *name, const char *key, char text[TEXT])
{
	const char *at = find_key(name, key);
	size_t n = at ? strlen(key) + 1 + value_length(at + strlen(key) + 1) : 0;

	if (at)
		snprintf(text, TEXT, "%.*s%s", (int)(at - name), name, at + n);
	else
		snprintf(text, TEXT, "%s", name);
}

/* The name that a set has in the table: its --row keys, or all but the --col key. */
static void row_name(const settings *s, const benchi_set *set, char text[TEXT])
{
	char keys[TEXT], value[TEXT];
	size_t used = 0;

	if (!s->row) {
		without(set->benchmark, s->col ? s->col : "", text);
		return;
	}
	*text = '\0';
	snprintf(keys, sizeof keys, "%s", s->row);
	for (char *key = strtok(keys, " ,"); key && used < TEXT - 1; key = strtok(NULL, " ,")) {
		int n = *key == '/' ? snprintf(text + used, TEXT - used, "%s=%s", key,
		                               value_of(set, key, value))
		        : snprintf(text + used, TEXT - used, "%s", value_of(set, key, value));

		used += n > 0 ? (size_t)n : 0;
	}
}

/* Adds a set's values to the rows of its column. */
static bench_status move(const settings *s, const benchi_rows *from, const benchi_set *set,
                         benchi_rows *to)
{
	char name[TEXT];
	bench_status status = BENCH_OK;
	size_t i;

	row_name(s, set, name);
	i = benchi_rows_set(to, benchi_word_of(name), benchi_word_of(set->metric),
	                    benchi_word_of(set->unit));
	if (i == SIZE_MAX)
		return BENCH_ERR_MEMORY;
	to->set[i].better = set->better;
	to->set[i].aside = set->aside;
	for (size_t k = 0; k < set->n && !status; k++) {
		benchi_mark mark = { 0, set->round ? set->round[k] : 0, set->run != NULL,
			set->round != NULL };
		const char *run = set->run ? from->runs.text[set->run[k]] : "";

		if (set->run)
			mark.run = benchi_name_table_add(&to->runs, run, strlen(run));
		status = benchi_set_add(&to->set[i], set->x[k], &mark);
	}
	return status;
}

/* Replaces the files of a job: one for each value of --col. */
static bench_status spread(job *j)
{
	const settings *s = &j->settings;
	benchi_rows *rows = &j->rows[0], *made;
	benchi_name_table *columns = &j->columns;
	char value[TEXT];
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < rows->sets; i++)
		if (s->col && (!value_of(&rows->set[i], s->col, value) || !*value))
			continue;
		else if (benchi_name_table_add(columns, s->col ? value : j->name[0],
		                               strlen(s->col ? value : j->name[0])) == BENCHI_NO_NAME)
			return BENCH_ERR_MEMORY;
	made = calloc(columns->n ? columns->n : 1, sizeof *made);
	if (!made)
		return BENCH_ERR_MEMORY;
	for (size_t i = 0; i < rows->sets && !status; i++) {
		uint32_t column = 0;

		if (s->col) {
			value_of(&rows->set[i], s->col, value);
			column = benchi_name_table_find(columns, value, strlen(value));
		}
		if (column != BENCHI_NO_NAME)
			status = move(s, rows, &rows->set[i], &made[column]);
	}
	benchi_rows_free(rows);
	free(j->rows);
	free(j->name);
	j->rows = made;
	j->files = columns->n;
	j->name = calloc(columns->n ? columns->n : 1, sizeof *j->name);
	for (size_t i = 0; i < columns->n && j->name; i++)
		j->name[i] = columns->text[i];
	return j->name ? status : BENCH_ERR_MEMORY;
}

int compare_select(job *j)
{
	settings *s = &j->settings;
	bool any = false;

	for (size_t f = 0; f < j->files; f++) {
		if (s->filter || s->benchmarks)
			keep(s, &j->rows[f]);
		any = any || j->rows[f].sets;
	}
	if (!any)
		return complain(j->verb, "no benchmark is left of those in %s", j->name[0]);
	if (!s->row && !s->col)
		return 0;
	if (j->files > 1)
		return complain(j->verb, "--row and --col arrange the benchmarks of one file");
	if (spread(j))
		return complain(j->verb, "out of memory");
	return j->files ? 0 : complain(j->verb, "--col: no benchmark has '%s='", s->col);
}
