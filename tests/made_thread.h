/*
 * Replaces clock/time.c: a thread that is never preempted, whatever else runs on the machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_THREAD_H
#define TESTS_MADE_THREAD_H

#include "clock/clock.h"

double benchi_thread_cpu_ns(void)
{
	return NAN;
}

double benchi_steady_ns(void)
{
	return 0;
}

uint64_t benchi_thread_preemptions(void)
{
	return 0;
}

uint64_t benchi_thread_waits(void)
{
	return 0;
}

void benchi_sleep(double ns)
{
	(void)ns;
}

void benchi_yield(void)
{
}

#endif
