/*
 * How does a program read a ramp?  One table of names and values makes JSON and CSV: a
 * step is an object, or a row.  Numbers in full, null (JSON) or nothing (CSV) where
 * there is none; the fit stands in JSON only.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stddef.h>

#include "base/detail.h"
#include "program/ramp.h"
#include "report/number.h"

/* The columns of a step that are doubles. */
static const struct {
	const char *name;
	size_t offset;
} columns[] = {
#define COLUMN(member) { #member, offsetof(benchi_step, member) }
	COLUMN(offered_hz), COLUMN(throughput_hz), COLUMN(error_hz), COLUMN(operations),
	COLUMN(p50_ns), COLUMN(p90_ns), COLUMN(p99_ns), COLUMN(p999_ns), COLUMN(max_ns),
	COLUMN(limited_ns), COLUMN(wall_ns), COLUMN(cpu_ns), COLUMN(unserved), COLUMN(counted_ns),
};

static const struct {
	const char *name;
	size_t offset;
} fitted[] = {
#define FITTED(member) { #member, offsetof(benchi_scaling, member) }
	FITTED(lambda), FITTED(lambda_low), FITTED(lambda_high), FITTED(sigma), FITTED(sigma_low),
	FITTED(sigma_high), FITTED(kappa), FITTED(kappa_low), FITTED(kappa_high), FITTED(peak),
	FITTED(peak_low), FITTED(peak_high), FITTED(peak_rate), FITTED(knee), FITTED(misfit),
};

static const char *const ends[] = { "most", "flat", "late", "stopped" };
static const char *const kinds[] = { "none", "peak", "no peak", "linear" };

static double member(const void *of, size_t offset)
{
	/* cppcheck-suppress invalidPointerCast; offsets of doubles only */
	return *(const double *)((const char *)of + offset);
}

static void number(FILE *out, double x)
{
	char text[BENCHI_NUMBER_TEXT];

	fputs(benchi_number_text(x, text), out);
}

static void json_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < ' ')
			fprintf(out, "\\u%04x", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

static bench_status written(FILE *out)
{
	if (fflush(out) || ferror(out))
		return benchi_fail(BENCH_ERR_OUTPUT, "the ramp could not be written whole");
	return BENCH_OK;
}

static void json_step(FILE *out, const benchi_ramp *ramp, size_t i)
{
	const benchi_step *step = &ramp->step[i];

	fprintf(out, "%s\n    {\"workers\": %.0f", i ? "," : "", (double)step->workers);
	for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
		fprintf(out, ", \"%s\": ", columns[k].name);
		number(out, member(step, columns[k].offset));
	}
	fprintf(out, ",\n     \"over\": %s, \"best\": %s, \"slice_hz\": [", step->over ? "true" : "false",
	        i == ramp->best ? "true" : "false");
	for (int k = 0; k < BENCHI_RAMP_SLICES; k++) {
		fputs(k ? ", " : "", out);
		number(out, step->slice_hz[k]);
	}
	fputs("]}", out);
}

bench_status benchi_ramp_json(FILE *out, const benchi_ramp *ramp, const char *name)
{
	const benchi_ramp_plan *plan = &ramp->plan;

	fputs("{\n  \"libbench_ramp\": 1,\n  \"name\": ", out);
	json_text(out, name ? name : "");
	fprintf(out, ",\n  \"end\": \"%s\",\n  \"refused\": ", ends[ramp->end]);
	json_text(out, ramp->refused);
	fputs(",\n  \"limit_ns\": ", out);
	number(out, plan->limit_ns > 0 ? plan->limit_ns : (double)NAN);
	fputs(", \"limit_share\": ", out);
	number(out, plan->limit_share);
	fputs(", \"rate_hz\": ", out);
	number(out, plan->rate_hz > 0 ? plan->rate_hz : (double)NAN);
	fprintf(out, ", \"starts\": \"%s\", \"batch\": %.0f,\n  \"answer_workers\": ",
	        !(plan->rate_hz > 0) ? "closed" : plan->even ? "even" : "poisson", (double)ramp->batch);
	number(out, ramp->best == SIZE_MAX ? (double)NAN : (double)ramp->step[ramp->best].workers);
	fputs(", \"answer_hz\": ", out);
	number(out, ramp->best == SIZE_MAX ? (double)NAN : ramp->step[ramp->best].throughput_hz);
	fprintf(out, ",\n  \"law\": {\"kind\": \"%s\", \"loads\": %.0f", kinds[ramp->scaling.kind],
	        (double)ramp->scaling.loads);
	for (size_t k = 0; k < sizeof fitted / sizeof *fitted; k++) {
		fprintf(out, ", \"%s\": ", fitted[k].name);
		number(out, member(&ramp->scaling, fitted[k].offset));
	}
	fputs("},\n  \"steps\": [", out);
	for (size_t i = 0; i < ramp->n; i++)
		json_step(out, ramp, i);
	fputs("\n  ]\n}\n", out);
	return written(out);
}

static void csv_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

bench_status benchi_ramp_csv(FILE *out, const benchi_ramp *ramp, const char *name)
{
	fputs("name,workers", out);
	for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
		fprintf(out, ",%s", columns[k].name);
	fputs(",over,best\n", out);
	for (size_t i = 0; i < ramp->n; i++) {
		csv_text(out, name ? name : "");
		fprintf(out, ",%.0f", (double)ramp->step[i].workers);
		for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
			double x = member(&ramp->step[i], columns[k].offset);

			fputc(',', out);
			if (isfinite(x))
				number(out, x);
		}
		fprintf(out, ",%d,%d\n", ramp->step[i].over, i == ramp->best);
	}
	return written(out);
}
