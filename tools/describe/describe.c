/*
 * `bench describe`: everything about one set of numbers.
 *
 * Reads as `bench compare` does, prints the figures of each set with their intervals and tests,
 * and draws it (tools/plot).  Where the file has runs, intervals and tests are of all values;
 * the runs are listed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "stats/order.h"
#include "stats/prepared_tests.h"
#include "tools/describe/describe.h"
#include "tools/terminal.h"
#include "tools/verbs.h"

#define VERB "describe"

enum { CONFIDENCE = 'c', METRIC = 256, SKIP, POOL, JSON, HELP };

static const benchi_option known[] = { { CONFIDENCE, "confidence", true },
	{ METRIC, "metric", true }, { SKIP, "skip", true }, { POOL, "pool", false },
	{ JSON, "json", false }, { 'C', "column", true }, { 'd', "delimiters", true },
	{ HELP, "help", false }, { 'h', NULL, false }, { 0, NULL, false } };

typedef struct description {
	plot plot; /* the job is its job */
	size_t skip;
	bool pool;
} description;

static int help(void)
{
	puts("bench describe: describe each set: centre, spread, shape, run order\n"
	     "usage: bench describe [OPTION...] FILE...\n"
	     "\n"
	     "  -c, --confidence 95%  of the intervals (95%)\n"
	     "      --metric NAME     only this metric\n"
	     "      --skip N          without the first N values of each run\n"
	     "      --pool            all files together, each a run\n"
	     "      --json            for programs: bench-describe(1)\n"
	     "  -C, --column N, -d, --delimiters CHARS   plain numbers: which field, cut where\n"
	     "\n"
	     "Mean, std dev and median with intervals, quantiles, normality, outliers, modes\n"
	     "and what goes with them, drift, autocorrelation and cycles, a strip chart and a\n"
	     "histogram.  Reads what bench compare reads; '-' is standard input.");
	return 0;
}

static int take_option(description *d, int letter, const char *text)
{
	settings *s = &d->plot.job.settings;
	double share;

	s->read.only_plain = s->read.only_plain || letter == 'C' || letter == 'd';
	switch (letter) {
	case CONFIDENCE:
		if (!compare_share(text, true, &share) || share < .5 || share > 1 - 1e-9)
			return complain_value(VERB, "confidence", text, "50% to below 100%");
		s->question.alpha = 1 - share;
		return 0;
	case METRIC:
		return compare_take_metric(s, VERB, text);
	case SKIP:
		return compare_count(text, &d->skip)
		           ? 0 : complain_value(VERB, "skip", text, "a count from 1");
	case POOL:
		d->pool = true;
		return 0;
	case JSON:
		s->output = OUTPUT_JSON;
		return 0;
	case 'C':
		return compare_count(text, &s->read.plain.column)
		           ? 0 : complain_value(VERB, "column", text, "a count from 1");
	case 'd':
		s->read.plain.delimiters = text;
		return *text ? 0 : complain_value(VERB, "delimiters", text, "at least one character");
	default:
		return complain_option(VERB, letter, text);
	}
}

bench_status describe_find(benchi_side *side, double confidence, figures *f)
{
	benchi_prepared *set = &side->values;
	bench_status status = benchi_describe(set, confidence, &f->d);
	size_t low, high;

	f->side = side;
	if (!status)
		status = benchi_modality(set, &f->dip);
	if (!status)
		status = describe_period(set, &f->cycle);
	if (status)
		return status;
	f->median_level = benchi_median_ranks(set->set.n, confidence, &low, &high);
	f->median_low = set->set.n > 1 ? set->sorted[low] : (double)NAN;
	f->median_high = set->set.n > 1 ? set->sorted[high] : (double)NAN;
	return BENCH_OK;
}

static bench_status print_set(description *d, const panel *a, size_t i, bool first)
{
	job *j = &d->plot.job;
	figures f = { .label = a->label[i], .unit = a->unit };
	bench_status status = describe_find(a->side[i], 1 - j->settings.question.alpha, &f);

	if (!status && j->settings.output == OUTPUT_JSON)
		describe_json(&f, first);
	else if (!status) {
		if (!first)
			putchar('\n');
		status = describe_text(j, &f);
	}
	return status;
}

/* The shape is that of all values: runs are only listed. */
static int prepare(description *d)
{
	job *j = &d->plot.job;

	for (size_t i = 0; i < j->sides; i++) {
		benchi_side *s = &j->side[i];

		if (!compare_asked(&j->settings, s->set))
			continue;
		if (compare_prepare(j, s))
			return EXIT_MISUSE;
		if (s->units.n
		    && benchi_shape_find(&s->values, 1 - j->settings.question.alpha, &s->shape))
			return complain(VERB, "%s", bench_detail());
	}
	return 0;
}

static int print(description *d)
{
	plot *p = &d->plot;
	bool json = p->job.settings.output == OUTPUT_JSON, first = true;
	bench_status status = BENCH_OK;

	fputs(json ? "{\n  \"libbench\": 1,\n  \"sets\": [" : "", stdout);
	for (size_t k = 0; k < p->panels; k++)
		for (size_t i = 0; i < p->panel[k].n && !status; i++, first = false)
			status = print_set(d, &p->panel[k], i, first);
	if (status)
		return complain(VERB, "%s", bench_detail());
	if (json) {
		puts("]\n}");
		return 0;
	}
	putchar('\n');
	p->kinds = PLOT_STRIP | PLOT_BOX | PLOT_HISTOGRAM;
	return plot_print_text(p, (size_t)terminal_width(79, 0), 0);
}

static bool has_values(const job *j)
{
	for (size_t f = 0; f < j->files; f++)
		for (size_t s = 0; s < j->rows[f].sets; s++)
			if (!j->rows[f].set[s].n)
				return false;
	return true;
}

static int run(description *d, char **paths, size_t count)
{
	job *j = &d->plot.job;
	int status = compare_read(j, paths, count);

	for (size_t f = 0; f < j->files && d->skip && !status; f++)
		describe_skip(&j->rows[f], d->skip);
	if (!status && !has_values(j))
		status = complain(VERB, "--skip: found no value after the first %zu of each run", d->skip);
	if (!status && d->pool && describe_pool(j))
		status = complain(VERB, "%s", bench_detail());
	if (!status)
		status = compare_match(j);
	if (!status)
		status = prepare(d);
	if (!status)
		status = plot_gather(&d->plot);
	return status ? status : print(d);
}

int verb_describe(int argc, char **argv)
{
	description d;
	benchi_options o;
	int letter, status = 0;
	char dash[] = "-";

	memset(&d, 0, sizeof d);
	compare_begin(&d.plot.job, VERB);
	d.plot.job.alone = true;
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
		if (letter == HELP || letter == 'h')
			return help();
		status = take_option(&d, letter, o.value);
	}
	if (!status && !o.operands && compare_standard_input())
		o.argv[o.operands++] = dash;
	if (!status && !o.operands)
		status = complain(VERB, "a file is missing (try 'bench describe --help')");
	if (!status)
		status = run(&d, o.argv, (size_t)o.operands);
	plot_free(&d.plot);
	return status;
}
