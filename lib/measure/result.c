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
 * A busy host may take the processor for 2 us every 60 us. If the reference's windows show such
 * gaps, each arm's longest windows are left out: as many as have a gap, if gaps are equally likely
 * at any time. Whole rounds without one would not do: with a gap in every round, those are the
 * rounds in which it lengthened another arm.
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

static const struct result_policy {
	/* Rounds are added while less than this share of the uninterrupted rounds is clean. */
	double clean_wanted;
	/* Only clean rounds count if they are at least this share of the uninterrupted rounds, and at
	 * least SERIES_LEAST, which an interval needs. */
	double clean_least;
	/* Warning S (neighbour) if a smaller share of rounds is clean; P (preempted) if a larger share
	 * was interrupted. */
	double neighbour_share, interrupted_share;
	/* A reference's window that takes more than lost_times its median lost the processor, which the
	 * system reports. */
	double lost_times;
	/* A window is lengthened if the low-IPC reference exceeds the shortest of gap_rounds rounds on
	 * either side by this share. If at least gaps_least of its windows are lengthened, the machine
	 * takes the processor so often that few windows are free of gaps. (With 2 us 15,000 times a
	 * second, 29 % of windows were lengthened; up to half of one loop's windows, and fewer of the
	 * other's. 40 dependent instructions then read 42.1 cycles in 14 of 14 processes.) At most
	 * gaps_most are left out: long windows all have gaps. Few lengthened windows lie between
	 * between_from and between_to of their median excess: with gaps of 2 us 0.04 of their number,
	 * at most gaps_between; with normal noise at least 0.25. */
	double gap_share, gaps_least, gaps_most, between_from, between_to, gaps_between;
	/* A neighbour at calibration makes the core look up to twice as wide as it was found; more is
	 * impossible. */
	double impossible_width;
	/* Warning E (elided) below elided_cycles. If the loop is part of the result, the result is at
	 * least loop_cycles. */
	double elided_cycles, loop_cycles;
	/* A pass of a loop takes whole cycles. Below hidden_cycles the difference of two loops is one
	 * cycle or none, and says little: with compilers of three kinds, x += 1 (0.17 cycles) read
	 * 0.00, 0.50 or 0.75 cycles, depending on compiler and place. */
	double hidden_cycles;
	/* Warning B (bimodal) if modes are further apart than modes_apart; D (drift) if the halves of a
	 * run differ by drift_share and by drift_sigma standard errors. */
	double modes_apart, drift_share, drift_sigma;
	/* Relative uncertainty of a window's constant cost: 12 ticks assumed, 7 to 18 measured. */
	double fixed_uncertainty;
	/* Limit of the overhead as a share of a window without a loop. */
	double window_share;
	/* START and STOP, and the code between them, are cold after a long pause. START warms its own
	 * code and finds its cost then (regions.c). */
	double cold_gap_ns, cold_costs;
	/* growth of an iteration's cost with the length of a call is ignored below this share */
	double grows;
} policy = { 0.6, 0.1, 0.5, 0.1, 10, 0.02, 0.05, 0.5, 0.25, 0.6, 0.2, 2.5, 0.25, 1.25, 0.85,
	0.02, 0.01, 6, 0.75, 0.1, 1e5, 2.5, 0.02 };

enum { GAP_ROUNDS = 2, SERIES_LEAST = 6, MODES_FEWEST = 20, MODES_PART = 10, LAYOUT_LEAST = 3 };

/*
 * Which rounds of a run can be used.
 */

/* What is usual in a run's rounds. */
struct usual {
	double ns[BENCHI_RUN_ARMS]; /* median time per iteration of each arm */
	size_t whole, clean;        /* numbers of such rounds */
	double gaps;                /* share of the low-IPC reference's windows that gaps lengthened */
};

/* What one round shows. */
struct round {
	double ns[BENCHI_RUN_ARMS];     /* per iteration of each arm */
	double tick_ns;                 /* length of a tick of the core's clock, from the low-IPC
	                                   reference; NaN without this reference */
	double width;                   /* share of the core's width that was available, from the
	                                   high-IPC reference; 1 without this reference */
	bool whole;                     /* no window failed or was interrupted */
	bool clean;                     /* no window failed, and the whole width was available */
};

/* Returns how much a reference's window exceeds the shortest of this round and its neighbours, as a
 * share. */
static double excess_of(const struct benchi_recorded *run, size_t round, int arm)
{
	double own = benchi_sample_iteration_ns(benchi_engine_sample(&run->engine, round, (size_t)arm));
	double least = own;

	for (size_t i = round > GAP_ROUNDS ? round - GAP_ROUNDS : 0;
	     i <= round + GAP_ROUNDS && i < run->engine.rounds; i++)
		least = fmin(least, benchi_sample_iteration_ns(
			benchi_engine_sample(&run->engine, i, (size_t)arm)));
	return own / least - 1;
}

/* Returns how much a gap lengthened a reference's window, as a share; 0 without a gap. other: the
 * other reference, or -1; a clock that became slower lengthens its window as much. */
static double gap_of(const struct benchi_recorded *run, size_t round, int arm, int other)
{
	double excess = excess_of(run, round, arm);

	return excess > policy.gap_share
		&& !(other >= 0 && excess_of(run, round, other) > excess / 2) ? excess : 0;
}

/* Returns the share of the low-IPC reference's windows that gaps lengthened, plus its standard
 * error; 0 if they are few, or if their excess is noise, which has small values more often than
 * large ones. Uses the run's scratch memory. */
static double gap_share(const struct benchi_recorded *run)
{
	double rounds = (double)run->engine.rounds, share, middle, between = 0;
	double *excess = run->memory.scratch;
	int low = run->arm.low_ipc, high = run->arm.high_ipc;
	size_t hits = 0;

	for (size_t i = 0; low >= 0 && i < run->engine.rounds; i++) {
		double gap = gap_of(run, i, low, high);

		if (gap > 0)
			excess[hits++] = gap;
	}
	if (!(hits >= policy.gaps_least * rounds) || rounds < SERIES_LEAST)
		return 0;
	benchi_sort(excess, hits);
	middle = benchi_quantile(excess, hits, 0.5);
	for (size_t i = 0; i < run->engine.rounds; i++) {
		double own = excess_of(run, i, low);

		between += own > policy.between_from * middle && own < policy.between_to * middle;
	}
	if (between > policy.gaps_between * (double)hits)
		return 0;
	/* of windows with a gap those count whose round has none in the other reference's */
	share = (double)hits / rounds;
	if (high >= 0)
		share = (1 - sqrt(1 - 4 * fmin(share, 0.25))) / 2;
	return share + sqrt(share * (1 - share) / rounds);
}

/* Returns the time of a reference's window, without the gap in it if the run has gaps. */
static double without_gap(const struct benchi_recorded *run, const struct usual *usual,
                          size_t round, int arm, int other)
{
	double ns = benchi_engine_sample(&run->engine, round, (size_t)arm)->ns;

	return usual->gaps > 0 ? ns / (1 + gap_of(run, round, arm, other)) : ns;
}

/* Returns what a round shows. usual: if zero-filled, only tick_ns and width are valid. */
static struct round round_of(const struct benchi_recorded *run, const struct usual *usual,
                             size_t round)
{
	const struct benchi_sample *sample = benchi_engine_sample(&run->engine, round, 0);
	const struct benchi_reference *reference = &run->reference;
	int low = run->arm.low_ipc, high = run->arm.high_ipc;
	struct round r = { .tick_ns = NAN, .width = 1, .whole = true };

	for (size_t i = 0; i < run->engine.plan.arms; i++) {
		r.ns[i] = benchi_sample_iteration_ns(&sample[i]);
		r.whole = r.whole && !isnan(sample[i].ns)
			&& !benchi_interrupted(sample[i].ns, usual->ns[i] * (double)sample[i].iterations);
	}
	if (low >= 0)
		r.tick_ns = benchi_chain_tick_ns(without_gap(run, usual, round, low, high),
			(double)sample[low].iterations, reference->low_ipc_ticks);
	if (high >= 0)      /* a neighbour makes the tick by the high-IPC chain longer than it is */
		r.width = r.tick_ns / benchi_chain_tick_ns(without_gap(run, usual, round, high, low),
			(double)sample[high].iterations, reference->high_ipc_ticks);
	/* The low-IPC window was interrupted, which no median shows in one or two rounds: the other
	 * chain's tick is closer. */
	if (r.width > policy.impossible_width)
		r.tick_ns /= r.width;
	r.clean = r.whole && fabs(r.width - 1) < BENCHI_WIDTH_MISSING;
	return r;
}

int benchi_recorded_disturbed(const struct benchi_recorded *run, size_t round)
{
	const struct usual unused = { .gaps = 0 };

	return fabs(round_of(run, &unused, round).width - 1) >= BENCHI_WIDTH_MISSING;
}

/* Returns quantile q of an arm's time per iteration. undisturbed: only over rounds that count
 * towards the total. scratch: a number per round. */
static double arm_quantile(const struct benchi_recorded *run, int arm, double q, bool undisturbed,
                           double *scratch)
{
	size_t n = 0;

	for (size_t i = 0; i < run->engine.rounds; i++) {
		double ns = benchi_sample_iteration_ns(benchi_engine_sample(&run->engine, i,
			(size_t)arm));

		if (!isnan(ns) && !(undisturbed && benchi_recorded_disturbed(run, i)))
			scratch[n++] = ns;
	}
	benchi_sort(scratch, n);
	return benchi_quantile(scratch, n, q);
}

/* Returns what is usual in the rounds. Uses the run's scratch memory. */
static struct usual usual_of(const struct benchi_recorded *run)
{
	struct usual usual = { .gaps = gap_share(run) };

	/* take the shorter of two windows, because interruptions only add time */
	for (size_t i = 0; i < run->engine.plan.arms; i++)
		usual.ns[i] = arm_quantile(run, (int)i, run->engine.rounds > 2 ? 0.5 : 0,
			false, run->memory.scratch);
	for (size_t i = 0; i < run->engine.rounds; i++) {
		const struct round round = round_of(run, &usual, i);

		usual.whole += round.whole;
		usual.clean += round.clean;
	}
	return usual;
}

struct benchi_width benchi_recorded_high_ipc(const struct benchi_recorded *run)
{
	const struct usual usual = usual_of(run);
	double *ticks = run->memory.scratch;
	size_t n = 0, rounds = run->arm.high_ipc >= 0 ? run->engine.rounds : 0;

	for (size_t i = 0; i < rounds; i++) {
		const struct round round = round_of(run, &usual, i);

		if (round.whole)
			ticks[n++] = run->reference.high_ipc_ticks / round.width;
	}
	return benchi_width_of(ticks, NULL, n, ticks + run->memory.rounds);
}

int benchi_recorded_wants_more(const struct benchi_recorded *run)
{
	struct usual usual;

	if (!run->reference.high_ipc || run->varied
	    || run->engine.plan.rounds_least == run->engine.plan.rounds_most)
		/* whether rounds are clean is unknown, or the caller chose the number of rounds */
		return 0;
	usual = usual_of(run);
	return (double)usual.clean < policy.clean_wanted * (double)usual.whole;
}

/* Returns the share of the time that the machine took unreported: what the low-IPC reference's
 * windows took beyond their median. Interrupts, other virtual machines and a slower clock do that.
 * 0 without a reference. scratch: a number per round. */
static double time_taken(const struct benchi_recorded *run, double *scratch)
{
	int arm = run->arm.low_ipc;
	double usual_ns, ns = 0, least = 0;

	if (arm < 0)
		return 0;
	usual_ns = arm_quantile(run, arm, 0.5, false, scratch);
	for (size_t round = 0; round < run->engine.rounds; round++) {
		const struct benchi_sample *s = benchi_engine_sample(&run->engine, round, (size_t)arm);
		double usual = usual_ns * (double)s->iterations;

		if (!(s->ns > 0) || s->ns > policy.lost_times * usual)
			continue;
		ns += s->ns;
		least += usual;
	}
	return ns > 0 ? fmax(0, 1 - least / ns) : 0;
}

void benchi_recorded_keep_clean(struct benchi_recorded *run)
{
	const struct usual usual = usual_of(run);
	size_t kept = 0, rounds = run->engine.rounds;

	for (size_t i = 0; i < rounds; i++)
		if (round_of(run, &usual, i).clean)
			memmove(benchi_engine_sample(&run->engine, kept++, 0),
				benchi_engine_sample(&run->engine, i, 0),
				run->engine.plan.arms * sizeof(struct benchi_sample));
	run->engine.rounds = kept;
	run->thrown += rounds - kept;
}

/*
 * The condition of each warning.
 */

unsigned benchi_warnings_trend(const double *ns, size_t n)
{
	double sum[2] = { 0, 0 }, square[2] = { 0, 0 };
	size_t half = n / 2;

	if (BENCHI_SMALL || half < 8)
		return 0;
	for (size_t i = 0; i < 2 * half; i++) {
		sum[i / half] += (ns[i] - ns[0]) / (double)half;
		square[i / half] += (ns[i] - ns[0]) * (ns[i] - ns[0]) / (double)half;
	}
	for (int i = 0; i < 2; i++)
		square[i] = (square[i] - sum[i] * sum[i]) / (double)half;
	return fabs(sum[1] - sum[0]) > policy.drift_share * fabs(ns[0] + sum[0])
		&& fabs(sum[1] - sum[0]) > policy.drift_sigma * sqrt(fmax(0, square[0] + square[1]))
		? BENCH_WARN_DRIFT : 0;
}

static bench_status test_modes(const double *sorted, size_t n, int *several)
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
	const struct benchi_modes_rule rule = { test_modes, MODES_FEWEST, MODES_PART,
		fmax(policy.modes_apart, 20 * uncertainty_share) * centre, 2 };
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

/*
 * The numbers of a run, one per round that counts.
 */

/* What the windows show before any estimate. The arrays are in the run's scratch memory. */
struct facts {
	struct usual usual;
	int few_only;           /* nonzero: the difference of the two loops is not valid */
	int clean_only;         /* nonzero: only clean rounds count; 0: all complete rounds count */
	size_t count;           /* number of rounds that count; for each round: */
	double *ns, *cycles;    /* time and cycles of an iteration */
	double *tick;           /* length of a tick, in ns */
	double *round;          /* number of the round */
	double *spare;
};

/* Returns the number of iterations in an arm's windows; 0 without this arm. */
static double window_iterations(const struct benchi_recorded *run, int arm)
{
	return arm < 0 ? 0 : (double)run->engine.sizing[arm].iterations;
}

/* Returns the share of an arm's windows that gaps lengthened, from the share of the reference's:
 * gaps are as likely in any equal time. */
static double gaps_in(const struct benchi_recorded *run, const struct usual *usual, int arm)
{
	int low = run->arm.low_ipc;
	double times;

	if (arm < 0 || !(usual->gaps > 0))
		return 0;
	times = usual->ns[arm] * window_iterations(run, arm)
		/ (usual->ns[low] * window_iterations(run, low));
	return fmin(policy.gaps_most, 1 - pow(1 - usual->gaps, times));
}

/* Returns the longest time per iteration, in ticks, of an arm's windows without a gap. gaps: share
 * of the windows that have one, the longest; 0: the result is infinite. */
static double longest_whole(const struct benchi_recorded *run, const struct usual *usual, int arm,
                            double gaps, double *scratch)
{
	size_t n = 0;

	if (!(gaps > 0))
		return HUGE_VAL;
	for (size_t i = 0; i < run->engine.rounds; i++) {
		const struct round round = round_of(run, usual, i);

		if (round.whole)
			scratch[n++] = round.ns[arm] / round.tick_ns;
	}
	benchi_sort(scratch, n);
	return benchi_quantile(scratch, n, 1 - gaps);
}

/* Makes a number of each round that counts. few_gaps, many_gaps: shares of the loops' windows that
 * gaps lengthened, which do not count. With a gap in every round, only rounds would remain in which
 * the gap lengthened another arm's window. So the loop with many instances is compared with the
 * latest window of few that has no gap. */
static void number_rounds(const struct benchi_recorded *run, double few_gaps, double many_gaps,
                          struct facts *r)
{
	int few = run->arm.few, many = run->arm.many;
	double few_most = longest_whole(run, &r->usual, few, few_gaps, r->spare), many_most = HUGE_VAL;
	double few_ticks = (double)NAN;

	if (!r->few_only)
		many_most = longest_whole(run, &r->usual, many, many_gaps, r->spare);
	r->count = 0;
	for (size_t i = 0; i < run->engine.rounds; i++) {
		const struct round round = round_of(run, &r->usual, i);
		double few_ns = round.ns[few], ns;

		if (!(r->clean_only ? round.clean : round.whole))
			continue;
		if (few_gaps > 0) {
			if (few_ns <= few_most * round.tick_ns)
				few_ticks = few_ns / round.tick_ns;
			else if (r->few_only)
				continue;
			few_ns = few_ticks * round.tick_ns;
			if (isnan(few_ns)
			    || (!r->few_only && round.ns[many] > many_most * round.tick_ns))
				continue;
		}
		/* The constant cost of a window, if no difference cancels it: that of the reference's,
		 * because both are a call of a function with one loop. */
		if (r->few_only && !run->regions && round.tick_ns > 0)
			few_ns -= BENCHI_WINDOW_TICKS * round.tick_ns
				/ (double)benchi_engine_sample(&run->engine, i, (size_t)few)->iterations;
		ns = (r->few_only ? few_ns : round.ns[many] - few_ns) / run->few;
		if (run->timing.loop_given && !run->function && !run->regions)
			ns -= run->timing.loop_ns;
		r->ns[r->count] = ns;
		r->cycles[r->count] = run->stated ? (double)NAN : ns / round.tick_ns;
		r->tick[r->count] = round.tick_ns;
		r->round[r->count++] = (double)i;
	}
}

/* Decides which loops and rounds count. Returns what is known of each round. */
static struct facts find_facts(const struct benchi_recorded *run)
{
	size_t capacity = run->memory.rounds;
	double *scratch = run->memory.scratch;
	struct facts r = { .usual = usual_of(run), .ns = scratch, .cycles = scratch + capacity,
		.tick = scratch + 2 * capacity, .round = scratch + 3 * capacity,
		.spare = scratch + 4 * capacity };
	size_t whole = r.usual.whole, clean = r.usual.clean;
	int few = run->arm.few, many = run->arm.many;
	const double few_gaps = gaps_in(run, &r.usual, few);
	const double many_gaps = gaps_in(run, &r.usual, many);

	if (many < 0) {
		r.few_only = 1;
	} else if (run->function) {
		/* does the function certainly do something before its loop? */
		size_t n = 0;

		for (size_t i = 0; i < run->engine.rounds; i++) {
			const struct round round = round_of(run, &r.usual, i);

			if (round.whole)
				r.spare[n++] = 2 * round.ns[few] - round.ns[many];
		}
		r.few_only = !(benchi_estimate_of(r.spare, n).low
			> BENCHI_SET_UP_SHARE * r.usual.ns[few]);
	} else {
		double few_ns = arm_quantile(run, few, (1 - few_gaps) / 2, false, r.spare);
		double loop_ns = 2 * few_ns
			- arm_quantile(run, many, (1 - many_gaps) / 2, false, r.spare);

		r.few_only = loop_ns > 1.3 * run->empty_loop_ns + 0.02 * few_ns || loop_ns < -0.02 * few_ns;
	}
	r.clean_only = clean > 0 && (2 * clean >= whole || (clean >= SERIES_LEAST
	               && (double)clean >= policy.clean_least * (double)whole));
	number_rounds(run, few_gaps, many_gaps, &r);
	if (r.count < SERIES_LEAST && few_gaps > 0)
		number_rounds(run, 0, 0, &r);
	return r;
}

/*
 * The interval.
 */

/* Returns the additional uncertainty of cycles, as a share: most of the constant cost of the
 * reference's windows and, if no difference cancels it, of the body's. */
static double fixed_uncertainty(const struct benchi_recorded *run, const struct facts *r)
{
	double window_ns = r->usual.ns[run->arm.few] * window_iterations(run, run->arm.few);
	double reference, body = 0;

	if (run->arm.low_ipc < 0)
		return 0;
	reference = policy.fixed_uncertainty * BENCHI_WINDOW_TICKS
	          / (run->reference.low_ipc_ticks * window_iterations(run, run->arm.low_ipc));
	if (r->few_only && !run->regions && window_ns > 0)
		body = policy.fixed_uncertainty * BENCHI_WINDOW_TICKS * run->reference.tick_ns / window_ns;
	return hypot(reference, body);
}

/* Returns what the loop may have added to an iteration: at most the time of an empty one. */
static double loop_reach(const struct benchi_recorded *run, const struct facts *r)
{
	return !run->function && (run->merged || (r->few_only && run->arm.many >= 0))
		? run->empty_loop_ns / run->few : 0;
}

/* Returns how far the interval extends beyond random scatter: on both sides by the systematic error
 * that all windows may share; down by what the loop, a cold START or a noisy neighbour may have
 * added. centre_ns: the estimate. Sets the summary's width, in instructions per tick. */
static struct benchi_reach reach_of(const struct benchi_recorded *run, const struct facts *r,
                                    double centre_ns, bench_summary *summary)
{
	struct benchi_reach reach = { 0, 0 };
	double window_ns = r->usual.ns[run->arm.few] * window_iterations(run, run->arm.few);
	double full = BENCHI_SATURATE_INSTRUCTIONS / run->reference.high_ipc_ticks, missing = 0;
	size_t n = 0;

	if (run->stated)
		/* another clock's time: this machine cannot slow it */
		return reach;
	if (window_ns > 0)
		reach.share = benchi_window_uncertainty_ns(&run->timing) / window_ns;
	for (size_t i = 0; i < run->engine.rounds && run->arm.high_ipc >= 0; i++) {
		const struct round round = round_of(run, &r->usual, i);

		if (r->clean_only ? round.clean : round.whole)
			r->spare[n++] = round.width;
	}
	if (n > 0) {
		summary->width = full * fmin(1, benchi_median(r->spare, n));
		summary->width_full = run->reference.width_sure ? full : benchi_width_most(full);
		/* If a neighbour comes and goes, the body's windows may lose more than the reference's:
		 * allow for the width that a quarter of the rounds lacked. */
		missing = 1 - full * fmin(1, benchi_quantile(r->spare, n, 0.25)) / summary->width_full;
	}
	if (run->regions && run->region_gap_ns > policy.cold_gap_ns)
		reach.down += policy.cold_costs * run->region_cost_ns;
	if (missing > BENCHI_WIDTH_MISSING)
		reach.down += missing * centre_ns;
	reach.down += loop_reach(run, r);
	return reach;
}

/* Returns the estimate of the centre of n numbers of the rounds. Gaps that were not recognised can
 * only lengthen windows, so if there are gaps, the interval reaches twice as far down: next to a
 * neighbour that took 6 % of the time, the truth lay below one of six intervals, by at most half
 * their width. */
static struct benchi_estimate estimate_of_rounds(const struct facts *r, double *numbers,
                                                 size_t n)
{
	struct benchi_estimate e = benchi_estimate_series(numbers, n, r->spare);

	if (r->usual.gaps > 0)
		e.low -= e.centre - e.low;
	return e;
}

/* Returns how much the mean exceeds the median of the same rounds, per iteration. */
static struct benchi_mean beyond_median(const struct benchi_recorded *run, const struct facts *r)
{
	struct benchi_mean total = benchi_total_mean(&run->total);
	int few = run->arm.few, many = run->arm.many;
	double done = run->few * window_iterations(run, few), median, *scratch = r->spare;

	if (isnan(total.mean))
		return total;
	median = arm_quantile(run, few, 0.5, true, scratch) * window_iterations(run, few);
	if (many >= 0) {
		median += arm_quantile(run, many, 0.5, true, scratch) * window_iterations(run, many);
		done += 2 * run->few * window_iterations(run, many);
	}
	total.mean -= median / done;
	/* the interval shifts; the median's own error is not included */
	total.low -= median / done;
	total.high -= median / done;
	return total;
}

double benchi_result_half_width(const struct benchi_recorded *run)
{
	struct facts r = find_facts(run);
	int cycles = run->arm.low_ipc >= 0;
	struct benchi_estimate e = estimate_of_rounds(&r, cycles ? r.cycles : r.ns, r.count);
	double unit = cycles && r.count > 0 ? r.tick[0] : 1;
	bench_summary unused = benchi_summary_none(BENCH_OK);
	struct benchi_reach reach = reach_of(run, &r, e.centre * unit, &unused);
	struct benchi_mean beyond = beyond_median(run, &r);

	if (!(e.centre > 0) || e.confidence < 0.95
	    || (double)r.usual.whole < (1 - policy.interrupted_share) * (double)run->engine.rounds
	    || fabs(beyond.mean) > BENCHI_RARE_SHARE * e.centre * unit)
		return INFINITY;
	/* if instances are slower together, more time does not show what the loop adds */
	if (run->few == 1)
		reach.down -= loop_reach(run, &r);
	return (e.high - e.low + reach.down / unit) / 2 / e.centre + reach.share
	     + (cycles ? fixed_uncertainty(run, &r) : 0);
}

/* Sets all estimates of the summary. Sorts the numbers. */
static void set_estimates(const struct benchi_recorded *run, struct facts *r,
                          bench_summary *summary)
{
	const int few = run->arm.few, many = run->arm.many;
	size_t with_cycles = run->arm.low_ipc < 0 || run->stated ? 0 : r->count;
	double lowest = INFINITY, highest = -INFINITY, least_ns, loop_ns;
	struct benchi_reach reach;
	struct benchi_estimate ns, cycles;
	int groups = 0;

	/* The spread of the layouts' medians, if two layouts have at least three values each. */
	for (int layout = 0; run->varied && layout < BENCHI_LAYOUTS; layout++) {
		size_t count = 0;
		double median;

		for (size_t i = 0; i < r->count; i++)
			if (benchi_layout_of((size_t)r->round[i]) == layout)
				r->spare[count++] = r->ns[i];
		if (count < LAYOUT_LEAST)
			continue;
		median = benchi_median(r->spare, count);
		lowest = fmin(lowest, median);
		highest = fmax(highest, median);
		groups++;
	}
	if (groups > 1)
		summary->layout_ns = highest - lowest;
	summary->warnings |= benchi_warnings_trend(r->ns, r->count);
	ns = estimate_of_rounds(r, r->ns, r->count);
	cycles = estimate_of_rounds(r, r->cycles, with_cycles);
	summary->mhz = 1e3 / benchi_estimate_of(r->tick, with_cycles).centre;
	reach = reach_of(run, r, ns.centre, summary);
	benchi_warnings_modes(r->ns, r->count, reach.share, summary);

	/* The time of an iteration by the shortest windows. Those of one round do not serve: if one of
	 * two windows was disturbed, their difference may be too small, or negative. If all windows of
	 * the larger loop have a burst, but not all of the other, the difference is no bound. */
	least_ns = arm_quantile(run, few, 0, false, r->spare) / run->few;
	loop_ns = isfinite(run->empty_loop_ns) ? run->empty_loop_ns / run->few
		: policy.window_share * least_ns;
	if (many >= 0 && !r->few_only)
		least_ns = fmin(least_ns,
			arm_quantile(run, many, 0, false, r->spare) / run->few - least_ns);
	else
		least_ns -= fmax(0, fmin(r->usual.ns[few] / run->few - fmax(0, ns.centre), loop_ns));
	ns.min = fmin(ns.centre, least_ns);
	benchi_summary_set_ns(summary, &ns, reach);
	reach.down *= summary->mhz / 1e3;
	reach.share += fixed_uncertainty(run, r);
	benchi_summary_set_cycles(summary, &cycles, reach);

	/* A loop's own cycle hides instructions that wait for nothing, such as x += 1 on a core that
	 * adds while it renames registers. Only the larger loop's time bounds the cost of an
	 * instance. */
	if (!run->function && !run->regions && many >= 0 && summary->cycles < policy.hidden_cycles) {
		double most = r->usual.ns[many] / (2 * run->few);

		benchi_summary_reach(summary, 0, 0);
		benchi_summary_reach(summary, most, most * summary->mhz / 1e3);
	}

	/* If an iteration costs more in calls that do twice as many, the interval includes both
	 * costs, because the length of calls in real use is unknown. */
	double longer = run->function && many >= 0 && r->few_only ? r->usual.ns[many] / 2
		: (double)NAN;

	if (longer > (1 + policy.grows) * fmax(0, r->usual.ns[few]))
		benchi_summary_reach(summary, longer, summary->cycles * longer / summary->ns);
}

/* Sets the mean: the mean of the total, minus the overhead that the median already excludes.
 * The overhead is clamped to the cost of the empty loop, so that an uncertain difference of the
 * two loops cannot move the mean. Rare work is the total minus the median of the same rounds;
 * summary->ns may be a median of other rounds. If only the loop with few instances counts,
 * instances may be slower in the other loop: that is not rare work, and is subtracted too. */
static void set_mean(const struct benchi_recorded *run, const struct facts *r,
                     bench_summary *summary)
{
	struct benchi_mean mean = benchi_total_mean(&run->total), beyond = beyond_median(run, r);
	/* From the quartiles, which interruptions do not affect. */
	int few = run->arm.few, many = run->arm.many;
	double share, few_ns, many_ns, slower_ns = 0;

	if (r->few_only && many >= 0) {
		share = 1 / (1 + window_iterations(run, few) / (2 * window_iterations(run, many)));
		few_ns = arm_quantile(run, few, 0.25, true, r->spare);
		many_ns = arm_quantile(run, many, 0.25, true, r->spare);
		slower_ns = isnan(many_ns - few_ns) ? 0 : share * (many_ns / 2 - few_ns) / run->few;
	}
	double most = run->function && !r->few_only ? r->usual.ns[run->arm.few]
		: isfinite(run->empty_loop_ns) ? run->empty_loop_ns / run->few
		: policy.window_share * mean.mean;
	double overhead = isnan(beyond.mean) ? summary->overhead_ns
	                                     : mean.mean - slower_ns - beyond.mean - summary->ns;
	double unsure = fmin(summary->ns_high - summary->ns, most);

	overhead = (run->stated ? 0 : fmax(0, fmin(overhead, most))) + slower_ns;
	mean.mean -= overhead;
	mean.low -= overhead + unsure + time_taken(run, r->spare) * mean.mean;
	mean.high -= overhead - unsure;
	benchi_summary_set_mean(summary, &mean, summary->min_ns);
	if (fabs(beyond.mean) <= BENCHI_RARE_SHARE * summary->ns)
		summary->warnings &= ~BENCH_WARN_RARE;
}

bench_summary benchi_result_make(const struct benchi_recorded *run,
                                 const struct benchi_round_sink *sink, double elapsed_ns)
{
	struct facts r = find_facts(run);
	bench_summary summary = benchi_summary_none(BENCH_OK);
	size_t body_arms = run->arm.many < 0 ? 1 : 2;
	double few_iterations = run->few * window_iterations(run, run->arm.few);
	double many_iterations = 2 * run->few * window_iterations(run, run->arm.many);

	for (size_t i = 0; sink && sink->take && i < r.count; i++)
		sink->take(sink->to, r.ns[i], r.cycles[i],
			few_iterations + (r.few_only ? 0 : many_iterations));
	if (r.count == 0)
		summary.status = benchi_fail(BENCH_ERR_NO_SAMPLES,
			"every window was interrupted or left by break");
	set_estimates(run, &r, &summary);
	summary.ns_raw = r.usual.ns[run->arm.few] / run->few;
	if (run->regions)
		summary.ns_raw += run->region_cost_ns;
	summary.overhead_ns = summary.ns_raw - summary.ns;
	summary.elapsed_ns = elapsed_ns;
	summary.method = run->regions ? run->stated ? "stated" : "regions"
		: run->function ? "function" : r.few_only ? "loop" : "two-loops";
	summary.samples = r.count * body_arms;
	summary.dropped = (run->thrown + run->engine.rounds - r.count) * body_arms;
	summary.iterations = (uint64_t)((few_iterations + many_iterations) * (double)r.count);
	set_mean(run, &r, &summary);
	const double windows = (double)run->engine.rounds - (double)run->breaks;
	const double whole = (double)r.usual.whole, clean = r.clean_only ? (double)r.usual.clean : 0;
	/* work before the function's loop was subtracted; its noise may leave nothing */
	const double cycles = run->function && run->arm.many >= 0 ? summary.cycles_high
		: summary.cycles;
	const bool no_loop = run->function || run->regions || run->timing.loop_given
		|| run->arm.many >= 0;
	const bool disturbed = run->reference.high_ipc
		&& (!run->reference.width_sure || clean < policy.neighbour_share * whole);
	const struct { bool so; unsigned warning; } of[] = {
		{ run->empty || cycles < policy.elided_cycles + (no_loop ? 0 : policy.loop_cycles),
		  BENCH_WARN_ELIDED },
		{ windows - whole > policy.interrupted_share * windows && !run->own,
		  BENCH_WARN_PREEMPTED },
		{ run->migrated, BENCH_WARN_MIGRATED },
		{ disturbed && !run->stated, BENCH_WARN_NEIGHBOUR },
		{ summary.confidence < 0.95, BENCH_WARN_FEW_SAMPLES },
		{ !run->reference.low_ipc, BENCH_WARN_NO_TICK },
		{ summary.overhead_ns > summary.ns, BENCH_WARN_OVERHEAD_DOMINATES },
		{ run->breaks > 0, BENCH_WARN_BREAK_IN_BODY },
		{ run->unpaired, BENCH_WARN_UNPAIRED },
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		summary.warnings |= of[i].so ? of[i].warning : 0;
	summary.warnings = benchi_warnings_tidy(summary.warnings);
	if (sink && sink->basis) {
		benchi_total_ns(&run->total, &sink->basis->done);
		sink->basis->edge_ns = benchi_total_edge(&run->total);
		sink->basis->taken = time_taken(run, r.spare);
	}
	return summary;
}

