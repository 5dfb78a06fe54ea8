/*
 * One set of numbers: where does it lie, how wide is it, is it one heap or two,
 * does it drift?  Pure arithmetic: no clock, no system, nothing printed, no state.
 *
 * What all functions of this capacity and of bench/difference.h have in common:
 * - Sets are in run order; they are copied where they must be sorted.
 * - level is a confidence, above 0 and below 1; 0 stands for 0.95.
 * - Returned are BENCH_OK; BENCH_ERR_ARGUMENT for a NULL argument, for fewer
 *   numbers than the function says it needs, and for a level that is none;
 *   BENCH_ERR_INPUT for a number that is NaN or infinite (bench_detail says which
 *   one); BENCH_ERR_MEMORY.  More only where it is said.
 * - On failure the result's numbers are NaN.  On success a number that does not
 *   exist, such as the standard deviation of one number, is NaN too.
 * - All are thread-safe.  Since 0.1.0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_STATS_H
#define BENCH_STATS_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* A set of numbers, in the order in which they were measured; any unit. */
typedef struct bench_numbers {
	const double *x;
	size_t n;
} bench_numbers;

/* What describes a set.  Unit of the numbers; variance in its square. */
typedef struct bench_description {
	double min, q05, q25, median, q75, q95, max; /* quantiles of type 7 */
	double mean, sd, variance;                   /* divisor n - 1; NaN for n = 1 */
	double iqr, mad;          /* q75 - q25; median distance from the median, not scaled */
	double mean_low, mean_high;                  /* Student's interval of the mean */
	double sd_low, sd_high;                      /* chi-square interval of the deviation */
	double level;                                /* of both intervals */
	size_t n;
} bench_description;

/*
 * bench_numbers_describe: the usual figures.
 *
 * set: at least one number.  level: of the intervals.  out: filled.
 * Sums are compensated and start from the first number: equal numbers have a
 * deviation of exactly 0, and 1e12 added to each changes no digit of it.
 * The intervals suppose normal numbers; the quantiles suppose nothing.  Where all
 * numbers are equal the mean has no interval (NaN): nothing is known of the spread.
 * Source: Hyndman and Fan, The American Statistician 50, 1996, p. 361 (type 7);
 * Neumaier, ZAMM 54, 1974, p. 39 (sums).
 */
BENCH_API bench_status bench_numbers_describe(const bench_numbers *set, double level,
                                              bench_description *out);

/* Does the set follow the normal distribution? */
typedef struct bench_normality {
	double w; /* 1 for a set that is perfectly normal */
	double p; /* chance of so small a w from a normal distribution */
} bench_normality;

/*
 * bench_normality_test: Shapiro and Wilk's test.
 *
 * set: 3 to 5000 numbers, BENCH_ERR_ARGUMENT otherwise; if all are equal, w and p
 * are NaN.
 * Source: Royston, Statistics and Computing 2, 1992, p. 117; Applied Statistics 44,
 * 1995, p. 547 (AS R94).  p is good to about three digits as a method.
 */
BENCH_API bench_status bench_normality_test(const bench_numbers *set, bench_normality *out);

/* The number that lies farthest out. */
typedef struct bench_outlier {
	double g;            /* its distance from the mean, in deviations */
	double u;            /* variance without it over variance with it, times (n-2)/(n-1) */
	double value;        /* the number itself */
	double p_one, p_two; /* chance of such a G on this side; on either; at most 1 */
	size_t index;        /* its place in the set, from 0; of equals the first,
	                      * of two equally far out the larger */
	int high;            /* not 0: it lies above the mean (or at it) */
} bench_outlier;

/*
 * bench_outlier_test: Grubbs' test for one outlier.
 *
 * set: at least one number; g is NaN if all are equal, u and the chances also for
 * n below 3.
 * Supposes the others to be normal; two outliers hide each other.
 * Source: Grubbs, Annals of Mathematical Statistics 21, 1950, p. 27; Technometrics
 * 11, 1969, p. 1.
 */
BENCH_API bench_status bench_outlier_test(const bench_numbers *set, bench_outlier *out);

/*
 * bench_outlier_critical: the G that n normal numbers exceed with probability
 * 1 - level.
 *
 * level: as above.  n: 3 and above.  sides: 1, or 2 for outliers on either side.
 * Returns it, or NaN for arguments outside these.  Source: as above.
 */
BENCH_API double bench_outlier_critical(double level, size_t n, int sides);

/* Has the set one mode? */
typedef struct bench_modality {
	double dip;       /* largest distance from the nearest unimodal distribution */
	double p;         /* chance of so large a dip from a uniform distribution */
	double low, high; /* the modal interval of that nearest distribution */
} bench_modality;

/*
 * bench_modality_test: Hartigan's dip test.  Small p: two heaps or more.
 *
 * set: at least one number.  The dip is at least 1/(2n); p is 1 for n below 4.
 * p interpolates a table of quantiles in n and sqrt(n) dip, 4 to 72000 numbers and
 * the last row beyond; it is 0 beyond the table's last quantile (1e-6).
 * Source: Hartigan and Hartigan, Annals of Statistics 13, 1985, p. 70; Hartigan,
 * Applied Statistics 34, 1985, p. 320; table: Maechler, a million samples a row.
 */
BENCH_API bench_status bench_modality_test(const bench_numbers *set, bench_modality *out);

/* Does the set change in the course of the run? */
typedef struct bench_trend {
	double s, variance, z, p; /* Mann and Kendall: rises less falls, and how unlikely */
	double tau, tau_p;        /* Kendall's tau-b with the run order; exact p where it can be */
	double lag1;              /* autocorrelation of neighbours; NaN if all are equal */
} bench_trend;

/*
 * bench_trend_test: Mann and Kendall's test for a trend, Kendall's tau, and the
 * correlation of neighbours.
 *
 * set: at least two numbers, in run order.
 * s is the number of pairs in which the later is larger, less those in which it is
 * smaller; z has a continuity correction; ties are allowed for.  tau_p is exact
 * for fewer than 50 numbers without ties, else normal without correction.  Takes
 * n log n steps.
 * Source: Mann, Econometrica 13, 1945, p. 245; Kendall, Rank Correlation Methods,
 * 4th edition, 1970; Knight, JASA 61, 1966, p. 436 (counting).
 */
BENCH_API bench_status bench_trend_test(const bench_numbers *set, bench_trend *out);

/* Bins of equal width, for a histogram or a strip chart. */
typedef struct bench_bins {
	double low, width; /* bin i is [low + i width, low + (i + 1) width), the last closed */
	size_t n;          /* how many; 1 if all numbers are equal */
} bench_bins;

/*
 * bench_bins_choose: bins over the range of a set.
 *
 * set: at least one number.  n: how many; 0: by Freedman and Diaconis, width
 * 2 iqr / cbrt(number of numbers), 1 to 100 of them.
 * Source: Freedman and Diaconis, Zeitschrift fuer Wahrscheinlichkeitstheorie 57,
 * 1981, p. 453.
 */
BENCH_API bench_status bench_bins_choose(const bench_numbers *set, size_t n, bench_bins *out);

/*
 * bench_bins_count: how many numbers fall into each bin.
 *
 * set: any size, also empty.  bins: chosen or made up; a width that is not above 0
 * is BENCH_ERR_ARGUMENT unless n is 1.  counts: space for bins->n; what lies outside
 * is not counted.
 */
BENCH_API bench_status bench_bins_count(const bench_numbers *set, const bench_bins *bins,
                                        size_t *counts);

/* A dot of a strip chart: bin, and how many of the earlier ones lie below it. */
typedef struct bench_dot {
	size_t bin, height;
} bench_dot;

/*
 * bench_bins_place: where each number's dot goes, dots of a bin piled up in run
 * order.
 *
 * set, bins: as above; what lies outside gets the nearest bin.  dots: capacity for
 * set->n.
 */
BENCH_API bench_status bench_bins_place(const bench_numbers *set, const bench_bins *bins,
                                        bench_dot *dots);

/* Any figure of a set: n numbers at x, in any order; arg is the caller's. */
typedef double bench_statistic(const double *x, size_t n, void *arg);

/* How to bootstrap; all zero is the default. */
typedef struct bench_bootstrap_options {
	size_t resamples;   /* 0: 2000; at least 100 */
	double level;       /* 0: 0.95 */
	uint64_t seed;      /* the same seed gives the same interval on every machine */
	void *arg;          /* handed to the statistic */
} bench_bootstrap_options;

/* What resampling found.  Unit of the statistic. */
typedef struct bench_bootstrap {
	double estimate;    /* the statistic of the set itself */
	double low, high;   /* bias-corrected and accelerated interval */
	double se, bias;    /* deviation of the resamples; their mean less the estimate */
	double level;
	size_t resamples;   /* those whose statistic was a number */
} bench_bootstrap;

/*
 * bench_bootstrap_interval: an interval for any statistic.
 *
 * set: at least two numbers.  statistic: called for each resample and for each set
 * with one number left out; may return NaN, which drops that resample.
 * options: NULL for the defaults; fewer than 100 resamples is BENCH_ERR_ARGUMENT.
 * If fewer than half of the resamples gave a number, the interval is NaN.
 * Supposes independent numbers; too narrow for fewer than about 20 of them, and
 * meaningless for minimum and maximum.
 * Source: Efron, JASA 82, 1987, p. 171 (BCa); generator: Steele, Lea and Flood,
 * OOPSLA 2014, p. 453.
 */
BENCH_API bench_status bench_bootstrap_interval(const bench_numbers *set,
                                                bench_statistic *statistic,
                                                const bench_bootstrap_options *options,
                                                bench_bootstrap *out);

#endif
