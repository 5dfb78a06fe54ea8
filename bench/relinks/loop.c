/*
 * A small interpreter; its time depends on where the linker places its branches.
 *
 * SPDX-License-Identifier: MIT
 */
#include "relinks.h"

enum { STEPS = 1000 };

uint64_t interpret(const unsigned char *code, uint64_t x)
{
	for (int i = 0; i < STEPS; i++) {
		switch (code[i % OPERATIONS]) {
		case 0: x += 3; break;
		case 1: x ^= x >> 3; break;
		case 2: x = x << 1 | x >> 63; break;
		case 3: if (x & 1) x -= 7; else x += 9; break;
		case 4: x = step_out(x); break;
		case 5: x = ~x; break;
		case 6: x += x >> 5; break;
		default: x = step_back(x); break;
		}
	}
	return x;
}
