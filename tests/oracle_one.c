/*
 * The oracle's keys for one set (a.mean, b.dip.p, ...), without the prefix.
 *
 * SPDX-License-Identifier: MIT
 */

#include "oracle.h"

#define CLOSED 1e-11
#define CHANCE 1e-10

/* The width of the interval that a difference is compared with. */
typedef enum scale_kind { BY_VALUE, BY_RANGE, BY_MEAN_INTERVAL } scale_kind;

typedef struct entry {
	const char *key;
	size_t offset; /* offset in one_set */
	double tolerance;
	scale_kind scale;
} entry;

#define AT(member) offsetof(one_set, member)

static const entry entries[] = {
	{ "min", AT(d.min), 0, BY_VALUE },
	{ "max", AT(d.max), 0, BY_VALUE },
	{ "median", AT(d.median), 5e-16, BY_VALUE },
	{ "mean", AT(d.mean), 5e-16, BY_VALUE },
	{ "sd", AT(d.sd), CLOSED, BY_VALUE },
	{ "var", AT(d.variance), CLOSED, BY_VALUE },
	{ "q05", AT(d.q05), 1e-15, BY_VALUE },
	{ "q25", AT(d.q25), 1e-15, BY_VALUE },
	{ "q75", AT(d.q75), 1e-15, BY_VALUE },
	{ "q95", AT(d.q95), 1e-15, BY_VALUE },
	{ "mad", AT(d.mad), CLOSED, BY_VALUE },
	{ "iqr", AT(d.iqr), CLOSED, BY_VALUE },
	{ "mean.ci95.lo", AT(d.mean_low), CLOSED, BY_MEAN_INTERVAL },
	{ "mean.ci95.hi", AT(d.mean_high), CLOSED, BY_MEAN_INTERVAL },
	{ "sd.ci95.lo", AT(d.sd_low), CLOSED, BY_VALUE },
	{ "sd.ci95.hi", AT(d.sd_high), CLOSED, BY_VALUE },
	{ "shapiro.W", AT(normality.w), 1e-8, BY_VALUE },
	{ "shapiro.p", AT(normality.p), 1e-5, BY_VALUE },
	{ "shapiro.W.shifted", AT(normality.w), 1e-8, BY_VALUE },
	{ "shapiro.p.shifted", AT(normality.p), 1e-5, BY_VALUE },
	{ "grubbs.G", AT(outlier.g), CLOSED, BY_VALUE },
	{ "grubbs.U", AT(outlier.u), CLOSED, BY_VALUE },
	{ "grubbs.value", AT(outlier.value), 0, BY_VALUE },
	{ "grubbs.p1", AT(outlier.p_one), CHANCE, BY_VALUE },
	{ "grubbs.p2", AT(outlier.p_two), CHANCE, BY_VALUE },
	{ "dip.D", AT(modality.dip), 1e-13, BY_VALUE },
	{ "dip.p", AT(modality.p), CHANCE, BY_VALUE },
	{ "acf1", AT(trend.lag1), CLOSED, BY_VALUE },
	{ "mk.S", AT(trend.s), 0, BY_VALUE },
	{ "mk.varS", AT(trend.variance), CLOSED, BY_VALUE },
	{ "mk.Z", AT(trend.z), CLOSED, BY_VALUE },
	{ "mk.p", AT(trend.p), CHANCE, BY_VALUE },
	{ "kendall.tau", AT(trend.tau), CLOSED, BY_VALUE },
	{ "kendall.p.default", AT(trend.tau_p), CHANCE, BY_VALUE },
};

static double scale_of(const one_set *s, scale_kind kind)
{
	if (kind == BY_MEAN_INTERVAL)
		return s->d.mean_high - s->d.mean_low + 1e-5 * fabs(s->d.mean); /* 1e-16 of the mean */
	return kind == BY_RANGE ? s->d.max - s->d.min : 0;
}

/* Where R is inaccurate; each case states why. */
static void allow_for_r(const one_set *s, const char *key, answer *out)
{
	/* R's shapiro.test loses digits in sums of numbers near 1e12; the shifted keys do not. */
	if (strcmp(key, "shapiro.W") == 0 && s->d.mean > 1e11)
		out->tolerance = 1e-4;
	if (strcmp(key, "shapiro.p") == 0 && s->d.mean > 1e11)
		out->tolerance = 1e-2;
	/* Above the middle R computes the exact probability as 1 - p: its absolute error is 1e-14,
	 * its relative error may be larger. */
	if (strcmp(key, "kendall.p.default") == 0)
		out->scale = 1e-4;
}

int answer_one(const one_set *s, const char *key, answer *out)
{
	if (strcmp(key, "n") == 0) {
		out->value = (double)s->d.n;
		return 1;
	}
	if (strcmp(key, "grubbs.side") == 0) {
		out->text = s->outlier.high ? "highest" : "lowest";
		return 1;
	}
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
		if (strcmp(entries[i].key, key) == 0) {
			memcpy(&out->value, (const char *)s + entries[i].offset, sizeof out->value);
			out->tolerance = entries[i].tolerance;
			out->scale = scale_of(s, entries[i].scale);
			allow_for_r(s, key, out);
			return 1;
		}
	return 0;
}
