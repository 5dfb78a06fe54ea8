/*
 * Who may take part?
 *
 * Each candidate is set up, checked, and run for one iteration; with BENCH_PICK_ISOLATE first in
 * a child process.  What is absurdly slow ends there, because every further turn would
 * cost more than all others together: one iteration is longer than a window, and takes eight times
 * the best.  The first call's page faults, an interruption, and tables that a body makes
 * when it is first called can look like that; so who does not take a good part of the
 * budget is given a second turn.  Worked: budget 20 ms: after a first iteration of up to 1.25 ms.
 * When the time is over, the rest is not tried; one is in any case.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "compare/selection.h"
#include "host/trial.h"
#include "timing/window.h"

static const double ABSURD = 8;            /* times the best, and more than a window */
/* of the budget: a first iteration up to that is repeated */
static const double AGAIN = 1.0 / 16;
static const double TRIAL_NS = 100e6;      /* a child may take so long, or the budget */

/* One more that is out for a reason. */
static void count(size_t *how_many, size_t *first, size_t i)
{
	if ((*how_many)++ == 0)
		*first = i;
}

struct attempt {
	struct benchi_timing_context *stand;
	const bench_case *c;
};

static void attempt(void *arg)
{
	const struct attempt *a = arg;

	if (benchi_timing_context_set_up(a->stand, a->c) == BENCHI_FIT) {
		benchi_timing_context_time(a->stand, a->c, 1, 0);
		benchi_timing_context_take_down(a->stand, a->c);
	}
}

/* The budget as it was asked for. */
static double asked_ns(const struct benchi_selection *field)
{
	return field->stand.budget_ns - field->children_ns;
}

/* Does it survive in a child process?  What that takes comes on top of the budget. */
static int survives(struct benchi_selection *field, size_t i, bench_status *status)
{
	struct attempt a = { &field->stand, &field->question->c[i] };
	const bench_options *options = field->question->options;
	double began = benchi_timing_context_elapsed(&field->stand), took;
	enum benchi_trial trial;

	if (!options || !(options->flags & BENCH_PICK_ISOLATE))
		return 1;
	trial = benchi_trial_run(attempt, &a, fmax(TRIAL_NS, asked_ns(field)));
	took = fmax(0, benchi_timing_context_elapsed(&field->stand) - began);
	field->children_ns += took;
	field->stand.budget_ns += took;
	if (trial == BENCHI_TRIAL_UNSUPPORTED)
		*status = benchi_fail(BENCH_ERR_UNSUPPORTED, "no child process for candidate %.0f",
			(double)i);
	else if (trial != BENCHI_TRIAL_GOOD)
		count(&field->choice->crashed, &field->choice->first_crashed, i);
	return trial == BENCHI_TRIAL_GOOD;
}

/* An iteration's time.  One of no meaning is as long as times are that have one. */
static double one_iteration(struct benchi_selection *field, size_t i)
{
	return fmax(benchi_timing_context_time(&field->stand, &field->question->c[i], 1, 0),
		benchi_window_meaningless_ns(&field->stand.timing));
}

/* Sets a candidate up and runs it for one iteration. */
static void try_one(struct benchi_selection *field, size_t i)
{
	const bench_case *c = &field->question->c[i];
	enum benchi_fitness fitness = benchi_timing_context_set_up(&field->stand, c);

	if (fitness == BENCHI_UNFIT)
		count(&field->choice->wrong, &field->choice->first_wrong, i);
	if (fitness != BENCHI_FIT)
		return;
	field->ready[i] = 1;
	field->racer[i].iteration_ns = one_iteration(field, i);
	field->racer[i].state = BENCHI_RUNNING;
	field->fit++;
}

static int absurd(const struct benchi_selection *field, size_t i, double limit)
{
	return field->racer[i].iteration_ns > field->window_ns && field->racer[i].iteration_ns > limit;
}

/* There is time for a second turn. */
static int affordable(const struct benchi_selection *field, size_t i)
{
	double iteration_ns = field->racer[i].iteration_ns;

	return iteration_ns <= AGAIN * asked_ns(field)
		&& benchi_timing_context_elapsed(&field->stand) + iteration_ns < field->stand.budget_ns;
}

/* Leaves out those whose iterations take absurdly long. */
static void abandon(struct benchi_selection *field)
{
	double limit = ABSURD * benchi_race_least(field->racer, field->question->n);

	for (size_t i = 0; i < field->question->n; i++) {
		struct benchi_racer *racer = &field->racer[i];

		if (racer->state == BENCHI_OUT || !absurd(field, i, limit))
			continue;
		if (affordable(field, i))
			racer->iteration_ns = fmin(racer->iteration_ns, one_iteration(field, i));
		if (!absurd(field, i, limit))
			continue;
		racer->state = BENCHI_OUT;
		field->choice->slow++;
	}
}

bench_status benchi_selection_qualify(struct benchi_selection *field)
{
	bench_status status = BENCH_OK;
	size_t n = field->question->n;

	for (field->tried = 0; field->tried < n && status == BENCH_OK; field->tried++) {
		if (field->fit > 0
			&& benchi_timing_context_elapsed(&field->stand) >= field->stand.budget_ns)
			break;
		if (survives(field, field->tried, &status))
			try_one(field, field->tried);
	}
	if (status == BENCH_OK)
		abandon(field);
	return status;
}
