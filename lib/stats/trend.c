/*
 * Tests of a set for a trend and for normality.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

/*
 * Tests for a trend in the course of the run.
 *
 * Over all pairs, the later number is larger (rises) or smaller (falls); S is the difference. A
 * merge sort counts the falls in n log n steps (Knight, JASA 61, 1966, p. 436). Without a trend S
 * has mean 0 and variance (n (n-1) (2n+5) - sum t (t-1) (2t+5)) / 18 (Kendall 1970, (4.5)). z = (S
 * - sign S) / sqrt(variance). tau-b is S over sqrt(untied pairs * pairs). Its own p-value is exact
 * for few numbers without ties; otherwise it has no continuity correction.
 *
 * Worked: {3, 2, 1}: S = -3, tau = -1, tau_p = 2/6.
 *
 * Assumes independent numbers if there is no trend. Wrong if neighbours are correlated without a
 * trend: look at lag1 first.
 */

#define EXACT_BELOW 50

/* Merges x[0..half) and x[half..n), both ascending. capacity: space for half numbers. Returns
 * the number of pairs in which the latter number is smaller than the former. Has no branch that
 * depends on which side is next, because that is not predictable. */
static double trend_merge(double *x, size_t half, size_t n, double *capacity)
{
	size_t i = 0, j = half, right;
	uint64_t falls = 0;
	double *out = x;

	memcpy(capacity, x, half * sizeof *x);
	while (i < half && j < n) {
		double a = capacity[i], b = x[j];

		right = b < a;
		*out++ = right ? b : a;
		falls += (half - i) & (0 - right);
		j += right;
		i += 1 - right;
	}
	memcpy(out, capacity + i, (half - i) * sizeof *x);
	return (double)falls;
}

static double sort_counting(double *x, size_t n, double *capacity)
{
	double falls = 0;

	for (size_t run = 1; run < n; run *= 2)
		for (size_t at = 0; at + run < n; at += 2 * run)
			falls += trend_merge(x + at, run, 2 * run < n - at ? 2 * run : n - at, capacity);
	return falls;
}

/* Sums over the ties of a sorted set: the number of pairs, and in *loss the reduction of the
 * variance. */
static double tied_pairs(const double *sorted, size_t n, double *loss)
{
	double pairs = 0;

	*loss = 0;
	for (size_t i = 0, j; i < n; i = j) {
		double t;

		for (j = i + 1; j < n && sorted[j] == sorted[i]; j++)
			;
		t = (double)(j - i);
		pairs += t * (t - 1) / 2;
		*loss += t * (t - 1) * (2 * t + 5);
	}
	return pairs;
}

static bench_status tau_chance(bench_trend *out, size_t n, int ties, double falls)
{
	benchi_masses d = { NULL, 0, 0 };

	if (!ties && n < EXACT_BELOW)
		d = benchi_kendall_masses(n);
	if (d.lost)
		return benchi_fail(BENCH_ERR_MEMORY, "the distribution of Kendall's tau");
	out->tau_p = d.mass ? benchi_masses_two_sided(&d, falls)
	                    : 2 * benchi_normal_sf(fabs(out->s) / sqrt(out->variance));
	free(d.mass);
	return BENCH_OK;
}

static bench_status fill_ranks(bench_trend *out, double *x, size_t n, double *capacity)
{
	double falls = sort_counting(x, n, capacity), loss, ties = tied_pairs(x, n, &loss);
	double m = (double)n, pairs = m * (m - 1) / 2, s = pairs - ties - 2 * falls;

	out->s = s;
	out->variance = (m * (m - 1) * (2 * m + 5) - loss) / 18;
	out->z = s == 0 ? 0 : (s - (s > 0 ? 1 : -1)) / sqrt(out->variance);
	out->p = 2 * benchi_normal_sf(fabs(out->z));
	if (ties == pairs)
		return BENCH_OK;
	out->tau = s / sqrt((pairs - ties) * pairs);
	return tau_chance(out, n, ties > 0, falls);
}

bench_status benchi_trend(const benchi_prepared *p, bench_trend *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	size_t n = p->set.n;
	double *capacity;

	if (status == BENCH_OK && n < 2)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "%.0f numbers, but at least 2 are needed",
		                     (double)n);
	if (status != BENCH_OK)
		return status;
	size_t run = 1; /* length of the left half of the largest merge */

	while (2 * run < n)
		run *= 2;
	capacity = malloc((n + run) * sizeof *capacity);
	if (!capacity)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers to be sorted", (double)n);
	memcpy(capacity, p->set.x, n * sizeof *capacity);
	status = fill_ranks(out, capacity, n, capacity + n);
	free(capacity);
	if (p->moments.squares > 0)
		out->lag1 = p->moments.products / p->moments.squares;
	return status;
}

bench_status bench_trend_test(const bench_numbers *set, bench_trend *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_prepare(set, 2, &p);
	return status == BENCH_OK ? benchi_trend(&p, out) : status;
}

/*
 * Shapiro and Wilk's test for the normal distribution.
 *
 * W is the squared correlation of the sorted numbers with weights close to the expected order
 * statistics of normal numbers. The weights come from Blom's scores q((i - 3/8) / (n + 1/4)); the
 * outer one or two are corrected by polynomials in 1/sqrt(n). ln(1 - W) is normal with a mean and
 * deviation that are polynomials in n or ln n; for n = 3 the p-value is exact (Royston, Statistics
 * and Computing 2, 1992, p. 117; the ranges of AS R94, Applied Statistics 44, 1995, p. 547).
 *
 * Worked: {1, 2, 3}: W = 1, p = 1.
 *
 * Assumes independent numbers. Wrong if there are many ties (rounded numbers): W is then too
 * small.
 */

#define MOST 5000
#define PI 3.14159265358979323846

static double polynomial(const double *c, int terms, double x)
{
	double sum = 0;

	while (terms-- > 0)
		sum = sum * x + c[terms];
	return sum;
}

/* The upper half of the weights, largest first; the lower half mirrors it. */
static void make_weights(double *weight, size_t n)
{
	static const double outer[] = { 0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056 };
	static const double second[] = { 0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633 };
	size_t half = n / 2, corrected = n > 5 ? 2 : 1;
	double squares = 0, left = 0, taken = 0, r = 1 / sqrt((double)n), scale;

	if (n == 3) {
		weight[0] = sqrt(0.5);
		return;
	}
	for (size_t i = 0; i < half; i++) {
		weight[i] = -benchi_normal_quantile(((double)i + 0.625) / ((double)n + 0.25));
		squares += 2 * weight[i] * weight[i];
	}
	left = squares;
	for (size_t i = 0; i < corrected && i < half; i++) {
		left -= 2 * weight[i] * weight[i];
		weight[i] = weight[i] / sqrt(squares) + polynomial(i == 0 ? outer : second, 6, r);
		taken += 2 * weight[i] * weight[i];
	}
	scale = sqrt(left / (1 - taken));
	for (size_t i = corrected; i < half; i++)
		weight[i] /= scale;
}

/* 1 - W, computed directly so that no digits are lost. */
static double one_less_w(const double *sorted, const double *weight, size_t n)
{
	bench_numbers set = { sorted, n };
	benchi_moments m = benchi_moments_of(&set);
	double product = 0, weights = 0, root;

	for (size_t i = 0; i < n / 2; i++) {
		product += weight[i] * (sorted[n - 1 - i] - sorted[i]);
		weights += 2 * weight[i] * weight[i];
	}
	root = sqrt(weights * m.squares);
	return (root - product) * (root + product) / (weights * m.squares);
}

static double trend_chance(double rest, size_t n)
{
	static const double bound[] = { -2.273, 0.459 };
	static const double mean_few[] = { 0.544, -0.39978, 0.025054, -6.714e-4 };
	static const double ln_sd_few[] = { 1.3822, -0.77857, 0.062767, -0.0020322 };
	static const double mean_many[] = { -1.5861, -0.31082, -0.083751, 0.0038915 };
	static const double ln_sd_many[] = { -0.4803, -0.082676, 0.0030302 };
	double size = (double)n, y = log(rest), p;

	if (n == 3) {
		p = 6 / PI * (asin(sqrt(1 - rest)) - asin(sqrt(0.75)));
		return p < 0 ? 0 : p;
	}
	if (rest <= 0)
		return 1;
	if (n <= 11) {
		double gamma = polynomial(bound, 2, size);

		if (y >= gamma)
			return 0;
		return benchi_normal_sf((-log(gamma - y) - polynomial(mean_few, 4, size))
		                       / exp(polynomial(ln_sd_few, 4, size)));
	}
	size = log(size);
	return benchi_normal_sf((y - polynomial(mean_many, 4, size))
	                       / exp(polynomial(ln_sd_many, 3, size)));
}

bench_status bench_normality_test(const bench_numbers *set, bench_normality *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	double *sorted, *weight;

	if (status == BENCH_OK)
		status = benchi_numbers_check(set, 3);
	if (status == BENCH_OK && set->n > MOST)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "%.0f numbers, but at most %d can be tested",
		                     (double)set->n, MOST);
	if (status != BENCH_OK)
		return status;
	sorted = benchi_numbers_sorted(set);
	weight = malloc(set->n / 2 * sizeof *weight);
	if (!sorted || !weight) {
		status = benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers", (double)set->n);
	} else if (sorted[0] < sorted[set->n - 1]) {
		double rest;

		make_weights(weight, set->n);
		rest = one_less_w(sorted, weight, set->n);
		out->w = 1 - rest;
		out->p = trend_chance(rest, set->n);
	}
	free(sorted);
	free(weight);
	return status;
}
