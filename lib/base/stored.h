/*
 * A number as a double holds it, where registers hold more (x87, 68881).
 *
 * C lets a compiler keep excess precision until a cast or an assignment, and some keep it
 * beyond (clang, and all where a function of libm returned it): then x == x may fail,
 * once from the register and once from memory.  Where nothing is in excess it costs
 * nothing.  Source: C99 5.2.4.2.2 and 6.3.1.8; D. Monniaux, The pitfalls of verifying
 * floating-point computations, ACM TOPLAS 30, 2008, section 3.1.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_STORED_H
#define BENCHI_BASE_STORED_H

#include <float.h>

static inline double benchi_stored(double x)
{
#if FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1
	return x;
#else
	volatile double stored = x;

	return stored;
#endif
}

#endif
