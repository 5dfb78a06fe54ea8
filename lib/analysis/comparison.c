/*
 * Runs every comparison of a question.
 *
 * Each set is prepared once.  If both sets of a comparison have runs, the comparison is
 * between the runs' means.  With several comparisons each gets the confidence of Holm's
 * rule.
 *
 * SPDX-License-Identifier: MIT
 */

#include "analysis/analysis.h"

/*
 * How much of a difference between two sessions may come from the machine.
 *
 * A machine changes its speed between sessions (another load on the same core, heat), which the
 * spread within a session does not show. The start-up of an empty program, measured next to every
 * value, does. Whether a command's time follows the start-up is unknown, so a difference counts
 * only if it holds both for the values as they are and for values that follow the start-up.
 *
 * For the latter each session is cut into five stretches in run order. In each stretch the mean
 * value is divided by the mean start-up, and Welch's t compares the five ratios of both sessions.
 * Stretches are used because neighbouring values resemble each other: hundreds of values within a
 * second tell hardly more than one. Example: ratios 2.0 and 2.1 at a start-up of 0.5 ms: +0.05 ms.
 *
 * A command that uses more memory than an empty program changes by more. Sessions of the same
 * commands differed by up to the start-up's change to the power of 1.25, the second estimate.
 * Without it 1 to 10 of 100 pairs of equal sessions came out different, with it 0 to 3, and
 * without any of this 60 to 75 (60 and 500 runs of "bash -c true", 20 sessions).
 */

#define STRETCHES 5
#define CLOSELY 1.25 /* the power by which values may follow the start-up */

static double mean(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

/* Computes the ratio of value to start-up in each stretch. Returns their number; 0: unknown. */
static size_t ratios(const benchi_side *s, double ratio[STRETCHES])
{
	size_t n = s->raw.n < STRETCHES ? s->raw.n : STRETCHES;

	for (size_t i = 0; i < n; i++) {
		size_t from = s->raw.n * i / n, to = s->raw.n * (i + 1) / n;
		double startup = mean(s->startup->x + from, to - from);

		if (!(startup > 0))
			return 0;
		ratio[i] = mean(s->raw.x + from, to - from) / startup;
	}
	return n;
}

static void free_units(benchi_units *units)
{
	free(units->mean);
	free(units->unit);
	units->mean = NULL;
	units->unit = NULL;
	units->n = 0;
}

/*
 * Finds the runs of a set, and the share of its variance between them.
 *
 * The share is the intraclass correlation of a one-way analysis of variance with unequal runs
 * (Fisher 1925; Searle, Casella and McCulloch, Variance Components, 1992, p. 69): between = (MSB -
 * MSW) / n0, n0 = (N - sum n_i^2 / N) / (k - 1), at least 0.
 *
 * Example: runs (1, 2) and (5, 6): MSB 16, MSW 0.5, n0 2: between 7.75, share 0.939.
 */

/* Fills in the runs. run[i]: the run of value i, numbered from 0 without large gaps.
 * BENCH_ERR_MEMORY. */
static bench_status find_units(const bench_numbers *set, const uint32_t *run, benchi_units *units)
{
	/* place: by number of a run (from 0 in each file), its unit + 1; count: the values of each
	 * unit */
	size_t runs = 0, *place, *count;
	double n = (double)set->n, grand = 0, squares_n = 0, between = 0, within = 0, k, n0, component;

	memset(units, 0, sizeof *units);
	for (size_t i = 0; i < set->n; i++)
		runs = run[i] >= runs ? run[i] + (size_t)1 : runs;
	place = calloc(runs + 1, sizeof *place);
	count = calloc(set->n + 1, sizeof *count);
	units->mean = calloc(set->n + 1, sizeof *units->mean);
	units->unit = calloc(set->n + 1, sizeof *units->unit);
	if (!place || !count || !units->mean || !units->unit) {
		free(place);
		free(count);
		free_units(units);
		return benchi_no_memory("the runs");
	}
	for (size_t i = 0; i < set->n; i++) {
		size_t *at = &place[run[i]], unit = (*at ? *at : (*at = ++units->n)) - 1;

		units->unit[i] = unit;
		count[unit]++;
		units->mean[unit] += (set->x[i] - units->mean[unit]) / (double)count[unit];
		if (count[unit] > units->most)
			units->most = count[unit];
	}
	k = (double)units->n;
	for (size_t u = 0; u < units->n; u++) {
		grand += units->mean[u] * ((double)count[u] / n);
		squares_n += (double)count[u] * (double)count[u];
	}
	for (size_t u = 0; u < units->n; u++)
		between += (double)count[u] * (units->mean[u] - grand) * (units->mean[u] - grand);
	for (size_t i = 0; i < set->n; i++) {
		double apart = set->x[i] - units->mean[units->unit[i]];

		within += apart * apart;
	}
	units->between = (double)NAN;
	if (units->n > 1 && units->n < set->n) {
		within /= n - k;
		n0 = (n - squares_n / n) / (k - 1);
		component = fmax(0, (between / (k - 1) - within) / n0);
		if (component + within > 0)
			units->between = component / (component + within);
	}
	free(place);
	free(count);
	return BENCH_OK;
}

/* Returns the numbers to compare, prepared. */
static benchi_prepared *side_units(benchi_side *side)
{
	return side->units.n ? &side->means : &side->values;
}

bench_status benchi_side_prepare(const benchi_question *question, size_t blocks, benchi_side *s)
{
	bench_status status;

	if (s->ready)
		return BENCH_OK;
	benchi_side_free(s); /* after a failed attempt */
	s->unit = s->raw;
	if (blocks > 1) {
		if (s->raw.n % blocks)
			return benchi_fail(BENCH_ERR_ARGUMENT, "--blocks: %s has %zu values, expected "
			                   "a multiple of %zu", s->label, s->raw.n, blocks);
		s->made_runs = malloc(s->raw.n * sizeof *s->made_runs);
		if (!s->made_runs)
			return benchi_no_memory("the comparison");
		for (size_t i = 0; i < s->raw.n; i++)
			s->made_runs[i] = (uint32_t)(i / blocks);
	}
	s->run = blocks > 1 ? s->made_runs : blocks ? s->run : s->set->run;
	if (s->run && find_units(&s->raw, s->run, &s->units))
		return benchi_no_memory("the comparison");
	if (s->run && (blocks > 1 || (s->units.n > 1 && s->units.n < s->raw.n)))
		s->unit = (bench_numbers){ s->units.mean, s->units.n };
	else if (s->run)
		free_units(&s->units);
	status = benchi_prepare(&s->raw, 1, &s->values);
	if (!status && s->units.n)
		status = benchi_prepare(&s->unit, 1, &s->means);
	if (status)
		return status;
	if (question->brief)
		status = benchi_describe(side_units(s), 1 - question->alpha, &s->shape.description);
	else
		status = benchi_shape_find(side_units(s), 1 - question->alpha, &s->shape);
	if (!status && s->set->place && !s->units.n) /* messages count the file's values */
		s->shape.outlier.index = s->set->place[s->shape.outlier.index];
	benchi_shape_order(s);
	s->ready = !status;
	return status;
}

static benchi_sides sides_of(const benchi_question *question, benchi_comparison *c)
{
	benchi_sides s = { side_units(c->base), side_units(c->test), &c->base->shape,
		&c->test->shape, question->paired ? &c->gap : NULL, &c->by_unit,
		c->sessions ? &c->session : NULL };

	return s;
}

bench_status benchi_comparison_second(const benchi_question *question, benchi_comparison *c,
                                      double p[2])
{
	benchi_sides s = sides_of(question, c);
	bool means = c->finding.method == BENCHI_METHOD_WELCH;
	bool plain = means || c->finding.method == BENCHI_METHOD_RANKS;
	benchi_question other = { .margin = question->margin, .unplanned = true,
		.method = means ? BENCHI_METHOD_RANKS : BENCHI_METHOD_WELCH };
	bench_status status = BENCH_OK;
	benchi_finding second;

	p[0] = p[1] = (double)NAN;
	if (plain && s.a->set.n > 1 && s.b->set.n > 1) {
		status = benchi_find(&other, c->alpha, &s, &second);
		p[!means] = c->finding.p;
		p[means] = second.p;
	}
	return status;
}

/*
 * Total times. Their change is between the ratios of the ends of their intervals. What is missing
 * of a burst at the end of a run is not a random error, so the intervals of both sides are not
 * added as if they were independent.
 */
static const struct {
	double least;    /* total times of equal programs on a busy machine differ by this much */
	double part;     /* share of a difference that total times must show: windows in step with work
	                  * that recurs every millisecond made 4 % of nothing */
	double apart;    /* total times this much further apart than the medians count even where their
	                  * interval holds the medians: a tenth of the time in bursts of 3 ms was "the
	                  * same" in 4 of 4.  Nearer ones are noise: at 64 windows of 15 us, with an
	                  * interrupt of 3 us in each fourteenth, 8 of 16 even rows were undecided */
} totals_policy = { 0.01, 0.5, BENCHI_RARE_SHARE };

static benchi_interval total_change(const benchi_totals *a, const benchi_totals *b,
                                    double location, double alpha)
{
	double wider = benchi_normal_quantile(1 - alpha / 2) / benchi_normal_quantile(.975);
	double estimate = log(b->ns.mean / a->ns.mean);
	double low = b->ns.low > 0 ? log(b->ns.low / a->ns.high) : -(double)INFINITY;
	double high = a->ns.low > 0 ? log(b->ns.high / a->ns.low) : (double)INFINITY;

	return (benchi_interval){ expm1(estimate + wider * (low - estimate)) * location,
		expm1(estimate) * location, expm1(estimate + wider * (high - estimate)) * location };
}

/* Lets total times decide a finding about medians, which leave out rare work. If either side has
 * some, the change is that of total times; without them there is no answer. Otherwise an answer
 * holds only if total times do not contradict it; if they do, it becomes inconclusive, with an
 * interval that includes both. */
static void decide_by_total(const benchi_question *q, double alpha, const benchi_totals *base,
                            const benchi_totals *test, benchi_finding *f)
{
	bool known = base->ns.mean > 0 && test->ns.mean > 0, outside, agrees;
	double limit, apart, medians = f->sure.estimate;
	benchi_interval total;

	if (!(f->location > 0) || (!known && !base->rare && !test->rare))
		return;
	if (base->rare || test->rare || !known) {
		f->by_total = true;
		f->method = BENCHI_METHOD_TOTAL;
		f->answer = BENCH_UNSURE;
		f->more = f->p = (double)NAN;
		f->sure = f->equal = (benchi_interval){ NAN, NAN, NAN };
		if (!known || f->n < 2)
			return;
		f->sure = total_change(base, test, f->location, alpha);
		f->equal = total_change(base, test, f->location, fmin(2 * alpha, .5));
		f->p = 2 * benchi_normal_sf(fabs(f->sure.estimate) / fmax(1e-300,
			f->sure.high - f->sure.low) * 2 * benchi_normal_quantile(1 - alpha / 2));
		f->answer = benchi_answer_of(&f->sure, &f->equal, f->margin, f->beyond);
		return;
	}
	total = total_change(base, test, f->location, alpha);
	outside = medians < total.low || medians > total.high;
	agrees = (f->answer == BENCH_LOWER && total.high < 0)
		|| (f->answer == BENCH_HIGHER && total.low > 0);
	limit = fmax(q->margin, totals_policy.least) * f->location;
	if (f->answer == BENCH_LOWER || f->answer == BENCH_HIGHER)
		limit = fmax(limit, totals_policy.part * fabs(medians));
	if (!outside)
		limit = fmax(limit, totals_policy.apart * f->location);
	apart = fabs(total.estimate - medians);
	if (agrees && outside && apart > totals_policy.least * f->location) {
		/* the change is certain, but medians of windows do not tell how large it is */
		benchi_interval_widen(&f->sure, total.low, total.high);
		f->answer = benchi_answer_of(&f->sure, &f->sure, f->margin, f->beyond);
		f->by_total = f->answer == BENCH_UNSURE;
	}
	if (agrees || !(apart > limit))
		return;
	f->by_total = true;
	f->answer = BENCH_UNSURE;
	f->more = (double)NAN;
	benchi_interval_widen(&f->sure, total.low, total.high);
	f->equal = f->sure;
}

static bench_status compare_one(const benchi_question *question, benchi_comparison *c)
{
	const benchi_set *a = c->base->set, *b = c->test->set;
	benchi_sides s = sides_of(question, c);
	bench_status status;

	if (benchi_count_exact(a->metric) && a->n == 1 && b->n == 1 && !a->round && !b->round) {
		/* A count is the same in every run and needs no statistics: a change of 1 is a change. */
		const double d = b->x[0] - a->x[0], base = fabs(a->x[0]);

		memset(&c->finding, 0, sizeof c->finding);
		c->finding.method = BENCHI_METHOD_EXACT;
		c->finding.answer = !(fabs(d) > question->beyond * base) ? BENCH_SAME
			: d < 0 ? BENCH_LOWER : BENCH_HIGHER;
		c->finding.sure = c->finding.equal = (benchi_interval){ d, d, d };
		c->finding.location = base > 0 ? base : (double)NAN;
		c->finding.p = (double)NAN;
		c->finding.reached = 1;
		c->finding.n = 1;
		return BENCH_OK;
	}
	status = benchi_find(question, c->alpha, &s, &c->finding);
	if (status == BENCH_OK)
		decide_by_total(question, c->alpha, &c->base->total, &c->test->total, &c->finding);
	return status;
}

/*
 * Metrics of a benchmark that are functions of each other (a time, and the items per second derived
 * from it) are one question. The correction for several comparisons counts them once, with the
 * smallest of their p-values.
 *
 * Metrics count as such functions if their logarithms, relative to the means of both sides, have a
 * correlation of at least 0.99 or at most -0.99. Two tests with correlation r are 2 - r^2 tests
 * (Nyholt 2004, Am. J. Hum. Genet. 74:765): at 0.99 the error probability is 1.02 times the stated
 * one.
 */

static const double FUNCTION = 0.99;

enum {
	FUNCTION_LEAST = 5,     /* values, of both sides */
	FUNCTION_METRICS = 64   /* only this many previous metrics of a benchmark are checked */
};

/* Adds one side's part of the sums of squares xx, xy, yy. Returns false if the values are not
 * pairs. */
static bool add_squares(const bench_numbers *x, const bench_numbers *y, double sum[3])
{
	double mean_x = 0, mean_y = 0;

	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++) {
		if (!(x->x[i] > 0) || !(y->x[i] > 0))
			return false;
		mean_x += log(x->x[i]) / (double)x->n;
		mean_y += log(y->x[i]) / (double)x->n;
	}
	for (size_t i = 0; i < x->n; i++) {
		double dx = log(x->x[i]) - mean_x, dy = log(y->x[i]) - mean_y;

		sum[0] += dx * dx;
		sum[1] += dx * dy;
		sum[2] += dy * dy;
	}
	return true;
}

/* Prepares both sides, and what both together show: the differences of pairs, and the change
 * between two sessions. Two files with a start-up measured next to their values are two sessions,
 * unless they have runs, which have their own spread. */
static bench_status prepare(const benchi_question *question, size_t blocks, benchi_comparison *c)
{
	const benchi_side *a = c->base, *b = c->test;
	const uint32_t *rounds = a->set->round, *others = b->set->round;
	benchi_session_change *change = &c->session;
	double ratio[2][STRETCHES], base, more, *gap;
	bench_numbers x = { ratio[0], 0 }, y = { ratio[1], 0 };
	benchi_prepared differences = { 0 };
	bench_ttest t;
	bench_status status = benchi_side_prepare(question, blocks, c->base);

	c->sessions = false;
	if (!status)
		status = benchi_side_prepare(question, blocks, c->test);
	if (status)
		return status;
	if (question->paired) {
		const size_t n = a->unit.n;

		if (n != b->unit.n)
			return benchi_fail(BENCH_ERR_ARGUMENT, "--paired: %s has %zu values and %s has %zu, "
			                   "expected equally many", a->label, n, b->label, b->unit.n);
		if (rounds && others && !a->units.n && memcmp(rounds, others, n * sizeof *rounds))
			return benchi_fail(BENCH_ERR_ARGUMENT, "--paired: %s and %s were not measured "
			                   "in the same rounds", a->label, b->label);
		gap = malloc(n * sizeof *gap);
		if (!gap)
			return benchi_no_memory("the comparison");
		for (size_t i = 0; i < n; i++)
			gap[i] = b->unit.x[i] - a->unit.x[i];
		status = benchi_prepare(&(bench_numbers){ gap, n }, 1, &differences);
		if (!status)
			status = benchi_shape_find(&differences, 0.95, &c->gap);
		benchi_prepared_free(&differences);
		free(gap);
		if (status)
			return status;
	}
	if (a->file == b->file || !a->startup || !b->startup || benchi_comparison_by_run(c)
	    || a->startup->n != a->raw.n || b->startup->n != b->raw.n)
		return BENCH_OK;
	x.n = ratios(a, ratio[0]);
	y.n = ratios(b, ratio[1]);
	c->sessions = x.n > 1 && y.n > 1 && bench_welch_test(&x, &y, 0.95, &t) == BENCH_OK;
	if (!c->sessions)
		return BENCH_OK;
	base = mean(a->startup->x, a->raw.n);
	change->startup = mean(b->startup->x, b->raw.n) / base - 1;
	more = mean(y.x, y.n) * pow(1 + change->startup, 1 - CLOSELY) - mean(x.x, x.n);
	change->low = fmin(t.difference, more) * base;
	change->high = fmax(t.difference, more) * base;
	change->se = t.se > 0 ? t.se * base : 0;
	change->df = t.df;
	return BENCH_OK;
}

bench_status benchi_comparisons_decide(const benchi_question *question, size_t blocks,
                                       benchi_comparison *c, size_t n)
{
	bench_status status = BENCH_OK;
	benchi_question first = *question;
	size_t m = 0;
	double *p;

	first.unplanned = question->unplanned || n > 1; /* the corrected comparison plans */
	for (size_t i = 0; i < n && !status; i++) {
		c[i].alpha = first.alpha;
		status = prepare(&first, blocks, &c[i]);
		if (status)
			break;
		status = compare_one(&first, &c[i]);
		/* Find the latest comparison whose values determine this one's. */
		c[i].same = i;
		for (size_t k = i; c[i].same == i && k-- > 0 && i - k <= FUNCTION_METRICS
		     && !strcmp(c[k].base->set->benchmark, c[i].base->set->benchmark);) {
			double sum[3] = { 0, 0, 0 };

			if (c[k].same == k && c[k].test->file == c[i].test->file
			    && !strcmp(c[k].test->set->benchmark, c[i].test->set->benchmark)
			    && c[k].base->unit.n + c[k].test->unit.n >= FUNCTION_LEAST
			    && add_squares(&c[k].base->unit, &c[i].base->unit, sum)
			    && add_squares(&c[k].test->unit, &c[i].test->unit, sum)
			    && sum[0] > 0 && sum[2] > 0
			    && sum[1] * sum[1] >= FUNCTION * FUNCTION * sum[0] * sum[2])
				c[i].same = k;
		}
	}
	if (status || n < 2)
		return status;

	/* Each comparison gets its corrected alpha. */
	p = malloc(2 * n * sizeof *p);
	if (!p)
		return benchi_no_memory("the comparison");
	for (size_t i = 0; i < n; i++) {
		/* p is about no change at all; with a stated margin all comparisons share alpha equally */
		double own = question->beyond > 0 || question->even ? 1 : c[i].finding.p;

		c[i].number = c[i].same == i ? m++ : c[c[i].same].number;
		p[c[i].number] = c[i].same == i ? own : fmin(p[c[i].number], own);
	}
	status = benchi_holm_alphas(p, m, question->alpha, p + n);
	for (size_t i = 0; i < n && !status; i++) {
		c[i].alpha = p[n + c[i].number];
		status = compare_one(question, &c[i]);
	}
	free(p);
	return status;
}

void benchi_side_free(benchi_side *side)
{
	free_units(&side->units);
	benchi_prepared_free(&side->values);
	benchi_prepared_free(&side->means);
	free(side->made_runs);
	side->made_runs = NULL;
}

int benchi_comparison_better(const benchi_comparison *c)
{
	const benchi_set *set = c->test->set;

	if (c->finding.answer < BENCH_LOWER
	    || (*set->metric && set->better == BENCHI_BETTER_UNKNOWN && !c->higher))
		return 0;
	return (c->finding.answer == BENCH_HIGHER) == c->higher ? 1 : -1;
}

void benchi_outcomes_add(benchi_outcomes *outcomes, const benchi_comparison *c)
{
	outcomes->undecided += c->finding.answer == BENCH_UNSURE;
	outcomes->same += c->finding.answer == BENCH_SAME;
	outcomes->worse += c->finding.answer == (c->higher ? BENCH_LOWER : BENCH_HIGHER);
	outcomes->better += c->finding.answer == (c->higher ? BENCH_HIGHER : BENCH_LOWER);
}

int benchi_outcomes_status(const benchi_outcomes *outcomes, benchi_fail_on fail)
{
	if (fail != BENCHI_FAIL_NEVER && outcomes->worse)
		return BENCHI_EXIT_WRONG;
	return fail == BENCHI_FAIL_UNDECIDED && outcomes->undecided ? BENCHI_EXIT_UNDECIDED : 0;
}

bool benchi_comparison_by_run(const benchi_comparison *c)
{
	return c->base->units.n && c->test->units.n;
}

/* Metrics that are missing stay 0: fmax drops the NaN. */
benchi_totals benchi_total_of(const benchi_rows *rows, const char *benchmark)
{
	return (benchi_totals){ .ns = {
			.mean = fmax(0, benchi_metric_median(rows, benchmark, BENCHI_SUMMARY "mean_ns")),
			.low = fmax(0, benchi_metric_median(rows, benchmark, BENCHI_SUMMARY "mean_ns_low")),
			.high = fmax(0, benchi_metric_median(rows, benchmark, BENCHI_SUMMARY "mean_ns_high")) },
		.rare = benchi_metric_set(rows, benchmark, BENCHI_SUMMARY "RARE") != NULL };
}

/*
 * Comparing results measured next to a noisy neighbour.
 *
 * If all processes of a result shared their core, the result is a guess. An undisturbed core may
 * take up to the time of the slowest process, and down to what the available share of the width
 * allows, which the file has as a metric of each process. Code slows down by more than its loss of
 * width: at 0.5, strtod and snprintf took 2.1 times as long, and if a neighbour comes and goes, the
 * median width and the median time are of different moments. So the share counts to the power of
 * 1.5. A difference counts only if the ranges of both sides do not overlap; without a neighbour a
 * side's range is its median.
 *
 * Wrong about a neighbour that slows memory more than the front end.
 */

static const double SLOWER = 1.5;       /* power of the width */

/* Possible times of an undisturbed core. */
struct range {
	double low, high;
};

double benchi_width_least(const benchi_side *side)
{
	double least = 1;

	for (size_t i = 0; i < side->widths; i++)
		least = fmin(least, side->width[i]);
	return least;
}

double benchi_whole_core_share(const benchi_side *side, size_t i)
{
	return pow(side->widths == side->unit.n && side->widths > 0 ? fmin(1, side->width[i])
		: benchi_width_least(side), SLOWER);
}

/* Returns what a neighbour may explain: from the lowest value that the whole core would have given,
 * to the highest value. */
static struct range range_of(const benchi_side *side)
{
	double median = side->shape.description.median;
	struct range r = { median, median };

	for (size_t i = 0; side->widths > 0 && i < side->unit.n; i++) {
		r.low = fmin(r.low, side->unit.x[i] * benchi_whole_core_share(side, i));
		r.high = fmax(r.high, side->unit.x[i]);
	}
	return r;
}

void benchi_allow_for_neighbour(benchi_comparison *c)
{
	benchi_interval *sure = &c->finding.sure;
	struct range base, test;

	if ((c->finding.answer != BENCH_LOWER && c->finding.answer != BENCH_HIGHER)
	    || (c->base->widths == 0 && c->test->widths == 0))
		return;
	base = range_of(c->base);
	test = range_of(c->test);
	benchi_interval_widen(sure, test.low - base.high, test.high - base.low);
	c->finding.equal = *sure;
	if (sure->low <= 0 && sure->high >= 0) {
		c->finding.answer = BENCH_UNSURE;
		c->finding.more = (double)NAN;  /* more values measured next to a neighbour do not decide */
	}
}

bench_status benchi_set_median(const benchi_set *set, double confidence,
                               struct benchi_median_interval *m)
{
	double *scratch = malloc(set->n * sizeof *scratch);

	if (!scratch)
		return benchi_no_memory("the median");
	*m = benchi_median_interval_of(set->x, set->n, confidence, scratch);
	free(scratch);
	return BENCH_OK;
}

/*
 * Whether two files of results are comparable.
 */

enum { HYPERVISOR = 1, METHOD = 4, BUILD_FIRST = 5 };

/* Copies a fact as it is printed, regardless of what a format had to escape. */
static void guarded_fact(const benchi_context *context, size_t i, char to[BENCHI_FACT_TEXT])
{
	const char *at = benchi_context_word(context, benchi_guarded[i]), *safe = at;
	size_t n = 0;

	while (*at && n + 4 < BENCHI_FACT_TEXT) {
		size_t length = benchi_utf8_safe(&at, &safe);

		memcpy(to + n, safe, length);
		n += length;
	}
	to[n] = '\0';
}

/* BENCH with loops of one instance, or of one and two. Both time the same work, and the interval of
 * the former includes what the loop may have added. The windows decide which of the two is used. */
static bool loops(const char *method)
{
	return !strcmp(method, "loop") || !strcmp(method, "two-loops");
}

benchi_guard_answer benchi_context_guard(FILE *out, const char *first, const char *each,
                                         const benchi_context *a, const benchi_context *b)
{
	benchi_guard_answer answer = BENCHI_COMPARABLE;
	char x[BENCHI_FACT_TEXT], y[BENCHI_FACT_TEXT];

	for (size_t i = 0; i < BENCHI_GUARDED && a->n && b->n; i++) {
		guarded_fact(a, i, x);
		guarded_fact(b, i, y);
		/* A missing fact does not differ, except hypervisor, which only virtual machines have; the
		 * method is "none" where the first row was skipped. */
		if (!strcmp(x, y) || (!(*x && *y) && i != HYPERVISOR)
		    || (i == METHOD && ((loops(x) && loops(y)) || !strcmp(x, "none")
		                        || !strcmp(y, "none"))))
			continue;
		fprintf(out, "%s%s%s: '%s' and '%s'\n", answer ? "" : first, each, benchi_guarded[i], x, y);
		if (answer != BENCHI_OTHER_CONDITIONS)
			answer = i >= BUILD_FIRST ? BENCHI_OTHER_BUILD : BENCHI_OTHER_CONDITIONS;
	}
	return answer;
}
