/*
 * Time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CLOCK_CLOCK_H
#define BENCHI_CLOCK_CLOCK_H

#include "base/base.h"

#ifdef HAVE_ARM_ISB
#include <arm_acle.h>
#endif

/*
 * What does the calendar's clock show?  For times that several processes compare;
 * never for measuring what is short.
 */

/* Microseconds since 1970; whole seconds where the system tells no more. */
uint64_t benchi_calendar_us(void);

/*
 * Time besides the clock: a thread's processor time, and letting time pass.
 */

/* Processor time that the calling thread has used, in ns; NaN where the system does not
 * tell.  Takes up to a microsecond; Windows counts in steps of some 15 ms. */
double benchi_thread_cpu_ns(void);

/* The system's time in ns, whatever clock measures; 0 where there is none but the calendar. */
double benchi_steady_ns(void);

/* How often the system took the processor from the calling thread; 0 for ever where it does not
 * tell.  Takes half a microsecond. */
uint64_t benchi_thread_preemptions(void);

/* How often the calling thread waited of its own accord; UINT64_MAX where the system does not
 * tell. */
uint64_t benchi_thread_waits(void);

/* Sleeps for about so long, rather longer; a signal may end it early.  Where the system
 * cannot sleep it returns at once. */
void benchi_sleep(double ns);

/* Lets other threads that are ready run first, where the system has a call for that. */
void benchi_yield(void);

/* The first clock of this system that works, monotonic ones before the calendar's, which
 * calibration catches when it is set back.  Its now_ns is NULL where there is none. */
bench_clock benchi_clock_best(void);

/* Is a clock the default one?  Of others nothing is known but what they show. */
static inline int benchi_clock_is_default(const bench_clock *clock)
{
	return clock->now_ns == bench_clock_default().now_ns;
}

/*
 * Keeps what follows a clock read from starting before the read is over.
 *
 * An out-of-order core starts the timed code while the tail of the reading
 * function still runs, so that a short region hides there (a chain of 40 cycles
 * disappears almost wholly behind a read of 25 ns).  The read at the end needs no
 * fence: systems order their counter behind what came before.  Where the compiler
 * offers no such intrinsic the fence is empty, and only regions much longer than
 * a clock read are exact.
 */

static inline void benchi_clock_fence(void)
{
#if defined HAVE_IA32_LFENCE
	__builtin_ia32_lfence();
#elif defined HAVE_ARM_ISB
	__isb(15);
#endif
}

#endif
