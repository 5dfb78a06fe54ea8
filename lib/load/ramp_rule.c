/*
 * Decides when throughput no longer rises, and which step is the answer.
 *
 * A step rises if the median of its slices is more than 2 % above that of the last step
 * that rose.  The end is when a quarter of the workers were added without a rise, and no
 * fewer than three steps in a row: one worker more among forty cannot add more than 2.5 %,
 * which noise hides, but ten more can.  The median leaves short disturbances out; slow
 * growth adds up against the last step that rose.  Two steps in a row over the latency
 * limit are the end as well: one may be an accident.  How often that ends too early or too
 * late: tests/sim_ramp.c, doc/method-load.md.
 *
 * The answer is about the steps whose latency is within the limit: what lies beyond it was
 * done, but too late to be of use.  Of these it is the one with the fewest workers whose
 * throughput does not differ from the highest: less by at most 2 %, or by two standard
 * errors of the difference where that is more, though never by more than 5 %.
 * Worked: throughput 100, 190, 192, 191, 189: the second rises, three do not: over.  The
 * highest is that of 3 workers; 2 do it within 2 %, and are the answer.
 * Wrong when: throughput rests for so long and then rises again; all steps are made
 * on demand.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "load/ramp_rule.h"
#include "stats/order.h"

enum { LATE_STEPS = 2 };

static const benchi_ramp_flatness usual = { 1.02, 3, 0.25 };
static const double SAME = 0.02, ERRORS = 2, SAME_MOST = 0.05;

static double median_hz(const benchi_step *step)
{
	double slice[BENCHI_POOL_SLICES];

	memcpy(slice, step->slice_hz, sizeof slice);
	benchi_sort(slice, BENCHI_POOL_SLICES);
	return benchi_quantile(slice, BENCHI_POOL_SLICES, 0.5);
}

/* How many of the latest steps in a row did not rise? */
static size_t flat_steps(const benchi_ramp *ramp, double rise)
{
	double mark = 0;
	size_t flat = 0;

	for (size_t i = 0; i < ramp->n; i++) {
		double hz = median_hz(&ramp->step[i]);

		flat = hz > mark * rise ? 0 : flat + 1;
		mark = flat ? mark : hz;
	}
	return flat;
}

bool benchi_ramp_is_flat(const benchi_ramp *ramp, const benchi_ramp_flatness *flatness)
{
	size_t flat;
	double enough;

	if (!ramp->n)
		return false;
	flatness = flatness ? flatness : &usual;
	flat = flat_steps(ramp, flatness->rise);
	enough = flatness->share * (double)ramp->step[ramp->n - 1].workers;
	return flat >= flatness->steps && (double)flat >= enough;
}

bool benchi_ramp_over(const benchi_ramp *ramp, benchi_ramp_end *end)
{
	size_t late = 0;
	bool flat;

	for (size_t i = 0; i < ramp->n; i++)
		late = ramp->step[i].over ? late + 1 : 0;
	flat = benchi_ramp_is_flat(ramp, NULL);
	if (ramp->plan.all || (!flat && late < LATE_STEPS))
		return false;
	*end = late >= LATE_STEPS ? BENCHI_RAMP_LATE : BENCHI_RAMP_FLAT;
	return true;
}

size_t benchi_ramp_highest(const benchi_ramp *ramp)
{
	size_t highest = SIZE_MAX;

	for (size_t i = 0; i < ramp->n; i++)
		if (!ramp->step[i].over && ramp->step[i].throughput_hz > 0
		    && (highest == SIZE_MAX
		        || ramp->step[i].throughput_hz > ramp->step[highest].throughput_hz))
			highest = i;
	return highest;
}

/* Is it indistinguishable from the highest? */
static bool is_as_high(const benchi_step *step, const benchi_step *highest)
{
	double most = highest->throughput_hz, noise = ERRORS * hypot(step->error_hz, highest->error_hz);

	noise = fmin(fmax(noise, SAME * most), SAME_MOST * most);
	return !step->over && step->throughput_hz >= most - noise;
}

size_t benchi_ramp_best(const benchi_ramp *ramp)
{
	size_t highest = benchi_ramp_highest(ramp), best = highest;

	for (size_t i = 0; highest != SIZE_MAX && i < ramp->n; i++)
		if (is_as_high(&ramp->step[i], &ramp->step[highest])
		    && ramp->step[i].workers < ramp->step[best].workers)
			best = i;
	return best;
}
