/*
 * Reads the command line of a benchmark program: the table of its options (command_line.c reads
 * tables), and readers for numbers and patterns that only programs have.
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

const char *benchi_threads_read(const char *value, size_t *thread, size_t *n)
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
	const char *expected = benchi_threads_read(value, s->thread, &s->threads);

	return expected ? benchi_line_bad(line, row, value, expected) : 0;
}

/* Parses "mean,min,p99.9,max". Returns false for anything else. */
static bool show_read(const char *list, benchi_show *show)
{
	for (show->n = 0; show->n < BENCHI_SHOWN; list++) {
		struct benchi_show_item *to = &show->of[show->n++];
		size_t length = strcspn(list, ",");
		const char *end;
		double percent = length == 3 && !memcmp(list, "min", 3) ? 0
			: length == 3 && !memcmp(list, "max", 3) ? 100 : -1;

		if (length == 0 || length > sizeof to->name - 4)
			return false;
		to->mean = length == 4 && !memcmp(list, "mean", 4);
		if (percent < 0 && !to->mean) {
			end = *list == 'p' ? benchi_read_number(list + 1, &percent) : NULL;
			if (end != list + length || !(percent > 0 && percent < 100))
				return false;
		}
		to->quantile = percent / 100;
		snprintf(to->name, sizeof to->name, "%.*s_ns", (int)length, list);
		list += length;
		if (!*list)
			return true;
	}
	return false;
}

static int read_show(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_settings *s = line->to;

	return show_read(value, &s->show) ? 0 : benchi_line_bad(line, row, value,
		"up to 8 of mean, min, max, and percentiles such as p99.9");
}

int benchi_setting_filter(benchi_command_line *line, const benchi_setting *row, const char *value)
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

const benchi_setting benchi_setting_table[] = {
	BENCHI_SETTING('f', "filter", "GLOB", "run only cases that match ('!copy*': that do not)",
		benchi_setting_filter, AT(filter)),
	BENCHI_SETTING('t', "time", "TIME", "spend this long on all rows together (12 ms per row)",
		benchi_setting_ns, AT(time_ns)),
	BENCHI_SETTING('o', "output", "FILE", "write the results with all windows to FILE as well",
		benchi_setting_text, AT(output)),
	BENCHI_SETTING(0, "compare", "FILE", "compare with the saved run in FILE", benchi_setting_text,
		AT(against)),
	BENCHI_FLAG(0, "count", "count the instructions of an iteration", AT(count)),
	BENCHI_HELP("What to run"),
	BENCHI_FLAG('l', "list", "print the names of the cases and exit", AT(list)),
	BENCHI_LIMITED(0, "processes", "N",
		"start N fresh processes (" BENCHI_QUOTED(BENCHI_PROCESSES) "); 1: only this one",
		benchi_setting_count, AT(processes), 1, BENCHI_PROCESSES_MOST),
	{ 0, "rounds", "N", "run N rounds per case, in one process", benchi_setting_count, AT(rounds),
	  1, 1000000, NULL, "time" },
	BENCHI_SETTING(0, "threads", "1,2,4", "run each case on these numbers of threads",
		read_threads, 0),
	{ 0, "cpu", "N", "run on processor N only", benchi_setting_count, AT(cpu), 0, 65535, NULL,
	  "threads ramp" },
	{ 0, "dry-run", NULL, "call each body once, untimed", benchi_setting_flag, AT(dry_run), 0, 0,
	  NULL, "ramp compare baseline output processes rounds time count" },
	{ 0, "loop", "T", "call each body for this long, untimed, for profilers", benchi_setting_ns,
	  AT(loop_ns), 0, 1e15, NULL,
	  "dry-run ramp compare baseline output processes rounds time count" },
	BENCHI_SETTING(0, "seed", "N", "seed the order of cases and windows", benchi_setting_seed,
		AT(seed)),
	BENCHI_HELP("The answer"),
	{ 0, "margin", "1%", "ignore changes up to this share", benchi_setting_share, AT(margin), 1e-9,
	  .5, NULL, NULL },
	BENCHI_SETTING(0, "fail-on", BENCHI_FAIL_WORDS,
		"exit with 1 if a row is slower, 3 if undecided (never)", benchi_setting_choice,
		AT(fail_on)),
	{ 0, "force", NULL, "compare with a run of another machine", benchi_setting_flag, AT(force), 0,
	  0, "compare", NULL },
	BENCHI_SETTING(0, "baseline", "CASE", "compare each case with this one", benchi_setting_text,
		AT(baseline)),
	BENCHI_SETTING(0, "show", "mean,p99", "print these, too; percentiles are of single calls",
		read_show, 0),
	BENCHI_SETTING(0, "limit", "'copy*:bytes/s<1e11'", "fail if a value breaks this limit",
		benchi_setting_more, AT(limit)),
	BENCHI_SETTING(0, "expect", "'ns=3..4'", "state a prediction, and report whether it held",
		benchi_setting_more, AT(expect)),
	BENCHI_HELP("Counting"),
	BENCHI_FLAG(0, "count=functions", "list the functions that execute them", AT(count_functions)),
	BENCHI_FLAG(0, "count=native", "use the C library's routines of this processor",
		AT(count_native)),
	BENCHI_LIMITED(0, "count-limit", "N", "stop counting a row after N steps",
		benchi_setting_count_limit, AT(count_limit), 1, BENCHI_COUNT_LIMIT_MOST),
	BENCHI_HELP("Output"),
	BENCHI_SETTING(0, "format", BENCHI_FORMAT_NAMES, "choose the form (by the ending of FILE)",
		benchi_setting_choice, AT(form)),
	BENCHI_FLAG(0, "progress", "print a line on standard error per finished row", AT(progress)),
	BENCHI_FLAG('q', "quiet", "print only the table and the key to its letters", AT(quiet)),
	BENCHI_HELP("Load (bench-ramp(1))"),
	{ 0, "ramp", "1..8", "add workers one by one", read_ramp, 0, 0, 0, NULL,
	  "processes threads rounds compare baseline" },
	{ 0, "step-time", "TIME", "count each number of workers for this time", benchi_setting_ns,
	  AT(ramp_plan.step_ns), 0, 1e15, "ramp", "time" },
	{ 0, "latency-limit", "TIME", "find the most work within this latency", benchi_setting_latency,
	  AT(ramp_plan), 0, 0, "ramp", NULL },
	{ 0, "rate", "R", "start at due times, R per second and worker", benchi_setting_number,
	  AT(ramp_plan.rate_hz), 1e-6, 1e6, "ramp", NULL },
	{ 0, "load", "80%", "then offer this share of the highest rate", benchi_setting_load,
	  AT(ramp_plan.load), 0, 0, "ramp", "rate" },
	{ 0, "even", NULL, "start at even distances instead of random times", benchi_setting_flag,
	  AT(ramp_plan.even), 0, 0, "ramp rate", NULL },
	{ 0, "all", NULL, "continue after the throughput has stopped rising", benchi_setting_flag,
	  AT(ramp_plan.all), 0, 0, "ramp", NULL },
	BENCHI_SETTINGS_END
};

static benchi_command_line line_of(const benchi_settings *s)
{
	return (benchi_command_line){ .program = s->program, .table = benchi_setting_table,
		.more = "\nExit status: 0 fine; 1 a result is wrong, impossible, or slower (--fail-on);\n"
			"2 misuse; 3 undecided; 4 not comparable; 130 interrupt.  More: bench-program(1).\n" };
}

int benchi_settings_help(const benchi_settings *settings)
{
	benchi_command_line line = line_of(settings);

	printf("usage: %s [OPTION...]\n", settings->program);
	line.usage = "Times its cases and prints a line for each.\n\n";
	return benchi_line_help(&line);
}

/* In the order of the figures in finish.c. */
const char *const benchi_limit_metrics[] = { "ns", "cycles", "bytes/s", "items/s", "iterations/s",
	"cpu_ns", "wall_ns", "min_ns", "p05_ns", "p95_ns", "mean_ns", "mhz", NULL };

/* Parses limits or expectations; reports metrics that do not exist. */
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
	line = line_of(s);
	line.to = s;
	benchi_line_read(&line, argc, argv, &status);
	s->help = line.helped;
	if (!status && !line.helped && line.operands)
		status = benchi_complain(s, "found '%s', expected options only (try '%s --help')",
			line.operand[0], s->program);
	if (status || s->help)
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
		return benchi_complain(s, "a ramp is written as " BENCHI_FORMAT_RAMPS);
	if ((s->margin > 0 || s->fail_on) && !s->against && !s->baseline)
		return benchi_complain(s, "--%s: only with --compare or --baseline",
			s->fail_on ? "fail-on" : "margin");
	return bounds_read(s, "limit", &s->limit, s->limits)
		? BENCHI_EXIT_MISUSE : bounds_read(s, "expect", &s->expect, s->expected);
}
