/*
 * Writes everything about a run as JSON:
 *
 *	{"libbench": 1, "interrupted": false,
 *	 "context": {"program": "sort", ...},
 *	 "summaries": [
 *	  {"name": "copy/64", "ns": 1.53, "ns_low": 1.52, ..., "warnings": ["NOISY"]}],
 *	 "results": [
 *	  {"name": "copy/64", "metric": "ns", "unit": "ns", "better": "lower", "process": 0,
 *	   "rounds": [0, 1], "iterations": [5000, 5000], "values": [1.53, 1.54]}]}
 *
 * A summary is a row, with the same keys in every one; what is not known is null.  The
 * results are the windows, as bench-format(5) has them: a record for each metric of each
 * stretch of one process.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "data/escape.h"
#include "data/metric.h"
#include "measure/summary.h"
#include "write/output.h"
#include "write/utilisation.h"
#include "write/write.h"

static void put_numbers(FILE *out, const bench_summary *s)
{
	for (size_t i = 0; i < benchi_members_count; i++)
		benchi_put_pair(out, benchi_members[i].name, benchi_member_value(s, &benchi_members[i]));
	benchi_put_key(out, "iterations");
	fprintf(out, "%llu", (unsigned long long)s->iterations);
	benchi_put_key(out, "samples");
	fprintf(out, "%zu", s->samples);
	benchi_put_key(out, "dropped");
	fprintf(out, "%zu", s->dropped);
}

static void put_warnings(FILE *out, unsigned warnings)
{
	const char *between = "";

	benchi_put_key(out, "warnings");
	putc('[', out);
	for (int bit = 0; bit < BENCH_WARNINGS; bit++)
		if (warnings >> bit & 1) {
			fprintf(out, "%s\"%s\"", between, bench_warning_name(1u << bit));
			between = ", ";
		}
	putc(']', out);
}

/* A number above 0, or null. */
static void put_known(FILE *out, const char *key, double x)
{
	benchi_put_pair(out, key, x > 0 ? x : (double)NAN);
}

/* Parameters that have names, as an object. */
static void put_parameters(FILE *out, const struct benchi_parameters *set)
{
	if (!set->n || !*set->of[0].name)
		return;
	benchi_put_key(out, "parameters");
	for (size_t i = 0; i < set->n; i++) {
		fputs(i ? ", " : "{", out);
		benchi_json_text(out, set->of[i].name);
		fputs(": ", out);
		if (set->of[i].word)
			benchi_json_text(out, set->of[i].text);
		else
			fputs(set->of[i].text, out);
	}
	putc('}', out);
}

static void put_summary(FILE *out, const benchi_result *result)
{
	const bench_summary *s = &result->summary;

	fputs("  {\"name\": ", out);
	benchi_json_text(out, result->name);
	benchi_put_pair_text(out, "benchmark", result->benchmark);
	benchi_put_key(out, "parameter");
	if (result->has_parameter)
		fprintf(out, "%llu", (unsigned long long)result->parameter);
	else
		fputs("null", out);
	put_parameters(out, &result->parameters);
	benchi_put_key(out, "threads");
	fprintf(out, "%zu", result->threads);
	benchi_put_key(out, "processes");
	fprintf(out, "%zu", result->processes);
	benchi_put_pair_text(out, "scope", benchi_scope_name(result->processes));
	benchi_put_pair_text(out, "status", s->status ? bench_status_text(s->status) : "ok");
	benchi_put_pair_text(out, "method", s->method);
	put_numbers(out, s);
	benchi_put_pair(out, "within", result->within);
	benchi_put_pair(out, "between", result->between);
	put_known(out, "relative", result->relative);
	put_known(out, "relative_low", result->relative_low);
	put_known(out, "relative_high", result->relative_high);
	benchi_put_pair(out, "cpu_ns", result->cpu_ns);
	benchi_put_pair(out, "wall_ns", result->wall_ns);
	if (result->overhead) {
		benchi_put_pair_text(out, "overhead", result->overhead);
		benchi_put_pair(out, "parts", result->parts);
	}
	put_known(out, "bytes", result->bytes);
	put_known(out, "items", result->items);
	put_warnings(out, s->warnings);
	benchi_put_pair_text(out, "skipped", result->skipped);
	benchi_put_pair_text(out, "impossible", result->impossible);
	putc('}', out);
}

enum part { ROUNDS, ITERATIONS, NS, CYCLES };

static double part_of(const benchi_reading *reading, enum part part)
{
	switch (part) {
	case ROUNDS:
		return reading->round;
	case ITERATIONS:
		return reading->iterations;
	case NS:
		return reading->ns;
	default:
		return reading->cycles;
	}
}

/* A stretch of readings of one process. */
typedef struct stretch {
	const benchi_reading *begin, *end;
	enum part metric;
} stretch;

/* An array of one part of each reading that has the metric. */
static void put_array(FILE *out, const char *key, const stretch *of, enum part part)
{
	const char *between = "";

	benchi_put_key(out, key);
	putc('[', out);
	for (const benchi_reading *r = of->begin; r < of->end; r++) {
		if (!isfinite(part_of(r, of->metric)))
			continue;
		fputs(between, out);
		benchi_put_number(out, part_of(r, part));
		between = ", ";
	}
	putc(']', out);
}

/* Nothing if no reading has the metric. */
static void put_stretch(FILE *out, const char *name, const stretch *of, const char **between)
{
	const char *metric = of->metric == NS ? "ns" : "cycles";
	const benchi_reading *first = of->begin;

	while (first < of->end && !isfinite(part_of(first, of->metric)))
		first++;
	if (first == of->end)
		return;
	fprintf(out, "%s\n  {\"name\": ", *between);
	benchi_json_text(out, name);
	benchi_put_pair_text(out, "metric", metric);
	benchi_put_pair_text(out, "unit", metric);
	benchi_put_pair_text(out, "better", "lower");
	benchi_put_pair(out, "process", first->process);
	put_array(out, "rounds", of, ROUNDS);
	put_array(out, "iterations", of, ITERATIONS);
	put_array(out, "values", of, of->metric);
	putc('}', out);
	*between = ",";
}

static void put_windows(FILE *out, const benchi_result *result, const char **between)
{
	const benchi_reading *end = result->reading + result->n, *next;

	for (const benchi_reading *r = result->reading; r < end && !ferror(out); r = next) {
		for (next = r + 1; next < end && next->process == r->process;)
			next++;
		put_stretch(out, result->name, &(stretch){ r, next, NS }, between);
		put_stretch(out, result->name, &(stretch){ r, next, CYCLES }, between);
	}
}

/* What an iteration executes, a record of one value each. */
static void put_counts(FILE *out, const benchi_result *result, const char **between)
{
	for (size_t i = 0; i < BENCHI_COUNTS; i++) {
		if (!(result->counted >> i & 1))
			continue;
		fprintf(out, "%s\n  {\"name\": ", *between);
		benchi_json_text(out, result->name);
		benchi_put_pair_text(out, "metric", benchi_count_name(i));
		benchi_put_pair_text(out, "unit", "");
		benchi_put_pair_text(out, "better", "lower");
		benchi_put_key(out, "values");
		putc('[', out);
		benchi_put_number(out, result->count[i]);
		fputs("]}", out);
		*between = ",";
	}
}

/* What the body counted, a record for each process. */
static void put_metrics(FILE *out, const benchi_result *result, const char **between)
{
	for (size_t i = 0; i < result->metrics; i++)
		for (size_t k = 0; k < result->metric[i].n; k++) {
			fprintf(out, "%s\n  {\"name\": ", *between);
			benchi_json_text(out, result->name);
			benchi_put_pair_text(out, "metric", result->metric[i].name);
			benchi_put_pair(out, "process", result->metric[i].part[k].process);
			benchi_put_key(out, "values");
			putc('[', out);
			benchi_put_number(out, result->metric[i].part[k].value);
			fputs("]}", out);
			*between = ",";
		}
}

bench_status benchi_write_json(FILE *out, const benchi_report *report,
                               const benchi_context *context, const benchi_output_style *style)
{
	const char *between = "";

	(void)style;
	fprintf(out, "{\"libbench\": 1, \"interrupted\": %s,\n",
	        report->interrupted ? "true" : "false");
	fputs(" \"context\": ", out);
	benchi_put_context(out, context);
	if (benchi_utilisation_known(&report->machine)) {
		fputs(",\n \"machine\": ", out);
		benchi_put_utilisation(out, &report->machine);
	}
	fputs(",\n \"summaries\": [", out);
	for (size_t i = 0; i < report->n && !ferror(out); i++) {
		fputs(i ? ",\n" : "\n", out);
		put_summary(out, &report->result[i]);
	}
	fputs("],\n \"results\": [", out);
	for (size_t i = 0; i < report->n && !ferror(out); i++)
		put_windows(out, &report->result[i], &between);
	for (size_t i = 0; i < report->n && !ferror(out); i++)
		put_counts(out, &report->result[i], &between);
	for (size_t i = 0; i < report->n && !ferror(out); i++)
		put_metrics(out, &report->result[i], &between);
	fputs("]}\n", out);
	return benchi_output_end(out);
}
