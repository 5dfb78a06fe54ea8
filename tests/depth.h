/*
 * Stops recursion in programs that run themselves as children. A child that does not know that it
 * is one (after a fault in its environment variables) would start processes without end.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_DEPTH_H
#define TESTS_DEPTH_H

#include <stdlib.h>

/* Exits if this is the child of a child. */
static inline void depth_check(void)
{
#ifdef HAVE_SETENV
	const char *depth = getenv("TEST_DEPTH");

	if (depth && *depth == '2')
		exit(99);
	setenv("TEST_DEPTH", depth ? "2" : "1", 1);
#endif
}

#endif
