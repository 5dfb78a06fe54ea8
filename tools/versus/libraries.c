/*
 * Do two programs load the same shared libraries?
 *
 * Method: as the loader searches: RPATH, LD_LIBRARY_PATH, RUNPATH, then the system's own folders,
 * which are the same for both.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/same.h"

#include <elf.h>
#include <unistd.h>

enum { PATH = 4096, LIBRARIES_DEEP = 16 };

/*
 * Shared libraries.
 */

/* A library's path in folders, separated by colons, with the program's own in the place of $ORIGIN;
 * "" if it is in none of them.  False: they cannot be compared. */
static bool find_library(const char *program, const char *folders, const char *name,
	char path[PATH])
{
	const char *slash = strrchr(program, '/');

	*path = '\0';
	for (const char *end; folders && *folders; folders = *end ? end + 1 : end) {
		int origin = !strncmp(folders, "$ORIGIN", 7) ? 7 : !strncmp(folders, "${ORIGIN}", 9) ? 9
			: 0;
		int n;

		end = folders + strcspn(folders, ":");
		if (!origin && *folders != '/')
			return false;           /* where the process will run is not known here */
		if (memchr(folders + origin, '$', (size_t)(end - folders - origin)))
			return false;
		n = snprintf(path, PATH, "%.*s%.*s/%s", origin && slash ? (int)(slash - program) : 0,
			program, (int)(end - folders - origin), folders + origin, name);
		if (n >= PATH || (origin && !slash))
			return false;
		if (!access(path, R_OK))
			return true;
	}
	*path = '\0';
	return true;
}

/* A list of folders of the dynamic section; "": none. */
static const char *folders_of(const versus_image *m, int64_t tag)
{
	uint64_t at;

	return versus_image_dynamic(m, tag, &at) ? versus_image_text(m, at) : "";
}

bool versus_same_content(const char *one, const char *other)
{
	char *a = NULL, *b = NULL;
	size_t m = 0, n = 0;
	bool same = !strcmp(one, other) || (benchi_file_read(one, SIZE_MAX, &a, &m) == BENCH_OK
		&& benchi_file_read(other, SIZE_MAX, &b, &n) == BENCH_OK && a && b && m == n
		&& !memcmp(a, b, n));

	free(a);
	free(b);
	return same;
}

/* Do two files need the same libraries, which the loader finds at the same places or with the same
 * content?  What is not in their own folders the system finds for both alike. */
bool versus_same_libraries(const versus_image *a, const char *program, const versus_image *b,
                              const char *other, int deep)
{
	static const int64_t rare[] = { DT_AUXILIARY, DT_FILTER };
	const char *asked = benchi_environment_text("LD_LIBRARY_PATH"), *first, *second;
	char path[PATH], too[PATH];
	size_t i = 0, k = 0;
	uint64_t none;

	for (size_t r = 0; r < sizeof rare / sizeof *rare; r++)
		if (versus_image_dynamic(a, rare[r], &none) || versus_image_dynamic(b, rare[r], &none))
			return false;
	if (!a->dynamics && !b->dynamics)
		return true;
	for (;;) {
		const char *name = versus_image_needed(a, DT_NEEDED, &i);
		const char *its = versus_image_needed(b, DT_NEEDED, &k);
		const int64_t tags[] = { DT_RPATH, 0, DT_RUNPATH };
		bool found = false;

		if (!name && !its)
			return true;
		if (!name || !its || strcmp(name, its))
			return false;
		if (strchr(name, '/')) {
			if (*name != '/')
				return false;
			continue;
		}
		for (int t = 0; t < 3 && !found; t++) {
			first = tags[t] ? folders_of(a, tags[t]) : asked;
			second = tags[t] ? folders_of(b, tags[t]) : asked;
			/* RUNPATH replaces RPATH */
			if (!t && (*folders_of(a, DT_RUNPATH) || *folders_of(b, DT_RUNPATH)))
				continue;
			if (!find_library(program, first, name, path)
			    || !find_library(other, second, name, too))
				return false;
			found = *path && *too;
			if (!*path != !*too)
				return false;
		}
		if (!found || !strcmp(path, too))
			continue;
		if (deep >= LIBRARIES_DEEP || !versus_same_content(path, too))
			return false;
		{
			versus_image c = { .size = 0 }, d = { .size = 0 };
			bool same = versus_image_read(path, &c) == BENCH_OK
				&& versus_image_read(too, &d) == BENCH_OK
				&& versus_same_libraries(&c, path, &d, too, deep + 1);

			versus_image_free(&c);
			versus_image_free(&d);
			if (!same)
				return false;
		}
	}
}

#endif
