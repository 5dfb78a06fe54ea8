/*
 * Command line, processes, threads, comparing with a saved run.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PROGRAM_H
#define BENCHI_PROGRAM_PROGRAM_H

#include "data/read.h"
#include "load/load.h"
#include "program/steps.h"
#include "write/write.h"

double benchi_now_ns(void);     /* time of the default clock; NaN without a clock */

/* Other programs: starting them, waiting for them, what they used. */

typedef struct benchi_command {
	char *const *argv;        /* ends in NULL; argv[0] is looked up in PATH */
	char *const *environment; /* ends in NULL; NULL: inherit this process's environment */
	int in, out, err;         /* descriptors for its 0, 1 and 2; -1: /dev/null */
	/* run in its own process group, so that all its children can be killed too */
	bool group;
} benchi_command;

/* How a process ended and what it used. */
typedef struct benchi_usage {
	bool exited;              /* it exited; false: a signal ended it */
	int code;                 /* exit status or signal number */
	double wall_ns;           /* from just before the start until the end */
	double user_ns, system_ns;
	double max_rss_bytes;
	double minor_faults, major_faults;
	double voluntary, involuntary; /* context switches */
} benchi_usage;

typedef struct benchi_process {
	long id;                  /* process ID; 0: not running */
	bool group;
	size_t slot;              /* slot in the guard, from 1; 0: none */
	double began_ns;
	benchi_usage usage;       /* valid after the end */
} benchi_process;

/*
 * Starts a command. A separate process group is killed together with this program.
 *
 * BENCH_ERR_INPUT: the command cannot be run (the detail says which and why).
 * BENCH_ERR_UNSUPPORTED: this system has no processes. BENCH_ERR_MEMORY.
 */
bench_status benchi_process_start(const benchi_command *command, benchi_process *process);

/* Waits up to timeout_ns (INFINITY: for ever) for the end. BENCH_OK: usage is filled in.
 * BENCH_ERR_BUSY: the process is still running. */
bench_status benchi_process_wait(benchi_process *process, double timeout_ns);

/* Starts a command with its standard output readable from *from. From now on interrupts are
 * passed on to it. */
bench_status benchi_process_listen(benchi_command *command, benchi_process *process, FILE **from);

/* Waits for the end. Interrupts are no longer passed on. */
bench_status benchi_process_finish(benchi_process *process);

typedef struct benchi_output {    /* output of a process, NUL-terminated */
	char *text;               /* freed by the caller */
	size_t size;
} benchi_output;

/* Reads what a started process writes to its end, passing interrupts on, and closes `from`. The
 * caller frees *output in any case. BENCH_ERR_INPUT: cannot be read. */
bench_status benchi_process_collect(benchi_process *process, FILE *from, benchi_output *output);

/* Runs a command to its end, passing interrupts on. *output receives its standard output, which
 * the caller frees in any case; NULL: standard output goes where the command says. Statuses as
 * for benchi_process_start. */
bench_status benchi_process_run(const benchi_command *command, benchi_output *output,
                                benchi_usage *usage);

/* Writes "ended with status 2" or "was ended by signal 9" to text and returns it. */
enum { BENCHI_USAGE_TEXT = 40 };
char *benchi_usage_text(const benchi_usage *usage, char *text);

/* Returns true if the process was stopped for using a terminal in the background (SIGTTIN,
 * SIGTTOU). */
bool benchi_process_wants_terminal(const benchi_process *process);

/* Where the system supports it, kills this process when its parent ends, for whatever reason. */
void benchi_process_end_with_parent(void);

/* Ends a process and its group: SIGTERM first, SIGKILL after grace_ns. Waits for the end. */
void benchi_process_end(benchi_process *process, double grace_ns);

/* Ends the guard when no group is running. The next start launches a new one. */
void benchi_process_guard_end(void);

/* Command lines. Each option is a row of a table, which serves parsing, help and messages. */

enum { BENCHI_SETTINGS_MOST = 80, BENCHI_WORDS = 32 };

typedef struct benchi_setting benchi_setting;

typedef struct benchi_command_line {
	const char *program;         /* "bench run", for messages */
	const benchi_setting *table; /* ends in BENCHI_SETTINGS_END */
	/* help text above and below the options, in whole lines; usage NULL: the caller prints the
	 * help */
	const char *usage, *more;
	void *to;                    /* the struct whose members the rows set */
	/* options end at the first "--". What has to follow, such as "a command"; "": optional;
	 * NULL: "--" is not special */
	const char *command;

	/* results: */
	char **operand;
	int operands;
	char **behind;               /* words after the first "--", ends in NULL */
	bool helped;                 /* --help was given */
	bool bare;                   /* no arguments at all */
	bool given[BENCHI_SETTINGS_MOST];
	benchi_options options;      /* state of the parser, for readers that consume further words */
} benchi_command_line;

/* Parses an option's argument. Returns 0, or an exit status after printing a message. */
typedef int benchi_setting_reader(benchi_command_line *line, const benchi_setting *row,
                                  const char *value);

/* An option, with everything that parsing, help and messages need. */
struct benchi_setting {
	int letter;            /* 'q'; 0: none */
	const char *word;      /* "quiet"; NULL: none */
	const char *argument;  /* name of the argument in the help; NULL: the option takes no
	                          argument */
	/* what the option does, starting with a verb; NULL: another name for the next row */
	const char *help;
	benchi_setting_reader *read; /* NULL: a heading of the help */
	size_t offset;         /* offset of the member to set, for the shared readers */
	double least, most;    /* range of counts and shares; most is also the value of a constant */
	const char *needs;     /* an option that must be given too, or NULL */
	const char *excludes;  /* options that must not be given too, separated by blanks, or NULL */
};

/* Rows with limits, rows without, headings, and the end. argument: only shown in the help, as an
 * example or as a name; the default is in the help's text. Rows above the first heading are the
 * five or so that most people need; a command without arguments prints only these. */
#define BENCHI_LIMITED(letter, word, argument, help, reader, offset, least, most) \
	{ letter, word, argument, help, reader, offset, least, most, NULL, NULL }
#define BENCHI_SETTING(letter, word, argument, help, reader, offset) \
	BENCHI_LIMITED(letter, word, argument, help, reader, offset, 0, 0)
#define BENCHI_FLAG(letter, word, help, offset) \
	BENCHI_SETTING(letter, word, NULL, help, benchi_setting_flag, offset)
#define BENCHI_HELP(text) BENCHI_SETTING(0, NULL, NULL, text, NULL, 0)
#define BENCHI_SETTINGS_END BENCHI_HELP(NULL)

/* Arguments of a repeatable option. */
typedef struct benchi_words {
	const char *word[BENCHI_WORDS];
	size_t n;
} benchi_words;

/* Readers and the type of the member they set:
 *
 * flag: bool. constant: int, the row's most. text: const char *, not empty. more: benchi_words.
 * count: size_t. seed: uint64_t. number: double > 0. ns, seconds: double, from a duration.
 * share: double, 0.01 for "1%". choice: int, index of the word in "a|b|c". latency:
 * benchi_ramp_plan. filter: benchi_words, name patterns. */
benchi_setting_reader benchi_setting_flag, benchi_setting_constant, benchi_setting_text,
	benchi_setting_more, benchi_setting_count, benchi_setting_seed, benchi_setting_number,
	benchi_setting_ns, benchi_setting_seconds, benchi_setting_share, benchi_setting_choice,
	benchi_setting_latency, benchi_setting_load, benchi_setting_filter;

/* Returns the member that a row sets. */
void *benchi_line_member(const benchi_command_line *line, const benchi_setting *row);

/* Reads a share; returns false if text is not one. "1%" and "1" are 0.01. Without %, a number below
 * 1 is the share itself: "0.02" is 2 %. */
bool benchi_share_read(const char *text, double *share);

/* Prints "PROGRAM: message" to standard error. Returns BENCHI_EXIT_MISUSE. */
BENCHI_PRINTF(2, 3)
int benchi_complain_by(const char *program, const char *format, ...);
#define benchi_line_complain(line, ...) benchi_complain_by((line)->program, __VA_ARGS__)
#define benchi_complain(settings, ...) benchi_complain_by((settings)->program, __VA_ARGS__)

/* Prints "--NAME: found 'VALUE', expected ...". Returns BENCHI_EXIT_MISUSE. */
int benchi_line_bad(const benchi_command_line *line, const benchi_setting *row, const char *value,
                    const char *expected);

/* Parses the command line. Returns true to go on; false: exit with *status, help or a message
 * has been printed. */
bool benchi_line_read(benchi_command_line *line, int argc, char **argv, int *status);

/* Returns true if the option was given. */
bool benchi_line_given(const benchi_command_line *line, const char *word);

/* Prints the full help to standard output. Returns 0. */
int benchi_line_help(const benchi_command_line *line);

/* Prints the usage and the most used options to standard error, for a command without arguments.
 * Returns BENCHI_EXIT_MISUSE. */
int benchi_line_brief(const benchi_command_line *line);

/* Options of a benchmark program. */

/* Defaults and limits, shared by programs, bench run and their texts. */
#define BENCHI_PROCESSES 20
#define BENCHI_COUNT_LIMIT 200000       /* single steps per row: 4 s at 20 us each, ... */
#define BENCHI_COUNT_RECORDED 20000000  /* ... or, if a recorder works, instructions: 1 s */
#define BENCHI_QUOTED_(number) #number
#define BENCHI_QUOTED(number) BENCHI_QUOTED_(number)

enum {
	BENCHI_PROCESSES_MOST = 10000,
	BENCHI_FAILURES_MOST = 3,       /* give up after this many failed processes */
	BENCHI_ANEW = 4,                /* every fourth process may calibrate again */
	BENCHI_COUNT_LIMIT_MOST = 1000000000
};

enum { BENCHI_THREAD_COUNTS = 64, BENCHI_LIMITS_MOST = BENCHI_WORDS };

/* Returns true if the pattern matches what; what is of the kind that the filter selects from. */
typedef bool benchi_filter_match(const char *pattern, const void *what);
benchi_filter_match benchi_filter_matches; /* what: a string */

/* Returns true if a pattern matches, or all patterns are exclusions, and no exclusion matches. */
bool benchi_filter_keeps(const benchi_words *filter, benchi_filter_match *does, const void *what);

#define BENCHI_FILTER_REGEX "re:"  /* prefix of a filter that is a regular expression */

/* Returns a filter that matches exactly this name, which the caller frees; NULL when out of
 * memory. */
char *benchi_filter_of_name(const char *name);

/* Figures shown next to the median. */
enum { BENCHI_SHOWN = 8 };

typedef struct benchi_show {
	struct benchi_show_item {
		char name[16];     /* name of the metric: "p99_ns" */
		bool mean;
		double quantile;   /* quantile of single calls, unless mean */
	} item[BENCHI_SHOWN];
	size_t n;
} benchi_show;

typedef struct benchi_settings {
	const char *program;  /* name of the program, for messages */
	benchi_words filter;  /* '!' excludes; empty: all cases */
	double time_ns;       /* time for all rows together, in ns; 0: the default time of each row */
	size_t rounds;        /* rounds per row; 0: as many as the time allows */
	size_t processes;     /* 1: only this one; 0: the default number, with rounds 1 */
	size_t thread[BENCHI_THREAD_COUNTS];
	size_t threads;       /* number of entries in thread; 0: one thread, which the name omits */
	uint64_t seed;
	bool has_seed;
	const char *output;   /* file for the results; NULL: none */
	benchi_format form;   /* format of the output file, or of standard output without one */
	const char *against;  /* a saved run, or NULL */
	double margin;        /* slower means slower by more than this share; 0: by any amount */
	int fail_on;          /* a benchi_fail_on: which answers fail the run */
	const char *baseline; /* compare the other cases with this one; NULL: none */
	benchi_words limit, expect;
	/* limit and expect, parsed */
	benchi_bound limits[BENCHI_LIMITS_MOST], expected[BENCHI_LIMITS_MOST];
	bool force;           /* compare even with a run under other conditions */
	bool count;           /* count instructions and allocations, ... */
	bool count_functions; /* ... by function, ... */
	bool count_stacks;    /* ... or by call stack, ... */
	bool count_by_steps;  /* ... by single steps only, which is slow, ... */
	bool count_native;    /* ... with the C library's routines for this processor, ... */
	size_t count_limit;   /* ... in at most this many steps per row; 0: the defaults above, ... */
	double count_ns;      /* ... and this time for all rows; 0: unlimited */
	benchi_show show;     /* figures next to the median */
	bool list, dry_run, progress, quiet, help;
	double loop_ns;       /* run each body for this time without measuring; 0: measure */
	size_t cpu;           /* pin to this processor, ... */
	bool has_cpu;         /* ... if requested */
	bool ramp;            /* --ramp: add workers one by one, by the plan below */
	benchi_ramp_plan ramp_plan;
} benchi_settings;

/* All options of bench_main. */
extern const benchi_setting benchi_setting_table[];

/* --count-limit, which implies --count; sets members of a benchi_settings. */
benchi_setting_reader benchi_setting_count_limit;

/* Parses the command line, and prints the help if that is asked for: settings->help is then set.
 * Returns 0, or BENCHI_EXIT_MISUSE after a message. */
int benchi_settings_read(int argc, char **argv, benchi_settings *settings);

/* Rows of a benchmark program: every case, with every value of its range, on every number of
 * threads. */

/* Adds all rows that the filter selects, in the order of the cases, without running anything.
 * report: zero-filled; the caller frees it in any case. Returns 0, or BENCHI_EXIT_MISUSE after
 * a message. */
int benchi_rows_make(const benchi_settings *settings, const bench_case *cases, size_t n,
                     benchi_report *report);

/* Adds the row of a case that ran elsewhere, and returns it; NULL when out of memory. */
benchi_result *benchi_rows_add_named(benchi_report *report, const char *name);

#define BENCHI_THREADS_MOST 1024

/* Returns for each row whether the filters select this row, or a row that names this row as its
 * overhead. The caller frees this; NULL: out of memory. */
bool *benchi_rows_wanted(const benchi_settings *settings, const benchi_report *report);

/* Runs a case's body untimed, in growing batches, for time_ns or until an interrupt; at least
 * once. Returns the number of iterations. */
double benchi_row_run_for(const bench_case *c, double time_ns);

/* Returns the default time of a row over all processes. */
double benchi_row_time_ns(const benchi_row *row);

/* Figures next to the median: --show, bench_statistic. */

/* Computes the intervals over processes, and puts the figures in the requested order.
 * BENCH_ERR_MEMORY. */
bench_status benchi_show_finish(const benchi_show *show, benchi_report *report);

/* Complains about each requested figure that rows lack, with the cause in the first of them. */
void benchi_show_missing(const benchi_settings *settings, const benchi_report *report);

/* Name patterns. */

/* Returns nonzero if the whole name matches. '*' matches any bytes including '/', '?' one byte,
 * "[a-c]" one of these, "[!a-c]" one of the others; '\' quotes the next byte; an unclosed '['
 * matches itself. */
int benchi_glob(const char *pattern, const char *name);

/* Environment of a child process: ours, with some variables replaced. */

/* Holds a calibration that a child adopts. */
#define BENCHI_CALIBRATION_VARIABLE "BENCH_CALIBRATION"

enum { BENCHI_PADDING = 4096 + 32 };

/* Copies this environment with n variables ("NAME=value") replaced or added, and
 * "BENCH_TASK=TASK ABOUT" unless task is NULL. BENCH_CALIBRATION is dropped. The caller frees
 * the array, which borrows the variables. NULL: out of memory. */
char **benchi_child_environment(const char *task, const char *about, char *const *variable,
                                size_t n);

/* Returns the program's own file: written to path if the system knows it, else first. */
char *benchi_process_self(char *first, char *path, size_t size);

/* For a child: returns a stream to the parent, and redirects standard output to standard error
 * from now on. NULL: not possible. */
FILE *benchi_process_reply(void);

/* A sequence of fresh processes of one program. */
typedef struct benchi_fresh {
	uint64_t random;      /* seed of the padding */
	size_t anew;          /* number of processes that may still calibrate again */
	char padding[BENCHI_PADDING];
	char calibration[BENCHI_CALIBRATION_TEXT + 64]; /* variable for the child; "": none */
} benchi_fresh;

/* Returns the environment of process k, from 0: the task (or NULL), padding, and this process's
 * calibration. Every BENCHI_ANEW-th process gets no calibration while f->anew lasts, because its
 * own calibration may find the core's width more accurately. The caller frees the array, which is
 * valid until the next call. NULL when out of memory. */
char **benchi_fresh_environment(benchi_fresh *fresh, size_t k, const char *task, const char *about);

/* Dividing a time among rows that come one by one. */
struct benchi_share {
	double time_ns;  /* planned for the row */
	double most_ns;  /* upper bound for a slow body */
};

/* Returns the share of the next row, given the time and number of rows that are left. */
struct benchi_share benchi_budget_share(double left_ns, size_t rows);

/* Time of all processes. */
struct benchi_processes_budget {
	double time_ns;      /* total; 0: unlimited */
	size_t processes;    /* planned number of processes */
	size_t least;        /* minimum number, ... */
	double least_ns;     /* ... if they take at most this time */
	int all;             /* nonzero: run all of them, however long they take */
	int narrow;          /* nonzero: `least` processes are enough if their results agree */
	double calibration_ns;   /* time of one calibration */
	double patience_ns;      /* extra time for waiting while another workload shares the core */
	double life_ns;          /* time of a process that runs all rows for longer; in addition to the
	                            default time */
};

/* Returns the time for the next process after `done` processes took gone_ns. 0: unlimited;
 * negative: start no more. */
double benchi_budget_process(const struct benchi_processes_budget *budget, double gone_ns,
                             size_t done);

/* One row: set up, verified, timed, torn down. */

typedef struct benchi_table_style {
	double *patience_ns;       /* time for waiting, as in struct benchi_round_sink */
	struct benchi_share share; /* time_ns 0: the library's default, unbounded */
	bench_options options;     /* clock, enough_ns, rounds and seed */
	uint32_t process;          /* number of this process */
	const benchi_show *show;   /* figures next to the median, or NULL */
	double life_ns;            /* keep running the row for this time after it was timed; 0: do not;
	                              ... */
	double life_most_ns;       /* ... with bursts up to this time, until their mean has settled */
} benchi_table_style;

typedef enum benchi_outcome {
	BENCHI_TIMED,    /* result->seen.summary is valid */
	BENCHI_SKIPPED,  /* setup called bench_skip */
	BENCHI_DISTURBED, /* no undisturbed window */
	BENCHI_WRONG     /* verification failed, or timing was impossible: see result->skipped */
} benchi_outcome;

/*
 * Runs the row that result describes: setup, verify, the body, teardown unless setup skipped.
 * Readings are added to it.
 *
 * With result->pool, setup, verify and teardown are called once, in the calling thread, as worker
 * 0, and the body in every thread, with bench_worker from 0. Work counts while all threads run:
 *
 * readings    a window of any thread each; round is the window's number in its thread
 * summary.ns  wall time of one iteration as the thread that makes it sees it: median of all
 *             windows, 95 % interval; of the marked regions where the body marks some
 * cpu_ns      processor time of one iteration; less than summary.ns if the thread waited; NaN with
 *             regions
 * wall_ns     counted time / iterations of all threads in it: 1e9 / wall_ns is the throughput of
 *             all together, in iterations per second
 * cycles      where each thread's reference chain took the same time before and after
 * dropped     windows during which not all threads had a processor. PREEMPTED: more than a tenth of
 *             them, or a time that contradicts wall_ns
 */
benchi_outcome benchi_one_run(const benchi_table_style *style, benchi_result *result);

/* Replaces what the latest process saw: the row failed with this status, for this reason. Returns
 * false when out of memory. */
bool benchi_row_fail(benchi_result *result, bench_status status, const char *why);

/* Keeps what the latest process saw as a part of the row, or counts the process as one without a
 * result. Returns false when out of memory. */
bool benchi_parts_add(benchi_result *result, benchi_outcome outcome);

/* What a row costs after the first milliseconds of a process. */

typedef bench_summary benchi_life_measure(void *to);

/*
 * Runs a measured row's case on for time_ns of processor time. If its windows differ from the
 * first ones, calls again, which repeats the measurement. Where work recurs in bursts, the case
 * runs until their mean has settled, for at most most_ns. early: the first measurement, whose
 * readings result has; readings of bursts are added.
 *
 * *life, which the caller frees, is NULL if time_ns has too few windows or the repetition failed.
 * BENCH_ERR_MEMORY.
 */
bench_status benchi_life_run(const bench_case *c, double time_ns, double most_ns,
                             benchi_life_measure *again, void *to, const bench_summary *early,
                             benchi_result *result, benchi_life **life);

enum { BENCHI_LIFE_UNKNOWN = 2 };

/* Compares the usual cost at the end of a life with the first milliseconds. Returns 1 if the cost
 * rose by more than 5 %, or by more than a neighbour on the core can cause; -1 if the cost fell by
 * as much; 0 if not, or if the first cost recurs; BENCHI_LIFE_UNKNOWN if one of the two is "at
 * most". *sure: set to whether the two intervals are apart. */
int benchi_life_change(const bench_summary *early, const benchi_life *life, bool *sure);

/* Counts the parts with a life (*lives) and returns how many of these found a change or rare work.
 * If these are at least half, more processes run the row, and the lives decide the result. */
size_t benchi_life_suspicions(const benchi_observed *part, size_t n, size_t *lives);

/* Returns true if the row needs one more life: it has none, or fewer than six of which at least
 * half are suspicious. A single suspicious life may be due to the machine. */
bool benchi_life_wanted(const benchi_observed *part, size_t n);

/* All rows, one after the other. */

typedef struct benchi_pass {
	const benchi_settings *settings;
	benchi_report *report;    /* rows to fill in */
	uint32_t process;         /* number of this process */
	bool shuffled;            /* rows in random order */
	uint64_t seed;
	double left_ns;           /* time for the pass; 0: each row its default */
	double patience_ns;       /* extra time for waiting while another workload shares the core */
	double life_ns;           /* extra time for running all rows for longer */
	char *life_rows;          /* rows to run for longer: "*" all, "0,7" these two; freed by the
	                             caller */
	/* called after each row, in the order they run; may be NULL */
	void (*done)(void *to, size_t row, benchi_outcome outcome, benchi_result *result);
	void *to;
} benchi_pass;

/* Runs all rows, or until an interrupt. Returns the number of rows run; SIZE_MAX: out of
 * memory. */
size_t benchi_pass_run(const benchi_pass *pass);

/* Returns how long a case may run, in ns, before it is ended for not returning, given a stated
 * time; 0: for ever. */
double benchi_overdue_ns(double time_ns);

/* Running the rows in fresh processes of this program. */

/* Returns 1 if benchi_processes_run started this process, and fills in the pass's process, seed,
 * times and life_rows. *out is then the stream for rows, and standard output is redirected to
 * standard error. 0: it did not. -1: the environment is malformed. */
int benchi_processes_child(benchi_pass *pass, FILE **out);

/*
 * Runs the pass in several processes, one after the other, within the budget. Calls pass->done for
 * each row of each process. argv: words of this process.
 *
 * Returns 0, or an exit status after a message: BENCHI_EXIT_MISUSE if none could be started,
 * BENCHI_EXIT_WRONG if one failed.
 */
int benchi_processes_run(const benchi_pass *pass, const struct benchi_processes_budget *budget,
                         char **argv);

/* A row in transit from the measuring process: one line of JSON (row_line.c). */

/* Writes a row's line and flushes. Returns 0, or -1 if writing failed. */
int benchi_row_write(FILE *out, size_t row, benchi_outcome outcome, const benchi_result *result);

/* Reads rows as they arrive. */
typedef struct benchi_row_reader {
	benchi_input in;
	benchi_json json;
	benchi_record record;    /* the latest line */
} benchi_row_reader;

/* Opens a reader on `from`, which the caller keeps; name must outlive the reader. Close the reader
 * even after BENCH_ERR_MEMORY. */
bench_status benchi_row_reader_open(benchi_row_reader *reader, FILE *from, const char *name);
void benchi_row_reader_close(benchi_row_reader *reader);

/* Reads the next line into reader->record. Returns 1; 0 at the end; -1 for a malformed line
 * (bench_detail has the place) or out of memory. */
int benchi_row_next(benchi_row_reader *reader);

/* Replaces a result's members by those of a record of this process, and adds readings, metrics and
 * functions. Returns false when out of memory, or if libbench did not write the record. */
bool benchi_row_take(const benchi_record *record, uint32_t process, benchi_result *to);

/* Reads a line written by benchi_row_write: adds its readings, metrics and functions to
 * report->result[*row] and sets the other members. Returns as benchi_row_next; -1 also for a
 * row that the report does not have. */
int benchi_row_read(benchi_row_reader *reader, benchi_report *report, size_t *row,
                    benchi_outcome *outcome);

/* Combining several processes' results of a row. */

/* Returns half the width of the interval over n processes, as a share of the median, in cycles if
 * all have cycles. Infinite if a neighbour shared the core of one, or if the mean differs from the
 * median. */
double benchi_parts_half_width(const benchi_observed *part, size_t n);

/*
 * Combines the processes of each row. Where a row names an overhead, that is subtracted first,
 * process by process, and the rest divided by the row's parts. A process without a result for the
 * overhead is dropped; a row left without processes is marked as skipped. BENCH_ERR_MEMORY.
 */
bench_status benchi_parts_combine(benchi_report *report);

/* Adds the results that one process appended to a file (measure/publish.c) and empties the
 * file. numbered: the place in the source is part of a row's name. BENCH_ERR_OUTPUT: the file
 * does not exist. BENCH_ERR_INPUT: a malformed line. BENCH_ERR_MEMORY. */
bench_status benchi_published_take(const char *path, uint32_t process, bool numbered,
                                   benchi_report *to);

/* Returns the report's rows of the names in such a file, in the order of its *n lines; NULL for a
 * name that the report lacks. The caller frees the array. A malformed line, or a lack of memory,
 * ends the list. */
benchi_result **benchi_published_rows(FILE *file, const benchi_report *report, size_t *n);

/*
 * Counts instructions and allocations of a row in a forked child. settings: limit of single steps,
 * by function or by stack. ns: time limit, INFINITY for none. The state of the heap influences the
 * answer. result->uncounted says why counts are missing or inexact.
 */
void benchi_count_steps(const benchi_settings *settings, double ns, benchi_result *result);

/*
 * Counts all rows of the report in a fresh process of this program, with fixed addresses, stack,
 * locale and standard input, and with the C library's baseline routines unless
 * settings->count_native. report->counted_with lists the conditions that were fixed, and those that
 * could not be. argv: the words of this process.
 */
void benchi_count_start(const benchi_settings *settings, char **argv, benchi_report *report);

/*
 * If this process was started to count: makes the rows of the cases, without the settings' filters,
 * so that the heap does not depend on these, counts the rows that the filters select, and writes
 * them to the parent. Time that a row leaves goes to the next ones. *status receives the exit
 * status. Returns false if this process was not started to count.
 */
bool benchi_count_serve(const benchi_settings *settings, const bench_case *cases, size_t n,
                        benchi_report *rows, int *status);

/* Counts events of kernel and processor, after the row was timed. */
void benchi_count_events(benchi_result *result);

/* Fills in a result's functions from a saved run's metrics of that row. Returns false when out of
 * memory. */
bool benchi_count_functions_of(const benchi_rows *rows, const char *name, benchi_result *to);

/* Writes the functions whose instruction counts differ to text (BENCHI_WHY_TEXT bytes) and
 * returns it: "parse_number +14 instructions, scan -3; 12 same". The C library's functions come
 * last: their callers explain them. "": one side has no counts. */
enum { BENCHI_WHY_TEXT = 500 };
char *benchi_count_why(const benchi_result *before, const benchi_result *after, char *text);

/* Limits on results: those stated, and what no machine can do. */

/* Names of the metrics of a result; ends in NULL. */
extern const char *const benchi_limit_metrics[];

/* Prints a line for each result that an expectation covers, and for an expectation that covers
 * none. */
void benchi_expectations_print(benchi_answers *out, const benchi_settings *settings,
                               const benchi_report *report);

/* A file that appears complete or not at all. */

typedef struct benchi_atomic_file {
	FILE *out;
	struct benchi_replacement replacement;
} benchi_atomic_file;

/* Returns true for "-" and /dev/stdout. */
bool benchi_is_standard_output(const char *path);

/* Opens a file for replacement: the old content stays until benchi_atomic_file_keep. A device,
 * a pipe or standard output is written directly. BENCH_ERR_OUTPUT, BENCH_ERR_MEMORY: nothing to
 * release. */
bench_status benchi_atomic_file_begin(const char *path, benchi_atomic_file *file);

/* Puts the file in its place. BENCH_ERR_OUTPUT: writing failed; the new file is removed. */
bench_status benchi_atomic_file_keep(benchi_atomic_file *file);

/* Removes a file that was begun and not kept. */
void benchi_atomic_file_drop(benchi_atomic_file *file);

/* Evaluating finished results: impossible values, growth, context. */

/* Marks impossible results. step_ns: step of the clock, or 0. Returns the number of impossible
 * results; SIZE_MAX: out of memory. */
size_t benchi_finish_judge(const benchi_settings *settings, double step_ns, benchi_report *report);

/* Fills in the context of the results. The caller frees it after success. BENCH_ERR_MEMORY. */
bench_status benchi_finish_context(const benchi_report *report, benchi_context *context);

/* Write the report to the file of the settings, if any, and to standard output: as a table if there
 * is a file, otherwise in the format of the settings. Return 0, or BENCHI_EXIT_MISUSE after a
 * message. */
int benchi_finish_save(const benchi_settings *settings, const benchi_report *report,
                       const benchi_context *context, benchi_atomic_file *file);
int benchi_finish_show(const benchi_settings *settings, const benchi_report *report,
                       const benchi_context *context);

/* How a case's time grows with its parameter. */

enum { BENCHI_GROWTH_ORDERS = 6, BENCHI_GROWTH_LEAST = 4 };

typedef struct benchi_growth {
	int order;            /* 0: O(1), log n, n, n log n, n^2, n^3; -1: none fits, or too few */
	int other;            /* another order that fits about as well, or -1 */
	double fixed, each;   /* time = fixed + each * f(n) */
	double off;           /* root mean square of the relative errors; NaN: too few values */
	double from;          /* smallest parameter used, if smaller ones do not fit; else NaN */
} benchi_growth;

/* Fits n pairs of parameter and time, ignoring pairs with a number that is not above 0. Returns the
 * order that fits best; order -1 if none does, or with fewer than BENCHI_GROWTH_LEAST pairs or a
 * factor below 8 between the smallest and the largest parameter. */
benchi_growth benchi_growth_fit(const double *parameter, const double *time, size_t n);

/* Returns the text of an order: "O(n log n)"; "" for -1. */
const char *benchi_growth_name(int order);

/* Prints how each case with a range grows, and names rows whose work the compiler seems to have
 * removed. Cases that fit no order have no line. BENCH_ERR_MEMORY. */
bench_status benchi_growth_print(FILE *out, const benchi_report *report);

/* Interrupts: a program ends after the case that is running. */

/* The first SIGINT, SIGTERM or SIGHUP is only recorded from now on. The second one ends the
 * program at once, or is counted. Ignored signals stay ignored. */
void benchi_interrupt_watch(bool counts);

/* Return the number of the first signal that came, or 0; how many signals came; and a pointer to
 * the first number. SIGTERM and SIGHUP are sent only once, so each counts twice. */
int benchi_interrupt_came(void);
int benchi_interrupt_requests(void);
const volatile sig_atomic_t *benchi_interrupt_flag(void);

/* After ns, ends the process named by benchi_interrupt_tells, or else the running case. 0:
 * never. Rounded up to a second. No effect if the program has its own handler of SIGALRM. */
void benchi_interrupt_bound(double ns);

/* Names a row that another process runs, if the row takes longer than 10 s; once per program. name
 * NULL: no row is awaited. No effect if the program has its own handler of SIGALRM. */
void benchi_interrupt_await(const char *name);

/* Returns true if that process was killed, by this bound or a second after a signal. */
bool benchi_interrupt_killed(void);

/* A closed pipe, or a file at its size limit, is a write error from now on instead of the end
 * of the program. */
void benchi_interrupt_no_pipes(void);

/* Restores the handlers. */
void benchi_interrupt_restore(void);

/* Opens those of descriptors 0 to 2 that are closed, so that no file of results gets such a
 * number. */
void benchi_standard_files(void);

/* Says what to do if a case calls exit or, with overdue set, has not returned in time: call left.
 * left NULL: the program is finished. */
void benchi_running_begin(const benchi_settings *settings,
                          void (*left)(const char *name, bool overdue));
/* Names the running case; NULL: none. A process that a case has forked ends here. */
void benchi_running_case(const char *name);

/* Sets the leader of the process group that receives the first signal and is killed by the second;
 * 0: none. */
void benchi_interrupt_tells(long process);

/* Comparing rows with a baseline row, paired within each process. */

/* Returns nonzero if the parameters are equal except for the leading one. */
int benchi_parameters_alike(const struct benchi_parameters *a, const struct benchi_parameters *b);

/* Returns the baseline's row for a result: the row of that name, or the row of that case with the
 * same parameter and threads; NULL if there is none. */
const benchi_result *benchi_relative_baseline(const benchi_report *report, const char *name,
                                              const benchi_result *result);

typedef struct benchi_relative benchi_relative;

/* Compares each result with its baseline row and fills in `relative`. margin: stated share, or 0.
 * The report's results must stay in place until the caller frees *found, in any case.
 * BENCH_ERR_MEMORY. */
bench_status benchi_relative_find(benchi_report *report, const char *name, double margin,
                                  benchi_relative **found);

/* Prints a line for each comparison and counts the answers. saved: the run that rows were compared
 * with, for the functions that explain a change; NULL for rows of one run. */
void benchi_relative_print(benchi_answers *out, const benchi_relative *found,
                           const benchi_rows *saved, benchi_outcomes *outcomes);

void benchi_relative_free(benchi_relative *found);

/* Comparing this run with a saved one. */

/* Compares each result that the saved run has too, prints a line for each and counts the answers.
 * margin: stated share, or 0. BENCH_ERR_MEMORY. */
bench_status benchi_saved_run_compare(benchi_answers *out, const benchi_report *report,
                                      const benchi_rows *saved, const char *path, double margin,
                                      benchi_outcomes *outcomes);

#endif
