/*
 * Replaces clock/time.c: a thread of which others take nothing, whatever else runs on the machine,
 * unless the test says so.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_THREAD_H
#define TESTS_MADE_THREAD_H

#include "clock/clock.h"

static BENCHI_THREAD_LOCAL struct {
	double cpu_ns;          /* its own time; NaN: unknown */
	double steady_ns;
	uint64_t preemptions;
} made_thread = { (double)NAN, 0, 0 };

double benchi_thread_cpu_ns(void)
{
	return made_thread.cpu_ns;
}

double benchi_steady_ns(void)
{
	return made_thread.steady_ns;
}

uint64_t benchi_thread_preemptions(void)
{
	return made_thread.preemptions;
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
