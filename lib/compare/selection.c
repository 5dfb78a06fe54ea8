/*
 * Picks the fastest of several routines on this machine, within a budget.
 *
 * Candidates that qualify (qualify.c) are sized and run in rounds (engine/engine.c), which a race
 * evaluates (race.c); slower ones leave. At the end, the choice's total time confirms the
 * choice, and a paired run against the runner-up measures its lead (paired_run.c). The clock
 * is read before each window, so that no window begins after the budget.
 *
 * Worked: 8 candidates, windows of 3.5 us: sizing takes 0.2 ms and two rounds 56 us. Eleven times
 * that prove differences far above the noise: about 1 ms in all.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

enum { RUNOFF = 64, PAIRS_LEAST = 8 };

struct benchi_runoff {
	struct benchi_paired_run paired;
	double x[RUNOFF], ns[RUNOFF], ns_other[RUNOFF], scratch[RUNOFF];
	double quiet[RUNOFF];    /* share by which each group's time exceeds its median */
	size_t groups;                  /* number of groups in the race */
};

/* What is known about the choice after the race. */
struct confirmed {
	size_t index;               /* the race's choice, or the one that total times prefer */
	size_t runner_up;
	double ns;                  /* time per iteration */
	/* nonzero: nothing contradicts the choice, and there was time to check */
	int sure;
	int rare;                   /* nonzero: rare work was seen */
	/* runner-up / choice, by total times or by the extra windows; median NaN: use the race's
	 * lead */
	struct benchi_middle lead;
};

static const struct selection_policy {
	double time_ns;         /* default budget */
	/* share of the margin that the clock's uncertainty may take in a window */
	double zone_share;
	double switch_margin;   /* share by which another candidate must beat the incumbent */
	double first_race;      /* share of alpha for the first race; a second race gets the rest */
	double far;             /* multiple of the limit from which an unproven loss counts */
	/* the limit is drawn between this many spreads and one spread more (see below) */
	double limit_least;
	/* share of the budget after which processor states are assumed to have changed */
	double settled;
	double neighbour;       /* lead that a noisy neighbour was never seen to reverse */
} policy = {
	.time_ns = 20e6, .zone_share = 0.25, .switch_margin = 0.03, .first_race = 0.9,
	/* next to eight busy programs, times of two calls each were up to 1.7 times too long */
	.far = 2,
	.limit_least = 1.5,
	/* The shortest of 25 picks of eight chains 1 % apart took 10 ms with a share of 0.5, 4.7 with
	 * 0.1 and 4.3 with 0.05. 20000 simulated picks had one wrong sure one with each of the last
	 * two. The look that follows takes 0.12 and watches the runner-up. */
	.settled = 0.05,
	/* the order of two sorts 27 % apart was seen to change */
	.neighbour = 1.5,
};

/*
 * Does rare work change the race's choice?
 *
 * The race compares medians of short windows, which leave out work that is done once in many
 * windows. So the choice runs on until its windows have taken an eighth of the budget. The excess
 * of its mean over its median is what it may lose to a candidate without rare work. Interruptions
 * raise every mean, so the excess that other candidates had in the race is attributed to the
 * machine, at most that of the quietest one. Candidates that may still gain are contenders.
 * Without contenders the race's choice is confirmed. With contenders, the choice runs for twice as
 * long, and again, while its excess is above BENCHI_RARE_SHARE. If the excess is surely more than
 * that, the choice and the contender with the lowest mean are timed alternately for the rest of
 * the budget, and total times decide.
 *
 * After groups of windows, one window of the runner-up is timed. If a state of the processor
 * lasted for the whole race and made the slower routine look faster, the ratio of the two shows
 * it. Wrong if bursts are rarer than the time that the choice ran.
 */

static const struct confirm_policy {
	/* share of the budget that the choice runs alone, so that rare work shows */
	double look_share;
	double look_most_ns;    /* limit of that time */
	double longer;          /* share of the budget up to which it runs while rare work may decide */
	/* share of the half width by which the excess may be larger, unless there is rare work: one
	 * burst in the look may have been two */
	double more;
	double common;          /* largest excess attributed to the machine */
} confirm_policy = {
	/* Work done every tenth of the budget shows at least once, also on a core that a neighbour
	 * slows by a fifth: with 0.1, a routine 24 % slower in all, whose rare work came every 1.8 ms
	 * on a free core and every 2.05 ms next to a neighbour, was chosen for sure in 7 of 9. */
	.look_share = 0.125, .look_most_ns = 25e6,
	/* In 500 simulated picks with rare work the choice was 1.5 % slower than the best if it never
	 * ran for longer, and 0.8 % if it does so while its excess is above 5 %. Smaller excesses are
	 * mostly interruptions: running for longer then took up to 10 ms more and changed no choice. */
	.longer = 0.4,
	.more = 0.5, .common = 0.1,
};

/* Times candidate a against b in field->runoff. Returns the number of rounds. patient_ns: 0 to
 * stop once decided; otherwise all rounds run, with windows of at least this length. */
static size_t time_pair(struct benchi_selection *field, size_t a, size_t b,
                        const struct benchi_thresholds *thresholds, double patient_ns)
{
	struct benchi_runoff *runoff = field->runoff;
	struct benchi_paired_run *paired = &runoff->paired;

	/* filled in place, because the struct is too large for a small thread's stack */
	memset(paired, 0, sizeof *paired);
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
	paired->capacity = RUNOFF;
	benchi_paired_run_run(paired);
	return paired->n;
}

/* Adds a window to its racer's totals, without time in which the thread was off the processor.
 * Returns nonzero if a group is complete. */
static int add_window(struct benchi_selection *field, size_t i, double ns, uint64_t iterations)
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

/* Closes the racer's open group. A short group uses the median of the group before. Returns the
 * share by which its windows took longer than their median. */
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

/* Times one window of a candidate outside the rounds, of random length. Returns as
 * benchi_selection_window does. */
static int extra_window(struct benchi_selection *field, size_t i, size_t round)
{
	uint64_t n = field->engine.sizing[i].iterations, random = field->context.seed + round;

	n += benchi_random_below(&random, n / 2 + 1);
	return add_window(field, i, benchi_timing_context_time(&field->context,
		&field->question->c[i], n, benchi_timing_context_layout(round)), n);
}

static double mean_ns(const struct benchi_selection *field, size_t i)
{
	double done, ns = benchi_total_ns(&field->racer[i].total, &done);

	return ns / done;
}

/* What the choice's windows show. */
struct look {
	size_t round, groups, pairs;    /* windows, groups and pairs so far */
	double before_ns;           /* the runner-up's latest window; NaN: already used */
	double ns;                  /* median time per iteration; NaN: no time was left */
	double excess;              /* excess of the mean over the median, as a share */
	double unsure;              /* half width of its 95 % interval */
	double common;              /* least excess that all candidates have in common */
	struct benchi_middle ln;    /* ln(runner-up / choice) with quartiles as ends; NaN: unknown */
	int complete;               /* nonzero: the windows took the full time */
};

/* Returns the time per iteration in the latest window of the open group; NaN without a window. */
static double latest_ns(const struct benchi_racer *racer)
{
	return racer->group.n > 0 ? racer->group.ns[racer->group.n - 1] : (double)NAN;
}

/* Runs the choice until its windows have taken enough_ns, or no time is left. */
static void look_on(struct benchi_selection *field, size_t chosen, size_t next, double enough_ns,
                    struct look *look)
{
	struct benchi_timing_context *context = &field->context;
	struct benchi_racer *racer = &field->racer[chosen];
	struct benchi_runoff *runoff = field->runoff;
	const struct benchi_grouped *all = &racer->grouped;
	size_t raced = runoff->groups < RUNOFF ? runoff->groups : RUNOFF, groups, pairs;
	double common = 0;

	while (benchi_total_ns(&racer->total, NULL) < enough_ns) {
		double now = benchi_budget_elapsed(&context->budget);
		int complete;

		if (benchi_budget_left_at(&context->budget, now) <= 0
		    || benchi_clock_stopped(&context->still, 1, now))
			break;
		complete = extra_window(field, chosen, look->round++);
		if (!isnan(look->before_ns) && !isnan(latest_ns(racer)))
			runoff->ns[look->pairs++ % RUNOFF] = log(look->before_ns / latest_ns(racer));
		look->before_ns = NAN;
		if (!complete)
			continue;
		close_group(racer);
		runoff->x[look->groups++ % RUNOFF] = all->median_ns;
		if (next != BENCH_NONE && !benchi_cold_asked(&context->cold)
		    && (look->pairs < PAIRS_LEAST || look->groups % 2 == 0)) {
			complete = extra_window(field, next, look->round);
			look->before_ns = latest_ns(&field->racer[next]);
			if (complete)
				close_group(&field->racer[next]);
		}
	}
	look->complete = benchi_total_ns(&racer->total, NULL) >= enough_ns;
	if (racer->group.n > 0)
		close_group(racer);

	groups = look->groups < RUNOFF ? look->groups : RUNOFF;
	pairs = look->pairs < RUNOFF ? look->pairs : RUNOFF;
	memcpy(runoff->scratch, runoff->x, sizeof runoff->x);
	look->ns = groups > 0 ? benchi_median(runoff->scratch, groups) : all->median_ns;
	look->excess = all->ns / all->usual_ns - 1;
	look->unsure = 2 * sqrt(all->squares) / all->usual_ns;
	benchi_sort(runoff->quiet, raced);
	raced -= raced / 4;     /* leave out groups that may contain another candidate's rare work */
	for (size_t i = 0; i < raced; i++)
		common += runoff->quiet[i] / (double)raced;
	/* Rare work of other candidates is not interruption: use the excess of the quietest one. */
	for (size_t i = 0; i < field->question->n; i++) {
		const struct benchi_grouped *other = &field->racer[i].grouped;

		if (i != chosen && other->n > 0)
			common = fmin(common, other->ns / other->usual_ns - 1);
	}
	look->common = fmin(fmax(common, 0), confirm_policy.common);
	if (pairs >= PAIRS_LEAST) {
		memcpy(runoff->scratch, runoff->ns, sizeof runoff->ns);
		look->ln.median = benchi_median(runoff->scratch, pairs);
		look->ln.low = runoff->scratch[pairs / 4];
		look->ln.high = runoff->scratch[pairs - 1 - pairs / 4];
	}
}

/* Returns the mean over all windows, including windows of the latest paired run, in which the
 * candidate was this arm. */
static double mean_of_all(const struct benchi_selection *field, size_t i, int arm)
{
	double done, done_alone, ns = benchi_total_ns(&field->runoff->paired.total[arm], &done);

	ns += benchi_total_ns(&field->racer[i].total, &done_alone);
	return ns / (done + done_alone);
}

/* Times the choice and a contender alternately. Total times decide if they can. */
static void settle_by_totals(struct benchi_selection *field, size_t chosen, size_t other,
                             size_t contenders, struct confirmed *found)
{
	struct benchi_total_ratio paired = { NAN, NAN, NAN, NAN };
	double all, margin = field->context.margin;
	double left_ns = benchi_budget_left(&field->context.budget);
	int better, good, alike;

	if (left_ns > 0 && time_pair(field, chosen, other, &field->race.thresholds,
			left_ns / (4 * RUNOFF)) > 0) {
		paired = benchi_paired_run_totals(&field->runoff->paired);
		all = mean_of_all(field, other, 1) / mean_of_all(field, chosen, 0);
	} else {
		all = mean_ns(field, other) / mean_ns(field, chosen);
	}
	alike = all >= paired.low && all <= paired.high;    /* the paired run agrees with all windows */
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

/* Runs the choice for longer and, if its rare work may matter, times it against a contender. Not
 * inlined: its variables would take stack from the candidates, which are called earlier. */
BENCHI_OUT_OF_LINE static struct confirmed confirm(struct benchi_selection *field,
                                                   const struct benchi_race_choice *raced)
{
	const size_t chosen = raced->index;
	struct confirmed found = { chosen, raced->runner_up,
		field->racer[chosen].iteration_ns, 1, 0, { NAN, NAN, NAN } };
	struct look look = { .before_ns = NAN, .ln = { NAN, NAN, NAN } };
	double excess, enough_ns;
	size_t contenders, other;

	if (field->rounds_most != SIZE_MAX || field->rounds == 0)
		return found;
	/* Run twice as long, and again, while much rare work may cost the choice its lead. */
	enough_ns = fmin(confirm_policy.look_share * field->context.budget_ns,
		confirm_policy.look_most_ns);
	do {
		look_on(field, chosen, raced->runner_up, enough_ns, &look);
		found.rare = look.excess - look.common - look.unsure > BENCHI_RARE_SHARE
			|| look.excess > BENCHI_RARE_UNSURE;
		excess = look.excess + look.unsure * (found.rare ? 1 : confirm_policy.more);

		/* Contenders are candidates that the choice's excess may put ahead: their own rare work
		 * puts them further behind. other: the one with the lowest mean so far. */
		contenders = 0;
		other = BENCH_NONE;
		for (size_t i = 0; i < field->question->n; i++) {
			const struct benchi_grouped *own = &field->racer[i].grouped;
			double own_excess = own->n > 0
				? (own->ns - own->usual_ns - 2 * sqrt(own->squares)) / own->usual_ns : 0;
			double behind = exp(benchi_race_behind(&field->race, i)
				- benchi_race_behind(&field->race, chosen));

			if (i == chosen || field->racer[i].calls == 0
			    || !(behind * (1 + fmax(own_excess, look.common)) * (1 + field->context.margin)
			         < 1 + excess))
				continue;
			contenders++;
			if (other == BENCH_NONE || mean_ns(field, i) < mean_ns(field, other))
				other = i;
		}
		enough_ns *= 2;
	} while (contenders > 0 && !found.rare && look.complete
	         && look.excess > BENCHI_RARE_SHARE
	         && enough_ns <= confirm_policy.longer * field->context.budget_ns);
	found.ns = isnan(look.ns) ? found.ns : look.ns;
	found.sure = look.complete && contenders == 0;
	if (look.ln.high < field->race.thresholds.low) {
		/* the runner-up is faster now: nothing is certain, and this look's lead replaces the lead
		 * of the race */
		found.sure = 0;
		found.lead = (struct benchi_middle){ exp(look.ln.low), exp(look.ln.median),
			exp(look.ln.high) };
	}
	if (contenders > 0) {
		if (found.rare)
			settle_by_totals(field, chosen, other, contenders, &found);
		return found;
	}
	/* The race measured the lead without the choice's rare work: add it. */
	if (found.rare && found.runner_up != BENCH_NONE && isnan(found.lead.median)
	    && field->racer[found.runner_up].calls > 0) {
		double behind = exp(benchi_race_behind(&field->race, found.runner_up)
			- benchi_race_behind(&field->race, chosen)) * (1 + look.common);

		found.lead.low = behind / (1 + excess);
		found.lead.high = behind / (1 + fmax(0, look.excess - look.unsure));
		found.lead.median = fmin(fmax(mean_ns(field, found.runner_up)
			/ mean_ns(field, chosen), found.lead.low), found.lead.high);
	}
	return found;
}

/*
 * The decision: is an incumbent kept, will other starts make the same choice, and by how much does
 * the choice lead?
 *
 * An incumbent that is not among the best is replaced only if it is slower by more than the switch
 * margin. So starts and machines agree if the true lead varies by less. If the race does not show
 * which is the case, the two are timed against each other once more (paired_run.c), for up to 64
 * rounds, each of which is a block: the race has already waited long enough for processor states
 * to change.
 *
 * If times differ more between starts than between candidates, the best of one start is not the
 * best of the next. So with .spread, the first candidate in the list is chosen that is not slower
 * than the best by a limit of 1.5 to 2.5 spreads. The limit is derived from the candidates' names
 * and so is the same at every start. For most sets no candidate is within a spread of the limit
 * (replicable bandits: Esfandiari and others, ICLR 2023); if one is, the set is unstable.
 */

static void set_lead(bench_choice *choice, double ratio, double low, double high)
{
	choice->lead = ratio;
	choice->lead_low = low;
	choice->lead_high = high;
}

/* Makes a proven choice (SURE) an unproven one. */
static void not_sure(bench_choice *choice)
{
	choice->end = choice->end == BENCH_PICK_END_SURE ? BENCH_PICK_END_BUDGET : choice->end;
}

/* Returns true if the caller says that times differ between starts. */
static int spreads(const struct benchi_selection *field)
{
	return !BENCHI_SMALL && field->spread > 0;
}

/* Returns true if another start may choose differently between a candidate and a later one that
 * is faster by this ratio: the ratio is closer to the limit than the spread, or than its
 * interval is wide. */
static int selection_unstable(const struct benchi_selection *field, double low, double ratio,
                              double high)
{
	double limit = 1 + field->switch_margin, spread = 1 + field->spread;

	return spreads(field) && !(high < limit / fmax(spread, high / ratio))
	    && !(low > limit * fmax(spread, ratio / low));
}

/* Makes the candidate the choice unless it is slower than the best by the limit. An incumbent is
 * dropped only if it is proven slower, or looks far slower. Any other candidate is dropped if it
 * looks slower by more than the limit, whatever its place. Returns nonzero if it is the choice. */
static int keep(struct benchi_selection *field, size_t i, const struct confirmed *found,
                bench_choice *choice)
{
	const double limit = 1 + field->switch_margin, ln = log(limit);
	const struct benchi_thresholds thresholds = { -ln, ln, -INFINITY, ln };
	struct benchi_middle slower;    /* the candidate's time over the best's */
	bench_candidate seen;
	int far;                        /* nonzero: looks slower, even if that is not proven */

	if (BENCHI_SMALL || i >= field->question->n || i == found->index
	    || field->racer[i].report != BENCH_CANDIDATE_OPEN)
		return 0;
	seen = benchi_race_ratio(&field->race, i, found->index, field->context.alpha);
	slower = (struct benchi_middle){ seen.ratio_low, seen.ratio, seen.ratio_high };
	if (!isnan(found->lead.median) && found->runner_up == i)
		slower = found->lead;
	far = slower.median > policy.far * limit;
	if (!(slower.low > limit || slower.high < limit || found->rare)) {
		/* The race leaves the limit open: ask a paired run. */
		size_t n = time_pair(field, found->index, i, &thresholds, 0), rounds_slower = 0;

		for (size_t k = 0; k < n; k++)
			rounds_slower += field->runoff->ns_other[k] > limit * field->runoff->ns[k];
		if (n > 0) {
			slower = field->runoff->paired.ratio;
			far = slower.median > policy.far * limit
				|| (rounds_slower == n && n >= PAIRS_LEAST);
		}
	}
	choice->unstable |= selection_unstable(field, slower.low, slower.median, slower.high);
	far |= i != field->incumbent && slower.median > limit;
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

/* Returns true if another workload shares the core. Part of a table of ranges does not report
 * this and so checks only if the answer would matter (with a spread). */
static int core_shared(const struct benchi_selection *field)
{
	const bench_timing *timing = &field->context.timing;

	return BENCHI_SMALL || (field->question->whole && !spreads(field)) ? 0
	       : benchi_core_shared(&timing->clock, timing->step_ns);
}

/* Sets the lead of the choice if no incumbent was kept. */
static void decide_lead(struct benchi_selection *field, const struct confirmed *found,
                        bench_choice *choice)
{
	const struct benchi_racer *next = &field->racer[choice->runner_up];
	struct benchi_middle lead = found->lead;

	if (isnan(lead.median)) {
		/* Use the lead that the race saw and, if the race is over, what it proved. */
		const bench_candidate seen = benchi_race_ratio(&field->race, choice->runner_up,
			choice->index, field->context.alpha);
		double low, high;

		benchi_race_bounds(&field->race, choice->runner_up, choice->index, &low, &high);
		low = isnan(seen.ratio_low) ? (double)NAN : fmax(seen.ratio_low, exp(low));
		high = isnan(seen.ratio_high) ? (double)NAN : fmin(seen.ratio_high, exp(high));
		lead = (struct benchi_middle){ low, fmax(fmin(seen.ratio, high), low), high };
	}
	if (next->report == BENCH_CANDIDATE_SLOW && next->calls > 1) {
		/* two or more calls, each eight times as long: slower, whatever the disturbance */
		lead = (struct benchi_middle){ choice->lead / policy.far, choice->lead, INFINITY };
	}
	if (!isnan(lead.median))
		set_lead(choice, lead.median, lead.low, lead.high);
	if (isnan(choice->lead_low))
		return;
	choice->unstable |= choice->runner_up < choice->index
		? selection_unstable(field, choice->lead_low, choice->lead, choice->lead_high)
		: selection_unstable(field, 1 / choice->lead_high, 1 / choice->lead,
			1 / choice->lead_low);
}

/* Returns true if the choice may be due to a workload on the core's other hardware thread: it
 * takes slots, ports and caches that one routine needs more than another. */
static int choice_by_neighbour(const bench_choice *choice, int shared)
{
	return !BENCHI_SMALL && shared && choice->runner_up != BENCH_NONE
		&& !(choice->lead_low > policy.neighbour);
}

/* Reports what became of the candidates in a choice that has no answer yet. */
static void count_candidates(const struct benchi_selection *field, bench_choice *choice)
{
	for (size_t i = field->question->n; i-- > 0;)
		switch (field->racer[i].report) {
		case BENCH_CANDIDATE_WRONG:
			choice->wrong++;
			choice->first_wrong = i;
			break;
		case BENCH_CANDIDATE_CRASHED:
			choice->crashed++;
			choice->first_crashed = i;
			break;
		case BENCH_CANDIDATE_UNTRIED:
			choice->untried++;
			choice->first_untried = i;
			break;
		case BENCH_CANDIDATE_SLOW:
			choice->slow++;
			break;
		default:
			break;
		}
	choice->warmed = field->warmed;
	choice->needed_ns = field->needed_ns;
}

static void decide(struct benchi_selection *field, const struct benchi_race_choice *raced,
                   const struct confirmed *found, bench_choice *choice)
{
	int kept, open = choice->untried > 0 || field->thinned;

	choice->index = found->index;
	choice->runner_up = found->runner_up;
	choice->tie = raced->tie && found->index == raced->index;
	choice->lead = raced->lead;
	choice->rounds = field->rounds;
	choice->finalists = field->race.running;
	choice->warnings = found->rare ? BENCH_WARN_RARE : 0;
	for (size_t i = 0; i < field->question->n; i++)
		open |= field->racer[i].report == BENCH_CANDIDATE_SLOW && field->racer[i].calls < 2;
	choice->end = !field->race.over || open || !found->sure ? BENCH_PICK_END_BUDGET
	           : field->rounds > 0 ? BENCH_PICK_END_SURE : BENCH_PICK_END_ONLY_ONE;

	/* Keep the incumbent, or the first in the list, that is not slower by the limit. */
	kept = keep(field, field->incumbent, found, choice);
	for (size_t i = 0; spreads(field) && field->incumbent != found->index && i < found->index
	     && !kept; i++) {
		double ahead = exp(benchi_race_behind(&field->race, i)
			- benchi_race_behind(&field->race, found->index));

		if (field->racer[i].state != BENCHI_OUT
		    || ahead < 1 + field->switch_margin + 2 * field->spread)
			kept = keep(field, i, found, choice);
	}
	if (!kept) {
		choice->ns = field->engine.sizing[choice->index].done
			|| found->ns > benchi_window_meaningless_ns(&field->context.timing) ? found->ns
			: (double)NAN;
		if (choice->runner_up != BENCH_NONE)
			decide_lead(field, found, choice);
	}
	choice->cycles = choice->ns / benchi_timing_context_tick(&field->context);
	choice->unstable |= choice_by_neighbour(choice, 1)
		&& choice_by_neighbour(choice, field->shared || core_shared(field));
	if (spreads(field) && choice->unstable)
		not_sure(choice);
}

/* Fills in options->report. */
static void report(const struct benchi_selection *field, size_t chosen, bench_candidate *to)
{
	for (size_t i = 0; i < field->question->n; i++) {
		const struct benchi_racer *racer = &field->racer[i];

		to[i] = (bench_candidate){ racer->report, NAN, NAN, NAN, { 0 } };
		if (racer->report == BENCH_CANDIDATE_SLOW)
			to[i].ratio = exp(racer->behind - benchi_race_behind(&field->race, chosen));
		if (racer->report != BENCH_CANDIDATE_OPEN)
			continue;
		to[i] = benchi_race_ratio(&field->race, i, chosen, field->context.alpha);
		if (i == chosen)
			to[i].state = BENCH_CANDIDATE_CHOSEN;
		else if (racer->state == BENCHI_OUT)
			to[i].state = BENCH_CANDIDATE_SLOWER;
		else if (field->race.over)
			to[i].state = BENCH_CANDIDATE_TIED;
	}
}

/*
 * The memory of a pick: the run-off and the candidates' arrays, where the clock's readings are at
 * first, then the pick's state, which is too large for a small thread's stack.
 */

/* Bytes of a candidate, without its racer. */
enum { BYTES_EACH = sizeof(struct benchi_sizing) + 2 * sizeof(struct benchi_sample) + sizeof(size_t)
	+ 2 };

/* Returns the bytes before the pick's state; SIZE_MAX if no object can be that large. */
static size_t bytes_before(size_t n)
{
	const size_t least = BENCHI_STEP_READINGS * sizeof(uint32_t);   /* to find the clock's step */
	const size_t each = BYTES_EACH + sizeof(struct benchi_racer), unit = sizeof(uint64_t);
	size_t bytes;

	if (n > (SIZE_MAX - sizeof(struct benchi_runoff) - sizeof(struct benchi_selection) - unit)
			/ each)
		return SIZE_MAX;
	bytes = sizeof(struct benchi_runoff) + n * each;
	return ((bytes < least ? least : bytes) + unit - 1) / unit * unit;
}

size_t bench_pick_size(size_t n)
{
	const size_t state = sizeof(struct benchi_selection), before = bytes_before(n);

	return n == 0 ? 0 : before == SIZE_MAX ? before : before + state;
}

static void forget_total(struct benchi_racer *racer)
{
	memset(&racer->total, 0, sizeof racer->total);
	memset(&racer->group, 0, sizeof racer->group);
	memset(&racer->grouped, 0, sizeof racer->grouped);
	racer->least_ns = NAN;
}

/* Drops candidates that left the race from the rounds. */
static void drop(struct benchi_selection *field)
{
	for (size_t i = 0; i < field->question->n; i++)
		field->out[i] = field->racer[i].state == BENCHI_OUT;
	benchi_engine_drop(&field->engine, field->out);
}

/* Runs until the choice is certain or the time is up; a single candidate is only sized. */
static bench_status race(struct benchi_selection *field, double alpha)
{
	const size_t n = field->question->n;
	const struct benchi_race_plan plan = { .n = n, .margin = field->context.margin, .alpha = alpha,
		.prefer = field->stated, .block_ns = field->context.block_ns,
		.settled_ns = fmin(field->context.settled_ns,
			policy.settled * field->context.budget_ns) };
	uint64_t iterations;
	size_t arm;
	double now, ns;

	benchi_race_begin(&field->race, &plan, field->racer);
	benchi_rounds_begin(&field->engine, &field->memory, &field->context, n, field->window_ns);
	for (size_t i = 0; i < n; i++) {
		double fit = field->window_ns / field->racer[i].iteration_ns;

		if (fit > 1)
			benchi_engine_resize(&field->engine, i, (uint64_t)fmin(fit, 1e9));
	}
	drop(field);
	field->moment = benchi_presence_now();
	while (field->rounds < field->rounds_most) {
		now = benchi_budget_elapsed(&field->context.budget);
		if (benchi_budget_left_at(&field->context.budget, now) <= 0)
			break;
		if (field->race.over && field->engine.sizing[field->race.leader].done)
			break;
		if (benchi_clock_stopped(&field->context.still, field->engine.sized, now))
			return benchi_clock_fail_stopped(&field->context.timing.clock, &field->context.still);

		/* Time one window. */
		arm = benchi_rounds_next(&field->engine, now);
		ns = benchi_rounds_time(&field->engine, &field->context, &field->question->c[arm],
			&iterations);
		if (field->engine.sized && add_window(field, arm, ns, iterations))
			field->runoff->quiet[field->runoff->groups++ % RUNOFF] =
				close_group(&field->racer[arm]);
		if (!field->engine.sized && ns > 0)
			benchi_racer_saw(&field->racer[arm], fmax(ns,
				benchi_window_meaningless_ns(&field->context.timing)) / (double)iterations);
		if (!benchi_engine_paired(&field->engine))
			continue;
		if (benchi_engine_size_again(&field->engine, 0)) {
			/* windows must be longer: the race starts again */
			benchi_race_begin(&field->race, &field->race.plan, field->racer);
			field->rounds = 0;
			for (size_t i = 0; i < n; i++)
				forget_total(&field->racer[i]);
			continue;
		}
		/* Pass the round and its mirror to the race. */
		for (size_t i = 0; i < n; i++)
			if (field->racer[i].state != BENCHI_OUT)
				field->racer[i].iteration_ns =
					benchi_rounds_pair_ns(&field->engine, i, &iterations);
		field->rounds++;
		benchi_race_round(&field->race, benchi_budget_elapsed(&field->context.budget));
		benchi_selection_thin(field);
		drop(field);
	}
	return BENCH_OK;
}

/* Qualifies, races, confirms, decides. */
static bench_status selection_pick(struct benchi_selection *field, bench_choice *choice)
{
	bench_status status = benchi_selection_qualify(field);
	struct benchi_race_choice raced = { BENCH_NONE, BENCH_NONE, 0, NAN };

	if (status == BENCH_OK) {
		field->shared = core_shared(field);
		status = race(field, field->context.alpha * policy.first_race);
	}
	if (status == BENCH_OK && field->rounds_most == SIZE_MAX && benchi_selection_warm(field) > 0)
		status = race(field, field->context.alpha * (1 - policy.first_race));
	count_candidates(field, choice);
	if (status == BENCH_OK) {
		raced = benchi_race_choice(&field->race);
		if (raced.index == BENCH_NONE)
			status = benchi_fail(BENCH_ERR_NO_SAMPLES, "none of %.0f candidates is left: %.0f "
				"wrong, %.0f crashed", (double)field->question->n, (double)choice->wrong,
				(double)choice->crashed);
	}
	if (status == BENCH_OK) {
		const struct confirmed found = confirm(field, &raced);

		decide(field, &raced, &found, choice);
		if (field->context.still.stopped) {
			*choice = benchi_choice_none(BENCH_OK);
			count_candidates(field, choice);
			status = benchi_clock_fail_stopped(&field->context.timing.clock,
				&field->context.still);
		} else if (!BENCHI_SMALL && field->question->options->report) {
			report(field, choice->index, field->question->options->report);
		}
	}
	for (size_t i = field->question->n; i-- > 0;)
		if (field->ready[i])
			benchi_timing_context_take_down(&field->context, &field->question->c[i]);
	return status;
}

/* Checks and copies the options that only a pick has, and begins its context. The memory is also
 * used to find the clock's step. Not inlined: the copy of the options would take stack. */
BENCHI_OUT_OF_LINE static bench_status begin(struct benchi_selection *field, void *memory)
{
	const struct benchi_candidates *q = field->question;
	const bench_pick_options *options = q->options;
	bench_pick_options own = *options;

	if (!(options->switch_margin >= 0) || isinf(options->switch_margin))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.switch_margin is %g, expected 0 or more",
			options->switch_margin);
	if (!(options->spread >= 0) || !(options->spread <= 0.5))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.spread is %g, expected 0 to 0.5",
			options->spread);
	if (BENCHI_SMALL
	    && (options->spread > 0 || options->incumbent || q->incumbent > 0 || options->report))
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "no incumbent, spread, report in a small build");
	field->rounds_most = options->rounds > 0 ? options->rounds : SIZE_MAX;
	field->spread = options->spread;
	field->switch_margin = options->switch_margin > 0 ? options->switch_margin
		: policy.switch_margin;
	if (!(options->switch_margin > 0) && spreads(field)) {
		/* Derive the limit from the names. */
		uint64_t mixed = q->n;
		char digits[BENCHI_DIGITS];

		for (size_t i = 0; i < q->n; i++)
			for (const char *at = benchi_candidate_name(q->c, i, digits); *at; at++)
				mixed = benchi_hash(mixed, at, 1);
		field->switch_margin = options->spread * (policy.limit_least + benchi_random_share(&mixed));
	}
	field->incumbent = BENCH_NONE;
	if (q->incumbent > 0)
		field->incumbent = q->incumbent - 1;
	else if (!BENCHI_SMALL && options->incumbent)
		field->incumbent = benchi_candidate_find(q->c, q->n, options->incumbent);
	own.memory = memory;
	return benchi_timing_context_begin(&field->context, &own, policy.time_ns, q->punctual);
}

static bench_status pick_in(char *memory, const struct benchi_candidates *question,
                            bench_choice *choice)
{
	const size_t n = question->n;
	struct benchi_selection *field = (void *)(memory + bytes_before(n));
	const struct benchi_mixture *mixture = &field->context.mixture;
	bench_status status;

	memset(field, 0, sizeof *field);
	field->question = question;
	status = begin(field, memory);
	if (status != BENCH_OK)
		return status;
	field->context.parameter = question->parameter;
	field->context.cases = question->c;
	field->context.sets = question->sets;
	field->window_ns = benchi_timing_context_window(&field->context, policy.zone_share);

	/* Place the run-off and the candidates' arrays in the memory. */
	field->runoff = (void *)memory;
	field->runoff->groups = 0;
	field->racer = (struct benchi_racer *)(void *)(field->runoff + 1);
	field->memory.sizing = (void *)(field->racer + n);
	field->memory.sample = (void *)(field->memory.sizing + n);
	field->memory.order = (void *)(field->memory.sample + 2 * n);
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
	status = selection_pick(field, choice);
	if (benchi_mixture_n(mixture) > 0) {
		choice->ns /= mixture->calls;
		choice->cycles /= mixture->calls;
	}
	choice->elapsed_ns = benchi_budget_elapsed(&field->context.budget);
	choice->processor_ns = benchi_budget_own_ns(&field->context.budget);
	choice->setup_ns = field->context.budget.own_excluded_ns;
	choice->warnings |= field->context.unpaired[0] ? BENCH_WARN_UNPAIRED : 0;
	if (question->whole) {
		question->whole->excluded_ns += field->context.budget.excluded_ns;
		question->whole->own_excluded_ns += field->context.budget.own_excluded_ns;
	}
	benchi_timing_context_end(&field->context);
	return status;
}

bench_status benchi_candidates_pick(const struct benchi_candidates *question, bench_choice *choice)
{
	const bench_pick_options *options = question->options;
	const size_t bytes = bench_pick_size(question->n);
	struct benchi_kept outer = { NULL, NULL };
	char *memory = options->memory;
	bench_status status = benchi_candidates_check(question);

	*choice = benchi_choice_none(BENCH_OK);
	if (status == BENCH_OK && memory && options->memory_bytes < bytes)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "options.memory_bytes is %.0f, expected at "
			"least %.0f", (double)options->memory_bytes, (double)bytes);
	if (status != BENCH_OK)
		return choice->status = status;
	if (!memory)
		memory = benchi_kept_new(BENCHI_PICK, &outer, bytes, &outer);
	status = memory ? pick_in(memory, question, choice)
		: benchi_fail(BENCH_ERR_MEMORY, "out of memory for %.0f candidates", (double)question->n);
	if (!options->memory)
		benchi_kept_free(BENCHI_PICK, memory, &outer);
	return choice->status = status;
}
