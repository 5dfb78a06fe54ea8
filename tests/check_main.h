/*
 * What every libcheck program here shares: run one suite, speak TAP.
 *
 *	CHECK_SUITE("name", a_test, another_test)
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

/* A suite of one case from a NULL-ended list of tests, each between begin and end. */
static inline Suite *check_suite_between(const char *name, const TTest *const *tests,
                                         void (*begin)(void), void (*end)(void))
{
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create(name);

	if (begin)
		tcase_add_checked_fixture(tcase, begin, end);
	tcase_set_timeout(tcase, 600); /* for what hangs, on any machine */
	for (; *tests; tests++)
		tcase_add_test(tcase, *tests);
	suite_add_tcase(suite, tcase);
	return suite;
}

/* The same without. */
static inline Suite *check_suite(const char *name, const TTest *const *tests)
{
	return check_suite_between(name, tests, NULL, NULL);
}

/* A program of these tests alone. */
#define CHECK_SUITE(name, ...) \
	static Suite *suite(void) \
	{ \
		const TTest *const tests[] = { __VA_ARGS__, NULL }; \
		return check_suite(name, tests); \
	} \
	CHECK_MAIN(suite)

#endif
