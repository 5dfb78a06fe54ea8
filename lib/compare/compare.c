/*
 * Compares two routines: which is faster, and with what confidence.
 *
 * Times two arms in rounds (paired_run.c) and summarizes each side. Blocks of rounds decide when
 * to stop and give the answer and the interval (race.c).
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

static const struct compare_policy {
	double time_ns;         /* default budget */
	double round_ns, rounds_most;   /* shortest expected round; most rounds that are kept */
	double zone_share;      /* share of the margin that the clock's uncertainty may take */
	/* least length of a window, and number of windows in a budget that is too short for that */
	double window_ns, windows;
	double look_share;      /* share of the budget that each side runs at least */
} policy = { .time_ns = 150e6, .round_ns = 4e3, .rounds_most = 262144, .zone_share = 0.25,
	/* Windows of 16 to 25 us gave the narrowest intervals (4 us: twice as wide, 50 us: 1.2
	 * times). */
	.window_ns = 16e3, .windows = 200, .look_share = 0.2 };

enum { COLD_TRIED = 4 };
enum { COLUMNS = 4 };   /* arrays: blocks, times of each side (2), scratch */

static bench_status compare_fail(bench_difference *result, bench_status status)
{
	memset(result, 0, sizeof *result);
	result->answer = BENCH_UNSURE;
	result->ratio = result->ratio_low = result->ratio_high = result->confidence = NAN;
	result->margin = result->resolution = result->elapsed_ns = NAN;
	result->side[0] = result->side[1] = benchi_summary_none(status);
	return result->status = status;
}

static bench_status compare_report(struct benchi_paired_run *paired, double resolution,
                                   bench_difference *result)
{
	if (paired->n == 0)
		return compare_fail(result, benchi_fail(BENCH_ERR_NO_SAMPLES,
			"no complete round in %.0f us", paired->context->budget_ns / 1e3));
	result->answer = paired->answer;
	result->ratio = paired->ratio.median;
	result->ratio_low = paired->ratio.low;
	result->ratio_high = paired->ratio.high;
	result->confidence = 1 - paired->alpha;
	result->margin = paired->context->margin;
	result->resolution = resolution;
	for (int i = 0; i < 2; i++) {
		/* Summarize one side. Times are in the order of rounds; benchi_estimate_of sorts them. */
		const struct benchi_timing_context *context = paired->context;
		struct benchi_mean mean = benchi_total_mean(&paired->total[i]);
		double *ns = paired->ns[i];
		struct benchi_measured m = { .method = "function", .cycles.centre = NAN, .ns_raw = NAN,
			.tick_ns = benchi_timing_context_tick(paired->context), .iterations = paired->done[i],
			.samples = paired->n, .elapsed_ns = benchi_budget_elapsed(&paired->context->budget),
			.warnings = benchi_warnings_trend(ns, paired->n) };

		if (paired->c[i] == context->unpaired[0] || paired->c[i] == context->unpaired[1])
			m.warnings |= BENCH_WARN_UNPAIRED;
		m.ns = benchi_estimate_of(ns, paired->n);
		result->side[i] = benchi_summary_of(&m);
		benchi_warnings_modes(ns, paired->n, benchi_window_uncertainty_ns(&context->timing)
			/ paired->window_ns, &result->side[i]);
		benchi_summary_set_mean(&result->side[i], &mean, result->side[i].min_ns);
	}
	result->warnings = result->side[0].warnings | result->side[1].warnings;
	if (result->warnings & BENCH_WARN_RARE || paired->rare) {
		/* With rare work, total times give the answer, or there is no answer. */
		const struct benchi_total_ratio total = benchi_paired_run_totals(paired);
		const double low = log(total.low), high = log(total.high);
		const struct benchi_thresholds *t = &paired->thresholds;

		for (int i = 0; i < 2; i++) {
			bench_summary *side = &result->side[i];

			if (fabs(side->mean_ns - side->ns) > BENCHI_RARE_SHARE * side->ns)
				side->warnings |= BENCH_WARN_RARE;
		}
		result->warnings |= BENCH_WARN_RARE;
		result->answer = low > t->low && high < t->high ? BENCH_SAME
			: high < t->faster ? BENCH_FASTER : low > t->slower ? BENCH_SLOWER : BENCH_UNSURE;
		result->ratio = isnan(total.mean) ? result->ratio : total.mean;
		result->ratio_low = isnan(total.low) ? 0 : total.low;
		result->ratio_high = isnan(total.high) ? (double)INFINITY : total.high;
	}
	result->elapsed_ns = benchi_budget_elapsed(&paired->context->budget);
	result->rounds = paired->n;
	result->status = BENCH_OK;
	return BENCH_OK;
}

static bench_status time_both(struct benchi_timing_context *context, const bench_case *c,
                              const bench_compare_options *options, bench_difference *result)
{
	const int patient = options && options->rounds > 0;
	double least = fmin(policy.window_ns, context->budget_ns / policy.windows);
	double window = fmax(least, benchi_timing_context_window(context, policy.zone_share));
	double timed_ns = window;       /* the time of which the clock's uncertainty is a share */
	double zone, resolution;
	size_t capacity = patient ? options->rounds
		: (size_t)fmin(policy.rounds_most, 16 + context->budget_ns / policy.round_ns);
	struct benchi_kept outer = { NULL, NULL };
	struct benchi_paired_run *paired = NULL;
	bench_status status;

	if (benchi_cold_asked(&context->cold)) {
		/* The shorter of the two cold iterations sets the window length for both. */
		double began = benchi_budget_elapsed(&context->budget);

		timed_ns = INFINITY;
		for (int i = 0; i < 2; i++)
			timed_ns = fmin(timed_ns, benchi_timing_context_time(context, &c[i], COLD_TRIED, 0)
				/ COLD_TRIED);
		timed_ns = fmax(timed_ns, benchi_window_meaningless_ns(&context->timing));
		window = benchi_timing_context_cold_window(context, window, timed_ns,
			(benchi_budget_elapsed(&context->budget) - began) / (2 * COLD_TRIED));
	}
	zone = log1p(benchi_window_uncertainty_ns(&context->timing) / timed_ns);
	resolution = expm1(zone);
	if (capacity <= (SIZE_MAX - sizeof *paired) / COLUMNS / sizeof(double))
		paired = benchi_kept_new(BENCHI_COMPARE, context,
			sizeof *paired + capacity * COLUMNS * sizeof(double), &outer);
	if (!paired)
		return compare_fail(result, benchi_fail(BENCH_ERR_MEMORY, "out of memory for %.0f rounds",
			(double)capacity));
	paired->context = context;
	paired->c[0] = &c[0];
	paired->c[1] = &c[1];
	paired->window_ns = window;
	paired->alpha = context->alpha;
	paired->block_ns = context->block_ns;
	paired->look_ns = policy.look_share * context->budget_ns;
	paired->settled_ns = context->settled_ns;
	paired->thresholds = (struct benchi_thresholds){ log1p(-resolution), zone,
		log1p(-context->margin), log1p(context->margin) };
	paired->patient = patient;
	paired->capacity = capacity;
	if (resolution >= context->margin)
		paired->thresholds.low = paired->thresholds.high = 0;     /* never answer "same" */
	paired->x = (double *)(void *)(paired + 1);
	paired->ns[0] = paired->x + capacity;
	paired->ns[1] = paired->x + 2 * capacity;
	paired->scratch = paired->x + 3 * capacity;
	benchi_paired_run_run(paired);
	if (context->still.stopped)
		status = compare_fail(result, benchi_clock_fail_stopped(&context->timing.clock,
			&context->still));
	else
		status = compare_report(paired, resolution, result);
	benchi_kept_free(BENCHI_COMPARE, paired, &outer);
	return status;
}

bench_status bench_compare(const bench_case c[2], const bench_compare_options *options,
                           bench_difference *result)
{
	struct benchi_timing_context context;
	bench_pick_options common = { .seed = 0 };
	bench_status status;
	int ready;

	if (!result)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	if (!c)
		return compare_fail(result, benchi_fail(BENCH_ERR_ARGUMENT, "c is NULL"));
	for (int i = 0; i < 2; i++)
		if ((status = benchi_case_check(&c[i])) != BENCH_OK)
			return compare_fail(result, status);
	if (c[0].cold != c[1].cold)
		return compare_fail(result, benchi_fail(BENCH_ERR_ARGUMENT,
			".cold of the two cases is %u and %u, expected the same", c[0].cold, c[1].cold));
	if (options)
		common = (bench_pick_options){ .clock = options->clock, .enough_ns = options->enough_ns,
			.time_ns = options->time_ns, .margin = options->margin,
			.confidence = options->confidence, .seed = options->seed };
	status = benchi_timing_context_begin(&context, &common, policy.time_ns, 0);
	if (status != BENCH_OK)
		return compare_fail(result, status);
	context.budget.most_ns = context.budget_ns;
	for (ready = 0; ready < 2; ready++) {
		enum benchi_fitness fitness = benchi_timing_context_set_up(&context, &c[ready]);

		if (fitness == BENCHI_FIT)
			continue;
		status = benchi_fail(BENCH_ERR_NO_SAMPLES, "c[%d], %s: %s", ready,
			c[ready].name ? c[ready].name : "unnamed",
			fitness == BENCHI_UNFIT ? "its check failed" : benchi_case_skipped());
		break;
	}
	if (status == BENCH_OK && c->cold)
		status = benchi_cold_window_begin(&context.cold, c->cold, &context.timing);
	if (status == BENCH_OK)
		status = time_both(&context, c, options, result);
	else
		compare_fail(result, status);
	while (ready-- > 0)
		benchi_timing_context_take_down(&context, &c[ready]);
	benchi_timing_context_end(&context);
	return status;
}
