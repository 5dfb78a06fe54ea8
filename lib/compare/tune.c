/*
 * Finds the best of thousands of combinations of parameters.
 *
 * Each combination runs for one window at first, in random order; the best quarter runs again, of
 * these the best quarter, until few are left, and these are compared in paired rounds
 * (selection.c).  Successive halving: Karnin, Koren, Somekh, ICML 2013, with quarters, since
 * combinations differ much.  A combination is known by its shortest time: interruptions only add.
 * Where half of the budget does not suffice for all, the sample that came is searched on: the best
 * whose neighbours, one step along each parameter, have not run.
 * Worked: 288 tiles of 0.14 ms: 41 ms for all, 10 for 72, 2.5 for 18, and 45 for the last 8.
 * Wrong where a combination is slow at its first call alone and all of a kind are.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "compare/compare.h"

static const double TIME_NS = 100e6;
static const double ALL = 0.5, SCREEN = 0.6;    /* of the budget: for every combination, for the
                                                   sample and its neighbours */
static const double WINDOW_SHARE = 0.25, SCATTERS = 4, SCATTER_MOST = 0.2;
enum { PART = 4, FINALISTS = BENCH_TUNE_FINALISTS };

/* A combination, as the argument of its case. */
struct combination {
	const bench_case *c;
	const struct benchi_space *space;
	struct benchi_parameters set;
};

struct tune {
	const bench_case *c;
	bench_pick_options options;
	bench_tuned *tuned;
	struct benchi_space *space;
	struct benchi_timing_context context;
	struct combination now;             /* that is timed, */
	bench_case current;                 /* as a case */
	struct benchi_presence moment;
	double window_ns, least_ns;         /* least: of all */
	double *best_ns;                    /* of each row; infinite: not tried; NaN: not usable */
	unsigned char *widened;             /* its neighbours have been tried */
	size_t *order;                      /* of rows */
	double differ;                      /* sum of |ln| of two times of one combination, */
	size_t twice;                       /* and their number */
	double began_ns;
};

static void tune_enter(const void *arg)
{
	const struct combination *k = arg;
	struct benchi_worker_context *context = &benchi_thread_self()->worker_context;

	context->parameters = &k->set;
	context->parameter = k->set.lead < k->set.n ? k->set.of[k->set.lead].value : 0;
}

static void tune_body(uint64_t n, void *arg)
{
	tune_enter(arg);
	benchi_case_run(n, ((struct combination *)arg)->c);
}

static int tune_usable(void *arg)
{
	const bench_case *c = ((struct combination *)arg)->c;

	tune_enter(arg);
	return !c->usable || c->usable(c->arg);
}

static void tune_setup(void *arg)
{
	const bench_case *c = ((struct combination *)arg)->c;

	tune_enter(arg);
	if (c->setup)
		c->setup(c->arg);
}

static void tune_teardown(void *arg)
{
	const bench_case *c = ((struct combination *)arg)->c;

	tune_enter(arg);
	if (c->teardown)
		c->teardown(c->arg);
}

static int tune_verify(void *arg)
{
	const bench_case *c = ((struct combination *)arg)->c;

	tune_enter(arg);
	return !c->verify || c->verify(c->arg);
}

static void tune_prepare(uint64_t n, void *arg)
{
	const bench_case *c = ((struct combination *)arg)->c;

	tune_enter(arg);
	c->prepare(n, c->arg);
}

static void tune_case(const bench_case *c, struct combination *k, bench_case *to)
{
	static const bench_case none;

	k->c = c;
	*to = none;
	to->name = c->name;
	to->body = tune_body;
	to->usable = tune_usable;
	to->setup = tune_setup;
	to->teardown = tune_teardown;
	to->verify = tune_verify;
	to->prepare = c->prepare ? tune_prepare : NULL;
	to->cold = c->cold;
	to->arg = k;
}

/* Of the budget up to a share, which is of processor time where that is known, and ten times as
 * much by the clock. */
static double left_ns(const struct tune *tune, double share)
{
	const struct benchi_budget *budget = &tune->context.budget;
	struct benchi_moment now = benchi_budget_now(budget);
	double spent = isnan(now.own_ns) ? now.ns
	             : fmax(now.own_ns, now.ns * budget->time_ns / budget->most_ns);

	return share * tune->context.budget_ns - spent;
}

/* Times so many iterations, without the time in which the thread had lost the processor. */
static double tune_time(struct tune *tune, double iterations)
{
	double n = floor(fmax(1, fmin(iterations, 1e9)));
	double ns = benchi_timing_context_time(&tune->context, &tune->current, (uint64_t)n, 0), own_ns;

	own_ns = benchi_presence_own_ns(&tune->moment, ns, benchi_interrupted(ns, n * tune->least_ns));
	return fmax(isnan(own_ns) ? ns : own_ns, benchi_window_meaningless_ns(&tune->context.timing))
		/ n;
}

/* Runs a row for a window. */
static void tune_visit(struct tune *tune, size_t row)
{
	double *best_ns = &tune->best_ns[row], ns;

	benchi_space_row(tune->space, row, &tune->now.set);
	if (benchi_timing_context_set_up(&tune->context, &tune->current) != BENCHI_FIT) {
		*best_ns = NAN;
		tune->tuned->unusable++;
		return;
	}
	if (isfinite(*best_ns)) {
		ns = tune_time(tune, tune->window_ns / *best_ns);
		tune->differ += fmin(fabs(log(ns / *best_ns)), SCATTER_MOST);
		tune->twice++;
	} else {
		ns = tune_time(tune, 1);
		if (ns < tune->window_ns / 2)
			ns = fmin(ns, tune_time(tune, tune->window_ns / ns));
		tune->tuned->tried++;
	}
	*best_ns = fmin(*best_ns, ns);
	tune->least_ns = fmin(tune->least_ns, ns);
	benchi_timing_context_take_down(&tune->context, &tune->current);
}

/* The best row whose neighbours have not been tried, or BENCH_NONE. */
static size_t tune_best(const struct tune *tune)
{
	size_t best = BENCH_NONE;

	for (size_t i = 0; i < tune->space->rows; i++)
		if (!tune->widened[i] && isfinite(tune->best_ns[i])
		    && (best == BENCH_NONE || tune->best_ns[i] < tune->best_ns[best]))
			best = i;
	return best;
}

/* Tries the rows that are one step away along each parameter. */
static void tune_widen(struct tune *tune, size_t row)
{
	size_t stride = 1;

	tune->widened[row] = 1;
	for (size_t i = tune->space->n; i-- > 0;) {
		size_t n = tune->space->axis[i].n, at = row / stride % n;

		if (at > 0 && isinf(tune->best_ns[row - stride]))
			tune_visit(tune, row - stride);
		if (at + 1 < n && isinf(tune->best_ns[row + stride]))
			tune_visit(tune, row + stride);
		stride *= n;
	}
}

/* Tries all, or as many as half of the budget allows, and neighbours of the best. */
static void tune_screen(struct tune *tune)
{
	size_t n = tune->space->rows, next = 0, best;

	for (size_t i = 0; i < n; i++)
		tune->order[i] = i;
	benchi_random_shuffle(&tune->context.random, tune->order, n);
	while (next < n && (tune->tuned->tried == 0 || left_ns(tune, ALL) > 0))
		tune_visit(tune, tune->order[next++]);
	while (next < n && left_ns(tune, SCREEN) > 0 && (best = tune_best(tune)) != BENCH_NONE)
		tune_widen(tune, best);
}

/* Sorts the first n of the order by their shortest times (Shell's sort). */
static void tune_sort(struct tune *tune, size_t n)
{
	for (size_t gap = n / 2; gap > 0; gap = gap > 2 ? gap * 5 / 11 : gap - 1)
		for (size_t i = gap; i < n; i++) {
			size_t row = tune->order[i], at = i;
			double ns = tune->best_ns[row];

			for (; at >= gap && tune->best_ns[tune->order[at - gap]] > ns; at -= gap)
				tune->order[at] = tune->order[at - gap];
			tune->order[at] = row;
		}
}

/* The rows that were tried, sorted; returns how many. */
static size_t tune_tried(struct tune *tune)
{
	size_t n = 0;

	for (size_t row = 0; row < tune->space->rows; row++)
		if (isfinite(tune->best_ns[row]))
			tune->order[n++] = row;
	tune_sort(tune, n);
	return n;
}

/* The best quarter runs again, of these the best quarter, ..., until few are left. */
static size_t tune_halve(struct tune *tune)
{
	size_t kept = tune_tried(tune);

	while (kept > FINALISTS) {
		kept = kept / PART > FINALISTS ? kept / PART : FINALISTS;
		benchi_random_shuffle(&tune->context.random, tune->order, kept);
		for (size_t i = 0; i < kept && left_ns(tune, 1 - ALL / 2) > 0; i++)
			tune_visit(tune, tune->order[i]);
		tune_sort(tune, kept);
	}
	return kept;
}

/* Those that are neither finalists nor proven slower by their times. */
static size_t tune_open(const struct tune *tune, const size_t *finalist, size_t n)
{
	double scatter = tune->twice > 0 ? tune->differ / (double)tune->twice : SCATTER_MOST;
	double ns = tune->best_ns[tune->tuned->row] * (1 + tune->context.margin)
		* exp(SCATTERS * scatter);
	size_t open = 0;

	for (size_t row = 0; row < tune->space->rows; row++) {
		int last = 0;

		for (size_t i = 0; i < n; i++)
			last |= finalist[i] == row;
		open += !last && !isnan(tune->best_ns[row])
			&& (isinf(tune->best_ns[row]) || tune->best_ns[row] < ns);
	}
	return open;
}

/* What a row is, in numbers and as text. */
static void tune_describe(const struct benchi_space *space, size_t row, bench_tuned *tuned)
{
	struct benchi_parameters set;
	char text[BENCHI_PARAMETERS_TEXT];
	size_t n;

	benchi_space_row(space, row, &set);
	for (size_t i = 0; i < set.n; i++)
		tuned->value[i] = set.of[i].value;
	n = strlen(benchi_parameters_name(&set, BENCH_NONE, text));
	n = n < sizeof tuned->text ? n : sizeof tuned->text;
	memcpy(tuned->text, text + 1, n > 0 ? n - 1 : 0);
	tuned->text[n > 0 ? n - 1 : 0] = '\0';
	tuned->row = row;
}

/* What more time could do: try the rest, repeat those that are open, or decide. */
static void tune_conclude(struct tune *tune, const size_t *finalist, size_t n, double screened_ns)
{
	bench_tuned *tuned = tune->tuned;
	bench_choice *choice = &tuned->choice;

	tuned->open = tune_open(tune, finalist, n);
	tuned->end = choice->end == BENCH_PICK_END_BUDGET || tuned->open > 0 ? BENCH_PICK_END_BUDGET
	           : choice->end;
	if (tuned->end == BENCH_PICK_END_BUDGET)
		tuned->needed_ns = screened_ns / (double)tuned->tried * (double)tuned->open
			+ (choice->end == BENCH_PICK_END_BUDGET ? choice->elapsed_ns : 0);
	if (choice->runner_up != BENCH_NONE)
		choice->runner_up = finalist[choice->runner_up];
	tuned->wrong = choice->wrong;
	choice->index = tuned->row;
}

/* Compares the finalists, in the order of rows, so that equals are the first of these. */
static bench_status tune_finish(struct tune *tune, size_t n)
{
	struct combination k[FINALISTS];
	bench_case c[FINALISTS];
	size_t finalist[FINALISTS];
	struct benchi_candidates question = { .c = c, .n = n, .options = &tune->options,
		.prefer = BENCH_NONE };
	double screened_ns = benchi_timing_context_elapsed(&tune->context);
	bench_status status;

	for (size_t i = 0; i < n; i++) {
		size_t at = i;

		for (; at > 0 && finalist[at - 1] > tune->order[i]; at--)
			finalist[at] = finalist[at - 1];
		finalist[at] = tune->order[i];
	}
	for (size_t i = 0; i < n; i++) {
		benchi_space_row(tune->space, finalist[i], &k[i].set);
		tune_case(tune->c, &k[i], &c[i]);
	}
	tune->tuned->finalists = n;
	tune->options.time_ns = fmax(1, left_ns(tune, 1));
	status = benchi_candidates_pick(&question, &tune->tuned->choice);
	if (status != BENCH_OK)
		return status;
	tune_describe(tune->space, finalist[tune->tuned->choice.index], tune->tuned);
	tune_conclude(tune, finalist, n, screened_ns);
	return BENCH_OK;
}

static bench_status tune_run(struct tune *tune)
{
	struct benchi_timing_request request = benchi_pick_request(&tune->options);
	bench_status status = benchi_timing_context_begin(&tune->context, &request, TIME_NS);
	size_t n;

	if (status != BENCH_OK)
		return status;
	tune->window_ns = benchi_timing_context_window(&tune->context, WINDOW_SHARE);
	tune->moment = benchi_presence_now();
	tune->least_ns = INFINITY;
	for (size_t i = 0; i < tune->space->rows; i++)
		tune->best_ns[i] = INFINITY;
	tune_case(tune->c, &tune->now, &tune->current);
	tune->current.verify = NULL;
	tune_screen(tune);
	n = tune_halve(tune);
	status = n > 0 ? tune_finish(tune, n)
	       : benchi_fail(BENCH_ERR_NO_SAMPLES, "none of %.0f combinations is usable",
			(double)tune->space->rows);
	tune->tuned->elapsed_ns = benchi_timing_context_elapsed(&tune->context);
	benchi_timing_context_end(&tune->context);
	return status;
}

bench_status benchi_tune_space(const bench_case *c, struct benchi_space *space)
{
	if (!c || !c->range)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the case has no range");
	if (benchi_case_check(c) != BENCH_OK)
		return benchi_fail(BENCH_ERR_ARGUMENT, "expected either body or call");
	return benchi_space_read(c->range, BENCH_TUNE_MOST, space);
}

void benchi_tuned_none(bench_tuned *tuned, bench_status status)
{
	memset(tuned, 0, sizeof *tuned);
	tuned->row = BENCH_NONE;
	tuned->choice = benchi_choice_none(status);
	tuned->elapsed_ns = benchi_choice_none(status).ns;
	tuned->status = status;
}

int benchi_tuned_row(const bench_case *c, const struct benchi_space *space, size_t row,
                     bench_tuned *tuned)
{
	struct combination k;
	bench_case as_case;

	if (row >= space->rows)
		return 0;
	benchi_space_row(space, row, &k.set);
	tune_case(c, &k, &as_case);
	tune_describe(space, row, tuned);
	return benchi_candidate_passes(&as_case, 0);
}

bench_status bench_tune(const bench_case *c, const bench_pick_options *options, bench_tuned *tuned)
{
	static const bench_pick_options defaults;
	struct tune tune = { .c = c, .options = options ? *options : defaults, .tuned = tuned };
	bench_status status;

	if (!tuned)
		return benchi_fail(BENCH_ERR_ARGUMENT, "tuned is NULL");
	benchi_tuned_none(tuned, BENCH_OK);
	tune.options.values = NULL;
	tune.options.report = NULL;
	tune.options.incumbent = NULL;
	tune.options.memory = NULL;
	tune.space = malloc(sizeof *tune.space);
	status = tune.space ? benchi_tune_space(c, tune.space)
	       : benchi_fail(BENCH_ERR_MEMORY, "for a range");
	if (status == BENCH_OK) {
		tuned->rows = tune.space->rows;
		tune.best_ns = malloc(tuned->rows * sizeof *tune.best_ns);
		tune.order = malloc(tuned->rows * sizeof *tune.order);
		tune.widened = calloc(tuned->rows, 1);
		status = tune.best_ns && tune.order && tune.widened ? tune_run(&tune)
		       : benchi_fail(BENCH_ERR_MEMORY, "for %.0f combinations", (double)tuned->rows);
	}
	free(tune.best_ns);
	free(tune.order);
	free(tune.widened);
	free(tune.space);
	return tuned->status = status;
}
