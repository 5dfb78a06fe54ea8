/*
 * A chain of dependent multiplications, four cycles each including an addition, whatever the
 * layout.
 *
 * MORE is the planted change of source: the number of additional steps. With the interpreter an
 * iteration takes about 10,000 cycles, so 25 steps are 1 %.
 *
 * SPDX-License-Identifier: MIT
 */
#include "relinks.h"

#ifndef MORE
#define MORE 0
#endif

enum { STEPS = 800 };

uint64_t multiply(uint64_t x)
{
	for (int i = 0; i < STEPS + MORE; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	return x;
}
