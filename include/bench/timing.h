/*
 * What a clock can do: measured, not assumed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* The calibration of one clock. */
typedef struct bench_timing {
	bench_clock clock;   /* the clock that this is about */
	double step_ns;      /* the smallest step that it is seen to make */
	double reading_ns;   /* one reading takes this long */
	double empty_ns;     /* an empty window measures as this: taken off every window */
	double enough_ns;    /* windows from here on tell 0.5 % more work apart */
	double loop_ns;      /* an iteration of an empty counted loop takes this long, at most */
	int loop_given;      /* not 0: loop_ns was stated by the environment */
	int vernier;         /* not 0: coarse; windows begin and end at edges of the clock */
	double elapsed_ns;   /* how long the calibration took */
	double reserved[4];
} bench_timing;

/*
 * bench_calibrate: verifies a clock and measures what it can resolve and costs.
 *
 * clock:  the clock; NULL for the default one.
 * timing: the answer; undefined on failure.
 * BENCH_ENOUGH, BENCH_TIMING_O and BENCH_LOOP_O (or ENOUGH, TIMING_O, LOOP_O), in
 * microseconds, take the place of enough_ns (not below a hundred readings), empty_ns
 * and loop_ns.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for timing NULL or a clock without now_ns;
 * BENCH_ERR_CLOCK_MISSING where there is no default clock; BENCH_ERR_CLOCK_STILL or
 * _BACKWARD for one that does not move or runs backwards; BENCH_ERR_CLOCK_COARSE
 * where within 50 ms or 400 steps no window was found that tells 0.5 % more work
 * apart, and the longest was off by 5 % or more; BENCH_ERR_ENVIRONMENT where one of
 * these variables is no number from 0 to 1e9.
 * Takes about 10 ms on a clock of 100 ns or finer, and constant memory.
 * Method: Staelin and McVoy 1998, sections 6.1 to 6.3.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_calibrate(const bench_clock *clock,
                                                        bench_timing *timing);

#endif
