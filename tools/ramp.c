/*
 * `bench ramp`: how much of a command can this machine do at once, and how late does it get?
 *
 * Reads the options, has lib/program/ramp.c add workers one by one, each of which runs the
 * command (ramp_command.c), and prints what came of it.  The first interrupt ends the ramp
 * after its step, the second ends the commands that run; what there is is reported.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

#include "bench.h"
#include "options.h"
#include "program/ramp_words.h"
#include "ramp.h"
#include "report/number.h"
#include "terminal.h"

#define VERB "ramp"

enum { MAX = 'n', STEP = 't', LIMIT = 'l', RATE = 'r', EVEN = 256, ALL, TIMEOUT, IGNORE, SHOW, SVG,
	JSON, CSV, SEED, MIN, HELP };

static const option known[] = { { MAX, "max", true }, { MIN, "min", true },
	{ STEP, "step-time", true }, { LIMIT, "latency-limit", true }, { RATE, "rate", true },
	{ EVEN, "even", false }, { ALL, "all", false }, { TIMEOUT, "timeout", true },
	{ IGNORE, "ignore-failure", false }, { SHOW, "show-output", false }, { SVG, "svg", true },
	{ JSON, "json", false }, { CSV, "csv", false }, { SEED, "seed", true },
	{ HELP, "help", false }, { 'h', NULL, false }, { 0, NULL, false } };

enum form { FORM_TEXT, FORM_JSON, FORM_CSV };

typedef struct request {
	benchi_ramp_plan plan;
	ramp_command command;
	enum form form;
	const char *svg;
	char name[256];
} request;

static volatile sig_atomic_t interrupts;

static void interrupted(int number)
{
	interrupts = interrupts + 1;
	signal(number, interrupts < 2 ? interrupted : SIG_DFL);
}

static int stop(void)
{
	return interrupts;
}

static void watch(void)
{
	static const int watched[] = { SIGINT, SIGTERM,
#ifdef SIGHUP
		SIGHUP,
#endif
	};

	interrupts = 0;
	for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
		if (signal(watched[i], interrupted) == SIG_IGN)
			signal(watched[i], SIG_IGN);
}

static int help(void)
{
	puts("bench ramp: run a command more and more at once, and see what is done, how fast\n"
	     "usage: bench ramp [OPTION...] -- COMMAND [ARGUMENT...]\n"
	     "\n"
	     "  -n, --max N                workers at most (64); --min N: at first (1)\n"
	     "  -t, --step-time 1s         how long each number of workers is counted\n"
	     "  -l, --latency-limit 10ms@p99   the answer keeps to that (also @p50, @max)\n"
	     "  -r, --rate R               each worker starts R runs a second, ready or not,\n"
	     "                             and latency counts from when they were due\n"
	     "      --even                 due at even distances, not at random (Poisson)\n"
	     "      --all                  do not end where throughput stops rising\n"
	     "      --timeout 60s          a run that takes longer is ended, and the ramp\n"
	     "      --ignore-failure       runs that fail count as well\n"
	     "      --show-output          the command's output goes to standard error\n"
	     "      --svg FILE             the picture\n"
	     "      --json, --csv          everything, for programs\n"
	     "      --seed N               of the random times of --rate\n"
	     "\n"
	     "More: bench-ramp(1).");
	return 0;
}

static int bad_argument(const char *name, const char *value, const char *expected)
{
	return complain(VERB, "--%s: found '%s', expected %s", name, value, expected);
}

/* A number from least to most; a whole one if whole. */
static bool take_number(const char *text, double least, double most, bool whole, double *value)
{
	const char *end = benchi_read_number(text, value);

	return end && !*end && *value >= least && *value <= most && !(whole && *value > floor(*value));
}

static int take_flag(request *r, int letter)
{
	switch (letter) {
	case EVEN:
		r->plan.even = true;
		break;
	case ALL:
		r->plan.all = true;
		break;
	case IGNORE:
		r->command.ignore_failure = true;
		break;
	case SHOW:
		r->command.show = true;
		break;
	default:
		r->form = letter == JSON ? FORM_JSON : FORM_CSV;
	}
	return 0;
}

static int take_workers(const char *name, const char *value, size_t *workers)
{
	double number;

	if (!take_number(value, 1, RAMP_WORKERS_MOST, true, &number))
		return bad_argument(name, value, "a whole number from 1 to 1024");
	*workers = (size_t)number;
	return 0;
}

static int take_option(request *r, int letter, const char *value)
{
	double number;

	if (letter < 0)
		return complain_option(VERB, letter, value);
	switch (letter) {
	case MAX:
		return take_workers("max", value, &r->plan.most);
	case MIN:
		return take_workers("min", value, &r->plan.least);
	case STEP:
		return ramp_read_time(value, true, &r->plan.step_ns)
		           ? 0 : bad_argument("step-time", value, "a time such as 1s or 200ms");
	case TIMEOUT:
		return ramp_read_time(value, true, &r->command.timeout_ns)
		           ? 0 : bad_argument("timeout", value, "a time such as 60s");
	case LIMIT:
		return ramp_read_limit(value, &r->plan.limit_ns, &r->plan.limit_share)
		           ? 0 : bad_argument("latency-limit", value, "a time such as 10ms or 10ms@p99.9");
	case RATE:
		return take_number(value, 1e-6, 1e6, false, &r->plan.rate_hz)
		           ? 0 : bad_argument("rate", value, "runs a second, from 0.000001 to 1000000");
	case SEED:
		if (!take_number(value, 0, 9e15, true, &number))
			return bad_argument("seed", value, "a whole number");
		r->plan.seed = (uint64_t)number;
		return 0;
	case SVG:
		r->svg = value;
		return *value ? 0 : bad_argument("svg", value, "the name of a file");
	default:
		return take_flag(r, letter);
	}
}

/* The command as it was typed. */
static void name_it(request *r)
{
	for (char **word = r->command.argv; *word; word++) {
		size_t used = strlen(r->name);

		snprintf(r->name + used, sizeof r->name - used, "%s%s", used ? " " : "", *word);
	}
}

static void progress(void *arg, size_t workers, const benchi_step *done)
{
	char count[64], time[64], last[160] = "";

	(void)arg;
	if (done)
		snprintf(last, sizeof last, "; %.0f: %s a second, p99 %s", (double)done->workers,
		         benchi_ramp_count(done->throughput_hz, count),
		         benchi_ramp_time(done->p99_ns, false, time));
	fprintf(stderr, "\r%-78s\r%.0f worker%s ...%s", "", (double)workers, workers == 1 ? "" : "s",
	        last);
	fflush(stderr);
}

static bool live(void)
{
#ifdef HAVE_UNISTD_H
	return isatty(STDERR_FILENO);
#else
	return false;
#endif
}

/* Does the environment's language write UTF-8? */
static bool speaks_utf8(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8")
			       || strstr(value, "utf-8");
	}
	return false;
}

/* The picture appears whole or not at all. */
static int write_svg(const request *r, const benchi_ramp *ramp)
{
	char path[4096];
	FILE *file;
	bench_status status;

	if ((size_t)snprintf(path, sizeof path, "%s.tmp", r->svg) >= sizeof path)
		return complain(VERB, "%s: the name is too long", r->svg);
	file = fopen(path, "wb");
	if (!file)
		return complain(VERB, "%s: %s", path, strerror(errno));
	status = benchi_ramp_svg(file, ramp, r->name);
	errno = 0;
	if (fclose(file) && status == BENCH_OK)
		status = BENCH_ERR_OUTPUT;
	if (status == BENCH_OK && rename(path, r->svg) == 0)
		return 0;
	remove(path);
	return complain(VERB, "%s: could not be written whole%s%s", r->svg, errno ? ": " : "",
	                errno ? strerror(errno) : "");
}

static int print(const request *r, const benchi_ramp *ramp)
{
	benchi_ramp_style style = { r->name, (size_t)terminal_width(79, 1), speaks_utf8() };
	bench_status status;

	if (r->form == FORM_JSON)
		status = benchi_ramp_json(stdout, ramp, r->name);
	else if (r->form == FORM_CSV)
		status = benchi_ramp_csv(stdout, ramp, r->name);
	else
		status = benchi_ramp_text(stdout, ramp, &style);
	if (r->command.failures > 0)
		complain(VERB, "%.0f runs failed, and were counted", r->command.failures);
	if (status != BENCH_OK && !ferror(stdout))
		return complain(VERB, "%s: %s", bench_status_text(status), bench_detail());
	return 0;
}

static int ramp_it(request *r)
{
	benchi_job job = ramp_command_job(&r->command);
	benchi_ramp ramp;
	bench_status status;
	int code;

	watch();
	r->plan.stop = r->command.stop = stop;
	if (live())
		r->plan.progress = progress;
	status = benchi_ramp_run(&job, &r->plan, &ramp);
	if (live())
		fprintf(stderr, "\r%-78s\r", "");
	if (status != BENCH_OK) {
		char why[256];

		snprintf(why, sizeof why, "%s", bench_detail());
		if (ramp.n)
			print(r, &ramp);
		benchi_ramp_free(&ramp);
		complain(VERB, "%s", interrupts ? "interrupted" : *why ? why : bench_status_text(status));
		return status == BENCH_ERR_NO_SAMPLES ? EXIT_WORSE : EXIT_MISUSE;
	}
	code = print(r, &ramp);
	if (!code && r->svg && ramp.n)
		code = write_svg(r, &ramp);
	if (!code && (ramp.best == SIZE_MAX || ramp.end == BENCHI_RAMP_STOPPED))
		code = EXIT_WORSE;
	benchi_ramp_free(&ramp);
	return code;
}

int verb_ramp(int argc, char **argv)
{
	static request r;
	options o;
	int letter, status = 0, words = 1;

	memset(&r, 0, sizeof r);
	r.command.timeout_ns = 60e9;
	while (words < argc && strcmp(argv[words], "--"))
		words++;
	options_start(&o, known, words - 1, argv + 1);
	while (!status && (letter = options_next(&o)) != OPTION_END) {
		if (letter == HELP || letter == 'h')
			return help();
		status = take_option(&r, letter, o.value);
	}
	if (status)
		return status;
	if (o.operands)
		return complain(VERB, "found '%s': the command stands behind '--'", o.argv[0]);
	if (words + 1 >= argc || !*argv[words + 1])
		return complain(VERB, "a command is missing behind '--' (try 'bench ramp --help')");
	if (r.plan.even && !(r.plan.rate_hz > 0))
		return complain(VERB, "--even belongs to --rate, which is missing");
	if (r.plan.most && r.plan.least > r.plan.most)
		return complain(VERB, "--min %.0f is above --max %.0f", (double)r.plan.least,
		                (double)r.plan.most);
	r.command.argv = argv + words + 1;
	name_it(&r);
	return ramp_it(&r);
}
