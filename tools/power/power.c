/*
 * `bench power`: values needed to detect a difference, or the difference that values detect.
 *
 * Reads as `bench compare` does; each set is taken as what two future sets are to
 * resemble (power_plan.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "data/data.h"
#include "tools/power/power.h"
#include "tools/tools.h"

/*
 * Prints a plan: as text, as JSON, as CSV.
 */

#define TEXT 600

static const char *unit_name(const plan *a)
{
	return a->side->units.n ? "run" : "value";
}

/* A share as a percentage of three digits. */
static char *percent(double share, char *text)
{
	char number[BENCHI_NUMBER_TEXT];

	snprintf(text, BENCHI_NUMBER_TEXT + 3, "%s %%", benchi_number_digits(100 * share, 3, number));
	return text;
}

static void print_title(const power *p, const plan *a)
{
	const benchi_set *set = a->side->set;
	const char *name = p->job.files > 1 ? a->side->label : set->benchmark;
	char sd[BENCHI_NUMBER_TEXT + 3], text[TEXT];
	bool plural = a->side->unit.n != 1;

	snprintf(text, sizeof text, "%.150s%s%.150s%s%zu %s%s%s%s", name,
	         *name && *set->metric ? ", " : "", set->metric, *name || *set->metric ? ": " : "",
	         a->side->unit.n, unit_name(a), plural ? "s" : "",
	         isnan(a->sd) || isnan(a->needed) ? "" : ", std dev ",
	         isnan(a->sd) || isnan(a->needed) ? "" : percent(a->sd / a->location, sd));
	words_print("", text);
}

static const char *why_not(const plan *a)
{
	return isnan(a->sd)        ? "one value shows no spread: at least two are needed"
	       : a->location > 0 ? "the squares of these numbers overflow: use another unit"
	                         : "the location is 0: no percentage, so no margin";
}

static void print_answer(const power *p, const plan *a)
{
	char margin[BENCHI_NUMBER_TEXT + 3], chance[BENCHI_NUMBER_TEXT + 3], text[TEXT];
	char provable[BENCHI_NUMBER_TEXT + 3], sure[BENCHI_NUMBER_TEXT + 3];
	double n = p->n > 0 ? p->n : (double)a->side->unit.n;
	bool most = a->simulated && a->needed >= POWER_MOST;

	snprintf(text, sizeof text, "a difference of %s is found with power %s at %s confidence by "
	         "%s%.0f %ss of each", percent(p->share, margin), percent(p->power, chance),
	         percent(1 - p->job.settings.question.alpha, sure),
	         most ? "more than " : a->simulated ? "about " : "", a->needed, unit_name(a));
	words_print("    need    ", text);
	if (isnan(a->provable))
		return;
	snprintf(text, sizeof text, "%.0f %ss of each find a difference of %s; their power for %s "
	         "is %s", n, unit_name(a), percent(a->provable, provable), margin,
	         percent(a->chance, chance));
	words_print("    have    ", text);
}

/* Few values hardly determine the spread, and n grows with its square. */
static void print_few(const plan *a)
{
	char text[TEXT];

	snprintf(text, sizeof text, "only %zu %ss: %d are the min to plan with; %sthe std dev's own "
	         "95 %% CI stands for %.0f to %.0f %ss", a->side->unit.n, unit_name(a), POWER_FEW,
	         a->simulated ? "they are smoothed; " : "", ceil(a->needed_low), ceil(a->needed_high),
	         unit_name(a));
	words_print("    warning ", text);
}

static void print_warnings(const power *p, const plan *a)
{
	if (a->step > 0 && a->step > p->share * a->location)
		words_print("    warning ", "the clock's step is larger than the difference, so that only "
		            "some values show it");
	if (a->side->shape.warnings & BENCHI_SET_WARN_CONSTANT)
		words_print("    warning ", "all values are the same: the clock may be too coarse "
		            "to see more");
	else if (a->side->unit.n < POWER_FEW)
		print_few(a);
	if (a->side->shape.warnings & (BENCHI_SET_WARN_DRIFT | BENCHI_SET_WARN_NEIGHBOURS))
		words_print("    warning ", "successive values are correlated: it takes more, or runs as "
		            "the unit");
}

static void print_method(const power *p, const plan *a)
{
	char text[TEXT];

	if (a->simulated)
		snprintf(text, sizeof text, "%s by %s: %d times two sets drawn from the %ss themselves "
		         "(seed %llu)", a->ranks ? "not normal, so ranks" : "means, as asked for,",
		         "simulation", POWER_TRIES, unit_name(a), (unsigned long long)p->seed);
	else
		snprintf(text, sizeof text, "normal theory of means (Student's t)%s",
		         a->side->shape.warnings & (BENCHI_SET_WARN_NORMAL | BENCHI_SET_WARN_MODES
		                                  | BENCHI_SET_WARN_OUTLIERS)
		             ? ", as asked for, though they are not normal" : "");
	words_print("    method  ", text);
	print_warnings(p, a);
}

static void power_print_text(const power *p)
{
	for (size_t i = 0; i < p->plans; i++) {
		const plan *a = &p->plan[i];

		if (i)
			putchar('\n');
		print_title(p, a);
		if (isnan(a->needed))
			words_print("    need    ", why_not(a));
		else {
			print_answer(p, a);
			print_method(p, a);
		}
	}
	power_print_both(p);
}

/* One key: a number, or text. */
typedef struct item {
	const char *name, *text;
	double number;
} item;

#define ITEMS 21

static void fill(const power *p, const plan *a, item items[ITEMS])
{
	const item all[ITEMS] = {
		{ "file", p->job.name[a->side->file], 0 },
		{ "benchmark", a->side->set->benchmark, 0 },
		{ "metric", a->side->set->metric, 0 },
		{ "unit", a->side->set->unit, 0 },
		{ "replication", unit_name(a), 0 },
		{ "n", NULL, p->n > 0 ? p->n : (double)a->side->unit.n },
		{ "location", NULL, a->location },
		{ "sd", NULL, a->sd },
		{ "margin", NULL, p->share },
		{ "power", NULL, p->power },
		{ "confidence", NULL, 1 - p->job.settings.question.alpha },
		{ "method", a->simulated ? "simulation" : "normal", 0 },
		{ "test", a->ranks && a->simulated ? "ranks" : "means", 0 },
		{ "needed", NULL, a->needed },
		{ "needed_low", NULL, a->needed_low },
		{ "needed_high", NULL, a->needed_high },
		{ "provable", NULL, a->provable },
		{ "chance", NULL, a->chance },
		{ "normal_needed", NULL, a->normal_needed },
		{ "normal_provable", NULL, a->normal_provable },
		{ "seed", NULL, a->simulated ? (double)p->seed : (double)NAN },
	};

	for (size_t i = 0; i < ITEMS; i++)
		items[i] = all[i];
}

static void power_print_json(const power *p)
{
	char number[BENCHI_NUMBER_TEXT];
	item items[ITEMS];

	fputs("{\n  \"libbench\": 1,\n  \"plans\": [", stdout);
	for (size_t i = 0; i < p->plans; i++) {
		fill(p, &p->plan[i], items);
		fputs(i ? ", {" : "{", stdout);
		for (size_t k = 0; k < ITEMS; k++) {
			printf("%s\n    \"%s\": ", k ? "," : "", items[k].name);
			if (items[k].text)
				benchi_json_text(stdout, items[k].text);
			else
				fputs(benchi_number_text(items[k].number, number), stdout);
		}
		fputs("\n  }", stdout);
	}
	power_json_both(p);
	puts("]\n}");
}

static void power_print_csv(const power *p)
{
	char number[BENCHI_NUMBER_TEXT];
	item items[ITEMS];

	for (size_t i = 0; i < p->plans; i++) {
		fill(p, &p->plan[i], items);
		for (size_t k = 0; k < ITEMS && !i; k++)
			printf("%s%s", k ? "," : "", items[k].name);
		fputs(i ? "" : "\n", stdout);
		for (size_t k = 0; k < ITEMS; k++) {
			fputs(k ? "," : "", stdout);
			if (items[k].text)
				benchi_csv_text(stdout, items[k].text);
			else if (!isnan(items[k].number))
				fputs(benchi_number_text(items[k].number, number), stdout);
		}
		putchar('\n');
	}
}

#define VERB "power"

enum { MARGIN = 'm', POWER = 'p', CONFIDENCE = 'c', SAMPLES = 'n', SIMULATE = 256,
	NORMAL, SEED, BLOCKS, METRIC, JSON, CSV, HELP };

static const benchi_option known[] = { { MARGIN, "margin", true }, { POWER, "power", true },
	{ CONFIDENCE, "confidence", true }, { SAMPLES, "samples", true },
	{ SIMULATE, "simulate", false }, { NORMAL, "normal", false }, { SEED, "seed", true },
	{ BLOCKS, "blocks", true }, { METRIC, "metric", true }, { JSON, "json", false },
	{ CSV, "csv", false }, { 'C', "column", true }, { 'd', "delimiters", true },
	{ HELP, "help", false }, { 'h', NULL, false }, { 0, NULL, false } };

static int help(void)
{
	puts("bench power: plan how many values a comparison needs, or what these can prove\n"
	     "usage: bench power [OPTION...] FILE...\n"
	     "\n"
	     "  -m, --margin 1%       the difference to be found (1%)\n"
	     "  -p, --power .8        the probability of finding it (80%)\n"
	     "  -c, --confidence 95%  1 - the probability of a false alarm (95%)\n"
	     "  -n, --samples N       what N of each would find (as many as there are)\n"
	     "      --blocks N        N values make a run\n"
	     "      --metric NAME     only this metric\n"
	     "      --simulate        by simulation also where normal theory would do\n"
	     "      --normal          by normal theory also where the values are not normal\n"
	     "      --seed N          of the simulation (1)\n"
	     "      --json, --csv     everything, for programs: bench-power(1)\n"
	     "  -C, --column N, -d, --delimiters CHARS   plain numbers: which field, cut where\n"
	     "\n"
	     "Each set is taken as what two future sets are to resemble.  Runs are the unit\n"
	     "where the file has them.  Reads what bench compare reads; '-' is standard input.");
	return 0;
}

static int take_share(power *p, int letter, const char *value)
{
	double share;
	bool read = compare_share(value, letter != MARGIN, &share);

	if (letter == MARGIN && (!read || !(share > 0)))
		return complain_value(VERB, "margin", value, "a share above 0, such as 1%");
	if (letter == POWER && (!read || share < .1 || share > .999))
		return complain_value(VERB, "power", value, "10% to 99.9%");
	if (letter == CONFIDENCE && (!read || share < .5 || share > 1 - 1e-9))
		return complain_value(VERB, "confidence", value, "50% to below 100%");
	if (letter == MARGIN)
		p->share = share;
	else if (letter == POWER)
		p->power = share;
	else
		p->job.settings.question.alpha = 1 - share;
	return 0;
}

static int take_count(power *p, int letter, const char *value)
{
	settings *s = &p->job.settings;
	size_t count;

	if (letter == SEED && !strcmp(value, "0"))
		count = 0;
	else if (!compare_count(value, &count))
		return complain(VERB, "found '%s', expected a count from 1", value);
	if (letter == SAMPLES && count < 2)
		return complain_value(VERB, "samples", value, "2 or more");
	if (letter == SAMPLES)
		p->n = (double)count;
	else if (letter == SEED)
		p->seed = count;
	else if (letter == BLOCKS)
		s->blocks = count;
	else
		s->read.plain.column = count;
	return 0;
}

static int take_option(power *p, int letter, const char *value)
{
	settings *s = &p->job.settings;

	s->read.only_plain = s->read.only_plain || letter == 'C' || letter == 'd';
	switch (letter) {
	case MARGIN:
	case POWER:
	case CONFIDENCE:
		return take_share(p, letter, value);
	case SAMPLES:
	case SEED:
	case BLOCKS:
	case 'C':
		return take_count(p, letter, value);
	case METRIC:
		return compare_take_metric(s, VERB, value);
	case 'd':
		s->read.plain.delimiters = value;
		return *value ? 0 : complain_value(VERB, "delimiters", value, "at least one character");
	case JSON:
	case CSV:
		s->output = letter == JSON ? OUTPUT_JSON : OUTPUT_CSV;
		return 0;
	default:
		if (letter < 0)
			return complain_option(VERB, letter, value);
		p->simulate = p->simulate || letter == SIMULATE;
		p->theory = p->theory || letter == NORMAL;
		return 0;
	}
}

static int make_plans(power *p)
{
	int status = 0;

	p->plan = calloc(p->job.sides, sizeof *p->plan);
	if (!p->plan)
		return complain(VERB, "out of memory");
	for (size_t i = 0; i < p->job.sides && !status; i++) {
		benchi_side *s = &p->job.side[i];

		if (!compare_asked(&p->job.settings, s->set))
			continue;
		status = compare_prepare(&p->job, s);
		p->plan[p->plans].side = s;
		if (!status)
			status = power_make(p, &p->plan[p->plans++]);
	}
	return status;
}

static int run(power *p, char **paths, size_t count)
{
	int status = compare_read(&p->job, paths, count);

	if (!status)
		status = compare_match(&p->job);
	if (!status)
		status = make_plans(p);
	if (status)
		return status;
	if (p->job.settings.output == OUTPUT_TEXT)
		power_print_text(p);
	else if (p->job.settings.output == OUTPUT_JSON)
		power_print_json(p);
	else
		power_print_csv(p);
	return 0;
}

int verb_power(int argc, char **argv)
{
	power p;
	benchi_options o;
	int letter, status = 0;
	char dash[] = "-";

	memset(&p, 0, sizeof p);
	compare_begin(&p.job, VERB);
	p.job.alone = true;
	p.share = 0.01;
	p.power = 0.8;
	p.seed = 1;
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
		if (letter == HELP || letter == 'h')
			return help();
		status = take_option(&p, letter, o.value);
	}
	if (!status && p.simulate && p.theory)
		status = complain(VERB, "--simulate and --normal exclude each other");
	if (!status && !o.operands && compare_standard_input())
		o.argv[o.operands++] = dash;
	if (!status && !o.operands)
		status = complain(VERB, "a file is missing (try 'bench power --help')");
	if (!status)
		status = run(&p, o.argv, (size_t)o.operands);
	free(p.plan);
	compare_free(&p.job);
	return status;
}
