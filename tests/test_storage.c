/*
 * A run's memory: small on the stack, the rest per thread. Also the table of a summary's numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <unistd.h>

#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

#include "measure/measure.h"

TEST(a_run_is_small)
{
	ck_assert_uint_le(sizeof(bench_run), 1456);
}

TEST(storages_are_kept_and_taken_back)
{
	struct benchi_storages storages;
	static const char owner[BENCHI_STORAGES + 1];
	struct benchi_storage *first, *second;

	memset(&storages, 0, sizeof storages);
	first = benchi_storage_take(&storages, owner);
	ck_assert_ptr_nonnull(first);
	/* an unfinished run gets its storage again */
	ck_assert_ptr_eq(benchi_storage_take(&storages, owner), first);
	second = benchi_storage_take(&storages, owner + 1);
	ck_assert_ptr_ne(second, first);
	ck_assert(benchi_storage_leave(&storages, owner, first));
	ck_assert(!benchi_storage_leave(&storages, owner, first));
	for (int i = 2; i <= BENCHI_STORAGES; i++)
		ck_assert_ptr_nonnull(benchi_storage_take(&storages, owner + i));
	/* the storage that was taken first */
	ck_assert_ptr_eq(benchi_storage_take(&storages, owner), second);
	ck_assert(!benchi_storage_leave(&storages, owner + 1, second));
	for (int i = 0; i < BENCHI_STORAGES; i++)
		free(storages.slot[i].storage);
}

#if defined HAVE_PTHREAD_H && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
static void spin(uint64_t n, void *arg)
{
	for (; n > 0; n--)
		BENCH_CLOBBER();
}

static const bench_case alike[2] = { { .name = "a", .body = spin }, { .name = "b", .body = spin } };
static const bench_pick_options briefly = { .time_ns = 4e6 };

static bench_status nothing(void)
{
	return BENCH_OK;
}

static bench_status by_macro(void)
{
	uint64_t x = 3;

	BENCH(x = x * x + 1, 0);
	BENCH_KEEP(x);
	return bench_last()->status;
}

static bench_status by_measure(void)
{
	bench_summary summary;

	return bench_measure(spin, NULL, NULL, &summary);
}

static bench_status by_compare(void)
{
	static const bench_compare_options options = { .time_ns = 4e6 };
	bench_difference difference;

	return bench_compare(alike, &options, &difference);
}

static bench_status by_pick(void)
{
	bench_choice choice;

	return bench_pick(alike, 2, &briefly, &choice);
}

static bench_status by_ranges(void)
{
	bench_range range[16];
	bench_ranges ranges = { .low = 1, .high = 64, .range = range, .capacity = 16 };

	return bench_pick_ranges(alike, 2, &briefly, &ranges);
}

enum { STACK = 1 << 18, PAINT = 0x5a, LEAST_STACK = 16384, BINDING = 1700 };

struct stacked {
	const char *name;
	bench_status (*call)(void);
	bench_status status;
	char detail[200];
};

static void *stacked_run(void *arg)
{
	struct stacked *of = arg;

	of->status = of->call();
	snprintf(of->detail, sizeof of->detail, "%s: %s", bench_status_text(of->status),
		bench_detail());
	return NULL;
}

/* Returns the bytes that a thread uses of its stack, including those used by the system. */
static size_t stacked_bytes(struct stacked *of)
{
	static _Alignas(4096) unsigned char stack[STACK];
	pthread_attr_t about;
	pthread_t thread;
	size_t untouched = 0;

	memset(stack, PAINT, sizeof stack);
	pthread_attr_init(&about);
	ck_assert_int_eq(pthread_attr_setstack(&about, stack, sizeof stack), 0);
	ck_assert_int_eq(pthread_create(&thread, &about, stacked_run, of), 0);
	pthread_join(thread, NULL);
	pthread_attr_destroy(&about);
	while (untouched < sizeof stack && stack[untouched] == PAINT)
		untouched++;
	return sizeof stack - untouched;
}

/* Runs in a thread with the smallest stack, 16 KB. An empty thread uses half of that on
 * processors with many registers. Each test is a separate process, and this is its first
 * measurement. The program's symbols are bound at its start; lazy binding would add up to
 * 1.7 KB on the deepest path. On some systems the smallest stack is larger: 128 KB with glibc
 * on AArch64 and POWER. */
static void expect_small(const char *name, bench_status (*call)(void))
{
	struct stacked of = { name, call, BENCH_OK, "" };
	size_t bytes;

	if (check_in_valgrind())
		return;
	bytes = stacked_bytes(&of);
	printf("# %s: %lu bytes of stack\n", name, (unsigned long)bytes);
	fflush(stdout);
	ck_assert_msg(of.status == BENCH_OK || of.status == BENCH_ERR_NO_SAMPLES, "%s",
		of.detail); /* the time limit is 4 ms */
#if defined __aarch64__ || defined __powerpc__
	ck_assert_uint_le(bytes, (size_t)PTHREAD_STACK_MIN);
#else
	ck_assert_uint_le(bytes, LEAST_STACK - BINDING);
#endif
}

TEST(nothing_in_a_small_thread) { expect_small("nothing", nothing); }
TEST(BENCH_in_a_small_thread) { expect_small("BENCH", by_macro); }
TEST(measure_in_a_small_thread) { expect_small("bench_measure", by_measure); }
TEST(compare_in_a_small_thread) { expect_small("bench_compare", by_compare); }
TEST(pick_in_a_small_thread) { expect_small("bench_pick", by_pick); }
TEST(ranges_in_a_small_thread) { expect_small("bench_pick_ranges", by_ranges); }
#endif

/* The table has each double of the struct exactly once; at first all are NaN except one. */
TEST(the_table_is_whole)
{
	bench_summary none = benchi_summary_none(BENCH_ERR_INPUT);
	size_t bytes = offsetof(bench_summary, iterations) + sizeof none.mode_share
	             + 3 * sizeof none.mean_ns;
	size_t doubles = bytes / sizeof(double);
	int missing = 0;

	ck_assert_uint_eq(benchi_members_count, doubles);
	for (size_t i = 0; i < benchi_members_count; i++) {
		missing += isnan(benchi_member_value(&none, &benchi_members[i])) != 0;
		for (size_t j = 0; j < i; j++) {
			ck_assert_uint_ne(benchi_members[i].offset, benchi_members[j].offset);
			ck_assert_str_ne(benchi_members[i].name, benchi_members[j].name);
		}
	}
	CHECK_NUMBERS({ missing, (int)benchi_members_count - 1 }, { none.status, BENCH_ERR_INPUT });
}

CHECK_SUITE("storage")
