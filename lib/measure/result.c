/*
 * What did the windows say of one iteration?
 *
 * Each clean round gives one number: with loops of k and of 2k instances, T1 = N1
 * (k work + loop) and T2 = N2 (2k work + loop), so work = (T2/N2 - T1/N1) / k and loop
 * = 2 T1/N1 - T2/N2 (Staelin and McVoy 1998, section 6.3); otherwise T/N.  Divided by the
 * calm ruler's tick of the same round it is cycles, in which drift, turbo and a change
 * of core cancel.  The estimate is over rounds (engine/estimate.c).
 *
 * A round is clean if none of its windows failed or was interrupted and its two
 * rulers agree.  If hardly any is, because a neighbour stays on the core, all that
 * were not interrupted count, with a warning: the body really was slower then.
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
#include "measure/doubts.h"
#include "measure/placement.h"
#include "measure/result.h"
#include "timing/window.h"

static const double RULERS_AGREE = 0.004;   /* share by which the two may differ */
static const double CLEAN_WANTED = 0.6, CLEAN_LEAST = 0.1;

enum { ROUNDS_LEAST = 6 };

/* The lanes' places and what their windows usually take a turn. */
struct lanes {
	int calm, busy, few, many;
	double usual_ns[BENCHI_RUN_LANES];
};

static struct lanes find_lanes(const struct benchi_run *run)
{
	struct lanes lanes = { benchi_run_lane(run, BENCHI_CALM), benchi_run_lane(run, BENCHI_BUSY),
		benchi_run_lane(run, BENCHI_FEW), benchi_run_lane(run, BENCHI_MANY), { 0 } };

	for (size_t i = 0; i < run->engine.plan.lanes; i++)
		lanes.usual_ns[i] = benchi_lane_median(&run->engine, i, run->memory.scratch);
	return lanes;
}

static double turn_ns(const struct benchi_run *run, size_t round, int lane)
{
	return benchi_sample_turn_ns(benchi_engine_sample(&run->engine, round, (size_t)lane));
}

/* Nanoseconds of a tick in this round, by a ruler. */
static double ruler_tick_ns(const struct benchi_run *run, size_t round, int lane, double ticks)
{
	const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round, (size_t)lane);

	return sample->ns / (ticks * (double)sample->turns + run->ruler.fixed_ticks);
}

static double tick_ns(const struct benchi_run *run, const struct lanes *lanes, size_t round)
{
	return lanes->calm < 0 ? (double)NAN
	     : ruler_tick_ns(run, round, lanes->calm, run->ruler.calm_ticks);
}

static int whole_round(const struct benchi_run *run, const struct lanes *lanes, size_t round)
{
	for (size_t i = 0; i < run->engine.plan.lanes; i++) {
		const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round, i);

		if (isnan(sample->ns)
		    || benchi_interrupted(sample->ns, lanes->usual_ns[i] * (double)sample->turns))
			return 0;
	}
	return 1;
}

static int rulers_agree(const struct benchi_run *run, const struct lanes *lanes, size_t round)
{
	double busy;

	if (lanes->busy < 0)
		return 1;
	busy = ruler_tick_ns(run, round, lanes->busy, run->ruler.busy_ticks);
	return fabs(busy / tick_ns(run, lanes, round) - 1) < RULERS_AGREE;
}

/* Which rounds count: their number; whole ones and clean ones. */
static void count_rounds(const struct benchi_run *run, const struct lanes *lanes, size_t *whole,
                         size_t *clean)
{
	*whole = *clean = 0;
	for (size_t round = 0; round < run->engine.rounds; round++)
		if (whole_round(run, lanes, round)) {
			++*whole;
			*clean += (size_t)rulers_agree(run, lanes, round);
		}
}

int benchi_result_wants_more(const struct benchi_run *run)
{
	const struct benchi_plan *plan = &run->engine.plan;
	struct lanes lanes;
	size_t whole, clean;

	if (!run->ruler.busy || run->vary_placement || plan->rounds_least == plan->rounds_most)
		return 0;       /* nothing tells, or the number of rounds is not ours to choose */
	lanes = find_lanes(run);
	count_rounds(run, &lanes, &whole, &clean);
	return (double)clean < CLEAN_WANTED * (double)whole;
}

void benchi_result_keep_clean(struct benchi_run *run)
{
	struct lanes lanes = find_lanes(run);
	size_t kept = 0, bytes = run->engine.plan.lanes * sizeof(struct benchi_sample);

	for (size_t round = 0; round < run->engine.rounds; round++)
		if (whole_round(run, &lanes, round) && rulers_agree(run, &lanes, round))
			memmove(benchi_engine_sample(&run->engine, kept++, 0),
				benchi_engine_sample(&run->engine, round, 0), bytes);
	run->thrown += run->engine.rounds - kept;
	run->engine.rounds = kept;
}

/* Must the loop of few speak alone, because the difference cannot be believed? */
static int speaks_alone(const struct benchi_run *run, const struct lanes *lanes)
{
	double few, loop;

	if (lanes->many < 0)
		return 1;
	few = lanes->usual_ns[lanes->few];
	loop = 2 * few - lanes->usual_ns[lanes->many];
	return loop > 1.3 * run->empty_loop_ns + 0.02 * few || loop < -0.02 * few;
}

struct benchi_rounds {
	double *ns, *cycles, *tick, *scratch;   /* of an iteration, a round each */
	int *placement;
	size_t count;
};

/* The numbers of all rounds that count. */
static void collect(const struct benchi_run *run, const struct lanes *lanes, int few_only,
                    int clean_only, struct benchi_rounds *rounds)
{
	rounds->count = 0;
	for (size_t round = 0; round < run->engine.rounds; round++) {
		double few, tick;
		size_t i = rounds->count;

		if (!whole_round(run, lanes, round) || (clean_only && !rulers_agree(run, lanes, round)))
			continue;
		few = turn_ns(run, round, lanes->few);
		tick = tick_ns(run, lanes, round);
		rounds->ns[i] = (few_only ? few : turn_ns(run, round, lanes->many) - few) / run->few;
		if (run->timing.loop_given && !run->function && !run->regions)
			rounds->ns[i] -= run->timing.loop_ns;
		rounds->cycles[i] = rounds->ns[i] / tick;
		rounds->tick[i] = tick;
		rounds->placement[i] = benchi_placement_of(round);
		rounds->count++;
	}
}

/* Hands out every number. */
static void give(const struct benchi_run *run, const struct lanes *lanes, int few_only,
                 const struct benchi_rounds *rounds)
{
	double turns = run->few * (double)run->sizing[lanes->few].turns;

	if (!few_only)
		turns += 2 * run->few * (double)run->sizing[lanes->many].turns;
	for (size_t i = 0; i < rounds->count; i++)
		run->readings->take(run->readings->to, rounds->ns[i], rounds->cycles[i], turns);
}

static void fill_windows(const struct benchi_run *run, const struct lanes *lanes, size_t kept,
                         bench_summary *summary)
{
	double few = run->few * (double)run->sizing[lanes->few].turns;
	double many = lanes->many < 0 ? 0 : 2 * run->few * (double)run->sizing[lanes->many].turns;
	size_t body_lanes = lanes->many < 0 ? 1 : 2;

	summary->samples = kept * body_lanes;
	summary->dropped = (run->thrown + run->engine.rounds - kept) * body_lanes;
	summary->iterations = (uint64_t)((few + many) * (double)kept);
}

/* By what share every window's time may be off alike: chance does not show it. */
static double doubt_share(const struct benchi_run *run, const struct lanes *lanes)
{
	double window_ns = lanes->usual_ns[lanes->few] * (double)run->sizing[lanes->few].turns;

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
	struct lanes lanes = find_lanes(run);
	int few_only = speaks_alone(run, &lanes), clean_only;
	bench_summary summary = benchi_summary_none(BENCH_OK);
	struct benchi_estimate ns, cycles;
	struct reach reach = { doubt_share(run, &lanes), 0 };

	count_rounds(run, &lanes, &whole, &clean);
	clean_only = clean >= ROUNDS_LEAST && (double)clean >= CLEAN_LEAST * (double)whole;
	collect(run, &lanes, few_only, clean_only, &rounds);
	if (run->readings && run->readings->take)
		give(run, &lanes, few_only, &rounds);
	if (rounds.count == 0)
		summary.status = BENCH_ERR_NO_SAMPLES;
	if (run->melted || (few_only && lanes.many >= 0))
		reach.down = run->empty_loop_ns / run->few;
	if (run->vary_placement)
		summary.placement_ns = benchi_placement_spread(rounds.ns, rounds.placement, rounds.count,
			rounds.scratch);
	benchi_doubts_trend(rounds.ns, rounds.count, &summary);
	ns = benchi_estimate_of(rounds.ns, rounds.count, rounds.scratch);
	cycles = benchi_estimate_of(rounds.cycles, lanes.calm < 0 ? 0 : rounds.count, rounds.scratch);
	summary.mhz = 1e3 / benchi_estimate_of(rounds.tick, lanes.calm < 0 ? 0 : rounds.count,
		rounds.scratch).centre;
	benchi_doubts_noise(&ns, &summary);
	benchi_doubts_modes(rounds.ns, rounds.count, reach.share, &summary);
	fill_interval(&ns, reach, &summary.ns, &summary.ns_low, &summary.ns_high);
	reach.down *= summary.mhz / 1e3;
	fill_interval(&cycles, reach, &summary.cycles, &summary.cycles_low, &summary.cycles_high);
	fill_spread(&ns, &summary);
	summary.ns_raw = lanes.usual_ns[lanes.few] / run->few;
	summary.overhead_ns = summary.ns_raw - summary.ns;
	summary.method = method(run, few_only);
	fill_windows(run, &lanes, rounds.count, &summary);
	benchi_doubts_add(run, whole, clean_only ? clean : 0, &summary);
	return summary;
}

const double *benchi_result_sorted(const struct benchi_run *run, size_t *n)
{
	*n = bench_last()->samples / (benchi_run_lane(run, BENCHI_MANY) < 0 ? 1 : 2);
	return run->memory.scratch;
}
