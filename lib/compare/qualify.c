/*
 * Selects the candidates that take part.
 *
 * Each candidate is set up and checked, with BENCH_PICK_ISOLATE first in a child process, before
 * any runs; none of that counts against the budget.  Then each runs one iteration.  A candidate
 * whose iteration is longer than a window and takes eight times the best is excluded, since
 * its windows would cost more than all others together.  Page faults, an interruption, and
 * tables that a body builds at its first call have the same effect; so it runs up to two more
 * iterations, the fastest such candidate first, while one takes no more than 0.9 of the remaining
 * budget, and the shortest of its iterations counts.  A candidate excluded after a single
 * iteration makes the choice uncertain.
 * When the budget is over, the remaining candidates are not tried, except the first; with
 * BENCH_PICK_EXTEND all are.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "clock/time.h"
#include "compare/qualify.h"
#include "compare/selection.h"
#include "host/trial.h"
#include "timing/window.h"

static const double ABSURD = 8;            /* times the best, and more than a window */
static const double AGAIN = 0.9;           /* of the remaining budget: an iteration is repeated */
static const double LATE = 0.45;            /* of the budget: it may end after that */
enum { ITERATIONS = 3 };                   /* of a seemingly slow candidate */
static const double TRIAL_NS = 100e6;      /* time limit of a child, or the budget */

/* Counts a candidate that is out, and notes the first. */
static void count(size_t *how_many, size_t *first, size_t i)
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

/* Extends the budget by the time since then. */
static void add_to_budget(struct benchi_selection *field, double since_ns)
{
	double took = fmax(0, benchi_timing_context_elapsed(&field->context) - since_ns);

	field->extra_ns += took;
	field->context.budget_ns += took;
}

/* Does the candidate survive in a child process? */
static int survives(struct benchi_selection *field, size_t i, bench_status *status)
{
	struct attempt a = { &field->context, &field->question->c[i] };
	const bench_pick_options *options = field->question->options;
	double asked_ns = field->context.budget_ns - field->extra_ns;
	enum benchi_trial trial;

	if (!options || !(options->flags & BENCH_PICK_ISOLATE))
		return 1;
	trial = benchi_trial_run(attempt, &a, fmax(TRIAL_NS, asked_ns));
	if (trial == BENCHI_TRIAL_UNSUPPORTED)
		*status = benchi_fail(BENCH_ERR_UNSUPPORTED, "no child process for candidate %.0f",
			(double)i);
	else if (trial != BENCHI_TRIAL_GOOD)
		count(&field->choice->crashed, &field->choice->first_crashed, i);
	return trial == BENCHI_TRIAL_GOOD;
}

/* An iteration's time; an invalid one counts as the shortest valid time.  One that was
 * interrupted will take the thread's own time the next time. */
static double one_iteration(struct benchi_selection *field, size_t i)
{
	const struct benchi_timing_context *context = &field->context;
	int real = context->timing.clock.now_ns == bench_clock_default().now_ns;
	double own_ns = real ? benchi_thread_cpu_ns() : (double)NAN;
	double ns = benchi_timing_context_time(&field->context, &field->question->c[i], 1, 0);

	own_ns = real ? benchi_thread_cpu_ns() - own_ns : (double)NAN;
	ns = fmax(ns, benchi_window_meaningless_ns(&context->timing));
	field->racer[i].again_ns = fmin(ns, own_ns);
	return ns;
}

/* Sets a candidate up and checks it. */
static void prepare(struct benchi_selection *field, size_t i, bench_status *status)
{
	enum benchi_fitness fitness = BENCHI_UNWILLING;
	bench_candidate_state *state = &field->racer[i].report;

	if (survives(field, i, status)) {
		fitness = benchi_timing_context_set_up(&field->context, &field->question->c[i]);
		*state = BENCH_CANDIDATE_SKIPPED;
	} else {
		*state = BENCH_CANDIDATE_CRASHED;
	}
	if (fitness == BENCHI_UNFIT) {
		count(&field->choice->wrong, &field->choice->first_wrong, i);
		*state = BENCH_CANDIDATE_WRONG;
	}
	if (fitness != BENCHI_FIT)
		return;
	field->ready[i] = 1;
	*state = BENCH_CANDIDATE_UNTRIED;
}

/* Runs it for one iteration. */
static void try_one(struct benchi_selection *field, size_t i)
{
	field->racer[i].iteration_ns = one_iteration(field, i);
	field->racer[i].state = BENCHI_RUNNING;
	field->racer[i].report = BENCH_CANDIDATE_OPEN;
	field->fit++;
}

static int absurd(const struct benchi_selection *field, size_t i)
{
	double ns = field->racer[i].iteration_ns;

	return field->racer[i].state != BENCHI_OUT && ns > field->window_ns
	    && ns > ABSURD * benchi_race_min(field->racer, field->question->n);
}

/* Is there time for one more iteration?  One that takes less than half of what was asked for may
 * end after it. */
static int affordable(const struct benchi_selection *field, size_t i)
{
	double left_ns = field->context.budget_ns - benchi_timing_context_elapsed(&field->context);
	double asked_ns = field->context.budget_ns - field->extra_ns;
	double again_ns = field->racer[i].again_ns;

	return again_ns <= AGAIN * left_ns || (left_ns > 0 && again_ns <= LATE * asked_ns);
}

/* The fastest of the slow candidates with iterations left, or BENCH_NONE. */
static size_t next_repeated(const struct benchi_selection *field, const unsigned char *iterations)
{
	size_t next = BENCH_NONE;

	for (size_t i = 0; i < field->question->n; i++)
		if (iterations[i] < ITERATIONS && absurd(field, i) && (next == BENCH_NONE
			|| field->racer[i].iteration_ns < field->racer[next].iteration_ns))
			next = i;
	return next;
}

static void leave_out(struct benchi_selection *field, size_t i, int iterations)
{
	struct benchi_racer *racer = &field->racer[i];

	racer->behind = log(racer->iteration_ns / benchi_race_min(field->racer, field->question->n));
	racer->state = BENCHI_OUT;
	racer->report = BENCH_CANDIDATE_SLOW;
	field->choice->slow++;
	if (iterations > 1)
		return;
	field->unsure++;
	field->choice->needed_ns += racer->iteration_ns / AGAIN;
}

/* Excludes candidates whose iterations take too long. */
static void abandon(struct benchi_selection *field)
{
	unsigned char *iterations = field->out;     /* not in use yet */
	size_t i;

	for (i = 0; i < field->question->n; i++)
		iterations[i] = 1;
	while ((i = next_repeated(field, iterations)) != BENCH_NONE) {
		if (!affordable(field, i))
			break;
		field->racer[i].iteration_ns = fmin(field->racer[i].iteration_ns, one_iteration(field, i));
		iterations[i]++;
	}
	for (i = 0; i < field->question->n; i++)
		if (absurd(field, i))
			leave_out(field, i, iterations[i]);
}

/* Runs one iteration of each, within the budget. */
static void try_all(struct benchi_selection *field)
{
	const bench_pick_options *options = field->question->options;
	int all = options && options->flags & BENCH_PICK_EXTEND;
	double began = benchi_timing_context_elapsed(&field->context), now = began;

	for (size_t i = 0; i < field->question->n; i++) {
		if (!field->ready[i])
			continue;
		if (field->fit == 0 || all || now < field->context.budget_ns)
			try_one(field, i);
		else
			count(&field->choice->untried, &field->choice->first_untried, i);
		now = benchi_timing_context_elapsed(&field->context);
	}
	if (field->choice->untried > 0)
		field->choice->needed_ns = (now - began) / (double)field->fit
			* (double)field->choice->untried;
}

/* All are checked before any is run, since a body may spoil what others work on. */
bench_status benchi_selection_qualify(struct benchi_selection *field)
{
	double began = benchi_timing_context_elapsed(&field->context);
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < field->question->n && status == BENCH_OK; i++)
		prepare(field, i, &status);
	add_to_budget(field, began);
	if (status != BENCH_OK)
		return status;
	try_all(field);
	abandon(field);
	return BENCH_OK;
}
