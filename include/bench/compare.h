/*
 * Which of two routines is faster, and how sure is that?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* Of the second against the first. */
typedef enum bench_answer {
	BENCH_UNSURE = 0,       /* the time was over first */
	BENCH_SAME = 1,         /* closer than the margin */
	BENCH_FASTER = 2,       /* the second takes less time */
	BENCH_SLOWER = 3
} bench_answer;

/* How to compare.  All zero, or NULL in place of it, is the default. */
typedef struct bench_compare_options {
	bench_clock clock;  /* another clock than bench_clock_default's */
	double enough_ns;   /* shortest window; 0: what calibration found */
	double time_ns;     /* at most so long, 0 to 1e14; 0: 0.15 s */
	size_t rounds;      /* exactly so many if time allows; 0: until the answer is sure */
	uint64_t seed;      /* of the random order of windows; 0: a fixed seed */
	double margin;      /* the largest difference that does not matter, as a share, 0 to below
	                       1; 0: 0.005 */
	double alpha;       /* error probability, 0 to below 1; 0: 0.01; confidence is 1 - alpha */
	double reserved[8]; /* zero */
} bench_compare_options;

/* What was found; NaN where there is nothing. */
typedef struct bench_difference {
	bench_answer answer;
	double ratio, ratio_low, ratio_high; /* second / first: in cycles, or in time without them;
	                                        an end is infinite while too few rounds are in */
	double confidence;                   /* of the interval, whenever one looks: 1 - alpha */
	double margin;                       /* that was asked for, as a share of the first */
	double resolution;                   /* differences up to this share may be the clock's:
	                                        they are not called faster or slower */
	bench_summary side[2];               /* each by itself */
	double elapsed_ns;                   /* time that all took */
	size_t rounds;                       /* that count */
	unsigned warnings;                   /* BENCH_WARN_..., of both */
	bench_status status;                 /* why there is no answer; BENCH_OK if there is */
	double reserved[8];
} bench_difference;

/*
 * bench_compare: times two cases in turn, in balanced random order within each round,
 * and stops as soon as the answer is sure.
 *
 * c:       two cases; names, range and throughput are not looked at.
 * options: NULL for the defaults.
 * result:  filled in any case; on failure its numbers are NaN and .status says why.
 * The answer: the same, if the interval lies within the margin; otherwise faster or
 * slower, if it excludes 1 by more than the resolution; otherwise unsure.  It is wrong with
 * probability alpha at most, for this process: where code and data lie is drawn anew at
 * each start.  Nothing is answered before 25 ms, or half of .time_ns if that is less, unless
 * the difference is 6 times what rounds scatter by, since processors have states that last for
 * milliseconds.
 * Each setup and verify is called once; body and teardown only if they let it.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL, a body that is NULL, or options that
 * make no sense, such as a margin or alpha outside 0..1; BENCH_ERR_MEMORY;
 * BENCH_ERR_ENVIRONMENT and BENCH_ERR_CLOCK_... as bench_calibrate, never coarse;
 * BENCH_ERR_NO_SAMPLES if a case skipped, failed its check, or not one round could be made.
 * Method: the ratio within a round, its median over blocks of rounds, with an interval that
 * holds whenever one looks (Robbins 1970), widened by the correlation of blocks
 * (doc/method-pick.md).
 * Thread-safe; may be called within a body.  Since 0.1.0.
 */
BENCH_API bench_status bench_compare(const bench_case c[2], const bench_compare_options *options,
                                     bench_difference *result);

#endif
