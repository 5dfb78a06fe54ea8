/*
 * Makes temporary files.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/environment.h"
#include "tools/scratch.h"
#include "tools/verbs.h"

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#define MAKE_FOLDER(path) (_mktemp(path) && _mkdir(path) == 0)
#else
#define MAKE_FOLDER(path) (mkdtemp(path) != NULL)
#endif

#define RANDOM "XX" "XX" "XX" /* for mkstemp */

char *scratch_make(const char *verb_name, bool folder)
{
	const char *below = benchi_environment_text("TMPDIR");
	size_t capacity;
	char *path;
	int file = -1;

	below = below && *below ? below : "/tmp";
	capacity = strlen(below) + strlen(verb_name) + sizeof "/bench-." RANDOM;
	path = malloc(capacity);
	if (!path) {
		complain(verb_name, "out of memory");
		return NULL;
	}
	snprintf(path, capacity, "%s/bench-%s." RANDOM, below, verb_name);
	if (folder ? MAKE_FOLDER(path) : (file = mkstemp(path)) >= 0) {
		if (file >= 0)
			close(file);
		return path;
	}
	complain(verb_name, "%s: %s", path, strerror(errno));
	free(path);
	return NULL;
}

void scratch_remove(char *path)
{
	if (path)
		(void)remove(path);
	free(path);
}
