/*
 * What every libcheck program here shares: run one suite, speak TAP.
 *
 *	static Suite *suite(void) { ... }
 *	CHECK_MAIN(suite)
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_CHECK_MAIN_H
#define TESTS_CHECK_MAIN_H

#include <config.h>

#include <check.h>
#include <stdlib.h>

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

/* A suite of one case from a NULL-ended list of tests; before and after each of them, in
 * its process, these two are called, if they are not NULL. */
static inline Suite *check_suite_between(const char *name, const TTest *const *tests,
                                         void (*before)(void), void (*after)(void))
{
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create(name);

	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, before, after);
	for (; *tests; tests++)
		tcase_add_test(tcase, *tests);
	suite_add_tcase(suite, tcase);
	return suite;
}

static inline Suite *check_suite(const char *name, const TTest *const *tests)
{
	return check_suite_between(name, tests, NULL, NULL);
}

#endif
