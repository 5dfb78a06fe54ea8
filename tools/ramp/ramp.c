/*
 * `bench ramp`: runs a command at increasing concurrency; measures throughput and latency.
 *
 * Reads the options, has lib/load/ramp.c add workers one by one, each of which runs the
 * command (ramp.c), and prints the result.  An interrupt ends the step and the commands
 * that run; the results so far are reported.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/draw/draw.h"
#include "tools/tools.h"

#define RAMP_WORKERS_MOST 1024

/* A command that workers run again and again. */
typedef struct ramp_command {
	char **argv;             /* ends in NULL */
	double timeout_ns;       /* one run may take that long */
	bool ignore_failure;     /* an exit status other than 0 is as good */
	bool show;               /* its output goes to standard error */
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
	return failed || benchi_interrupt_came();
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

typedef struct request {
	benchi_ramp_plan plan;
	ramp_command command;
	int form;                    /* benchi_format */
	benchi_ramp_writer to;
	const char *svg;
	benchi_atomic_file picture;  /* its file */
	char name[256];
	bounds bounds;
} request;

#define AT(member) offsetof(request, member)

static const benchi_setting table[] = {
	BENCHI_LIMITED('n', "max", "N", NULL, benchi_setting_count, AT(plan.most), 1,
		RAMP_WORKERS_MOST),
	BENCHI_LIMITED(0, "min", "N", "workers at most (64); at first (1)", benchi_setting_count,
		AT(plan.least), 1, RAMP_WORKERS_MOST),
	BENCHI_LIMITED(0, "step-time", "1s", "count each number of workers for this time",
		benchi_setting_ns, AT(plan.step_ns), 0, 1e15),
	BENCHI_SETTING(0, "latency-limit", "10ms@p99", "limit the answer's latency (also @p50, @max)",
		benchi_setting_latency, AT(plan)),
	BENCHI_LIMITED(0, "rate", "R", "each worker starts R runs per second, ready or not,\n"
		"and latency counts from when they were due", benchi_setting_number, AT(plan.rate_hz),
		1e-6, 1e6),
	{ 0, "load", "80%", "then offer this share of the most, at random times",
	  benchi_setting_load, AT(plan.load), 0, 0, NULL, "rate" },
	{ 0, "even", NULL, "start at even distances, not at random (Poisson)", benchi_setting_flag,
	  AT(plan.even), 0, 0, "rate", NULL },
	BENCHI_FLAG(0, "all", "do not end where throughput stops rising", AT(plan.all)),
	BENCHI_LIMITED(0, "timeout", "60s", "end a run that takes longer, and the ramp",
		benchi_setting_ns, AT(command.timeout_ns), 0, 1e15),
	BENCHI_FLAG(0, "ignore-failure", "count runs that fail, too", AT(command.ignore_failure)),
	BENCHI_FLAG(0, "show-output", "send the command's output to standard error",
		AT(command.show)),
	BENCHI_SETTING(0, "bytes", "N", "report bytes per second, of runs that move N",
		benchi_setting_number, AT(plan.bytes)),
	BENCHI_SETTING(0, "limit", "'bytes/s<1e9'", NULL, take_ramp_bound, AT(bounds)),
	BENCHI_SETTING(0, "expect", "'p99_ns=1e6..2e6'", "reject; predict", take_ramp_bound,
		AT(bounds)),
	BENCHI_SETTING(0, "svg", "FILE", "draw the chart", benchi_setting_text, AT(svg)),
	BENCHI_LIMITED(0, "json", NULL, NULL, benchi_setting_constant, AT(form), 0, BENCHI_FORMAT_JSON),
	BENCHI_LIMITED(0, "csv", NULL, "print all results, for programs", benchi_setting_constant,
		AT(form), 0, BENCHI_FORMAT_CSV),
	BENCHI_SETTING(0, "seed", "N", "seed the random times of --rate", benchi_setting_seed,
		AT(plan.seed)),
	BENCHI_SETTINGS_END
};

/* The command as it was typed. */
static void name_it(request *r)
{
	for (char **word = r->command.argv; *word; word++) {
		size_t used = strlen(r->name);

		snprintf(r->name + used, sizeof r->name - used, "%s%s", used ? " " : "", *word);
	}
}

/* The picture appears whole or not at all. */
static int write_svg(request *r, const benchi_ramp *ramp)
{
	bench_status status = benchi_ramp_svg(r->picture.out, ramp, r->name);

	if (status == BENCH_OK)
		status = benchi_atomic_file_keep(&r->picture);
	return status == BENCH_OK ? 0 : complain(VERB, "--svg: %s", bench_detail());
}

static int print(request *r, benchi_ramp *ramp)
{
	const bool utf8 = benchi_look_for(stdout).utf8;
	bench_status status = benchi_ramp_writer_add(&r->to, ramp, r->name);

	if (status == BENCH_OK && r->form == BENCHI_FORMAT_TEXT) {
		status = benchi_ramp_chart(stdout, ramp, (size_t)terminal_width(79, 1), utf8);
		if (!(r->plan.rate_hz > 0))
			words_print("", "Each operation starts a process.  The capacity of a server shows "
				"with a client that keeps running: EXAMPLES in bench-ramp(1).");
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
	FILE *out = r->form == BENCHI_FORMAT_TEXT ? stdout : stderr;
	int code = 0;

	for (size_t i = 0; i < r->bounds.expects; i++)
		benchi_ramp_expectation(out, ramp, &r->bounds.expected[i]);
	for (size_t i = 0; i < r->bounds.limits; i++)
		if (benchi_ramp_judge(out, ramp, &r->bounds.limit[i]))
			code = EXIT_WORSE;
	return code;
}

/* offered: an open loop follows, and the plan is that. */
static int ramp_it(request *r, bool *offered)
{
	benchi_job job = ramp_command_job(&r->command);
	benchi_ramp ramp;
	bench_status status;
	int code;

	benchi_interrupt_watch(false);
	r->plan.stop = benchi_interrupt_came;
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
		complain(VERB, "%s", benchi_interrupt_came() ? "interrupted"
		         : *why ? why : bench_status_text(status));
		return status == BENCH_ERR_NO_SAMPLES ? EXIT_WORSE : EXIT_MISUSE;
	}
	code = print(r, &ramp);
	if (!code)
		code = ramp_judge(r, &ramp);
	if (code <= EXIT_WORSE && r->svg && ramp.n)
		code = write_svg(r, &ramp) ? EXIT_MISUSE : code;
	if (!code && (ramp.best == SIZE_MAX || ramp.end == BENCHI_RAMP_STOPPED))
		code = EXIT_WORSE;
	*offered = !code && benchi_ramp_offer(&ramp, &r->plan);
	benchi_ramp_free(&ramp);
	return code;
}

int verb_ramp(int argc, char **argv)
{
	static request r;
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &r,
		.usage = "bench ramp: run a command at increasing concurrency; throughput and latency\n"
			"usage: bench ramp [OPTION...] -- COMMAND [ARGUMENT...]\n\n",
		.more = "\nMore: bench-ramp(1).\n", .command = "a command" };
	int status;
	bool offered = false;

	r.command.timeout_ns = 60e9;
	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (r.plan.most && r.plan.least > r.plan.most)
		return complain(VERB, "--min %.0f is above --max %.0f", (double)r.plan.least,
		                (double)r.plan.most);
	r.command.argv = line.behind;
	name_it(&r);
	if (r.svg && benchi_atomic_file_begin(r.svg, &r.picture) != BENCH_OK)
		return complain(VERB, "--svg: %s", bench_detail());
	r.to = (benchi_ramp_writer){ stdout, (benchi_format)r.form, r.plan.load > 0, NULL, 0 };
	benchi_ramp_writer_begin(&r.to);
	status = ramp_it(&r, &offered);
	if (offered) {
		r.svg = NULL;
		status = ramp_it(&r, &offered);
	}
	benchi_ramp_writer_end(&r.to);
	benchi_atomic_file_drop(&r.picture);
	return status;
}
