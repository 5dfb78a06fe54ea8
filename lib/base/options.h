/*
 * Options of a command: short ones in clusters, long ones with = or a word after,
 * anywhere among the operands; "--" ends them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_OPTIONS_H
#define BENCHI_BASE_OPTIONS_H

#include <stdbool.h>

#define BENCHI_OPTION_END (-1)
#define BENCHI_OPTION_UNKNOWN (-2)  /* value names it: a letter, or --word */
#define BENCHI_OPTION_BARE (-3)     /* argument missing; value names the option */
#define BENCHI_OPTION_FULL (-4)     /* unexpected argument; value names the option */

typedef struct benchi_option {
	int letter;       /* what benchi_options_next returns; below 256 it is also the short form */
	const char *word; /* the long form without --, or NULL */
	bool argument;
} benchi_option;

typedef struct benchi_options {
	const benchi_option *known; /* ends in one with letter 0 */
	char **argv;         /* its first `operands` elements are the operands found so far */
	int argc, next, operands;
	const char *cluster; /* remaining letters of the current argument */
	const char *value;   /* the argument of the option just returned */
	char name[3];
	bool ended;          /* "--" was seen */
} benchi_options;

/* argv: without the command's name; reordered. */
void benchi_options_start(benchi_options *o, const benchi_option *known, int argc, char **argv);

/* The next option's letter, or one of the above; after BENCHI_OPTION_END argv[0..operands)
 * are the operands. */
int benchi_options_next(benchi_options *o);

#endif
