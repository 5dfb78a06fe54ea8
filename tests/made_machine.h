/*
 * Replaces the functions that report machine usage. The test sets the thread's processor time and
 * waits; the thread never moves to another processor, and other programs are not seen.
 *
 * A test that includes this does not link clock/time.c, host/processor.c and host/utilisation.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_MACHINE_H
#define TESTS_MADE_MACHINE_H

#include "callbacks.h"

#include "clock/clock.h"
#include "host/host.h"
#include "made_core.h"

static struct made_machine {
	double share;           /* share of a processor that the program gets */
	double waited_ns;       /* for a processor */
	uint64_t preemptions;
} made_machine = { 1, 0, 0 };

double benchi_thread_cpu_ns(void)
{
	return made_machine.share * made_core_now_ns();
}

double benchi_steady_ns(void)
{
	return made_core_now_ns();
}

uint64_t benchi_thread_preemptions(void)
{
	return made_machine.preemptions;
}

uint64_t benchi_thread_waits(void)
{
	return 0;
}

int benchi_processor_now(void)
{
	return 0;
}

void benchi_sleep(double ns)
{
	made_core_wait(ns);
}

void benchi_yield(void)
{
}

void benchi_run_queue_open(struct benchi_run_queue *queue)
{
}

double benchi_run_queue_waited_ns(const struct benchi_run_queue *queue)
{
	return made_machine.waited_ns;
}

void benchi_run_queue_close(struct benchi_run_queue *queue)
{
}

void benchi_snapshot_take(const char *from, benchi_snapshot *snapshot)
{
	memset(snapshot, 0, sizeof *snapshot);
}

void benchi_utilisation_between(const benchi_snapshot *from, const benchi_snapshot *to,
                                benchi_utilisation *use)
{
	memset(use, 0, sizeof *use);
}

bool benchi_utilisation_known(const benchi_utilisation *use)
{
	return false;
}

#endif
