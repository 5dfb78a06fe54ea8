/*
 * What the verbs that read files of measurements share.
 *
 * Shares and counts on the command line; reading the files; giving everything back.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"

#include <errno.h>

void compare_begin(job *j, const char *verb_name)
{
	memset(j, 0, sizeof *j);
	j->verb = verb_name;
	j->settings.question.margin = 0.01;
	j->settings.question.alpha = 0.05;
}

/* Opens PATH, or where that is none, LABEL=PATH, whose label is then copied for name. */
static FILE *open_labelled(job *j, const char *path, const char **name)
{
	const char *equals = strchr(path, '=');
	FILE *file = fopen(path, "rb");
	int error = errno;
	uint32_t label;

	if (file || !equals || equals == path)
		return file;
	file = fopen(equals + 1, "rb");
	label = benchi_name_table_add(&j->labels, path, (size_t)(equals - path));
	if (file && label != BENCHI_NO_NAME)
		*name = j->labels.text[label];
	errno = error;
	return file;
}

enum { COLUMN_NAME_TEXT = 4200 };

/* A copy of standard input, from its start: each column of it is read by itself. */
static FILE *standard_again(void)
{
	static FILE *copy;
	int byte;

	if (!copy && (copy = tmpfile()))
		while ((byte = getc(stdin)) != EOF)
			putc(byte, copy);
	if (copy)
		rewind(copy);
	return copy;
}

static int read_file(job *j, const char *path, size_t i)
{
	bool standard = !strcmp(path, "-");
	benchi_read_options read = j->settings.read;
	const char **name = &j->name[i];
	benchi_rows *rows = &j->rows[i];
	FILE *file;
	bench_status status;

	*name = path;
	file = !standard ? open_labelled(j, path, name) : j->settings.columns > 1 ? standard_again()
		: stdin;

	/* The column of that file, and its name with it; one option holds for all files. */
	const settings *s = &j->settings;
	char text[COLUMN_NAME_TEXT];
	uint32_t label;

	if (s->columns)
		read.plain.column = s->column[i < s->columns ? i : s->columns - 1];
	if (!(s->columns < 2)) {
		snprintf(text, sizeof text, "%s:%zu", strcmp(*name, "-") ? *name : "<stdin>",
			read.plain.column);
		label = benchi_name_table_add(&j->labels, text, strlen(text));
		*name = label == BENCHI_NO_NAME ? *name : j->labels.text[label];
	}

	if (standard && j->settings.columns < 2)
		*name = "<stdin>";
	if (!file)
		return complain(j->verb, "%s: %s", path, strerror(errno));
	if (standard && j->settings.live)
		return compare_read_live(&j->settings, *name, rows);
	status = benchi_read(file, *name, &read, rows);
	if (!standard)
		fclose(file);
	return status ? complain(j->verb, "%s", bench_detail()) : 0;
}

/* Those benchmarks that were asked for, runs without their first values, and files of one label as
 * runs of one set. */
static int layout_arrange(job *j)
{
	settings *s = &j->settings;
	size_t blocks = s->blocks;

	if (s->filter.n && compare_keep(j))
		return EXIT_MISUSE;
	for (size_t f = 0; f < j->files && s->skip; f++) {
		for (size_t i = 0; i < j->rows[f].sets && blocks > 1; i++)
			if (j->rows[f].set[i].n % blocks)
				return complain(j->verb, "--blocks: %s has %zu values, expected a multiple of %zu",
				                j->name[f], j->rows[f].set[i].n, blocks);
		compare_skip(&j->rows[f], s->skip, blocks);
		for (size_t i = 0; i < j->rows[f].sets; i++)
			if (!j->rows[f].set[i].n)
				return complain(j->verb, "--skip: found no value after the first %zu of each run",
				                s->skip);
	}
	if (s->skip && blocks > 1)
		s->blocks -= s->skip;
	return compare_convert(j) || (s->pool && compare_pool(j))
	       ? complain(j->verb, "%s", bench_detail()) : 0;
}

int compare_read(job *j, char **paths, size_t count)
{
	size_t columns = j->settings.columns;
	int status = 0;

	j->files = columns > count ? columns : count; /* of the last file several columns */
	j->name = calloc(j->files, sizeof *j->name);
	j->rows = calloc(j->files, sizeof *j->rows);
	if (!j->name || !j->rows)
		return complain(j->verb, "out of memory");
	for (size_t i = 0; i < j->files && !status; i++)
		status = read_file(j, paths[i < count ? i : count - 1], i);
	for (size_t i = 0; i < j->files && !status && !j->ramps; i++)
		if (j->rows[i].ramp)
			status = complain(j->verb, "%s: found the steps of a ramp, expected values of one kind "
			                  "(bench plot draws them)", j->name[i]);
	if (!status && (strcmp(j->verb, "compare") != 0 || j->settings.output == OUTPUT_JSON
	                || j->settings.output == OUTPUT_CSV))
		for (size_t i = 0; i < j->files; i++) /* compare's text has them at its end */
			for (size_t k = 0; k < j->rows[i].notes.n; k++)
				benchi_complain_by(j->name[i], "%s", j->rows[i].notes.text[k]);
	return status ? status : layout_arrange(j);
}

/* Frees everything except the rows and their files' names. */
static void compare_forget(job *j)
{
	for (size_t i = 0; i < j->sides && j->side; i++)
		benchi_side_free(&j->side[i]);
	free(j->side);
	free(j->next);
	free(j->comparison);
	free(j->left);
	j->side = NULL;
	j->next = NULL;
	j->comparison = NULL;
	j->left = NULL;
	j->sides = j->comparisons = j->lefts = 0;
}

void compare_free(job *j)
{
	for (size_t i = 0; i < j->files && j->rows; i++)
		benchi_rows_free(&j->rows[i]);
	compare_forget(j);
	free(j->name);
	free(j->rows);
	benchi_name_table_free(&j->columns);
	benchi_name_table_free(&j->labels);
}

int compare_guard(const job *j)
{
	bool same = true;
	char each[2000];

	for (size_t i = 1; i < j->files; i++) {
		snprintf(each, sizeof each, "%.900s and %.900s: ", j->name[0], j->name[i]);
		same = benchi_context_guard(stderr, "", each, &j->rows[0].facts, &j->rows[i].facts)
		       == BENCHI_COMPARABLE && same;
	}
	if (same || j->settings.force)
		return 0;
	complain(j->verb, "not comparable (--force goes on)");
	return BENCHI_EXIT_NOT_COMPARABLE;
}

/*
 * The answer so far, looked at while data comes.
 *
 * Looking often is valid where asked has anytime: the methods of `bench compare --anytime` hold
 * for all looks together.  Every set is cut to the length of the shortest, so that the i-th values
 * make pairs; with rounds these are the rounds.
 */

size_t live_cut(benchi_rows *rows, const settings *asked)
{
	size_t n = SIZE_MAX;

	for (size_t i = 0; i < rows->sets; i++)
		if ((!asked || compare_wants(asked, &rows->set[i])) && rows->set[i].n < n)
			n = rows->set[i].n;
	for (size_t i = 0; i < rows->sets; i++)
		if (!asked || compare_wants(asked, &rows->set[i]))
			rows->set[i].n = n;
	return n == SIZE_MAX ? 0 : n;
}

int live_look(const benchi_rows *rows, const settings *asked, const char *name, live *l)
{
	int status;

	memset(l, 0, sizeof *l);
	l->job.verb = "compare";
	l->job.settings = *asked;
	if (!rows->sets)
		return 0;
	l->view = *rows;
	l->view.set = malloc(rows->sets * sizeof *l->view.set);
	if (!l->view.set)
		return complain("compare", "out of memory");
	memcpy(l->view.set, rows->set, rows->sets * sizeof *l->view.set);
	l->n = live_cut(&l->view, asked);
	if (!l->n || compare_one_benchmark(&l->view))
		return 0;
	l->name = name;
	l->job.files = 1;
	l->job.name = &l->name;
	l->job.rows = &l->view;
	status = compare_match(&l->job);
	return status ? status : compare_decide(&l->job);
}

void live_free(live *l)
{
	compare_forget(&l->job);
	free(l->view.set);
	memset(l, 0, sizeof *l);
}

/* Name, number, median, and half the middle half as a share of it. */
static void add_set(benchi_grid *g, const benchi_set *set)
{
	double *sorted = malloc(set->n * sizeof *sorted), median, half;
	char number[FIGURE_TEXT];
	figure_form f;

	benchi_grid_line(g, "%s", set->benchmark);
	benchi_grid_put(g, "%zu", set->n);
	if (!sorted) {
		g->no_memory = true;
		return;
	}
	memcpy(sorted, set->x, set->n * sizeof *sorted);
	median = benchi_median(sorted, set->n);
	half = (benchi_quantile(sorted, set->n, .75) - benchi_quantile(sorted, set->n, .25)) / 2;
	f = figures_of(set->unit, median, half, NULL);
	benchi_grid_put(g, "%s", figure(&f, median, number));
	if (median > 0)
		benchi_grid_put(g, "%.2g %%", 100 * half / median);
	free(sorted);
}

void live_answers(FILE *out, const live *l, const char *metric, int columns)
{
	char text[1000];

	for (size_t i = 0; i < l->job.comparisons; i++) {
		const benchi_comparison *c = &l->job.comparison[i];

		if (metric && strcmp(c->test->set->metric, metric) != 0)
			continue;
		benchi_answer_text_answer(c, &l->job.settings.question, text, sizeof text);
		words_write(out, "  ", text, columns);
	}
}

void live_write(FILE *out, const live *l, int columns)
{
	for (size_t i = 0; i < l->view.sets && l->n; i++) {
		const char *metric = l->view.set[i].metric;
		bool seen = !compare_wants(&l->job.settings, &l->view.set[i]);

		for (size_t k = 0; k < i && !seen; k++)
			seen = !strcmp(metric, l->view.set[k].metric);
		if (!seen) {
			/* One metric: its sets, then its pairs. */
			const benchi_output_style style = { .columns = (size_t)columns, .utf8 = true };
			benchi_grid g = { .columns = 0 };

			benchi_grid_column(&g, *metric ? metric : "values", BENCHI_GRID_LEFT);
			benchi_grid_heads(&g, "runs|median|spread");
			for (size_t j = 0; j < l->view.sets; j++)
				if (!strcmp(l->view.set[j].metric, metric))
					add_set(&g, &l->view.set[j]);
			if (benchi_grid_end(&g, out, &style))
				fputs("out of memory\n", out);
			live_answers(out, l, metric, columns);
		}
	}
}
