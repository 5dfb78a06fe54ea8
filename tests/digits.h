/*
 * What the library gives on a made-up machine, to seven digits: a small fault anywhere on the way
 * moves one of the numbers.
 *
 * The numbers are the library's own, by name in tests/golden/digits.  When a change of the method
 * is meant, run the program with DIGITS_PRINT=1 and judge the new ones before they take the place
 * of the old.
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
	fprintf(stderr, "%s\n", found->name);
	for (size_t i = 0; i < found->n; i++) {
		fprintf(stderr, i % 6 ? " " : "\t");
		fprintf(stderr, isnan(found->of[i]) ? "NAN" : "%.9g", found->of[i]);
		fprintf(stderr, i % 6 == 5 || i + 1 == found->n ? "\n" : "");
	}
}

/* Adds the numbers of that name, of the golden file of the test: a line a name, numbers below it
 * behind a tab. */
static inline void digits_read(const char *test, struct digits *to)
{
	const char *slash = strrchr(test, '/'), *name = (slash ? slash + 1 : test) + strlen("test_");
	FILE *file = check_source("tests/golden/digits/%.*s.txt", (int)strcspn(name, "_."), name);
	char line[512];
	int within = 0;

	while (fgets(line, sizeof line, file)) {
		char *at = line, *end;

		line[strcspn(line, "\n")] = '\0';
		if (*line != '\t')
			within = !strcmp(line, to->name);
		else if (within)
			for (double x = strtod(at, &end); end > at; x = strtod(at, &end)) {
				digits_add(to, x);
				at = end;
			}
	}
	fclose(file);
}

static inline int digits_equal(double found, double expected)
{
	if (!isfinite(expected))
		return isnan(expected) ? isnan(found) != 0
		                       : isinf(found) && (found > 0) == (expected > 0);
	return fabs(found - expected) <= 2e-7 * fabs(expected) + 1e-9;
}

/* The same numbers as the golden file's of that name, or as a system's that rounds otherwise? */
#define digits_golden(found) digits_golden_of(__FILE__, found)
static inline void digits_golden_of(const char *test, const struct digits *found)
{
	struct digits expected = { .name = found->name };

	if (getenv("DIGITS_PRINT")) {
		digits_print(found);
		return;
	}
	digits_read(test, &expected);
	for (size_t i = 0; i < found->n; i++)
		ck_assert_msg(digits_equal(found->of[i], expected.of[i]), "%s: number %u is %.9g, "
			"expected %.9g", found->name, (unsigned)i, found->of[i], expected.of[i]);
	ck_assert_uint_eq(found->n, expected.n);
}

/* A program of one test that is run for each row of a table, in a process of its own. */
#define DIGITS_MAIN(name, test, rows) \
	static Suite *digits_suite(void) \
	{ \
		Suite *suite = suite_create(name); \
		TCase *tcase = tcase_create(name); \
		tcase_set_timeout(tcase, 600); \
		const int n = (int)(sizeof(rows) / sizeof *(rows)), only = check_only(); \
		if (only <= n) \
			tcase_add_loop_test(tcase, test, only ? only - 1 : 0, only ? only : n); \
		suite_add_tcase(suite, tcase); \
		return suite; \
	} \
	CHECK_MAIN(digits_suite)

#endif
