/*
 * Which candidates take part?
 *
 * Each candidate is set up and checked, with BENCH_PICK_ISOLATE first in a child process, before
 * any runs; none of that counts against the budget.  Then each runs one iteration.  A candidate
 * whose iteration is longer than a window and takes eight times the best is left out, since
 * its windows would cost more than all others together.  Page faults, an interruption, and
 * tables that a body makes at its first call look like that; so it runs up to two iterations
 * more, the shortest candidate first, while one takes no more than 0.9 of what is left of the
 * budget, and the shortest of its iterations counts.  One that is left out after a single
 * iteration leaves the choice unsure.
 * When the budget is over, the remaining candidates are not tried; one is in any case, all are with
 * BENCH_PICK_EXTEND.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "compare/selection.h"
#include "host/trial.h"
#include "timing/window.h"

static const double ABSURD = 8;            /* times the best, and more than a window */
static const double AGAIN = 0.9;           /* of what is left: an iteration is repeated */
enum { ITERATIONS = 3 };                   /* of one that seems absurdly slow */
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

/* What was done since then comes on top of the budget. */
static void add_to_budget(struct benchi_selection *field, double since_ns)
{
	double took = fmax(0, benchi_timing_context_elapsed(&field->stand) - since_ns);

	field->extra_ns += took;
	field->stand.budget_ns += took;
}

/* Does it survive in a child process? */
static int survives(struct benchi_selection *field, size_t i, bench_status *status)
{
	struct attempt a = { &field->stand, &field->question->c[i] };
	const bench_pick_options *options = field->question->options;
	double asked_ns = field->stand.budget_ns - field->extra_ns;
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

/* An iteration's time.  One of no meaning is as long as times are that have one. */
static double one_iteration(struct benchi_selection *field, size_t i)
{
	return fmax(benchi_timing_context_time(&field->stand, &field->question->c[i], 1, 0),
		benchi_window_meaningless_ns(&field->stand.timing));
}

/* Sets a candidate up and checks it. */
static void prepare(struct benchi_selection *field, size_t i, bench_status *status)
{
	enum benchi_fitness fitness = BENCHI_UNWILLING;
	bench_candidate_state *state = &field->racer[i].report;

	if (survives(field, i, status)) {
		fitness = benchi_timing_context_set_up(&field->stand, &field->question->c[i]);
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

/* There is time for one iteration more. */
static int affordable(const struct benchi_selection *field, size_t i)
{
	double left_ns = field->stand.budget_ns - benchi_timing_context_elapsed(&field->stand);

	return field->racer[i].iteration_ns <= AGAIN * left_ns;
}

/* The shortest of the absurdly slow that have run fewer iterations, or BENCH_NONE. */
static size_t next_doubted(const struct benchi_selection *field, const unsigned char *iterations)
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

/* Leaves out those whose iterations take absurdly long. */
static void abandon(struct benchi_selection *field)
{
	unsigned char *iterations = field->out;     /* not in use yet */
	size_t i;

	for (i = 0; i < field->question->n; i++)
		iterations[i] = 1;
	while ((i = next_doubted(field, iterations)) != BENCH_NONE) {
		if (!affordable(field, i))
			break;
		field->racer[i].iteration_ns = fmin(field->racer[i].iteration_ns, one_iteration(field, i));
		iterations[i]++;
	}
	for (i = 0; i < field->question->n; i++)
		if (absurd(field, i))
			leave_out(field, i, iterations[i]);
}

/* One iteration of each, while the budget is not over. */
static void try_all(struct benchi_selection *field)
{
	const bench_pick_options *options = field->question->options;
	int all = options && options->flags & BENCH_PICK_EXTEND;
	double began = benchi_timing_context_elapsed(&field->stand), now = began;

	for (size_t i = 0; i < field->question->n; i++) {
		if (!field->ready[i])
			continue;
		if (field->fit == 0 || all || now < field->stand.budget_ns)
			try_one(field, i);
		else
			count(&field->choice->untried, &field->choice->first_untried, i);
		now = benchi_timing_context_elapsed(&field->stand);
	}
	if (field->choice->untried > 0)
		field->choice->needed_ns = (now - began) / (double)field->fit
			* (double)field->choice->untried;
}

/* All are checked before any is run, since a body may spoil what others work on. */
bench_status benchi_selection_qualify(struct benchi_selection *field)
{
	double began = benchi_timing_context_elapsed(&field->stand);
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
