/*
 * Every status and every warning has a text, and values outside the tables are safe.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "base/base.h"

TEST(every_status_has_its_own_text)
{
	for (int i = 0; i <= BENCH_ERR_OUTPUT; i++) {
		ck_assert_str_ne(bench_status_text((bench_status)i), "unknown status");
		for (int j = 0; j < i; j++)
			ck_assert_str_ne(bench_status_text((bench_status)i),
				bench_status_text((bench_status)j));
	}
	ck_assert_str_eq(bench_status_text((bench_status)(BENCH_ERR_OUTPUT + 1)), "unknown status");
	ck_assert_str_eq(bench_status_text((bench_status)-1), "unknown status");
}

TEST(every_warning_has_name_text_and_advice)
{
	for (int i = 0; i < BENCH_WARNINGS; i++) {
		ck_assert_int_gt((int)strlen(bench_warning_name(1u << i)), 3);
		ck_assert_int_gt((int)strlen(bench_warning_text(1u << i)), 20);
		ck_assert_int_gt((int)strlen(bench_warning_advice(1u << i)), 10);
	}
	ck_assert_str_eq(bench_warning_name(BENCH_WARN_BREAK_IN_BODY), "BREAK_IN_BODY");
	ck_assert_str_eq(bench_warning_name(BENCH_WARN_NOISY | BENCH_WARN_DRIFT), "NOISY");
	ck_assert_str_eq(bench_warning_text(0), "");
	ck_assert_str_eq(bench_warning_advice(1u << BENCH_WARNINGS), "");
}

TEST(a_failure_leaves_its_detail)
{
	ck_assert_int_eq(benchi_fail(BENCH_ERR_ARGUMENT, "rounds = %d", -3), BENCH_ERR_ARGUMENT);
	ck_assert_str_eq(bench_detail(), "rounds = -3");
	benchi_fail(BENCH_ERR_ARGUMENT, "%300s", "long");
	ck_assert_int_eq((int)strlen(bench_detail()), 255);
}

TEST(the_version_is_the_headers)
{
	char text[32];

	snprintf(text, sizeof text, "%d.%d.%d", BENCH_VERSION_MAJOR, BENCH_VERSION_MINOR,
	         BENCH_VERSION_PATCH);
	ck_assert_str_eq(bench_version(), text);
}

CHECK_SUITE("status")
