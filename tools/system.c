/*
 * System services for verbs: scratch files, a second thread, the clock, path names.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include <errno.h>

#ifdef BENCHI_HAVE_PROCESSES
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Temporary files.
 *
 * Each is locked while its program lives. An unlocked file was left by a killed program, and is
 * removed before the next file of that name is made.
 */

#define SCRATCH "-scratch." /* no user chooses such a name */
#define SCRATCH_TRIES 3
#define RANDOM "XX" "XX" "XX" /* for mkstemp */

/* Returns a descriptor with the lock, to be kept open until the program ends; -1 if another
 * program holds the lock or the folder belongs to another user. */
static int scratch_take(const char *path)
{
	struct stat info, there;
	int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (file >= 0 && !fstat(file, &info) && info.st_uid == geteuid()
	    && !(info.st_mode & 077) && !flock(file, LOCK_EX | LOCK_NB)
	    && !lstat(path, &there) && there.st_ino == info.st_ino && there.st_dev == info.st_dev)
		return file;
	if (file >= 0)
		close(file);
	return -1;
}

/* Removes this verb's scratch folders whose program is dead. */
static void scratch_clean(const char *below, const char *verb_name)
{
	DIR *files = opendir(below);
	const struct dirent *entry, *inner;
	char start[60], path[4096];
	int length = snprintf(start, sizeof start, "bench-%.30s" SCRATCH, verb_name);

	while (files && (entry = readdir(files))) {
		DIR *within;
		char name[4400];
		int file;

		if (strncmp(entry->d_name, start, (size_t)length)
		    || strlen(entry->d_name) != (size_t)length + sizeof RANDOM - 1
		    || snprintf(path, sizeof path, "%s/%s", below, entry->d_name) >= (int)sizeof path)
			continue;
		file = scratch_take(path);
		if (file < 0)
			continue;
		within = opendir(path); /* NULL: a file */
		while (within && (inner = readdir(within)))
			if (snprintf(name, sizeof name, "%s/%s", path, inner->d_name) < (int)sizeof name)
				(void)unlink(name);
		if (within)
			closedir(within);
		(void)remove(path);
		close(file);
	}
	if (files)
		closedir(files);
}

char *scratch_make(const char *verb_name, bool folder)
{
	const char *below = benchi_environment_text("TMPDIR");
	size_t capacity;
	bool made = false;
	char *path;

	below = below && *below ? below : "/tmp";
	capacity = strlen(below) + strlen(verb_name) + sizeof "/bench-" SCRATCH RANDOM;
	path = malloc(capacity);
	if (!path) {
		complain(verb_name, "out of memory");
		return NULL;
	}
	scratch_clean(below, verb_name);
	for (int tries = 0; tries < SCRATCH_TRIES; tries++) { /* another program may lock the new file
	                                                         first */
		if (tries)
			(void)remove(path);
		snprintf(path, capacity, "%s/bench-%s" SCRATCH RANDOM, below, verb_name);
		if (folder)
			made = mkdtemp(path) != NULL;
		else {
			int file = mkstemp(path);

			made = file >= 0 && close(file) == 0;
		}
		if (!made || scratch_take(path) >= 0)
			break;
	}
	if (made)
		return path;
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

#endif

FILE *scratch_unnamed(void)
{
#ifdef __wasi__ /* tmpfile of wasi always fails, and is deprecated */
	errno = ENOSYS;
	return NULL;
#else
	return tmpfile();
#endif
}

/*
 * Two independent pieces of work, in two threads if that pays.
 */

void parallel_two(size_t numbers, void (*run)(void *), void *a, void *b)
{
	struct benchi_os_thread thread;

	if (numbers >= PARALLEL_MIN && benchi_os_thread_start(&thread, run, a) == BENCH_OK) {
		run(b);
		benchi_os_thread_join(&thread);
	} else {
		run(a);
		run(b);
	}
}

/*
 * The clock, and path names.
 */

double now_s(void)
{
	return fmax(0, benchi_now_ns()) / 1e9;
}

const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}
