/*
 * Measures one row.
 *
 * Setup, the check, the timing; and the teardown, whenever setup did not skip.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/time.h"
#include "data/metric.h"
#include "data/repetition.h"
#include "measure/case.h"
#include "measure/rounds.h"
#include "measure/thread.h"
#include "program/interrupt.h"
#include "program/row.h"
#include "program/threads.h"
#include "timing/window.h"

enum {
	WHY = 400,
	TRIES = 3 /* a pause may take all of the time of a row */
};

static const double LONG_NS = 5e6; /* bodies that take longer are likely to be interrupted */

/* Where a row's readings go. */
struct gatherer {
	benchi_result *result;
	uint32_t process, round;
	bench_status status;
};

static void gather(void *to, double ns, double cycles, double iterations)
{
	struct gatherer *gatherer = to;
	benchi_reading reading = { ns, cycles, iterations, gatherer->process, gatherer->round++ };

	if (gatherer->status == BENCH_OK)
		gatherer->status = benchi_result_add(gatherer->result, &reading);
}

/* Keeps why there is no result. */
static benchi_outcome without(benchi_result *result, benchi_outcome outcome, const char *why)
{
	size_t size = strlen(why) + 1;

	free(result->skipped);
	result->skipped = malloc(size);
	if (result->skipped)
		memcpy(result->skipped, why, size);
	return outcome;
}

static benchi_outcome failed(benchi_result *result, bench_status status)
{
	char why[WHY];
	const char *detail = bench_detail();

	snprintf(why, sizeof why, "%s%s%s", bench_status_text(status), *detail ? ": " : "", detail);
	return without(result, status == BENCH_ERR_NO_SAMPLES ? BENCHI_DISTURBED : BENCHI_WRONG, why);
}

static bench_options options_of(const benchi_table_style *style)
{
	bench_options options;

	memset(&options, 0, sizeof options);
	options.time_ns = style->share.time_ns;
	options.rounds = style->rounds;
	options.seed = style->seed;
	return options;
}

/* A long body may have waited for a processor: its processor time is the share of the whole
 * measurement's wall time that this thread ran. */
static void take_cpu(double cpu_ns, double wall_ns, benchi_result *result)
{
	if (result->summary.ns >= LONG_NS && wall_ns > 0)
		result->cpu_ns = result->summary.ns * fmin(cpu_ns / wall_ns, 1);
}

static bench_status take_counted(const struct benchi_counted_all *all, uint32_t process,
                                 benchi_result *result)
{
	bench_status status = BENCH_OK;
	char name[BENCHI_METRIC_NAME];

	for (size_t i = 0; i < all->n && status == BENCH_OK; i++)
		status = benchi_metric_add(result, benchi_metric_name(&all->of[i], name), process,
			benchi_counted_value(all, i, benchi_throughput_ns(result)));
	return status;
}

static benchi_outcome time_it(const bench_case *c, const benchi_table_style *style,
                              benchi_result *result)
{
	struct gatherer gatherer = { result, style->process, 0, BENCH_OK };
	struct benchi_round_sink readings = { gather, &gatherer, style->patience_ns,
		style->share.most_ns, benchi_interrupt_flag() };
	bench_options options = options_of(style);
	bench_status status = BENCH_ERR_NO_SAMPLES;
	bench_clock clock = bench_clock_default();
	uint64_t began = clock.now_ns ? clock.now_ns(clock.ctx) : 0;
	double cpu_ns = -benchi_thread_cpu_ns();
	double patience_ns = style->patience_ns ? *style->patience_ns : 0;

	options.prepare = c->prepare;
	options.cold = c->cold;
	for (int tries = 0; tries < TRIES && status == BENCH_ERR_NO_SAMPLES; tries++) {
		bench_at(result->name);
		status = benchi_measure_rounds(c, &options, &readings, &result->summary);
	}
	if (style->patience_ns)
		result->waited_ns = patience_ns - *style->patience_ns;
	if (status == BENCH_OK)
		status = gatherer.status;
	if (status == BENCH_OK)
		status = take_counted(&benchi_thread_self()->counting.latest, style->process, result);
	result->wall_ns = result->summary.ns;
	if (status == BENCH_OK)
		take_cpu(cpu_ns + benchi_thread_cpu_ns(),
		         clock.now_ns ? benchi_elapsed_ns(&clock, began) : 0, result);
	return status == BENCH_OK ? BENCHI_TIMED : failed(result, status);
}

/* The check, and the timing if it went well. */
static benchi_outcome check_and_time(const bench_case *c, const benchi_table_style *style,
                                     benchi_result *result)
{
	int right = 1;

	if (c->verify)
		right = c->verify(c->arg);
	if (benchi_case_skipped())
		return without(result, BENCHI_SKIPPED, benchi_case_skipped());
	if (!right)
		return without(result, BENCHI_WRONG, "its result is wrong");
	return time_it(c, style, result);
}

/* All of the row's threads at once. */
static benchi_outcome run_pool(const benchi_row *row, const benchi_table_style *style,
                               benchi_result *result)
{
	bench_options options = options_of(style);
	struct benchi_counted_all counted = { .n = 0 };
	const benchi_threads_plan plan = { row->c, row->parameter, row->threads, style->process,
		&options, benchi_interrupt_came, &row->parameters, &counted };
	const double bytes = result->bytes, items = result->items;
	bench_status status = benchi_threads_run(&plan, result);

	result->bytes = bytes;
	result->items = items;
	if (status == BENCH_OK && !result->skipped)
		status = take_counted(&counted, style->process, result);
	if (status != BENCH_OK)
		return failed(result, status);
	return result->skipped ? BENCHI_SKIPPED : BENCHI_TIMED;
}

benchi_outcome benchi_one_run(const benchi_row *row, const benchi_table_style *style,
                              benchi_result *result)
{
	const struct benchi_worker_context place = { row->parameter, 0, 0, &row->parameters },
		nowhere = { 0, 0, 0, NULL };
	const bench_case *c = row->c;
	benchi_outcome outcome;

	result->summary = benchi_summary_none(BENCH_ERR_NO_SAMPLES);
	if (style->pool && c->cold)
		return without(result, BENCHI_SKIPPED, "cold cases run in one thread, without --threads");
	if (style->pool)
		return run_pool(row, style, result);
	benchi_case_enter(&place);
	if (c->setup)
		c->setup(c->arg);
	if (benchi_case_skipped()) {
		outcome = without(result, BENCHI_SKIPPED, benchi_case_skipped());
	} else {
		outcome = check_and_time(c, style, result);
		if (c->teardown)
			c->teardown(c->arg);
	}
	benchi_case_enter(&nowhere);
	return outcome;
}
