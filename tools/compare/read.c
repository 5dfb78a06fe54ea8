/*
 * What the verbs that read files of measurements share.
 *
 * Shares and counts on the command line, reading files, tables while values arrive (--live), and
 * freeing everything.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"

#include <errno.h>

#ifdef HAVE_POLL_H
#include <poll.h>
#include <signal.h>
#include <unistd.h>
#endif

void compare_begin(job *j, const char *verb_name)
{
	memset(j, 0, sizeof *j);
	j->verb = verb_name;
	j->settings.question.margin = 0.01;
	j->settings.question.alpha = 0.05;
}

enum { COLUMN_NAME_TEXT = 4200 };

/* Cuts every set that `asked` selects (NULL: every set) to the length of the shortest. Returns
 * this length; 0 if there is no set. */
static size_t live_cut(benchi_rows *rows, const settings *asked)
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

/*
 * Shows the answer while data arrive.
 *
 * The reader asks for more bytes when it has used up what is there, and then the rows
 * are whole: a good moment to look.  So nothing is read twice, and the table is at most
 * a quarter of a second old.
 */

#ifdef HAVE_POLL_H

#define SHARE 20 /* intermediate answers may take this part of the time: 1 / SHARE */

/* State of a live reading, for the hook that the reader calls when it needs more bytes. */
typedef struct watch {
	const settings *asked;
	const char *name;        /* of the input, for messages */
	benchi_rows *rows;       /* what was read so far */
	double looked_s, cost_s; /* time of the latest look, and how long it took */
	size_t rows_then;        /* values of the first set at that look */
	int status;              /* of the looks: 0, or an exit status after a message */
	bool terminal;           /* redraw in place; otherwise print one answer after the other */
	screen screen;
} watch;

/* Compares the rows read so far and redraws the table, unless nothing has arrived since the last
 * call. */
static void look(watch *w)
{
	double now = now_s();
	live l;

	if (w->status || !w->rows->sets || w->rows->set[0].n == w->rows_then)
		return;
	w->status = live_look(w->rows, w->asked, w->name, &l);
	if (!w->status && w->terminal) {
		char *text = NULL;
		size_t size = 0;
		FILE *stream = open_memstream(&text, &size);

		if (stream) {
			live_write(stream, &l, screen_columns(&w->screen));
			if (!fclose(stream))
				screen_draw(&w->screen, text);
		}
		free(text);
	} else if (!w->status) {
		live_write(stdout, &l, 80);
		putchar('\n');
		fflush(stdout);
	}
	live_free(&l);
	w->rows_then = w->rows->set[0].n;
	w->looked_s = now_s();
	w->cost_s = w->looked_s - now;
}

/* Reader hook: waits for bytes on standard input and reads up to `capacity` of them. Updates the
 * answer while waiting. Returns the number of bytes; 0 at the end or after a failed comparison. */
static size_t read_more(void *context, char *to, size_t capacity)
{
	watch *w = context;
	struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
	ssize_t n;

	if (now_s() - w->looked_s >= LIVE_SECONDS + SHARE * w->cost_s)
		look(w);
	if (poll(&input, 1, (int)(LIVE_SECONDS * 1000)) == 0) {
		look(w);
		(void)poll(&input, 1, -1);
	}
	if (w->status)
		return 0;
	do
		n = read(STDIN_FILENO, to, capacity);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		look(w);
	return n > 0 ? (size_t)n : 0;
}

/* Reads standard input to its end, printing the answer so far meanwhile. Returns 0, or EXIT_MISUSE
 * after a message. */
static int read_live(const settings *s, const char *name, benchi_rows *rows)
{
	watch w = { s, name, rows, now_s(), 0, 0, 0, benchi_terminal_is(stdout), { .out = stdout } };
	bench_status status;
	benchi_input in;

	signal(SIGINT, SIG_IGN); /* SIGINT ends the writer; the answer is still printed */
	status = benchi_input_open(&in, stdin, name);
	if (!status) {
		in.more = read_more;
		in.context = &w;
		status = benchi_read_from(&in, &s->read, rows);
	}
	benchi_input_close(&in);
	live_cut(rows, NULL); /* the last answer uses the same values as the earlier looks */
	signal(SIGINT, SIG_DFL);
	screen_clear(&w.screen);
	if (w.status)
		return w.status;
	return status ? complain("compare", "%s", bench_detail()) : 0;
}

#else

static int read_live(const settings *s, const char *name, benchi_rows *rows)
{
	return complain("compare", "--live: not supported on this system");
}

#endif

/* Reads file i of the job: PATH or, if no such file exists, LABEL=PATH. Returns 0, or EXIT_MISUSE
 * after a message. */
static int read_file(job *j, const char *path, size_t i)
{
	const settings *s = &j->settings;
	const bool standard = !strcmp(path, "-");
	const char *equals = strchr(path, '=');
	benchi_read_options read = s->read;
	const char **name = &j->name[i];
	static FILE *copy;          /* of standard input: each column is a reading of the whole */
	FILE *file;
	char text[COLUMN_NAME_TEXT];
	uint32_t label;
	bench_status status;
	int error;

	if (standard && s->columns > 1) {
		if (!copy && (copy = scratch_unnamed()))
			for (int byte; (byte = getc(stdin)) != EOF;)
				putc(byte, copy);
		if (copy)
			rewind(copy);
		file = copy;
	} else {
		file = standard ? stdin : fopen(path, "rb");
	}
	error = errno;
	*name = standard ? "<stdin>" : path;
	if (!file && !standard && equals && equals != path) {
		file = fopen(equals + 1, "rb");
		label = benchi_name_table_add(&j->labels, path, (size_t)(equals - path));
		if (file && label != BENCHI_NO_NAME)
			*name = j->labels.text[label];
	}
	if (s->columns)
		read.plain.column = s->column[i < s->columns ? i : s->columns - 1];
	if (s->columns > 1) {
		snprintf(text, sizeof text, "%s:%zu", *name, read.plain.column);
		label = benchi_name_table_add(&j->labels, text, strlen(text));
		*name = label == BENCHI_NO_NAME ? *name : j->labels.text[label];
	}
	if (!file)
		return complain(j->verb, "%s: %s", path, strerror(error));
	if (standard && s->live)
		return read_live(s, *name, &j->rows[i]);
	status = benchi_read(file, *name, &read, &j->rows[i]);
	if (!standard)
		fclose(file);
	return status ? complain(j->verb, "%s", bench_detail()) : 0;
}

/* Applies --filter. Returns 0, or EXIT_MISUSE after a message. */
static int filter(job *j)
{
	const benchi_words *patterns = &j->settings.filter;
	size_t left = 0;

	for (size_t f = 0; f < j->files; f++) {
		benchi_rows *rows = &j->rows[f];
		size_t n = 0;

		for (size_t i = 0; i < rows->sets; i++)
			if (benchi_filter_keeps(patterns, benchi_filter_matches, rows->set[i].benchmark))
				rows->set[n++] = rows->set[i];
			else
				benchi_set_free(&rows->set[i]);
		rows->sets = n;
		left += n;
		if (benchi_rows_keys(rows) != BENCH_OK)
			return complain(j->verb, "%s", bench_detail());
	}
	return left ? 0 : complain(j->verb, "the options exclude every benchmark of %s", j->name[0]);
}

/* Drops the first --skip values of each run of a set from file f. Runs are those of --blocks if
 * given, otherwise those recorded. Returns 0, or EXIT_MISUSE after a message. */
static int skip(const job *j, size_t f, benchi_set *set)
{
	const size_t n = j->settings.skip, blocks = j->settings.blocks;
	size_t at = 0, kept = 0;
	uint32_t run = 0;

	if (blocks > 1 && set->n % blocks)
		return complain(j->verb, "--blocks: %s has %zu values, expected a multiple of %zu",
		                j->name[f], set->n, blocks);
	set->place = malloc(set->n * sizeof *set->place);
	if (!set->place)
		return complain(j->verb, "out of memory");
	for (size_t i = 0; i < set->n; i++) {
		if (blocks > 1 ? i % blocks == 0 : set->run && i > 0 && set->run[i] != run)
			at = 0;
		run = set->run ? set->run[i] : 0;
		if (at++ < n)
			continue;
		set->place[kept] = i;
		set->x[kept] = set->x[i];
		if (set->run)
			set->run[kept] = set->run[i];
		if (set->round)
			set->round[kept] = set->round[i];
		kept++;
	}
	set->n = kept;
	return kept ? 0
		: complain(j->verb, "--skip %zu: no run of %s has more than %zu value%s: measure longer "
			"runs, or leave out --skip", n, j->name[f], n, n == 1 ? "" : "s");
}

/* Merges files with the same label (LABEL=PATH, or without a label) as runs of one set.
 * BENCH_ERR_MEMORY; BENCH_ERR_INPUT: units that do not convert. */
static bench_status pool(job *j)
{
	size_t kept = 0;

	for (size_t i = 0; i < j->files; i++) {
		/* the table of labels lacks files without a label, which are merged together */
		const uint32_t label = benchi_name_table_find(&j->labels, j->name[i], strlen(j->name[i]));
		benchi_rows *to = &j->rows[i];
		uint32_t first = (uint32_t)to->runs.n + 1; /* the next file's runs are numbered from here */

		for (size_t f = i + 1; f < j->files && to->sets; f++) {
			benchi_rows *rows = &j->rows[f];

			if (benchi_name_table_find(&j->labels, j->name[f], strlen(j->name[f])) != label)
				continue;
			for (size_t k = 0; k < rows->sets; k++) {
				const benchi_set *from = &rows->set[k];
				size_t s = benchi_rows_set(to, benchi_word_of(from->benchmark),
					benchi_word_of(from->metric), benchi_word_of(from->unit));

				if (s == SIZE_MAX)
					return benchi_no_memory("the values");
				if (strcmp(to->set[s].unit, from->unit) != 0)
					return benchi_fail(BENCH_ERR_INPUT, "%.100s: found values in '%s', expected "
						"'%s' as in the first file", j->name[f],
						*from->unit ? from->unit : "no unit",
						*to->set[s].unit ? to->set[s].unit : "no unit");
				for (size_t x = 0; x < from->n; x++) {
					benchi_mark mark = { .run = first + (from->run ? from->run[x] : 0),
						.has_run = true };

					if (benchi_set_add(&to->set[s], from->x[x], &mark))
						return BENCH_ERR_MEMORY;
				}
				to->set[s].aside = from->aside;
				free(to->set[s].place); /* values of several files have no place in a file */
				to->set[s].place = NULL;
			}
			first += (uint32_t)rows->runs.n + 1;
			benchi_rows_free(rows);
		}
		if (!to->sets) /* merged into an earlier file */
			continue;
		if (i != kept) {
			j->rows[kept] = *to;
			j->name[kept] = j->name[i];
			memset(to, 0, sizeof *to);
		}
		kept++;
	}
	j->files = kept;
	return BENCH_OK;
}

/* Converts all sets of a metric to the unit of its first set. Sets with a unit of another kind stay
 * as they are; comparing them is refused. BENCH_ERR_MEMORY. */
static bench_status convert_units(job *j)
{
	benchi_name_table metrics = { 0 };
	const char **unit = NULL;
	size_t capacity = 0, known = 0;
	bench_status status = BENCH_OK;

	for (size_t f = 0; f < j->files && !status; f++)
		for (size_t i = 0; i < j->rows[f].sets && !status; i++) {
			benchi_set *set = &j->rows[f].set[i];
			uint32_t m = *set->unit ? benchi_name_table_add(&metrics, set->metric,
				strlen(set->metric)) : BENCHI_NO_NAME;
			double up, down;

			if (!*set->unit)
				continue;
			if (m == known && benchi_grow(&unit, sizeof *unit, known, &capacity))
				unit[known++] = set->unit;
			else if (m >= known) {
				status = benchi_no_memory("the units");
				break;
			}
			up = benchi_unit_factor(set->unit, unit[m]);
			down = benchi_unit_factor(unit[m], set->unit);
			if (isnan(up)) /* another kind of unit */
				continue;
			for (size_t k = 0; k < set->n; k++) /* multiply or divide by whichever factor is a whole
			                                       number: that is exact */
				set->x[k] = up >= 1 ? set->x[k] * up : set->x[k] / down;
			set->unit = unit[m];
		}
	benchi_name_table_free(&metrics);
	free(unit);
	return status;
}

int compare_read(job *j, char **paths, size_t count)
{
	settings *s = &j->settings;
	size_t columns = s->columns;
	int status = 0;

	j->files = columns > count ? columns : count; /* several columns are all read from the last
	                                                 file */
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
	if (!status && (strcmp(j->verb, "compare") != 0 || s->output == OUTPUT_JSON
	                || s->output == OUTPUT_CSV))
		for (size_t i = 0; i < j->files; i++) /* compare's text has them at its end */
			for (size_t k = 0; k < j->rows[i].notes.n; k++)
				benchi_complain_by(j->name[i], "%s", j->rows[i].notes.text[k]);
	if (!status && s->filter.n)
		status = filter(j);
	for (size_t f = 0; f < j->files && s->skip; f++)
		for (size_t i = 0; i < j->rows[f].sets && !status; i++)
			status = skip(j, f, &j->rows[f].set[i]);
	if (status)
		return status;
	if (s->skip && s->blocks > 1)
		s->blocks -= s->skip;
	if (j->files == 1 && j->rows[0].in_rounds && strcmp(j->verb, "describe"))
		live_cut(&j->rows[0], s); /* leave out the rows of an incomplete last round */
	return convert_units(j) || (s->pool && pool(j)) ? complain(j->verb, "%s", bench_detail()) : 0;
}

/* Frees the sides and comparisons of a job, but not the rows nor the files' names. */
static void forget_sides(job *j)
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
	forget_sides(j);
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
	complain(j->verb, "not comparable (--force compares anyway)");
	return BENCHI_EXIT_NOT_COMPARABLE;
}

/*
 * The answer so far, computed repeatedly while data arrive.
 *
 * Repeating is valid if `asked` has anytime: the methods of `bench compare --anytime` hold for all
 * evaluations together.  Every set is cut to the length of the shortest, so that the i-th values
 * make pairs; with rounds these are the rounds.
 */

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
	forget_sides(&l->job);
	free(l->view.set);
	memset(l, 0, sizeof *l);
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

/* Prints a table per metric, and its answers. spread: half the interquartile range over the median;
 * blank for a median of 0. */
void live_write(FILE *out, const live *l, int columns)
{
	const benchi_output_style style = { .columns = (size_t)columns, .utf8 = true };

	for (size_t i = 0; i < l->view.sets && l->n; i++) {
		const char *metric = l->view.set[i].metric;
		bool seen = !compare_wants(&l->job.settings, &l->view.set[i]);
		benchi_grid g = { .columns = 0 };
		char number[FIGURE_TEXT];

		for (size_t k = 0; k < i && !seen; k++)
			seen = !strcmp(metric, l->view.set[k].metric);
		if (seen)
			continue;
		/* One metric: a row per set, then its pairs. */
		benchi_grid_column(&g, *metric ? metric : "values", BENCHI_GRID_LEFT);
		benchi_grid_heads(&g, "runs|median|spread");
		for (size_t k = i; k < l->view.sets; k++) {
			const benchi_set *set = &l->view.set[k];
			double *sorted, median, half;
			figure_form f;

			if (strcmp(set->metric, metric))
				continue;
			benchi_grid_line(&g, "%s", set->benchmark);
			benchi_grid_put(&g, "%zu", set->n);
			sorted = malloc(set->n * sizeof *sorted);
			g.no_memory = g.no_memory || !sorted;
			if (!sorted)
				continue;
			memcpy(sorted, set->x, set->n * sizeof *sorted);
			median = benchi_median_many(sorted, set->n);
			half = (benchi_quantile(sorted, set->n, .75)
				- benchi_quantile(sorted, set->n, .25)) / 2;
			f = figures_of(set->unit, median, half, NULL);
			benchi_grid_put(&g, "%s", figure(&f, median, number));
			if (median > 0)
				benchi_grid_put(&g, "%.2g %%", 100 * half / median);
			free(sorted);
		}
		if (benchi_grid_end(&g, out, &style))
			fputs("out of memory\n", out);
		live_answers(out, l, metric, columns);
	}
}
