/*
 * How much processor time has this thread used, how often has it lost the processor; and letting
 * time pass.
 *
 * Method: CLOCK_THREAD_CPUTIME_ID and nanosleep of POSIX; GetThreadTimes and Sleep of
 * Windows; getrusage of a thread, which Linux and FreeBSD have; elsewhere none is known.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"

#ifdef HAVE_GETRUSAGE
#include <sys/resource.h>
#endif

#ifdef _WIN32
#include <windows.h>
#undef far /* words of 1985 */
#undef near

static double hundreds(FILETIME t)
{
	return ((double)t.dwHighDateTime * 4294967296.0 + (double)t.dwLowDateTime) * 100;
}

double benchi_thread_cpu_ns(void)
{
	FILETIME created, ended, system, user;

	if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &system, &user))
		return NAN;
	return hundreds(system) + hundreds(user);
}

double benchi_steady_ns(void)
{
	return (double)GetTickCount64() * 1e6;
}

void benchi_sleep(double ns)
{
	if (ns > 0)
		Sleep((DWORD)fmin(ceil(ns / 1e6), 1e9));
}

void benchi_yield(void)
{
	(void)SwitchToThread();
}

#else

#include <time.h>

#ifdef HAVE_SCHED_YIELD
#include <sched.h>
#endif

double benchi_thread_cpu_ns(void)
{
#if defined HAVE_CLOCK_GETTIME && defined CLOCK_THREAD_CPUTIME_ID
	struct timespec t;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0)
		return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
#endif
	return NAN;
}

double benchi_steady_ns(void)
{
#if defined HAVE_CLOCK_GETTIME && defined CLOCK_MONOTONIC
	struct timespec t;

	if (clock_gettime(CLOCK_MONOTONIC, &t) == 0)
		return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
#endif
	return 0;
}

void benchi_sleep(double ns)
{
#ifdef HAVE_NANOSLEEP
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
#ifdef HAVE_SCHED_YIELD
	(void)sched_yield();
#endif
}

#endif

/* How often the thread waited of its own accord, or lost the processor otherwise. */
static uint64_t thread_switches(int own, uint64_t unknown)
{
#if defined HAVE_GETRUSAGE && defined RUSAGE_THREAD
	struct rusage usage;

	if (getrusage(RUSAGE_THREAD, &usage) == 0)
		return (uint64_t)(own ? usage.ru_nvcsw : usage.ru_nivcsw);
#endif
	return unknown;
}

uint64_t benchi_thread_preemptions(void)
{
	return thread_switches(0, 0);
}

uint64_t benchi_thread_waits(void)
{
	return thread_switches(1, UINT64_MAX);
}
