/*
 * Finds the separator of a table's columns.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "data/separator.h"

char benchi_separator(const char *s, const char *end)
{
	size_t n = (size_t)(end - s);

	return memchr(s, ',', n) ? ',' : memchr(s, '\t', n) ? '\t' : memchr(s, ';', n) ? ';' : ',';
}
