/*
 * Results of a benchmark program: what was asked (row), what each process saw (observed), and what
 * the processes say together (answer).  bench_main gathers them; every form is written from them.
 *
 * Part of data.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_RESULTS_H
#define BENCHI_DATA_RESULTS_H

/* One window of a round; times are of one iteration, without overhead. */
typedef struct benchi_reading {
	double ns, cycles;    /* NaN where there are none */
	double iterations;         /* in that window */
	uint32_t process, round;
} benchi_reading;

/* What one iteration executes, as --count finds it (lib/program/program.h).  The first three are
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

#define BENCHI_METRICS 20  /* eight counters, and what --show and bench_statistic add */
#define BENCHI_METRIC_NAME 48

typedef struct benchi_metric {
	char name[BENCHI_METRIC_NAME];
	double value;             /* the median over processes, */
	double half;              /* and half of its interval; 0: none is shown */
	benchi_metric_part *part; /* n of them */
	size_t n;
} benchi_metric;

/* The instructions of one iteration that a function executes. */
typedef struct benchi_function_count {
	char *name;
	double instructions;
} benchi_function_count;

/* Begins the metric of a function's instructions, before its name. */
#define BENCHI_METRIC_FUNCTION "instructions:"
enum { BENCHI_COUNT_TEXT = 160 };     /* capacity for the name of a count, a function's too */

/* What a process found that ran a row on for long. */
typedef struct benchi_life {
	bench_summary late;       /* measured again at the end; its mean is of all that came before */
	struct benchi_basis basis;    /* of that mean */
	double beyond_ns;         /* the mean less the median of the windows that it is over */
	double bursts;            /* share of the time in windows of several times the usual */
	double again;             /* share of the windows that cost as much as at first, after some that
	                             cost as much as at the end; NaN: these are alike */
	double elapsed_ns, first_ns; /* of the life, and what an iteration took before it */
} benchi_life;

/* Added to the number of a process, in readings of such a last measurement. */
#define BENCHI_LATE 0x80000000u

/* What was asked: a case, with one value of its range, on one number of threads.  Written by
 * benchi_rows_make (program/settings.c), or by program/row_line.c if a program published the
 * row. */
typedef struct benchi_row {
	char *name;               /* "copy", "copy/4096", "copy/4096/threads:2" */
	const char *benchmark;    /* the case's own name */
	const bench_case *item;   /* the case; NULL: it was run elsewhere */
	bool pool;                /* threads were asked for, be it one: all run at once */
	uint64_t parameter;       /* the one that leads */
	bool has_parameter;
	struct benchi_parameters *parameters; /* all of them; NULL: none */
	size_t threads;
	const char *overhead;     /* the case whose time is subtracted, or NULL */
	double parts;             /* of an iteration, of which results are; 1 without an overhead */
	double bytes, items;      /* of one iteration; 0: none */
	const char *unit;         /* what an item is called, or NULL */
} benchi_row;

/* What one process saw of a row.  Written by benchi_one_run (program/row.c) in the process that
 * measured, and by program/row_line.c where the process has sent it. */
typedef struct benchi_observed {
	bench_summary summary;
	double wall_ns;           /* of the whole machine: wall time / iterations of all threads */
	double cpu_ns;            /* processor time of one iteration; NaN if unknown */
	struct benchi_basis basis;    /* of its mean */
	uint32_t process;         /* as in its readings */
	benchi_life *life;        /* NULL: it did not run on */
	double waited_ns;         /* because another workload shared the core */
} benchi_observed;

/* Those of all processes that have a result: n. */
struct benchi_parts {
	benchi_observed *part;
	size_t n, capacity;
	size_t disturbed;         /* processes that had no whole window, */
	size_t without;           /* and all that had no result */
};

/* What the processes say together.  Written by benchi_parts_combine (program/combine.c). */
typedef struct benchi_answer {
	bench_summary summary;    /* an interval over processes if there are several */
	size_t processes;         /* that count */
	double within, between;   /* standard deviation, by quartiles, of ns within a process, and
	                             of the processes' medians; NaN with one process */
	double wall_ns, cpu_ns;   /* as of one process */
} benchi_answer;

/* A row of a run. */
typedef struct benchi_result {
	benchi_row row;
	benchi_observed seen;     /* by the latest process */
	struct benchi_parts each; /* by every one */
	benchi_answer answer;
	benchi_metric *metric;    /* what the body counted: benchi_metric_add */
	size_t metrics, metric_capacity;
	double relative, relative_low, relative_high; /* time over the baseline's, with its 95 %
	                             interval over processes; 0: none */
	char label[BENCHI_LABEL]; /* of bench_label; "": none */
	double count[BENCHI_COUNTS]; /* of one iteration */
	unsigned counted;         /* bit i: count[i] holds */
	char uncounted[96];       /* why counts are missing or not exact, or "" */
	benchi_function_count *function; /* of --count=functions: the most instructions first */
	size_t functions, function_capacity;
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
	char counted_with[200];   /* what was fixed while instructions were counted; "": nothing was */
	benchi_result *result;
	size_t n, capacity;
} benchi_report;

/* Adds a row, zero-filled; NULL: out of memory.  Valid until the next call. */
benchi_result *benchi_report_add(benchi_report *report);

/* Stores a count unless x is not finite. */
void benchi_count_set(benchi_result *result, benchi_count which, double x);

/* Adds to a function's instructions.  False: out of memory. */
bool benchi_function_add(benchi_result *result, const char *name, double instructions);

/* One reading more, copied.  BENCH_ERR_MEMORY. */
bench_status benchi_result_add(benchi_result *result, const benchi_reading *reading);

/* Frees what belongs to a row, not the row. */
void benchi_result_free(benchi_result *result);

/* Frees the rows with their names, reasons and readings; the report is then empty. */
void benchi_report_free(benchi_report *report);

/*
 * Repetitions: a row's values for tools that know nothing of windows within processes.
 */

/* Times of one iteration, wall_ns as of a result; iterations: the sum of those in it. */
typedef struct benchi_repetition {
	double ns, wall_ns, cycles, iterations;
	uint32_t process;
} benchi_repetition;


/*
 * Metrics of a row in addition to its times, and counters of its body.
 */

/* With a noisy neighbour: the share of the core's width that each process had. */
#define BENCHI_METRIC_CORE_WIDTH "core_width"
/* With rare work: each process's mean over its median. Comparisons are then of means. */
#define BENCHI_METRIC_MEAN "mean_per_median"
/* After a change of cost: the time in the first milliseconds, of each process that ran on. The
 * row is of what followed. */
#define BENCHI_METRIC_FIRST "first_ns"

/* Adds what one process found of a metric; the metric's value is then the median of all.
 * BENCH_ERR_MEMORY.  More than BENCHI_METRICS are left out. */
bench_status benchi_metric_add(benchi_result *result, const char *name, uint32_t process,
                               double value);

/* The row's metric of that name, or NULL. */
const benchi_metric *benchi_metric_find(const benchi_result *result, const char *name);

/* What that process found; NaN if nothing, or without the metric (NULL). */
double benchi_metric_of(const benchi_metric *metric, uint32_t process);

/* The names of all metrics of a report, in the order in which rows have them.  name: capacity for
 * BENCHI_METRIC_COLUMNS.  Returns how many; more are left out. */
enum { BENCHI_METRIC_COLUMNS = 64 };
size_t benchi_metric_names(const benchi_report *report, const char **name);

#endif
