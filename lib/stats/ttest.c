/*
 * Tests whether the means of two sets differ.
 *
 * Student's test pools the variances. Welch's does not, and estimates the degrees of freedom
 * (Welch, Biometrika 34, 1947, p. 28). The paired test uses only the differences. In all of them t
 * = difference / se, p = 2 P(T > |t|), and the interval is difference +- quantile se.
 *
 * Worked: means 1478.2533 and 1474.27 of three numbers each, sd 3.7216 and 5.4980: pooled sd
 * 4.6947, se 3.8332, t = -1.0392 with 4 degrees of freedom, p = 0.357.
 *
 * Assumes independent normal numbers, or many numbers. Wrong if the sets drift, are skewed with
 * few numbers, or have several modes.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

#define TTEST_RESULT_DOUBLES (sizeof(bench_ttest) / sizeof(double))

/* Returns mean(b) - mean(a), exact even if both are huge. */
static double mean_gap(const benchi_moments *a, const benchi_moments *b)
{
	double gap = b->origin - a->origin;

	return gap + ((b->offset - a->offset) + benchi_difference_error(b->origin, a->origin, gap));
}

static bench_status begin_test(size_t na, size_t nb, bench_ttest *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, TTEST_RESULT_DOUBLES);

	if (status || (na > 1 && nb > 1))
		return status;
	return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f and %.0f numbers, expected at least 2",
	                   (double)na, (double)nb);
}

/* Computes t and p from difference, se and df, and the interval at this confidence. */
static void conclude(bench_ttest *out, double df, double confidence)
{
	if (out->se > 0) {
		out->df = df;
		out->t = out->difference / out->se;
		out->p = 2 * benchi_student_sf(fabs(out->t), df);
	}
	benchi_ttest_interval(out, confidence, NAN);
}

void benchi_ttest_interval(bench_ttest *t, double confidence, double quantile)
{
	double half;

	t->confidence = confidence;
	if (!(t->se > 0))
		return;
	half = t->se * (isnan(quantile) ? benchi_student_quantile(0.5 + confidence / 2, t->df)
	                                : quantile);
	t->low = t->difference - half;
	t->high = t->difference + half;
}

bench_status benchi_student(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                            bench_ttest *out)
{
	const benchi_moments *ma = &a->moments, *mb = &b->moments;
	bench_status status = begin_test(a->set.n, b->set.n, out);
	double df = (double)a->set.n + (double)b->set.n - 2;

	if (status)
		return status;
	out->difference = mean_gap(ma, mb);
	out->sd = sqrt((ma->squares + mb->squares) / df);
	out->se = out->sd * sqrt(1 / ma->n + 1 / mb->n);
	conclude(out, df, confidence);
	return BENCH_OK;
}

bench_status benchi_welch(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                          bench_ttest *out)
{
	const benchi_moments *ma = &a->moments, *mb = &b->moments;
	bench_status status = begin_test(a->set.n, b->set.n, out);
	double va, vb, share;

	if (status)
		return status;
	va = benchi_variance(ma) / ma->n;
	vb = benchi_variance(mb) / mb->n;
	share = va / (va + vb);
	out->difference = mean_gap(ma, mb);
	out->se = sqrt(va + vb);
	conclude(out, 1 / (share * share / (ma->n - 1) + (1 - share) * (1 - share) / (mb->n - 1)),
	               confidence);
	return BENCH_OK;
}

bench_status bench_welch_test(const bench_numbers *a, const bench_numbers *b, double confidence,
                              bench_ttest *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, TTEST_RESULT_DOUBLES);
	benchi_prepared pa, pb;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_prepare(a, 2, &pa);
	if (status == BENCH_OK)
		status = benchi_prepare(b, 2, &pb);
	return status == BENCH_OK ? benchi_welch(&pa, &pb, confidence, out) : status;
}

bench_status bench_paired_test(const bench_numbers *a, const bench_numbers *b, double confidence,
                               bench_ttest *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, TTEST_RESULT_DOUBLES);
	benchi_moments m;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_pairs_check(a, b, 2);
	if (status != BENCH_OK)
		return status;
	m = benchi_moments_less(b, a->x);
	out->difference = benchi_mean(&m);
	out->sd = sqrt(benchi_variance(&m));
	out->se = out->sd / sqrt(m.n);
	conclude(out, m.n - 1, confidence);
	return BENCH_OK;
}

/*
 * Tests whether two sets are equivalent within a margin.
 *
 * Two one-sided tests, each at the requested confidence c (Schuirmann 1987): the interval of
 * confidence 2 c - 1 is within the margins if and only if both tests reject. The p-value of the
 * Welch form is the larger of the two one-sided ones.
 *
 * Worked: shift 0.31, 90 % interval -1.92 to 2.15, margin 9.73: equivalent.
 *
 * Assumes what the interval assumes (see above, and ranks.c). Wrong if the margin is chosen after
 * the data have been seen.
 */

#define EQUIVALENCE_RESULT_DOUBLES (offsetof(bench_equivalence, answer) / sizeof(double))

bench_status benchi_equivalence(benchi_prepared *a, benchi_prepared *b,
                                const bench_equivalence_options *options,
                                benchi_rank_memo *memo, bench_equivalence *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, EQUIVALENCE_RESULT_DOUBLES);
	double confidence = options->confidence, both;
	bench_ranksum r;
	bench_ttest t;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status != BENCH_OK)
		return status;
	if (!(confidence > 0.5) || !(options->margin >= 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, "margin is %g, expected 0 or more, and confidence "
			"%g, expected above 0.5", options->margin, confidence);
	both = 2 * confidence - 1;
	out->margin = options->margin > 0 ? options->margin : 0.01 * fabs(benchi_mean(&a->moments));
	if (options->ranks) {
		status = benchi_ranksum(a, b, both, memo, &r);
		out->difference = r.shift;
		out->low = r.low;
		out->high = r.high;
	} else {
		status = benchi_welch(a, b, both, &t);
		out->difference = t.difference;
		out->low = t.low;
		out->high = t.high;
	}
	if (status != BENCH_OK)
		return status;
	if (out->low >= -out->margin && out->high <= out->margin)
		out->answer = BENCH_SAME;
	else
		out->answer = out->low > out->margin ? BENCH_HIGHER
		            : out->high < -out->margin ? BENCH_LOWER : BENCH_UNSURE;
	/* too few numbers: their range may show a difference, but never equivalence */
	if (options->ranks
	    && (!(r.reached > 0) || (!(r.reached >= both) && out->answer == BENCH_SAME)))
		out->answer = BENCH_UNSURE;
	if (!options->ranks && t.se > 0)
		out->p = fmax(benchi_student_sf((t.difference + out->margin) / t.se, t.df),
		              benchi_student_sf((out->margin - t.difference) / t.se, t.df));
	return BENCH_OK;
}

bench_status bench_equivalence_test(const bench_numbers *a, const bench_numbers *b,
                                    const bench_equivalence_options *options,
                                    bench_equivalence *out)
{
	static const bench_equivalence_options defaults = { 0, 0, 0 };
	bench_status status = benchi_result_begin(out, sizeof *out, EQUIVALENCE_RESULT_DOUBLES);
	benchi_rank_memo memo = { 0 };
	benchi_prepared pa, pb;

	if (!options)
		options = &defaults;
	if (status == BENCH_OK)
		status = benchi_prepare(a, options->ranks ? 1 : 2, &pa);
	if (status == BENCH_OK)
		status = benchi_prepare(b, options->ranks ? 1 : 2, &pb);
	if (status != BENCH_OK)
		return status;
	status = benchi_equivalence(&pa, &pb, options, &memo, out);
	benchi_prepared_free(&pa);
	benchi_prepared_free(&pb);
	return status;
}

/*
 * The noncentral t distribution: that of a t statistic if there is a difference.
 *
 * T = (Z + shift) / s with s = sqrt(chi-square(df) / df), so P(T > t) is the mean of P(Z > t s -
 * shift) over s. In u = ln s the density of s falls on both sides like an exponential or faster,
 * and so does the product. So the trapezoidal rule over the line converges geometrically
 * (Trefethen and Weideman, SIAM Review 56, 2014, p. 385). Every term is positive, so both tails
 * keep their relative precision, unlike with the usual alternating series.
 *
 * Worked: t = 2, df = 4, shift = 1: P(T > 2) = 0.23543254617567572.
 *
 * Wrong if df is below about 1e-3: the range to be summed grows as 1 / df.
 */

#define PI 3.14159265358979323846

/* For P(Z < shift - t s), Z normal: both tails in one form. */
typedef struct integrand {
	double t, shift, df, ln_factor;
} integrand;

/* Returns the logarithm of the integrand, without its constant factor. */
static double ln_height(const integrand *g, double u)
{
	double v = 2 * u, term = v * v / 2, rest = term;     /* e^v - 1 - v without cancellation */

	for (int i = 3; fabs(v) <= 0.5 && fabs(term) > 1e-16 * fabs(rest); i++) {
		term *= v / i;
		rest += term;
	}
	if (fabs(v) > 0.5)
		rest = expm1(v) - v;
	return benchi_normal_log_cdf(g->shift - g->t * exp(u)) - g->df / 2 * rest;
}

/* Returns where the integrand has fallen to e^-40 of its maximum. */
static double find_end(const integrand *g, double top, double step)
{
	double least = ln_height(g, top) - 40;

	while (ln_height(g, top + step) > least)
		step *= 1.5;
	return top + step;
}

/* Returns P(T > t). The trapezoidal rule, halving the step until the sum no longer changes. */
static double noncentral_t_sf(double t, double df, double shift)
{
	const double section = 0.6180339887498949;
	integrand g = { t, shift, df, 0 };
	double step, top, lo, hi, a, b, at_a, at_b, sum = 0, area = 0, before;
	size_t n = 32;

	if (isnan(t) || !(df > 0) || isnan(shift) || isinf(shift))
		return NAN;
	if (isinf(t))
		return t < 0;
	if (isinf(df))
		return benchi_normal_sf(t - shift);
	if (shift == 0)
		return benchi_student_sf(t, df);
	/* the density of u at s = 1 is sqrt(df / pi) e^-rest */
	g.ln_factor = log(df / PI) / 2 - benchi_stirling_rest(df / 2);
	step = 0.5 / sqrt(df + t * t);

	/* The maximum, by golden section: roughly, because only the limits of the sum depend on it. */
	lo = -60 / (df < 1 ? df : 1);
	hi = 6;
	a = hi - section * (hi - lo);
	b = lo + section * (hi - lo);
	at_a = ln_height(&g, a);
	at_b = ln_height(&g, b);
	for (int i = 0; i < 120 && hi - lo > fmax(step / 50, 1e-9); i++)
		if (at_a < at_b) {
			lo = a;
			a = b;
			at_a = at_b;
			b = lo + section * (hi - lo);
			at_b = ln_height(&g, b);
		} else {
			hi = b;
			b = a;
			at_b = at_a;
			a = hi - section * (hi - lo);
			at_a = ln_height(&g, a);
		}
	top = (lo + hi) / 2;
	lo = find_end(&g, top, -step);
	hi = find_end(&g, top, step);
	/* the end points contribute nothing */
	for (size_t i = 0; i < n; i++)
		sum += exp(ln_height(&g, lo + (double)i * ((hi - lo) / (double)n)) + g.ln_factor);
	area = sum * (hi - lo) / (double)n;
	do {
		before = area;
		n *= 2;
		for (size_t i = 1; i < n; i += 2)
			sum += exp(ln_height(&g, lo + (double)i * ((hi - lo) / (double)n)) + g.ln_factor);
		area = sum * (hi - lo) / (double)n;
	} while (fabs(area - before) > 1e-14 * area && n < (size_t)1 << 18);
	return area;
}

/*
 * Power of Student's test: sample size, detectable difference, probability of detection.
 *
 * With n numbers in each set, Student's t follows the noncentral t distribution with 2 (n - 1)
 * degrees of freedom and shift sqrt(n/2) delta/sd. The difference is found if t exceeds the
 * quantile of the confidence (Cohen 1988, section 2.5). The other two questions solve that
 * equation, starting from the normal approximation.
 *
 * Worked: delta 3.248128, sd 2.938169, power 0.8: n = 13.8739577.
 *
 * Assumes normal numbers with the same deviation in both sets. Wrong if sd comes from few numbers:
 * then n is uncertain, too.
 */

static double power_chance(const bench_power *p)
{
	double df = 2 * (p->n - 1), shift = sqrt(p->n / 2) * (p->delta / p->sd);
	double t = benchi_student_quantile(0.5 + p->confidence / 2, df), found;

	found = noncentral_t_sf(t, df, shift);
	return p->strict ? found + noncentral_t_sf(t, df, -shift) : found;
}

typedef enum question { ASK_N, ASK_DELTA, ASK_CHANCE } question;

/* Fills in the defaults of a plan, checks the numbers that are not `asked`, and sets the answer to
 * NaN. */
static bench_status power_begin(bench_power *p, const bench_power *plan, question asked,
                                double *answer)
{
	static const bench_power none;
	bench_status status;
	double least;

	if (answer)
		*answer = (double)NAN;
	*p = plan ? *plan : none;
	if (!plan || !answer)
		return benchi_fail(BENCH_ERR_ARGUMENT, "plan or result is NULL");
	p->delta = fabs(p->delta);
	if (p->power == 0)
		p->power = 0.8;
	status = benchi_confidence_check(&p->confidence);
	if (status != BENCH_OK)
		return status;
	least = (1 - p->confidence) / (p->strict ? 1 : 2);
	if (!(p->sd >= 0) || isinf(p->sd))
		return benchi_fail(BENCH_ERR_ARGUMENT, "sd is %g, expected 0 or more", p->sd);
	if (asked != ASK_N && !(p->n >= 2 && p->n < 1e15))
		return benchi_fail(BENCH_ERR_ARGUMENT, "n is %g, expected at least 2", p->n);
	if (asked != ASK_DELTA && !(p->delta >= 0 && p->delta < (double)INFINITY))
		return benchi_fail(BENCH_ERR_ARGUMENT, "delta is %g, expected a finite number", p->delta);
	if (asked != ASK_CHANCE && !(p->power > least && p->power < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "power is %g, expected %g to 1", p->power, least);
	return BENCH_OK;
}

/* Returns the shift that would suffice if the standard deviation were known. */
static double normal_shift(const bench_power *p)
{
	double shift = benchi_normal_quantile(0.5 + p->confidence / 2)
		+ benchi_normal_quantile(p->power);

	return shift > 0.05 ? shift : 0.05;
}

/* A plan whose n or delta is sought, at least `least`. */
typedef struct sought {
	bench_power plan;
	double *unknown, least;
} sought;

/* Returns how much the power of the plan misses the wanted power if ln_x is the unknown's
 * logarithm. */
static double miss_at(double ln_x, const void *arg)
{
	const sought *s = arg;

	*s->unknown = fmax(s->least, exp(ln_x));
	return power_chance(&s->plan) - s->plan.power;
}

bench_status bench_power_chance(const bench_power *plan, double *out)
{
	bench_power p;
	bench_status status = power_begin(&p, plan, ASK_CHANCE, out);

	if (status != BENCH_OK)
		return status;
	if (p.sd > 0)
		*out = power_chance(&p);
	else
		*out = p.delta > 0 ? 1 : (1 - p.confidence) / (p.strict ? 1 : 2);
	return BENCH_OK;
}

bench_status bench_power_n(const bench_power *plan, double *n)
{
	sought s = { .unknown = &s.plan.n, .least = 2 };
	bench_power *p = &s.plan;
	bench_status status = power_begin(p, plan, ASK_N, n);
	double guess, z;

	if (status != BENCH_OK)
		return status;
	if (p->delta == 0)
		*n = (double)INFINITY;
	else if (p->sd == 0 || miss_at(0, &s) >= 0)
		*n = 2;
	else {
		guess = normal_shift(p) * p->sd / p->delta;
		/* Guenther 1981: the difference between t and z */
		z = benchi_normal_quantile(0.5 + p->confidence / 2);
		*n = exp(benchi_root_near(miss_at, &s, log(2 * guess * guess + z * z / 4), 0.01));
	}
	return BENCH_OK;
}

bench_status bench_power_delta(const bench_power *plan, double *delta)
{
	sought s = { .unknown = &s.plan.delta, .least = 0 };
	bench_power *p = &s.plan;
	bench_status status = power_begin(p, plan, ASK_DELTA, delta);

	if (status == BENCH_OK)
		*delta = p->sd == 0 ? 0 : exp(benchi_root_near(miss_at, &s,
			log(normal_shift(p) * p->sd * sqrt(2 / p->n)), 0.1));
	return status;
}
