/*
 * Writes a file atomically.
 *
 * The text goes to a temporary file beside it, the name plus ".part-bench", which is renamed
 * when every byte has reached the disk (fsync); so no reader ever sees half of it, and an
 * older file survives a full disk.  The writer holds a lock (flock) on the temporary file:
 * a second writer is refused, and a temporary file without a lock was left by a writer that
 * was killed and is replaced.  A link is followed first, also one that leads to nothing yet;
 * permissions are kept.  What is not a file (/dev/null, a pipe) is written in place, and
 * so is standard output, under the names "-" and /dev/stdout, whose failures its program
 * reports when it ends.
 *
 * Assumes that one machine writes the folder: over NFS flock may see only its own machine.
 * Systems without fsync or flock write in place.  (Files that processes share are replaced
 * under a lock: host/file.c.)
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined HAVE_FCNTL && defined HAVE_FSYNC && defined HAVE_UNISTD_H && !defined _WIN32
#define HAVE_REPLACEMENT
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "base/base.h"
#include "program/program.h"

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

bool benchi_is_standard_output(const char *path)
{
	return !strcmp(path, "-") || !strcmp(path, "/dev/stdout");
}

#ifdef HAVE_REPLACEMENT

#define ENDING ".part-bench"
#define TRIES 100 /* another process may remove what this one has just made */

enum { LINKS = 40, PATH_CAPACITY = 4096 };

/* Where the link *path leads, in place of it.  false: no link, or *path is NULL. */
static bool follow(char **path)
{
	char target[PATH_CAPACITY], *made;
	ssize_t n = readlink(*path, target, sizeof target - 1);
	const char *slash = strrchr(*path, '/');
	size_t folder = slash ? (size_t)(slash - *path) + 1 : 0;

	if (n <= 0)
		return false;
	target[n] = '\0';
	if (*target == '/')
		folder = 0;
	made = malloc(folder + (size_t)n + 1);
	if (made) {
		memcpy(made, *path, folder);
		memcpy(made + folder, target, (size_t)n + 1);
	}
	free(*path);
	*path = made;
	return made != NULL;
}

/* Finds where the name leads, whether that is (or will be) a file, and its permissions. */
static bool look(const char *path, benchi_atomic_file *file, mode_t *mode)
{
	struct stat about;

	*mode = 0;
	file->path = copy(path, 0);
	if (!stat(path, &about) && !S_ISREG(about.st_mode))
		return false;   /* /dev/fd/3 is a link to what no name has */
	for (int i = 0; file->path && i < LINKS && follow(&file->path);)
		i++;
	if (!file->path || stat(file->path, &about))
		return true;
	*mode = about.st_mode & 07777;
	return S_ISREG(about.st_mode);
}

/* Whether the descriptor is still the file of that name. */
static bool is_at(int file, const char *path)
{
	struct stat mine, there;

	return !fstat(file, &mine) && !lstat(path, &there) && mine.st_dev == there.st_dev
	       && mine.st_ino == there.st_ino;
}

/* 1: this process has the lock, 0: another process.  A file system without locks gives it
 * to every process. */
static int lock(int file)
{
	return !flock(file, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK;
}

/* Removes what a killed writer left.  false: its writer lives (EBUSY), or it cannot be. */
static bool remove_stale(const char *path)
{
	int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), why = 0;

	if (file >= 0 && !lock(file))
		why = EBUSY;
	else if ((file < 0 || is_at(file, path)) && unlink(path) && errno != ENOENT)
		why = errno;
	if (file >= 0)
		close(file);
	errno = why;
	return !why;
}

/* A descriptor of the new temporary file, locked; -1 with errno. */
static int make_temporary(const char *path, mode_t mode)
{
	for (int i = 0; i < TRIES; i++) {
		int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ? mode : 0666);

		if (file >= 0) {
			if (lock(file) && is_at(file, path))
				return file;
			close(file);
		} else if (errno != EEXIST || !remove_stale(path))
			return -1;
	}
	errno = EBUSY;
	return -1;
}

static bench_status begin_beside(benchi_atomic_file *file, mode_t mode)
{
	bench_status status = BENCH_ERR_OUTPUT;
	int descriptor;

	file->temporary = copy(file->path, sizeof ENDING);
	if (!file->temporary)
		return benchi_fail(BENCH_ERR_MEMORY, "for a file's name");
	strcat(file->temporary, ENDING);
	descriptor = make_temporary(file->temporary, mode);
	if (descriptor >= 0 && mode) /* the mask of new files does not apply to an old one's mode */
		(void)!fchmod(descriptor, mode);
	file->out = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
	if (file->out) {
		benchi_interrupt_removes(file->temporary);
		return BENCH_OK;
	}
	if (descriptor < 0 && errno == EBUSY)
		status = benchi_fail(status, "%.180s: another process is writing it", file->path);
	else /* what stands in the way is the temporary file's namesake, or the folder */
		status = refuse(errno == EISDIR || errno == EPERM ? file->temporary : file->path);
	if (descriptor >= 0) {
		close(descriptor);
		remove(file->temporary);
	}
	free(file->temporary);
	file->temporary = NULL;
	return status;
}

static bench_status begin(const char *path, benchi_atomic_file *file)
{
	mode_t mode;
	bool regular = look(path, file, &mode);

	if (!file->path)
		return benchi_fail(BENCH_ERR_MEMORY, "for a file's name");
	if (regular)
		return begin_beside(file, mode);
	file->out = fopen(file->path, "wb");
	return file->out ? BENCH_OK : refuse(file->path);
}

/* Everything to the disk, and the name to the file; 0 or -1 with errno. */
static int settle(const benchi_atomic_file *file)
{
	if (fflush(file->out) || ferror(file->out))
		return -1;
	return file->temporary && (fsync(fileno(file->out)) || rename(file->temporary, file->path))
	       ? -1 : 0;
}

#else

static bench_status begin(const char *path, benchi_atomic_file *file)
{
	file->path = copy(path, 0);
	if (!file->path)
		return benchi_fail(BENCH_ERR_MEMORY, "for a file's name");
	file->out = fopen(path, "wb");
	return file->out ? BENCH_OK : refuse(path);
}

static int settle(const benchi_atomic_file *file)
{
	return fflush(file->out) || ferror(file->out) ? -1 : 0;
}

#endif

static void forget(benchi_atomic_file *file)
{
	benchi_interrupt_spares(file->temporary);
	free(file->temporary);
	free(file->path);
	memset(file, 0, sizeof *file);
}

bench_status benchi_atomic_file_begin(const char *path, benchi_atomic_file *file)
{
	bench_status status = BENCH_OK;

	memset(file, 0, sizeof *file);
	if (benchi_is_standard_output(path))
		file->out = stdout;
	else
		status = begin(path, file);
	if (status)
		forget(file);
	return status;
}

bench_status benchi_atomic_file_keep(benchi_atomic_file *file)
{
	bench_status status = BENCH_OK;

	if (file->out == stdout)
		return BENCH_OK;
	errno = 0;
	if (settle(file)) {
		if (!errno)
			errno = EIO;
		status = refuse(file->path);
		if (file->temporary)
			remove(file->temporary);
	}
	if (fclose(file->out) && !status) /* the bytes are on the disk already */
		status = refuse(file->path);
	forget(file);
	return status;
}

void benchi_atomic_file_drop(benchi_atomic_file *file)
{
	if (file->temporary)
		remove(file->temporary);
	if (file->out && file->out != stdout)
		fclose(file->out);
	forget(file);
}
