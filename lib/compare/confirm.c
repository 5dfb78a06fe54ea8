/*
 * Checks whether rare work changes the race's choice.
 *
 * The race compares medians of short windows, which leave out work that is done once in many
 * windows. So the choice runs on until its windows have taken a tenth of the budget. The excess
 * of its mean over its median is what it may lose to a candidate without rare work. Interruptions
 * raise every mean, so the excess that other candidates had in the race is attributed to the
 * machine, at most that of the quietest one. Candidates that may still gain are contenders.
 * Without contenders the race's choice is confirmed. With contenders, the choice runs for twice as
 * long, and again, while its excess is above BENCHI_RARE_SHARE. If the excess is surely more than
 * that, the choice and the contender with the lowest mean are timed alternately for the rest of
 * the budget, and total times decide.
 *
 * After each group of windows, one window of the runner-up is timed. If a state of the processor
 * lasted for the whole race and made the slower routine look faster, the ratio of the two shows
 * it. Wrong if bursts are rarer than the time that the choice ran.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

static const struct confirm_policy {
	/* share of the budget that the choice runs alone, so that rare work shows */
	double look_share;
	double look_most_ns;    /* limit of that time */
	double longer;          /* share of the budget while rare work may decide */
	/* share of the half width by which the excess may be larger, unless there is rare work: one
	 * burst in the look may have been two */
	double more;
	double common;          /* largest excess attributed to the machine */
} policy = {
	/* Work done every tenth of the budget shows at least once. With a twentieth, which saves 1 ms
	 * of a default pick, a routine that takes 2 ms every 100,000 calls and 20 % longer in all was
	 * chosen for sure in 20 of 20. */
	.look_share = 0.1, .look_most_ns = 25e6,
	/* 500 simulated picks with rare work were 1.5 % behind if the choice never ran for longer, and
	 * 0.8 % if an excess of 5 % prolongs the look. Most smaller ones are interruptions: running on
	 * took up to 10 ms more and changed no choice. */
	.longer = 0.4,
	.more = 0.5, .common = 0.1,
};

size_t benchi_selection_run(struct benchi_selection *field, size_t a, size_t b,
                            const struct benchi_thresholds *thresholds, double patient_ns)
{
	struct benchi_runoff *runoff = field->runoff;
	struct benchi_paired_run *paired = &runoff->paired;

	/* in place, because it is too large for a small thread's stack */
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
	paired->capacity = BENCHI_RUNOFF;
	benchi_paired_run_run(paired);
	return paired->n;
}

int benchi_selection_window(struct benchi_selection *field, size_t i, double ns,
                            uint64_t iterations)
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

double benchi_group_close(struct benchi_racer *racer)
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
	return benchi_selection_window(field, i, benchi_timing_context_time(&field->context,
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

/* Time per iteration in the latest window of the racer's open group. */
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
	size_t raced = runoff->groups < BENCHI_RUNOFF ? runoff->groups : BENCHI_RUNOFF, groups, pairs;
	double common = 0;

	while (benchi_total_ns(&racer->total, NULL) < enough_ns) {
		double now = benchi_budget_elapsed(&context->budget);
		int complete;

		if (benchi_budget_left_at(&context->budget, now) <= 0
		    || benchi_clock_stopped(&context->still, 1, now))
			break;
		complete = extra_window(field, chosen, look->round++);
		if (!isnan(look->before_ns) && !isnan(latest_ns(racer)))
			runoff->ns[look->pairs++ % BENCHI_RUNOFF] = log(look->before_ns / latest_ns(racer));
		look->before_ns = NAN;
		if (!complete)
			continue;
		benchi_group_close(racer);
		runoff->x[look->groups++ % BENCHI_RUNOFF] = all->median_ns;
		if (next != BENCH_NONE && !benchi_cold_asked(&context->cold)) {
			complete = extra_window(field, next, look->round);
			look->before_ns = latest_ns(&field->racer[next]);
			if (complete)
				benchi_group_close(&field->racer[next]);
		}
	}
	look->complete = benchi_total_ns(&racer->total, NULL) >= enough_ns;
	if (racer->group.n > 0)
		benchi_group_close(racer);

	groups = look->groups < BENCHI_RUNOFF ? look->groups : BENCHI_RUNOFF;
	pairs = look->pairs < BENCHI_RUNOFF ? look->pairs : BENCHI_RUNOFF;
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
	look->common = fmin(fmax(common, 0), policy.common);
	if (pairs >= BENCHI_PAIRS_LEAST) {
		memcpy(runoff->scratch, runoff->ns, sizeof runoff->ns);
		look->ln.median = benchi_median(runoff->scratch, pairs);
		look->ln.low = runoff->scratch[pairs / 4];
		look->ln.high = runoff->scratch[pairs - 1 - pairs / 4];
	}
}

/* The mean over all windows, including those of the latest paired run, where the candidate was
 * this arm. */
static double mean_of_all(const struct benchi_selection *field, size_t i, int arm)
{
	double done, done_alone, ns = benchi_total_ns(&field->runoff->paired.total[arm], &done);

	ns += benchi_total_ns(&field->racer[i].total, &done_alone);
	return ns / (done + done_alone);
}

/* Times the choice and a contender alternately. Total times decide if they can. */
static void settle_by_totals(struct benchi_selection *field, size_t chosen, size_t other,
                             size_t contenders, struct benchi_confirmed *found)
{
	struct benchi_total_ratio paired = { NAN, NAN, NAN, NAN };
	double all, margin = field->context.margin;
	double left_ns = benchi_budget_left(&field->context.budget);
	int better, good, alike;

	if (left_ns > 0 && benchi_selection_run(field, chosen, other, &field->race.thresholds,
			left_ns / (4 * BENCHI_RUNOFF)) > 0) {
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

/* Counts the contenders: candidates whose distance the choice's excess may make up for. Their own
 * rare work increases that distance. *best: the one with the lowest mean so far. */
static size_t contenders_of(const struct benchi_selection *field, size_t chosen, double excess,
                            double common, size_t *best)
{
	size_t contenders = 0;

	*best = BENCH_NONE;
	for (size_t i = 0; i < field->question->n; i++) {
		const struct benchi_grouped *own = &field->racer[i].grouped;
		double own_excess = own->n > 0
			? (own->ns - own->usual_ns - 2 * sqrt(own->squares)) / own->usual_ns : 0;
		double behind = exp(benchi_race_behind(&field->race, i)
			- benchi_race_behind(&field->race, chosen));

		if (i == chosen || field->racer[i].calls == 0 || !(behind * (1 + fmax(own_excess, common))
			* (1 + field->context.margin) < 1 + excess))
			continue;
		contenders++;
		if (*best == BENCH_NONE || mean_ns(field, i) < mean_ns(field, *best))
			*best = i;
	}
	return contenders;
}

struct benchi_confirmed benchi_selection_confirm(struct benchi_selection *field,
                                                 const struct benchi_race_choice *raced)
{
	const size_t chosen = raced->index;
	struct benchi_confirmed found = { chosen, raced->runner_up,
		field->racer[chosen].iteration_ns, 1, 0, { NAN, NAN, NAN } };
	struct look look = { .before_ns = NAN, .ln = { NAN, NAN, NAN } };
	double excess, enough_ns;
	size_t contenders, other;

	if (field->rounds_most != SIZE_MAX || field->rounds == 0)
		return found;
	/* Run twice as long, and again, while much rare work may cost the choice its lead. */
	enough_ns = fmin(policy.look_share * field->context.budget_ns, policy.look_most_ns);
	do {
		look_on(field, chosen, raced->runner_up, enough_ns, &look);
		found.rare = look.excess - look.common - look.unsure > BENCHI_RARE_SHARE
			|| look.excess > BENCHI_RARE_UNSURE;
		excess = look.excess + look.unsure * (found.rare ? 1 : policy.more);
		contenders = contenders_of(field, chosen, excess, look.common, &other);
		enough_ns *= 2;
	} while (contenders > 0 && !found.rare && look.complete
	         && look.excess > BENCHI_RARE_SHARE
	         && enough_ns <= policy.longer * field->context.budget_ns);
	found.ns = isnan(look.ns) ? found.ns : look.ns;
	found.sure = look.complete && contenders == 0;
	if (look.ln.high < field->race.thresholds.low) {
		/* the runner-up is faster now: nothing is certain, and this look's lead replaces that of
		 * the race */
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
