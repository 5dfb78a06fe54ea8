/*
 * Order statistics, tests, intervals, sequential evidence: pure arithmetic.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_STATS_H
#define BENCHI_STATS_STATS_H

#include "base/base.h"

/*
 * Order statistics: quantiles, the median's distribution-free interval, spread.
 */

/* Sorts n numbers ascending; NaN is not allowed. */
void benchi_sort(double *x, size_t n);

/* The k-th smallest of n numbers, k from 0 to n - 1; reorders x.  About 3 n steps. */
double benchi_select(double *x, size_t n, size_t k);

/* The p-quantile (0 <= p <= 1) of n sorted numbers, Hyndman and Fan's type 7:
 * h = (n - 1) p, linear between its neighbours.  NaN for n = 0. */
double benchi_quantile(const double *sorted, size_t n, double p);

/* How many of n sorted numbers are smaller than x, or with equal not larger. */
size_t benchi_count_below(const double *sorted, size_t n, double x, bool equal);

/* Sorts n values and returns their median, NaN of none. */
double benchi_median(double *x, size_t n);

/* Median absolute deviation from centre, not scaled, of sorted numbers, all of them less origin
 * first; centre is in the same measure. */
double benchi_mad(const double *sorted, size_t n, double origin, double centre);

/* How many of n values, in the order of time, are worth one independent value; at least 1.
 * scratch: space for n. */
double benchi_correlated(const double *values, size_t n, double *scratch);

/* The median of values that came one after the other, with its interval. */
struct benchi_median_interval {
	double centre, low, high;
	double confidence;   /* as asked for; at most 0.88 of two values, 0 of one */
	size_t n;
};

/* value: n values in the order in which they were measured; NaN is skipped.  scratch: capacity for
 * n; holds the values sorted afterwards.  Everything is NaN without a value. */
struct benchi_median_interval benchi_median_interval_of(const double *value, size_t n,
                                                        double confidence, double *scratch);

/* A mean with its interval. */
struct benchi_mean {
	double mean, low, high;
};

/* Of n > 0 numbers, Student's interval; its ends are NaN of a single one. */
struct benchi_mean benchi_mean_of(const double *x, size_t n, double confidence);

/* Ranks, from 0, of the order statistics that bound the median with at least the
 * given confidence (0..1): the inverted sign test, P(lo < X < hi) under
 * Binomial(n, 1/2).  Returns the confidence reached; with too few numbers the
 * interval is the range, and its confidence is lower.  0 for n = 0. */
double benchi_median_ranks(size_t n, double confidence, size_t *lo, size_t *hi);

/*
 * The common beginning of every statistic: check the set, find mean and squares, copy.
 */

/* Begins a test: sets the result's bytes to zero, and its leading doubles to NaN.
 * BENCH_ERR_ARGUMENT: result is NULL. */
bench_status benchi_result_begin(void *result, size_t bytes, size_t doubles);

/* BENCH_OK if set has at least least numbers, all finite. */
bench_status benchi_numbers_check(const bench_numbers *set, size_t least);

/* The differences b[i] - a[i] of two sets of at least least numbers, which the caller frees, or
 * NULL and the status. */
double *benchi_numbers_differences(const bench_numbers *a, const bench_numbers *b, size_t least,
                                   bench_status *status);

/* BENCH_OK if confidence lies between 0 and 1; 0 becomes 0.95. */
bench_status benchi_confidence_check(double *confidence);

/* The numbers in ascending order, which the caller frees; NULL: out of memory. */
double *benchi_numbers_sorted(const bench_numbers *set);

/* The mean is origin + offset (origin: the first number); squares: the sum of the squared
 * distances from it; products: the sum of each distance times the one before it. */
typedef struct benchi_moments {
	double origin, offset, squares, products, n;
} benchi_moments;

benchi_moments benchi_moments_of(const bench_numbers *set);
double benchi_mean(const benchi_moments *m);
double benchi_variance(const benchi_moments *m); /* NaN for n = 1 */

/* mean(b) - mean(a), exact also where both are huge. */
double benchi_mean_gap(const benchi_moments *a, const benchi_moments *b);

/* A compensated sum, independent of the order of its terms (Neumaier 1974). */
typedef struct benchi_sum {
	double high, low;
} benchi_sum;

void benchi_sum_add(benchi_sum *sum, double x);

/*
 * A set with its moments and its order, which several statistics share.
 *
 * The public functions prepare their sets, call one of these, and free them; a caller of
 * several statistics prepares a set once.
 */

typedef struct benchi_prepared {
	bench_numbers set;       /* in run order; the caller's */
	benchi_moments moments;
	double *sorted;          /* ascending; NULL until benchi_prepared_sort */
} benchi_prepared;

/* Checks the set (at least min numbers, all finite) and finds its moments. */
bench_status benchi_prepare(const bench_numbers *set, size_t min, benchi_prepared *p);

/* Sorts a copy, unless there is one.  BENCH_ERR_MEMORY. */
bench_status benchi_prepared_sort(benchi_prepared *p);

/* Frees the copy. */
void benchi_prepared_free(benchi_prepared *p);

/*
 * Random numbers for resampling and simulation, on top of base/base.h.
 */

/* Above 0 and below 1, in steps of 2^-52. */
double benchi_draw_unit(uint64_t *state);

/*
 * Gamma and beta functions to nearly full precision, and what the distributions
 * share: the weight x^a y^b / B(a, b) and both tails of the incomplete functions.
 */

/* Lower and upper tail; each is accurate relative to itself. */
typedef struct benchi_tails {
	double lower, upper;
} benchi_tails;

/* ln Gamma(z) - ((z - 1/2) ln z - z + ln(2 pi)/2), z > 0: what Stirling leaves. */
double benchi_stirling_rest(double z);

/* ln B(a, b), a and b > 0.  No global state (signgam). */
double benchi_log_beta(double a, double b);

/* e^v - 1 - v without cancellation. */
double benchi_exp_rest(double v);

/* The regularized incomplete beta function I_x(a, b); y is 1 - x, given by the
 * caller because the smaller of both carries the precision.  a, b > 0. */
benchi_tails benchi_beta_tails(double x, double y, double a, double b);

/* The regularized incomplete gamma functions P(a, x) and Q(a, x), a > 0, x >= 0. */
benchi_tails benchi_gamma_tails(double a, double x);

/*
 * The logarithm of the normal's lower tail, which does not vanish.
 */

/* ln P(Z <= x), any x: -800 000 for x = -1265, where the tail itself is 0. */
double benchi_normal_log_cdf(double x);

/*
 * A zero of a continuous function between two points of unlike sign.
 */

typedef double benchi_function(double x, const void *arg);

/* The zero of f to nearly the last bit, from a guess and a first step: the bracket is grown from
 * guess, by doubling steps, until it holds a change of sign.  NaN if it finds none. */
double benchi_root_near(benchi_function *f, const void *arg, double guess, double step);

/*
 * Exact distributions of rank statistics, as tables of probabilities.
 */

/* The lower half of a distribution that is symmetric on 0..top: mass[u] for u of
 * 0 to top / 2.  mass is NULL if the table would be too large, or without memory
 * for it (lost); free() it. */
typedef struct benchi_masses {
	double *mass;
	double top;
	int lost;
} benchi_masses;

/* Of the number of pairs in descending order among n numbers in random order. */
benchi_masses benchi_kendall_masses(size_t n);

/* P(X at least as far from the middle as x, on either side). */
double benchi_masses_two_sided(const benchi_masses *d, double x);

/*
 * Order statistics of all differences b[j] - a[i], without forming them.
 */

/* Two ascending sets, and scratch space (at least 1 number, better na + nb). */
typedef struct benchi_pairs {
	const double *a, *b;
	size_t na, nb;
	double *scratch;
	size_t capacity;
} benchi_pairs;

/*
 * The modes of a set.
 */

#define BENCHI_MODES_MOST 4

typedef struct benchi_modes {
	size_t n;                        /* 1 to BENCHI_MODES_MOST */
	double at[BENCHI_MODES_MOST];    /* median of each mode, ascending */
	size_t count[BENCHI_MODES_MOST]; /* numbers in each */
} benchi_modes;

/* What two modes are. */
struct benchi_modes_rule {
	/* Sets *several: do n sorted numbers have more than one mode? */
	bench_status (*test)(const double *sorted, size_t n, int *several);
	size_t fewest;  /* numbers that are tested */
	size_t part;    /* each mode has at least 1/part of the numbers; 0: any share */
	double gap;     /* their medians are further apart */
	size_t most;    /* 1 to BENCHI_MODES_MOST: most modes that the search of both sides makes */
};

/* Finds the modes of sorted numbers, at least one.  tested: what the test sees in their place,
 * sorted and as many; NULL: the numbers.  BENCH_ERR_MEMORY: then n is the modes found so far. */
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
 * Hartigan's dip, and its quantiles.
 */

struct benchi_dip {
	double dip;
	double low, high;   /* the modal interval */
};

/* The dip of sorted numbers, at least one.  -1: out of memory. */
int benchi_dip(const double *sorted, size_t n, struct benchi_dip *dip);

extern const int benchi_dip_sizes[BENCHI_DIP_ROWS];         /* n, ascending */
extern const double benchi_dip_rare[BENCHI_DIP_ROWS];       /* one in 1000 is above */

/* A quantile of sqrt(n) dip, from those of the dip for the sizes: quantile[row * stride]. */
double benchi_dip_quantile(size_t n, const double *quantile, size_t stride);

/* Has such a dip of n numbers, 4 or more, a p-value below 0.001? */
int benchi_dip_is_rare(double dip, size_t n);

/*
 * An e-process for a binary event: the stake of a bet after s wins in n events.
 */

/* On an event of probability q at most, with a beta(a, b) prior above q. */
typedef struct benchi_bet {
	double q, a, b, ln_start;
} benchi_bet;

/* ln of the stake after s wins in n; 0 at the start. */
double benchi_bet_ln(const benchi_bet *bet, double s, double n);

/* A boundary over n: the fewest sufficient wins. */
typedef struct benchi_wins_bound {
	benchi_bet bet;
	double goal;      /* ln(1 / alpha) */
	size_t n, wins;
} benchi_wins_bound;

/* For q = 1/2; error: probability ever to reach the boundary by chance alone. */
benchi_wins_bound benchi_bound_make(double error);

/* Advances to n + 1. */
void benchi_bound_step(benchi_wins_bound *bound);

/*
 * A growing set with order statistics at any time.
 */

#define BENCHI_RUNS_MOST 64

/* Sorted runs, one behind the other, each at least twice as long as the next. */
typedef struct benchi_runs {
	double *x, *capacity; /* numbers, and capacity to merge; all zero: an empty set */
	size_t n, size;
	size_t length[BENCHI_RUNS_MOST];
	int runs;
} benchi_runs;

/* 0 if memory is out; the set is then as before. */
int benchi_runs_add(benchi_runs *r, double x);

void benchi_runs_free(benchi_runs *r);

/* The k-th smallest, k from 0 to n - 1. */
double benchi_runs_select(const benchi_runs *r, size_t k);

/*
 * Descriptions and tests of prepared sets: what several files of this layer define.
 */

/* The differences at the ranks of an interval's ends. */
typedef struct benchi_rank_ends {
	double rank, low, high;
} benchi_rank_ends;

/* Results that rank tests of one pair of sets share at every confidence: zero before the first. */
typedef struct benchi_rank_memo {
	bool counted;   /* also the shift, which a test without an interval leaves out */
	double w, ties, own_ties, shift;
	benchi_rank_ends ends[4];
	size_t n;
} benchi_rank_memo;

/* An interval of median(b) - median(a) of two independent streams, valid at any time; each gets
 * half of the error.  Wider than that of pairs, but needs none.  As bench_evidence_interval. */
bench_status benchi_evidence_difference(const bench_evidence *a, const bench_evidence *b,
                                        double confidence, double *low, double *high);

/* The number farthest from the mean. */
struct benchi_outlier_test {
	double g;            /* its distance from the mean, in standard deviations */
	double u;            /* variance without it over variance with it, times (n-2)/(n-1) */
	double value;        /* the number itself */
	double p_one, p_two; /* p-values: on this side; on either; at most 1 */
	size_t index;        /* its index in the set, from 0; of equals the first,
	                      * of two equally distant ones the larger */
	int high;            /* nonzero: it lies above the mean (or at it) */
};

/* Grubbs' test for one outlier of at least one number.  g is NaN if all are equal, u and the
 * p-values also for n below 3. */
void benchi_outlier(const benchi_prepared *p, struct benchi_outlier_test *out);

/* The public functions of the same names, of prepared sets.  Those that need the order sort it
 * first, once; confidence lies between 0 and 1.  With a confidence of NaN, benchi_ranksum only
 * tests: shift and interval, which take most of the time, are left out. */
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

/* The same t test's interval at another confidence. */
void benchi_ttest_interval(bench_ttest *t, double confidence);
/* The same where the quantile of 0.5 + confidence / 2 is known. */
void benchi_ttest_interval_by(bench_ttest *t, double confidence, double quantile);

/*
 * Probability distributions: _cdf is P(X <= x); _sf is P(X > x), computed directly and not as
 * 1 - cdf, so that 1e-300 stays 1e-300; _quantile is the x with P(X <= x) = p.  NaN for NaN, for
 * parameters outside the stated range and for p outside 0..1.  Unless stated otherwise the relative
 * error is at most 1e-12.
 */

/*
 * benchi_normal_cdf, benchi_normal_sf, benchi_normal_quantile: the standard normal.
 *
 * x: any real or infinite number.  p: 0..1; 0 and 1 give infinities.
 * Source: the complementary error function of the C library; the quantile solves
 * for it.
 */
double benchi_normal_cdf(double x);
double benchi_normal_sf(double x);
double benchi_normal_quantile(double p);

/*
 * benchi_student_cdf, benchi_student_sf, benchi_student_quantile: Student's t.
 *
 * t: any real or infinite number.  df: degrees of freedom, above 0, not
 * necessarily whole; infinity gives the normal.  p: 0..1.
 * Source: the incomplete beta function of df/(df + t t) (Abramowitz and Stegun
 * 1964, 26.7.1).
 */
double benchi_student_cdf(double t, double df);
double benchi_student_sf(double t, double df);
double benchi_student_quantile(double p, double df);

/*
 * benchi_chisquare_quantile: chi-square.
 *
 * df: above 0.  p: 0..1.
 * A gamma variable of shape a and scale s is s/2 times a chi-square of 2 a.
 * Source: the incomplete gamma function (Abramowitz and Stegun 1964, 26.4.19).
 */
double benchi_chisquare_quantile(double p, double df);

/*
 * benchi_beta_sf: the beta distribution.
 *
 * x: 0..1; below it the probability is 1, above it 0.  a, b: above 0.
 * Source: DiDonato and Morris, ACM TOMS 18, 1992, p. 360.
 */
double benchi_beta_sf(double x, double a, double b);

/*
 * benchi_binomial_cdf: successes in n trials.
 *
 * k: successes, rounded down.  n: trials, whole, 0 and above.  chance: of a success, 0..1.
 * Source: the incomplete beta function (Abramowitz and Stegun 1964, 26.5.24).
 */
double benchi_binomial_cdf(double k, double n, double chance);

#endif
