/*
 * What the user of a program can request, what is kept and what is logged, on simulated machines.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "arena.h"
#include "cycle/cycle.h"

enum { RIVALS = 3 };

#define VARIABLE "MYPROGRAM_PICK"
static struct arena arena;
static struct rival rival[RIVALS];
static bench_case c[RIVALS];
static bench_pick_options options;
static bench_choice choice;
static char line[256];
static int lines;

/* Replaces cycle/shared.c: whether another workload shares the core. */
static int shared;

int benchi_core_shared(const bench_clock *clock, double step_ns)
{
	(void)clock;
	(void)step_ns;
	return shared;
}

static void log_line(const char *text, void *arg)
{
	ck_assert_ptr_eq(arg, line);
	strcpy(line, text);
	lines++;
}

static void begin(double first_ns, double second_ns, double third_ns)
{
	static const char *const name[RIVALS] = { "plain", "log,first", "wide" };
	const double ns[RIVALS] = { first_ns, second_ns, third_ns };

	arena_rivals(&arena, rival, c, RIVALS, ns, NULL);
	for (size_t i = 0; i < RIVALS; i++)
		c[i].name = name[i];
	options = (bench_pick_options){ .clock = arena_clock(&arena), .variable = VARIABLE,
		.log = log_line, .log_arg = line };
	lines = 0;
}

/* Picks with this value of the variable; returns the index, or BENCH_NONE if it fails with this
 * status. */
static size_t picked_of(const char *value, bench_status status)
{
	ck_assert_int_eq(value ? setenv(VARIABLE, value, 1) : unsetenv(VARIABLE), 0);
	CHECK_STATUS(status, bench_pick(c, RIVALS, &options, &choice));
	ck_assert_int_eq(choice.status, status);
	return choice.index;
}

static void expect(const char *value, size_t index, int logged)
{
	lines = 0;
	ck_assert_uint_eq(picked_of(value, BENCH_OK), index);
	ck_assert_int_eq(lines, logged);
}

static void expect_failure(const char *value, bench_status status, const char *words)
{
	ck_assert_uint_eq(picked_of(value, status), BENCH_NONE);
	ck_assert_msg(strstr(bench_detail(), words) != NULL, "%s", bench_detail());
}

TEST(a_name_in_the_environment_is_chosen)
{
	begin(1000, 900, 800);
	expect("plain", 0, 0);
	CHECK_NUMBERS({ choice.end, BENCH_PICK_END_FORCED }, { rival[0].ups, 1 }, { rival[0].downs, 1 },
		{ rival[0].iterations + rival[1].iterations, 0 });
	expect("log,first", 1, 0);
	rival[0].verdict = 0;
	expect_failure("plain", BENCH_ERR_NO_SAMPLES, VARIABLE);
}

TEST(first_is_the_first_that_works)
{
	begin(1000, 900, 800);
	rival[0].verdict = 0;
	rival[1].skips = 1;
	expect("first,log", 2, 1);
	ck_assert_str_eq(line, "wide of 3, set by the environment");
	expect("remembered", 2, 0);
	rival[2].verdict = 0;
	expect_failure("first", BENCH_ERR_NO_SAMPLES, "");
}

TEST(a_line_is_logged_if_asked_for)
{
	begin(1000, 900, 800);
	expect(NULL, 2, 0);
	expect("", 2, 0);
	expect("again,log", 2, 1);
	ck_assert_msg(strncmp(line, "wide of 3, 12.", 14) == 0 && strstr(line, " ms")
		&& strstr(line, "faster than log,first (") && strstr(line, " %), sure, "), "%s", line);
	options.variable = NULL;
	expect("first", 2, 1);
	ck_assert_int_eq(choice.end, BENCH_PICK_END_SURE);
}

TEST(nonsense_in_the_environment_is_refused)
{
	static const char *const bad[][2] = { { "narrow", VARIABLE " has '" },
		{ "first,narrow", VARIABLE " has '" }, { ",", VARIABLE " has '" },
		{ "logs", VARIABLE " has '" }, { "plain,wide,x", VARIABLE " has '" },
		{ "0123456789012345678901234567890123456789x",      /* at most 40 bytes are shown */
		  "has '0123456789012345678901234567890123456789'," } };

	begin(1000, 900, 800);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		expect_failure(bad[i][0], BENCH_ERR_ENVIRONMENT, bad[i][1]);
}

TEST(an_incumbent_stays_within_the_switch_margin)
{
	begin(1000, 1020, 1200);
	options.incumbent = "log,first";
	expect(NULL, 1, 0);
	ck_assert_int_ne(choice.kept, 0);
	CHECK_NUMBERS({ choice.runner_up, 0 }, { choice.end, BENCH_PICK_END_SURE },
		{ choice.lead, 1 / 1.02, 0.003 }, { choice.ns, 1020, 15 });
	ck_assert(choice.lead_low <= choice.lead && choice.lead <= choice.lead_high);
	options.incumbent = "wide";
	expect(NULL, 0, 0);
	ck_assert_int_eq(choice.kept, 0);
	options.switch_margin = 0.3;
	expect(NULL, 2, 0);
	options.incumbent = "gone";
	expect(NULL, 0, 0);
	options.switch_margin = -1;
	expect_failure(NULL, BENCH_ERR_ARGUMENT, "");
}

TEST(an_incumbent_wins_a_tie_and_is_replaced_if_it_fails)
{
	begin(1000, 1000, 1000);
	options.incumbent = "wide";
	expect(NULL, 2, 0);
	CHECK_NUMBERS({ choice.kept, 0 }, { choice.tie != 0, true });
	rival[2].verdict = 0;
	expect(NULL, 0, 0);
	begin(1000, 1000, 20e3);
	options.incumbent = "wide";
	expect(NULL, 0, 0);
}

TEST(one_near_the_switch_margin_stays_unsure)
{
	begin(1000, 1030, 1200);
	arena.jitter = 0.01;
	options.incumbent = "log,first";
	expect(NULL, 1, 0);
	ck_assert_int_eq(choice.end, BENCH_PICK_END_BUDGET);
	picked_of("log", BENCH_OK);
	ck_assert_msg(strstr(line, "kept, ") && strstr(line, " % slower than plain (-3."), "%s", line);
}

TEST(a_neighbour_decides_unless_the_lead_is_large)
{
	static const struct { double second_ns; int shared, unstable; } of[] = { { 1400, 0, 0 },
		{ 1400, 1, 1 }, { 1600, 1, 0 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		shared = of[i].shared;
		begin(1000, of[i].second_ns, 2000);
		expect(NULL, 0, 0);
		ck_assert_int_eq(choice.unstable, of[i].unstable);
		ck_assert_int_eq(choice.end, BENCH_PICK_END_SURE);
	}
	begin(1000, 1000, 1000);
	rival[1].verdict = rival[2].verdict = 0;
	expect(NULL, 0, 0);
	ck_assert_int_eq(choice.unstable, 0);   /* the only one left */
	shared = 0;
}

/* The limit is 1.5 to 2.5 spreads; it is derived from the names. */
TEST(starts_agree_on_the_first_that_is_not_slower_than_the_limit)
{
	double limit_low = 1, limit_high = 1;
	size_t before = 0;

	for (double slower = 1.0; slower < 1.07; slower += 0.0025) {
		begin(1000 * slower, 1000 * slower * slower, 1000);
		options.spread = 0.02;
		options.time_ns = 100e6;
		ck_assert_uint_ge(picked_of(NULL, BENCH_OK), before);
		ck_assert(choice.index == 0 || choice.index == 2);
		limit_low = choice.index == 0 ? slower : limit_low;
		limit_high = choice.index == 2 && before == 0 ? slower : limit_high;
		ck_assert_int_eq(choice.end, choice.unstable ? BENCH_PICK_END_BUDGET
			: BENCH_PICK_END_SURE);
		before = choice.index;
		if (slower < 1.005 || slower > 1.075)
			ck_assert_int_eq(choice.unstable, 0);
		if (slower > 1.026 && slower < 1.054)
			ck_assert_int_eq(choice.unstable, slower > limit_low - 0.015);
	}
	ck_assert(limit_low >= 1.0275 && limit_high <= 1.0526);
	begin(1200, 1000, 1000);
	options.spread = 0.02;
	options.incumbent = "wide";
	expect(NULL, 2, 0);
	ck_assert_int_eq(choice.end, BENCH_PICK_END_SURE);
	begin(1080, 1200, 1000);
	options.spread = 0.005;
	picked_of(NULL, BENCH_OK);
	ck_assert_int_eq(choice.end, BENCH_PICK_END_SURE);
	arena.jitter = 0.3;     /* now the ratio's interval is wider than the spread */
	picked_of(NULL, BENCH_OK);
	CHECK_NUMBERS({ choice.end, BENCH_PICK_END_BUDGET }, { choice.unstable, 1 });
	options.spread = 0.51;
	expect_failure(NULL, BENCH_ERR_ARGUMENT, "");
}

/* The first is 8 % slower than the best, but there is too little time to prove it. */
TEST(what_looks_slower_than_the_limit_is_not_chosen_for_its_place)
{
	size_t unproven = 0;

	for (uint64_t seed = 0; seed < 40; seed++) {
		begin(1080, 1060, 1000);
		arena.jitter = 0.3;
		arena.random += seed;
		options.spread = 0.02;
		options.time_ns = 4e6;
		picked_of(NULL, BENCH_OK);
		ck_assert_msg(!choice.kept || choice.lead > 1 / 1.05, "%g", choice.lead);
		unproven += choice.end == BENCH_PICK_END_BUDGET;
	}
	ck_assert_uint_gt(unproven, 30);
}

/* Returns the choice between two; the first is in use. */
static size_t challenge(const bench_case *two, uint64_t deadline)
{
	ck_assert_int_eq(bench_challenge(two, &options, deadline, &choice), BENCH_OK);
	return choice.index;
}

TEST(a_challenger_has_to_be_better_for_sure)
{
	begin(1000, 1000, 980);
	options.switch_margin = 0.005;
	ck_assert_uint_eq(challenge(c, 0), 0);
	ck_assert_uint_eq(challenge(c + 1, 0), 1);
	ck_assert_int_eq(choice.end, BENCH_PICK_END_SURE);
	options.switch_margin = 0;
	ck_assert_uint_eq(challenge(c + 1, 0), 0);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_challenge(c, &options, 0, NULL),
		bench_challenge(NULL, &options, 0, &choice));
}

TEST(a_deadline_ends_a_challenge)
{
	double now;

	begin(1000, 500, 500);
	arena.ns = 5e9;
	ck_assert_uint_eq(challenge(c, 5000000000u), 0);
	CHECK_NUMBERS({ choice.end, BENCH_PICK_END_BUDGET }, { rival[0].calls + rival[1].calls, 0 },
		{ choice.runner_up, 1 }, { choice.kept, 1 }, { choice.untried, 2 },
		{ choice.first_untried, 0 }, { choice.elapsed_ns, 0 });
	arena.jitter = 0.3;
	now = arena.ns;
	challenge(c, (uint64_t)now + 300000u);
	CHECK_ALL(arena.ns < now + 400e3, rival[1].calls > 0);
}

TEST(a_choice_is_a_line_of_text)
{
	char text[8];
	bench_choice none = { .index = BENCH_NONE, .status = BENCH_ERR_MEMORY };

	ck_assert_uint_eq(bench_choice_text(&none, c, RIVALS, text, sizeof text), 24);
	ck_assert_str_eq(text, "no choi");
	ck_assert_uint_eq(bench_choice_text(NULL, NULL, 0, NULL, 0), 24);
	begin(1000, 900, 800);
	none = (bench_choice){ .runner_up = BENCH_NONE, .tie = 1, .end = BENCH_PICK_END_REMEMBERED,
		.chosen = BENCH_PICK_END_ONLY_ONE };
	bench_choice_text(&none, c, RIVALS, line, sizeof line);
	ck_assert_str_eq(line, "plain of 3, tied with others, remembered, the only one left");
}

CHECK_SUITE("choice")
