/*
 * What the program was compiled by, and with.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_BUILD_H
#define BENCHI_PROGRAM_BUILD_H

/* As passed to bench_build; NULL without a call. */
typedef struct benchi_build {
	const char *compiler, *flags;
} benchi_build;

benchi_build benchi_build_stated(void);

#endif
