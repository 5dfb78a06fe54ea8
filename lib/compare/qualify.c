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
 * whole budget. A candidate excluded after a single iteration makes the choice uncertain.
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
	 * is up, it is repeated if it exceeds the budget by less than `after`. */
	double late, after;
	double trial_ns;        /* least time limit of a child process */
	double warming;         /* of the budget, for losers that may become faster */
	double faster;          /* ratio of a window to the one before that counts as speeding up */
	/* losers slower than the leader by this factor get cold_calls; routines that warm up were 3
	 * to 50 times slower at first */
	double cold;
	double warm_calls, cold_calls;  /* calls that suffice for a loser below and above that factor */
} policy = { .zone_share = 0.25, .absurd = 8, .again = 0.9, .late = 0.45, .after = 0.1,
	.trial_ns = 100e6, .warming = 0.1, .faster = 0.95, .cold = 2, .warm_calls = 100,
	.cold_calls = 1000 };
enum { FIRST_CALLS = 2 };       /* per candidate; slow ones get one more */
enum { PARTS = 4, MEETINGS = 3 };

/* Records that a candidate was dropped; remembers the first one for the report. */
static void qualify_count(size_t *how_many, size_t *first, size_t i)
{
	if ((*how_many)++ == 0)
		*first = i;
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

/* Returns true if the candidate runs in a child process without crashing, or need not. */
static int survives(struct benchi_selection *field, size_t i, bench_status *status)
{
	struct attempt a = { &field->context, &field->question->c[i] };
	enum benchi_trial trial;

	if (!(field->question->options->flags & BENCH_PICK_ISOLATE))
		return 1;
	if (BENCHI_SMALL) {
		*status = BENCH_ERR_UNSUPPORTED;
		return 1;
	}
	trial = benchi_trial_run(attempt, &a, fmax(policy.trial_ns, field->context.budget_ns));
	if (trial == BENCHI_TRIAL_UNSUPPORTED)
		*status = benchi_fail(BENCH_ERR_UNSUPPORTED,
			"candidate %.0f: cannot start a child process", (double)i);
	else if (trial != BENCHI_TRIAL_GOOD)
		qualify_count(&field->choice->crashed, &field->choice->first_crashed, i);
	return trial == BENCHI_TRIAL_GOOD;
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

/* Runs the candidate for one iteration and admits it to the race. */
static void try_one(struct benchi_selection *field, size_t i)
{
	call(field, i);
	field->racer[i].state = BENCHI_RUNNING;
	field->racer[i].report = BENCH_CANDIDATE_OPEN;
	field->fit++;
}

static int absurd(const struct benchi_selection *field, size_t i)
{
	double ns = field->racer[i].iteration_ns;

	return field->racer[i].state != BENCHI_OUT && ns > field->window_ns
	    && ns > policy.absurd * benchi_race_min(field->racer, field->question->n);
}

/* Returns true if there is time for one more iteration. The last one may end after the budget. */
static int affordable(const struct benchi_selection *field, size_t i)
{
	double left_ns = benchi_timing_context_left(&field->context);
	double again_ns = field->racer[i].again_ns;

	if (left_ns <= 0)
		return again_ns - left_ns <= policy.after * field->context.budget_ns;
	return again_ns <= policy.again * left_ns || again_ns <= policy.late * field->context.budget_ns;
}

/* Shortest time greater than above_ns among candidates with `calls` calls; infinite if there is
 * none. */
static double shortest(const struct benchi_selection *field, unsigned calls, double above_ns)
{
	double least = INFINITY;

	for (size_t i = 0; i < field->question->n; i++) {
		const struct benchi_racer *racer = &field->racer[i];

		if (racer->state != BENCHI_OUT && racer->calls == calls && racer->iteration_ns > above_ns)
			least = fmin(least, racer->iteration_ns);
	}
	return least;
}

/* Runs one more call of candidates with `calls` calls, in groups of a factor of two, shortest
 * first. */
static void call_again(struct benchi_selection *field, unsigned calls,
                       int (*wanted)(const struct benchi_selection *field, size_t i))
{
	double up_to_ns = 0;

	while (isfinite(up_to_ns = 2 * shortest(field, calls, up_to_ns)))
		for (size_t i = 0; i < field->question->n; i++)
			if (field->racer[i].state != BENCHI_OUT && field->racer[i].calls == calls
			    && field->racer[i].iteration_ns <= up_to_ns && wanted(field, i))
				call(field, i);
}

static int extends(const struct benchi_selection *field)
{
	return field->question->options->flags & BENCH_PICK_EXTEND;
}

static int second_wanted(const struct benchi_selection *field, size_t i)
{
	return extends(field) || affordable(field, i);
}

static int third_wanted(const struct benchi_selection *field, size_t i)
{
	return absurd(field, i) && affordable(field, i);
}

/* Among candidates that work: the incumbent, else the preferred one, else the first. */
static size_t stated(const struct benchi_selection *field)
{
	const struct benchi_candidates *q = field->question;
	size_t i = 0;

	if (field->incumbent < q->n && field->ready[field->incumbent])
		return field->incumbent;
	if (q->prefer < q->n && field->ready[q->prefer])
		return q->prefer;
	while (i < q->n && !field->ready[i])
		i++;
	return i;
}

/* Runs two iterations of each candidate, within the budget, starting with the caller's default. */
static void try_all(struct benchi_selection *field)
{
	double began = benchi_timing_context_elapsed(&field->context);

	field->stated = stated(field);
	if (field->stated < field->question->n)
		try_one(field, field->stated);
	for (size_t i = 0; i < field->question->n; i++) {
		if (!field->ready[i] || i == field->stated)
			continue;
		if (extends(field) || benchi_timing_context_left(&field->context) > 0)
			try_one(field, i);
		else
			qualify_count(&field->choice->untried, &field->choice->first_untried, i);
	}
	if (field->choice->untried > 0)
		field->choice->needed_ns = (benchi_timing_context_elapsed(&field->context) - began)
			/ (double)field->fit * (double)field->choice->untried;
	call_again(field, 1, second_wanted);
}

/* Switches to cold windows if the candidates require them; all have the same .cold. */
static bench_status chill(struct benchi_selection *field)
{
	for (size_t i = 0; i < field->question->n; i++)
		if (field->ready[i])
			return benchi_timing_context_chill(&field->context, &field->question->c[i]);
	return BENCH_OK;
}

/* Sets the length of cold windows from the time of the first iterations, and raises the margin
 * so that the clock's uncertainty in one iteration is at most a quarter of it. */
static void size_cold(struct benchi_selection *field, double began_ns)
{
	struct benchi_timing_context *context = &field->context;
	double each_ns = (benchi_timing_context_elapsed(context) - began_ns)
		/ FIRST_CALLS / (double)field->fit;
	double ns = benchi_race_min(field->racer, field->question->n);

	if (!benchi_cold_asked(&context->cold) || field->fit == 0)
		return;
	field->window_ns = benchi_timing_context_cold_window(context, field->window_ns, ns, each_ns);
	context->margin = fmax(context->margin,
		benchi_timing_context_uncertainty(context, ns) / policy.zone_share);
}

/* All candidates are checked before any runs, because a body may spoil the data that others
 * need. */
bench_status benchi_selection_qualify(struct benchi_selection *field)
{
	struct benchi_moment began = benchi_budget_now(&field->context.budget);
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < field->question->n && status == BENCH_OK; i++) {
		/* Set up and check one candidate. */
		enum benchi_fitness fitness = BENCHI_UNWILLING;
		bench_candidate_state *state = &field->racer[i].report;

		if (survives(field, i, &status)) {
			fitness = benchi_timing_context_set_up(&field->context, &field->question->c[i]);
			*state = BENCH_CANDIDATE_SKIPPED;
		} else {
			*state = BENCH_CANDIDATE_CRASHED;
		}
		if (fitness == BENCHI_UNFIT) {
			qualify_count(&field->choice->wrong, &field->choice->first_wrong, i);
			*state = BENCH_CANDIDATE_WRONG;
		}
		if (fitness == BENCHI_FIT) {
			field->ready[i] = 1;
			*state = BENCH_CANDIDATE_UNTRIED;
		}
	}
	benchi_budget_exclude(&field->context.budget, &began);
	if (status == BENCH_OK)
		status = chill(field);
	if (status != BENCH_OK)
		return status;
	began = benchi_budget_now(&field->context.budget);
	try_all(field);
	size_cold(field, began.ns);

	/* Exclude candidates that take too long. */
	call_again(field, 2, third_wanted);
	for (size_t i = 0; i < field->question->n; i++)
		if (absurd(field, i)) {
			struct benchi_racer *racer = &field->racer[i];

			racer->behind = log(racer->iteration_ns / benchi_race_min(field->racer,
				field->question->n));
			racer->state = BENCHI_OUT;
			racer->report = BENCH_CANDIDATE_SLOW;
			field->choice->slow++;
			if (!(racer->calls > 1)) {
				field->unsure++;
				field->choice->needed_ns += racer->iteration_ns / policy.again;
			}
		}

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
 * Wrong if a routine becomes faster only later: choice->warmed has the number of calls.
 */

static int qualify_lost(const struct benchi_selection *field, size_t i)
{
	const struct benchi_racer *racer = &field->racer[i];

	return racer->state == BENCHI_OUT
	    && (racer->report == BENCH_CANDIDATE_OPEN || racer->report == BENCH_CANDIDATE_SLOW);
}

/* Runs a loser until it has had enough calls. Returns its shortest time per iteration now, and
 * adds to *calls. */
static double warm(struct benchi_selection *field, size_t i, double enough, double part_ns,
                   double *calls)
{
	struct benchi_timing_context *context = &field->context;
	double began = benchi_timing_context_elapsed(context), spent = 0;
	double before = INFINITY, ns = INFINITY;
	double each = fmin(fmax(field->window_ns / field->racer[i].iteration_ns, 1), enough);
	uint64_t n = (uint64_t)each;

	while (field->racer[i].iteration_ns <= part_ns && benchi_timing_context_left(context) > 0
	       && spent < PARTS * part_ns
	       && !benchi_clock_stopped(&context->still, 1, began + spent)) {
		double now = benchi_timing_context_time(context, &field->question->c[i], n, 0) / (double)n;

		*calls += (double)n;
		ns = fmin(ns, now);
		spent = benchi_timing_context_elapsed(context) - began;
		if ((*calls >= enough || spent >= part_ns) && !(now < policy.faster * before))
			break;
		before = now;
	}
	return ns;
}

/* Ratio of candidate i's time to the leader's, each the shortest of several alternating
 * windows. */
static double meets_leader(struct benchi_selection *field, size_t i, double ns)
{
	const size_t arm[2] = { i, field->race.leader };
	double least[2] = { ns, INFINITY };

	for (size_t k = 0; k < 2 * MEETINGS && benchi_timing_context_left(&field->context) > 0; k++) {
		size_t at = arm[k % 2];
		double each = at == i ? ns : field->racer[at].iteration_ns;
		double n = fmax(1, floor(field->window_ns / each));

		least[k % 2] = fmin(least[k % 2], benchi_timing_context_time(&field->context,
			&field->question->c[at], (uint64_t)n, 0) / n);
	}
	return least[0] / least[1];
}

size_t benchi_selection_warm(struct benchi_selection *field)
{
	const struct benchi_racer *leader = &field->racer[field->race.leader];
	const double fast_ns = leader->least_ns * (1 + field->context.margin);
	size_t n = field->question->n, losers = 0, again = 0;
	double fewest = INFINITY, until_ns = benchi_timing_context_elapsed(&field->context)
		+ policy.warming * field->context.budget_ns;

	for (size_t i = 0; i < n; i++)
		losers += (size_t)qualify_lost(field, i);
	for (size_t i = 0; i < n && field->race.over; i++) {
		struct benchi_racer *racer = &field->racer[i];
		double done;

		benchi_total_ns(&racer->total, &done);
		double calls = racer->calls + done, ns, ratio;
		double enough = racer->behind > log(policy.cold) ? policy.cold_calls : policy.warm_calls;

		if (!qualify_lost(field, i))
			continue;
		ns = calls < enough ? warm(field, i, enough, (until_ns
			- benchi_timing_context_elapsed(&field->context)) / (double)losers, &calls)
			: racer->least_ns;
		losers--;
		fewest = fmin(fewest, calls);
		if (!(ns < fast_ns) || !(ns < policy.faster * exp(racer->behind) * leader->iteration_ns))
			continue;
		ratio = meets_leader(field, i, ns);
		if (!(ratio < 1 + field->context.margin) || !(ratio < policy.faster * exp(racer->behind)))
			continue;
		field->choice->slow -= racer->report == BENCH_CANDIDATE_SLOW;
		field->unsure -= racer->report == BENCH_CANDIDATE_SLOW && racer->calls < FIRST_CALLS;
		racer->state = BENCHI_RUNNING;
		racer->report = BENCH_CANDIDATE_OPEN;
		racer->iteration_ns = ns;
		racer->calls = FIRST_CALLS;
		again++;
	}
	field->choice->warmed = isfinite(fewest) ? (uint64_t)fewest : 0;
	return again;
}
