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
#include "tools/draw/draw.h"
#include "tools/history/history.h"

#include <dirent.h>
#include <errno.h>
#include <time.h>

#define VERB "history"
#define UNUSABLE "do_not_use"

enum { VALUES_MOST = 100, SHORT = 10, FEW = 4 /* processes */, TOO_FEW = 6 /* commits */,
	FOLDERS = 4 /* within each other */, WORD = 512 /* bytes of a text about commits */ };
enum { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_JSON, FORMAT_CSV };

#define COMMITS 1000      /* commits per false alarm, all series together */
#define PATIENCE_NS 10e9

/* The standard deviation of normal numbers per median distance, and the standard error of their
 * median per standard deviation. */
#define DEVIATION 1.4826
#define MEDIAN_ERROR 1.2533
#define BYTES_MOST ((size_t)1 << 30)

typedef struct settings {
	const char *file, *commit, *machine, *metric, *html, *build;
	benchi_words filter;
	double margin, time_s;
	benchi_question question;
	int format;
	bool all, confirm;
} settings;

/* A commit's values of a series. */
typedef struct point {
	benchi_set *set;
	const char *commit, *date;   /* from the table of names: equal texts have one address */
	double median;
	size_t order;                /* place in the file, for commits of one date */
} point;

typedef struct series {
	const char *benchmark, *metric, *unit, *machine;
	point *point;
	size_t n, capacity;
	struct level {
		size_t from, to;         /* index of its first point; index after its last */
		double median, change;   /* change: difference from the previous level, as a share; NaN for
		                            the first level */
		size_t missing;          /* how many additional commits would prove the level; 0: proven */
	} *level;
	size_t levels;
	double moves;                /* see history_remark.moves */
	bool shown;                  /* false: cycles of the same benchmark are shown instead */
} series;

typedef struct history {
	settings settings;
	benchi_rows rows;
	benchi_name_table words;
	series *series;
	size_t n, capacity;
	size_t next;                 /* probable series of the next set */
} history;

/*
 * Adding results.
 */

/* Commit, date and more that all lines of a file share. */
typedef struct history_origin {
	const char *commit, *date;   /* NULL: not yet known */
	char *text;                  /* memory that both point into */
	char machine[3 * BENCHI_FACT_TEXT], build[3 * BENCHI_FACT_TEXT];
} history_origin;

/* $1: the revision.  Prints the commit's name, a tab, and its date. */
static const char commit_script[] =
	"commit=$(git rev-parse -q --verify \"${1:-HEAD}^{commit}\" 2>/dev/null) || exit 1\n"
	"[ -n \"$1\" ] || git diff --quiet HEAD -- 2>/dev/null || echo 'bench history: the working "
		"tree has changes: recorded as its commit' >&2\n"
	"printf '%s\\t' \"$commit\"\n"
	"TZ=UTC0 git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ \"$commit\"\n";

/* Finds a commit and its date; a commit unknown to git gets today's date.  Returns 0, or an exit
 * status after a message. */
static int find_commit(const char *revision, history_origin *of)
{
	static char today[24];
	benchi_output o;
	char *date;
	const char *const words[] = { revision ? revision : "", NULL };
	int status = script_run(VERB, commit_script, words, &o, &date);

	of->text = o.text;
	if (status)
		return status == RUN_STOPPED ? BENCHI_EXIT_SIGNAL + benchi_interrupt_came() : EXIT_MISUSE;
	if (!date && !revision)
		return complain(VERB, "not in a git work tree with a commit: expected --commit NAME");
	of->commit = date ? o.text : revision;
	of->date = date ? date : benchi_date_text((double)time(NULL), today);
	return 0;
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

static bool is_finite(const benchi_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (!isfinite(set->x[i]))
			return false;
	return set->n > 0;
}

/* Reads a whole file; "-" is standard input. needed false: a missing or empty file has no results.
 * hint: added to the message if the file is missing. Returns 0, or EXIT_MISUSE after a message. */
static int read_results(const char *path, bool needed, const char *hint, benchi_rows *rows)
{
	static const benchi_read_options with_keys = { .keep_keys = true, .keep_summaries = true };
	FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
	bench_status status = BENCH_OK;
	int byte;

	if (!file && errno == ENOENT && !needed)
		return 0;
	if (!file)
		return complain(VERB, "%s: %s%s", path, strerror(errno), errno == ENOENT ? hint : "");
	byte = getc(file);
	if (byte != EOF || ferror(file) || needed) {
		ungetc(byte, file);
		status = benchi_read(file, file == stdin ? "standard input" : path, &with_keys, rows);
	}
	if (file != stdin)
		fclose(file);
	return status == BENCH_OK ? 0 : complain(VERB, "%s", bench_detail());
}

/* Writes a file of results as lines of the history: each with one value per run, or without runs at
 * most VALUES_MOST values.  Returns 0, or an exit status after a message. */
static int put_results(FILE *out, const settings *s, const char *path, history_origin *o)
{
	benchi_rows rows = { .sets = 0 };
	int status = read_results(path, true, "", &rows);
	bool of_here = true;         /* the file does not name the commit of its results */
	size_t put = 0;

	for (size_t i = 0; i < rows.sets && of_here; i++)
		of_here = !benchi_file_key(rows.set[i].config, benchi_word_of("commit")).length;
	if (!status && of_here && benchi_rows_name_configs(&rows) != BENCH_OK)
		status = complain(VERB, "%s", bench_detail());
	if (!status && of_here && !o->commit)
		status = find_commit(s->commit, o);

	/* machine and build from the file, else of this machine */
	benchi_machine here;
	const char *processor = benchi_context_word(&rows.facts, "processor");
	const char *hypervisor = benchi_context_word(&rows.facts, "hypervisor");
	const char *flags = benchi_context_word(&rows.facts, "flags");

	if (!*processor && of_here) {
		benchi_machine_find("", &here);
		processor = here.processor;
		hypervisor = here.hypervisor;
	}
	if (s->machine) {
		processor = s->machine;
		hypervisor = "";
	}
	snprintf(o->machine, sizeof o->machine, "%s%s%s", processor, *hypervisor ? ", " : "",
		hypervisor);
	snprintf(o->build, sizeof o->build, "%s%s%s", benchi_context_word(&rows.facts, "compiler"),
		*flags ? " " : "", flags);

	for (size_t i = 0; i < rows.sets && !status; i++) {
		benchi_set *set = &rows.set[i];

		if (set->aside || !strncmp(set->metric, BENCHI_SUMMARY, sizeof BENCHI_SUMMARY - 1)
		    || !is_finite(set))
			continue;
		benchi_set_medians(set);
		if (set->n > VALUES_MOST) {
			set->x[0] = benchi_median_many(set->x, set->n);
			set->n = 1;
		}
		fputs("{\"benchmark\": ", out);
		benchi_json_text(out, set->benchmark);
		put_key(out, set, "commit", o->commit);
		put_key(out, set, "date", o->date);
		put_key(out, set, "machine", o->machine);
		put_key(out, set, "environment", "");
		put_key(out, set, "build", o->build);
		put_key(out, set, UNUSABLE, result_unusable(&rows, set) ? "yes" : "");
		if (*set->unit)
			benchi_put_pair_text(out, "unit", set->unit);
		fputs(", ", out);
		benchi_json_text(out, *set->metric ? set->metric : "values");
		for (size_t k = 0; k < set->n; k++) {
			fputs(k ? ", " : ": [", out);
			benchi_put_number(out, set->x[k]);
		}
		fputs("]}\n", out);
		put++;
	}
	for (size_t i = 0; i < rows.notes.n && !status; i++)
		benchi_complain_by(path, "%s", rows.notes.text[i]);
	benchi_rows_free(&rows);
	return status || put ? status : complain(VERB, "%s: found no result to add", path);
}

/* Writes a file of results, or all files of a folder such as asv's:
 * MACHINE/COMMIT-ENVIRONMENT.json.  Skips asv's descriptions of machine and benchmarks. */
static int put_path(FILE *out, const settings *s, const char *path, history_origin *o, int depth)
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

/* Adds the lines of files of results to the history, which is replaced by its old text and the
 * new lines.  Returns 0, or an exit status after a message. */
static int add_results(history *h, char **paths, int n)
{
	const char *to = h->settings.file;
	history_origin o = { .commit = NULL };
	char *lines = NULL, *old = NULL;
	size_t size = 0, used = 0;
	FILE *stream = open_memstream(&lines, &size);
	int status = stream ? 0 : complain(VERB, "out of memory");
	struct benchi_file_lock lock;
	benchi_atomic_file file;
	bench_status written;

	for (int i = 0; i < n && !status; i++)
		status = put_path(stream, &h->settings, paths[i], &o, 0);
	if (stream && fclose(stream) && !status)
		status = complain(VERB, "out of memory");
	if (!status && !strcmp(to, "-"))
		fwrite(lines, 1, size, stdout);
	else if (!status && benchi_file_lock(to, PATIENCE_NS, &lock) != BENCH_OK)
		status = complain(VERB, "%s", bench_detail());
	else if (!status) {
		status = read_results(to, false, "", &h->rows); /* do not append to an unreadable history */
		if (!status && h->rows.sets && !h->rows.lines)
			status = complain(VERB, "%s: found a file of results, expected a history or a new file",
				to);
		written = status ? BENCH_OK : benchi_file_read(to, BYTES_MOST, &old, &used);
		if (!status && written == BENCH_OK)
			written = benchi_atomic_file_begin(to, &file);
		if (!status && written == BENCH_OK) {
			if (!used)
				fputs("{\"libbench\": 1, \"context\": {}}\n", file.out);
			else
				fwrite(old, 1, used, file.out);
			if (used && old[used - 1] != '\n')
				putc('\n', file.out);
			fwrite(lines, 1, size, file.out);
			written = benchi_atomic_file_keep(&file);
		}
		if (written != BENCH_OK)
			status = complain(VERB, "%s", bench_detail());
		benchi_file_unlock(to, &lock);
	}
	free(old);
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

/* Adds a set to its series and there to its commit.  Each environment of a machine counts as a
 * machine.  Returns false if out of memory. */
static bool take_set(history *h, benchi_set *set)
{
	const char *commit = word_of(h, set, "commit");
	const char *machine = word_of(h, set, "machine"), *environment = word_of(h, set, "environment");
	series *s = NULL;

	if (*environment) {
		char both[WORD];

		snprintf(both, sizeof both, "%.250s%s%.250s", machine, *machine ? ", " : "", environment);
		uint32_t i = benchi_name_table_add(&h->words, both, strlen(both));

		machine = i == BENCHI_NO_NAME ? "" : h->words.text[i];
	}
	/* commits that have their sets in the same order need only one comparison */
	for (size_t k = 0; k < h->n && !s; k++) {
		series *next = &h->series[(h->next + k) % h->n];

		if (!strcmp(next->benchmark, set->benchmark) && !strcmp(next->metric, set->metric)
		    && !strcmp(next->machine, machine))
			s = next;
	}
	if (s)
		h->next = (size_t)(s - h->series) + 1;
	else {
		if (!benchi_grow(&h->series, sizeof *h->series, h->n, &h->capacity))
			return false;
		s = &h->series[h->n++];
		*s = (series){ .benchmark = set->benchmark, .metric = set->metric, .unit = set->unit,
			.machine = machine, .shown = true };
	}
	for (size_t i = s->n; i-- > 0;)
		if (s->point[i].commit == commit) {
			for (size_t k = 0; k < set->n; k++)
				if (benchi_set_add(s->point[i].set, set->x[k], NULL) != BENCH_OK)
					return false;
			return true;
		}
	if (!benchi_grow(&s->point, sizeof *s->point, s->n, &s->capacity))
		return false;
	s->point[s->n] = (point){ .set = set, .commit = commit, .date = word_of(h, set, "date"),
		.order = s->n };
	s->n++;
	return true;
}

static int by_date(const void *a, const void *b)
{
	const point *x = a, *y = b;
	int order = strcmp(x->date, y->date);

	return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* Finds the proven levels, and after them a suspected level. shown: number of series that are
 * searched. Returns false if out of memory. */
static bool series_decide(series *s, const settings *asked, size_t shown)
{
	const bool exact = benchi_count_exact(s->metric);
	const history_rule rule = { .margin = exact ? 0 : asked->margin,
		.goal = COMMITS * (double)shown / asked->question.alpha };
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
		x[i] = s->point[i].median = benchi_median_many(scratch, set->n);
		/* standard error of the median, from the distances of the values; NaN: too few values */
		for (size_t j = 0; j < set->n; j++)
			scratch[j] = fabs(set->x[j] - x[i]);
		error[i] = set->n < FEW ? (double)NAN
			: DEVIATION * MEDIAN_ERROR * benchi_median_many(scratch, set->n) / sqrt((double)set->n);
	}
	fine = fine && history_changes(&(const history_numbers){ x, error, s->n, exact }, &rule, at,
		&changes, &remark) == BENCH_OK;
	if (fine && remark.at < s->n)
		at[changes++] = remark.at;
	for (size_t k = 0; k <= changes && fine; k++) {
		struct level *l = &s->level[s->levels++];

		*l = (struct level){ .from = k ? at[k - 1] : 0, .to = k < changes ? at[k] : s->n,
			.change = (double)NAN };
		memcpy(scratch, x + l->from, (l->to - l->from) * sizeof *x);
		l->median = benchi_median_many(scratch, l->to - l->from);
		l->missing = l->from == remark.at ? remark.missing : 0;
		if (k)
			l->change = l->median / l[-1].median - 1;
	}
	s->moves = fine ? remark.moves : 0;
	free(x);
	free(at);
	return fine;
}

/* Reads the history, makes all series, and finds their changes. Returns 0, or EXIT_MISUSE after a
 * message. */
static int read_history(history *h)
{
	int status = read_results(h->settings.file, true,
		" (after each commit: bench history add results.json)", &h->rows);
	bool fine = true;
	size_t shown = 0;

	if (status)
		return status;
	for (size_t i = 0; i < h->rows.sets && fine; i++) {
		benchi_set *set = &h->rows.set[i];

		if (set->n && is_finite(set)
			&& (!h->settings.metric || !strcmp(h->settings.metric, set->metric))
			&& benchi_filter_keeps(&h->settings.filter, benchi_filter_matches, set->benchmark))
			fine = take_set(h, set);
	}

	/* hide nanoseconds if three of four commits have cycles */
	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->n && !h->settings.metric; k++) {
			series *s = &h->series[i];
			const series *other = &h->series[k];

			if (!strcmp(s->metric, "ns") && !strcmp(other->metric, "cycles")
			    && !strcmp(s->benchmark, other->benchmark) && !strcmp(s->machine, other->machine)
			    && 4 * other->n >= 3 * s->n)
				s->shown = false;
		}

	for (size_t i = 0; i < h->n; i++)
		shown += h->series[i].shown;
	for (size_t i = 0; i < h->n && fine; i++)
		if (h->series[i].shown)
			fine = series_decide(&h->series[i], &h->settings, shown);
	if (!fine)
		return complain(VERB, "out of memory");
	return shown ? 0 : complain(VERB, "%s: no series matches the options", h->settings.file);
}

/*
 * Printing the history.
 */

/* Returns the commits around a change, "1a2b3c4d5e..9f8e7d6c5b"; names other than hashes are not
 * shortened. */
static char *commits_around(const series *s, const struct level *l, char text[WORD])
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

/* Returns whether there are several metrics (metric true) or machines. */
static bool several(const history *h, bool metric)
{
	const char *first = NULL;

	for (size_t i = 0; i < h->n; i++) {
		const char *name = metric ? h->series[i].metric : h->series[i].machine;

		if (!h->series[i].shown)
			continue;
		if (first && strcmp(first, name))
			return true;
		first = name;
	}
	return false;
}

/*
 * Charts: medians of commits with their intervals, levels, and changes.
 */

enum { NOTES = 9, CHART_ROWS = 9 };

/* A chart of a series: the medians of its commits, the levels, and the commits that changed it. */
typedef struct drawn {
	benchi_chart chart;
	benchi_series list[2];
	benchi_note note[NOTES];
	char title[3 * WORD], label[3 * WORD];
	char text[NOTES][WORD + FIGURE_TEXT + 20];
	double *x;                   /* memory of the points */
} drawn;

static bench_status draw_series(const history *h, const series *s, drawn *d)
{
	double *x = malloc(5 * s->n * sizeof *x), *y = x + s->n, *level = y + s->n;
	double *low = level + s->n, *high = low + s->n;
	char around[WORD], share[FIGURE_TEXT];
	const bool machine = several(h, false);
	struct benchi_median_interval m;

	if (!x)
		return benchi_no_memory("a chart");
	*d = (drawn){ .x = x };
	snprintf(d->title, sizeof d->title, "%.500s%s%.500s", s->benchmark, machine ? ", " : "",
		machine ? s->machine : "");
	snprintf(d->label, sizeof d->label, "%.1000s: %.400s", d->title, s->metric);
	d->list[0] = (benchi_series){ .name = "commit: median, 95 % interval",
		.kind = BENCHI_MARK_POINTS, .x = x, .y = y, .low = low, .high = high, .n = s->n };
	d->list[1] = (benchi_series){ .name = "level", .kind = BENCHI_MARK_STEPS, .x = x, .y = level,
		.n = s->n };
	d->chart = (benchi_chart){ .title = d->title, .series = d->list, .n = 2, .note = d->note,
		.x = { .label = "commit", .counts = true },
		.y = { .label = s->metric, .unit = strcmp(s->metric, s->unit) ? s->unit : "" } };
	for (size_t k = 0; k < s->levels; k++)
		for (size_t i = s->level[k].from; i < s->level[k].to; i++) {
			x[i] = (double)i + 1;
			y[i] = s->point[i].median;
			level[i] = s->level[k].median;
			if (benchi_set_median(s->point[i].set, .95, &m) != BENCH_OK)
				return BENCH_ERR_MEMORY;
			low[i] = m.low;
			high[i] = m.high;
		}
	for (size_t k = 1; k < s->levels && d->chart.notes < NOTES; k++) {
		const struct level *l = &s->level[k];
		char *text = d->text[d->chart.notes];

		snprintf(text, sizeof *d->text, "%s: %s%s", commits_around(s, l, around),
			benchi_signed_percent(l->change, .005, share), l->missing ? ", suspected" : "");
		d->note[d->chart.notes++] = (benchi_note){ .x = (double)l->from + 1, .text = text };
	}
	return BENCH_OK;
}

/* Draws the series that are shown and have changed (all: every one): in the terminal, as figures
 * of a page, or below each other in one picture.  BENCH_ERR_MEMORY, BENCH_ERR_OUTPUT,
 * BENCH_ERR_INPUT: no series for a picture. */
enum form { TEXT, PAGE, PICTURE };
static bench_status draw(benchi_picture *to, const history *h, enum form form, bool all)
{
	drawn *of = calloc(h->n, sizeof *of);
	const benchi_chart **chart = calloc(h->n, sizeof *chart);
	bench_status status = of && chart ? BENCH_OK : benchi_no_memory("the charts");
	char title[3 * WORD];
	size_t n = 0;

	for (size_t i = 0; i < h->n && status == BENCH_OK; i++) {
		const series *s = &h->series[i];
		benchi_chart *c = &of[n].chart;

		if (!s->shown || s->n < 2 || !(all || s->levels > 1))
			continue;
		status = draw_series(h, s, &of[n]);
		chart[n++] = c;
		if (status)
			break;
		if (form == PICTURE) {  /* only the first chart of a picture has a title */
			snprintf(title, sizeof title, "Medians and levels by commit: %s",
				last_part(h->settings.file));
			c->title = title;
			c->y.label = of[n - 1].label;
		} else if (form == PAGE) {
			benchi_page_figure_begin(to->out, s->benchmark, s->metric);
			status = benchi_chart_svg(to, &chart[n - 1], 1);
			fputs("</figure>\n", to->out);
		} else {
			putc('\n', to->out);
			status = benchi_chart_text(to->out, c, (size_t)terminal_width(80, 0), CHART_ROWS,
				benchi_look_for(to->out).utf8);
		}
	}
	if (form == PICTURE && status == BENCH_OK)
		status = n ? benchi_chart_svg(to, chart, n)
			: benchi_fail(BENCH_ERR_INPUT, "found no series of two commits to draw");
	for (size_t i = 0; of && i < h->n; i++)
		free(of[i].x);
	free(of);
	free(chart);
	return status;
}

static bench_status write_pictures(benchi_picture *to, const void *of)
{
	return draw(to, of, PICTURE, true);
}

static bench_status write_page(benchi_picture *to, const void *of)
{
	bench_status status;

	benchi_page_begin(to->out, "History");
	fputs("<div class=\"figures\">\n", to->out);
	status = draw(to, of, PAGE, true);
	fputs("</div>\n", to->out);
	benchi_page_end(to->out, NULL, "bench history");
	return status;
}

/* Prints advice below the table: what would prove a suspected change, which series move without
 * commits, which latest results not to use, and how to tell a change from a state of
 * the machine. */
static void put_advice(history *h)
{
	char share[FIGURE_TEXT], text[WORD];
	size_t most = 0, changed = 0, lines = 0;
	unusable_rows rows = { .used = 0 };

	for (size_t i = 0; i < h->n; i++) {
		const series *s = &h->series[i];
		const struct level *l = s->levels ? &s->level[s->levels - 1] : NULL;

		most = s->shown && s->n > most ? s->n : most;
		changed += s->shown && s->levels > 1;
		if (s->shown && s->n && *word_of(h, s->point[s->n - 1].set, UNUSABLE))
			unusable_add(&rows, s->benchmark, s->point[s->n - 1].commit);
		if (s->shown && s->moves > 0) {
			if (!lines++)
				putchar('\n');
			words_printf("", "%s: moves up and down by up to %s, as on a machine with several "
				"states: such moves are not shown as changes.",
				s->benchmark, benchi_signed_percent(s->moves, .005, share));
		}
		if (!s->shown || !l || !l->missing)
			continue;
		if (!lines++)
			putchar('\n');
		words_printf("", "%s: %s suspected at %s; %zu more commit%s like the latest would "
			"prove it.",
			s->benchmark, benchi_signed_percent(l->change, .005, share),
			commits_around(s, l, text), l->missing, l->missing == 1 ? "" : "s");
	}
	changed = changed && !h->settings.confirm;
	if (!lines && (changed || most < TOO_FEW))
		putchar('\n');
	if (changed)
		words_printf("", "Did the code change, or the machine? To compare the commits on both "
			"sides now: bench history --confirm --build COMMAND PROGRAM");
	if (most < TOO_FEW)
		words_printf("", "Only %zu commit%s: a change shows with 5 commits before it and 2 or "
			"3 from it on.", most, most == 1 ? "" : "s");
	unusable_print(&rows);
}

static void put_records(const history *h)
{
	records r = records_begin(h->settings.format == FORMAT_CSV, "levels");

	for (const series *s = h->series; s < h->series + h->n; s++)
		for (const struct level *l = s->level; s->shown && l < s->level + s->levels; l++) {
			/* a suspected level is part of the last proven one */
			const bool suspected = l + 1 < s->level + s->levels && l[1].missing;
			const struct level *suspect = suspected ? l + 1 : NULL;
			const size_t to = suspected ? suspect->to : l->to;

			if (l->missing)
				continue;
			record_texts(&r, { "benchmark", s->benchmark }, { "metric", s->metric },
				{ "unit", s->unit }, { "machine", s->machine });
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

static int show(history *h)
{
	benchi_output_style style = benchi_look_for(stdout);
	bench_status status = BENCH_OK;

	style.markdown = h->settings.format == FORMAT_MARKDOWN;
	if (h->settings.html)
		return picture_save(VERB, h->settings.html, false, write_page, h);
	if (h->settings.format >= FORMAT_JSON)
		put_records(h);
	else {
		bool metrics = several(h, true), machines = several(h, false);
		benchi_grid g = { .columns = 0 };

		benchi_grid_column(&g, "benchmark", BENCHI_GRID_LEFT);
		benchi_grid_column(&g, "metric", BENCHI_GRID_LEFT | (metrics ? 0 : BENCHI_GRID_OUT));
		benchi_grid_column(&g, "machine", BENCHI_GRID_LEFT | (machines ? 0 : BENCHI_GRID_OUT));
		benchi_grid_heads(&g, "commits|median|change|<between|<note");
		for (const series *s = h->series; s < h->series + h->n; s++)
			for (const struct level *l = s->level; s->shown && l < s->level + s->levels; l++) {
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
					benchi_grid_put(&g, "%s", commits_around(s, l, text));
					benchi_grid_put(&g, "%s%s", l->missing ? "suspected" : "",
						!strcmp(word_of(h, s->point[l->from].set, "build"),
							word_of(h, s->point[l->from - 1].set, "build")) ? ""
						: l->missing ? ", another build" : "another build");
				}
			}
		status = benchi_grid_end(&g, stdout, &style);
	}
	if (status == BENCH_OK && h->settings.format == FORMAT_TEXT)
		status = draw(&(benchi_picture){ .out = stdout }, h, TEXT, h->settings.all);
	if (status == BENCH_OK && h->settings.format == FORMAT_TEXT)
		put_advice(h);
	return status == BENCH_OK ? 0 : complain(VERB, "%s", bench_detail());
}

/*
 * Builds the commits on both sides of a change, and compares them.
 */

/* Runs `bench versus --git BEFORE..AFTER` for each series' latest change.  Returns the worst exit
 * status. */
static int confirm(const history *h, char **programs, int n)
{
	int worst = 0;

	for (size_t i = 0; i < h->n && worst <= EXIT_WORSE; i++) {
		const series *s = &h->series[i];
		const struct level *l = &s->level[s->levels - 1];
		char range[WORD], above[32], time[32], text[WORD], change[BENCHI_SCALED_TEXT];
		const char *words[] = { "versus", "--git", range, "--build", h->settings.build, "--time",
			time, "--margin", above, "--filter", NULL };
		enum { WORDS = sizeof words / sizeof *words };
		int status = 0;

		if (!s->shown || s->levels < 2)
			continue;
		char **argv = malloc((WORDS + (size_t)n + 1) * sizeof *argv);
		char *filter = benchi_filter_of_name(s->benchmark);

		if (!argv || !filter)
			status = complain(VERB, "out of memory");
		else {
			snprintf(range, sizeof range, "%.200s..%.200s", s->point[l->from - 1].commit,
				s->point[l->from].commit);
			snprintf(above, sizeof above, "%.3g%%", 50 * fmin(1, fabs(l->change)));
			snprintf(time, sizeof time, "%.3gs", h->settings.time_s);
			words[WORDS - 1] = filter;
			memcpy(argv, words, sizeof words);
			memcpy(argv + WORDS, programs, ((size_t)n + 1) * sizeof *argv);
			printf("\n%s, %s: %s in the history; measured again:\n", s->benchmark,
				commits_around(s, l, text), benchi_signed_percent(l->change, .005, change));
			fflush(stdout);
			status = verb_versus(WORDS + n, argv);
		}
		free(argv);
		free(filter);
		worst = status > worst ? status : worst;
	}
	return worst;
}

/*
 * The verb.
 */

#define AT(member) offsetof(settings, member)

static const benchi_setting table[] = {
	BENCHI_SETTING('F', "file", "FILE", "read and write this history (bench-history.jsonl)",
		benchi_setting_text, AT(file)),
	BENCHI_SETTING('f', "filter", "GLOB", "show only benchmarks with a matching name",
		benchi_setting_filter, AT(filter)),
	BENCHI_SETTING(0, "html", "FILE", "write the charts as HTML", benchi_setting_text, AT(html)),
	{ 0, "confirm", NULL, "check each benchmark's last change by rebuilding",
	  benchi_setting_flag, AT(confirm), 0, 0, "build", NULL },
	{ 0, "build", "COMMAND", "build PROGRAM for --confirm with this command", benchi_setting_text,
	  AT(build), 0, 0, "confirm", NULL },
	BENCHI_HELP("Adding results"),
	BENCHI_SETTING(0, "commit", "REVISION", "record the results for this commit (HEAD)",
		benchi_setting_text, AT(commit)),
	BENCHI_SETTING(0, "machine", "NAME", "record NAME as the machine (default: from the file)",
		benchi_setting_text, AT(machine)),
	BENCHI_HELP("The answer"),
	BENCHI_LIMITED('m', "margin", ".2%", "ignore smaller changes (0.2%)",
		benchi_setting_share, AT(margin), 0, .5),
	BENCHI_SETTING('c', "confidence", "95%",
		"keep 95% of 1000-commit histories without false alarm", take_confidence,
		AT(question)),
	BENCHI_SETTING(0, "metric", "NAME", "show only this metric", benchi_setting_text, AT(metric)),
	BENCHI_FLAG('a', "all", "also draw benchmarks without a change", AT(all)),
	BENCHI_SETTING(0, "format", "text|markdown|json|csv", "choose the output (text)",
		benchi_setting_choice, AT(format)),
	BENCHI_SETTING('t', "time", "TIME", "stop each comparison of --confirm after this (30s)",
		benchi_setting_seconds, AT(time_s)),
	BENCHI_SETTINGS_END
};

static void history_free(history *h)
{
	for (size_t i = 0; i < h->n; i++) {
		free(h->series[i].point);
		free(h->series[i].level);
	}
	free(h->series);
	benchi_name_table_free(&h->words);
	benchi_rows_free(&h->rows);
}

static const settings defaults = { .file = "bench-history.jsonl", .margin = .002,
	.time_s = 30, .question = { .alpha = .05 } };

int history_plot(const history_picture *p)
{
	history h = { .settings = defaults };
	int status;

	h.settings.file = p->file;
	h.settings.metric = p->metric;
	h.settings.filter = *p->filter;
	status = read_history(&h);
	if (!status && p->svg)
		status = picture_save("plot", p->svg, benchi_ends_in(p->svg, ".png"), write_pictures, &h);
	if (!status && p->png)
		status = picture_save("plot", p->png, true, write_pictures, &h);
	if (!status && p->html)
		status = picture_save("plot", p->html, false, write_page, &h);
	if (!status && !p->svg && !p->png && !p->html) {
		if (draw(&(benchi_picture){ .out = stdout }, &h, TEXT, true) != BENCH_OK)
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
		.more = "\nReads the files that bench compare reads.  Each machine has its own series.\n"
			"Exit status: 0 fine, 1 a slower commit (--confirm), 2 usage error or bad input.\n"
			"More: bench-history(1).\n" };
	int status;

	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	char **operand = line.operand;
	const int n = line.operands;
	const bool add = n && !strcmp(operand[0], "add");

	if (add && n == 1)
		status = complain(VERB, "add: no file given");
	else if (!add && n && !h.settings.confirm)
		status = complain(VERB, "unexpected argument '%s'; try 'bench history add FILE...' "
			"or 'bench history --confirm PROGRAM...'", operand[0]);
	else if (h.settings.confirm && (add || !n))
		status = complain(VERB, "--confirm: expected programs that the build makes");
	else if (add)
		status = add_results(&h, operand + 1, n - 1);
	else {
		status = read_history(&h);
		if (!status)
			status = show(&h);
		if (!status && h.settings.confirm)
			status = confirm(&h, operand, n);
	}
	history_free(&h);
	return status;
}
