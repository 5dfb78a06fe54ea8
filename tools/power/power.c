/*
 * `bench power`: values needed to detect a difference, or the difference that values detect.
 *
 * Reads what `bench compare` reads.  Each set is taken as what two future sets will resemble; runs
 * are the unit where the file has them.  Method: normal theory of means, from the noncentral t
 * distribution (lib/stats/ttest.c).  Asks for too many values where a set has outliers, since
 * `bench compare` then compares ranks.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"

#define FEW 20 /* fewer values hardly determine the spread: n varies by a factor of 3 */
#define NOT_NORMAL (BENCHI_SET_WARN_NORMAL | BENCHI_SET_WARN_MODES | BENCHI_SET_WARN_OUTLIERS)

/* A set that two future sets of n values (or runs) each will resemble. */
typedef struct plan {
	const benchi_side *side;
	double mean, sd;                /* of the values or runs; sd NaN: unknown */
	double needed;                  /* values of each set for the margin; NaN: unknown */
	double needed_low, needed_high; /* the same at the ends of the sd's 95 % interval */
	double provable;                /* share of the mean that the present n finds; NaN: unknown */
	double chance;                  /* probability that the present n finds the margin */
} plan;

typedef struct power {
	job job;
	double power, share;       /* wanted probability; the margin, a share of the mean */
	double sd, delta;          /* stated instead of files, in one unit; 0: not stated */
	size_t n;                  /* values to plan for; 0: the present number */
	plan *plan;
	size_t plans;
} power;

/* The plan by normal theory: what n values of each find, and how many find delta. */
struct theory {
	double n, needed, provable, chance;
};

static bench_status theory_of(const power *p, double delta, double sd, double n,
                              struct theory *found)
{
	bench_power t = { n, delta, sd, p->power, 1 - p->job.settings.question.alpha, 0 };
	bench_status status;

	found->n = n;
	if (bench_power_delta(&t, &found->provable) != BENCH_OK)
		found->provable = NAN;
	if (bench_power_chance(&t, &found->chance) != BENCH_OK)
		found->chance = NAN;
	status = bench_power_n(&t, &found->needed);
	found->needed = status ? (double)NAN : ceil(found->needed * (1 - 1e-9));
	return status;
}

/*
 * Prints a plan: as text, as JSON, as CSV.
 */

static const char *power_unit_name(const plan *a)
{
	return a->side->units.n ? "run" : "value";
}

/* A share as a percentage of three digits. */
static char *power_percent(double share, char *text)
{
	char number[BENCHI_NUMBER_TEXT];

	snprintf(text, BENCHI_NUMBER_TEXT + 3, "%s %%", benchi_number_digits(100 * share, 3, number));
	return text;
}

static const char *why_not(const plan *a)
{
	return isnan(a->sd)        ? "one value shows no spread: at least two are needed"
	       : a->mean > 0 ? "the squares of these numbers overflow: use another unit"
	                         : "the location is 0: no percentage, so no margin";
}

/* The plan that plan i is compared with: the first of its metric; NULL: plan i is the first. */
static const plan *base_of(const power *p, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(p->plan[k].side->set->metric, p->plan[i].side->set->metric))
			return &p->plan[k];
	return NULL;
}

/* Two sets that are there, planned with the mean of both variances.  Sets of different sizes count
 * as the harmonic mean of the sizes.  The margin is a share of the base's mean. */
static struct theory plan_both(const power *p, const plan *a, const plan *b)
{
	const bench_description *d = &a->side->shape.description, *e = &b->side->shape.description;
	double n = 2 / (1 / (double)a->side->unit.n + 1 / (double)b->side->unit.n);
	double mean = fabs(d->mean), sd = sqrt((d->sd * d->sd + e->sd * e->sd) / 2);
	struct theory both = { p->n > 0 ? (double)p->n : n, NAN, NAN, NAN };

	if (sd > 0 && p->share * mean > 0)
		(void)theory_of(p, p->share * mean, sd, both.n, &both);
	both.provable /= mean;
	return both;
}

static void print_pairs(const power *p)
{
	for (size_t i = 0; i < p->plans; i++) {
		const plan *b = &p->plan[i], *a = base_of(p, i);
		struct theory both;

		if (!a)
			continue;
		both = plan_both(p, a, b);
		if (isnan(both.needed))
			continue;
		putchar('\n');
		words_printf("", "%.100s against %.100s%s%.60s, with both spreads: %.3g %% is found with "
			"power %.3g %% by %.0f of each; these find %.3g %%, and %.3g %% with power %.3g %% "
			"(Student's t)", b->side->label, a->side->label, *b->side->set->metric ? ", " : "",
			b->side->set->metric, 100 * p->share, 100 * p->power, both.needed,
			100 * both.provable, 100 * p->share, 100 * both.chance);
	}
}

static void power_print_text(const power *p)
{
	for (size_t i = 0; i < p->plans; i++) {
		const plan *a = &p->plan[i];

		if (i)
			putchar('\n');
		const benchi_set *set = a->side->set;
		const char *name = p->job.files > 1 ? a->side->label : set->benchmark;
		char sd[BENCHI_NUMBER_TEXT + 3];
		bool plural = a->side->unit.n != 1;

		words_printf("", "%.150s%s%.150s%s%zu %s%s%s%s", name, *name && *set->metric ? ", " : "",
			set->metric, *name || *set->metric ? ": " : "", a->side->unit.n, power_unit_name(a),
			plural ? "s" : "", isnan(a->sd) || isnan(a->needed) ? "" : ", std dev ",
			isnan(a->sd) || isnan(a->needed) ? "" : power_percent(a->sd / a->mean, sd));

		if (isnan(a->needed))
			words_print("    need    ", why_not(a));
		else {
			char margin[BENCHI_NUMBER_TEXT + 3], chance[BENCHI_NUMBER_TEXT + 3];
			char provable[BENCHI_NUMBER_TEXT + 3], sure[BENCHI_NUMBER_TEXT + 3];
			double n = p->n > 0 ? (double)p->n : (double)a->side->unit.n;

			words_printf("    need    ",
				"%.0f %ss of each find a difference of %s with power %s at %s "
				"confidence", a->needed, power_unit_name(a), power_percent(p->share, margin),
				power_percent(p->power, chance),
				power_percent(1 - p->job.settings.question.alpha, sure));
			if (!isnan(a->provable)) {
				words_printf("    have    ",
					"%.0f %ss of each find a difference of %s; their power for %s "
					"is %s", n, power_unit_name(a), power_percent(a->provable, provable), margin,
					power_percent(a->chance, chance));
			}

			unsigned warnings = a->side->shape.warnings;

			if (warnings & BENCHI_SET_WARN_CONSTANT)
				words_print("    warning ", "all values are the same: the clock may be too coarse "
				            "to see more");
			else if (a->side->unit.n < FEW)
				words_printf("    warning ", "from %zu %ss this is a guess: between %.0f and %.0f",
					a->side->unit.n, power_unit_name(a), ceil(a->needed_low), ceil(a->needed_high));
			else if (warnings & NOT_NORMAL)
				words_print("    warning ",
					"not normal: bench compare uses ranks, and usually needs less");
			if (warnings & (BENCHI_SET_WARN_DRIFT | BENCHI_SET_WARN_NEIGHBOURS))
				words_print("    warning ",
					"successive values are correlated: plan for more, or for runs");
		}
	}
	print_pairs(p);
}

static void plan_record(records *r, const power *p, const plan *a)
{
	record_texts(r, { "file", p->job.name[a->side->file] },
		{ "benchmark", a->side->set->benchmark }, { "metric", a->side->set->metric },
		{ "unit", a->side->set->unit }, { "replication", power_unit_name(a) });
	record_numbers(r, { "n", p->n > 0 ? (double)p->n : (double)a->side->unit.n },
		{ "mean", a->mean }, { "sd", a->sd }, { "margin", p->share }, { "power", p->power },
		{ "confidence", 1 - p->job.settings.question.alpha });
	record_numbers(r, { "needed", a->needed }, { "needed_low", a->needed_low },
		{ "needed_high", a->needed_high }, { "provable", a->provable }, { "chance", a->chance });
	record_end(r);
}

#define VERB "power"

#define AT(member) offsetof(power, member)
#define ASKED(member) AT(job.settings.member)

static int take_power(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	double *share = benchi_line_member(line, row);

	return benchi_share_read(value, share) && *share >= .1 && *share <= .999
	           ? 0 : benchi_line_bad(line, row, value, "10% to 99.9%");
}

static const benchi_setting table[] = {
	BENCHI_LIMITED('m', "margin", "1%", "plan to find this difference (1%)", benchi_setting_share,
		AT(share), 1e-12, 1e6),
	BENCHI_SETTING('p', "power", ".8", "plan to find it with this probability (80%)", take_power,
		AT(power)),
	BENCHI_LIMITED('n', "samples", "N", "report what N values of each side can find",
		benchi_setting_count, AT(n), 2, 1e10),
	{ 0, "sd", "S", "plan without a file, from this standard deviation...", benchi_setting_number,
	  AT(sd), 1e-300, 1e300, "delta", NULL },
	{ 0, "delta", "D", "... to find this difference", benchi_setting_number, AT(delta), 1e-300,
	  1e300, "sd", NULL },
	BENCHI_HELP("The plan"),
	BENCHI_SETTING('c', "confidence", "95%", "set 1 - the probability of a false alarm (95%)",
		take_confidence, ASKED(question)),
	BENCHI_LIMITED(0, "blocks", "N", "take each N values as one run", benchi_setting_count,
		ASKED(blocks), 1, 1e10),
	COMPARE_FOR_PROGRAMS(ASKED(output)),
	COMPARE_FILES(offsetof(power, job.settings)),
	BENCHI_SETTINGS_END
};

/* Of the metrics that were asked for, else of the one that comparisons go by. */
static int make_plans(power *p)
{
	const settings *s = &p->job.settings;
	const char *metric = s->metric.n ? NULL : compare_headline(&p->job);
	int status = 0;

	p->plan = calloc(p->job.sides, sizeof *p->plan);
	if (!p->plan)
		return complain(VERB, "out of memory");
	for (size_t i = 0; i < p->job.sides && !status; i++) {
		benchi_side *side = &p->job.side[i];

		if (!compare_asked(s, side->set) || (metric && strcmp(metric, side->set->metric) != 0))
			continue;
		status = compare_prepare(&p->job, side);
		p->plan[p->plans].side = side;
		plan *a = &p->plan[p->plans++];
		const bench_description *d = &a->side->shape.description;
		double n = p->n > 0 ? (double)p->n : (double)a->side->unit.n;
		struct theory found;

		a->mean = fabs(d->mean);
		a->sd = d->sd;
		a->needed = a->provable = a->chance = (double)NAN;
		a->needed_low = a->needed_high = (double)NAN;
		if (a->mean > 0 && isfinite(a->sd) && (!(a->sd <= 0) || !(d->min < d->max))) {
			(void)theory_of(p, p->share * a->mean, a->sd, n, &found);
			a->needed = found.needed;
			a->provable = found.provable / a->mean;
			a->chance = found.chance;
			if (a->sd > 0) {
				a->needed_low = a->needed * (d->sd_low / d->sd) * (d->sd_low / d->sd);
				a->needed_high = a->needed * (d->sd_high / d->sd) * (d->sd_high / d->sd);
			}
		}
	}
	return status;
}

/* --sd and --delta: normal theory of what is stated. */
static int plan_stated(const power *p)
{
	const enum output form = p->job.settings.output;
	struct theory t;
	char chance[BENCHI_NUMBER_TEXT + 3], sure[BENCHI_NUMBER_TEXT + 3];

	if (theory_of(p, p->delta, p->sd, (double)p->n, &t) != BENCH_OK)
		return complain(VERB, "--delta: %s", bench_detail());
	if (form != OUTPUT_TEXT) {
		records r = records_begin(form == OUTPUT_CSV, "plans");

		record_numbers(&r, { "sd", p->sd }, { "delta", p->delta }, { "power", p->power },
			{ "confidence", 1 - p->job.settings.question.alpha }, { "needed", t.needed },
			{ "n", p->n ? t.n : (double)NAN }, { "chance", t.chance }, { "provable", t.provable });
		record_end(&r);
		records_end(&r);
		return 0;
	}
	words_printf("need    ", "%.0f values of each find a difference of %g, where the standard "
		"deviation is %g, with power %s at %s confidence", t.needed, p->delta, p->sd,
		power_percent(p->power, chance),
		power_percent(1 - p->job.settings.question.alpha, sure));
	if (p->n)
		words_printf("have    ", "%zu values of each find a difference of %.3g; their power for %g "
			"is %s", p->n, t.provable, p->delta, power_percent(t.chance, chance));
	return 0;
}

static int power_run(power *p, char **paths, size_t count)
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
	else {
		records r = records_begin(p->job.settings.output == OUTPUT_CSV, "plans");

		for (size_t i = 0; i < p->plans; i++)
			plan_record(&r, p, &p->plan[i]);
		if (!r.csv) {
			const char *between = "";

			fputs("],\n  \"pairs\": [", stdout);
			for (size_t i = 0; i < p->plans; i++) {
				const plan *a = base_of(p, i);
				struct theory both;

				if (!a)
					continue;
				both = plan_both(p, a, &p->plan[i]);
				printf("%s{\"base\": ", between);
				benchi_json_text(stdout, a->side->label);
				fputs(", \"test\": ", stdout);
				benchi_json_text(stdout, p->plan[i].side->label);
				fputs(", \"metric\": ", stdout);
				benchi_json_text(stdout, a->side->set->metric);
				benchi_put_pair(stdout, "n", both.n);
				benchi_put_pair(stdout, "needed", both.needed);
				benchi_put_pair(stdout, "provable", both.provable);
				benchi_put_pair(stdout, "chance", both.chance);
				putchar('}');
				between = ",\n    ";
			}
		}
		records_end(&r);
	}
	return 0;
}

int verb_power(int argc, char **argv)
{
	power p;
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &p,
		.usage = "bench power: plan how many values a comparison needs, or what these can prove\n"
			"usage: bench power [OPTION...] FILE...\n\n",
		.more = "\nPlans for two future sets that resemble the given one; counts runs if the file\n"
			"has runs.  Reads what bench compare reads; '-' is standard input.\n" };
	int status;

	memset(&p, 0, sizeof p);
	compare_begin(&p.job, VERB);
	p.job.alone = true;
	p.share = 0.01;
	p.power = 0.8;
	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (p.delta > 0)
		status = line.operands ? complain(VERB, "--sd, --delta: take no file") : plan_stated(&p);
	else if (compare_line_files(&line, &status))
		status = power_run(&p, line.operand, (size_t)line.operands);
	free(p.plan);
	compare_free(&p.job);
	return status;
}
