/*
 * Are cases that are declared beside their code collected, in their order, with their members?
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"

static uint64_t sum;

BENCH_CASE(first)
{
	sum += n;
}

BENCH_CASE_WITH(second, .range = "1..4", .bytes = 8, .name = "ignored")
{
	sum += 2 * n + (arg != NULL);
}

TEST(cases_are_collected)
{
	static bench_entry again = { .item = { .name = "again" }, .next = &again };
	static const char *const names[] = { "even 1", "odd 1", "even 2", "odd 2" };
	static const size_t in_order[] = { 1, 3, 0, 2 };
	static bench_entry placed[4];
	size_t n;
	const bench_case *table;

	BENCH_ADD(first);      /* where there are no constructors */
	BENCH_ADD(second);
	table = benchi_registry_table(&n);
	CHECK_TEXTS({ table[0].name, "first" }, { table[1].name, "second" },
		{ table[1].range, "1..4" });
	CHECK_NUMBERS({ n, 2 }, { table[1].bytes, 8 });
	ck_assert_ptr_null(table[0].range);
	table[0].body(3, NULL);
	table[1].body(5, &sum);
	ck_assert_uint_eq(sum, 14);
	ck_assert_ptr_eq(benchi_registry_table(&n) ? &sum : NULL, &sum);   /* again */
	ck_assert_uint_eq(n, 2);
	bench_add(&again);     /* whatever it referred to */
	table = benchi_registry_table(&n);
	ck_assert_uint_eq(n, 3);
	ck_assert_str_eq(table[2].name, "again");
	/* constructors may run backwards: each file's cases keep their places */
	for (size_t i = 4; i-- > 0;) {
		placed[i].file = i % 2 ? "odd.c" : "even.c";
		placed[i].line = (int)i + 10;
		placed[i].item.name = names[i];
		bench_add(&placed[i]);
	}
	table = benchi_registry_table(&n);
	ck_assert_uint_eq(n, 7);
	for (size_t i = 0; i < 4; i++)
		ck_assert_str_eq(table[3 + i].name, names[in_order[i]]);
}

CHECK_SUITE("registry")
