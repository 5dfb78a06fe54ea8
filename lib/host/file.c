/*
 * How is a file shared by processes that know nothing of each other?
 *
 * Replacing: the text is written beside the file, is made to reach the disk, and takes
 * the file's name in one step (rename), as POSIX promises; then the folder is made to
 * reach the disk.  Writers take iterations with a record lock (fcntl) on a second file that
 * never changes its identity, as the replaced one does; the system gives the lock back
 * when its holder dies.  Readers need no lock.
 *
 * Assumptions: one file system holds both names; the lock works there (over NFS it needs
 * the lock daemon).  Record locks do not tell threads of one process apart, so a mutex
 * does; and they vanish when their process closes any descriptor of the file, so nothing
 * else here opens it.
 *
 * When it is wrong: a symbolic link is replaced by a file, not followed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "host/file.h"
#include "host/lock.h"

#if defined HAVE_FCNTL && defined HAVE_FSYNC && !defined _WIN32
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>  /* rename */
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_ROOM = 4096 };

static const long WAIT_NS = 1000000;  /* between two tries to lock */

static struct benchi_lock one_thread = BENCHI_LOCK_INIT;

/* "cannot VERB 'PATH': why", from errno. */
static bench_status failed(bench_status status, const char *verb, const char *path)
{
	if (errno == ENOMEM)
		status = BENCH_ERR_MEMORY;
	return benchi_fail(status, "cannot %s '%.120s': %s", verb, path, strerror(errno));
}

/* path with more behind it, in memory of its own. */
static char *beside(const char *path, const char *more)
{
	size_t length = strlen(path), extra = strlen(more) + 1;
	char *name = malloc(length + extra);

	if (name) {
		memcpy(name, path, length); /* NOLINT(bugprone-not-null-terminated-result): the rest is */
		memcpy(name + length, more, extra);
	}
	return name;
}

/* Everything behind the descriptor, at most limit bytes. */
static bench_status read_all(int file, const char *path, size_t limit, char **text, size_t *size)
{
	size_t room = 0, used = 0;
	ssize_t got = 1;

	while (got > 0 && used <= limit) {
		if (used + 1 >= room) {
			char *more = realloc(*text, room ? room * 2 : FIRST_ROOM);

			if (!more)
				return benchi_fail(BENCH_ERR_MEMORY, "no memory to read '%.120s'", path);
			*text = more;
			room = room ? room * 2 : FIRST_ROOM;
		}
		do
			got = read(file, *text + used, room - used - 1);
		while (got < 0 && errno == EINTR);
		used += got > 0 ? (size_t)got : 0;
	}
	if (got < 0)
		return failed(BENCH_ERR_INPUT, "read", path);
	if (used > limit)
		return benchi_fail(BENCH_ERR_INPUT, "'%.120s' is larger than %lu bytes", path,
		                   (unsigned long)limit);
	(*text)[used] = '\0';
	*size = used;
	return BENCH_OK;
}

bench_status benchi_file_read(const char *path, size_t limit, char **text, size_t *size)
{
	int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	struct stat about;
	bench_status status;

	*text = NULL;
	*size = 0;
	if (file < 0)
		return errno == ENOENT || errno == ENOTDIR ? BENCH_OK
		                                           : failed(BENCH_ERR_INPUT, "open", path);
	if (fstat(file, &about) == 0 && S_ISREG(about.st_mode))
		status = read_all(file, path, limit, text, size);
	else
		status = benchi_fail(BENCH_ERR_INPUT, "'%.120s' is no plain file", path);
	close(file);
	if (status != BENCH_OK) {
		free(*text);
		*text = NULL;
	}
	return status;
}

/* Writes everything, down to the disk, and closes; 0 if that went well. */
static int write_all(int file, const char *text, size_t size)
{
	int kept;

	while (size > 0) {
		ssize_t put = write(file, text, size);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			break;
		text += put;
		size -= (size_t)put;
	}
	if (size == 0 && fsync(file) == 0)
		return close(file);
	kept = errno;
	close(file);
	errno = kept;
	return -1;
}

/* The new name's way to the disk.  Some file systems cannot; the file is whole anyway. */
static void settle_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? beside(path, "") : NULL;
	int file;

	if (folder)
		folder[slash == path ? 1 : slash - path] = '\0';
	file = open(folder ? folder : ".", O_RDONLY | O_CLOEXEC);
	if (file >= 0) {
		(void)!fsync(file);
		close(file);
	}
	free(folder);
}

/* Makes PATH.new, with the old file's permissions if there is one. */
static int create(const char *path, const char *name)
{
	struct stat old;
	int file;

	unlink(name);  /* what a crash left behind */
	file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (file >= 0 && stat(path, &old) == 0)
		(void)!fchmod(file, old.st_mode & 0777);
	return file;
}

bench_status benchi_file_replace(const char *path, const char *text, size_t size)
{
	char *name = beside(path, ".new");
	bench_status status = BENCH_OK;
	int file;

	if (!name)
		return benchi_fail(BENCH_ERR_MEMORY, "no memory to write '%.120s'", path);
	file = create(path, name);
	if (file < 0)
		status = failed(BENCH_ERR_OUTPUT, "make", name);
	else if (write_all(file, text, size) != 0)
		status = failed(BENCH_ERR_OUTPUT, "write", name);
	else if (rename(name, path) != 0)
		status = failed(BENCH_ERR_OUTPUT, "replace", path);
	if (status == BENCH_OK)
		settle_folder(path);
	else if (file >= 0)
		unlink(name);
	free(name);
	return status;
}

/* Asks for the lock until it is had or the time is over. */
static bench_status wait_for(int file, const char *name, double timeout_ns)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct timespec pause = { 0, WAIT_NS };

	for (double waited = 0; fcntl(file, F_SETLK, &whole) != 0; waited += (double)WAIT_NS) {
		if (errno != EAGAIN && errno != EACCES && errno != EINTR)
			return failed(BENCH_ERR_UNSUPPORTED, "lock", name);
		if (waited >= timeout_ns)
			return benchi_fail(BENCH_ERR_BUSY, "another process keeps '%.120s' locked", name);
		nanosleep(&pause, NULL);
	}
	return BENCH_OK;
}

bench_status benchi_file_lock(const char *path, double timeout_ns, int *lock)
{
	char *name = beside(path, ".lock");
	bench_status status = BENCH_OK;

	if (!name)
		return benchi_fail(BENCH_ERR_MEMORY, "no memory to lock '%.120s'", path);
	benchi_lock_take(&one_thread);
	*lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
	if (*lock < 0)
		status = failed(BENCH_ERR_OUTPUT, "make", name);
	else
		status = wait_for(*lock, name, timeout_ns);
	if (status != BENCH_OK && *lock >= 0)
		close(*lock);
	if (status != BENCH_OK)
		benchi_lock_give(&one_thread);
	free(name);
	return status;
}

void benchi_file_unlock(int lock)
{
	close(lock);
	benchi_lock_give(&one_thread);
}

void benchi_file_folders(const char *path)
{
	char *folder = beside(path, "");

	for (char *slash = folder; folder && (slash = strchr(slash + 1, '/')); *slash = '/') {
		*slash = '\0';
		(void)!mkdir(folder, 0700);
	}
	free(folder);
}

#elif !defined _WIN32  /* file_win32.c */

static bench_status none(const char *path)
{
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "no shared files on this system: '%.120s'", path);
}

bench_status benchi_file_read(const char *path, size_t limit, char **text, size_t *size)
{
	(void)limit;
	*text = NULL;
	*size = 0;
	return none(path);
}

bench_status benchi_file_replace(const char *path, const char *text, size_t size)
{
	(void)text;
	(void)size;
	return none(path);
}

bench_status benchi_file_lock(const char *path, double timeout_ns, int *lock)
{
	(void)timeout_ns;
	*lock = -1;
	return none(path);
}

void benchi_file_unlock(int lock)
{
	(void)lock;
}

void benchi_file_folders(const char *path)
{
	(void)path;
}

#endif
