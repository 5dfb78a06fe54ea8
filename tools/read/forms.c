/*
 * Reads JSON of other tools, each by a row of a table.
 *
 * A row is a text: the tool's name on the first line, then one statement per line, a word and what
 * it applies to.  A path has a '.' before a key, [] for each element of an array, and * for any
 * key.  Paths are relative to the record, which `at` names; with a '/' in front they begin at the
 * top of the file.
 *
 *	at PATH           one record: a benchmark, or one of its runs; no path: the whole value
 *	sign PATH...      the file has this form if all of these occur in it
 *	bare PATH...      records without the file around them, one after the other or in an array
 *		                (jq '.benchmarks[]', '.benchmarks'), have it if all of these occur in the
 *		                first one
 *	value PATH [METRIC [UNIT]]  ... and every other word in `roles`: what the path leads to.
 *		                METRIC: '-' is named by the unit; none is the key that the * stands for.
 *		                UNIT: '@' is the record's unit of time
 *	scope PATH        names and keys are known at the end of this value, not of the record
 *	skip KEY...       keys that a * does not stand for
 *	units UNIT METRIC...  the unit of these metrics; only these are unknown where a record failed
 *	refuse, unnamed, middle, sorted, remark TEXT  messages: instead of reading; if several
 *		                records have no name; notes where medians are read, where samples are
 *		                sorted, and on `remarked` values; in any case if the row has none of these
 *	lines             one record after the other, no brackets around them
 *	rivals            the benchmarks of a file are compared with each other
 *	weak              recognised only if no other row fits
 *	nonzero           a metric that is 0 throughout a record does not exist
 *	by_path           the file's place names the benchmark
 *
 * Strings rather than structures: programs that link bench_main carry this table, and a pointer
 * for each path would be 30 KB and hundreds of relocations.
 *
 * walk.c reads by a row.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/read/read.h"

#define SORTED "samples are sorted: their order is not that of the runs"
#define ONE_MEDIAN " hold one median each, no samples"
#define TASKS "bench.tasks.map(t => ({name: t.name, ...t.result}))"
#define TINYBENCH "sorted tinybench: " SORTED "\nmiddle tinybench's results" ONE_MEDIAN \
	" (retainSamples)\nunnamed " TASKS "\n"
#define VITEST "sorted vitest: " SORTED "\nmiddle vitest's results" ONE_MEDIAN
#define LATENCY "sample .latency.samples[] time ms\nmedian .latency.p50 time ms\n"
#define FAILURE "failed .error\nreason .error.message\n"

static const char *const forms[] = {
	"hyperfine\nat results[]\nsign .times[]\nbare .times[] .exit_codes[]\nname .command\n"
		"value .times[] time s\nvalue .user[] user s\nvalue .system[] system s\n"
		"value .memory_usage_byte[] memory_usage_byte B\nexit .exit_codes[]\n"
		"twin .parameters.*\nrivals\nremarked .user\nremarked .system\n"
		"remark user and system are means over all runs, not measurements: left out",
	"hyperfine\nat results[]\nsign .measurements[].*.value\nbare .measurements[].*.value\n"
		"name .name\nother .command\nvalue .measurements[].*.value\n"
		"unit .measurements[].*.unit\nexit .measurements[].exit_code\n"
		"twin .parameters.*.value\nrivals",
	"nanobench\nat results[]\nsign .measurements[].elapsed\nbare .measurements[].elapsed\n"
		"group .title\nname .name\nvalue .measurements[].elapsed time s\n"
		"value .measurements[].*\nnonzero\nskip iterations",
	"Google Benchmark\nat benchmarks[]\nsign .real_time\n"
		"bare .real_time .cpu_time .time_unit\nname .run_name\nother .name\nkind .run_type\n"
		"time_unit .time_unit\nvalue .real_time real_time @\nvalue .cpu_time cpu_time @\n"
		"value .bytes_per_second bytes_per_second B/s\nvalue .*\nfailed .error_occurred\n"
		"reason .error_message\nfailed .skipped\nreason .skip_message\n"
		"skip family_index per_family_instance_index repetitions repetition_index threads "
		"iterations",
	"JMH\nat []\nsign .primaryMetric.scoreUnit\nbare .primaryMetric.scoreUnit\n"
		"name .benchmark\nparameter .params.*\ntwin .mode\nrun .primaryMetric.rawData[]\n"
		"value .primaryMetric.rawData[][]\nunit .primaryMetric.scoreUnit\n"
		"run .primaryMetric.rawDataHistogram[]\n"
		"counted .primaryMetric.rawDataHistogram[][][][]\nrun .secondaryMetrics.*.rawData[]\n"
		"value .secondaryMetrics.*.rawData[][]\nunit .secondaryMetrics.*.scoreUnit",
	"pytest-benchmark\nat benchmarks[]\nsign .stats.data[]\n"
		"bare .stats.data[] .stats.iqr_outliers\nscope /\nname .fullname\nother .name\n"
		"value .stats.data[] time s\ncommit /commit_info.id\ndate /commit_info.time\n"
		"date /datetime\nmachine /machine_info.node",
	"pytest-benchmark\nat benchmarks[]\nsign .stats.iqr_outliers /machine_info\nweak\n"
		"refuse output of pytest-benchmark: give a file with its data: --benchmark-save-data, or "
		"--benchmark-json FILE",
	"pytest-codspeed\nat benchmarks[]\nsign .stats.median_ns\nname .uri\nother .name\n"
		"median .stats.median_ns time ns\nmiddle pytest-codspeed's results" ONE_MEDIAN,
	"pyperf\nat benchmarks[]\nsign .runs[].values[]\nscope /\n"
		"name .metadata.name\nfile_name /metadata.name\nrun .runs[]\nvalue .runs[].values[]\n"
		"unit .metadata.unit\nfile_unit /metadata.unit",
	"BenchmarkDotNet\nat Benchmarks[]\nsign .Statistics.OriginalValues[]\n"
		"bare .Statistics.OriginalValues[]\nname .FullName\n"
		"value .Statistics.OriginalValues[] time ns\ntwin .DisplayInfo",
	"Android Benchmark\nat benchmarks[]\nsign .metrics.*.runs[] .className\n"
		"group .className\nname .name\ntwin .params.*\nvalue .metrics.*.runs[]\n"
		"units ns timeNs",
	"criterion's sample.json\nat\nsign .iters[] .times[]\nvalue .times[] time ns\n"
		"divisor .iters[]\nby_path",
	"criterion's estimates.json\nat\nsign .median.point_estimate\n"
		"median .median.point_estimate time ns\nby_path\n"
		"middle criterion's estimates hold one median, no samples (sample.json does)",
	"critcmp\nat benchmarks.*\nsign .criterion_estimates_v1.median.point_estimate\nname\n"
		"median .criterion_estimates_v1.median.point_estimate time ns\n"
		"middle critcmp's exports" ONE_MEDIAN,
	"criterion\nsign full_id directory_name\n"
		"refuse output of criterion: give target/criterion/NAME/new/sample.json",
	"cargo-criterion\nat\nsign .reason .measured_values[] .iteration_count[]\nlines\n"
		"name .id\nvalue .measured_values[] time ns\ndivisor .iteration_count[]",
	"github-action-benchmark\nat entries.*[].benches[]\nsign .value\nscope /entries.*[]\n"
		"group /entries.*\nname .name\nvalue .value -\nunit .unit -\n"
		"commit /entries.*[].commit.id\ndate /entries.*[].date",
	"github-action-benchmark\nat []\nsign .value .unit\nname .name\nvalue .value\n"
		"unit .unit",
	"asv\nat results.*\nsign /env_name []\nscope /\nname\ncell []\ncell [][]\ncell [][][]\n"
		"column /result_columns[]\ncommit /commit_hash\ndate /date\nmachine /params.machine\n"
		"environment /env_name\n"
		"middle asv's results without samples hold one median each (--record-samples)",
	"asv\nsign machine num_cpu ram\n"
		"refuse asv's machine.json describes a machine: its results are in the files next to it",
	"tinybench\nat tasks[]\nsign .result.latency.p50\nname .name\n"
		"sample .result.latency.samples[] time ms\nmedian .result.latency.p50 time ms\n"
		"failed .result.error\nreason .result.error.message\n" TINYBENCH,
	"tinybench\nat []\nsign .result.latency.p50\nbare .result.latency.p50\nname .name\n"
		"sample .result.latency.samples[] time ms\nmedian .result.latency.p50 time ms\n"
		"failed .result.error\nreason .result.error.message\n" TINYBENCH,
	"tinybench\nat []\nsign .result.samples[]\nname .name\n"
		"sample .result.samples[] time ms\nmedian .result.p50 time ms\nfailed .result.error\n"
		"reason .result.error.message\n" TINYBENCH,
	"tinybench\nat []\nsign .latency.p50 .totalTime\nname .name\n" LATENCY FAILURE TINYBENCH,
	"tinybench\nat []\nsign .samples[] .totalTime .period\nname .name\n"
		"sample .samples[] time ms\n" FAILURE TINYBENCH,
	"tinybench\nsign retainSamples warmupIterations\n"
		"refuse this is the set-up of tinybench; give a list of its results, such as " TASKS,
	"vitest\nat\nsign .latency.p50 .latency.samplesCount .throughput\n" LATENCY VITEST,
	"vitest\nat files[].groups[].benchmarks[]\nsign .sampleCount\n"
		"group /files[].groups[].fullName\nname .name\nsample .samples[] time ms\n"
		"median .mean time ms\nmedian .median time ms\n" VITEST " (vitest 1: one mean; vitest 5's "
		"--reporter=json: retainSamples)", /* the median comes after the mean */
	"vitest\nat testResults[].assertionResults[].benchmarks[].tasks[]\nsign .latency.p50\n"
		"group /testResults[].assertionResults[].benchmarks[].name\nname .name\n"
		LATENCY VITEST " (retainSamples)",
	"mitata\nat benchmarks[].runs[]\nsign .stats.p50\nname .name\ntwin .args.*\n"
		"twin /benchmarks[].group\nsample .stats.samples[] time ns\n"
		"median .stats.p50 time ns\n"
		FAILURE "sorted mitata: " SORTED ", and the lowest and highest two are cut off\n"
		"middle mitata's results without samples" ONE_MEDIAN,
	"mitata\nat benchmarks[]\nsign .stats.p50 .stats.p999\nname .name\ntwin .group\n"
		"sample .stats.samples[] time ns\nmedian .stats.p50 time ns\n"
		FAILURE "sorted mitata: " SORTED ", and the lowest and highest one are cut off\n"
		"middle mitata's results without samples" ONE_MEDIAN,
	"tatami-ng\nat benchmarks[]\nsign .stats.latency.p50 .stats.throughput\nname .name\n"
		"twin .group\nmedian .stats.latency.p50 time ns\n"
		FAILURE "middle tatami-ng's results" ONE_MEDIAN,
	"deno bench\nat benches[]\nsign .results[].ok.avg\ngroup .group\nname .name\n"
		"median .results[].ok.avg time ns\nfailed .results[].failed.message\n"
		"reason .results[].failed.message\n"
		"middle deno bench's results hold one mean each, no samples",
	"bench-node\nat []\nsign .histogram.sampleData[]\nname .name\n"
		"sample .histogram.sampleData[] time ns\nsorted bench-node: " SORTED,
	"bench-node\nat []\nsign .runsSampled .opsSec\nname .name\n"
		"median .opsSec throughput ops/s\n"
		"middle bench-node's report holds one rate each, no samples",
	"bench-node\nat []\nsign .runsSampled .totalTime\nname .name\nmedian .totalTime time s\n"
		"middle bench-node's report in this mode holds one time each, of a single run",
	"benchmark.js\nat []\nsign .stats.sample[]\nbare .stats.sample[]\nname .name\n"
		"value .stats.sample[] time s\n" FAILURE,
	"benchmark.js\nat *\nsign .stats.sample[]\nname .name\nvalue .stats.sample[] time s\n"
		FAILURE,
	"benny\nat results[]\nsign .details.sampleResults[]\nname .name\n"
		"sample .details.sampleResults[] time s\nsorted benny: " SORTED,
	"benny\nat results[]\nsign .ops .margin .percentSlower\nname .name\n"
		"median .ops throughput ops/s\n"
		"middle benny's results hold one rate each, no samples (details: true)",
	"benchmark-ips\nat []\nsign .ips .stddev .microseconds\nname .name\n"
		"median .ips throughput i/s\n"
		"middle benchmark-ips' report holds one rate each, no samples",
	"gungraun\nat\nsign .module_path .profiles[].data.total.metrics.*.values.new\nlines\n"
		"group .module_path\nname .id\nvalue .profiles[].data.total.metrics.*.values.new",
	"go test\nat\nsign .Action .Package\nlines\ngroup .Package\nlog .Output",
	"perf stat\nat\nsign .counter-value .event\nlines\nname .cpu\nname .core\nname .thread\n"
		"name .socket\nname .die\nname .node\nmetric .event\nvalue .counter-value\n"
		"unit .unit\nremark " BENCHI_PERF_REMARK,
	"ioping\nat []\nsign .target.fstype .io.time\nvalue .io.time latency ns\nwarm_up .io.ignored",
	"vegeta\nat\nsign .latency .timestamp\nlines\nname .attack\nvalue .latency latency ns\n"
		"failed .error\nreason .error",
	"ghz\nat details[]\nsign .latency .status\nvalue .latency latency ns\nfailed .error\n"
		"reason .error",
	"k6\nat\nsign .type .metric .data\nlines\nname .data.tags.name\nmetric .metric\n"
		"value .data.value\nfailed .data.tags.error_code\n"
		"reason .data.tags.error\n"
		"units ms http_req_duration http_req_blocked http_req_connecting "
		"http_req_tls_handshaking "
		"http_req_sending http_req_waiting http_req_receiving iteration_duration group_duration "
		"ws_connecting ws_session_duration grpc_req_duration",
	"libtest\nat\nsign .type .event\nlines\nname .name\nmedian .median time ns\n"
		"middle libtest's lines" ONE_MEDIAN,
	"hyperfine\nat results[]\nsign .command .median .stddev\nweak\nname .command\n"
		"median .median time s\ntwin .parameters.*\nrivals\n"
		"middle hyperfine's results without times" ONE_MEDIAN,
	"Google Benchmark\nsign benchmarks context.library_build_type\nweak\n"
		"refuse no benchmark of Google Benchmark ran: --benchmark_filter selects some",
	"Bencher\nat *\nsign .*.value\nweak\nname\nvalue .*.value\nunits ns latency",
	"k6\nsign root_group metrics\n"
		"refuse output of k6: give each request, not the summary: --out json=FILE",
	"fortio\nsign DurationHistogram.Data RunType\n"
		"refuse output of fortio: not supported; its JSON is a histogram; hey -o csv writes a line "
		"per request",
	"locust\nsign [].num_none_requests [].num_reqs_per_sec\n"
		"refuse output of locust: not supported; its JSON is a summary; hey -o csv writes a line "
		"per request",
	"pytest-json-report\nsign exitcode tests[].setup.duration\n"
		"refuse output of pytest-json-report: not supported; durations of tests include their "
		"setup; pytest-benchmark measures",
	"cyclictest\nsign num_threads resolution_in_ns\n"
		"refuse output of cyclictest: not supported; its JSON is a summary; -v prints the "
		"latencies",
	"sysstat\nsign sysstat.hosts\n"
		"refuse output of sysstat: not supported; it watches a machine, and measures no benchmark",
	"BenchmarkTools\nsign [].BenchmarkTools\n"
		"refuse output of BenchmarkTools.jl: give the times, one (ns) per line: writedlm(FILE, "
		"b.times)",
	"autocannon\nsign latency.p97_5 connections\n"
		"refuse output of autocannon: not supported; its JSON is a summary",
	"bombardier\nsign spec result.latency\n"
		"refuse output of bombardier: not supported; its JSON is a summary",
	"fio\nsign jobs[].jobname\n"
		"refuse output of fio: not supported; its summary has no samples, its logs "
		"(--write_lat_log) are numbers: "
		"-C 2 -d ,",
	"iperf3\nsign start.system_info\n"
		"refuse output of iperf3: not supported; write a number per line, such as jq "
		".intervals[].sum.bits_per_second",
	"llvm-mca\nsign CodeRegions[].InstructionInfoView\n"
		"refuse llvm-mca predicts, and measures nothing",
	"EXPLAIN\nsign [].Plan\n"
		"refuse output of EXPLAIN: not supported; pgbench -l writes a time per transaction",
	"vegeta\nsign latencies.99th\n"
		"refuse output of vegeta: its report is a summary: give its results, as vegeta encode "
		"writes them", "Catch2\nsign metadata.catch2-version\n"
		"refuse Catch2's JSON has no benchmarks; of its console output one number per line "
		"can be read",
	"an array of numbers\nat\nvalue [] -"
};

enum { FORMS = sizeof forms / sizeof *forms };

const char *benchi_form_line(const char *row, const char *word)
{
	const size_t n = strlen(word);

	while ((row = strchr(row, '\n')) != NULL)
		if (!strncmp(++row, word, n) && strchr(" \n", row[n]))
			return row + n + (row[n] == ' ');
	return NULL;
}

/* Writes at *to the path as seen from the top of the file: the path of the records, then path; a
 * path that begins with '/' stays as it is. Moves *to past the NUL. Returns the written path. */
static const char *whole_path(const char *record, benchi_word path, char **to)
{
	char *begin = *to;

	if (path.length && *path.text == '/')
		*to += sprintf(begin, "%.*s", (int)path.length - 1, path.text + 1) + 1;
	else
		*to += sprintf(begin, "%s%.*s", record, (int)path.length, path.text) + 1;
	return begin + (*begin == '.');
}

/* Writes the path of the row's records to path; "" if the row has none. bare: the records have no
 * file around them, so the path is "". */
static void record_path(const char *row, bool bare, char path[BENCHI_FORM_RECORD])
{
	const char *at = bare ? NULL : benchi_form_line(row, "at");

	snprintf(path, BENCHI_FORM_RECORD, "%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
}

size_t benchi_word_place(const char *list, benchi_word word)
{
	const char *const end = list + strlen(list);
	benchi_word one = benchi_word_next(&list, end);

	for (size_t n = 0; one.length; n++, one = benchi_word_next(&list, end))
		if (benchi_word_same(one, word))
			return n;
	return SIZE_MAX;
}

/* Reads a row of the table into a form. */
static void read_row(const char *row, bool bare, benchi_form *form)
{
	/* in the order of benchi_form_role */
	static const char roles[] = "at group name other file_name file_unit parameter twin run value "
		"sample median counted divisor metric unit time_unit failed reason kind warm_up "
		"remarked exit commit date machine environment log column cell";
	static const char texts[] = "refuse unnamed middle sorted remark skip units";
	static const char flags[] = "lines rivals weak nonzero by_path";
	char record[BENCHI_FORM_RECORD], *to = form->store;
	const char *end = row + strcspn(row, "\n");

	memset(form, 0, sizeof *form);
	record_path(row, bare, record);
	form->flag[BENCHI_FORM_LINES] = bare;
	form->tool = to;
	to += sprintf(to, "%.*s", (int)(end - row), row) + 1;
	for (const char *line = end; *line++; line = end) {
		benchi_form_path *p = &form->path[form->paths];
		benchi_word word, path, metric, unit;
		size_t role, text, flag;

		end = line + strcspn(line, "\n");
		word = benchi_word_next(&line, end);
		role = benchi_word_place(roles, word);
		text = benchi_word_place(texts, word);
		flag = benchi_word_place(flags, word);
		if (text < BENCHI_FORM_TEXTS) {
			form->text[text] = to;
			to += sprintf(to, "%.*s", (int)(end - line - 1), line + 1) + 1;
		} else if (flag < BENCHI_FORM_FLAGS)
			form->flag[flag] = true;
		path = role || !bare ? benchi_word_next(&line, end) : (benchi_word){ "", 0 };
		if (benchi_word_is(word, "scope") && !bare) {
			form->scope = 1 + (path.length > 1); /* number of parts, plus one */
			for (size_t i = 1; i < path.length; i++)
				form->scope += path.text[i] == '.' || path.text[i] == '[';
		}
		if (role >= IS_ROLES || (bare && path.length && *path.text == '/'))
			continue;
		form->named = form->named || (role >= IS_GROUP && role <= IS_FILE_NAME);
		p->is = (benchi_form_role)role;
		p->path = role ? whole_path(record, path, &to) : whole_path("", path, &to);
		metric = benchi_word_next(&line, end);
		unit = benchi_word_next(&line, end);
		p->metric = metric.length ? to : NULL;
		if (metric.length)
			to += sprintf(to, "%.*s", benchi_word_is(metric, "-") ? 0 : (int)metric.length,
				metric.text) + 1;
		p->unit = unit.length ? to : NULL;
		if (unit.length)
			to += sprintf(to, "%.*s", (int)unit.length, unit.text) + 1;
		form->paths++;
	}
}

/*
 * Sets of paths. Each path has a bit, which stays set while the path fits.
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
 * Recognition of a form by its signs.
 */

typedef struct look {
	benchi_path_set signs;
	uint64_t of[FORMS], found;   /* of: the signs of each form */
	char store[8192];            /* memory of the paths */
	benchi_json json;
	bench_status status;
} look;

/* Returns the first form whose signs were all found; FORMS if there is none. */
static size_t form_of_signs(const look *l)
{
	size_t f = 0;

	while (f < FORMS && (!l->of[f] || l->of[f] & ~l->found))
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

/* Looks for forms from *next on, as many as fit in one set of paths, and moves *next past them.
 * weak: decides at the end of the text. *cut: the text ends in the middle of a value. */
static size_t look_for(const benchi_input *in, look *l, size_t *next, const char *sign, bool weak,
                       bool *cut)
{
	benchi_input text = *in; /* only what is in memory */
	char *to = l->store;
	size_t signs = 0, found = FORMS;

	memset(l, 0, sizeof *l);
	for (; *next < FORMS && signs + 4 <= BENCHI_PATHS_MOST; ++*next) {
		const char *row = forms[*next], *at = benchi_form_line(row, sign);
		const char *end = at ? at + strcspn(at, "\n") : NULL;
		char record[BENCHI_FORM_RECORD];
		benchi_word path;

		record_path(row, *sign == 'b', record);
		while (at && weak == (benchi_form_line(row, "weak") != NULL)
		       && (path = benchi_word_next(&at, end)).length) {
			l->of[*next] |= (uint64_t)1 << signs;
			benchi_path_add(&l->signs, signs++, whole_path(record, path, &to));
		}
	}
	text.eof = true;
	text.spare = NULL;
	benchi_json_open(&l->json, &text);
	l->json.lenient = l->json.series = true;
	benchi_json_pass_comments(&l->json);
	l->status = benchi_json_next(&l->json);
	if (!l->status && *sign == 'b' && l->json.token == BENCHI_JSON_ARRAY)
		l->status = benchi_json_next(&l->json);
	if (!l->status)
		found = look_at_value(l, l->signs.all, 0, weak);
	if (weak && !l->status)
		found = form_of_signs(l);
	*cut = found == FORMS && l->status && text.begin + 64 > text.end;
	benchi_json_close(&l->json);
	return found;
}

benchi_form *benchi_form_find(const benchi_input *in, bool surely, bool *cut)
{
	look *l = malloc(sizeof *l);
	benchi_form *form = malloc(sizeof *form);
	const char *at = in->buffer + in->begin;
	size_t found = FORMS;
	double number;
	int pass = 0; /* whole files, then series of bare records, then weak forms */

	*cut = false;
	for (; l && form && found == FORMS && !*cut && pass < 3 - surely; pass++)
		for (size_t next = 0; next < FORMS && found == FORMS && !*cut;)
			found = look_for(in, l, &next, pass == 1 ? "bare" : "sign", pass == 2, cut);
	if (found == FORMS && *at == '[' && benchi_read_number(at + strspn(at, "[ \t\r\n"), &number)) {
		found = FORMS - 1;
		*cut = false;
	}
	if (found < FORMS && form)
		read_row(forms[found], pass == 2, form);
	else {
		free(form);
		form = NULL;
	}
	free(l);
	return form;
}
