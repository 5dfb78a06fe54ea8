/*
 * Selects the candidates that take part in the race.
 *
 * Each candidate is set up and checked, with BENCH_PICK_ISOLATE first in a child process, before
 * any of them runs. None of this counts against the budget. Then each runs one iteration, starting
 * with the caller's default, and then another one, the shortest first: a single iteration may have
 * been interrupted, or may include page faults and initialisation. The shorter of the two counts.
 * A candidate that takes longer than a window and eight times the best is excluded after a third
 * iteration, because its windows would cost more than all others together. A repetition runs only
 * if it is expected to take at most 0.9 of the remaining budget, or less than about half of the
 * whole budget. A candidate excluded after a single iteration makes the choice uncertain. So does
 * a budget that does not suffice for a dozen rounds of all: then all but the best two that seem
 * clearly slower are excluded, and the slowest of the others during the race, so that the best meet
 * often enough.
 *
 * When the budget is spent, the remaining candidates are not tried; with BENCH_PICK_EXTEND all of
 * them run two iterations. A candidate that ran only once is not preferred to the default
 * (race.c).
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"
#include "compare/compare.h"

static const struct qualify_policy {
	double zone_share;      /* share of the margin that the clock's uncertainty may take */
	/* exclude candidates slower than the best by this factor and longer than a window */
	double absurd;
	/* an iteration is repeated if it takes less than this share of the remaining budget */
	double again;
	/* Shares of the budget. An iteration is also repeated if it takes less than `late`. When time
	 * is up, an iteration is repeated if it exceeds the budget by less than `after`. */
	double late, after;
	/* if there is no time for this many rounds of all, those slower than the best by this factor
	 * are also excluded */
	double rounds, clearly;
	double trial_ns;        /* least time limit of a child process */
	double warming;         /* share of the budget for losers that may become faster */
	double faster;          /* ratio of a window to the one before that counts as speeding up */
	/* losers slower than the leader by this factor get cold_calls; routines that warm up were 3
	 * to 50 times slower at first */
	double cold;
	double warm_calls, cold_calls;  /* calls that suffice for a loser below and above that factor */
} policy = { .zone_share = 0.25, .absurd = 8, .again = 0.9, .late = 0.45, .after = 0.1,
	/* clearly: picks among 32 tiles of 0.04 to 0.12 ms in 20 ms, replayed from recorded times.
	 * With a factor of 1.4, 88 % of 460 choices were within 1 % of the best, and 76 % of 92 next to
	 * three busy programs; with 1.25, 87 % and 73 %. */
	.rounds = 12, .clearly = 1.4,
	.trial_ns = 100e6, .warming = 0.1, .faster = 0.95, .cold = 2, .warm_calls = 100,
	.cold_calls = 1000 };
enum { FIRST_CALLS = 2 };       /* first calls of each candidate; slow candidates get one more */
enum { PARTS = 4, MEETINGS = 3, FINALISTS = 2 };

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
				"for candidate 0", (double)i, question->c[i].cold, question->c[0].cold);
	if (question->options->flags & ~(BENCH_PICK_ISOLATE | BENCH_PICK_EXTEND))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.flags is 0x%x, expected BENCH_PICK_...",
			question->options->flags);
	return BENCH_OK;
}

struct attempt {
	struct benchi_timing_context *context;
	const bench_case *c;
};

static void attempt(void *arg)
{
	const struct attempt *a = arg;

	if (benchi_timing_context_set_up(a->context, a->c) == BENCHI_FIT) {
		benchi_timing_context_time(a->context, a->c, 1, 0);
		benchi_timing_context_take_down(a->context, a->c);
	}
}

/* Runs one more iteration and records its time without time off the processor; an invalid time
 * counts as the shortest valid one. The next iteration is expected to take the thread's own
 * time. */
static void call(struct benchi_selection *field, size_t i)
{
	const struct benchi_timing_context *context = &field->context;
	int real = benchi_clock_is_default(&context->timing.clock);
	const struct benchi_presence began = benchi_presence_now();
	struct benchi_presence moment = began;
	double ns = benchi_timing_context_time(&field->context, &field->question->c[i], 1, 0);
	double own_ns = real ? benchi_presence_own_ns(&moment, ns, 1) : ns;

	ns = fmax(own_ns > 0 ? own_ns : ns, benchi_window_meaningless_ns(&context->timing));
	benchi_racer_saw(&field->racer[i], ns);
	field->racer[i].again_ns = real ? fmin(ns, moment.cpu_ns - began.cpu_ns) : ns;
}

static int absurd(const struct benchi_selection *field, size_t i)
{
	double ns = field->racer[i].iteration_ns;

	return field->racer[i].state != BENCHI_OUT && ns > field->window_ns
	    && ns > policy.absurd * benchi_race_min(field->racer, field->question->n);
}

static int extends(const struct benchi_selection *field)
{
	return field->question->options->flags & BENCH_PICK_EXTEND;
}

/* Runs one more iteration of candidates with `calls` calls, in groups of a factor of two, shortest
 * first: the second one if there is time, the third also only if the candidate seems absurdly slow.
 * The last iteration may end after the budget. */
static void call_again(struct benchi_selection *field, unsigned calls)
{
	for (double up_to_ns = 0;;) {
		double least_ns = INFINITY;

		for (size_t i = 0; i < field->question->n; i++) {
			const struct benchi_racer *racer = &field->racer[i];

			if (racer->state != BENCHI_OUT && racer->calls == calls
			    && racer->iteration_ns > up_to_ns)
				least_ns = fmin(least_ns, racer->iteration_ns);
		}
		if (isinf(least_ns))
			return;
		up_to_ns = 2 * least_ns;
		for (size_t i = 0; i < field->question->n; i++) {
			const struct benchi_racer *racer = &field->racer[i];
			const double again_ns = racer->again_ns;
			double left_ns;

			if (racer->state == BENCHI_OUT || racer->calls != calls
			    || racer->iteration_ns > up_to_ns || (calls > 1 && !absurd(field, i)))
				continue;
			if (calls > 1 || !extends(field)) {
				left_ns = benchi_budget_left(&field->context.budget);
				if (left_ns <= 0 ? again_ns - left_ns > policy.after * field->context.budget_ns
				    : again_ns > policy.again * left_ns
				      && again_ns > policy.late * field->context.budget_ns)
					continue;
			}
			call(field, i);
		}
	}
}

/* Sets up and checks every candidate before any of them runs, because a body may spoil the data
 * that others need. Not part of the budget. Returns the first that works, or the number of
 * candidates. */
static size_t set_up(struct benchi_selection *field, bench_status *status)
{
	const size_t n = field->question->n;
	const int isolated = (field->question->options->flags & BENCH_PICK_ISOLATE) != 0;
	struct benchi_budget *budget = &field->context.budget;
	const double began_ns = benchi_budget_elapsed(budget), own_ns = benchi_budget_own_ns(budget);
	const uint64_t waits = benchi_thread_waits();
	size_t first = n;

	if (BENCHI_SMALL && isolated)
		*status = BENCH_ERR_UNSUPPORTED;
	for (size_t i = 0; i < n && *status == BENCH_OK; i++) {
		bench_candidate_state *report = &field->racer[i].report;

		if (!BENCHI_SMALL && isolated) {
			/* Does the candidate run in a child process without crashing? */
			struct attempt a = { &field->context, &field->question->c[i] };
			enum benchi_trial trial = benchi_trial_run(attempt, &a,
				fmax(policy.trial_ns, field->context.budget_ns));

			if (trial == BENCHI_TRIAL_UNSUPPORTED)
				*status = benchi_fail(BENCH_ERR_UNSUPPORTED,
					"candidate %.0f: cannot start a child process", (double)i);
			if (trial != BENCHI_TRIAL_GOOD) {
				*report = BENCH_CANDIDATE_CRASHED;
				continue;
			}
		}
		switch (benchi_timing_context_set_up(&field->context, &field->question->c[i])) {
		case BENCHI_FIT:
			field->ready[i] = 1;
			first = first < n ? first : i;
			break;
		case BENCHI_UNWILLING:
			*report = BENCH_CANDIDATE_SKIPPED;
			break;
		default:
			*report = BENCH_CANDIDATE_WRONG;
		}
	}
	budget->excluded_ns += fmax(0, benchi_budget_elapsed(budget) - began_ns);
	if (!BENCHI_SMALL) {
		budget->own_excluded_ns += fmax(0, benchi_budget_own_ns(budget) - own_ns);
		budget->waits += benchi_thread_waits() - waits;
	}
	return first;
}

/* behind: ln(its time / the shortest time). */
static void exclude(struct benchi_racer *racer, double behind)
{
	racer->behind = behind;
	racer->state = BENCHI_OUT;
	racer->report = BENCH_CANDIDATE_SLOW;
}

/* Notes that candidates are excluded for lack of time. */
static void lacks_time(struct benchi_selection *field)
{
	if (!field->thinned)
		field->needed_ns += field->missing_ns;
	field->thinned = 1;
}

/* Excludes candidates that take too long. If the budget does not suffice for enough rounds of all,
 * excludes everything that seems clearly slower, except the second best. */
static void exclude_slow(struct benchi_selection *field)
{
	const size_t n = field->question->n;
	double least_ns = benchi_race_min(field->racer, n), second_ns = INFINITY;
	double round_ns = 0, left_ns, slow_ns;
	int scarce;

	for (size_t i = 0; i < n; i++) {
		double ns = field->racer[i].iteration_ns;

		if (field->racer[i].state == BENCHI_OUT || absurd(field, i))
			continue;
		round_ns += 2 * fmax(ns, field->window_ns);
		if (ns > least_ns && ns < second_ns)
			second_ns = ns;
	}
	left_ns = benchi_budget_left(&field->context.budget);
	scarce = left_ns > 0 && policy.rounds * round_ns > left_ns;
	slow_ns = fmax(policy.clearly * least_ns, fmax(second_ns, field->window_ns));
	if (scarce) {
		field->scarce_ns = left_ns;
		field->missing_ns = policy.rounds * round_ns - left_ns;
	}
	for (size_t i = 0; i < n; i++) {
		struct benchi_racer *racer = &field->racer[i];
		int clearly = scarce && i != field->incumbent && racer->state != BENCHI_OUT
			&& racer->iteration_ns > slow_ns;

		if (!absurd(field, i) && !clearly) {
			field->scarce += (size_t)(scarce && racer->state != BENCHI_OUT);
			continue;
		}
		if (!absurd(field, i))
			lacks_time(field);
		exclude(racer, log(racer->iteration_ns / least_ns));
		if (racer->calls < FIRST_CALLS)
			field->needed_ns += racer->iteration_ns / policy.again;
	}
}

/*
 * If time is scarce, the candidates that are still in the race are halved again and again, with the
 * same time for each halving: when the share f of the time is left, n^f of n candidates remain, at
 * least two. So most of the time goes to the few that are hardest to tell apart. The candidate
 * whose shortest window is the longest leaves. The choice is never sure then.
 *
 * Source: Karnin, Koren and Somekh 2013, sequential halving.
 */
void benchi_selection_thin(struct benchi_selection *field)
{
	double most;

	if (!field->scarce || field->race.over)
		return;
	most = fmax(FINALISTS, pow((double)field->scarce,
		benchi_budget_left(&field->context.budget) / field->scarce_ns));
	for (;;) {
		struct benchi_racer *last = NULL;
		double least_ns = INFINITY;
		size_t running = 0;

		for (size_t i = 0; i < field->question->n; i++) {
			struct benchi_racer *racer = &field->racer[i];

			if (racer->state == BENCHI_OUT)
				continue;
			running++;
			least_ns = fmin(least_ns, racer->least_ns);
			if (i != field->incumbent && i != field->race.leader
			    && (!last || racer->least_ns > last->least_ns))
				last = racer;
		}
		if (!last || (double)running <= most)
			return;
		exclude(last, log(last->least_ns / least_ns));
		lacks_time(field);
	}
}

bench_status benchi_selection_qualify(struct benchi_selection *field)
{
	const struct benchi_candidates *q = field->question;
	struct benchi_timing_context *context = &field->context;
	bench_status status = BENCH_OK;
	size_t first = set_up(field, &status), fit = 0, untried = 0;
	double began_ns, least_ns;

	if (status == BENCH_OK && first < q->n)      /* all candidates have the same .cold */
		status = q->c[first].cold ? benchi_cold_window_begin(&context->cold, q->c[first].cold,
			&context->timing) : BENCH_OK;
	if (status != BENCH_OK)
		return status;
	field->stated = field->incumbent < q->n && field->ready[field->incumbent] ? field->incumbent
		: q->prefer < q->n && field->ready[q->prefer] ? q->prefer : first;

	/* Two iterations each, within the budget, starting with the caller's default. */
	began_ns = benchi_budget_elapsed(&context->budget);
	for (size_t k = 0; k <= q->n && first < q->n; k++) {
		size_t i = k == 0 ? field->stated : k - 1;

		if (!field->ready[i] || (k > 0 && i == field->stated))
			continue;
		if (k > 0 && !extends(field) && benchi_budget_left(&context->budget) <= 0) {
			untried++;
			continue;
		}
		call(field, i);
		field->racer[i].state = BENCHI_RUNNING;
		field->racer[i].report = BENCH_CANDIDATE_OPEN;
		fit++;
	}
	if (untried > 0)
		field->needed_ns = (benchi_budget_elapsed(&context->budget) - began_ns) / (double)fit
			* (double)untried;
	call_again(field, 1);
	least_ns = benchi_race_min(field->racer, q->n);
	if (benchi_cold_asked(&context->cold) && fit > 0) {
		/* Raise the margin so that the clock's uncertainty in one iteration is at most a quarter
		 * of it. */
		field->window_ns = benchi_timing_context_cold_window(context, field->window_ns, least_ns,
			(benchi_budget_elapsed(&context->budget) - began_ns) / FIRST_CALLS / (double)fit);
		context->margin = fmax(context->margin,
			benchi_window_uncertainty_ns(&context->timing) / least_ns / policy.zone_share);
	}

	call_again(field, FIRST_CALLS);
	exclude_slow(field);
	return BENCH_OK;
}

/*
 * Rechecks losers that were still speeding up: could more warm-up make one of them the winner?
 *
 * Code caches, tables built on demand and branch predictors make some routines faster only after
 * hundreds of calls, when they have already lost. So each loser runs alone until it has had 100
 * calls (1000 if it took more than twice the leader's time), or until its share of a tenth of the
 * budget is spent; up to four times that share while its windows are still getting shorter. A
 * loser that seems to have caught up is timed against the leader in three windows each, because
 * the core's clock may have changed since the race.
 *
 * Wrong if a routine becomes faster only later: bench_choice.warmed has the number of calls.
 */

static int lost(const struct benchi_racer *racer)
{
	return racer->state == BENCHI_OUT && (racer->report == BENCH_CANDIDATE_OPEN
		|| racer->report == BENCH_CANDIDATE_SLOW);
}

/* Runs a loser until it has had enough calls. Returns its shortest time per iteration now, and
 * adds to *calls. */
static double warm(struct benchi_selection *field, size_t i, double enough, double part_ns,
                   double *calls)
{
	struct benchi_timing_context *context = &field->context;
	double began = benchi_budget_elapsed(&context->budget), spent = 0;
	double before = INFINITY, ns = INFINITY;
	double each = fmin(fmax(field->window_ns / field->racer[i].iteration_ns, 1), enough);
	uint64_t n = (uint64_t)each;

	while (field->racer[i].iteration_ns <= part_ns && benchi_budget_left(&context->budget) > 0
	       && spent < PARTS * part_ns
	       && !benchi_clock_stopped(&context->still, 1, began + spent)) {
		double now = benchi_timing_context_time(context, &field->question->c[i], n, 0) / (double)n;

		*calls += (double)n;
		ns = fmin(ns, now);
		spent = benchi_budget_elapsed(&context->budget) - began;
		if ((*calls >= enough || spent >= part_ns) && !(now < policy.faster * before))
			break;
		before = now;
	}
	return ns;
}

size_t benchi_selection_warm(struct benchi_selection *field)
{
	const struct benchi_racer *leader = &field->racer[field->race.leader];
	const double fast_ns = leader->least_ns * (1 + field->context.margin);
	size_t n = field->question->n, losers = 0, again = 0;
	double fewest = INFINITY, until_ns = benchi_budget_elapsed(&field->context.budget)
		+ policy.warming * field->context.budget_ns;

	for (size_t i = 0; i < n; i++)
		losers += (size_t)lost(&field->racer[i]);
	for (size_t i = 0; i < n && field->race.over; i++) {
		struct benchi_racer *racer = &field->racer[i];
		double calls, ns, ratio, faster = policy.faster * exp(racer->behind);
		double enough = racer->behind > log(policy.cold) ? policy.cold_calls : policy.warm_calls;

		if (!lost(racer))
			continue;
		benchi_total_ns(&racer->total, &calls);
		calls += racer->calls;
		ns = calls < enough ? warm(field, i, enough, (until_ns
			- benchi_budget_elapsed(&field->context.budget)) / (double)losers, &calls)
			: racer->least_ns;
		losers--;
		fewest = fmin(fewest, calls);
		if (!(ns < fast_ns) || !(ns < faster * leader->iteration_ns))
			continue;
		/* The ratio of the two times, each the shortest of several alternating windows. */
		const size_t arm[2] = { i, field->race.leader };
		double least[2] = { ns, INFINITY };

		for (size_t k = 0; k < 2 * MEETINGS && benchi_budget_left(&field->context.budget) > 0;
		     k++) {
			double each = arm[k % 2] == i ? ns : field->racer[arm[k % 2]].iteration_ns;
			double iterations = fmax(1, floor(field->window_ns / each));

			least[k % 2] = fmin(least[k % 2], benchi_timing_context_time(&field->context,
				&field->question->c[arm[k % 2]], (uint64_t)iterations, 0) / iterations);
		}
		ratio = least[0] / least[1];
		if (!(ratio < 1 + field->context.margin) || !(ratio < faster))
			continue;
		racer->state = BENCHI_RUNNING;
		racer->report = BENCH_CANDIDATE_OPEN;
		racer->iteration_ns = ns;
		racer->calls = FIRST_CALLS;
		again++;
	}
	field->warmed = isfinite(fewest) ? (uint64_t)fewest : 0;
	return again;
}
