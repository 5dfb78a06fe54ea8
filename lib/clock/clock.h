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
#ifdef HAVE_SYS_SYSCALL_H
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* clock_gettime of the kernel.  libfaketime and similar preloaded libraries replace the C
 * library's function, and with it processor times, to show a program another date.  Only where
 * struct timespec is the kernel's. */
#if defined HAVE_CLOCK_GETTIME && defined SYS_clock_gettime && UINTPTR_MAX > UINT32_MAX
#define BENCHI_KERNEL_GETTIME(id, t) syscall(SYS_clock_gettime, id, t)
#endif

/* Microseconds since 1970, in steps of a second where the system has no finer calendar.  For
 * times that several processes compare, never for measuring what is short. */
uint64_t benchi_calendar_us(void);

/* Processor time of the calling thread, in ns; NaN where it is unknown.  Takes up to a
 * microsecond; Windows counts in steps of some 15 ms. */
double benchi_thread_cpu_ns(void);

/* The system's time in ns, whichever clock measures; 0 where only the calendar exists. */
double benchi_steady_ns(void);

/* How often the system took the processor from the calling thread; always 0 where that is
 * unknown.  Takes half a microsecond. */
uint64_t benchi_thread_preemptions(void);

/* How often the calling thread gave up the processor to wait; UINT64_MAX where that is unknown. */
uint64_t benchi_thread_waits(void);

/* Sleeps for at least ns nanoseconds, less if a signal arrives.  Returns at once where the
 * system cannot sleep. */
void benchi_sleep(double ns);

/* Lets other ready threads run first, where the system has a call for that. */
void benchi_yield(void);

/* The first clock of this system that works.  Monotonic clocks come before the calendar;
 * calibration notices if the calendar is set back.  now_ns is NULL if no clock works. */
bench_clock benchi_clock_best(void);

/* Nonzero if this is the default clock.  Of other clocks only their readings are known. */
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
