/*
 * Reads the command line of a benchmark program.
 *
 * Every option is a row of one table: its name, argument, reader, target, line of help, and the
 * options that it needs or excludes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "host/host.h"
#include "load/load.h"
#include "program/program.h"
#include "write/write.h"

/*
 * Reads the values of a range such as "64..64k x2".
 *
 * A range is parts between commas; a part is a number, or "from..to" and how to go on:
 * x2 multiplies, +2 adds, nothing doubles.  The last value is the largest that is not
 * beyond "to".  Sizes are what ranges are mostly about, so k is 1024.
 */

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

static bench_status range_bad(const char *range, const char *found, const char *expected)
{
	return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s': found '%.20s', expected %s", range,
		*found ? found : "its end", expected);
}

/* How a part goes on. */
struct step {
	int times;
	uint64_t by;
};

/* " x2", " +2" or nothing. */
static const char *read_step(const char *text, struct step *step)
{
	const char *sign = skip_blanks(text), *end;

	step->times = 1;
	step->by = 2;
	if (*sign != 'x' && *sign != '+')
		return text;
	step->times = *sign == 'x';
	end = benchi_read_size(skip_blanks(sign + 1), &step->by);
	return end && step->by >= (step->times ? 2 : 1) ? end : NULL;
}

/* Adds from, ..., to. */
static int add(uint64_t from, uint64_t to, const struct step *step, uint64_t *values, size_t *n)
{
	for (uint64_t value = from;;) {
		if (*n == BENCHI_RANGE_MOST)
			return 0;
		values[(*n)++] = value;
		if (step->times ? value > to / step->by : step->by > to - value)
			return 1;
		value = step->times ? value * step->by : value + step->by;
	}
}

/* One part; the text behind it, or NULL after *status was set. */
static const char *read_part(const char *range, const char *text, uint64_t *values, size_t *n,
                             bench_status *status)
{
	struct step step = { 0, 1 };
	uint64_t from, to;
	const char *end = benchi_read_size(text, &from), *behind;

	if (!end) {
		*status = range_bad(range, text, "a whole number such as 64 or 4k");
		return NULL;
	}
	to = from;
	if (!strncmp(end, "..", 2)) {
		text = end + 2;
		end = benchi_read_size(text, &to);
		if (!end || to < from) {
			*status = range_bad(range, text, "a whole number not below the first");
			return NULL;
		}
		behind = read_step(end, &step);
		if (!behind || (step.times && from == 0 && to > 0)) {
			*status = range_bad(range, behind ? "x from 0" : skip_blanks(end),
				"a step: x and a number from 2, or + and one from 1");
			return NULL;
		}
		end = behind;
	}
	if (!add(from, to, &step, values, n)) {
		*status = benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s' has more than %d values", range,
			BENCHI_RANGE_MOST);
		return NULL;
	}
	return skip_blanks(end);
}

bench_status benchi_range_read(const char *text, uint64_t *values, size_t *n)
{
	const char *at = skip_blanks(text);
	bench_status status = BENCH_OK;

	*n = 0;
	for (;;) {
		at = read_part(text, at, values, n, &status);
		if (!at)
			return status;
		if (!*at)
			return BENCH_OK;
		if (*at != ',')
			return range_bad(text, at, "a comma");
		at = skip_blanks(at + 1);
	}
}

enum { OPTIONS_MOST = 48, HELP_COLUMN = 24 };

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

static int settings_bad(const benchi_settings *s, const benchi_setting *row, const char *value,
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
	return *value ? 0 : settings_bad(s, row, value, "a name");
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
		return settings_bad(s, row, value, "the number of a processor, from 0");
	s->cpu = (size_t)number;
	s->has_cpu = true;
	return 0;
}

static int read_time(benchi_settings *s, const benchi_setting *row, const char *value)
{
	if (!benchi_duration(value, true, &s->time_ns) || s->time_ns > 1e14)
		return settings_bad(s, row, value, "a time such as 1s or 200ms, up to 100000s");
	return 0;
}

static int read_seed(benchi_settings *s, const benchi_setting *row, const char *value)
{
	const char *end = benchi_read_size(value, &s->seed);

	s->has_seed = true;
	return end && !*end ? 0 : settings_bad(s, row, value, "a whole number");
}

static int read_threads(benchi_settings *s, const benchi_setting *row, const char *value)
{
	uint64_t number[BENCHI_RANGE_MOST];
	size_t n;

	if (benchi_range_read(value, number, &n) || n > BENCHI_THREAD_COUNTS)
		return settings_bad(s, row, value, "counts such as 1,2,4 or 1..8, 64 of them at most");
	s->threads = n;
	for (size_t i = 0; i < n; i++) {
		if (number[i] < 1 || number[i] > BENCHI_THREADS_MOST)
			return settings_bad(s, row, value, "counts from 1 to 1024");
		s->thread[i] = (size_t)number[i];
	}
	return 0;
}

static int read_format(benchi_settings *s, const benchi_setting *row, const char *value)
{
	char list[128];

	if (benchi_format_find(value, &s->form))
		return 0;
	return settings_bad(s, row, value, benchi_format_list(false, list, sizeof list));
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
		return settings_bad(s, row, value, "a regular expression (POSIX extended) behind re:");
	if (s->filters == row->most)
		return benchi_complain(s, "--filter: more than %d patterns", BENCHI_FILTERS_MOST);
	s->filter[s->filters++] = value;
	return 0;
}

static int read_ramp(benchi_settings *s, const benchi_setting *row, const char *value)
{
	s->ramp = true;
	return benchi_ramp_read_workers(value, &s->ramp_plan)
	           ? 0 : settings_bad(s, row, value, "numbers of workers such as 1..8, at most 1024");
}

/* The options of every ramp. */
static int read_of_ramp(benchi_settings *s, const benchi_setting *row, const char *value)
{
	const char *name, *expected = benchi_ramp_option(&s->ramp_plan, row->letter, value, &name);

	return expected ? settings_bad(s, row, value, expected) : 0;
}

/* A share such as 3%. */
static int read_margin(benchi_settings *s, const benchi_setting *row, const char *value)
{
	const char *end = benchi_read_number(value, &s->margin);

	s->margin /= 100;
	return end && (!*end || !strcmp(end, "%")) && s->margin > 0 && s->margin <= .5 ? 0
		: settings_bad(s, row, value, "a share such as 3%, at most 50%");
}

enum { ROUNDS = 256, PROCESSES, THREADS, CPU, SEED, FORMAT, COMPARE, MARGIN,
	FAIL_SLOWER, FORCE, BASELINE, LIMIT, EXPECT, COUNT, COUNT_LIMIT, RAMP, DRY_RUN,
	PROGRESS };

#define AT(member) offsetof(benchi_settings, member)

const benchi_setting benchi_setting_table[] = {
	{ 'l', "list", NULL, read_flag, AT(list), 0,
	  "print the cases' names and exit", NULL, NULL },
	{ DRY_RUN, "dry-run", NULL, read_flag, AT(dry_run), 0,
	  "run each body once and verify it, without timing", NULL,
	  "ramp compare baseline output processes rounds time count" },
	{ 'f', "filter", "GLOB", read_filter, 0, BENCHI_FILTERS_MOST,
	  "these cases: 'copy*', 're:^copy'; '!copy*': not these", NULL, NULL },
	{ 't', "time", "TIME", read_time, 0, 0,
	  "for everything together (12 ms a case)", NULL, NULL },
	{ ROUNDS, "rounds", "N", read_count, AT(rounds), 1000000,
	  "so many rounds a case, in one process", NULL, "time" },
	{ PROCESSES, "processes", "N", read_count, AT(processes), BENCHI_PROCESSES_MOST,
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

static int settings_check(benchi_settings *s, const bool given[OPTIONS_MOST])
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
	settings->count_limit = BENCHI_COUNT_LIMIT;
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
	return status || settings->help ? status : settings_check(settings, given);
}

/*
 * Reads the parameters of a case, such as "n=64..4k x2; alg=a,b".
 *
 * A part between semicolons is a name, '=', and values: numbers as of a range, or words between
 * commas.  Names and words stand in rows' names, where '/' and '=' separate keys: they consist of
 * letters, digits, '_', '.', '+' and '-'.  A list is of words if one of its values begins with
 * another character than a digit.
 */

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
static const char IN_WORDS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.+-";

static bench_status parameters_bad(const char *range, const char *found, const char *expected)
{
	return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s': found '%.20s', expected %s", range,
		*found ? found : "its end", expected);
}

/* The name before '='; the text behind that, or NULL. */
static const char *read_name(const char *text, struct benchi_dimension *axis)
{
	size_t n = strspn(text, IN_WORDS);
	const char *behind = skip_blanks(text + n);

	if (n == 0 || n >= sizeof axis->name || !strchr(LETTERS, *text) || *behind != '=')
		return NULL;
	memcpy(axis->name, text, n);
	axis->name[n] = '\0';
	return skip_blanks(behind + 1);
}

/* Does one of the values begin with another character than a digit? */
static int has_words(const char *text)
{
	for (; text; text = strpbrk(text, ",;")) {
		text = skip_blanks(text + (*text == ','));
		if (*text == ';' || !*text)
			return 0;
		if (*text < '0' || *text > '9')
			return 1;
		text += strspn(text, IN_WORDS);
	}
	return 0;
}

/* "a, b"; the text behind, or NULL after *status was set. */
static const char *parameters_read_words(const char *range, const char *text,
                                         struct benchi_dimension *axis, bench_status *status)
{
	axis->words = text;
	for (;; text = skip_blanks(text + 1)) {
		size_t n = strspn(text, IN_WORDS);

		if (n == 0 || n >= BENCHI_PARAMETER_TEXT) {
			*status = parameters_bad(range, text,
			                         "a word of 1 to 31 letters, digits, '_', '.', '+', '-'");
			return NULL;
		}
		if (axis->n == BENCHI_RANGE_MOST)
			break;
		axis->value[axis->n] = axis->n;
		axis->n++;
		text = skip_blanks(text + n);
		if (*text != ',')
			return text;
	}
	*status = parameters_bad(range, text, "fewer words");
	return NULL;
}

/* Numbers up to a semicolon or the end; the text behind, or NULL. */
static const char *read_numbers(const char *text, struct benchi_dimension *axis,
                                bench_status *status)
{
	size_t n = strcspn(text, ";");
	char part[400];

	if (n >= sizeof part) {
		*status = parameters_bad(text, text, "fewer than 400 characters for a parameter");
		return NULL;
	}
	memcpy(part, text, n);
	part[n] = '\0';
	*status = benchi_range_read(part, axis->value, &axis->n);
	return *status == BENCH_OK ? text + n : NULL;
}

static bench_status parameters_check(const char *range, struct benchi_space *axes)
{
	axes->rows = 1;
	for (size_t i = 0; i < axes->n; i++) {
		for (size_t k = 0; k < i; k++)
			if (!strcmp(axes->axis[i].name, axes->axis[k].name))
				return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s' has two parameters '%s'",
					range, axes->axis[i].name);
		axes->rows *= axes->axis[i].n;
		if (axes->rows > BENCHI_RANGE_MOST)
			return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s' has more than %d values", range,
				BENCHI_RANGE_MOST);
	}
	return BENCH_OK;
}

bench_status benchi_space_read(const char *range, struct benchi_space *axes)
{
	const char *at = skip_blanks(range);
	bench_status status = BENCH_OK;

	axes->n = 0;
	if (!strpbrk(range, "=;")) {
		memset(&axes->axis[0], 0, sizeof axes->axis[0]);
		axes->n = 1;
		status = benchi_range_read(range, axes->axis[0].value, &axes->axis[0].n);
		return status == BENCH_OK ? parameters_check(range, axes) : status;
	}
	for (;; at = skip_blanks(at + 1)) {
		struct benchi_dimension *axis = &axes->axis[axes->n];
		const char *values;

		if (axes->n == BENCHI_PARAMETERS)
			return parameters_bad(range, at, "at most 8 parameters");
		memset(axis, 0, sizeof *axis);
		values = read_name(at, axis);
		if (!values)
			return parameters_bad(range, at,
			                      "a parameter such as n=1..8, its name of at most 23 characters");
		at = has_words(values) ? parameters_read_words(range, values, axis, &status)
		                       : read_numbers(values, axis, &status);
		if (!at)
			return status;
		axes->n++;
		if (!*at)
			return parameters_check(range, axes);
		if (*at != ';')
			return parameters_bad(range, at, "a comma or a semicolon");
	}
}

static void take_word(const struct benchi_dimension *axis, size_t which, char *to)
{
	const char *at = axis->words;
	size_t n;

	for (; which > 0; which--)
		at = skip_blanks(strchr(at, ',') + 1);
	n = strspn(at, IN_WORDS);
	memcpy(to, at, n);
	to[n] = '\0';
}

void benchi_space_row(const struct benchi_space *axes, size_t row, struct benchi_parameters *to)
{
	memset(to, 0, sizeof *to);
	to->n = axes->n;
	to->lead = axes->n;
	for (size_t i = axes->n; i-- > 0;) {
		const struct benchi_dimension *axis = &axes->axis[i];
		size_t which = row % axis->n;

		row /= axis->n;
		strcpy(to->of[i].name, axis->name);
		to->of[i].value = axis->value[which];
		if (axis->words)
			take_word(axis, which, to->of[i].text);
		else
			snprintf(to->of[i].text, sizeof to->of[i].text, "%llu",
				(unsigned long long)axis->value[which]);
		to->of[i].word = axis->words != NULL;
		if (!axis->words)
			to->lead = i;
	}
}

const char *benchi_parameters_name(const struct benchi_parameters *set, size_t skip, char *text)
{
	size_t used = 0;

	*text = '\0';
	for (size_t i = 0; i < set->n; i++)
		if (i != skip)
			used += (size_t)sprintf(text + used, "/%s%s%s", set->of[i].name,
				*set->of[i].name ? "=" : "", set->of[i].text);
	return text;
}

int benchi_parameters_alike(const struct benchi_parameters *a, const struct benchi_parameters *b)
{
	if (a->n != b->n || a->lead != b->lead)
		return 0;
	for (size_t i = 0; i < a->n; i++)
		if (i != a->lead && a->of[i].value != b->of[i].value)
			return 0;
	return 1;
}

/*
 * Matches names with patterns.
 *
 * Own code, because fnmatch is not everywhere.  Only the latest star is ever tried
 * again, which is enough: what an earlier one could still do, a later one can do too.
 * So the time is at most the product of the two lengths.
 */

/* The closing ']' of the set that begins at '[', or NULL. */
static const char *set_end(const char *set)
{
	const char *at = set + 1;

	if (*at == '!')
		at++;
	if (*at == ']')
		at++;
	while (*at && *at != ']')
		at++;
	return *at ? at : NULL;
}

static int in_set(const char *set, const char *end, char byte)
{
	unsigned char c = (unsigned char)byte;
	int others = set[1] == '!', found = 0;
	const char *at = set + 1 + others;

	while (at < end) {
		unsigned char low = (unsigned char)*at, high = low;

		if (at + 2 < end && at[1] == '-') {
			high = (unsigned char)at[2];
			at += 2;
		}
		found |= low <= c && c <= high;
		at++;
	}
	return found != others;
}

/* One byte of name against the pattern's head: the rest of the pattern, or NULL. */
static const char *one(const char *pattern, char byte)
{
	const char *end;

	if (*pattern == '?')
		return pattern + 1;
	if (*pattern == '[' && (end = set_end(pattern)) != NULL)
		return in_set(pattern, end, byte) ? end + 1 : NULL;
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
		} else if (*pattern && (rest = one(pattern, *name)) != NULL) {
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
