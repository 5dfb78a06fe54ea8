/*
 * `bench compare`: compares sets of measurements, with confidence intervals.
 *
 * Reads the files (lib/data), selects (select.c) and matches sets (match.c), compares
 * (decide.c over lib/analysis) and prints.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "tools/verbs.h"
#include "tools/compare/compare.h"

#define VERB "compare"

enum { MARGIN = 'm', CONFIDENCE = 'c', EXIT_CODE = 'e', HIGHER = 256, PAIRED, BLOCKS, ANYTIME, JSON,
	CSV, BOX, BASE, METRIC, LIVE, FORCE, HELP, FORMAT, TABLE, DETAILS, BENCHMARK, FILTER, ROW, COL,
	SIGNIFICANCE, IGNORE, MEANS, LIMIT, EXPECT };

static const benchi_option known[] = { { MARGIN, "margin", true },
	{ CONFIDENCE, "confidence", true }, { EXIT_CODE, "exit-code", false },
	{ HIGHER, "higher-is-better", false },
	{ PAIRED, "paired", false }, { BLOCKS, "blocks", true }, { ANYTIME, "anytime", false },
	{ JSON, "json", false }, { CSV, "csv", false }, { BOX, "box", false },
	{ FORMAT, "format", true }, { TABLE, "table", false }, { MEANS, "means", false },
	{ LIMIT, "limit", true }, { EXPECT, "expect", true }, { DETAILS, "details", false },
	{ BENCHMARK, "benchmark", true }, { FILTER, "filter", true }, { ROW, "row", true },
	{ COL, "col", true }, { IGNORE, "ignore", true }, { SIGNIFICANCE, "significance", true },
	{ BASE, "base", true }, { METRIC, "metric", true }, { LIVE, "live", false },
	{ FORCE, "force", false },
	{ 'C', "column", true },
	{ 'd', "delimiters", true }, { HELP, "help", false }, { 'h', NULL, false },
	{ 0, NULL, false } };

static int help(void)
{
	puts("bench compare: report which set is faster, with its confidence interval\n"
	     "usage: bench compare [OPTION...] FILE...     the first set is the base\n"
	     "\n"
	     "  -m, --margin 1%         the largest difference that does not matter (1%)\n"
	     "  -c, --confidence 95% (--significance)   of the answer (95%)\n"
	     "  -e, --exit-code         0 same or better, 1 worse, 2 misuse, 3 inconclusive\n"
	     "      --higher-is-better  values are rates, not times\n"
	     "      --paired            the i-th of one belongs to the i-th of the other\n"
	     "      --blocks N          N values make a run; runs are compared, not values\n"
	     "      --anytime           valid at any time, however often it is looked at\n"
	     "      --base NAME         compare the others of its file with this benchmark\n"
	     "      --metric NAME       this metric; may be repeated\n"
	     "      --benchmark GLOB, --filter '/size:4k -.unit:B/op'    only these\n"
	     "      --col /alg, --row '.name /size', --ignore /n   keys as Go writes them\n"
	     "      --table, --details  a line each, or all (up to three comparisons)\n"
	     "      --means             means and std devs, a line each\n"
	     "      --box               ministat's plot in place of the strip chart\n"
	     "      --live, --force     the answer so far; also files of another machine\n"
	     "      --limit 'wall_time<1', --expect 'wall_time=1..2'  cannot be; prediction\n"
	     "      --format text|markdown|json|csv, --json, --csv      bench-format(5)\n"
	     "  -C, --column N, -d, --delimiters CHARS   plain numbers: which field, cut where\n"
	     "\n"
	     "Reads plain numbers, CSV, TSV, JSON (cbdr, hyperfine, Google Benchmark), Go's\n"
	     "benchmark text; '-' is standard input.  More: bench-compare(1).");
	return 0;
}

/* cbdr's --significance is a confidence too; an alpha such as 0.05 is taken for one. */
static int take_confidence(settings *s, const char *name, const char *value)
{
	double confidence;
	bool is_share = compare_share(value, true, &confidence);

	if (is_share && *name == 's' && confidence < .5 && confidence > 0)
		confidence = 1 - confidence;
	if (!is_share || confidence < .5 || confidence >= 1)
		return complain_value(VERB, name, value, "50% to below 100%");
	s->question.alpha = 1 - confidence;
	return 0;
}

static int take_format(settings *s, const char *value)
{
	static const char *const names[] = { "text", "json", "csv", "markdown" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(value, names[i])) {
			s->output = (enum output)i;
			return 0;
		}
	return complain_value(VERB, "format", value, "text, json, csv or markdown");
}

static int take_word(settings *s, int letter)
{
	switch (letter) {
	case EXIT_CODE:
		s->exit_code = true;
		break;
	case FORCE:
		s->force = true;
		break;
	case HIGHER:
		s->higher = true;
		break;
	case PAIRED:
		s->question.paired = true;
		break;
	case ANYTIME:
		s->question.anytime = true;
		break;
	case JSON:
		s->output = OUTPUT_JSON;
		break;
	case CSV:
		s->output = OUTPUT_CSV;
		break;
	case LIVE:
		s->live = true;
		break;
	case MEANS:
		s->means = true;
		break;
	case TABLE:
		s->table = true;
		break;
	case DETAILS:
		s->details = true;
		break;
	default:
		s->box = true;
	}
	return 0;
}

static int take_option(settings *s, int letter, const char *value)
{
	if (letter < 0)
		return complain_option(VERB, letter, value);
	switch (letter) {
	case MARGIN:
		return compare_margin(VERB, value, &s->question);
	case CONFIDENCE:
		return take_confidence(s, "confidence", value);
	case SIGNIFICANCE:
		return take_confidence(s, "significance", value);
	case BLOCKS:
		return compare_count(value, &s->blocks)
		           ? 0 : complain_value(VERB, "blocks", value, "a count from 1");
	case BASE:
		s->base = value;
		return 0;
	case FORMAT:
		return take_format(s, value);
	case BENCHMARK:
		if (s->benchmarks == COMPARE_METRICS)
			return complain(VERB, "--benchmark: at most %d", COMPARE_METRICS);
		s->benchmark[s->benchmarks++] = value;
		return 0;
	case FILTER:
		s->filter = value;
		return 0;
	case ROW:
		s->row = value;
		return 0;
	case COL:
		s->col = value;
		return 0;
	case IGNORE:
		s->ignore = value;
		return 0;
	case LIMIT:
		return bounds_take(&s->bounds, VERB, "limit", value);
	case EXPECT:
		return bounds_take(&s->bounds, VERB, "expect", value);
	case METRIC:
		return compare_take_metric(s, VERB, value);
	case 'C':
		s->read.only_plain = true;
		return compare_count(value, &s->read.plain.column)
		           ? 0 : complain_value(VERB, "column", value, "a count from 1");
	case 'd':
		s->read.only_plain = true;
		s->read.plain.delimiters = value;
		return *value ? 0 : complain_value(VERB, "delimiters", value, "at least one character");
	default:
		return take_word(s, letter);
	}
}

/* The headline metric decides, or all selected ones. */
static int exit_status(const job *j)
{
	const char *headline = compare_headline(j);
	bool worse = false, unsure = false;

	for (size_t i = 0; i < j->comparisons; i++) {
		const benchi_comparison *c = &j->comparison[i];

		if (!j->settings.metrics && strcmp(c->base->set->metric, headline) != 0)
			continue;
		worse = worse || benchi_comparison_better(c) < 0;
		unsure = unsure || c->finding.answer == BENCH_UNSURE;
	}
	return !j->settings.exit_code ? 0 : worse ? EXIT_WORSE : unsure ? EXIT_UNSURE : 0;
}

static int print(const job *j)
{
	int failed = j->settings.output == OUTPUT_JSON ? compare_print_json(j)
	           : j->settings.output == OUTPUT_CSV ? compare_print_csv(j) : compare_print_text(j);

	return failed ? complain(VERB, "%s", bench_detail()) : 0;
}

/* Beside a format for programs this goes to standard error. */
static int judge(const job *j)
{
	const settings *s = &j->settings;
	FILE *out = s->output == OUTPUT_TEXT ? stdout : stderr;
	int status = bounds_check(&s->bounds, VERB, j->rows, j->files);
	bool beyond = false;

	for (size_t f = 0; f < j->files && !status; f++)
		if (bounds_judge(&s->bounds, &j->rows[f], out, &beyond) != BENCH_OK)
			status = complain(VERB, "out of memory for the limits");
	return !status && beyond ? EXIT_WORSE : status;
}

static int run(job *j, char **paths, size_t count)
{
	int status = compare_read(j, paths, count);

	if (!status)
		status = compare_guard(j, paths, count);
	if (!status)
		status = compare_select(j);
	if (!status)
		status = compare_match(j);
	if (!status)
		status = compare_decide(j);
	if (!status)
		status = print(j);
	if (!status)
		status = judge(j);
	return status ? status : exit_status(j);
}

/* Options that contradict each other.  A live answer is valid at any time. */
static int check(settings *s, const benchi_options *o)
{
	if (s->live && !compare_wants_live(s, o->operands, o->argv))
		return complain(VERB, "--live: reads standard input, and that alone");
	s->live = compare_wants_live(s, o->operands, o->argv);
	s->question.anytime = s->question.anytime || s->live;
	if (s->question.paired && s->question.anytime)
		return complain(VERB, "%s pairs already: leave --paired out",
		                s->live ? "--live" : "--anytime");
	return 0;
}

int verb_compare(int argc, char **argv)
{
	char dash[] = "-";
	job j;
	benchi_options o;
	int letter, status = 0;

	compare_begin(&j, VERB);
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
		if (letter == HELP || letter == 'h')
			return help();
		status = take_option(&j.settings, letter, o.value);
	}
	if (status)
		return status;
	if (!o.operands && compare_standard_input())
		o.argv[o.operands++] = dash;
	if (!o.operands)
		return complain(VERB, "a file is missing (try 'bench compare --help')");
	status = check(&j.settings, &o);
	if (!status)
		status = run(&j, o.argv, (size_t)o.operands);
	compare_free(&j);
	return status;
}
