/*
 * The executables of each side.
 *
 * A file; or a folder, whose executable files are variants of one program in the order of their
 * names (bench relink makes them); or, with --build, a file that a command makes again for each
 * seed and that is copied before the next one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/scratch.h"
#include "tools/verbs.h"
#include "tools/versus/versus.h"

enum { PATH = 4096, COMMAND = 8192 };

static bool add(variants *to, const char *path)
{
	char **more = realloc(to->path, (to->n + 1) * sizeof *more);

	if (!more)
		return false;
	to->path = more;
	more[to->n] = malloc(strlen(path) + 3);
	if (!more[to->n])
		return false;
	/* never looked up in PATH */
	sprintf(more[to->n++], "%s%s", strchr(path, '/') ? "" : "./", path);
	return true;
}

static bool executable(const char *path)
{
	struct stat info;

	return !stat(path, &info) && S_ISREG(info.st_mode) && !access(path, X_OK);
}

static int by_name(const void *a, const void *b)
{
	const char *x = *(char *const *)a, *y = *(char *const *)b;

	size_t m = strlen(x), n = strlen(y);

	return m != n ? (m > n) - (m < n) : strcmp(x, y);
}

static int find_folder(const char *folder, variants *to)
{
	DIR *files = opendir(folder);
	const struct dirent *entry;
	char path[PATH];
	bool fine = true;

	if (!files)
		return complain(VERSUS, "%s: %s", folder, strerror(errno));
	while (fine && (entry = readdir(files)) && to->n < BUILDS_MOST) {
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		fine = !executable(path) || add(to, path);
	}
	closedir(files);
	if (!fine)
		return complain(VERSUS, "out of memory");
	if (!to->n)
		return complain(VERSUS, "%s: no executable file in it", folder);
	qsort(to->path, to->n, sizeof *to->path, by_name);
	return 0;
}

static int find_one(const char *operand, variants *to)
{
	struct stat info;

	if (stat(operand, &info))
		return complain(VERSUS, "%s: %s", operand, strerror(errno));
	if (S_ISDIR(info.st_mode))
		return find_folder(operand, to);
	if (!executable(operand))
		return complain(VERSUS, "%s: not an executable file", operand);
	return add(to, operand) ? 0 : complain(VERSUS, "out of memory");
}

static int copy(const char *from, const char *to)
{
	FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
	char bytes[65536];
	size_t n;
	bool fine = out != NULL;

	while (fine && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
		fine = fwrite(bytes, 1, n, out) == n;
	fine = fine && !ferror(in);
	if (out && fclose(out))
		fine = false;
	if (in)
		fclose(in);
	if (!fine || chmod(to, 0700))
		return complain(VERSUS, "cannot copy %s to %s", from, to);
	return 0;
}

/* The command with the seed in the place of each %d. */
static int build(const versus *v, unsigned seed)
{
	char command[COMMAND], *to = command;
	int status;

	for (const char *from = v->settings.build; *from; from++) {
		if (to - command > COMMAND - 16)
			return complain(VERSUS, "--build: the command is too long");
		if (from[0] == '%' && from[1] == 'd') {
			to += sprintf(to, "%u", seed);
			from++;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
	fflush(stdout);
	status = system(command);
	return status ? complain(VERSUS, "--build: '%s' failed", command) : 0;
}

static int build_all(versus *v)
{
	static const char *const names[SIDES] = { "old", "new" };
	char path[PATH];
	int status = 0;

	v->folder = scratch_make(VERSUS, true);
	if (!v->folder)
		return EXIT_MISUSE;
	for (size_t b = 0; b < v->settings.builds && !status; b++) {
		status = build(v, (unsigned)(v->settings.seed + b));
		for (int side = 0; side < SIDES && !status; side++) {
			snprintf(path, sizeof path, "%s/%s.%zu", v->folder, names[side], b);
			status = copy(v->name[side], path);
			if (!status && !add(&v->side[side], path))
				status = complain(VERSUS, "out of memory");
		}
	}
	return status;
}

int versus_find(versus *v, char **operands)
{
	int status = 0;

	v->name[OLD] = operands[0];
	v->name[NEW] = v->settings.null ? operands[0] : operands[1];
	if (v->settings.build)
		return build_all(v);
	for (int side = 0; side < SIDES && !status; side++)
		status = find_one(v->name[side], &v->side[side]);
	for (int side = 0; side < SIDES && !status && v->settings.builds; side++) {
		if (v->side[side].n < v->settings.builds)
			return complain(VERSUS, "--builds: %s has %zu of %zu builds", v->name[side],
				v->side[side].n, v->settings.builds);
		while (v->side[side].n > v->settings.builds)
			free(v->side[side].path[--v->side[side].n]);
	}
	return status;
}

void versus_forget_variants(versus *v)
{
	for (int side = 0; side < SIDES; side++) {
		for (size_t i = 0; i < v->side[side].n; i++) {
			if (v->folder)
				(void)unlink(v->side[side].path[i]);
			free(v->side[side].path[i]);
		}
		free(v->side[side].path);
	}
	scratch_remove(v->folder);
}
