/*
 * Which of two routines is faster, and how sure is that?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h>, not its rooms"
#endif

/* Of the second against the first. */
typedef enum bench_answer {
	BENCH_UNSURE = 0,       /* the time was over first */
	BENCH_SAME = 1,         /* closer than the margin */
	BENCH_FASTER = 2,       /* the second takes less time */
	BENCH_SLOWER = 3
} bench_answer;

/* What was found; NaN where there is nothing. */
typedef struct bench_difference {
	bench_answer answer;
	double ratio, ratio_low, ratio_high; /* second / first: in cycles, or in time without them */
	double confidence;                   /* of the interval, whenever one looks: 1 - alpha */
	double margin;                       /* that was asked for, as a share of the first */
	bench_summary side[2];               /* each by itself */
	double elapsed_ns;
	size_t rounds;                       /* that count */
	unsigned warnings;                   /* BENCH_WARN_..., of both */
	bench_status status;
	double reserved[8];
} bench_difference;

/*
 * bench_compare: times two cases in turn, in balanced random order within each round,
 * and stops as soon as the answer is sure.
 *
 * c:       two cases; names and throughput are not looked at.
 * options: NULL for the defaults.  .time_ns: at most so long, 0: 0.15 s; .margin: a
 *          difference of so large a share does not matter, 0: 0.005; .alpha: chance
 *          of error, 0: 0.01; .rounds: at most so many; .seed, .clock, .enough_ns.
 * result:  filled in any case; on failure its numbers are NaN and .status says why.
 * Returns what bench_measure returns, and BENCH_ERR_ARGUMENT for a margin or alpha
 * outside 0..1.
 */
BENCH_API bench_status bench_compare(const bench_case c[2], const bench_options *options,
                                     bench_difference *result);

#endif
