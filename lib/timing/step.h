/*
 * The step of a clock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_TIMING_STEP_H
#define BENCHI_TIMING_STEP_H

#include "timing/calibrate.h"

/* Verifies the clock: fills step_ns, reading_ns and vernier. */
bench_status benchi_step_find(bench_timing *timing);

enum { BENCHI_STEP_READINGS = 1000 };   /* of a fine clock */

/* The same, but waits for a coarse clock's steps no longer than about most_ns.  scratch: space for
 * so many readings; NULL: it is allocated. */
bench_status benchi_step_find_within(bench_timing *timing, double most_ns, double *scratch);

#endif
