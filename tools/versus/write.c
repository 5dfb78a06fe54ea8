/*
 * Writes the comparison of two builds as text, JSON, CSV or a Markdown table.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "data/escape.h"
#include "tools/versus/versus.h"
#include "write/output.h"
#include "write/scale.h"

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

static const char *figure(const versus_case *c, int side, char *text)
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
		t.faster, t.slower, t.same, 100 * v->settings.margin, t.unknown);
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
		fprintf(out, "  %14s", figure(c, OLD, text));
		fprintf(out, "  %14s", figure(c, NEW, text));
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
		fprintf(out, " | %s", figure(c, OLD, text));
		fprintf(out, " | %s | ", figure(c, NEW, text));
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
	benchi_put_pair(out, "margin", v->settings.margin);
	benchi_put_pair(out, "confidence", 1 - v->settings.alpha);
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
