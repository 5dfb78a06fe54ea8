/*
 * The parts of a benchmark program that only compute or parse: ranges, patterns, limits, combining
 * of processes, messages between processes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "made_result.h"
#include "program/program.h"

static uint64_t value[BENCHI_RANGE_MOST];

/* Returns the values of a range as text, "" if it is refused. */
static const char *values(const char *range)
{
	static char text[400];
	size_t n, used = 0;

	text[0] = '\0';
	if (benchi_range_read(range, value, &n) != BENCH_OK)
		return text;
	for (size_t i = 0; i < n && used < sizeof text; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%llu", i ? " " : "",
			(unsigned long long)value[i]);
	return text;
}

TEST(a_range_is_numbers_and_steps)
{
	static const char *const known[][2] = {
		{ "64..64k x2", "64 128 256 512 1024 2048 4096 8192 16384 32768 65536" },
		{ "1..9 +2", "1 3 5 7 9" }, { "1..8 +2", "1 3 5 7" }, { "16,100,4k", "16 100 4096" },
		{ " 5 , 1..3 +1,8..9", "5 1 2 3 8" }, { "2..40x4", "2 8 32" }, { "0..2 +1", "0 1 2" },
		{ "1M,1G", "1048576 1073741824" },
		{ "18446744073709551614..18446744073709551615 +1",
		  "18446744073709551614 18446744073709551615" },
		{ "9223372036854775808..18446744073709551615 x2", "9223372036854775808" } };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		ck_assert_str_eq(values(known[i][0]), known[i][1]);
}

TEST(a_range_that_is_none_is_refused_with_what_was_found)
{
	static const char *const wrong[] = { "", "x", "1..", "2..1", "1..8 x1", "1..8 +0", "0..8 x2",
		"1,", "1 2", "1..8 x", "-1", "1.5", "18446744073709551616", "17179869184G", "1..9 +2 3",
		"0..1000 +1", "1k k" };
	size_t n;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		ck_assert_int_eq(benchi_range_read(wrong[i], value, &n), BENCH_ERR_ARGUMENT);
		ck_assert_ptr_nonnull(strstr(bench_detail(), "range '"));
	}
	benchi_range_read("1..8 *2", value, &n);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "found '*2', expected a comma"));
}

TEST(a_pattern_matches_all_of_a_name)
{
	static const struct { const char *pattern, *name; int match; } cases[] = {
		{ "copy", "copy", 1 }, { "copy", "copy/64", 0 }, { "copy*", "copy/64", 1 }, { "*", "", 1 },
		{ "", "", 1 }, { "", "a", 0 }, { "*/64", "copy/64", 1 }, { "*/64", "copy/640", 0 },
		{ "c?py", "copy", 1 }, { "c?py", "cpy", 0 }, { "[a-c]opy", "copy", 1 },
		{ "[!a-c]opy", "copy", 0 }, { "[x-za-c]", "b", 1 }, { "[a-cx-z]", "e", 0 },
		{ "[a-cx]", "d", 0 }, { "[a-cx]", "-", 0 }, { "[b-b]y]", "by]", 1 }, { "[x-z]", "w", 0 },
		{ "[]]", "]", 1 }, { "[", "[", 1 }, { "[a", "[a", 1 },
		{ "\\*", "*", 1 }, { "\\*", "a", 0 },
		{ "*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0 }, { "a**b", "ab", 1 },
		{ "a\\", "a\\", 1 }, { "[a-]", "-", 1 }, { "*b", "abab", 1 } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_msg(benchi_glob(cases[i].pattern, cases[i].name) == cases[i].match,
			"'%s' and '%s'", cases[i].pattern, cases[i].name);
}

/* A name that is made a filter matches only itself, even if it looks like a pattern. */
TEST(a_name_is_a_filter)
{
	static const char *const names[] = { "f[1]", "f1", "!x", "x", "re:x", "re:.", "a*b?", "aab1",
		"\\x", "\\", "]", "[!a]", "r", "", "copy/64 bytes" };
	enum { N = sizeof names / sizeof *names };

	for (size_t i = 0; i < N; i++) {
		char *pattern = benchi_filter_of_name(names[i]);
		const benchi_words filter = { { pattern }, 1 };

		for (size_t k = 0; k < N; k++)
			ck_assert_msg(benchi_filter_keeps(&filter, benchi_filter_matches, names[k])
			              == (i == k), "'%s' of '%s'", names[k], names[i]);
		free(pattern);
	}
}

TEST(a_result_is_over_a_limit_when_its_whole_interval_is)
{
	static const char *const over[] = { "ns<8", "ns<9", "ns>12", "ns>11", "bytes/s<5e9",
		"copy*:cycles<30", "copy:cycles<30", "ns=11.5..12", "ns=5..8.5" };
	static const char *const within[] = { "ns<=9", "ns<9.5", "ns>=11", "ns>10.5", "bytes/s<6.5e9",
		"fill*:cycles<30", "cpu_ns<1", "items/s<1", "ns=11..12", "ns=5..9" };
	const size_t most = sizeof over / sizeof *over, n = most + sizeof within / sizeof *within;
	for (size_t i = 0; i < n; i++) {
		const char *text = i < most ? over[i] : within[i - most];
		benchi_settings settings = { .limit.n = 1 };
		benchi_result r = ten_ns();
		benchi_report report = { .result = &r, .n = 1 };

		ck_assert_int_eq(benchi_bound_read(text, benchi_limit_metrics, settings.limits), BENCH_OK);
		ck_assert_msg(benchi_finish_judge(&settings, 0, &report) == (i < most), "%s", text);
		free(r.impossible);
	}
}

TEST(a_limit_that_is_none_is_refused)
{
	static const char *const wrong[] = { "", "ns", "ns<", "ns<x", "speed<1", "<1", "ns=1", "ns<1k",
		"ns<1e999", "a:b:<1", "ns=3..x", "ns=4..3", "ns=..4", "ns=3..", "ns <1" };
	char long_pattern[400];
	benchi_bound limit;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		ck_assert_int_eq(benchi_bound_read(wrong[i], benchi_limit_metrics, &limit),
		                 BENCH_ERR_ARGUMENT);
	ck_assert_ptr_nonnull(strstr(bench_detail(),
		"limit 'ns <1': found 'ns <1', expected a metric"));
	memset(long_pattern, 'a', sizeof long_pattern);
	snprintf(long_pattern + 300, 20, ":ns<1");
	ck_assert_int_eq(benchi_bound_read(long_pattern, benchi_limit_metrics, &limit),
	                 BENCH_ERR_ARGUMENT);
}

TEST(what_no_machine_can_do_is_seen)
{
	static const struct {
		double bytes, step_ns, cycles_high, parts;
		const char *method;
		unsigned warnings;
		int skipped;
		const char *why;        /* NULL: possible */
	} of[] = {
		{ 0, 20, 0, 1, "function", 0, 0, NULL },
		{ 40 * 257, 20, 0, 1, "function", 0, 0, "bytes per cycle" },
		{ 40 * 255, 10, 0, 1, "regions", 0, 0, NULL },
		{ 40 * 255, 12, 0, 1, "regions", 0, 0, "shorter than the clock's step" },
		{ 0, 10, 0.3, 1, "regions", 0, 0, NULL },
		{ 0, 10, 0.2, 1, "regions", 0, 0, "removed the work" },
		{ 0, 10, 0.2, 100, "regions", 0, 0, NULL },     /* per iteration: 20 cycles */
		{ 0, 10, 0.2, 1, "regions", BENCH_WARN_UNPAIRED, 0, "START and STOP are not paired" },
		{ 0, 10, 0.2, 1, "regions", BENCH_WARN_UNPAIRED, 1, NULL },
	};
	const benchi_settings no_limits = { .program = "test" };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_result r = ten_ns();
		benchi_report report = { .result = &r, .n = 1 };

		r.row.bytes = of[i].bytes;
		r.row.parts = of[i].parts;
		if (of[i].cycles_high > 0)
			r.answer.summary.cycles_high = of[i].cycles_high;
		r.answer.summary.method = of[i].method;
		r.answer.summary.warnings = of[i].warnings;
		r.skipped = of[i].skipped ? name : NULL;
		ck_assert_uint_eq(benchi_finish_judge(&no_limits, of[i].step_ns, &report),
			of[i].why != NULL);
		ck_assert_msg(of[i].why ? r.impossible && strstr(r.impossible, of[i].why) : !r.impossible,
			"case %d: %s", (int)i, r.impossible ? r.impossible : "nothing");
		free(r.impossible);
	}
}

/* Reads one row from the beginning of the file into n rows; returns the reader's result. */
static int receive(FILE *file, benchi_result *r, size_t n, size_t *row, benchi_outcome *outcome)
{
	benchi_report report = { .result = r, .n = n };
	benchi_row_reader reader;
	int got;

	rewind(file);
	ck_assert_int_eq(benchi_row_reader_open(&reader, file, "rows"), BENCH_OK);
	got = benchi_row_read(&reader, &report, row, outcome);
	if (got > 0)
		ck_assert_int_eq(benchi_row_next(&reader), 0);
	benchi_row_reader_close(&reader);
	return got;
}

/* Writes and reads a result, which must arrive as row 0. */
static benchi_outcome send(const benchi_result *sent, benchi_outcome outcome, benchi_result *r)
{
	FILE *file = check_file();
	size_t row = 1;

	ck_assert_int_eq(benchi_row_write(file, 0, outcome, sent), 0);
	ck_assert_int_eq(receive(file, r, 1, &row, &outcome), 1);
	ck_assert_uint_eq(row, 0);
	fclose(file);
	return outcome;
}

/* Returns a file with ten_ns() and two readings as row 1. */
static FILE *line_of_ten(void)
{
	FILE *file = check_file();
	benchi_result r = ten_ns();

	for (uint32_t i = 0; i < 2; i++) {
		benchi_reading reading = { 1.5 + i, i ? (double)NAN : 2, 3, 4, i };

		benchi_result_add(&r, &reading);
	}
	r.skipped = name;
	ck_assert_int_eq(benchi_row_write(file, 1, BENCHI_SKIPPED, &r), 0);
	free(r.reading);
	return file;
}

TEST(a_row_arrives_as_it_was_sent)
{
	FILE *file = line_of_ten();
	benchi_result r[2];
	benchi_outcome outcome;
	size_t row;

	memset(r, 0, sizeof r);
	ck_assert_int_eq(receive(file, r, 2, &row, &outcome), 1);
	CHECK_NUMBERS({ row, 1 }, { (int)outcome, BENCHI_SKIPPED }, { r[1].n, 2 },
		{ r[1].reading[1].ns, 2.5 }, { r[1].reading[0].cycles, 2 }, { r[1].reading[1].cycles, NAN },
		{ r[1].reading[1].process, 4 }, { r[1].reading[1].round, 1 });
	CHECK_TEXTS({ r[1].skipped, name }, { r[1].seen.summary.method, "function" });
	fclose(file);
	free(r[1].skipped);
	free(r[1].reading);
}

/* So many windows that the line is longer than any line of a table may be. */
TEST(a_long_row_arrives_whole)
{
	enum { WINDOWS = 100000 };
	benchi_result sent = ten_ns(), r = { .n = 0 };

	sent.row.name = NULL;
	for (uint32_t i = 0; i < WINDOWS; i++)
		benchi_result_add(&sent, &(benchi_reading){ 1.0 / (i + 1), i, 3, 0, i });
	send(&sent, BENCHI_TIMED, &r);
	ck_assert_uint_eq(r.n, WINDOWS);
	for (uint32_t i = 0; i < WINDOWS; i++)
		ck_assert(r.reading[i].ns == 1.0 / (i + 1) && r.reading[i].round == i);
	benchi_result_free(&sent);
	benchi_result_free(&r);
}

#ifdef BENCHI_HAVE_PROCESSES
/* A row can be read as soon as its line is complete, while the process is still running. */
TEST(a_row_is_read_at_once)
{
	benchi_result sent = ten_ns(), r = { .n = 0 };
	benchi_report report = { .result = &r, .n = 1 };
	benchi_row_reader reader;
	benchi_outcome outcome;
	int end[2];
	size_t row;
	FILE *from, *to;

	ck_assert(!pipe(end) && (from = fdopen(end[0], "r")) && (to = fdopen(end[1], "w")));
	benchi_result_add(&sent, &(benchi_reading){ 1, 2, 3, 0, 0 });
	alarm(20);      /* in case reading blocks */
	ck_assert_int_eq(benchi_row_reader_open(&reader, from, "rows"), BENCH_OK);
	for (int i = 1; i < 4; i++) {
		ck_assert_int_eq(benchi_row_write(to, 0, BENCHI_TIMED, &sent), 0);
		ck_assert_int_eq(benchi_row_read(&reader, &report, &row, &outcome), 1);
		ck_assert_int_eq(r.n, i);
	}
	fclose(to);
	ck_assert_int_eq(benchi_row_read(&reader, &report, &row, &outcome), 0);
	alarm(0);
	benchi_row_reader_close(&reader);
	fclose(from);
	free(sent.reading);
	free(r.reading);
}
#endif

/* Line breaks in texts, missing and infinite numbers, and counts. */
TEST(what_is_odd_arrives_too)
{
	benchi_result sent = ten_ns(), r = { .uncounted = "its process ended before" };
	char why[] = "two\nlines\tand a tab, \"quoted\" \\ \xc3\xa9";

	sent.seen.summary.ns_high = INFINITY;
	sent.seen.summary.mode_ns[1] = NAN;
	sent.seen.summary.mean_ns = 0.1 + 0.2;
	sent.seen.cpu_ns = -INFINITY;
	sent.skipped = why;
	strcpy(sent.label, "a label");
	benchi_metric_add(&sent, "things/s", 0, 1.0 / 3);
	benchi_count_set(&sent, BENCHI_COUNT_ALLOCATIONS, 2);
	benchi_function_add(&sent, "operator\"\"_x [\\]", 41);
	send(&sent, BENCHI_TIMED, &r);
	ck_assert(!memcmp(&r.seen.summary.mean_ns, &sent.seen.summary.mean_ns, sizeof(double)));
	CHECK_NUMBERS({ r.seen.summary.ns_high, INFINITY }, { r.seen.cpu_ns, -INFINITY },
		{ r.seen.summary.mode_ns[1], NAN }, { r.metric[0].value, 1.0 / 3 },
		{ r.counted, 1u << BENCHI_COUNT_ALLOCATIONS }, { r.count[BENCHI_COUNT_ALLOCATIONS], 2 });
	CHECK_TEXTS({ r.skipped, why }, { r.label, "a label" },
		{ r.function[0].name, "operator\"\"_x [\\]" }, { r.uncounted, "" });
	sent.skipped = NULL;
	sent.row.name = r.row.name = NULL;
	benchi_result_free(&sent);
	benchi_result_free(&r);
}

/* Combining what processes sent gives exactly the result of combining what they measured. */
TEST(processes_are_combined_as_in_one)
{
	enum { PROCESSES = 7, WINDOWS = 5 };
	benchi_report ours = { .n = 0 }, theirs = { .n = 0 };
	FILE *file = check_file();
	uint64_t random = 3;
	benchi_row_reader reader;
	benchi_outcome outcome;
	size_t row;

	benchi_report_add(&ours);
	benchi_report_add(&theirs);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		benchi_result one = ten_ns();

		one.row.name = NULL;
		for (size_t m = 0; m < benchi_members_count; m++)
			benchi_member_set(&one.seen.summary, &benchi_members[m], 10
				+ benchi_draw_unit(&random));
		for (uint32_t w = 0; w < WINDOWS; w++) {
			benchi_reading x = { 10 + benchi_draw_unit(&random), NAN, 1e6, p, w };

			benchi_result_add(&one, &x);
			benchi_result_add(ours.result, &x);
		}
		ours.result->seen.summary = one.seen.summary;
		ours.result->seen.wall_ns = one.seen.wall_ns;
		ours.result->seen.cpu_ns = one.seen.cpu_ns;
		ours.result->seen.process = one.seen.process = p;
		ck_assert(benchi_parts_add(ours.result, BENCHI_TIMED));
		ck_assert_int_eq(benchi_row_write(file, 0, BENCHI_TIMED, &one), 0);
		benchi_result_free(&one);
	}
	rewind(file);
	ck_assert_int_eq(benchi_row_reader_open(&reader, file, "rows"), BENCH_OK);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		ck_assert_int_eq(benchi_row_read(&reader, &theirs, &row, &outcome), 1);
		ck_assert(benchi_parts_add(theirs.result, BENCHI_TIMED));
	}
	benchi_row_reader_close(&reader);
	fclose(file);
	ck_assert_int_eq(benchi_parts_combine(&ours), BENCH_OK);
	ck_assert_int_eq(benchi_parts_combine(&theirs), BENCH_OK);
	for (size_t m = 0; m < benchi_members_count; m++) {
		double x = benchi_member_value(&ours.result->answer.summary, &benchi_members[m]);
		double y = benchi_member_value(&theirs.result->answer.summary, &benchi_members[m]);

		ck_assert_msg(!memcmp(&x, &y, sizeof x), "%s", benchi_members[m].name);
	}
	benchi_report_free(&ours);
	benchi_report_free(&theirs);
}

TEST(what_is_no_row_is_refused)
{
	static const char *const lines[] = { "x", "[]", "{}", "{\"row\": 0}", "{\"outcome\": 0}",
		"{\"row\": -1, \"outcome\": 0}", "{\"row\": 2, \"outcome\": 0}",
		"{\"row\": 0, \"outcome\": 4}", "{\"row\": 0, \"outcome\": 0, \"count.x\": 1}",
		"{\"row\": 0, \"outcome\": 0, \"window_ns\": [1]}",
		"{\"row\": 0, \"outcome\": 0, \"window_ns\": [1], \"window_cycles\": [1], "
			"\"window_iterations\": [1], \"window_process\": [1], \"window_round\": [1, 2]}",
		"{\"row\": 0, \"outcome\": 0, \"window_ns\": [\"a\"]}" };
	FILE *file = line_of_ten();
	char bytes[2000];
	size_t length, row;
	benchi_outcome outcome;
	benchi_result r[2];

	memset(r, 0, sizeof r);
	ck_assert_int_eq(receive(file, r, 1, &row, &outcome), -1);    /* row 1 does not exist */
	rewind(file);
	length = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	for (size_t cut = 1; cut < length - 1; cut += 7) {
		FILE *part = tmpfile();

		fwrite(bytes, 1, cut, part);
		ck_assert_int_eq(receive(part, r, 2, &row, &outcome), -1);
		fclose(part);
	}
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		FILE *one = tmpfile();

		fprintf(one, "%s\n", lines[i]);
		ck_assert_msg(receive(one, r, 2, &row, &outcome) == -1, "%s", lines[i]);
		fclose(one);
	}
	ck_assert(!r[0].n && !r[1].n);
}

/* Random text from these letters. */
static void make_text(uint64_t *random, const char *letters, char *text, size_t most)
{
	size_t length = (size_t)benchi_random_below(random, most);

	for (size_t i = 0; i < length; i++)
		text[i] = letters[benchi_random_below(random, strlen(letters))];
	text[length] = '\0';
}

TEST(any_text_is_read_or_refused)
{
	uint64_t random = 11;
	char text[24], pattern[24];
	benchi_bound limit;
	size_t n, read = 0;

	for (int i = 0; i < 60000; i++) {
		make_text(&random, "0123459..,+xkG ", text, sizeof text);
		if (benchi_range_read(text, value, &n) == BENCH_OK) {
			ck_assert(n >= 1 && n <= BENCHI_RANGE_MOST);
			read++;
		}
		make_text(&random, "ns<>=:1e5*y/", text, sizeof text);
		read += benchi_bound_read(text, benchi_limit_metrics, &limit) == BENCH_OK
		        && isfinite(limit.high);
		make_text(&random, "ab*?[]!-\\", pattern, sizeof pattern);
		make_text(&random, "ab[-", text, sizeof text);
		CHECK_ALL(benchi_glob(pattern, text) <= 1, benchi_glob("*", text));
	}
	ck_assert_uint_gt(read, 1000);
}

CHECK_SUITE("program")
