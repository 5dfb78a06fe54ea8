/*
 * Describes a set: quantiles, mean, standard deviation and their intervals, its outlier, the
 * interval of its median, and whether it is normal.
 *
 * Mean and deviation come from the compensated sums of numbers.c. Quantiles of type 7 come from a
 * sorted copy. Spreads (iqr, mad) are computed after subtracting the middle number, so that a
 * large common part costs no digits. The interval of the mean is mean +- t s/sqrt(n), that of the
 * deviation s sqrt((n-1)/chi-square).
 *
 * Worked: {1476.48, 1475.75, 1482.53}: mean 1478.2533, sd 3.7216439.
 *
 * Assumes nothing for the quantiles, and normal numbers for the intervals. Wrong if the numbers
 * are skewed or drift: then the intervals are.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

#define DESCRIBE_RESULT_DOUBLES (offsetof(bench_description, n) / sizeof(double))

/* Returns the q-quantile after subtracting the middle number. */
static double quantile_less(const double *sorted, size_t n, double q, double middle)
{
	double h = (double)(n - 1) * q;
	size_t i = (size_t)h, next = i + 1 < n ? i + 1 : i;
	double low = sorted[i] - middle, high = sorted[next] - middle;

	return low + (h - (double)i) * (high - low);
}

/* Returns half the width of Student's interval of the mean. */
static double mean_half(const benchi_moments *m, double confidence)
{
	return benchi_student_quantile(1 - (1 - confidence) / 2, m->n - 1) * sqrt(benchi_variance(m))
	       / sqrt(m->n);
}

struct benchi_mean benchi_mean_of(const double *x, size_t n, double confidence)
{
	benchi_moments m = benchi_moments_of(&(bench_numbers){ x, n });
	double half = mean_half(&m, confidence);

	return (struct benchi_mean){ benchi_mean(&m), benchi_mean(&m) - half, benchi_mean(&m) + half };
}

bench_status benchi_describe(benchi_prepared *p, double confidence, bench_description *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, DESCRIBE_RESULT_DOUBLES);

	if (status == BENCH_OK)
		status = benchi_prepared_sort(p);
	if (status != BENCH_OK)
		return status;
	out->n = p->set.n;
	out->confidence = confidence;

	const double *sorted = p->sorted;
	const size_t n = p->set.n;
	const double middle = sorted[n / 2];

	out->min = sorted[0];
	out->q05 = benchi_quantile(sorted, n, 0.05);
	out->q25 = benchi_quantile(sorted, n, 0.25);
	out->median = benchi_quantile(sorted, n, 0.5);
	out->q75 = benchi_quantile(sorted, n, 0.75);
	out->q95 = benchi_quantile(sorted, n, 0.95);
	out->max = sorted[n - 1];

	const benchi_moments m = p->moments;
	const double df = m.n - 1, tail = (1 - out->confidence) / 2;

	out->mean = benchi_mean(&m);
	if (n > 1) {
		out->variance = benchi_variance(&m);
		out->sd = sqrt(out->variance);
		if (m.squares > 0) {
			const double half = mean_half(&m, out->confidence);

			out->mean_low = m.origin + (m.offset - half);
			out->mean_high = m.origin + (m.offset + half);
		}
		out->sd_low = sqrt(m.squares / benchi_chisquare_quantile(1 - tail, df));
		out->sd_high = sqrt(m.squares / benchi_chisquare_quantile(tail, df));
	}
	out->iqr = quantile_less(sorted, n, 0.75, middle) - quantile_less(sorted, n, 0.25, middle);
	out->mad = benchi_mad(sorted, n, middle, quantile_less(sorted, n, 0.5, middle));
	return BENCH_OK;
}

bench_status bench_numbers_describe(const bench_numbers *set, double confidence,
                                    bench_description *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, DESCRIBE_RESULT_DOUBLES);
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_prepare(set, 1, &p);
	if (status != BENCH_OK)
		return status;
	status = benchi_describe(&p, confidence, out);
	benchi_prepared_free(&p);
	return status;
}

/*
 * Grubbs' test for one outlier.
 *
 * G = |x - mean| / sd of the number farthest from the mean. Under normality, t^2 = n (n-2) G^2 /
 * ((n-1)^2 - n G^2) is the square of a Student t with n - 2 degrees of freedom, corrected for the
 * n numbers that may be the farthest (Grubbs, Annals of Mathematical Statistics 21, 1950, p. 27;
 * Technometrics 11, 1969, p. 1). U is the share of the squares that remains without that number.
 * It is summed separately, and (n-1)^2 - n G^2 = (n-1)^2 U, so a gross outlier causes no
 * cancellation.
 *
 * Worked: {1, 1.1, 0.9, 1, 5}: G = 1.7875, t = 43.8 with 3 degrees of freedom, p = 6.5e-5.
 *
 * Assumes that the other numbers are normal and that there is one outlier. Wrong if there are two:
 * each makes sd large for the other.
 */

#define OUTLIER_RESULT_DOUBLES (offsetof(struct benchi_outlier_test, index) / sizeof(double))

void benchi_outlier(const benchi_prepared *p, struct benchi_outlier_test *out)
{
	const benchi_moments *m = &p->moments;
	benchi_sum squares = { 0, 0 }, rest = { 0, 0 };
	double distance, tail, mean;

	if (benchi_result_begin(out, sizeof *out, OUTLIER_RESULT_DOUBLES))
		return;
	/* the number farthest from the mean; the larger of two at equal distances */
	const bench_numbers *set = &p->set;
	size_t at = 0;

	distance = -1;
	for (size_t i = 0; i < set->n; i++) {
		double d = fabs((set->x[i] - m->origin) - m->offset);

		if (d > distance || (d == distance && set->x[i] > set->x[at])) {
			distance = d;
			at = i;
		}
	}
	out->index = at;
	out->value = p->set.x[out->index];
	out->high = (out->value - m->origin) - m->offset >= 0;
	if (!(m->squares > 0))
		return;
	out->g = distance / sqrt(benchi_variance(m));
	if (p->set.n < 3)
		return;
	/* U is computed directly if cancellation costs at most two digits, otherwise from the squares
	 * of the other numbers' distances from their own mean. */
	out->u = 1 - distance * distance / m->squares * (m->n / (m->n - 1));
	mean = m->offset - ((out->value - m->origin) - m->offset) / (m->n - 1);
	for (size_t i = 0; i < set->n && !(out->u > 0.01); i++)
		if (i != at) {
			double d = (set->x[i] - m->origin) - mean;

			benchi_sum_add(&squares, d * d);
			benchi_sum_add(&rest, d);
		}
	rest.high += rest.low;
	if (!(out->u > 0.01))
		out->u = fmax(0, squares.high + (squares.low - rest.high * rest.high / (m->n - 1)))
		       / m->squares;
	tail = m->n * benchi_student_sf(out->g / (m->n - 1) * sqrt(m->n * (m->n - 2) / out->u),
	                               m->n - 2);
	out->p_one = fmin(1, tail);
	out->p_two = fmin(1, 2 * tail);
}

/*
 * Interval of the median of consecutive values, such as those of some twenty processes.
 *
 * Method: two order statistics enclose the median with a known confidence, whatever the
 * distribution. Linear interpolation between the pair that reaches 95 % and the next narrower one
 * brings the confidence to 95 % (Hettmansperger and Sheather 1986); whole ranks of twenty values
 * would give 95.9 %.
 *
 * Consecutive processes resemble each other while a disturbance lasts. The correlation of
 * successive values is estimated from their signs about the median, and the interval is widened as
 * if there were fewer values: by sqrt((1 + r) / (1 - r)), or by the sum of the correlations at all
 * distances if that is more. The estimate of r from twenty signs is rough, so independent values
 * get an interval about 15 % too wide.
 *
 * Fewer than six values cannot enclose their median with 95 %. Their interval is the union of the
 * range and Student's interval of the mean. In simulation it includes the median in 94 to 97 % for
 * three to five values (normal, skewed, bimodal, with outliers) and in 88 to 95 % for two.
 * With 45 % of the values in a second state these are 87 % for three, 92 % for four, 76 % for two.
 *
 * In simulation (16 and 20 values; normal, skewed, bimodal, with outliers) the interval includes
 * the median in 95 to 97 % without correlation and in 90 to 96 % with a correlation of 0.4. In the
 * latter case order statistics alone reach 82 to 94 %, and Student's t on logarithms 5 to 95 %.
 *
 * Assumes nothing about the distribution of six or more values. Wrong for disturbances that
 * outlast all values.
 */

static const double HALF_PI = 1.57079632679489662;
static const double CORRELATION_MOST = 0.8;
static const double TWO_REACH = 0.88;   /* in the worst simulated case */

enum { VALUES_LEAST = 6 };

struct benchi_median_interval benchi_median_interval_of(const double *value, size_t n,
                                                        double confidence, double *scratch)
{
	struct benchi_median_interval m = { NAN, NAN, NAN, 0, 0 };
	double together, inner, outer, next, share, weight, k, sum = 0, last = 0, pairs, r;
	size_t low, high;

	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			scratch[m.n++] = value[i];
	if (!m.n)
		return m;
	m.centre = benchi_median_many(scratch, m.n);
	m.low = m.high = m.centre;
	if (m.n < VALUES_LEAST) {
		if (m.n > 1) {
			struct benchi_mean mean = benchi_mean_of(scratch, m.n, confidence);

			m.high = fmax(scratch[m.n - 1], mean.high);
			m.low = mean.low;
			if (scratch[0] >= 0) /* down by at most twice the factor of the high end */
				m.low = fmax(mean.low, m.high > 0 ? m.centre * m.centre / (2 * m.high) : 0);
			m.low = fmin(scratch[0], m.low);
			m.confidence = m.n > 2 ? confidence : fmin(confidence, TWO_REACH);
		}
		return m;
	}

	/* How many values tell as much as one independent value, from the correlation of successive
	 * signs about the median. */
	pairs = -1;
	for (size_t i = 0; i < n; i++) {
		double sign = (value[i] > m.centre) - (value[i] < m.centre);

		if (isnan(value[i]))
			continue;
		sum += last * sign;
		last = sign;
		pairs++;
	}
	r = (sum + 1) / pairs;   /* signs about their own median: -1 pair on average */
	r = r > 0 && pairs >= VALUES_LEAST ? fmin(sin(HALF_PI * fmin(r, 1)), CORRELATION_MOST) : 0;
	together = (1 + r) / (1 - r);
	if (m.n == n) {
		together = fmax(together, benchi_correlated(value, n, m.centre, scratch));
		memcpy(scratch, value, n * sizeof *scratch);
		benchi_sort_many(scratch, n);
	}
	/* interpolate between the enclosing ranks and the next ranks inwards, which have `next` less
	 * confidence */
	inner = erf(benchi_normal_quantile((1 + confidence) / 2) * sqrt(together / 2));
	outer = benchi_median_ranks(m.n, inner, &low, &high);
	k = (double)low + 1;
	next = 2 * exp(-(double)m.n * log(2.0) - log((double)m.n + 1)
		- benchi_log_beta(k + 1, (double)m.n - k + 1));
	share = outer > inner ? (outer - inner) / next : 0;
	weight = ((double)m.n - k) * share / (k + ((double)m.n - 2 * k) * share);
	m.low = scratch[low] + weight * (scratch[low + 1] - scratch[low]);
	m.high = scratch[high] - weight * (scratch[high] - scratch[high - 1]);
	m.confidence = confidence;
	return m;
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

/* Computes the upper half of the weights, largest first; the lower half mirrors it. */
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

/* Returns the p-value of W = 1 - rest for n numbers. */
static double normality_p(double rest, size_t n)
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
		status = benchi_fail(BENCH_ERR_ARGUMENT, "%.0f numbers, expected at most %d",
		                     (double)set->n, MOST);
	if (status != BENCH_OK)
		return status;
	sorted = benchi_numbers_sorted(set);
	weight = malloc(set->n / 2 * sizeof *weight);
	if (!sorted || !weight) {
		status = benchi_no_memory("the numbers");
	} else if (sorted[0] < sorted[set->n - 1]) {
		/* 1 - W, computed directly so that no digits are lost */
		double squares = benchi_moments_of(&(bench_numbers){ sorted, set->n }).squares;
		double product = 0, weights = 0, root, rest;

		make_weights(weight, set->n);
		for (size_t i = 0; i < set->n / 2; i++) {
			product += weight[i] * (sorted[set->n - 1 - i] - sorted[i]);
			weights += 2 * weight[i] * weight[i];
		}
		root = sqrt(weights * squares);
		rest = (root - product) * (root + product) / (weights * squares);
		out->w = 1 - rest;
		out->p = normality_p(rest, set->n);
	}
	free(sorted);
	free(weight);
	return status;
}
