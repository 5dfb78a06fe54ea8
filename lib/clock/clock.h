/*
 * Reading clocks, and time of threads.
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

/* The kernel's clock_gettime. libfaketime and similar preloaded libraries replace the C
 * library's function, and with it processor times, to show a program another date. Defined only
 * if struct timespec is the kernel's. (OpenBSD has the number, but no syscall.) */
#if defined __linux__ && defined HAVE_CLOCK_GETTIME && defined SYS_clock_gettime \
	&& UINTPTR_MAX > UINT32_MAX
#define BENCHI_KERNEL_GETTIME(id, t) syscall(SYS_clock_gettime, id, t)
#endif

/* Returns the microseconds since 1970, in steps of a second if the system has no finer calendar.
 * For times that processes compare, not for measuring short times. */
uint64_t benchi_calendar_us(void);

/* Returns the processor time of the calling thread in ns; NaN if unknown. Takes up to a
 * microsecond. Windows counts in steps of about 15 ms. */
double benchi_thread_cpu_ns(void);

/* Returns the system's time in ns, whichever clock is used for measuring; 0 if there is only a
 * calendar. */
double benchi_steady_ns(void);

/* Returns how often the calling thread was preempted; always 0 if unknown. Takes half a
 * microsecond. */
uint64_t benchi_thread_preemptions(void);

/* Returns how often the calling thread gave up the processor to wait; UINT64_MAX if unknown. */
uint64_t benchi_thread_waits(void);

/* Sleeps for at least ns nanoseconds, or less if a signal arrives. Returns at once if the
 * system cannot sleep. */
void benchi_sleep(double ns);

/* Lets other ready threads run first. A no-op on systems without such a call. */
void benchi_yield(void);

/* Returns the first clock of this system that works. Monotonic clocks come before the calendar;
 * calibration notices if a calendar is set back. now_ns is NULL if no clock works. */
bench_clock benchi_clock_best(void);

/* Returns nonzero for the default clock. About other clocks nothing is known except their
 * readings. */
static inline int benchi_clock_is_default(const bench_clock *clock)
{
	return clock->now_ns == bench_clock_default().now_ns;
}

/*
 * Keeps code after a clock read from starting before the read is finished.
 *
 * An out-of-order core starts the timed code while the end of the reading function still runs, and
 * a short region is hidden there: a chain of 40 cycles almost disappears behind a read of 25 ns.
 * The read at the end needs no fence, because systems order their counter after the code before
 * it. If the compiler has no such intrinsic the fence is empty, and only regions much longer than
 * a clock read are accurate.
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
