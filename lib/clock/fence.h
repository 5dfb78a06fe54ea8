/*
 * Keeps what follows a clock read from starting before the read is over.
 *
 * An out-of-order core starts the timed code while the tail of the reading
 * function still runs, so that a short region hides there (a chain of 40 cycles
 * disappears almost wholly behind a read of 25 ns).  The read at the end needs no
 * fence: systems order their counter behind what came before.  Where the compiler
 * offers no such intrinsic the fence is empty, and only regions much longer than
 * a clock read are exact.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CLOCK_FENCE_H
#define BENCHI_CLOCK_FENCE_H

#include <config.h>

#ifdef HAVE_ARM_ISB
#include <arm_acle.h>
#endif

static inline void benchi_clock_fence(void)
{
#if defined HAVE_IA32_LFENCE
	__builtin_ia32_lfence();
#elif defined HAVE_ARM_ISB
	__isb(15);
#endif
}

#endif
