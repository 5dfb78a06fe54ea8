/*
 * Prints a ramp for people: the answer, the table, why it ended, the law, a chart.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/detail.h"
#include "load/ramp_chart.h"
#include "load/ramp_answer.h"
#include "write/output.h"
#include "write/utilisation.h"

enum { COLUMNS = 79, ROWS = 14 };

/* How wide a text is: bytes that begin a character. */
static int width_of(const char *text)
{
	int width = 0;

	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

static void cell(FILE *out, int width, const char *text)
{
	fprintf(out, "%*s%s", width > width_of(text) ? width - width_of(text) : 0, "", text);
}

/* A text, broken between words so that lines end before COLUMNS. */
static void paragraph(FILE *out, const char *text)
{
	int at = 0;

	while (*text) {
		size_t length = strcspn(text, " ");
		char word[BENCHI_RAMP_TEXT];

		snprintf(word, sizeof word, "%.*s", (int)length, text);
		if (at && at + 1 + width_of(word) > COLUMNS) {
			fputc('\n', out);
			at = 0;
		}
		at += fprintf(out, "%s%s", at ? " " : "", word);
		text += length + strspn(text + length, " ");
	}
	fputc('\n', out);
}

static void row(FILE *out, const benchi_ramp *ramp, size_t i, bool utf8)
{
	const benchi_step *s = &ramp->step[i];
	const double latency[] = { s->p50_ns, s->p90_ns, s->p99_ns, s->p999_ns, s->max_ns };
	char text[64];

	fprintf(out, "%7.0f", (double)s->workers);
	if (ramp->plan.rate_hz > 0)
		cell(out, 11, benchi_ramp_count(s->offered_hz, text));
	cell(out, 12, benchi_ramp_count(s->throughput_hz, text));
	if (!(ramp->plan.rate_hz > 0))
		cell(out, 9, benchi_ramp_time(s->cpu_ns, utf8, text));
	for (size_t k = 0; k < sizeof latency / sizeof *latency; k++)
		cell(out, 9, benchi_ramp_time(latency[k], utf8, text));
	fprintf(out, "%s%s%s\n", i == ramp->best ? " *" : "", s->over ? " !" : "",
	        s->unserved > 0 ? " ~" : "");
}

static void table(FILE *out, const benchi_ramp *ramp, bool utf8)
{
	static const char *const names[] = { "p50", "p90", "p99", "p99.9", "max" };
	bool over = false, behind = false;

	fprintf(out, "%7s%s%12s%s", "workers", ramp->plan.rate_hz > 0 ? "    offered" : "",
	        "per second", ramp->plan.rate_hz > 0 ? "" : "      cpu");
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		cell(out, 9, names[k]);
	fputc('\n', out);
	for (size_t i = 0; i < ramp->n; i++) {
		row(out, ramp, i, utf8);
		over = over || ramp->step[i].over;
		behind = behind || ramp->step[i].unserved > 0;
	}
	if (ramp->best != SIZE_MAX)
		fputs("* the answer", out);
	if (over)
		fprintf(out, "%s! over the latency limit", ramp->best != SIZE_MAX ? "   " : "");
	if (behind)
		fputs("   ~ fell behind: some were never served", out);
	if (over || behind || ramp->best != SIZE_MAX)
		fputc('\n', out);
	if (ramp->batch > 1)
		fprintf(out, "Latencies are means of %.0f operations each: "
		        "one alone is too short to time.\n", (double)ramp->batch);
}

/* What the machine did in the answer's step, or in the last one, and what was at its limit. */
static void machine(FILE *out, const benchi_ramp *ramp)
{
	const benchi_step *s = ramp->n ? &ramp->step[ramp->best < ramp->n ? ramp->best : ramp->n - 1]
	                               : NULL;
	char used[BENCHI_UTILISATION_TEXT], text[BENCHI_UTILISATION_TEXT + 64];

	if (!s || !benchi_utilisation_known(&s->machine))
		return;
	snprintf(text, sizeof text, "The machine at %.0f worker%s: %s", (double)s->workers,
	         s->workers == 1 ? "" : "s", benchi_utilisation_text(&s->machine, used));
	paragraph(out, text);
	if (*benchi_utilisation_limit(&s->machine, used))
		fprintf(out, "limit: %s\n", used);
}

bench_status benchi_ramp_text(FILE *out, const benchi_ramp *ramp, const benchi_ramp_style *style)
{
	char text[BENCHI_RAMP_TEXT];
	bench_status status = BENCH_OK;

	if (style->name && *style->name) {
		benchi_put_line(out, style->name);
		fputc('\n', out);
	}
	benchi_ramp_answer(ramp, style->utf8, text);
	strncat(text, ".", sizeof text - strlen(text) - 1);
	paragraph(out, text);
	if (ramp->n) {
		fputc('\n', out);
		table(out, ramp, style->utf8);
	}
	fputc('\n', out);
	paragraph(out, benchi_ramp_why(ramp, text));
	if (*benchi_ramp_limiter(ramp, text))
		paragraph(out, text);
	machine(out, ramp);
	if (ramp->n && *benchi_ramp_law(ramp, text))
		paragraph(out, text);
	if (ramp->n && *benchi_ramp_queueing(ramp, style->utf8, text))
		paragraph(out, text);
	if (style->columns && ramp->n > 1) {
		fputc('\n', out);
		status = benchi_ramp_chart(out, ramp, style, ROWS);
	}
	if (status == BENCH_OK && ferror(out))
		status = benchi_fail(BENCH_ERR_OUTPUT, "ramp: write failed");
	return status;
}
