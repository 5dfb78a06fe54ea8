/*
 * `bench run` where no other programs can be run.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

int verb_run(int argc, char **argv)
{
	(void)argc;
	return complain(argv[0], "this system cannot start processes");
}
