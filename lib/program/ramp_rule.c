/*
 * When does throughput no longer rise, and which step is the answer?
 *
 * A step rises if the median of its slices is more than 2 % above that of the last step
 * that rose; three steps in a row that do not are the end.  The median leaves short
 * disturbances out; and since slow growth adds up against the last step that rose, it is
 * not mistaken for none, unless it is below 0.7 % a step.  Two steps in a row over the
 * latency limit are the end as well: one may be an accident.
 *
 * The answer is the highest throughput of the steps whose latency is within the limit:
 * what lies beyond it was done, but too late to be of use.
 * Worked: throughput 100, 190, 192, 191, 189: the second rises, three do not: over.
 * Wrong when: throughput rests for three steps and then rises again; all steps are made
 * on demand.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "program/ramp_rule.h"
#include "stats/order.h"

enum { FLAT_STEPS = 3, LATE_STEPS = 2 };

static const double RISE = 1.02;

static double median_hz(const benchi_step *step)
{
	double slice[BENCHI_RAMP_SLICES];

	memcpy(slice, step->slice_hz, sizeof slice);
	benchi_sort(slice, BENCHI_RAMP_SLICES);
	return benchi_quantile(slice, BENCHI_RAMP_SLICES, 0.5);
}

bool benchi_ramp_over(const benchi_ramp *ramp, benchi_ramp_end *end)
{
	double mark = 0;
	size_t flat = 0, late = 0;

	for (size_t i = 0; i < ramp->n; i++) {
		double hz = median_hz(&ramp->step[i]);

		flat = hz > mark * RISE ? 0 : flat + 1;
		mark = flat ? mark : hz;
		late = ramp->step[i].over ? late + 1 : 0;
	}
	if (ramp->plan.all || (flat < FLAT_STEPS && late < LATE_STEPS))
		return false;
	*end = late >= LATE_STEPS ? BENCHI_RAMP_LATE : BENCHI_RAMP_FLAT;
	return true;
}

size_t benchi_ramp_best(const benchi_ramp *ramp)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < ramp->n; i++)
		if (!ramp->step[i].over && ramp->step[i].throughput_hz > 0
		    && (best == SIZE_MAX
		        || ramp->step[i].throughput_hz > ramp->step[best].throughput_hz))
			best = i;
	return best;
}
