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
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "base/base.h"
#include "data/data.h"
#include "stats/stats.h"
#include "tools/tools.h"
#include "tools/versus/versus.h"
#include "write/write.h"

#define FOCUS 40 /* pairs at which the interval is narrowest */

enum { ALONE = 6 /* undisturbed ones that suffice */, RARE_PART = 8 };

bool versus_both(const versus_case *c)
{
	return c->n[OLD] > 0 && c->n[NEW] > 0;
}

bool versus_by_build(const versus *v)
{
	return v->side[OLD].n > 1 && v->side[OLD].n == v->side[NEW].n;
}

static size_t pairs_of(const versus_case *c)
{
	return c->n[OLD] < c->n[NEW] ? c->n[OLD] : c->n[NEW];
}

/* NaN: this process found none.  Means, where processes enough found rare work. */
static double value_of(const versus_case *c, int side, size_t i)
{
	const one_run *run = &c->run[side][i];
	bool by_mean = RARE_PART * c->rare >= c->n[OLD] + c->n[NEW] && run->mean > 0;

	return (c->cycles ? run->cycles : run->ns) * (by_mean ? run->mean : 1);
}

static double median_of(double *x, size_t n)
{
	return benchi_median(x, n);
}

/* Do the undisturbed of n suffice? */
static bool suffice(size_t undisturbed, size_t n)
{
	return undisturbed >= ALONE || 2 * undisturbed >= n;
}

static bool is_of(const one_run *run, size_t build)
{
	return build == SIZE_MAX || run->build == build;
}

/* The median over the processes of one build; all builds: SIZE_MAX. */
static double side_median(const versus_case *c, int side, size_t build, double *scratch)
{
	size_t n = 0, undisturbed = 0, kept = 0;

	for (size_t i = 0; i < c->n[side]; i++)
		if (is_of(&c->run[side][i], build) && value_of(c, side, i) > 0) {
			undisturbed += !c->run[side][i].disturbed;
			n++;
		}
	for (size_t i = 0; i < c->n[side]; i++)
		if (is_of(&c->run[side][i], build) && value_of(c, side, i) > 0
		    && (!c->run[side][i].disturbed || !suffice(undisturbed, n)))
			scratch[kept++] = value_of(c, side, i);
	return median_of(scratch, kept);
}

/* Are cycles compared?  Where three of four pairs have some; the other pairs are left out. */
static bool has_cycles(const versus_case *c)
{
	size_t n = 0;

	for (size_t i = 0; i < pairs_of(c); i++)
		n += c->run[OLD][i].cycles > 0 && c->run[NEW][i].cycles > 0;
	return 4 * n >= 3 * pairs_of(c);
}

/* NaN: the pair lacks one. */
static double change_of(const versus_case *c, size_t i)
{
	return log(value_of(c, NEW, i) / value_of(c, OLD, i));
}

static bool has_change(const versus_case *c, size_t i, size_t build)
{
	return is_of(&c->run[OLD][i], build) && is_of(&c->run[NEW][i], build)
		&& isfinite(change_of(c, i));
}

static bool disturbed(const versus_case *c, size_t i)
{
	return c->run[OLD][i].disturbed || c->run[NEW][i].disturbed;
}

size_t versus_disturbed(const versus_case *c)
{
	size_t n = 0;

	for (size_t i = 0; i < pairs_of(c); i++)
		n += disturbed(c, i);
	return n;
}

/* The changes of one build's pairs that count, in the order of time; all builds: SIZE_MAX. */
static size_t changes_of(versus_case *c, size_t build, double *change)
{
	size_t n = 0, undisturbed = 0, kept = 0;

	for (size_t i = 0; i < pairs_of(c); i++)
		if (has_change(c, i, build)) {
			undisturbed += !disturbed(c, i);
			n++;
		}
	for (size_t i = 0; i < pairs_of(c); i++)
		if (has_change(c, i, build) && (!disturbed(c, i) || !suffice(undisturbed, n)))
			change[kept++] = change_of(c, i);
	c->left_out += n - kept;
	return kept;
}

/* How much a side's builds differ: two standard deviations, as ln. */
static double floor_of(const versus *v, const versus_case *c, int side, double *scratch)
{
	double middle[BUILDS_MOST], mean, sd;
	size_t n = 0;

	for (size_t b = 0; b < v->side[side].n; b++) {
		double x = side_median(c, side, b, scratch);

		if (x > 0)
			middle[n++] = log(x);
	}
	if (n < 3)
		return NAN;
	benchi_builds_moments(middle, n, &mean, &sd);
	return 2 * sd;
}

/* Each build's median change; how many builds have one. */
static size_t by_build(const versus *v, versus_case *c, double *scratch, double *change)
{
	size_t builds = 0;

	for (size_t b = 0; b < v->side[OLD].n; b++) {
		size_t n = changes_of(c, b, scratch);

		if (n)
			change[builds++] = median_of(scratch, n);
	}
	return builds;
}

/* What one case is decided by. */
typedef struct basis {
	bench_evidence *evidence;          /* of pairs, or NULL: */
	double build[BUILDS_MOST];         /* changes of builds */
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

static double p_of(const basis *b)
{
	return b->evidence ? fmin(1, exp(-bench_evidence_against(b->evidence, 0)))
	       : benchi_builds_p(b->build, b->builds);
}

static bench_status gather_pairs(const double *change, size_t n, basis *b)
{
	const bench_evidence_options options = { .focus = FOCUS };
	bench_status status = bench_evidence_new(&options, &b->evidence);

	for (size_t i = 0; i < n && !status; i++)
		status = bench_evidence_add(b->evidence, change[i]);
	return status;
}

static bench_status gather(const versus *v, versus_case *c, basis *b)
{
	size_t n = c->n[OLD] > c->n[NEW] ? c->n[OLD] : c->n[NEW];
	double *scratch = malloc((n + 1) * sizeof *scratch), other;
	bench_status status = BENCH_OK;

	if (!scratch)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the pairs");
	c->left_out = 0;
	c->cycles = has_cycles(c);
	c->floor = floor_of(v, c, OLD, scratch);
	other = floor_of(v, c, NEW, scratch);
	c->floor = isnan(c->floor) ? other : isnan(other) ? c->floor : fmax(c->floor, other);
	for (int side = 0; side < SIDES; side++)
		c->middle[side] = side_median(c, side, SIZE_MAX, scratch);
	if (versus_by_build(v)) {
		double sd;

		b->builds = by_build(v, c, scratch, b->build);
		benchi_builds_moments(b->build, b->builds, &c->change.estimate, &sd);
	} else {
		size_t pairs = changes_of(c, SIZE_MAX, scratch);

		status = gather_pairs(scratch, pairs, b);
		c->change.estimate = median_of(scratch, pairs);
	}
	free(scratch);
	c->p = p_of(b);
	return status;
}

/* p of what is in both, and their alphas; n: how many. */
static bench_status correct(const versus *v, double *p, double *alpha, size_t n)
{
	bench_status status = BENCH_OK;

	if (n)
		status = benchi_holm_alphas(p, n, v->settings.question.alpha, alpha);
	n = 0;
	for (size_t i = 0; i < v->cases && !status; i++)
		if (versus_both(&v->c[i]))
			v->c[i].alpha = alpha[n++];
	return status;
}

bench_status versus_decide(versus *v)
{
	const benchi_question *q = &v->settings.question;
	basis *b = calloc(v->cases + 1, sizeof *b);
	double *p = malloc(2 * (v->cases + 1) * sizeof *p);
	bench_status status = b && p ? BENCH_OK : benchi_fail(BENCH_ERR_MEMORY, "out of memory");
	size_t n = 0;

	for (size_t i = 0; i < v->cases && !status; i++)
		if (versus_both(&v->c[i])) {
			status = gather(v, &v->c[i], &b[i]);
			p[n++] = q->beyond > 0 ? 1 : v->c[i].p; /* p is that of no change at all */
		}
	if (!status)
		status = correct(v, p, p + v->cases + 1, n);
	for (size_t i = 0; i < v->cases && !status; i++) {
		benchi_interval equal;

		if (!versus_both(&v->c[i]))
			continue;
		intervals(&b[i], v->c[i].alpha, &v->c[i].change, &equal);
		v->c[i].answer = benchi_answer_of(&v->c[i].change, &equal, log1p(q->margin),
			log1p(q->beyond));
		if (v->c[i].answer == BENCH_SAME) { /* the interval printed is the one that decided */
			v->c[i].change.low = equal.low;
			v->c[i].change.high = equal.high;
		}
	}
	for (size_t i = 0; b && i < v->cases; i++)
		bench_evidence_free(b[i].evidence);
	free(b);
	free(p);
	return status;
}

bool versus_answered(const versus *v)
{
	bool any = false;

	for (size_t i = 0; i < v->cases; i++) {
		if (!versus_both(&v->c[i]))
			continue;
		any = true;
		if (v->c[i].answer == BENCH_UNSURE)
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

enum { CELL = 80 };

/* How many cases came out so, and the geometric mean of new / old. */
typedef struct counts {
	size_t faster, slower, same, unknown, alone, left_out;
	double ratio;
} counts;

static double percent(double change)
{
	return 100 * expm1(change);
}

static counts count(const versus *v)
{
	counts t = { 0, 0, 0, 0, 0, 0, 1 };
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];

		t.alone += !versus_both(c);
		if (!versus_both(c))
			continue;
		t.faster += c->answer == BENCH_LOWER;
		t.slower += c->answer == BENCH_HIGHER;
		t.same += c->answer == BENCH_SAME;
		t.unknown += c->answer == BENCH_UNSURE;
		t.left_out = c->left_out > t.left_out ? c->left_out : t.left_out;
		sum += c->change.estimate;
		n++;
	}
	if (n)
		t.ratio = exp(sum / (double)n);
	return t;
}

static const char *interval(const versus_case *c, char *text)
{
	if (!versus_both(c))
		strcpy(text, "");
	else if (isfinite(c->change.low) && isfinite(c->change.high))
		sprintf(text, "%+.3g %% to %+.3g %%", percent(c->change.low), percent(c->change.high));
	else
		strcpy(text, "too few pairs");
	return text;
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

	*text = '\0';
	if (!versus_both(c))
		return text;
	if (different && isfinite(n[OLD]) && n[OLD] >= n[NEW] && n[OLD] <= n[NEW])
		sprintf(text, "same instructions, %.2g %% %s: layout or data, not code",
			fabs(percent(c->change.estimate)), versus_word(c));
	else if (isfinite(n[OLD]) && isfinite(n[NEW]))
		sprintf(text, "%.15g to %.15g instructions", n[OLD], n[NEW]);
	else if (versus_may_be_layout(v, c))
		strcpy(text, "may be layout: one build each");
	if (versus_by_build(v) && isfinite(c->floor) && !*text)
		sprintf(text, "layout floor %.2g %%", percent(c->floor));
	return text;
}

static void write_summary(FILE *out, const versus *v, const char *before)
{
	counts t = count(v);

	fprintf(out, "%s%zu faster, %zu slower, %zu same within %.3g %%, %zu inconclusive", before,
		t.faster, t.slower, t.same, 100 * v->settings.question.margin, t.unknown);
	if (t.alone)
		fprintf(out, ", %zu in one program only", t.alone);
	fprintf(out, "; geometric mean of new/old %.4f; %zu pairs", t.ratio, v->pairs);
	if (versus_by_build(v))
		fprintf(out, " of %zu builds", v->side[OLD].n);
	if (t.left_out)
		fprintf(out, ", %zu left out: noisy neighbour", t.left_out);
	fprintf(out, ", %.1f s\n", v->seconds);
}

static void write_text(FILE *out, const versus *v)
{
	char text[CELL + 40];
	int width = 4;

	for (size_t i = 0; i < v->cases; i++)
		width = strlen(v->c[i].name) > (size_t)width ? (int)strlen(v->c[i].name) : width;
	fprintf(out, "%-*s  %14s  %14s  %8s  %-22s  answer\n", width, "case", "old", "new", "change",
		versus_by_build(v) ? "interval over builds" : "interval");
	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];

		fprintf(out, "%-*s", width, c->name);
		fprintf(out, "  %14s", versus_figure(c, OLD, text));
		fprintf(out, "  %14s", versus_figure(c, NEW, text));
		if (versus_both(c))
			sprintf(text, "%+.3g %%", percent(c->change.estimate));
		else
			*text = '\0';
		fprintf(out, "  %8s", text);
		fprintf(out, "  %-22s", interval(c, text));
		fprintf(out, "  %s", versus_word(c));
		remark(v, c, text);
		fprintf(out, "%s%s\n", *text ? "; " : "", text);
	}
	write_summary(out, v, "\n");
}

static void write_markdown(FILE *out, const versus *v)
{
	char text[CELL + 40];

	fputs("| case | old | new | change | interval | answer |\n"
		"| --- | ---: | ---: | ---: | --- | --- |\n", out);
	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];

		fputs("| ", out);
		benchi_markdown_text(out, c->name);
		fprintf(out, " | %s", versus_figure(c, OLD, text));
		fprintf(out, " | %s | ", versus_figure(c, NEW, text));
		if (versus_both(c))
			fprintf(out, "%+.3g %%", percent(c->change.estimate));
		fprintf(out, " | %s", interval(c, text));
		fprintf(out, " | %s%s", c->answer >= BENCH_LOWER ? "**" : "", versus_word(c));
		remark(v, c, text);
		fprintf(out, "%s%s%s |\n", c->answer >= BENCH_LOWER ? "**" : "", *text ? "; " : "", text);
	}
	write_summary(out, v, "\n");
}

/* One case's numbers, under the keys of JSON and the heads of CSV. */
enum { NUMBERS = 13 };

static const char *const number_name[NUMBERS] = { "old", "new", "ratio", "ratio_low",
	"ratio_high", "p", "confidence", "layout_floor", "old_runs", "new_runs", "old_instructions",
	"new_instructions", "builds" };

static void numbers(const versus *v, const versus_case *c, double *x)
{
	const double none = (double)NAN;
	bool both = versus_both(c);
	const double all[NUMBERS] = { both ? c->middle[OLD] : none, both ? c->middle[NEW] : none,
		both ? exp(c->change.estimate) : none, both ? exp(c->change.low) : none,
		both ? exp(c->change.high) : none, both ? c->p : none, both ? 1 - c->alpha : none,
		both ? expm1(c->floor) : none, (double)c->n[OLD], (double)c->n[NEW],
		c->instructions[OLD], c->instructions[NEW],
		versus_by_build(v) ? (double)v->side[OLD].n : 1 };

	memcpy(x, all, sizeof all);
}

static void write_json(FILE *out, const versus *v)
{
	counts t = count(v);
	char text[CELL + 40];
	double x[NUMBERS];

	fprintf(out, "{\"versus\": 1, \"old\": ");
	benchi_json_text(out, v->name[OLD]);
	fputs(", \"new\": ", out);
	benchi_json_text(out, v->name[NEW]);
	benchi_put_pair(out, "margin", v->settings.question.margin);
	benchi_put_pair(out, "confidence", 1 - v->settings.question.alpha);
	benchi_put_pair(out, "pairs", (double)v->pairs);
	benchi_put_pair(out, "seconds", v->seconds);
	benchi_put_pair(out, "geometric_mean", t.ratio);
	fputs(",\n \"cases\": [", out);
	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];

		fprintf(out, "%s\n  {\"name\": ", i ? "," : "");
		benchi_json_text(out, c->name);
		benchi_put_pair_text(out, "answer", versus_word(c));
		benchi_put_pair_text(out, "unit", c->cycles ? "cycles" : "ns");
		numbers(v, c, x);
		for (size_t k = 0; k < NUMBERS; k++)
			benchi_put_pair(out, number_name[k], x[k]);
		benchi_put_pair_text(out, "note", remark(v, c, text));
		putc('}', out);
	}
	fputs("]}\n", out);
}

static void write_csv(FILE *out, const versus *v)
{
	char text[BENCHI_NUMBER_TEXT];
	double x[NUMBERS];

	fputs("name,answer,unit", out);
	for (size_t k = 0; k < NUMBERS; k++)
		fprintf(out, ",%s", number_name[k]);
	putc('\n', out);
	for (size_t i = 0; i < v->cases; i++) {
		const versus_case *c = &v->c[i];

		benchi_csv_field(out, c->name);
		fprintf(out, ",%s,%s", versus_word(c), c->cycles ? "cycles" : "ns");
		numbers(v, c, x);
		for (size_t k = 0; k < NUMBERS; k++)
			fprintf(out, ",%s", isfinite(x[k]) ? benchi_number_text(x[k], text) : "");
		putc('\n', out);
	}
}

void versus_write(FILE *out, const versus *v)
{
	switch (v->settings.format) {
	case VERSUS_JSON:
		write_json(out, v);
		return;
	case VERSUS_CSV:
		write_csv(out, v);
		return;
	case VERSUS_MARKDOWN:
		write_markdown(out, v);
		return;
	default:
		write_text(out, v);
	}
}
