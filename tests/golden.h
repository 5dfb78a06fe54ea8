/*
 * Texts that tests/golden holds, to the byte.  With the environment's GOLDEN set to a folder the
 * files to compare with are written there instead.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "check_main.h"

/* All that a file holds, to be freed; closes it. */
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
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

/* Is this the text of tests/golden/FOLDER/NAME?  Frees it. */
static inline void golden_expect(const char *folder, const char *name, char *text)
{
	const char *top = getenv("top_srcdir");
	char path[512], *golden;
	size_t same = 0;
	FILE *file;

	if (getenv("GOLDEN")) {
		golden_write(getenv("GOLDEN"), name, text);
		free(text);
		return;
	}
	snprintf(path, sizeof path, "%s/tests/golden/%s/%s", top ? top : ".", folder, name);
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s is missing", path);
	golden = golden_contents(file);
	while (text[same] && text[same] == golden[same])
		same++;
	ck_assert_msg(!strcmp(text, golden), "%s: expected '%.60s', found '%.60s'", name,
	              golden + same, text + same);
	free(golden);
	free(text);
}

#endif
