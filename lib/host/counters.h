/*
 * The processor's own counters, over all that a program and its children do.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_COUNTERS_H
#define BENCHI_HOST_COUNTERS_H

#include <bench.h>

#define BENCHI_COUNTERS 5

/* Descriptors; -1 for what this processor does not count. */
typedef struct benchi_counters {
	int fd[BENCHI_COUNTERS];
} benchi_counters;

/* "cycles", "instructions", "branches", "branch_misses", "cache_misses". */
const char *benchi_counter_name(size_t i);

/*
 * Makes counters that start when the next program started from this thread begins
 * (benchi_process_start); nothing of this program is counted.
 *
 * BENCH_ERR_UNSUPPORTED: there are none here, or the kernel forbids them; the detail
 * says which.  Nothing is then to be closed.
 */
bench_status benchi_counters_open(benchi_counters *counters);

/* What they have counted; scaled up where they had to take iterations, NaN where there is
 * none.  value: capacity for BENCHI_COUNTERS. */
void benchi_counters_read(const benchi_counters *counters, double *value);

void benchi_counters_close(benchi_counters *counters);

/* What a thread's own events are: the five above, then the kernel's. */
#define BENCHI_EVENTS (BENCHI_COUNTERS + 3)

/* "cycles" to "cache_misses", "page_faults", "context_switches", "migrations". */
const char *benchi_event_name(size_t i);

/* Counts this thread's events while work(n, to) runs.  value: capacity for BENCHI_EVENTS; NaN where
 * the system counts none, scaled up where counters shared the processor's registers. */
void benchi_events_of(void (*work)(uint64_t n, void *to), uint64_t n, void *to, double *value);

#endif
