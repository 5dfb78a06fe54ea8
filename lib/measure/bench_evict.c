/*
 * Evicts memory that a caller names: bench_evict.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include "base/detail.h"
#include "host/evict.h"

bench_status bench_evict(const void *memory, size_t bytes)
{
	if (!memory && bytes > 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "memory is NULL");
	if (!benchi_evict_lines_known())
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "no instruction evicts memory from the caches");
	benchi_evict_lines(memory, bytes);
	return BENCH_OK;
}
