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

/* From which value on the second of two cases is called. */
typedef struct bench_crossover {
	uint64_t low, high;       /* input: values of the parameter, both included */
	uint64_t at;              /* the first case below, the second from here on; high + 1: the
	                             first everywhere; low: the second everywhere */
	uint64_t at_low, at_high; /* its interval: the values nearest to it, plus 1 below, at which
	                             either case is proven ahead, all with probability .confidence */
	double loss;              /* mean loss over the tried values, evenly spaced by factors, as a
	                             share of the time: how much longer than with the faster case */
	size_t values;            /* picks made, at a value each */
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
 * options:   as of bench_pick_ranges.  NULL for the defaults.
 * crossover: .low and .high are yours; the rest is filled in any case.
 * The search is that of bench_pick_ranges, of picks at single values: both cases are set up and
 * verified at each.  It ends once the threshold is known, and lies between two values where their
 * leads, as a straight line, are 0.  Where a case skips or fails its check, the other one is
 * ahead.
 * Returns what bench_pick_ranges returns; BENCH_ERR_NO_SAMPLES if a case skips or fails its check
 * at .high.
 * Method: least summed loss over the picks (doc/internals/method-pick.md).
 * Thread-safe; needs 8 KiB of stack on top of the cases' own.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_threshold(const bench_case c[2],
	const bench_pick_options *options, bench_crossover *crossover);

#endif
