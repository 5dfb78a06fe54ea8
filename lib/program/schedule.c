/*
 * The order of rows, and the time of each.
 *
 * In the table's order; where something is repeated (rounds, processes) or a seed is
 * given, in a random one, so that what one row leaves behind (a hot core, a full cache)
 * does not always affect the same other row.  Times are shared out as they pass
 * (budget.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "program/interrupt.h"
#include "program/schedule.h"
#include "timing/window.h"

/* Of a stated time, so much may be waited while another workload shares the core. */
static const double WAIT_SHARE = 0.5;

size_t *benchi_pass_order(const benchi_pass *pass)
{
	size_t n = pass->rows->n, *order = malloc((n + 1) * sizeof *order);
	uint64_t random = pass->seed;

	if (!order)
		return NULL;
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	if (pass->shuffled)
		benchi_random_shuffle(&random, order, n);
	return order;
}

/* Since began, by the library's own clock; 0 without one. */
static double since(const bench_clock *clock, uint64_t began)
{
	return clock->now_ns ? benchi_elapsed_ns(clock, began) : 0;
}

size_t benchi_pass_run(const benchi_pass *pass, benchi_result *result)
{
	size_t n = pass->rows->n, ran = 0, *order = benchi_pass_order(pass);
	bench_clock clock = bench_clock_default();
	uint64_t began = clock.now_ns ? clock.now_ns(clock.ctx) : 0;
	double beside = 0;   /* what the last row took beside its time */
	/* beside the time if that is granted, else out of it */
	double granted = fmax(pass->patience_ns, pass->left_ns * WAIT_SHARE), patience = granted;
	benchi_table_style style = { .patience_ns = pass->left_ns > 0 ? &patience : NULL,
		.rounds = pass->settings->rounds, .process = pass->process,
		.pool = pass->settings->threads > 0 };

	if (!order)
		return SIZE_MAX;
	for (; ran < n && !benchi_interrupt_came(); ran++) {
		size_t i = order[ran];
		double before = since(&clock, began) - fmin(granted - patience, pass->patience_ns);
		benchi_outcome outcome;

		if (pass->left_ns > 0)
			style.share = benchi_budget_share(pass->left_ns - before, n - ran);
		if (pass->left_ns > 0 && style.pool)
			style.share.time_ns = benchi_budget_less(style.share.time_ns, beside);
		style.seed = pass->seed + 0x9e37 * (i + 1);
		outcome = benchi_one_run(&pass->rows->row[i], &style, &result[i]);
		beside = since(&clock, began) - before - style.share.time_ns;
		if (pass->done)
			pass->done(pass->to, i, outcome, &result[i]);
	}
	free(order);
	return ran;
}
