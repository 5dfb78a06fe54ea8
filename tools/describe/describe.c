/*
 * `bench describe`: everything about one set of numbers.
 *
 * Reads as `bench compare` does, prints the figures of each set with their intervals and tests,
 * and draws it (tools/plot).  Where the file has runs, intervals and tests are of all values;
 * the runs are listed.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/describe/describe.h"

/*
 * Prints the figures of a set: as text, as JSON.
 */

#define TEXT 600
#define VALUE 80
#define RUNS_LISTED 20

/* Formats a value with five digits and its unit. Returns text (VALUE bytes). */
static char *value(const figures *f, double x, char *text)
{
	return benchi_value_text(x, f->unit, 5, false, text, VALUE);
}

/* Prints a figure x[0] and its interval from x[1] to x[2], unless they are NaN. more: text to
 * append, or "". */
static void print_interval(const figures *f, const char *label, const double x[3],
                           double confidence, const char *more)
{
	char a[VALUE], b[VALUE], c[VALUE];

	if (isnan(x[0]))
		return;
	if (isnan(x[1]) || isnan(x[2]))
		words_printf(label, "%s%s", value(f, x[0], a), more);
	else
		words_printf(label, "%s (%.4g %% CI %s to %s)%s", value(f, x[0], a), 100 * confidence,
			value(f, x[1], b), value(f, x[2], c), more);
}

static bench_status print_text(const job *j, const figures *f)
{
	const bench_description *d = &f->d;
	const benchi_shape *s = &f->side->shape;
	const benchi_units *u = &f->side->units;
	const double mean[] = { d->mean, d->mean_low, d->mean_high };
	const double sd[] = { d->sd, d->sd_low, d->sd_high };
	const double median[] = { d->median, f->median_low, f->median_high };
	const double quantile[] = { d->min, d->q05, d->q25, d->q75, d->q95, d->max };
	char text[TEXT], percent[BENCHI_SCALED_TEXT], share[VALUE] = "", a[6][VALUE], label[40];
	bench_status status = BENCH_OK;

	words_printf("", "%.150s%s%.100s: %zu value%s", f->label,
		*f->label && *f->side->set->metric ? ", " : "", f->side->set->metric, d->n,
		d->n == 1 ? "" : "s");
	print_interval(f, "    mean         ", mean, d->confidence, "");
	if (fabs(d->mean) > 0)
		snprintf(share, sizeof share, ", %s of the mean",
			benchi_signed_percent(d->sd / fabs(d->mean), NAN, percent) + 1);
	print_interval(f, "    std dev      ", sd, d->confidence, share);
	print_interval(f, "    median       ", median, f->median_level, "");
	for (size_t i = 0; i < 6; i++)
		value(f, quantile[i], a[i]);
	words_printf("    quantiles    ", "min %s, 5 %% %s, Q1 %s, Q3 %s, 95 %% %s, max %s", a[0], a[1],
		a[2], a[3], a[4], a[5]);

	if (!isnan(s->normality.p))
		words_printf("    normality    ", "W = %.4f, p = %.3g (Shapiro-Wilk): %s", s->normality.w,
			s->normality.p, s->normal_p < 0.05 ? "not normal" : s->normality.p < 0.05
				? "may be normal, apart from rounding" : "may be normal");
	if (!isnan(s->outlier.p_two))
		words_printf("    outliers     ", "G = %.3f, p = %.3g (Grubbs), value %zu: %s; %zu beyond "
			"three quartile ranges", s->outlier.g, s->outlier.p_two, s->outlier.index + 1,
			value(f, s->outlier.value, a[0]), s->far);
	/* beyond the last quantile of the dip's table its p is 0 */
	words_printf("    modes        ", "dip %.4f, p %s %.3g (Hartigan): %zu mode%s", f->dip.dip,
		f->dip.p > 0 ? "=" : "<", f->dip.p > 0 ? f->dip.p : 1e-6, s->modes.n,
		s->modes.n > 1 ? "s" : "");
	if (!isnan(s->trend.lag1)) {
		words_printf("    drift        ", "tau = %.3f, p = %.3g (Mann-Kendall): %s", s->trend.tau,
			s->trend.p, s->trend.p >= 0.01 ? "none" : s->trend.s > 0 ? "later values are higher"
			: "later values are lower");
		words_printf("    correlation  ", f->cycle.length
			? "lag 1: %.3f; a cycle of %zu values (%.3f)" : "lag 1: %.3f", s->trend.lag1,
			f->cycle.length, f->cycle.correlation);
	}

	if (u->n > 1 && u->n < f->side->raw.n)
		words_printf("    runs         ", "%zu, %.3g %% of the variance lies between them", u->n,
			100 * u->between);
	for (size_t i = 0; i < u->n && u->n <= RUNS_LISTED; i++) {
		snprintf(label, sizeof label, "      %-11zu", i + 1);
		words_printf(label, "mean %s", value(f, u->mean[i], a[0]));
	}
	warnings_print("    warning      ", "", s, f->side->set->unit);
	for (int outliers = 0; outliers < 2 && !status; outliers++) {
		status = describe_explain(j, f, outliers, text, sizeof text);
		if (!status && *text)
			words_print("    explanation  ", text);
	}
	return status;
}

static void put_record(records *r, const figures *f)
{
	const bench_description *d = &f->d;
	const benchi_shape *s = &f->side->shape;

	record_texts(r, { "set", f->label }, { "metric", f->side->set->metric }, { "unit", f->unit });
	record_numbers(r, { "n", (double)d->n }, { "confidence", d->confidence }, { "mean", d->mean },
		{ "mean_low", d->mean_low }, { "mean_high", d->mean_high }, { "sd", d->sd },
		{ "sd_low", d->sd_low }, { "sd_high", d->sd_high }, { "median", d->median },
		{ "median_low", f->median_low }, { "median_high", f->median_high },
		{ "median_confidence", f->median_level }, { "min", d->min }, { "q05", d->q05 },
		{ "q25", d->q25 }, { "q75", d->q75 }, { "q95", d->q95 }, { "max", d->max },
		{ "iqr", d->iqr }, { "mad", d->mad }, { "shapiro_w", s->normality.w },
		{ "shapiro_p", s->normality.p }, { "grubbs_g", s->outlier.g },
		{ "grubbs_p", s->outlier.p_two }, { "grubbs_value", s->outlier.value },
		{ "outliers", (double)s->far }, { "dip", f->dip.dip }, { "dip_p", f->dip.p },
		{ "modes", (double)s->modes.n }, { "drift_tau", s->trend.tau }, { "drift_p", s->trend.p },
		{ "autocorrelation", s->trend.lag1 },
		{ "period", f->cycle.length ? (double)f->cycle.length : (double)NAN },
		{ "period_correlation", f->cycle.correlation },
		{ "runs", f->side->units.n ? (double)f->side->units.n : (double)NAN });
	record_end(r);
}

#define VERB "describe"

#define ASKED(member) offsetof(plot, job.settings.member)

/* Fills in the figures of f->side, which must be prepared. BENCH_ERR_MEMORY. */
static bench_status find_figures(figures *f, double confidence)
{
	benchi_prepared *set = &f->side->values;
	double *scratch = malloc(set->set.n * sizeof *scratch);
	bench_status status = scratch ? benchi_describe(set, confidence, &f->d)
		: benchi_no_memory("the median");

	if (!status)
		status = benchi_modality(set, &f->dip);
	if (!status)
		status = describe_period(set, &f->cycle);
	if (!status) {
		struct benchi_median_interval m = benchi_median_interval_of(set->set.x, set->set.n,
			confidence, scratch);

		f->median_level = m.confidence;
		f->median_low = set->set.n > 1 ? m.low : (double)NAN;
		f->median_high = set->set.n > 1 ? m.high : (double)NAN;
		if (!(f->d.min < f->d.max)) /* equal values: the spread is unknown, so there is no
		                               interval */
			f->median_low = f->median_high = f->d.sd_low = f->d.sd_high = (double)NAN;
	}
	/* For values that are not normal, the chi-square interval of the deviation contains the true
	 * value in 44 to 80 % of cases instead of 95. */
	if (f->side->shape.normal_p < 0.05)
		f->d.sd_low = f->d.sd_high = (double)NAN;
	if (f->d.min >= 0 && benchi_unit_ns(f->unit) > 0)     /* times are never below 0 */
		f->d.mean_low = fmax(f->d.mean_low, 0);
	free(scratch);
	return status;
}

static const benchi_setting table[] = {
	BENCHI_SETTING('c', "confidence", "95%", "set the confidence of the intervals (95%)",
		take_confidence, ASKED(question)),
	BENCHI_SETTING(0, "limit", "'value<1'", "fail if a median is certainly beyond this limit",
		take_bound, ASKED(bounds)),
	BENCHI_SETTING(0, "expect", "'value=1..2'", "report whether this prediction came true",
		take_bound, ASKED(bounds)),
	COMPARE_FORMAT(ASKED(output), "text|json|csv"),
	COMPARE_FILES(offsetof(plot, job.settings)),
	BENCHI_SETTINGS_END
};

static int describe_files(plot *p, char **paths, size_t count)
{
	job *j = &p->job;
	const enum output form = j->settings.output;
	const double confidence = 1 - j->settings.question.alpha;
	records r = { .n = 0 };
	bench_status status = BENCH_OK;

	if (compare_read(j, paths, count) || compare_match(j))
		return EXIT_MISUSE;
	for (size_t i = 0; i < j->sides; i++) {
		benchi_side *s = &j->side[i];

		if (!compare_asked(&j->settings, s->set))
			continue;
		if (compare_prepare(j, s))
			return EXIT_MISUSE;
		/* Describe the shape of all values: runs are only listed. */
		if (s->units.n && benchi_shape_find(&s->values, 1 - confidence, &s->shape))
			return complain(VERB, "%s", bench_detail());
		benchi_shape_order(s);
	}
	if (plot_gather(p))
		return EXIT_MISUSE;
	r = records_begin(form != OUTPUT_JSON, "sets");
	for (size_t k = 0; k < p->panels; k++)
		for (size_t i = 0; i < p->panel[k].n && !status; i++) {
			figures f = { .side = p->panel[k].side[i], .label = p->panel[k].label[i],
				.unit = p->panel[k].unit };

			status = find_figures(&f, confidence);
			if (!status && form != OUTPUT_TEXT)
				put_record(&r, &f);
			else if (!status) {
				fputs(r.n++ ? "\n" : "", stdout);
				status = print_text(j, &f);
			}
		}
	if (status)
		return complain(VERB, "%s", bench_detail());
	records_end(&r);
	if (form == OUTPUT_TEXT) {
		int printed;

		putchar('\n');
		p->kinds = PLOT_STRIP | PLOT_HISTOGRAM;
		printed = plot_prepare(p) ? complain(VERB, "%s", bench_detail())
			: plot_print_text(p, (size_t)terminal_width(79, 0), 0);
		if (printed)
			return printed;
		compare_note_unusable(j);
	}
	return compare_judge(j);
}

int verb_describe(int argc, char **argv)
{
	plot p;
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &p,
		.usage = "bench describe: describe each set of values: centre, spread, shape, drift\n"
			"usage: bench describe [OPTION...] FILE...\n\n",
		.more = "\nPrints mean, standard deviation and median with intervals, quantiles,\n"
			"outliers, modes, drift, autocorrelation, a strip chart and a histogram.\n"
			"Reads the files that bench compare reads; '-' is standard input.\n"
			"Exit status: 0 fine, 1 a limit is not kept, 2 usage error or bad input.\n"
			"More: bench-compare(1).\n" };
	int status;

	memset(&p, 0, sizeof p);
	compare_begin(&p.job, VERB);
	p.job.alone = true;
	if (benchi_line_read(&line, argc, argv, &status) && compare_line_files(&line, &status)) {
		p.job.settings.read.keep_summaries = !p.job.settings.skip;
		status = describe_files(&p, line.operand, (size_t)line.operands);
	}
	plot_free(&p);
	return status;
}
