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
	bench_clock clock;  /* another clock than bench_clock_default's */
	double enough_ns;   /* shortest window; 0: what calibration found */
	double time_ns;     /* time budget, 0 to 1e14, see below; 0: 0.15 s */
	size_t rounds;      /* exactly this many if time allows; 0: until conclusive */
	uint64_t seed;      /* of the random order of windows; 0: a fixed seed */
	double margin;      /* the largest difference that does not matter, as a share, 0 to below
	                       1; 0: 0.005 */
	double confidence;  /* of the answer, 0 to below 1; 0: 0.99 */
	double reserved[8]; /* zero */
} bench_compare_options;

/* Result of bench_compare; NaN: unknown. */
typedef struct bench_difference {
	bench_answer answer;
	double ratio, ratio_low, ratio_high; /* second / first: in cycles, or in time without them;
	                                        an end is infinite after too few rounds */
	double confidence;                   /* of the interval, at any stopping time */
	double margin;                       /* the margin used, as a share of the first */
	double resolution;                   /* differences up to this share may be the clock's:
	                                        they do not count as faster or slower */
	bench_summary side[2];               /* of each case */
	double elapsed_ns;                   /* total time */
	size_t rounds;                       /* rounds that count */
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
 * The answer: the same, if the interval is within the margin; otherwise faster or
 * slower, if it excludes 1 by more than the resolution; otherwise unsure.  It is wrong with
 * probability 1 - confidence at most, for this process: the layout of code and data is random at
 * each start.  No answer comes before 25 ms, or half of .time_ns if that is less, unless
 * the difference is 6 times the scatter of rounds, since processors have states that last for
 * milliseconds.  Nor before each case has run for a fifth of .time_ns, so that work shows which
 * recurs within a tenth of it.
 * Rare work: total times decide, or the answer is unsure, if their ratio differs from the median by
 * more than the margin and by more than chance, or if a side's mean differs from its median by more
 * than 5 %.  The run then goes on to the end of its time, and an answer requires that each of 8 to
 * 16 parts of the run gives it; the interval is the range of these parts, widened by one burst.
 * Windows have 1 to 1.5 times the length asked for, at random, so that no work keeps step with
 * them.
 * Time: .time_ns is processor time of the thread where the clock is the default one and the thread
 * does not wait; elapsed time is then at most ten times as long.
 * Each setup and verify is called once; body (or call) and teardown only if they succeed; prepare
 * before each window.
 * Cold: where .cold of both is set, each iteration is timed on its own, after memory that a setup
 * or the caller has named with bench_cold was evicted; prepare is called before each.  The
 * resolution is then the share of one iteration that the clock is uncertain of.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL, a case without body and call, or with both,
 * unequal .cold, or invalid options, such as a margin or confidence outside 0..1; BENCH_ERR_MEMORY;
 * BENCH_ERR_ENVIRONMENT and BENCH_ERR_CLOCK_... as bench_calibrate, coarse only by its step;
 * BENCH_ERR_NO_SAMPLES if a case skipped, failed its check, or no round succeeded.
 * Method: the ratio within a round, its median over blocks of rounds, with an interval
 * valid at any stopping time (Robbins 1970), widened by the correlation of blocks
 * (doc/internals/method-pick.md).
 * Thread-safe; may be called within a body.  Needs 8 KiB of stack on top of the cases' own.  Since
 * 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_compare(const bench_case c[2],
	const bench_compare_options *options, bench_difference *result);

#endif
