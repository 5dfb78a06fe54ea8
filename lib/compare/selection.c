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
 * Evidence for a choice beyond the race's medians.
 */

static const struct selection_policy {
	double time_ns;         /* the budget, unless the caller states one */
	double zone_share;      /* of the margin that the clock's uncertainty may take in a window */
	double switch_margin;   /* by which another candidate must beat the incumbent */
	double first_race;      /* of alpha: the first race, a second one has the rest */
	double look_share;      /* of the budget: the choice runs alone for rare work to show, */
	double look_most_ns;    /* and no longer than this */
	double noise;           /* of the choice's mean that the machine may explain, at most, */
	double common;          /* beyond what it adds to all candidates, at most */
	double far;             /* an unproven loss of so many times the limit counts */
	double limit_least;     /* in spreads; the limit lies up to one spread above (see below) */
	double neighbour;       /* a lead that no workload on the other hardware thread was seen to turn */
} policy = {
	.time_ns = 20e6, .zone_share = 0.25, .switch_margin = 0.03, .first_race = 0.9,
	/* work that is done every tenth of the budget shows at least once */
	.look_share = 0.1, .look_most_ns = 25e6,
	/* interruptions at a load of 11 on two processors took 1 to 6 % */
	.noise = 0.02, .common = 0.1,
	/* times of two calls each were up to 1.7 times too long beside eight busy programs */
	.far = 2,
	.limit_least = 1.5,
	/* the order of two sorts 27 % apart was seen to change */
	.neighbour = 1.5,
};

enum { RUNOFF_ROUNDS = 64, LOOK_PAIR = 8 /* at least */ };

struct benchi_runoff {
	struct benchi_paired_run paired;
	double x[RUNOFF_ROUNDS], ns[RUNOFF_ROUNDS], ns_other[RUNOFF_ROUNDS], scratch[RUNOFF_ROUNDS];
	double quiet[RUNOFF_ROUNDS];    /* by which share groups of the race exceed their medians */
	size_t groups;                  /* in the race */
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
	paired->alpha = field->context.alpha;
	paired->thresholds = *thresholds;
	paired->x = runoff->x;
	paired->ns[0] = runoff->ns;
	paired->ns[1] = runoff->ns_other;
	paired->scratch = runoff->scratch;
	paired->capacity = RUNOFF_ROUNDS;
	benchi_paired_run_run(paired);
	return paired->n;
}

/* Counts a window to its racer's totals, without the time in which the thread had lost the
 * processor.  Returns nonzero if a group is complete. */
static int total_window(struct benchi_selection *field, size_t i, double ns, uint64_t iterations)
{
	struct benchi_racer *racer = &field->racer[i];
	struct benchi_group *group = &racer->group;

	ns = benchi_window_own_ns(&field->moment, &racer->least_ns, ns, iterations);
	if (isnan(ns))
		return 0;
	benchi_total_add(&racer->total, ns, (double)iterations);
	group->total_ns += ns;
	group->total_done += (double)iterations;
	group->ns[group->n++] = ns / (double)iterations;
	if (field->question->saw)
		field->question->saw(field->question->saw_arg, i, ns / (double)iterations);
	return group->n == BENCHI_GROUP;
}

/* Closes a group, of which a short one has the median of the group before.  Returns by which share
 * its windows took longer than their median. */
static double close_group(struct benchi_racer *racer)
{
	struct benchi_group *group = &racer->group;
	struct benchi_grouped *all = &racer->grouped;
	double usual_ns, more_ns;

	if (group->n > BENCHI_GROUP / 2 || all->n == 0)
		all->median_ns = benchi_median(group->ns, group->n);
	usual_ns = all->median_ns * group->total_done;
	more_ns = group->total_ns - usual_ns;
	all->ns += group->total_ns;
	all->usual_ns += usual_ns;
	all->squares += more_ns * more_ns;
	all->n++;
	group->n = 0;
	group->total_ns = group->total_done = 0;
	return more_ns / usual_ns;
}

/* One window of a candidate outside the rounds, of random length.  As total_window. */
static int extra_window(struct benchi_selection *field, size_t i, size_t round)
{
	uint64_t n = field->engine.sizing[i].iterations, random = field->context.seed + round;

	n += benchi_random_below(&random, n / 2 + 1);
	return total_window(field, i, benchi_timing_context_time(&field->context, &field->question->c[i],
		n, benchi_layout_of(round)), n);
}

static double mean_ns(const struct benchi_selection *field, size_t i)
{
	double done, ns = benchi_total_ns(&field->racer[i].total, &done);

	return ns / done;
}

/*
 * Does rare work change the choice?
 *
 * The race compares medians of short windows, which leave out what is done once in many of them.  So
 * the choice runs on alone until its windows took a tenth of the budget.  By how much its mean is
 * above its median is what it may lose to a candidate without rare work; those that are close enough
 * to gain from it are contenders.  Without contenders the race's choice is confirmed.  If the excess
 * is more than BENCHI_RARE_SHARE, the contender with the lowest mean and the choice are timed
 * alternately in the rest of the budget, and total times decide.
 * Between groups of its windows is one of the runner-up: a state of the processor that lasted for the whole
 * race, and made the slower one look faster, shows in the ratio of the two.
 * Wrong where bursts are rarer than the time in which the choice ran.
 */

struct look {
	double ns;                  /* of an iteration, the median; NaN: there was no time */
	double excess;              /* of the mean over the median, as a share */
	double unsure;              /* half its 95 % interval */
	double common;              /* such an excess of all candidates alike, at least */
	struct benchi_middle ln;    /* ln(runner-up / choice); NaN: unknown.  Its ends are quartiles */
	int complete;               /* the windows took as long as they should */
};

static void look_conclude(struct benchi_selection *field, const struct benchi_grouped *all,
                          size_t groups, size_t pairs, struct look *look)
{
	struct benchi_runoff *runoff = field->runoff;
	size_t raced = runoff->groups < RUNOFF_ROUNDS ? runoff->groups : RUNOFF_ROUNDS;
	double common = 0;

	groups = groups < RUNOFF_ROUNDS ? groups : RUNOFF_ROUNDS;
	pairs = pairs < RUNOFF_ROUNDS ? pairs : RUNOFF_ROUNDS;
	look->ns = groups > 0 ? benchi_median(runoff->x, groups) : all->median_ns;
	look->excess = all->ns / all->usual_ns - 1;
	look->unsure = 2 * sqrt(all->squares) / all->usual_ns;
	benchi_sort(runoff->quiet, raced);
	raced -= raced / 4;     /* without the groups that may hold a rival's rare work */
	for (size_t i = 0; i < raced; i++)
		common += runoff->quiet[i] / (double)raced;
	look->common = fmin(fmax(common, 0), policy.common);
	if (pairs >= LOOK_PAIR) {
		look->ln.median = benchi_median(runoff->ns, pairs);
		look->ln.low = runoff->ns[pairs / 4];
		look->ln.high = runoff->ns[pairs - 1 - pairs / 4];
	}
}

/* The time of an iteration in the latest window of the racer's open group. */
static double latest_ns(const struct benchi_racer *racer)
{
	return racer->group.n > 0 ? racer->group.ns[racer->group.n - 1] : (double)NAN;
}

/* Runs the choice on. */
static struct look look_at(struct benchi_selection *field, size_t chosen, size_t next)
{
	struct benchi_timing_context *context = &field->context;
	struct benchi_racer *racer = &field->racer[chosen];
	double enough_ns = fmin(policy.look_share * context->budget_ns, policy.look_most_ns);
	struct look look = { NAN, NAN, NAN, 0, { NAN, NAN, NAN }, 0 };
	double before = NAN;
	size_t round = 0, groups = 0, pairs = 0;

	while (benchi_total_ns(&racer->total, NULL) < enough_ns) {
		double now = benchi_timing_context_elapsed(context);
		int complete;

		if (benchi_budget_left(&context->budget, now) <= 0
		    || benchi_clock_stopped(&context->still, 1, now))
			break;
		complete = extra_window(field, chosen, round++);
		if (!isnan(before) && !isnan(latest_ns(racer)))
			field->runoff->ns[pairs++ % RUNOFF_ROUNDS] = log(before / latest_ns(racer));
		before = NAN;
		if (!complete)
			continue;
		close_group(racer);
		field->runoff->x[groups++ % RUNOFF_ROUNDS] = racer->grouped.median_ns;
		if (next != BENCH_NONE && !benchi_cold_asked(&context->cold)) {
			complete = extra_window(field, next, round);
			before = latest_ns(&field->racer[next]);
			if (complete)
				close_group(&field->racer[next]);
		}
	}
	look.complete = benchi_total_ns(&racer->total, NULL) >= enough_ns;
	if (racer->group.n > 0)
		close_group(racer);
	look_conclude(field, &racer->grouped, groups, pairs, &look);
	return look;
}

/* What is known of a choice beyond the race. */
struct confirmed {
	size_t index;               /* the choice: the race's, or the one that total times prefer */
	size_t runner_up;
	double ns;                  /* of an iteration */
	int sure;                   /* nothing contradicts it, and it had time to */
	int rare;                   /* rare work was seen */
	struct benchi_middle lead;  /* by total times, or by the look; median NaN: the race's */
};

/* May the candidate gain from the excess of the choice?  Its own rare work could only make it
 * slower. */
static int contends(const struct benchi_selection *field, size_t i, size_t chosen,
                    const struct look *look)
{
	const struct benchi_grouped *own = &field->racer[i].grouped;
	double own_excess = own->n > 0
		? (own->ns - own->usual_ns - 2 * sqrt(own->squares)) / own->usual_ns : 0;
	double behind = benchi_race_behind(&field->race, i)
		- benchi_race_behind(&field->race, chosen);

	return i != chosen && field->racer[i].calls > 0
	    && exp(behind) * (1 + fmax(own_excess, look->common)) * (1 + field->context.margin)
	       < 1 + look->excess - fmin(look->unsure, policy.noise);
}

/* The contender with the lowest mean so far; *n: how many there are. */
static size_t first_contender(const struct benchi_selection *field, size_t chosen,
                              const struct look *look, size_t *n)
{
	size_t best = BENCH_NONE;

	*n = 0;
	for (size_t i = 0; i < field->question->n; i++) {
		if (!contends(field, i, chosen, look))
			continue;
		++*n;
		if (best == BENCH_NONE || mean_ns(field, i) < mean_ns(field, best))
			best = i;
	}
	return best;
}

/* The mean over all windows, those of the latest paired run in which it is this arm as well. */
static double mean_of_all(const struct benchi_selection *field, size_t i, int arm)
{
	double done, done_alone, ns = benchi_total_ns(&field->runoff->paired.total[arm], &done);

	ns += benchi_total_ns(&field->racer[i].total, &done_alone);
	return ns / (done + done_alone);
}

/* Times the choice and a contender alternately; total times decide, where they can. */
static void contest(struct benchi_selection *field, size_t chosen, size_t other, size_t contenders,
                    struct confirmed *found)
{
	struct benchi_total_ratio paired = { NAN, NAN, NAN, NAN };
	double all, margin = field->context.margin, left_ns = benchi_timing_context_left(&field->context);
	int better, good, alike;

	if (left_ns > 0 && selection_run(field, chosen, other, &field->race.thresholds,
			left_ns / (4 * RUNOFF_ROUNDS)) > 0) {
		paired = benchi_paired_run_totals(&field->runoff->paired);
		all = mean_of_all(field, other, 1) / mean_of_all(field, chosen, 0);
	} else {
		all = mean_ns(field, other) / mean_ns(field, chosen);
	}
	alike = all >= paired.low && all <= paired.high;    /* in the paired run and before it */
	better = paired.high < 1;
	good = paired.low >= 1 / (1 + margin);
	found->sure = alike && (better || good) && contenders == 1;
	found->lead = (struct benchi_middle){ alike ? paired.low : (double)NAN, all,
		alike ? paired.high : (double)NAN };
	found->runner_up = other;
	if (!(alike && better) && !(all < 1 / (1 + BENCHI_RARE_SHARE)))
		return;
	found->index = other;
	found->runner_up = chosen;
	found->ns = mean_of_all(field, other, 1);
	found->lead = (struct benchi_middle){ 1 / found->lead.high, 1 / all, 1 / found->lead.low };
}

static struct confirmed confirm(struct benchi_selection *field,
                                const struct benchi_race_choice *raced)
{
	struct confirmed found = { raced->index, raced->runner_up,
		field->racer[raced->index].iteration_ns, 1, 0, { NAN, NAN, NAN } };
	struct look look;
	size_t contenders, other;

	if (field->rounds_most != SIZE_MAX || field->rounds == 0)
		return found;
	look = look_at(field, raced->index, raced->runner_up);
	found.ns = isnan(look.ns) ? found.ns : look.ns;
	found.sure = look.complete;
	if (look.ln.high < field->race.thresholds.low) {
		found.sure = 0;     /* the runner-up has become faster */
		found.lead = (struct benchi_middle){ exp(look.ln.low), exp(look.ln.median),
			exp(look.ln.high) };
	}
	other = first_contender(field, raced->index, &look, &contenders);
	if (other == BENCH_NONE)
		return found;
	found.sure = 0;
	found.rare = look.excess - look.common - look.unsure > BENCHI_RARE_SHARE
		|| look.excess > BENCHI_RARE_UNSURE;
	if (found.rare)
		contest(field, raced->index, other, contenders, &found);
	return found;
}

/*
 * The decision: is an incumbent kept, will other starts choose alike, and by how much does the choice
 * lead?
 *
 * An incumbent that is not among the best is replaced only if it takes longer by more than the switch
 * margin; so starts and machines between which the true lead changes by less agree.  If the race
 * does not show that, the two are timed once more against each other (paired_run.c), up to 64
 * rounds, each of which is a block: the race has waited long enough for states of the processor
 * to change.
 *
 * The best of one start is not that of the next where times differ from start to start by more
 * than candidates do.  So with .spread the first in the list is chosen that is not slower than the
 * best by a limit, which lies at 1.5 to 2.5 spreads.  It is drawn from the names, the same at every
 * start: for most sets no candidate lies within a spread of it (replicable bandits: Esfandiari and
 * others, ICLR 2023), and where one does the set is unstable.
 */

static void set_lead(bench_choice *choice, double ratio, double low, double high)
{
	choice->lead = ratio;
	choice->lead_low = low;
	choice->lead_high = high;
}

static void not_sure(bench_choice *choice)
{
	if (choice->end == BENCH_PICK_END_SURE)
		choice->end = BENCH_PICK_END_BUDGET;
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

/* A candidate's time over that of the best, as the race has seen it or, if that leaves the limit
 * open, as a paired run does.  *far: what was seen says that it is slower, whatever is proven. */
static struct benchi_middle behind_best(struct benchi_selection *field, size_t i,
                                        const struct confirmed *found, int *far)
{
	const double limit = 1 + field->switch_margin, ln = log(limit);
	const struct benchi_thresholds thresholds = { -ln, ln, -INFINITY, ln };
	const bench_candidate seen = selection_ratio(field, i);
	struct benchi_middle behind = { seen.ratio_low, seen.ratio, seen.ratio_high };
	size_t n;

	if (!isnan(found->lead.median) && found->runner_up == i)
		behind = found->lead;
	*far = behind.median > policy.far * limit;
	if (behind.low > limit || behind.high < limit || found->rare)
		return behind;
	n = selection_run(field, found->index, i, &thresholds, 0);
	if (n == 0)
		return behind;
	behind = benchi_paired_run_ratio(&field->runoff->paired);
	*far = behind.median > policy.far * limit;
	for (size_t k = 0, slower = 0; k < n; k++) {
		slower += field->runoff->ns_other[k] > limit * field->runoff->ns[k];
		*far |= slower == n && n >= LOOK_PAIR;      /* in every round that there was */
	}
	return behind;
}

/* Is the candidate kept, because it is not slower than the best by the limit?  Then it is the
 * choice. */
static int keep(struct benchi_selection *field, size_t i, const struct confirmed *found)
{
	bench_choice *choice = field->choice;
	double limit = 1 + field->switch_margin;
	struct benchi_middle slower;
	int far;

	if (BENCHI_SMALL || i >= field->question->n || i == found->index
	    || field->racer[i].report != BENCH_CANDIDATE_OPEN)
		return 0;
	slower = behind_best(field, i, found, &far);
	choice->unstable |= selection_unstable(field, slower.low, slower.median, slower.high);
	if (far && !(slower.low > limit))
		not_sure(choice);
	if (far || slower.low > limit)
		return 0;
	choice->runner_up = found->index;
	choice->index = i;
	choice->tie = 0;
	choice->kept = 1;
	choice->ns = field->racer[i].iteration_ns;
	set_lead(choice, 1 / slower.median, 1 / slower.high, 1 / slower.low);
	if (!(slower.high <= limit))
		not_sure(choice);
	return 1;
}

/* In spreads. */
static double limit_of(const struct benchi_candidates *q)
{
	uint64_t mixed = q->n;
	char digits[BENCHI_DIGITS];

	for (size_t i = 0; i < q->n; i++)
		for (const char *at = benchi_candidate_name(q->c, i, digits); *at; at++)
			mixed = (mixed ^ (unsigned char)*at) * 0x100000001b3u;
	return policy.limit_least + (double)(benchi_random(&mixed) >> 11) / 9007199254740992.0;
}

/* A part of a table of ranges, which does not report it, asks only if it would be unsure then. */
static int core_shared(const struct benchi_selection *field)
{
	const bench_timing *timing = &field->context.timing;

	return BENCHI_SMALL || (field->question->whole && !spreads(field)) ? 0
	       : benchi_core_shared(&timing->clock, timing->step_ns);
}

/* The other hardware thread takes slots, ports and caches, of which one routine needs more than
 * another. */
static int choice_by_neighbour(const bench_choice *choice, int shared)
{
	return !BENCHI_SMALL && shared && choice->runner_up != BENCH_NONE
		&& !(choice->lead_low > policy.neighbour);
}

/* The incumbent, or the first in the list, that is not slower by the limit.  Returns whether there
 * is one. */
static int keep_any(struct benchi_selection *field, const struct confirmed *found)
{
	int kept = keep(field, field->incumbent, found);

	for (size_t i = 0; spreads(field) && field->incumbent != found->index && i < found->index
	     && !kept; i++) {
		double ahead = exp(benchi_race_behind(&field->race, i)
			- benchi_race_behind(&field->race, found->index));

		if (field->racer[i].state != BENCHI_OUT
		    || ahead < 1 + field->switch_margin + 2 * field->spread)
			kept = keep(field, i, found);
	}
	return kept;
}

/* The lead of what was chosen, without an incumbent. */
static void decide_lead(struct benchi_selection *field, const struct confirmed *found)
{
	bench_choice *choice = field->choice;
	struct benchi_middle lead = found->lead;

	choice->ns = found->ns;
	if (!field->engine.sizing[choice->index].done
	    && !(choice->ns > benchi_window_meaningless_ns(&field->context.timing)))
		choice->ns = NAN;
	if (choice->runner_up == BENCH_NONE)
		return;
	if (isnan(lead.median))
		lead = lead_in_race(field);
	if (!isnan(lead.median))
		set_lead(choice, lead.median, lead.low, lead.high);
	if (isnan(choice->lead_low))
		return;
	choice->unstable |= choice->runner_up < choice->index
		? selection_unstable(field, choice->lead_low, choice->lead, choice->lead_high)
		: selection_unstable(field, 1 / choice->lead_high, 1 / choice->lead,
			1 / choice->lead_low);
}

static void decide(struct benchi_selection *field, const struct benchi_race_choice *raced,
                   const struct confirmed *found)
{
	bench_choice *choice = field->choice;

	choice->index = found->index;
	choice->runner_up = found->runner_up;
	choice->tie = raced->tie && found->index == raced->index;
	choice->lead = raced->lead;
	choice->rounds = field->rounds;
	choice->finalists = field->running;
	choice->warnings |= found->rare ? BENCH_WARN_RARE : 0;
	choice->end = BENCH_PICK_END_BUDGET;
	if (field->race.over && choice->untried == 0 && field->unsure == 0 && found->sure)
		choice->end = field->rounds > 0 ? BENCH_PICK_END_SURE : BENCH_PICK_END_ONLY_ONE;
	if (!keep_any(field, found))
		decide_lead(field, found);
	choice->cycles = choice->ns / benchi_timing_context_tick(&field->context);
	choice->unstable |= choice_by_neighbour(choice, field->shared || core_shared(field));
	if (spreads(field) && choice->unstable)
		not_sure(choice);
}

/* Of racers and a paired run of two of them. */
static size_t bytes_of_racers(size_t n)
{
	return n * sizeof(struct benchi_racer) + sizeof(struct benchi_runoff);
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
	memset(&racer->group, 0, sizeof racer->group);
	memset(&racer->grouped, 0, sizeof racer->grouped);
	racer->least_ns = NAN;
}

static void selection_lay_out(struct benchi_selection *field, void *memory)
{
	size_t n = field->question->n;

	field->runoff = memory;
	field->runoff->groups = 0;
	field->racer = (void *)(field->runoff + 1);
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
		if (total_window(field, arm, ns, iterations))
			field->runoff->quiet[field->runoff->groups++ % RUNOFF_ROUNDS] =
				close_group(&field->racer[arm]);
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

/* Qualify, race, confirm, decide. */
static bench_status selection_pick(struct benchi_selection *field)
{
	bench_status status = benchi_selection_qualify(field);
	struct benchi_race_choice raced = { BENCH_NONE, BENCH_NONE, 0, NAN };

	if (status == BENCH_OK) {
		field->shared = core_shared(field);
		status = race(field, field->context.alpha * policy.first_race);
	}
	if (status == BENCH_OK && field->rounds_most == SIZE_MAX && benchi_selection_warm(field) > 0)
		status = race(field, field->context.alpha * (1 - policy.first_race));
	if (status == BENCH_OK) {
		raced = benchi_race_choice(&field->race);
		if (raced.index == BENCH_NONE)
			status = benchi_fail(BENCH_ERR_NO_SAMPLES, "none of %.0f candidates is left: %.0f "
				"wrong, %.0f crashed", (double)field->question->n, (double)field->choice->wrong,
				(double)field->choice->crashed);
	}
	if (status == BENCH_OK) {
		const struct confirmed found = confirm(field, &raced);

		decide(field, &raced, &found);
		if (field->context.still.stopped) {
			*field->choice = benchi_choice_none(BENCH_OK);
			status = benchi_clock_fail_stopped(&field->context.timing.clock,
				&field->context.still);
		} else if (!BENCHI_SMALL && field->question->options->report) {
			selection_report(field);
		}
	}
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
	status = benchi_timing_context_begin(&field->context, &request, policy.time_ns);
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
		.rounds_most = SIZE_MAX, .switch_margin = policy.switch_margin, .incumbent = BENCH_NONE };
	bench_status status = benchi_candidates_check(question);

	*choice = benchi_choice_none(BENCH_OK);
	if (status == BENCH_OK)
		status = selection_begin(&field);
	if (status == BENCH_OK) {
		field.context.parameter = question->parameter;
		field.window_ns = benchi_timing_context_window(&field.context, policy.zone_share);
		if (question->options->rounds > 0)
			field.rounds_most = question->options->rounds;
		status = pick_in_memory(&field);
		if (benchi_mixture_n(&field.context.mixture) > 0) {
			choice->ns /= field.context.mixture.calls;
			choice->cycles /= field.context.mixture.calls;
		}
		choice->elapsed_ns = benchi_timing_context_elapsed(&field.context);
		choice->processor_ns = benchi_budget_own_ns(&field.context.budget);
		choice->setup_ns = field.context.budget.own_excluded_ns;
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
