/*
 * Reads the command line of a benchmark program.
 *
 * Its options are a table (command_line.c); what they take is read here: ranges, parameters,
 * patterns.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "program/program.h"

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

static int read_count_limit(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	((benchi_settings *)line->to)->count = true;
	return benchi_setting_count(line, row, value);
}

/* --count=WORD */
static int read_count_how(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	((benchi_settings *)line->to)->count = true;
	return benchi_setting_flag(line, row, value);
}

static int read_threads(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_settings *s = line->to;
	uint64_t number[BENCHI_RANGE_MOST];
	size_t n;

	if (benchi_range_read(value, number, &n) || n > BENCHI_THREAD_COUNTS)
		return benchi_line_bad(line, row, value,
		                       "counts such as 1,2,4 or 1..8, 64 of them at most");
	s->threads = n;
	for (size_t i = 0; i < n; i++) {
		if (number[i] < 1 || number[i] > BENCHI_THREADS_MOST)
			return benchi_line_bad(line, row, value, "counts from 1 to 1024");
		s->thread[i] = (size_t)number[i];
	}
	return 0;
}

static int read_filter(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	const char *pattern = value + (*value == '!');
	size_t prefix = strlen(BENCHI_FILTER_REGEX);

	if (!strncmp(pattern, BENCHI_FILTER_REGEX, prefix)
	    && benchi_regex_find(pattern + prefix, "") < 0)
		return benchi_line_bad(line, row, value,
		                       "a regular expression (POSIX extended) behind re:");
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
#define PROCESSES_MOST BENCHI_PROCESSES_MOST

const benchi_setting benchi_setting_table[] = {
	BENCHI_FLAG('l', "list", "print the cases' names and exit", AT(list)),
	{ 0, "dry-run", NULL, "run each body once and verify it, without timing",
	  benchi_setting_flag, AT(dry_run), 0, 0, NULL,
	  "ramp compare baseline output processes rounds time count" },
	BENCHI_SETTING('f', "filter", "GLOB", "these cases: 'copy*', 're:^copy'; '!copy*': not these",
		read_filter, AT(filter)),
	BENCHI_SETTING('t', "time", "TIME", "for everything together (12 ms a case)",
		benchi_setting_ns, AT(time_ns)),
	{ 0, "rounds", "N", "so many rounds a case, in one process", benchi_setting_count, AT(rounds),
	  1, 1000000, NULL, "time" },
	BENCHI_LIMITED(0, "processes", "N", "intervals are over N fresh processes (20); 1: this one",
		benchi_setting_count, AT(processes), 1, PROCESSES_MOST),
	BENCHI_SETTING(0, "threads", "1,2,4", "each case on so many threads at once", read_threads, 0),
	{ 0, "cpu", "N", "keep to processor N", benchi_setting_count, AT(cpu), 0, 65535, NULL,
	  "threads ramp" },
	BENCHI_SETTING(0, "seed", "N", "of the order of cases and of windows",
		benchi_setting_seed, AT(seed)),
	BENCHI_SETTING('o', "output", "FILE", "write the results, with all windows, to FILE as well",
		benchi_setting_text, AT(output)),
	BENCHI_SETTING(0, "format", BENCHI_FORMAT_NAMES, "by FILE's ending, else text",
		benchi_setting_choice, AT(form)),
	BENCHI_SETTING(0, "compare", "FILE", "what is slower than in that run?",
		benchi_setting_text, AT(against)),
	{ 0, "margin", "3%", NULL, benchi_setting_share, AT(margin), 1e-9, .5, "compare", NULL },
	{ 0, "fail-slower", NULL, NULL, benchi_setting_flag, AT(fail_slower), 0, 0, "compare", NULL },
	{ 0, "force", NULL, "by more; status 1; any machine", benchi_setting_flag, AT(force),
	  0, 0, "compare", NULL },
	BENCHI_SETTING(0, "baseline", "CASE", "compare each case with this one, over the processes",
		benchi_setting_text, AT(baseline)),
	BENCHI_SETTING(0, "limit", "'copy*:bytes/s<1e11'", NULL, benchi_setting_more, AT(limit)),
	BENCHI_SETTING(0, "expect", "'ns=3..4'", "impossible; prediction", benchi_setting_more,
		AT(expect)),
	BENCHI_FLAG(0, "count", NULL, AT(count)),
	BENCHI_SETTING(0, "count=functions", NULL, NULL, read_count_how, AT(count_functions)),
	BENCHI_SETTING(0, "count=native", NULL, NULL, read_count_how, AT(count_native)),
	BENCHI_LIMITED(0, "count-limit", "N", "what an iteration executes, in at most N steps",
		read_count_limit, AT(count_limit), 1, 1e9),
	{ 0, "ramp", "1..8", "add workers one by one; its own options: bench-ramp(1)", read_ramp, 0,
	  0, 0, NULL, "processes threads rounds compare baseline" },
	BENCHI_FLAG(0, "progress", "a line on standard error for each row that is done", AT(progress)),
	BENCHI_FLAG('q', "quiet", "the table alone: no context, no advice, no progress", AT(quiet)),
	{ 0, "step-time", "TIME", "", benchi_setting_ns, AT(ramp_plan.step_ns), 0, 1e15, "ramp",
	  "time" },
	{ 0, "latency-limit", "TIME", "", benchi_setting_latency, AT(ramp_plan), 0, 0, "ramp", NULL },
	{ 0, "rate", "R", "", benchi_setting_number, AT(ramp_plan.rate_hz), 1e-6, 1e6, "ramp", NULL },
	{ 0, "even", NULL, "", benchi_setting_flag, AT(ramp_plan.even), 0, 0, "ramp rate", NULL },
	{ 0, "all", NULL, "", benchi_setting_flag, AT(ramp_plan.all), 0, 0, "ramp", NULL },
	BENCHI_SETTINGS_END
};

static benchi_command_line line_of(const benchi_settings *s)
{
	return (benchi_command_line){ .program = s->program, .table = benchi_setting_table,
		.more = "Exit status: 0 fine, 1 a result is wrong or impossible, 2 misuse, "
			"130 interrupt.\n" };
}

int benchi_settings_help(const benchi_settings *settings)
{
	benchi_command_line line = line_of(settings);

	printf("usage: %s [OPTION...]\n", settings->program);
	line.usage = "Times its cases and prints a line for each.\n";
	return benchi_line_help(&line);
}

static int settings_check(benchi_settings *s, const benchi_command_line *line)
{
	s->has_seed = benchi_line_given(line, "seed");
	s->has_cpu = benchi_line_given(line, "cpu");
	if (s->output && !benchi_line_given(line, "format"))
		s->form = benchi_format_of_file(s->output);
	if (s->output && benchi_is_standard_output(s->output))
		s->output = NULL;   /* the results in that format, in place of the table */
	if (s->ramp && !benchi_formats[s->form].ramp)
		return benchi_complain(s, "a ramp is written as " BENCHI_FORMAT_RAMPS);
	return 0;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

int benchi_settings_read(int argc, char **argv, benchi_settings *settings)
{
	benchi_command_line line;
	int status;

	memset(settings, 0, sizeof *settings);
	settings->count_limit = BENCHI_COUNT_LIMIT;
	settings->program = argc > 0 && argv[0] && *argv[0] ? last_part(argv[0]) : "benchmark";
	line = line_of(settings);
	line.to = settings;
	benchi_line_read(&line, argc, argv, &status);
	settings->help = line.helped;
	if (!status && !line.helped && line.operands)
		status = benchi_complain(settings, "found '%s', expected options only (try '%s --help')",
			line.operand[0], settings->program);
	return status || settings->help ? status : settings_check(settings, &line);
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
