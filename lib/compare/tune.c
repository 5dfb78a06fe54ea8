/*
 * Finds the best of thousands of combinations of parameters.
 *
 * Each combination first runs for one window, in random order. The best third runs again, then the
 * best half of those, and so on until few are left. These finalists are compared in paired rounds
 * (selection.c), and their windows count like the earlier ones. Successive halving: Karnin, Koren,
 * Somekh, ICML 2013.
 *
 * Two numbers describe a combination. One is its shortest time: interruptions only add time, and
 * if the machine is quiet for a tenth of the windows, the shortest time is exact. The other is its
 * typical time: the median of its windows, each relative to the windows just before and after,
 * minus what is known about those (median polish: Tukey, Exploratory Data Analysis, 1977). If all
 * windows are disturbed, only the typical time is usable. The number that agrees better between
 * two halves of a combination's windows decides. Before combinations have run twice, the best by
 * either number are kept.
 *
 * If most of the budget does not suffice for all combinations, the search continues from the
 * sample that ran: around the best combination whose neighbours, one step along each parameter,
 * have not run.
 *
 * Worked: 288 tiles of 0.1 ms: 30 ms for all, 18 ms for 96, 48, 24 and 12, and 50 ms for the last
 * 8.
 *
 * Wrong if combinations are slow only at their first call and all of a kind are.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "compare/compare.h"

static const struct tune_policy {
	double time_ns;                 /* default budget */
	/* shares of the budget for: every combination; a sample and its neighbours; the best of
	 * these */
	double all, screen, halve;
	double zone_share;              /* share of the margin that the clock's uncertainty may take */
	/* 1/first_part of the combinations run again, later 1/part */
	size_t first_part, part;
} policy = { .time_ns = 100e6, .all = .5, .screen = .6, .halve = .75, .zone_share = 0.25,
	/* If a noisy neighbour makes half of the windows 1.4 times as long, 150 simulated tunes of
	 * 288 tiles in 100 ms lose 0.45 % on average, and 0.92 % with quarters. Halves from the
	 * start leave no time to prove a choice. */
	.first_part = 3, .part = 2 };
enum { FINALISTS = BENCH_TUNE_FINALISTS };
enum { VISITS = 16384, AROUND = 4, POLISHES = 3, PAIRS = 6 };

/* A timed window of a row. */
struct visit {
	size_t row;
	double ln_ns;
};

struct tune {
	const bench_case *c;
	bench_pick_options options;
	bench_tuned *tuned;
	struct benchi_space *space;
	struct benchi_timing_context context;
	struct benchi_parameters now;       /* the combination being timed */
	bench_case current;                 /* the case without its check */
	struct benchi_presence moment;
	double window_ns;
	double *best_ns;                    /* by row; infinite: not tried; NaN: not usable */
	/* of each row: ln of the time minus a constant; infinite if not tried */
	double *typical;
	double *key;                        /* sort key of each row */
	unsigned char *widened;             /* of each row: nonzero if its neighbours have been tried */
	size_t *order, *start;              /* rows in sorted order; each row's start in `sorted` */
	struct visit *visit;                /* ring of the latest visits */
	/* how slow the machine was in each visit; times grouped by row */
	double *speed, *sorted;
	size_t visits;                      /* number so far */
	const size_t *finalist;
};

/* Returns the time left of this share of the budget. */
static double tune_left_ns(const struct tune *tune, double share)
{
	struct benchi_budget part = tune->context.budget;

	part.time_ns *= share;
	part.most_ns *= share;
	return benchi_budget_left(&part);
}

static void tune_record(struct tune *tune, size_t row, double ns)
{
	struct visit *visit = &tune->visit[tune->visits++ % VISITS];

	visit->row = row;
	visit->ln_ns = log(ns);
	tune->best_ns[row] = fmin(tune->best_ns[row], ns);
}

/* Times the iterations, without time off the processor. That time may have been lost before the
 * window, so the result is never below the shortest window of the row. Returns nanoseconds per
 * iteration. */
static double tune_time(struct tune *tune, size_t row, double iterations)
{
	uint64_t n = (uint64_t)floor(fmax(1, fmin(iterations, 1e9)));
	double ns = benchi_timing_context_time(&tune->context, &tune->current, n, 0), own_ns;
	double least_ns = tune->best_ns[row];

	own_ns = benchi_window_own_ns(&tune->moment, &least_ns, ns, n);
	return fmax(isnan(own_ns) ? ns : own_ns, benchi_window_meaningless_ns(&tune->context.timing))
		/ (double)n;
}

/* Runs a row for one window. */
static void tune_visit(struct tune *tune, size_t row)
{
	double *best_ns = &tune->best_ns[row], ns;

	benchi_space_row(tune->space, row, &tune->now);
	if (benchi_timing_context_set_up(&tune->context, &tune->current) != BENCHI_FIT) {
		*best_ns = NAN;
		tune->tuned->unusable++;
		return;
	}
	if (isinf(*best_ns)) {
		ns = tune_time(tune, row, 1);
		if (ns < tune->window_ns / 2)
			ns = fmin(ns, tune_time(tune, row, tune->window_ns / ns));
		tune->tuned->tried++;
	} else {
		ns = tune_time(tune, row, tune->window_ns / *best_ns);
	}
	tune_record(tune, row, ns);
	benchi_timing_context_take_down(&tune->context, &tune->current);
}

/* Tries all rows, or as many as half of the budget allows, then neighbours of the best. */
static void tune_screen(struct tune *tune)
{
	size_t n = tune->space->rows, next = 0, best;

	for (size_t i = 0; i < n; i++)
		tune->order[i] = i;
	benchi_random_shuffle(&tune->context.random, tune->order, n);
	while (next < n && (tune->tuned->tried == 0 || tune_left_ns(tune, policy.all) > 0))
		tune_visit(tune, tune->order[next++]);
	while (next < n && tune_left_ns(tune, policy.screen) > 0) {
		best = BENCH_NONE;
		for (size_t i = 0; i < n; i++)
			if (!tune->widened[i] && isfinite(tune->best_ns[i])
			    && (best == BENCH_NONE || tune->best_ns[i] < tune->best_ns[best]))
				best = i;
		if (best == BENCH_NONE)
			break;
		/* Try the rows one step away along each parameter. */
		tune->widened[best] = 1;
		for (size_t i = tune->space->n, stride = 1; i-- > 0;) {
			size_t values = tune->space->axis[i].n, at = best / stride % values;

			if (at > 0 && isinf(tune->best_ns[best - stride]))
				tune_visit(tune, best - stride);
			if (at + 1 < values && isinf(tune->best_ns[best + stride]))
				tune_visit(tune, best + stride);
			stride *= values;
		}
	}
}

/* Sorts the first n of the order by these keys (Shell's sort). */
static void tune_sort(struct tune *tune, size_t n, const double *by)
{
	for (size_t gap = n / 2; gap > 0; gap = gap > 2 ? gap * 5 / 11 : gap - 1)
		for (size_t i = gap; i < n; i++) {
			size_t row = tune->order[i], at = i;

			for (; at >= gap && by[tune->order[at - gap]] > by[row]; at -= gap)
				tune->order[at] = tune->order[at - gap];
			tune->order[at] = row;
		}
}

/*
 * Estimating rows from their windows.
 */

static size_t tune_visits(const struct tune *tune)
{
	return tune->visits < VISITS ? tune->visits : VISITS;
}

/* Groups visits by row, in order of time: ln of the times, minus the machine's slowness if
 * less_speed is nonzero. */
static void tune_gather(struct tune *tune, int less_speed)
{
	size_t rows = tune->space->rows, n = tune_visits(tune);

	memset(tune->start, 0, (rows + 2) * sizeof *tune->start);
	for (size_t v = 0; v < n; v++)
		tune->start[tune->visit[v].row + 2]++;
	for (size_t row = 0; row < rows; row++)
		tune->start[row + 2] += tune->start[row + 1];
	for (size_t v = 0; v < n; v++)
		tune->sorted[tune->start[tune->visit[v].row + 1]++] = tune->visit[v].ln_ns
			- (less_speed ? tune->speed[v] : 0);
}

/* Returns the median or minimum of every second number. */
static double of_half(const double *x, size_t n, int typical, double *half)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i += 2)
		half[k++] = x[i];
	benchi_sort(half, k);
	return typical ? benchi_median(half, k) : half[0];
}

/* Returns how much two halves of a row's visits differ: the median over the first n rows, as far as
 * they have two visits; NaN with too few rows. */
static double tune_apart(struct tune *tune, size_t n, int typical)
{
	size_t rows = 0;

	tune_gather(tune, typical);
	for (size_t i = 0; i < n; i++) {
		size_t row = tune->order[i], at = tune->start[row], visits = tune->start[row + 1] - at;
		const double *x = tune->sorted + at;

		if (visits > 1)
			tune->key[rows++] = fabs(of_half(x, visits, typical, tune->speed)
				- of_half(x + 1, visits - 1, typical, tune->speed));
	}
	return rows < PAIRS ? (double)NAN : benchi_median(tune->key, rows);
}

/* Sorts the first n of the order, best first. */
static void tune_rank(struct tune *tune, size_t n)
{
	const size_t rows = tune->space->rows, visits = tune_visits(tune);
	double shortest, typical;

	/* Compute each row's typical time. */
	for (size_t row = 0; row < rows; row++)
		tune->typical[row] = 0;
	for (size_t k = 0; k < POLISHES; k++) {
		/* How slow was the machine during a visit? The median of the visits around it. */
		for (size_t v = 0; v < visits; v++) {
			double x[2 * AROUND];
			size_t around = 0;

			for (size_t w = v > AROUND ? v - AROUND : 0; w < visits && w <= v + AROUND; w++)
				if (w != v)
					x[around++] = tune->visit[w].ln_ns - tune->typical[tune->visit[w].row];
			tune->speed[v] = around > 0 ? benchi_median(x, around) : 0;
		}
		tune_gather(tune, 1);
		for (size_t row = 0; row < rows; row++) {
			size_t at = tune->start[row], of_row = tune->start[row + 1] - at;

			tune->typical[row] = of_row > 0 ? benchi_median(tune->sorted + at, of_row)
				: (double)INFINITY;
		}
	}
	typical = tune_apart(tune, n, 1);
	shortest = tune_apart(tune, n, 0);
	if (typical < shortest || shortest <= typical) {
		tune_sort(tune, n, shortest <= typical ? tune->best_ns : tune->typical);
		return;
	}
	tune_sort(tune, n, tune->best_ns);
	for (size_t i = 0; i < n; i++)
		tune->key[tune->order[i]] = (double)i;
	tune_sort(tune, n, tune->typical);
	for (size_t i = 0; i < n; i++)
		tune->key[tune->order[i]] = fmin(tune->key[tune->order[i]], (double)i + 0.5);
	tune_sort(tune, n, tune->key);
}

/*
 * The other rows that may be better than the choice.
 *
 * A row ran k times, and its shortest time is d above the time that would beat the choice by the
 * margin. It is better only if all k windows were disturbed by more than d. Rows that ran often
 * show how frequent such disturbances are.
 */

enum { OFTEN = 4 };

/* Puts rows that may be better than the choice by the margin, without the finalists, into the
 * order. Returns their number. */
static size_t tune_open(struct tune *tune, const size_t *finalist, size_t n)
{
	size_t open = 0, disturbed = 0;

	/* Sort by how much windows exceed the shortest of their row, for rows that ran often. */
	tune_gather(tune, 0);
	for (size_t row = 0; row < tune->space->rows; row++) {
		size_t at = tune->start[row], visits = tune->start[row + 1] - at;

		for (size_t v = at; visits >= OFTEN && v < at + visits; v++)
			tune->speed[disturbed++] = tune->sorted[v] - log(tune->best_ns[row]);
	}
	benchi_sort(tune->speed, disturbed);
	for (size_t row = 0; row < tune->space->rows; row++) {
		double above = log(tune->best_ns[row] / tune->best_ns[tune->tuned->row]
			* (1 + tune->context.margin));
		double visits = (double)(tune->start[row + 1] - tune->start[row]), more;
		int last = isnan(tune->best_ns[row]);
		size_t k = 0;

		for (size_t i = 0; i < n; i++)
			last |= finalist[i] == row;
		if (last)
			continue;
		while (k < disturbed && tune->speed[k] <= above)
			k++;
		more = (double)(disturbed - k + 1) / (double)(disturbed + 1);
		if (!(pow(more, visits) <= tune->context.alpha))
			tune->order[open++] = row;
	}
	return open;
}

/* Describes a row by its values and as text. */
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

/* Records a window of a finalist. */
static void tune_saw(void *arg, size_t i, double ns)
{
	struct tune *tune = arg;

	tune_record(tune, tune->finalist[i], ns);
}

/* If the pick is not sure, all windows together decide among the finalists that work. */
static void tune_choose(struct tune *tune, size_t n, const bench_candidate *report)
{
	bench_choice *choice = &tune->tuned->choice;
	size_t right = 0, best;

	if (choice->end != BENCH_PICK_END_BUDGET)
		return;
	for (size_t i = 0; i < n; i++)
		if (report[i].state >= BENCH_CANDIDATE_CHOSEN && report[i].state <= BENCH_CANDIDATE_SLOW)
			tune->order[right++] = tune->finalist[i];
	tune_rank(tune, right);
	for (size_t i = 0; i < right; i++)
		if (tune->start[tune->order[i] + 1] - tune->start[tune->order[i]] < OFTEN)
			return;
	for (best = 0; tune->finalist[best] != tune->order[0];)
		best++;
	if (best == choice->index)
		return;
	choice->runner_up = choice->index;
	choice->index = best;
	choice->tie = 0;
	choice->ns = tune->best_ns[tune->finalist[best]];
	choice->cycles = choice->ns / benchi_timing_context_tick(&tune->context);
	choice->lead = exp(tune->typical[tune->finalist[choice->runner_up]]
		- tune->typical[tune->finalist[best]]);
	choice->lead_low = choice->lead_high = NAN;
}

/* Compares the finalists. */
static bench_status tune_finish(struct tune *tune, size_t n)
{
	struct benchi_parameters set[FINALISTS];
	bench_case c[FINALISTS];
	bench_candidate report[FINALISTS];
	size_t finalist[FINALISTS];
	struct benchi_candidates question;
	double screened_ns = benchi_budget_elapsed(&tune->context.budget);
	bench_status status;

	/* compare in the order of rows, so that the first of equals is chosen */
	for (size_t i = 0; i < n; i++) {
		size_t at = i;

		for (; at > 0 && finalist[at - 1] > tune->order[i]; at--)
			finalist[at] = finalist[at - 1];
		finalist[at] = tune->order[i];
	}
	for (size_t i = 0; i < n; i++) {
		benchi_space_row(tune->space, finalist[i], &set[i]);
		c[i] = *tune->c;
	}
	question = benchi_candidates_of(c, n, &tune->options);
	question.sets = set;
	question.saw = tune_saw;
	question.saw_arg = tune;
	tune->finalist = finalist;
	tune->tuned->finalists = n;
	tune->options.time_ns = fmax(1, tune_left_ns(tune, 1));
	tune->options.report = report;
	status = benchi_candidates_pick(&question, &tune->tuned->choice);
	if (status != BENCH_OK)
		return status;
	tune_choose(tune, n, report);
	tune_describe(tune->space, finalist[tune->tuned->choice.index], tune->tuned);

	/* State what more time could do: try the remaining rows, repeat open ones, or decide. */
	bench_tuned *tuned = tune->tuned;
	bench_choice *choice = &tuned->choice;

	/* If the choice is sure, repeat the open rows while there is time. */
	size_t open = tune_open(tune, finalist, n);

	while (open > 0 && tune->tuned->choice.end == BENCH_PICK_END_SURE
	       && tune_left_ns(tune, 1) > 0) {
		benchi_random_shuffle(&tune->context.random, tune->order, open);
		for (size_t i = 0; i < open && tune_left_ns(tune, 1) > 0; i++)
			tune_visit(tune, tune->order[i]);
		open = tune_open(tune, finalist, n);
	}
	tuned->open = open;
	tuned->end = choice->end == BENCH_PICK_END_BUDGET || tuned->open > 0 ? BENCH_PICK_END_BUDGET
	           : choice->end;
	if (tuned->end == BENCH_PICK_END_BUDGET)
		tuned->needed_ns = screened_ns / (double)tuned->tried * (double)tuned->open
			+ (choice->end == BENCH_PICK_END_BUDGET ? choice->elapsed_ns : 0);
	if (choice->runner_up != BENCH_NONE)
		choice->runner_up = finalist[choice->runner_up];
	tuned->wrong = choice->wrong;
	choice->index = tuned->row;

	return BENCH_OK;
}

/* Reads the combinations of a case's range. BENCH_ERR_ARGUMENT: the case has no range. */
static bench_status read_space(const bench_case *c, struct benchi_space *space)
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

int benchi_tuned_known(const bench_case *c, const char *text, bench_tuned *tuned)
{
	struct benchi_space *space = malloc(sizeof *space);
	struct benchi_parameters set;
	uint64_t row;
	const char *rest = benchi_read_whole(text, BENCH_TUNE_MOST, &row);
	int known = space && rest && *rest == ' ' && read_space(c, space) == BENCH_OK
		&& row < space->rows;

	if (known) {
		benchi_space_row(space, (size_t)row, &set);
		tune_describe(space, (size_t)row, tuned);
		tuned->rows = space->rows;
		known = benchi_candidate_passes(c, set.lead < set.n ? set.of[set.lead].value : 0, &set)
			&& !strcmp(tuned->text, rest + 1);
	}
	free(space);
	return known;
}

static bench_status tune_run(struct tune *tune)
{
	const size_t rows = tune->tuned->rows = tune->space->rows;
	const size_t numbers = 3 * rows + 2 * VISITS, counts = 2 * rows + 2;
	struct benchi_kept outer = { NULL, NULL };
	double *memory = benchi_kept_new(BENCHI_TUNE, tune, numbers * sizeof *memory
		+ VISITS * sizeof *tune->visit + counts * sizeof *tune->order + rows, &outer);
	bench_status status;
	size_t n;

	if (!memory)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for %.0f combinations", (double)rows);
	tune->best_ns = memory;
	tune->typical = tune->best_ns + rows;
	tune->key = tune->typical + rows;
	tune->speed = tune->key + rows;
	tune->sorted = tune->speed + VISITS;
	tune->visit = (struct visit *)(void *)(tune->sorted + VISITS);
	tune->order = (size_t *)(void *)(tune->visit + VISITS);
	tune->start = tune->order + rows;
	tune->widened = (unsigned char *)(tune->start + rows + 2);

	status = benchi_timing_context_begin(&tune->context, &tune->options, policy.time_ns, 0);
	if (status == BENCH_OK) {
		tune->current = *tune->c;
		tune->current.verify = NULL;
		tune->context.cases = &tune->current;
		tune->context.sets = &tune->now;
		tune->window_ns = benchi_timing_context_window(&tune->context, policy.zone_share);
		tune->moment = benchi_presence_now();
		for (size_t i = 0; i < rows; i++)
			tune->best_ns[i] = INFINITY;
		tune_screen(tune);

		/* Run the best third of the rows again, then the best half of those, until few are
		 * left. */
		n = 0;
		for (size_t row = 0; row < rows; row++)
			if (isfinite(tune->best_ns[row]))
				tune->order[n++] = row;
		tune_rank(tune, n);
		for (size_t part = policy.first_part; n > FINALISTS; part = policy.part) {
			n = n / part > FINALISTS ? n / part : FINALISTS;
			benchi_random_shuffle(&tune->context.random, tune->order, n);
			for (size_t i = 0; i < n && tune_left_ns(tune, policy.halve) > 0; i++)
				tune_visit(tune, tune->order[i]);
			tune_rank(tune, n);
		}
		status = n > 0 ? tune_finish(tune, n)
		       : benchi_fail(BENCH_ERR_NO_SAMPLES, "none of %.0f combinations is usable",
				(double)rows);
		tune->tuned->elapsed_ns = benchi_budget_elapsed(&tune->context.budget);
		benchi_timing_context_end(&tune->context);
	}
	benchi_kept_free(BENCHI_TUNE, memory, &outer);
	return status;
}

bench_status bench_tune(const bench_case *c, const bench_pick_options *options, bench_tuned *tuned)
{
	struct tune tune = { .c = c, .options = *benchi_candidates_of(c, 1, options).options,
		.tuned = tuned };
	struct benchi_kept outer = { NULL, NULL };
	bench_status status;

	if (!tuned)
		return benchi_fail(BENCH_ERR_ARGUMENT, "tuned is NULL");
	benchi_tuned_none(tuned, BENCH_OK);
	tune.options.values = NULL;
	tune.options.report = NULL;
	tune.options.incumbent = NULL;
	tune.options.memory = NULL;
	tune.space = benchi_kept_new(BENCHI_SPACE, &tune, sizeof *tune.space, &outer);
	status = tune.space ? read_space(c, tune.space)
	       : benchi_no_memory("a range");
	if (status == BENCH_OK)
		status = tune_run(&tune);
	benchi_kept_free(BENCHI_SPACE, tune.space, &outer);
	return tuned->status = status;
}
