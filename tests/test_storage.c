/*
 * A run's memory: small on the stack, the thread's otherwise; and the table of a summary's numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <unistd.h>

#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

#include "measure/measure.h"

START_TEST(a_run_is_small)
{
	ck_assert_uint_lt(sizeof(bench_run), 1408);
}
END_TEST

START_TEST(storages_are_kept_and_taken_back)
{
	struct benchi_storages storages;
	static const char owner[BENCHI_STORAGES + 1];
	struct benchi_storage *first, *second;

	memset(&storages, 0, sizeof storages);
	first = benchi_storage_take(&storages, owner);
	ck_assert_ptr_nonnull(first);
	/* left unfinished: its own again */
	ck_assert_ptr_eq(benchi_storage_take(&storages, owner), first);
	second = benchi_storage_take(&storages, owner + 1);
	ck_assert_ptr_ne(second, first);
	benchi_storage_leave(&storages, owner);
	ck_assert(!benchi_storage_is(&storages, owner, first));
	for (int i = 2; i <= BENCHI_STORAGES; i++)
		ck_assert_ptr_nonnull(benchi_storage_take(&storages, owner + i));
	ck_assert(benchi_storage_is(&storages, owner + 1, second));
	ck_assert_ptr_eq(benchi_storage_take(&storages, owner), second);  /* the one taken first */
	ck_assert(!benchi_storage_is(&storages, owner + 1, second));
	for (int i = 0; i < BENCHI_STORAGES; i++)
		free(storages.slot[i].storage);
}
END_TEST

#if defined HAVE_PTHREAD_H && !defined __SANITIZE_ADDRESS__
static void spin(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--)
		BENCH_CLOBBER();
}

static void *small(void *arg)
{
	bench_status *status = (bench_status *)arg;
	bench_summary summary;
	uint64_t x = 3;

	BENCH(x = x * x + 1, 0);
	BENCH_KEEP(x);
	status[0] = bench_last()->status;
	status[1] = bench_measure(spin, NULL, NULL, &summary);
	return NULL;
}

START_TEST(a_small_thread_suffices)
{
	bench_status status[2] = { BENCH_ERR_ARGUMENT, BENCH_ERR_ARGUMENT };
	long least = sysconf(_SC_THREAD_STACK_MIN);
	pthread_attr_t about;
	pthread_t thread;

	pthread_attr_init(&about);
	ck_assert_int_eq(pthread_attr_setstacksize(&about, least > 16384 ? (size_t)least : 16384), 0);
	ck_assert_int_eq(pthread_create(&thread, &about, small, status), 0);
	pthread_join(thread, NULL);
	pthread_attr_destroy(&about);
	ck_assert_int_eq(status[0], BENCH_OK);
	ck_assert_int_eq(status[1], BENCH_OK);
}
END_TEST
#endif

/* The doubles of the struct are those of the table: as many, each once, and all NaN but one. */
START_TEST(the_table_is_whole)
{
	bench_summary none = benchi_summary_none(BENCH_ERR_INPUT);
	size_t bytes = offsetof(bench_summary, iterations) + sizeof none.mode_share
	             + 3 * sizeof none.mean_ns;
	size_t doubles = bytes / sizeof(double);
	int missing = 0;

	ck_assert_uint_eq(benchi_members_count, doubles);
	for (size_t i = 0; i < benchi_members_count; i++) {
		missing += isnan(benchi_member_value(&none, &benchi_members[i]));
		for (size_t j = 0; j < i; j++) {
			ck_assert_uint_ne(benchi_members[i].offset, benchi_members[j].offset);
			ck_assert_str_ne(benchi_members[i].name, benchi_members[j].name);
		}
	}
	ck_assert_int_eq(missing, (int)benchi_members_count - 1);
	ck_assert_int_eq(none.status, BENCH_ERR_INPUT);
}
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = { a_run_is_small, storages_are_kept_and_taken_back,
#if defined HAVE_PTHREAD_H && !defined __SANITIZE_ADDRESS__   /* its frames are larger */
		a_small_thread_suffices,
#endif
		the_table_is_whole, NULL };

	return check_suite("storage", tests);
}

CHECK_MAIN(suite)
