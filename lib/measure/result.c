/*
 * Computes the time of one iteration from the windows of a run.
 *
 * Each clean round gives one number. With loops of k and 2k instances, T1 = N1 (k work + loop) and
 * T2 = N2 (2k work + loop). So work = (T2/N2 - T1/N1) / k and loop = 2 T1/N1 - T2/N2 (Staelin and
 * McVoy 1998, section 6.3). With one loop, work = T/N. Dividing by the low-IPC reference's tick of
 * the same round gives cycles, in which drift, turbo and a change of core cancel. The estimate is
 * over rounds (engine/estimate.c).
 *
 * A round is clean if nothing disturbed it. If hardly any round is clean, because a noisy
 * neighbour stays on the core, all rounds without an interruption count, with a warning: the body
 * really was slower then. How much the neighbour cost is unknown: between 0, if the body is one
 * chain, and the missing share of the core's width, if the front end limits the body. So the
 * interval is extended downwards by that share.
 *
 * A compiler may merge two instances into one (w *= k; w *= k), or a second instance may cost more
 * than the first. Both show in the loop's cost, which must be between 0 and that of an empty loop.
 * Otherwise the result comes from the loop with one instance, and its interval is extended
 * downwards by what the loop may have added.
 *
 * A function is called with n and with 2 n iterations if it does something before its loop
 * (measure/run.c). That work then cancels like a loop's cost.
 *
 * The interval adds the systematic uncertainty of a window to the random one (timing/timing.h).
 * Without that, 95 % intervals included the truth in 45 to 60 % of processes; with it, in 93 to
 * 95 %.
 *
 * SPDX-License-Identifier: MIT
 */

#include "measure/measure.h"
#include "stats/stats.h"

/*
 * Decides which rounds of a run can be used.
 *
 * A round is clean if none of its windows failed or was interrupted, and the core's whole width
 * was available: the high-IPC reference ran at its undisturbed rate.
 */

static const double CLEAN_WANTED = 0.6;
static const double LOST_TIMES = 10;    /* times the usual window: the thread lost its processor,
                                           which the system reports */

int benchi_recorded_arm(const struct benchi_recorded *run, enum benchi_kind kind)
{
	for (size_t i = 0; i < run->engine.plan.arms; i++)
		if (run->kind[i] == kind)
			return (int)i;
	return -1;
}

static struct benchi_arms recorded_arms(const struct benchi_recorded *run)
{
	struct benchi_arms arms = { benchi_recorded_arm(run, BENCHI_LOW_IPC),
		benchi_recorded_arm(run, BENCHI_HIGH_IPC), benchi_recorded_arm(run, BENCHI_FEW),
		benchi_recorded_arm(run, BENCHI_MANY), { 0 } };

	for (size_t i = 0; i < run->engine.plan.arms; i++)
		arms.usual_ns[i] = benchi_arm_median(&run->engine, i, run->memory.scratch);
	return arms;
}

/* Nanoseconds per tick in this round, by this reference. */
static double reference_tick_ns(const struct benchi_recorded *run, size_t round, int arm,
                                double ticks)
{
	const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round, (size_t)arm);

	return benchi_chain_tick_ns(sample->ns, (double)sample->iterations, ticks);
}

static double recorded_tick_ns(const struct benchi_recorded *run, const struct benchi_arms *arms,
                               size_t round)
{
	return arms->low_ipc < 0 ? (double)NAN
	     : reference_tick_ns(run, round, arms->low_ipc, run->reference.low_ipc_ticks);
}

static int recorded_whole(const struct benchi_recorded *run, const struct benchi_arms *arms,
                          size_t round)
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
 * without that reference. */
static double recorded_width(const struct benchi_recorded *run, const struct benchi_arms *arms,
                             size_t round)
{
	return arms->high_ipc < 0 ? 1 : recorded_tick_ns(run, arms, round)
	     / reference_tick_ns(run, round, arms->high_ipc, run->reference.high_ipc_ticks);
}

/* Returns true if no window of the round was interrupted and the whole width was available. */
static int recorded_clean(const struct benchi_recorded *run, const struct benchi_arms *arms,
                          size_t round)
{
	return recorded_whole(run, arms, round)
	       && fabs(recorded_width(run, arms, round) - 1) < BENCHI_WIDTH_MISSING;
}

struct benchi_width benchi_recorded_high_ipc(const struct benchi_recorded *run)
{
	struct benchi_arms arms = recorded_arms(run);
	double *ticks = run->memory.scratch;
	size_t n = 0, rounds = arms.high_ipc >= 0 ? run->engine.rounds : 0;

	for (size_t round = 0; round < rounds; round++)
		if (recorded_whole(run, &arms, round))
			ticks[n++] = run->reference.high_ipc_ticks / recorded_width(run, &arms, round);
	return benchi_width_of(ticks, NULL, n, ticks + run->memory.rounds);
}

/* Counts the rounds without interruption, and the clean ones among them. */
static void recorded_count(const struct benchi_recorded *run, const struct benchi_arms *arms,
                           size_t *whole, size_t *clean)
{
	*whole = *clean = 0;
	for (size_t round = 0; round < run->engine.rounds; round++)
		if (recorded_whole(run, arms, round)) {
			++*whole;
			*clean += (size_t)recorded_clean(run, arms, round);
		}
}

int benchi_recorded_wants_more(const struct benchi_recorded *run)
{
	struct benchi_arms arms;
	size_t whole, clean;

	if (!run->reference.high_ipc || run->layout_spread
	    || run->engine.plan.rounds_least == run->engine.plan.rounds_most)
		/* unknown without that reference; or the caller chose the number of rounds */
		return 0;
	arms = recorded_arms(run);
	recorded_count(run, &arms, &whole, &clean);
	return (double)clean < CLEAN_WANTED * (double)whole;
}

double benchi_recorded_taken(const struct benchi_recorded *run)
{
	int arm = benchi_recorded_arm(run, BENCHI_LOW_IPC);
	double usual_ns = arm < 0 ? 0 : benchi_arm_median(&run->engine, (size_t)arm,
		run->memory.scratch), ns = 0, least = 0;

	for (size_t round = 0; round < run->engine.rounds && arm >= 0; round++) {
		const struct benchi_sample *s = benchi_engine_sample(&run->engine, round, (size_t)arm);
		double usual = usual_ns * (double)s->iterations;

		if (!(s->ns > 0) || s->ns > LOST_TIMES * usual)
			continue;
		ns += s->ns;
		least += usual;
	}
	return ns > 0 ? fmax(0, 1 - least / ns) : 0;
}

int benchi_recorded_disturbed(const struct benchi_recorded *run, size_t round)
{
	struct benchi_arms arms = { benchi_recorded_arm(run, BENCHI_LOW_IPC),
		benchi_recorded_arm(run, BENCHI_HIGH_IPC), -1, -1, { 0 } };

	return fabs(recorded_width(run, &arms, round) - 1) >= BENCHI_WIDTH_MISSING;
}

void benchi_recorded_keep_clean(struct benchi_recorded *run)
{
	struct benchi_arms arms = recorded_arms(run);
	size_t kept = 0, rounds = run->engine.rounds;

	for (size_t round = 0; round < rounds; round++)
		if (recorded_clean(run, &arms, round))
			memmove(benchi_engine_sample(&run->engine, kept++, 0),
				benchi_engine_sample(&run->engine, round, 0),
				run->engine.plan.arms * sizeof(struct benchi_sample));
	run->engine.rounds = kept;
	run->thrown += rounds - kept;
}

/*
 * The condition of each warning.
 */

static const double ELIDED_CYCLES = 0.25, LOOP_CYCLES = 1.25;
static const double INTERRUPTED_SHARE = 0.1, NEIGHBOUR_SHARE = 0.5;
static const double MODES_APART = 0.02;
static const double DRIFT_SHARE = 0.01, DRIFT_SIGMA = 6;

enum { MODES_FEWEST = 20, MODES_PART = 10 };

/* Sets DRIFT if the two halves of the rounds differ by 1 %, and significantly. */
void benchi_warnings_trend(const double *ns, size_t n, bench_summary *summary)
{
	double sum[2] = { 0, 0 }, square[2] = { 0, 0 };
	size_t half = n / 2;

	if (BENCHI_SMALL || half < 8)
		return;
	for (size_t i = 0; i < 2 * half; i++) {
		sum[i / half] += (ns[i] - ns[0]) / (double)half;
		square[i / half] += (ns[i] - ns[0]) * (ns[i] - ns[0]) / (double)half;
	}
	for (int i = 0; i < 2; i++)
		square[i] = (square[i] - sum[i] * sum[i]) / (double)half;
	if (fabs(sum[1] - sum[0]) > DRIFT_SHARE * fabs(ns[0] + sum[0])
	    && fabs(sum[1] - sum[0]) > DRIFT_SIGMA * sqrt(fmax(0, square[0] + square[1])))
		summary->warnings |= BENCH_WARN_DRIFT;
}

static unsigned if_so(int condition, unsigned warning)
{
	return condition ? warning : 0;
}

static bench_status result_test_modes(const double *sorted, size_t n, int *several)
{
	struct benchi_dip dip;

	if (benchi_dip(sorted, n, &dip))
		return BENCH_ERR_MEMORY;
	*several = benchi_dip_is_rare(dip.dip, n);
	return BENCH_OK;
}

/* Modes count if they are at least 2 % apart and further than the clock's grid explains. Parts
 * with less than a tenth of the numbers are outliers. */
void benchi_warnings_modes(const double *sorted, size_t n, double uncertainty_share,
                           bench_summary *summary)
{
	const bench_numbers set = { sorted, n };
	const double centre = fabs(benchi_quantile(sorted, n, 0.5));
	const struct benchi_modes_rule rule = { result_test_modes, MODES_FEWEST, MODES_PART,
		fmax(MODES_APART, 20 * uncertainty_share) * centre, 2 };
	benchi_modes modes;

	if (BENCHI_SMALL || !n || benchi_modes_find(&set, NULL, &rule, &modes) != BENCH_OK
	    || modes.n < 2)
		return;
	summary->warnings |= BENCH_WARN_BIMODAL;
	for (int i = 0; i < 2; i++) {
		summary->mode_ns[i] = fmax(0, modes.at[i]);
		summary->mode_share[i] = (double)modes.count[i] / (double)n;
	}
}

/* The number of cycles below which there is no visible work. A loop that stays in the result
 * takes at least one. */
static double elided_cycles(const struct benchi_recorded *run)
{
	int subtracted = run->function || run->regions || run->timing.loop_given
	                 || benchi_recorded_arm(run, BENCHI_MANY) >= 0;

	return ELIDED_CYCLES + (subtracted ? 0 : LOOP_CYCLES);
}

/* Sets the other warnings. whole: rounds without interruption; clean: those without a noisy
 * neighbour, 0 if there were too few to decide. */
static void warnings_add(const struct benchi_recorded *run, size_t whole, size_t clean,
                       bench_summary *summary)
{
	double all = (double)run->engine.rounds - (double)run->breaks;
	/* work before the function's loop was subtracted; its noise may leave nothing */
	double cycles = run->function && benchi_recorded_arm(run, BENCHI_MANY) >= 0
		? summary->cycles_high : summary->cycles;
	int disturbed = run->reference.high_ipc && (!run->reference.width_sure
	                || (double)clean < NEIGHBOUR_SHARE * (double)whole);

	summary->warnings |=
		  if_so(cycles < elided_cycles(run), BENCH_WARN_ELIDED)
		| if_so(all - (double)whole > INTERRUPTED_SHARE * all && !run->own, BENCH_WARN_PREEMPTED)
		| if_so(run->migrated, BENCH_WARN_MIGRATED)
		| if_so(disturbed && !run->stated, BENCH_WARN_NEIGHBOUR)
		| if_so(summary->confidence < 0.95, BENCH_WARN_FEW_SAMPLES)
		| if_so(!run->reference.low_ipc, BENCH_WARN_NO_TICK)
		| if_so(summary->overhead_ns > summary->ns, BENCH_WARN_OVERHEAD_DOMINATES)
		| if_so(run->breaks > 0, BENCH_WARN_BREAK_IN_BODY)
		| if_so(run->unpaired, BENCH_WARN_UNPAIRED);
	summary->warnings = benchi_warnings_tidy(summary->warnings);
}

unsigned benchi_warnings_tidy(unsigned warnings)
{
	const unsigned follow = BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_NOISY | BENCH_WARN_DRIFT
	                      | BENCH_WARN_BIMODAL | BENCH_WARN_OVERHEAD_DOMINATES | BENCH_WARN_RARE;

	return warnings & BENCH_WARN_ELIDED ? warnings & ~follow : warnings;
}

static const double CLEAN_LEAST = 0.1, FIXED_UNCERTAINTY = 0.75;
/* limit of the overhead as a share of a window without a loop */
static const double WINDOW_SHARE = 0.1;
/* growth of an iteration's cost with the length of a call that counts */
/* START and STOP cost more after a long pause, because their code is cold: with 0.3 to 1 ms between
 * them 67 ns read 130 to 170, at a cost of 40; with 33 us nothing. */
static const double COLD_GAP_NS = 1e5, COLD_COSTS = 2.5;
static const double GROWS_SHARE = 0.02;
enum { SERIES_LEAST = 6 };

/* Number of iterations in an arm's windows. */
static double window_iterations(const struct benchi_recorded *run, int arm)
{
	return (double)run->engine.sizing[arm].iterations;
}

static double iteration_ns(const struct benchi_recorded *run, size_t round, int arm)
{
	return benchi_sample_iteration_ns(benchi_engine_sample(&run->engine, round, (size_t)arm));
}

/* Sets the available width in the rounds that count, and the full width, in instructions per
 * tick. Returns the share of the width that at least a quarter of these rounds lacked: if a
 * neighbour comes and goes, the body's windows may lose more than the reference's. */
static double fill_width(const struct benchi_recorded *run, const struct benchi_arms *arms,
                       int clean_only, bench_summary *summary)
{
	double *share = run->memory.scratch + 4 * run->memory.rounds;
	double full = BENCHI_SATURATE_INSTRUCTIONS / run->reference.high_ipc_ticks;
	size_t n = 0, rounds = arms->high_ipc >= 0 ? run->engine.rounds : 0;

	for (size_t round = 0; round < rounds; round++)
		if ((clean_only ? recorded_clean : recorded_whole)(run, arms, round))
			share[n++] = recorded_width(run, arms, round);
	if (n == 0)
		return 0;
	summary->width = full * fmin(1, benchi_median(share, n));
	summary->width_full = run->reference.width_sure ? full : benchi_width_most(full);
	return 1 - full * fmin(1, benchi_quantile(share, n, 0.25)) / summary->width_full;
}

/* Returns true if a function certainly does something before its loop. */
static int sets_up(const struct benchi_recorded *run, const struct benchi_arms *arms)
{
	double *before = run->memory.scratch + 4 * run->memory.rounds;
	size_t n = 0;

	for (size_t round = 0; round < run->engine.rounds; round++)
		if (recorded_whole(run, arms, round))
			before[n++] = 2 * iteration_ns(run, round, arms->few)
				- iteration_ns(run, round, arms->many);
	return benchi_estimate_of(before, n).low > BENCHI_SET_UP_SHARE * arms->usual_ns[arms->few];
}

/* One number per iteration for each round that counts; the arrays are in scratch. */
struct numbers {
	double *ns, *cycles, *tick, *round, *spare;
	size_t count;
};

/* What the windows show before any estimate. */
struct facts {
	struct benchi_arms arms;
	int few_only, clean_only;
	size_t whole, clean;
	struct numbers numbers;
};

/* Time of an iteration in the loop with few instances. If no difference cancels the constant cost
 * of a window, subtracts that of the reference's: both windows are a call of a function with one
 * loop. tick_ns: of the round, or NaN. */
static double few_ns(const struct benchi_recorded *run, const struct facts *r, size_t round,
                     double tick_ns)
{
	const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round,
		(size_t)r->arms.few);
	int subtract = r->few_only && !run->regions && tick_ns > 0;

	return (sample->ns - (subtract ? BENCHI_WINDOW_TICKS * tick_ns : 0))
	       / (double)sample->iterations;
}

static struct facts find_facts(const struct benchi_recorded *run)
{
	size_t capacity = run->memory.rounds;
	double *scratch = run->memory.scratch;
	struct facts r = { .arms = recorded_arms(run), .numbers = { scratch, scratch + capacity,
		scratch + 2 * capacity, scratch + 3 * capacity, scratch + 4 * capacity, 0 } };

	/* Use only the loop with few instances if the difference is not valid. */
	if (r.arms.many < 0) {
		r.few_only = 1;
	} else if (run->function) {
		r.few_only = !sets_up(run, &r.arms);
	} else {
		double few = r.arms.usual_ns[r.arms.few];
		double loop = 2 * few - r.arms.usual_ns[r.arms.many];

		r.few_only = loop > 1.3 * run->empty_loop_ns + 0.02 * few || loop < -0.02 * few;
	}
	recorded_count(run, &r.arms, &r.whole, &r.clean);
	r.clean_only = r.clean > 0 && (2 * r.clean >= r.whole || (r.clean >= SERIES_LEAST
	               && (double)r.clean >= CLEAN_LEAST * (double)r.whole));
	struct numbers *numbers = &r.numbers;

	numbers->count = 0;
	for (size_t round = 0; round < run->engine.rounds; round++) {
		double few, tick;
		size_t i = numbers->count;

		if (!(r.clean_only ? recorded_clean : recorded_whole)(run, &r.arms, round))
			continue;
		tick = recorded_tick_ns(run, &r.arms, round);
		few = few_ns(run, &r, round, tick);
		numbers->ns[i] = (r.few_only ? few : iteration_ns(run, round, r.arms.many) - few)
		               / run->few;
		if (run->timing.loop_given && !run->function && !run->regions)
			numbers->ns[i] -= run->timing.loop_ns;
		numbers->cycles[i] = run->stated ? (double)NAN : numbers->ns[i] / tick;
		numbers->tick[i] = tick;
		numbers->round[i] = (double)round;
		numbers->count++;
	}
	return r;
}

void benchi_result_give(const struct benchi_recorded *run, const struct benchi_round_sink *sink)
{
	struct facts r = find_facts(run);
	double iterations = run->few * window_iterations(run, r.arms.few);

	if (!r.few_only)
		iterations += 2 * run->few * window_iterations(run, r.arms.many);
	for (size_t i = 0; i < r.numbers.count; i++)
		sink->take(sink->to, r.numbers.ns[i], r.numbers.cycles[i], iterations);
}

/* The systematic error that all windows may share, as a share. Scatter does not show it. */
static double uncertainty_share(const struct benchi_recorded *run, const struct benchi_arms *arms)
{
	double window_ns = arms->usual_ns[arms->few] * window_iterations(run, arms->few);

	return window_ns > 0 ? benchi_window_uncertainty_ns(&run->timing) / window_ns : 0;
}

/* Additional uncertainty of cycles, as a share: most of the constant cost of the reference's
 * windows and, if no difference cancels it, of the body's. */
static double fixed_uncertainty(const struct benchi_recorded *run, const struct facts *r)
{
	double window_ns = r->arms.usual_ns[r->arms.few] * window_iterations(run, r->arms.few);
	double reference, body = 0;

	if (r->arms.low_ipc < 0)
		return 0;
	reference = FIXED_UNCERTAINTY * BENCHI_WINDOW_TICKS
	          / (run->reference.low_ipc_ticks * window_iterations(run, r->arms.low_ipc));
	if (r->few_only && !run->regions && window_ns > 0)
		body = FIXED_UNCERTAINTY * BENCHI_WINDOW_TICKS * run->reference.tick_ns / window_ns;
	return hypot(reference, body);
}

static const char *method(const struct benchi_recorded *run, int few_only)
{
	if (run->regions)
		return run->stated ? "stated" : "regions";
	return run->function ? "function" : few_only ? "loop" : "two-loops";
}

/* How far the interval extends beyond random scatter; down by what the loop may have added and
 * by the missing share of the core's width. Sets the summary's width. */
static struct benchi_reach reach_of(const struct benchi_recorded *run, const struct facts *r,
                                    double centre_ns, bench_summary *summary)
{
	struct benchi_reach reach = { uncertainty_share(run, &r->arms), 0 };
	double missing;

	if (run->stated)
		/* another clock's time: this machine cannot slow it */
		return (struct benchi_reach){ 0, 0 };
	missing = fill_width(run, &r->arms, r->clean_only, summary);
	if (run->regions && run->region_gap_ns > COLD_GAP_NS)
		reach.down += COLD_COSTS * run->region_cost_ns;
	if (missing > BENCHI_WIDTH_MISSING)
		reach.down += missing * centre_ns;
	if (!run->function && (run->merged || (r->few_only && r->arms.many >= 0)))
		reach.down += run->empty_loop_ns / run->few;
	return reach;
}

/* Quantile q of an arm's time per iteration over the rounds that count towards the total. */
static double total_iteration_ns(const struct benchi_recorded *run, int arm, double q,
                                 double *scratch)
{
	size_t n = 0;

	for (size_t round = 0; round < run->engine.rounds; round++) {
		double ns = iteration_ns(run, round, arm);

		if (!isnan(ns) && !benchi_recorded_disturbed(run, round))
			scratch[n++] = ns;
	}
	benchi_sort(scratch, n);
	return benchi_quantile(scratch, n, q);
}

/* By how much the mean exceeds the median of the same rounds, per iteration. */
static struct benchi_mean beyond_median(const struct benchi_recorded *run, const struct facts *r)
{
	struct benchi_mean total = benchi_total_mean(&run->total);
	int few = r->arms.few, many = r->arms.many;
	double done = run->few * window_iterations(run, few), median, *scratch = r->numbers.spare;

	if (isnan(total.mean))
		return total;
	median = total_iteration_ns(run, few, 0.5, scratch) * window_iterations(run, few);
	if (many >= 0) {
		median += total_iteration_ns(run, many, 0.5, scratch) * window_iterations(run, many);
		done += 2 * run->few * window_iterations(run, many);
	}
	total.mean -= median / done;
	total.low -= median / done;
	total.high -= median / done;
	return total;
}

double benchi_result_half_width(const struct benchi_recorded *run)
{
	struct facts r = find_facts(run);
	int cycles = r.arms.low_ipc >= 0;
	struct benchi_estimate e = benchi_estimate_series(cycles ? r.numbers.cycles : r.numbers.ns,
		r.numbers.count, r.numbers.spare);
	double unit = cycles && r.numbers.count > 0 ? r.numbers.tick[0] : 1;
	bench_summary unused = benchi_summary_none(BENCH_OK);
	struct benchi_reach reach = reach_of(run, &r, e.centre * unit, &unused);
	struct benchi_mean beyond = beyond_median(run, &r);

	if (!(e.centre > 0) || e.confidence < 0.95
	    || (double)r.whole < (1 - INTERRUPTED_SHARE) * (double)run->engine.rounds
	    || fabs(beyond.mean) > BENCHI_RARE_SHARE * e.centre * unit)
		return INFINITY;
	return (e.high - e.low + reach.down / unit) / 2 / e.centre + reach.share
	     + (cycles ? fixed_uncertainty(run, &r) : 0);
}

/* Sets all estimates of the summary; sorts the numbers. */
static void result_estimate(const struct benchi_recorded *run, struct facts *r,
                            bench_summary *summary)
{
	struct numbers *numbers = &r->numbers;
	size_t with_cycles = r->arms.low_ipc < 0 || run->stated ? 0 : numbers->count;
	struct benchi_reach reach;
	struct benchi_estimate ns, cycles;

	if (run->layout_spread)
		summary->layout_ns = run->layout_spread(numbers->ns, numbers->round, numbers->count,
			numbers->spare);
	benchi_warnings_trend(numbers->ns, numbers->count, summary);
	ns = benchi_estimate_series(numbers->ns, numbers->count, numbers->spare);
	cycles = benchi_estimate_series(numbers->cycles, with_cycles, numbers->spare);
	summary->mhz = 1e3 / benchi_estimate_of(numbers->tick, with_cycles).centre;
	reach = reach_of(run, r, ns.centre, summary);
	benchi_warnings_modes(numbers->ns, numbers->count, reach.share, summary);
	benchi_summary_set_ns(summary, &ns, reach);
	reach.down *= summary->mhz / 1e3;
	reach.share += fixed_uncertainty(run, r);
	benchi_summary_set_cycles(summary, &cycles, reach);

	/* If an iteration costs more in calls that do twice as many, the interval includes both
	 * costs, because the length of calls in real use is unknown. */
	double longer;

	if (!run->function || r->arms.many < 0 || !r->few_only)
		return;
	longer = r->arms.usual_ns[r->arms.many] / 2;
	if (!(longer > (1 + GROWS_SHARE) * fmax(0, r->arms.usual_ns[r->arms.few])))
		return;
	benchi_summary_reach(summary, longer, summary->cycles * longer / summary->ns);
}

/* Sets the mean: the total minus the overhead that the median does not have, which is at most
 * the loop. So a difference of two loops that rare work makes uncertain does not move the mean.
 * If only the loop with few instances counts, instances in the other loop may take a different
 * time, which is not rare work. Rare work is what the total has beyond the median of the same
 * rounds; the summary's median may be of other rounds. */
static void set_mean(const struct benchi_recorded *run, const struct facts *r,
                     bench_summary *summary)
{
	struct benchi_mean mean = benchi_total_mean(&run->total), beyond = beyond_median(run, r);
	/* `other`: what the mean is too long by if only the loop with few instances counts, because
	 * instances take longer in the other loop. From Q1, which interruptions do not affect. */
	int few = r->arms.few, many = r->arms.many;
	double share, few_ns, many_ns;
	double other;

	if (!r->few_only || many < 0)
		other = 0;
	else {
		share = 1 / (1 + window_iterations(run, few) / (2 * window_iterations(run, many)));
		few_ns = total_iteration_ns(run, few, 0.25, r->numbers.spare);
		many_ns = total_iteration_ns(run, many, 0.25, r->numbers.spare);
		other = isnan(many_ns - few_ns) ? 0 : share * (many_ns / 2 - few_ns) / run->few;
	}
	double most = run->function && !r->few_only ? r->arms.usual_ns[r->arms.few]
		: isfinite(run->empty_loop_ns) ? run->empty_loop_ns / run->few : WINDOW_SHARE * mean.mean;
	double overhead = isnan(beyond.mean) ? summary->overhead_ns
	                                     : mean.mean - other - beyond.mean - summary->ns;
	double unsure = fmin(summary->ns_high - summary->ns, most);

	overhead = (run->stated ? 0 : fmax(0, fmin(overhead, most))) + other;
	mean.mean -= overhead;
	mean.low -= overhead + unsure + benchi_recorded_taken(run) * mean.mean;
	mean.high -= overhead - unsure;
	benchi_summary_set_mean(summary, &mean);
	if (fabs(beyond.mean) <= BENCHI_RARE_SHARE * summary->ns)
		summary->warnings &= ~BENCH_WARN_RARE;
}

bench_summary benchi_result_make(const struct benchi_recorded *run)
{
	struct facts r = find_facts(run);
	bench_summary summary = benchi_summary_none(BENCH_OK);

	if (r.numbers.count == 0)
		summary.status = benchi_fail(BENCH_ERR_NO_SAMPLES, "every window was interrupted or left");
	result_estimate(run, &r, &summary);
	summary.ns_raw = r.arms.usual_ns[r.arms.few] / run->few;
	if (run->regions)
		summary.ns_raw += run->region_cost_ns;
	summary.overhead_ns = summary.ns_raw - summary.ns;
	summary.method = method(run, r.few_only);
	const struct benchi_arms *arms = &r.arms;
	size_t kept = r.numbers.count;
	double few = run->few * window_iterations(run, arms->few);
	double many = arms->many < 0 ? 0 : 2 * run->few * window_iterations(run, arms->many);
	size_t body_arms = arms->many < 0 ? 1 : 2;

	summary.samples = kept * body_arms;
	summary.dropped = (run->thrown + run->engine.rounds - kept) * body_arms;
	summary.iterations = (uint64_t)((few + many) * (double)kept);

	set_mean(run, &r, &summary);
	warnings_add(run, r.whole, r.clean_only ? r.clean : 0, &summary);
	return summary;
}

const double *benchi_result_sorted(const struct benchi_recorded *run,
                                   const bench_summary *summary, size_t *n)
{
	*n = summary->samples / (benchi_recorded_arm(run, BENCHI_MANY) < 0 ? 1 : 2);
	return run->memory.scratch;
}
