/*
 * Reads the command line of a benchmark program.
 *
 * Every option is a row of one table: its name, argument, reader, target, line of help, and the
 * options that it needs or excludes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/duration.h"
#include "base/number.h"
#include "base/options.h"
#include "base/whole.h"
#include "host/regex.h"
#include "load/ramp_options.h"
#include "program/atomic_file.h"
#include "program/range.h"
#include "program/settings.h"
#include "program/threads.h"
#include "write/output.h"

enum { OPTIONS_MOST = 48, HELP_COLUMN = 24 };

/* Single steps a row: 4 s at 20 us each. */
enum { COUNT_LIMIT_DEFAULT = 200000 };

int benchi_complain(const benchi_settings *settings, const char *format, ...)
{
	char text[4000]; /* what it quotes comes from outside: escapes must not reach a terminal */
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	benchi_put_line(stderr, settings->program);
	fputs(": ", stderr);
	benchi_put_line(stderr, text);
	fputc('\n', stderr);
	return BENCHI_EXIT_MISUSE;
}

static int bad(const benchi_settings *s, const benchi_setting *row, const char *value,
               const char *expected)
{
	return benchi_complain(s, "--%s: found '%s', expected %s", row->word, value, expected);
}

static void *member(benchi_settings *s, const benchi_setting *row)
{
	return (char *)s + row->offset;
}

static int read_flag(benchi_settings *s, const benchi_setting *row, const char *value)
{
	(void)value;
	*(bool *)member(s, row) = true;
	return 0;
}

static int read_text(benchi_settings *s, const benchi_setting *row, const char *value)
{
	*(const char **)member(s, row) = value;
	return *value ? 0 : bad(s, row, value, "a name");
}

static int read_count(benchi_settings *s, const benchi_setting *row, const char *value)
{
	uint64_t number;
	const char *end = benchi_read_size(value, &number);

	if (!end || *end || number < 1 || number > row->most)
		return benchi_complain(s, "--%s: found '%s', expected a count from 1 to %.0f", row->word,
			value, (double)row->most);
	*(size_t *)member(s, row) = (size_t)number;
	return 0;
}

static int read_count_limit(benchi_settings *s, const benchi_setting *row, const char *value)
{
	s->count = true;
	return read_count(s, row, value);
}

static int read_cpu(benchi_settings *s, const benchi_setting *row, const char *value)
{
	uint64_t number;
	const char *end = benchi_read_size(value, &number);

	if (!end || *end || number > row->most)
		return bad(s, row, value, "the number of a processor, from 0");
	s->cpu = (size_t)number;
	s->has_cpu = true;
	return 0;
}

static int read_time(benchi_settings *s, const benchi_setting *row, const char *value)
{
	if (!benchi_duration(value, true, &s->time_ns) || s->time_ns > 1e14)
		return bad(s, row, value, "a time such as 1s or 200ms, up to 100000s");
	return 0;
}

static int read_seed(benchi_settings *s, const benchi_setting *row, const char *value)
{
	const char *end = benchi_read_size(value, &s->seed);

	s->has_seed = true;
	return end && !*end ? 0 : bad(s, row, value, "a whole number");
}

static int read_threads(benchi_settings *s, const benchi_setting *row, const char *value)
{
	uint64_t number[BENCHI_RANGE_MOST];
	size_t n;

	if (benchi_range_read(value, number, &n) || n > BENCHI_THREAD_COUNTS)
		return bad(s, row, value, "counts such as 1,2,4 or 1..8, 64 of them at most");
	s->threads = n;
	for (size_t i = 0; i < n; i++) {
		if (number[i] < 1 || number[i] > BENCHI_THREADS_MOST)
			return bad(s, row, value, "counts from 1 to 1024");
		s->thread[i] = (size_t)number[i];
	}
	return 0;
}

static int read_format(benchi_settings *s, const benchi_setting *row, const char *value)
{
	char list[128];

	if (benchi_format_find(value, &s->form))
		return 0;
	return bad(s, row, value, benchi_format_list(false, list, sizeof list));
}

static int read_limit(benchi_settings *s, const benchi_setting *row, const char *value)
{
	if (s->limits == row->most)
		return benchi_complain(s, "--limit: more than %d limits", BENCHI_LIMITS_MOST);
	s->limit[s->limits++] = value;
	return 0;
}

static int read_expect(benchi_settings *s, const benchi_setting *row, const char *value)
{
	if (s->expects == row->most)
		return benchi_complain(s, "--expect: more than %d expectations", BENCHI_LIMITS_MOST);
	s->expect[s->expects++] = value;
	return 0;
}

static int read_filter(benchi_settings *s, const benchi_setting *row, const char *value)
{
	const char *pattern = value + (*value == '!');
	size_t prefix = strlen(BENCHI_FILTER_REGEX);

	if (!strncmp(pattern, BENCHI_FILTER_REGEX, prefix)
	    && benchi_regex_find(pattern + prefix, "") < 0)
		return bad(s, row, value, "a regular expression (POSIX extended) behind re:");
	if (s->filters == row->most)
		return benchi_complain(s, "--filter: more than %d patterns", BENCHI_FILTERS_MOST);
	s->filter[s->filters++] = value;
	return 0;
}

static int read_ramp(benchi_settings *s, const benchi_setting *row, const char *value)
{
	s->ramp = true;
	return benchi_ramp_read_workers(value, &s->ramp_plan)
	           ? 0 : bad(s, row, value, "numbers of workers such as 1..8, at most 1024");
}

/* The options of every ramp. */
static int read_of_ramp(benchi_settings *s, const benchi_setting *row, const char *value)
{
	const char *name, *expected = benchi_ramp_option(&s->ramp_plan, row->letter, value, &name);

	return expected ? bad(s, row, value, expected) : 0;
}

/* A share such as 3%. */
static int read_margin(benchi_settings *s, const benchi_setting *row, const char *value)
{
	const char *end = benchi_read_number(value, &s->margin);

	s->margin /= 100;
	return end && (!*end || !strcmp(end, "%")) && s->margin > 0 && s->margin <= .5 ? 0
		: bad(s, row, value, "a share such as 3%, at most 50%");
}

enum { ROUNDS = 256, PROCESSES, THREADS, CPU, SEED, FORMAT, COMPARE, MARGIN,
	FAIL_SLOWER, FORCE, BASELINE, LIMIT, EXPECT, COUNT, COUNT_LIMIT, RAMP, SVG, HTML, DRY_RUN,
	PROGRESS, OBSERVE, SNAPSHOT };

static int read_words(benchi_settings *s, const benchi_setting *row, const char *value)
{
	benchi_words *list = member(s, row);
	bool added = row->letter == SNAPSHOT ? benchi_words_add_snapshot(list, value)
	                                     : benchi_words_add(list, value);

	return added ? 0 : benchi_complain(s, "--%s: more than %d", row->word, BENCHI_WORDS);
}

#define AT(member) offsetof(benchi_settings, member)

const benchi_setting benchi_setting_table[] = {
	{ 'l', "list", NULL, read_flag, AT(list), 0,
	  "print the cases' names and exit", NULL, NULL },
	{ DRY_RUN, "dry-run", NULL, read_flag, AT(dry_run), 0,
	  "run each body once and verify it, without timing", NULL,
	  "ramp compare baseline output processes rounds time count observe snapshot" },
	{ 'f', "filter", "GLOB", read_filter, 0, BENCHI_FILTERS_MOST,
	  "these cases: 'copy*', 're:^copy'; '!copy*': not these", NULL, NULL },
	{ 't', "time", "TIME", read_time, 0, 0,
	  "for everything together (12 ms a case)", NULL, NULL },
	{ ROUNDS, "rounds", "N", read_count, AT(rounds), 1000000,
	  "so many rounds a case, in one process", NULL, "time" },
	{ PROCESSES, "processes", "N", read_count, AT(processes), 10000,
	  "intervals are over N fresh processes (20); 1: this one", NULL, NULL },
	{ THREADS, "threads", "1,2,4", read_threads, 0, 0,
	  "each case on so many threads at once", NULL, NULL },
	{ CPU, "cpu", "N", read_cpu, 0, 65535,
	  "keep to processor N", NULL, "threads ramp" },
	{ SEED, "seed", "N", read_seed, 0, 0,
	  "of the order of cases and of windows", NULL, NULL },
	{ 'o', "output", "FILE", read_text, AT(output), 0,
	  "write the results, with all windows, to FILE as well", NULL, NULL },
	{ FORMAT, "format", "NAME", read_format, 0, 0, "", NULL, NULL },
	{ SVG, "svg", "FILE", read_text, AT(svg), 0,
	  "draw the results; --html FILE: as a page", NULL, NULL },
	{ HTML, "html", "FILE", read_text, AT(html), 0,
	  NULL, NULL, "ramp" },
	{ COMPARE, "compare", "FILE", read_text, AT(against), 0,
	  "what is slower than in that run? --margin 3%: by more", NULL, NULL },
	{ MARGIN, "margin", "SHARE", read_margin, 0, 0,
	  NULL, "compare", NULL },
	{ FAIL_SLOWER, "fail-slower", NULL, read_flag, AT(fail_slower), 0,
	  "status 1 if anything is slower; --force: any machine", "compare", NULL },
	{ FORCE, "force", NULL, read_flag, AT(force), 0,
	  NULL, "compare", NULL },
	{ BASELINE, "baseline", "CASE", read_text, AT(baseline), 0,
	  "compare each case with this one, over the processes", NULL, NULL },
	{ LIMIT, "limit", "LIMIT", read_limit, 0, BENCHI_LIMITS_MOST,
	  "'copy*:bytes/s<1e11': impossible; --expect 'ns=3..4'", NULL, NULL },
	{ EXPECT, "expect", "RANGE", read_expect, 0, BENCHI_LIMITS_MOST,
	  NULL, NULL, NULL },
	{ COUNT, "count", NULL, read_flag, AT(count), 0,
	  "what an iteration executes; --count-limit N steps", NULL, NULL },
	{ COUNT_LIMIT, "count-limit", "N", read_count_limit, AT(count_limit), 1000000000,
	  NULL, NULL, NULL },
	{ RAMP, "ramp", "1..8", read_ramp, 0, 0,
	  "add workers one by one; its own options: bench-ramp(1)", NULL,
	  "processes threads rounds compare baseline" },
	{ OBSERVE, "observe", "CMD", read_words, AT(observe), 0,
	  "watch the run by CMD; --snapshot FILE: before, after", NULL, NULL },
	{ SNAPSHOT, "snapshot", "FILE", read_words, AT(snapshot), 0,
	  NULL, NULL, NULL },
	{ PROGRESS, "progress", NULL, read_flag, AT(progress), 0,
	  "a line on standard error for each row that is done", NULL, NULL },
	{ 'q', "quiet", NULL, read_flag, AT(quiet), 0,
	  "the table alone: no context, no advice, no progress", NULL, NULL },
	{ 'h', "help", NULL, read_flag, AT(help), 0, NULL, NULL, NULL },
	{ BENCHI_RAMP_STEP, "step-time", "TIME", read_of_ramp, 0, 0, NULL, "ramp", "time" },
	{ BENCHI_RAMP_LIMIT, "latency-limit", "TIME", read_of_ramp, 0, 0, NULL, "ramp", NULL },
	{ BENCHI_RAMP_RATE, "rate", "R", read_of_ramp, 0, 0, NULL, "ramp", NULL },
	{ BENCHI_RAMP_EVEN, "even", NULL, read_of_ramp, 0, 0, NULL, "ramp", NULL },
	{ BENCHI_RAMP_ALL, "all", NULL, read_of_ramp, 0, 0, NULL, "ramp", NULL },
	{ 0, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL }
};

/* One option's line: names, then its help from a fixed column on. */
static void print_help(const benchi_setting *row)
{
	char list[128];
	int used = row->letter < 256 ? printf("  -%c, ", row->letter) : printf("      ");

	used += printf("--%s%s%s", row->word, row->argument ? " " : "",
	               row->argument ? row->argument : "");
	printf("%*s%s\n", used < HELP_COLUMN ? HELP_COLUMN - used : 1, "",
	       *row->help ? row->help : benchi_format_list(false, list, sizeof list));
}

int benchi_settings_help(const benchi_settings *settings)
{
	printf("usage: %s [OPTION...]\n", settings->program);
	puts("Times its cases and prints a line for each.");
	for (const benchi_setting *row = benchi_setting_table; row->word; row++)
		if (row->help)
			print_help(row);
	puts("Exit status: 0 fine, 1 a result is wrong or impossible, 2 misuse, 130 interrupt.");
	return 0;
}

static const benchi_setting *row_of(int letter)
{
	const benchi_setting *row = benchi_setting_table;

	while (row->word && row->letter != letter)
		row++;
	return row;
}

static int misused(const benchi_settings *s, int letter, const char *value)
{
	const char *what = letter == BENCHI_OPTION_UNKNOWN ? "is unknown"
	                 : letter == BENCHI_OPTION_BARE ? "needs an argument" : "takes no argument";

	return benchi_complain(s, "option '%s%s' %s (try '%s --help')", *value == '-' ? "" : "-", value,
		what, s->program);
}

/* Is the word among those? */
static bool names(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = list; at && (at = strstr(at, word)) != NULL; at += n)
		if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

/* Do the options that were given go together? */
static int check_pairs(const benchi_settings *s, const bool given[OPTIONS_MOST])
{
	const benchi_setting *table = benchi_setting_table;

	for (size_t i = 0; table[i].word; i++)
		for (size_t k = 0; given[i] && table[k].word; k++) {
			if (given[k] && names(table[i].excludes, table[k].word))
				return benchi_complain(s, "--%s and --%s exclude each other", table[i].word,
					table[k].word);
			if (!given[k] && names(table[i].needs, table[k].word))
				return benchi_complain(s, "--%s belongs to --%s, which is missing", table[i].word,
					table[k].word);
		}
	return 0;
}

static int check(benchi_settings *s, const bool given[OPTIONS_MOST])
{
	int status = check_pairs(s, given);
	bool format = given[row_of(FORMAT) - benchi_setting_table];
	const char *misfit = s->ramp ? benchi_ramp_check(&s->ramp_plan) : NULL;
	char list[128];

	if (s->output && !format)
		s->form = benchi_format_of_file(s->output);
	if (s->output && benchi_is_standard_output(s->output))
		s->output = NULL;   /* the results in that format, in place of the table */
	if (!status && s->ramp && !benchi_formats[s->form].ramp)
		return benchi_complain(s, "a ramp is written as %s",
			benchi_format_list(true, list, sizeof list));
	if (!status && misfit)
		return benchi_complain(s, "%s", misfit);
	return status;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

int benchi_settings_read(int argc, char **argv, benchi_settings *settings)
{
	benchi_option known[OPTIONS_MOST];
	bool given[OPTIONS_MOST] = { false };
	benchi_options o;
	int letter, status = 0;
	size_t n = 0;

	memset(settings, 0, sizeof *settings);
	settings->count_limit = COUNT_LIMIT_DEFAULT;
	settings->program = argc > 0 && argv[0] && *argv[0] ? last_part(argv[0]) : "benchmark";
	for (const benchi_setting *row = benchi_setting_table; row->word; row++)
		known[n++] = (benchi_option){ row->letter, row->word, row->argument != NULL };
	known[n] = (benchi_option){ 0, NULL, false };
	benchi_options_start(&o, known, argc > 0 ? argc - 1 : 0, argv + (argc > 0));
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
		const benchi_setting *row = row_of(letter);

		status = row->word ? row->read(settings, row, o.value) : misused(settings, letter, o.value);
		given[row - benchi_setting_table] = true;
	}
	if (!status && o.operands)
		status = benchi_complain(settings, "found '%s', expected options only (try '%s --help')",
			o.argv[0], settings->program);
	return status || settings->help ? status : check(settings, given);
}
