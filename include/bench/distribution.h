/*
 * Probability distributions.
 *
 * For each: _cdf is P(X <= x), _sf is P(X > x), computed directly and not as
 * 1 - cdf, so that 1e-300 stays 1e-300; _quantile is the x with
 * P(X <= x) = p, and of a discrete one the smallest x with P(X <= x) >= p.
 * All are pure functions of their arguments and thread-safe; all return NaN for
 * NaN, for parameters outside the stated range and for p outside 0..1.  Unless
 * stated otherwise the relative error is at most 1e-12.  Since 0.1.0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_DISTRIBUTION_H
#define BENCH_DISTRIBUTION_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/*
 * bench_normal_cdf, bench_normal_sf, bench_normal_quantile: the standard normal.
 *
 * x: any real or infinite number.  p: 0..1; 0 and 1 give infinities.
 * Source: the complementary error function of the C library; the quantile solves
 * for it.
 */
BENCH_API double bench_normal_cdf(double x);
BENCH_API double bench_normal_sf(double x);
BENCH_API double bench_normal_quantile(double p);

/*
 * bench_student_cdf, bench_student_sf, bench_student_quantile: Student's t.
 *
 * t: any real or infinite number.  df: degrees of freedom, above 0, not
 * necessarily whole; infinity gives the normal.  p: 0..1.
 * Source: the incomplete beta function of df/(df + t t) (Abramowitz and Stegun
 * 1964, 26.7.1).
 */
BENCH_API double bench_student_cdf(double t, double df);
BENCH_API double bench_student_sf(double t, double df);
BENCH_API double bench_student_quantile(double p, double df);

/*
 * bench_noncentral_cdf, bench_noncentral_sf, bench_noncentral_quantile: the
 * noncentral t, (Z + shift) / sqrt(chi-square(df) / df): what a t statistic
 * follows when there is a difference.
 *
 * t: any real number.  df: above 0.  shift: the noncentrality, any real number.
 * p: 0..1.
 * Source: the mean of the normal's cdf over the chi distribution, all terms of one
 * sign, by the trapezoidal rule on the line (Trefethen and Weideman, SIAM Review
 * 56, 2014, p. 385).  Both tails to about 1e-12 relative.
 */
BENCH_API double bench_noncentral_cdf(double t, double df, double shift);
BENCH_API double bench_noncentral_sf(double t, double df, double shift);
BENCH_API double bench_noncentral_quantile(double p, double df, double shift);

/*
 * bench_chisquare_cdf, bench_chisquare_sf, bench_chisquare_quantile: chi-square.
 *
 * x: 0 and above (below it the probability is 0).  df: above 0.  p: 0..1.
 * A gamma variable of shape a and scale s is s/2 times a chi-square of 2 a.
 * Source: the incomplete gamma function (Abramowitz and Stegun 1964, 26.4.19).
 */
BENCH_API double bench_chisquare_cdf(double x, double df);
BENCH_API double bench_chisquare_sf(double x, double df);
BENCH_API double bench_chisquare_quantile(double p, double df);

/*
 * bench_beta_cdf, bench_beta_sf, bench_beta_quantile: the beta distribution.
 *
 * x: 0..1; below it the probability is 0, above it 1.  a, b: above 0.  p: 0..1.
 * Source: DiDonato and Morris, ACM TOMS 18, 1992, p. 360.
 */
BENCH_API double bench_beta_cdf(double x, double a, double b);
BENCH_API double bench_beta_sf(double x, double a, double b);
BENCH_API double bench_beta_quantile(double p, double a, double b);

/*
 * bench_binomial_mass, bench_binomial_cdf, bench_binomial_sf,
 * bench_binomial_quantile: successes in n trials.
 *
 * k: successes, rounded down; the mass of a k that is not whole is 0.
 * n: trials, whole, 0 and above.  chance: probability of a success, 0..1.  p: 0..1.
 * Source: the incomplete beta function (Abramowitz and Stegun 1964, 26.5.24);
 * Loader 2000 for the mass.
 */
BENCH_API double bench_binomial_mass(double k, double n, double chance);
BENCH_API double bench_binomial_cdf(double k, double n, double chance);
BENCH_API double bench_binomial_sf(double k, double n, double chance);
BENCH_API double bench_binomial_quantile(double p, double n, double chance);

/*
 * bench_ranksum_cdf, bench_ranksum_sf, bench_ranksum_quantile: Wilcoxon's rank
 * sum (Mann and Whitney's U) of sets of m and n without ties, exactly.
 *
 * u: pairs in which the first set's number is the larger, 0..m n, rounded down.
 * m, n: sizes, 1 and above, m n at most 20000; NaN beyond, and when out of memory.
 * Takes about (m n)^2 / 2 steps, at most a quarter of a second.
 * Source: recursion over the largest number (Mann and Whitney, Annals of
 * Mathematical Statistics 18, 1947, p. 50), in probabilities.
 */
BENCH_API double bench_ranksum_cdf(double u, size_t m, size_t n);
BENCH_API double bench_ranksum_sf(double u, size_t m, size_t n);
BENCH_API double bench_ranksum_quantile(double p, size_t m, size_t n);

/*
 * bench_signedrank_cdf, bench_signedrank_sf, bench_signedrank_quantile:
 * Wilcoxon's signed rank of n numbers without ties or zeros, exactly.
 *
 * v: sum of the ranks of the positive, 0..n (n + 1) / 2, rounded down.
 * n: 1 to 500; NaN beyond, and when out of memory.
 * Source: Wilcoxon, Biometrics Bulletin 1, 1945, p. 80; each rank is in or out.
 */
BENCH_API double bench_signedrank_cdf(double v, size_t n);
BENCH_API double bench_signedrank_sf(double v, size_t n);
BENCH_API double bench_signedrank_quantile(double p, size_t n);

/*
 * bench_kolmogorov_cdf, bench_kolmogorov_sf, bench_kolmogorov_quantile: the limit
 * of sqrt(n) times the largest distance between a distribution and the step
 * function of n numbers from it.
 *
 * x: 0 and above.  p: 0..1.
 * Source: Kolmogorov 1933; the two forms of the theta series, each where it
 * converges at once (Feller, Annals of Mathematical Statistics 19, 1948, p. 177).
 * A limit: for n below about 50 it gives too large a probability of a distance.
 */
BENCH_API double bench_kolmogorov_cdf(double x);
BENCH_API double bench_kolmogorov_sf(double x);
BENCH_API double bench_kolmogorov_quantile(double p);

#endif
