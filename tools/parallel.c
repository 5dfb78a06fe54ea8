/*
 * Two pieces of work, in two threads where that pays.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "host/os_thread.h"
#include "tools/parallel.h"

void parallel_two(size_t numbers, void (*run)(void *), void *a, void *b)
{
	struct benchi_os_thread thread;

	if (numbers >= PARALLEL_MIN && benchi_os_thread_start(&thread, run, a) == BENCH_OK) {
		run(b);
		benchi_os_thread_join(&thread);
	} else {
		run(a);
		run(b);
	}
}
