/*
 * What every libcheck program here shares: run one suite, speak TAP.
 *
 *	TEST(what_is_so)
 *	{
 *	}
 *
 *	CHECK_SUITE("name")
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_CHECK_MAIN_H
#define TESTS_CHECK_MAIN_H

#include <config.h>

/* tests look at what was written too, not at every status */
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-result"
#endif

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef HAVE_SETENV /* Windows; there an empty variable is none */
static inline int setenv(const char *name, const char *value, int again)
{
	return again || !getenv(name) ? _putenv_s(name, value) : 0;
}

static inline int unsetenv(const char *name)
{
	return _putenv_s(name, "");
}
#endif

/* After a limit on memory was set: does the system, an emulator perhaps, take no notice? */
static inline int check_memory_goes_on(void)
{
	void *volatile much = malloc((size_t)1 << 26);

	free(much);
	return much != NULL;
}

/* Valgrind cannot live with a limit on memory itself. */
static inline int check_in_valgrind(void)
{
	const char *loaded = getenv("LD_PRELOAD");

	return loaded && strstr(loaded, "vgpreload");
}

#define CHECK_MAIN(suite) \
	int main(void) \
	{ \
		SRunner *runner = srunner_create(suite()); \
		int failed; \
		srunner_set_tap(runner, "-"); \
		srunner_run_all(runner, CK_SILENT); \
		failed = srunner_ntests_failed(runner); \
		srunner_free(runner); \
		return failed ? EXIT_FAILURE : EXIT_SUCCESS; \
	}

struct check_test {
	const TTest *const *test;
	struct check_test *next;
};

/* The file's tests, in their order: each adds itself. */
static struct check_test *check_tests, **check_next = &check_tests;

static inline void check_add(struct check_test *test)
{
	*check_next = test;
	check_next = &test->next;
}

#define TEST(name) \
	static const TTest *name; \
	__attribute__((__constructor__)) static void name##_add(void) \
	{ \
		static struct check_test added = { &name, NULL }; \
		check_add(&added); \
	} \
	START_TEST(name)

/* A suite of one case of them, each between begin and end. */
static inline Suite *check_suite_between(const char *name, void (*begin)(void), void (*end)(void))
{
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create(name);

	if (begin)
		tcase_add_checked_fixture(tcase, begin, end);
	tcase_set_timeout(tcase, 600); /* for what hangs, on any machine */
	for (const struct check_test *one = check_tests; one; one = one->next)
		tcase_add_test(tcase, *one->test);
	suite_add_tcase(suite, tcase);
	return suite;
}

/* A program of them alone. */
#define CHECK_SUITE_BETWEEN(name, begin, end) \
	static Suite *suite(void) \
	{ \
		return check_suite_between(name, begin, end); \
	} \
	CHECK_MAIN(suite)
#define CHECK_SUITE(name) CHECK_SUITE_BETWEEN(name, NULL, NULL)

#endif
