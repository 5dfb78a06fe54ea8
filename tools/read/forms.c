/*
 * Forms of other tools' JSON files, and how a file's form is found; walk.c reads by it.
 *
 * A path has a '.' before a key, [] for each element of an array, and * for any key.  It is
 * relative to the record; with a '/' in front it begins at the top of the file.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/read/read.h"

#define IS(role, path) { IS_##role, path, NULL, NULL }
#define AS(role, path, metric, unit) { IS_##role, path, metric, unit }
#define PATHS(...) .path = (const benchi_form_path[]){ __VA_ARGS__, { .path = NULL } }
#define LATENCY AS(SORTED, ".latency.samples[]", "time", "ms"), \
	AS(MIDDLE, ".latency.p50", "time", "ms")
#define FAILURE IS(FAILED, ".error"), IS(REASON, ".error.message")
#define IN_ORDER "samples are sorted: their order is not that of the runs"
#define ONE_MEDIAN " hold one median each, no samples"
#define TASKS "bench.tasks.map(t => ({name: t.name, ...t.result}))"

static const benchi_form forms[] = {
	{ .tool = "hyperfine", .at = "results[]", .sign = { ".times[]" },
		.bare = { ".times[]", ".exit_codes[]" }, .rivals = true, PATHS(IS(NAME, ".command"),
		AS(VALUE, ".times[]", "time", "s"), AS(VALUE, ".user[]", "user", "s"),
		AS(VALUE, ".system[]", "system", "s"),
		AS(VALUE, ".memory_usage_byte[]", "memory_usage_byte", "B"), IS(EXIT, ".exit_codes[]"),
		IS(TWIN, ".parameters.*"), IS(REMARKED, ".user"), IS(REMARKED, ".system")),
		.remark = "user and system are means over all runs, not measurements: left out" },
	{ .tool = "hyperfine", .at = "results[]", .sign = { ".measurements[].*.value" },
		.bare = { ".measurements[].*.value" }, .rivals = true, PATHS(IS(NAME, ".name"),
		IS(OTHER_NAME, ".command"), IS(VALUE, ".measurements[].*.value"),
		IS(UNIT, ".measurements[].*.unit"), IS(EXIT, ".measurements[].exit_code"),
		IS(TWIN, ".parameters.*.value")) },
	{ .tool = "nanobench", .at = "results[]", .sign = { ".measurements[].elapsed" },
		.bare = { ".measurements[].elapsed" }, .nonzero = true, PATHS(IS(GROUP, ".title"),
		IS(NAME, ".name"), AS(VALUE, ".measurements[].elapsed", "time", "s"),
		IS(VALUE, ".measurements[].*")), .skip = "iterations" },
	{ .tool = "Google Benchmark", .at = "benchmarks[]", .sign = { ".real_time" },
		.bare = { ".real_time", ".cpu_time", ".time_unit" }, PATHS(IS(NAME, ".run_name"),
		IS(OTHER_NAME, ".name"), IS(KIND, ".run_type"), IS(TIME_UNIT, ".time_unit"),
		AS(VALUE, ".real_time", "real_time", "@"), AS(VALUE, ".cpu_time", "cpu_time", "@"),
		AS(VALUE, ".bytes_per_second", "bytes_per_second", "B/s"), IS(VALUE, ".*"),
		IS(FAILED, ".error_occurred"), IS(REASON, ".error_message"), IS(FAILED, ".skipped"),
		IS(REASON, ".skip_message")), .skip = "family_index per_family_instance_index repetitions "
			"repetition_index threads iterations" },
	{ .tool = "JMH", .at = "[]", .sign = { ".primaryMetric.scoreUnit" },
		.bare = { ".primaryMetric.scoreUnit" }, PATHS(IS(NAME, ".benchmark"),
		IS(PARAMETER, ".params.*"), IS(TWIN, ".mode"), IS(RUN, ".primaryMetric.rawData[]"),
		IS(VALUE, ".primaryMetric.rawData[][]"), IS(UNIT, ".primaryMetric.scoreUnit"),
		IS(RUN, ".primaryMetric.rawDataHistogram[]"),
		IS(COUNTED, ".primaryMetric.rawDataHistogram[][][][]"),
		IS(RUN, ".secondaryMetrics.*.rawData[]"), IS(VALUE, ".secondaryMetrics.*.rawData[][]"),
		IS(UNIT, ".secondaryMetrics.*.scoreUnit")) },
	{ .tool = "pytest-benchmark", .at = "benchmarks[]", .sign = { ".stats.data[]" },
		.bare = { ".stats.data[]", ".stats.iqr_outliers" }, PATHS(IS(NAME, ".fullname"),
		IS(OTHER_NAME, ".name"), AS(VALUE, ".stats.data[]", "time", "s"),
		IS(COMMIT, "/commit_info.id"), IS(DATE, "/commit_info.time"), IS(DATE, "/datetime"),
		IS(MACHINE, "/machine_info.node")), .scope = 1 },
	{ .tool = "pytest-benchmark", .at = "benchmarks[]",
		.sign = { ".stats.iqr_outliers", "/machine_info" }, .weak = true,
		.refuse = "output of pytest-benchmark: give a file with its data: --benchmark-save-data, "
			"or --benchmark-json FILE" },
	{ .tool = "pytest-codspeed", .at = "benchmarks[]", .sign = { ".stats.median_ns" },
		PATHS(IS(NAME, ".uri"), IS(OTHER_NAME, ".name"),
		AS(MIDDLE, ".stats.median_ns", "time", "ns")), .middle = "pytest-codspeed's results"
		ONE_MEDIAN },
	{ .tool = "pyperf", .at = "benchmarks[]", .sign = { ".runs[].values[]" },
		PATHS(IS(NAME, ".metadata.name"), IS(FILE_NAME, "/metadata.name"), IS(RUN, ".runs[]"),
		IS(VALUE, ".runs[].values[]"), IS(UNIT, ".metadata.unit"), IS(FILE_UNIT, "/metadata.unit")),
		.scope = 1 },
	{ .tool = "BenchmarkDotNet", .at = "Benchmarks[]", .sign = { ".Statistics.OriginalValues[]" },
		.bare = { ".Statistics.OriginalValues[]" }, PATHS(IS(NAME, ".FullName"),
		AS(VALUE, ".Statistics.OriginalValues[]", "time", "ns"), IS(TWIN, ".DisplayInfo")) },
	{ .tool = "Android Benchmark", .at = "benchmarks[]",
		.sign = { ".metrics.*.runs[]", ".className" }, PATHS(IS(GROUP, ".className"),
		IS(NAME, ".name"), IS(TWIN, ".params.*"), IS(VALUE, ".metrics.*.runs[]")),
		.units = "ns timeNs" },
	{ .tool = "criterion's sample.json", .at = "", .sign = { ".iters[]", ".times[]" },
		.by_path = true, PATHS(AS(VALUE, ".times[]", "time", "ns"), IS(DIVISOR, ".iters[]")) },
	{ .tool = "criterion's estimates.json", .at = "", .sign = { ".median.point_estimate" },
		.by_path = true, PATHS(AS(MIDDLE, ".median.point_estimate", "time", "ns")),
		.middle = "criterion's estimates hold one median, no samples (sample.json does)" },
	{ .tool = "critcmp", .at = "benchmarks.*",
		.sign = { ".criterion_estimates_v1.median.point_estimate" }, PATHS(IS(NAME, ""),
		AS(MIDDLE, ".criterion_estimates_v1.median.point_estimate", "time", "ns")),
		.middle = "critcmp's exports" ONE_MEDIAN },
	{ .tool = "criterion", .sign = { "full_id", "directory_name" },
		.refuse = "output of criterion: give target/criterion/NAME/new/sample.json" },
	{ .tool = "cargo-criterion", .at = "",
		.sign = { ".reason", ".measured_values[]", ".iteration_count[]" }, .lines = true,
		PATHS(IS(NAME, ".id"), AS(VALUE, ".measured_values[]", "time", "ns"),
		IS(DIVISOR, ".iteration_count[]")) },
	{ .tool = "github-action-benchmark", .at = "entries.*[].benches[]", .sign = { ".value" },
		PATHS(IS(GROUP, "/entries.*"), IS(NAME, ".name"), AS(VALUE, ".value", "", NULL),
		AS(UNIT, ".unit", "", NULL), IS(COMMIT, "/entries.*[].commit.id"),
		IS(DATE, "/entries.*[].date")), .scope = 4 },
	{ .tool = "github-action-benchmark", .at = "[]", .sign = { ".value", ".unit" },
		PATHS(IS(NAME, ".name"), IS(VALUE, ".value"), IS(UNIT, ".unit")) },
	{ .tool = "asv", .at = "results.*", .sign = { "/env_name", "[]" }, PATHS(IS(NAME, ""),
		IS(CELL, "[]"), IS(CELL, "[][]"), IS(CELL, "[][][]"), IS(COLUMN, "/result_columns[]"),
		IS(COMMIT, "/commit_hash"), IS(DATE, "/date"), IS(MACHINE, "/params.machine"),
		IS(ENVIRONMENT, "/env_name")), .scope = 1, .middle = "asv's results without samples hold "
			"one median each (--record-samples)" },
	{ .tool = "asv", .sign = { "machine", "num_cpu", "ram" },
		.refuse = "asv's machine.json describes a machine: its results are in the files next to "
			"it" },
	{ .tool = "tinybench", .at = "tasks[]", .sign = { ".result.latency.p50" },
		PATHS(IS(NAME, ".name"), AS(SORTED, ".result.latency.samples[]", "time", "ms"),
		AS(MIDDLE, ".result.latency.p50", "time", "ms"), IS(FAILED, ".result.error"),
		IS(REASON, ".result.error.message")), .sorted = "tinybench: " IN_ORDER,
		.middle = "tinybench's results" ONE_MEDIAN " (retainSamples)", .unnamed = TASKS },
	{ .tool = "tinybench", .at = "[]", .sign = { ".result.latency.p50" },
		.bare = { ".result.latency.p50" }, PATHS(IS(NAME, ".name"),
		AS(SORTED, ".result.latency.samples[]", "time", "ms"),
		AS(MIDDLE, ".result.latency.p50", "time", "ms"), IS(FAILED, ".result.error"),
		IS(REASON, ".result.error.message")), .sorted = "tinybench: " IN_ORDER,
		.middle = "tinybench's results" ONE_MEDIAN " (retainSamples)", .unnamed = TASKS },
	{ .tool = "tinybench", .at = "[]", .sign = { ".result.samples[]" }, PATHS(IS(NAME, ".name"),
		AS(SORTED, ".result.samples[]", "time", "ms"), AS(MIDDLE, ".result.p50", "time", "ms"),
		IS(FAILED, ".result.error"), IS(REASON, ".result.error.message")), .sorted = "tinybench: "
		IN_ORDER, .middle = "tinybench's results" ONE_MEDIAN " (retainSamples)", .unnamed = TASKS },
	{ .tool = "tinybench", .at = "[]", .sign = { ".latency.p50", ".totalTime" },
		PATHS(IS(NAME, ".name"), LATENCY, FAILURE), .sorted = "tinybench: " IN_ORDER,
		.middle = "tinybench's results" ONE_MEDIAN " (retainSamples)", .unnamed = TASKS },
	{ .tool = "tinybench", .at = "[]", .sign = { ".samples[]", ".totalTime", ".period" },
		PATHS(IS(NAME, ".name"), AS(SORTED, ".samples[]", "time", "ms"), FAILURE),
		.sorted = "tinybench: " IN_ORDER, .middle = "tinybench's results" ONE_MEDIAN
		" (retainSamples)", .unnamed = TASKS },
	{ .tool = "tinybench", .sign = { "retainSamples", "warmupIterations" }, .refuse = "this is the "
			"set-up of tinybench; give a list of its results, such as " TASKS },
	{ .tool = "vitest", .at = "",
		.sign = { ".latency.p50", ".latency.samplesCount", ".throughput" }, PATHS(LATENCY),
		.sorted = "vitest: " IN_ORDER, .middle = "vitest's results" ONE_MEDIAN },
	{ .tool = "vitest", .at = "files[].groups[].benchmarks[]", .sign = { ".sampleCount" },
		PATHS(IS(GROUP, "/files[].groups[].fullName"), IS(NAME, ".name"),
		AS(SORTED, ".samples[]", "time", "ms"), AS(MIDDLE, ".mean", "time", "ms"),
		AS(MIDDLE, ".median", "time", "ms")), .sorted = "vitest: " IN_ORDER,
		.middle = "vitest's results" ONE_MEDIAN " (vitest 1: one mean; vitest 5's --reporter=json: "
			"retainSamples)" },
	{ .tool = "vitest", .at = "testResults[].assertionResults[].benchmarks[].tasks[]",
		.sign = { ".latency.p50" },
		PATHS(IS(GROUP, "/testResults[].assertionResults[].benchmarks[].name"), IS(NAME, ".name"),
		LATENCY), .sorted = "vitest: " IN_ORDER, .middle = "vitest's results" ONE_MEDIAN
		" (retainSamples)" },
	{ .tool = "mitata", .at = "benchmarks[].runs[]", .sign = { ".stats.p50" },
		PATHS(IS(NAME, ".name"), IS(TWIN, ".args.*"), IS(TWIN, "/benchmarks[].group"),
		AS(SORTED, ".stats.samples[]", "time", "ns"), AS(MIDDLE, ".stats.p50", "time", "ns"),
		FAILURE), .sorted = "mitata: " IN_ORDER ", and the lowest and highest two are cut off",
		.middle = "mitata's results without samples" ONE_MEDIAN },
	{ .tool = "mitata", .at = "benchmarks[]", .sign = { ".stats.p50", ".stats.p999" },
		PATHS(IS(NAME, ".name"), IS(TWIN, ".group"), AS(SORTED, ".stats.samples[]", "time", "ns"),
		AS(MIDDLE, ".stats.p50", "time", "ns"), FAILURE), .sorted = "mitata: " IN_ORDER
		", and the lowest and highest one are cut off", .middle = "mitata's results without samples"
		ONE_MEDIAN },
	{ .tool = "tatami-ng", .at = "benchmarks[]",
		.sign = { ".stats.latency.p50", ".stats.throughput" }, PATHS(IS(NAME, ".name"),
		IS(TWIN, ".group"), AS(MIDDLE, ".stats.latency.p50", "time", "ns"), FAILURE),
		.middle = "tatami-ng's results" ONE_MEDIAN },
	{ .tool = "deno bench", .at = "benches[]", .sign = { ".results[].ok.avg" },
		PATHS(IS(GROUP, ".group"), IS(NAME, ".name"), AS(MIDDLE, ".results[].ok.avg", "time", "ns"),
		IS(FAILED, ".results[].failed.message"), IS(REASON, ".results[].failed.message")),
		.middle = "deno bench's results hold one mean each, no samples" },
	{ .tool = "bench-node", .at = "[]", .sign = { ".histogram.sampleData[]" },
		PATHS(IS(NAME, ".name"), AS(SORTED, ".histogram.sampleData[]", "time", "ns")),
		.sorted = "bench-node: " IN_ORDER },
	{ .tool = "bench-node", .at = "[]", .sign = { ".runsSampled", ".opsSec" },
		PATHS(IS(NAME, ".name"), AS(MIDDLE, ".opsSec", "throughput", "ops/s")),
		.middle = "bench-node's report holds one rate each, no samples" },
	{ .tool = "bench-node", .at = "[]", .sign = { ".runsSampled", ".totalTime" },
		PATHS(IS(NAME, ".name"), AS(MIDDLE, ".totalTime", "time", "s")),
		.middle = "bench-node's report in this mode holds one time each, of a single run" },
	{ .tool = "benchmark.js", .at = "[]", .sign = { ".stats.sample[]" },
		.bare = { ".stats.sample[]" }, PATHS(IS(NAME, ".name"),
		AS(VALUE, ".stats.sample[]", "time", "s"), FAILURE) },
	{ .tool = "benchmark.js", .at = "*", .sign = { ".stats.sample[]" }, PATHS(IS(NAME, ".name"),
		AS(VALUE, ".stats.sample[]", "time", "s"), FAILURE) },
	{ .tool = "benny", .at = "results[]", .sign = { ".details.sampleResults[]" },
		PATHS(IS(NAME, ".name"), AS(SORTED, ".details.sampleResults[]", "time", "s")),
		.sorted = "benny: " IN_ORDER },
	{ .tool = "benny", .at = "results[]", .sign = { ".ops", ".margin", ".percentSlower" },
		PATHS(IS(NAME, ".name"), AS(MIDDLE, ".ops", "throughput", "ops/s")),
		.middle = "benny's results hold one rate each, no samples (details: true)" },
	{ .tool = "benchmark-ips", .at = "[]", .sign = { ".ips", ".stddev", ".microseconds" },
		PATHS(IS(NAME, ".name"), AS(MIDDLE, ".ips", "throughput", "i/s")),
		.middle = "benchmark-ips' report holds one rate each, no samples" },
	{ .tool = "gungraun", .at = "",
		.sign = { ".module_path", ".profiles[].data.total.metrics.*.values.new" }, .lines = true,
		PATHS(IS(GROUP, ".module_path"), IS(NAME, ".id"),
		IS(VALUE, ".profiles[].data.total.metrics.*.values.new")) },
	{ .tool = "go test", .at = "", .sign = { ".Action", ".Package" }, .lines = true,
		PATHS(IS(GROUP, ".Package"), IS(LOG, ".Output")) },
	{ .tool = "perf stat", .at = "", .sign = { ".counter-value", ".event" }, .lines = true,
		PATHS(IS(NAME, ".cpu"), IS(NAME, ".core"), IS(NAME, ".thread"), IS(NAME, ".socket"),
		IS(NAME, ".die"), IS(NAME, ".node"), IS(METRIC, ".event"), IS(VALUE, ".counter-value"),
		IS(UNIT, ".unit")), .remark = BENCHI_PERF_REMARK },
	{ .tool = "ioping", .at = "[]", .sign = { ".target.fstype", ".io.time" },
		PATHS(AS(VALUE, ".io.time", "latency", "ns"), IS(WARM_UP, ".io.ignored")) },
	{ .tool = "vegeta", .at = "", .sign = { ".latency", ".timestamp" }, .lines = true,
		PATHS(IS(NAME, ".attack"), AS(VALUE, ".latency", "latency", "ns"), IS(FAILED, ".error"),
		IS(REASON, ".error")) },
	{ .tool = "ghz", .at = "details[]", .sign = { ".latency", ".status" },
		PATHS(AS(VALUE, ".latency", "latency", "ns"), IS(FAILED, ".error"), IS(REASON, ".error")) },
	{ .tool = "k6", .at = "", .sign = { ".type", ".metric", ".data" }, .lines = true,
		PATHS(IS(NAME, ".data.tags.name"), IS(METRIC, ".metric"), IS(VALUE, ".data.value"),
		IS(FAILED, ".data.tags.error_code"), IS(REASON, ".data.tags.error")),
		.units = "ms http_req_duration http_req_blocked http_req_connecting "
			"http_req_tls_handshaking http_req_sending http_req_waiting http_req_receiving "
			"iteration_duration group_duration ws_connecting ws_session_duration "
			"grpc_req_duration" },
	{ .tool = "libtest", .at = "", .sign = { ".type", ".event" }, .lines = true,
		PATHS(IS(NAME, ".name"), AS(MIDDLE, ".median", "time", "ns")), .middle = "libtest's lines"
		ONE_MEDIAN },
	{ .tool = "hyperfine", .at = "results[]", .sign = { ".command", ".median", ".stddev" },
		.weak = true, .rivals = true, PATHS(IS(NAME, ".command"),
		AS(MIDDLE, ".median", "time", "s"), IS(TWIN, ".parameters.*")),
		.middle = "hyperfine's results without times" ONE_MEDIAN },
	{ .tool = "Google Benchmark", .sign = { "benchmarks", "context.library_build_type" },
		.weak = true, .refuse = "no benchmark of Google Benchmark ran: --benchmark_filter selects "
			"some" },
	{ .tool = "Bencher", .at = "*", .sign = { ".*.value" }, .weak = true, PATHS(IS(NAME, ""),
		IS(VALUE, ".*.value")), .units = "ns latency" },
	{ .tool = "k6", .sign = { "root_group", "metrics" }, .refuse = "output of k6: give each "
			"request, not the summary: --out json=FILE" },
	{ .tool = "fortio", .sign = { "DurationHistogram.Data", "RunType" },
		.refuse = "output of fortio: not supported; its JSON is a histogram; hey -o csv writes a "
			"line per request" },
	{ .tool = "locust", .sign = { "[].num_none_requests", "[].num_reqs_per_sec" },
		.refuse = "output of locust: not supported; its JSON is a summary; hey -o csv writes a "
			"line per request" },
	{ .tool = "pytest-json-report", .sign = { "exitcode", "tests[].setup.duration" },
		.refuse = "output of pytest-json-report: not supported; durations of tests include their "
			"setup; pytest-benchmark measures" },
	{ .tool = "cyclictest", .sign = { "num_threads", "resolution_in_ns" },
		.refuse = "output of cyclictest: not supported; its JSON is a summary; -v prints the "
			"latencies" },
	{ .tool = "sysstat", .sign = { "sysstat.hosts" }, .refuse = "output of sysstat: not supported; "
			"it watches a machine, and measures no benchmark" },
	{ .tool = "BenchmarkTools", .sign = { "[].BenchmarkTools" },
		.refuse = "output of BenchmarkTools.jl: give the times, one (ns) per line: writedlm(FILE, "
			"b.times)" },
	{ .tool = "autocannon", .sign = { "latency.p97_5", "connections" },
		.refuse = "output of autocannon: not supported; its JSON is a summary" },
	{ .tool = "bombardier", .sign = { "spec", "result.latency" }, .refuse = "output of bombardier: "
			"not supported; its JSON is a summary" },
	{ .tool = "fio", .sign = { "jobs[].jobname" }, .refuse = "output of fio: not supported; its "
			"summary has no samples, its logs (--write_lat_log) are numbers: -C 2 -d ," },
	{ .tool = "iperf3", .sign = { "start.system_info" }, .refuse = "output of iperf3: not "
			"supported; write a number per line, such as jq .intervals[].sum.bits_per_second" },
	{ .tool = "llvm-mca", .sign = { "CodeRegions[].InstructionInfoView" },
		.refuse = "llvm-mca predicts, and measures nothing" },
	{ .tool = "EXPLAIN", .sign = { "[].Plan" }, .refuse = "output of EXPLAIN: not supported; "
			"pgbench -l writes a time per transaction" },
	{ .tool = "vegeta", .sign = { "latencies.99th" }, .refuse = "output of vegeta: its report is a "
			"summary: give its results, as vegeta encode writes them" },
	{ .tool = "Catch2", .sign = { "metadata.catch2-version" }, .refuse = "Catch2's JSON has no "
			"benchmarks; of its console output one number per line can be read" },
	{ .tool = "an array of numbers", .at = "", PATHS(AS(VALUE, "[]", "", NULL)) }
};

enum { FORMS = sizeof forms / sizeof *forms };

/*
 * Sets of paths. Each path has a bit, which stays set while the path fits.
 */

void benchi_path_add(benchi_path_set *set, size_t i, const char *record, const char *path)
{
	const char *const piece[] = { *path == '/' ? "" : record, path + (*path == '/') };
	size_t parts = 0;

	for (size_t k = 0; k < 2; k++)
		for (const char *at = piece[k]; *at; at += set->part[i][parts++].length) {
			at += *at == '.';
			set->part[i][parts].text = at;
			set->part[i][parts].length = *at == '[' ? 2 : strcspn(at, ".[");
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
 * Recognition of a form by its signs.
 */

typedef struct look {
	benchi_path_set signs;       /* paths that show a form */
	uint64_t wanted[FORMS], found;   /* wanted: the signs of each form; found: those in the text */
	benchi_json json;
	bench_status status;
} look;

/* Returns the first form whose signs were all found; FORMS if there is none. */
static size_t form_of_signs(const look *l)
{
	size_t f = 0;

	while (f < FORMS && (!l->wanted[f] || l->wanted[f] & ~l->found))
		f++;
	return f;
}

/* Walks the value whose first token was read, until a form is recognised or the text ends. Returns
 * the form, or FORMS if none was recognised. */
static size_t look_at_value(look *l, uint64_t fit, size_t depth, bool weak)
{
	const bool object = l->json.token == BENCHI_JSON_OBJECT;
	size_t found = FORMS;

	if (depth <= BENCHI_PATH_PARTS && fit & l->signs.ends[depth]) {
		l->found |= fit & l->signs.ends[depth];
		found = weak ? FORMS : form_of_signs(l);
	}
	if (found < FORMS || (!object && l->json.token != BENCHI_JSON_ARRAY))
		return found;
	if (!fit) {
		l->status = benchi_json_skip(&l->json);
		return FORMS;
	}
	while (found == FORMS && !l->status && !(l->status = benchi_json_next(&l->json))) {
		uint64_t any = 0, below;

		if (l->json.token == (object ? BENCHI_JSON_OBJECT_END : BENCHI_JSON_ARRAY_END))
			break;
		below = benchi_paths_below(&l->signs, fit, depth, object ? l->json.text : "[]",
		                    object ? l->json.length : 2, &any);
		if (object)
			l->status = benchi_json_next(&l->json);
		if (!l->status)
			found = look_at_value(l, below | any, depth + 1, weak);
	}
	return found;
}

const benchi_form *benchi_form_find(const benchi_input *in, bool surely, bool *bare, bool *cut)
{
	look *l = malloc(sizeof *l);
	const char *at = in->buffer + in->begin;
	size_t found = FORMS;
	double number;
	int pass = 0; /* whole files, then series of bare records, then weak forms */

	*cut = false;
	for (; l && found == FORMS && !*cut && pass < 3 - surely; pass++)
		for (size_t next = 0; next < FORMS && found == FORMS && !*cut;) {
			const bool records = pass == 1, weak = pass == 2;
			benchi_input text = *in; /* only what is in memory */
			size_t signs = 0;

			/* as many forms as fit in one set of paths */
			memset(l, 0, sizeof *l);
			for (; next < FORMS && signs + BENCHI_FORM_SIGNS <= BENCHI_PATHS_MOST; next++) {
				const benchi_form *f = &forms[next];
				const char *const *sign = records ? f->bare : f->sign;

				for (size_t i = 0; i < BENCHI_FORM_SIGNS && sign[i] && f->weak == weak; i++) {
					l->wanted[next] |= (uint64_t)1 << signs;
					benchi_path_add(&l->signs, signs++, records || !f->at ? "" : f->at, sign[i]);
				}
			}
			text.eof = true;
			text.spare = NULL;
			benchi_json_open(&l->json, &text);
			l->json.lenient = l->json.series = true;
			benchi_json_pass_comments(&l->json);
			l->status = benchi_json_next(&l->json);
			if (!l->status && records && l->json.token == BENCHI_JSON_ARRAY)
				l->status = benchi_json_next(&l->json);
			if (!l->status)
				found = look_at_value(l, l->signs.all, 0, weak);
			if (weak && !l->status) /* a weak form is decided on at the end of the text */
				found = form_of_signs(l);
			/* the text ends in the middle of a value */
			*cut = found == FORMS && l->status && text.begin + 64 > text.end;
			benchi_json_close(&l->json);
		}
	*bare = pass == 2;
	free(l);
	if (found == FORMS && *at == '[' && benchi_read_number(at + strspn(at, "[ \t\r\n"), &number)) {
		found = FORMS - 1;
		*cut = false;
	}
	return found < FORMS ? &forms[found] : NULL;
}
