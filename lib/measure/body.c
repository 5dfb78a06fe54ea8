/*
 * Answers a body's questions about its case: parameters, worker, round. Takes what a body says: a
 * label, memory to make cold, a failure.
 *
 * The signature of a body is fixed, so it asks the thread for anything that its argument does not
 * contain. This costs one call per window, not per iteration.
 *
 * SPDX-License-Identifier: MIT
 */

#include "measure/measure.h"

static const struct benchi_parameter *find_parameter(const char *name)
{
	const struct benchi_parameters *set = benchi_thread_self()->worker_context.parameters;

	for (size_t i = 0; set && name && i < set->n; i++)
		if (!strcmp(set->of[i].name, name))
			return &set->of[i];
	return NULL;
}

uint64_t bench_parameter_named(const char *name)
{
	const struct benchi_parameter *found = find_parameter(name);

	return found ? found->value : 0;
}

const char *bench_parameter_text(const char *name)
{
	const struct benchi_parameter *found = find_parameter(name);

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

void bench_label(const char *text)
{
	char *label = benchi_thread_self()->label;

	label[0] = '\0';
	if (text)
		strncat(label, text, BENCHI_LABEL - 1);
}

void bench_cold(const void *memory, size_t bytes)
{
	struct benchi_thread *self = benchi_thread_self();

	if (!memory) {
		self->colds.n = 0;
		return;
	}
	for (size_t i = 0; i < self->colds.n && i < BENCHI_COLDS; i++)
		if (self->colds.item[i].memory == memory && self->colds.item[i].bytes == bytes)
			return;     /* this memory is already named: prepare may name the same memory again */
	if (self->colds.n < BENCHI_COLDS) {
		self->colds.item[self->colds.n].memory = memory;
		self->colds.item[self->colds.n].bytes = bytes;
	}
	self->colds.n += self->colds.n <= BENCHI_COLDS;
}

/* The first reason counts, because later ones are usually its consequences. */
void bench_fail(const char *why)
{
	struct benchi_thread *self = benchi_thread_self();

	if (self->failed)
		return;
	self->failed = 1;
	self->why[0] = '\0';
	strncat(self->why, why ? why : "failed", sizeof self->why - 1);
}

const char *benchi_case_failed(void)
{
	const struct benchi_thread *self = benchi_thread_self();

	return self->failed ? self->why : NULL;
}
