/*
 * What if the n-th call for memory fails?
 *
 * Linked into a program with the linker's --wrap, it counts the calls of malloc, calloc, realloc
 * and strdup that the program's own code makes, and lets the one that BENCH_FAULT names fail, and
 * with "N+" all from there on.  Calls inside the C library are not seen.  Each failure leaves a byte on
 * descriptor 9, if that is open, so that the caller knows when n is past the last call.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

static int fails(void)
{
	static long count, at = -1;
	static int on;

	if (at < 0) {
		const char *text = getenv("BENCH_FAULT");
		char *end;

		at = text ? strtol(text, &end, 10) : 0;
		on = text && *end == '+';
	}
	count++;
	if (at <= 0 || !(count == at || (on && count > at)))
		return 0;
	return write(9, "!", 1) <= 1;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = fails() ? NULL : __real_malloc(size);

	return copy ? memcpy(copy, text, size) : NULL;
}
