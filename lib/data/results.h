/*
 * Results of a benchmark program: what to measure (row), what each process found (observed), and
 * the result of all processes (answer). bench_main collects these, and every format is written from
 * them.
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

/* Returns the name of count i as a metric, such as "instructions"; NULL if i is too large. */
const char *benchi_count_name(size_t i);

/* Returns the count with this name; BENCHI_COUNTS if not found. */
size_t benchi_count_find(const char *metric);

/* Returns true if this names a count that is the same in every run. */
bool benchi_count_exact(const char *metric);

/* A number that the body counted in one process. */
typedef struct benchi_metric_part {
	double value;
	uint32_t process;
} benchi_metric_part;

#define BENCHI_METRICS 20  /* eight counters, and what --show and bench_statistic add */
#define BENCHI_METRIC_NAME 48

typedef struct benchi_metric {
	char name[BENCHI_METRIC_NAME];
	double value;             /* the median over processes, */
	double half;              /* half width of its interval; 0: no interval is shown */
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
enum { BENCHI_COUNT_TEXT = 160 };     /* capacity for the name of a count or of a function's
                                         count */

/* What a process found that ran a row for longer (a life). */
typedef struct benchi_life {
	bench_summary late;       /* measured again at the end; its mean covers the whole life, on the
	                             first measurement's clock */
	struct benchi_basis basis;    /* of that mean */
	double beyond_ns;         /* mean minus median of the windows in the mean */
	double bursts;            /* share of the time in windows of several times the usual */
	double again;             /* share of windows that cost as much as at first, after the first
	                             windows that cost as much as at the end; NaN: both costs are
	                             alike */
	double elapsed_ns;        /* elapsed time of the life */
} benchi_life;

/* Added to the process number in readings of a measurement at the end of a life. */
#define BENCHI_LATE 0x80000000u

/* What to measure: a case, with one value of its range, on one number of threads. Written only by
 * program/settings.c. */
typedef struct benchi_row {
	char *name;               /* "copy", "copy/4096", "copy/4096/threads:2" */
	const char *benchmark;    /* the case's own name */
	const bench_case *item;   /* the case; NULL: it was run elsewhere */
	bool pool;                /* threads were requested, even just 1: a worker pool runs the case */
	uint64_t parameter;       /* the leading parameter */
	bool has_parameter;
	struct benchi_parameters *parameters; /* all of them; NULL: none */
	size_t threads;
	const char *overhead;     /* the case whose time is subtracted, or NULL */
	double parts;             /* equal parts of an iteration; results are per part. 1 without an
	                             overhead */
	double bytes, items;      /* of one iteration; 0: none */
	const char *unit;         /* name of an item, or NULL */
} benchi_row;

/* What one process found of a row. Made by program/row.c in the measuring process, and by
 * program/row_line.c from the line that a process sent. */
typedef struct benchi_observed {
	bench_summary summary;
	double wall_ns;           /* wall time divided by the iterations of all threads */
	double cpu_ns;            /* processor time of one iteration; NaN if unknown */
	struct benchi_basis basis;    /* of its mean */
	uint32_t process;         /* as in its readings */
	benchi_life *life;        /* NULL: the row was not run for longer */
	double waited_ns;         /* time waited because another workload shared the core */
} benchi_observed;

/* What the n processes with a result found. */
struct benchi_parts {
	benchi_observed *part;
	size_t n, capacity;
	size_t disturbed;         /* processes without a complete window, */
	size_t without;           /* and all processes without a result */
};

/* The result of all processes. Made by program/combine.c. */
typedef struct benchi_answer {
	bench_summary summary;    /* with several processes, the interval is over processes */
	size_t processes;         /* number that count */
	double within, between;   /* robust standard deviation of ns within a process, and of the
	                             medians of processes; NaN with one process */
	double wall_ns, cpu_ns;   /* wall and processor time of one process */
} benchi_answer;

/* A row of a run. */
typedef struct benchi_result {
	benchi_row row;
	benchi_observed seen;     /* what the latest process saw */
	struct benchi_parts each; /* what each process saw */
	benchi_answer answer;
	benchi_metric *metric;    /* what the body counted; see benchi_metric_add */
	size_t metrics, metric_capacity;
	double relative, relative_low, relative_high; /* time divided by the baseline's, with its 95 %
	                             interval over processes; 0: no baseline */
	char label[BENCHI_LABEL]; /* of bench_label; "": none */
	double count[BENCHI_COUNTS]; /* of one iteration */
	unsigned counted;         /* bit i: count[i] holds */
	char uncounted[96];       /* why counts are missing or not exact, or "" */
	benchi_function_count *function; /* functions of --count=functions, those with the most
	                                    instructions first */
	size_t functions, function_capacity;
	char *skipped;            /* why there is no result, or NULL */
	char *impossible;         /* the limit that the result violates, in words, or NULL */
	benchi_reading *reading;  /* n readings, in order of measurement */
	size_t n, capacity;
} benchi_result;

typedef struct benchi_report {
	const char *program;      /* name of the program */
	uint64_t seed;
	double began;             /* seconds since 1970, or NaN */
	bool interrupted;         /* the results are incomplete */
	char counted_with[200];   /* the conditions that were fixed while instructions were counted; "":
	                             none */
	benchi_result *result;
	size_t n, capacity;
} benchi_report;

/* Adds a row, zero-filled, and returns it; NULL when out of memory.  Valid until the next call. */
benchi_result *benchi_report_add(benchi_report *report);

/* Stores a count unless x is not finite. */
void benchi_count_set(benchi_result *result, benchi_count which, double x);

/* Adds to a function's instructions.  Returns false when out of memory. */
bool benchi_function_add(benchi_result *result, const char *name, double instructions);

/* Appends a copy of the reading. BENCH_ERR_MEMORY. */
bench_status benchi_result_add(benchi_result *result, const benchi_reading *reading);

/* Stores why there is no result. why NULL: there is one. Returns false when out of memory. */
bool benchi_result_skip(benchi_result *result, const char *why);

/* Frees what belongs to a row, not the row. */
void benchi_result_free(benchi_result *result);

/* Frees the rows with their names, reasons and readings; the report is then empty. */
void benchi_report_free(benchi_report *report);

/*
 * Repetitions: one value per process, for tools that do not distinguish windows within a process.
 */

/* Times per iteration of one repetition (wall_ns as in a result), and the sum of its iterations. */
typedef struct benchi_repetition {
	double ns, wall_ns, cycles, iterations;
	uint32_t process;
} benchi_repetition;


/*
 * Metrics of a row in addition to its times, and counters of its body.
 */

/* With a noisy neighbour: the share of the core's width that each process had. */
#define BENCHI_METRIC_CORE_WIDTH "core_width"
/* With rare work: mean divided by median of each process. Comparisons then use means. */
#define BENCHI_METRIC_MEAN "mean_per_median"
/* If the cost changed: the time in the first milliseconds of each life. The row has the cost
 * afterwards. */
#define BENCHI_METRIC_FIRST "first_ns"

/* Adds one process's number to a metric; the metric's value becomes the median of all. Metrics
 * beyond BENCHI_METRICS are left out. BENCH_ERR_MEMORY. */
bench_status benchi_metric_add(benchi_result *result, const char *name, uint32_t process,
                               double value);

/* Returns the row's metric with this name, or NULL. */
const benchi_metric *benchi_metric_find(const benchi_result *result, const char *name);

/* Returns the number of that process; NaN if it has none, or if metric is NULL. */
double benchi_metric_of(const benchi_metric *metric, uint32_t process);

/* Stores the names of all metrics of a report in name, which holds BENCHI_METRIC_COLUMNS, in the
 * order in which rows have them. Returns their number; further names are left out. */
enum { BENCHI_METRIC_COLUMNS = 64 };
size_t benchi_metric_names(const benchi_report *report, const char **name);

#endif
