/*
 * Shared by the tests of wisdom: a folder and a file for each test, and what an earlier or later
 * process would do with the file.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_WISDOM_H
#define TESTS_WISDOM_H

#include "check_main.h"

#include <unistd.h>

#include <bench.h>

static char folder[64], path[128], text[1 << 16];

static inline void begin(void)
{
	strcpy(folder, "test_wisdom.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/wisdom", folder);
}

static inline void end(void)
{
	char command[128];

	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	ck_assert_int_eq(system(command), 0);
}

static inline bench_wisdom *load(bench_status expected)
{
	bench_wisdom *wisdom;

	ck_assert_int_eq(bench_wisdom_load(path, &wisdom), expected);
	ck_assert_ptr_nonnull(wisdom);
	return wisdom;
}

/* Saves the wisdom and frees it. */
static inline void save(bench_wisdom *wisdom)
{
	ck_assert_int_eq(bench_wisdom_save(wisdom), BENCH_OK);
	bench_wisdom_free(wisdom);
}

static inline void put(const char *what)
{
	check_put(path, what);
}

/* Returns the file's contents, "" if it does not exist. */
static inline const char *get(void)
{
	return check_get(path, text, sizeof text);
}

/* Expects that the file contains this text. */
static inline void check_file_has(const char *words)
{
	ck_assert_msg(strstr(get(), words) != NULL, "'%s' is not in: %s", words, text);
}

/* Saves one choice. */
static inline void remember(const bench_question *question, size_t index)
{
	bench_wisdom *wisdom = load(BENCH_OK);

	ck_assert_int_eq(bench_wisdom_remember(wisdom, question, index), BENCH_OK);
	save(wisdom);
}

/* Returns what a new process would find; its reason must contain these words. */
static inline size_t found(const bench_question *question, const char *words)
{
	bench_wisdom *wisdom = load(BENCH_OK);
	size_t index = bench_wisdom_find(wisdom, question);

	if (index == BENCH_NONE)
		ck_assert_msg(strstr(bench_detail(), words) != NULL, "%s", bench_detail());
	bench_wisdom_free(wisdom);
	return index;
}

/* Replaces the first occurrence of a text in the file. */
static inline void edit(const char *from, const char *to)
{
	static char edited[sizeof text];
	const char *at = strstr(get(), from);

	ck_assert_msg(at != NULL, "'%s' is not in: %s", from, text);
	snprintf(edited, sizeof edited, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	put(edited);
}

#endif
