/*
 * Writes results in the formats for programs, and has the table of all formats.
 *
 * SPDX-License-Identifier: MIT
 */

#include "write/write.h"

#include <errno.h>

/*
 * Everything about a run as JSON:
 *
 *	{"libbench": 2, "form": "results", "interrupted": false,
 *	 "context": {"program": "sort", ...},
 *	 "summaries": [
 *	  {"name": "copy/64", "ns": 1.53, "ns_low": 1.52, ..., "warnings": ["NOISY"]}],
 *	 "results": [
 *	  {"name": "copy/64", "metric": "ns", "unit": "ns", "better": "lower", "process": 0,
 *	   "rounds": [0, 1], "iterations": [5000, 5000], "values": [1.53, 1.54]}]}
 *
 * A summary is a row. Every row has the same keys; unknown values are null. The results are the
 * windows, as in bench-format(5): one record per metric for each stretch of one process.
 */

/* Writes a positive number, or null. */
static void put_known(FILE *out, const char *key, double x)
{
	benchi_put_pair(out, key, x > 0 ? x : (double)NAN);
}

static void put_summary(FILE *out, const benchi_result *result)
{
	const bench_summary *s = &result->answer.summary;

	fputs("  {\"name\": ", out);
	benchi_json_text(out, result->row.name);
	benchi_put_pair_text(out, "benchmark", result->row.benchmark);
	fprintf(out, result->row.has_parameter ? ", \"parameter\": %llu" : ", \"parameter\": null",
	        (unsigned long long)result->row.parameter);
	const struct benchi_parameters *set = result->row.parameters;

	if (set && set->n && *set->of[0].name)
		benchi_put_key(out, "parameters");
	for (size_t i = 0; set && i < set->n && *set->of[0].name; i++) {
		fputs(i ? ", " : "{", out);
		benchi_json_text(out, set->of[i].name);
		fputs(": ", out);
		if (set->of[i].word)
			benchi_json_text(out, set->of[i].text);
		else
			fputs(set->of[i].text, out);
		fputs(i + 1 == set->n ? "}" : "", out);
	}
	fprintf(out, ", \"threads\": %zu, \"processes\": %zu", result->row.threads,
		result->answer.processes);
	benchi_put_pair_text(out, "scope", benchi_scope_name(result->answer.processes));
	benchi_put_pair_text(out, "status", s->status ? bench_status_text(s->status) : "ok");
	benchi_put_pair_text(out, "method", s->method);
	for (size_t i = 0; i < benchi_members_count; i++)
		benchi_put_pair(out, benchi_members[i].name, benchi_member_value(s, &benchi_members[i]));
	fprintf(out, ", \"iterations\": %llu, \"samples\": %zu, \"dropped\": %zu",
	        (unsigned long long)s->iterations, s->samples, s->dropped);
	benchi_put_pair(out, "within", result->answer.within);
	benchi_put_pair(out, "between", result->answer.between);
	put_known(out, "relative", result->relative);
	put_known(out, "relative_low", result->relative_low);
	put_known(out, "relative_high", result->relative_high);
	benchi_put_pair(out, "cpu_ns", result->answer.cpu_ns);
	benchi_put_pair(out, "wall_ns", result->answer.wall_ns);
	if (result->row.overhead) {
		benchi_put_pair_text(out, "overhead", result->row.overhead);
		benchi_put_pair(out, "parts", result->row.parts);
	}
	put_known(out, "bytes", result->row.bytes);
	put_known(out, "items", result->row.items);
	if (result->row.unit)
		benchi_put_pair_text(out, "unit", result->row.unit);
	if (*result->label)
		benchi_put_pair_text(out, "label", result->label);
	unsigned warnings = s->warnings;
	const char *between = "";

	benchi_put_key(out, "warnings");
	putc('[', out);
	for (int bit = 0; bit < BENCH_WARNINGS; bit++)
		if (warnings >> bit & 1) {
			fprintf(out, "%s\"%s\"", between, bench_warning_name(1u << bit));
			between = ", ";
		}
	putc(']', out);

	benchi_put_pair_text(out, "skipped", result->skipped);
	benchi_put_pair_text(out, "impossible", result->impossible);
	putc('}', out);
}

/* Writes a record of consecutive readings of one process: of their times, or of their cycles if
 * `cycles` is set. Readings without the metric are left out; without any there is no record. */
static void put_stretch(FILE *out, const char *name, const benchi_reading *first,
                        const benchi_reading *end, bool cycles, const char **between)
{
	static const char *const arrays[] = { "rounds", "iterations", "values" };
	const char *metric = cycles ? "cycles" : "ns";

	while (first < end && !isfinite(cycles ? first->cycles : first->ns))
		first++;
	if (first == end)
		return;
	fprintf(out, "%s\n  {\"name\": ", *between);
	benchi_json_text(out, name);
	benchi_put_pair_text(out, "metric", metric);
	benchi_put_pair_text(out, "unit", metric);
	benchi_put_pair_text(out, "better", "lower");
	benchi_put_pair(out, "process", first->process);
	for (size_t i = 0; i < 3; i++) {
		benchi_put_key(out, arrays[i]);
		putc('[', out);
		for (const benchi_reading *r = first; r < end; r++) {
			const double value = cycles ? r->cycles : r->ns;

			if (!isfinite(value))
				continue;
			fputs(r > first ? ", " : "", out);
			benchi_put_number(out, !i ? r->round : i == 1 ? r->iterations : value);
		}
		putc(']', out);
	}
	putc('}', out);
	*between = ",";
}

/* Writes a record of a single value, of a process or of the row. Lower counts are better. */
static void put_value(FILE *out, const char *name, const char *metric,
                      const benchi_metric_part *part, double value, const char **between)
{
	fprintf(out, "%s\n  {\"name\": ", *between);
	benchi_json_text(out, name);
	benchi_put_pair_text(out, "metric", metric);
	if (part)
		benchi_put_pair(out, "process", part->process);
	else
		fputs(", \"unit\": \"\", \"better\": \"lower\"", out);
	fputs(", \"values\": [", out);
	benchi_put_number(out, value);
	fputs("]}", out);
	*between = ",";
}

static bench_status write_json(FILE *out, const benchi_report *report,
                               const benchi_context *context, const benchi_output_style *style)
{
	const char *between = "";

	fprintf(out, "{\"libbench\": 2, \"form\": \"results\", \"interrupted\": %s,\n",
	        report->interrupted ? "true" : "false");
	fputs(" \"context\": ", out);
	benchi_put_context(out, context, BENCHI_CONTEXT_OBJECT);
	fputs(",\n \"summaries\": [", out);
	for (size_t i = 0; i < report->n && !ferror(out); i++) {
		fputs(i ? ",\n" : "\n", out);
		put_summary(out, &report->result[i]);
	}
	fputs("],\n \"results\": [", out);
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *result = &report->result[i];
		const benchi_reading *end = result->reading + result->n, *next;

		for (const benchi_reading *r = result->reading; r < end && !ferror(out); r = next) {
			for (next = r + 1; next < end && next->process == r->process;)
				next++;
			put_stretch(out, result->row.name, r, next, false, &between);
			put_stretch(out, result->row.name, r, next, true, &between);
		}
	}
	for (size_t i = 0; i < report->n && !ferror(out); i++) { /* what one iteration executes */
		const benchi_result *result = &report->result[i];
		char text[BENCHI_COUNT_TEXT];

		for (size_t k = 0; k < BENCHI_COUNTS; k++)
			if (result->counted >> k & 1)
				put_value(out, result->row.name, benchi_count_name(k), NULL, result->count[k],
					&between);
		for (size_t k = 0; k < result->functions; k++) {
			snprintf(text, sizeof text, BENCHI_METRIC_FUNCTION "%s", result->function[k].name);
			put_value(out, result->row.name, text, NULL, result->function[k].instructions,
				&between);
		}
	}
	for (size_t i = 0; i < report->n && !ferror(out); i++) { /* what the body counted */
		const benchi_result *result = &report->result[i];

		for (size_t m = 0; m < result->metrics; m++)
			for (size_t k = 0; k < result->metric[m].n; k++)
				put_value(out, result->row.name, result->metric[m].name, &result->metric[m].part[k],
				          result->metric[m].part[k].value, &between);
	}
	fputs("]}\n", out);
	return benchi_output_end(out);
}

/*
 * Writes the windows of a run as a table, a row each:
 *
 *	# libbench 1
 *	# program: sort
 *	# interrupted: false
 *	benchmark,parameter,threads,process,round,iterations,ns,cycles
 *	copy/64,64,1,0,0,5000,1.53,5.7
 *
 * Further columns hold the counts of --count, filled in the first row of each benchmark, and the
 * counters of bodies (bench_count), filled in the first row of each process. An unknown value is
 * an empty field. A name is quoted if it contains a comma, a quote, a newline, or anything that a
 * reader could mistake for something else.
 */

static void put_field(FILE *out, double x)
{
	putc(',', out);
	if (isfinite(x))
		benchi_put_number(out, x);
}

/* Writes the context as "# key: value" lines, "# interrupted: ", and the reason for each
 * skipped or impossible row. */
static void put_comments(FILE *out, const benchi_report *report, const benchi_context *context)
{
	benchi_put_context(out, context, BENCHI_CONTEXT_LINES);
	fprintf(out, "# interrupted: %s\n", report->interrupted ? "true" : "false");
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *result = &report->result[i];
		const char *const reason[] = { result->skipped, result->impossible };

		for (int k = 0; k < 2; k++) {
			if (!reason[k])
				continue;
			fprintf(out, "# %s: ", k ? "impossible" : benchi_row_was_skipped(result) ? "skipped"
				: "failed");
			benchi_put_line(out, result->row.name);
			fputs(": ", out);
			benchi_put_line(out, reason[k]);
			putc('\n', out);
		}
	}
}

static bench_status write_csv(FILE *out, const benchi_report *report,
                              const benchi_context *context, const benchi_output_style *style)
{
	const char *name[BENCHI_METRIC_COLUMNS];   /* counters of bodies */
	size_t n = benchi_metric_names(report, name);
	unsigned counts = 0;                       /* bit i: count i has a column */

	for (size_t i = 0; i < report->n; i++)
		counts |= report->result[i].counted;
	fputs(BENCHI_OWN_TABLE "1\n", out);
	put_comments(out, report, context);
	fputs("benchmark,parameter,threads,process,round,iterations,ns,cycles", out);
	for (size_t i = 0; i < BENCHI_COUNTS; i++)
		if (counts >> i & 1)
			fprintf(out, ",%s", benchi_count_name(i));
	for (size_t i = 0; i < n; i++) {
		putc(',', out);
		benchi_csv_field(out, name[i]);
	}
	putc('\n', out);
	for (size_t i = 0; i < report->n; i++)
		for (size_t k = 0; k < report->result[i].n && !ferror(out); k++) {
			const benchi_result *result = &report->result[i];
			const benchi_reading *reading = &result->reading[k];
			const bool first = k == 0 || reading[-1].process != reading->process;

			benchi_csv_field(out, result->row.name);
			putc(',', out);
			if (result->row.has_parameter)
				fprintf(out, "%llu", (unsigned long long)result->row.parameter);
			fprintf(out, ",%zu,%lu,%lu", result->row.threads, (unsigned long)reading->process,
			        (unsigned long)reading->round);
			put_field(out, reading->iterations);
			put_field(out, reading->ns);
			put_field(out, reading->cycles);
			for (size_t c = 0; c < BENCHI_COUNTS; c++)
				if (counts >> c & 1)
					put_field(out, k == 0 && result->counted >> c & 1 ? result->count[c]
						: (double)NAN);
			for (size_t c = 0; c < n; c++)
				put_field(out, first ? benchi_metric_of(benchi_metric_find(result, name[c]),
					reading->process) : (double)NAN);
			putc('\n', out);
		}
	return benchi_output_end(out);
}

/*
 * Writes the results in Go's benchmark data format, as "go test -bench" does:
 *
 *	goos: linux
 *	goarch: amd64
 *	cpu: AMD EPYC 7B13
 *	BenchmarkCopy/64 	5000	1.53 ns/op	41830 MB/s	5.7 cycles/op
 *
 * One line per repetition. Only facts that stay the same from run to run are settings, because
 * benchstat puts results with different settings into different tables; the rest of the context is
 * in comments. Names are adapted: a capital first letter, '_' for blanks and control characters,
 * and "#01" after a name that has occurred before.
 */

static void put_pair(FILE *out, double x, const char *unit)
{
	if (!isfinite(x))
		return;
	putc('\t', out);
	benchi_put_number(out, x);
	fprintf(out, " %s", unit);
}

/* Makes one repetition per process: the medians of its windows that have a time. Windows of one
 * process are correlated, since they share its memory layout: a tool that treated each as
 * independent would give intervals that are too narrow. *list: *n values, which the caller frees,
 * or NULL. BENCH_ERR_MEMORY. */
static bench_status repetitions_make(const benchi_result *result, benchi_repetition **list,
                                     size_t *n)
{
	double *ns, *cycles;

	*n = 0;
	*list = NULL;
	if (!result->n)
		return BENCH_OK;
	*list = malloc(result->n * sizeof **list);
	ns = malloc(2 * result->n * sizeof *ns);
	if (!*list || !ns) {
		free(*list);
		free(ns);
		*list = NULL;
		return benchi_no_memory("the repetitions");
	}
	cycles = ns + result->n;
	for (size_t i = 0; i < result->n;) {
		benchi_repetition r = { NAN, NAN, NAN, 0, result->reading[i].process };
		size_t times = 0, counts = 0;

		for (; i < result->n && result->reading[i].process == r.process; i++) {
			const benchi_reading *reading = &result->reading[i];

			if (!isfinite(reading->ns))
				continue;
			ns[times++] = reading->ns;
			if (isfinite(reading->cycles))
				cycles[counts++] = reading->cycles;
			r.iterations += isfinite(reading->iterations) ? reading->iterations : 0;
		}
		r.ns = benchi_median(ns, times);
		r.wall_ns = r.ns * benchi_throughput_ns(result) / result->answer.summary.ns;
		r.cycles = benchi_median(cycles, counts);
		if (isfinite(r.ns))
			(*list)[(*n)++] = r;
	}
	free(ns);
	return BENCH_OK;
}

/* seen: the names that were written so far. */
static bench_status write_go_row(FILE *out, const benchi_result *result, benchi_name_table *seen)
{
	benchi_repetition *list;
	size_t n;
	bench_status status = repetitions_make(result, &list, &n);
	const char *from = result->row.name;
	char *name = malloc(3 * strlen(from) + 26), *to = name;
	benchi_character c;

	if (!status && !name)
		status = benchi_no_memory("the names");
	if (status || result->skipped) {
		free(name);
		free(list);
		return status;
	}
	while (benchi_utf8_next(&from, &c)) {
		const uint32_t code = c.code;
		const bool blank = code <= ' ' || (code >= 0x7f && code <= 0xa0) || code == 0x1680
			|| (code >= 0x2000 && code <= 0x200f) || (code >= 0x2028 && code <= 0x202f)
			|| code == 0x205f || code == 0x3000 || code == 0xfeff; /* or a control character */

		memcpy(to, blank ? "_" : c.bytes, blank ? 1 : c.length);
		to += blank ? 1 : c.length;
	}
	if (to == name)
		*to++ = '_';
	*to = '\0';
	if (*name >= 'a' && *name <= 'z')
		*name = (char)(*name - 32);
	for (unsigned i = 1; benchi_name_table_find(seen, name, strlen(name)) != BENCHI_NO_NAME; i++)
		sprintf(to, "#%02u", i);
	if (benchi_name_table_add(seen, name, strlen(name)) == BENCHI_NO_NAME)
		status = benchi_no_memory("the names");
	for (size_t i = 0; i < n && !status && !ferror(out); i++) {
		const benchi_repetition *r = &list[i];
		double iterations = r->iterations < 1 ? 1 : r->iterations > 9e15 ? 9e15 : r->iterations;

		fprintf(out, "Benchmark%s\t%.0f", name, iterations);
		put_pair(out, r->ns, "ns/op");
		if (result->row.bytes > 0 && r->wall_ns > 0)
			put_pair(out, result->row.bytes * 1e3 / r->wall_ns, "MB/s");
		if (result->row.items > 0 && r->wall_ns > 0)
			put_pair(out, result->row.items * 1e9 / r->wall_ns, "items/s");
		put_pair(out, r->cycles, "cycles/op");
		for (size_t k = 0; k < result->metrics; k++)
			put_pair(out, benchi_metric_of(&result->metric[k], r->process),
				result->metric[k].name);
		putc('\n', out);
	}
	free(name);
	free(list);
	return status;
}

static bench_status write_go(FILE *out, const benchi_report *report,
                             const benchi_context *context, const benchi_output_style *style)
{
	benchi_name_table seen = { 0 };
	bench_status status = BENCH_OK;

	static const char *const known[][2] = { { "x86_64", "amd64" }, { "amd64", "amd64" },
		{ "aarch64", "arm64" }, { "i686", "386" }, { "i386", "386" }, { "armv7l", "arm" } };
	const char *system = benchi_context_word(context, "system");
	char os[64];
	const char *settings[][2] = { { "goos", os },
		{ "goarch", benchi_context_word(context, "architecture") },
		{ "cpu", benchi_context_word(context, "processor") } };
	size_t n = 0;

	for (; system[n] > ' ' && n + 1 < sizeof os; n++)
		os[n] = system[n] >= 'A' && system[n] <= 'Z' ? (char)(system[n] + 32) : system[n];
	os[n] = '\0';
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(settings[1][1], known[i][0]))
			settings[1][1] = known[i][1];
	for (size_t i = 0; i < 3; i++) {
		if (!*settings[i][1])
			continue;
		fprintf(out, "%s: ", settings[i][0]);
		benchi_put_line(out, settings[i][1]);
		putc('\n', out);
	}
	put_comments(out, report, context);
	for (size_t i = 0; i < report->n && !status && !ferror(out); i++)
		status = write_go_row(out, &report->result[i], &seen);
	benchi_name_table_free(&seen);
	return status ? status : benchi_output_end(out);
}

/*
 * Writes the instructions of one iteration per call stack, one line per stack, for flame graphs:
 * "row;outer;inner 12".
 */
static bench_status write_folded(FILE *out, const benchi_report *report,
                                 const benchi_context *context, const benchi_output_style *style)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		for (size_t k = 0; k < r->functions; k++) {
			if (!(r->function[k].instructions > 0))
				continue;
			fprintf(out, *r->function[k].name ? "%s;%s " : "%s%s ", r->row.name,
				r->function[k].name);
			benchi_put_number(out, r->function[k].instructions);
			putc('\n', out);
		}
	}
	return benchi_output_end(out);
}

/*
 * Writes the results in the format of Google Benchmark 1.7.
 *
 * Every value is a record of run_type "iteration", a repetition, so that compare.py has values for
 * its test (as with --benchmark_repetitions). Each process contributes one. cpu_time repeats
 * real_time where processor time is unknown, because the format requires a number. Skipped rows
 * have "error_occurred". There are no aggregates: compare.py does not need them, and our reader
 * ignores them.
 */

/* A family is a case; its instances are the case's rows. */
struct google_place {
	const char *case_name, *between; /* between: text before the next record */
	size_t family, instance;
};

static bench_status write_google_row(FILE *out, const benchi_result *result,
                                     struct google_place *place)
{
	benchi_repetition *list;
	size_t n;
	bench_status status = repetitions_make(result, &list, &n);
	const bool failed = result->skipped || !n;

	n = failed ? 1 : n;
	for (size_t i = 0; i < n && !status && !ferror(out); i++) {
		const benchi_repetition *r;

		fprintf(out, "%s    {\"name\": ", place->between);
		place->between = ",\n";
		benchi_json_text(out, result->row.name);
		fprintf(out, ", \"family_index\": %zu, \"per_family_instance_index\": %zu", place->family,
			place->instance);
		benchi_put_pair_text(out, "run_name", result->row.name);
		benchi_put_pair_text(out, "run_type", "iteration");
		fprintf(out, ", \"repetitions\": %zu, \"repetition_index\": %zu, \"threads\": %zu", n, i,
			result->row.threads);
		if (failed) {
			fputs(", \"error_occurred\": true", out);
			benchi_put_pair_text(out, "error_message", benchi_cells_missing(result));
			fputs(", \"iterations\": 0, \"real_time\": 0, \"cpu_time\": 0, \"time_unit\": \"ns\"}",
				out);
			break;
		}
		r = &list[i];
		benchi_put_pair(out, "iterations", floor(r->iterations + .5));
		benchi_put_pair(out, "real_time", r->ns);
		benchi_put_pair(out, "cpu_time", result->answer.cpu_ns > 0 ? result->answer.cpu_ns : r->ns);
		benchi_put_pair_text(out, "time_unit", "ns");
		if (result->row.bytes > 0 && r->wall_ns > 0)
			benchi_put_pair(out, "bytes_per_second", result->row.bytes * 1e9 / r->wall_ns);
		if (result->row.items > 0 && r->wall_ns > 0)
			benchi_put_pair(out, "items_per_second", result->row.items * 1e9 / r->wall_ns);
		if (isfinite(r->cycles))
			benchi_put_pair(out, "cycles", r->cycles);
		for (size_t k = 0; k < result->metrics; k++)
			if (!isnan(benchi_metric_of(&result->metric[k], r->process)))
				benchi_put_pair(out, result->metric[k].name,
					benchi_metric_of(&result->metric[k], r->process));
		if (result->impossible || *result->label)
			benchi_put_pair_text(out, "label", result->impossible ? result->impossible
				: result->label);
		putc('}', out);
	}
	free(list);
	return status;
}

static bench_status write_google(FILE *out, const benchi_report *report,
                                 const benchi_context *context, const benchi_output_style *style)
{
	static const char *const keys[] = { "cache1_bytes", "cache2_bytes", "cache3_bytes",
		"cache4_bytes" };
	const char *governor = benchi_context_word(context, "governor"), *between = "";
	const double processors = benchi_context_value(context, "processors");
	const double mhz = benchi_context_value(context, "mhz");
	const double load = benchi_context_value(context, "load");
	struct google_place place = { .between = "\n" };
	bench_status status = BENCH_OK;

	fputs("{\n  \"context\": {\n    \"date\": ", out);
	benchi_json_text(out, benchi_context_word(context, "date"));
	benchi_put_pair_text(out, "host_name", benchi_context_word(context, "host"));
	benchi_put_pair_text(out, "executable", benchi_context_word(context, "program"));
	fputs(",\n    \"num_cpus\": ", out); /* the format has no null */
	benchi_put_number(out, isfinite(processors) ? processors : 0);
	benchi_put_pair(out, "mhz_per_cpu", isfinite(mhz) ? floor(mhz + .5) : 0);
	benchi_put_key(out, "cpu_scaling_enabled");
	fputs(*governor && strcmp(governor, "performance") ? "true" : "false", out);
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
	fputs("],\n    \"load_avg\": [", out);
	if (!isnan(load))
		benchi_put_number(out, load);
	fputs("]", out);
	benchi_put_pair_text(out, "library_build_type", "release");
	benchi_put_pair_text(out, "libbench_version", bench_version());
	benchi_put_pair_text(out, "scope", benchi_context_word(context, "scope"));
	benchi_put_key(out, "interrupted");
	fprintf(out, "%s\n  },\n  \"benchmarks\": [", report->interrupted ? "true" : "false");
	for (size_t i = 0; i < report->n && !status && !ferror(out); i++) {
		const char *case_name = report->result[i].row.benchmark;
		const bool same = place.case_name && !strcmp(place.case_name, case_name);

		place.family += place.case_name && !same;
		place.instance = same ? place.instance + 1 : 0;
		place.case_name = case_name;
		status = write_google_row(out, &report->result[i], &place);
	}
	fputs("\n  ]\n}\n", out);
	return status ? status : benchi_output_end(out);
}

/*
 * The table of formats.
 */

const benchi_format_row benchi_formats[BENCHI_FORMATS] = {
	[BENCHI_FORMAT_TEXT] = { "text", "txt", benchi_write_text, true, true },
	[BENCHI_FORMAT_CSV] = { "csv", "csv", write_csv, true, false },
	[BENCHI_FORMAT_JSON] = { "json", "json", write_json, true, false },
	[BENCHI_FORMAT_GOOGLE] = { "google", NULL, write_google, false, false },
	[BENCHI_FORMAT_GO] = { "go", NULL, write_go, false, false },
	[BENCHI_FORMAT_MARKDOWN] = { "markdown", "md", benchi_write_markdown, false, true },
	[BENCHI_FORMAT_FOLDED] = { "folded", "folded", write_folded, false, false },
};

benchi_format benchi_format_of_file(const char *path)
{
	const char *dot = strrchr(path, '.');

	for (int i = 0; dot && i < BENCHI_FORMATS; i++)
		if (benchi_formats[i].ending && !strcmp(dot + 1, benchi_formats[i].ending))
			return (benchi_format)i;
	return BENCHI_FORMAT_JSON;
}

bench_status benchi_write(benchi_format format, FILE *out, const benchi_report *report,
                          const benchi_context *context, const benchi_output_style *style)
{
	errno = 0;
	if ((unsigned)format >= BENCHI_FORMATS)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%d is not a known format", (int)format);
	return benchi_formats[format].write(out, report, context, style);
}
