/*
 * Two operations of the interpreter, in a separate object.
 *
 * SHIFT adds a function, as changes of source do, so that code after it moves.
 *
 * SPDX-License-Identifier: MIT
 */
#include "relinks.h"

#ifdef SHIFT
uint64_t moved(uint64_t x)
{
	for (int i = 0; i < SHIFT; i++)
		x = x * 3 + (x >> 7);
	return x;
}
#endif

uint64_t step_out(uint64_t x)
{
	return x % 3 == 0 ? x / 3 : x + 1;
}

uint64_t step_back(uint64_t x)
{
	return x & 4 ? x - 2 : x ^ 21;
}
