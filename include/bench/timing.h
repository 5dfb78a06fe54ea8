/*
 * Calibration of a clock: step, cost and shortest useful window, as measured.
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
	bench_clock clock;   /* the calibrated clock */
	double step_ns;      /* its smallest observed step */
	double reading_ns;   /* time of one reading */
	double empty_ns;     /* time of an empty window: subtracted from every window */
	double enough_ns;    /* shortest window that resolves 0.5 % more work */
	double loop_ns;      /* upper bound for an iteration of an empty counted loop */
	int loop_given;      /* nonzero: loop_ns comes from the environment */
	int vernier;         /* nonzero: coarse clock; windows begin and end at its steps */
	double elapsed_ns;   /* time of the calibration */
	double reserved[4];
} bench_timing;

/*
 * bench_calibrate: verifies a clock and measures its resolution and cost.
 *
 * clock:  the clock; NULL for the default one.
 * timing: the result; undefined on failure.
 * BENCH_ENOUGH, BENCH_TIMING_O and BENCH_LOOP_O (or ENOUGH, TIMING_O, LOOP_O), in
 * microseconds, replace enough_ns (not below a hundred readings), empty_ns
 * and loop_ns.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for timing NULL or a clock without now_ns;
 * BENCH_ERR_CLOCK_MISSING without a default clock; BENCH_ERR_CLOCK_STILL or _BACKWARD for a clock
 * that does not advance or runs backwards; BENCH_ERR_CLOCK_COARSE if its step is above 20 us, or no
 * window within 50 ms resolves 0.5 % more work and the longest one was off by 5 % or more;
 * BENCH_ERR_ENVIRONMENT if one of these variables is not a number from 0 to 1e9.
 * Takes about 10 ms on a clock of 100 ns or finer, and constant memory.
 * Method: Staelin and McVoy 1998, sections 6.1 to 6.3.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_calibrate(const bench_clock *clock,
                                                        bench_timing *timing);

#endif
