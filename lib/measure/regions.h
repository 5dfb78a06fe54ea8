/*
 * The clock and the cost of START and STOP.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_REGIONS_H
#define BENCHI_MEASURE_REGIONS_H

#include "measure/thread.h"

/* Forgets the regions of this thread before a window; and were they marked wrongly in it? */
static inline struct benchi_regions *benchi_regions_clear(void)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	regions->ns = 0;
	regions->count = 0;
	regions->open = regions->unpaired = 0;
	return regions;
}

static inline int benchi_regions_unpaired(const struct benchi_regions *regions)
{
	return regions->open || regions->unpaired;
}

/* Makes this thread's regions read another clock, and finds what they cost. */
void benchi_regions_use(const bench_clock *clock);

#endif
