/*
 * From several processes' results of a row to one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_COMBINE_H
#define BENCHI_PROGRAM_COMBINE_H

#include "data/results.h"

/* One process' result of a row. */
typedef struct benchi_part {
	bench_summary summary;
	double wall_ns, cpu_ns;
	uint32_t process;      /* as in its readings */
} benchi_part;

/*
 * Fills in summary, processes, within, between, wall_ns and cpu_ns of a result that has the
 * readings of all of them; readings of processes that do not count go: because another workload
 * shared their core, or because the system interrupted their only windows.  part: n of them, at
 * least 1, in the order in which they were measured; it is reordered.  BENCH_ERR_MEMORY.
 */
bench_status benchi_combine(benchi_part *part, size_t n, benchi_result *result);

#endif
