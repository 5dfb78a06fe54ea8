/*
 * By how much does the chosen one lead, and is that enough to replace the incumbent?
 *
 * The race has found the best; the best and the runner-up are timed once more against each
 * other (paired_run.c) with what is left of the budget, up to 64 rounds, each of which is a block:
 * the race has waited long enough for states of the processor to change.  Without time for
 * that, or if they are not clear, the race's own blocks say by how much.
 * An incumbent that is not among the best meets the best first.  It is replaced only if it
 * takes longer by more than the switch margin for sure; so starts and machines between which the
 * true lead changes by less agree.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "compare/choice.h"
#include "compare/paired_run.h"
#include "compare/report.h"
#include "compare/runoff.h"
#include "compare/selection.h"
#include "stats/order.h"

enum { RUNOFF_ROUNDS = 64 };

struct runoff {
	struct benchi_paired_run paired;
	double x[RUNOFF_ROUNDS], ns[2][RUNOFF_ROUNDS], scratch[RUNOFF_ROUNDS];
};

/* Candidate a against b; returns how many rounds were made. */
static size_t run(struct benchi_selection *field, struct runoff *runoff, size_t a, size_t b,
                  const struct benchi_thresholds *thresholds)
{
	const struct benchi_paired_run paired = { .context = &field->context,
		.c = { &field->question->c[a], &field->question->c[b] }, .window_ns = field->window_ns,
		.until_ns = benchi_timing_context_elapsed(&field->context)
			+ benchi_timing_context_left(&field->context), .alpha = field->context.alpha,
		.thresholds = *thresholds, .x = runoff->x, .ns = { runoff->ns[0], runoff->ns[1] },
		.scratch = runoff->scratch, .settled_ns = 0, .capacity = RUNOFF_ROUNDS };

	runoff->paired = paired;
	benchi_paired_run_run(&runoff->paired);
	return runoff->paired.n;
}

static void set_lead(bench_choice *choice, double ratio, double low, double high)
{
	choice->lead = ratio;
	choice->lead_low = low;
	choice->lead_high = high;
}

/* The lead as the race has seen and, if it is over, proven it. */
static struct benchi_middle lead_in_race(const struct benchi_selection *field)
{
	const bench_choice *choice = field->choice;
	const bench_candidate next = benchi_selection_ratio(field, choice->runner_up);
	double low, high;

	benchi_race_bounds(&field->race, choice->runner_up, choice->index, &low, &high);
	low = isnan(next.ratio_low) ? (double)NAN : fmax(next.ratio_low, exp(low));
	high = isnan(next.ratio_high) ? (double)NAN : fmin(next.ratio_high, exp(high));
	return (struct benchi_middle){ low, fmax(fmin(next.ratio, high), low), high };
}

/* Of a sure choice, the run-off's interval counts if it says so, too: that the choice is within the
 * margin of the runner-up.  If it says that the choice is slower, nothing is sure.  If it says
 * neither, the race's decided. */
static void set_sure_lead(struct benchi_selection *field, const struct benchi_middle *lead)
{
	bench_choice *choice = field->choice;
	const struct benchi_middle seen = lead_in_race(field);
	int agrees = lead->low >= 1 / (1 + field->context.margin);

	if (choice->end == BENCH_PICK_END_SURE && lead->high < 1 && !agrees)
		choice->end = BENCH_PICK_END_BUDGET;
	if (choice->end == BENCH_PICK_END_SURE && !agrees && !isnan(seen.low))
		lead = &seen;
	set_lead(choice, lead->median, lead->low, lead->high);
}

void benchi_selection_run_off(struct benchi_selection *field)
{
	bench_choice *choice = field->choice;
	double tick_ns = benchi_timing_context_tick(&field->context);
	struct runoff runoff;

	choice->ns = field->racer[choice->index].iteration_ns;
	if (!benchi_engine_arm_sized(&field->engine, choice->index)
	    && !(choice->ns > benchi_window_meaningless_ns(&field->context.timing)))
		choice->ns = NAN;
	if (choice->runner_up != BENCH_NONE
	    && run(field, &runoff, choice->index, choice->runner_up, &field->race.thresholds) > 0) {
		struct benchi_middle lead = benchi_paired_run_ratio(&runoff.paired);

		set_sure_lead(field, &lead);
		benchi_sort(runoff.ns[0], runoff.paired.n);
		choice->ns = benchi_quantile(runoff.ns[0], runoff.paired.n, 0.5);
	} else if (choice->runner_up != BENCH_NONE) {
		struct benchi_middle lead = lead_in_race(field);

		if (!isnan(lead.low))
			set_lead(choice, lead.median, lead.low, lead.high);
	}
	choice->cycles = choice->ns / tick_ns;
}

/* The incumbent's time over that of the best. */
static struct benchi_middle behind(struct benchi_selection *field, size_t incumbent,
                                   double switch_margin)
{
	const double ln = log1p(switch_margin);
	const struct benchi_thresholds thresholds = { -ln, ln, -INFINITY, ln };
	struct runoff runoff;
	bench_candidate seen;

	if (run(field, &runoff, field->choice->index, incumbent, &thresholds) > 0)
		return benchi_paired_run_ratio(&runoff.paired);
	seen = benchi_selection_ratio(field, incumbent);
	return (struct benchi_middle){ seen.ratio_low, seen.ratio, seen.ratio_high };
}

int benchi_selection_keep(struct benchi_selection *field, size_t incumbent, double switch_margin)
{
	bench_choice *choice = field->choice;
	struct benchi_middle slower;

	if (incumbent >= field->question->n || incumbent == choice->index
	    || field->racer[incumbent].report != BENCH_CANDIDATE_OPEN)
		return 0;
	slower = behind(field, incumbent, switch_margin);
	if (slower.low > 1 + switch_margin)
		return 0;
	choice->runner_up = choice->index;
	choice->index = incumbent;
	choice->tie = 0;
	choice->kept = 1;
	choice->ns = field->racer[incumbent].iteration_ns;
	choice->cycles = choice->ns / benchi_timing_context_tick(&field->context);
	set_lead(choice, 1 / slower.median, 1 / slower.high, 1 / slower.low);
	if (!(slower.high <= 1 + switch_margin) && choice->end == BENCH_PICK_END_SURE)
		choice->end = BENCH_PICK_END_BUDGET;
	return 1;
}
