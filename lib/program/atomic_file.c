/*
 * Is the file whole?
 *
 * It is written beside its place, under the name with ".part" and a number behind it,
 * and renamed when every byte has arrived; so whoever reads it never sees half of it,
 * and an older one survives a full disk.  A link is followed first.  What is not a
 * file (/dev/null, a pipe) is written in place.  (Files that processes share are
 * replaced under a lock: host/file.c.)
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_UNISTD_H
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "base/detail.h"
#include "program/atomic_file.h"
#include "program/interrupt.h"

static bench_status refuse(const char *path)
{
	return benchi_fail(BENCH_ERR_OUTPUT, "%.180s: %s", path, strerror(errno));
}

static char *copy(const char *text, size_t more)
{
	size_t length = strlen(text);
	char *made = malloc(length + more + 1);

	if (made)
		memcpy(made, text, length + 1);
	return made;
}

#ifdef HAVE_UNISTD_H

enum { NUMBER = 32 };

/* Where the name leads, and whether that is (or will be) a file; its permissions. */
static int look(const char *path, benchi_atomic_file *file, mode_t *mode)
{
	struct stat about;

	*mode = 0;
#ifdef HAVE_REALPATH
	file->path = realpath(path, NULL);
#endif
	if (!file->path)
		file->path = copy(path, 0);
	if (!file->path || stat(file->path, &about))
		return 1;
	*mode = about.st_mode & 0777;
	return S_ISREG(about.st_mode);
}

static bench_status begin_beside(benchi_atomic_file *file, mode_t mode)
{
	int descriptor;

	file->temporary = copy(file->path, NUMBER);
	if (!file->temporary)
		return benchi_fail(BENCH_ERR_MEMORY, "for a file's name");
	snprintf(file->temporary + strlen(file->path), NUMBER, ".part%ld", (long)getpid());
	descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL, mode ? mode : 0666);
	file->out = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
	if (file->out) {
		benchi_interrupt_removes(file->temporary);
		return BENCH_OK;
	}
	refuse(file->path);
	if (descriptor >= 0) {
		close(descriptor);
		remove(file->temporary);
	}
	free(file->temporary);
	file->temporary = NULL;
	return BENCH_ERR_OUTPUT;
}

bench_status benchi_atomic_file_begin(const char *path, benchi_atomic_file *file)
{
	mode_t mode;
	int regular;

	memset(file, 0, sizeof *file);
	regular = look(path, file, &mode);
	if (!file->path)
		return benchi_fail(BENCH_ERR_MEMORY, "for a file's name");
	if (regular)
		return begin_beside(file, mode);
	file->out = fopen(file->path, "wb");
	return file->out ? BENCH_OK : refuse(file->path);
}

#else

bench_status benchi_atomic_file_begin(const char *path, benchi_atomic_file *file)
{
	memset(file, 0, sizeof *file);
	file->path = copy(path, 0);
	if (!file->path)
		return benchi_fail(BENCH_ERR_MEMORY, "for a file's name");
	file->out = fopen(path, "wb");
	return file->out ? BENCH_OK : refuse(path);
}

#endif

static void forget(benchi_atomic_file *file)
{
	benchi_interrupt_removes(NULL);
	free(file->temporary);
	free(file->path);
	memset(file, 0, sizeof *file);
}

bench_status benchi_atomic_file_keep(benchi_atomic_file *file)
{
	bench_status status = BENCH_OK;
	int failed = ferror(file->out);

	errno = 0;
	failed |= fclose(file->out) != 0;
	file->out = NULL;
	if (failed) {
		if (!errno)
			errno = EIO;
		status = refuse(file->path);
	} else if (file->temporary && rename(file->temporary, file->path))
		status = refuse(file->path);
	if (status != BENCH_OK && file->temporary)
		remove(file->temporary);
	forget(file);
	return status;
}

void benchi_atomic_file_drop(benchi_atomic_file *file)
{
	if (file->out)
		fclose(file->out);
	if (file->temporary)
		remove(file->temporary);
	forget(file);
}
