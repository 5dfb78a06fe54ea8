/*
 * The program's compiler and flags.
 *
 * Only the program's own compiler knows: bench_main, which is inline (bench/program.h), says
 * it at each call.  Wrong when: the bodies are in other files, which had other flags.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include "program/build.h"

static benchi_build stored;

void bench_build(const char *compiler, const char *flags)
{
	stored.compiler = compiler;
	stored.flags = flags;
}

benchi_build benchi_build_stated(void)
{
	return stored;
}
