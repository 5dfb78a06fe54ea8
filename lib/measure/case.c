/*
 * Answers a body's questions about its case: parameter, worker, and bench_skip.
 *
 * The body's signature is fixed, so it asks the thread for what its argument does not hold.
 * That costs one call per window, not per iteration.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "measure/case.h"
#include "measure/thread.h"

uint64_t bench_parameter(void)
{
	return benchi_thread_self()->worker_context.parameter;
}

static const struct benchi_parameter *find(const char *name)
{
	const struct benchi_parameters *set = benchi_thread_self()->worker_context.parameters;

	for (size_t i = 0; set && name && i < set->n; i++)
		if (!strcmp(set->of[i].name, name))
			return &set->of[i];
	return NULL;
}

uint64_t bench_parameter_named(const char *name)
{
	const struct benchi_parameter *found = find(name);

	return found ? found->value : 0;
}

const char *bench_parameter_text(const char *name)
{
	const struct benchi_parameter *found = find(name);

	return found ? found->text : "";
}

size_t bench_worker(void)
{
	return benchi_thread_self()->worker_context.worker;
}

size_t bench_workers(void)
{
	size_t workers = benchi_thread_self()->worker_context.workers;

	return workers ? workers : 1;
}

uint64_t bench_iteration(void)
{
	return (uint64_t)benchi_thread_self()->counting.iterations;
}

uint64_t bench_round(void)
{
	uint64_t opened = benchi_thread_self()->round;

	return opened > 0 ? opened - 1 : 0;
}

size_t bench_layout(void)
{
	return benchi_thread_self()->offset;
}

void benchi_case_enter(const struct benchi_worker_context *worker_context)
{
	struct benchi_thread *self = benchi_thread_self();

	self->worker_context = *worker_context;
	self->skipped = 0;
	self->colds = 0;
}

void bench_cold(const void *memory, size_t bytes)
{
	struct benchi_thread *self = benchi_thread_self();

	if (!memory) {
		self->colds = 0;
		return;
	}
	for (size_t i = 0; i < self->colds && i < BENCHI_COLDS; i++)
		if (self->cold[i].memory == memory && self->cold[i].bytes == bytes)
			return;     /* named again, by prepare */
	if (self->colds < BENCHI_COLDS) {
		self->cold[self->colds].memory = memory;
		self->cold[self->colds].bytes = bytes;
	}
	self->colds += self->colds <= BENCHI_COLDS;
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
