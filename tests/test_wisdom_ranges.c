/*
 * Tables are found again, the user's answer has priority over files, and candidates that became
 * slower are noticed. On simulated machines.
 *
 * SPDX-License-Identifier: MIT
 */
#include "wisdom.h"

#include "arena.h"

enum { RIVALS = 3, ENTRIES = 8 };

static struct arena arena;
static struct rival rival[RIVALS];
static bench_case c[RIVALS];
static bench_pick_options options;
static bench_question question;
static bench_range range[ENTRIES];
static bench_ranges ranges;
static bench_choice choice;
static bench_wisdom *wisdom;

/* 10 + x, 100 + x / 4, 1000 + x / 64: they cross at 120 and 3840. */
static void set_up(void)
{
	static const char *const name[RIVALS] = { "bytes", "words,\t%", "wide:" };
	static const double fixed[RIVALS] = { 10, 100, 1000 }, slope[RIVALS] = { 1, 1 / 4.0, 1 / 64.0 };

	begin();
	arena_rivals(&arena, rival, c, RIVALS, fixed, slope);
	for (int i = 0; i < RIVALS; i++)
		c[i].name = name[i];
	options = (bench_pick_options){ .clock = arena_clock(&arena) };
	question = (bench_question){ "test/fill", c, RIVALS, &options, "1", 0, 0, 0 };
	ranges = (bench_ranges){ .low = 1, .high = 100000, .range = range, .capacity = ENTRIES };
	wisdom = load(BENCH_OK);
}

static void take_down(void)
{
	bench_wisdom_free(wisdom);
	end();
}

/* Saves, and continues as the next start of the program would. */
static void start_again(void)
{
	save(wisdom);
	wisdom = load(BENCH_OK);
	for (int i = 0; i < RIVALS; i++)
		rival[i].iterations = 0;
}

static uint64_t iterations(void)
{
	return rival[0].iterations + rival[1].iterations + rival[2].iterations;
}

/* Expects a table with this number of ranges, for this reason. */
static void check_table(size_t n, bench_pick_end end)
{
	ck_assert_int_eq(bench_wisdom_pick_ranges(wisdom, &question, &ranges), BENCH_OK);
	CHECK_NUMBERS({ ranges.n, n }, { ranges.end, end });
}

static void check_choice(size_t index, bench_pick_end end)
{
	ck_assert_int_eq(bench_wisdom_pick(wisdom, &question, &choice), BENCH_OK);
	CHECK_NUMBERS({ choice.index, index }, { choice.end, end });
}

TEST(a_table_comes_back)
{
	bench_range first[ENTRIES];

	check_table(3, BENCH_PICK_END_SURE);
	memcpy(first, range, sizeof first);
	start_again();
	memset(range, 0, sizeof range);
	check_table(3, BENCH_PICK_END_REMEMBERED);
	CHECK_NUMBERS({ iterations(), 0 }, { ranges.elapsed_ns, 0 }, { ranges.probes, 0 },
		{ ranges.chosen, BENCH_PICK_END_SURE });
	for (size_t i = 0; i < 3; i++)
		CHECK_NUMBERS({ range[i].low, first[i].low }, { range[i].high, first[i].high },
			{ range[i].index, first[i].index }, { range[i].lead, NAN });
	check_file_has("test/fill\t1:bytes,");
	check_file_has("/table\t");
}

TEST(a_table_answers_for_fewer_values_only)
{
	check_table(3, BENCH_PICK_END_SURE);
	start_again();
	ranges.low = 64;
	ranges.high = 1000;
	check_table(2, BENCH_PICK_END_REMEMBERED);
	CHECK_NUMBERS({ range[0].low, 64 }, { range[1].high, 1000 });
	ranges.high = 100001;
	check_table(3, BENCH_PICK_END_SURE);
	ranges.capacity = 1;
	ranges.high = 70;
	check_table(1, BENCH_PICK_END_REMEMBERED);
	question.key = "";
	ranges.probes = 1;
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_wisdom_pick_ranges(wisdom, &question, &ranges),
		bench_wisdom_pick_ranges(wisdom, &question, NULL));
	CHECK_NUMBERS({ ranges.status, BENCH_ERR_ARGUMENT }, { ranges.end, BENCH_PICK_END_FAILED },
		{ ranges.n + ranges.probes, 0 }, { ranges.elapsed_ns, NAN });
}

/* A table of one routine with too little time to be sure is remembered only on request. */
TEST(a_likely_table_of_one)
{
	ranges.low = ranges.high = 120;
	options.time_ns = 2e5;
	check_table(1, BENCH_PICK_END_BUDGET);
	start_again();
	ck_assert_str_eq(get(), "");
	question.good_enough = 1;
	check_table(1, BENCH_PICK_END_BUDGET);
	start_again();
	check_file_has("/table/likely/");
	check_file_has("test/fill\t120:");
	check_table(1, BENCH_PICK_END_REMEMBERED);
	ck_assert_int_eq(ranges.chosen, BENCH_PICK_END_BUDGET);
}

TEST(a_table_whose_routine_fails_is_made_again)
{
	check_table(3, BENCH_PICK_END_SURE);
	rival[1].verdict = 0;
	check_table(2, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(range[1].index, 2);
}

TEST(a_choice_and_a_table_are_not_each_other)
{
	ck_assert_int_eq(bench_wisdom_pick(wisdom, &question, &choice), BENCH_OK);
	check_table(3, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), BENCH_NONE);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "a table"));
}

TEST(damaged_tables_are_made_again)
{
	static const char *const bad[] = { "x", "1", "2:bytes,100000", "1:bytes", "1:bytes,",
		"1:gone,100000",
		"1:bytes,9:bytes,4:bytes,100000", "1:bytes,100000x", "1:bytes,99999999999999999999",
		"1:bytes%253,100000" };
	char to[128];

	check_table(3, BENCH_PICK_END_SURE);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *at, *tab;

		get();
		at = strstr(text, "test/fill\t") + strlen("test/fill\t");
		tab = strchr(at, '\t');
		snprintf(to, sizeof to, "%s", bad[i]);
		memmove(at + strlen(to), tab, strlen(tab) + 1);
		memcpy(at, to, strlen(to));
		put(text);
		bench_wisdom_free(wisdom);
		wisdom = load(BENCH_OK);
		check_table(3, BENCH_PICK_END_SURE);
		ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
	}
}

TEST(a_table_is_asked_by_value)
{
	ck_assert_uint_eq(bench_ranges_index(&ranges, 1), BENCH_NONE);
	ck_assert_uint_eq(bench_ranges_index(NULL, 1), BENCH_NONE);
	ranges.low = 16;
	ck_assert_int_eq(bench_pick_ranges(c, RIVALS, &options, &ranges), BENCH_OK);
	ck_assert_uint_eq(ranges.n, 3);
	for (size_t i = 0; i < ranges.n; i++) {
		ck_assert_uint_eq(bench_ranges_index(&ranges, range[i].low), range[i].index);
		ck_assert_uint_eq(bench_ranges_index(&ranges, range[i].high), range[i].index);
	}
	ck_assert_uint_eq(bench_ranges_index(&ranges, 0), 0);
	ck_assert_uint_eq(bench_ranges_index(&ranges, UINT64_MAX), 2);
	ranges.capacity = 2;
	ck_assert_uint_eq(bench_ranges_index(&ranges, UINT64_MAX), 1);
}

TEST(a_file_under_the_users_answers_and_stays)
{
	char system_file[140];

	ck_assert_int_eq(bench_wisdom_pick(wisdom, &question, &choice), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
	snprintf(system_file, sizeof system_file, "%s.system", path);
	ck_assert_int_eq(rename(path, system_file), 0);
	bench_wisdom_free(wisdom);
	wisdom = load(BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), BENCH_NONE);
	ck_assert_int_eq(bench_wisdom_load_under(wisdom, system_file), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), choice.index);
	ck_assert_int_eq(bench_wisdom_forget(wisdom, NULL), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), choice.index);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 2), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), 2);
	start_again();
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), 2);
	ck_assert_int_eq(rename(system_file, path), 0);
	check_file_has("test/fill\tbytes,");
	ck_assert_int_eq(bench_wisdom_load_under(NULL, NULL), BENCH_ERR_ARGUMENT);
	put("nonsense\n");
	ck_assert_int_eq(bench_wisdom_load_under(wisdom, path), BENCH_ERR_INPUT);
}

TEST(a_whole_choice_under_the_users_outranks_one_of_too_few_starts)
{
	char system_file[140];

	remember(&question, 2);
	snprintf(system_file, sizeof system_file, "%s.system", path);
	ck_assert_int_eq(rename(path, system_file), 0);
	bench_wisdom_free(wisdom);
	wisdom = load(BENCH_OK);
	question.starts = 3;
	check_choice(0, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), BENCH_NONE);
	ck_assert_int_eq(bench_wisdom_load_under(wisdom, system_file), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), 2);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 1), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), 1);
}

TEST(a_known_choice_that_has_become_slower_is_noticed)
{
	rival[1].ns = 11;
	rival[1].slope_ns = 0;
	check_choice(0, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(choice.runner_up, 1);
	start_again();
	question.recheck_ns = 3e6;
	check_choice(0, BENCH_PICK_END_REMEMBERED);
	CHECK_NUMBERS({ rival[2].iterations, 0 }, { rival[1].iterations > 0, true });
	rival[1].ns = 9;
	question.recheck_ns = 0;
	check_choice(0, BENCH_PICK_END_REMEMBERED);
	question.recheck_ns = 3e6;
	check_choice(1, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), 1);
}

/* Used only when all three are compared. */
static void almost_as_slow(void *arg)
{
	rival[1].ns = 9.9;
}

TEST(what_was_known_is_the_incumbent_when_all_meet_again)
{
	rival[1].ns = 11;
	rival[1].slope_ns = 0;
	options.switch_margin = 0.05;
	question.recheck_ns = 3e6;
	check_choice(0, BENCH_PICK_END_SURE);
	rival[1].ns = 9;
	c[2].setup = almost_as_slow;
	ck_assert_int_eq(bench_wisdom_pick(wisdom, &question, &choice), BENCH_OK);
	CHECK_NUMBERS({ rival[1].ns, 9.9 }, { choice.index, 0 }, { choice.kept, 1 });
}

TEST(what_answered_another_version_is_the_incumbent_if_there_is_a_margin)
{
	rival[1].ns = 10.2;
	rival[1].slope_ns = 0;
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 1), BENCH_OK);
	question.version = "2";
	ck_assert_int_eq(bench_wisdom_pick(NULL, &question, &choice), BENCH_OK);
	ck_assert_uint_eq(choice.index, 0);
	options.switch_margin = 0.05;
	ck_assert_int_eq(bench_wisdom_pick(wisdom, &question, &choice), BENCH_OK);
	CHECK_NUMBERS({ choice.index, 1 }, { choice.kept != 0, true });
}

static int lines;

static void count_line(const char *line, void *arg)
{
	ck_assert_ptr_nonnull(strstr(line, question.key));
	++*(int *)arg;
}

/* Every choice is logged: picked, remembered and required ones. */
TEST(choices_are_logged)
{
	options.log = count_line;
	options.log_arg = &lines;
	for (int i = 0; i < 3; i++) {
		if (i == 2) {
			options.variable = "MYPROGRAM_PICK";
			ck_assert_int_eq(setenv("MYPROGRAM_PICK", "bytes,log", 1), 0);
		}
		ck_assert_int_eq(bench_wisdom_pick(wisdom, &question, &choice), BENCH_OK);
		ck_assert_int_eq(lines, i + 1);
	}
}

/* Expects this choice if the environment has this value. */
static void check_asked(const char *value, size_t index, bench_pick_end end)
{
	options.variable = "MYPROGRAM_PICK";
	ck_assert_int_eq(setenv("MYPROGRAM_PICK", value, 1), 0);
	check_choice(index, end);
}

TEST(the_environment_decides_whether_it_counts)
{
	check_asked("remembered", 0, BENCH_PICK_END_FORCED);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 2), BENCH_OK);
	check_asked("remembered", 2, BENCH_PICK_END_REMEMBERED);
	check_asked("bytes", 0, BENCH_PICK_END_FORCED);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), 2);
	ck_assert_uint_eq(iterations(), 0);
	check_asked("again", 0, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &question), 0);
	ck_assert_int_eq(setenv("MYPROGRAM_PICK", "gone", 1), 0);
	ck_assert_int_eq(bench_wisdom_pick(wisdom, &question, &choice), BENCH_ERR_ENVIRONMENT);
}

CHECK_SUITE_BETWEEN("wisdom_ranges", set_up, take_down)
