/*
 * Decides which build is faster, case by case.
 *
 * The i-th processes of both sides ran one after the other; what is compared is ln(new / old) of
 * each such pair.  With one build each, the interval is that of the median of pairs that holds at
 * any look (bench_evidence), so that stopping when all is answered is no cheating.  With builds,
 * the pairs of a build are its median, and the interval is that over builds
 * (analysis/comparison.c), looked at once.  All cases share one error by Holm's procedure.
 *
 * Pairs in which a process ran beside a noisy neighbour are left out where six others, or half of
 * all, did not (of a build, with builds).  Which of the two sides is faster does not enter into
 * that, so that equal programs are still as often called faster as slower.
 *
 * The layout floor of a side with several builds: two standard deviations of the builds' medians.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

#define FOCUS 40 /* pairs at which the interval is narrowest */

enum { ALONE = 6 /* undisturbed ones that suffice, or half of all */, RARE_PART = 8 };

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

/* NaN: this process found none. */
static double decide_value_of(const versus_case *c, int side, size_t i)
{
	const one_run *run = &c->run[side][i];

	return c->cycles ? run->cycles : run->ns;
}

/* Are cycles compared?  Where three of four pairs have some; the other pairs are left out. */
static bool has_cycles(const versus_case *c)
{
	size_t n = 0;

	for (size_t i = 0; i < pairs_of(c); i++)
		n += c->run[OLD][i].cycles > 0 && c->run[NEW][i].cycles > 0;
	return 4 * n >= 3 * pairs_of(c);
}

static bool is_of(const one_run *run, size_t build)
{
	return build == SIZE_MAX || run->build == build;
}

/* Values in the order of time, of which some were disturbed. */
typedef struct timeline {
	double *x;
	bool *disturbed;
	size_t n;
} timeline;

static void timeline_add(timeline *t, double x, bool disturbed)
{
	if (!isfinite(x))
		return;
	t->x[t->n] = x;
	t->disturbed[t->n++] = disturbed;
}

/* Leaves out the disturbed ones, where the others suffice; how many are left out. */
static size_t leave_out_disturbed(timeline *t)
{
	size_t undisturbed = 0, kept = 0, all = t->n;

	for (size_t i = 0; i < all; i++)
		undisturbed += !t->disturbed[i];
	for (size_t i = 0; i < all; i++)
		if (!t->disturbed[i] || (undisturbed < ALONE && 2 * undisturbed < all))
			t->x[kept++] = t->x[i];
	t->n = kept;
	return all - kept;
}

/* ln of the median over the processes of one build; NaN: none has a value. */
static double side_median(const versus_case *c, int side, size_t build, timeline *t)
{
	t->n = 0;
	for (size_t i = 0; i < c->n[side]; i++)
		if (is_of(&c->run[side][i], build) && decide_value_of(c, side, i) > 0)
			timeline_add(t, decide_value_of(c, side, i), c->run[side][i].disturbed);
	leave_out_disturbed(t);
	return t->n ? log(benchi_median(t->x, t->n)) : (double)NAN;
}

static bool decide_disturbed(const versus_case *c, size_t i)
{
	return c->run[OLD][i].disturbed || c->run[NEW][i].disturbed;
}

size_t versus_disturbed(const versus_case *c)
{
	size_t n = 0;

	for (size_t i = 0; i < pairs_of(c); i++)
		n += decide_disturbed(c, i);
	return n;
}

/* ln of a pair's ratio, and of its geometric mean. */
static double change_of(double before, double after)
{
	return log(after / before);
}

static double centre_of(double before, double after)
{
	return isfinite(change_of(before, after)) ? log(after * before) / 2 : (double)NAN;
}

/* Values of one build's pairs that count, in the order of time; all builds: SIZE_MAX. */
static void pair_values(versus_case *c, size_t build, double (*of)(double before, double after),
                        timeline *t)
{
	t->n = 0;
	for (size_t i = 0; i < pairs_of(c); i++)
		if (is_of(&c->run[OLD][i], build) && is_of(&c->run[NEW][i], build))
			timeline_add(t, of(decide_value_of(c, OLD, i), decide_value_of(c, NEW, i)),
				decide_disturbed(c, i));
	c->left_out += leave_out_disturbed(t);
}

/* How much a side's builds differ: two standard deviations, as ln. */
static double floor_of(const versus *v, const versus_case *c, int side, timeline *t)
{
	double middle[BUILDS_MOST];
	benchi_moments m;
	size_t n = 0;

	for (size_t b = 0; b < v->side[side].n; b++) {
		middle[n] = side_median(c, side, b, t);
		n += isfinite(middle[n]) != 0;
	}
	if (n < 3)
		return NAN;
	m = benchi_moments_of(&(bench_numbers){ middle, n });
	return 2 * sqrt(benchi_variance(&m));
}

/*
 * Total time of a side's processes over their iterations; unknown unless half of them state theirs.
 * Its interval is at least as wide as theirs are on average: a burst that a process did not see to
 * its end is missing in each of them.
 */
static benchi_totals side_total(const versus_case *c, int side)
{
	double sum = 0, weights = 0, squares = 0, scatter = 0, below = 0, above = 0, mean, half;
	size_t n = 0;

	for (size_t i = 0; i < c->n[side]; i++) {
		const one_run *run = &c->run[side][i];
		double x = c->cycles ? run->cycles : run->ns, w = run->iterations;

		if (!(x * run->mean.mean * w > 0))
			continue;
		n++;
		weights += w;
		squares += w * w;
		sum += w * x * run->mean.mean;
		below += w * x * (run->mean.mean - run->mean.low);
		above += w * x * (run->mean.high - run->mean.mean);
	}
	if (n < 2 || 2 * n < c->n[side])
		return (benchi_totals){ .rare = false };
	mean = sum / weights;
	for (size_t i = 0; i < c->n[side]; i++) {
		const one_run *run = &c->run[side][i];
		double x = c->cycles ? run->cycles : run->ns, w = run->iterations;

		if (x * run->mean.mean * w > 0)
			scatter += w * w * (x * run->mean.mean - mean) * (x * run->mean.mean - mean);
	}
	/* as many of equal weight; Cochran's variance of a ratio */
	half = benchi_student_quantile(.975, fmax(1, weights * weights / squares - 1))
		* sqrt(scatter * (double)n / (double)(n - 1)) / weights;
	return (benchi_totals){ { mean, mean - hypot(half, below / weights),
		mean + hypot(half, above / weights) }, RARE_PART * c->rare >= c->n[OLD] + c->n[NEW] };
}

/* What one case is decided by. */
typedef struct basis {
	bench_evidence *evidence;          /* of pairs, or NULL: */
	double build[BUILDS_MOST];         /* changes of builds, each the median of its pairs */
	size_t builds;
} basis;

static void intervals(const basis *b, double alpha, benchi_interval *sure, benchi_interval *equal)
{
	if (b->evidence) {
		/* a failure leaves everything possible, of which nothing follows */
		if (bench_evidence_interval(b->evidence, 1 - alpha, &sure->low, &sure->high) != BENCH_OK
		    || bench_evidence_interval(b->evidence, 1 - fmin(2 * alpha, .5), &equal->low,
		                               &equal->high) != BENCH_OK)
			*equal = *sure;
		return;
	}
	benchi_builds_interval(b->build, b->builds, 1 - alpha, sure);
	benchi_builds_interval(b->build, b->builds, 1 - 2 * alpha, equal);
}

static bench_status decide_gather(const versus *v, versus_case *c, timeline *t, basis *b)
{
	const bench_evidence_options options = { .focus = FOCUS };
	bench_status status = BENCH_OK;
	double centre;

	c->cycles = has_cycles(c);
	pair_values(c, SIZE_MAX, centre_of, t);
	centre = benchi_median(t->x, t->n);
	c->left_out = 0;
	c->floor = fmax(floor_of(v, c, OLD, t), floor_of(v, c, NEW, t)); /* fmax leaves NaN out */
	for (int side = 0; side < SIDES; side++)
		c->total[side] = side_total(c, side);
	for (size_t k = 0; versus_by_build(v) && k < v->side[OLD].n; k++) {
		pair_values(c, k, change_of, t);
		if (t->n)
			b->build[b->builds++] = benchi_median(t->x, t->n);
	}
	if (versus_by_build(v)) {
		c->change.estimate = b->builds ? benchi_mean_of(b->build, b->builds, .95).mean
		                     : (double)NAN;
		c->p = benchi_builds_p(b->build, b->builds);
	} else {
		pair_values(c, SIZE_MAX, change_of, t);
		status = benchi_evidence_of(t->x, t->n, &options, &b->evidence);
		c->change.estimate = benchi_median(t->x, t->n);
		c->p = status == BENCH_OK ? benchi_evidence_p(b->evidence) : 1;
	}
	c->middle[OLD] = exp(centre - c->change.estimate / 2);
	c->middle[NEW] = exp(centre + c->change.estimate / 2);
	return status;
}

static void decide_one(const versus_settings *s, const basis *b, versus_case *c)
{
	const benchi_question *q = &s->question;
	benchi_interval *change = &c->change, equal = *change;
	benchi_finding f = { .location = 1, .margin = q->margin, .beyond = q->beyond,
		.n = pairs_of(c) };

	intervals(b, c->alpha, change, &equal);
	c->answer = benchi_answer_of(change, &equal, log1p(q->margin), log1p(q->beyond));
	f.answer = c->answer;
	f.sure = (benchi_interval){ expm1(change->low), expm1(change->estimate), expm1(change->high) };
	f.equal = (benchi_interval){ expm1(equal.low), f.sure.estimate, expm1(equal.high) };
	benchi_decide_by_total(q, c->alpha, &c->total[OLD], &c->total[NEW], &f);
	c->by_total = f.by_total;
	c->answer = f.answer;
	/* the interval printed is the one that decided; a gate errs on one side only */
	f.sure = s->git || c->answer == BENCH_SAME ? f.equal : f.sure;
	*change = (benchi_interval){ log1p(f.sure.low), log1p(f.sure.estimate), log1p(f.sure.high) };
}

bench_status versus_decide(versus *v)
{
	const benchi_question *q = &v->settings.question;
	size_t n = v->cases, most = 0;
	basis *b = calloc(n + 1, sizeof *b);
	double *p = calloc(2 * (n + 1), sizeof *p);
	timeline t = { .n = 0 };
	bench_status status;

	for (size_t i = 0; i < n; i++)
		most = (size_t)fmax((double)most, fmax((double)v->c[i].n[OLD], (double)v->c[i].n[NEW]));
	t.x = malloc((most + 1) * sizeof *t.x);
	t.disturbed = malloc((most + 1) * sizeof *t.disturbed);
	status = b && p && t.x && t.disturbed ? BENCH_OK : benchi_no_memory("the pairs");
	for (size_t i = 0; i < n && !status; i++) {
		if (versus_both(&v->c[i]))
			status = decide_gather(v, &v->c[i], &t, &b[i]);
		/* p is that of no change at all */
		p[i] = !versus_both(&v->c[i]) ? (double)NAN
			: q->beyond > 0 || v->settings.git ? 1 : v->c[i].p;
	}
	if (!status)
		status = benchi_holm_alphas(p, n, q->alpha, p + n + 1);
	for (size_t i = 0; i < n && !status; i++)
		if (versus_both(&v->c[i])) {
			v->c[i].alpha = p[n + 1 + i];
			decide_one(&v->settings, &b[i], &v->c[i]);
		}
	for (size_t i = 0; b && i < n; i++)
		bench_evidence_free(b[i].evidence);
	free(t.x);
	free(t.disturbed);
	free(b);
	free(p);
	return status;
}

bool versus_is_red(const versus_case *c)
{
	return versus_both(c) && !c->same_code && c->change.low > log1p(c->fail_above);
}

bool versus_is_green(const versus_case *c)
{
	return c->same_code || (versus_both(c) && c->change.high < log1p(c->fail_above));
}

bool versus_answered(const versus *v)
{
	bool any = false;

	for (size_t i = 0; i < v->cases; i++) {
		any = any || versus_both(&v->c[i]) || v->c[i].skipped[OLD] || v->c[i].skipped[NEW];
		if (!versus_both(&v->c[i]))
			continue;
		if (v->settings.git ? !versus_is_red(&v->c[i]) && !versus_is_green(&v->c[i])
			: v->c[i].answer == BENCH_UNSURE)
			return false;
	}
	return any;
}

static const char *versus_word(const versus_case *c)
{
	static const char *const words[] = { "inconclusive", "same", "faster", "slower" };

	if (!versus_both(c))
		return c->n[OLD] ? "only in old" : "only in new";
	return words[c->answer];
}

/* Is the difference within what layout alone may change? */
static bool versus_may_be_layout(const versus *v, const versus_case *c)
{
	double floor = isnan(c->floor) ? log1p(v->settings.floor) : c->floor;

	return versus_both(c) && !versus_by_build(v)
	       && (c->answer == BENCH_LOWER || c->answer == BENCH_HIGHER)
	       && fabs(c->change.estimate) < floor;
}

/*
 * Writes the comparison of two builds as text, JSON, CSV or a Markdown table.
 */

#define OVER 1.2 /* times --time that is not worth a word */

enum { CELL = 80 };

/* How many cases have each answer or are in one program only; geometric mean of new / old. */
typedef struct counts {
	size_t of[BENCH_HIGHER + 1], alone, left_out;
	double ratio;
} counts;

/* Has it an interval?  Without one a change is that of a few pairs, and no answer. */
static bool has_interval(const versus_case *c)
{
	return versus_both(c) && isfinite(c->change.low) && isfinite(c->change.high);
}

static counts decide_count(const versus *v)
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
		t.of[c->answer]++;
		t.left_out = c->left_out > t.left_out ? c->left_out : t.left_out;
		sum += has_interval(c) ? c->change.estimate : 0;
		n += has_interval(c);
	}
	t.ratio = n ? exp(sum / (double)n) : (double)NAN;
	return t;
}

static const char *decide_interval(const versus_case *c, char *text)
{
	if (!versus_both(c))
		return "";
	figure_shares(expm1(c->change.low), expm1(c->change.high), text);
	return *text || c->by_total ? text : "too few pairs";
}

static const char *versus_figure(const versus_case *c, int side, char *text)
{
	char number[BENCHI_SCALED_TEXT];
	double x = c->middle[side];

	if (!versus_both(c))
		strcpy(text, "");
	else if (c->cycles)
		sprintf(text, "%s cycles", benchi_scaled(x, x / 1e3, BENCHI_UNITS_COUNT, number));
	else
		sprintf(text, "%s", benchi_scaled(x, x / 1e3, BENCHI_UNITS_TIME, number));
	return text;
}

/* What explains or limits the answer. */
static const char *remark(const versus *v, const versus_case *c, char *text)
{
	bool different = c->answer == BENCH_LOWER || c->answer == BENCH_HIGHER;
	const double *n = c->instructions;
	char number[FIGURE_TEXT];

	*text = '\0';
	if (!versus_both(c))
		return text;
	if (c->by_total)
		strcpy(text, c->total[OLD].rare ? "rare work: by total times" : "total times do not agree");
	else if (different && isfinite(n[OLD]) && n[OLD] >= n[NEW] && n[OLD] <= n[NEW])
		sprintf(text, "same instructions, %s %s: layout or data, not code",
			benchi_signed_percent(fabs(expm1(c->change.estimate)), NAN, number) + 1,
			versus_word(c));
	else if (isfinite(n[OLD]) && isfinite(n[NEW]))
		sprintf(text, "%.15g to %.15g instructions", n[OLD], n[NEW]);
	else if (v->settings.count)
		strcpy(text, "instructions not counted");
	else if (versus_may_be_layout(v, c))
		strcpy(text, "may be layout: one build each");
	if (versus_by_build(v) && isfinite(c->floor) && !*text)
		sprintf(text, "layout floor %s", benchi_signed_percent(expm1(c->floor), NAN, number) + 1);
	return text;
}

static void write_summary(FILE *out, const versus *v, const char *before)
{
	counts t = decide_count(v);

	fprintf(out, "%s%zu faster, %zu slower, %zu same within %.3g %%, %zu inconclusive", before,
		t.of[BENCH_LOWER], t.of[BENCH_HIGHER], t.of[BENCH_SAME],
		100 * v->settings.question.margin, t.of[BENCH_UNSURE]);
	if (t.alone)
		fprintf(out, ", %zu in one program only", t.alone);
	if (isfinite(t.ratio))
		fprintf(out, "; geometric mean of new/old %.4f", t.ratio);
	fprintf(out, "; %zu pair%s", v->pairs, v->pairs == 1 ? "" : "s");
	if (versus_by_build(v))
		fprintf(out, " of %zu builds", v->side[OLD].n);
	if (t.left_out)
		fprintf(out, ", %zu left out: noisy neighbour", t.left_out);
	fprintf(out, ", %.1f s%s\n", v->seconds, v->seconds > OVER * v->settings.time_s
		? ": longer than --time" : "");
}

static bench_status decide_write_table(FILE *out, const versus *v)
{
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
		benchi_grid_put(&g, "%s", versus_figure(c, OLD, text));
		benchi_grid_put(&g, "%s", versus_figure(c, NEW, text));
		benchi_grid_put(&g, "%s", has_interval(c)
		                ? benchi_signed_percent(expm1(c->change.estimate), half, text) : "");
		benchi_grid_put(&g, "%s", decide_interval(c, text));
		benchi_grid_paint(&g, c->answer >= BENCH_LOWER ? BENCHI_PAINT_BOLD : BENCHI_PAINT_NONE,
		                  versus_word(c));
		benchi_grid_put(&g, "%s", remark(v, c, text));
	}
	status = benchi_grid_end(&g, out, &style);
	write_summary(out, v, "\n");
	return status;
}

/* One case of a comparison. */
static void case_record(records *r, const versus *v, const versus_case *c)
{
	const double none = versus_both(c) ? 0 : (double)NAN;
	char text[CELL + 40];

	record_texts(r, { "name", c->name }, { "answer", versus_word(c) },
		{ "unit", c->cycles ? "cycles" : "ns" });
	record_numbers(r, { "old", none + c->middle[OLD] }, { "new", none + c->middle[NEW] },
		{ "ratio", none + exp(c->change.estimate) }, { "ratio_low", none + exp(c->change.low) },
		{ "ratio_high", none + exp(c->change.high) }, { "p", none + c->p },
		{ "confidence", none + 1 - c->alpha }, { "layout_floor", none + expm1(c->floor) },
		{ "old_runs", (double)c->n[OLD] }, { "new_runs", (double)c->n[NEW] },
		{ "old_instructions", c->instructions[OLD] }, { "new_instructions", c->instructions[NEW] },
		{ "builds", versus_by_build(v) ? (double)v->side[OLD].n : 1 });
	record_text(r, "note", remark(v, c, text));
	record_end(r);
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
		benchi_put_pair(out, "geometric_mean", decide_count(v).ratio);
		fputs(",\n \"cases\": [", out);
	}
	for (size_t i = 0; i < v->cases; i++)
		case_record(&r, v, &v->c[i]);
	fputs(r.csv ? "" : "]}\n", out);
}

bench_status versus_write(FILE *out, const versus *v)
{
	if (v->settings.format == VERSUS_TEXT || v->settings.format == VERSUS_MARKDOWN)
		return decide_write_table(out, v);
	write_records(out, v);
	return BENCH_OK;
}
