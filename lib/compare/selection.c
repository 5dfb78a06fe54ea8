/*
 * Picks the fastest of several routines on this machine, within a budget.
 *
 * Candidates that qualify (qualify.c) are sized and run in rounds (engine/engine.c), which a race
 * evaluates (race.c); slower ones leave.  At the end its total time confirms the choice, and a
 * paired run against the runner-up measures its lead (paired_run.c).  The clock is read before each
 * window, so that none begins after the budget.
 * Worked: 8 candidates, windows of 3.5 us: sizing 0.2 ms; two rounds 56 us; eleven times
 * that to prove differences far above the noise: one millisecond in all.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

/*
 * What became of each candidate?
 */

/* The k-th block under this leader; NaN if it is not kept. */
static double block(const struct benchi_blocks *blocks, size_t k)
{
	return k < blocks->n && k + BENCHI_RECENT >= blocks->n
		? blocks->recent[k % BENCHI_RECENT] : (double)NAN;
}

/* Its latest blocks, each less the chosen one's, or less that one's median where it is not kept:
 * the leader's own are 0, so that only both show how much they scatter. */
static size_t copy_blocks(const struct benchi_selection *field, size_t i, double *x,
                          struct benchi_wins_bound *bound)
{
	const struct benchi_blocks *blocks = &field->racer[i].blocks;
	const struct benchi_blocks *chosen = &field->racer[field->choice->index].blocks;
	double middle = benchi_race_behind(&field->race, field->choice->index);
	size_t n = 0;

	for (size_t k = blocks->n < BENCHI_RECENT ? 0 : blocks->n - BENCHI_RECENT; k < blocks->n; k++) {
		double less = block(chosen, k), value = block(blocks, k) - (isnan(less) ? middle : less);

		if (isnan(value))
			continue;
		x[n++] = value;
		benchi_bound_step(bound);
	}
	return n;
}

/* Its time over the chosen one's, with its interval, from the latest blocks. */
static bench_candidate selection_ratio(const struct benchi_selection *field, size_t i)
{
	bench_candidate of = { field->racer[i].report, NAN, NAN, NAN, { 0 } };
	double x[BENCHI_RECENT], scratch[BENCHI_RECENT];
	struct benchi_proof proof = { benchi_bound_make(field->context.alpha / 2), 1, 0, 0 };
	struct benchi_middle middle;
	size_t n;

	of.ratio = exp(benchi_race_behind(&field->race, i)
		- benchi_race_behind(&field->race, field->choice->index));
	n = copy_blocks(field, i, x, &proof.bound);
	if (n == 0)
		return of;
	middle = benchi_blocks_interval(x, n, scratch, &proof);
	of.ratio_low = exp(middle.low);
	of.ratio_high = exp(middle.high);
	return of;
}

/* Fills options->report. */
static void selection_report(const struct benchi_selection *field)
{
	bench_candidate *to = field->question->options->report;

	for (size_t i = 0; i < field->question->n; i++) {
		const bench_candidate none = { field->racer[i].report, NAN, NAN, NAN, { 0 } };
		const struct benchi_racer *racer = &field->racer[i];

		to[i] = none;
		if (racer->report == BENCH_CANDIDATE_SLOW)
			to[i].ratio = exp(racer->behind - benchi_race_behind(&field->race,
				field->choice->index));
		if (racer->report != BENCH_CANDIDATE_OPEN)
			continue;
		to[i] = selection_ratio(field, i);
		if (i == field->choice->index)
			to[i].state = BENCH_CANDIDATE_CHOSEN;
		else if (racer->state == BENCHI_OUT)
			to[i].state = BENCH_CANDIDATE_SLOWER;
		else if (field->race.over)
			to[i].state = BENCH_CANDIDATE_TIED;
	}
}

/*
 * By how much does the chosen one lead, and is that enough to replace the incumbent?
 *
 * The race has found the best; the best and the runner-up are timed once more against each
 * other (paired_run.c) with what is left of the budget, up to 64 rounds, each of which is a block:
 * the race has waited long enough for states of the processor to change.  Without time for
 * that, or if they are not clear, the race's own blocks say by how much.
 * An incumbent that is not among the best meets the best first.  It is replaced only if it
 * takes longer by more than the switch margin for sure; so starts and machines between which the
 * true lead changes by less agree.
 */

enum { RUNOFF_ROUNDS = 64 };

struct benchi_runoff {
	struct benchi_paired_run paired;
	double x[RUNOFF_ROUNDS], ns[RUNOFF_ROUNDS], scratch[RUNOFF_ROUNDS];
};

/* Candidate a against b; returns how many rounds were made.  patient_ns: 0, or all rounds are made,
 * in windows of that length at least. */
static size_t selection_run(struct benchi_selection *field, size_t a, size_t b,
                            const struct benchi_thresholds *thresholds, double patient_ns)
{
	struct benchi_runoff *runoff = field->runoff;
	struct benchi_paired_run *paired = &runoff->paired;

	memset(paired, 0, sizeof *paired);      /* in place: too large for a small thread's stack */
	paired->context = &field->context;
	paired->c[0] = &field->question->c[a];
	paired->c[1] = &field->question->c[b];
	paired->window_ns = fmax(field->window_ns, patient_ns);
	paired->patient = patient_ns > 0;
	paired->until_ns = benchi_timing_context_elapsed(&field->context)
		+ benchi_timing_context_left(&field->context);
	paired->alpha = field->context.alpha;
	paired->thresholds = *thresholds;
	paired->x = runoff->x;
	paired->ns[0] = runoff->ns;
	paired->ns[1] = runoff->scratch;        /* of no use here */
	paired->scratch = runoff->scratch;
	paired->capacity = RUNOFF_ROUNDS;
	benchi_paired_run_run(paired);
	return paired->n;
}

/* Rare work makes it unsure. */
static void make_unsure(bench_choice *choice)
{
	choice->warnings |= BENCH_WARN_RARE;
	if (choice->end == BENCH_PICK_END_SURE)
		choice->end = BENCH_PICK_END_BUDGET;
}

static void selection_set_lead(bench_choice *choice, double ratio, double low, double high)
{
	choice->lead = ratio;
	choice->lead_low = low;
	choice->lead_high = high;
}

/* The lead as the race has seen and, if it is over, proven it. */
static struct benchi_middle lead_in_race(const struct benchi_selection *field)
{
	const bench_choice *choice = field->choice;
	const bench_candidate next = selection_ratio(field, choice->runner_up);
	double low, high;

	benchi_race_bounds(&field->race, choice->runner_up, choice->index, &low, &high);
	low = isnan(next.ratio_low) ? (double)NAN : fmax(next.ratio_low, exp(low));
	high = isnan(next.ratio_high) ? (double)NAN : fmin(next.ratio_high, exp(high));
	return (struct benchi_middle){ low, fmax(fmin(next.ratio, high), low), high };
}

/* Of a sure choice, the run-off's interval counts if it says so, too: that the choice is within the
 * margin of the runner-up.  If it says that the choice is slower, nothing is sure.  If it says
 * neither, the race's decided. */
static void set_sure_lead(struct benchi_selection *field, const struct benchi_middle *lead)
{
	bench_choice *choice = field->choice;
	const struct benchi_middle seen = field->seen;
	int agrees = lead->low >= 1 / (1 + field->context.margin);

	if (choice->end == BENCH_PICK_END_SURE && !agrees && (lead->high < 1 || isnan(seen.low)))
		choice->end = BENCH_PICK_END_BUDGET;
	if (choice->end == BENCH_PICK_END_SURE && !agrees)
		lead = &seen;
	selection_set_lead(choice, lead->median, lead->low, lead->high);
}

/* Times the chosen one against the runner-up once more, and sets how far it leads.  Racers are not
 * asked: the paired run's memory may be theirs. */
static void selection_run_off(struct benchi_selection *field)
{
	bench_choice *choice = field->choice;
	double tick_ns = benchi_timing_context_tick(&field->context);

	if (!field->engine.sizing[choice->index].done
	    && !(choice->ns > benchi_window_meaningless_ns(&field->context.timing)))
		choice->ns = NAN;
	if (field->mean_lead.median > 0) {
		selection_set_lead(choice, field->mean_lead.median, field->mean_lead.low,
			field->mean_lead.high);
	} else if (choice->runner_up != BENCH_NONE && selection_run(field, choice->index,
		choice->runner_up, &field->race.thresholds, 0) > 0) {
		struct benchi_middle lead = benchi_paired_run_ratio(&field->runoff->paired);

		set_sure_lead(field, &lead);
		if (benchi_paired_run_contradicted(&field->runoff->paired))
			make_unsure(choice);
		choice->ns = benchi_median(field->runoff->ns, field->runoff->paired.n);
	} else if (choice->runner_up != BENCH_NONE && !isnan(field->seen.low)) {
		selection_set_lead(choice, field->seen.median, field->seen.low, field->seen.high);
	}
	choice->cycles = choice->ns / tick_ns;
}

/* A candidate's time over that of the best. */
static struct benchi_middle selection_behind(struct benchi_selection *field, size_t incumbent,
                                             double switch_margin)
{
	const double ln = log1p(switch_margin);
	const struct benchi_thresholds thresholds = { -ln, ln, -INFINITY, ln };
	bench_candidate seen;

	if (field->mean_lead.median > 0 && field->choice->runner_up == incumbent)
		return field->mean_lead;
	if (selection_run(field, field->choice->index, incumbent, &thresholds, 0) > 0)
		return benchi_paired_run_ratio(&field->runoff->paired);
	seen = selection_ratio(field, incumbent);
	return (struct benchi_middle){ seen.ratio_low, seen.ratio, seen.ratio_high };
}

/* Do times differ from start to start? */
static int spreads(const struct benchi_selection *field)
{
	return !BENCHI_SMALL && field->spread > 0;
}

/* Where one takes so much longer than another one that comes later, may another start choose
 * differently?  If that is closer to the limit than the spread, or than both differ here. */
static int selection_unstable(const struct benchi_selection *field, double low, double ratio,
                              double high)
{
	double limit = 1 + field->switch_margin, spread = 1 + field->spread;

	return spreads(field) && !(high < limit / fmax(spread, high / ratio))
	    && !(low > limit * fmax(spread, ratio / low));
}

/* Is the candidate kept, because the best is not better by the margin for sure?  Then it is the
 * choice. */
static int selection_keep(struct benchi_selection *field, size_t incumbent, double switch_margin)
{
	bench_choice *choice = field->choice;
	struct benchi_middle slower;

	if (BENCHI_SMALL || incumbent >= field->question->n || incumbent == choice->index
	    || field->racer[incumbent].report != BENCH_CANDIDATE_OPEN)
		return 0;
	slower = selection_behind(field, incumbent, switch_margin);
	choice->unstable |= selection_unstable(field, slower.low, slower.median, slower.high);
	if (slower.low > 1 + switch_margin)
		return 0;
	choice->runner_up = choice->index;
	choice->index = incumbent;
	choice->tie = 0;
	choice->kept = 1;
	choice->ns = field->racer[incumbent].iteration_ns;
	choice->cycles = choice->ns / benchi_timing_context_tick(&field->context);
	selection_set_lead(choice, 1 / slower.median, 1 / slower.high, 1 / slower.low);
	if (!(slower.high <= 1 + switch_margin) && choice->end == BENCH_PICK_END_SURE)
		choice->end = BENCH_PICK_END_BUDGET;
	return 1;
}

/*
 * Which choice will other starts make, too?
 *
 * The best of one start is not that of the next where times differ from start to start by more
 * than candidates do.  So the first in the list is chosen that is not slower than the best by a
 * limit, which lies at 1.5 to 2.5 spreads.  It is drawn from the names, the same at every start:
 * for most sets no candidate lies within a spread of it (replicable bandits: Esfandiari and others,
 * ICLR 2023), and where one does the set is unstable.
 */

static const double LIMIT_LEAST = 1.5, NEIGHBOUR = 1.5;

/* In spreads. */
static double limit_of(const struct benchi_candidates *q)
{
	uint64_t mixed = q->n;
	char digits[BENCHI_DIGITS];

	for (size_t i = 0; i < q->n; i++)
		for (const char *at = benchi_candidate_name(q->c, i, digits); *at; at++)
			mixed = (mixed ^ (unsigned char)*at) * 0x100000001b3u;
	return LIMIT_LEAST + (double)(benchi_random(&mixed) >> 11) / 9007199254740992.0;
}

/* A part of a table of ranges, which does not report it, asks only if it would be unsure then. */
static int selection_shared(const struct benchi_selection *field)
{
	const bench_timing *timing = &field->context.timing;

	return BENCHI_SMALL || (field->question->whole && !spreads(field)) ? 0
	       : benchi_core_shared(&timing->clock, timing->step_ns);
}

/* The other hardware thread takes slots, ports and caches, of which one routine needs more than
 * another: the order of two sorts 27 % apart was seen to change with it. */
static int choice_by_neighbour(const bench_choice *choice, int shared)
{
	return !BENCHI_SMALL && shared && choice->runner_up != BENCH_NONE
		&& !(choice->lead_low > NEIGHBOUR);
}

/* The incumbent, or the first in the list, that is not slower by the limit; or the best. */
static void selection_agree(struct benchi_selection *field)
{
	bench_choice *choice = field->choice;
	const size_t best = choice->index;
	double limit = field->switch_margin;
	int kept = selection_keep(field, field->incumbent, limit);

	for (size_t i = 0; spreads(field) && field->incumbent != best && i < best && !kept; i++) {
		double ahead = exp(benchi_race_behind(&field->race, i)
			- benchi_race_behind(&field->race, best));

		if (field->racer[i].state != BENCHI_OUT || ahead < 1 + limit + 2 * field->spread)
			kept = selection_keep(field, i, limit);
	}
	if (!kept)
		selection_run_off(field);
	if (!kept && !isnan(choice->lead_low))
		choice->unstable |= choice->runner_up < choice->index
			? selection_unstable(field, choice->lead_low, choice->lead, choice->lead_high)
			: selection_unstable(field, 1 / choice->lead_high, 1 / choice->lead,
				1 / choice->lead_low);
	choice->unstable |= choice_by_neighbour(choice,
		field->shared || selection_shared(field));
	if (spreads(field) && choice->unstable && choice->end == BENCH_PICK_END_SURE)
		choice->end = BENCH_PICK_END_BUDGET;
}

/*
 * Does rare work change the choice?
 *
 * The race compares medians of short windows, which leave out what is done once in many of
 * them.  So the chosen one alone runs on until its windows took 15 % of the budget, up to 25 ms,
 * and its total time is compared with the others', whose rare work could only make them worse.
 * Where other processes leave it no such time, nothing is sure.
 * Where another one's mean is lower by more than BENCHI_RARE_SHARE, the two are timed in turn
 * (paired_run.c) with what is left of the budget.  Unless it is sure not to be, total times decide
 * where they are sure.  Where they are not, nothing is sure, and the other one is chosen only where
 * it is ahead by more than BENCHI_RARE_UNSURE, or, without time to compare the two, twice as fast.
 * Wrong where bursts are rarer than the time in which the chosen one ran.
 */

static const double ALONE = 0.15, ALONE_MOST_NS = 25e6;  /* of the budget */
static const double WINDOWS = 4 * RUNOFF_ROUNDS;    /* of rounds and their mirrors */
static const double LEAST = 1 / (1 + BENCHI_RARE_SHARE);
static const double FAR_AHEAD = 0.5;    /* a ratio that decides without an interval */

/* Counts a window to its total, without the time in which the thread had lost the processor. */
static void selection_total_window(struct benchi_selection *field, size_t i, double ns,
                                   uint64_t iterations)
{
	struct benchi_racer *racer = &field->racer[i];

	ns = benchi_window_own_ns(&field->moment, &racer->least_ns, ns, iterations);
	if (isnan(ns))
		return;
	benchi_total_add(&racer->total, ns, (double)iterations);
	if (field->question->saw)
		field->question->saw(field->question->saw_arg, i, ns / (double)iterations);
}

/* What all windows of one took, the open batch's too. */
struct spent {
	double ns, mean_ns;     /* in all, and an iteration */
};

static struct spent spent_on(const struct benchi_selection *field, size_t i)
{
	double done, ns = benchi_total_ns(&field->racer[i].total, &done);

	return (struct spent){ ns, ns / done };
}

/* Times the chosen one alone.  Returns whether its windows took long enough. */
static int selection_look(struct benchi_selection *field, size_t i)
{
	struct benchi_timing_context *context = &field->context;
	double enough_ns = fmin(ALONE * context->budget_ns, ALONE_MOST_NS), now;
	uint64_t iterations = field->engine.sizing[i].iterations;

	for (size_t round = 0; spent_on(field, i).ns < enough_ns; round++) {
		now = benchi_timing_context_elapsed(context);
		if (benchi_budget_left(&context->budget, now) <= 0
		    || benchi_clock_stopped(&context->still, 1, now))
			return 0;
		selection_total_window(field, i, benchi_timing_context_time(context, &field->question->c[i],
			iterations, benchi_layout_of(round)), iterations);
	}
	return 1;
}

/* The other one with the lowest mean, or BENCH_NONE. */
static size_t lowest_mean(const struct benchi_selection *field, size_t but, struct spent *least)
{
	size_t best = BENCH_NONE;

	least->mean_ns = INFINITY;
	for (size_t i = 0; i < field->question->n; i++) {
		const struct spent spent = spent_on(field, i);

		if (i == but || !(spent.ns > 0) || !(spent.mean_ns < least->mean_ns))
			continue;
		best = i;
		*least = spent;
	}
	return best;
}

/* The choice by this ratio of total times, the other one's over the chosen one's. */
static void selection_decide_by_total(struct benchi_selection *field, size_t other,
                                      const struct benchi_total_ratio *ratio)
{
	bench_choice *choice = field->choice;
	int sure = ratio->high < 1;

	if (isnan(ratio->high) && !(ratio->mean < 1 / (1 + BENCHI_RARE_UNSURE))
	    && choice->end != BENCH_PICK_END_SURE)
		return;
	choice->warnings |= BENCH_WARN_RARE;
	if (!sure || field->fit > 2)
		make_unsure(choice);
	if (!sure && !(ratio->mean < (isnan(ratio->high) ? FAR_AHEAD : 1 / (1 + BENCHI_RARE_UNSURE))))
		return;
	choice->runner_up = choice->index;
	choice->index = other;
	choice->tie = 0;
	field->mean_lead = (struct benchi_middle){ 1 / ratio->high, 1 / ratio->mean, 1 / ratio->low };
}

/* The mean over the race and the paired run, in which it is this arm. */
static double mean_of_both(const struct benchi_selection *field, const struct spent *race, int arm)
{
	double done, ns = benchi_total_ns(&field->runoff->paired.total[arm], &done);

	return (race->ns + ns) / (race->ns / race->mean_ns + done);
}

/* race: of the chosen one and the other one.  The paired run's ratio counts, unless it saw no rare
 * work where the race had seen too much of it for both together: their ratio is then unsure. */
static void confirm_by_total(const struct benchi_selection *field, const struct spent race[2],
                             struct benchi_total_ratio *ratio)
{
	struct benchi_total_ratio paired = benchi_paired_run_totals(&field->runoff->paired);
	double both = mean_of_both(field, &race[1], 1) / mean_of_both(field, &race[0], 0);

	if (paired.low > LEAST && both < LEAST)
		ratio->mean = both;
	else if (!isnan(paired.mean))
		*ratio = paired;
}

static void selection_weigh(struct benchi_selection *field)
{
	struct benchi_total_ratio ratio = { NAN, NAN, NAN, NAN, NAN };
	size_t chosen = field->choice->index, other;
	struct spent spent[2];
	double ns;

	if (field->rounds == 0)
		return;
	if (field->rounds_most == SIZE_MAX && !selection_look(field, chosen)
	    && field->choice->end == BENCH_PICK_END_SURE)
		field->choice->end = BENCH_PICK_END_BUDGET;
	spent[0] = spent_on(field, chosen);
	other = lowest_mean(field, chosen, &spent[1]);
	if (other == BENCH_NONE)
		return;
	ratio.mean = spent[1].mean_ns / spent[0].mean_ns;
	if (!(ratio.mean < LEAST))
		return;
	ns = field->racer[other].iteration_ns;
	if (selection_run(field, chosen, other, &field->race.thresholds,
			benchi_timing_context_left(&field->context) / WINDOWS) > 0)
		confirm_by_total(field, spent, &ratio);
	if (!(ratio.low > LEAST))
		selection_decide_by_total(field, other, &ratio);
	if (field->choice->index == other)
		field->choice->ns = ns;
}

static const double TIME_NS = 20e6, ZONE_SHARE = 0.25, SWITCH_MARGIN = 0.03;
static const double RACE_SHARE = 0.9;   /* of alpha: of the first race */

/* Of racers and a paired run of two of them: in the same memory where there is little, since the
 * race is over then. */
static size_t bytes_of_racers(size_t n)
{
	size_t racers = n * sizeof(struct benchi_racer), runoff = sizeof(struct benchi_runoff);

	return !BENCHI_SMALL ? racers + runoff : racers > runoff ? racers : runoff;
}

static size_t bytes_each(void)
{
	return sizeof(struct benchi_sizing) + 2 * sizeof(struct benchi_sample) + sizeof(size_t) + 2;
}

size_t bench_pick_size(size_t n)
{
	size_t least = BENCHI_STEP_READINGS * sizeof(uint32_t), bytes;
	size_t most = (SIZE_MAX - sizeof(struct benchi_runoff))
		/ (sizeof(struct benchi_racer) + bytes_each());

	if (n > most)
		return SIZE_MAX;
	bytes = bytes_of_racers(n) + n * bytes_each();
	return n == 0 ? 0 : bytes < least ? least : bytes;
}

static void forget_total(struct benchi_racer *racer)
{
	memset(&racer->total, 0, sizeof racer->total);
	racer->least_ns = NAN;
}

static void selection_lay_out(struct benchi_selection *field, void *memory)
{
	size_t n = field->question->n;

	field->runoff = memory;
	field->racer = BENCHI_SMALL ? memory : (void *)(field->runoff + 1);
	field->memory.sizing = (void *)((char *)memory + bytes_of_racers(n));
	field->memory.sample = (struct benchi_sample *)(void *)(field->memory.sizing + n);
	field->memory.order = (size_t *)(void *)(field->memory.sample + 2 * n);
	field->ready = (unsigned char *)(field->memory.order + n);
	field->out = field->ready + n;
	for (size_t i = 0; i < n; i++) {
		field->racer[i].state = BENCHI_OUT;
		field->racer[i].report = BENCH_CANDIDATE_UNTRIED;
		field->racer[i].iteration_ns = NAN;
		field->racer[i].behind = INFINITY;
		field->racer[i].calls = 0;
		forget_total(&field->racer[i]);
		field->ready[i] = 0;
	}
}

/* Drops candidates that left the race from the rounds. */
static void drop(struct benchi_selection *field)
{
	for (size_t i = 0; i < field->question->n; i++)
		field->out[i] = field->racer[i].state == BENCHI_OUT;
	benchi_engine_drop(&field->engine, field->out);
}

static void selection_begin_engine(struct benchi_selection *field)
{
	size_t n = field->question->n;

	benchi_rounds_begin(&field->engine, &field->memory, &field->context, n, field->window_ns);
	for (size_t i = 0; i < n; i++) {
		double iterations = field->window_ns / field->racer[i].iteration_ns;

		if (iterations > 1)
			benchi_engine_resize(&field->engine, i, iterations < 1e9
				? (uint64_t)iterations : 1000000000u);
	}
	drop(field);
}

/* Passes a round and its mirror to the race, which begins again if windows must be longer. */
static void selection_judge(struct benchi_selection *field)
{
	size_t n = field->question->n;
	uint64_t iterations;

	if (benchi_engine_size_anew(&field->engine, 0)) {
		benchi_race_begin(&field->race, &field->race.plan, field->racer);
		field->rounds = 0;
		for (size_t i = 0; i < n; i++)
			forget_total(&field->racer[i]);
		return;
	}
	for (size_t i = 0; i < n; i++)
		if (field->racer[i].state != BENCHI_OUT)
			field->racer[i].iteration_ns =
				benchi_rounds_pair_ns(&field->engine, i, &iterations);
	field->running = benchi_race_running(&field->race);
	field->rounds++;
	benchi_race_round(&field->race, benchi_timing_context_elapsed(&field->context));
	drop(field);
}

/* Times one window. */
static void selection_step(struct benchi_selection *field, double now_ns)
{
	size_t arm = benchi_rounds_next(&field->engine, now_ns);
	uint64_t iterations;
	double ns = benchi_rounds_time(&field->engine, &field->context, &field->question->c[arm],
		&iterations);

	if (field->engine.sized)
		selection_total_window(field, arm, ns, iterations);
	if (!field->engine.sized && ns > 0)
		benchi_racer_saw(&field->racer[arm], fmax(ns,
			benchi_window_meaningless_ns(&field->context.timing)) / (double)iterations);
	if (benchi_engine_paired(&field->engine))
		selection_judge(field);
}

/* Runs until the choice is certain or the time is over; a single candidate is only sized. */
static bench_status race(struct benchi_selection *field, double alpha)
{
	const struct benchi_candidates *q = field->question;
	const struct benchi_race_plan plan = { q->n, field->context.margin, alpha,
		field->stated,
		benchi_timing_context_block_ns(&field->context),
		benchi_timing_context_settled_ns(&field->context) };
	double now;

	benchi_race_begin(&field->race, &plan, field->racer);
	selection_begin_engine(field);
	field->running = benchi_race_running(&field->race);
	field->moment = benchi_presence_now();
	while (field->rounds < field->rounds_most) {
		now = benchi_timing_context_elapsed(&field->context);
		if (benchi_budget_left(&field->context.budget, now) <= 0)
			break;
		if (field->race.over && field->engine.sizing[field->race.leader].done)
			break;
		if (benchi_clock_stopped(&field->context.still, field->engine.sized, now))
			return benchi_clock_fail_stopped(&field->context.timing.clock, &field->context.still);
		selection_step(field, now);
	}
	return BENCH_OK;
}

static bench_status selection_choose(struct benchi_selection *field)
{
	bench_choice *choice = field->choice;
	struct benchi_race_choice found = benchi_race_choice(&field->race);

	if (found.index == BENCH_NONE)
		return benchi_fail(BENCH_ERR_NO_SAMPLES, "none of %.0f candidates is left: %.0f wrong, "
			"%.0f crashed", (double)field->question->n, (double)choice->wrong,
			(double)choice->crashed);
	choice->index = found.index;
	choice->runner_up = found.runner_up;
	choice->tie = found.tie;
	choice->rounds = field->rounds;
	choice->finalists = field->running;
	choice->end = BENCH_PICK_END_BUDGET;
	if (field->race.over && choice->untried == 0 && field->unsure == 0)
		choice->end = field->rounds > 0 ? BENCH_PICK_END_SURE : BENCH_PICK_END_ONLY_ONE;
	choice->lead = found.lead;
	choice->ns = field->racer[choice->index].iteration_ns;
	if (choice->runner_up != BENCH_NONE)
		field->seen = lead_in_race(field);
	selection_weigh(field);
	selection_agree(field);
	if (field->context.still.stopped) {
		*choice = benchi_choice_none(BENCH_OK);
		return benchi_clock_fail_stopped(&field->context.timing.clock, &field->context.still);
	}
	if (!BENCHI_SMALL && field->question->options->report)
		selection_report(field);
	return BENCH_OK;
}

static bench_status selection_pick(struct benchi_selection *field)
{
	bench_status status = benchi_selection_qualify(field);

	if (status == BENCH_OK) {
		field->shared = selection_shared(field);
		status = race(field, field->context.alpha * RACE_SHARE);
	}
	if (status == BENCH_OK && field->rounds_most == SIZE_MAX && benchi_selection_warm(field) > 0)
		status = race(field, field->context.alpha * (1 - RACE_SHARE));
	if (status == BENCH_OK)
		status = selection_choose(field);
	for (size_t i = field->question->n; i-- > 0;)
		if (field->ready[i])
			benchi_timing_context_take_down(&field->context, &field->question->c[i]);
	return status;
}

/* In the caller's memory, or in its own. */
static bench_status pick_in_memory(struct benchi_selection *field)
{
	void *given = field->question->options->memory, *memory = given;
	struct benchi_kept outer = { NULL, NULL };
	bench_status status;

	if (!given)
		memory = benchi_kept_new(BENCHI_PICK, field, bench_pick_size(field->question->n), &outer);
	if (!memory)
		return benchi_fail(BENCH_ERR_MEMORY, "for %.0f candidates", (double)field->question->n);
	selection_lay_out(field, memory);
	status = selection_pick(field);
	if (!given)
		benchi_kept_free(BENCHI_PICK, memory, &outer);
	return status;
}

bench_status benchi_candidates_check(const struct benchi_candidates *question)
{
	if (!question->c || question->n == 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no candidates");
	for (size_t i = 0; i < question->n; i++)
		if (benchi_case_check(&question->c[i]) != BENCH_OK)
			return benchi_fail(BENCH_ERR_ARGUMENT, "candidate %.0f: expected either body or call",
				(double)i);
	for (size_t i = 1; i < question->n; i++)
		if (question->c[i].cold != question->c[0].cold)
			return benchi_fail(BENCH_ERR_ARGUMENT, "candidate %.0f: .cold is %u, expected %u as "
				"of the first", (double)i, question->c[i].cold, question->c[0].cold);
	if (question->options->flags & ~(BENCH_PICK_ISOLATE | BENCH_PICK_EXTEND))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.flags is 0x%x, expected BENCH_PICK_...",
			question->options->flags);
	return BENCH_OK;
}

/* Takes over what only a pick asks for. */
static bench_status selection_take(struct benchi_selection *field,
                                   const bench_pick_options *options)
{
	const struct benchi_candidates *q = field->question;

	if (options->memory && options->memory_bytes < bench_pick_size(q->n))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.memory_bytes is %.0f, expected %.0f",
			(double)options->memory_bytes, (double)bench_pick_size(q->n));
	if (!(options->switch_margin >= 0) || isinf(options->switch_margin))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.switch_margin is %g, expected 0 or more",
			options->switch_margin);
	if (!(options->spread >= 0) || !(options->spread <= 0.5))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.spread is %g, expected 0 to 0.5",
			options->spread);
	if (BENCHI_SMALL
	    && (options->spread > 0 || options->incumbent || q->incumbent > 0 || options->report))
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "options.incumbent, .spread, .report");
	field->spread = options->spread;
	if (options->switch_margin > 0)
		field->switch_margin = options->switch_margin;
	else if (spreads(field))
		field->switch_margin = options->spread * limit_of(q);
	if (q->incumbent > 0)
		field->incumbent = q->incumbent - 1;
	else if (!BENCHI_SMALL && options->incumbent)
		field->incumbent = benchi_candidate_find(q->c, q->n, options->incumbent);
	return BENCH_OK;
}

static bench_status selection_begin(struct benchi_selection *field)
{
	const struct benchi_candidates *q = field->question;
	struct benchi_timing_request request = benchi_pick_request(q->options);
	bench_status status = selection_take(field, q->options);

	if (status != BENCH_OK)
		return status;
	request.punctual = q->punctual;
	status = benchi_timing_context_begin(&field->context, &request, TIME_NS);
	if (status != BENCH_OK)
		return status;
	status = benchi_mixture_make(q->options, &field->context.mixture);
	if (status != BENCH_OK)
		benchi_timing_context_end(&field->context);
	return status;
}

bench_status benchi_candidates_pick(const struct benchi_candidates *question, bench_choice *choice)
{
	struct benchi_selection field = { .question = question, .choice = choice,
		.rounds_most = SIZE_MAX, .switch_margin = SWITCH_MARGIN, .incumbent = BENCH_NONE };
	bench_status status = benchi_candidates_check(question);

	*choice = benchi_choice_none(BENCH_OK);
	if (status == BENCH_OK)
		status = selection_begin(&field);
	if (status == BENCH_OK) {
		field.context.parameter = question->parameter;
		field.window_ns = benchi_timing_context_window(&field.context, ZONE_SHARE);
		if (question->options->rounds > 0)
			field.rounds_most = question->options->rounds;
		status = pick_in_memory(&field);
		if (benchi_mixture_n(&field.context.mixture) > 0) {
			choice->ns /= field.context.mixture.calls;
			choice->cycles /= field.context.mixture.calls;
		}
		choice->elapsed_ns = benchi_timing_context_elapsed(&field.context);
		choice->warnings |= field.context.unpaired[0] ? BENCH_WARN_UNPAIRED : 0;
		if (question->whole) {
			question->whole->excluded_ns += field.context.budget.excluded_ns;
			question->whole->own_excluded_ns += field.context.budget.own_excluded_ns;
		}
		benchi_timing_context_end(&field.context);
	}
	choice->status = status;
	return status;
}

bench_status benchi_candidates_choose(const struct benchi_candidates *question,
                                      bench_choice *choice)
{
	struct benchi_override override;
	bench_status status;

	if (BENCHI_SMALL)       /* no environment, no text of a choice */
		return benchi_candidates_pick(question, choice);
	status = benchi_candidates_check(question);
	*choice = benchi_choice_none(status);
	if (status == BENCH_OK)
		status = choice->status = benchi_override_read(question, &override);
	if (status != BENCH_OK)
		return status;
	status = override.order > BENCHI_ORDER_AGAIN
		? benchi_override_choose(question, &override, choice)
		: benchi_candidates_pick(question, choice);
	benchi_override_log(question, &override, NULL, choice);
	return status;
}
