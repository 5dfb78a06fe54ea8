/*
 * `bench power`: values needed to detect a difference, or the difference that values detect.
 *
 * Reads as `bench compare` does; each set is taken as what two future sets are to
 * resemble (power_plan.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "tools/verbs.h"
#include "tools/power/power.h"

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
