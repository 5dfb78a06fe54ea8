/*
 * The threshold between two routines.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CROSSOVER_H
#define BENCH_CROSSOVER_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* The value from which on the second of two cases is the faster one. */
typedef struct bench_crossover {
	uint64_t low, high;       /* input: values of the parameter, both included */
	uint64_t at;              /* call the second case from this value on, the first below.
	                             high + 1: always the first; low: always the second */
	uint64_t at_low, at_high; /* interval of the threshold, with probability .confidence: from the
	                             nearest value below at which the first case is proven ahead, plus
	                             1, to the nearest above at which the second one is */
	double loss;              /* mean loss against the faster case, as a share of the time, over
	                             the values tried, which are spaced evenly by factors */
	size_t values;            /* values tried */
	double elapsed_ns;        /* total time */
	bench_pick_end end;       /* SURE: the interval's ends are within 10 %, or neighbours */
	bench_status status;
	double reserved[4];
} bench_crossover;

/*
 * bench_threshold: finds the crossover of two cases over a parameter: the value with the
 * least summed loss, as for a constant such as MUL_TOOM22_THRESHOLD.
 *
 *	bench_crossover crossover = { .low = 4, .high = 200 };
 *	bench_threshold(multiplications, NULL, &crossover);
 *
 * c:         two cases; the second is meant for large values.
 * options:   as for bench_pick_ranges.  NULL for the defaults.
 * crossover: set .low and .high; the rest is filled in any case.
 * The search is that of bench_pick_ranges: picks at single values, with both cases set up and
 * verified at each.  It ends when the threshold is known.  Between two values the threshold is
 * where a straight line through their leads crosses 0.  If a case skips or fails its check at a
 * value, the other one is ahead there.
 * Returns what bench_pick_ranges returns; BENCH_ERR_NO_SAMPLES if a case skips or fails its check
 * at .high.
 * Method: least summed loss over the picks (doc/internals/method-pick.md).
 * Thread-safe; needs 8 KiB of stack on top of the cases' own.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_threshold(const bench_case c[2],
	const bench_pick_options *options, bench_crossover *crossover);

#endif
