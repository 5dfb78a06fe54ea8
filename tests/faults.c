/*
 * Makes the n-th call of a kind fail.
 *
 * Linked into a program with the linker's --wrap, this counts the calls in the program's own code;
 * calls inside the C library are not seen.  BENCH_FAULT selects the call that fails: "12" is the
 * twelfth call for memory; "open:3+" is the third call that opens something, and all after it.
 * Kinds: memory, open (files, descriptors), read, write (also truncate and rename), sync, start
 * (processes, threads), clock.  Each failure writes a byte to descriptor 9, if that is open.  No
 * byte means that n is past the last call.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum kind { MEMORY, OPEN, READ, WRITE, SYNC, START, CLOCK, KINDS };

static const char *const names[KINDS] = { "memory", "open", "read", "write", "sync", "start",
	"clock" };
static enum kind wanted = KINDS;
static long count, at = -1;
static int on;

ssize_t __real_write(int file, const void *from, size_t size);

/* Parses BENCH_FAULT. */
static void learn(void)
{
	const char *text = getenv("BENCH_FAULT"), *number = text ? strchr(text, ':') : NULL;
	char *end;
	int kind = number ? 0 : MEMORY;

	while (number && kind < KINDS
	       && (strlen(names[kind]) != (size_t)(number - text)
	           || strncmp(names[kind], text, (size_t)(number - text))))
		kind++;
	at = 0;
	if (!text || kind == KINDS)
		return;
	at = strtol(number ? number + 1 : text, &end, 10);
	on = *end == '+';
	wanted = (enum kind)kind;
}

static int fails(enum kind kind, int why)
{
	long n;

	if (at < 0)
		learn();
	if (kind != wanted)
		return 0;
	n = __sync_add_and_fetch(&count, 1);
	if (at <= 0 || !(n == at || (on && n > at)))
		return 0;
	n = __real_write(9, "!", 1);
	errno = why;
	return 1;
}

/* A wrapped function that can fail with this value. */
#define WRAP(kind, why, type, failure, name, declared, passed) \
	type __real_##name declared; \
	type __wrap_##name declared; \
	type __wrap_##name declared \
	{ \
		return fails(kind, why) ? (failure) : __real_##name passed; \
	}

WRAP(MEMORY, ENOMEM, void *, NULL, malloc, (size_t size), (size))
WRAP(MEMORY, ENOMEM, void *, NULL, calloc, (size_t n, size_t size), (n, size))
WRAP(MEMORY, ENOMEM, void *, NULL, realloc, (void *old, size_t size), (old, size))
WRAP(MEMORY, ENOMEM, FILE *, NULL, open_memstream, (char **text, size_t *size), (text, size))
WRAP(MEMORY, ENOMEM, char *, NULL, realpath, (const char *path, char *to), (path, to))
WRAP(OPEN, EMFILE, FILE *, NULL, fopen, (const char *path, const char *how), (path, how))
WRAP(OPEN, EMFILE, FILE *, NULL, fdopen, (int file, const char *how), (file, how))
WRAP(OPEN, EMFILE, FILE *, NULL, tmpfile, (void), ())
WRAP(OPEN, EMFILE, int, -1, pipe, (int ends[2]), (ends))
WRAP(OPEN, EMFILE, int, -1, dup, (int file), (file))
WRAP(OPEN, EMFILE, int, -1, dup2, (int file, int to), (file, to))
WRAP(READ, EIO, ssize_t, -1, read, (int file, void *to, size_t size), (file, to, size))
WRAP(READ, EIO, ssize_t, -1, pread, (int file, void *to, size_t size, off_t from),
     (file, to, size, from))
WRAP(READ, EIO, size_t, 0, fread, (void *to, size_t size, size_t n, FILE *file),
     (to, size, n, file))
WRAP(READ, EIO, char *, NULL, fgets, (char *to, int size, FILE *file), (to, size, file))
WRAP(WRITE, ENOSPC, ssize_t, -1, write, (int file, const void *from, size_t size),
     (file, from, size))
WRAP(WRITE, ENOSPC, int, EOF, fflush, (FILE *file), (file))
WRAP(SYNC, ENOSPC, int, -1, fsync, (int file), (file))
WRAP(WRITE, ENOSPC, int, -1, ftruncate, (int file, off_t size), (file, size))
WRAP(WRITE, ENOSPC, int, -1, rename, (const char *from, const char *to), (from, to))
WRAP(START, EAGAIN, pid_t, -1, fork, (void), ())
WRAP(START, EAGAIN, int, EAGAIN, pthread_create,
     (pthread_t *thread, const pthread_attr_t *about, void *(*run)(void *), void *arg),
     (thread, about, run, arg))
WRAP(START, EAGAIN, int, EAGAIN, posix_spawnp,
     (pid_t *id, const char *path, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *about, char *const *argv, char *const *environment),
     (id, path, actions, about, argv, environment))
WRAP(CLOCK, EINVAL, int, -1, clock_gettime, (clockid_t clock, struct timespec *now), (clock, now))

/* Closes the stream, but fails to write its last bytes. */
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
int __wrap_fclose(FILE *file)
{
	int failed = fails(WRITE, ENOSPC), status = __real_fclose(file);

	if (failed)
		errno = ENOSPC;
	return failed ? EOF : status;
}

char *__wrap_strdup(const char *text);
char *__wrap_strdup(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = __wrap_malloc(size);

	return copy ? memcpy(copy, text, size) : NULL;
}

int __real_open(const char *path, int how, ...);
int __wrap_open(const char *path, int how, ...);
int __wrap_open(const char *path, int how, ...)
{
	va_list list;
	mode_t mode = 0;

	if (fails(OPEN, EMFILE))
		return -1;
	va_start(list, how);
	if (how & O_CREAT)
		mode = va_arg(list, mode_t);
	va_end(list);
	return __real_open(path, how, mode);
}
