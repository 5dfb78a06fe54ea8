/*
 * Choices as text and as source, reasons for refusing a question, and the numbers that follow from
 * a plan or from weights, compared byte by byte.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "compare/compare.h"

static void body(uint64_t n, void *arg)
{
}

static const bench_case c[3] = { { .name = "a", .body = body }, { .name = "b", .body = body },
	{ .body = body } };

TEST(a_choice_in_one_line)
{
	static const struct { bench_choice choice; const char *text; } known[] = {
		{ { .index = 0, .runner_up = 1, .lead = 1.25, .lead_low = 1.125, .lead_high = 1.5,
			.end = BENCH_PICK_END_SURE, .elapsed_ns = 2e6 },
		  "a of 3, 25.0 % faster than b (12.5 % to 50.0 %), sure, 2.00 ms" },
		{ { .index = 2, .runner_up = 0, .lead = .75, .lead_low = .5, .lead_high = .875, .kept = 1,
			.end = BENCH_PICK_END_BUDGET, .elapsed_ns = 15 },
		  "2 of 3, kept, 25.0 % slower than a (-50.0 % to -12.5 %), not sure,"
		  " 15.0 ns" },
		{ { .index = 1, .runner_up = 2, .lead = 2, .lead_low = 1, .lead_high = INFINITY, .tie = 1 },
		  "b of 3, 100.0 % faster than 2, tied with others, unknown" },
		{ { .index = 1, .runner_up = 2, .lead = 2, .lead_low = NAN, .lead_high = 3,
			.end = BENCH_PICK_END_FORCED },
		  "b of 3, 100.0 % faster than 2, set by the environment" },
		{ { .index = 1, .runner_up = 3, .lead = 2, .end = BENCH_PICK_END_ONLY_ONE, .unstable = 1 },
		  "b of 3, the only one left, unstable" },
		{ { .index = 1, .runner_up = 2, .lead = NAN, .end = BENCH_PICK_END_REMEMBERED,
			.chosen = BENCH_PICK_END_BUDGET },
		  "b of 3, remembered, not sure" },
		{ { .index = 2, .runner_up = 3, .lead = NAN, .end = BENCH_PICK_END_BUDGET, .wrong = 1,
			.crashed = 2, .untried = 1, .first_untried = 1, .slow = 1 },
		  "2 of 3, not sure, wrong: a, crashed: a and 1 more, untried: b,"
		  " too slow: 1" },
		{ { .index = 3 }, "no choice: none was made" },
		{ { .index = 3, .status = BENCH_ERR_MEMORY }, "no choice: out of memory" },
	};
	char text[160];

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		size_t n = bench_choice_text(&known[i].choice, c, 3, text, sizeof text);

		ck_assert_str_eq(text, known[i].text);
		ck_assert_uint_eq(n, strlen(text));
	}
}

static char line[600];

static void log_line(const char *text, void *arg)
{
	ck_assert_ptr_eq(arg, line);
	strcpy(line, text);
}

/* At most 256 bytes of a key are logged. */
TEST(a_long_key_is_logged_in_part)
{
	static const bench_choice choice = { .index = 1, .runner_up = BENCH_NONE,
		.end = BENCH_PICK_END_SURE };
	const bench_pick_options options = { .log = log_line, .log_arg = line };
	const struct benchi_candidates question = { .c = c, .n = 3, .options = &options,
		.prefer = BENCH_NONE };
	const struct benchi_override override = { .log = 1 };
	char key[300] = "", expected[300];

	memset(key, 'k', 299);
	for (size_t n = 255; n < 258; n++) {
		key[n] = '\0';
		benchi_override_log(&question, &override, key, &choice);
		snprintf(expected, sizeof expected, "%.256s: b of 3, sure", key);
		ck_assert_str_eq(line, expected);
		key[n] = 'k';
	}
	benchi_override_log(&question, &override, NULL, &choice);
	ck_assert_str_eq(line, "b of 3, sure");
}

/* The caller's own parameter does not change either. */
TEST(one_that_is_asked_for_takes_no_time)
{
	const struct benchi_candidates question = { .c = c, .n = 3, .parameter = 7,
		.prefer = BENCH_NONE };
	const struct benchi_override first = { .order = BENCHI_ORDER_FIRST },
		named = { .order = BENCHI_ORDER_NAMED, .index = 2 };
	bench_choice choice;

	ck_assert_int_eq(benchi_override_choose(&question, &first, &choice), BENCH_OK);
	CHECK_NUMBERS({ choice.index, 0 }, { choice.finalists, 3 }, { choice.elapsed_ns, 0 });
	ck_assert_int_eq(benchi_override_choose(&question, &named, &choice), BENCH_OK);
	CHECK_NUMBERS({ choice.index, 2 }, { bench_parameter(), 0 });
}

/* Each wrong candidate of three has its own message. */
TEST(why_candidates_are_refused)
{
	bench_pick_options options = { .flags = 0x40 };
	bench_case odd[3] = { c[0], c[1], c[2] };
	struct benchi_candidates question = benchi_candidates_of(odd, 3, NULL);

	ck_assert_int_eq(benchi_candidates_check(&question), BENCH_OK);
	odd[1].cold = BENCH_COLD_DATA;
	ck_assert_int_eq(benchi_candidates_check(&question), BENCH_ERR_ARGUMENT);
	ck_assert_str_eq(bench_detail(), "candidate 1: .cold is 1, expected 0 as for candidate 0");
	odd[1].cold = 0;
	odd[2].body = NULL;
	ck_assert_int_eq(benchi_candidates_check(&question), BENCH_ERR_ARGUMENT);
	ck_assert_str_eq(bench_detail(), "candidate 2: expected either body or call");
	odd[2].body = body;
	question.options = &options;
	ck_assert_int_eq(benchi_candidates_check(&question), BENCH_ERR_ARGUMENT);
	ck_assert_str_eq(bench_detail(), "options.flags is 0x40, expected BENCH_PICK_...");
	question.n = 0;
	ck_assert_int_eq(benchi_candidates_check(&question), BENCH_ERR_ARGUMENT);
	ck_assert_str_eq(bench_detail(), "no candidates");
}

TEST(a_setup_gets_the_largest_value)
{
	static const bench_value values[] = { { 7, 1 }, { 3, 1 } };
	const bench_pick_options options = { .values = values, .value_count = 2 };

	ck_assert_uint_eq(benchi_candidates_of(c, 3, &options).parameter, 7);
}

TEST(a_day_and_more_is_no_budget)
{
	const bench_compare_options options = { .time_ns = 1.01e14 };
	bench_difference difference;

	ck_assert_int_eq(bench_compare(c, &options, &difference), BENCH_ERR_ARGUMENT);
	ck_assert_str_eq(bench_detail(), "options.time_ns is 1.01e+14, expected 0 to 1e14");
}

/* Calls for each value: the smallest total of at most 100 that is within 2 % of every weight. */
TEST(calls_for_weights)
{
	static const struct { bench_value value[3]; size_t n; unsigned count[3]; } known[] = {
		{ { { 7, .5 }, { 8, .2 }, { 9, .3 } }, 3, { 5, 2, 3 } },
		{ { { 7, 1 }, { 8, 29 } }, 2, { 1, 29 } },     /* 1 to 29: 28 calls would be off by 3.4 % */
		{ { { 7, 1 }, { 8, 59 } }, 2, { 1, 58 } },     /* 58 are off by 1.7 % */
		{ { { 7, 1 }, { 8, 149 } }, 2, { 1, 99 } }, { { { 7, 1e300 } }, 1, { 1 } },
		{ { { 7, 1e-9 }, { 8, 1 }, { 9, 1 } }, 3, { 1, 50, 50 } },
	};
	bench_pick_options options = { .rounds = 0 };
	struct benchi_timing_context context;

	ck_assert_int_eq(benchi_timing_context_begin(&context, &options, 1e6, 0), BENCH_OK);
	CHECK_NUMBERS({ context.mixture.n, 0 }, { context.mixture.calls, 1 });
	benchi_timing_context_end(&context);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		unsigned calls = 0;

		options.values = known[i].value;
		options.value_count = known[i].n;
		ck_assert_int_eq(benchi_timing_context_begin(&context, &options, 1e6, 0), BENCH_OK);
		ck_assert_uint_eq(context.mixture.n, known[i].n);
		for (size_t k = 0; k < known[i].n; k++) {
			ck_assert_uint_eq(context.mixture.count[k], known[i].count[k]);
			ck_assert_uint_eq(context.mixture.value[k], known[i].value[k].value);
			calls += known[i].count[k];
		}
		ck_assert_uint_eq(context.mixture.calls, calls);
		benchi_timing_context_end(&context);
	}
}

CHECK_SUITE("choice_text")
