/*
 * Compares two routines: which is faster, by how much, with what confidence.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* Options of bench_compare.  All zero, or a NULL pointer: the defaults. */
typedef struct bench_compare_options {
	bench_clock clock;  /* zero: bench_clock_default */
	double enough_ns;   /* shortest window; 0: what calibration found */
	double time_ns;     /* budget in nanoseconds, up to 1e14, see below; 0: 0.15 s */
	size_t rounds;      /* exactly this many if time allows; 0: until conclusive */
	uint64_t seed;      /* of the random order of windows; 0: a fixed seed */
	double margin;      /* largest difference that does not matter, a share below 1; 0: 0.005 */
	double confidence;  /* of the answer, below 1; 0: 0.99 */
	double reserved[8]; /* zero */
} bench_compare_options;

/* Result of bench_compare; NaN: unknown. */
typedef struct bench_difference {
	bench_answer answer;
	double ratio, ratio_low, ratio_high; /* second / first, in cycles if known, else in time, and
	                                        its interval; infinite ends: too few rounds */
	double confidence;                   /* of the interval, at any stopping time */
	double margin;                       /* the margin used, as a share of the first */
	double resolution;                   /* differences up to this share may come from the clock
	                                        and do not count as faster or slower */
	bench_summary side[2];               /* of each case */
	double elapsed_ns;                   /* total time */
	size_t rounds;                       /* rounds used */
	unsigned warnings;                   /* BENCH_WARN_..., of both */
	bench_status status;                 /* why there is no result; BENCH_OK if there is */
	double reserved[8];
} bench_difference;

/*
 * bench_compare: times two cases alternately, in balanced random order within each round,
 * and stops as soon as the answer is conclusive.
 *
 * c:       two cases; names, range and throughput are ignored.
 * options: NULL for the defaults.
 * result:  filled in any case; on failure its numbers are NaN and .status is the cause.
 *
 * Answer.  Same if the interval is within the margin; otherwise faster or slower if the interval
 * excludes 1 by more than the resolution; otherwise unsure.  Wrong with probability at most
 * 1 - confidence, for this process: each start has another layout of code and data.  Processors
 * have states that last for milliseconds, so no answer comes before 25 ms (or half of .time_ns if
 * that is less), unless the difference is 6 times the scatter of rounds.  Nor does one come before
 * each case has run for a fifth of .time_ns, so that work that recurs within a tenth of it shows.
 *
 * Rare work.  If the ratio of total times differs from the median by more than the margin and by
 * more than chance, or a side's mean from its median by more than 5 %, totals decide, or the answer
 * is unsure.  The run then goes on to the end of its time.  An answer requires that each of 8 to 16
 * parts of the run gives it; the interval is the range of these parts, widened by one burst.  The
 * length of a window is random, 1 to 1.5 times the shortest one, so that periodic work does not
 * fall into step with the windows.
 *
 * Time.  With the default clock, .time_ns is processor time of the thread, and elapsed time is at
 * most ten times as long.  With another clock, or if the thread waits, it is the clock's time.
 *
 * Calls.  Each setup and verify is called once; body (or call) and teardown only if they succeed;
 * prepare before each window.  If .cold is set for both, each iteration is timed on its own, after
 * prepare and after evicting the memory that a setup or the caller named with bench_cold.  The
 * resolution is then the clock's uncertainty as a share of one iteration.
 *
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL, a case with neither or both of body and call,
 * unequal .cold, or invalid options, such as a margin or confidence outside 0..1; BENCH_ERR_MEMORY;
 * BENCH_ERR_ENVIRONMENT and BENCH_ERR_CLOCK_... as bench_calibrate (COARSE only for the step);
 * BENCH_ERR_NO_SAMPLES if a case skipped or failed its check, or no round succeeded.
 * Method: the ratio within a round, its median over blocks of rounds, with an interval
 * valid at any stopping time (Robbins 1970), widened by the correlation of blocks
 * (doc/internals/method-pick.md).
 * Thread-safe; may be called within a body.  Needs 8 KiB of stack on top of the cases' own.  Since
 * 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_compare(const bench_case c[2],
	const bench_compare_options *options, bench_difference *result);

#endif
