/*
 * What is wrong with this set?
 *
 * One rule a doubt, each with a chance of about one in a hundred to be raised by
 * normal, independent values:
 *   modes        Hartigan's dip (modes.c)
 *   outliers     Grubbs' test, or values over three quartile ranges outside the
 *                quartiles (Tukey's "far out")
 *   drift        Mann and Kendall's trend test
 *   neighbours   correlation of neighbours beyond 2.576 / sqrt(n)
 *   not normal   Shapiro and Wilk's test, here at 0.05: it only chooses the method
 *   few          under five values
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "decide/shape.h"
#include "stats/numbers.h"

#define SUSPICION 0.01
#define NOT_NORMAL 0.05
#define FEW 5
#define NORMALITY_MOST 5000

/* Normality of at most 5000 values, every k-th. */
static bench_status find_normality(const bench_numbers *set, bench_normality *out)
{
	size_t stride = (set->n + NORMALITY_MOST - 1) / NORMALITY_MOST;
	bench_numbers some = { NULL, (set->n + stride - 1) / stride };
	bench_status status;
	double *x;

	out->w = out->p = (double)NAN;
	if (set->n < 3)
		return BENCH_OK;
	x = malloc(some.n * sizeof *x);
	if (!x)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory to look at a set");
	for (size_t i = 0; i < some.n; i++)
		x[i] = set->x[i * stride] - set->x[0];
	some.x = x;
	status = bench_normality_test(&some, out);
	free(x);
	return status;
}

static size_t count_far(const bench_numbers *set, const bench_description *d)
{
	double low = d->q25 - 3 * d->iqr, high = d->q75 + 3 * d->iqr;
	size_t far = 0;

	for (size_t i = 0; i < set->n && d->iqr > 0; i++)
		far += set->x[i] < low || set->x[i] > high;
	return far;
}

static unsigned doubts_of(const benchi_shape *s)
{
	double n = (double)s->description.n;
	unsigned doubts = 0;

	if (s->description.n < FEW)
		doubts |= BENCHI_DOUBT_FEW;
	if (s->description.n > 1 && s->description.max <= s->description.min)
		return doubts | BENCHI_DOUBT_CONSTANT;
	if (s->modes.n > 1)
		doubts |= BENCHI_DOUBT_MODES;
	if (s->outlier.p_two < SUSPICION || s->far)
		doubts |= BENCHI_DOUBT_OUTLIERS;
	if (s->trend.p < SUSPICION)
		doubts |= BENCHI_DOUBT_DRIFT;
	if (n >= FEW && fabs(s->trend.lag1) > 2.576 / sqrt(n))
		doubts |= BENCHI_DOUBT_NEIGHBOURS;
	if (s->normality.p < NOT_NORMAL)
		doubts |= BENCHI_DOUBT_NORMAL;
	return doubts;
}

bench_status benchi_shape_find(const bench_numbers *set, double level, benchi_shape *shape)
{
	bench_numbers sorted = { NULL, set->n };
	bench_status status = bench_numbers_describe(set, level, &shape->description);
	double *x = NULL;

	if (!status)
		status = find_normality(set, &shape->normality);
	if (!status)
		status = bench_outlier_test(set, &shape->outlier);
	shape->trend.p = shape->trend.lag1 = (double)NAN;
	if (!status && set->n > 1)
		status = bench_trend_test(set, &shape->trend);
	if (!status && !(x = benchi_numbers_sorted(set)))
		status = benchi_fail(BENCH_ERR_MEMORY, "out of memory to look at a set");
	sorted.x = x;
	if (!status)
		status = benchi_modes_find(&sorted, &shape->modes);
	free(x);
	if (status)
		return status;
	shape->far = count_far(set, &shape->description);
	shape->doubts = doubts_of(shape);
	return BENCH_OK;
}

/* P(F > f) with degrees m and n. */
static double f_tail(double f, double m, double n)
{
	return bench_beta_sf(m * f / (m * f + n), m / 2, n / 2);
}

unsigned benchi_shape_spread(const benchi_shape *a, const benchi_shape *b)
{
	double va = a->description.variance, vb = b->description.variance;
	double na = (double)a->description.n, nb = (double)b->description.n, p;

	if (!(va > 0) || !(vb > 0))
		return 0;
	p = 2 * (va > vb ? f_tail(va / vb, na - 1, nb - 1) : f_tail(vb / va, nb - 1, na - 1));
	return p < SUSPICION && fmax(va, vb) > 4 * fmin(va, vb) ? BENCHI_DOUBT_SPREAD : 0;
}

static char *modes_text(const benchi_shape *s, char *text, size_t size)
{
	const benchi_modes *m = &s->modes;
	size_t used = (size_t)snprintf(text, size, "%zu modes, near", m->n);

	for (size_t i = 0; i < m->n && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s %.5g (%.0f %%)",
		                         i == 0 ? "" : i + 1 < m->n ? "," : " and", m->at[i],
		                         100 * (double)m->count[i] / (double)s->description.n);
	return text;
}

static char *outliers_text(const benchi_shape *s, char *text, size_t size)
{
	if (s->far > 1)
		snprintf(text, size, "%zu of %zu values lie far out, farthest %.5g (the %zu. value)",
		         s->far, s->description.n, s->outlier.value, s->outlier.index + 1);
	else
		snprintf(text, size, "%.5g (the %zu. value) lies far out, %.1f deviations",
		         s->outlier.value, s->outlier.index + 1, s->outlier.g);
	return text;
}

char *benchi_doubt_text(unsigned doubt, const benchi_shape *s, char *text, size_t size)
{
	switch (doubt) {
	case BENCHI_DOUBT_FEW:
		snprintf(text, size, "only %zu value%s", s->description.n, s->description.n > 1 ? "s" : "");
		break;
	case BENCHI_DOUBT_MODES:
		return modes_text(s, text, size);
	case BENCHI_DOUBT_OUTLIERS:
		return outliers_text(s, text, size);
	case BENCHI_DOUBT_DRIFT:
		snprintf(text, size, "drifts: later values are %s", s->trend.s > 0 ? "higher" : "lower");
		break;
	case BENCHI_DOUBT_NEIGHBOURS:
		snprintf(text, size, "neighbours %s (correlation %.2f): not independent",
		         s->trend.lag1 > 0 ? "resemble each other" : "alternate", s->trend.lag1);
		break;
	case BENCHI_DOUBT_NORMAL:
		snprintf(text, size, "not normal (Shapiro-Wilk, p = %.2g)", s->normality.p);
		break;
	case BENCHI_DOUBT_CONSTANT:
		snprintf(text, size, "every value is %.8g", s->description.min);
		break;
	case BENCHI_DOUBT_SPREAD:
		snprintf(text, size, "spreads differ");
		break;
	default:
		*text = '\0';
	}
	return text;
}
