/*
 * A file shared by independent processes: lock, replace.
 *
 * Replacing: the text is written to a temporary file in the same folder, named like the file plus
 * ".part-bench", synced to disk, and renamed to the file's name, which POSIX does atomically. Then
 * the folder is synced. So no reader sees half a file, and an older file survives a full disk.
 *
 * The writer holds a lock (flock) on the temporary file, so a second writer is refused. The
 * temporary file has the sticky bit, which has no meaning for files. A file with the bit but
 * without a lock was left by a writer that was killed, and is replaced. Any other file with that
 * name belongs to the user and is kept.
 *
 * Symbolic links are followed, even if their target does not exist yet, but not if another user
 * put them into a sticky folder such as /tmp. Owner and permissions are kept, except set-user-ID
 * and set-group-ID. If the file cannot be renamed (it is a mount point, or its owner would be
 * lost), the text is copied into the old file.
 *
 * Writers that change a file lock the file itself, and check under the lock that the file still
 * has its name, because another writer may have replaced it. Such a lock belongs to the open file:
 * it works between threads and between copies of the library in one process, and ends with its
 * holder. Readers need no lock.
 *
 * Assumes that both names are on one file system, and that flock works there (over NFS it may only
 * see its own machine). On Windows, the lock is a file opened without sharing, and MoveFileEx
 * replaces the file. A file that another process has open for reading cannot be replaced there;
 * the caller may try again.
 *
 * Wrong if a child that was forked under the lock outlives a parent that died before unlocking:
 * the child then holds the lock.
 *
 * SPDX-License-Identifier: MIT
 */

#include "host/host.h"

#include <errno.h>
#include <stdio.h>  /* rename */

#if defined _WIN32
#include <direct.h>
#define MAKE_FOLDER(path, mode) ((void)(mode), _mkdir(path))
#elif defined HAVE_UNISTD_H
#include <sys/stat.h>
#define MAKE_FOLDER(path, mode) mkdir(path, (mode_t)(mode))
#else
#define MAKE_FOLDER(path, mode) (mode)
#endif

/* Returns path + more in new memory; NULL when out of memory. */
static char *file_beside(const char *path, const char *more)
{
	size_t length = strlen(path), extra = strlen(more) + 1;
	char *name = malloc(length + extra);

	if (name) {
		memcpy(name, path, length); /* NOLINT(bugprone-not-null-terminated-result): the rest is */
		memcpy(name + length, more, extra);
	}
	return name;
}

void benchi_file_folders(const char *path, unsigned mode)
{
	char *folder = file_beside(path, ""), *last = folder ? strrchr(folder, '/') : NULL, *before;

	if (last && last > folder) {
		*last = '\0';
		before = strrchr(folder, '/');
		if (before && before > folder) {
			*before = '\0';
			(void)!MAKE_FOLDER(folder, mode);
			*before = '/';
		}
		(void)!MAKE_FOLDER(folder, mode);
	}
	free(folder);
}

#if defined HAVE_FCNTL && defined HAVE_FLOCK && defined HAVE_FSYNC && !defined _WIN32
#define REPLACES 1
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#define ENDING ".part-bench"

enum { TRIES = 100, LINKS = 40, PATH_CAPACITY = 4096, BLOCK = 2048 };

static const long WAIT_NS = 1000000, WAIT_MOST_NS = 50000000;  /* between two attempts to lock */

/* Writes the whole text. Returns 0 on success. */
static int file_write_all(int file, const char *text, size_t size)
{
	while (size > 0) {
		ssize_t put = write(file, text, size);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return -1;
		text += put;
		size -= (size_t)put;
	}
	return 0;
}

/* Fails with "PATH: reason", the reason from errno. */
static bench_status file_refused(const char *path)
{
	return benchi_fail(BENCH_ERR_OUTPUT, "%.180s: %s", path, strerror(errno));
}

/* Replaces the link *path by its target. Returns 0 if *path is not a link (or became NULL), -1
 * with errno if the link must not be followed: in a sticky folder, where everybody may write,
 * another user's link could redirect the output anywhere. */
static int file_follow(char **path)
{
	char target[PATH_CAPACITY], *made, *slash = *path ? strrchr(*path, '/') : NULL, *folder;
	ssize_t n = *path ? readlink(*path, target, sizeof target - 1) : -1;
	struct stat link, around;
	bool safe;

	if (n <= 0)
		return 0;
	target[n] = '\0';
	folder = file_beside(*path, "");
	if (folder)
		folder[slash ? slash - *path + 1 : 0] = '\0';
	safe = folder && !lstat(*path, &link) && !stat(*folder ? folder : ".", &around)
	       && ((around.st_mode & (S_ISVTX | S_IWOTH)) != (S_ISVTX | S_IWOTH)
	           || link.st_uid == geteuid() || link.st_uid == around.st_uid);
	free(folder);
	if (!safe) {
		errno = EACCES;
		return -1;
	}
	if (slash)
		slash[1] = '\0';
	made = file_beside(*target != '/' && slash ? *path : "", target);
	free(*path);
	*path = made;
	return made != NULL;
}

/* Returns whether the path still names the open file. */
static int still_named(int file, const char *path)
{
	struct stat mine, named;

	return fstat(file, &mine) == 0 && lstat(path, &named) == 0 && mine.st_dev == named.st_dev
	    && mine.st_ino == named.st_ino;
}

/* Returns 1 if this process got the lock, 0 if another writer holds it. File systems without
 * locks grant every request. */
static int lock_temporary(int file)
{
	return !flock(file, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK;
}

/* Sets the permissions of a temporary file, and the sticky bit that marks it. The BSDs refuse the
 * bit to everybody but root: an unmarked file that a killed writer leaves is kept as the user's. */
static void mark_temporary(int file, mode_t permissions)
{
	if (fchmod(file, permissions | S_ISVTX) != 0)
		(void)!fchmod(file, permissions);
}

/* Creates and locks the temporary file, after removing that of a killed writer. Returns a
 * descriptor, or -1 with errno: EBUSY if another writer is alive, EEXIST if a file with that name
 * is not a temporary one. */
static int make_temporary(const char *path, mode_t mode)
{
	for (int i = 0; i < TRIES; i++) { /* another process may remove the file just created */
		int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode), why = 0;
		struct stat about;

		if (file >= 0) {
			if (lock_temporary(file) && still_named(file, path) && fstat(file, &about) == 0) {
				mark_temporary(file, about.st_mode & 0777);
				return file;
			}
			close(file);
			continue;
		}
		if (errno != EEXIST)
			return -1;
		file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (lstat(path, &about) != 0)
			why = errno == ENOENT ? 0 : errno;
		else if (!S_ISREG(about.st_mode) || !(about.st_mode & S_ISVTX))
			why = EEXIST;
		else if (file >= 0 && !lock_temporary(file))
			why = EBUSY;
		else if ((file < 0 || still_named(file, path)) && unlink(path) && errno != ENOENT)
			why = errno;
		if (file >= 0)
			close(file);
		errno = why;
		if (why)
			return -1;
	}
	errno = EBUSY;
	return -1;
}

static void replacement_free(struct benchi_replacement *r)
{
	free(r->temporary);
	free(r->path);
	r->temporary = r->path = NULL;
}

/* Opens the temporary file next to r->path, whose folder it must share. old: NULL if there is no
 * file to replace; path: the name that the caller used. */
static bench_status begin_beside(struct benchi_replacement *r, const struct stat *old,
                                 const char *path)
{
	char folder[PATH_CAPACITY];
	struct stat mine;

	/* Make the name absolute, because the program may change its folder. */
	if (r->path && *r->path != '/' && getcwd(folder, sizeof folder - 1)) {
		char *name = r->path;
		size_t length = strlen(folder);

		if (folder[length - 1] != '/')
			memcpy(folder + length, "/", 2);
		r->path = file_beside(folder, name);
		free(name);
	}
	r->temporary = r->path ? file_beside(r->path, ENDING) : NULL;
	if (!r->temporary)
		return benchi_no_memory("a file's name");
	r->file = make_temporary(r->temporary, old ? old->st_mode & 0777 : 0666);
	if (r->file < 0 && errno == EBUSY)
		return benchi_fail(BENCH_ERR_OUTPUT, "%.180s: another process or option is writing this "
			"file", path);
	if (r->file < 0)    /* the obstacle is a file with the temporary file's name, or the folder */
		return file_refused(errno == EEXIST || errno == EISDIR || errno == EPERM ? r->temporary
			: path);
	if (old) {
		/* Keep the old file's owner and permissions. If the owner cannot be set but the old
		 * file is writable, copy the text into the old file. */
		if (fstat(r->file, &mine) == 0
		    && (mine.st_uid != old->st_uid || mine.st_gid != old->st_gid)
		    && fchown(r->file, old->st_uid, old->st_gid) != 0)
			r->copies = access(r->path, W_OK) == 0;
		mark_temporary(r->file, old->st_mode & 0777);
	}
	return BENCH_OK;
}

bench_status benchi_file_replace(const char *path, const char *text, size_t size)
{
	struct benchi_replacement r;
	bench_status status = benchi_replacement_begin(path, &r);
	int file = r.file;

	if (status != BENCH_OK)
		return status;
	if (file_write_all(file, text, size) != 0) {
		status = file_refused(path);
		benchi_replacement_drop(&r);
	} else
		status = benchi_replacement_keep(&r);
	close(file);
	return status;
}

bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock)
{
	static const int how = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
	struct timespec pause = { 0, WAIT_NS };

	for (double waited = 0;; waited += (double)pause.tv_nsec) {
		bench_status status = BENCH_ERR_BUSY;   /* another writer holds the lock */
		struct stat about;

		/* Open the file, or create it. */
		lock->file = open(path, how);
		lock->made = 0;
		if (lock->file < 0 && errno == ENOENT) {
			lock->file = open(path, how | O_CREAT | O_EXCL, 0666);
			lock->made = lock->file >= 0;
		}
		if (lock->file < 0) {
			if (errno != EEXIST && errno != EINTR)
				return benchi_file_failed(BENCH_ERR_OUTPUT, "open", path);
		} else {
			if (fstat(lock->file, &about) || !S_ISREG(about.st_mode))
				status = benchi_fail(BENCH_ERR_OUTPUT, "'%.120s' is not a regular file", path);
			else if (flock(lock->file, LOCK_EX | LOCK_NB) == 0) {
				if (still_named(lock->file, path))
					return BENCH_OK;
			} else if (errno != EWOULDBLOCK && errno != EINTR)
				status = benchi_file_failed(BENCH_ERR_UNSUPPORTED, "lock", path);
			close(lock->file);
			if (status != BENCH_ERR_BUSY)
				return status;
		}
		if (waited >= timeout_ns)
			return benchi_fail(status, "another process keeps '%.120s' locked", path);
		/* back off: hundreds of waiters that poll every millisecond would starve the holder */
		if (waited > 0 && pause.tv_nsec < WAIT_MOST_NS)
			pause.tv_nsec *= 2;
		nanosleep(&pause, NULL);
	}
}

/* Unlocks explicitly: a forked child may also have the file open. */
void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock)
{
	struct stat about;

	if (lock->made && fstat(lock->file, &about) == 0 && about.st_size == 0
	    && still_named(lock->file, path))
		unlink(path);
	flock(lock->file, LOCK_UN);
	close(lock->file);
}

#else

/*
 * Windows, and other systems in plain C.
 */

#ifdef _WIN32

#include <io.h>
#include <windows.h>
#undef far /* a macro of the system's headers */
#undef near

#endif

/* On Windows the lock is a file opened without sharing, which closes with its holder. Only 32 bits
 * of a handle are significant, so it fits an int. */
bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock)
{
#ifdef _WIN32
	char *name = file_beside(path, ".lock");
	HANDLE file = INVALID_HANDLE_VALUE;
	DWORD why = ERROR_SHARING_VIOLATION;

	for (double waited = 0; why == ERROR_SHARING_VIOLATION && waited <= timeout_ns; waited += 1e6) {
		if (waited > 0)
			Sleep(1);
		file = name ? CreateFileA(name, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL,
			NULL) : INVALID_HANDLE_VALUE;
		why = file == INVALID_HANDLE_VALUE && name ? GetLastError() : ERROR_NOT_ENOUGH_MEMORY;
	}
	free(name);
	lock->file = (int)(intptr_t)file;
	if (file != INVALID_HANDLE_VALUE)
		return BENCH_OK;
	return why == ERROR_SHARING_VIOLATION
	       ? benchi_fail(BENCH_ERR_BUSY, "another process keeps '%.120s' locked", path)
	       : benchi_fail(BENCH_ERR_OUTPUT, "cannot make '%.120s.lock': Windows' error %lu", path,
	                     (unsigned long)why);
#else
	lock->file = -1;
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "cannot lock '%.120s': this system has no locks",
		path);
#endif
}

void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock)
{
#ifdef _WIN32
	CloseHandle((HANDLE)(intptr_t)lock->file);
#endif
}

bench_status benchi_file_replace(const char *path, const char *text, size_t size)
{
	char *name = file_beside(path, ".new");
	FILE *file = name ? fopen(name, "wb") : NULL;
	bool written = file && fwrite(text, 1, size, file) == size && !fflush(file);
	bench_status status = BENCH_OK;

#ifdef _WIN32
	written = written && !_commit(_fileno(file));
	if (file && fclose(file))
		written = false;
	written = written && MoveFileExA(name, path,
		MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
#else
	if (file && fclose(file))
		written = false;
	written = written && rename(name, path) == 0;
#endif
	if (!written) {
		status = benchi_file_failed(BENCH_ERR_OUTPUT, "write", path);
		if (file)
			remove(name);
	}
	free(name);
	return status;
}

#endif

/* Without flock and fsync the caller writes in place. */
bench_status benchi_replacement_begin(const char *path, struct benchi_replacement *r)
{
	memset(r, 0, sizeof *r);
#ifdef REPLACES
	bench_status status = BENCH_OK;
	struct stat old;
	int exists = stat(path, &old) == 0, followed = 1;

	if (!exists && errno != ENOENT) /* EACCES: Linux does not follow such a link either */
		return file_refused(path);
	r->path = file_beside(path, "");
	if (exists && !S_ISREG(old.st_mode)) { /* /dev/fd/3 links to a file without a name */
		/* Write in place. Wait for the reader of a named pipe until a signal comes: open() would
		 * wait again after the signal's handler. */
		const int pipe = S_ISFIFO(old.st_mode) ? O_NONBLOCK : 0;
		const struct timespec pause = { 0, 20000000 };

		do
			r->file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | pipe);
		while (pipe && r->file < 0 && errno == ENXIO && nanosleep(&pause, NULL) == 0);
		if (pipe && r->file >= 0)
			(void)fcntl(r->file, F_SETFL, O_WRONLY);
		status = r->file < 0 ? file_refused(path) : BENCH_OK;
	} else {
		for (int i = 0; i < LINKS && followed > 0; i++)
			followed = file_follow(&r->path);
		status = followed < 0 ? file_refused(path) : begin_beside(r, exists ? &old : NULL, path);
	}
	if (status != BENCH_OK)
		replacement_free(r);
	return status;
#else
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "cannot share '%.120s': this system has no shared "
		"files", path);
#endif
}

bench_status benchi_replacement_keep(struct benchi_replacement *r)
{
	bench_status status = BENCH_ERR_UNSUPPORTED;
#ifdef REPLACES
	struct stat about;

	status = BENCH_OK;
	if (r->temporary && fstat(r->file, &about) == 0)
		(void)!fchmod(r->file, about.st_mode & 0777);
	if (r->temporary && fsync(r->file) != 0) {
		status = file_refused(r->path);
		unlink(r->temporary);
	} else if (r->temporary && !r->copies && rename(r->temporary, r->path) == 0) {
		/* Sync the folder. Some file systems cannot; the file is complete anyway. */
		const char *path = r->path;
		const char *slash = strrchr(path, '/');
		char *folder = slash ? file_beside(path, "") : NULL;
		int file;

		if (folder)
			folder[slash == path ? 1 : slash - path] = '\0';
		file = open(folder ? folder : ".", O_RDONLY | O_CLOEXEC);
		if (file >= 0) {
			(void)!fsync(file);
			close(file);
		}
		free(folder);
	} else if (r->temporary) {
		/* Copy the temporary file into the old one. */
		int file = open(r->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		bool failed = file < 0;
		char block[BLOCK];
		ssize_t got = 1;

		for (off_t at = 0; !failed && got > 0; at += got) {
			got = pread(r->file, block, sizeof block, at);
			failed = got < 0 || file_write_all(file, block, (size_t)got) != 0;
		}
		failed = failed || fsync(file) != 0;
		if (!failed)
			unlink(r->temporary);
		else /* keep the only copy */
			status = benchi_fail(BENCH_ERR_OUTPUT, "%.80s: %s; the output is in %.100s", r->path,
				strerror(errno), r->temporary);
		if (file >= 0)
			close(file);
	}
	replacement_free(r);
#endif
	return status;
}

void benchi_replacement_drop(struct benchi_replacement *r)
{
#ifdef REPLACES
	if (r->temporary)
		unlink(r->temporary);
	replacement_free(r);
#endif
}
