/*
 * The verbs that run other programs, where none can be run.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

static int refuse(char **argv)
{
	return complain(argv[0], "this system cannot run other programs");
}

int verb_sample(int argc, char **argv)
{
	return refuse(argv);
}

int verb_history(int argc, char **argv)
{
	return refuse(argv);
}

int verb_versus(int argc, char **argv)
{
	return refuse(argv);
}

int verb_relink(int argc, char **argv)
{
	return refuse(argv);
}

int verb_run(int argc, char **argv)
{
	return refuse(argv);
}

int verb_ramp(int argc, char **argv)
{
	return refuse(argv);
}
