/*
 * What did the windows say of one iteration?
 *
 * Each clean round gives one number: with loops of k and of 2k instances, T1 = N1
 * (k work + loop) and T2 = N2 (2k work + loop), so work = (T2/N2 - T1/N1) / k and loop
 * = 2 T1/N1 - T2/N2 (Staelin and McVoy 1998, section 6.3); otherwise T/N.  Divided by the
 * calm reference's tick of the same round it is cycles, in which drift, turbo and a change
 * of core cancel.  The estimate is over rounds (engine/estimate.c).
 *
 * A round is clean if none of its windows failed or was interrupted and the core's whole width
 * was available: the high-IPC reference ran at its undisturbed rate.  If hardly any is, because a
 * noisy neighbour stays on the core, all that were not interrupted count, with a warning: the
 * body really was slower then.  How much of its time is the neighbour's is not known; between
 * nothing, if the body is one chain, and the share of the width that was missing, if the front
 * end limits it.  So the interval reaches down by that share.
 *
 * A compiler may melt two instances into one (w *= k; w *= k), or a second one may
 * cost more than the first.  Both show in the loop's cost, which cannot be above that
 * of an empty loop nor below nothing; then the loop of one alone speaks, and its
 * interval reaches down by what the loop may have added.
 *
 * To the interval that chance explains comes what every window may be off by alike
 * (timing/window.h): without it, 95 % intervals held the truth in 45 to 60 % of
 * processes; with it, in 93 to 95 %.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "engine/estimate.h"
#include "measure/warnings.h"
#include "cycle/chains.h"
#include "measure/layout.h"
#include "measure/result.h"
#include "stats/order.h"
#include "timing/window.h"

static const double WIDTH_THERE = 0.025;    /* share of the core that may be missing */
static const double COMMON_WIDTH = 6;       /* of cores of today, in instructions a cycle */
static const double CLEAN_WANTED = 0.6, CLEAN_LEAST = 0.1;

static const double FIXED_DOUBT = 0.5;

enum { ROUNDS_LEAST = 6 };

/* The arms' places and what their windows usually take an iteration. */
struct arms {
	int calm, busy, few, many;
	double usual_ns[BENCHI_RUN_ARMS];
};

static struct arms find_arms(const struct benchi_run *run)
{
	struct arms arms = { benchi_run_arm(run, BENCHI_LOW_IPC), benchi_run_arm(run, BENCHI_HIGH_IPC),
		benchi_run_arm(run, BENCHI_FEW), benchi_run_arm(run, BENCHI_MANY), { 0 } };

	for (size_t i = 0; i < run->engine.plan.arms; i++)
		arms.usual_ns[i] = benchi_arm_median(&run->engine, i, run->memory.scratch);
	return arms;
}

static double iteration_ns(const struct benchi_run *run, size_t round, int arm)
{
	return benchi_sample_iteration_ns(benchi_engine_sample(&run->engine, round, (size_t)arm));
}

/* Nanoseconds of a tick in this round, by a reference. */
static double ruler_tick_ns(const struct benchi_run *run, size_t round, int arm, double ticks)
{
	const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round, (size_t)arm);

	return sample->ns / (ticks * (double)sample->iterations + run->reference.fixed_ticks);
}

static double tick_ns(const struct benchi_run *run, const struct arms *arms, size_t round)
{
	return arms->calm < 0 ? (double)NAN
	     : ruler_tick_ns(run, round, arms->calm, run->reference.calm_ticks);
}

static int whole_round(const struct benchi_run *run, const struct arms *arms, size_t round)
{
	for (size_t i = 0; i < run->engine.plan.arms; i++) {
		const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round, i);

		if (isnan(sample->ns)
		    || benchi_interrupted(sample->ns, arms->usual_ns[i] * (double)sample->iterations))
			return 0;
	}
	return 1;
}

/* The share of the core's width that was available in this round, by the high-IPC reference; 1
 * without one. */
static double width_share(const struct benchi_run *run, const struct arms *arms, size_t round)
{
	return arms->busy < 0 ? 1 : tick_ns(run, arms, round)
	     / ruler_tick_ns(run, round, arms->busy, run->reference.busy_ticks);
}

static int rulers_agree(const struct benchi_run *run, const struct arms *arms, size_t round)
{
	return fabs(width_share(run, arms, round) - 1) < WIDTH_THERE;
}

struct benchi_width benchi_result_width(const struct benchi_run *run)
{
	struct arms arms = find_arms(run);
	double *ticks = run->memory.scratch;
	size_t n = 0;

	for (size_t round = 0; round < run->engine.rounds && arms.busy >= 0; round++)
		if (whole_round(run, &arms, round))
			ticks[n++] = run->reference.busy_ticks / width_share(run, &arms, round);
	benchi_sort(ticks, n);
	return benchi_width_of(ticks, n, 0);
}

/* The width that was available in the rounds that count, of which width, in instructions a tick. */
static void fill_width(const struct benchi_run *run, const struct arms *arms, int clean_only,
                       bench_summary *summary)
{
	double *share = run->memory.scratch + 4 * run->memory.rounds;
	double full = BENCHI_SATURATE_INSTRUCTIONS / run->reference.busy_ticks;
	size_t n = 0;

	for (size_t round = 0; round < run->engine.rounds && arms->busy >= 0; round++)
		if (whole_round(run, arms, round) && (!clean_only || rulers_agree(run, arms, round)))
			share[n++] = width_share(run, arms, round);
	if (n == 0)
		return;
	benchi_sort(share, n);
	summary->width = full * fmin(1, benchi_quantile(share, n, 0.5));
	/* one that may have been disturbed is below that of most cores, or the next whole number */
	summary->width_full = run->reference.width_sure ? full : fmax(COMMON_WIDTH, floor(full) + 1);
}

/* Which rounds count: their number; whole ones and clean ones. */
static void count_rounds(const struct benchi_run *run, const struct arms *arms, size_t *whole,
                         size_t *clean)
{
	*whole = *clean = 0;
	for (size_t round = 0; round < run->engine.rounds; round++)
		if (whole_round(run, arms, round)) {
			++*whole;
			*clean += (size_t)rulers_agree(run, arms, round);
		}
}

int benchi_result_wants_more(const struct benchi_run *run)
{
	const struct benchi_plan *plan = &run->engine.plan;
	struct arms arms;
	size_t whole, clean;

	if (!run->reference.busy || run->vary_layout || plan->rounds_least == plan->rounds_most)
		return 0;       /* nothing tells, or the number of rounds is not ours to choose */
	arms = find_arms(run);
	count_rounds(run, &arms, &whole, &clean);
	return (double)clean < CLEAN_WANTED * (double)whole;
}

void benchi_result_keep_clean(struct benchi_run *run)
{
	struct arms arms = find_arms(run);
	size_t kept = 0, bytes = run->engine.plan.arms * sizeof(struct benchi_sample);

	for (size_t round = 0; round < run->engine.rounds; round++)
		if (whole_round(run, &arms, round) && rulers_agree(run, &arms, round))
			memmove(benchi_engine_sample(&run->engine, kept++, 0),
				benchi_engine_sample(&run->engine, round, 0), bytes);
	run->thrown += run->engine.rounds - kept;
	run->engine.rounds = kept;
}

/* Must the loop of few speak alone, because the difference cannot be believed? */
static int speaks_alone(const struct benchi_run *run, const struct arms *arms)
{
	double few, loop;

	if (arms->many < 0)
		return 1;
	few = arms->usual_ns[arms->few];
	loop = 2 * few - arms->usual_ns[arms->many];
	return loop > 1.3 * run->empty_loop_ns + 0.02 * few || loop < -0.02 * few;
}

/* The numbers of all rounds that count: of an iteration, one a round.  They lie in scratch. */
struct numbers {
	double *ns, *cycles, *tick, *round, *spare;
	size_t count;
};

/* What was read off the windows before any number is estimated. */
struct reading {
	struct arms arms;
	int few_only, clean_only;
	size_t whole, clean;
	struct numbers numbers;
};

/* What a window takes beside its iterations, in ticks, where nothing cancels it: as much as the
 * reference's own, since both are a call of a function whose loop ends. */
static double window_ticks(const struct benchi_run *run, int few_only)
{
	return few_only && !run->regions ? run->reference.fixed_ticks : 0;
}

static double few_ns(const struct benchi_run *run, const struct reading *r, size_t round,
                     double tick)
{
	const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round,
		(size_t)r->arms.few);
	double fixed = window_ticks(run, r->few_only);

	return (sample->ns - (fixed > 0 && tick > 0 ? fixed * tick : 0)) / (double)sample->iterations;
}

static void collect(const struct benchi_run *run, struct reading *r)
{
	struct numbers *numbers = &r->numbers;

	numbers->count = 0;
	for (size_t round = 0; round < run->engine.rounds; round++) {
		double few, tick;
		size_t i = numbers->count;

		if (!whole_round(run, &r->arms, round)
		    || (r->clean_only && !rulers_agree(run, &r->arms, round)))
			continue;
		tick = tick_ns(run, &r->arms, round);
		few = few_ns(run, r, round, tick);
		numbers->ns[i] = (r->few_only ? few : iteration_ns(run, round, r->arms.many) - few)
		               / run->few;
		if (run->timing.loop_given && !run->function && !run->regions)
			numbers->ns[i] -= run->timing.loop_ns;
		numbers->cycles[i] = numbers->ns[i] / tick;
		numbers->tick[i] = tick;
		numbers->round[i] = (double)round;
		numbers->count++;
	}
}

static struct reading read_rounds(const struct benchi_run *run)
{
	size_t capacity = run->memory.rounds;
	double *scratch = run->memory.scratch;
	struct reading r = { .arms = find_arms(run), .numbers = { scratch, scratch + capacity,
		scratch + 2 * capacity, scratch + 3 * capacity, scratch + 4 * capacity, 0 } };

	r.few_only = speaks_alone(run, &r.arms);
	count_rounds(run, &r.arms, &r.whole, &r.clean);
	r.clean_only = r.clean >= ROUNDS_LEAST && (double)r.clean >= CLEAN_LEAST * (double)r.whole;
	collect(run, &r);
	return r;
}

void benchi_result_give(const struct benchi_run *run)
{
	struct reading r = read_rounds(run);
	double iterations = run->few * (double)run->sizing[r.arms.few].iterations;

	if (!r.few_only)
		iterations += 2 * run->few * (double)run->sizing[r.arms.many].iterations;
	for (size_t i = 0; i < r.numbers.count; i++)
		run->readings->take(run->readings->to, r.numbers.ns[i], r.numbers.cycles[i], iterations);
}

static void fill_windows(const struct benchi_run *run, const struct arms *arms, size_t kept,
                         bench_summary *summary)
{
	double few = run->few * (double)run->sizing[arms->few].iterations;
	double many = arms->many < 0 ? 0 : 2 * run->few * (double)run->sizing[arms->many].iterations;
	size_t body_arms = arms->many < 0 ? 1 : 2;

	summary->samples = kept * body_arms;
	summary->dropped = (run->thrown + run->engine.rounds - kept) * body_arms;
	summary->iterations = (uint64_t)((few + many) * (double)kept);
}

/* The ticks of a window of an arm. */
static double ticks_of(const struct benchi_run *run, int arm, double ticks)
{
	return ticks * (double)run->sizing[arm].iterations;
}

/* By what share every window's time may be off alike: chance does not show it. */
static double uncertainty_share(const struct benchi_run *run, const struct arms *arms)
{
	double window_ns = arms->usual_ns[arms->few] * (double)run->sizing[arms->few].iterations;

	return window_ns > 0 ? benchi_window_uncertainty_ns(&run->timing) / window_ns : 0;
}

/* By what share cycles may be off besides: what a window takes beside its iterations is known to
 * half of itself, in the reference's windows and, where nothing cancels it, in the body's. */
static double fixed_doubt(const struct benchi_run *run, const struct reading *r)
{
	double fixed = run->reference.fixed_ticks, tick_ns_now = run->reference.tick_ns;
	double window_ns, share;

	if (r->arms.calm < 0 || !(fixed > 0) || !(tick_ns_now > 0))
		return 0;
	share = FIXED_DOUBT * fixed / ticks_of(run, r->arms.calm, run->reference.calm_ticks);
	window_ns = r->arms.usual_ns[r->arms.few] * (double)run->sizing[r->arms.few].iterations;
	if (window_ticks(run, r->few_only) > 0 && window_ns > 0)
		share += FIXED_DOUBT * fixed * tick_ns_now / window_ns;
	return share;
}

static const char *method(const struct benchi_run *run, int few_only)
{
	if (run->regions)
		return "regions";
	return run->function ? "function" : few_only ? "loop" : "two-loops";
}

/* How far the interval reaches beyond what chance explains; down, by what the loop may have added
 * and by the share of the core's width that was missing.  Fills the summary's width. */
static struct benchi_reach reach_of(const struct benchi_run *run, const struct reading *r,
                                    double centre_ns, bench_summary *summary)
{
	struct benchi_reach reach = { uncertainty_share(run, &r->arms), 0 };
	double missing;

	fill_width(run, &r->arms, r->clean_only, summary);
	missing = 1 - summary->width / summary->width_full;
	if (missing > WIDTH_THERE)
		reach.down += missing * centre_ns;
	if (run->merged || (r->few_only && r->arms.many >= 0))
		reach.down += run->empty_loop_ns / run->few;
	return reach;
}

double benchi_result_half_width(const struct benchi_run *run)
{
	struct reading r = read_rounds(run);
	int cycles = r.arms.calm >= 0;
	struct benchi_estimate e = benchi_estimate_series(cycles ? r.numbers.cycles : r.numbers.ns,
		r.numbers.count, r.numbers.spare);
	double unit = cycles && r.numbers.count > 0 ? r.numbers.tick[0] : 1;
	bench_summary unused = benchi_summary_none(BENCH_OK);
	struct benchi_reach reach = reach_of(run, &r, e.centre * unit, &unused);

	if (!(e.centre > 0) || e.confidence < 0.95)
		return INFINITY;
	return (e.high - e.low + reach.down / unit) / 2 / e.centre + reach.share
	     + (cycles ? fixed_doubt(run, &r) : 0);
}

/* Everything that is estimated; it sorts the numbers. */
static void estimate(const struct benchi_run *run, struct reading *r, bench_summary *summary)
{
	struct numbers *numbers = &r->numbers;
	size_t with_cycles = r->arms.calm < 0 ? 0 : numbers->count;
	struct benchi_reach reach;
	struct benchi_estimate ns, cycles;

	if (run->vary_layout)
		summary->layout_ns = benchi_layout_spread(numbers->ns, numbers->round, numbers->count,
			numbers->spare);
	benchi_warnings_trend(numbers->ns, numbers->count, summary);
	ns = benchi_estimate_series(numbers->ns, numbers->count, numbers->spare);
	cycles = benchi_estimate_series(numbers->cycles, with_cycles, numbers->spare);
	summary->mhz = 1e3 / benchi_estimate_of(numbers->tick, with_cycles, numbers->spare).centre;
	reach = reach_of(run, r, ns.centre, summary);
	benchi_warnings_noise(&ns, summary);
	benchi_warnings_modes(numbers->ns, numbers->count, reach.share, summary);
	benchi_summary_set_ns(summary, &ns, reach);
	reach.down *= summary->mhz / 1e3;
	reach.share += fixed_doubt(run, r);
	benchi_summary_set_cycles(summary, &cycles, reach);
}

bench_summary benchi_result_make(const struct benchi_run *run)
{
	struct reading r = read_rounds(run);
	bench_summary summary = benchi_summary_none(BENCH_OK);

	if (r.numbers.count == 0)
		summary.status = BENCH_ERR_NO_SAMPLES;
	estimate(run, &r, &summary);
	summary.ns_raw = r.arms.usual_ns[r.arms.few] / run->few;
	if (run->regions)
		summary.ns_raw += run->region_cost_ns;
	summary.overhead_ns = summary.ns_raw - summary.ns;
	summary.method = method(run, r.few_only);
	fill_windows(run, &r.arms, r.numbers.count, &summary);
	benchi_warnings_add(run, r.whole, r.clean_only ? r.clean : 0, &summary);
	return summary;
}

const double *benchi_result_sorted(const struct benchi_run *run, size_t *n)
{
	*n = bench_last()->samples / (benchi_run_arm(run, BENCHI_MANY) < 0 ? 1 : 2);
	return run->memory.scratch;
}
