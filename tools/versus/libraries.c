/*
 * The shared libraries of two builds: which names they define differently, and which names of the
 * programs they may use.
 *
 * Method: libraries are searched as the loader does: RPATH, LD_LIBRARY_PATH, RUNPATH, then the
 * system's own folders, which are the same for both.  If each build has its own copy of a library,
 * the two are compared like the programs: names that they define differently are changed, wherever
 * a program refers to them.  If another library uses a changed name, everything counts as changed,
 * because uses within libraries are not attributed to cases.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include "tools/versus/same.h"

#include <elf.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATH = 4096, LIBRARIES_DEEP = 16, LIBRARIES = 64 };

#define MANY UINT32_MAX

/* Finds a library in folders separated by colons.  $ORIGIN is the program's folder; the place where
 * a gate built the program is the folder that keeps the build.  Sets the path, "" if not found.
 * Returns false if the search depends on the working folder. */
static bool find_library(const char *program, const char *folders, const char *name,
                         char path[PATH])
{
	*path = '\0';
	for (const char *end; folders && *folders; folders = *end ? end + 1 : end) {
		int origin = !strncmp(folders, "$ORIGIN", 7) ? 7 : !strncmp(folders, "${ORIGIN}", 9) ? 9
			: 0, n, replaced = 0;
		const char *slash = origin ? strrchr(program, '/') : NULL;

		end = folders + strcspn(folders, ":");
		if (!origin && *folders != '/')
			return false;           /* with a relative folder the working folder matters, which is
			                           unknown */
		if (memchr(folders + origin, '$', (size_t)(end - folders - origin)))
			return false;
		/* ROOT/tree/..., of a program in ROOT/KEPT/... */
		while (!origin && program[replaced] && program[replaced] == folders[replaced])
			replaced++;
		while (replaced > 0 && program[replaced - 1] != '/')
			replaced--;
		if (replaced > 1 && !strncmp(folders + replaced, "tree/", 5)) {
			origin = replaced + 4;
			slash = strchr(program + replaced, '/');
		}
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

/* Returns the folders of RPATH or RUNPATH; "" without this tag. */
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

/* State of the search through all libraries of two files. */
typedef struct search {
	struct versus_sameness *s;
	benchi_name_table seen;      /* libraries, by path or by name */
	uint32_t *user;              /* for each wanted name: the library that has the name, or MANY */
	size_t users;
	struct pair {
		uint32_t library;        /* number in seen */
		struct versus_sameness *sameness;
	} pair[LIBRARIES];           /* libraries that differ */
	size_t pairs;
} search;

/* Adds the names of a library's symbols, defined or undefined, to s->wanted, and records in user[]
 * which library has each name, or MANY.  Returns false if out of memory. */
static bool add_wanted(search *f, const versus_image *m, uint32_t library)
{
	benchi_name_table *wanted = &f->s->wanted;
	const char *name;
	uint64_t address;

	for (size_t i = 0; (name = versus_image_symbol(m, i, &address)) != NULL; i++) {
		size_t before = wanted->n;
		uint32_t k;

		if (!*name)
			continue;
		k = benchi_name_table_add(wanted, name, strlen(name));
		if (k == BENCHI_NO_NAME || !benchi_grow(&f->user, sizeof *f->user, k, &f->users))
			return false;
		if (k == before)
			f->user[k] = library;
		else if (f->user[k] != library)
			f->user[k] = MANY;
	}
	return true;
}

/* Returns whether a file can look up names at run time. */
static bool looks_up(const versus_image *m)
{
	static const char *const functions[] = { "dlsym", "dlvsym", "dlopen", "dlmopen" };
	const char *name;
	uint64_t address;

	for (size_t i = 0; (name = versus_image_symbol(m, i, &address)) != NULL; i++)
		for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
			if (!address && !strcmp(name, functions[k]))
				return true;
	return false;
}

static bool search_libraries(search *f, const versus_image *a, const char *program,
                             const versus_image *b, const char *other, bool alike, int deep);

/* Compares one library of two files.  path, too: the path of each build's copy, or NULL.  alike:
 * the copies must be identical.  Returns false if everything counts as changed. */
static bool compare_library(search *f, const char *name, const char *path, const char *too,
                            bool alike, int deep)
{
	static const char *const folders[] = { "/lib64/", "/usr/lib64/", "/lib/x86_64-linux-gnu/",
		"/usr/lib/x86_64-linux-gnu/", "/lib/", "/usr/lib/", "/usr/local/lib/" };
	const char *file = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
	versus_image c = { .size = 0 }, d = { .size = 0 };
	bool fine;
	size_t before = f->seen.n;
	uint32_t k = benchi_name_table_add(&f->seen, path ? path : name, strlen(path ? path : name));

	if (k == BENCHI_NO_NAME || k < before)
		return k != BENCHI_NO_NAME;
	if (!path) {
		char file_path[PATH];
		bool found = false;

		for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++)
			found = snprintf(file_path, PATH, "%s%s", *name == '/' ? "" : folders[i], name) < PATH
				&& versus_image_open(file_path, &c) == BENCH_OK;
		if (!found) {
			f->s->looks_up = true;      /* the library uses unknown names */
			return true;
		}
		/* libc and the loader look up names, but not those of a program */
		f->s->looks_up = f->s->looks_up || (strncmp(file, "libc.", 5) && strncmp(file, "ld-", 3)
			&& looks_up(&c));
		fine = add_wanted(f, &c, k)
			&& search_libraries(f, &c, name, &c, name, true, deep + 1);
		versus_image_free(&c);
		return fine;
	}
	fine = versus_image_open(path, &c) == BENCH_OK && versus_image_open(too, &d) == BENCH_OK
		&& add_wanted(f, &c, k) && add_wanted(f, &d, k);
	f->s->looks_up = f->s->looks_up || looks_up(&c) || looks_up(&d);
	if (fine && versus_same_content(path, too)) {
		fine = search_libraries(f, &c, path, &d, too, true, deep + 1);
	} else if (fine) {
		char *real = realpath(path, NULL);

		fine = !alike && f->pairs < LIBRARIES && real
			&& benchi_name_table_add(&f->s->compared, real, strlen(real)) != BENCHI_NO_NAME;
		free(real);
		if (fine) {
			f->pair[f->pairs].library = k;
			f->pair[f->pairs].sameness = versus_same_new(path, too);
			fine = f->pair[f->pairs++].sameness != NULL;
		}
	}
	versus_image_free(&c);
	versus_image_free(&d);
	return fine;
}

/* Compares the libraries that two files need.  Returns false if everything counts as changed. */
static bool search_libraries(search *f, const versus_image *a, const char *program,
                             const versus_image *b, const char *other, bool alike, int deep)
{
	static const int64_t rare[] = { DT_AUXILIARY, DT_FILTER };
	const int64_t tags[] = { DT_RPATH, 0, DT_RUNPATH };
	const char *asked = benchi_environment_text("LD_LIBRARY_PATH");
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
		const char *name_b = versus_image_needed(b, DT_NEEDED, &k);
		bool found = false;

		if (!name && !name_b)
			return true;
		if (!name || !name_b || strcmp(name, name_b) || deep >= LIBRARIES_DEEP)
			return false;
		if (strchr(name, '/') && *name != '/')
			return false;
		for (int t = 0; t < 3 && !found && *name != '/'; t++) {
			const char *first = tags[t] ? folders_of(a, tags[t]) : asked;
			const char *second = tags[t] ? folders_of(b, tags[t]) : asked;

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
		if (!compare_library(f, name, found ? path : NULL, too, alike, deep))
			return false;
	}
}

bool versus_compare_libraries(struct versus_sameness *s, const char *before, const char *after)
{
	search f = { .s = s };
	bool fine;

	s->looks_up = benchi_environment_text("LD_PRELOAD") || looks_up(&s->m[OLD])
		|| looks_up(&s->m[NEW]);
	fine = search_libraries(&f, &s->m[OLD], before, &s->m[NEW], after, false, 0);
	s->library = calloc(f.pairs + 1, sizeof *s->library);
	for (size_t i = 0; i < f.pairs; i++) {
		struct versus_sameness *of = f.pair[i].sameness;

		/* a name with two versions cannot be compared */
		fine = fine && versus_same_all(of)
			&& (of->alike || (!of->m[OLD].twofold && !of->m[NEW].twofold));
		/* names that the libraries define differently, if no other library uses them */
		for (int side = 0; side < SIDES; side++)
			for (size_t k = 0; fine && k < of->m[side].exported.n; k++) {
				const char *name = of->m[side].exported.text[k];
				uint32_t user = benchi_name_table_find(&s->wanted, name, strlen(name));
				uint64_t x = versus_image_export(&of->m[OLD], name);
				uint64_t y = versus_image_export(&of->m[NEW], name);

				fine = of->alike
					|| (x && y && !of->node[versus_node_of(of, EXPORT, x, y, 0)].bad)
					|| (user != BENCHI_NO_NAME && f.user[user] == f.pair[i].library
					&& benchi_name_table_add(&s->changed, name, strlen(name)) != BENCHI_NO_NAME);
			}
		if (s->library)
			s->library[s->libraries++] = f.pair[i].sameness;
		else
			versus_same_free(f.pair[i].sameness);
	}
	fine = fine && s->library;
	benchi_name_table_free(&f.seen);
	free(f.user);
	return fine;
}

#endif
