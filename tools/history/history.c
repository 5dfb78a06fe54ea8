/*
 * `bench history`: results of commits in a file, and where they changed.
 *
 * The file is JSON lines (bench-format(5)): a line for each benchmark and metric of a commit, with
 * its values, the commit, its date, the machine and the build.  It is replaced as a whole, under a
 * lock.  A series is a benchmark's metric on one machine; its points are the commits' medians, by
 * date.
 *
 * SPDX-License-Identifier: MIT
 */
#include <dirent.h>
#include <errno.h>
#include <time.h>

#include "tools/history/history.h"
#include "tools/tools.h"

#define VERB "history"

enum { VALUES_MOST = 100, SHORT = 10, WORD = HISTORY_WORD, FEW = 4 /* processes */,
	TOO_FEW = 6 /* commits */, FOLDERS = 4 /* within each other */ };
enum { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_JSON, FORMAT_CSV };

#define COMMITS 1000      /* unchanged commits in which all series together show one change by
                             chance */
#define PATIENCE_NS 10e9

/* Standard deviation of normal numbers per median distance; error of their median per that. */
#define DEVIATION 1.4826
#define MEDIAN_ERROR 1.2533
#define BYTES_MOST ((size_t)1 << 30)

static const benchi_read_options with_keys = { .keep_keys = true };

/*
 * Adding results.
 */

/* $1: the revision.  Prints its name, a tab, its date. */
static const char commit_script[] =
	"commit=$(git rev-parse -q --verify \"${1:-HEAD}^{commit}\" 2>/dev/null) || exit 1\n"
	"[ -n \"$1\" ] || git diff --quiet HEAD -- 2>/dev/null || echo 'bench history: the working "
		"tree has changes: recorded as its commit' >&2\n"
	"printf '%s\\t' \"$commit\"\n"
	"TZ=UTC0 git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ \"$commit\"\n";

/* Commit, date and more that all lines of a file share. */
typedef struct origin {
	const char *commit, *date;   /* NULL: not yet looked up */
	char *text;                  /* memory of both */
	char machine[3 * BENCHI_FACT_TEXT], build[3 * BENCHI_FACT_TEXT];
} origin;

/* Finds a commit and its date; a commit unknown to git gets today's date.  Returns 0, or an exit
 * status after a message. */
static int find_commit(const char *revision, origin *of)
{
	static char today[24];
	benchi_output o;
	char *date;
	int status = script_run(VERB, commit_script, (const char *const[]){ revision ? revision : "",
		NULL }, &o, &date);

	of->text = o.text;
	if (status)
		return status == RUN_STOPPED ? 128 + benchi_interrupt_came() : EXIT_MISUSE;
	if (!date && !revision)
		return complain(VERB, "not in a git work tree with a commit: expected --commit NAME");
	of->commit = date ? o.text : revision;
	of->date = date ? date : benchi_date_text((double)time(NULL), today);
	return 0;
}

/* Reduces a result's values to one per run, or without runs to at most VALUES_MOST.  Returns their
 * number. */
static size_t reduce(benchi_set *set)
{
	benchi_set_medians(set);
	if (set->n > VALUES_MOST) {
		set->x[0] = benchi_median(set->x, set->n);
		set->n = 1;
	}
	return set->n;
}

/* Writes a key with the value from the set's file, else with `other`; nothing if that is NULL. */
static void put_key(FILE *out, const benchi_set *set, const char *key, const char *other)
{
	benchi_word own = benchi_file_key(set->config, benchi_word_of(key));
	char text[BENCHI_FILE_KEYS];

	snprintf(text, sizeof text, "%.*s", (int)own.length, own.length ? own.text : "");
	if (own.length || (other && *other))
		benchi_put_pair_text(out, key, own.length ? text : other);
}

static void put_set(FILE *out, benchi_set *set, const origin *o)
{
	size_t n = reduce(set);

	fputs("{\"benchmark\": ", out);
	benchi_json_text(out, set->benchmark);
	put_key(out, set, "commit", o->commit);
	put_key(out, set, "date", o->date);
	put_key(out, set, "machine", o->machine);
	put_key(out, set, "environment", "");
	put_key(out, set, "build", o->build);
	if (*set->unit)
		benchi_put_pair_text(out, "unit", set->unit);
	fputs(", ", out);
	benchi_json_text(out, *set->metric ? set->metric : "values");
	for (size_t i = 0; i < n; i++) {
		fputs(i ? ", " : ": [", out);
		benchi_put_number(out, set->x[i]);
	}
	fputs("]}\n", out);
}

static bool is_finite(const benchi_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (!isfinite(set->x[i]))
			return false;
	return set->n > 0;
}

/* Returns whether a file names the commits of its results, as a history does. */
static bool is_history(const benchi_rows *rows)
{
	for (size_t i = 0; i < rows->sets; i++)
		if (benchi_file_key(rows->set[i].config, benchi_word_of("commit")).length)
			return true;
	return false;
}

/* Opens a file for reading; "-" is standard input. */
static FILE *history_open_input(const char *path)
{
	return strcmp(path, "-") ? fopen(path, "rb") : stdin;
}

/* Reads a whole file, and closes it. */
static bench_status read_input(FILE *file, const char *path, benchi_rows *rows)
{
	bench_status status = benchi_read(file, file == stdin ? "standard input" : path, &with_keys,
		rows);

	if (file != stdin)
		fclose(file);
	return status;
}

/* Writes a file of results as lines of the history.  Returns 0, or an exit status after a
 * message. */
static int put_results(FILE *out, const history_settings *s, const char *path, origin *o)
{
	FILE *file = history_open_input(path);
	benchi_rows rows = { .sets = 0 };
	bench_status status;
	int found = 0;
	bool of_here;
	size_t put = 0;

	if (!file)
		return complain(VERB, "%s: %s", path, strerror(errno));
	status = read_input(file, path, &rows);
	of_here = !is_history(&rows);
	if (status == BENCH_OK && of_here) {
		status = benchi_rows_name_configs(&rows);
		found = o->commit ? 0 : find_commit(s->commit, o);
	}

	/* machine and build from the file, else of this machine */
	const benchi_context *facts = &rows.facts;
	benchi_machine here;
	const char *processor = benchi_context_word(facts, "processor");
	const char *hypervisor = benchi_context_word(facts, "hypervisor");
	const char *flags = benchi_context_word(facts, "flags");

	if (!*processor && of_here) {
		benchi_machine_find(&here);
		processor = here.processor;
		hypervisor = here.hypervisor;
	}
	if (s->machine)
		processor = s->machine;
	snprintf(o->machine, sizeof o->machine, "%s%s%s", processor,
		!s->machine && *hypervisor ? ", " : "", s->machine ? "" : hypervisor);
	snprintf(o->build, sizeof o->build, "%s%s%s", benchi_context_word(facts, "compiler"),
		*flags ? " " : "", flags);

	for (size_t i = 0; i < rows.sets && status == BENCH_OK && !found; i++)
		if (!rows.set[i].aside && is_finite(&rows.set[i])) {
			put_set(out, &rows.set[i], o);
			put++;
		}
	for (size_t i = 0; i < rows.notes.n && status == BENCH_OK; i++)
		benchi_complain_by(path, "%s", rows.notes.text[i]);
	benchi_rows_free(&rows);
	if (found)
		return found;
	if (status == BENCH_OK && !put)
		return complain(VERB, "%s: found no result to add", path);
	return status == BENCH_OK ? 0 : complain(VERB, "%s", bench_detail());
}

/* Writes a file of results, or all files of a folder such as asv's:
 * MACHINE/COMMIT-ENVIRONMENT.json.  Skips asv's descriptions of machine and benchmarks. */
static int put_path(FILE *out, const history_settings *s, const char *path, origin *o, int depth)
{
	DIR *folder = strcmp(path, "-") ? opendir(path) : NULL;
	const struct dirent *entry;
	char below[4096];
	int status = 0;

	if (!folder && depth && !benchi_ends_in(path, ".json"))
		return 0;
	if (!folder)
		return put_results(out, s, path, o);
	while (!status && depth < FOLDERS && (entry = readdir(folder)) != NULL)
		if (*entry->d_name != '.' && strcmp(entry->d_name, "machine.json") != 0
		    && strcmp(entry->d_name, "benchmarks.json") != 0
		    && snprintf(below, sizeof below, "%s/%s", path, entry->d_name) < (int)sizeof below)
			status = put_path(out, s, below, o, depth + 1);
	closedir(folder);
	return status;
}

/* Reads the history.  A missing or empty file is an empty history, or if `needed` an error. */
static int history_read(history *h, bool needed)
{
	const char *path = h->settings.file;
	FILE *file = history_open_input(path);
	int byte;

	if (!file && errno == ENOENT && !needed)
		return 0;
	if (!file)
		return complain(VERB, "%s: %s%s", path, strerror(errno),
			needed && errno == ENOENT ? " ('bench history add' makes it)" : "");
	byte = getc(file);
	if (byte == EOF && !ferror(file) && !needed) {
		fclose(file);
		return 0;
	}
	ungetc(byte, file);
	return read_input(file, path, &h->rows) == BENCH_OK ? 0 : complain(VERB, "%s", bench_detail());
}

/* Replaces the file by its old text and the new lines. */
static int history_write(const char *path, const char *lines, size_t size)
{
	char *text = NULL;
	benchi_atomic_file file;
	size_t used;
	bench_status status = benchi_file_read(path, BYTES_MOST, &text, &used);

	if (status == BENCH_OK)
		status = benchi_atomic_file_begin(path, &file);
	if (status == BENCH_OK) {
		if (!used)
			fputs("{\"libbench\": 1, \"context\": {}}\n", file.out);
		else
			fwrite(text, 1, used, file.out);
		if (used && text[used - 1] != '\n')
			putc('\n', file.out);
		fwrite(lines, 1, size, file.out);
		status = benchi_atomic_file_keep(&file);
	}
	free(text);
	return status == BENCH_OK ? 0 : complain(VERB, "%s", bench_detail());
}

static int add_lines(history *h, const char *lines, size_t size)
{
	struct benchi_file_lock lock;
	int status;

	if (benchi_file_lock(h->settings.file, PATIENCE_NS, &lock) != BENCH_OK)
		return complain(VERB, "%s", bench_detail());
	status = history_read(h, false);   /* do not append to an unreadable history */
	if (!status && h->rows.sets && !h->rows.lines)
		status = complain(VERB, "%s: found a file of results, expected a history or a new file",
			h->settings.file);
	if (!status)
		status = history_write(h->settings.file, lines, size);
	benchi_file_unlock(h->settings.file, &lock);
	return status;
}

static int history_add(history *h, char **paths, int n)
{
	origin o = { .commit = NULL };
	char *lines = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&lines, &size);
	int status = stream ? 0 : complain(VERB, "out of memory");

	for (int i = 0; i < n && !status; i++)
		status = put_path(stream, &h->settings, paths[i], &o, 0);
	if (stream && fclose(stream) && !status)
		status = complain(VERB, "out of memory");
	if (!status && !strcmp(h->settings.file, "-"))
		fwrite(lines, 1, size, stdout);
	else if (!status)
		status = add_lines(h, lines, size);
	free(lines);
	free(o.text);
	return status;
}

/*
 * Series.
 */

/* Returns the value of a key, which outlives the set; "" without this key. */
static const char *word_of(history *h, const benchi_set *set, const char *key)
{
	benchi_word value = benchi_file_key(set->config, benchi_word_of(key));
	uint32_t i = benchi_name_table_add(&h->words, value.text, value.length);

	return i == BENCHI_NO_NAME ? "" : h->words.text[i];
}

/* Adds a set's values to those of its commit. */
static bool series_add(series *s, const point *p)
{
	for (size_t i = s->n; i-- > 0;)
		if (s->point[i].commit == p->commit) {
			for (size_t k = 0; k < p->set->n; k++)
				if (benchi_set_add(s->point[i].set, p->set->x[k], NULL) != BENCH_OK)
					return false;
			return true;
		}
	if (!benchi_grow(&s->point, sizeof *s->point, s->n, &s->capacity))
		return false;
	s->point[s->n] = *p;
	s->point[s->n].order = s->n;
	s->n++;
	return true;
}

/* Returns the series of a set and machine, adding it if new; NULL if out of memory.  Fast if
 * commits have their sets in the same order. */
static series *history_series_of(history *h, const benchi_set *set, const char *machine)
{
	series *s;

	for (size_t k = 0; k < h->n; k++) {
		s = &h->of[(h->next + k) % h->n];
		if (!strcmp(s->benchmark, set->benchmark) && !strcmp(s->metric, set->metric)
		    && !strcmp(s->machine, machine)) {
			h->next = (size_t)(s - h->of) + 1;
			return s;
		}
	}
	if (!benchi_grow(&h->of, sizeof *h->of, h->n, &h->capacity))
		return NULL;
	s = &h->of[h->n++];
	*s = (series){ .benchmark = set->benchmark, .metric = set->metric, .unit = set->unit,
		.machine = machine, .shown = true };
	return s;
}

/* Adds a set to its series.  Each environment of a machine counts as a machine. */
static bool history_take(history *h, benchi_set *set)
{
	point p = { .set = set, .commit = word_of(h, set, "commit"), .date = word_of(h, set, "date") };
	const char *machine = word_of(h, set, "machine"), *environment = word_of(h, set, "environment");
	char both[WORD];
	uint32_t i;
	series *s;

	if (*environment) {
		snprintf(both, sizeof both, "%.250s%s%.250s", machine, *machine ? ", " : "", environment);
		i = benchi_name_table_add(&h->words, both, strlen(both));
		machine = i == BENCHI_NO_NAME ? "" : h->words.text[i];
	}
	s = history_series_of(h, set, machine);
	return s && series_add(s, &p);
}

static int by_date(const void *a, const void *b)
{
	const point *x = a, *y = b;
	int order = strcmp(x->date, y->date);

	return order ? order : (x->order > y->order) - (x->order < y->order);
}

static void level_add(series *s, const double *x, double *scratch, size_t from, size_t to,
                      size_t missing)
{
	struct level *l = &s->level[s->levels];

	memcpy(scratch, x + from, (to - from) * sizeof *x);
	*l = (struct level){ from, to, benchi_median(scratch, to - from), (double)NAN, missing };
	if (s->levels++)
		l->change = l->median / l[-1].median - 1;
}

/* Finds the proven levels, and after the last one a suspected level. */
static bool series_decide(series *s, const history_settings *settings, size_t shown)
{
	const history_rule rule = { benchi_count_exact(s->metric) ? 0 : settings->margin,
		COMMITS * (double)shown / settings->question.alpha };
	size_t values = s->n, changes = 0;
	history_remark remark;
	double *x, *error, *scratch;
	size_t *at = malloc((s->n + 1) * sizeof *at);
	bool fine;

	qsort(s->point, s->n, sizeof *s->point, by_date);
	for (size_t i = 0; i < s->n; i++)
		values = s->point[i].set->n > values ? s->point[i].set->n : values;
	x = malloc((2 * s->n + values + 1) * sizeof *x);
	s->level = malloc((s->n + 2) * sizeof *s->level);
	fine = x && at && s->level;
	error = x + s->n;
	scratch = error + s->n;
	for (size_t i = 0; i < s->n && fine; i++) {
		const benchi_set *set = s->point[i].set;

		memcpy(scratch, set->x, set->n * sizeof *scratch);
		x[i] = s->point[i].median = benchi_median(scratch, set->n);
		/* standard error of the median, from the distances of the values; NaN: too few values */
		for (size_t j = 0; j < set->n; j++)
			scratch[j] = fabs(set->x[j] - x[i]);
		error[i] = set->n < FEW ? (double)NAN
			: DEVIATION * MEDIAN_ERROR * benchi_median(scratch, set->n) / sqrt((double)set->n);
	}
	fine = fine && history_changes(&(const history_numbers){ x, error, s->n,
		benchi_count_exact(s->metric) }, &rule, at, &changes, &remark) == BENCH_OK;
	for (size_t k = 0; k <= changes && fine; k++) {
		size_t to = k < changes ? at[k] : remark.at;

		level_add(s, x, scratch, k ? at[k - 1] : 0, to, 0);
	}
	s->moves = fine ? remark.moves : 0;
	if (fine && remark.at < s->n)
		level_add(s, x, scratch, remark.at, s->n, remark.missing);
	free(x);
	free(at);
	return fine;
}

/* Makes the series from all rows, and finds their changes. */
static int history_decide(history *h)
{
	bool fine = true;
	size_t shown = 0;

	for (size_t i = 0; i < h->rows.sets && fine; i++) {
		benchi_set *set = &h->rows.set[i];

		if (set->n && is_finite(set)
			&& (!h->settings.metric || !strcmp(h->settings.metric, set->metric))
			&& benchi_filter_keeps(&h->settings.filter, benchi_filter_matches, set->benchmark))
			fine = history_take(h, set);
	}

	/* hide nanoseconds if three of four commits have cycles */
	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->n && !h->settings.metric; k++) {
			series *s = &h->of[i];
			const series *other = &h->of[k];

			if (!strcmp(s->metric, "ns") && !strcmp(other->metric, "cycles")
			    && !strcmp(s->benchmark, other->benchmark) && !strcmp(s->machine, other->machine)
			    && 4 * other->n >= 3 * s->n)
				s->shown = false;
		}

	for (size_t i = 0; i < h->n; i++)
		shown += h->of[i].shown;
	for (size_t i = 0; i < h->n && fine; i++)
		if (h->of[i].shown)
			fine = series_decide(&h->of[i], &h->settings, shown);
	if (!fine)
		return complain(VERB, "out of memory");
	return shown ? 0 : complain(VERB, "%s: nothing there that was asked for", h->settings.file);
}

/*
 * Printing the history.
 */

char *history_between(const series *s, const struct level *l, char text[WORD])
{
	const char *end[2] = { s->point[l->from - 1].commit, s->point[l->from].commit };
	int most[2];

	for (int i = 0; i < 2; i++) {
		size_t n = strlen(end[i]);

		most[i] = n == 40 && strspn(end[i], "0123456789abcdef") == n ? SHORT : WORD / 3;
	}
	snprintf(text, WORD, "%.*s..%.*s", most[0], end[0], most[1], end[1]);
	return text;
}

bool history_several(const history *h, bool metric)
{
	const char *first = NULL;

	for (size_t i = 0; i < h->n; i++) {
		const char *name = metric ? h->of[i].metric : h->of[i].machine;

		if (!h->of[i].shown)
			continue;
		if (first && strcmp(first, name))
			return true;
		first = name;
	}
	return false;
}

/* Prints advice below the table: what would prove a suspected change, which series move without
 * commits, and how to tell a change from a state of the machine. */
static void put_advice(const history *h)
{
	char share[FIGURE_TEXT], text[WORD];
	size_t most = 0, changed = 0, lines = 0;

	for (size_t i = 0; i < h->n; i++) {
		const series *s = &h->of[i];
		const struct level *l = s->levels ? &s->level[s->levels - 1] : NULL;

		most = s->shown && s->n > most ? s->n : most;
		changed += s->shown && s->levels > 1;
		if (s->shown && s->moves > 0) {
			if (!lines++)
				putchar('\n');
			words_printf("", "%s: moves by up to %s and back again and again, as a machine with "
				"several states does: such moves are not shown as changes.",
				s->benchmark, benchi_signed_percent(s->moves, .005, share));
		}
		if (!s->shown || !l || !l->missing)
			continue;
		if (!lines++)
			putchar('\n');
		words_printf("", "%s: %s suspected at %s; %zu more commit%s like the latest would "
			"prove it.",
			s->benchmark, benchi_signed_percent(l->change, .005, share),
			history_between(s, l, text), l->missing, l->missing == 1 ? "" : "s");
	}
	changed = changed && !h->settings.confirm;
	if (!lines && (changed || most < TOO_FEW))
		putchar('\n');
	if (changed)
		words_printf("", "A commit, or a machine that changed? This compares the commits on both "
			"sides now: bench history --confirm --build COMMAND PROGRAM");
	if (most < TOO_FEW)
		words_printf("", "Only %zu commit%s: a step shows with 5 commits before it and 3 after.",
			most, most == 1 ? "" : "s");
}

static void put_records(const history *h)
{
	records r = records_begin(h->settings.format == FORMAT_CSV, "levels");

	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; h->of[i].shown && k < h->of[i].levels; k++)
			if (!h->of[i].level[k].missing) {
				/* a suspected level is part of the last proven one */
				const series *s = &h->of[i];
				const struct level *l = &h->of[i].level[k];
				const struct level *suspect = l + 1 < s->level + s->levels && l[1].missing ? l + 1
					: NULL;
				size_t to = suspect ? suspect->to : l->to;

				record_texts(&r, { "benchmark", s->benchmark }, { "metric", s->metric },
					{ "unit", s->unit },
					{ "machine", s->machine });
				record_numbers(&r, { "commits", (double)(to - l->from) }, { "median", l->median },
					{ "change", l->change });
				record_texts(&r, { "before", l->from ? s->point[l->from - 1].commit : "" },
					{ "first", s->point[l->from].commit }, { "last", s->point[to - 1].commit },
					{ "suspected", suspect ? s->point[suspect->from].commit : "" });
				record_numbers(&r, { "suspected_change", suspect ? suspect->change : (double)NAN },
					{ "missing_commits", suspect ? (double)suspect->missing : (double)NAN },
					{ "unreported_moves", s->moves });
				record_end(&r);
			}
	records_end(&r);
}

static int history_show(history *h)
{
	benchi_output_style style = benchi_look_for(stdout);
	bench_status status = BENCH_OK;

	style.markdown = h->settings.format == FORMAT_MARKDOWN;
	if (h->settings.html)
		return picture_save(VERB, h->settings.html, false, history_page, h);
	if (h->settings.format >= FORMAT_JSON)
		put_records(h);
	else {
		bool metrics = history_several(h, true), machines = history_several(h, false);
		benchi_grid g = { .columns = 0 };

		benchi_grid_column(&g, "benchmark", BENCHI_GRID_LEFT);
		benchi_grid_column(&g, "metric", BENCHI_GRID_LEFT | (metrics ? 0 : BENCHI_GRID_OUT));
		benchi_grid_column(&g, "machine", BENCHI_GRID_LEFT | (machines ? 0 : BENCHI_GRID_OUT));
		benchi_grid_heads(&g, "commits|median|change|<between|<note");
		for (size_t i = 0; i < h->n; i++)
			for (size_t k = 0; h->of[i].shown && k < h->of[i].levels; k++) {
				const series *s = &h->of[i];
				const struct level *l = &h->of[i].level[k];
				char number[2 * FIGURE_TEXT], share[FIGURE_TEXT], text[WORD];
				bool first = l == s->level;

				benchi_grid_line(&g, "%s", first ? s->benchmark : "");
				benchi_grid_put(&g, "%s", first ? s->metric : "");
				benchi_grid_put(&g, "%s", first ? s->machine : "");
				benchi_grid_put(&g, "%zu", l->to - l->from);
				benchi_grid_put(&g, "%s", benchi_value_text(l->median, s->unit, 4, false, number,
					sizeof number));
				if (!first) {
					benchi_grid_put(&g, "%s", benchi_signed_percent(l->change, .005, share));
					benchi_grid_put(&g, "%s", history_between(s, l, text));
					benchi_grid_put(&g, "%s%s", l->missing ? "suspected" : "",
						!strcmp(word_of(h, s->point[l->from].set, "build"),
							word_of(h, s->point[l->from - 1].set, "build")) ? ""
						: l->missing ? ", another build" : "another build");
				}
			}
		status = benchi_grid_end(&g, stdout, &style);
	}
	if (status == BENCH_OK && h->settings.format == FORMAT_TEXT)
		status = history_draw(stdout, h, HISTORY_TEXT, h->settings.all);
	if (status == BENCH_OK && h->settings.format == FORMAT_TEXT)
		put_advice(h);
	return status == BENCH_OK ? 0 : complain(VERB, "%s", bench_detail());
}

/*
 * Builds the commits on both sides of a change, and compares them.
 */

/* Runs `bench versus --git BEFORE..AFTER` for a series' latest change. */
static int confirm(const history *h, const series *s, char **programs, int n)
{
	const struct level *l = &s->level[s->levels - 1];
	char range[WORD], above[32], time[32], text[WORD], change[BENCHI_SCALED_TEXT];
	const char *words[] = { "versus", "--git", range, "--build", h->settings.build, "--time", time,
		"--margin", above, "--filter", NULL };
	enum { WORDS = sizeof words / sizeof *words };
	char **argv = malloc((WORDS + (size_t)n + 1) * sizeof *argv);
	char *filter = benchi_filter_of_name(s->benchmark);
	int status;

	if (!argv || !filter) {
		free(argv);
		free(filter);
		return complain(VERB, "out of memory");
	}
	snprintf(range, sizeof range, "%.200s..%.200s", s->point[l->from - 1].commit,
		s->point[l->from].commit);
	snprintf(above, sizeof above, "%.3g%%", 50 * fmin(1, fabs(l->change)));
	snprintf(time, sizeof time, "%.3gs", h->settings.time_s);
	words[WORDS - 1] = filter;
	memcpy(argv, words, sizeof words);
	memcpy(argv + WORDS, programs, ((size_t)n + 1) * sizeof *argv);
	printf("\n%s, %s: %s in the history; measured again:\n", s->benchmark,
		history_between(s, l, text), benchi_signed_percent(l->change, .005, change));
	fflush(stdout);
	status = verb_versus(WORDS + n, argv);
	free(argv);
	free(filter);
	return status;
}

/* Confirms each series' latest change. */
static int history_confirm(const history *h, char **programs, int n)
{
	int worst = 0;

	for (size_t i = 0; i < h->n; i++)
		if (h->of[i].shown && h->of[i].levels > 1) {
			int status = confirm(h, &h->of[i], programs, n);

			if (status > EXIT_WORSE)
				return status;
			worst = status > worst ? status : worst;
		}
	return worst;
}

/*
 * The verb.
 */

#define AT(member) offsetof(history_settings, member)

static const benchi_setting table[] = {
	BENCHI_SETTING('F', "file", "FILE", "read and write this history (bench-history.jsonl)",
		benchi_setting_text, AT(file)),
	BENCHI_SETTING('f', "filter", "GLOB", "show only benchmarks with a matching name",
		benchi_setting_filter, AT(filter)),
	BENCHI_SETTING(0, "html", "FILE", "write the charts as a page", benchi_setting_text, AT(html)),
	{ 0, "confirm", NULL, "measure the commits around each latest change again",
	  benchi_setting_flag, AT(confirm), 0, 0, "build", NULL },
	{ 0, "build", "COMMAND", "build the programs for --confirm", benchi_setting_text, AT(build), 0,
	  0, "confirm", NULL },
	BENCHI_HELP("Adding results"),
	BENCHI_SETTING(0, "commit", "REVISION", "add results of this commit (HEAD)",
		benchi_setting_text, AT(commit)),
	BENCHI_SETTING(0, "machine", "NAME", "add results of this machine", benchi_setting_text,
		AT(machine)),
	BENCHI_HELP("The answer"),
	BENCHI_LIMITED('m', "margin", ".2%", "ignore changes up to this share (0.2%)",
		benchi_setting_share, AT(margin), 0, .5),
	BENCHI_SETTING('c', "confidence", "95%",
		"allow one false change in 20 long histories (95%)", take_confidence,
		AT(question)),
	BENCHI_SETTING(0, "metric", "NAME", "show only this metric", benchi_setting_text, AT(metric)),
	BENCHI_FLAG('a', "all", "draw benchmarks without a change, too", AT(all)),
	BENCHI_SETTING(0, "format", "text|markdown|json|csv", "choose the output (text)",
		benchi_setting_choice, AT(format)),
	BENCHI_SETTING('t', "time", "TIME", "stop each comparison of --confirm then (30s)",
		benchi_setting_seconds, AT(time_s)),
	BENCHI_SETTINGS_END
};

static int history_run(history *h, char **operands, int n)
{
	bool add = n && !strcmp(operands[0], "add");
	int status;

	if (add && n == 1)
		return complain(VERB, "add: expected files of results");
	if (!add && n && !h->settings.confirm)
		return complain(VERB, "found '%s', expected 'add FILE...', or programs with --confirm",
			operands[0]);
	if (h->settings.confirm && (add || !n))
		return complain(VERB, "--confirm: expected programs that the build makes");
	if (add)
		return history_add(h, operands + 1, n - 1);
	status = history_read(h, true);
	if (!status)
		status = history_decide(h);
	if (!status)
		status = history_show(h);
	return status || !h->settings.confirm ? status : history_confirm(h, operands, n);
}

static void history_free(history *h)
{
	for (size_t i = 0; i < h->n; i++) {
		free(h->of[i].point);
		free(h->of[i].level);
	}
	free(h->of);
	benchi_name_table_free(&h->words);
	benchi_rows_free(&h->rows);
}

static const history_settings defaults = { .file = "bench-history.jsonl", .margin = .002,
	.time_s = 30, .question = { .alpha = .05 } };

int history_plot(const history_picture *p)
{
	history h = { .settings = defaults };
	int status;

	h.settings.file = p->file;
	h.settings.metric = p->metric;
	h.settings.filter = *p->filter;
	status = history_read(&h, true);
	if (!status)
		status = history_decide(&h);
	if (!status && p->svg)
		status = picture_save("plot", p->svg, benchi_ends_in(p->svg, ".png"), history_pictures, &h);
	if (!status && p->png)
		status = picture_save("plot", p->png, true, history_pictures, &h);
	if (!status && p->html)
		status = picture_save("plot", p->html, false, history_page, &h);
	if (!status && !p->svg && !p->png && !p->html) {
		if (history_draw(stdout, &h, HISTORY_TEXT, true) != BENCH_OK)
			status = complain("plot", "%s", bench_detail());
		else
			put_advice(&h);
	}
	history_free(&h);
	return status;
}

int verb_history(int argc, char **argv)
{
	history h = { .settings = defaults };
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &h.settings,
		.usage = "bench history: keep results of commits, and find where they changed\n"
			"usage: bench history add [OPTION...] FILE...\n"
			"       bench history [OPTION...] [--confirm --build COMMAND PROGRAM...]\n\n",
		.more = "\nReads what bench compare reads.  Each machine has its own series.\n"
			"More: bench-history(1).\n" };
	int status;

	if (benchi_line_read(&line, argc, argv, &status))
		status = history_run(&h, line.operand, line.operands);
	history_free(&h);
	return status;
}
