/*
 * Growing arrays, copies, and the out-of-memory status.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

bool benchi_reserve(void *array, size_t size, size_t wanted, size_t *capacity)
{
	/* large elements are often few */
	size_t n = *capacity ? 2 * *capacity : size > 256 ? 1 : size > 64 ? 4 : 16;
	void *p;

	if (wanted <= *capacity)
		return true;
	n = n < wanted ? wanted : n;
	memcpy(&p, array, sizeof p); /* memcpy, because array may point to any pointer type */
	if (n > SIZE_MAX / size || n < *capacity || !(p = realloc(p, n * size)))
		return false;
	memcpy(array, &p, sizeof p);
	*capacity = n;
	return true;
}

bool benchi_grow(void *array, size_t size, size_t n, size_t *capacity)
{
	return benchi_reserve(array, size, n + 1, capacity);
}

char *benchi_copy(const char *text, size_t length)
{
	char *copy = malloc(length + 1);

	if (copy) {
		memcpy(copy, text, length);
		copy[length] = '\0';
	}
	return copy;
}

bench_status benchi_no_memory(const char *what)
{
	return benchi_fail(BENCH_ERR_MEMORY, "out of memory for %s", what);
}
