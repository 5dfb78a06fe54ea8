/*
 * Times two cases against each other until one is faster with the required confidence.
 *
 * A round has four windows: first, second, second, first, or the reverse, at random. So a steady
 * drift of the core's speed cancels within the round. With identical code each round favours
 * either side with the same probability, whatever the machine does and whatever happened before.
 *
 * A round's number is ln(second / first) of the summed times; the result is the median (race.c).
 * An interruption spoils a round, not the median. If both cases take about the same time, they run
 * the same number of iterations per window, so that the loop's cost is the same share of both.
 *
 * Worked: windows of 3.5 us, rounds of 14 us; 18 of 20 rounds are above 0.02 %: slower, proven at
 * 1 % after 0.3 ms.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"
#include "compare/compare.h"

static const struct paired_policy {
	double rounding;        /* distance of the interval from the threshold that was proven */
	/* until processor states have changed, a proof takes this many deviations ... */
	double far;
	/* ... where the deviation is the distance that 1 / part of the blocks exceed */
	size_t part;
	double round_share;     /* a round shorter than this share of the budget is completed after the
	                           time is up */
	double clear;           /* half width of the 99 % interval, in half widths of the 95 %
	                           interval */
} policy = { .rounding = 1e-12, .far = 6, .part = 16, .round_share = 0.05, .clear = 1.3 };

static void paired_close_block(struct benchi_paired_run *paired, double now_ns)
{
	benchi_bound_step(&paired->proof.bound);
	paired->x[paired->kept++] = benchi_blocks_close(&paired->blocks, &paired->thresholds);
	paired->opened_ns = now_ns;
	if (now_ns - paired->first_ns >= paired->settled_ns)
		paired->proof.far = 0;
}

static int paired_proven(const struct benchi_paired_run *paired, enum benchi_claim claim)
{
	return benchi_blocks_prove(&paired->blocks, &paired->thresholds, claim, &paired->proof);
}

/* Returns the answer that the blocks prove. */
static bench_answer proven_answer(const struct benchi_paired_run *paired)
{
	if (paired_proven(paired, BENCHI_ABOVE_LOW) && paired_proven(paired, BENCHI_BELOW_HIGH))
		return BENCH_SAME;
	return paired_proven(paired, BENCHI_FASTER) ? BENCH_FASTER
	     : paired_proven(paired, BENCHI_SLOWER) ? BENCH_SLOWER : BENCH_UNSURE;
}

struct benchi_total_ratio benchi_paired_run_totals(const struct benchi_paired_run *paired)
{
	double burst = 0;

	for (int i = 0; i < 2; i++)
		burst = fmax(burst, paired->burst_ns[i] / benchi_total_ns(&paired->total[i], NULL));
	return benchi_total_ratio(&paired->total[0], &paired->total[1], fmin(burst, 0.99));
}

/* Returns the median of n numbers; leaves x unchanged. */
static double median_of(const struct benchi_paired_run *paired, const double *x, size_t n)
{
	memcpy(paired->scratch, x, n * sizeof *x);
	return benchi_median(paired->scratch, n);
}

/* Returns true if work that medians leave out decides: the ratio of total times differs from the
 * blocks' median by more than the margin, or a case's mean from its median by more than
 * BENCHI_RARE_SHARE. */
static int has_rare_work(const struct benchi_paired_run *paired)
{
	struct benchi_total_ratio ratio = benchi_paired_run_totals(paired);
	double gap = fabs(log(ratio.mean) - median_of(paired, paired->x, paired->kept));

	if (gap > BENCHI_RARE_UNSURE
	    || (gap > paired->context->margin && gap > policy.clear * ratio.half))
		return 1;
	for (int i = 0; i < 2; i++) {
		double ns = median_of(paired, paired->ns[i], paired->n);
		struct benchi_mean mean = benchi_total_mean(&paired->total[i]);

		if (fabs(mean.mean - ns) > BENCHI_RARE_UNSURE * ns
		    || mean.low > ns * (1 + BENCHI_RARE_SHARE) || mean.high < ns * (1 - BENCHI_RARE_SHARE))
			return 1;
	}
	return 0;
}

/* Returns true if each case has run for look_ns, so that rare work has shown. Cold cases need
 * not. */
static int looked(const struct benchi_paired_run *paired, double look_ns)
{
	return paired->c[0]->cold
	    || fmin(benchi_total_ns(&paired->total[0], NULL), benchi_total_ns(&paired->total[1], NULL))
	       >= look_ns;
}

/* Returns true if total times do not contradict what the blocks prove. */
static int supported(const struct benchi_paired_run *paired, bench_answer answer)
{
	double ln = log(benchi_paired_run_totals(paired).mean);
	const struct benchi_thresholds *t = &paired->thresholds;

	/* NaN, without a total, contradicts nothing */
	return answer == BENCH_SAME ? !(ln < t->low) && !(ln > t->high)
	     : answer == BENCH_FASTER ? !(ln > 0) : answer == BENCH_SLOWER ? !(ln < 0) : 1;
}

/* Returns true if the run ends at now_ns. Once rare work has shown, it continues until the budget
 * is spent. */
static int run_over(struct benchi_paired_run *paired, const struct benchi_engine *engine,
                    double now_ns)
{
	bench_answer answer;
	double round_ns = 0;

	/* A round that has begun and takes little of the budget is completed, because a burst that uses
	 * up the budget is part of it. */
	for (int i = 0; i < 2; i++)
		round_ns += 2 * paired->least_ns[i] * (double)engine->sizing[i].iterations;
	if (paired->open_done[0] + paired->open_done[1] > 0
	    && round_ns < policy.round_share * paired->context->budget_ns)
		return 0;
	if (paired->n >= paired->capacity
	    || benchi_budget_left_at(&paired->context->budget, now_ns) <= 0)
		return 1;
	if (paired->patient || paired->blocks.rounds > 0 || paired->kept == 0
	    || !looked(paired, paired->look_ns))
		return 0;
	answer = proven_answer(paired);
	if (answer == BENCH_UNSURE || !supported(paired, answer))
		return 0;
	paired->patient = has_rare_work(paired);
	return !paired->patient;
}

static void paired_begin_counting(struct benchi_paired_run *paired)
{
	paired->n = paired->kept = 0;
	paired->context->still.windows = 0;
	paired->done[0] = paired->done[1] = 0;
	paired->first_ns = NAN;
	paired->moment = benchi_presence_now();
	paired->least_ns[0] = paired->least_ns[1] = NAN;
	paired->open_ns[0] = paired->open_ns[1] = paired->open_done[0] = paired->open_done[1] = 0;
	paired->burst_ns[0] = paired->burst_ns[1] = 0;
	memset(paired->total, 0, sizeof paired->total);
	memset(&paired->blocks, 0, sizeof paired->blocks);
	paired->proof.bound = benchi_bound_make(paired->alpha / 2);
	paired->proof.far = policy.far;
	paired->proof.part = policy.part;
	paired->proof.independent = 0;
}

void benchi_paired_run_conclude(struct benchi_paired_run *paired)
{
	const struct benchi_thresholds *thresholds = &paired->thresholds;
	struct benchi_middle ln = benchi_blocks_interval(paired->x, paired->kept, paired->scratch,
		&paired->proof);

	/* The ends of the interval agree with the claims that were proven during the run. */
	if (paired_proven(paired, BENCHI_SLOWER))
		ln.low = fmax(ln.low, thresholds->slower + policy.rounding);
	if (paired_proven(paired, BENCHI_FASTER))
		ln.high = fmin(ln.high, thresholds->faster - policy.rounding);
	paired->answer = proven_answer(paired);
	if (paired->answer == BENCH_SAME) {
		ln.low = fmax(ln.low, thresholds->low + policy.rounding);
		ln.high = fmin(ln.high, thresholds->high - policy.rounding);
	}
	paired->ratio = (struct benchi_middle){ exp(ln.low), exp(ln.median), exp(ln.high) };
	paired->rare = has_rare_work(paired);
	if (!looked(paired, paired->look_ns / 2) || !supported(paired, paired->answer))
		paired->answer = BENCH_UNSURE;
}

void benchi_paired_run_run(struct benchi_paired_run *paired)
{
	struct benchi_sizing sizing[2];
	struct benchi_sample sample[4];
	size_t order[2], arm;
	const struct benchi_engine_memory memory = { sizing, order, sample };
	struct benchi_engine engine;
	uint64_t iterations, done[2];
	double now, ns;

	paired_begin_counting(paired);
	benchi_rounds_begin(&engine, &memory, paired->context, 2, paired->window_ns);
	/* one window per pass, until run_over() or until the clock has stopped */
	for (;;) {
		now = benchi_budget_elapsed(&paired->context->budget);
		if (paired->blocks.rounds > 0 && now - paired->opened_ns >= paired->block_ns)
			paired_close_block(paired, now);
		if (run_over(paired, &engine, now))
			break;
		arm = benchi_rounds_next(&engine, now);
		if (benchi_clock_stopped(&paired->context->still, engine.sized, now))
			break;
		if (engine.sized && isnan(paired->first_ns))
			paired->first_ns = paired->opened_ns = now;
		ns = benchi_rounds_time(&engine, paired->context, paired->c[arm], &iterations);
		if (engine.sized) {
			/* Add the window, without time off the processor, to the open round. */
			double own_ns = benchi_window_own_ns(&paired->moment, &paired->least_ns[arm], ns,
				iterations);

			if (!isnan(own_ns)) {
				paired->open_ns[arm] += own_ns;
				paired->open_done[arm] += (double)iterations;
				paired->burst_ns[arm] = fmax(paired->burst_ns[arm],
					own_ns - paired->least_ns[arm] * (double)iterations);
			}
		}
		if (benchi_engine_paired(&engine)) {
			/* Add the finished round and its mirror, the same cases in reverse order, to the
			 * totals and to the open block. */
			const double a = benchi_rounds_pair_ns(&engine, 0, &done[0]);
			const double b = benchi_rounds_pair_ns(&engine, 1, &done[1]);
			const bool both = paired->open_done[0] > 0 && paired->open_done[1] > 0;

			for (int i = 0; i < 2; i++) {
				if (both)
					benchi_total_add(&paired->total[i], paired->open_ns[i], paired->open_done[i]);
				paired->open_ns[i] = paired->open_done[i] = 0;
			}
			if (a > 0 && b > 0) {
				benchi_blocks_round(&paired->blocks, log(b / a));
				paired->ns[0][paired->n] = a;
				paired->ns[1][paired->n++] = b;
				paired->done[0] += done[0];
				paired->done[1] += done[1];
			}
			if (benchi_engine_size_again(&engine, 0))
				paired_begin_counting(paired);
		}
	}
	if (paired->blocks.rounds > 0 && (paired->kept == 0 || paired->block_ns <= 0))
		paired_close_block(paired, benchi_budget_elapsed(&paired->context->budget));
	if (paired->kept > 0)
		benchi_paired_run_conclude(paired);
}

