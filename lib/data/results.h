/*
 * Results of a benchmark program: what bench_main gathers and every form is written from.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_RESULTS_H
#define BENCHI_DATA_RESULTS_H

#include <bench.h>

#include <stdbool.h>

#include "host/utilisation.h"
#include "measure/case.h"

/* One window of a round; times are of one iteration, without overhead. */
typedef struct benchi_reading {
	double ns, cycles;    /* NaN where there are none */
	double iterations;         /* in that window */
	uint32_t process, round;
} benchi_reading;

/* What one iteration executes, as --count finds it (lib/program/count.h).  The first three are
 * exact where instructions are single-stepped. */
typedef enum benchi_count {
	BENCHI_COUNT_INSTRUCTIONS, BENCHI_COUNT_ALLOCATIONS, BENCHI_COUNT_ALLOCATED_BYTES,
	BENCHI_COUNT_HARDWARE_CYCLES, BENCHI_COUNT_BRANCHES, BENCHI_COUNT_BRANCH_MISSES,
	BENCHI_COUNT_CACHE_MISSES, BENCHI_COUNT_PAGE_FAULTS, BENCHI_COUNT_CONTEXT_SWITCHES,
	BENCHI_COUNT_MIGRATIONS
} benchi_count;

#define BENCHI_COUNTS 10

/* "instructions" and so on, as a metric's name; NULL beyond. */
const char *benchi_count_name(size_t i);

/* Which count has this name; BENCHI_COUNTS: none. */
size_t benchi_count_find(const char *metric);

/* Is it the name of a count that is the same in every run? */
bool benchi_count_exact(const char *metric);

/* A number that the body counted: one of each process. */
typedef struct benchi_metric_part {
	double value;
	uint32_t process;
} benchi_metric_part;

#define BENCHI_METRICS 8
#define BENCHI_METRIC_NAME 48

typedef struct benchi_metric {
	char name[BENCHI_METRIC_NAME];
	double value;             /* the median over processes */
	benchi_metric_part *part; /* n of them */
	size_t n;
} benchi_metric;

/* One row: a case, with one value of its range and one number of threads. */
typedef struct benchi_result {
	char *name;               /* "copy", "copy/4096", "copy/4096/threads:2" */
	const char *benchmark;    /* the case's own name */
	uint64_t parameter;
	bool has_parameter;
	struct benchi_parameters parameters;
	benchi_metric metric[BENCHI_METRICS];  /* what the body counted */
	size_t metrics;
	size_t threads, processes;
	const char *overhead;     /* the case whose time is taken off, or NULL */
	double parts;             /* of an iteration, of which results are; 1 without an overhead */
	bench_summary summary;    /* of all processes; an interval over processes if several */
	double within, between;   /* standard deviation, by quartiles, of ns within a process, and
	                             of the processes' medians; NaN with one process */
	double relative, relative_low, relative_high; /* time over the baseline's, with its 95 %
	                             interval over processes; 0: none */
	double starts_low, starts_high; /* where 95 % of the processes' ratios lie; 0: none */
	double cpu_ns;            /* processor time of one iteration; NaN if unknown */
	double waited_ns;         /* because another workload shared the core */
	double wall_ns;           /* of the whole machine: wall time / iterations of all threads */
	double bytes, items;      /* of one iteration; 0: none */
	double count[BENCHI_COUNTS]; /* of one iteration */
	unsigned counted;         /* bit i: count[i] holds */
	char uncounted[96];       /* why there are no exact counts, or "" */
	char *skipped;            /* why there is no result, or NULL */
	char *impossible;         /* which limit it is over, in words, or NULL */
	benchi_reading *reading;  /* n of them, in the order in which they were taken */
	size_t n, capacity;
} benchi_result;

typedef struct benchi_report {
	const char *program;      /* its name */
	uint64_t seed;
	double began;             /* seconds since 1970, or NaN */
	bool interrupted;         /* the results are incomplete */
	benchi_utilisation machine;  /* meanwhile, if that was asked for; otherwise nothing known */
	benchi_result *result;
	size_t n, capacity;
} benchi_report;

/* Adds a row, zero-filled; NULL: out of memory.  Valid until the next call. */
benchi_result *benchi_report_add(benchi_report *report);

/* One reading more, copied.  BENCH_ERR_MEMORY. */
bench_status benchi_result_add(benchi_result *result, const benchi_reading *reading);

/* Frees what belongs to a row, not the row. */
void benchi_result_free(benchi_result *result);

/* Frees the rows with their names, reasons and readings; the report is then empty. */
void benchi_report_free(benchi_report *report);

#endif
