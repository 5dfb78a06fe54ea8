/*
 * Helpers for memory and files, and the sink for unused results.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include "base/random.h"

static volatile unsigned used_int;
static void *volatile used_pointer;

void use_int(int result)
{
	used_int += (unsigned)result;
}

void use_pointer(void *result)
{
	used_pointer = result;
}

static int page_size(void)
{
#ifdef _SC_PAGESIZE
	long size = sysconf(_SC_PAGESIZE);

	if (size > 0 && size < 1 << 30)
		return (int)size;
#endif
	return 4096;
}

void touch(char *buffer, int size)
{
	volatile char *byte = buffer;
	int page = page_size();

	for (int i = 0; i < size; i += page) {
		byte[i] = 1;
		if (size - i <= page)
			break;
	}
}

long bread(void *buffer, long size)
{
	const int *word = buffer;
	unsigned long sum = 0;
	long i;

	for (i = 0; i < size / (long)sizeof *word; i++)
		sum += (unsigned long)word[i];
	for (i *= (long)sizeof *word; i < size; i++)
		sum += ((const unsigned char *)buffer)[i];
	return (long)sum;
}

size_t *permutation(int max, int scale)
{
	static uint64_t state = 20;
	size_t count = max > 0 ? (size_t)max : 0, *order = malloc((count ? count : 1) * sizeof *order);

	if (!order)
		return NULL;
	for (size_t i = 0; i < count; i++)
		order[i] = i * (size_t)scale;
	benchi_random_shuffle(&state, order, count);
	return order;
}

void morefds(void)
{
#ifdef HAVE_SETRLIMIT
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
#endif
}

/* Writes all bytes that read returned. */
static int write_all(int to, const char *buffer, ssize_t size)
{
	while (size > 0) {
		ssize_t written = write(to, buffer, (size_t)size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return -1;
		buffer += written;
		size -= written;
	}
	return 0;
}

static int copy(int from, int to)
{
	char buffer[8192];
	ssize_t got;

	while ((got = read(from, buffer, sizeof buffer)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 || write_all(to, buffer, got) != 0)
			return -1;
	}
	return 0;
}

#ifndef O_BINARY
#define O_BINARY 0
#endif

int cp(char *from, char *to, mode_t mode)
{
	int in = open(from, O_RDONLY | O_BINARY), out, status;

	if (in < 0)
		return -1;
	out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_BINARY, mode);
	if (out < 0) {
		close(in);
		return -1;
	}
	status = copy(in, out);
	close(in);
	return close(out) != 0 ? -1 : status;
}
