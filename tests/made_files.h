/*
 * Simulated machine files, for tests that read /proc and /sys.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_FILES_H
#define TESTS_MADE_FILES_H

#include <sys/stat.h>
#include <unistd.h>

#include "check_main.h"

/* A folder that represents the machine's root; created before each test and removed after it. */
static char made_root[64];

static inline void begin(void)
{
	strcpy(made_root, "made_files.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(made_root));
}

static inline void end(void)
{
	char command[100];

	snprintf(command, sizeof command, "rm -rf ./%s", made_root);
	ck_assert_int_eq(system(command), 0);
}

/* Creates root/path with this text, including its folders. */
static inline void put(const char *path, const char *text)
{
	char whole[300];

	snprintf(whole, sizeof whole, "%s%s", made_root, path);
	for (char *s = whole + strlen(made_root) + 1; (s = strchr(s, '/')); *s++ = '/') {
		*s = '\0';
		mkdir(whole, 0777);
	}
	check_put(whole, text);
}

#endif
