/*
 * Writes a ramp for programs.  One table of names and values makes JSON and CSV: a
 * step is an object, or a row.  Numbers in full, null (JSON) or nothing (CSV) where
 * there is none; the fit stands in JSON only.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stddef.h>

#include "base/detail.h"
#include "load/ramp.h"
#include "load/ramp_rule.h"
#include "data/escape.h"
#include "write/output.h"
#include "write/utilisation.h"

/* The columns of a step that are doubles. */
static const struct {
	const char *name;
	size_t offset;
} columns[] = {
#define COLUMN(member) { #member, offsetof(benchi_step, member) }
	COLUMN(offered_hz), COLUMN(throughput_hz), COLUMN(error_hz), COLUMN(operations),
	COLUMN(p50_ns), COLUMN(p90_ns), COLUMN(p99_ns), COLUMN(p999_ns), COLUMN(max_ns),
	COLUMN(limited_ns), COLUMN(wall_ns), COLUMN(cpu_ns), COLUMN(unserved), COLUMN(counted_ns),
	COLUMN(busy), COLUMN(mean_ns), COLUMN(service_ns), COLUMN(model_ns),
	COLUMN(bytes_hz),
};

static const struct {
	const char *name;
	size_t offset;
} fitted[] = {
#define FITTED(member) { #member, offsetof(benchi_scalability, member) }
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

static bench_status written(FILE *out)
{
	if (fflush(out) || ferror(out))
		return benchi_fail(BENCH_ERR_OUTPUT, "ramp: write failed");
	return BENCH_OK;
}

static void json_step(FILE *out, const benchi_ramp *ramp, size_t i)
{
	const benchi_step *step = &ramp->step[i];

	fprintf(out, "%s\n    {\"workers\": %.0f", i ? "," : "", (double)step->workers);
	for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
		fprintf(out, ", \"%s\": ", columns[k].name);
		benchi_put_number(out, member(step, columns[k].offset));
	}
	fprintf(out, ",\n     \"over\": %s, \"best\": %s, \"slice_hz\": [",
	        step->over ? "true" : "false", i == ramp->best ? "true" : "false");
	for (int k = 0; k < BENCHI_POOL_SLICES; k++) {
		fputs(k ? ", " : "", out);
		benchi_put_number(out, step->slice_hz[k]);
	}
	fputc(']', out);
	if (benchi_utilisation_known(&step->machine)) {
		fputs(",\n     \"machine\": ", out);
		benchi_put_utilisation(out, &step->machine);
	}
	fputc('}', out);
}

bench_status benchi_ramp_json(FILE *out, const benchi_ramp *ramp, const char *name)
{
	const benchi_ramp_plan *plan = &ramp->plan;
	const bool answered = ramp->best != SIZE_MAX;
	size_t highest;

	fputs("{\n  \"libbench_ramp\": 1,\n  \"name\": ", out);
	benchi_json_text(out, name ? name : "");
	if (ramp->context) {
		fputs(",\n  \"context\": ", out);
		benchi_put_context(out, ramp->context);
	}
	fprintf(out, ",\n  \"end\": \"%s\",\n  \"refused\": ", ends[ramp->end]);
	benchi_json_text(out, ramp->refused);
	fputs(",\n  \"limit_ns\": ", out);
	benchi_put_number(out, plan->limit_ns > 0 ? plan->limit_ns : (double)NAN);
	fputs(", \"limit_share\": ", out);
	benchi_put_number(out, plan->limit_share);
	fputs(", \"rate_hz\": ", out);
	benchi_put_number(out, plan->rate_hz > 0 ? plan->rate_hz : (double)NAN);
	fprintf(out, ", \"starts\": \"%s\", \"batch\": %.0f,\n  \"answer_workers\": ",
	        !(plan->rate_hz > 0) ? "closed" : plan->even ? "even" : "poisson", (double)ramp->batch);
	benchi_put_number(out, answered ? (double)ramp->step[ramp->best].workers : (double)NAN);
	fputs(", \"answer_hz\": ", out);
	benchi_put_number(out, answered ? ramp->step[ramp->best].throughput_hz : (double)NAN);
	highest = benchi_ramp_highest(ramp);
	fputs(", \"highest_workers\": ", out);
	benchi_put_number(out, highest == SIZE_MAX ? (double)NAN : (double)ramp->step[highest].workers);
	fprintf(out, ",\n  \"law\": {\"kind\": \"%s\", \"loads\": %.0f", kinds[ramp->scaling.kind],
	        (double)ramp->scaling.loads);
	for (size_t k = 0; k < sizeof fitted / sizeof *fitted; k++) {
		fprintf(out, ", \"%s\": ", fitted[k].name);
		benchi_put_number(out, member(&ramp->scaling, fitted[k].offset));
	}
	fprintf(out, "},\n  \"queueing\": {\"servers\": %.0f", (double)ramp->queueing.servers);
	benchi_put_pair(out, "service_ns", ramp->queueing.service_ns);
	benchi_put_pair(out, "misfit", ramp->queueing.misfit);
	fputs("},\n  \"steps\": [", out);
	for (size_t i = 0; i < ramp->n; i++)
		json_step(out, ramp, i);
	fputs("\n  ]\n}\n", out);
	return written(out);
}

void benchi_ramp_csv_heads(FILE *out, const benchi_context *context)
{
	fputs("# libbench_ramp 1\n", out);
	benchi_put_context_lines(out, context);
	fputs("name,workers", out);
	for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
		fprintf(out, ",%s", columns[k].name);
	fputs(",over,best\n", out);
}

bench_status benchi_ramp_csv(FILE *out, const benchi_ramp *ramp, const char *name)
{
	if (ramp->end == BENCHI_RAMP_STOPPED)
		fputs("# interrupted: true\n", out);
	for (size_t i = 0; i < ramp->n; i++) {
		benchi_csv_text(out, name ? name : "");
		fprintf(out, ",%.0f", (double)ramp->step[i].workers);
		for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
			double x = member(&ramp->step[i], columns[k].offset);

			fputc(',', out);
			if (isfinite(x))
				benchi_put_number(out, x);
		}
		fprintf(out, ",%d,%d\n", ramp->step[i].over, i == ramp->best);
	}
	return written(out);
}
