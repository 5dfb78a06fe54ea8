/*
 * Sequential evidence: intervals that are valid at any stopping time.
 *
 * A 95 % t interval misses the true value in 5 of 100 cases if it is computed once.  Computed after
 * every measurement until it excludes 0, it nearly always misleads.  The intervals here hold at
 * all times simultaneously: the true value is ever outside with probability at most
 * 1 - confidence, however long the run and whatever rule stops it.  The price is 1.5 to 2 times
 * the width.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_EVIDENCE_H
#define BENCH_EVIDENCE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* A growing set of numbers, with evidence about their median. */
typedef struct bench_evidence bench_evidence;

/* Options; all zero: the defaults. */
typedef struct bench_evidence_options {
	double quantile; /* the quantile to estimate, 0..1; 0: 0.5, the median */
	double focus;    /* number of values for which the interval is narrowest; 0: 100 */
	double reserved[4];
} bench_evidence_options;

/*
 * bench_evidence_new: creates an object without numbers.
 *
 * options: NULL for the defaults.  out: the new object, which the caller frees with
 * bench_evidence_free; NULL on failure.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for a NULL out, a quantile outside 0..1 or a
 * negative focus; BENCH_ERR_MEMORY.
 * An object belongs to one thread at a time; several may read it while none adds.
 * Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_evidence_new(const bench_evidence_options *options,
                                                           bench_evidence **out);

/* bench_evidence_free: frees an object.  evidence: may be NULL.  Since 0.1.0. */
BENCH_API void bench_evidence_free(bench_evidence *evidence);

/*
 * bench_evidence_add: adds a number.
 *
 * value: any unit.  For two programs measured in pairs: ln(after / before) of each
 * round, or their difference; the interval is then that of its median.  For
 * two independent streams, pair the i-th of one with the i-th of the other.
 * Infinite values are allowed.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL; BENCH_ERR_INPUT for NaN;
 * BENCH_ERR_MEMORY.  After a failure the evidence is unchanged.
 * About log2(n) steps on average; stores 8 to 24 bytes per number.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_evidence_add(bench_evidence *evidence, double value);

/*
 * bench_evidence_interval: an interval of the median (or quantile), valid at any time.
 *
 * confidence: at all times together, above 0 and below 1; 0: 0.95.
 * low, high: the ends, which are two of the numbers and belong to the interval; infinite with too
 * few numbers: fewer than 12 at 0.95 and the default focus.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL or an invalid confidence.
 * Assumes only that each number, given the earlier ones, is above the true value with probability
 * at most 1/2, and below it with probability at most 1/2: not normality, not continuity (ties are
 * exact), not equal distributions.
 * Source: a mixture of binomial likelihood ratios over a beta prior (Robbins,
 * Annals of Mathematical Statistics 41, 1970, p. 1397), by Ville's inequality;
 * Howard and Ramdas, Bernoulli 28, 2022, p. 1704, on quantiles.
 * About 20 microseconds for a million numbers.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_evidence_interval(const bench_evidence *evidence,
	double confidence, double *low, double *high);

/*
 * bench_evidence_against: the evidence against a value.
 *
 * value: hypothetical median (or quantile).
 * Returns the logarithm of the e-value: 0 at the start; NaN for NULL or NaN.  If the hypothesis is
 * true, the result ever exceeds ln(k) with probability at most 1/k.  Since 0.1.0.
 */
BENCH_API double bench_evidence_against(const bench_evidence *evidence, double value);

#endif
