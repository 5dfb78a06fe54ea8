/*
 * Replaces host/evict.c: on the simulated core nothing needs to leave the real caches. Where lines
 * cannot be evicted one by one, sweeps of 48 MB would make a test take minutes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_SWEEP_H
#define TESTS_MADE_SWEEP_H

#include "callbacks.h"

#include "host/host.h"

static int made_lines_known = 1;    /* whether single lines can be evicted */

int benchi_evict_lines_known(void)
{
	return made_lines_known;
}

void benchi_evict_lines(const void *memory, size_t bytes)
{
}

int benchi_sweep_begin(struct benchi_sweep *sweep)
{
	sweep->bytes = 4096;
	sweep->memory = calloc(1, sweep->bytes);
	return sweep->memory ? 0 : -1;
}

void benchi_sweep_all(const struct benchi_sweep *sweep)
{
}

void benchi_sweep_end(struct benchi_sweep *sweep)
{
	free(sweep->memory);
	sweep->memory = NULL;
}

#endif
