/*
 * Every format is recognised and read; everything else is refused with file and line.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/read/read.h"

static benchi_rows rows;

static bench_status read_bytes(const char *text, size_t length)
{
	FILE *file = check_file();
	bench_status status;

	ck_assert_uint_eq(fwrite(text, 1, length, file), length);
	rewind(file);
	benchi_rows_free(&rows);
	status = benchi_read(file, "f", NULL, &rows);
	fclose(file);
	return status;
}

static bench_status read_text(const char *text)
{
	return read_bytes(text, strlen(text));
}

static const benchi_set *set_of(const char *benchmark, const char *metric)
{
	for (size_t i = 0; i < rows.sets; i++)
		if (!strcmp(rows.set[i].benchmark, benchmark) && !strcmp(rows.set[i].metric, metric))
			return &rows.set[i];
	ck_abort_msg("no set %s, %s", benchmark, metric);
	return NULL;
}

/* Expects that the set has these values. */
static void expect(const char *benchmark, const char *metric, size_t n, const double *x)
{
	const benchi_set *set = set_of(benchmark, metric);

	ck_assert_uint_eq(set->n, n);
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(set->x[i] == x[i], "value %zu of %s is %g", i, metric, set->x[i]);
}

static const double one_two_three[] = { 1, 2, 3 };

#define QUOTED "x , \"a \"\"b\"\"\"\r\n 1 , \"7\"\r\n\r\n2,8\r\n\"3\",9"
#define LINES "benchmark,ns\n\"a\nb \"\"x\"\"\r\n#\",1\nc\"d,2\ne,2\n"
#define RECORDS "{\"name\": \"a\", \"values\": [1, 2, 3]}\n" \
	"{\"name\": \"b\", \"unit\": \"ms\", \"value\": 4}\n"

/* Texts, and a set in each. */
static const struct {
	const char *text, *benchmark, *metric, *unit;
	size_t sets, n;
	double x[3];
} good[] = {
	{ "1\n2\n3\n", "", "", "", 1, 3, { 1, 2, 3 } },
	{ "# head\n\n 1 x\r\n2\r\n  \n3", "", "", "", 1, 3, { 1, 2, 3 } },
	{ "\xef\xbb\xbf" "1\n2\t# late\n3 \t \n#4", "", "", "", 1, 3, { 1, 2, 3 } },
	{ "[1, 2,\n3]", "", "", "", 1, 3, { 1, 2, 3 } },
	{ "ms\n1\r\n2\n\n3\n", "", "ms", "", 1, 3, { 1, 2, 3 } },
	{ "benchmark,wall_time\na,1\nb,7\na,2\na,3\n", "a", "wall_time", "s", 2, 3, { 1, 2, 3 } },
	{ QUOTED, "", "x", "", 2, 3, { 1, 2, 3 } },
	{ QUOTED, "", "a \"b\"", "", 2, 3, { 7, 8, 9 } },
	{ LINES, "a\nb \"x\"\r\n#", "ns", "", 3, 1, { 1 } },
	{ LINES, "c\"d", "ns", "", 3, 1, { 2 } }, { LINES, "e", "ns", "", 3, 1, { 2 } },
	{ RECORDS, "a", "", "", 2, 3, { 1, 2, 3 } }, { RECORDS, "b", "", "ms", 2, 1, { 4 } },
	{ "commit,time\nnew,1\nold,7\nnew,3\n", "new", "time", "", 2, 2, { 1, 3 } },
	{ "commit,host,time\nnew,h,1\nold,h,7\nnew,h,3\n", "commit=new/host=h", "time", "", 2, 2,
		{ 1, 3 } },
};

TEST(what_is_well_formed_is_read)
{
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		ck_assert_msg(read_text(good[i].text) == BENCH_OK, "%s", bench_detail());
		ck_assert_uint_eq(rows.sets, good[i].sets);
		expect(good[i].benchmark, good[i].metric, good[i].n, good[i].x);
		ck_assert_str_eq(set_of(good[i].benchmark, good[i].metric)->unit, good[i].unit);
	}
}

TEST(columns_and_delimiters)
{
	benchi_read_options options = { .plain = { ",;", 2, false }, .only_plain = true };
	FILE *file = check_file();

	fputs("a,1,x\nb;,2\nc\n,,d,3;9\ne,#,4\n", file);
	rewind(file);
	benchi_rows_free(&rows);
	ck_assert_int_eq(benchi_read(file, "f", &options, &rows), BENCH_OK);
	fclose(file);
	expect("", "", 3, one_two_three);
}

TEST(runs_and_rounds)
{
	const benchi_set *set;

	ck_assert_int_eq(read_text("name,process,round,ns\na,p,5,1\na,q,6,2\na,p,7,3\n"), BENCH_OK);
	expect("a", "ns", 3, one_two_three);
	set = set_of("a", "ns");
	ck_assert_ptr_nonnull(set->run);
	ck_assert(set->run[0] == set->run[2] && set->run[0] != set->run[1]);
	ck_assert_uint_eq(set->round[1], 6);
	/* each goos: line begins the output of another process */
	ck_assert_int_eq(read_text("goos: x\nBenchmarkA 1 1 ns/op\nBenchmarkA 1 2 ns/op\ngoos: x\n"
	                           "BenchmarkA 1 3 ns/op\n"), BENCH_OK);
	expect("A", "ns/op", 3, one_two_three);
	set = set_of("A", "ns/op");
	CHECK_NUMBERS({ set->run[0], 0 }, { set->run[1], 0 }, { set->run[2], 1 });
}

TEST(our_json)
{
	ck_assert_int_eq(read_text("{\"libbench\": 2, \"by\": [{\"values\": [0]}], \"results\": ["
	                           "{\"values\": [1, 2e0, 3.0], \"name\": \"\\u00e4\\ud83d\\ude00\\n\","
	                           " \"metric\": \"m\", \"unit\": \"ns\", \"better\": \"higher\"},\n"
	                           "{\"name\": \"q\", \"process\": 7, \"values\": [4]},"
	                           "{\"name\": \"q\", \"process\": \"8\", \"values\": [5, 6]}]}\n"),
	                 BENCH_OK);
	expect("\xc3\xa4\xf0\x9f\x98\x80\n", "m", 3, one_two_three);
	CHECK_NUMBERS({ rows.set[0].better, BENCHI_BETTER_HIGHER }, { set_of("q", "")->n, 3 },
		{ set_of("q", "")->run[0], 0 }, { set_of("q", "")->run[2], 1 });
	ck_assert_str_eq(rows.set[0].unit, "ns");
}

/* Reads a file of tests/golden/readers. */
static void read_real(const char *name)
{
	FILE *file = check_source("tests/golden/readers/%s", name);

	benchi_rows_free(&rows);
	ck_assert_msg(benchi_read(file, name, NULL, &rows) == BENCH_OK, "%s", bench_detail());
	fclose(file);
}

TEST(failed_runs_of_hyperfine_are_said)
{
	ck_assert_int_eq(read_text("{\"results\": [{\"command\": \"c\", \"user\": 1, "
	                           "\"times\": [1, 2, 3],\"exit_codes\": [0, 7, 1], "
	                           "\"memory_usage_byte\": [5, 6, 7]}]}"),
	                 BENCH_OK);
	expect("c", "time", 3, one_two_three);
	CHECK_NUMBERS({ set_of("c", "memory_usage_byte")->n, 3 }, { rows.notes.n, 2 });
	ck_assert_str_eq(rows.notes.text[0],
		"2 runs of 'c' exited with an error; their times are included");
}

/* Invalid texts, and the messages about them. */
static const char *const bad[][2] = {
	{ "", "f: found no number" }, { "\n \n", "f: found no number" }, { "# 1\n", "found no number" },
	{ "1\n2\nthree\n", "f:3: found 'three', expected a number" },
	{ "1\n2 3\n4x 5\n", "f:3: found '4x', expected a number" },
	{ "1\nnan\n", "f:2: found 'nan'" }, { "1\n\n-inf\n", "f:3: found '-inf'" },
	{ "1\r2\r3\r", "f:1: found '1?2?3?', expected lines that end in a newline" },
	{ "a,b\r1,2\r", "f:1: found 'a,b?1,2?', expected lines that end in a newline" },
	{ "1e999\n", "f:1: found '1e999', expected a number that a double can hold" },
	{ "1\n0x10\n", "f:2: found '0x10'" }, { "\xff\xfe" "1", "UTF-16" },
	{ "1\n1234567890123456789012345678901234567890x\n",
	  "f:2: found '1234567890123456789012345678901234567890...', expected a number" },
	{ "a,b\n1,2\n3\n", "f:3: found '3', expected 2 fields as in the header, not 1" },
	{ "a,b\n1,2\n3,4,5\n", "f:3: found '3,4,5', expected 2 fields as in the header, not 3" },
	{ "a,b\n1,\n", "f:2: found '', expected a number in column 'b'" },
	{ "a,b\n1,nan\n", "f:2: found 'nan', expected a number in column 'b'" },
	{ "a,b\n1,0x10\n", "found '0x10'" }, { "a,b\n1,2\n1,c\n", "f:3: found 'c', expected a number" },
	{ "a,b\n1,\"2\n", "a closing quote" },
	{ "benchmark,ns\na,1\n\"b\nc,2\nd,3\n",
	  "f:3: found '\"b?c,2?d,3', expected a closing quote" },
	{ "a,b\n1,\"2\"3\n", "a separator after the quote" },
	{ "a,\n1,2\n",
	  "f:2: found '2', expected nothing in column 2, which the header does not name" },
	{ "a,,b\n1,2,3\n", "f:1: found '', expected the name of a column" },
	{ "a,a\n1,2\n", "one column only" }, { "run,process,x\n", "one column only" },
	{ "benchmark,run\na,1\n", "a column with numbers as well" },
	{ "a,b\n", "found no number" }, { "round,x\n4294967296,2\n", "from 0 to 4294967295 in column" },
	{ "benchmark,x\n,1\n", "f:2: found '', expected the name of a benchmark" },
	{ "{\"results\": [{\"values\": [1, 2", "f:1: found 'the end of the file'" },
	{ "{\"results\": [\n{\"values\": [1, \"x\"]}]}", "f:2: found 'values', expected an array" },
	{ "{\"results\": [{\"name\": \"x\"}]}", "f:1: found 'a result', expected \"values\" in it" },
	{ "{\"results\": [{\"values\": []}]}", "found no number" },
	{ "{\"results\": []}", "found no number" }, { "{\"x\": 1}", "\"results\" (libbench" },
	{ "[1, \"a\"]", "a number among the values" }, { "[]", "found no number" },
	{ "[{\"results\": [{\"values\": [1]}]}]", "expected of ramps alone" },
	{ "[{\"libbench_ramp\": 1, \"steps\": []}]", "found no number" },
	{ "{\"libbench_ramp\": 1, \"results\": []}", "\"results\" (libbench" },
	{ "{\"libbench_ramp\": 2, \"steps\": []}", "version 1" },
	{ "{\"libbench\": 3, \"results\": []}", "version 1 or 2" },
	{ "{\"results\": [{\"values\": [01]}]}", "f:1: found '01', expected a value" },
	{ "{\"results\": [{\"values\": [1e999]}]}", "that a double can hold" },
	{ "{\"results\": [{\"values\": [NaN]}]}", "f:1: found 'NaN', expected a value" },
	{ "{\"results\": [{\"values\": [1,]}]}", "found ']', expected a value" },
	{ "{\"results\": [{\"values\": [1]}]} x", "nothing after" },
	{ "{\"results\": [{\"values\" [1]}]}", "a colon" }, { "{results: 1}", "a key in quotes" },
	{ "{\"a\": \"\n\"}", "a closing quote" }, { "{\"a\": \"\\q\"}", "an escape" },
	{ "{\"a\": \"\\u12g4\"}", "four hexadecimal digits" }, { "{\"a\": tru}", "found 'tru'" },
	{ "{\"benchmarks\": [{\"name\": \"a\", \"time_unit\": \"h\", \"real_time\": 1}]}",
	  "ns, us, ms or s" },
	{ "{\"benchmarks\": [{\"name\": \"a\", \"run_type\": \"aggregate\", \"real_time\": 1}]}",
	  "aggregates" },
	{ "pkg: a\nBenchmarkX 10\n", "line 2: found no count and value after 'a.X'" },
	{ "BenchmarkX 10 x ns/op\n", "line 1: found no count and value after 'X'" },
	{ "goos: linux\nBenchmarkX 10 +inf ns/op\n", "line 2: found no count and value" },
};

TEST(what_is_wrong_is_said)
{
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_int_eq(read_text(bad[i][0]), BENCH_ERR_INPUT);
		ck_assert_msg(strstr(bench_detail(), bad[i][1]) != NULL, "case %zu, '%s' gave: %s", i,
		              bad[i][0], bench_detail());
	}
	ck_assert_int_eq(read_bytes("1\n2\0003\n", 6), BENCH_ERR_INPUT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "f:2: found '2?3', expected text without NUL"));
}

TEST(long_lines_and_deep_nesting_are_refused)
{
	size_t n = 3u << 20;
	char *text = malloc(n);

	ck_assert_ptr_nonnull(text);
	memset(text, '1', n);
	ck_assert_int_eq(read_bytes(text, n), BENCH_ERR_INPUT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "f:1: a line of over 1048576 bytes"));
	memset(text, '[', n);
	memcpy(text, "{\"a\":", 5);
	ck_assert_int_eq(read_bytes(text, n), BENCH_ERR_INPUT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "64 levels"));
	memset(text, 'x', n);
	memcpy(text, "{\"", 2);
	ck_assert_int_eq(read_bytes(text, n), BENCH_ERR_INPUT);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "expected a closing quote"));
	free(text);
}

/* Tokens cross the ends of the reader's blocks. */
TEST(a_large_file_arrives_whole)
{
	size_t n = 200000, used = 0;
	char *text = malloc(n * 16);

	ck_assert_ptr_nonnull(text);
	for (size_t i = 0; i < n; i++)
		used += (size_t)sprintf(text + used, "%zu.%02zu\n", i, i % 100);
	ck_assert_int_eq(read_bytes(text, used), BENCH_OK);
	ck_assert_uint_eq(rows.set[0].n, n);
	used = 0;
	for (size_t i = 0; i < n; i++, used += strcspn(text + used, "\n") + 1)
		ck_assert(rows.set[0].x[i] == strtod(text + used, NULL));
	used = (size_t)sprintf(text, "{\"results\": [{\"values\": [0");
	for (size_t i = 1; i < n; i++)
		used += (size_t)sprintf(text + used, ",\n%zu", i);
	used += (size_t)sprintf(text + used, "]}]}");
	ck_assert_int_eq(read_bytes(text, used), BENCH_OK);
	ck_assert_uint_eq(rows.set[0].n, n);
	for (size_t i = 0; i < n; i++)
		ck_assert(rows.set[0].x[i] == (double)i);
	free(text);
}

/* A file that arrives in pieces of a few bytes must have the same tokens as a whole file. */
struct pieces {
	const char *text;
	size_t most;
};

static size_t next_piece(void *context, char *to, size_t capacity)
{
	struct pieces *p = context;
	size_t n = strlen(p->text);

	n = n < p->most ? n : p->most;
	ck_assert_uint_le(n, capacity);
	memcpy(to, p->text, n);
	p->text += n;
	return n;
}

TEST(pieces_of_a_file_are_the_same_tokens)
{
	static const char text[] = "# x\n{ \"a name\"  : [1.5e-3 ,-0.25,17, \"\\u00e4\\ud83d\\ude00\\n"
		"\\\\\",\"plain\", true,false , null, NaN,-Infinity,\"\"],\"b\\\"\":"
		"{\"c\":12345678901234567}}  ";
	static const char record[] = "{\"results\": [{\"values\": [1, 2.5e-3]}]}";
	char whole[1000] = "", found[1000];

	for (size_t most = sizeof text; most > 0; most--) {
		struct pieces pieces = { text, most };
		char *to = *whole ? found : whole;
		benchi_input in;
		benchi_json json;
		size_t used = 0;

		ck_assert_int_eq(benchi_input_open(&in, NULL, "f"), BENCH_OK);
		in.more = next_piece;
		in.context = &pieces;
		benchi_json_open(&json, &in);
		json.lenient = true;
		benchi_json_pass_comments(&json);
		do {
			ck_assert_int_eq(benchi_json_next(&json), BENCH_OK);
			used += (size_t)sprintf(to + used, "%d ", (int)json.token);
			if (json.token == BENCHI_JSON_NUMBER)
				used += (size_t)sprintf(to + used, "%.17g ", json.number);
			if (json.token == BENCHI_JSON_KEY || json.token == BENCHI_JSON_TEXT)
				used += (size_t)sprintf(to + used, "%s(%zu) ", json.text, json.length);
		} while (json.token != BENCHI_JSON_END);
		if (to == found)
			ck_assert_str_eq(found, whole);
		benchi_json_close(&json);
		benchi_input_close(&in);
	}
	/* cut off anywhere: refused, without an endless loop */
	for (size_t n = 3; n + 3 < sizeof text; n++)
		ck_assert_int_eq(read_bytes(text, n), BENCH_ERR_INPUT);
	for (size_t n = 3; n < sizeof record; n++)
		ck_assert_int_eq(read_bytes(record, n), n + 1 < sizeof record ? BENCH_ERR_INPUT : BENCH_OK);
	ck_assert_int_eq(read_bytes("[1.5", 4), BENCH_ERR_INPUT);
	ck_assert_str_eq(whole, "1 5 a name(6) 3 7 0.0015 7 -0.25 7 17 "
		"6 \xc3\xa4\xf0\x9f\x98\x80\n\\(8) 6 plain(5) 8 9 10 10 10 6 (0) "
		"4 5 b\"(2) 1 5 c(1) 7 12345678901234568 2 2 0 ");
}

TEST(dates_are_read_as_they_are_written)
{
	static const struct {
		const char *text;
		double seconds;
	} dates[] = { { "1970-01-01T00:00:00Z", 0 }, { "2026-11-27T13:28:15+01:00", 1795782495 },
		{ "2026-11-27 12:28:15.25", 1795782495 }, { "2026-11-27T06:58:15-0530", 1795782495 },
		{ "2000-02-29T23:59:59Z", 951868799 } };
	char text[24];

	for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
		ck_assert_double_eq(benchi_date_seconds(dates[i].text), dates[i].seconds);
	for (double t = 1; t < 1e11; t = 1.7 * t + 12345)
		ck_assert_double_eq(benchi_date_seconds(benchi_date_text(t, text)), floor(t));
	ck_assert(isnan(benchi_date_seconds("2026-11-27")) && isnan(benchi_date_seconds(""))
	          && isnan(benchi_date_seconds("2026-11-27T1x:28:15Z")));
}

TEST(names_keep_their_numbers)
{
	benchi_name_table names = { 0 };
	char text[16];

	for (int round = 0; round < 2; round++)
		for (uint32_t i = 0; i < 5000; i++) {
			int length = snprintf(text, sizeof text, "n%u", i);

			ck_assert_uint_eq(benchi_name_table_add(&names, text, (size_t)length), i);
		}
	ck_assert_uint_eq(benchi_name_table_find(&names, "n4999", 5), 4999);
	ck_assert_uint_eq(benchi_name_table_find(&names, "n5000", 5), BENCHI_NO_NAME);
	for (uint32_t i = 1000; i < 2000; i++) { /* the beginning of a name is a different name */
		benchi_name_table_free(&names);
		snprintf(text, sizeof text, "%ux", i);
		ck_assert_uint_eq(benchi_name_table_add(&names, text, 5), 0);
		ck_assert_uint_eq(benchi_name_table_add(&names, text, 4), 1);
	}
	benchi_name_table_free(&names);
}

TEST(tables_of_ours)
{
	static const double one[] = { 1 };

	ck_assert_int_eq(read_text("# libbench 1\nbenchmark,process,round,iterations,ns,cycles\n"
	                           "a,7,3,100,1,\n\"\",7,3,,,1\n"), BENCH_OK);
	ck_assert_uint_eq(rows.sets, 2);
	expect("a", "ns", 1, one);
	expect("", "cycles", 1, one);
	CHECK_TEXTS({ rows.set[1].unit, "cycles" }, { rows.runs.text[rows.set[0].run[0]], "7" });
	ck_assert_uint_eq(rows.set[0].round[0], 3);
	ck_assert_int_eq(read_text("# libbench 2\nbenchmark,ns\na,1\n"), BENCH_ERR_INPUT);
	ck_assert_str_eq(bench_detail(), "f:1: found '# libbench 2', expected # libbench 1");
	ck_assert_int_eq(read_text("# other 1\nbenchmark,ns\na,\n"), BENCH_ERR_INPUT);
}

TEST(rounds_of_records)
{
	static const char *const wrong[] = { "[0]", "[0, 1.5]", "[0, -1]", "[0, 4294967296]",
		"[0, null]", "3" };
	char text[200];

	ck_assert_int_eq(read_text("{\"results\": [{\"values\": [1, 2], \"rounds\": [4, 9]}]}"),
	                 BENCH_OK);
	CHECK_NUMBERS({ rows.set[0].round[1], 9 }, { !rows.set[0].run, true });
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		snprintf(text, sizeof text, "{\"results\": [{\"values\": [1, 2], \"rounds\": %s}]}",
		         wrong[i]);
		ck_assert_int_eq(read_text(text), BENCH_ERR_INPUT);
	}
}

TEST(ramps_in_json)
{
	static const double workers[] = { 1, 2 }, hz[] = { 10 };
	char text[300];
	const char *ramp = "{\"context\": {\"name\": \"x\"}, \"libbench_ramp\": 1, \"name\": \"a\", "
		"\"steps\": [{\"workers\": 1, \"hz\": null}, "
		"{\"workers\": 2, \"hz\": 10, \"on\": true}]}";

	ck_assert_int_eq(read_text(ramp), BENCH_OK);
	ck_assert(rows.ramp && rows.sets == 2);
	expect("a", "workers", 2, workers);
	expect("a", "hz", 1, hz);
	snprintf(text, sizeof text, "[%s, {\"libbench_ramp\": 1, \"name\": \"b\", "
	         "\"steps\": [{\"workers\": 1}]}]\n", ramp);
	ck_assert_int_eq(read_text(text), BENCH_OK);
	ck_assert(rows.ramp && rows.sets == 3);
	expect("b", "workers", 1, workers);
	ck_assert_int_eq(read_text("{\"libbench\": 1, \"results\": [{\"values\": [1]}]}"), BENCH_OK);
	ck_assert(!rows.ramp);
}

TEST(commits_of_other_histories)
{
	const benchi_set *set;

	read_real("asv.json");
	ck_assert_uint_eq(rows.sets, 12);   /* one of thirteen failed */
	set = set_of("b.Suite.time_sum(100, 'csr')", "time");
	ck_assert_double_eq(set->x[0], 5.089999831398018e-06);
	ck_assert_str_eq(set->config, "commit=a1d2e52e3c0ce71ee5e7846edfcf53612883234f\n"
		"date=2026-11-25T10:55:10Z\nenvironment=existing-python3\nmachine=vm\n");
	ck_assert_str_eq(set_of("b.Suite.mem_list(10, 'csc')", "memory")->unit, "B");
	ck_assert_double_eq(set_of("b.Suite.track_n(100, 'csr')", "")->x[0], 100);
	ck_assert_int_eq(read_text("{\"env_name\": \"\", \"results\": {\"f\": [[1, 2], [[\"a\"]]]}}"),
		BENCH_ERR_INPUT);
	ck_assert_str_eq(bench_detail(), "f:1: found 'f', expected a value for each combination of its "
		"parameters");
	read_real("github_action.js");
	ck_assert_uint_eq(rows.sets, 4);
	set = &rows.set[2];
	ck_assert_ptr_nonnull(strstr(set->config, "commit=2222222222222222222222222222222222222222\n"
		"date=2023-11-14T22:15:00Z\n"));
	ck_assert_str_eq(set->unit, "ns");
	CHECK_NUMBERS({ set->x[0], 172 }, { rows.set[1].better, BENCHI_BETTER_HIGHER });
}

TEST(forks_and_parameters_of_jmh)
{
	static const double found[] = { 0.17294590268079413, 0.14725076208261825, 0.3766207798487744,
		0.6917218353699944 };
	const benchi_set *set;
	double sum = 0;

	read_real("jmh.json");
	expect("b.Sort.sum/n=100", "throughput", 4, found);
	set = set_of("b.Sort.sum/n=100", "throughput");
	CHECK_NUMBERS({ set->better, BENCHI_BETTER_HIGHER }, { set->run[1], set->run[0] });
	ck_assert_uint_ne(set->run[2], set->run[1]);
	set = set_of("b.Sort.hash/n=100", "time"); /* a histogram; its forks have 40 and 36 values */
	CHECK_NUMBERS({ set->n, 76 }, { set->run[39], set->run[0] });
	ck_assert_uint_ne(set->run[40], set->run[0]);
	for (size_t i = 0; i < 40; i++)
		sum += set->x[i];
	ck_assert_str_eq(set->unit, "us");
	CHECK_NUMBERS({ sum, 29.551, 1e-9 }, { set->better, BENCHI_BETTER_LOWER });
	ck_assert_int_eq(read_text("[{\"jmhVersion\": \"1\", \"benchmark\": \"b\", \"primaryMetric\": "
	                           "{\"rawDataHistogram\": [[[[1, 1e8]]]]}}]"), BENCH_ERR_INPUT);
}

CHECK_SUITE("read")
