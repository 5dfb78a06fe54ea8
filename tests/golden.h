/*
 * Compares texts with files in tests/golden, byte by byte. If the environment variable GOLDEN
 * names a folder, the texts are written there instead.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "check_main.h"

/* Returns all the contents of a file, to be freed; closes the file. */
static inline char *golden_contents(FILE *file)
{
	char *text = calloc(1, 1 << 20);

	ck_assert_ptr_nonnull(text);
	rewind(file);
	ck_assert_uint_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
	fclose(file);
	return text;
}

static inline void golden_write(const char *folder, const char *name, const char *text)
{
	char path[512];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	check_put(path, text);
}

/* If text and golden differ within numbers of at least 16 characters that are equal but for
 * rounding in the last one or two digits, skips both numbers and returns 1. */
static inline int golden_rounded(const char *begin, const char **text, const char **golden)
{
	const char *x = *text, *y = *golden;
	double a, b;
	char *x_end, *y_end;

	for (; x > begin && strchr("0123456789.", x[-1]); x--)
		y--;
	a = strtod(x, &x_end);
	b = strtod(y, &y_end);
	if (x_end - x < 16 || y_end - y < 16 || !(fabs(a - b) <= 1e-15 * fabs(b))
	    || (x_end == *text && y_end == *golden))    /* the difference is after the numbers */
		return 0;
	*text = x_end;
	*golden = y_end;
	return 1;
}

/* Expects that text equals tests/golden/FOLDER/NAME except for the rounding of numbers; frees
 * it. */
static inline void golden_expect(const char *folder, const char *name, char *text)
{
	const char *found = text, *expected;
	char *golden;

	if (getenv("GOLDEN")) {
		golden_write(getenv("GOLDEN"), name, text);
		free(text);
		return;
	}
	expected = golden = golden_contents(check_source("tests/golden/%s/%s", folder, name));
	do {
		for (; *found && *found == *expected; expected++)
			found++;
	} while (*found && *expected && golden_rounded(text, &found, &expected));
	ck_assert_msg(!strcmp(found, expected), "%s: expected '%.60s', found '%.60s'", name,
	              expected, found);
	free(golden);
	free(text);
}

#endif
