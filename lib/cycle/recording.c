/*
 * The windows of a recording: in which order, of which expression.
 *
 * Method: two growing arrays, windows and chains, and an open-addressed table from
 * a name's hash (FNV-1a, Fowler, Noll and Vo 1991) to its chain, so that a file of
 * a million windows of hundreds of expressions is read in one pass.
 * Assumes nothing of the order; every array is grown before anything is written,
 * so that a recording is unchanged when memory runs out.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "cycle/recording.h"

enum { NAME_LIMIT = 255, FIRST_CAPACITY = 16 };

bench_recording *bench_recording_new(void)
{
	return calloc(1, sizeof(bench_recording));
}

void bench_recording_free(bench_recording *recording)
{
	if (!recording)
		return;
	for (size_t i = 0; i < recording->chain_count; i++)
		free(recording->chains[i].name);
	free(recording->chains);
	free(recording->windows);
	free(recording->slots);
	free(recording);
}

static uint64_t hash(const char *name)
{
	uint64_t h = 14695981039346656037u;

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 1099511628211u;
	return h;
}

/* The slot of a name: its chain's, or the empty slot for it. */
static size_t find_slot(const bench_recording *r, const char *name)
{
	size_t mask = r->slot_count - 1, i = (size_t)hash(name) & mask;

	while (r->slots[i] && strcmp(r->chains[r->slots[i] - 1].name, name) != 0)
		i = (i + 1) & mask;
	return i;
}

/* Makes space for one more element; the array may move. */
static int grow(void **array, size_t count, size_t *capacity, size_t size)
{
	size_t larger = *capacity ? *capacity * 2 : FIRST_CAPACITY;
	void *moved;

	if (count < *capacity)
		return 1;
	if (*capacity > SIZE_MAX / 4 / size)
		return 0;
	moved = realloc(*array, larger * size);
	if (!moved)
		return 0;
	*array = moved;
	*capacity = larger;
	return 1;
}

static int grow_slots(bench_recording *r)
{
	size_t count = r->chain_capacity * 2, old_count = r->slot_count;
	size_t *slots, *old = r->slots;

	if (old_count >= count)
		return 1;
	slots = calloc(count, sizeof *slots);
	if (!slots)
		return 0;
	r->slots = slots;
	r->slot_count = count;
	for (size_t i = 0; i < r->chain_count; i++)
		slots[find_slot(r, r->chains[i].name)] = i + 1;
	free(old);
	return 1;
}

static int grow_all(bench_recording *r)
{
	void *chains = r->chains, *windows = r->windows;
	int have_chains = grow(&chains, r->chain_count, &r->chain_capacity, sizeof *r->chains);
	int have_windows = grow(&windows, r->window_count, &r->window_capacity, sizeof *r->windows);

	r->chains = chains;
	r->windows = windows;
	return have_chains && have_windows && grow_slots(r);
}

/* The chain of a name, made if new; SIZE_MAX when out of memory.  There is space. */
static size_t chain_of(bench_recording *r, const char *name)
{
	size_t slot = find_slot(r, name), length = strlen(name);
	struct benchi_chain *chain = &r->chains[r->chain_count];

	if (r->slots[slot])
		return r->slots[slot] - 1;
	chain->name = malloc(length + 1);
	if (!chain->name)
		return SIZE_MAX;
	memcpy(chain->name, name, length + 1);
	chain->windows = 0;
	chain->ns = chain->ticks = NAN;
	r->slots[slot] = ++r->chain_count;
	return r->chain_count - 1;
}

static bench_status check_name(const char *name)
{
	size_t length = 0;

	if (!name || !*name)
		return benchi_fail(BENCH_ERR_ARGUMENT, "expression: no name");
	for (; name[length]; length++) {
		unsigned char byte = (unsigned char)name[length];

		if (length == NAME_LIMIT)
			return benchi_fail(BENCH_ERR_ARGUMENT, "expression: over %d bytes", NAME_LIMIT);
		if (byte < 32 || byte == 127)
			return benchi_fail(BENCH_ERR_ARGUMENT, "expression: control character %d at byte %lu",
			                   byte, (unsigned long)length + 1);
	}
	return BENCH_OK;
}

bench_status bench_recording_add(bench_recording *recording, const char *expression,
                                 double operations, double ns)
{
	bench_status status = check_name(expression);
	size_t chain;

	if (!recording)
		return benchi_fail(BENCH_ERR_ARGUMENT, "recording: NULL");
	if (status != BENCH_OK)
		return status;
	if (!isfinite(operations) || operations <= 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "operations: %g", operations);
	if (!isfinite(ns) || ns < 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "nanoseconds: %g", ns);
	if (!grow_all(recording))
		return benchi_fail(BENCH_ERR_MEMORY, "%lu windows", (unsigned long)recording->window_count);
	chain = chain_of(recording, expression);
	if (chain == SIZE_MAX)
		return benchi_fail(BENCH_ERR_MEMORY, "%lu chains", (unsigned long)recording->chain_count);
	recording->windows[recording->window_count].chain = chain;
	recording->windows[recording->window_count].operations = operations;
	recording->windows[recording->window_count].ns = ns;
	recording->window_count++;
	recording->chains[chain].windows++;
	return BENCH_OK;
}

size_t bench_recording_windows(const bench_recording *recording)
{
	return recording ? recording->window_count : 0;
}

bench_cpu_window bench_recording_window(const bench_recording *recording, size_t i)
{
	bench_cpu_window window = { NULL, NAN, NAN };

	if (i < bench_recording_windows(recording)) {
		const struct benchi_window *w = &recording->windows[i];

		window.expression = recording->chains[w->chain].name;
		window.operations = w->operations;
		window.ns = w->ns;
	}
	return window;
}

size_t bench_recording_chains(const bench_recording *recording)
{
	return recording ? recording->chain_count : 0;
}

bench_cpu_chain bench_recording_chain(const bench_recording *recording, size_t i)
{
	bench_cpu_chain chain = { NULL, NAN, NAN };

	if (i < bench_recording_chains(recording)) {
		chain.name = recording->chains[i].name;
		chain.ns = recording->chains[i].ns;
		chain.ticks = recording->chains[i].ticks;
	}
	return chain;
}
