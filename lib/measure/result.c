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
	double *share = run->memory.scratch + 3 * run->memory.rounds;
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

struct benchi_rounds {
	double *ns, *cycles, *tick, *scratch;   /* of an iteration, a round each */
	int *placement;
	size_t count;
};

/* The numbers of all rounds that count. */
static void collect(const struct benchi_run *run, const struct arms *arms, int few_only,
                    int clean_only, struct benchi_rounds *rounds)
{
	rounds->count = 0;
	for (size_t round = 0; round < run->engine.rounds; round++) {
		double few, tick;
		size_t i = rounds->count;

		if (!whole_round(run, arms, round) || (clean_only && !rulers_agree(run, arms, round)))
			continue;
		few = iteration_ns(run, round, arms->few);
		tick = tick_ns(run, arms, round);
		rounds->ns[i] = (few_only ? few : iteration_ns(run, round, arms->many) - few) / run->few;
		if (run->timing.loop_given && !run->function && !run->regions)
			rounds->ns[i] -= run->timing.loop_ns;
		rounds->cycles[i] = rounds->ns[i] / tick;
		rounds->tick[i] = tick;
		rounds->placement[i] = benchi_layout_of(round);
		rounds->count++;
	}
}

/* Hands out every number. */
static void give(const struct benchi_run *run, const struct arms *arms, int few_only,
                 const struct benchi_rounds *rounds)
{
	double iterations = run->few * (double)run->sizing[arms->few].iterations;

	if (!few_only)
		iterations += 2 * run->few * (double)run->sizing[arms->many].iterations;
	for (size_t i = 0; i < rounds->count; i++)
		run->readings->take(run->readings->to, rounds->ns[i], rounds->cycles[i], iterations);
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

/* By what share every window's time may be off alike: chance does not show it. */
static double doubt_share(const struct benchi_run *run, const struct arms *arms)
{
	double window_ns = arms->usual_ns[arms->few] * (double)run->sizing[arms->few].iterations;

	return window_ns > 0 ? benchi_window_doubt_ns(&run->timing) / window_ns : 0;
}

/* How far an interval reaches beyond its estimate's: to both sides, and down. */
struct reach { double share, down; };

/* An estimate into a value with its interval; nothing takes less than no time. */
static void fill_interval(const struct benchi_estimate *e, struct reach reach, double *value,
                          double *low, double *high)
{
	double both = reach.share * fabs(e->centre), below = e->low - both - reach.down;

	*value = e->centre < 0 ? 0 : e->centre;
	*low = below < 0 ? 0 : below;
	*high = e->high + both < 0 ? 0 : e->high + both;
}

static void fill_spread(const struct benchi_estimate *ns, bench_summary *summary)
{
	summary->min_ns = fmax(0, ns->min);
	summary->p05_ns = fmax(0, ns->p05);
	summary->p95_ns = fmax(0, ns->p95);
	summary->mad_ns = ns->mad;
	summary->confidence = ns->confidence;
}

static const char *method(const struct benchi_run *run, int few_only)
{
	if (run->regions)
		return "regions";
	return run->function ? "function" : few_only ? "loop" : "two-loops";
}

bench_summary benchi_result_make(const struct benchi_run *run)
{
	size_t room = run->memory.rounds, whole, clean;
	double *scratch = run->memory.scratch;
	struct benchi_rounds rounds = { scratch, scratch + room, scratch + 2 * room, scratch + 3 * room,
		(int *)(void *)(scratch + 4 * room), 0 };
	struct arms arms = find_arms(run);
	int few_only = speaks_alone(run, &arms), clean_only;
	bench_summary summary = benchi_summary_none(BENCH_OK);
	struct benchi_estimate ns, cycles;
	struct reach reach = { doubt_share(run, &arms), 0 };
	double missing;

	count_rounds(run, &arms, &whole, &clean);
	clean_only = clean >= ROUNDS_LEAST && (double)clean >= CLEAN_LEAST * (double)whole;
	collect(run, &arms, few_only, clean_only, &rounds);
	if (run->readings && run->readings->take)
		give(run, &arms, few_only, &rounds);
	if (rounds.count == 0)
		summary.status = BENCH_ERR_NO_SAMPLES;
	if (run->merged || (few_only && arms.many >= 0))
		reach.down = run->empty_loop_ns / run->few;
	if (run->vary_layout)
		summary.layout_ns = benchi_layout_spread(rounds.ns, rounds.placement, rounds.count,
			rounds.scratch);
	benchi_warnings_trend(rounds.ns, rounds.count, &summary);
	ns = benchi_estimate_of(rounds.ns, rounds.count, rounds.scratch);
	cycles = benchi_estimate_of(rounds.cycles, arms.calm < 0 ? 0 : rounds.count, rounds.scratch);
	summary.mhz = 1e3 / benchi_estimate_of(rounds.tick, arms.calm < 0 ? 0 : rounds.count,
		rounds.scratch).centre;
	benchi_warnings_noise(&ns, &summary);
	benchi_warnings_modes(rounds.ns, rounds.count, reach.share, &summary);
	fill_width(run, &arms, clean_only, &summary);
	missing = 1 - summary.width / summary.width_full;
	if (missing > WIDTH_THERE)
		reach.down += missing * ns.centre;
	fill_interval(&ns, reach, &summary.ns, &summary.ns_low, &summary.ns_high);
	reach.down *= summary.mhz / 1e3;
	fill_interval(&cycles, reach, &summary.cycles, &summary.cycles_low, &summary.cycles_high);
	fill_spread(&ns, &summary);
	summary.ns_raw = arms.usual_ns[arms.few] / run->few;
	summary.overhead_ns = summary.ns_raw - summary.ns;
	summary.method = method(run, few_only);
	fill_windows(run, &arms, rounds.count, &summary);
	benchi_warnings_add(run, whole, clean_only ? clean : 0, &summary);
	return summary;
}

const double *benchi_result_sorted(const struct benchi_run *run, size_t *n)
{
	*n = bench_last()->samples / (benchi_run_arm(run, BENCHI_MANY) < 0 ? 1 : 2);
	return run->memory.scratch;
}
