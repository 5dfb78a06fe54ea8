/*
 * Statistics of one set of numbers: location, spread, modes, trend.
 * Pure arithmetic: no clock, no system calls, no output, no state.
 *
 * Common to all functions of this header and of bench/difference.h:
 * - Sets are in run order; they are copied for sorting.
 * - confidence is above 0 and below 1; 0: 0.95.
 * - They return BENCH_OK; BENCH_ERR_ARGUMENT for a NULL argument, for fewer numbers than required,
 *   and for an invalid confidence; BENCH_ERR_INPUT for a number that is NaN or infinite
 *   (bench_detail says which); BENCH_ERR_MEMORY.  Functions state further statuses.
 * - On failure the result's numbers are NaN.  On success an undefined number, such as the standard
 *   deviation of one number, is NaN too.
 * - All are thread-safe.  Since 0.1.0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_STATS_H
#define BENCH_STATS_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* A set of numbers, in the order of measurement; any unit. */
typedef struct bench_numbers {
	const double *x;
	size_t n;
} bench_numbers;

/* Description of a set.  Unit of the numbers; variance in its square. */
typedef struct bench_description {
	double min, q05, q25, median, q75, q95, max; /* quantiles of type 7 */
	double mean, sd, variance;                   /* divisor n - 1; NaN for n = 1 */
	double iqr, mad;          /* q75 - q25; median absolute deviation, not scaled */
	double mean_low, mean_high;                  /* Student's interval of the mean */
	double sd_low, sd_high;                      /* chi-square interval of the standard deviation */
	double confidence;                           /* of both intervals */
	size_t n;
} bench_description;

/*
 * bench_numbers_describe: quantiles, mean, standard deviation and their intervals.
 *
 * set: at least one number.  confidence: of the intervals.  out: filled.
 * Sums are compensated and relative to the first number: the deviation of equal numbers is exactly
 * 0, and adding 1e12 to each number changes none of its digits.
 * The intervals assume normal numbers; the quantiles assume nothing.  If all
 * numbers are equal the mean has no interval (NaN): the spread is unknown.
 * Source: Hyndman and Fan, The American Statistician 50, 1996, p. 361 (type 7);
 * Neumaier, ZAMM 54, 1974, p. 39 (sums).
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_numbers_describe(const bench_numbers *set,
	double confidence, bench_description *out);

/* Result of a test for the normal distribution. */
typedef struct bench_normality {
	double w; /* at most 1, for a perfectly normal set */
	double p; /* p-value: probability of a w this small from a normal distribution */
} bench_normality;

/*
 * bench_normality_test: Shapiro and Wilk's test.
 *
 * set: 3 to 5000 numbers, BENCH_ERR_ARGUMENT otherwise; if all are equal, w and p
 * are NaN.
 * Source: Royston, Statistics and Computing 2, 1992, p. 117; Applied Statistics 44,
 * 1995, p. 547 (AS R94).  The method gives p to about three digits.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_normality_test(const bench_numbers *set,
                                                             bench_normality *out);

/* Result of a test for one mode. */
typedef struct bench_modality {
	double dip;       /* largest distance from the nearest unimodal distribution */
	double p;         /* p-value: probability of a dip this large from a uniform distribution */
	double low, high; /* the modal interval of that nearest distribution */
} bench_modality;

/*
 * bench_modality_test: Hartigan's dip test.  Small p: two modes or more.
 *
 * set: at least one number.  The dip is at least 1/(2n); p is 1 for n below 4.
 * p is interpolated in a table of quantiles of sqrt(n) dip, for n from 4 to 72000;
 * a larger n uses the row for 72000.  p is 0 if the dip exceeds all of the million
 * samples behind the row.
 * Source: Hartigan and Hartigan, Annals of Statistics 13, 1985, p. 70; Hartigan,
 * Applied Statistics 34, 1985, p. 320; table: Maechler, a million samples per row.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_modality_test(const bench_numbers *set,
                                                            bench_modality *out);

/* Result of a test for a trend over the run. */
typedef struct bench_trend {
	double s, variance, z, p; /* Mann and Kendall: rises minus falls, and p-value */
	double tau, tau_p;        /* Kendall's tau-b with the run order; exact p where it can be */
	double lag1;              /* autocorrelation of neighbours; NaN if all are equal */
} bench_trend;

/*
 * bench_trend_test: Mann and Kendall's test for a trend, Kendall's tau, and the
 * correlation of neighbours.
 *
 * set: at least two numbers, in run order.
 * s is the number of pairs in which the later is larger, minus those in which it is
 * smaller; z has a continuity correction; ties are allowed for.  tau_p is exact
 * for fewer than 50 numbers without ties, else normal without correction.  Takes
 * n log n steps.
 * Source: Mann, Econometrica 13, 1945, p. 245; Kendall, Rank Correlation Methods,
 * 4th edition, 1970; Knight, JASA 61, 1966, p. 436 (counting).
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_trend_test(const bench_numbers *set,
                                                         bench_trend *out);

#endif
