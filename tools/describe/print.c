/*
 * Prints the figures of a set: as text, as JSON.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "data/escape.h"
#include "tools/describe/describe.h"
#include "tools/print.h"

#define TEXT 600
#define VALUE 80

/* Six digits of a value with its unit. */
static char *value(const figures *f, double x, char *text)
{
	return benchi_value_text(x, f->unit, 5, false, text, VALUE);
}

/* A figure with its interval; more: what follows, or "". */
static void print_interval(const figures *f, const char *label, const double x[3],
                           double confidence, const char *more)
{
	char a[VALUE], b[VALUE], c[VALUE], text[TEXT];

	if (isnan(x[0]))
		return;
	if (isnan(x[1]) || isnan(x[2]))
		snprintf(text, sizeof text, "%s%s", value(f, x[0], a), more);
	else
		snprintf(text, sizeof text, "%s (%.4g %% CI %s to %s)%s", value(f, x[0], a),
		         100 * confidence, value(f, x[1], b), value(f, x[2], c), more);
	words_print(label, text);
}

static void print_quantiles(const figures *f)
{
	const bench_description *d = &f->d;
	char a[VALUE], b[VALUE], c[VALUE], e[VALUE], g[VALUE], h[VALUE], text[TEXT];

	snprintf(text, sizeof text, "min %s, 5 %% %s, Q1 %s, Q3 %s, 95 %% %s, max %s",
	         value(f, d->min, a), value(f, d->q05, b), value(f, d->q25, c), value(f, d->q75, e),
	         value(f, d->q95, g), value(f, d->max, h));
	words_print("    quantiles    ", text);
}

static void print_tests(const figures *f)
{
	const benchi_shape *s = &f->side->shape;
	char text[TEXT], a[VALUE];

	if (!isnan(s->normality.p)) {
		snprintf(text, sizeof text, "W = %.4f, p = %.3g (Shapiro-Wilk): %s", s->normality.w,
		         s->normality.p, s->normality.p < 0.05 ? "not normal" : "may be normal");
		words_print("    normality    ", text);
	}
	if (!isnan(s->outlier.p_two)) {
		snprintf(text, sizeof text, "G = %.3f, p = %.3g (Grubbs), value %zu: %s; %zu beyond three "
		         "quartile ranges", s->outlier.g, s->outlier.p_two, s->outlier.index + 1,
		         value(f, s->outlier.value, a), s->far);
		words_print("    outliers     ", text);
	}
	snprintf(text, sizeof text, "dip %.4f, p %s %.3g (Hartigan): %zu mode%s", f->dip.dip,
	         f->dip.p > 0 ? "=" : "<", f->dip.p > 0 ? f->dip.p : 1e-6, s->modes.n,
	         s->modes.n > 1 ? "s" : ""); /* beyond the last quantile of its table: 0 */
	words_print("    modes        ", text);
	if (isnan(s->trend.lag1))
		return;
	snprintf(text, sizeof text, "tau = %.3f, p = %.3g (Mann-Kendall): %s", s->trend.tau, s->trend.p,
	         s->trend.p >= 0.01 ? "none" : s->trend.s > 0 ? "later values are higher"
	         : "later values are lower");
	words_print("    drift        ", text);
	snprintf(text, sizeof text, "lag 1: %.3f", s->trend.lag1);
	if (f->cycle.length)
		snprintf(text + strlen(text), sizeof text - strlen(text), "; a cycle of %zu values (%.3f)",
		         f->cycle.length, f->cycle.correlation);
	words_print("    correlation  ", text);
}

static void print_warnings(const benchi_shape *s, const char *unit)
{
	char text[TEXT];

	for (unsigned bit = 0; bit < BENCHI_SET_WARNINGS; bit++)
		if (s->warnings >> bit & 1)
			words_print("    warning      ",
			            benchi_warning_summary(1u << bit, s, unit, text, sizeof text));
}

/* The runs of a set, a line each. */
static void print_runs(const figures *f)
{
	const benchi_units *u = &f->side->units;
	char label[40], text[TEXT], a[VALUE];

	if (u->n > 1 && u->n < f->side->raw.n) {
		snprintf(text, sizeof text, "%zu, %.3g %% of the variance lies between them", u->n,
		         100 * u->between);
		words_print("    runs         ", text);
	}
	for (size_t i = 0; i < u->n && u->n <= 20; i++) {
		snprintf(label, sizeof label, "      %-11zu", i + 1);
		snprintf(text, sizeof text, "mean %s", value(f, u->mean[i], a));
		words_print(label, text);
	}
}

bench_status describe_text(const job *j, const figures *f)
{
	const bench_description *d = &f->d;
	const double mean[] = { d->mean, d->mean_low, d->mean_high };
	const double sd[] = { d->sd, d->sd_low, d->sd_high };
	const double median[] = { d->median, f->median_low, f->median_high };
	char text[TEXT], share[VALUE] = "";
	bench_status status;

	snprintf(text, sizeof text, "%.150s%s%.100s: %zu value%s", f->label,
	         *f->label && *f->side->set->metric ? ", " : "", f->side->set->metric, d->n,
	         d->n == 1 ? "" : "s");
	words_print("", text);
	print_interval(f, "    mean         ", mean, d->confidence, "");
	if (fabs(d->mean) > 0)
		snprintf(share, sizeof share, ", %.3g %% of the mean", 100 * d->sd / fabs(d->mean));
	print_interval(f, "    std dev      ", sd, d->confidence, share);
	print_interval(f, "    median       ", median, f->median_level, "");
	print_quantiles(f);
	print_tests(f);
	print_runs(f);
	print_warnings(&f->side->shape, f->side->set->unit);
	status = describe_modes(j, f, text, sizeof text);
	if (!status && *text)
		words_print("    explanation  ", text);
	if (!status)
		status = describe_outliers(j, f, text, sizeof text);
	if (!status && *text)
		words_print("    explanation  ", text);
	return status;
}

void describe_json(const figures *f, bool first)
{
	const bench_description *d = &f->d;
	const benchi_shape *s = &f->side->shape;
	const struct {
		const char *name;
		double x;
	} items[] = { { "n", (double)d->n }, { "confidence", d->confidence }, { "mean", d->mean },
		{ "mean_low", d->mean_low }, { "mean_high", d->mean_high }, { "sd", d->sd },
		{ "sd_low", d->sd_low }, { "sd_high", d->sd_high }, { "median", d->median },
		{ "median_low", f->median_low }, { "median_high", f->median_high },
		{ "median_confidence", f->median_level }, { "min", d->min }, { "q05", d->q05 },
		{ "q25", d->q25 }, { "q75", d->q75 }, { "q95", d->q95 }, { "max", d->max },
		{ "iqr", d->iqr }, { "mad", d->mad }, { "shapiro_w", s->normality.w },
		{ "shapiro_p", s->normality.p }, { "grubbs_g", s->outlier.g },
		{ "grubbs_p", s->outlier.p_two }, { "grubbs_value", s->outlier.value },
		{ "outliers", (double)s->far }, { "dip", f->dip.dip }, { "dip_p", f->dip.p },
		{ "modes", (double)s->modes.n }, { "drift_tau", s->trend.tau },
		{ "drift_p", s->trend.p }, { "autocorrelation", s->trend.lag1 },
		{ "period", f->cycle.length ? (double)f->cycle.length : (double)NAN },
		{ "period_correlation", f->cycle.correlation },
		{ "runs", f->side->units.n ? (double)f->side->units.n : (double)NAN } };
	char number[BENCHI_NUMBER_TEXT];

	fputs(first ? "{\n    \"set\": " : ", {\n    \"set\": ", stdout);
	benchi_json_text(stdout, f->label);
	fputs(",\n    \"metric\": ", stdout);
	benchi_json_text(stdout, f->side->set->metric);
	fputs(",\n    \"unit\": ", stdout);
	benchi_json_text(stdout, f->unit);
	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		printf(",\n    \"%s\": %s", items[i].name, benchi_number_text(items[i].x, number));
	fputs("\n  }", stdout);
}
