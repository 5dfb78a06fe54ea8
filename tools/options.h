/*
 * Options of a command: short ones in clusters, long ones with = or a word after,
 * anywhere among the operands; "--" ends them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <stdbool.h>

#define OPTION_END (-1)
#define OPTION_UNKNOWN (-2)  /* value names it: a letter, or --word */
#define OPTION_BARE (-3)     /* it lacks its argument; value names it */
#define OPTION_FULL (-4)     /* it takes no argument, but has one; value names it */

typedef struct option {
	int letter;       /* what option_next returns; below 256 it is also the short form */
	const char *word; /* the long form without --, or NULL */
	bool argument;
} option;

typedef struct options {
	const option *known; /* ends in one with letter 0 */
	char **argv;         /* its first `operands` elements are the operands found so far */
	int argc, next, operands;
	const char *cluster; /* letters still to come of the current argument */
	const char *value;   /* the argument of the option just returned */
	char name[3];
	bool ended;          /* "--" was seen */
} options;

/* argv: without the command's name; reordered. */
void options_start(options *o, const option *known, int argc, char **argv);

/* The next option's letter, or one of the above; after OPTION_END argv[0..operands)
 * are the operands. */
int options_next(options *o);

#endif
