/*
 * Is the mean change over a few builds different from 0?
 *
 * A layout puts a build into one of a few states, some of them rare and far away, so the changes
 * are not normal.  But if only the layouts differ, a change is as likely as its negative, and all
 * 2^n choices of signs are equally likely, whatever the distribution (Fisher, The Design of
 * Experiments, 1935, section 21).  The interval of that test lies between order statistics
 * of the means of all subsets of the changes (Hartigan, JASA 64, 1969, p. 1303).  Its steps are
 * coarse; so each end is the further one of this interval and Student's.  Where 2^n signs cannot
 * give the confidence, the exact interval is the range of the changes.  Above 12 builds Student's
 * stands alone.
 *
 * Worked: changes 1, 2, 3, 6: the 15 means have the range 1 to 6; Student's 95 % interval is
 * -0.44 to 6.44, and so is this one.  Changes 0 (seven times) and 8: every second mean
 * is 0, p = 1.
 * Wrong when: the changes of source and layout depend on each other, so that changes are skewed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include <bench.h>

#include "analysis/builds.h"
#include "stats/order.h"

enum { EXACT_MOST = 12 };

void benchi_builds_moments(const double *x, size_t n, double *mean, double *sd)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	*mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - *mean) * (x[i] - *mean);
	*sd = n > 1 ? sqrt(squares / (double)(n - 1)) : (double)NAN;
}

/* The means of all subsets but the empty one; returns how many. */
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
	double mean, sd, half, subset[1 << EXACT_MOST];
	size_t subsets, rank;

	to->low = -INFINITY;
	to->high = INFINITY;
	if (n < 2)
		return;
	benchi_builds_moments(x, n, &mean, &sd);
	half = bench_student_quantile(.5 + confidence / 2, (double)(n - 1)) * sd / sqrt((double)n);
	to->low = mean - half;
	to->high = mean + half;
	if (n > EXACT_MOST)
		return;
	subsets = subset_means(x, n, subset);
	benchi_sort(subset, subsets);
	rank = (size_t)fmax(1, (1 - confidence) / 2 * (double)(subsets + 1));
	to->low = fmin(to->low, subset[rank - 1]);
	to->high = fmax(to->high, subset[subsets - rank]);
}

/* How many of the subsets' means lie on the other side of 0, or at it. */
static size_t contrary(const double *x, size_t n)
{
	double mean[1 << EXACT_MOST];
	size_t subsets = subset_means(x, n, mean), up = 0, down = 0;

	for (size_t i = 0; i < subsets; i++) {
		up += mean[i] >= 0;
		down += mean[i] <= 0;
	}
	return up < down ? up : down;
}

double benchi_builds_p(const double *x, size_t n)
{
	double mean, sd, p;
	size_t other = n > 1 && n <= EXACT_MOST ? contrary(x, n) : 0;

	if (n < 2)
		return 1;
	benchi_builds_moments(x, n, &mean, &sd);
	p = sd > 0 ? 2 * bench_student_cdf(-fabs(mean) / sd * sqrt((double)n), (double)(n - 1))
	    : mean > 0 || mean < 0 ? 0 : 1;
	return other ? fmin(1, fmax(p, 2 * (double)(other + 1) / (double)((size_t)1 << n))) : p;
}
