/*
 * Checks whether rare work changes the race's choice.
 *
 * The race compares medians of short windows, which leave out work that is done once in many
 * windows. So the choice runs on until its windows have taken a tenth of the budget. The excess of
 * its mean over its median is what it may lose to a candidate without rare work. Interruptions
 * raise every mean, so the excess that other candidates had in the race is attributed to the
 * machine, at most that of the quietest one. Candidates that may still gain are contenders.
 * Without contenders the race's choice is confirmed. If the excess is surely more than
 * BENCHI_RARE_SHARE, the choice and the contender with the lowest mean are timed alternately for
 * the rest of the budget, and total times decide.
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
	double noise;           /* largest share of the choice's mean attributed to the machine ... */
	double common;          /* ... beyond what the machine adds to all candidates, at most */
} policy = {
	/* Work done every tenth of the budget shows at least once. A twentieth of the budget would
	 * save 1 ms, but chose the slower routine with confidence when its rare work came every 2.4
	 * ms of a default pick. */
	.look_share = 0.1, .look_most_ns = 25e6,
	/* at a load of 11 on two processors, interruptions took 1 to 6 % */
	.noise = 0.02, .common = 0.1,
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
		&field->question->c[i], n, benchi_layout_of(round)), n);
}

static double mean_ns(const struct benchi_selection *field, size_t i)
{
	double done, ns = benchi_total_ns(&field->racer[i].total, &done);

	return ns / done;
}

struct look {
	double ns;                  /* median time per iteration; NaN: no time was left */
	double excess;              /* of the mean over the median, as a share */
	double unsure;              /* half width of its 95 % interval */
	double common;              /* least excess that all candidates have in common */
	struct benchi_middle ln;    /* ln(runner-up / choice) with quartiles as ends; NaN: unknown */
	int complete;               /* nonzero: the windows took the full time */
};

static void look_conclude(struct benchi_selection *field, size_t chosen, size_t groups,
                          size_t pairs, struct look *look)
{
	struct benchi_runoff *runoff = field->runoff;
	const struct benchi_grouped *all = &field->racer[chosen].grouped;
	size_t raced = runoff->groups < BENCHI_RUNOFF ? runoff->groups : BENCHI_RUNOFF;
	double common = 0;

	groups = groups < BENCHI_RUNOFF ? groups : BENCHI_RUNOFF;
	pairs = pairs < BENCHI_RUNOFF ? pairs : BENCHI_RUNOFF;
	look->ns = groups > 0 ? benchi_median(runoff->x, groups) : all->median_ns;
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
		look->ln.median = benchi_median(runoff->ns, pairs);
		look->ln.low = runoff->ns[pairs / 4];
		look->ln.high = runoff->ns[pairs - 1 - pairs / 4];
	}
}

/* Time per iteration in the latest window of the racer's open group. */
static double latest_ns(const struct benchi_racer *racer)
{
	return racer->group.n > 0 ? racer->group.ns[racer->group.n - 1] : (double)NAN;
}

/* Runs the choice on for its share of the budget. */
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
			field->runoff->ns[pairs++ % BENCHI_RUNOFF] = log(before / latest_ns(racer));
		before = NAN;
		if (!complete)
			continue;
		benchi_group_close(racer);
		field->runoff->x[groups++ % BENCHI_RUNOFF] = racer->grouped.median_ns;
		if (next != BENCH_NONE && !benchi_cold_asked(&context->cold)) {
			complete = extra_window(field, next, round);
			before = latest_ns(&field->racer[next]);
			if (complete)
				benchi_group_close(&field->racer[next]);
		}
	}
	look.complete = benchi_total_ns(&racer->total, NULL) >= enough_ns;
	if (racer->group.n > 0)
		benchi_group_close(racer);
	look_conclude(field, chosen, groups, pairs, &look);
	return look;
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
	double left_ns = benchi_timing_context_left(&field->context);
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

struct benchi_confirmed benchi_selection_confirm(struct benchi_selection *field,
                                                 const struct benchi_race_choice *raced)
{
	struct benchi_confirmed found = { raced->index, raced->runner_up,
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
	found.rare = look.excess - look.common - look.unsure > BENCHI_RARE_SHARE
		|| look.excess > BENCHI_RARE_UNSURE;

	/* Find the contenders, and the one with the lowest mean so far. With rare work, one burst more
	 * or less in the look decides how much slower the choice is. */
	size_t chosen = raced->index;
	size_t best = BENCH_NONE;
	double excess = found.rare ? look.excess + look.unsure
		: look.excess - fmin(look.unsure, policy.noise);

	contenders = 0;
	for (size_t i = 0; i < field->question->n; i++) {
		/* A candidate is a contender if the choice's rare work (its excess) makes up for the
		 * candidate's distance. The candidate's own rare work increases that distance. */
		const struct benchi_grouped *own = &field->racer[i].grouped;
		double own_excess = own->n > 0
			? (own->ns - own->usual_ns - 2 * sqrt(own->squares)) / own->usual_ns : 0;
		double behind = benchi_race_behind(&field->race, i)
			- benchi_race_behind(&field->race, chosen);

		if (!(i != chosen && field->racer[i].calls > 0 && exp(behind) * (1 + fmax(own_excess,
			look.common)) * (1 + field->context.margin) < 1 + excess))
			continue;
		++contenders;
		if (best == BENCH_NONE || mean_ns(field, i) < mean_ns(field, best))
			best = i;
	}
	other = best;
	if (other == BENCH_NONE) {
		/* The race's lead leaves out the rare work of the choice. */
		if (found.rare && found.runner_up != BENCH_NONE && isnan(found.lead.median)
		    && field->racer[found.runner_up].calls > 0) {
			double behind = exp(benchi_race_behind(&field->race, found.runner_up)
				- benchi_race_behind(&field->race, chosen));

			found.lead.low = behind / (1 + excess);
			found.lead.high = behind / (1 + fmax(0, look.excess - look.unsure));
			found.lead.median = fmin(fmax(mean_ns(field, found.runner_up)
				/ mean_ns(field, chosen), found.lead.low), found.lead.high);
		}
		return found;
	}
	found.sure = 0;
	if (found.rare)
		settle_by_totals(field, raced->index, other, contenders, &found);
	return found;
}
