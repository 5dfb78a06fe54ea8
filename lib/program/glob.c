/*
 * Matches names with patterns.
 *
 * Own code, because fnmatch is not everywhere.  Only the latest star is ever tried
 * again, which is enough: what an earlier one could still do, a later one can do too.
 * So the time is at most the product of the two lengths.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>

#include "program/glob.h"

/* The closing ']' of the set that begins at '[', or NULL. */
static const char *set_end(const char *set)
{
	const char *at = set + 1;

	if (*at == '!')
		at++;
	if (*at == ']')
		at++;
	while (*at && *at != ']')
		at++;
	return *at ? at : NULL;
}

static int in_set(const char *set, const char *end, char byte)
{
	unsigned char c = (unsigned char)byte;
	int others = set[1] == '!', found = 0;
	const char *at = set + 1 + others;

	while (at < end) {
		unsigned char low = (unsigned char)*at, high = low;

		if (at + 2 < end && at[1] == '-') {
			high = (unsigned char)at[2];
			at += 2;
		}
		found |= low <= c && c <= high;
		at++;
	}
	return found != others;
}

/* One byte of name against the pattern's head: the rest of the pattern, or NULL. */
static const char *one(const char *pattern, char byte)
{
	const char *end;

	if (*pattern == '?')
		return pattern + 1;
	if (*pattern == '[' && (end = set_end(pattern)) != NULL)
		return in_set(pattern, end, byte) ? end + 1 : NULL;
	if (*pattern == '\\' && pattern[1])
		pattern++;
	return *pattern == byte && byte ? pattern + 1 : NULL;
}

int benchi_glob(const char *pattern, const char *name)
{
	const char *star = NULL, *again = NULL, *rest;

	while (*name || *pattern == '*') {
		if (*pattern == '*') {
			star = ++pattern;
			again = name;
		} else if (*pattern && (rest = one(pattern, *name)) != NULL) {
			pattern = rest;
			name++;
		} else if (star) {
			pattern = star;
			name = ++again;
		} else
			return 0;
	}
	return !*pattern;
}
