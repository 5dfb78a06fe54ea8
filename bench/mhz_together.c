/*
 * Tests whether the clock falls when all cores compute at once (boost, shared power limits).
 *
 * Each processor is measured alone, then all at the same time, with a thread pinned to each. A
 * thread that has its answer continues to compute until the last thread has its answer, so that all
 * are measured under the same load.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mhz.h"

/* Shared by the threads. */
struct crowd {
	const struct mhz_options *options;
	struct benchi_lock lock;
	size_t ready, finished, count;
};

struct member {
	struct crowd *crowd;
	struct benchi_os_thread thread;
	struct mhz_result result;
	char detail[256];
	int pinned;
};

/* Adds `more` to a number that the crowd's threads share. Returns the sum. */
static size_t count_in(struct crowd *crowd, size_t *number, size_t more)
{
	size_t now;

	benchi_lock_take(&crowd->lock);
	*number += more;
	now = *number;
	benchi_lock_give(&crowd->lock);
	return now;
}

/* Some microseconds of the work that is measured. */
static void compute(void)
{
	unsigned long x = 1;

	for (int i = 0; i < 10000; i++) {
		x = x * 3 + 1;
		BENCH_KEEP(x);
	}
}

static void heat(double seconds)
{
	bench_clock clock = bench_clock_default();
	uint64_t began = clock.now_ns ? clock.now_ns(clock.ctx) : 0;

	while (clock.now_ns && (double)(clock.now_ns(clock.ctx) - began) < seconds * 1e9)
		compute();
}

static void work(void *arg)
{
	struct member *m = arg;
	struct crowd *crowd = m->crowd;

	m->pinned = mhz_pin(m->result.processor) == MHZ_OK;
	count_in(crowd, &crowd->ready, 1);
	while (count_in(crowd, &crowd->ready, 0) < crowd->count)
		compute();
	heat(crowd->options->heat);
	mhz_measure(&m->result, crowd->options);
	snprintf(m->detail, sizeof m->detail, "%s", m->result.detail);
	m->result.detail = m->detail;
	count_in(crowd, &crowd->finished, 1);
	while (count_in(crowd, &crowd->finished, 0) < crowd->count)
		compute();
}

/* Has every member measure at once. Returns an exit code. */
static int run(const struct mhz_options *options, struct member *member, size_t count)
{
	struct crowd crowd = { options, BENCHI_LOCK_INIT, 0, 0, count };
	size_t started = 0;
	int code = MHZ_OK;

	for (; started < count; started++) {
		member[started].crowd = &crowd;
		if (benchi_os_thread_start(&member[started].thread, work, &member[started]))
			break;
	}
	if (started < count) {
		code = mhz_bad("--together: cannot start thread %lu of %lu: %s",
		               (unsigned long)started + 1, (unsigned long)count, bench_detail());
		count_in(&crowd, &crowd.ready, count - started);
		count_in(&crowd, &crowd.finished, count - started);
	}
	for (size_t i = 0; i < started; i++) {
		benchi_os_thread_join(&member[i].thread);
		code = member[i].pinned ? code : MHZ_BAD;
	}
	return code;
}

static void begin(const struct mhz_options *options, const int *processors, size_t count,
                  struct member *member)
{
	memset(member, 0, count * sizeof *member);
	for (size_t i = 0; i < count; i++)
		mhz_result_begin(&member[i].result, options, processors[i]);
}

/* Prints the result of a processor. Returns its exit code. */
static int print(const struct mhz_options *options, struct mhz_result *r, const bench_cpu *alone)
{
	int code = mhz_exit_code(r->status);

	r->alone = alone;
	if (code != MHZ_BAD) {
		benchi_claimed_clock_find("", r->processor, &r->claimed);
		mhz_print(r, options->form);
	}
	if (code != MHZ_OK)
		mhz_explain(r);
	return code == MHZ_OK && isnan(alone->mhz) ? MHZ_NO_ANSWER : code;
}

static int compare(const struct mhz_options *options, const int *processors, size_t count,
                   struct member *alone, struct member *all)
{
	int code = MHZ_OK;

	begin(options, processors, count, alone);
	begin(options, processors, count, all);
	for (size_t i = 0; i < count && code == MHZ_OK; i++)
		code = run(options, &alone[i], 1);
	if (code == MHZ_OK)
		code = run(options, all, count);
	if (code != MHZ_OK)
		return code;
	if (options->form == MHZ_JSON)
		putchar('[');
	for (size_t i = 0; i < count; i++) {
		int now;

		if (options->form == MHZ_JSON && i)
			fputs(",\n ", stdout);
		now = print(options, &all[i].result, &alone[i].result.cpu);
		code = now > code ? now : code;
	}
	if (options->form == MHZ_JSON)
		puts("]");
	return code;
}

int mhz_together(const struct mhz_options *options, const int *processors, size_t count)
{
	struct member *alone = malloc(count * sizeof *alone), *all = malloc(count * sizeof *all);
	int code;

	if (!alone || !all)
		code = mhz_bad("%s", bench_status_text(BENCH_ERR_MEMORY));
	else
		code = compare(options, processors, count, alone, all);
	for (size_t i = 0; i < count && alone && all; i++) {
		bench_recording_free(alone[i].result.recording);
		bench_recording_free(all[i].result.recording);
	}
	free(alone);
	free(all);
	return code;
}

int mhz_heat(const struct mhz_options *options, const int *processors, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (mhz_pin(processors[i]) != MHZ_OK)
			return MHZ_BAD;
		heat(options->heat);
	}
	if (!count)
		heat(options->heat);
	return MHZ_OK;
}
