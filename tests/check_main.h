/*
 * Shared by all libcheck programs: runs one suite and prints TAP.
 *
 *	TEST(what_is_so)
 *	{
 *	}
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_CHECK_MAIN_H
#define TESTS_CHECK_MAIN_H

#include <config.h>

#include "callbacks.h"

/* tests check the output, and not every return status */
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-result"
#endif
/* converting BENCH_NONE to a number of CHECK_NUMBERS rounds found and expected alike */
#if defined __clang__ && defined __has_warning
#if __has_warning("-Wimplicit-const-int-float-conversion")
#pragma clang diagnostic ignored "-Wimplicit-const-int-float-conversion"
#endif
#endif

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef HAVE_SETENV /* Windows, where an empty variable counts as unset */
static inline int setenv(const char *name, const char *value, int again)
{
	return again || !getenv(name) ? _putenv_s(name, value) : 0;
}

static inline int unsetenv(const char *name)
{
	return _putenv_s(name, "");
}
#endif

/* Rows of { found, expected, tolerance }; the default tolerance is 0. NAN matches only NAN. The
 * order of evaluation is unspecified, as in every list here. */
#define CHECK_NUMBERS(...) \
	check_numbers(__LINE__, #__VA_ARGS__, (const double[][3]){ __VA_ARGS__ }, \
		sizeof((const double[][3]){ __VA_ARGS__ }) / sizeof(double[3]))
static inline void check_numbers(int line, const char *rows, const double (*row)[3], size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const double found = row[i][0], expected = row[i][1];

		ck_assert_msg(isnan(expected) ? isnan(found) : found == expected
			|| fabs(found - expected) <= row[i][2], "line %d, row %u of %s: found %.17g, expected "
			"%.17g", line, (unsigned)i + 1, rows, found, expected);
	}
}

/* Rows of { found, expected } texts. */
#define CHECK_TEXTS(...) \
	check_texts(__LINE__, #__VA_ARGS__, (const char *const[][2]){ __VA_ARGS__ }, \
		sizeof((const char *const[][2]){ __VA_ARGS__ }) / sizeof(char *[2]))
static inline void check_texts(int line, const char *rows, const char *const (*row)[2], size_t n)
{
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(row[i][0] && !strcmp(row[i][0], row[i][1]), "line %d, row %u of %s: found "
			"'%s'", line, (unsigned)i + 1, rows, row[i][0] ? row[i][0] : "(null)");
}

/* Calls that must all return this status, independent of each other. */
#define CHECK_STATUS(status, ...) \
	check_status(__LINE__, #__VA_ARGS__, status, (const int[]){ __VA_ARGS__ }, \
		sizeof((const int[]){ __VA_ARGS__ }) / sizeof(int))
static inline void check_status(int line, const char *calls, int status, const int *found, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(found[i] == status, "line %d, %u of %s: %d, expected %d", line,
			(unsigned)i + 1, calls, found[i], status);
}

/* Conditions that must all be true. */
#define CHECK_ALL(...) \
	check_all(__LINE__, #__VA_ARGS__, (const bool[]){ __VA_ARGS__ }, \
		sizeof((const bool[]){ __VA_ARGS__ }) / sizeof(bool))
static inline void check_all(int line, const char *conditions, const bool *holds, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(holds[i], "line %d: %u of %s", line, (unsigned)i + 1, conditions);
}

/* Number of trials of a slow test: `few` by default, `all` in make check-all. */
static inline int check_trials(int few, int all)
{
	const char *set = getenv("CHECK_ALL");   /* empty in make check */

	return set && *set ? all : few;
}

/* A temporary file for writing and reading. */
static inline FILE *check_file(void)
{
	FILE *file = tmpfile();

	ck_assert_ptr_nonnull(file);
	return file;
}

/* Opens a file of the source tree for reading. */
#if defined __GNUC__ && !defined _WIN32
__attribute__((format(printf, 1, 2)))
#endif
static inline FILE *check_source(const char *form, ...)
{
	const char *top = getenv("top_srcdir");
	char path[4096];
	int n = snprintf(path, sizeof path, "%s/", top ? top : ".");
	va_list args;
	FILE *file;

	va_start(args, form);
	vsnprintf(path + n, sizeof path - (size_t)n, form, args);
	va_end(args);
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s is missing", path);
	return file;
}

/* Creates a file with this text. */
static inline void check_put(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	ck_assert_msg(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
}

/* Returns the contents of a file, "" if it does not exist. */
static inline const char *check_get(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");

	text[file ? fread(text, 1, size - 1, file) : 0] = '\0';
	if (file)
		fclose(file);
	return text;
}

/* Returns the file's contents as text and closes it. */
static inline const char *check_contents(FILE *file, char *text, size_t size)
{
	rewind(file);
	text[fread(text, 1, size - 1, file)] = '\0';
	fclose(file);
	return text;
}

/* Standard output goes into the file until check_output_back, which gets what this returns. */
static inline int check_output_to(FILE *file)
{
	const int was = dup(STDOUT_FILENO);

	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	return was;
}

static inline void check_output_back(int was)
{
	fflush(stdout);
	dup2(was, STDOUT_FILENO);
	close(was);
}

/* Expects that each of the texts, up to NULL, is in `all`. */
static inline void check_says(const char *all, const char *const *said)
{
	for (; *said; said++)
		ck_assert_msg(strstr(all, *said) != NULL, "'%s' is not in:\n%s", *said, all);
}

/* Whether memory can still be allocated after a limit was set (some emulators ignore it). */
static inline int check_memory_goes_on(void)
{
	void *volatile much = malloc((size_t)1 << 26);

	free(much);
	return much != NULL;
}

/* Valgrind itself fails under a memory limit. */
static inline int check_in_valgrind(void)
{
	const char *loaded = getenv("LD_PRELOAD");

	return loaded && strstr(loaded, "vgpreload");
}

/* A test that compares all digits of a double (CHECK_EXACT 1) is skipped where operations have
 * more precision, as on i387. */
#ifndef CHECK_EXACT
#define CHECK_EXACT 0
#endif
static inline int check_rounds_later(void)
{
#if defined FLT_EVAL_METHOD && FLT_EVAL_METHOD != 0
	puts("1..0 # SKIP operations keep more digits than a double has");
	return 1;
#else
	return 0;
#endif
}

enum { CHECK_MOST = 200 };      /* tests per program */

/* Number of the only test to run, from 1; 0: all. */
static inline int check_only(void)
{
	const char *only = getenv("CHECK_ONLY");

	return only ? atoi(only) : 0;
}

#ifndef _WIN32
#define check_apart(program) 0
#else
/* Without fork each test would see the state that earlier tests left. Therefore the program is
 * run again for each test, until a run has no test. Returns 0 in those runs. */
static inline int check_apart(const char *program)
{
	char line[4096];

	for (int i = 1, over = check_only(); !over; i++) {
		FILE *output;
		int seen = 0;

		snprintf(line, sizeof line, "%d", i);
		setenv("CHECK_ONLY", line, 1);
		output = _popen(program, "r");
		unsetenv("CHECK_ONLY");
		while (output && fgets(line, sizeof line, output)) {
			int bad = !strncmp(line, "not ok 1 ", 9);

			seen |= bad || !strncmp(line, "ok 1 ", 5);
			if (bad || !strncmp(line, "ok 1 ", 5))
				printf("%sok %d %s", bad ? "not " : "", i, line + (bad ? 9 : 5));
			over |= !strncmp(line, "1..0", 4);
		}
		if (!output || (_pclose(output) && !seen && !over))
			printf("not ok %d - its process ended\n", i);
		if (over || i == CHECK_MOST)
			return printf("1..%d\n", i - over);
	}
	return 0;
}
#endif

#define CHECK_MAIN(suite) \
	int main(int argc, char **argv) \
	{ \
		SRunner *runner = srunner_create(suite()); \
		int failed; \
		(void)argc; \
		(void)argv; \
		if (CHECK_EXACT && check_rounds_later()) \
			return EXIT_SUCCESS; \
		if (check_apart(argv[0])) \
			return EXIT_SUCCESS; \
		srunner_set_tap(runner, "-"); \
		srunner_run_all(runner, CK_SILENT); \
		failed = srunner_ntests_failed(runner); \
		srunner_free(runner); \
		return failed ? EXIT_FAILURE : EXIT_SUCCESS; \
	}

/* Clang 22 warns of __COUNTER__, an extension that all compilers have had for years. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wc2y-extensions"
#endif

/* Registers the file's tests in order: each TEST fills the next of these pointers. */
#define CHECK_TEN(each, tens) \
	each(tens##0) each(tens##1) each(tens##2) each(tens##3) each(tens##4) \
	each(tens##5) each(tens##6) each(tens##7) each(tens##8) each(tens##9)
#define CHECK_EACH(each) CHECK_TEN(each, ) CHECK_TEN(each, 1) CHECK_TEN(each, 2) CHECK_TEN(each, 3)
#define CHECK_PLACE(n) static const TTest *const *check_place_##n;
#define CHECK_PLACED(n) check_place_##n,
#define CHECK_NUMBERED(n) check_place_##n
#define CHECK_NUMBER(n) CHECK_NUMBERED(n)
CHECK_EACH(CHECK_PLACE)

#define TEST(name) \
	static const TTest *name; \
	static const TTest *const *CHECK_NUMBER(__COUNTER__) = &name; \
	START_TEST(name)

/* A suite with one test case of all tests; begin and end run before and after each. */
static inline Suite *check_suite_between(const char *name, void (*begin)(void), void (*end)(void))
{
	const TTest *const *const tests[] = { CHECK_EACH(CHECK_PLACED) };
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create(name);

	if (begin)
		tcase_add_checked_fixture(tcase, begin, end);
	tcase_set_timeout(tcase, 600); /* against a hang, even on slow machines */
	for (size_t i = 0; i < sizeof tests / sizeof *tests && tests[i]; i++)
		if (!check_only() || i + 1 == (size_t)check_only())
			tcase_add_test(tcase, *tests[i]);
	suite_add_tcase(suite, tcase);
	return suite;
}

/* A main function that runs this file's tests. */
#define CHECK_SUITE_BETWEEN(name, begin, end) \
	static Suite *suite(void) \
	{ \
		return check_suite_between(name, begin, end); \
	} \
	CHECK_MAIN(suite)
#define CHECK_SUITE(name) CHECK_SUITE_BETWEEN(name, NULL, NULL)

#endif
