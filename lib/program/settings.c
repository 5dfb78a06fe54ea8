/*
 * What a benchmark program runs: the table of its options (command_line.c reads tables), readers
 * for numbers and patterns that only programs have, and the rows. A row is a case with the values
 * of its range and a number of threads, as far as the filters select it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

int benchi_setting_count_limit(benchi_command_line *line, const benchi_setting *row,
                               const char *value)
{
	benchi_settings *s = line->to;

	s->count = true;
	return benchi_duration(value, false, &s->count_ns) ? 0 : benchi_setting_count(line, row, value);
}

/* Parses "1,2,4" or "1..8" into thread, which holds BENCHI_THREAD_COUNTS. Returns NULL, or what was
 * expected. */
static const char *threads_read(const char *value, size_t *thread, size_t *n)
{
	uint64_t number[BENCHI_RANGE_MOST];

	if (benchi_range_read(value, number, n) || *n > BENCHI_THREAD_COUNTS)
		return "counts such as 1,2,4 or 1..8, 64 of them at most";
	for (size_t i = 0; i < *n; i++) {
		if (number[i] < 1 || number[i] > BENCHI_THREADS_MOST)
			return "counts from 1 to 1024";
		thread[i] = (size_t)number[i];
	}
	return NULL;
}

static int read_threads(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_settings *s = line->to;
	const char *expected = threads_read(value, s->thread, &s->threads);

	return expected ? benchi_line_bad(line, row, value, expected) : 0;
}

/* Reads figures such as "mean,min,p99.9,max". Returns 0, or the exit status after a message. */
static int read_show(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_show *show = &((benchi_settings *)line->to)->show;
	const char *list = value;
	char expected[140];

	for (show->n = 0; show->n < BENCHI_SHOWN; list++) {
		struct benchi_show_item *to = &show->item[show->n++];
		size_t length = strcspn(list, ",");
		const char *end;
		double percent = length == 3 && !memcmp(list, "min", 3) ? 0
			: length == 3 && !memcmp(list, "max", 3) ? 100 : -1;

		if (length == 0 || length > sizeof to->name - 4)
			break;
		to->mean = length == 4 && !memcmp(list, "mean", 4);
		if (percent < 0 && !to->mean) {
			end = *list == 'p' ? benchi_read_number(list + 1, &percent) : NULL;
			if (end != list + length || !(percent > 0 && percent < 100))
				break;
		}
		to->quantile = percent / 100;
		snprintf(to->name, sizeof to->name, "%.*s_ns", (int)length, list);
		list += length;
		if (!*list)
			return 0;
	}
	snprintf(expected, sizeof expected, "mean, min, max or percentiles such as p99.9, at most %d, "
		"instead of '%.40s'", BENCHI_SHOWN, list);
	if (!strncmp(list, "p99", 3) && strspn(list + 3, "0123456789"))
		snprintf(expected, sizeof expected, "p99.%.20s instead of p99%.20s", list + 3, list + 3);
	return benchi_line_bad(line, row, value, expected);
}

int benchi_setting_filter(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	const char *pattern = value + (*value == '!');
	size_t prefix = strlen(BENCHI_FILTER_REGEX);

	if (!strncmp(pattern, BENCHI_FILTER_REGEX, prefix)
	    && benchi_regex_find(pattern + prefix, "") < 0)
		return benchi_line_bad(line, row, value,
		                       "a regular expression (POSIX extended) after re:");
	return benchi_setting_more(line, row, value);
}

static int read_ramp(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_settings *s = line->to;

	s->ramp = true;
	return benchi_ramp_read_workers(value, &s->ramp_plan) ? 0
	       : benchi_line_bad(line, row, value, "numbers of workers such as 1..8, at most 1024");
}

#define AT(member) offsetof(benchi_settings, member)

const benchi_setting benchi_setting_table[] = {
	BENCHI_SETTING('f', "filter", "GLOB", "run only cases that match ('!copy*': all but these)",
		benchi_setting_filter, AT(filter)),
	BENCHI_SETTING('t', "time", "TIME", "spend this long on all rows together (12 ms per row)",
		benchi_setting_ns, AT(time_ns)),
	BENCHI_SETTING('o', "output", "FILE", "also write the results to FILE, in full",
		benchi_setting_text, AT(output)),
	BENCHI_SETTING(0, "compare", "FILE", "compare with the run that -o saved in FILE",
		benchi_setting_text, AT(against)),
	BENCHI_FLAG(0, "count", "count the instructions of an iteration exactly", AT(count)),
	BENCHI_HELP("What to run"),
	BENCHI_FLAG('l', "list", "print the names of the cases and exit", AT(list)),
	BENCHI_LIMITED(0, "processes", "N",
		"start N fresh processes (6 to " BENCHI_QUOTED(BENCHI_PROCESSES) "); 1: only this one",
		benchi_setting_count, AT(processes), 1, BENCHI_PROCESSES_MOST),
	{ 0, "rounds", "N", "time each case N times, in one process", benchi_setting_count, AT(rounds),
	  1, 1000000, NULL, "time" },
	BENCHI_SETTING(0, "threads", "1,2,4", "run each case on these numbers of threads",
		read_threads, 0),
	{ 0, "cpu", "N", "run on processor N only", benchi_setting_count, AT(cpu), 0, 65535, NULL,
	  "threads ramp" },
	{ 0, "dry-run", NULL, "run each case once, untimed, to check that it works",
	  benchi_setting_flag, AT(dry_run), 0, 0,
	  NULL, "ramp compare baseline output processes rounds time count" },
	{ 0, "loop", "T", "run each case this long, untimed, for a profiler", benchi_setting_ns,
	  AT(loop_ns), 0, 1e15, NULL,
	  "dry-run ramp compare baseline output processes rounds time count" },
	BENCHI_SETTING(0, "seed", "N", "seed the order of cases and windows", benchi_setting_seed,
		AT(seed)),
	BENCHI_HELP("The answer"),
	{ 0, "margin", "1%", "set the largest difference that does not matter (1%)",
	  benchi_setting_share, AT(margin), 1e-9, .5, NULL, NULL },
	BENCHI_SETTING(0, "fail-on", BENCHI_FAIL_WORDS,
		"exit 1 if slower, or also 3 if undecided (never)", benchi_setting_choice,
		AT(fail_on)),
	{ 0, "force", NULL, "compare with a run of another machine or compiler", benchi_setting_flag,
	  AT(force), 0, 0, "compare", NULL },
	BENCHI_SETTING(0, "baseline", "CASE", "compare the other cases with CASE", benchi_setting_text,
		AT(baseline)),
	BENCHI_SETTING(0, "show", "mean,p99", "add columns; percentiles are of single calls",
		read_show, 0),
	BENCHI_SETTING(0, "limit", "'copy*:bytes/s<1e11'",
		"fail if a row is certainly beyond this limit", benchi_setting_more, AT(limit)),
	BENCHI_SETTING(0, "expect", "'ns=3..4'", "report whether this prediction came true",
		benchi_setting_more, AT(expect)),
	BENCHI_HELP("Counting"),
	BENCHI_FLAG(0, "count=functions", "count by function, and list the largest",
		AT(count_functions)),
	BENCHI_FLAG(0, "count=native", "count with the C library's code for this processor",
		AT(count_native)),
	BENCHI_LIMITED(0, "count-limit", "N",
		"count at most N instructions per row (" BENCHI_QUOTED(BENCHI_COUNT_RECORDED) ")",
		benchi_setting_count_limit, AT(count_limit), 1, BENCHI_COUNT_LIMIT_MOST),
	BENCHI_HELP("Output"),
	BENCHI_SETTING(0, "format", BENCHI_FORMAT_NAMES,
		"choose the output (by FILE's ending, or text)", benchi_setting_choice, AT(form)),
	BENCHI_FLAG(0, "progress", "report each finished row on standard error", AT(progress)),
	BENCHI_FLAG('q', "quiet", "print only the table and the key to its letters", AT(quiet)),
	BENCHI_HELP("Load (bench-ramp(1))"),
	{ 0, "ramp", "1..8", "run the cases on 1, 2, ... 8 workers at once", read_ramp, 0, 0, 0, NULL,
	  "processes threads rounds compare baseline" },
	{ 0, "step-time", "TIME", "measure each number of workers for this time (1s)",
	  benchi_setting_ns, AT(ramp_plan.step_ns), 0, 1e15, "ramp", "time" },
	{ 0, "latency-limit", "TIME", "find the highest rate within this latency (no limit)",
	  benchi_setting_latency, AT(ramp_plan), 0, 0, "ramp", NULL },
	{ 0, "rate", "R", "start R iterations per second and worker", benchi_setting_number,
	  AT(ramp_plan.rate_hz), 1e-6, 1e6, "ramp", NULL },
	{ 0, "load", "80%", "offer this share of the highest rate, after the ramp", benchi_setting_load,
	  AT(ramp_plan.load), 0, 0, "ramp", "rate" },
	{ 0, "even", NULL, "space starts evenly instead of at random", benchi_setting_flag,
	  AT(ramp_plan.even), 0, 0, "ramp rate", NULL },
	{ 0, "all", NULL, "continue even if throughput stops rising", benchi_setting_flag,
	  AT(ramp_plan.all), 0, 0, "ramp", NULL },
	BENCHI_SETTINGS_END
};

/* In the order of the figures in finish.c. */
const char *const benchi_limit_metrics[] = { "ns", "cycles", "bytes/s", "items/s", "iterations/s",
	"cpu_ns", "wall_ns", "min_ns", "p05_ns", "p95_ns", "mean_ns", "mhz", NULL };

/* Parses limits or expectations. Returns 0, or the exit status after a message, such as about an
 * unknown metric. */
static int bounds_read(const benchi_settings *s, const char *option, const benchi_words *from,
                       benchi_bound *to)
{
	for (size_t i = 0; i < from->n; i++)
		if (benchi_bound_read(from->word[i], s->ramp ? benchi_ramp_metrics : benchi_limit_metrics,
		                      &to[i]) != BENCH_OK)
			return benchi_complain(s, "--%s: %s", option, bench_detail());
	return 0;
}

int benchi_settings_read(int argc, char **argv, benchi_settings *s)
{
	const char *slash = argc > 0 && argv[0] ? strrchr(argv[0], '/') : NULL;
	benchi_command_line line;
	int status;

	memset(s, 0, sizeof *s);
	s->program = slash && slash[1] ? slash + 1 : argc > 0 && argv[0] && *argv[0] ? argv[0]
		: "benchmark";
	line = (benchi_command_line){ .program = s->program, .table = benchi_setting_table, .to = s,
		.more = "\nExit status: 0 fine; 1 a result is wrong, impossible, or slower (--fail-on);\n"
			"2 usage error; 3 undecided; 4 not comparable; 130 interrupt.\n"
			"More: bench-program(1).\n" };
	benchi_line_read(&line, argc, argv, &status);
	s->help = line.helped;
	if (s->help) {
		benchi_interrupt_no_pipes();
		printf("usage: %s [OPTION...]\n", s->program);
		line.usage = "Times the cases of this program and prints a line for each.\n\n";
		return benchi_line_help(&line);
	}
	if (!status && line.operands)
		status = benchi_complain(s, "unexpected argument '%s' (try '%s --help')",
			line.operand[0], s->program);
	if (status)
		return status;
	s->has_seed = benchi_line_given(&line, "seed");
	s->has_cpu = benchi_line_given(&line, "cpu");
	if (s->output && !benchi_line_given(&line, "format"))
		s->form = benchi_format_of_file(s->output);
	if (s->output && benchi_is_standard_output(s->output))
		s->output = NULL;   /* results in that format, instead of the table */
	s->count_stacks = s->form == BENCHI_FORMAT_FOLDED;
	s->count = s->count || s->count_functions || s->count_native || s->count_stacks;
	if (s->ramp && !benchi_formats[s->form].ramp)
		return benchi_complain(s, "--format: a ramp can be written as " BENCHI_FORMAT_RAMPS);
	if ((s->margin > 0 || s->fail_on) && !s->against && !s->baseline)
		return benchi_complain(s, "--%s: needs --compare or --baseline",
			s->fail_on ? "fail-on" : "margin");
	return bounds_read(s, "limit", &s->limit, s->limits)
		? BENCHI_EXIT_MISUSE : bounds_read(s, "expect", &s->expect, s->expected);
}

/*
 * Filters: patterns of names.
 *
 * Own matching code, because fnmatch is not available everywhere. Only the latest star is retried,
 * which is enough: whatever an earlier star could absorb, a later one can too. So the time is
 * bounded by the product of the two lengths.
 */

/* Matches one byte against the head of the pattern. Returns the rest of the pattern, or NULL. */
static const char *match_one(const char *pattern, char byte)
{
	const unsigned char c = (unsigned char)byte;

	if (*pattern == '?')
		return pattern + 1;
	if (*pattern == '[') {
		bool others = pattern[1] == '!', found = false;
		const char *at = pattern + 1 + others, *end = strchr(at + (*at == ']'), ']');

		for (; end && at < end; at++) {
			unsigned char low = (unsigned char)*at, high = low;

			if (at + 2 < end && at[1] == '-') {
				high = (unsigned char)at[2];
				at += 2;
			}
			found = found || (low <= c && c <= high);
		}
		if (end)        /* an unclosed '[' is literal */
			return found != others ? end + 1 : NULL;
	}
	if (*pattern == '\\' && pattern[1])
		pattern++;
	return *pattern == byte && byte ? pattern + 1 : NULL;
}

int benchi_glob(const char *pattern, const char *name)
{
	const char *star = NULL, *again = NULL, *rest;

	while (*name || *pattern == '*') {
		if (*pattern == '*') {
			star = ++pattern;
			again = name;
		} else if (*pattern && (rest = match_one(pattern, *name)) != NULL) {
			pattern = rest;
			name++;
		} else if (star) {
			pattern = star;
			name = ++again;
		} else
			return 0;
	}
	return !*pattern;
}

char *benchi_filter_of_name(const char *name)
{
	char *pattern = malloc(2 * strlen(name) + 2), *to = pattern;

	if (!pattern)
		return NULL;
	for (; *name; name++) {
		if (strchr("*?[\\!", *name) || (to == pattern && *name == BENCHI_FILTER_REGEX[0]))
			*to++ = '\\';
		*to++ = *name;
	}
	*to = '\0';
	return pattern;
}

bool benchi_filter_matches(const char *pattern, const void *name)
{
	if (!strncmp(pattern, BENCHI_FILTER_REGEX, strlen(BENCHI_FILTER_REGEX)))
		return benchi_regex_find(pattern + strlen(BENCHI_FILTER_REGEX), name) > 0;
	return benchi_glob(pattern, name);
}

bool benchi_filter_keeps(const benchi_words *filter, benchi_filter_match *does, const void *what)
{
	bool wanted = false, only_excluding = true;

	for (size_t i = 0; i < filter->n; i++) {
		const char *pattern = filter->word[i];

		if (*pattern == '!' && does(pattern + 1, what))
			return false;
		only_excluding = only_excluding && *pattern == '!';
		wanted = wanted || (*pattern != '!' && does(pattern, what));
	}
	return wanted || only_excluding;
}

/*
 * Cases registered by constructors of the program's files, before main.
 */

static bench_entry *first;

void bench_add(bench_entry *entry)
{
	bench_entry **at = &first;

	/* link-time optimisation may reverse the order of constructors */
	while (*at && !((*at)->file && entry->file && !strcmp((*at)->file, entry->file)
		&& (*at)->line > entry->line))
		at = &(*at)->next;
	entry->next = *at;
	*at = entry;
}

/*
 * Rows: one per value of a range and number of threads.
 */

enum { NUMBER = 24 };

static int out_of_memory(const benchi_settings *settings)
{
	return benchi_complain(settings, "out of memory for the cases");
}

int benchi_parameters_alike(const struct benchi_parameters *a, const struct benchi_parameters *b)
{
	if (!a || !b || a->n != b->n || a->lead != b->lead)
		return !a && !b;
	for (size_t i = 0; i < a->n; i++)
		if (i != a->lead && a->of[i].value != b->of[i].value)
			return 0;
	return 1;
}

const benchi_result *benchi_relative_baseline(const benchi_report *report, const char *name,
                                              const benchi_result *result)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];
		const benchi_row *row = &r->row;
		char others[BENCHI_PARAMETERS_TEXT];
		size_t n = strlen(row->benchmark);

		if (!strcmp(row->name, name))
			return r;
		if (row->threads != result->row.threads || row->parameter != result->row.parameter)
			continue;
		if (!strcmp(row->benchmark, name)
		    && benchi_parameters_alike(row->parameters, result->row.parameters))
			return r;
		/* the variant of a case, named "sort/alg=a" */
		if (row->parameters && row->parameters->n > 1 && !strncmp(row->benchmark, name, n)
		    && !strcmp(benchi_parameters_name(row->parameters, row->parameters->lead, others),
				name + n))
			return r;
	}
	return NULL;
}

/* Returns true if the pattern matches the row's name, its name without threads, or the case's
 * name. */
static bool matches(const char *pattern, const void *of)
{
	const benchi_row *row = of;
	char *threads = strstr(row->name + strlen(row->benchmark), "/threads:");
	bool found = benchi_filter_matches(pattern, row->name)
	             || benchi_filter_matches(pattern, row->benchmark);

	if (!found && threads) {
		*threads = '\0';
		found = benchi_filter_matches(pattern, row->name);
		*threads = '/';
	}
	return found;
}

bool *benchi_rows_wanted(const benchi_settings *settings, const benchi_report *report)
{
	bool *wanted = calloc(report->n + 1, sizeof *wanted);

	for (size_t i = 0; i < report->n && wanted; i++) {
		const benchi_result *r = &report->result[i], *overhead = NULL;

		if (!benchi_filter_keeps(&settings->filter, matches, &r->row))
			continue;
		if (r->row.overhead)
			overhead = benchi_relative_baseline(report, r->row.overhead, r);
		wanted[i] = true;
		if (overhead)
			wanted[overhead - report->result] = true;
	}
	return wanted;
}

/* Adds the row once per number of threads. name holds the row's name, followed in memory by the
 * case's name. Returns 0, or the exit status after a message. */
static int add_threads(const benchi_settings *settings, benchi_report *report, benchi_row *row)
{
	size_t own[BENCHI_THREAD_COUNTS] = { 1 }, n = settings->threads;
	const size_t *thread = n ? settings->thread : own;
	const char *expected = NULL;

	if (!n && row->item->threads && !settings->ramp)
		expected = threads_read(row->item->threads, own, &n);
	if (expected)
		return benchi_complain(settings, "case '%s': threads: found '%s', expected %s",
			row->benchmark, row->item->threads, expected);
	row->pool = n > 0;
	for (size_t i = 0; i < n + !n; i++) {
		benchi_result *added = benchi_report_add(report);
		char value[BENCHI_PARAMETERS_TEXT];
		const size_t length = strlen(row->benchmark), size = length + 2 * NUMBER
			+ strlen(benchi_parameters_name(row->parameters, SIZE_MAX, value));
		char *name = added ? malloc(size + length + 1) : NULL;

		if (!name)
			return out_of_memory(settings);
		row->threads = thread[i];
		added->row = *row;
		added->row.name = name;
		if (row->parameters && !(added->row.parameters = malloc(sizeof *row->parameters)))
			return out_of_memory(settings);
		if (row->parameters)
			*added->row.parameters = *row->parameters;
		snprintf(name, size, "%s%s", row->benchmark, value);
		if (row->pool)
			snprintf(name + strlen(name), 2 * NUMBER, "/threads:%zu", row->threads);
		added->row.benchmark = strcpy(name + size, row->benchmark);
	}
	return 0;
}

/* Adds a row for each combination of values. Returns 0, or the exit status after a message. */
static int add_case(const benchi_settings *settings, benchi_report *report, benchi_row *row)
{
	struct benchi_space *axes;
	int status = 0;

	if (benchi_case_check(row->item) != BENCH_OK)
		return benchi_complain(settings, "case '%s': %s", row->benchmark, bench_detail());
	if (!row->item->range)
		return add_threads(settings, report, row);
	axes = malloc(sizeof *axes);
	if (!axes)
		return out_of_memory(settings);
	if (benchi_space_read(row->item->range, BENCHI_RANGE_MOST, axes)) {
		free(axes);
		return benchi_complain(settings, "case '%s': %s", row->benchmark, bench_detail());
	}
	for (size_t i = 0; i < axes->rows && !status; i++) {
		struct benchi_parameters set;
		double of;

		benchi_space_row(axes, i, &set);
		row->parameters = &set;
		row->has_parameter = set.lead < set.n;
		row->parameter = set.of[row->has_parameter ? set.lead : 0].value;
		of = row->has_parameter ? (double)row->parameter : 1;
		row->bytes = row->item->bytes * of / row->parts;
		row->items = row->item->items * of / row->parts;
		status = add_threads(settings, report, row);
	}
	free(axes);
	return status;
}

int benchi_rows_make(const benchi_settings *settings, const bench_case *cases, size_t n,
                     benchi_report *report)
{
	benchi_name_table names = { .n = 0 };
	int status = 0;

	if (!cases && n > 0)
		return benchi_complain(settings, "cases is NULL");
	if (!cases) {           /* without a table, run the cases of BENCH_CASE, in order */
		static bench_case *table;

		for (const bench_entry *e = first; e; e = e->next)
			n++;
		free(table);
		table = n ? calloc(n, sizeof *table) : NULL;
		n = 0;
		for (const bench_entry *e = first; table && e; e = e->next)
			table[n++] = e->item;
		cases = table;
	}
	for (size_t i = 0; i < n && !status; i++) {
		const bench_case *c = &cases[i];
		double parts = c->parts ? c->parts : 1;
		char number[NUMBER];
		benchi_row row = { .item = c, .benchmark = c->name ? c->name : number,
			.overhead = c->overhead, .parts = parts, .bytes = c->bytes / parts,
			.items = c->items / parts, .unit = c->unit };

		snprintf(number, sizeof number, "%zu", i);
		status = benchi_name_table_add(&names, row.benchmark, strlen(row.benchmark))
			== BENCHI_NO_NAME ? out_of_memory(settings)
			: names.n <= i ? benchi_complain(settings, "two cases are called '%s', expected unique "
				"names", row.benchmark)
			: add_case(settings, report, &row);
	}
	benchi_name_table_free(&names);
	if (!status && settings->filter.n) {
		bool *wanted = benchi_rows_wanted(settings, report);
		size_t kept = 0;

		for (size_t i = 0; i < report->n && wanted; i++)
			if (wanted[i])
				report->result[kept++] = report->result[i];
			else
				benchi_result_free(&report->result[i]);
		if (wanted)
			report->n = kept;
		else
			status = out_of_memory(settings);
		free(wanted);
	}
	if (!status && report->n == 0 && settings->filter.n == 1)
		return benchi_complain(settings, "no case matches '%s' (--list names them)",
			settings->filter.word[0]);
	if (!status && report->n == 0)
		return benchi_complain(settings, settings->filter.n
			? "no case matches the filters (--list names them)" : "there are no cases");
	return status;
}

benchi_result *benchi_rows_add_named(benchi_report *report, const char *name)
{
	char *copy = benchi_copy(name, strlen(name));
	benchi_result *added = copy ? benchi_report_add(report) : NULL;

	if (added)
		added->row = (benchi_row){ .name = copy, .benchmark = copy, .threads = 1 };
	else
		free(copy);
	return added;
}

double benchi_row_time_ns(const benchi_row *row)
{
	const double usual_ns = 12e6, threads_ns = 50e6;

	return row->item->time_ns > 0 ? row->item->time_ns : row->pool ? threads_ns : usual_ns;
}
