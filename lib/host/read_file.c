/*
 * Reads a whole file. A separate source file, so that a program that only reads remembered choices
 * does not link what replaces files.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host/host.h"

#include <errno.h>

#if defined HAVE_FCNTL && defined HAVE_UNISTD_H && !defined _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#define OPENS_PLAIN 1

#endif

enum { FIRST_CAPACITY = 4096 };

bench_status benchi_file_failed(bench_status status, const char *verb, const char *path)
{
	if (errno == ENOMEM)
		status = BENCH_ERR_MEMORY;
	return benchi_fail(status, "cannot %s '%.120s': %s", verb, path, strerror(errno));
}

bench_status benchi_file_read(const char *path, size_t limit, char **text, size_t *size)
{
#ifdef OPENS_PLAIN
	/* Opens only a regular file: errno is 0 for a folder or a device. */
	int opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), why;
	struct stat about;
	bool plain = opened >= 0 && fstat(opened, &about) == 0 && S_ISREG(about.st_mode);
	FILE *file = plain ? fdopen(opened, "rb") : NULL;

	if (opened >= 0 && !file) {
		why = plain ? errno : 0;
		close(opened);
		errno = why;
	}
#else
	FILE *file = fopen(path, "rb");
#endif
	size_t capacity = 0, used = 0;
	bench_status status = BENCH_OK;

	*text = NULL;
	*size = 0;
	if (!file && (errno == ENOENT || errno == ENOTDIR))
		return BENCH_OK;
	if (!file)
		return errno ? benchi_file_failed(BENCH_ERR_INPUT, "open", path)
		             : benchi_fail(BENCH_ERR_INPUT, "'%.120s' is not a regular file", path);
	do {
		if (!benchi_reserve(text, 1, used + FIRST_CAPACITY, &capacity))
			status = benchi_no_memory("a file");
		else
			used += fread(*text + used, 1, capacity - used - 1, file);
		if (ferror(file))
			status = benchi_file_failed(BENCH_ERR_INPUT, "read", path);
		else if (used > limit)
			status = benchi_fail(BENCH_ERR_INPUT, "'%.120s' is larger than %lu bytes", path,
			                     (unsigned long)limit);
	} while (status == BENCH_OK && !feof(file));
	fclose(file);
	if (status == BENCH_OK) {
		(*text)[used] = '\0';
		*size = used;
		return BENCH_OK;
	}
	free(*text);
	*text = NULL;
	return status;
}
