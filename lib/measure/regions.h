/*
 * The clock and the cost of START and STOP.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_REGIONS_H
#define BENCHI_MEASURE_REGIONS_H

#include "measure/thread.h"

/* Makes this thread's regions read another clock, and finds what they cost. */
void benchi_regions_use(const bench_clock *clock);

#endif
