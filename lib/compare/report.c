/*
 * What became of each candidate?
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "compare/report.h"
#include "compare/selection.h"

/* The k-th block under this leader; NaN if it is not kept. */
static double block(const struct benchi_blocks *blocks, size_t k)
{
	return k < blocks->n && k + BENCHI_RECENT >= blocks->n
		? blocks->recent[k % BENCHI_RECENT] : (double)NAN;
}

/* Its latest blocks, each less the chosen one's, or less that one's median where it is not kept:
 * the leader's own are 0, so that only both show how much they scatter. */
static size_t copy_blocks(const struct benchi_selection *field, size_t i, double *x,
                          struct benchi_wins_bound *bound)
{
	const struct benchi_blocks *blocks = &field->racer[i].blocks;
	const struct benchi_blocks *chosen = &field->racer[field->choice->index].blocks;
	double middle = benchi_race_behind(&field->race, field->choice->index);
	size_t n = 0;

	for (size_t k = blocks->n < BENCHI_RECENT ? 0 : blocks->n - BENCHI_RECENT; k < blocks->n; k++) {
		double less = block(chosen, k), value = block(blocks, k) - (isnan(less) ? middle : less);

		if (isnan(value))
			continue;
		x[n++] = value;
		benchi_bound_step(bound);
	}
	return n;
}

bench_candidate benchi_selection_ratio(const struct benchi_selection *field, size_t i)
{
	bench_candidate of = { field->racer[i].report, NAN, NAN, NAN, { 0 } };
	double x[BENCHI_RECENT], scratch[BENCHI_RECENT];
	struct benchi_proof proof = { benchi_bound_make(field->context.alpha / 2), 1, 0, 0 };
	struct benchi_middle middle;
	size_t n;

	of.ratio = exp(benchi_race_behind(&field->race, i)
		- benchi_race_behind(&field->race, field->choice->index));
	n = copy_blocks(field, i, x, &proof.bound);
	if (n == 0)
		return of;
	middle = benchi_blocks_interval(x, n, scratch, &proof);
	of.ratio_low = exp(middle.low);
	of.ratio_high = exp(middle.high);
	return of;
}

void benchi_selection_report(const struct benchi_selection *field)
{
	bench_candidate *to = field->question->options->report;

	for (size_t i = 0; i < field->question->n; i++) {
		const bench_candidate none = { field->racer[i].report, NAN, NAN, NAN, { 0 } };
		const struct benchi_racer *racer = &field->racer[i];

		to[i] = none;
		if (racer->report == BENCH_CANDIDATE_SLOW)
			to[i].ratio = exp(racer->behind - benchi_race_behind(&field->race,
				field->choice->index));
		if (racer->report != BENCH_CANDIDATE_OPEN)
			continue;
		to[i] = benchi_selection_ratio(field, i);
		if (i == field->choice->index)
			to[i].state = BENCH_CANDIDATE_CHOSEN;
		else if (racer->state == BENCHI_OUT)
			to[i].state = BENCH_CANDIDATE_SLOWER;
		else if (field->race.over)
			to[i].state = BENCH_CANDIDATE_TIED;
	}
}
