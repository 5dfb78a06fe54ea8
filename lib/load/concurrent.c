/*
 * Finds the windows during which all workers of a pool had a processor.
 *
 * Contended work takes less time while another worker waits for a processor: a window counts
 * as concurrent only if its worker waited for at most 10 % of it, and so did every other
 * worker in all of its windows that overlap.  A worker that waits is found by the window in
 * which it waited, which lasts until it runs again; windows of a worker follow each other
 * without a gap, so a time that none of them covers was before its first or after its last.
 *
 * Waiting for a lock or a device is part of the work.  Where the system does not state how long
 * a thread waited, every window passes.  Time that a hypervisor took is not seen.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "load/concurrent.h"

static const double WAITED = 0.1;

static bool ran(const benchi_pool_window *window)
{
	double ns = (double)(window->until - window->from);

	return isnan(window->waited_ns) || window->waited_ns <= WAITED * ns;
}

/* Did the worker run from one time to another? */
static bool ran_throughout(const benchi_worker *w, uint64_t from, uint64_t until)
{
	size_t low = 0, high = w->windows;

	while (low < high) {   /* the first window that ends after from */
		size_t middle = low + (high - low) / 2;

		if (w->window[middle].until <= from)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == w->windows || w->window[low].from > from)
		return false;
	for (; low < w->windows; low++) {
		if (!ran(&w->window[low]))
			return false;
		if (w->window[low].until >= until)
			return true;
	}
	return false;
}

bool benchi_window_concurrent(const benchi_pool *pool, size_t worker, size_t k)
{
	const benchi_pool_window *window = &pool->worker[worker].window[k];

	for (size_t i = 0; i < pool->plan.workers; i++)
		if (!ran_throughout(&pool->worker[i], window->from, window->until))
			return false;
	return true;
}

bool benchi_window_whole(const benchi_pool *pool, const benchi_pool_window *window)
{
	return window->from >= pool->from && window->until <= pool->until;
}
