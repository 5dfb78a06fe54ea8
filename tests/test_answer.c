/*
 * Answers of comparisons, in words.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "write/write.h"

static benchi_set set;
static benchi_side base, test;
static benchi_comparison c;
static benchi_question question;
static char text[400];

/* Base: 200 ns. The 95 % interval of the difference is 2 to 6 ns, for `sure` and `equal`. */
static void begin(void)
{
	memset(&set, 0, sizeof set);
	memset(&base, 0, sizeof base);
	memset(&test, 0, sizeof test);
	memset(&c, 0, sizeof c);
	set.metric = set.unit = "";
	base.set = test.set = &set;
	base.label = "a";
	test.label = "b";
	c.base = &base;
	c.test = &test;
	c.finding.sure = c.finding.equal = (benchi_interval){ 2, 4, 6 };
	c.finding.location = 200;
	c.finding.answer = BENCH_HIGHER;
	c.finding.reached = 1;
	question = (benchi_question){ .margin = .01, .alpha = .05 };
}

static const char *answer(void)
{
	return benchi_answer_text_answer(&c, &question, text, sizeof text);
}

/* The same finding with the opposite sign. */
static void turn(void)
{
	c.finding.sure = c.finding.equal = (benchi_interval){ -6, -4, -2 };
	c.finding.answer = BENCH_LOWER;
}

TEST(what_takes_longer_is_slower)
{
	ck_assert_str_eq(answer(), "b is 2.0 % slower than a (95 % CI 1.0 % to 3.0 %)");
	turn();
	ck_assert_str_eq(answer(), "b is 2.0 % faster than a (95 % CI 1.0 % to 3.0 %)");
	c.higher = true; /* a rate */
	set.metric = "ops/s";
	ck_assert_str_eq(answer(), "b is 2.0 % slower than a (95 % CI 1.0 % to 3.0 %)");
	question.alpha = .001;
	c.finding.sure.low = -300; /* partly below 0 */
	base.shape.description.min = test.shape.description.min = -1;
	ck_assert_str_eq(answer(), "b is 2 % slower than a (99.9 % CI 1 % to 150 %)");
	base.shape.description.min = 0;
	ck_assert_str_eq(answer(), "b is 2 % slower than a (99.9 % CI 1 % to 150 %)");
	test.shape.description.min = 0;
	ck_assert_str_eq(answer(), "b is 2 % slower than a (99.9 % CI 1 % to 100 %)");
	c.finding.sure.low = -200;
	ck_assert_str_eq(answer(), "b is 2 % slower than a (99.9 % CI 1 % to 100 %)");
}

TEST(a_tenfold_change_of_speed_is_a_factor)
{
	c.finding.sure = (benchi_interval){ 1700, 1800, 1900 };
	ck_assert_str_eq(answer(), "b takes 10.0 times as long as a (95 % CI 9.5 to 10.5 times)");
	c.finding.sure.estimate = 1798;
	ck_assert_str_eq(answer(), "b is 899 % slower than a (95 % CI 850 % to 950 %)");
	c.finding.answer = BENCH_LOWER;
	c.finding.sure = (benchi_interval){ -196.2, -196, -195.8 };
	ck_assert_str_eq(answer(), "b is 50.0 times as fast as a (95 % CI 47.6 to 52.6 times)");
	c.finding.sure.low = -201; /* a time cannot fall below 0 */
	ck_assert_str_eq(answer(), "b is 50.0 times as fast as a (95 % CI at least 47.6 times)");
	c.higher = true; /* a rate */
	set.metric = "ops/s";
	ck_assert_str_eq(answer(), "b takes 50.0 times as long as a (95 % CI at least 47.6 times)");
	set.metric = "bytes";
	ck_assert_str_eq(answer(), "b is 98.0 % lower than a (95 % CI 97.9 % to 100.0 %): worse");
}

TEST(what_has_no_speed_is_lower_or_higher_and_perhaps_better)
{
	static const char *const speeds[] = { "time", "real_time", "p99_ns", "wait_us", "sum_ms",
		"ns/op", "MB/s", "items_per_second", "s", "ms", "us", "ns", "/s" };
	static const char *const others[] = { "bytes", "times", "second", "nsx", "m", "" };

	for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
		set.metric = speeds[i];
		ck_assert_str_eq(answer(), "b is 2.0 % slower than a (95 % CI 1.0 % to 3.0 %)");
	}
	for (size_t i = 0; *others[i]; i++) {
		set.metric = others[i];
		ck_assert_str_eq(answer(), "b is 2.0 % higher than a (95 % CI 1.0 % to 3.0 %)");
		set.better = BENCHI_BETTER_LOWER;
		ck_assert_str_eq(answer(), "b is 2.0 % higher than a (95 % CI 1.0 % to 3.0 %): worse");
		set.better = BENCHI_BETTER_UNKNOWN;
		set.unit = speeds[8 + i % 4]; /* "s" and smaller */
		ck_assert_ptr_nonnull(strstr(answer(), "slower"));
		set.unit = "";
	}
	c.higher = true;
	ck_assert_str_eq(answer(), "b is 2.0 % higher than a (95 % CI 1.0 % to 3.0 %): better");
	turn();
	ck_assert_str_eq(answer(), "b is 2.0 % lower than a (95 % CI 1.0 % to 3.0 %): worse");
	c.higher = false;
	set.better = BENCHI_BETTER_LOWER;
	ck_assert_str_eq(answer(), "b is 2.0 % lower than a (95 % CI 1.0 % to 3.0 %): better");
}

TEST(the_same_is_within_its_margin)
{
	c.finding.answer = BENCH_SAME;
	c.finding.equal = (benchi_interval){ -.5, .25, 1 };
	c.finding.sure = (benchi_interval){ 0, .25, .5 };
	ck_assert_str_eq(answer(), "b is the same as a within 1 %: +0.12 % (95 % CI -0.25 % to "
		"+0.50 %)");
	c.finding.sure.low = .1;
	ck_assert_str_eq(answer(), "b is the same as a within 1 %: +0.12 % (95 % CI -0.25 % to "
		"+0.50 %); there is a difference, but it is too small to matter");
	c.finding.sure = (benchi_interval){ -.5, -.25, 0 };
	ck_assert_ptr_null(strstr(answer(), "; there"));
	c.finding.sure.high = -.1;
	ck_assert_ptr_nonnull(strstr(answer(), "; there"));
}

TEST(what_is_not_decided_asks_for_more_runs)
{
	c.finding.answer = BENCH_UNSURE;
	c.finding.sure = (benchi_interval){ -250, -2, 300 };
	c.finding.more = 1;
	c.finding.margin = 5;
	base.shape.description.min = test.shape.description.min = -1;
	ck_assert_str_eq(answer(), "inconclusive: b against a -125 % to +150 % (95 % CI); about 1 more "
		"run of each is needed to show that both are the same");
	c.finding.more = 2;
	c.finding.reached = .9;
	test.shape.description.min = base.shape.description.min = 0;
	ck_assert_str_eq(answer(), "inconclusive: b against a at most +150 % (90 % CI); about 2 more "
		"runs of each are needed to show that both are the same");
	c.finding.sure.estimate = -12; /* nearer to a change than to the margin of 5 */
	ck_assert_ptr_nonnull(strstr(answer(), " needed to show that it is a change"));
	c.finding.beyond = 2;
	ck_assert_ptr_nonnull(strstr(answer(), " needed to show that it is above the margin"));
	c.finding.beyond = 0;
	c.finding.more = 1e5;
	ck_assert_ptr_nonnull(strstr(answer(), "; about 100000 more runs of each are needed"));
	c.finding.more = 100001;
	ck_assert_ptr_nonnull(strstr(answer(), "; more than 100000 more runs of each are needed"));
	c.finding.more = (double)NAN;
	ck_assert_ptr_nonnull(strstr(answer(), "; how many more runs are needed is not known"));
	c.finding.sure.low = -INFINITY;
	ck_assert_str_eq(answer(), "inconclusive: a and b have too few values; how many more runs are "
		"needed is not known");
	c.finding.sure = (benchi_interval){ -1, 0, INFINITY };
	ck_assert_ptr_nonnull(strstr(answer(), "a and b have too few values"));
	benchi_answer_text_answer(&c, &question, text, 30); /* cut off at the end of the buffer */
	ck_assert_str_eq(text, "inconclusive: a and b have to");
}

static const char uncertain[] = "too uncertain: use bench versus, or a quieter machine";

TEST(total_times_ask_for_a_longer_time_or_another_machine)
{
	c.finding.answer = BENCH_UNSURE;
	c.finding.by_total = true;
	c.finding.method = BENCHI_METHOD_TOTAL;
	c.finding.more = (double)NAN;
	c.finding.margin = 2;
	c.finding.sure = (benchi_interval){ -5, 1, 7 };
	ck_assert_str_eq(answer(), "inconclusive: b against a -2.5 % to +3.5 % (95 % CI); total times "
		"decide: about 9 times the --time on both sides is needed");
	c.finding.sure = (benchi_interval){ -1, 4, 7 }; /* the change is above the margin */
	ck_assert_ptr_nonnull(strstr(answer(), ": about 2 times the --time "));
	c.finding.sure = (benchi_interval){ -9, 1, 9 };
	ck_assert_ptr_nonnull(strstr(answer(), uncertain));
	c.finding.sure = (benchi_interval){ NAN, NAN, NAN };
	ck_assert_ptr_nonnull(strstr(answer(), uncertain));
	c.finding.method = BENCHI_METHOD_RANKS;
	ck_assert_ptr_nonnull(strstr(answer(), "; medians and total times do not agree: measure"));
}

TEST(a_neighbour_is_no_question_of_more_runs)
{
	static const double width[] = { 1, .6 };

	c.finding.answer = BENCH_UNSURE;
	c.finding.more = (double)NAN;
	test.width = width;
	test.widths = 2;
	ck_assert_ptr_nonnull(strstr(answer(), "; a noisy neighbour took part of the core: measure"));
	c.finding.more = 4;
	question.processes_most = 400;
	ck_assert_ptr_nonnull(strstr(answer(), "; a noisy neighbour took part of the core: measure"));
}

TEST(without_a_base_differences_are_plain)
{
	c.finding.answer = BENCH_UNSURE;
	c.finding.location = (double)NAN;
	c.finding.sure = (benchi_interval){ 0, 0, 0 };
	ck_assert_str_eq(answer(), "b and a are 0 in every run: no change");
	c.finding.sure = (benchi_interval){ 0, .5, 1.25 };
	c.finding.more = 3;
	ck_assert_str_eq(answer(), "inconclusive: b against a +0 to +1.25 (95 % CI); about 3 more "
		"runs of each are needed");
	question.processes_most = 400;
	c.finding.n = 12;
	ck_assert_ptr_nonnull(strstr(answer(), "; --processes 20 on both sides would decide it"));
	question.processes_most = 0;
	c.finding.sure = (benchi_interval){ -1.25, .5, 0 };
	set.unit = "ns";
	ck_assert_ptr_nonnull(strstr(answer(), ": b against a -1.25 ns to +0 ns (95 % CI)"));
	c.finding.answer = BENCH_LOWER;
	c.finding.sure = (benchi_interval){ -1.25, -.5, -.25 };
	ck_assert_str_eq(answer(), "b is 0.5 ns faster than a (95 % CI 0.25 ns to 1.25 ns)");
	c.finding.location = 200;
	c.finding.answer = BENCH_UNSURE;
	c.finding.sure = (benchi_interval){ 0, 0, 0 };
	ck_assert_ptr_nonnull(strstr(answer(), "b against a +0.0 % to +0.0 % (95 % CI)"));
}

TEST(names_of_any_length_keep_both_ends)
{
	static char longer[700];

	for (size_t n = 59; n < sizeof longer; n += n < 62 || (n > 490 && n < 510) ? 1 : 13) {
		char expected[100] = "", *end = longer + n;

		for (size_t i = 0; i < n; i++)
			longer[i] = (char)('a' + i % 26);
		*end = '\0';
		test.label = longer;
		if (n <= 60)
			strcpy(expected, longer);
		else
			snprintf(expected, sizeof expected, "%.29s..%s", longer, end - 29);
		answer();
		ck_assert_msg(!strncmp(text, expected, strlen(expected))
			&& !strncmp(text + strlen(expected), " is 2.0 %", 9), "%u: %s", (unsigned)n, text);
	}
}

TEST(methods_have_names_and_p)
{
	c.finding.p = .0123;
	ck_assert_str_eq(benchi_answer_text_method(&c, text, sizeof text), "none: too few values");
	c.finding.method = BENCHI_METHOD_WELCH;
	ck_assert_str_eq(benchi_answer_text_method(&c, text, sizeof text),
		"means compared (Welch's t; p = 0.012)");
	c.finding.p = 1e-300;
	ck_assert_str_eq(benchi_answer_text_method(&c, text, sizeof text),
		"means compared (Welch's t; p = 1e-300)");
	c.finding.p = 9e-301;
	ck_assert_str_eq(benchi_answer_text_method(&c, text, sizeof text),
		"means compared (Welch's t; p < 1e-300)");
	c.finding.p = (double)NAN;
	c.finding.method = BENCHI_METHOD_EXACT;
	ck_assert_str_eq(benchi_answer_text_method(&c, text, sizeof text), "counts compared (exact)");
	c.finding.method = BENCHI_METHOD_STREAMS;
	ck_assert_str_eq(benchi_answer_text_method(&c, text, sizeof text),
		"valid at any time (confidence sequences of the medians)");
	ck_assert_str_eq(benchi_answer_text_method(&c, text, 10), "valid at ");
}

CHECK_SUITE_BETWEEN("answer", begin, NULL)
