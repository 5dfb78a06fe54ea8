/*
 * Makes a command a load: each worker starts it, waits for its end, and starts it again.
 *
 * A run that exceeds the time limit is ended with its whole process group, first with SIGTERM
 * and then by force.  A run that fails ends the ramp, because a command that fails at once
 * would be the fastest of all.  If one run fails or the ramp is interrupted, the others are
 * ended within a tenth of a second.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/detail.h"
#include "program/process.h"
#include "tools/ramp/ramp.h"

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

static bench_status judge(ramp_command *c, const benchi_usage *usage)
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
	return judge(c, &process.usage);
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

benchi_job ramp_command_job(ramp_command *command)
{
	static const struct benchi_lock lock = BENCHI_LOCK_INIT;
	benchi_job job = { .operate = operate, .arg = command, .cpu_ns = cpu_ns, .batch = 1 };

	command->lock = lock;
	return job;
}
