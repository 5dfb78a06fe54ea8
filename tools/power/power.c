/*
 * `bench power`: how many values detect a difference, or which difference the values detect.
 *
 * Reads what `bench compare` reads.  Each set stands for what two future sets will resemble; runs
 * are the unit where the file has runs.  Method: normal theory of means, from the noncentral t
 * distribution (lib/stats/ttest.c).  If `bench compare` would use ranks, the theory gets the
 * standard deviation at which a t interval is as wide as theirs: 1500 values with a long tail then
 * need 1/100 of what their own deviation asks for.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"

/* With fewer values the standard deviation is so uncertain that the number of values it asks for
 * varies threefold; the plan is then called a guess. */
#define FEW 20
#define MORE_THAN_CHANCE 1.2 /* times the false alarms */

enum { PERCENT = BENCHI_NUMBER_TEXT + 3 };

/* A set that two future sets of n values (or runs) each will resemble. */
typedef struct plan {
	const benchi_side *side;
	const char *unit;               /* "process", "run" or "value" */
	double n;                       /* values or runs of each side: those present, or --samples */
	double mean, sd;                /* mean and deviation of the values or runs; sd NaN: unknown */
	double planned;                 /* the sd that the theory uses */
	double needed;                  /* values of each set for the margin; NaN: unknown */
	double needed_low, needed_high; /* values needed at the ends of the sd's 95 % interval */
	double provable;                /* share of the mean that the present n finds; NaN: unknown */
	double chance;                  /* probability that the present n finds the margin */
} plan;

typedef struct power {
	job job;
	double power, share;       /* wanted probability; the margin, a share of the mean */
	double sd, delta;          /* stated instead of files, both in the same unit; 0: not stated */
	bool percent[2];           /* sd and delta were stated in percent, and are shares */
	size_t n;                  /* values per side to plan for; 0: the number of values in the
	                              file */
	plan *plan;
	size_t plans;
} power;

/* Normal theory: n values of each side find `provable`, and find delta with probability `chance`;
 * `needed` values of each find delta. */
struct theory {
	double n, needed, provable, chance;
};

/* Computes the theory for n values of each side of this standard deviation. Numbers that do not
 * exist are NaN. Returns the status of `needed`. */
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

/* Returns what a side is counted in. */
static const char *unit_of(const power *p, const benchi_side *side)
{
	return !side->units.n ? "value" : p->job.rows[side->file].processes ? "process" : "run";
}

static const char *plural(const char *unit)
{
	return *unit == 'p' ? "processes" : *unit == 'r' ? "runs" : "values";
}

/* Formats a share as a percentage of three digits. Returns text (PERCENT bytes). */
static char *percent(double share, char *text)
{
	char number[BENCHI_NUMBER_TEXT];

	snprintf(text, PERCENT, "%s %%", benchi_number_digits(100 * share, 3, number));
	return text;
}

/* Returns the standard deviation at which the t interval of two sets of n values would be as wide
 * as this interval of a comparison. */
static double deviation_of(const benchi_interval *sure, double n, double alpha)
{
	return (sure->high - sure->low) / 2
		/ (benchi_student_quantile(1 - alpha / 2, 2 * n - 2) * sqrt(2 / n));
}

/* Plans a comparison with the mean of both sides' variances, or with the deviation of the pairs,
 * which sets *paired.  Sides of different sizes count as the harmonic mean of the sizes, and the
 * margin is a share of the base's mean.  Returns false if the comparison is not about a planned
 * metric. */
static bool plan_both(const power *p, const benchi_comparison *c, struct theory *both, bool *paired)
{
	benchi_question question = p->job.settings.question;
	benchi_comparison pairs = { .base = c->base, .test = c->test };
	const plan *base = NULL, *test = NULL;
	double sd, n;

	for (size_t i = 0; i < p->plans; i++) {
		base = p->plan[i].side == c->base ? &p->plan[i] : base;
		test = p->plan[i].side == c->test ? &p->plan[i] : test;
	}
	if (!base || !test)
		return false;
	/* with --blocks, sides are not paired */
	question.paired = true;
	sd = !p->job.settings.blocks && compare_in_rounds(&p->job, c) && c->base->raw.n > 1
		&& benchi_comparisons_decide(&question, p->job.settings.blocks, &pairs, 1) == BENCH_OK
		? deviation_of(&pairs.finding.sure, (double)c->base->raw.n, question.alpha) : (double)NAN;
	*paired = isfinite(sd);
	if (!*paired)
		sd = hypot(base->planned, test->planned) / sqrt(2);
	n = 2 / (1 / (double)c->base->unit.n + 1 / (double)c->test->unit.n);
	*both = (struct theory){ p->n > 0 ? (double)p->n : n, NAN, NAN, NAN };
	if (sd > 0 && p->share * base->mean > 0)
		(void)theory_of(p, p->share * base->mean, sd, both->n, both);
	both->provable /= base->mean;
	return true;
}

/* Prints what n values of each find with the wanted probability, and how often they find the
 * margin: "18 values of each find a difference of 62 % in 80 of 100 comparisons, one of 1 % no more
 * often than by chance". units: "values of each" or the like. */
static void print_found(const power *p, double n, const char *units, double provable, double chance)
{
	char found[PERCENT], margin[PERCENT], often[FIGURE_TEXT] = "no more often than by chance";

	if (chance > MORE_THAN_CHANCE * p->job.settings.question.alpha)
		snprintf(often, sizeof often, "in %.3g of 100", 100 * chance);
	if (!isnan(provable))
		words_printf("    have    ", "%.0f %s find a difference of %s in %.3g of 100 "
			"comparisons, one of %s %s", n, units, percent(provable, found), 100 * p->power,
			percent(p->share, margin), often);
}

static void print_text(const power *p)
{
	char margin[PERCENT], sure[PERCENT], x[PERCENT], y[PERCENT], units[40];

	percent(p->share, margin);
	percent(1 - p->job.settings.question.alpha, sure);
	for (size_t i = 0; i < p->plans; i++) {
		const plan *a = &p->plan[i];
		const benchi_set *set = a->side->set;
		const char *name = p->job.files > 1 ? a->side->label : set->benchmark;
		const unsigned warnings = a->side->shape.warnings;
		const bool known = !isnan(a->sd) && !isnan(a->needed);
		const bool by_ranks = known && fabs(a->planned - a->sd) > .005 * a->sd;

		fputs(i ? "\n" : "", stdout);
		sprintf(units, "%s of each", plural(a->unit));
		words_printf("", "%.150s%s%.150s%s%zu %s%s%s%s%s", name,
			*name && *set->metric ? ", " : "", set->metric,
			*name || *set->metric ? ": " : "", a->side->unit.n,
			a->side->unit.n == 1 ? a->unit : plural(a->unit), known ? ", std dev " : "",
			known ? percent(a->sd / a->mean, x) : "",
			by_ranks ? "; medians scatter as if it were " : "",
			by_ranks ? percent(a->planned / a->mean, y) : "");
		if (isnan(a->needed)) {
			words_print("    need    ", isnan(a->sd)
				? "one value shows no spread: at least two are needed" : a->mean > 0
				? "the squares of these numbers overflow: use another unit"
				: "the centre is 0, of which no percentage can be planned");
			continue;
		}
		words_printf("    need    ", "%.0f %s%s, to find a difference of %s in %.3g of 100 "
			"comparisons, at %s confidence", a->needed, units, *a->unit == 'p' ? " (--processes)"
			: "", margin, 100 * p->power, sure);
		print_found(p, a->n, units, a->provable, a->chance);
		if (warnings & BENCHI_SET_WARN_CONSTANT)
			words_print("    warning ", "all values are the same: the clock may be too coarse "
			            "to see more");
		else if (a->side->unit.n < FEW)
			words_printf("    warning ", "only a guess, from %zu %s: between %.0f and %.0f",
				a->side->unit.n, plural(a->unit), ceil(a->needed_low), ceil(a->needed_high));
		if (warnings & (BENCHI_SET_WARN_DRIFT | BENCHI_SET_WARN_NEIGHBOURS))
			words_print("    warning ", "successive values are correlated: more are needed");
	}
	for (size_t i = 0; i < p->job.comparisons; i++) {
		const benchi_side *a = p->job.comparison[i].base, *b = p->job.comparison[i].test;
		struct theory both;
		bool paired;

		if (!plan_both(p, &p->job.comparison[i], &both, &paired) || isnan(both.needed))
			continue;
		sprintf(units, "%s", paired ? "rounds" : plural(unit_of(p, a)));
		strcat(units, paired ? "" : " of each");
		putchar('\n');
		words_printf("", "%.100s%s%.100s against %.100s%s%.60s, %s:",
			p->job.files > 1 ? b->set->benchmark : "",
			p->job.files > 1 && *b->set->benchmark ? ": " : "", b->label, a->label,
			*b->set->metric ? ", " : "", b->set->metric,
			paired ? "paired by round" : "with the spread of both");
		words_printf("    need    ", "%.0f %s", both.needed, units);
		print_found(p, both.n, units, both.provable, both.chance);
	}
	compare_note_unusable(&p->job);
}

static void print_records(const power *p)
{
	records r = records_begin(p->job.settings.output == OUTPUT_CSV, "plans");
	const char *between = "";

	for (size_t i = 0; i < p->plans; i++) {
		const plan *a = &p->plan[i];
		const benchi_set *set = a->side->set;

		record_texts(&r, { "file", p->job.name[a->side->file] }, { "benchmark", set->benchmark },
			{ "metric", set->metric }, { "unit", set->unit }, { "replication", a->unit });
		record_numbers(&r, { "n", a->n }, { "mean", a->mean }, { "sd", a->sd },
			{ "sd_planned", a->planned }, { "margin", p->share }, { "power", p->power },
			{ "confidence", 1 - p->job.settings.question.alpha }, { "needed", a->needed },
			{ "needed_low", a->needed_low }, { "needed_high", a->needed_high },
			{ "provable", a->provable }, { "chance", a->chance });
		record_end(&r);
	}
	fputs(r.csv ? "" : "],\n  \"pairs\": [", stdout);
	for (size_t i = 0; i < p->job.comparisons && !r.csv; i++) {
		const benchi_side *a = p->job.comparison[i].base, *b = p->job.comparison[i].test;
		struct theory both;
		bool paired;

		if (!plan_both(p, &p->job.comparison[i], &both, &paired))
			continue;
		printf("%s{\"base\": ", between);
		benchi_json_text(stdout, a->label);
		fputs(", \"test\": ", stdout);
		benchi_json_text(stdout, b->label);
		fputs(", \"metric\": ", stdout);
		benchi_json_text(stdout, a->set->metric);
		fprintf(stdout, ", \"paired\": %s", paired ? "true" : "false");
		benchi_put_pair(stdout, "n", both.n);
		benchi_put_pair(stdout, "needed", both.needed);
		benchi_put_pair(stdout, "provable", both.provable);
		benchi_put_pair(stdout, "chance", both.chance);
		putchar('}');
		between = ",\n    ";
	}
	records_end(&r);
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

/* Takes a number, or a percentage as a share: the standard deviation or the difference. */
static int take_amount(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	power *p = line->to;
	double *amount = benchi_line_member(line, row);
	bool *percent = &p->percent[amount == &p->delta];
	const char *end = benchi_read_number(value, amount);

	*percent = end && !strcmp(end, "%");
	*amount /= *percent ? 100 : 1;
	return end && (!*end || *percent) && *amount >= 1e-300 && *amount <= 1e300
	           ? 0 : benchi_line_bad(line, row, value, "a number above 0, or a percentage");
}

static const benchi_setting table[] = {
	BENCHI_LIMITED('m', "margin", "1%", "plan to find this difference (1%)", benchi_setting_share,
		AT(share), 1e-12, 10),
	BENCHI_SETTING('p', "power", ".8", "find the difference with this probability (80%)",
		take_power, AT(power)),
	BENCHI_LIMITED('n', "samples", "N", "report which difference N values per side can find",
		benchi_setting_count, AT(n), 2, 1e10),
	BENCHI_SETTING(0, "sd", "S|1%", "plan without a file, from this standard deviation",
		take_amount, AT(sd)),
	{ 0, "delta", "D|1%", "find this difference, with --sd (default: --margin)", take_amount,
	  AT(delta), 0, 0, "sd", NULL },
	BENCHI_HELP("The plan"),
	BENCHI_SETTING('c', "confidence", "95%", "set the confidence (95%: 5% false alarms)",
		take_confidence, ASKED(question)),
	BENCHI_LIMITED(0, "blocks", "N", "treat every N values as one run", benchi_setting_count,
		ASKED(blocks), 1, 1e10),
	COMPARE_FORMAT(ASKED(output), "text|json|csv"),
	COMPARE_FILES(offsetof(power, job.settings)),
	BENCHI_SETTINGS_END
};

/* Makes a plan for each set of the selected metrics, by default of the metric that comparisons use.
 * Returns 0, or EXIT_MISUSE after a message. */
static int make_plans(power *p)
{
	const settings *s = &p->job.settings;
	const char *metric = s->metric.n ? NULL : compare_headline(&p->job);
	const double alpha = s->question.alpha;
	int status = 0;

	p->plan = calloc(p->job.sides, sizeof *p->plan);
	if (!p->plan)
		return complain(VERB, "out of memory");
	for (size_t i = 0; i < p->job.sides && !status; i++) {
		benchi_side *side = &p->job.side[i];

		if (!compare_asked(s, side->set) || (metric && strcmp(metric, side->set->metric) != 0))
			continue;
		status = compare_prepare(&p->job, side);
		plan *a = &p->plan[p->plans++];
		const bench_description *d = &side->shape.description;
		const double n = (double)side->unit.n;
		benchi_comparison itself = { .base = side, .test = side };
		struct theory found;

		*a = (plan){ side, unit_of(p, side), p->n > 0 ? (double)p->n : n,
			fabs(d->mean), d->sd, d->sd, NAN, NAN, NAN, NAN, NAN };
		/* If bench compare would use ranks: the standard deviation at which an interval of means
		 * would be as wide as the interval of ranks. */
		if (!status && n >= FEW
		    && benchi_comparisons_decide(&s->question, s->blocks, &itself, 1) == BENCH_OK
		    && itself.finding.method == BENCHI_METHOD_RANKS) {
			const double sd = deviation_of(&itself.finding.sure, n, alpha);

			a->planned = isfinite(sd) && sd > 0 ? sd : d->sd;
		}
		if (a->mean > 0 && isfinite(a->sd) && (a->sd > 0 || !(d->min < d->max))) {
			(void)theory_of(p, p->share * a->mean, a->planned, a->n, &found);
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

/* Plans from --sd and --delta, without a file. Returns 0, or EXIT_MISUSE after a message. */
static int plan_stated(const power *p)
{
	const enum output form = p->job.settings.output;
	struct theory t;
	char sure[PERCENT];

	if (!(p->delta > 0))
		return complain(VERB, "--sd: needs --delta in the same unit, or percent: --sd 1%% -m 1%%");
	if (p->percent[0] != p->percent[1])
		return complain(VERB, "--sd, --delta: give both in percent, or neither");
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
	const double scale = p->percent[0] ? 100 : 1;
	const char *unit = p->percent[0] ? " %" : "";

	words_printf("need    ", "%.0f values of each, to find a difference of %g%s where the standard "
		"deviation is %g%s, in %.3g of 100 comparisons, at %s confidence", t.needed,
		scale * p->delta, unit, scale * p->sd, unit, 100 * p->power,
		percent(1 - p->job.settings.question.alpha, sure));
	if (p->n)
		words_printf("have    ", "%zu values of each find %.3g%s in %.3g of 100 comparisons, %g%s "
			"in %.3g", p->n, scale * t.provable, unit, 100 * p->power, scale * p->delta, unit,
			100 * t.chance);
	return 0;
}

int verb_power(int argc, char **argv)
{
	power p;
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &p,
		.usage = "bench power: plan how many values a comparison needs, or what N values can find\n"
			"usage: bench power [OPTION...] FILE...\n\n",
		.more = "\nAssumes that both future sets will scatter as the file's values do.  If the\n"
			"file has runs, plans a number of runs.  Reads the files that bench compare\n"
			"reads; '-' is standard input.  Exit status: 0 fine, 2 usage error or bad input.\n"
			"More: bench-compare(1).\n" };
	int status;

	memset(&p, 0, sizeof p);
	compare_begin(&p.job, VERB);
	p.job.alone = true;
	p.share = 0.01;
	p.power = 0.8;
	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (p.percent[0] && !(p.delta > 0)) {
		p.delta = p.share;
		p.percent[1] = true;
	}
	if (p.sd > 0)
		status = line.operands ? complain(VERB, "--sd, --delta: take no file") : plan_stated(&p);
	else if (compare_line_files(&line, &status)) {
		p.job.settings.read.keep_summaries = !p.job.settings.skip;
		status = compare_read(&p.job, line.operand, (size_t)line.operands);
		if (!status)
			status = compare_match(&p.job);
		if (!status)
			status = make_plans(&p);
		if (!status)
			(p.job.settings.output == OUTPUT_TEXT ? print_text : print_records)(&p);
	}
	free(p.plan);
	compare_free(&p.job);
	return status;
}
