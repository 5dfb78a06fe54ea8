/*
 * In which order are rows run, and how long each?
 *
 * In the table's order; where something is repeated (rounds, processes) or a seed is
 * given, in a random one, so that what one row leaves behind (a hot core, a full cache)
 * does not always affect the same other row.  Times are shared out as they pass
 * (budget.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "base/random.h"
#include "program/interrupt.h"
#include "program/schedule.h"
#include "timing/window.h"

size_t *benchi_pass_order(const benchi_pass *pass)
{
	size_t n = pass->rows->n, *order = malloc((n + 1) * sizeof *order);
	uint64_t random = pass->seed;

	if (!order)
		return NULL;
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	if (!pass->shuffled)
		return order;
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)benchi_random_below(&random, i), keep = order[i - 1];

		order[i - 1] = order[j];
		order[j] = keep;
	}
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
	benchi_table_style manner = { .rounds = pass->settings->rounds, .process = pass->process,
		.pool = pass->settings->threads > 0 };

	if (!order)
		return SIZE_MAX;
	for (; ran < n && !benchi_interrupt_came(); ran++) {
		size_t i = order[ran];
		double before = since(&clock, began);
		benchi_outcome outcome;

		if (pass->left_ns > 0)
			manner.share = benchi_budget_share(pass->left_ns - before, n - ran);
		if (pass->left_ns > 0 && manner.pool)
			manner.share.time_ns = benchi_budget_less(manner.share.time_ns, beside);
		manner.seed = pass->seed + 0x9e37 * (i + 1);
		outcome = benchi_one_run(&pass->rows->row[i], &manner, &result[i]);
		beside = since(&clock, began) - before - manner.share.time_ns;
		if (pass->done)
			pass->done(pass->to, i, outcome, &result[i]);
	}
	free(order);
	return ran;
}
