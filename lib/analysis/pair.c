/*
 * Chooses the method of a comparison, and applies it.
 *
 * Means (Welch's t) if both sets may be normal: no Shapiro-Wilk p below 0.05, one mode, no outlier,
 * not all values equal. Otherwise ranks (Wilcoxon, with Hodges and Lehmann's shift), unless there
 * are too few values to reach the confidence by ranks: then means again, with a warning. The choice
 * depends on each set alone, not on their difference, so it does not favour an answer.
 *
 * Percentages are of the base's mean for means and of its median for ranks. They ignore the
 * uncertainty of the base, which matters only for large differences.
 *
 * SPDX-License-Identifier: MIT
 */

#include "analysis/analysis.h"

/*
 * Decides from intervals: lower, higher, the same, or inconclusive.
 *
 * A difference is "the same" if the 1 - 2 alpha interval lies within the margin (two
 * one-sided tests, Schuirmann 1987): if the true difference is the margin or more, this is
 * wrong with probability alpha.  Otherwise it is lower or higher if the 1 - alpha
 * interval excludes 0: wrong with probability alpha if there is no difference.  A
 * significant difference within the margin is "the same".  Everything else is
 * inconclusive, never "no difference".
 *
 * Additional runs: the fewer of those that show a difference of the estimated size
 * and those that show that it lies within the margin; so the planned distance is the larger of
 * |estimate| and margin - |estimate|.  With a standard deviation they follow from the t test's
 * power of 0.8; without one the interval shrinks with the root of n, and 1.43 = (1.96 + 0.84)
 * / 1.96 gives the same power.
 */

#define POWER 0.8

void benchi_interval_widen(benchi_interval *interval, double low, double high)
{
	interval->low = fmin(interval->low, low);
	interval->high = fmax(interval->high, high);
}

bench_answer benchi_answer_of(const benchi_interval *sure, const benchi_interval *equal,
                              double margin, double beyond)
{
	if (margin > 0 && equal->low > -margin && equal->high < margin)
		return BENCH_SAME;
	if (sure->high < -beyond)
		return BENCH_LOWER;
	if (sure->low > beyond)
		return BENCH_HIGHER;
	return BENCH_UNSURE;
}

const char *benchi_answer_name(bench_answer answer)
{
	static const char *const names[] = { "inconclusive", "same", "lower", "higher" };

	return names[answer];
}

double benchi_more_runs(const benchi_outlook *plan)
{
	const double seen = fabs(plan->sure.estimate);
	const double distance = fmax(seen - plan->beyond, plan->margin - seen);
	bench_power power = { 0, distance, plan->sd, POWER, 1 - plan->alpha, 0 };
	double n = (double)NAN;

	if (!(distance > 0))
		return (double)NAN;
	if (plan->sd > 0) {
		if (bench_power_n(&power, &n) != BENCH_OK)
			return (double)NAN;
	} else { /* find the n that makes the interval narrow enough */
		double half = (plan->sure.high - plan->sure.low) / 2;
		double z = benchi_normal_quantile(1 - plan->alpha / 2);
		double factor = (z + benchi_normal_quantile(POWER)) / z * half / distance;

		n = (double)plan->n * factor * factor;
	}
	return isfinite(n) ? fmax(1, ceil(n) - (double)plan->n) : (double)NAN;
}

/*
 * Compares paired values.
 *
 * The i-th of the base and the i-th of the test come from the same conditions,
 * so that common disturbances cancel.  Normal differences: the t interval of their mean.
 * Others: the median of the differences between two of their order statistics (the
 * inverted sign test), which assumes only independent pairs.
 */

/* A method: fills in the intervals, p, location and reached. */
typedef bench_status pair_method(const benchi_question *question, double alpha,
                                 const benchi_sides *sides, benchi_finding *finding);

/* By the mean: of the differences, or of each set (Welch). */
static bench_status find_means(const benchi_question *q, double alpha, const benchi_sides *s,
                               benchi_finding *f)
{
	bench_ttest t;
	bench_status status = f->method == BENCHI_METHOD_PAIRED
		? bench_paired_test(&s->a->set, &s->b->set, 1 - alpha, &t)
		: benchi_welch(s->a, s->b, 1 - alpha, &t);
	double half = benchi_student_quantile(1 - alpha, t.df) * t.se;

	f->sure = (benchi_interval){ t.low, t.difference, t.high };
	f->equal = (benchi_interval){ t.difference - half, t.difference, t.difference + half };
	f->p = t.p;
	f->location = fabs(s->shape_a->description.mean);
	return status;
}

/*
 * Sets that are "the same" by ranks while their means differ. Rounded values are mostly equal, so
 * that the interval of their shift has no width (10 in all of 30, against 10 in 24 and 11 in 6),
 * and a few slow ones more shift nothing. If the ranks themselves tell the sets apart, or the means
 * probably differ by the margin or more, the interval is widened to that of the means.
 *
 * Of 100 pairs of rounded sets that differ by 4 %, 87 were "the same" without this.  Means of equal
 * sets with rare spikes differ by chance; so a difference that is likely by chance does not count.
 */
static const double MEANS_DIFFER_P = 0.2;

static void allow_for_means(const bench_ttest *t, double alpha, double margin, benchi_finding *f)
{
	if (!(f->equal.low > -margin && f->equal.high < margin)
	    || (f->p >= alpha && (fabs(t->difference) < margin || t->p >= MEANS_DIFFER_P)))
		return;
	benchi_interval_widen(&f->sure, t->low, t->high);
	benchi_interval_widen(&f->equal, t->low, t->high);
}

static bench_status find_median(const benchi_question *q, double alpha, const benchi_sides *s,
                                benchi_finding *f)
{
	size_t n = s->a->set.n, below = 0, above = 0, fewer, low, high;
	bench_status status;
	bench_ttest t;
	double *gap = calloc(n, sizeof *gap);

	if (!gap)
		return benchi_no_memory("the differences");
	for (size_t i = 0; i < n; i++)
		gap[i] = s->b->set.x[i] - s->a->set.x[i];
	/* two-sided p of the sign test: this many or more on one side */
	for (size_t i = 0; i < n; i++) {
		below += gap[i] < 0;
		above += gap[i] > 0;
	}
	fewer = below < above ? below : above;
	f->p = fmin(1, 2 * benchi_binomial_cdf((double)fewer, (double)(below + above), .5));
	benchi_sort_many(gap, n);
	benchi_median_ranks(n, 1 - 2 * alpha, &low, &high);
	f->equal = (benchi_interval){ gap[low], benchi_quantile(gap, n, .5), gap[high] };
	f->reached = benchi_median_ranks(n, 1 - alpha, &low, &high);
	f->sure = (benchi_interval){ gap[low], f->equal.estimate, gap[high] };
	f->location = fabs(s->shape_a->description.median);
	free(gap);
	if (q->method)
		return BENCH_OK;
	status = bench_paired_test(&s->a->set, &s->b->set, 1 - alpha, &t);
	if (!status)
		allow_for_means(&t, alpha, q->margin * f->location, f);
	return status;
}

/*
 * Compares two sets with intervals that are valid at any stopping time.
 *
 * Sets of equal size: the i-th of the test over the i-th of the base, and a confidence
 * sequence for the median of ln(b / a); where a value is not above 0, of b - a.  Sets
 * of unequal size: a sequence for each median, each with half of the error.  Neither
 * assumes normal values (bench/evidence.h has the method).  The same interval decides
 * "different" and "the same", which is conservative for the latter.
 *
 * If a single look is enough, the interval of the pairs' median is that of the sign test.
 */

static bench_status evidence_of(const double *x, size_t n, const bench_evidence_options *options,
                                bench_evidence **evidence)
{
	bench_status status = bench_evidence_new(options, evidence);

	for (size_t i = 0; i < n && !status; i++)
		status = bench_evidence_add(*evidence, x[i]);
	return status;
}

/* Undoes the logarithm: the ratio's distance from 1, in the unit of the base. */
static void to_difference(benchi_interval *interval, double location)
{
	interval->low = expm1(interval->low) * location;
	interval->estimate = expm1(interval->estimate) * location;
	interval->high = expm1(interval->high) * location;
}

/* The interval of the median of sorted numbers; infinite if so few cannot reach the confidence. */
static void median_interval(const double *x, size_t n, double confidence, benchi_interval *to)
{
	size_t low, high;
	bool reached = benchi_median_ranks(n, confidence, &low, &high) >= confidence;

	to->low = reached ? x[low] : -(double)INFINITY;
	to->high = reached ? x[high] : (double)INFINITY;
}

static bench_status find_ratio(const benchi_question *q, double alpha, const benchi_sides *s,
                               benchi_finding *f)
{
	const bench_evidence_options options = { .focus = q->focus };
	bool ratios = true;     /* all values are above 0 */
	bench_evidence *evidence = NULL;
	bench_status status = BENCH_OK;
	size_t n = s->a->set.n;
	double *gap = calloc(n, sizeof *gap);

	if (!gap)
		return benchi_no_memory("the pairs");
	for (size_t i = 0; i < n; i++)
		ratios = ratios && s->a->set.x[i] > 0 && s->b->set.x[i] > 0;
	for (size_t i = 0; i < n; i++)
		gap[i] = ratios ? log(s->b->set.x[i] / s->a->set.x[i]) : s->b->set.x[i] - s->a->set.x[i];
	if (q->anytime) {
		status = evidence_of(gap, n, &options, &evidence);
		if (!status)
			status = bench_evidence_interval(evidence, 1 - alpha, &f->sure.low, &f->sure.high);
		if (!status)
			status = bench_evidence_interval(evidence, 1 - fmin(2 * alpha, .5), &f->equal.low,
				&f->equal.high);
		if (!status)
			f->p = fmin(1, exp(-bench_evidence_against(evidence, 0)));
	} else {
		benchi_sort_many(gap, n);
		median_interval(gap, n, 1 - alpha, &f->sure);
		median_interval(gap, n, 1 - 2 * alpha, &f->equal);
	}
	f->sure.estimate = f->equal.estimate = benchi_median_many(gap, n);
	f->location = fabs(s->shape_a->description.median);
	if (ratios) {
		to_difference(&f->sure, f->location);
		to_difference(&f->equal, f->location);
	}
	bench_evidence_free(evidence);
	free(gap);
	return status;
}

static bench_status find_streams(const benchi_question *q, double alpha, const benchi_sides *s,
                                 benchi_finding *f)
{
	bench_evidence *a = NULL, *b = NULL;
	bench_status status = evidence_of(s->a->set.x, s->a->set.n, NULL, &a);

	if (!status)
		status = evidence_of(s->b->set.x, s->b->set.n, NULL, &b);
	if (!status)
		status = benchi_evidence_difference(a, b, 1 - alpha, &f->sure.low, &f->sure.high);
	f->sure.estimate = s->shape_b->description.median - s->shape_a->description.median;
	f->equal = f->sure;
	f->location = fabs(s->shape_a->description.median);
	bench_evidence_free(a);
	bench_evidence_free(b);
	return status;
}

/*
 * Is the mean change over a few builds different from 0?
 *
 * A layout puts a build into one of a few states, some of them rare outliers, so changes are not
 * normal. But if builds differ only in layout, a change is as likely as its negative, and all 2^n
 * choices of signs are equally likely, whatever the distribution (Fisher, The Design of
 * Experiments, 1935, section 21). The interval of that test lies between order statistics of the
 * means of all subsets of the changes (Hartigan, JASA 64, 1969, p. 1303). Its steps are coarse, so
 * each end is the wider of this interval's and Student's. If 2^n signs cannot reach the
 * confidence, the exact interval is the range of the changes. Above 12 builds only Student's
 * interval is used.
 *
 * Worked: changes 1, 2, 3, 6: the 15 means range from 1 to 6; Student's 95 % interval is -0.44 to
 * 6.44, and so is this one. Changes 0 (seven times) and 8: every second mean is 0, p = 1.
 *
 * Wrong if the changes of source and layout depend on each other, which skews the changes.
 */

enum { EXACT_MOST = 12 };

/* Computes the means of all nonempty subsets; returns how many. */
static size_t subset_means(const double *x, size_t n, double mean[1 << EXACT_MOST])
{
	size_t sets = (size_t)1 << n;

	for (size_t set = 1; set < sets; set++) {
		double sum = 0;
		int members = 0;

		for (size_t i = 0; i < n; i++)
			if (set >> i & 1) {
				sum += x[i];
				members++;
			}
		mean[set - 1] = sum / members;
	}
	return sets - 1;
}

void benchi_builds_interval(const double *x, size_t n, double confidence, benchi_interval *to)
{
	double subset[1 << EXACT_MOST];
	size_t subsets, rank;
	struct benchi_mean m;

	to->low = -INFINITY;
	to->high = INFINITY;
	if (n < 2)
		return;
	m = benchi_mean_of(x, n, confidence);
	to->low = m.low;
	to->high = m.high;
	if (n > EXACT_MOST)
		return;
	subsets = subset_means(x, n, subset);
	benchi_sort_many(subset, subsets);
	rank = (size_t)fmax(1, (1 - confidence) / 2 * (double)(subsets + 1));
	benchi_interval_widen(to, subset[rank - 1], subset[subsets - rank]);
}

double benchi_builds_p(const double *x, size_t n)
{
	double subset[1 << EXACT_MOST], p, mean, se;
	size_t subsets = 0, up = 0, down = 0, other;
	benchi_moments m;

	if (n < 2)
		return 1;
	m = benchi_moments_of(&(bench_numbers){ x, n });
	mean = benchi_mean(&m);
	se = sqrt(benchi_variance(&m) / m.n);
	p = se > 0 ? 2 * benchi_student_sf(fabs(mean) / se, m.n - 1) : mean > 0 || mean < 0 ? 0 : 1;

	/* Count the means of subsets that are 0 or on the other side of 0. */
	if (n <= EXACT_MOST)
		subsets = subset_means(x, n, subset);
	for (size_t i = 0; i < subsets; i++) {
		up += subset[i] >= 0;
		down += subset[i] <= 0;
	}
	other = up < down ? up : down;
	return other ? fmin(1, fmax(p, 2 * (double)(other + 1) / (double)((size_t)1 << n))) : p;
}

static bench_status find_builds(const benchi_question *q, double alpha, const benchi_sides *s,
                                benchi_finding *f)
{
	size_t n = s->a->set.n;
	double *change = calloc(n, sizeof *change);

	if (!change)
		return benchi_no_memory("the builds");
	for (size_t i = 0; i < n; i++)
		change[i] = log(s->b->set.x[i] / s->a->set.x[i]);
	benchi_builds_interval(change, n, 1 - alpha, &f->sure);
	benchi_builds_interval(change, n, 1 - 2 * alpha, &f->equal);
	f->sure.estimate = f->equal.estimate = benchi_mean_of(change, n, .95).mean;
	f->p = benchi_builds_p(change, n);
	f->location = fabs(s->shape_a->description.median);
	to_difference(&f->sure, f->location);
	to_difference(&f->equal, f->location);
	free(change);
	return BENCH_OK;
}

#define NOT_FOR_MEANS (BENCHI_SET_WARN_NORMAL | BENCHI_SET_WARN_MODES | BENCHI_SET_WARN_OUTLIERS \
                       | BENCHI_SET_WARN_CONSTANT)

/* Returns the smallest p that ranks can reach with sets of these sizes: 2 / (na + nb over na). */
static double least_rank_p(size_t na, size_t nb)
{
	double ways = 1;

	for (size_t i = 1; i <= (na < nb ? na : nb) && ways < 1e300; i++)
		ways *= (double)((na < nb ? nb : na) + i) / (double)i;
	return fmin(1, 2 / ways);
}

/* Returns the method for these sets at alpha: means if the sets may be normal, or if there are too
 * few values for ranks to prove anything; otherwise ranks. */
static benchi_method choose(const benchi_question *q, double alpha, const benchi_sides *s)
{
	unsigned warnings = s->shape_a->warnings | s->shape_b->warnings;

	if (s->a->set.n < 1 || s->b->set.n < 1)
		return BENCHI_METHOD_NONE;
	if (q->anytime)
		return s->a->set.n == s->b->set.n ? BENCHI_METHOD_ANYTIME : BENCHI_METHOD_STREAMS;
	if (q->method)
		return s->a->set.n < 2 || s->b->set.n < 2 ? BENCHI_METHOD_NONE : (benchi_method)q->method;
	if (q->paired) {
		if (s->a->set.n != s->b->set.n || s->a->set.n < 2 || !s->gap)
			return BENCHI_METHOD_NONE;
		if (!(s->gap->warnings & NOT_FOR_MEANS))
			return BENCHI_METHOD_PAIRED;
		if (ldexp(2, -(int)fmin(60, (double)s->a->set.n)) <= alpha)
			return BENCHI_METHOD_SIGNS;
		return s->gap->warnings & BENCHI_SET_WARN_CONSTANT
			? BENCHI_METHOD_NONE : BENCHI_METHOD_PAIRED;
	}
	if (warnings & NOT_FOR_MEANS && least_rank_p(s->a->set.n, s->b->set.n) <= alpha)
		return BENCHI_METHOD_RANKS;
	if (s->a->set.n < 2 || s->b->set.n < 2
	    || (s->shape_a->warnings & s->shape_b->warnings & BENCHI_SET_WARN_CONSTANT))
		return BENCHI_METHOD_NONE;
	return BENCHI_METHOD_WELCH;
}

/*
 * Ranks assume sets of the same shape. If the smaller set scatters more, its ranks are at both
 * ends: 13 to 14 of 100 comparisons of 50 values with 5 of the same mean came out different at a
 * confidence of 95 %. So if sizes and deviations differ, a difference must also hold for the
 * means, by Welch's interval, which allows for both deviations; otherwise the interval is widened
 * to that one. Sets of equal size need no such care: 3 to 4 of 100 at three times the deviation.
 */
static const struct {
	double deviation;       /* ratio of deviations that ranks tolerate */
	size_t size;
} ranks_policy = { 1.5, 2 };

/*
 * The ranks' interval is about a shift of the whole set. If one mode empties into another, the
 * medians differ by something else: 14.6 and 8.0 cycles are then a shift of 0.02 %. So the
 * estimate is the difference of the medians. If that is outside the interval, or farther from the
 * shift than half the interval's width, the means are compared instead.
 */
static bench_status find_ranks(const benchi_question *q, double alpha, const benchi_sides *s,
                               benchi_finding *f)
{
	double gap = s->shape_b->description.median - s->shape_a->description.median, margin;
	const double sd_a = s->shape_a->description.sd, sd_b = s->shape_b->description.sd;
	const size_t n_a = s->a->set.n, n_b = s->b->set.n;
	double least = least_rank_p(n_a, n_b); /* regardless of ties */
	bench_ranksum r;
	bench_ttest t;
	bench_status status = benchi_ranksum(s->a, s->b, 1 - alpha, s->memo, &r);

	if (!status && q->method == BENCHI_METHOD_RANKS)
		gap = r.shift;
	if (!status && !q->method && !(gap >= r.low && gap <= r.high
	                               && fabs(gap - r.shift) <= (r.high - r.low) / 2)) {
		f->method = BENCHI_METHOD_WELCH;
		return find_means(q, alpha, s, f);
	}
	f->sure.low = r.low;
	f->sure.high = r.high;
	f->sure.estimate = gap;
	f->equal = f->sure;
	f->p = r.p < least ? least : r.p;
	f->reached = fmin(r.reached, 1 - least);
	f->location = fabs(s->shape_a->description.median);
	if (!status && !q->method && (f->sure.low > 0 || f->sure.high < 0)
	    && sd_a > 0 && sd_b > 0
	    && (sd_a >= ranks_policy.deviation * sd_b || sd_b >= ranks_policy.deviation * sd_a)
	    && (n_a >= ranks_policy.size * n_b || n_b >= ranks_policy.size * n_a)) {
		status = benchi_welch(s->a, s->b, 1 - alpha, &t);
		if (!status && t.low <= 0 && t.high >= 0) {
			benchi_interval_widen(&f->sure, t.low, t.high);
			f->equal = f->sure;
			f->p = fmax(f->p, t.p);
		}
	}
	margin = q->margin * f->location;
	if (status || !(fabs(f->sure.estimate) < margin))
		return status;
	if (!(f->sure.low > -margin && f->sure.high < margin)) {
		/* The narrower interval may prove "the same" where the wider one does not. */
		status = benchi_ranksum(s->a, s->b, 1 - 2 * alpha, s->memo, &r);
		f->equal.low = r.low;
		f->equal.high = r.high;
	}
	if (status || q->method)
		return status;
	status = benchi_welch(s->a, s->b, 1 - alpha, &t);
	if (!status)
		allow_for_means(&t, alpha, margin, f);
	return status;
}

/*
 * Serially correlated values (a machine that is slow for a while) carry less information than
 * their number. In a first-order autoregressive series with correlation r, n values count as n (1
 * - r) / (1 + r), with one degree of freedom less. The measured r is too low by (1 + 3 r) / n
 * (Marriott and Pope, Biometrika 41, 1954, p. 390), and so is the deviation, by the part of the
 * variance that moves the mean. The interval is widened to that of the means.
 *
 * From 20 values on, each set has its own r. With 10 to 19 values, r of one set is too rough, so
 * both sets share the mean of theirs.
 *
 * False differences in 100 comparisons at 95 %, of two sets of equal size:
 *	values   r = 0   r = 0.5   r = 0.9
 *	10       5       8 (23)    15 (69)      in parentheses: without this
 *	15       5       7 (26)    14 (71)
 *	20       5       4 (25)    4 (69)
 * Intervals of 30 values with r = 0 are 8 % wider, and one of six of 10 values is wider.
 */
static const struct {
	/* times 1 / sqrt(n), correlations up to this are due to chance: of one set, and of both sets
	 * together, with n values in all */
	double own, common;
	double n_own, n_common; /* fewer values do not show a correlation */
	double below_one;       /* 1 - r is at least this over n */
} follow_policy = { 1, 0.5, 20, 10, 2 };

/* Returns the correlation of a set's neighbours, also judged by another set (or NULL) of the same
 * measurement; 0 if it is not significant. */
static double correlation(const benchi_shape *set, const benchi_shape *other)
{
	double n = (double)set->description.n, more = other ? (double)other->description.n : 0;
	double r = set->trend.lag1, least = follow_policy.own;

	if (n < follow_policy.n_own && more >= follow_policy.n_common) {
		r = (n * r + more * other->trend.lag1) / (n + more);
		least = follow_policy.common * sqrt(n / (n + more));
	}
	return n >= follow_policy.n_common && r > least / sqrt(n) ? r : 0;
}

/* Variance of a set's mean, and its degrees of freedom, with neighbours of this correlation. */
static void mean_variance(const benchi_shape *shape, double r, double *variance, double *df)
{
	double n = (double)shape->description.n, together;

	*variance = shape->description.variance / n;
	*df = n - 1;
	if (!(r > 0))
		return;
	r = fmin((n * r + 1) / (n - 3), 1 - follow_policy.below_one / n);
	together = (1 + r) / (1 - r);
	*variance *= together / fmax(.1, 1 - together / n);
	*df = fmax(1, n / together - 1);
}

/* Finds the answer from the intervals. */
static bench_status conclude(const benchi_question *q, double alpha, const benchi_sides *s,
                             benchi_finding *f)
{
	benchi_outlook plan = { f->sure, 0, (double)NAN, alpha, f->n, 0 };
	bool speaks = f->method != BENCHI_METHOD_NONE && f->reached >= 1 - alpha - 1e-9;
	const bench_description *a = &s->shape_a->description, *b = &s->shape_b->description;
	/* All values of both sets are equal. (For anytime, two pairs are too few.) */
	const bool same = !q->anytime && s->a->set.n > 1 && s->b->set.n > 1 && a->min >= a->max
		&& b->min >= b->max && a->min >= b->max && a->max <= b->min;
	bench_status status = BENCH_OK;

	if (same) {
		f->sure = f->equal = (benchi_interval){ 0, 0, 0 };
		f->p = 1;
		f->location = fabs(a->median);
		f->reached = 1 - alpha;
		f->answer = BENCH_SAME;
		f->more = 0;
	}
	if (!(f->location > 0) || !isfinite(100 * f->sure.estimate / f->location)
	    || (a->min < 0 && a->mean_low < 0 && a->mean_high > 0))
		f->location = (double)NAN; /* 0, or too close to it */
	f->margin = f->location > 0 ? benchi_stored(q->margin * f->location) : 0;
	f->beyond = f->location > 0 ? q->beyond * f->location : 0;
	if (same)
		return BENCH_OK;
	f->answer = speaks ? benchi_answer_of(&f->sure, &f->equal, f->margin, f->beyond)
	          : BENCH_UNSURE;
	if (speaks && !(f->location > 0) && fabs(f->sure.low) <= 0 && fabs(f->sure.high) <= 0)
		f->answer = BENCH_SAME; /* a base at 0 has no margin */
	f->more = 0;
	if (f->answer != BENCH_UNSURE)
		return BENCH_OK;
	plan.margin = f->margin;
	plan.beyond = f->beyond;
	if (speaks && (s->session || q->unplanned)) {
		/* More values do not help if the sessions differ. */
		f->more = (double)NAN;
		return BENCH_OK;
	}
	if (f->method == BENCHI_METHOD_WELCH)
		plan.sd = fmax(s->shape_a->description.sd, s->shape_b->description.sd);
	if (speaks) {
		f->more = benchi_more_runs(&plan);
	} else {
		/* The fewest values with which the method has a result. */
		size_t n = f->n < 3 ? 3 : f->n;

		while (q->paired ? ldexp(2, -(int)n) > alpha && n < 60 : least_rank_p(n, n) > alpha)
			n++;
		if (f->n < 2 && !(s->shape_a->warnings & BENCHI_SET_WARN_CONSTANT))
			n = 3;
		f->more = fmax(1, (double)n - (double)f->n);
	}
	if (speaks && (isinf(f->sure.low) || isinf(f->sure.high))) {
		/* the fewest values with a finite interval */
		double confidence = 1 - (f->method == BENCHI_METHOD_STREAMS ? alpha / 2 : alpha);
		double low = -HUGE_VAL, high = HUGE_VAL, n = 0;
		bench_evidence *evidence = NULL;

		status = bench_evidence_new(NULL, &evidence);
		while (!status && (isinf(low) || isinf(high)) && n < 1000) {
			status = bench_evidence_add(evidence, ++n);
			if (!status)
				status = bench_evidence_interval(evidence, confidence, &low, &high);
		}
		bench_evidence_free(evidence);
		f->more = fmax(1, (status ? (double)NAN : n) - (double)f->n);
	}
	return status;
}

bench_status benchi_find(const benchi_question *q, double alpha, const benchi_sides *s,
                         benchi_finding *f)
{
	const benchi_method method = choose(q, alpha, s);
	static pair_method *const methods[] = { [BENCHI_METHOD_WELCH] = find_means,
		[BENCHI_METHOD_RANKS] = find_ranks, [BENCHI_METHOD_PAIRED] = find_means,
		[BENCHI_METHOD_SIGNS] = find_median, [BENCHI_METHOD_ANYTIME] = find_ratio,
		[BENCHI_METHOD_STREAMS] = find_streams, [BENCHI_METHOD_BUILDS] = find_builds };
	bench_status status = BENCH_OK, concluded;

	f->sure.low = f->sure.estimate = f->sure.high = (double)NAN;
	f->equal = f->sure;
	f->p = f->location = (double)NAN;
	f->reached = 1;
	f->method = method;
	f->n = s->a->set.n < s->b->set.n ? s->a->set.n : s->b->set.n;
	if (method != BENCHI_METHOD_NONE)
		status = methods[method](q, alpha, s, f);
	if (method != BENCHI_METHOD_NONE && !q->anytime && !q->method) {
		/* Allow for neighbours that resemble each other. */
		bool paired = f->method == BENCHI_METHOD_PAIRED || f->method == BENCHI_METHOD_SIGNS;
		const benchi_shape *first = paired ? s->gap : s->shape_a;
		const benchi_shape *second = paired ? NULL : s->shape_b;
		double r = correlation(first, second), r_second = second ? correlation(second, first) : 0;
		double a, b = 0, df_a, df_b = 1;

		mean_variance(first, r, &a, &df_a);
		if (second)
			mean_variance(second, r_second, &b, &df_b);
		if (r + r_second > 0 && a + b > 0) {
			double se = sqrt(a + b), df = (a + b) * (a + b) / (a * a / df_a + b * b / df_b);
			double sure = benchi_student_quantile(1 - alpha / 2, df) * se;
			double equal = benchi_student_quantile(1 - alpha, df) * se, middle = f->sure.estimate;

			benchi_interval_widen(&f->sure, middle - sure, middle + sure);
			benchi_interval_widen(&f->equal, middle - equal, middle + equal);
			f->p = fmax(f->p, 2 * benchi_student_sf(fabs(middle) / se, df));
		}
	}
	if (s->session && method != BENCHI_METHOD_NONE) {
		/* Two sessions: the interval must also hold if the values follow the start-up. */
		const benchi_session_change *change = s->session;
		double sure = change->se > 0
			? benchi_student_quantile(1 - alpha / 2, change->df) * change->se : 0;
		double equal = change->se > 0
			? benchi_student_quantile(1 - alpha, change->df) * change->se : 0;
		double nearest = fmax(0, fmax(change->low, -change->high));

		benchi_interval_widen(&f->sure, change->low - sure, change->high + sure);
		benchi_interval_widen(&f->equal, change->low - equal, change->high + equal);
		if (change->se > 0)
			f->p = fmax(f->p, 2 * benchi_student_sf(nearest / change->se, change->df));
	}
	concluded = conclude(q, alpha, s, f);
	return status ? status : concluded;
}

/* Breaks ties by position, so that the result does not depend on the system's qsort. */
static int by_chance(const void *x, const void *y)
{
	const double *const *a = x, *const *b = y;

	return **a > **b || **a < **b ? (**a > **b) - (**a < **b) : (*a > *b) - (*a < *b);
}

bench_status benchi_holm_alphas(const double *p, size_t n, double alpha, double *alphas)
{
	const double **order = malloc((n ? n : 1) * sizeof *order);
	size_t k, known = 0;

	if (!order)
		return benchi_no_memory("the correction");
	for (size_t i = 0; i < n; i++)
		if (!isnan(p[i]))
			order[known++] = &p[i];
	qsort(order, known, sizeof *order, by_chance);
	for (k = 0; k + 1 < known && *order[k] <= alpha / (double)(known - k); k++)
		alphas[order[k] - p] = alpha / (double)(known - k);
	for (size_t i = k; i < known; i++)
		alphas[order[i] - p] = alpha / (double)(known - k);
	for (size_t i = 0; i < n; i++)
		if (isnan(p[i]))
			alphas[i] = known ? alpha / (double)known : alpha;
	free(order);
	return BENCH_OK;
}
