/*
 * What does the command line of a benchmark program ask for?
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/options.h"
#include "load/ramp_options.h"
#include "program/range.h"
#include "program/settings.h"
#include "program/threads.h"

enum { LIST = 'l', FILTER = 'f', TIME = 't', OUTPUT = 'o', QUIET = 'q', HELP = 'h', ROUNDS = 256,
	PROCESSES, THREADS, SEED, FORMAT, COMPARE, FAIL_SLOWER, BASELINE, LIMIT, PROGRESS,
	RAMP, SVG, COUNT, COUNT_LIMIT };

/* Single steps a row: 4 s at 20 us each. */
enum { COUNT_LIMIT_DEFAULT = 200000 };

static const benchi_option known[] = { { LIST, "list", false }, { FILTER, "filter", true },
	{ TIME, "time", true }, { ROUNDS, "rounds", true }, { PROCESSES, "processes", true },
	{ THREADS, "threads", true }, { SEED, "seed", true }, { OUTPUT, "output", true },
	{ FORMAT, "format", true }, { COMPARE, "compare", true },
	{ FAIL_SLOWER, "fail-slower", false }, { BASELINE, "baseline", true }, { LIMIT, "limit", true },
	{ PROGRESS, "progress", false }, { QUIET, "quiet", false }, { HELP, "help", false },
	{ COUNT, "count", false }, { COUNT_LIMIT, "count-limit", true },
	{ RAMP, "ramp", true }, { SVG, "svg", true }, BENCHI_RAMP_OPTIONS,
	{ 0, NULL, false } };

int benchi_complain(const benchi_settings *settings, const char *format, ...)
{
	va_list list;

	fprintf(stderr, "%s: ", settings->program);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
	return BENCHI_EXIT_MISUSE;
}

int benchi_settings_help(const benchi_settings *settings)
{
	printf("usage: %s [OPTION...]\n", settings->program);
	puts("Times its cases and prints a line for each.\n"
	     "\n"
	     "  -l, --list            print the cases' names and leave\n"
	     "  -f, --filter GLOB     only cases whose name matches: 'copy*', '*/4096'\n"
	     "  -t, --time TIME       for everything together (12 ms a case)\n"
	     "      --rounds N        so many rounds a case, in one process\n"
	     "      --processes N     intervals are over N fresh processes (20); 1: this one\n"
	     "      --threads 1,2,4   each case on so many threads at once\n"
	     "      --seed N          of the order of cases and of windows\n"
	     "  -o, --output FILE     write the results, with all readings, to FILE as well\n"
	     "      --format FORM     text, csv, json, google, go, lmbench (by FILE's end)\n"
	     "      --compare FILE    what is faster or slower than in that saved run?\n"
	     "      --fail-slower     exit status 1 if anything is slower than there\n"
	     "      --baseline CASE   compare each case with this one, over the processes\n"
	     "      --limit 'ns<100'  call a result beyond it impossible; 'copy*:bytes/s<1e11'\n"
	     "      --count           instructions, allocations and events of one iteration\n"
	     "      --count-limit N   at most so many single steps a case (200000)\n"
	     "      --ramp 1..8       add workers one by one; its own options: bench-ramp(1)\n"
	     "      --progress        a line on standard error for each row that is done\n"
	     "  -q, --quiet           the table alone: nothing about the machine, no advice\n"
	     "\n"
	     "Exit status: 0 fine, 1 a result is wrong or impossible, 2 misuse, 130 interrupt.");
	return 0;
}

static int bad(const benchi_settings *s, const char *name, const char *value, const char *expected)
{
	return benchi_complain(s, "--%s: found '%s', expected %s", name, value, expected);
}

static int read_time(benchi_settings *s, const char *value)
{
	if (!benchi_duration(value, true, &s->time_ns) || s->time_ns > 1e14)
		return bad(s, "time", value, "a time such as 1s or 200ms, up to 100000s");
	return 0;
}

static int read_count(const benchi_settings *s, const char *name, const char *value, uint64_t most,
                      size_t *count)
{
	uint64_t number;
	const char *end = benchi_range_number(value, &number);

	if (!end || *end || number < 1 || number > most)
		return benchi_complain(s, "--%s: found '%s', expected a count from 1 to %.0f", name, value,
			(double)most);
	*count = (size_t)number;
	return 0;
}

static int read_seed(benchi_settings *s, const char *value)
{
	const char *end = benchi_range_number(value, &s->seed);

	s->has_seed = true;
	return end && !*end ? 0 : bad(s, "seed", value, "a whole number");
}

static int read_threads(benchi_settings *s, const char *value)
{
	uint64_t number[BENCHI_RANGE_MOST];
	size_t n;

	if (benchi_range_read(value, number, &n) || n > BENCHI_THREAD_COUNTS)
		return bad(s, "threads", value, "counts such as 1,2,4 or 1..8, 64 of them at most");
	s->threads = n;
	for (size_t i = 0; i < n; i++) {
		if (number[i] < 1 || number[i] > BENCHI_THREADS_MOST)
			return bad(s, "threads", value, "counts from 1 to 1024");
		s->thread[i] = (size_t)number[i];
	}
	return 0;
}

static int read_format(benchi_settings *s, const char *value)
{
	s->has_form = true;
	if (benchi_format_find(value, &s->form))
		return 0;
	return bad(s, "format", value, "text, csv, json, google, go or lmbench");
}

static int read_limit(benchi_settings *s, const char *value)
{
	if (s->limits == BENCHI_LIMITS_MOST)
		return benchi_complain(s, "--limit: more than %d limits", BENCHI_LIMITS_MOST);
	s->limit[s->limits++] = value;
	return 0;
}

/* --ramp and what belongs to it. */
static int read_ramp(benchi_settings *s, int letter, const char *value)
{
	const char *name = "ramp", *expected = NULL;

	if (letter == RAMP) {
		s->ramp = true;
		expected = benchi_ramp_read_workers(value, &s->ramp_plan)
		               ? NULL : "numbers of workers such as 1..8, at most 1024";
	} else {
		expected = benchi_ramp_option(&s->ramp_plan, letter, value, &name);
	}
	return expected ? bad(s, name, value, expected) : 0;
}

static int read_option(benchi_settings *s, int letter, const char *value)
{
	if (letter == RAMP || (letter >= BENCHI_RAMP_STEP && letter < BENCHI_RAMP_LAST))
		return read_ramp(s, letter, value);
	switch (letter) {
	case FILTER: s->filter = value; return 0;
	case TIME: return read_time(s, value);
	case ROUNDS: return read_count(s, "rounds", value, 1000000, &s->rounds);
	case PROCESSES: return read_count(s, "processes", value, 10000, &s->processes);
	case THREADS: return read_threads(s, value);
	case SEED: return read_seed(s, value);
	case OUTPUT: s->output = value; return 0;
	case FORMAT: return read_format(s, value);
	case COMPARE: s->against = value; return 0;
	case FAIL_SLOWER: s->fail_slower = true; return 0;
	case BASELINE: s->baseline = value; return 0;
	case LIMIT: return read_limit(s, value);
	case LIST: s->list = true; return 0;
	case PROGRESS: s->progress = true; return 0;
	case QUIET: s->quiet = true; return 0;
	case SVG: s->svg = value; return *value ? 0 : bad(s, "svg", value, "a file's name");
	case COUNT: s->count = true; return 0;
	case COUNT_LIMIT:
		s->count = true;
		return read_count(s, "count-limit", value, 1000000000, &s->count_limit);
	case HELP: s->help = true; return 0;
	default:
		return benchi_complain(s, "option '%s%s' %s (try '%s --help')", *value == '-' ? "" : "-",
			value, letter == BENCHI_OPTION_UNKNOWN ? "is unknown"
			: letter == BENCHI_OPTION_BARE ? "needs an argument" : "takes no argument", s->program);
	}
}

/* The form that a file's name asks for: JSON holds everything. */
static benchi_format form_of(const char *path)
{
	const char *end = strrchr(path, '.');

	return end && !strcmp(end, ".csv") ? BENCHI_FORMAT_CSV
	     : end && !strcmp(end, ".txt") ? BENCHI_FORMAT_TEXT : BENCHI_FORMAT_JSON;
}

/* What goes with --ramp? */
static int check_ramp(const benchi_settings *s)
{
	const benchi_ramp_plan *plan = &s->ramp_plan;

	if (s->ramp && (s->processes || s->threads || s->rounds || s->against || s->baseline
	                || s->limits))
		return benchi_complain(s, "--ramp goes with none of --processes, --threads, --rounds, "
			"--compare, --baseline and --limit");
	if (s->ramp && s->time_ns > 0 && plan->step_ns > 0)
		return benchi_complain(s, "--time and --step-time exclude each other");
	if (s->ramp && s->form > BENCHI_FORMAT_JSON)
		return benchi_complain(s, "a ramp is written as text, csv or json");
	if (!s->ramp && (s->svg || plan->step_ns > 0 || plan->limit_ns > 0 || plan->rate_hz > 0
	                 || plan->even || plan->all))
		return benchi_complain(s, "--step-time, --latency-limit, --rate, --even, --all and --svg "
			"belong to --ramp, which is missing");
	return s->ramp && benchi_ramp_check(plan) ? benchi_complain(s, "%s", benchi_ramp_check(plan))
	                                          : 0;
}

/* What goes together? */
static int check(benchi_settings *s)
{
	if (s->output && !s->has_form)
		s->form = form_of(s->output);
	if (s->rounds && s->time_ns > 0)
		return benchi_complain(s, "--rounds and --time exclude each other: rounds take their time");
	if (s->fail_slower && !s->against)
		return benchi_complain(s, "--fail-slower belongs to --compare, which is missing");
	if (s->output && !*s->output)
		return benchi_complain(s, "--output: found '', expected a file's name");
	return check_ramp(s);
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

int benchi_settings_read(int argc, char **argv, benchi_settings *settings)
{
	benchi_options o;
	int letter, status = 0;

	memset(settings, 0, sizeof *settings);
	settings->count_limit = COUNT_LIMIT_DEFAULT;
	settings->program = argc > 0 && argv[0] && *argv[0] ? last_part(argv[0]) : "benchmark";
	benchi_options_start(&o, known, argc > 0 ? argc - 1 : 0, argv + (argc > 0));
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END)
		status = read_option(settings, letter, o.value);
	if (!status && o.operands)
		status = benchi_complain(settings, "found '%s', expected options only (try '%s --help')",
			o.argv[0], settings->program);
	return status || settings->help ? status : check(settings);
}
