/*
 * `bench compare`: compares sets of measurements, with confidence intervals.
 *
 * Reads the files (read.c, tools/read), selects and matches sets (select.c, here), compares them
 * (lib/analysis) and prints (table.c, write.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/read/read.h"
#include "tools/compare/compare.h"

#ifdef HAVE_POLL_H
#include <sys/stat.h>
#include <unistd.h>
#endif

/*
 * Matches sets that are compared.
 *
 * Several files: each benchmark and metric of the first file is compared with the same name in
 * every later file. If no name is shared and each file has a single benchmark, these are
 * compared, whatever their names. One file: every benchmark is compared with the first one (or
 * --base), metric by metric; benchmarks of a program only with --base; in `bench analyze` each
 * with the next. Unmatched benchmarks are listed.
 */

bool compare_asked(const settings *s, const benchi_set *set)
{
	if (!strncmp(set->metric, BENCHI_SUMMARY, sizeof BENCHI_SUMMARY - 1))
		return false;       /* only total times are taken from summaries */
	for (size_t i = 0; i < s->metric.n; i++)
		if (!strcmp(set->metric, s->metric.word[i]))
			return true;
	return !s->metric.n;
}

bool compare_wants(const settings *s, const benchi_set *set)
{
	/* the table of cbdr analyze also has these two metrics */
	const bool cbdr = s->consecutive && benchi_listed("user_time sys_time", set->metric);

	return compare_asked(s, set) && (s->metric.n || cbdr || !set->aside);
}

const char *compare_headline(const job *j)
{
	static const char *const order[] = { "wall_time", "time", "real_time", "ns", "ns/op",
		"sec/op" };

	size_t n = j->comparisons ? j->comparisons : j->sides;

	for (size_t k = 0; k <= sizeof order / sizeof *order; k++)
		for (size_t i = 0; i < n; i++) {
			const benchi_side *s = j->comparisons ? j->comparison[i].base : &j->side[i];

			if (k == sizeof order / sizeof *order || !strcmp(s->set->metric, order[k]))
				return s->set->metric;
		}
	return "";
}

/* Makes a side of every set of every file. Links the sides of each metric in a ring: j->next[i]
 * is the next side of the same metric, and the first one after the last. Returns false if out of
 * memory. */
static bool make_sides(job *j)
{
	bool brief = true; /* the last parts of the files' names are enough to tell the files apart */
	benchi_name_table metrics = { 0 };
	size_t n = 0, *last;
	bool whole;

	for (size_t f = 0; f < j->files; f++) {
		n += j->rows[f].sets;
		for (size_t b = 0; b < f; b++)
			brief = brief && strcmp(last_part(j->name[f]), last_part(j->name[b]));
	}
	j->sides = j->comparisons = j->lefts = 0;
	j->unlike = NULL;
	/* NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI): no file is read without a set */
	j->side = calloc(n, sizeof *j->side);
	j->next = malloc(n * sizeof *j->next);
	j->comparison = calloc(n, sizeof *j->comparison);
	j->left = calloc(n, sizeof *j->left);
	if (!j->side || !j->next || !j->comparison || !j->left)
		return false;
	for (size_t f = 0; f < j->files; f++)
		for (size_t i = 0; i < j->rows[f].sets; i++) {
			const benchi_rows *rows = &j->rows[f];
			const benchi_set *set = &rows->set[i];
			const benchi_set *startup = benchi_metric_set(rows, set->benchmark, BENCHI_STARTUP);
			const benchi_set *width = benchi_metric_set(rows, set->benchmark,
				BENCHI_METRIC_CORE_WIDTH);
			benchi_side *s = &j->side[j->sides++];

			*s = (benchi_side){ .set = set, .file = f, .raw = { set->x, set->n },
				.label = j->files < 2 ? set->benchmark
				         : brief ? last_part(j->name[f]) : j->name[f] };
			if (startup && startup != set && !strcmp(startup->unit, set->unit))
				s->startup = startup;
			if (width && width != set && *set->unit) {
				s->width = width->x;
				s->widths = width->n;
			}
			if (!strcmp(set->metric, "ns") || !strcmp(set->metric, "cycles"))
				s->total = benchi_total_of(rows, set->benchmark);
		}
	last = malloc(n * sizeof *last); /* the latest side of each metric */
	whole = last != NULL;
	for (size_t a = 0; a < n && whole; a++) {
		const char *metric = j->side[a].set->metric;
		const size_t before = metrics.n;
		uint32_t m = benchi_name_table_add(&metrics, metric, strlen(metric));

		whole = m != BENCHI_NO_NAME;
		if (!whole)
			break;
		j->next[a] = m < before ? j->next[last[m]] : a;
		if (m < before)
			j->next[last[m]] = a;
		last[m] = a;
	}
	benchi_name_table_free(&metrics);
	free(last);
	return whole;
}

/* Adds a comparison of two sides. Remembers the first comparison of units of different kinds in
 * j->unlike. */
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

bool compare_one_benchmark(const benchi_rows *rows)
{
	for (size_t i = 1; i < rows->sets; i++)
		if (strcmp(rows->set[i].benchmark, rows->set[0].benchmark))
			return false;
	return true;
}

/* Returns the slash before the number at the end of a name ("/8" of "sort/8", "/n=8" of
 * "sort/n=8"); NULL if the last part is not a number. */
static const char *parameter_of(const char *name)
{
	const char *at = strrchr(name, '/'), *equal = at ? strchr(at, '=') : NULL;
	double x;

	return at && benchi_number((equal ? equal : at) + 1, &x) ? at : NULL;
}

/* Pairs the sets of a single file. Returns 0, or EXIT_MISUSE after a message. */
static int match_one_file(job *j)
{
	const char *first_name = j->side[0].set->benchmark, *end = parameter_of(first_name);
	const char *base = j->settings.base ? j->settings.base : first_name;
	bool found = false, sizes = end, parameters = false, stems = false, grid;

	if (j->settings.consecutive && !j->settings.base) {
		for (size_t a = 0; a < j->sides; a++)
			if (j->next[a] > a && compare_wants(&j->settings, j->side[a].set))
				pair(j, &j->side[a], &j->side[j->next[a]]);
		return 0;
	}
	/* sizes: every name ends in a number, as "fast/8" and "fast/256" do; grid: the names also
	 * differ before the number, as "accel/8" and "fast/256" do */
	for (size_t i = 0; i < j->sides && sizes; i++) {
		const char *name = j->side[i].set->benchmark, *at = parameter_of(name);

		sizes = at;
		parameters = parameters || (at && strcmp(at, end));
		stems = stems || (at && (at - name != end - first_name
		                         || memcmp(name, first_name, (size_t)(at - name))));
	}
	grid = sizes && stems && parameters;
	sizes = sizes && parameters;
	/* cases of one program, or one case at several sizes, compete only on request */
	if (j->alone && !j->settings.base && (j->rows[0].cases || sizes))
		return 0;
	if ((j->rows[0].cases || grid) && !j->settings.base && !compare_one_benchmark(&j->rows[0]))
		return complain(j->verb, "%s: one file, expected two or --base CASE", j->name[0]);
	for (size_t a = 0; a < j->sides; a++) {
		const benchi_set *set = j->side[a].set;
		size_t first = a, b;

		if (strcmp(set->benchmark, base) || !compare_wants(&j->settings,  set)
		    || benchi_metric_set(&j->rows[0], base, set->metric) != set)
			continue;
		found = true;
		while (j->next[first] > first)
			first = j->next[first];
		b = first = j->next[first];
		do
			if (b != a)
				pair(j, &j->side[a], &j->side[b]);
		while ((b = j->next[b]) != first);
	}
	if (!found && j->settings.base)
		return complain(j->verb, "--base: found no benchmark '%s' in %s", base, j->name[0]);
	return 0;
}

/* Pairs the sets of the first file with the sets of later files. Returns 0, or EXIT_MISUSE after a
 * message. */
static int match_several(job *j)
{
	bool loose = true;

	if (j->settings.base)
		return complain(j->verb, "--base is for a single file; of several, the first is "
		                "the base: leave out --base");

	/* Each set of the first file with its namesake in each later one, by the readers' keys. */
	for (size_t a = 0; a < j->rows[0].sets; a++) {
		const char *key = j->rows[0].keys.text[a];
		size_t first = j->rows[0].sets;

		for (size_t f = 1; f < j->files && compare_wants(&j->settings, j->side[a].set); f++) {
			uint32_t b = benchi_name_table_find(&j->rows[f].keys, key, strlen(key));

			if (b != BENCHI_NO_NAME)
				pair(j, &j->side[a], &j->side[first + b]);
			first += j->rows[f].sets;
		}
	}

	for (size_t f = 0; f < j->files; f++)
		loose = loose && compare_one_benchmark(&j->rows[f]);
	if (j->comparisons || !loose)
		return 0;

	/* Pair the only benchmarks of the files, whatever their names. */
	for (size_t a = 0; a < j->rows[0].sets; a++)
		for (size_t b = j->next[a]; b > a && compare_wants(&j->settings, j->side[a].set);
		     b = j->next[b])
			if (b >= j->rows[0].sets)
				pair(j, &j->side[a], &j->side[b]);

	for (size_t a = 0; a < j->sides; a++)
		j->side[a].label = j->side[a].set->benchmark;
	return 0;
}

/* Says why nothing is compared. Returns EXIT_MISUSE. */
static int nothing_compared(const job *j)
{
	const settings *s = &j->settings;
	const benchi_name_table *notes = &j->rows[0].notes;
	benchi_name_table names = { 0 };
	size_t before = 0;          /* number of names in the files before this one */
	bool common = j->files == 1, whole = true;      /* common: two files have a benchmark of the
	                                                   same name */

	for (size_t i = 0; i < j->sides && whole && !common; i++) {
		const char *name = j->side[i].set->benchmark;
		uint32_t number;

		if (i > 0 && j->side[i].file != j->side[i - 1].file)
			before = names.n;
		number = benchi_name_table_add(&names, name, strlen(name));
		whole = number != BENCHI_NO_NAME;
		common = whole && number < before;
	}
	benchi_name_table_free(&names);
	if (!whole)
		return complain(j->verb, "out of memory");
	for (size_t i = 0; i < j->sides && !s->pool && common; i++)
		if (j->side[i].file != j->side[0].file
		    && strcmp(j->side[i].set->metric, j->side[0].set->metric))
			return complain(j->verb, "no metric in common: %s has '%s', %s has '%s'",
				j->name[j->side[0].file], j->side[0].set->metric,
				j->name[j->side[i].file], j->side[i].set->metric);
	for (size_t i = 0; i < notes->n; i++)
		complain(j->verb, "%s: %s", j->name[0], notes->text[i]);
	if (!s->pool && !common)
		return complain(j->verb, "%s and %s have no case in common (try bench describe)",
		                j->name[0], j->name[j->files - 1]);
	return complain(j->verb, "%s has only one set%s to compare (try %s)", j->name[0],
	                j->files > 1 ? " of that name" : "", s->pool
	                ? "labels: --pool old=FILE old=FILE new=FILE" : "bench describe");
}

int compare_match(job *j)
{
	const settings *s = &j->settings;
	benchi_name_table listed = { 0 };
	bool *used, whole;
	int status;

	if (!make_sides(j))
		return complain(j->verb, "out of memory");
	for (size_t i = 0; i < s->metric.n; i++) {
		size_t a = 0;

		while (a < j->sides && strcmp(s->metric.word[i], j->side[a].set->metric))
			a++;
		if (a == j->sides)
			return complain(j->verb, "--metric: found no '%s' in %s", s->metric.word[i],
			                j->name[0]);
	}
	status = j->files > 1 ? match_several(j) : match_one_file(j);
	if (status || j->alone) /* alone: sets need no partner, nor one unit */
		return status;
	if (!j->comparisons)
		return nothing_compared(j);
	if (j->unlike) {
		const benchi_set *base = j->unlike->base->set, *test = j->unlike->test->set;

		return complain(j->verb, "%s: found values in '%s' and in '%s', expected units of one kind",
		                *base->benchmark ? base->benchmark : j->unlike->base->label,
		                *base->unit ? base->unit : "no unit", *test->unit ? test->unit : "no unit");
	}

	/* Benchmarks that are in no comparison. */
	used = calloc(j->sides, sizeof *used);
	whole = used;
	for (size_t i = 0; i < j->comparisons && whole; i++)
		used[j->comparison[i].base - j->side] = used[j->comparison[i].test - j->side] = true;
	for (size_t a = 0; a < j->sides && whole; a++) {
		const char *name = j->side[a].set->benchmark;
		size_t before = listed.n;

		if (used[a] || !compare_wants(s, j->side[a].set))
			continue;
		whole = benchi_name_table_add(&listed, name, strlen(name)) != BENCHI_NO_NAME;
		if (listed.n > before)
			j->left[j->lefts++] = name;
	}
	benchi_name_table_free(&listed);
	free(used);
	return whole ? 0 : complain(j->verb, "out of memory");
}

/*
 * Decides every comparison by lib/analysis/analysis.h, with messages for errors.
 */

int compare_prepare(const job *j, benchi_side *s)
{
	if (benchi_side_prepare(&j->settings.question, j->settings.blocks, s) == BENCH_OK)
		return 0;
	return complain(j->verb, "%s: %s", *s->label ? s->label : j->name[s->file], bench_detail());
}

typedef struct preparation {
	const job *j;
	benchi_side *side;
} preparation;

static void prepare_side(void *arg)
{
	const preparation *p = arg;

	/* a failure here repeats in benchi_comparisons_decide, which leaves the detail */
	(void)benchi_side_prepare(&p->j->settings.question, p->j->settings.blocks, p->side);
}

bool compare_in_rounds(const job *j, const benchi_comparison *c)
{
	const benchi_set *a = c->base->set, *b = c->test->set;

	return j->files == 1 && j->rows[0].in_rounds && a->n == b->n && a->round && b->round
		&& !memcmp(a->round, b->round, a->n * sizeof *a->round);
}

int compare_decide(job *j)
{
	benchi_question *question = &j->settings.question;
	size_t together;

	/* Rows of bench sample are compared round by round: drift and noise disturb all commands of a
	 * round alike.  If an answer ended the sampling, a test for a fixed number of values would find
	 * a difference too often. */
	if (j->files == 1 && j->rows[0].in_rounds && !question->method && !question->anytime
	    && !question->paired) {
		bool whole = !j->settings.blocks;

		for (size_t i = 0; i < j->comparisons && whole; i++)
			whole = compare_in_rounds(j, &j->comparison[i]);
		question->anytime = j->rows[0].anytime;
		question->paired = whole && !question->anytime;
	}
	j->settings.question.unplanned = !j->alone && compare_as_table(j);
	for (size_t i = 0; i < j->comparisons; i++) {
		preparation a = { j, j->comparison[i].base }, b = { j, j->comparison[i].test };
		size_t n = a.side->raw.n + b.side->raw.n;

		if (n >= PARALLEL_MIN && !a.side->ready && !b.side->ready)
			parallel_two(n, prepare_side, &a, &b);
	}
	together = j->settings.consecutive ? 1 : j->comparisons;
	for (size_t i = 0; i < j->comparisons; i += together)
		if (benchi_comparisons_decide(&j->settings.question, j->settings.blocks, &j->comparison[i],
		                              together) != BENCH_OK)
			return complain(j->verb, "%s", bench_detail());
	for (size_t i = 0; i < j->comparisons; i++)
		benchi_allow_for_neighbour(&j->comparison[i]);
	return 0;
}

/* Returns whether the answer is shown while values arrive: with --live, or for text from a pipe to
 * a terminal. */
static bool wants_live(const settings *s, int operands, char **paths)
{
#ifdef HAVE_POLL_H
	struct stat info;
	bool standard = !operands || (operands == 1 && !strcmp(paths[0], "-"));

	return standard && (s->live || (s->output == OUTPUT_TEXT && !fstat(STDIN_FILENO, &info)
	                                && S_ISFIFO(info.st_mode) && benchi_terminal_is(stdout)));
#else
	return false;
#endif
}

int compare_take_plain(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	settings *s = benchi_line_member(line, row);
	benchi_setting of = *row;

	s->read.only_plain = true;
	of.least = 1;
	of.most = 1e10;
	if (row->letter == 'd') {
		of.offset += offsetof(settings, read.plain.delimiters);
		return benchi_setting_text(line, &of, value);
	}
	if (s->columns == COLUMNS_MOST)
		return benchi_line_bad(line, row, value, "at most 64 columns");
	of.offset += offsetof(settings, column) + s->columns++ * sizeof *s->column;
	return benchi_setting_count(line, &of, value);
}

bool compare_line_files(benchi_command_line *line, int *status)
{
	static char dash[] = "-", *standard[] = { dash, NULL };
	int dashes = 0;

	if (!line->operands && input_is_piped()) {
		line->operand = standard;
		line->operands = 1;
	}
	for (int i = 0; i < line->operands; i++)
		dashes += !strcmp(line->operand[i], "-");
	if (dashes > 1)
		*status = benchi_line_complain(line, "found '-' twice, expected standard input once");
	else if (line->bare && !line->operands)
		*status = benchi_line_brief(line);
	else if (!line->operands)
		*status = benchi_line_complain(line, "a file is missing (try '%s --help')", line->program);
	return !*status;
}

#define VERB "compare"
#define SLOW_BYTES 4e6 /* a million numbers, which take 0.2 s, have more */

#define AT(member) offsetof(settings, member)

/* Option reader for cbdr's --significance: a confidence such as 95%, or an alpha below 0.5. */
static int take_significance(benchi_command_line *line, const benchi_setting *row,
                             const char *value)
{
	benchi_question *question = benchi_line_member(line, row);
	double share;

	if (!benchi_share_read(value, &share) || !(share > 0 && share < .5))
		return take_confidence(line, row, value);
	question->alpha = share;
	return 0;
}

static const benchi_setting table[] = {
	BENCHI_SETTING('m', "margin", "1%", "set the largest difference that does not matter (1%)",
		take_margin, AT(question)),
	BENCHI_SETTING(0, "base", "NAME", "compare the file's other cases with case NAME",
		benchi_setting_text, AT(base)),
	BENCHI_FLAG(0, "table", "print one line per comparison", AT(table)),
	BENCHI_SETTING(0, "fail-on", BENCHI_FAIL_WORDS,
		"exit 1 if slower, or also 3 if undecided (never)", benchi_setting_choice, AT(fail_on)),
	BENCHI_HELP("The answer"),
	BENCHI_SETTING('c', "confidence", "95%", "set the confidence of all answers together (95%)",
		take_confidence, AT(question)),
	BENCHI_SETTING(0, "significance", ".05", "set the error probability instead, as cbdr (.05)",
		take_significance, AT(question)),
	BENCHI_FLAG(0, "higher-is-better", "treat unknown metrics as rates", AT(higher)),
	{ 0, "lower-is-better", NULL, "treat unknown metrics as times or counts",
	  benchi_setting_flag, AT(lower),
	  0, 0, NULL, "higher-is-better" },
	BENCHI_FLAG(0, "paired", "compare the i-th value with the i-th of the base",
		AT(question.paired)),
	BENCHI_SETTING(0, "test", "auto|welch|ranks|paired|signs", "choose the test (auto)",
		benchi_setting_choice, AT(question.method)),
	BENCHI_LIMITED(0, "blocks", "N", "treat every N values as one run, and compare runs",
		benchi_setting_count, AT(blocks), 1, 1e10),
	BENCHI_FLAG(0, "anytime", "use intervals that stay valid while data grow",
		AT(question.anytime)),
	BENCHI_HELP("Names"),
	BENCHI_SETTING(0, "col", "/alg", "compare sort/alg=a with sort/alg=b, and so on",
		benchi_setting_text, AT(col)),
	BENCHI_SETTING(0, "row", "'.name /size'", "name rows by these keys only; merge equal names",
		benchi_setting_text, AT(row)),
	BENCHI_SETTING(0, "ignore", "/n", "drop this key from the names", benchi_setting_text,
		AT(ignore)),
	BENCHI_HELP("Output"),
	BENCHI_FLAG(0, "details", "print each comparison in full", AT(details)),
	BENCHI_FLAG(0, "means", "print means and standard deviations", AT(means)),
	BENCHI_FLAG(0, "box", "draw each set on an axis, as ministat does", AT(box)),
	BENCHI_FLAG(0, "live", "update the answers while values arrive", AT(live)),
	BENCHI_FLAG(0, "force", "compare files of different machines", AT(force)),
	BENCHI_SETTING(0, "limit", "'wall_time<1'", "fail if a median is certainly beyond this limit",
		take_bound, AT(bounds)),
	BENCHI_SETTING(0, "expect", "'wall_time=1..2'",
		"report whether this prediction came true", take_bound, AT(bounds)),
	COMPARE_FORMAT(AT(output), "text|json|csv|markdown"),
	COMPARE_FILES(0),
	BENCHI_SETTINGS_END
};

int compare_judge(const job *j)
{
	return bounds_judge(&j->settings.bounds, j->verb, j->rows, j->files,
		j->settings.output == OUTPUT_TEXT ? stdout : stderr);
}

/* Shows what is being done, in place of the previous message. */
static void show_progress(bool slow, const char *doing)
{
	if (slow)
		fprintf(stderr, "\r\033[K%s\r", doing);
}

/* Reads, matches, compares and prints. Returns the exit status. */
static int compare_files(job *j, char **paths, size_t count)
{
	const settings *s = &j->settings;
	benchi_outcomes outcomes = { .worse = 0 };
	const char *headline;
	double bytes = 0;
	bool slow;                  /* show progress: on a terminal, for files that take a moment */
	int status;

#ifdef HAVE_POLL_H
	struct stat info;

	for (size_t i = 0; i < count; i++)
		bytes += stat(paths[i], &info) ? 0 : (double)info.st_size;
#endif
	slow = bytes >= SLOW_BYTES && benchi_terminal_is(stderr);
	show_progress(slow, "reading");
	status = compare_read(j, paths, count);
	if (!status)
		status = compare_guard(j);
	if (!status)
		status = compare_select(j);
	if (!status)
		status = compare_match(j);
	if (status)
		return status;

	/* The headline metric decides, or all selected ones. --fail-on needs to know which direction is
	 * better; numbers without a name are times. */
	headline = s->metric.n ? NULL : compare_headline(j);
	for (size_t i = 0; i < j->comparisons && s->fail_on && !s->higher && !s->lower; i++) {
		const benchi_set *set = j->comparison[i].test->set;

		if ((!headline || !strcmp(set->metric, headline)) && *set->metric
		    && set->better == BENCHI_BETTER_UNKNOWN)
			return complain(VERB, "--fail-on: '%.60s' may be a time or a rate: state "
				"--lower-is-better or --higher-is-better", set->metric);
	}
	show_progress(slow, "comparing");
	status = compare_decide(j);
	show_progress(slow, "");
	if (status)
		return status;
	if (s->output == OUTPUT_JSON || s->output == OUTPUT_CSV ? compare_print_records(j)
		: compare_print_text(j))
		return complain(VERB, "%s", bench_detail());
	status = compare_judge(j);
	if (status)
		return status;
	for (size_t i = 0; i < j->comparisons; i++)
		if (!headline || !strcmp(j->comparison[i].base->set->metric, headline))
			benchi_outcomes_add(&outcomes, &j->comparison[i]);
	return benchi_outcomes_status(&outcomes, s->fail_on);
}

int verb_compare(int argc, char **argv)
{
	job j;
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &j.settings,
		.usage = "bench compare: report which set is faster, with its confidence interval\n"
			"usage: bench compare [OPTION...] BASE FILE...\n\n",
		.more = "\nReads plain numbers, CSV, Go's text, JSON of cbdr, hyperfine, Google, pytest,\n"
			"criterion, JMH; '-' is standard input.\n"
			"Exit status: 0 fine, 1 slower (--fail-on) or beyond a limit, 2 usage error or\n"
			"bad input, 3 undecided (--fail-on), 4 not comparable.\n"
			"More: bench-compare(1), bench-format(5).\n" };
	settings *s = &j.settings;
	bool asked, wanted, pairs; /* asked: --live was given */
	int status;

	compare_begin(&j, VERB);
	s->read.keep_summaries = true;
	if (!strcmp(argv[0], "analyze")) {
		/* cbdr's defaults: each benchmark with the next, Welch's interval of the means at 99.9
		 * %. */
		s->consecutive = s->means = true;
		s->question.alpha = .001;
		s->question.method = BENCHI_METHOD_WELCH;
	}
	if (!benchi_line_read(&line, argc, argv, &status) || !compare_line_files(&line, &status)) {
		compare_free(&j);
		return status;
	}
	wanted = wants_live(s, line.operands, line.operand);
	asked = s->live;
	s->live = wanted;
	s->question.anytime = s->question.anytime || s->live;
	s->means = s->means && !(s->consecutive && (s->table || s->details || s->box));
	if (s->consecutive && (s->question.anytime || s->question.paired))
		s->question.method = 0;
	pairs = s->question.paired || s->question.method >= BENCHI_METHOD_PAIRED;
	if (asked && !wanted)
		status = complain(VERB, "--live: reads only standard input");
	else if ((s->output == OUTPUT_JSON || s->output == OUTPUT_CSV)
	         && (s->table || s->details || s->box || benchi_line_given(&line, "means")))
		status = complain(VERB, "--format json and csv print everything: leave out --table, "
			"--details, --means and --box");
	else if (s->question.method && s->question.anytime)
		status = complain(VERB, "--test: not with %s, which has its own test", s->live ? "--live"
			: "--anytime");
	else if (s->question.paired && s->question.method && s->question.method < BENCHI_METHOD_PAIRED)
		status = complain(VERB, "--paired: expected --test paired or signs");
	else if (pairs && s->question.anytime)
		status = complain(VERB, "%s already compares pairs: leave out --paired",
			s->live ? "--live" : "--anytime");
	s->question.paired = pairs;
	if (!status)
		status = compare_files(&j, line.operand, (size_t)line.operands);
	compare_free(&j);
	return status;
}
