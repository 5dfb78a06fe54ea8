/*
 * What the library gives on a made-up machine, to seven digits: a small fault anywhere on the way
 * moves one of the numbers.
 *
 * The numbers are the library's own.  When a change of the method is meant, run the program with
 * DIGITS_PRINT=1 and judge the new ones before they take the place of the old.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_DIGITS_H
#define TESTS_DIGITS_H

#include "check_main.h"

enum { DIGITS_MOST = 60 };

struct digits {
	const char *name;
	size_t n;
	double of[DIGITS_MOST];
};

static inline void digits_add(struct digits *digits, double x)
{
	ck_assert_uint_lt(digits->n, DIGITS_MOST);
	digits->of[digits->n++] = x;
}

static inline void digits_print(const struct digits *found)
{
	fprintf(stderr, "\t{ \"%s\", %u, {", found->name, (unsigned)found->n);
	for (size_t i = 0; i < found->n; i++) {
		fprintf(stderr, i == 0 ? " " : i % 6 ? ", " : ",\n\t\t");
		if (isfinite(found->of[i]))
			fprintf(stderr, "%.9g", found->of[i]);
		else
			fprintf(stderr, isnan(found->of[i]) ? "NAN"
			                : found->of[i] > 0 ? "INFINITY" : "-INFINITY");
	}
	fprintf(stderr, " } },\n");
}

static inline int digits_equal(double found, double expected)
{
	if (!isfinite(expected))
		return isnan(expected) ? isnan(found) != 0
		                       : isinf(found) && (found > 0) == (expected > 0);
	return fabs(found - expected) <= 2e-7 * fabs(expected) + 1e-9;
}

/* The same numbers, or those of a system that rounds otherwise? */
static inline void digits_same(const struct digits *found, const struct digits *expected)
{
	if (getenv("DIGITS_PRINT")) {
		digits_print(found);
		return;
	}
	for (size_t i = 0; i < found->n; i++)
		ck_assert_msg(digits_equal(found->of[i], expected->of[i]), "%s: number %u is %.9g, "
			"expected %.9g", found->name, (unsigned)i, found->of[i], expected->of[i]);
	ck_assert_uint_eq(found->n, expected->n);
}

/* A program of one test that is run for each row of a table, in a process of its own. */
#define DIGITS_MAIN(name, test, rows) \
	static Suite *digits_suite(void) \
	{ \
		Suite *suite = suite_create(name); \
		TCase *tcase = tcase_create(name); \
		tcase_set_timeout(tcase, 600); \
		tcase_add_loop_test(tcase, test, 0, (int)(sizeof(rows) / sizeof *(rows))); \
		suite_add_tcase(suite, tcase); \
		return suite; \
	} \
	CHECK_MAIN(digits_suite)

#endif
