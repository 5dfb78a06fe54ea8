/*
 * Reads JSON of other tools, each by a row of a table.
 *
 * A row states paths.  A path has a '.' before a key, [] for each element of an array, and * for
 * any key.  Of each path the row says what is there: a record, its name, its values, their unit.
 * A file is recognised by its structure: the first row whose signs (paths) all occur in it.
 *
 * read_walk.c reads by a row.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

#define TINYBENCH(at) \
	{ .is = IS_RECORD, at }, { .is = IS_NAME, at ".name" }, \
	{ .is = IS_SORTED, at ".result.latency.samples[]", \
	"time", "ms" }, { .is = IS_MIDDLE, at ".result.latency.p50", "time", "ms" }, \
	{ .is = IS_SORTED, at ".result.samples[]", "time", "ms" }, \
	{ .is = IS_MIDDLE, at ".result.p50", "time", "ms" }, { .is = IS_FAILED, at ".result.error" }, \
	{ .is = IS_REASON, at ".result.error.message" }
#define SORTED "samples are sorted: their order is not that of the runs"
#define ONE_MEDIAN " hold one median each, no samples"

static const benchi_form forms[] = {
	{ .tool = "hyperfine", .sign = { "results[].times[]" }, .rivals = true,
	  .path = { { .is = IS_RECORD, "results[]" }, { .is = IS_NAME, "results[].command" },
	    { .is = IS_VALUE, "results[].times[]", "time", "s" },
	    { .is = IS_VALUE, "results[].user[]", "user", "s" },
	    { .is = IS_VALUE, "results[].system[]", "system", "s" },
	    { .is = IS_VALUE, "results[].memory_usage_byte[]", "memory_usage_byte", "B" },
	    { .is = IS_EXIT, "results[].exit_codes[]" }, { .is = IS_TWIN, "results[].parameters.*" } },
	  .remark = "user and system are means over all runs, not measurements: left out" },
	{ .tool = "hyperfine", .sign = { "results[].measurements[].*.value" }, .rivals = true,
	  .path = { { .is = IS_RECORD, "results[]" }, { .is = IS_NAME, "results[].name" },
	    { .is = IS_OTHER_NAME, "results[].command" },
	    { .is = IS_VALUE, "results[].measurements[].*.value" },
	    { .is = IS_UNIT, "results[].measurements[].*.unit" },
	    { .is = IS_EXIT, "results[].measurements[].exit_code" },
	    { .is = IS_TWIN, "results[].parameters.*.value" } } },
	{ .tool = "nanobench", .sign = { "results[].measurements[].elapsed" }, .nonzero = true,
	  .path = { { .is = IS_RECORD, "results[]" }, { .is = IS_GROUP, "results[].title" },
	    { .is = IS_NAME, "results[].name" },
	    { .is = IS_VALUE, "results[].measurements[].elapsed", "time", "s" },
	    { .is = IS_VALUE, "results[].measurements[].*" } }, .skip = "iterations" },
	{ .tool = "Google Benchmark", .sign = { "benchmarks[].real_time" },
	  .path = { { .is = IS_RECORD, "benchmarks[]" }, { .is = IS_NAME, "benchmarks[].run_name" },
	    { .is = IS_OTHER_NAME, "benchmarks[].name" }, { .is = IS_KIND, "benchmarks[].run_type" },
	    { .is = IS_TIME_UNIT, "benchmarks[].time_unit" },
	    { .is = IS_VALUE, "benchmarks[].real_time", "real_time", "@" },
	    { .is = IS_VALUE, "benchmarks[].cpu_time", "cpu_time", "@" },
	    { .is = IS_VALUE, "benchmarks[].bytes_per_second", "bytes_per_second", "B/s" },
	    { .is = IS_VALUE, "benchmarks[].*" },
	    { .is = IS_FAILED, "benchmarks[].error_occurred" },
	    { .is = IS_REASON, "benchmarks[].error_message" },
	    { .is = IS_FAILED, "benchmarks[].skipped" },
	    { .is = IS_REASON, "benchmarks[].skip_message" } },
	  .skip = "family_index per_family_instance_index repetitions repetition_index threads "
	    "iterations" },
	{ .tool = "JMH", .sign = { "[].jmhVersion" },
	  .path = { { .is = IS_RECORD, "[]" }, { .is = IS_NAME, "[].benchmark" },
	  { .is = IS_PARAMETER, "[].params.*" },
	    { .is = IS_TWIN, "[].mode" }, { .is = IS_RUN, "[].primaryMetric.rawData[]" },
	    { .is = IS_VALUE, "[].primaryMetric.rawData[][]" },
	    { .is = IS_UNIT, "[].primaryMetric.scoreUnit" },
	    { .is = IS_RUN, "[].primaryMetric.rawDataHistogram[]" },
	    { .is = IS_COUNTED, "[].primaryMetric.rawDataHistogram[][][][]" },
	    { .is = IS_RUN, "[].secondaryMetrics.*.rawData[]" },
	    { .is = IS_VALUE, "[].secondaryMetrics.*.rawData[][]" },
	    { .is = IS_UNIT, "[].secondaryMetrics.*.scoreUnit" } } },
	{ .tool = "pytest-benchmark", .sign = { "benchmarks[].stats.data[]" }, .scope = "",
	  .path = { { .is = IS_RECORD, "benchmarks[]" }, { .is = IS_NAME, "benchmarks[].fullname" },
	    { .is = IS_OTHER_NAME, "benchmarks[].name" },
	    { .is = IS_VALUE, "benchmarks[].stats.data[]", "time", "s" },
	    { .is = IS_COMMIT, "commit_info.id" },
	    { .is = IS_DATE, "commit_info.time" }, { .is = IS_DATE, "datetime" },
	    { .is = IS_MACHINE, "machine_info.node" } } },
	{ .tool = "pytest-benchmark", .weak = true,
	  .sign = { "benchmarks[].stats.iqr_outliers", "machine_info" },
	  .refuse = "of pytest-benchmark a file with its data is read: --benchmark-save-data, or "
	    "--benchmark-json FILE" },
	{ .tool = "pytest-codspeed", .sign = { "benchmarks[].stats.median_ns" },
	  .path = { { .is = IS_RECORD, "benchmarks[]" }, { .is = IS_NAME, "benchmarks[].uri" },
	    { .is = IS_OTHER_NAME, "benchmarks[].name" },
	    { .is = IS_MIDDLE, "benchmarks[].stats.median_ns", "time", "ns" } },
	  .middle = "pytest-codspeed's results" ONE_MEDIAN },
	{ .tool = "pyperf", .sign = { "benchmarks[].runs[].values[]" }, .scope = "",
	  .path = { { .is = IS_RECORD, "benchmarks[]" },
	  { .is = IS_NAME, "benchmarks[].metadata.name" },
	    { .is = IS_FILE_NAME, "metadata.name" }, { .is = IS_RUN, "benchmarks[].runs[]" },
	    { .is = IS_VALUE, "benchmarks[].runs[].values[]" },
	    { .is = IS_UNIT, "benchmarks[].metadata.unit" },
	    { .is = IS_FILE_UNIT, "metadata.unit" } } },
	{ .tool = "criterion's sample.json", .sign = { "iters[]", "times[]" },
	  .path = { { .is = IS_RECORD, "" }, { .is = IS_VALUE, "times[]", "time", "ns" },
	    { .is = IS_DIVISOR, "iters[]" } },
	  .by_path = true },
	{ .tool = "criterion's estimates.json", .sign = { "median.point_estimate" },
	  .path = { { .is = IS_RECORD, "" },
	  { .is = IS_MIDDLE, "median.point_estimate", "time", "ns" } },
	  .by_path = true,
	  .middle = "criterion's estimates hold one median, no samples (sample.json does)" },
	{ .tool = "critcmp", .sign = { "benchmarks.*.criterion_estimates_v1.median.point_estimate" },
	  .path = { { .is = IS_RECORD, "benchmarks.*" }, { .is = IS_NAME, "benchmarks.*" },
	    { .is = IS_MIDDLE, "benchmarks.*.criterion_estimates_v1.median.point_estimate", "time",
	      "ns" } },
	  .middle = "critcmp's exports" ONE_MEDIAN },
	{ .tool = "criterion", .sign = { "full_id", "directory_name" },
	  .refuse = "of criterion target/criterion/NAME/new/sample.json is read" },
	{ .tool = "github-action-benchmark", .sign = { "entries.*[].benches[].value" },
	  .scope = "entries.*[]",
	  .path = { { .is = IS_RECORD, "entries.*[].benches[]" }, { .is = IS_GROUP, "entries.*" },
	    { .is = IS_NAME, "entries.*[].benches[].name" },
	    { .is = IS_VALUE, "entries.*[].benches[].value", "" },
	    { .is = IS_UNIT, "entries.*[].benches[].unit", "" },
	    { .is = IS_COMMIT, "entries.*[].commit.id" },
	    { .is = IS_DATE, "entries.*[].date" } } },
	{ .tool = "github-action-benchmark", .sign = { "[].value", "[].unit" },
	  .path = { { .is = IS_RECORD, "[]" }, { .is = IS_NAME, "[].name" },
	  { .is = IS_VALUE, "[].value" },
	    { .is = IS_UNIT, "[].unit" } } },
	{ .tool = "asv", .sign = { "env_name", "results.*[]" }, .scope = "",
	  .path = { { .is = IS_RECORD, "results.*" }, { .is = IS_NAME, "results.*" },
	  { .is = IS_CELL, "results.*[]" },
	    { .is = IS_CELL, "results.*[][]" }, { .is = IS_CELL, "results.*[][][]" },
	    { .is = IS_COLUMN, "result_columns[]" },
	    { .is = IS_COMMIT, "commit_hash" }, { .is = IS_DATE, "date" },
	    { .is = IS_MACHINE, "params.machine" },
	    { .is = IS_ENVIRONMENT, "env_name" } },
	  .middle = "asv's results" ONE_MEDIAN " (--record-samples)" },
	{ .tool = "tinybench", .sign = { "tasks[].result.latency.p50" },
	  .path = { TINYBENCH("tasks[]") }, .sorted = "tinybench: " SORTED,
	  .middle = "tinybench's results" ONE_MEDIAN " (retainSamples)" },
	{ .tool = "tinybench", .sign = { "[].result.latency.p50" }, .path = { TINYBENCH("[]") },
	  .sorted = "tinybench: " SORTED,
	  .middle = "tinybench's results" ONE_MEDIAN " (retainSamples)" },
	{ .tool = "tinybench", .sign = { "[].result.samples[]" }, .path = { TINYBENCH("[]") },
	  .sorted = "tinybench: " SORTED },
	{ .tool = "tinybench", .sign = { "[].latency.p50", "[].totalTime" },
	  .path = { { .is = IS_RECORD, "[]" }, { .is = IS_NAME, "[].name" },
	    { .is = IS_SORTED, "[].latency.samples[]", "time", "ms" },
	    { .is = IS_MIDDLE, "[].latency.p50", "time", "ms" }, { .is = IS_FAILED, "[].error" },
	    { .is = IS_REASON, "[].error.message" } },
	  .sorted = "tinybench: " SORTED,
	  .middle = "tinybench's results" ONE_MEDIAN " (retainSamples)" },
	{ .tool = "tinybench", .sign = { "retainSamples", "warmupIterations" },
	  .refuse = "this is how tinybench was set up: of its results a list is read, such as "
	    "bench.tasks.map(t => ({name: t.name, ...t.result}))" },
	{ .tool = "vitest", .sign = { "latency.p50", "throughput" },
	  .path = { { .is = IS_RECORD, "" }, { .is = IS_SORTED, "latency.samples[]", "time", "ms" },
	    { .is = IS_MIDDLE, "latency.p50", "time", "ms" } },
	  .sorted = "vitest: " SORTED, .middle = "vitest's results" ONE_MEDIAN },
	{ .tool = "vitest", .sign = { "files[].groups[].benchmarks[].sampleCount" },
	  .path = { { .is = IS_RECORD, "files[].groups[].benchmarks[]" },
	    { .is = IS_GROUP, "files[].groups[].fullName" },
	    { .is = IS_NAME, "files[].groups[].benchmarks[].name" },
	    { .is = IS_SORTED, "files[].groups[].benchmarks[].samples[]", "time", "ms" },
	    { .is = IS_MIDDLE, "files[].groups[].benchmarks[].median", "time", "ms" } },
	  .sorted = "vitest: " SORTED,
	  .middle = "vitest's results" ONE_MEDIAN " (vitest 5's --reporter=json: retainSamples)" },
#define VITEST "testResults[].assertionResults[].benchmarks[]"
	{ .tool = "vitest", .sign = { VITEST ".tasks[].latency.p50" },
	  .path = { { .is = IS_RECORD, VITEST ".tasks[]" }, { .is = IS_GROUP, VITEST ".name" },
	    { .is = IS_NAME, VITEST ".tasks[].name" },
	    { .is = IS_SORTED, VITEST ".tasks[].latency.samples[]", "time", "ms" },
	    { .is = IS_MIDDLE, VITEST ".tasks[].latency.p50", "time", "ms" } },
	  .sorted = "vitest: " SORTED, .middle = "vitest's results" ONE_MEDIAN " (retainSamples)" },
	{ .tool = "mitata", .sign = { "benchmarks[].runs[].stats.p50" },
	  .path = { { .is = IS_RECORD, "benchmarks[].runs[]" },
	  { .is = IS_NAME, "benchmarks[].runs[].name" },
	    { .is = IS_TWIN, "benchmarks[].runs[].args.*" }, { .is = IS_TWIN, "benchmarks[].group" },
	    { .is = IS_SORTED, "benchmarks[].runs[].stats.samples[]", "time", "ns" },
	    { .is = IS_MIDDLE, "benchmarks[].runs[].stats.p50", "time", "ns" },
	    { .is = IS_FAILED, "benchmarks[].runs[].error" },
	    { .is = IS_REASON, "benchmarks[].runs[].error.message" } },
	  .sorted = "mitata: " SORTED ", and the lowest and highest two are cut off",
	  .middle = "mitata's results without samples" ONE_MEDIAN },
	{ .tool = "bench-node", .sign = { "[].histogram.sampleData[]" },
	  .path = { { .is = IS_RECORD, "[]" }, { .is = IS_NAME, "[].name" },
	    { .is = IS_SORTED, "[].histogram.sampleData[]", "time", "ns" } },
	  .sorted = "bench-node: " SORTED },
	{ .tool = "bench-node", .sign = { "[].runsSampled", "[].opsSec" },
	  .path = { { .is = IS_RECORD, "[]" }, { .is = IS_NAME, "[].name" },
	    { .is = IS_MIDDLE, "[].opsSec", "throughput", "ops/s" } },
	  .middle = "bench-node's report holds one rate each, no samples" },
	{ .tool = "benchmark.js", .sign = { "[].stats.sample[]" },
	  .path = { { .is = IS_RECORD, "[]" }, { .is = IS_NAME, "[].name" },
	    { .is = IS_VALUE, "[].stats.sample[]", "time", "s" }, { .is = IS_FAILED, "[].error" },
	    { .is = IS_REASON, "[].error.message" } } },
	{ .tool = "gungraun", .sign = { "module_path", "profiles[].data.total.metrics.*.values.new" },
	  .path = { { .is = IS_RECORD, "" }, { .is = IS_GROUP, "module_path" }, { .is = IS_NAME, "id" },
	    { .is = IS_VALUE, "profiles[].data.total.metrics.*.values.new" } }, .lines = true },
	{ .tool = "go test", .sign = { "Action", "Package" }, .lines = true,
	  .path = { { .is = IS_RECORD, "" }, { .is = IS_GROUP, "Package" },
	  { .is = IS_LOG, "Output" } } },
	{ .tool = "perf stat", .sign = { "counter-value", "event" }, .lines = true,
	  .path = { { .is = IS_RECORD, "" }, { .is = IS_NAME, "cpu" }, { .is = IS_NAME, "core" },
	  { .is = IS_NAME, "thread" },
	    { .is = IS_NAME, "socket" }, { .is = IS_NAME, "die" }, { .is = IS_NAME, "node" },
	    { .is = IS_METRIC, "event" },
	    { .is = IS_VALUE, "counter-value" }, { .is = IS_UNIT, "unit" } },
	  .remark = BENCHI_PERF_REMARK },
	{ .tool = "vegeta", .sign = { "latency", "timestamp" }, .lines = true,
	  .path = { { .is = IS_RECORD, "" }, { .is = IS_VALUE, "latency", "latency", "ns" },
	    { .is = IS_FAILED, "error" }, { .is = IS_REASON, "error" } } },
	{ .tool = "libtest", .sign = { "type", "event" }, .lines = true,
	  .path = { { .is = IS_RECORD, "" }, { .is = IS_NAME, "name" },
	  { .is = IS_MIDDLE, "median", "time", "ns" } },
	  .middle = "libtest's lines" ONE_MEDIAN },
	{ .tool = "Bencher", .sign = { "*.*.value" }, .weak = true,
	  .path = { { .is = IS_RECORD, "*" }, { .is = IS_NAME, "*" },
	  { .is = IS_VALUE, "*.*.value" } } },
	{ .tool = "fio", .sign = { "fio version" }, .refuse = "of fio nothing is read: its summary has "
	    "no samples, its logs (--write_lat_log) are numbers: -C 2 -d ," },
	{ .tool = "iperf3", .sign = { "start.system_info" }, .refuse = "of iperf3 nothing is read: "
	    "write a number per line, such as jq .intervals[].sum.bits_per_second" },
	{ .tool = "llvm-mca", .sign = { "CodeRegions[].InstructionInfoView" }, .refuse = "llvm-mca "
	    "predicts, and measures nothing" },
	{ .tool = "EXPLAIN", .sign = { "[].Plan" }, .refuse = "of EXPLAIN nothing is read: "
	    "pgbench -l writes a time per transaction" },
	{ .tool = "vegeta", .sign = { "latencies.99th" }, .refuse = "a report is a summary: of vegeta "
	    "its results are read, vegeta encode" },
	{ .tool = "Catch2", .sign = { "metadata.catch2-version" }, .refuse = "Catch2's JSON has no "
	    "benchmarks; of its console output one number per line can be read" },
	{ .tool = "an array of numbers", .path = { { .is = IS_RECORD, "" },
	    { .is = IS_VALUE, "[]", "", "" } } }
};

enum { FORMS = sizeof forms / sizeof *forms };

/*
 * Sets of paths: a bit each, that stays while the path fits.
 */

void benchi_path_add(benchi_path_set *set, size_t i, const char *path)
{
	size_t parts = 0;

	while (*path) {
		bool element = *path == '[';
		size_t n = element ? 2 : strcspn(path, ".[");

		set->part[i][parts].text = path;
		set->part[i][parts++].length = n;
		path += n;
		path += *path == '.';
	}
	set->ends[parts] |= (uint64_t)1 << i;
	set->all |= (uint64_t)1 << i;
}

uint64_t benchi_paths_below(const benchi_path_set *set, uint64_t fit, size_t depth, const char *key,
                            size_t length, uint64_t *any)
{
	uint64_t exact = 0;

	*any = 0;
	if (depth >= BENCHI_PATH_PARTS)
		return 0;
	for (size_t i = 0; fit >> i; i++) {
		const struct benchi_path_part *part = &set->part[i][depth];

		if (!(fit >> i & 1) || !part->length)
			continue;
		if (part->length == length && !memcmp(part->text, key, length))
			exact |= (uint64_t)1 << i;
		else if (*part->text == '*' && *key != '[')
			*any |= (uint64_t)1 << i;
	}
	return exact;
}

/*
 * Recognition.
 */

typedef struct look {
	benchi_path_set signs;
	uint64_t of[FORMS], found; /* of: the signs of each form */
	benchi_json json;
	bench_status status;
} look;

static const benchi_form *form_of_signs(const look *l, bool weak)
{
	for (size_t f = 0; f < FORMS; f++)
		if (l->of[f] && forms[f].weak == weak && !(l->of[f] & ~l->found))
			return &forms[f];
	return NULL;
}

/* Follows the value whose first token was read, until a form is known or the text ends. */
static const benchi_form *look_at_value(look *l, uint64_t fit, size_t depth)
{
	bool object = l->json.token == BENCHI_JSON_OBJECT;
	const benchi_form *found = NULL;

	if (depth <= BENCHI_PATH_PARTS && fit & l->signs.ends[depth]) {
		l->found |= fit & l->signs.ends[depth];
		found = form_of_signs(l, false);
	}
	if (found || (!object && l->json.token != BENCHI_JSON_ARRAY))
		return found;
	if (!fit) {
		l->status = benchi_json_skip(&l->json);
		return NULL;
	}
	while (!found && !l->status && !(l->status = benchi_json_next(&l->json))) {
		uint64_t any = 0, below;

		if (l->json.token == (object ? BENCHI_JSON_OBJECT_END : BENCHI_JSON_ARRAY_END))
			break;
		below = benchi_paths_below(&l->signs, fit, depth, object ? l->json.text : "[]",
		                    object ? l->json.length : 2, &any);
		if (object)
			l->status = benchi_json_next(&l->json);
		if (!l->status)
			found = look_at_value(l, below | any, depth + 1);
	}
	return found;
}

/* The numbers alone that an array may hold. */
static bool begins_with_number(const char *s, const char *end)
{
	double number;

	while (s < end && strchr("[ \t\r\n", *s))
		s++;
	return s < end && benchi_read_number(s, &number);
}

const benchi_form *benchi_form_find(const benchi_input *in, bool *cut)
{
	benchi_input text = *in; /* what is in memory, and no more */
	const benchi_form *found = NULL;
	look *l = calloc(1, sizeof *l);
	size_t signs = 0;

	*cut = false;
	if (!l)
		return NULL;
	for (size_t f = 0; f < FORMS; f++)
		for (size_t i = 0; i < BENCHI_FORM_SIGNS && forms[f].sign[i]; i++) {
			l->of[f] |= (uint64_t)1 << signs;
			benchi_path_add(&l->signs, signs++, forms[f].sign[i]);
		}
	text.eof = true;
	text.spare = NULL;
	benchi_json_open(&l->json, &text);
	l->json.lenient = l->json.series = true;
	benchi_json_pass_comments(&l->json);
	l->status = benchi_json_next(&l->json);
	if (!l->status)
		found = look_at_value(l, l->signs.all, 0);
	if (!found && !l->status)
		found = form_of_signs(l, true);
	*cut = !found && l->status && text.begin + 64 > text.end; /* a token was cut off */
	benchi_json_close(&l->json);
	free(l);
	if (!found && in->buffer[in->begin] == '['
	    && begins_with_number(in->buffer + in->begin, in->buffer + in->end))
		found = &forms[FORMS - 1];
	return found;
}
