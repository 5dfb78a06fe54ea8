/*
 * Choices are found again, but only where they apply; damaged lines are reported and ignored.
 *
 * This file replaces compare/pick.c, so that nothing is timed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "wisdom.h"

#include <errno.h>
#include <sys/stat.h>

#include "measure/measure.h"
#include "wisdom/wisdom.h"

static size_t picked, picks, left_out, picked_rounds = 1;
static bench_pick_end picked_end = BENCH_PICK_END_SURE;
static double picked_lead = NAN, picked_first_ratio;

bench_status bench_pick(const bench_case *c, size_t n, const bench_pick_options *options,
                        bench_choice *choice)
{
	picks++;
	choice->index = picked;
	choice->end = picked == BENCH_NONE ? BENCH_PICK_END_FAILED : picked_end;
	choice->untried = left_out;
	choice->lead = picked_lead;
	choice->lead_low = 0.8;
	choice->rounds = picked_rounds;
	if (options && options->report)
		options->report[0].ratio = picked_first_ratio;
	return picked == BENCH_NONE ? BENCH_ERR_BUSY : BENCH_OK;
}

bench_status bench_challenge(const bench_case c[2], const bench_pick_options *options,
                             uint64_t deadline_ns, bench_choice *choice)
{
	return BENCH_ERR_BUSY;
}

static int check_passes = 1, checks, skips;

static int check(void *arg)
{
	checks++;
	ck_assert_uint_eq(bench_parameter(), 0);
	if (skips)
		bench_skip("not here");
	return check_passes;
}

static const bench_case three[3] = { { .name = "byte", .verify = check },
	{ .name = "word\t%", .verify = check }, { .name = "#long", .verify = check } };
static const bench_question copy = { .key = "test/copy", .candidates = three, .n = 3 };

/* The same question with other candidates or options. */
static bench_question asked(const bench_case *c, size_t n, const bench_pick_options *options)
{
	return (bench_question){ .key = "test/copy", .candidates = c, .n = n, .options = options };
}

/* Expects this choice and this reason. */
static void check_pick(bench_wisdom *wisdom, const bench_question *question, size_t index,
                       bench_pick_end end)
{
	bench_choice choice;

	ck_assert_int_eq(bench_wisdom_pick(wisdom, question, &choice), BENCH_OK);
	CHECK_NUMBERS({ choice.index, index }, { choice.end, end });
	if (end == BENCH_PICK_END_REMEMBERED)
		CHECK_NUMBERS({ choice.chosen, picked_end }, { choice.ns, NAN }, { choice.lead, NAN },
			{ choice.runner_up, BENCH_NONE });
}

/* The version as it appears in a line. */
static const char *version(void)
{
	static char between[40];

	snprintf(between, sizeof between, "\t%s\t", BENCHI_WISDOM_METHOD);
	return between;
}

/* Changes the first choice of this version to another processor's. */
static void edit_processor(void)
{
	char other[50];

	snprintf(other, sizeof other, "%snot ", version());
	edit(version(), other);
}

TEST(a_choice_comes_back_by_name)
{
	static const bench_case turned[3] = { { .name = "#long" }, { .name = "byte" },
		{ .name = "word\t%" } };
	const bench_question other = asked(turned, 3, NULL);

	ck_assert_uint_eq(found(&copy, "never chosen"), BENCH_NONE);
	for (size_t i = 0; i < 3; i++) {
		remember(&copy, i);
		ck_assert_uint_eq(found(&copy, ""), i);
		ck_assert_uint_eq(found(&other, ""), (i + 1) % 3);
	}
	check_file_has("test/copy\t#long\t3/");
	check_file_has("\t0.005\t");
}

TEST(names_may_be_missing)
{
	static const bench_case plain[12] = { { .name = NULL } };
	const bench_question question = { .key = "#1\n", .candidates = plain, .n = 12 };

	remember(&question, 11);
	ck_assert_uint_eq(found(&question, ""), 11);
	check_file_has("\n%231%0A\t11\t12/");
}

TEST(another_question_is_not_answered)
{
	static const bench_case unlike[3] = { { .name = "byte" }, { .name = "word" },
		{ .name = "#long" } };
	static const bench_case twice[4] = { { .name = "byte" }, { .name = "word\t%" },
		{ .name = "#long" }, { .name = "#long" } };
	bench_pick_options options = { .margin = 0.01 };
	const bench_question names = asked(unlike, 3, NULL), more = asked(twice, 4, NULL),
		margin = asked(three, 3, &options);
	bench_question key = copy, newer = copy;

	key.key = "test/copies";
	newer.version = "1.5";
	remember(&copy, 1);
	ck_assert_uint_eq(found(&names, "other candidates"), BENCH_NONE);
	ck_assert_uint_eq(found(&more, "other candidates"), BENCH_NONE);
	ck_assert_uint_eq(found(&margin, "at another margin"), BENCH_NONE);
	ck_assert_uint_eq(found(&key, "never chosen"), BENCH_NONE);
	options.margin = 0.005;
	ck_assert_uint_eq(found(&margin, ""), 1);
	ck_assert_uint_eq(found(&newer, "by another version"), BENCH_NONE);
	remember(&newer, 2);
	ck_assert_uint_eq(found(&newer, ""), 2);
	ck_assert_uint_eq(found(&copy, "by another version"), BENCH_NONE);
}

TEST(other_circumstances_are_another_question)
{
	static const bench_value values[] = { { 40, 3 }, { 1500, 1 } },
		turned[] = { { 1500, 0.25 }, { 40, 0.75 } }, even[] = { { 40, 1 }, { 1500, 1 } };
	bench_case cold[3] = { three[0], three[1], three[2] };
	bench_pick_options options = { .confidence = 0.99 };
	bench_question question = asked(three, 3, &options);

	remember(&copy, 1);
	ck_assert_uint_eq(found(&question, ""), 1);
	options.confidence = 0.9;
	ck_assert_uint_eq(found(&question, "other candidates, values, confidence"), BENCH_NONE);
	options = (bench_pick_options){ .values = values, .value_count = 2 };
	ck_assert_uint_eq(found(&question, "other candidates, values"), BENCH_NONE);
	remember(&question, 2);
	options.values = turned;
	ck_assert_uint_eq(found(&question, ""), 2);
	options.values = even;
	ck_assert_uint_eq(found(&question, "other candidates, values"), BENCH_NONE);
	options.values = NULL;
	for (int i = 0; i < 3; i++)
		cold[i].cold = BENCH_COLD_DATA;
	remember(&copy, 1);
	question.candidates = cold;
	ck_assert_uint_eq(found(&question, "memory (cold or warm)"), BENCH_NONE);
}

static void skip_here(void *arg)
{
	ck_assert_uint_eq(bench_parameter(), 1500);
	bench_skip("no AVX2");
}

TEST(a_known_choice_without_a_check_is_asked_whether_it_works)
{
	static const bench_value values[] = { { 1500, 0.25 }, { 40, 0.75 } };
	const bench_pick_options options = { .values = values, .value_count = 2 };
	const bench_case c[2] = { { .name = "plain" }, { .name = "avx2", .setup = skip_here } };
	const bench_question question = asked(c, 2, &options);
	bench_wisdom *wisdom = load(BENCH_OK);

	ck_assert_int_eq(bench_wisdom_remember(wisdom, &question, 1), BENCH_OK);
	picked = 0;
	check_pick(wisdom, &question, 0, BENCH_PICK_END_SURE);
	bench_wisdom_free(wisdom);
}

TEST(stale_and_foreign_are_reported_and_stay)
{
	bench_question other = copy;
	bench_wisdom *wisdom;
	bench_wisdom_counts counts;

	remember(&copy, 1);
	edit(version(), "\t0.0.1\t");
	ck_assert_uint_eq(found(&copy, "by another version"), BENCH_NONE);
	other.key = "other";
	remember(&other, 2);
	edit("other", "there");
	edit_processor();
	wisdom = load(BENCH_OK);
	counts = bench_wisdom_count(wisdom);
	CHECK_NUMBERS({ counts.stale, 1 }, { counts.foreign, 1 },
		{ counts.usable + counts.damaged + counts.line, 0 });
	other.key = "there";
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &other), BENCH_NONE);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "on this processor"));
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &other, 0), BENCH_OK);
	save(wisdom);
	check_file_has("\t0.0.1\t");
	check_file_has("there\t#long");
	check_file_has("there\tbyte");
}

/* Faults of lines are named by test_wisdom_lines; this shows what happens to a damaged line,
 * and to the last one. */
TEST(damaged_lines_are_reported_and_left_out)
{
	static const char *const bad[][2] = { { "a\tb\t3/1\t0.1.0\tx\n", "six fields" },
		{ "a\tb\t3/1\t0\t0.1.0\tx", "a newline" } };
	static char whole[sizeof text];

	remember(&copy, 2);
	strcpy(whole, get());
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		bench_wisdom *wisdom;
		bench_wisdom_counts counts;

		strcat(strcpy(text, whole), bad[i][0]);
		put(text);
		wisdom = load(BENCH_ERR_INPUT);
		ck_assert_msg(strstr(bench_detail(), bad[i][1]) && strstr(bench_detail(), "/wisdom:4: "),
		              "%zu: %s", i, bench_detail());
		counts = bench_wisdom_count(wisdom);
		CHECK_NUMBERS({ counts.damaged, 1 }, { counts.line, 4 });
		ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), 2);
		ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
		ck_assert_uint_gt(strlen(get()), strlen(whole));
		ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
		save(wisdom);
		ck_assert_str_eq(get(), whole);
	}
}

TEST(of_damage_the_first_is_reported_and_of_answers_the_last)
{
	static char whole[2 * sizeof text + 64];
	bench_wisdom *wisdom;

	remember(&copy, 2);
	get();
	snprintf(whole, sizeof whole, "%s\n# said twice\n%s", text, strstr(text, "test/copy"));
	put(whole);
	edit("#long\t", "byte\t");
	ck_assert_uint_eq(found(&copy, ""), 2);
	put(strcat(whole, "first\nsecond\n"));
	wisdom = load(BENCH_ERR_INPUT);
	CHECK_NUMBERS({ strstr(bench_detail(), ":7: damaged") != NULL, true },
		{ bench_wisdom_count(wisdom).damaged, 2 }, { bench_wisdom_count(wisdom).line, 7 });
	bench_wisdom_free(wisdom);
}

TEST(what_is_forgotten_is_gone_here_only)
{
	bench_question other = copy;
	bench_wisdom *wisdom;

	other.key = "other";
	remember(&other, 0);
	edit_processor();
	remember(&other, 0);
	remember(&copy, 1);
	wisdom = load(BENCH_OK);
	ck_assert_int_eq(bench_wisdom_forget(wisdom, "test/copy"), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), BENCH_NONE);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &other), 0);
	ck_assert_uint_eq(found(&copy, ""), 1);
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
	ck_assert_uint_eq(found(&copy, "never chosen"), BENCH_NONE);
	ck_assert_int_eq(bench_wisdom_forget(wisdom, NULL), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	save(wisdom);
	ck_assert_uint_eq(found(&other, "on this processor"), BENCH_NONE);
	ck_assert_uint_eq(found(&copy, ""), 2);
}

TEST(nonsense_is_refused)
{
	static const bench_case twins[2] = { { .name = "a" }, { .name = "a" } };
	char long_key[129];
	const bench_pick_options options = { .margin = NAN };
	const bench_question wrong[6] = { asked(twins, 2, NULL), asked(three, 3, &options),
		asked(NULL, 3, NULL), { "", three, 3, NULL, NULL, 0, 0, 0 },
		{ NULL, three, 3, NULL, NULL, 0, 0, 0 }, { long_key, three, 3, NULL, NULL, 0, 0, 0 } };
	bench_wisdom *wisdom = load(BENCH_OK);

	memset(long_key, 'k', 128);
	long_key[128] = '\0';
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		ck_assert_int_eq(bench_wisdom_remember(wisdom, &wrong[i], 0), BENCH_ERR_ARGUMENT);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_wisdom_load(path, NULL),
		bench_wisdom_remember(NULL, &copy, 0), bench_wisdom_remember(wisdom, &copy, 3),
		bench_wisdom_remember(wisdom, &copy, BENCH_NONE), bench_wisdom_remember(wisdom, NULL, 0),
		bench_wisdom_forget(NULL, "k"), bench_wisdom_forget(wisdom, ""), bench_wisdom_save(NULL));
	ck_assert_uint_eq(bench_wisdom_find(NULL, &copy), BENCH_NONE);
	CHECK_TEXTS({ bench_wisdom_path(NULL), "" }, { bench_wisdom_path(wisdom), path });
	save(wisdom);
	ck_assert_int_ne(access(path, F_OK), 0);
	bench_wisdom_free(NULL);
}

TEST(pick_asks_once)
{
	const struct benchi_worker_context within = { 4096, 3, 5, NULL };
	bench_wisdom *wisdom = load(BENCH_OK);

	picked = 2;
	benchi_case_enter(&within);
	for (int i = 0; i < 3; i++)
		check_pick(wisdom, &copy, 2, i == 0 ? BENCH_PICK_END_SURE : BENCH_PICK_END_REMEMBERED);
	CHECK_NUMBERS({ bench_parameter(), 4096 }, { bench_worker(), 3 }, { picks, 1 }, { checks, 2 });
	check_pick(NULL, &copy, 2, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(picks, 2);
	bench_wisdom_free(wisdom);
}

TEST(only_what_is_sure_is_remembered_unless_asked)
{
	bench_question guess = copy;
	bench_wisdom *wisdom = load(BENCH_OK);

	picked = 1;
	picked_end = BENCH_PICK_END_BUDGET;
	check_pick(wisdom, &copy, 1, BENCH_PICK_END_BUDGET);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), BENCH_NONE);
	guess.good_enough = 1;
	for (int i = 0; i < 2; i++) {
		left_out = i == 0;
		check_pick(wisdom, &guess, 1, BENCH_PICK_END_BUDGET);
		ck_assert_uint_eq(bench_wisdom_find(wisdom, &guess), i == 0 ? BENCH_NONE : 1);
	}
	save(wisdom);
	check_file_has("/likely/0.25\t");
	wisdom = load(BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &guess), 1);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), BENCH_NONE);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "may be too much slower than the best"));
	check_pick(wisdom, &guess, 1, BENCH_PICK_END_REMEMBERED);
	bench_wisdom_free(wisdom);
}

TEST(several_starts_have_to_agree)
{
	static const size_t choices[] = { 1, 1, 2, 2, 2 };
	static const char *const why[] = { "in 1 consecutive start, expected 3", "in 2 consecutive",
		"in 1 consecutive", "in 2 consecutive", "" };
	bench_question agreed = copy;

	agreed.starts = 3;
	for (size_t i = 0; i < 5; i++) {
		bench_wisdom *wisdom = load(BENCH_OK);

		benchi_wisdom_restart();
		picked = choices[i];
		check_pick(wisdom, &agreed, picked, BENCH_PICK_END_SURE);
		save(wisdom);
		ck_assert_uint_eq(found(&agreed, why[i]), i < 4 ? BENCH_NONE : 2);
	}
	check_file_has("0.005/starts/3\t");
	ck_assert_uint_eq(found(&copy, ""), 2);
	remember(&agreed, 0);
	ck_assert_uint_eq(found(&agreed, ""), 0);
}

static int lacks, same_sizes, argument;

static void first(void) { }
static void second(void) { }
static void third(void) { }
static int usable(void) { return !lacks; }

static void call(bench_function *f, uint64_t size, void *arg)
{
	f();
}

static int same(bench_function *f, bench_function *reference, uint64_t size, void *arg)
{
	ck_assert_ptr_eq(arg, &argument);
	same_sizes += (int)size;
	return f != reference || f == first;
}

static void use_home(void)
{
	char home[4096];    /* absolute: relative paths are ignored */

	ck_assert_int_eq(mkdir(folder, 0700) == 0 || errno == EEXIST, 1);
	ck_assert_ptr_nonnull(realpath(folder, home));
	ck_assert_int_eq(setenv("XDG_CACHE_HOME", home, 1), 0);
}

static const bench_alternative routines[] = { { "first", first, NULL },
	{ "second", second, usable }, { "third", third, usable } };

static bench_function *fastest(const char *key)
{
	static const bench_value sizes[] = { { 64, 1 }, { 4096, 1 } };

	return bench_fastest(key, routines, 3, call, same, &argument, sizes, 2, 5e6);
}

/* The default, unless a choice has good reasons. */
TEST(the_fastest_in_one_line)
{
	use_home();
	picked = 1;
	picked_end = BENCH_PICK_END_SURE;
	for (picks = 0; picks < 2 * BENCH_STARTS_AGREE - 1;) {
		if (picks % 2 == 0)
			benchi_wisdom_restart();    /* two choices by one process count as one start */
		ck_assert(fastest("t/f 1.4") == second);
		ck_assert_str_eq(bench_detail(), "");
	}
	same_sizes = 0;
	picked = 2;
	ck_assert(fastest("t/f 1.4") == second);
	CHECK_NUMBERS({ same_sizes, 4096 }, { picks, 2 * BENCH_STARTS_AGREE - 1 });
	ck_assert(fastest("t/f 1.5") == third);
	picked_end = BENCH_PICK_END_BUDGET;
	ck_assert(fastest("t/f 1.6") == third);
	picked_rounds = 0;
	ck_assert(fastest("t/f 1.6") == first);
	picked_lead = 2;        /* no round, but twice as fast */
	ck_assert(fastest("t/f 1.6") == third);
	picked_lead = 1.2;
	picked_first_ratio = 2; /* two that are about as fast, and the first is far behind both */
	ck_assert(fastest("t/f 1.6") == third);
	picked_first_ratio = 1.2;
	ck_assert(fastest("t/f 1.6") == first);
	picked_lead = NAN;
	picked_first_ratio = 0;
	picked_rounds = 1;
	picked = BENCH_NONE;
	ck_assert(fastest("t/f 1.7") == first);
	ck_assert_str_ne(bench_detail(), "");
	ck_assert(bench_fastest(NULL, routines, 3, call, NULL, NULL, NULL, 0, 0) == first);
	ck_assert(bench_fastest("t/f", routines + 1, 2, NULL, NULL, NULL, NULL, 0, 0) == second);
	lacks = 1;
	ck_assert(bench_fastest("t/f 1.4", routines + 1, 2, call, same, &argument, NULL, 0, 0) == NULL);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "none of 2 alternatives is usable"));
	ck_assert(bench_fastest("t/f", NULL, 2, call, NULL, NULL, NULL, 0, 0) == NULL);
	lacks = 0;
	picked_end = BENCH_PICK_END_SURE;
}

TEST(the_user_forces_and_forgets)
{
	use_home();
	picked = 1;
	for (picks = 0; picks < BENCH_STARTS_AGREE;) {
		benchi_wisdom_restart();
		ck_assert(fastest("t/f 1.4") == second);
	}
	setenv("BENCH_FORGET", "t/e;t/f", 1);
	picked = 2;
	ck_assert(fastest("t/f 1.4") == third);
	setenv("BENCH_CHOOSE", "t/e=second;t/f=third", 1);
	picks = 0;
	picked = 1;
	ck_assert(fastest("t/f 1.4") == third);
	setenv("BENCH_CHOOSE", "*=first", 1);
	ck_assert(fastest("t/f 1.4") == first);
	setenv("BENCH_CHOOSE", "t/f=fourth", 1);
	ck_assert(fastest("t/f 1.4") == first);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "expected an alternative of 't/f' or first, got "
		"'fourth'"));
	lacks = 1;
	setenv("BENCH_CHOOSE", "t/f=third", 1);
	ck_assert(fastest("t/f 1.4") == first);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "cannot be used on this machine"));
	lacks = 0;
	ck_assert_uint_eq(picks, 0);
	unsetenv("BENCH_CHOOSE");
	unsetenv("BENCH_FORGET");
	ck_assert(fastest("t/f 1.4") == second);
	ck_assert_uint_eq(picks, 0);
}

TEST(a_table_of_functions_at_once)
{
	static const bench_alternative of[] = { { "first", first, NULL },
		{ "second", second, usable } };
	bench_task task[3] = { { .key = "t/a 1", .alternative = of, .n = 2, .sample = call,
		.arg = &argument }, { .key = "t/b 1", .alternative = of, .n = 2, .sample = call,
		.arg = &argument }, { .key = "t/c 1", .alternative = of + 1, .n = 1, .sample = call } };

	use_home();
	picked = 1;
	picks = 0;
	CHECK_STATUS(BENCH_OK, bench_fastest_all(task, 3, 0));
	CHECK_ALL(task[0].chosen == second, task[1].chosen == second, task[2].chosen == second,
		picks == 2);
	lacks = 1;
	picked = 0;
	CHECK_STATUS(BENCH_ERR_NO_SAMPLES, bench_fastest_all(task, 3, 0));
	CHECK_ALL(task[0].chosen == first, !task[2].chosen, strstr(bench_detail(), "t/c 1") != NULL);
	lacks = 0;
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_fastest_all(NULL, 3, 0), bench_fastest_all(task, 0, 0));
}

/* The user's file, the system's file as fallback, and memory instead of either. */
TEST(choices_go_through_memory)
{
	static char exported[4096], small[8];
	bench_wisdom *wisdom = load(BENCH_OK), *memory;
	size_t length;

	ck_assert_uint_eq(bench_wisdom_export(wisdom, exported, sizeof exported), 0);
	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	length = bench_wisdom_export(wisdom, exported, sizeof exported);
	ck_assert_uint_eq(length, strlen(exported));
	ck_assert_uint_eq(bench_wisdom_export(wisdom, small, sizeof small), length);
	ck_assert_str_eq(small, "libbenc");
	ck_assert_int_eq(bench_wisdom_load("", &memory), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_import(memory, exported, length), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(memory, &copy), 2);
	ck_assert_int_eq(bench_wisdom_remember(memory, &copy, 1), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(memory, &copy), 1);
	CHECK_STATUS(BENCH_ERR_UNSUPPORTED, bench_wisdom_save(memory));
	CHECK_STATUS(BENCH_ERR_INPUT, bench_wisdom_import(memory, "nonsense", 8),
		bench_wisdom_import(memory, exported, length - 1));
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_wisdom_import(NULL, "", 0),
		bench_wisdom_import(memory, NULL, 1));
	ck_assert_int_eq(setenv("BENCH_SYSTEM_WISDOM", path, 1), 0);
	save(wisdom);
	bench_wisdom_free(memory);
	ck_assert_int_eq(bench_wisdom_load("", &memory), BENCH_OK);
	ck_assert_int_eq(bench_wisdom_load_under(memory, NULL), BENCH_OK);
	ck_assert_uint_eq(bench_wisdom_find(memory, &copy), 2);
	unsetenv("BENCH_SYSTEM_WISDOM");
	bench_wisdom_free(memory);
}

TEST(a_known_choice_is_checked_before_it_is_believed)
{
	bench_wisdom *wisdom = load(BENCH_OK);
	bench_choice choice;

	ck_assert_int_eq(bench_wisdom_remember(wisdom, &copy, 2), BENCH_OK);
	check_passes = 0;
	picked = 1;
	check_pick(wisdom, &copy, 1, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), 1);
	check_passes = skips = 1;
	picked = 0;
	check_pick(wisdom, &copy, 0, BENCH_PICK_END_SURE);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), 0);
	check_passes = skips = 0;
	picked = BENCH_NONE;
	ck_assert_int_eq(bench_wisdom_pick(wisdom, &copy, &choice), BENCH_ERR_BUSY);
	ck_assert_uint_eq(bench_wisdom_find(wisdom, &copy), BENCH_NONE);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_wisdom_pick(wisdom, NULL, &choice),
		bench_wisdom_pick(wisdom, &copy, NULL));
	ck_assert_uint_eq(choice.index, BENCH_NONE);
	bench_wisdom_free(wisdom);
}

CHECK_SUITE_BETWEEN("wisdom", begin, end)
