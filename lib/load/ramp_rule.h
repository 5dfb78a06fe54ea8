/*
 * When a ramp ends, and its answer: pure functions of its steps.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_RAMP_RULE_H
#define BENCHI_LOAD_RAMP_RULE_H

#include "load/ramp.h"

/* After its latest step: is it over, and why?  *end is set if so. */
bool benchi_ramp_over(const benchi_ramp *ramp, benchi_ramp_end *end);

/* When throughput no longer rises: so many steps in a row, and so large a share of the
 * workers, that are not so much higher than the last one that was. */
typedef struct benchi_ramp_flatness {
	double rise;       /* a factor; 1.02 is usual */
	size_t steps;      /* 3 */
	double share;      /* 0.25 */
} benchi_ramp_flatness;

/* Is it so after its latest step?  flatness NULL: the usual. */
bool benchi_ramp_is_flat(const benchi_ramp *ramp, const benchi_ramp_flatness *flatness);

/* The step with the highest throughput within the limit; SIZE_MAX if none is. */
size_t benchi_ramp_highest(const benchi_ramp *ramp);

/* The step with the fewest workers whose throughput is as high within noise; likewise. */
size_t benchi_ramp_best(const benchi_ramp *ramp);

#endif
