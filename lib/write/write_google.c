/*
 * Writes the results as Google Benchmark writes its own.
 *
 * Every value is a record of run_type "iteration": a repetition, so that compare.py has
 * values for its test (--benchmark_repetitions there).  Several processes give one each.
 * cpu_time repeats real_time where the processor's time is not known, since the form
 * demands a number.  What was skipped has "error_occurred".  Aggregates are left out:
 * compare.py does without, and our reader passes over them.
 *
 * The keys are those of Google Benchmark 1.7.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/escape.h"
#include "data/metric.h"
#include "write/cells.h"
#include "write/output.h"
#include "data/repetition.h"
#include "write/write.h"

static double or_zero(double x)
{
	return isfinite(x) ? x : 0;
}

static void put_caches(FILE *out, const benchi_context *context)
{
	static const char *const keys[] = { "cache1_bytes", "cache2_bytes", "cache3_bytes",
		"cache4_bytes" };
	const char *between = "";

	fputs(",\n    \"caches\": [", out);
	for (int i = 0; i < 4; i++) {
		double bytes = benchi_context_value(context, keys[i]);

		if (isnan(bytes))
			continue;
		fprintf(out, "%s\n      {\"type\": \"%s\", \"level\": %d, \"size\": ", between,
		        i ? "Unified" : "Data", i + 1);
		benchi_put_number(out, bytes);
		fputs(", \"num_sharing\": 0}", out);
		between = ",";
	}
	putc(']', out);
}

static void put_context(FILE *out, const benchi_report *report, const benchi_context *context)
{
	const char *governor = benchi_context_word(context, "governor");

	fputs("  \"context\": {\n    \"date\": ", out);
	benchi_json_text(out, benchi_context_word(context, "date"));
	benchi_put_pair_text(out, "host_name", benchi_context_word(context, "host"));
	benchi_put_pair_text(out, "executable", benchi_context_word(context, "program"));
	fputs(",\n    \"num_cpus\": ", out);
	benchi_put_number(out, or_zero(benchi_context_value(context, "processors")));
	benchi_put_key(out, "mhz_per_cpu");
	benchi_put_number(out, floor(or_zero(benchi_context_value(context, "mhz")) + .5));
	benchi_put_key(out, "cpu_scaling_enabled");
	fputs(*governor && strcmp(governor, "performance") ? "true" : "false", out);
	put_caches(out, context);
	fputs(",\n    \"load_avg\": [", out);
	if (!isnan(benchi_context_value(context, "load")))
		benchi_put_number(out, benchi_context_value(context, "load"));
	fputs("]", out);
	benchi_put_pair_text(out, "library_build_type", "release");
	benchi_put_pair_text(out, "libbench_version", bench_version());
	benchi_put_pair_text(out, "scope", benchi_context_word(context, "scope"));
	benchi_put_key(out, "interrupted");
	fprintf(out, "%s\n  },\n", report->interrupted ? "true" : "false");
}

/* The keys that every record of a row has. */
static void begin_record(FILE *out, const benchi_result *result, size_t family, size_t of,
                         size_t i)
{
	fputs("    {\"name\": ", out);
	benchi_json_text(out, result->name);
	fprintf(out, ", \"family_index\": %zu, \"per_family_instance_index\": 0", family);
	benchi_put_pair_text(out, "run_name", result->name);
	benchi_put_pair_text(out, "run_type", "iteration");
	fprintf(out, ", \"repetitions\": %zu, \"repetition_index\": %zu, \"threads\": %zu", of, i,
	        result->threads);
}

static void put_record(FILE *out, const benchi_result *result, const benchi_repetition *r)
{
	benchi_put_pair(out, "iterations", floor(r->iterations + .5));
	benchi_put_pair(out, "real_time", r->ns);
	benchi_put_pair(out, "cpu_time", result->cpu_ns > 0 ? result->cpu_ns : r->ns);
	benchi_put_pair_text(out, "time_unit", "ns");
	if (result->bytes > 0 && r->wall_ns > 0)
		benchi_put_pair(out, "bytes_per_second", result->bytes * 1e9 / r->wall_ns);
	if (result->items > 0 && r->wall_ns > 0)
		benchi_put_pair(out, "items_per_second", result->items * 1e9 / r->wall_ns);
	if (isfinite(r->cycles))
		benchi_put_pair(out, "cycles", r->cycles);
	for (size_t i = 0; i < result->metrics; i++)
		if (!isnan(benchi_metric_of(&result->metric[i], r->process)))
			benchi_put_pair(out, result->metric[i].name,
				benchi_metric_of(&result->metric[i], r->process));
	if (result->impossible)
		benchi_put_pair_text(out, "label", result->impossible);
	putc('}', out);
}

static void put_failure(FILE *out, const benchi_result *result, size_t family)
{
	begin_record(out, result, family, 1, 0);
	fputs(", \"error_occurred\": true", out);
	benchi_put_pair_text(out, "error_message", benchi_cells_missing(result));
	fputs(", \"iterations\": 0, \"real_time\": 0, \"cpu_time\": 0, \"time_unit\": \"ns\"}", out);
}

static bench_status put_row(FILE *out, const benchi_result *result, size_t family,
                            const char **between)
{
	benchi_repetition *list;
	size_t n;
	bench_status status = benchi_repetitions(result, &list, &n);

	if (status)
		return status;
	if (result->skipped || !n) {
		fputs(*between, out);
		put_failure(out, result, family);
		*between = ",\n";
	}
	for (size_t i = 0; i < n && !result->skipped && !ferror(out); i++) {
		fputs(*between, out);
		begin_record(out, result, family, n, i);
		put_record(out, result, &list[i]);
		*between = ",\n";
	}
	free(list);
	return BENCH_OK;
}

bench_status benchi_write_google(FILE *out, const benchi_report *report,
                                 const benchi_context *context, const benchi_output_style *style)
{
	const char *between = "\n";
	bench_status status = BENCH_OK;

	(void)style;
	fputs("{\n", out);
	put_context(out, report, context);
	fputs("  \"benchmarks\": [", out);
	for (size_t i = 0; i < report->n && !status && !ferror(out); i++)
		status = put_row(out, &report->result[i], i, &between);
	fputs("\n  ]\n}\n", out);
	return status ? status : benchi_output_end(out);
}
