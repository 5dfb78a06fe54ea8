/*
 * Processor time and preemptions of a thread, and sleeping. A separate file, so that tests on a
 * simulated machine can define these functions themselves.
 *
 * Uses POSIX's CLOCK_THREAD_CPUTIME_ID and nanosleep; Windows' GetThreadTimes and Sleep; getrusage
 * of a thread on Linux and FreeBSD. Unknown elsewhere.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* RUSAGE_THREAD */
#include "clock/clock.h"

#include <time.h>

#ifdef HAVE_GETRUSAGE
#include <sys/resource.h>
#endif
#ifdef HAVE_SCHED_YIELD
#include <sched.h>
#endif
#ifdef _WIN32
#include <windows.h>
#undef far /* macros from the time of 16-bit Windows */
#undef near
#endif

#if defined HAVE_CLOCK_GETTIME && !defined _WIN32
/* Returns the nanoseconds of a clock, or `unknown` if the system refuses. Asks the kernel where
 * possible: a preloaded library may run the C library's clocks at another speed, while preemptions
 * are counted from the difference between elapsed and processor time. */
static double ns_of(clockid_t id, double unknown)
{
	struct timespec t;
#ifdef BENCHI_KERNEL_GETTIME
	bool failed = BENCHI_KERNEL_GETTIME(id, &t) != 0;
#else
	bool failed = clock_gettime(id, &t) != 0;
#endif

	return failed ? unknown : (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
#endif

double benchi_thread_cpu_ns(void)
{
#ifdef _WIN32
	FILETIME created, ended, system, user;

	if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &system, &user))
		return NAN;
	/* in units of 100 ns */
	return ((double)system.dwHighDateTime + (double)user.dwHighDateTime) * 4294967296.0 * 100
	     + ((double)system.dwLowDateTime + (double)user.dwLowDateTime) * 100;
#elif defined HAVE_CLOCK_GETTIME && defined CLOCK_THREAD_CPUTIME_ID
	return ns_of(CLOCK_THREAD_CPUTIME_ID, NAN);
#else
	return NAN;
#endif
}

double benchi_steady_ns(void)
{
#ifdef _WIN32
	return (double)GetTickCount64() * 1e6;
#elif defined HAVE_CLOCK_GETTIME && defined CLOCK_MONOTONIC
	return ns_of(CLOCK_MONOTONIC, 0);
#else
	return 0;
#endif
}

void benchi_sleep(double ns)
{
#ifdef _WIN32
	if (ns > 0)
		Sleep((DWORD)fmin(ceil(ns / 1e6), 1e9));
#elif defined HAVE_NANOSLEEP
	struct timespec t;

	if (!(ns > 0))
		return;
	ns = fmin(ns, 1e18);
	t.tv_sec = (time_t)(ns / 1e9);
	t.tv_nsec = (long)(ns - (double)t.tv_sec * 1e9);
	(void)nanosleep(&t, NULL);
#endif
}

void benchi_yield(void)
{
#ifdef _WIN32
	(void)SwitchToThread();
#elif defined HAVE_SCHED_YIELD
	(void)sched_yield();
#endif
}

uint64_t benchi_thread_preemptions(void)
{
#if defined HAVE_GETRUSAGE && defined RUSAGE_THREAD
	struct rusage usage;

	if (getrusage(RUSAGE_THREAD, &usage) == 0)
		return (uint64_t)usage.ru_nivcsw;
#endif
	return 0;
}

uint64_t benchi_thread_waits(void)
{
#if defined HAVE_GETRUSAGE && defined RUSAGE_THREAD
	struct rusage usage;

	if (getrusage(RUSAGE_THREAD, &usage) == 0)
		return (uint64_t)usage.ru_nvcsw;
#endif
	return UINT64_MAX;
}
