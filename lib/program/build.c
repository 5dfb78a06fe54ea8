/*
 * What was the program compiled by, and with?
 *
 * Only the program's own compiler knows: the macro bench_main (bench/program.h) says it at
 * each call.  Wrong when: the bodies are in other files, which had other flags.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include "program/build.h"

static benchi_build told;

void bench_build(const char *compiler, const char *flags)
{
	told.compiler = compiler;
	told.flags = flags;
}

benchi_build benchi_build_stated(void)
{
	return told;
}
