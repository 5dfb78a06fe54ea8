/*
 * A program that runs itself as its children, and takes a child for the first of them (as a fault
 * in the variables of its environment has it), would start processes without end.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_DEPTH_H
#define TESTS_DEPTH_H

#include <stdlib.h>

/* Ends the child of a child. */
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
