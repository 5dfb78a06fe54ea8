/*
 * The processor's hardware counters, over a program and its children.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_COUNTERS_H
#define BENCHI_HOST_COUNTERS_H

#include <bench.h>

#define BENCHI_COUNTERS 5

/* Descriptors; -1 for events that this processor does not count. */
typedef struct benchi_counters {
	int fd[BENCHI_COUNTERS];
} benchi_counters;

/* "cycles", "instructions", "branches", "branch_misses", "cache_misses". */
const char *benchi_counter_name(size_t i);

/*
 * Makes counters that start when the next program started from this thread begins
 * (benchi_process_start); nothing of this program is counted.
 *
 * BENCH_ERR_UNSUPPORTED: no counters, or the kernel forbids them (see the detail); then there
 * is nothing to close.
 */
bench_status benchi_counters_open(benchi_counters *counters);

/* Reads the counts, scaled up if counters were multiplexed; NaN without a counter.
 * value: BENCHI_COUNTERS numbers. */
void benchi_counters_read(const benchi_counters *counters, double *value);

void benchi_counters_close(benchi_counters *counters);

/* A thread's events: the five above, then the kernel's. */
#define BENCHI_EVENTS (BENCHI_COUNTERS + 3)

/* "cycles" to "cache_misses", "page_faults", "context_switches", "migrations". */
const char *benchi_event_name(size_t i);

/* Counts this thread's events while work(n, to) runs.  value: BENCHI_EVENTS numbers; NaN if
 * the system does not count them, scaled up if counters were multiplexed. */
void benchi_events_of(void (*work)(uint64_t n, void *to), uint64_t n, void *to, double *value);

#endif
