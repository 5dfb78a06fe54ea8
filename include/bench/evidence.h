/*
 * Evidence that may be looked at whenever one likes.
 *
 * A t interval of 95 % promises that one look at one time misleads in 5 of 100
 * cases; looked at after every measurement until it pleases, it misleads nearly
 * always.  The intervals here hold for all looks together: the chance that the
 * true value ever lies outside is at most 1 - level, however long the run and
 * whatever rule stops it.  The price is an interval one and a half to two
 * times as wide.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_EVIDENCE_H
#define BENCH_EVIDENCE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* A growing set of numbers and what it proves about their median. */
typedef struct bench_evidence bench_evidence;

/* What is asked; all zero is the default. */
typedef struct bench_evidence_options {
	double quantile; /* which one is asked for, 0..1; 0: 0.5, the median */
	double focus;    /* how many numbers make the interval narrowest; 0: 100 */
	double reserved[4];
} bench_evidence_options;

/*
 * bench_evidence_new: no numbers yet, nothing proven.
 *
 * options: NULL for the defaults.  out: the new object, to be given to
 * bench_evidence_free; NULL on failure.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for a NULL out, a quantile outside 0..1 or a
 * negative focus; BENCH_ERR_MEMORY.
 * An object belongs to one thread at a time; several may read it while none adds.
 * Since 0.1.0.
 */
BENCH_API bench_status bench_evidence_new(const bench_evidence_options *options,
                                          bench_evidence **out);

/* bench_evidence_free: gives it back.  evidence: may be NULL.  Since 0.1.0. */
BENCH_API void bench_evidence_free(bench_evidence *evidence);

/*
 * bench_evidence_add: one number more.
 *
 * value: any unit.  For two programs measured in pairs: ln(after / before) of each
 * round, or their difference; the interval is then that of the median of it.  For
 * two independent streams, pair the i-th of one with the i-th of the other.  An
 * infinite value counts as very large or very small.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL; BENCH_ERR_INPUT for NaN;
 * BENCH_ERR_MEMORY.  After a failure the evidence is as before.
 * About log2(n) steps on average; 8 to 24 bytes a number are kept.  Since 0.1.0.
 */
BENCH_API bench_status bench_evidence_add(bench_evidence *evidence, double value);

/* bench_evidence_count: how many numbers were added; 0 for NULL.  Since 0.1.0. */
BENCH_API size_t bench_evidence_count(const bench_evidence *evidence);

/*
 * bench_evidence_interval: where the median (or quantile) is, for sure.
 *
 * level: of all looks together, above 0 and below 1; 0: 0.95.
 * low, high: the ends, two of the numbers (the ends belong to the interval);
 * infinite while there are too few: at 0.95 and the default focus below 12.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL or a level that is none.
 * Supposes of each number, given the earlier ones, that it lies above the true
 * value with probability at most 1/2, and below it with at most 1/2; no normality,
 * no continuity (ties are exact), no equal distributions.
 * Source: a mixture of binomial likelihood ratios over a beta prior (Robbins,
 * Annals of Mathematical Statistics 41, 1970, p. 1397), by Ville's inequality;
 * Howard and Ramdas, Bernoulli 28, 2022, p. 1704, on quantiles.
 * About 20 microseconds for a million numbers.  Since 0.1.0.
 */
BENCH_API bench_status bench_evidence_interval(const bench_evidence *evidence, double level,
                                               double *low, double *high);

/*
 * bench_evidence_against: how strongly the numbers speak against a value.
 *
 * value: supposed median (or quantile).  Returns ln of the e-value: its chance ever
 * to exceed ln(k) is at most 1/k if the value is the true one; 0 at the start, NaN
 * for NULL or a value that is NaN.  Since 0.1.0.
 */
BENCH_API double bench_evidence_against(const bench_evidence *evidence, double value);

/*
 * bench_evidence_difference: median of b less median of a, of two independent
 * streams, each looked at whenever one likes.
 *
 * level: of both together; each gets half of the error.  low, high: as above.
 * Streams may differ in length.  Wider than pairing the i-th with the i-th, but it
 * needs no pairs.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL or a level that is none.  Since 0.1.0.
 */
BENCH_API bench_status bench_evidence_difference(const bench_evidence *a,
                                                 const bench_evidence *b, double level,
                                                 double *low, double *high);

#endif
