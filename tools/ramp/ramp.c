/*
 * `bench ramp`: runs a command at increasing concurrency; measures throughput and latency.
 *
 * Reads the options, has lib/load/ramp.c add workers one by one, each of which runs the
 * command (ramp.c), and prints the result.  An interrupt ends the step and the commands
 * that run; the results so far are reported.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdbool.h>

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "load/load.h"
#include "program/program.h"
#include "host/host.h"
#include "tools/draw/draw.h"
#include "tools/tools.h"
#include "write/write.h"

#define RAMP_WORKERS_MOST 1024

/* A command that workers run again and again. */
typedef struct ramp_command {
	char **argv;             /* ends in NULL */
	double timeout_ns;       /* one run may take that long */
	bool ignore_failure;     /* an exit status other than 0 is as good */
	bool show;               /* its output goes to standard error */
	int (*stop)(void);       /* 2 or more: end what runs */
	struct benchi_lock lock;
	bool failed;             /* one run has; the others are ended */
	double failures;         /* that were ignored */
	double cpu_ns[RAMP_WORKERS_MOST];
} ramp_command;

/*
 * Makes a command a load: each worker starts it, waits for its end, and starts it again.
 *
 * A run that exceeds the time limit is ended with its whole process group, first with SIGTERM
 * and then by force.  A run that fails ends the ramp, because a command that fails at once
 * would be the fastest of all.  If one run fails or the ramp is interrupted, the others are
 * ended within a tenth of a second.
 */

static const double LOOK_NS = 100e6, GRACE_NS = 500e6;

enum { STANDARD_ERROR = 2 };

static bool called_off(ramp_command *c)
{
	bool failed;

	benchi_lock_take(&c->lock);
	failed = c->failed;
	benchi_lock_give(&c->lock);
	return failed || (c->stop && c->stop());
}

static bench_status fail(ramp_command *c)
{
	benchi_lock_take(&c->lock);
	c->failed = true;
	benchi_lock_give(&c->lock);
	return BENCH_ERR_NO_SAMPLES;
}

/* Waits for its end, which must come in time. */
static bench_status wait_for(ramp_command *c, benchi_process *process)
{
	double waited = 0;

	while (benchi_process_wait(process, fmin(LOOK_NS, c->timeout_ns)) == BENCH_ERR_BUSY) {
		waited += fmin(LOOK_NS, c->timeout_ns);
		if (called_off(c)) {
			benchi_process_end(process, GRACE_NS);
			return benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' was ended", c->argv[0]);
		}
		if (waited >= c->timeout_ns) {
			benchi_process_end(process, GRACE_NS);
			benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' did not end within %g s (--timeout)",
			            c->argv[0], c->timeout_ns / 1e9);
			return fail(c);
		}
	}
	return BENCH_OK;
}

static bench_status command_judge(ramp_command *c, const benchi_usage *usage)
{
	if (usage->exited && usage->code == 0)
		return BENCH_OK;
	if (c->ignore_failure) {
		benchi_lock_take(&c->lock);
		c->failures++;
		benchi_lock_give(&c->lock);
		return BENCH_OK;
	}
	if (usage->exited)
		benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' ended with exit status %d (--ignore-failure "
		            "takes that)", c->argv[0], usage->code);
	else
		benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' was ended by signal %d", c->argv[0],
		            usage->code);
	return fail(c);
}

static bench_status run_once(ramp_command *c, size_t worker)
{
	benchi_command command = { c->argv, NULL, -1, -1, -1, true };
	benchi_process process;
	bench_status status;

	if (c->show)
		command.out = command.err = STANDARD_ERROR;
	status = benchi_process_start(&command, &process);
	if (status != BENCH_OK) {
		fail(c);
		return status;
	}
	status = wait_for(c, &process);
	if (status != BENCH_OK)
		return status;
	c->cpu_ns[worker] += process.usage.user_ns + process.usage.system_ns;
	return command_judge(c, &process.usage);
}

static bench_status operate(void *arg, size_t worker, uint64_t n)
{
	ramp_command *c = (ramp_command *)arg;
	bench_status status = BENCH_OK;

	while (n-- > 0 && status == BENCH_OK)
		status = called_off(c) ? benchi_fail(BENCH_ERR_NO_SAMPLES, "called off")
		                       : run_once(c, worker);
	return status;
}

static double cpu_ns(void *arg, size_t worker)
{
	return ((const ramp_command *)arg)->cpu_ns[worker];
}

/* As a job; command must stay. */
static benchi_job ramp_command_job(ramp_command *command)
{
	static const struct benchi_lock lock = BENCHI_LOCK_INIT;
	benchi_job job = { .operate = operate, .arg = command, .cpu_ns = cpu_ns, .batch = 1 };

	command->lock = lock;
	return job;
}

#define VERB "ramp"

enum { MAX = 'n', MIN = 256, TIMEOUT, IGNORE, SHOW, SVG, JSON, CSV, SEED, BYTES, LIMIT, EXPECT,
	HELP };

static const benchi_option known[] = { { MAX, "max", true }, { MIN, "min", true },
	BENCHI_RAMP_OPTIONS, { TIMEOUT, "timeout", true },
	{ IGNORE, "ignore-failure", false }, { SHOW, "show-output", false }, { SVG, "svg", true },
	{ JSON, "json", false }, { CSV, "csv", false }, { SEED, "seed", true },
	{ BYTES, "bytes", true }, { LIMIT, "limit", true }, { EXPECT, "expect", true },
	{ HELP, "help", false }, { 'h', NULL, false }, { 0, NULL, false } };

enum { BOUNDS = 16 };   /* of a kind, at most */

enum form { FORM_TEXT, FORM_JSON, FORM_CSV };

typedef struct request {
	benchi_ramp_plan plan;
	ramp_command command;
	enum form form;
	const char *svg;
	char name[256];
	benchi_bound limit[BOUNDS], expected[BOUNDS];
	size_t limits, expects;
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
	puts("bench ramp: run a command at increasing concurrency; throughput and latency\n"
	     "usage: bench ramp [OPTION...] -- COMMAND [ARGUMENT...]\n"
	     "\n"
	     "  -n, --max N                workers at most (64); --min N: at first (1)\n"
	     "      --step-time 1s         how long each number of workers is counted\n"
	     "      --latency-limit 10ms@p99   the answer keeps to that (also @p50, @max)\n"
	     "      --rate R               each worker starts R runs a second, ready or not,\n"
	     "                             and latency counts from when they were due\n"
	     "      --even                 due at even distances, not at random (Poisson)\n"
	     "      --all                  do not end where throughput stops rising\n"
	     "      --timeout 60s          a run that takes longer is ended, and the ramp\n"
	     "      --ignore-failure       runs that fail count as well\n"
	     "      --show-output          the command's output goes to standard error\n"
	     "      --bytes N              a run moves so many: bytes a second as well\n"
	     "      --limit 'bytes/s<1e9', --expect 'p99_ns=1e6..2e6'   cannot be; prediction\n"
	     "      --svg FILE             the picture\n"
	     "      --json, --csv          everything, for programs\n"
	     "      --seed N               of the random times of --rate\n"
	     "\n"
	     "More: bench-ramp(1).");
	return 0;
}

/* A number from least to most; a whole one if whole. */
static bool take_number(const char *text, double least, double most, bool whole, double *value)
{
	return benchi_number(text, value) && *value >= least && *value <= most
	    && !(whole && *value > floor(*value));
}

static int take_flag(request *r, int letter)
{
	switch (letter) {
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
		return complain_value(VERB, name, value, "a whole number from 1 to 1024");
	*workers = (size_t)number;
	return 0;
}

static int take_bound(const char *name, const char *value, benchi_bound *bound, size_t *n)
{
	if (*n == BOUNDS)
		return complain(VERB, "--%s: at most %d", name, BOUNDS);
	return benchi_bound_read(value, benchi_ramp_metrics, &bound[(*n)++]) == BENCH_OK
	           ? 0 : complain(VERB, "--%s: %s", name, bench_detail());
}

static int take_option(request *r, int letter, const char *value)
{
	const char *name, *expected;
	double number;

	if (letter < 0)
		return complain_option(VERB, letter, value);
	if (letter >= BENCHI_RAMP_STEP && letter < BENCHI_RAMP_LAST) {
		expected = benchi_ramp_option(&r->plan, letter, value, &name);
		return expected ? complain_value(VERB, name, value, expected) : 0;
	}
	switch (letter) {
	case MAX:
		return take_workers("max", value, &r->plan.most);
	case MIN:
		return take_workers("min", value, &r->plan.least);
	case TIMEOUT:
		return benchi_ramp_read_time(value, true, &r->command.timeout_ns)
		           ? 0 : complain_value(VERB, "timeout", value, "a time such as 60s");
	case SEED:
		if (!take_number(value, 0, 9e15, true, &number))
			return complain_value(VERB, "seed", value, "a whole number");
		r->plan.seed = (uint64_t)number;
		return 0;
	case BYTES:
		return benchi_number(value, &r->plan.bytes) && r->plan.bytes > 0
		           ? 0 : complain_value(VERB, "bytes", value, "a number above 0");
	case LIMIT:
		return take_bound("limit", value, r->limit, &r->limits);
	case EXPECT:
		return take_bound("expect", value, r->expected, &r->expects);
	case SVG:
		r->svg = value;
		return *value ? 0 : complain_value(VERB, "svg", value, "the name of a file");
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

/* The picture appears whole or not at all. */
static int write_svg(const request *r, const benchi_ramp *ramp)
{
	benchi_atomic_file file;
	bench_status status = benchi_atomic_file_begin(r->svg, &file);

	if (status == BENCH_OK)
		status = benchi_ramp_svg(file.out, ramp, r->name);
	if (status == BENCH_OK)
		status = benchi_atomic_file_keep(&file);
	if (status == BENCH_OK)
		return 0;
	complain(VERB, "--svg: %s", bench_detail());
	benchi_atomic_file_drop(&file);
	return EXIT_MISUSE;
}

static int print(const request *r, const benchi_ramp *ramp)
{
	const bool utf8 = benchi_look_for(stdout).utf8;
	bench_status status;

	if (r->form == FORM_JSON)
		status = benchi_ramp_json(stdout, ramp, r->name);
	else if (r->form == FORM_CSV) {
		benchi_ramp_csv_heads(stdout, NULL);
		status = benchi_ramp_csv(stdout, ramp, r->name);
	} else {
		status = benchi_ramp_text(stdout, ramp, r->name, utf8);
		if (status == BENCH_OK)
			status = benchi_ramp_chart(stdout, ramp, (size_t)terminal_width(79, 1), utf8);
	}
	if (r->command.failures > 0)
		complain(VERB, "%.0f runs failed, and were counted", r->command.failures);
	if (status != BENCH_OK && !ferror(stdout))
		return complain(VERB, "%s: %s", bench_status_text(status), bench_detail());
	return 0;
}

/* Beside a format for programs this goes to standard error.  EXIT_WORSE: a step is impossible. */
static int ramp_judge(const request *r, const benchi_ramp *ramp)
{
	FILE *out = r->form == FORM_TEXT ? stdout : stderr;
	int code = 0;

	for (size_t i = 0; i < r->expects; i++)
		benchi_ramp_expectation(out, ramp, &r->expected[i]);
	for (size_t i = 0; i < r->limits; i++)
		if (benchi_ramp_judge(out, ramp, &r->limit[i]))
			code = EXIT_WORSE;
	return code;
}

static int ramp_it(request *r)
{
	benchi_job job = ramp_command_job(&r->command);
	benchi_ramp ramp;
	bench_status status;
	int code;

	watch();
	r->plan.stop = r->command.stop = stop;
	r->plan.progress = benchi_ramp_progress;
	r->plan.observe = true;
	status = benchi_ramp_run(&job, &r->plan, &ramp);
	benchi_ramp_progress_end();
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
	if (!code)
		code = ramp_judge(r, &ramp);
	if (code <= EXIT_WORSE && r->svg && ramp.n)
		code = write_svg(r, &ramp) ? EXIT_MISUSE : code;
	if (!code && (ramp.best == SIZE_MAX || ramp.end == BENCHI_RAMP_STOPPED))
		code = EXIT_WORSE;
	benchi_ramp_free(&ramp);
	return code;
}

int verb_ramp(int argc, char **argv)
{
	static request r;
	benchi_options o;
	int letter, status = 0, words = 1;

	memset(&r, 0, sizeof r);
	r.command.timeout_ns = 60e9;
	while (words < argc && strcmp(argv[words], "--"))
		words++;
	benchi_options_start(&o, known, words - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
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
	if (benchi_ramp_check(&r.plan))
		return complain(VERB, "%s", benchi_ramp_check(&r.plan));
	if (r.plan.most && r.plan.least > r.plan.most)
		return complain(VERB, "--min %.0f is above --max %.0f", (double)r.plan.least,
		                (double)r.plan.most);
	r.command.argv = argv + words + 1;
	name_it(&r);
	return ramp_it(&r);
}
