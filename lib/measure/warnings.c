/*
 * The condition of each warning of a result.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "measure/warnings.h"
#include "stats/dip.h"
#include "stats/modes.h"
#include "stats/order.h"

static const double ELIDED_CYCLES = 0.25;
static const double NOISY_SHARE = 0.05, INTERRUPTED_SHARE = 0.1, NEIGHBOUR_SHARE = 0.5;
static const double MODES_APART = 0.02;
static const double DRIFT_SHARE = 0.01, DRIFT_SIGMA = 6;

enum { MODES_FEWEST = 20, MODES_PART = 10 };

/* Do the two halves of the rounds differ, by 1 % and significantly? */
void benchi_warnings_trend(const double *ns, size_t n, bench_summary *summary)
{
	double sum[2] = { 0, 0 }, square[2] = { 0, 0 };
	size_t half = n / 2;

	if (half < 8)
		return;
	for (size_t i = 0; i < 2 * half; i++) {
		sum[i / half] += (ns[i] - ns[0]) / (double)half;
		square[i / half] += (ns[i] - ns[0]) * (ns[i] - ns[0]) / (double)half;
	}
	for (int i = 0; i < 2; i++)
		square[i] = (square[i] - sum[i] * sum[i]) / (double)half;
	if (fabs(sum[1] - sum[0]) > DRIFT_SHARE * fabs(ns[0] + sum[0])
	    && fabs(sum[1] - sum[0]) > DRIFT_SIGMA * sqrt(fmax(0, square[0] + square[1])))
		summary->warnings |= BENCH_WARN_DRIFT;
}

static unsigned if_so(int condition, unsigned warning)
{
	return condition ? warning : 0;
}

static bench_status test_modes(const double *sorted, size_t n, int *several)
{
	struct benchi_dip dip;

	if (benchi_dip(sorted, n, &dip))
		return BENCH_ERR_MEMORY;
	*several = benchi_dip_is_rare(dip.dip, n);
	return BENCH_OK;
}

/* Modes count if they are 2 % apart, and further than the clock's grid can explain; parts under a
 * tenth of the numbers are outliers. */
void benchi_warnings_modes(const double *sorted, size_t n, double uncertainty_share,
                           bench_summary *summary)
{
	const bench_numbers set = { sorted, n };
	const double centre = fabs(benchi_quantile(sorted, n, 0.5));
	const struct benchi_modes_rule rule = { test_modes, MODES_FEWEST, MODES_PART,
		fmax(MODES_APART, 20 * uncertainty_share) * centre, 2 };
	benchi_modes modes;

	if (!n || benchi_modes_find(&set, NULL, &rule, &modes) != BENCH_OK || modes.n < 2)
		return;
	summary->warnings |= BENCH_WARN_BIMODAL;
	for (int i = 0; i < 2; i++) {
		summary->mode_ns[i] = fmax(0, modes.at[i]);
		summary->mode_share[i] = (double)modes.count[i] / (double)n;
	}
}

void benchi_warnings_noise(const struct benchi_estimate *ns, bench_summary *summary)
{
	double width = ns->high - ns->low;

	summary->warnings |= if_so(width > ns->centre || !(ns->centre > 0), BENCH_WARN_BELOW_RESOLUTION)
	                   | if_so(width > NOISY_SHARE * fabs(ns->centre), BENCH_WARN_NOISY);
}

void benchi_warnings_add(const struct benchi_recorded *run, size_t whole, size_t clean,
                       bench_summary *summary)
{
	double all = (double)benchi_engine_rounds(&run->engine) - (double)run->breaks;
	int disturbed = run->reference.high_ipc && (!run->reference.width_sure
	                || (double)clean < NEIGHBOUR_SHARE * (double)whole);

	summary->warnings |=
		  if_so(summary->cycles < ELIDED_CYCLES, BENCH_WARN_ELIDED)
		| if_so(all - (double)whole > INTERRUPTED_SHARE * all, BENCH_WARN_PREEMPTED)
		| if_so(run->migrated, BENCH_WARN_MIGRATED)
		| if_so(disturbed, BENCH_WARN_NEIGHBOUR)
		| if_so(summary->confidence < 0.95, BENCH_WARN_FEW_SAMPLES)
		| if_so(!run->reference.low_ipc, BENCH_WARN_NO_TICK)
		| if_so(summary->overhead_ns > summary->ns, BENCH_WARN_OVERHEAD_DOMINATES)
		| if_so(run->breaks > 0, BENCH_WARN_BREAK_IN_BODY)
		| if_so(run->unpaired, BENCH_WARN_UNPAIRED);
	summary->warnings = benchi_warnings_tidy(summary->warnings);
}

unsigned benchi_warnings_tidy(unsigned warnings)
{
	const unsigned follow = BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_NOISY | BENCH_WARN_DRIFT
	                      | BENCH_WARN_BIMODAL | BENCH_WARN_OVERHEAD_DOMINATES | BENCH_WARN_RARE;

	return warnings & BENCH_WARN_ELIDED ? warnings & ~follow : warnings;
}
