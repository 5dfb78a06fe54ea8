/*
 * A file shared by independent processes: read, lock, replace.
 *
 * Replacing: the text is written under a unique name beside the file, synced to disk,
 * and renamed to the file's name, which is atomic by POSIX; then the folder is synced.
 * Writers lock the file itself (flock), and check under the lock that the file still has
 * the name, since another writer may have replaced it meanwhile.  Such a lock belongs to
 * the open file: it separates threads and copies of the library in one process, and ends
 * with its holder.  Readers need no lock.
 *
 * Assumptions: one file system holds both names; flock works there.
 * Wrong when a child forked under the lock outlives a parent that died before
 * unlocking: the child holds the lock.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "host/host.h"

#if defined HAVE_FCNTL && defined HAVE_FLOCK && defined HAVE_FSYNC && !defined _WIN32
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>  /* rename */
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 4096, NAMES = 100, NUMBER = 40 };

static const long WAIT_NS = 1000000, WAIT_MOST_NS = 50000000;  /* between two tries to lock */

/* "cannot VERB 'PATH': why", from errno. */
static bench_status failed(bench_status status, const char *verb, const char *path)
{
	if (errno == ENOMEM)
		status = BENCH_ERR_MEMORY;
	return benchi_fail(status, "cannot %s '%.120s': %s", verb, path, strerror(errno));
}

/* path followed by more, in new memory. */
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

/* Reads the whole file, at most limit bytes. */
static bench_status read_all(int file, const char *path, size_t limit, char **text, size_t *size)
{
	size_t capacity = 0, used = 0;
	ssize_t got = 1;

	while (got > 0 && used <= limit) {
		if (used + 1 >= capacity) {
			char *more = realloc(*text, capacity ? capacity * 2 : FIRST_CAPACITY);

			if (!more)
				return benchi_fail(BENCH_ERR_MEMORY, "no memory to read '%.120s'", path);
			*text = more;
			capacity = capacity ? capacity * 2 : FIRST_CAPACITY;
		}
		do
			got = read(file, *text + used, capacity - used - 1);
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

/* Writes, syncs and closes; 0 on success. */
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

/* Syncs the folder.  Some file systems cannot; the file is complete anyway. */
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

/* Creates a new file beside path, with the old one's permissions if it exists. */
static int create(const char *path, char *name)
{
	static unsigned made;
	size_t length = strlen(path);
	struct stat old;
	int file = -1;

	memcpy(name, path, length);
	for (int i = 0; i < NAMES && file < 0; i++) {
		/* other processes, other copies of the library, other threads */
		snprintf(name + length, NUMBER, ".%lx.%lx.%x", (unsigned long)getpid(),
			(unsigned long)(uintptr_t)&length & 0xffffff, made++);
		file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (file < 0 && errno != EEXIST)
			break;
	}
	if (file >= 0 && stat(path, &old) == 0)
		(void)!fchmod(file, old.st_mode & 0777);
	return file;
}

bench_status benchi_file_replace(const char *path, const char *text, size_t size)
{
	char *name = malloc(strlen(path) + NUMBER);
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

/* Opens the file to lock it; creates it if missing. */
static int open_to_lock(const char *path, int *made)
{
	static const int how = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
	int file = open(path, how);

	*made = 0;
	if (file < 0 && errno == ENOENT) {
		file = open(path, how | O_CREAT | O_EXCL, 0666);
		*made = file >= 0;
	}
	return file;
}

/* Does the open file still have the name? */
static int still_named(int file, const char *path)
{
	struct stat mine, named;

	return fstat(file, &mine) == 0 && lstat(path, &named) == 0 && mine.st_dev == named.st_dev
	    && mine.st_ino == named.st_ino;
}

static int is_plain(int file)
{
	struct stat about;

	return fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

/* One try.  BENCH_ERR_BUSY: not yet. */
static bench_status try_to_lock(const char *path, struct benchi_file_lock *lock)
{
	bench_status status = BENCH_ERR_BUSY;

	lock->file = open_to_lock(path, &lock->made);
	if (lock->file < 0)
		return errno == EEXIST || errno == EINTR ? BENCH_ERR_BUSY
		     : failed(BENCH_ERR_OUTPUT, "open", path);
	if (!is_plain(lock->file))
		status = benchi_fail(BENCH_ERR_OUTPUT, "'%.120s' is no plain file", path);
	else if (flock(lock->file, LOCK_EX | LOCK_NB) == 0) {
		if (still_named(lock->file, path))
			return BENCH_OK;
	} else if (errno != EWOULDBLOCK && errno != EINTR)
		status = failed(BENCH_ERR_UNSUPPORTED, "lock", path);
	close(lock->file);
	return status;
}

bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock)
{
	struct timespec pause = { 0, WAIT_NS };
	bench_status status;

	for (double waited = 0; (status = try_to_lock(path, lock)) == BENCH_ERR_BUSY;
	     waited += (double)pause.tv_nsec) {
		if (waited >= timeout_ns)
			return benchi_fail(status, "another process keeps '%.120s' locked", path);
		/* ever longer: hundreds that ask each millisecond leave its holder no processor */
		if (waited > 0 && pause.tv_nsec < WAIT_MOST_NS)
			pause.tv_nsec *= 2;
		nanosleep(&pause, NULL);
	}
	return status;
}

/* Unlocks explicitly, since a forked child may have the file open, too. */
void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock)
{
	struct stat about;

	if (lock->made && fstat(lock->file, &about) == 0 && about.st_size == 0
	    && still_named(lock->file, path))
		unlink(path);
	flock(lock->file, LOCK_UN);
	close(lock->file);
}

void benchi_file_folders(const char *path)
{
	char *folder = beside(path, ""), *last = folder ? strrchr(folder, '/') : NULL, *before;

	if (last && last > folder) {
		*last = '\0';
		before = strrchr(folder, '/');
		if (before && before > folder) {
			*before = '\0';
			(void)!mkdir(folder, 0700);
			*before = '/';
		}
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

bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock)
{
	(void)timeout_ns;
	lock->file = -1;
	return none(path);
}

void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock)
{
	(void)path;
	(void)lock;
}

void benchi_file_folders(const char *path)
{
	(void)path;
}

#endif
