/*
 * Results for the program that started this one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_PUBLISH_H
#define BENCHI_MEASURE_PUBLISH_H

#include <bench.h>

/* The variable that names the file, and the first word of a line. */
#define BENCHI_RESULTS "BENCH_RESULTS"
#define BENCHI_RESULT_LINE "bench-result-1"

enum { BENCHI_RESULT_TEXT = 1024 };

/* Appends a line to the file that BENCH_RESULTS names, if it is set and the result has a time:
 * BENCHI_RESULT_LINE, ns, cycles, ns_raw, mhz, iterations, samples, warnings, method, and what
 * bench_at set last in this thread, separated by tabs; null for a missing number. */
void benchi_publish(const bench_summary *summary);

/* Appends a line of another kind: its first word, and what bench_at set last in this thread. */
void benchi_publish_name(const char *kind);

#endif
