/*
 * Decides which build is faster, case by case.
 *
 * The i-th processes of both sides ran one after the other and form a pair; ln(new / old) of the
 * pairs is compared.  With one build each, the interval of the median of pairs holds at any look
 * (bench_evidence), so stopping as soon as all cases are answered is valid.  With several builds,
 * each build counts with the median of its pairs, and the interval over builds
 * (analysis/comparison.c) is computed once.  All cases share one error by Holm's procedure.
 *
 * Pairs with a noisy neighbour are left out if enough pairs, or half of all, had none (per build,
 * if there are several), unless all pairs together are far more certain.  This does not depend on
 * which side is faster, so it favours neither.
 *
 * The layout floor of a side with several builds: two standard deviations of the builds' medians.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

#define FOCUS 40 /* pairs at which the interval is narrowest */

/* ALONE: with this many undisturbed pairs, the others are left out; fewer have no interval at 99 %
 * for four cases (nine undisturbed of 30 had none, where all 28 had one).  BUILD_ALONE: the same of
 * one build.  RARE_PART: see side_total. */
enum { BUILD_ALONE = 6, ALONE = 16, RARE_PART = 8 };

static const struct gate_policy {
	size_t least;        /* fewest pairs of an answer before the time is over: one process in
	                      * RARE_PART may be left out; of eight pairs that was the only one of a
	                      * build that saw its rare work */
	double margin_wrong; /* probability that a case with a change of the margin is on the wrong
	                      * side of it.  Half of it is for the looks on the way, half for the last
	                      * one, as of the error of the question */
	double dependent;    /* design effect above which only further layouts help: 17 independent
	                      * layouts usually show 1.35, and linking 16 takes as long as 16 pairs */
} gate_policy = { 12, .2, 2 };

bool versus_both(const versus_case *c)
{
	return c->n[OLD] > 0 && c->n[NEW] > 0;
}

bool versus_by_build(const versus *v)
{
	return !v->settings.git && v->side[OLD].n > 1 && v->side[OLD].n == v->side[NEW].n;
}

static size_t pairs_of(const versus_case *c)
{
	return c->n[OLD] < c->n[NEW] ? c->n[OLD] : c->n[NEW];
}

/* Returns the value of process i of a side: cycles if they are compared, otherwise ns; NaN if there
 * is no result. */
static double value_of(const versus_case *c, int side, size_t i)
{
	const one_run *run = &c->run[side][i];

	return c->cycles ? run->cycles : run->ns;
}

/* Pairs in order of time, some of them disturbed. */
typedef struct timeline {
	double *x[SIDES];
	bool *disturbed;
	size_t n;
} timeline;

/* Returns the standard error of the median change, as far as its constant factor: the median
 * deviation over the root of the number.  all: with disturbed pairs.  x: space for t->n numbers. */
static double error_of(const timeline *t, bool all, double *x)
{
	size_t n = 0;
	double middle;

	for (size_t i = 0; i < t->n; i++)
		if (all || !t->disturbed[i])
			x[n++] = log(t->x[NEW][i] / t->x[OLD][i]);
	middle = benchi_median_many(x, n);
	for (size_t i = 0; i < n; i++)
		x[i] = fabs(x[i] - middle);
	return benchi_median_many(x, n) / sqrt((double)n);
}

/* Removes disturbed pairs if `alone` others remain, or half of all; but not if with the disturbed
 * ones a quarter of the pairs would tell as much.  At a load of 6, 37 of 268 pairs were undisturbed
 * and scattered like all: alone they made the interval four times as wide.  Returns the number
 * removed. */
static size_t leave_out_disturbed(timeline *t, size_t alone)
{
	size_t undisturbed = 0, kept = 0, all = t->n;
	double *x = malloc((all + 1) * sizeof *x);
	bool leave;

	for (size_t i = 0; i < all; i++)
		undisturbed += !t->disturbed[i];
	leave = undisturbed >= alone || 2 * undisturbed >= all;
	if (leave && 2 * undisturbed < all && x)
		leave = !(2 * error_of(t, true, x) < error_of(t, false, x));
	for (size_t i = 0; i < all; i++)
		if (!t->disturbed[i] || !leave) {
			t->x[OLD][kept] = t->x[OLD][i];
			t->x[NEW][kept++] = t->x[NEW][i];
		}
	free(x);
	t->n = kept;
	return all - kept;
}

/* Collects the pairs of a build that count, in order of time. Build SIZE_MAX: collects those of all
 * builds. */
static void take_pairs(versus_case *c, size_t build, timeline *t)
{
	t->n = 0;
	for (size_t i = 0; i < pairs_of(c); i++) {
		double before = value_of(c, OLD, i), after = value_of(c, NEW, i);

		if ((build != SIZE_MAX
		     && (c->run[OLD][i].build != build || c->run[NEW][i].build != build))
		    || !isfinite(log(after / before)))
			continue;
		t->x[OLD][t->n] = before;
		t->x[NEW][t->n] = after;
		t->disturbed[t->n++] = c->run[OLD][i].disturbed || c->run[NEW][i].disturbed;
	}
	c->left_out += leave_out_disturbed(t, build == SIZE_MAX ? ALONE : BUILD_ALONE);
}

/* Returns the median over pairs of ln(new / old) if `change`, otherwise of ln(new * old) / 2.
 * scratch: t->n numbers. */
static double median_of_pairs(const timeline *t, bool change, double *scratch)
{
	for (size_t i = 0; i < t->n; i++)
		scratch[i] = change ? log(t->x[NEW][i] / t->x[OLD][i])
			: log(t->x[NEW][i] * t->x[OLD][i]) / 2;
	return benchi_median_many(scratch, t->n);
}

/* Returns the layout floor of a side: two standard deviations of its builds' medians, as a
 * logarithm; NaN with fewer than three builds. */
static double floor_of(const versus *v, const versus_case *c, int side, timeline *t)
{
	double middle[BUILDS_MOST];
	benchi_moments m;
	size_t n = 0;

	for (size_t b = 0; b < v->side[side].n; b++) {
		t->n = 0;
		for (size_t i = 0; i < c->n[side]; i++)
			if (c->run[side][i].build == b && value_of(c, side, i) > 0) {
				t->x[OLD][t->n] = t->x[NEW][t->n] = value_of(c, side, i);
				t->disturbed[t->n++] = c->run[side][i].disturbed;
			}
		leave_out_disturbed(t, BUILD_ALONE);
		if (t->n)
			middle[n++] = log(benchi_median_many(t->x[OLD], t->n));
	}
	if (n < 3)
		return NAN;
	m = benchi_moments_of(&(bench_numbers){ middle, n });
	return 2 * sqrt(benchi_variance(&m));
}

/*
 * Returns the total time of a side over its iterations; unknown unless half of the processes have a
 * total. The interval is at least as wide as the processes' own on average, since each process may
 * have missed the end of a burst.
 *
 * If only one process saw rare work, or fewer than one in RARE_PART, other programs probably caused
 * the work. Then one process in RARE_PART of each side is left out, those with the largest means:
 * on a busy machine a single process made the interval of the total +-60 %. Means are compared
 * between processes, because a process with one window has no usual time to compare with: one that
 * was stopped for 12 ms in its only window of 55 us made the interval +-200 %.
 */
static benchi_totals side_total(const versus_case *c, int side)
{
	double sum = 0, weights = 0, squares = 0, scatter = 0, below = 0, above = 0, mean, half;
	double most = (double)INFINITY;         /* largest mean that counts */
	size_t n = 0, stated = 0;
	bool rare = c->rare > 1 && RARE_PART * c->rare >= c->n[OLD] + c->n[NEW];
	double *means = rare ? NULL : malloc((c->n[side] + 1) * sizeof *means);

	for (size_t i = 0; i < c->n[side] && means; i++) {
		double total = value_of(c, side, i) * c->run[side][i].mean.mean;

		if (total > 0)
			means[n++] = total;
	}
	if (n) {
		benchi_sort_many(means, n);
		most = means[n - 1 - n / RARE_PART];
	}
	free(means);
	n = 0;

	for (size_t i = 0; i < c->n[side]; i++) {
		const one_run *run = &c->run[side][i];
		double x = value_of(c, side, i), w = run->iterations;

		stated += x * run->mean.mean * w > 0;
		if (!(x * run->mean.mean * w > 0) || x * run->mean.mean > most)
			continue;
		n++;
		weights += w;
		squares += w * w;
		sum += w * x * run->mean.mean;
		below += w * x * (run->mean.mean - run->mean.low);
		above += w * x * (run->mean.high - run->mean.mean);
	}
	if (n < 2 || 2 * stated < c->n[side])
		return (benchi_totals){ .rare = false };
	mean = sum / weights;
	for (size_t i = 0; i < c->n[side]; i++) {
		const one_run *run = &c->run[side][i];
		double x = value_of(c, side, i), w = run->iterations;

		if (x * run->mean.mean * w > 0 && x * run->mean.mean <= most)
			scatter += w * w * (x * run->mean.mean - mean) * (x * run->mean.mean - mean);
	}
	/* effective number of processes; Cochran's variance of a ratio */
	half = benchi_student_quantile(.975, fmax(1, weights * weights / squares - 1))
		* sqrt(scatter * (double)n / (double)(n - 1)) / weights;
	return (benchi_totals){ { mean, mean - hypot(half, below / weights),
		mean + hypot(half, above / weights) }, rare };
}

/* A case as two series for lib/analysis: one value per process, or per build. */
typedef struct series {
	timeline t;
	benchi_set set[SIDES];
	benchi_side side[SIDES];
} series;

static bench_status gather(const versus *v, versus_case *c, series *s, benchi_comparison *of)
{
	size_t most = c->n[OLD] > c->n[NEW] ? c->n[OLD] : c->n[NEW], n = most + BUILDS_MOST;
	double *x = malloc((3 * n) * sizeof *x), *scratch = x + 2 * n, centre;
	size_t with_cycles = 0;
	timeline *t = &s->t;

	t->x[OLD] = x;
	t->disturbed = malloc(n * sizeof *t->disturbed);
	if (!x || !t->disturbed)
		return benchi_no_memory("the pairs");
	t->x[NEW] = x + n;
	/* compare cycles if three of four pairs have them, and leave out the others */
	for (size_t i = 0; i < pairs_of(c); i++)
		with_cycles += c->run[OLD][i].cycles > 0 && c->run[NEW][i].cycles > 0;
	c->cycles = 4 * with_cycles >= 3 * pairs_of(c);
	c->floor = fmax(floor_of(v, c, OLD, t), floor_of(v, c, NEW, t)); /* fmax ignores NaN */
	c->left_out = 0;
	take_pairs(c, SIZE_MAX, t);
	centre = median_of_pairs(t, false, scratch);
	if (versus_by_build(v)) {
		double change[BUILDS_MOST];
		size_t builds = 0;

		c->left_out = 0;
		for (size_t k = 0; k < v->side[OLD].n; k++) {
			take_pairs(c, k, t);
			if (t->n)
				change[builds++] = median_of_pairs(t, true, scratch);
		}
		for (t->n = 0; t->n < builds; t->n++) {
			t->x[OLD][t->n] = exp(centre - change[t->n] / 2);
			t->x[NEW][t->n] = exp(centre + change[t->n] / 2);
		}
	}
	for (int side = 0; side < SIDES; side++) {
		s->set[side] = (benchi_set){ .benchmark = c->name, .metric = "", .unit = "", .config = "",
			.x = t->x[side], .n = t->n, .better = BENCHI_BETTER_LOWER };
		s->side[side] = (benchi_side){ .set = &s->set[side], .label = c->name,
			.raw = { t->x[side], t->n }, .total = side_total(c, side) };
		c->total[side] = s->side[side].total;
	}
	c->middle[OLD] = c->middle[NEW] = centre;
	of->base = &s->side[OLD];
	of->test = &s->side[NEW];
	return BENCH_OK;
}

/* Returns a finding's interval as logarithms. */
static benchi_interval logarithms(const benchi_finding *f, const benchi_interval *i)
{
	return (benchi_interval){ log1p(i->low / f->location), log1p(f->sure.estimate / f->location),
		log1p(i->high / f->location) };
}

static void take_finding(versus_case *c, const benchi_comparison *of)
{
	const benchi_finding *f = &of->finding;

	c->alpha = of->alpha;
	c->p = f->p;
	c->answer = f->answer;
	c->by_total = f->by_total;
	c->change = logarithms(f, f->answer == BENCH_SAME ? &f->equal : &f->sure);
	for (int side = 0; side < SIDES; side++)
		c->middle[side] = f->method == BENCHI_METHOD_TOTAL ? c->total[side].ns.mean
			: exp(c->middle[side] + (side == NEW ? .5 : -.5) * c->change.estimate);
}

/* Decides a case of a gate, whose limits are of one side each: `certain` for all cases together,
 * `change` for this case only.  Both assume independent pairs, so they are widened by the root of
 * c->dependence: Kish's design effect of the pairs' signs around the median, the variance of their
 * sum divided by the variance if pairs of one layout were independent.  sds_split of hiredis:
 * standard deviation 6 % between layouts, 0.7 % within. */
static bench_status decide_gate_case(versus_case *c, benchi_comparison *of,
                                     benchi_question question)
{
	bool by_total = of->finding.by_total;
	benchi_interval *const intervals[] = { &c->certain, &c->change };
	double sum[BUILDS_MOST] = { 0 }, squares = 0, pairs = 0, layouts = 0;
	size_t seen[BUILDS_MOST] = { 0 };
	bench_status status;

	c->certain = logarithms(&of->finding, &of->finding.equal);
	question.alpha = gate_policy.margin_wrong / 2;
	status = benchi_comparisons_decide(&question, 0, of, 1);
	if (status)
		return status;
	take_finding(c, of);
	c->by_total = c->by_total || by_total;
	c->change = logarithms(&of->finding, &of->finding.equal);
	for (size_t i = 0; i < pairs_of(c); i++) {
		double change = log(value_of(c, NEW, i) / value_of(c, OLD, i));
		size_t k = c->run[NEW][i].build;

		if (!isfinite(change))
			continue;
		sum[k] += (change > c->change.estimate) - (change < c->change.estimate);
		seen[k]++;
		pairs++;
	}
	for (size_t k = 0; k < BUILDS_MOST; k++) {
		squares += sum[k] * sum[k];
		layouts += seen[k] > 0;
	}
	c->dependence = layouts < 2 ? 1 : fmax(1, squares / pairs * layouts / (layouts - 1));
	for (size_t i = 0; i < 2 && c->dependence > 1; i++) {
		intervals[i]->low += (sqrt(c->dependence) - 1)
			* (intervals[i]->low - intervals[i]->estimate);
		intervals[i]->high += (sqrt(c->dependence) - 1)
			* (intervals[i]->high - intervals[i]->estimate);
	}
	return BENCH_OK;
}

bench_status versus_decide(versus *v, bool last)
{
	series *s = calloc(v->cases + 1, sizeof *s);
	benchi_comparison *of = calloc(v->cases + 1, sizeof *of);
	benchi_question question = v->settings.question;
	bool git = v->settings.git != NULL;
	bench_status status = s && of ? BENCH_OK : benchi_no_memory("the pairs");
	size_t n = 0;

	question.anytime = !versus_by_build(v) && !(git && last);
	question.method = versus_by_build(v) ? BENCHI_METHOD_BUILDS : git && last
		? BENCHI_METHOD_ANYTIME : 0;
	question.focus = FOCUS;
	question.unplanned = question.brief = true;
	question.even = git;
	if (git)
		question.alpha /= 2;
	for (size_t i = 0; i < v->cases && !status; i++)
		if (versus_both(&v->c[i])) {
			status = gather(v, &v->c[i], &s[n], &of[n]);
			n++;
		}
	if (!status)
		status = benchi_comparisons_decide(&question, 0, of, n);
	for (size_t i = 0, k = 0; i < v->cases && !status; i++)
		if (versus_both(&v->c[i])) {
			if (!git)
				take_finding(&v->c[i], &of[k]);
			else if (versus_needs_pairs(&v->c[i]))
				status = decide_gate_case(&v->c[i], &of[k], question);
			k++;
		}
	for (size_t i = 0; i < n; i++) {
		for (int side = 0; side < SIDES; side++)
			benchi_side_free(&s[i].side[side]);
		free(s[i].t.x[OLD]);
		free(s[i].t.disturbed);
	}
	free(s);
	free(of);
	return status;
}

bool versus_is_slower(const versus_case *c)
{
	return versus_both(c) && !c->same_code && c->certain.low > 0;
}

bool versus_is_red(const versus_case *c)
{
	return versus_is_slower(c) && c->change.low > log1p(c->margin);
}

bool versus_is_green(const versus_case *c)
{
	return c->same_code || (versus_both(c) && c->change.high < log1p(c->margin));
}

bool versus_needs_pairs(const versus_case *c)
{
	bool unsure = !(c->certain.high < 0) && c->change.high < -log1p(c->margin);

	return !c->same_code && (pairs_of(c) < gate_policy.least
		|| (!versus_is_red(c) && (!versus_is_green(c) || unsure)));
}

versus_length versus_length_wanted(const versus *v)
{
	bool totals = false, pairs = false;

	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];
		bool rare = c->total[OLD].rare || c->total[NEW].rare;

		if (!versus_both(c)
		    || (v->settings.git ? !versus_needs_pairs(c) : c->answer != BENCH_UNSURE))
			continue;
		if (c->by_total && rare)
			return VERSUS_RARE;
		if (c->by_total && isfinite(c->change.high - c->change.low))
			totals = true;
		else
			pairs = true;
	}
	return totals && !pairs ? VERSUS_LONGER : VERSUS_SHORT;
}

double versus_times_needed(const versus_case *c)
{
	double distance = c->change.estimate - log1p(c->margin), times;

	if (distance < 0)
		return pow((c->change.high - c->change.estimate) / distance, 2);
	times = (c->change.estimate - c->change.low) / distance;
	if (isfinite(c->certain.low))   /* otherwise there are too few pairs to tell */
		times = fmax(times, (c->change.estimate - c->certain.low) / c->change.estimate);
	return times * times;
}

bool versus_layouts_differ(const versus_case *c)
{
	return c->dependence > gate_policy.dependent;
}

bool versus_answered(const versus *v)
{
	bool any = false;

	for (size_t i = 0; i < v->cases; i++) {
		any = any || versus_both(&v->c[i]) || v->c[i].skipped[OLD] || v->c[i].skipped[NEW];
		if (!versus_both(&v->c[i]))
			continue;
		if (v->settings.git ? versus_needs_pairs(&v->c[i])
			: v->c[i].answer == BENCH_UNSURE)
			return false;
	}
	return any;
}

static const char *word_of(const versus_case *c)
{
	static const char *const words[] = { "inconclusive", "same", "faster", "slower" };

	if (!versus_both(c))
		return c->n[OLD] ? "only in old" : "only in new";
	return words[c->answer];
}

/*
 * Writes the comparison of two builds as text, JSON, CSV or a Markdown table.
 */

#define OVER 1.2 /* mention the time only if it exceeds this multiple of --time */

enum { CELL = 80 };

/* Number of cases by answer, and of cases in one program only; geometric mean of new / old. */
typedef struct counts {
	size_t answered[BENCH_HIGHER + 1], alone, left_out;
	double ratio;
} counts;

/* Returns whether the case has an interval.  Without an interval, the change is from a few pairs
 * and is no answer. */
static bool has_interval(const versus_case *c)
{
	return versus_both(c) && isfinite(c->change.low) && isfinite(c->change.high);
}

static counts count_answers(const versus *v)
{
	counts t = { .alone = 0 };
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];

		if (!versus_both(c)) {
			t.alone++;
			continue;
		}
		t.answered[c->answer]++;
		t.left_out = c->left_out > t.left_out ? c->left_out : t.left_out;
		sum += has_interval(c) ? c->change.estimate : 0;
		n += has_interval(c);
	}
	t.ratio = n ? exp(sum / (double)n) : (double)NAN;
	return t;
}

/* Prints what to do if an answer is missing and a neighbour disturbed too many pairs to leave any
 * out. */
static void print_neighbour(FILE *out, const versus *v, const counts *t)
{
	size_t disturbed = versus_disturbed(v);

	if (!t->answered[BENCH_UNSURE] || t->left_out || !disturbed)
		return;
	fprintf(out, "%zu of %zu pairs had a noisy neighbour: measure again later", disturbed,
		v->pairs);
	if (v->seconds >= v->settings.time_s)
		fprintf(out, ", or for longer (-t %.0fs)", ceil(4 * v->settings.time_s));
	fputs("\n", out);
}

/* Returns a remark that explains or limits the answer, or "". */
static const char *remark(const versus *v, const versus_case *c, char *text)
{
	bool different = c->answer == BENCH_LOWER || c->answer == BENCH_HIGHER;
	const double *n = c->instructions;
	char number[FIGURE_TEXT];

	*text = '\0';
	if (!versus_both(c))
		return text;
	if (c->by_total)
		strcpy(text, c->total[OLD].rare ? "rare work: by total times"
			: "total times do not agree: try a longer -t");
	else if (different && isfinite(n[OLD]) && n[OLD] >= n[NEW] && n[OLD] <= n[NEW])
		sprintf(text, "same instructions, %s %s: layout or data, not code",
			benchi_signed_percent(fabs(expm1(c->change.estimate)), NAN, number) + 1,
			word_of(c));
	else if (isfinite(n[OLD]) && isfinite(n[NEW]))
		sprintf(text, "%.15g to %.15g instructions", n[OLD], n[NEW]);
	else if (v->settings.count)
		strcpy(text, "instructions not counted");
	else if (different && !versus_by_build(v) && fabs(c->change.estimate)
		< (isnan(c->floor) ? log1p(v->settings.floor) : c->floor))
		strcpy(text, "may be layout: one build each");
	if (versus_by_build(v) && isfinite(c->floor) && !*text)
		sprintf(text, "layout floor %s", benchi_signed_percent(expm1(c->floor), NAN, number) + 1);
	return text;
}

static void write_records(FILE *out, const versus *v)
{
	records r = { .out = out, .csv = v->settings.format == VERSUS_CSV };

	if (!r.csv) {
		fputs("{\"versus\": 1, \"old\": ", out);
		benchi_json_text(out, v->name[OLD]);
		benchi_put_pair_text(out, "new", v->name[NEW]);
		benchi_put_pair(out, "margin", v->settings.question.margin);
		benchi_put_pair(out, "confidence", 1 - v->settings.question.alpha);
		benchi_put_pair(out, "pairs", (double)v->pairs);
		benchi_put_pair(out, "seconds", v->seconds);
		benchi_put_pair(out, "geometric_mean", count_answers(v).ratio);
		fputs(",\n \"cases\": [", out);
	}
	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];
		const double none = versus_both(c) ? 0 : (double)NAN;
		char text[CELL + 40];

		record_texts(&r, { "name", c->name }, { "answer", word_of(c) },
			{ "unit", c->cycles ? "cycles" : "ns" });
		record_numbers(&r, { "old", none + c->middle[OLD] }, { "new", none + c->middle[NEW] },
			{ "ratio", none + exp(c->change.estimate) }, { "ratio_low", none + exp(c->change.low) },
			{ "ratio_high", none + exp(c->change.high) }, { "p", none + c->p },
			{ "confidence", none + 1 - c->alpha }, { "layout_floor", none + expm1(c->floor) },
			{ "old_runs", (double)c->n[OLD] }, { "new_runs", (double)c->n[NEW] },
			{ "old_instructions", c->instructions[OLD] },
				{ "new_instructions", c->instructions[NEW] },
			{ "builds", versus_by_build(v) ? (double)v->side[OLD].n : 1 });
		record_texts(&r, { "note", remark(v, c, text) });
		record_end(&r);
	}
	fputs(r.csv ? "" : "]}\n", out);
}

bench_status versus_write(FILE *out, const versus *v)
{
	if (v->settings.format == VERSUS_TEXT || v->settings.format == VERSUS_MARKDOWN) {
		benchi_output_style style = benchi_look_for(out);
		benchi_grid g = { .columns = 0 };
		char text[CELL + 40];
		bench_status status;

		style.markdown = v->settings.format == VERSUS_MARKDOWN;
		benchi_grid_heads(&g, "<case|old|new|change");
		benchi_grid_column(&g, versus_by_build(v) ? "interval over builds" : "interval", 0);
		benchi_grid_heads(&g, "<answer|<");
		for (size_t i = 0; i < v->cases; i++) {
			const versus_case *c = &v->c[i];
			double half = (expm1(c->change.high) - expm1(c->change.low)) / 2;

			benchi_grid_line(&g, "%s", c->name);
			for (int side = 0; side < SIDES; side++)
				benchi_grid_put(&g, "%s%s", versus_both(c) ? benchi_scaled(c->middle[side],
					c->middle[side] / 1e3, c->cycles ? BENCHI_UNITS_COUNT : BENCHI_UNITS_TIME, text)
					: "", versus_both(c) && c->cycles ? " cycles" : "");
			benchi_grid_put(&g, "%s", has_interval(c)
			                ? benchi_signed_percent(expm1(c->change.estimate), half, text) : "");
			figure_shares(expm1(c->change.low), expm1(c->change.high), text);
			benchi_grid_put(&g, "%s", !versus_both(c) ? "" : *text || c->by_total ? text
				: "too few pairs");
			benchi_grid_paint(&g, c->answer >= BENCH_LOWER ? BENCHI_PAINT_BOLD : BENCHI_PAINT_NONE,
			                  word_of(c));
			benchi_grid_put(&g, "%s", remark(v, c, text));
		}
		status = benchi_grid_end(&g, out, &style);
		counts t = count_answers(v);

		fprintf(out, "\n%zu faster, %zu slower, %zu same within %.3g %%, %zu inconclusive",
			t.answered[BENCH_LOWER], t.answered[BENCH_HIGHER], t.answered[BENCH_SAME],
			100 * v->settings.question.margin, t.answered[BENCH_UNSURE]);
		if (t.alone)
			fprintf(out, ", %zu in one program only", t.alone);
		if (isfinite(t.ratio))
			fprintf(out, "; geometric mean of new/old %.4f", t.ratio);
		fprintf(out, "; %zu pair%s", v->pairs, v->pairs == 1 ? "" : "s");
		if (versus_by_build(v))
			fprintf(out, " of %zu builds", v->side[OLD].n);
		if (t.left_out)
			fprintf(out, ", %zu left out: noisy neighbour", t.left_out);
		fprintf(out, ", %.1f s%s%s\n", v->seconds,
			v->seconds > OVER * v->settings.time_s ? ": longer than --time" : "",
			v->pairs ? "" : "; the time was over before the first pair");
		print_neighbour(out, v, &t);
		return status;
	}
	write_records(out, v);
	return BENCH_OK;
}
