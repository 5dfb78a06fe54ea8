/*
 * `bench power`: values needed to detect a difference, or the difference that values detect.
 *
 * Reads as `bench compare` does; each set is taken as what two future sets are to
 * resemble (power_plan.c).
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/power/power.h"

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

static void print_title(const power *p, const plan *a)
{
	const benchi_set *set = a->side->set;
	const char *name = p->job.files > 1 ? a->side->label : set->benchmark;
	char sd[BENCHI_NUMBER_TEXT + 3];
	bool plural = a->side->unit.n != 1;

	words_printf("", "%.150s%s%.150s%s%zu %s%s%s%s", name, *name && *set->metric ? ", " : "",
		set->metric, *name || *set->metric ? ": " : "", a->side->unit.n, power_unit_name(a),
		plural ? "s" : "", isnan(a->sd) || isnan(a->needed) ? "" : ", std dev ",
		isnan(a->sd) || isnan(a->needed) ? "" : power_percent(a->sd / a->location, sd));
}

static const char *why_not(const plan *a)
{
	return isnan(a->sd)        ? "one value shows no spread: at least two are needed"
	       : a->location > 0 ? "the squares of these numbers overflow: use another unit"
	                         : "the location is 0: no percentage, so no margin";
}

static void print_answer(const power *p, const plan *a)
{
	char margin[BENCHI_NUMBER_TEXT + 3], chance[BENCHI_NUMBER_TEXT + 3];
	char provable[BENCHI_NUMBER_TEXT + 3], sure[BENCHI_NUMBER_TEXT + 3];
	double n = p->n > 0 ? (double)p->n : (double)a->side->unit.n;
	bool most = a->simulated && a->needed >= POWER_MOST;

	words_printf("    need    ", "a difference of %s is found with power %s at %s confidence by "
		"%s%.0f %ss of each", power_percent(p->share, margin), power_percent(p->power, chance),
		power_percent(1 - p->job.settings.question.alpha, sure),
		most ? "more than " : a->simulated ? "about " : "", a->needed, power_unit_name(a));
	if (isnan(a->provable))
		return;
	words_printf("    have    ", "%.0f %ss of each find a difference of %s; their power for %s "
		"is %s", n, power_unit_name(a), power_percent(a->provable, provable), margin,
		power_percent(a->chance, chance));
}

/* Few values hardly determine the spread, and n grows with its square. */
static void print_few(const plan *a)
{
	words_printf("    warning ", "only %zu %ss: %d are the min to plan with; %sthe std dev's own "
		"95 %% CI stands for %.0f to %.0f %ss", a->side->unit.n, power_unit_name(a), POWER_FEW,
		a->simulated ? "they are smoothed; " : "", ceil(a->needed_low), ceil(a->needed_high),
		power_unit_name(a));
}

static void power_print_warnings(const power *p, const plan *a)
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
	if (a->simulated)
		words_printf("    method  ", "%s by %s: %d times two sets drawn from the %ss themselves "
			"(seed %llu)", a->ranks ? "not normal, so ranks" : "means, as asked for,",
			"simulation", POWER_TRIES, power_unit_name(a), (unsigned long long)p->seed);
	else
		words_printf("    method  ", "normal theory of means (Student's t)%s",
			a->side->shape.warnings & POWER_NOT_NORMAL
			? ", as asked for, though they are not normal" : "");
	power_print_warnings(p, a);
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

static void plan_record(records *r, const power *p, const plan *a)
{
	record_texts(r, { "file", p->job.name[a->side->file] },
		{ "benchmark", a->side->set->benchmark }, { "metric", a->side->set->metric },
		{ "unit", a->side->set->unit }, { "replication", power_unit_name(a) });
	record_numbers(r, { "n", p->n > 0 ? (double)p->n : (double)a->side->unit.n },
		{ "location", a->location }, { "sd", a->sd }, { "margin", p->share }, { "power", p->power },
		{ "confidence", 1 - p->job.settings.question.alpha });
	record_text(r, "method", a->simulated ? "simulation" : "normal");
	record_text(r, "test", a->ranks && a->simulated ? "ranks" : "means");
	record_numbers(r, { "needed", a->needed }, { "needed_low", a->needed_low },
		{ "needed_high", a->needed_high }, { "provable", a->provable }, { "chance", a->chance },
		{ "normal_needed", a->normal_needed }, { "normal_provable", a->normal_provable },
		{ "seed", a->simulated ? (double)p->seed : (double)NAN });
	record_end(r);
}

static void power_print_records(const power *p)
{
	records r = records_begin(p->job.settings.output == OUTPUT_CSV, "plans");

	for (size_t i = 0; i < p->plans; i++)
		plan_record(&r, p, &p->plan[i]);
	if (!r.csv)
		power_json_both(p);
	records_end(&r);
}

#define VERB "power"

#define AT(member) offsetof(power, member)
#define ASKED(member) AT(job.settings.member)

static int take_power(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	double *share = benchi_line_member(line, row);

	return benchi_share_read(value, true, share) && *share >= .1 && *share <= .999
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
	{ 0, "simulate", NULL, "simulate even if normal theory suffices", benchi_setting_flag,
	  AT(simulate), 0, 0, NULL, "normal" },
	BENCHI_FLAG(0, "normal", "use normal theory even if values are not normal", AT(theory)),
	BENCHI_SETTING(0, "seed", "N", "seed the simulation (1)", benchi_setting_seed, AT(seed)),
	COMPARE_FOR_PROGRAMS(ASKED(output)),
	COMPARE_FILES(offsetof(power, job.settings)),
	BENCHI_SETTINGS_END
};

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

/* --sd and --delta: normal theory of what is stated. */
static int plan_stated(const power *p)
{
	const enum output form = p->job.settings.output;
	struct theory t;
	char chance[BENCHI_NUMBER_TEXT + 3], sure[BENCHI_NUMBER_TEXT + 3];

	if (power_theory(p, p->delta, p->sd, (double)p->n, &t) != BENCH_OK)
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
	words_printf("need    ", "a difference of %g, where the std dev is %g, is found with power %s "
		"at %s confidence by %.0f values of each", p->delta, p->sd, power_percent(p->power, chance),
		power_percent(1 - p->job.settings.question.alpha, sure), t.needed);
	if (p->n)
		words_printf("have    ", "%zu values of each find a difference of %.3g; their power for %g "
			"is %s", p->n, t.provable, p->delta, power_percent(t.chance, chance));
	words_print("method  ", "normal theory of means (Student's t); of two spreads --sd is the root "
	            "of the mean of both squares");
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
	else
		power_print_records(p);
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
	p.seed = 1;
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
