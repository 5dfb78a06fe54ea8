/*
 * Order statistics, tests, intervals, sequential evidence; pure arithmetic.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_STATS_H
#define BENCHI_STATS_STATS_H

#include "base/base.h"

/*
 * Order statistics: quantiles, the distribution-free interval of the median, spread.
 */

/* Sort n numbers in ascending order. NaN is not allowed. benchi_sort_many is quicker for
 * thousands, and allocates as many doubles. benchi_sort_copy sorts a copy; from 2^18 numbers on it
 * allocates as many doubles as are in the fullest 256th of their range, usually few. */
void benchi_sort(double *x, size_t n);
void benchi_sort_many(double *x, size_t n);
void benchi_sort_copy(double *copy, const double *x, size_t n);

/* Returns the k-th smallest of n numbers, k from 0 to n - 1, in about 3 n steps. Reorders x. */
double benchi_select(double *x, size_t n, size_t k);

/* Returns the p-quantile (0 <= p <= 1) of n sorted numbers, Hyndman and Fan's type 7: position h =
 * (n - 1) p, interpolated linearly between neighbours. NaN for n = 0. */
double benchi_quantile(const double *sorted, size_t n, double p);

/* Returns how many sorted numbers are less than x, or, with equal, at most x. */
size_t benchi_count_below(const double *sorted, size_t n, double x, bool equal);

/* Sort n values and return their median; NaN for n = 0. */
double benchi_median(double *x, size_t n);
double benchi_median_many(double *x, size_t n);

/* Returns the median absolute deviation from centre, unscaled, of sorted numbers after subtracting
 * origin from each. centre is also relative to origin. */
double benchi_mad(const double *sorted, size_t n, double origin, double centre);

/* Returns how many of n values in order of time tell as much as one independent value; at least 1.
 * median: of the values. scratch: n numbers. */
double benchi_correlated(const double *values, size_t n, double median, double *scratch);

/* The median of consecutive values, with its interval. */
struct benchi_median_interval {
	double centre, low, high;
	double confidence;   /* as requested; at most 0.88 for two values, 0 for one */
	size_t n;
};

/* Returns the median with its interval. value: n values in order of measurement; NaN is skipped.
 * scratch: n numbers; contains the sorted values afterwards. Without a value the median and its
 * ends are NaN, confidence and n are 0. */
struct benchi_median_interval benchi_median_interval_of(const double *value, size_t n,
                                                        double confidence, double *scratch);

struct benchi_mean {
	double mean, low, high;
};

/* Returns the mean of n > 0 numbers with Student's interval. The ends are NaN for n = 1. */
struct benchi_mean benchi_mean_of(const double *x, size_t n, double confidence);

/* Ranks, counted from 0, of the order statistics that enclose the median with at least the
 * given confidence (0..1). This is the inverted sign test, P(lo < X < hi) under Binomial(n,
 * 1/2). Returns the confidence reached; 0 for n = 0. With too few numbers the interval is the
 * range, and its confidence is lower. */
double benchi_median_ranks(size_t n, double confidence, size_t *lo, size_t *hi);

/*
 * Common parts of all statistics: checking a set, its mean and squares, sorting a copy.
 */

/* Begins a test: zeroes the result and sets its leading doubles to NaN. BENCH_ERR_ARGUMENT:
 * result is NULL. */
bench_status benchi_result_begin(void *result, size_t bytes, size_t doubles);

/* Returns BENCH_OK if the set has at least `least` numbers, all finite. */
bench_status benchi_numbers_check(const bench_numbers *set, size_t least);

/* Returns BENCH_OK if two sets have equally many numbers, at least `least`. */
bench_status benchi_pairs_check(const bench_numbers *a, const bench_numbers *b, size_t least);

/* Returns the differences b[i] - a[i] of two such sets, which the caller frees. NULL: see
 * *status. */
double *benchi_numbers_differences(const bench_numbers *a, const bench_numbers *b, size_t least,
                                   bench_status *status);

/* Returns BENCH_OK if confidence is between 0 and 1. 0 is replaced by 0.95. */
bench_status benchi_confidence_check(double *confidence);

/* Returns the numbers in ascending order, which the caller frees; NULL when out of memory. */
double *benchi_numbers_sorted(const bench_numbers *set);

/* The mean is origin + offset; origin is the first number. squares: sum of the squared
 * distances from the mean; products: sum of each distance times the previous one. */
typedef struct benchi_moments {
	double origin, offset, squares, products, n;
} benchi_moments;

benchi_moments benchi_moments_of(const bench_numbers *set);

/* The same of the differences to the numbers in `minus`, or of the set if NULL. */
benchi_moments benchi_moments_less(const bench_numbers *set, const double *minus);
double benchi_mean(const benchi_moments *m);
double benchi_variance(const benchi_moments *m); /* NaN for n = 1 */

/* A compensated sum, which does not depend on the order of its terms (Neumaier 1974). */
typedef struct benchi_sum {
	double high, low;
} benchi_sum;

/* Adds x and the rounding error of the sum. */
static inline void benchi_sum_add(benchi_sum *sum, double x)
{
	double total = sum->high + x, back = total - sum->high;

	sum->low += (sum->high - (total - back)) + (x - back);
	sum->high = total;
}

/* Returns the rounding error of d = x - origin (Knuth's two-sum). */
static inline double benchi_difference_error(double x, double origin, double d)
{
	double back = d - x;

	return (x - (d - back)) - (origin + back);
}

/*
 * A set with its moments and its sorted copy, shared by several statistics.
 *
 * The public functions prepare their sets, call one statistic, and free them. A caller of several
 * statistics prepares a set only once.
 */

typedef struct benchi_prepared {
	bench_numbers set;       /* in order of measurement; owned by the caller */
	benchi_moments moments;
	double *sorted;          /* ascending; NULL until benchi_prepared_sort */
} benchi_prepared;

/* Checks the set (at least min numbers, all finite) and computes its moments. */
bench_status benchi_prepare(const bench_numbers *set, size_t min, benchi_prepared *p);

/* Sorts a copy, unless that has been done. BENCH_ERR_MEMORY. */
bench_status benchi_prepared_sort(benchi_prepared *p);

/* Frees the copy. */
void benchi_prepared_free(benchi_prepared *p);

/*
 * Random numbers for resampling and simulation, based on base/base.h.
 */

/* Returns a number above 0 and below 1: half a step more than 52 random bits. */
static inline double benchi_draw_unit(uint64_t *state)
{
	return ((double)(benchi_random(state) >> 12) + 0.5) * (1.0 / 4503599627370496.0);
}

/*
 * Gamma and beta functions to nearly full precision, and what the distributions have in common:
 * the weight x^a y^b / B(a, b) and both tails of the incomplete functions.
 */

/* Lower and upper tail, each with full relative precision. */
typedef struct benchi_tails {
	double lower, upper;
} benchi_tails;

/* Returns ln Gamma(z) - ((z - 1/2) ln z - z + ln(2 pi)/2), z > 0: the error of Stirling's
 * formula. */
double benchi_stirling_rest(double z);

/* Returns ln B(a, b), a and b > 0. Uses no global state (signgam). */
double benchi_log_beta(double a, double b);

/* Returns the regularized incomplete beta function I_x(a, b), a and b > 0. The caller passes y = 1
 * - x, because the smaller of x and y carries the precision. */
benchi_tails benchi_beta_tails(double x, double y, double a, double b);

/* Returns k ln(k / m) - (k - m) for k >= 0, m > 0. The caller passes d = k - m, which it may know
 * more accurately than the difference. */
double benchi_deviance(double k, double m, double d);

/* Lentz's method for a continued fraction. The step returns 0 when the value no longer changes.
 * Source: Thompson and Barnett, J. Comput. Phys. 64, 1986, p. 490. */
struct benchi_fraction {
	double value, c, d, change;
};
void benchi_fraction_start(struct benchi_fraction *f, double first);
int benchi_fraction_step(struct benchi_fraction *f, double numerator, double denominator);

/* Returns the regularized incomplete gamma functions P(a, x) and Q(a, x), a > 0, x >= 0. */
benchi_tails benchi_gamma_tails(double a, double x);

/*
 * The logarithm of the normal distribution's lower tail, which does not underflow.
 */

/* Returns ln P(Z <= x) for any x: -800 000 for x = -1265, where the tail itself is 0. */
double benchi_normal_log_cdf(double x);

/*
 * A zero of a continuous function between two points of opposite sign.
 */

typedef double benchi_function(double x, const void *arg);

/* Returns the zero of f to nearly the last bit. The bracket grows from guess by doubling steps
 * until f changes sign within it. NaN: no change of sign was found. */
double benchi_root_near(benchi_function *f, const void *arg, double guess, double step);

/*
 * The modes of a set.
 */

#define BENCHI_MODES_MOST 4

typedef struct benchi_modes {
	size_t n;                        /* 1 to BENCHI_MODES_MOST */
	double at[BENCHI_MODES_MOST];    /* median of each mode, ascending */
	size_t count[BENCHI_MODES_MOST]; /* number of values that belong to each mode */
} benchi_modes;

/* Which modes count as separate. */
struct benchi_modes_rule {
	/* sets *several to nonzero if n sorted numbers have more than one mode */
	bench_status (*test)(const double *sorted, size_t n, int *several);
	size_t fewest;  /* number of values below which no test is made */
	size_t part;    /* each mode has at least 1/part of the numbers; 0: any share */
	double gap;     /* least distance of the modes' medians */
	size_t most;    /* limit of the number of modes, 1 to BENCHI_MODES_MOST */
};

/* Finds the modes of sorted numbers, at least one. tested: the same number of sorted numbers, which
 * the test gets instead; NULL: the test gets `sorted`. BENCH_ERR_MEMORY: modes->n is the number of
 * modes found so far. */
bench_status benchi_modes_find(const bench_numbers *sorted, const double *tested,
                               const struct benchi_modes_rule *rule, benchi_modes *modes);

/*
 * The table of the dip test's p-values.
 */

#define BENCHI_DIP_ROWS 21
#define BENCHI_DIP_COLUMNS 26

extern const double benchi_dip_p[BENCHI_DIP_COLUMNS];  /* P(dip <= quantile) */
extern const double benchi_dip_quantiles[BENCHI_DIP_ROWS][BENCHI_DIP_COLUMNS];

/*
 * Hartigan's dip and its quantiles.
 */

struct benchi_dip {
	double dip;
	double low, high;   /* the modal interval */
};

/* Computes the dip of n >= 1 sorted numbers. Returns -1 when out of memory. */
int benchi_dip(const double *sorted, size_t n, struct benchi_dip *dip);

extern const int benchi_dip_sizes[BENCHI_DIP_ROWS];         /* sizes of the rows, ascending */
/* 0.999 quantiles of sqrt(n) * dip for samples with a single mode, one per size */
extern const double benchi_dip_rare[BENCHI_DIP_ROWS];

/* Returns a quantile of sqrt(n) dip, interpolated between the dip's quantiles for the sizes, which
 * are quantile[row * stride]. */
double benchi_dip_quantile(size_t n, const double *quantile, size_t stride);

/* Returns nonzero if such a dip of n >= 4 numbers has a p-value below 0.001. */
int benchi_dip_is_rare(double dip, size_t n);

/*
 * An e-process for a binary event: the stake of a bet after s wins in n events.
 */

/* A bet on an event with probability at most q, with a beta(a, b) prior above q. */
typedef struct benchi_bet {
	double q, a, b, ln_start;
} benchi_bet;

/* Returns a bet at its start. weight: a + b; a larger weight makes the bet strongest at larger
 * n. */
benchi_bet benchi_bet_make(double q, double weight);

/* Returns ln of the stake after s wins in n events; 0 at the start. */
double benchi_bet_ln(const benchi_bet *bet, double s, double n);

/* The smallest sufficient number of wins, for growing n. */
typedef struct benchi_wins_bound {
	benchi_bet bet;
	double goal;      /* ln(1 / alpha) */
	size_t n, wins;
} benchi_wins_bound;

/* Returns a bound for q = 1/2. error: probability of ever reaching the bound by chance. */
benchi_wins_bound benchi_bound_make(double error);

/* Advances to n + 1. */
void benchi_bound_step(benchi_wins_bound *bound);

/*
 * Descriptions and tests of prepared sets, from several files of this folder.
 */

/* The ends of an interval for the shift: its rank, and the differences at that rank from below and
 * from above. */
typedef struct benchi_rank_ends {
	double rank, low, high;
} benchi_rank_ends;

/* Results that rank tests of one pair of sets share for all confidences. Zero-filled before the
 * first test. */
typedef struct benchi_rank_memo {
	/* the members below are valid; shift may be left out by a test without an interval */
	bool counted;
	double w, ties, own_ties, shift;
	benchi_rank_ends ends[4];
	size_t n;
} benchi_rank_memo;

/* Computes an interval of median(b) - median(a) of two independent streams, valid at any time; each
 * stream gets half of the error. Needs no pairs, but is wider than an interval of paired
 * differences. Otherwise as bench_evidence_interval. */
bench_status benchi_evidence_difference(const bench_evidence *a, const bench_evidence *b,
                                        double confidence, double *low, double *high);

/* Result of Grubbs' test for the number farthest from the mean. */
struct benchi_outlier_test {
	double g;            /* distance from the mean, in standard deviations */
	double u;            /* variance without the number over variance with it, times (n-2)/(n-1) */
	double value;        /* the number that was tested */
	double p_one, p_two; /* p-values, one-sided and two-sided; at most 1 */
	/* index in the set; the first of equal numbers, the larger of two at equal distances */
	size_t index;
	int high;            /* nonzero: the number is above the mean, or equal to it */
};

/* Grubbs' test for one outlier; at least one number. g is NaN if all numbers are equal; u and
 * the p-values are NaN also for n < 3. */
void benchi_outlier(const benchi_prepared *p, struct benchi_outlier_test *out);

/* The public functions of the same names, for prepared sets. Those that need the sorted order
 * sort the set once. confidence is between 0 and 1. If it is NaN, benchi_ranksum computes only
 * the test and leaves out shift and interval, which take most of the time. */
bench_status benchi_describe(benchi_prepared *p, double confidence, bench_description *out);
bench_status benchi_modality(benchi_prepared *p, bench_modality *out);
bench_status benchi_trend(const benchi_prepared *p, bench_trend *out);
bench_status benchi_student(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                            bench_ttest *out);
bench_status benchi_welch(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                          bench_ttest *out);
bench_status benchi_ranksum(benchi_prepared *a, benchi_prepared *b, double confidence,
                            benchi_rank_memo *memo, bench_ranksum *out);
bench_status benchi_equivalence(benchi_prepared *a, benchi_prepared *b,
                                const bench_equivalence_options *options,
                                benchi_rank_memo *memo, bench_equivalence *out);

/* Sets the interval of the same t test at another confidence. quantile: Student's, of 0.5 +
 * confidence / 2, if the caller has it; NaN: to be computed. */
void benchi_ttest_interval(bench_ttest *t, double confidence, double quantile);

/*
 * Probability distributions. _cdf is P(X <= x). _sf is P(X > x), computed directly and not as 1 -
 * cdf, so that 1e-300 stays 1e-300; the cdf of a symmetric distribution is _sf(-x). _quantile is
 * the x with P(X <= x) = p. Returns NaN for NaN, for parameters outside the stated range, and for p
 * outside 0..1. The relative error is at most 1e-12 unless stated otherwise.
 */

/*
 * Standard normal distribution.
 *
 * x: any number, also infinite. p: 0..1; 0 and 1 give infinities. Source: the complementary error
 * function of the C library; the quantile solves for it.
 */
double benchi_normal_sf(double x);
double benchi_normal_quantile(double p);

/*
 * Student's t distribution.
 *
 * t: any number, also infinite. df: degrees of freedom, above 0, not necessarily whole; infinity
 * gives the normal distribution. p: 0..1. Source: the incomplete beta function of df/(df + t t)
 * (Abramowitz and Stegun 1964, 26.7.1).
 */
double benchi_student_sf(double t, double df);
double benchi_student_quantile(double p, double df);

/*
 * Chi-square distribution.
 *
 * df: above 0. p: 0..1. A gamma variable with shape a and scale s is s/2 times a chi-square
 * variable with 2 a degrees of freedom. Source: the incomplete gamma function (Abramowitz and
 * Stegun 1964, 26.4.19).
 */
double benchi_chisquare_quantile(double p, double df);

/*
 * Binomial distribution: successes in n trials.
 *
 * k: successes, rounded down. n: number of trials, whole, at least 0. chance: probability of a
 * success, 0..1. Source: the incomplete beta function (Abramowitz and Stegun 1964, 26.5.24).
 */
double benchi_binomial_cdf(double k, double n, double chance);

#endif
