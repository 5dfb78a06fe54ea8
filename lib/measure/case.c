/*
 * Which value of its range does a case run with, as which worker, and will it run?
 *
 * The body's signature is fixed, so what it may want to know beside its argument is
 * asked of the thread; it costs a call a window, not an iteration.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "measure/case.h"
#include "measure/thread.h"

uint64_t bench_parameter(void)
{
	return benchi_thread_self()->place.parameter;
}

size_t bench_worker(void)
{
	return benchi_thread_self()->place.worker;
}

size_t bench_workers(void)
{
	size_t workers = benchi_thread_self()->place.workers;

	return workers ? workers : 1;
}

void benchi_case_enter(const struct benchi_worker_context *place)
{
	struct benchi_thread *self = benchi_thread_self();

	self->place = *place;
	self->skipped = 0;
}

void bench_skip(const char *why)
{
	struct benchi_thread *self = benchi_thread_self();

	self->skipped = 1;
	self->why[0] = '\0';
	if (why)
		strncat(self->why, why, sizeof self->why - 1);
}

const char *benchi_case_skipped(void)
{
	const struct benchi_thread *self = benchi_thread_self();

	return self->skipped ? self->why : NULL;
}
