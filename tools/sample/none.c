/*
 * `bench sample`, `bench relink` and `bench versus` where no other programs can be run.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

int verb_sample(int argc, char **argv)
{
	(void)argc;
	return complain(argv[0], "this system cannot run commands for us");
}

int verb_versus(int argc, char **argv)
{
	(void)argc;
	return complain(argv[0], "this system cannot run programs for us");
}

int verb_relink(int argc, char **argv)
{
	(void)argc;
	return complain(argv[0], "this system cannot run programs for us");
}
