/*
 * Command line, processes, threads, comparing with a saved run.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PROGRAM_H
#define BENCHI_PROGRAM_PROGRAM_H

#include "data/read.h"
#include "load/load.h"
#include "write/write.h"

#if defined HAVE_POSIX_SPAWNP && defined HAVE_WAIT4
#define BENCHI_HAVE_PROCESSES    /* without them only benchi_process_guard_end is there */
#endif

/* The default clock, in nanoseconds; NaN: there is none. */
double benchi_now_ns(void);

/* Ends other programs when this one is killed. */

#define BENCHI_GUARD_SLOTS 1100  /* of groups that may run at once */

/* Zero-filled: there is none. */
typedef struct benchi_guard {
	long volatile *group;  /* process groups that run now, 0: none; NULL: there is no guard */
	long id;               /* the process that waits, */
	int end;               /* for the end of this descriptor */
} benchi_guard;

/* Starts it; notes which process group runs in a slot from 0, or none (0); ends it. */
void benchi_guard_start(benchi_guard *guard);
void benchi_guard_note(benchi_guard *guard, size_t slot, long group);
void benchi_guard_end(benchi_guard *guard);

/* Starts another program, and knows how it ended and what it took. */

/* What is to be run, and how. */
typedef struct benchi_command {
	char *const *argv;        /* ends in NULL; argv[0] is looked up in PATH */
	char *const *environment; /* ends in NULL; NULL: this process's own */
	int in, out, err;         /* descriptors it gets as 0, 1, 2; -1: /dev/null */
	bool group;               /* in a process group of its own, so that all of it can be ended */
} benchi_command;

/* How it went. */
typedef struct benchi_usage {
	bool exited;              /* by itself, with: */
	int code;                 /* its exit status, or the signal that ended it */
	double wall_ns;           /* from just before it was started until it had ended */
	double user_ns, system_ns;
	double max_rss_bytes;
	double minor_faults, major_faults;
	double voluntary, involuntary; /* switches of context */
} benchi_usage;

typedef struct benchi_process {
	long id;                  /* 0: none runs */
	bool group;
	size_t slot;              /* of the guard, from 1; 0: none */
	double began_ns;
	benchi_usage usage;       /* once it has ended */
} benchi_process;

/*
 * Starts it; a group of its own is ended when this program is killed.
 * BENCH_ERR_INPUT: it cannot be run (not found, not executable; the detail
 * says which and why); BENCH_ERR_UNSUPPORTED: no processes here; BENCH_ERR_MEMORY.
 */
bench_status benchi_process_start(const benchi_command *command, benchi_process *process);

/* Waits until it has ended, for timeout_ns at most (infinite: for ever).  BENCH_OK: usage
 * is filled; BENCH_ERR_BUSY: it still runs. */
bench_status benchi_process_wait(benchi_process *process, double timeout_ns);

/* Starts it so that its standard output is *from; an interrupt is passed on to it from now on. */
bench_status benchi_process_listen(benchi_command *command, benchi_process *process, FILE **from);

/* Waits until it has ended; an interrupt is no longer passed on. */
bench_status benchi_process_finish(benchi_process *process);

/* What a process wrote on its standard output, a NUL behind it; text: to be freed. */
typedef struct benchi_output {
	char *text;
	size_t size;
} benchi_output;

/* Runs it to its end; an interrupt is passed on to it.  *output: what it wrote, to be freed in any
 * case; NULL: that goes where the command has it.  Statuses: those of benchi_process_start. */
bench_status benchi_process_run(const benchi_command *command, benchi_output *output,
                                benchi_usage *usage);

/* "ended with status 2", "was ended by signal 9".  Returns text. */
enum { BENCHI_USAGE_TEXT = 40 };
char *benchi_usage_text(const benchi_usage *usage, char *text);

/* Has it been stopped, because it wanted a terminal that is not its (SIGTTIN, SIGTTOU)? */
bool benchi_process_wants_terminal(const benchi_process *process);

/* This process is killed when its parent ends, whatever ends that: where the system can. */
void benchi_process_end_with_parent(void);

/* Ends it, and its group if it has one: first politely, after grace_ns by force; waits. */
void benchi_process_end(benchi_process *process, double grace_ns);

/* Ends the guard of those groups, once none runs; the next start begins another. */
void benchi_process_guard_end(void);

/* Command lines: an option is a row of a table, from which reading, help and messages come. */

enum { BENCHI_SETTINGS_MOST = 80, BENCHI_WORDS = 32 };

typedef struct benchi_setting benchi_setting;

typedef struct benchi_command_line {
	const char *program;         /* "bench run", for messages */
	const benchi_setting *table; /* ends in BENCHI_SETTINGS_END */
	const char *usage, *more;    /* whole lines above the options in help, and below; usage NULL:
	                              * the caller prints help */
	void *to;                    /* the struct that has the rows' members */
	const char *command;         /* options end at the first "--": what must be behind it, as
	                              * "a command"; "": what may be; NULL: no such end */

	/* what was read: */
	char **operand;
	int operands;
	char **behind;               /* the words behind that "--", ended by NULL */
	bool helped;                 /* --help was there */
	bool bare;                   /* there were no arguments at all */
	bool given[BENCHI_SETTINGS_MOST];
	benchi_options options;      /* for readers that take more words */
} benchi_command_line;

/* Takes an option's argument.  0, or an exit status after a message. */
typedef int benchi_setting_reader(benchi_command_line *line, const benchi_setting *row,
                                  const char *value);

/* An option: everything that reading, help and messages need to know of it. */
struct benchi_setting {
	int letter;            /* 'q'; 0: none */
	const char *word;      /* "quiet"; NULL: none */
	const char *argument;  /* its argument's name in the help; NULL: none */
	const char *help;      /* what it does, beginning with a verb; NULL: the row is another name of
	                        * the option in the next row */
	benchi_setting_reader *read; /* NULL: the row is a heading of the help */
	size_t offset;         /* of the member that it sets, for the common readers */
	double least, most;    /* of counts and shares; most: the value of a constant */
	const char *needs;     /* the option that it belongs to, or NULL */
	const char *excludes;  /* options that it does not go with, blanks between, or NULL */
};

/* Rows of a table: with limits; without; a heading; the end.  The rows above the first heading are
 * the five or so that most people need: a command without arguments prints only these. */
#define BENCHI_LIMITED(letter, word, argument, help, reader, offset, least, most) \
	{ letter, word, argument, help, reader, offset, least, most, NULL, NULL }
#define BENCHI_SETTING(letter, word, argument, help, reader, offset) \
	BENCHI_LIMITED(letter, word, argument, help, reader, offset, 0, 0)
#define BENCHI_FLAG(letter, word, help, offset) \
	BENCHI_SETTING(letter, word, NULL, help, benchi_setting_flag, offset)
#define BENCHI_HELP(text) BENCHI_SETTING(0, NULL, NULL, text, NULL, 0)
#define BENCHI_SETTINGS_END BENCHI_HELP(NULL)

/* Arguments of an option that may be repeated. */
typedef struct benchi_words {
	const char *word[BENCHI_WORDS];
	size_t n;
} benchi_words;

/* flag: bool.  constant: int, the row's most.  text: const char *, not empty.  more: benchi_words.
 * count: size_t.  seed: uint64_t.  number: double above 0.  ns, seconds: double, of a duration.
 * share: double, 0.01 of "1%".  choice: int, which word of the argument "a|b|c", from 0.
 * latency: of a benchi_ramp_plan.  filter: benchi_words, patterns of names. */
benchi_setting_reader benchi_setting_flag, benchi_setting_constant, benchi_setting_text,
	benchi_setting_more, benchi_setting_count, benchi_setting_seed, benchi_setting_number,
	benchi_setting_ns, benchi_setting_seconds, benchi_setting_share, benchi_setting_choice,
	benchi_setting_latency, benchi_setting_load, benchi_setting_filter;

/* The member that the row sets. */
void *benchi_line_member(const benchi_command_line *line, const benchi_setting *row);

/* "1%" and "1" are 0.01; without %, a number below 1 is the share itself: "0.02" is 2 %. */
bool benchi_share_read(const char *text, double *share);

/* Prints a message behind the program's name.  BENCHI_EXIT_MISUSE. */
BENCHI_PRINTF(2, 3)
int benchi_complain_by(const char *program, const char *format, ...);
#define benchi_line_complain(line, ...) benchi_complain_by((line)->program, __VA_ARGS__)
#define benchi_complain(settings, ...) benchi_complain_by((settings)->program, __VA_ARGS__)

/* The same: "--NAME: found 'VALUE', expected ...". */
int benchi_line_bad(const benchi_command_line *line, const benchi_setting *row, const char *value,
                    const char *expected);

/* Reads the command line.  true: go on; false: *status is the exit status, after help or a
 * message. */
bool benchi_line_read(benchi_command_line *line, int argc, char **argv, int *status);

/* Was that option there? */
bool benchi_line_given(const benchi_command_line *line, const char *word);

/* Prints the whole help to standard output.  Returns 0. */
int benchi_line_help(const benchi_command_line *line);

/* Prints usage and the most used options to standard error, for a command without arguments.
 * Returns BENCHI_EXIT_MISUSE. */
int benchi_line_brief(const benchi_command_line *line);

/* What a benchmark program's command line asks for. */

/* Defaults and limits, the same for a program, bench run and their texts. */
#define BENCHI_PROCESSES 20
#define BENCHI_COUNT_LIMIT 200000       /* single steps a row: 4 s at 20 us each */
#define BENCHI_QUOTED_(number) #number
#define BENCHI_QUOTED(number) BENCHI_QUOTED_(number)

enum {
	BENCHI_PROCESSES_MOST = 10000,
	BENCHI_FAILURES_MOST = 3,       /* processes that fail before no more are started */
	BENCHI_ANEW = 4,                /* one process in so many calibrates again, at most */
	BENCHI_COUNT_LIMIT_MOST = 1000000000
};

enum { BENCHI_THREAD_COUNTS = 64, BENCHI_LIMITS_MOST = BENCHI_WORDS };

/* Are the things of this kind that filters choose from matched by a pattern?  what: names. */
typedef bool benchi_filter_match(const char *pattern, const void *what);
benchi_filter_match benchi_filter_matches; /* what: a text */

/* Is it kept: does a pattern match, or do all patterns exclude, and does none exclude it? */
bool benchi_filter_keeps(const benchi_words *filter, benchi_filter_match *does, const void *what);

#define BENCHI_FILTER_REGEX "re:"  /* begins a filter that is a regular expression */

/* The filter that matches this name only, to be freed; NULL: out of memory. */
char *benchi_filter_of_name(const char *name);

/* Exit statuses of a benchmark program. */
enum benchi_exit { BENCHI_EXIT_FINE = 0, BENCHI_EXIT_WRONG = 1, BENCHI_EXIT_MISUSE = 2 };

/* Figures beside the median. */
enum { BENCHI_SHOWN = 8 };

typedef struct benchi_show {
	struct benchi_show_item {
		char name[16];     /* of the metric: "p99_ns" */
		bool mean;
		double quantile;   /* else this one of single calls */
	} of[BENCHI_SHOWN];
	size_t n;
} benchi_show;

typedef struct benchi_settings {
	const char *program;  /* its name, for messages */
	benchi_words filter;  /* patterns; '!' before one excludes; none: all cases */
	double time_ns;       /* of everything; 0: each row its own default */
	size_t rounds;        /* 0: as many as the time allows */
	size_t processes;     /* 0: this one */
	size_t thread[BENCHI_THREAD_COUNTS];
	size_t threads;       /* how many of those; 0: one thread, not named */
	uint64_t seed;
	bool has_seed;
	const char *output;   /* NULL: none */
	benchi_format form;   /* of the output file, or of standard output if there is none */
	const char *against;  /* a saved run, or NULL */
	double margin;        /* stated: slower is certainly more than this share; 0: at all */
	int fail_on;          /* a benchi_fail_on of these comparisons */
	const char *baseline; /* the case that others are compared with, or NULL */
	benchi_words limit, expect;
	benchi_bound limits[BENCHI_LIMITS_MOST], expected[BENCHI_LIMITS_MOST]; /* what those mean */
	bool force;           /* compare with a run of other conditions */
	bool count;           /* what an iteration executes, */
	bool count_functions; /* by function, */
	bool count_stacks;    /* or by stack of calls, */
	bool count_native;    /* with the C library's routines for this processor, */
	size_t count_limit;   /* in this many single steps per row, */
	double count_ns;      /* of all rows in this time, unless it is 0 */
	benchi_show show;     /* figures beside the median */
	bool list, dry_run, progress, quiet, help;
	double loop_ns;       /* run each body alone, unmeasured, for this time; 0: do not */
	size_t cpu;           /* keep to this processor, ... */
	bool has_cpu;         /* ... if requested */
	bool ramp;            /* plan of a ramp, which adds workers one by one: */
	benchi_ramp_plan ramp_plan;
} benchi_settings;

/* All options of bench_main. */
extern const benchi_setting benchi_setting_table[];

/* --count-limit of a benchi_settings, which includes --count. */
benchi_setting_reader benchi_setting_count_limit;

/* Reads the command line: 0, or BENCHI_EXIT_MISUSE after a message; and prints its help: 0. */
int benchi_settings_read(int argc, char **argv, benchi_settings *settings);
int benchi_settings_help(const benchi_settings *settings);

/* The rows of a benchmark program: each case with each value of its range on each number of
 * threads. */

/* Adds all that the filter lets through, in the cases' order, described but not run.  report:
 * zero-filled; to be freed whatever is returned.  0, or BENCHI_EXIT_MISUSE after a message. */
int benchi_rows_make(const benchi_settings *settings, const bench_case *cases, size_t n,
                     benchi_report *report);

#define BENCHI_THREADS_MOST 1024

/* Reads "1,2,4" or "1..8": numbers of threads.  thread: capacity for BENCHI_THREAD_COUNTS.  NULL,
 * or what was expected. */
const char *benchi_threads_read(const char *value, size_t *thread, size_t *n);

/* Do the filters let it through? */
bool benchi_row_wanted(const benchi_settings *settings, const benchi_row *row);

/* Runs a case's body untimed, once and then in batches that grow, for that time or until an
 * interrupt.  How many iterations that were. */
double benchi_row_run_for(const bench_case *c, double time_ns);

/* The time of a row in all processes together, where none is stated. */
double benchi_row_time_ns(const benchi_row *row);

/* Figures beside the median: --show, bench_statistic. */

/* Reads "mean,min,p99.9,max"; false: it is no such list. */
bool benchi_show_read(const char *list, benchi_show *show);

/* What one process has of a row, after it was timed; row_ns: the time that it had, 0: the usual.
 * BENCH_ERR_MEMORY. */
bench_status benchi_show_add(const benchi_show *show, const bench_case *c, double row_ns,
                             uint32_t process, benchi_result *result);

/* The intervals over processes.  BENCH_ERR_MEMORY. */
bench_status benchi_show_finish(const benchi_show *show, benchi_report *report);

/* Names by a pattern. */

/* Does all of name match?  '*' is any run of bytes ('/' too), '?' any one byte, "[a-c]" one
 * of these, "[!a-c]" one of the others, '\' takes the next byte for itself; a '[' that is
 * never closed stands for itself. */
int benchi_glob(const char *pattern, const char *name);

/* The environment of a child process: this one's, with variables replaced. */

/* A child adopts the calibration that this variable holds. */
#define BENCHI_CALIBRATION_VARIABLE "BENCH_CALIBRATION"

enum { BENCHI_PADDING = 4096 + 32 };

/* This environment with n variables ("NAME=value") in place of those of the same names, with
 * "BENCH_TASK=TASK ABOUT" unless task is NULL, and without BENCH_CALIBRATION.  The caller frees the
 * result, but not the variables.  NULL: out of memory. */
char **benchi_child_environment(const char *task, const char *about, char *const *variable,
                                size_t n);

/* This program's file: as the system knows it, in path, or as it was called. */
char *benchi_process_self(char *first, char *path, size_t size);

/* What leads to the process that started this one; standard output leads to standard error from now
 * on.  NULL: there is no way. */
FILE *benchi_process_reply(void);

/* A variable of random length: the stack begins below the environment.  text: capacity for
 * BENCHI_PADDING bytes.  Returns text. */
char *benchi_child_padding(uint64_t *random, char *text);

/* Fresh processes of a program, one after the other. */
typedef struct benchi_fresh {
	uint64_t random;      /* of the padding */
	size_t anew;          /* processes that may still calibrate again */
	char padding[BENCHI_PADDING];
	char calibration[BENCHI_CALIBRATION_TEXT + 64]; /* a variable; "": there is none */
} benchi_fresh;

/* The environment of the k-th process from 0: with a task (or NULL), padding and, but for each
 * BENCHI_ANEW-th while some may calibrate again, this process's calibration, whose width may be
 * surer than before.  The caller frees the result, which is valid until the next call.  NULL: out
 * of memory. */
char **benchi_fresh_environment(benchi_fresh *fresh, size_t k, const char *task, const char *about);

/* A total of time, shared out among rows that come one by one. */

struct benchi_share {
	double time_ns;  /* that the row should take */
	double most_ns;  /* that it may take where its body is slow */
};

/* The share of the next row, given the remaining time and rows. */
struct benchi_share benchi_budget_share(double left_ns, size_t rows);

/* What a row on threads is given of its share, when the one before took so much beside what it
 * was given. */
double benchi_budget_less(double time_ns, double beside_ns);

/* The time of several processes together. */
struct benchi_processes_budget {
	double time_ns;      /* of all; 0: no bound */
	size_t processes;    /* how many there should be, */
	size_t least;        /* and how many there are at least, if they take a second at most */
	int all;             /* not 0: all of them, however long they take */
	double calibration_ns;   /* what a calibration takes */
	double patience_ns;      /* beside the time, while another workload shares the core */
	double life_ns;          /* what one process has for running all rows on: part of a stated time,
	                            on top of the default */
};

/* How many processes a stated time is for, when usual processes take usual_ns: what is longer
 * goes into more of them, since it is they that differ. */
size_t benchi_budget_processes(double time_ns, double usual_ns, size_t usual);

/* The time of the next process when done of them have taken gone_ns together: 0: no bound;
 * below 0: no more are to be started. */
double benchi_budget_process(const struct benchi_processes_budget *budget, double gone_ns,
                             size_t done);

/* One row: set up, checked, timed, torn down. */

typedef struct benchi_table_style {
	double *patience_ns;       /* as in struct benchi_round_sink */
	struct benchi_share share; /* .time_ns 0: the library's default, unbounded */
	bench_options options;     /* clock, enough_ns, rounds and seed */
	uint32_t process;          /* which this is */
	const benchi_show *show;   /* figures beside the median, or NULL */
	double life_ns;            /* how long the row runs on afterwards; 0: not at all; */
	double life_most_ns;       /* with bursts up to this, until their mean is settled */
} benchi_table_style;

typedef enum benchi_outcome {
	BENCHI_TIMED,    /* result->summary holds */
	BENCHI_SKIPPED,  /* it called bench_skip */
	BENCHI_DISTURBED, /* no window was left whole */
	BENCHI_WRONG     /* it failed its check, or could not be timed: result->skipped is the reason */
} benchi_outcome;

/*
 * Runs the row that result describes: setup, verify, the body, teardown unless setup skipped.
 * Readings are added to it.
 *
 * With result->pool the first two and the last are called once, in the calling thread, as worker 0,
 * and the body in every thread, with bench_worker from 0; only what they do while all run counts:
 *
 *	readings     a window of any thread each; round is the window's number in its thread
 *	summary.ns   wall time of one iteration as the thread that makes it sees it: median of
 *	             the windows, 95 % interval; of the marked regions where the body marks some
 *	cpu_ns       processor time of one iteration; less than summary.ns: the thread waited;
 *	             NaN with regions
 *	wall_ns      counted time / iterations of all threads in it: 1e9 / wall_ns is the
 *	             throughput of all together, iterations a second
 *	cycles       where each thread's reference chain took the same time before and after
 *	dropped      windows during which not all threads had a processor.  PREEMPTED: more than a
 *	             tenth of them, or a time that contradicts wall_ns
 */
benchi_outcome benchi_one_run(const benchi_table_style *style, benchi_result *result);

/* What a row costs later than in the first milliseconds of a process. */

typedef bench_summary benchi_life_measure(void *to);

/*
 * Runs the case of a row that was measured on for time_ns of the processor's time, and calls again,
 * which measures it once more, if its windows are not as at first: result->life then has both.
 * Where work recurs in bursts, the case runs until their mean is settled, for most_ns at most.
 * result->life stays NULL where time_ns holds few windows, or nothing could be measured again.
 * BENCH_ERR_MEMORY.
 */
bench_status benchi_life_run(const bench_case *c, double time_ns, double most_ns,
                             benchi_life_measure *again, void *to, benchi_result *result);

/* Has the usual cost changed, by 5 %, or by more than another workload on the core can do?
 * 1: it is higher; -1: lower; 0: no.  *sure: the two intervals are apart. */
int benchi_life_change(const bench_summary *early, const bench_summary *late, bool *sure);

/* How many of n parts have a life (*lives), and how many of these found a change or rare work?  If
 * at least half, more processes are to run the row on, and what the lives found counts. */
size_t benchi_life_suspicions(const benchi_observed *part, size_t n, size_t *lives);

/* All rows, one after the other. */

typedef struct benchi_pass {
	const benchi_settings *settings;
	benchi_report *report;    /* its rows, which are filled */
	uint32_t process;         /* which of them this is */
	bool shuffled;            /* rows in random order */
	uint64_t seed;
	double left_ns;           /* of the time for it; 0: each row its default */
	double patience_ns;       /* that may be waited beside it while another workload shares the
	                             core */
	double life_ns;           /* beside left_ns: rows run on for so long together if all do */
	char *life_rows;          /* "*": all do; "0,7": these; to be freed */
	/* after each row, in whatever order they are run; may be NULL */
	void (*done)(void *to, size_t row, benchi_outcome outcome, benchi_result *result);
	void *to;
} benchi_pass;

/* Runs all rows until an interrupt.  Returns how many were run; SIZE_MAX when memory is out. */
size_t benchi_pass_run(const benchi_pass *pass);

/* When a case that has not returned is ended, in ns, where that time was stated; 0: never. */
double benchi_overdue_ns(double time_ns);

/* The program's rows in fresh processes of itself. */

/* Was this process started by benchi_processes_run?  1: the pass has what it was given (process,
 * seed, left_ns, patience_ns, life_ns, life_rows), *out is where messages go, and standard output
 * leads to standard error from now on; 0: no; -1: the environment claims so, but it cannot be. */
int benchi_processes_child(benchi_pass *pass, FILE **out);

/* How many processes there are by default: 1 where none can be started. */
size_t benchi_processes_default(void);

/*
 * Runs the pass in several processes, one after the other, within the budget.
 * argv: of this process.  pass->done is called for each row of each process.
 *
 * Returns 0, or an exit status after a message: BENCHI_EXIT_MISUSE if there was no way to
 * start any, BENCHI_EXIT_WRONG if one ended otherwise than it should.
 */
int benchi_processes_run(const benchi_pass *pass, const struct benchi_processes_budget *budget,
                         char **argv);

/* A row on its way from the process that measured it: one line of JSON (row_line.c). */

/* Writes a row's line, and flushes.  0, or -1: the write failed. */
int benchi_row_write(FILE *out, size_t row, benchi_outcome outcome, const benchi_result *result);

/* Lines of rows as they arrive. */
typedef struct benchi_row_reader {
	benchi_input in;
	benchi_json json;
	benchi_record record;    /* the latest line */
} benchi_row_reader;

/* from stays the caller's; name must outlive the reader.  BENCH_ERR_MEMORY: to be closed, too. */
bench_status benchi_row_reader_open(benchi_row_reader *reader, FILE *from, const char *name);
void benchi_row_reader_close(benchi_row_reader *reader);

/* Reads the next line into reader->record.  1; 0: the end; -1: not such a line, with the place in
 * bench_detail, or out of memory. */
int benchi_row_next(benchi_row_reader *reader);

/* The same, and takes the row that benchi_row_write wrote: adds its readings, metrics and functions
 * to report->result[*row], and sets the other members.  -1: also for a row that the report has
 * not. */
int benchi_row_read(benchi_row_reader *reader, benchi_report *report, size_t *row,
                    benchi_outcome *outcome);

/* How far a program has come. */

typedef struct benchi_progress {
	bool lines;            /* a line for each row that is done */
	bool live;             /* or one line that is overwritten */
	bool shown;            /* it stands there */
	size_t step, steps;
	double began_ns;
} benchi_progress;

/* lines: were asked for.  Otherwise, and unless quiet, a terminal gets the live line once the
 * program has run for a second. */
void benchi_progress_begin(benchi_progress *progress, size_t steps, bool lines, bool quiet);

/* A row was run: reports it on standard error. */
void benchi_progress_step(benchi_progress *progress, const benchi_result *result);

/* Removes the live line. */
void benchi_progress_end(benchi_progress *progress);

/* From several processes' results of a row to one. */

/* Adds what this process has of it to each.  False: out of memory. */
bool benchi_parts_add(benchi_result *result, uint32_t process);

/*
 * Takes the overhead off each row of the report that names one, process by process, divides what is
 * left by the number of the row's parts, and combines the processes.  A process without a result of
 * the overhead no longer counts; a row that none is left of is skipped.  BENCH_ERR_MEMORY.
 */
bench_status benchi_parts_combine(benchi_report *report);

/* Adds the results that one process appended to a file (measure/publish.c), and empties the file;
 * numbered: rows are named with their place in the source.  BENCH_ERR_OUTPUT: no such file;
 * BENCH_ERR_INPUT: a line that is not a result; BENCH_ERR_MEMORY. */
bench_status benchi_published_take(const char *path, uint32_t process, bool numbered,
                                   benchi_report *to);

/* Finds the rows of texts in the order in which one process publishes them. */
typedef struct benchi_passes {
	benchi_name_table rows;    /* of the report, in its order */
	benchi_name_table texts;   /* of this process, */
	unsigned *had;             /* and how often it had each */
	size_t seen, capacity;
} benchi_passes;

/* For the next process.  False: out of memory; free it in any case. */
bool benchi_passes_begin(const benchi_report *report, benchi_passes *passes);
/* Index of the row for the reader's line, with its name cut to the file's; SIZE_MAX: not found. */
size_t benchi_passes_next(benchi_passes *passes, benchi_row_reader *reader);
void benchi_passes_free(benchi_passes *passes);

/*
 * The functions of a file, and of all files that a process has mapped: on these systems.
 */

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#define BENCHI_HAVE_ELF
#endif

typedef struct benchi_elf_symbol {
	uint64_t start, size; /* address in the file; size 0: not known */
	const char *name;     /* in the file's bytes; NULL: not known */
	bool code;            /* or data */
} benchi_elf_symbol;

typedef struct benchi_elf {
	unsigned char *bytes;
	size_t size;
	benchi_elf_symbol *symbol; /* n of them in the order of their starts */
	size_t n, capacity;
} benchi_elf;

/* Reads a file.  BENCH_ERR_INPUT: it is none of this machine's kind; BENCH_ERR_MEMORY.  Otherwise
 * e is to be given to benchi_elf_free. */
bench_status benchi_elf_read(const char *path, benchi_elf *e);

/* The last symbol that starts at an address or before it; NULL: none. */
benchi_elf_symbol *benchi_elf_find(const benchi_elf *e, uint64_t address);

/* Number of records, of n sorted ones of this size that begin with their address, below address. */
size_t benchi_elf_count_below(const void *record, size_t n, size_t size, uint64_t address);

void benchi_elf_free(benchi_elf *e);

typedef struct benchi_functions benchi_functions;
enum { BENCHI_FUNCTION_TEXT = 128 };

/* Those of a process.  peek: reads 8 bytes of its memory.  NULL: out of memory. */
benchi_functions *benchi_functions_new(long process, uint64_t (*peek)(void *from, uint64_t address),
                                       void *from);

/* The one that an address of the process belongs to; NULL: none that is known. */
benchi_elf_symbol *benchi_functions_at(benchi_functions *f, uint64_t address);

/* Its name without what the compiler adds (".cold"); with the file, unless that is the program:
 * "malloc@libc.so.6"; of a stripped file "0x9a3f0@libc.so.6".
 * symbol: of benchi_functions_at.  text: BENCHI_FUNCTION_TEXT bytes.  Returns it. */
char *benchi_functions_name(const benchi_functions *f, const benchi_elf_symbol *symbol, char *text);

void benchi_functions_free(benchi_functions *f);

/* Stepping through a process that ptrace traces, and that raises SIGURG as a mark where what is to
 * be counted begins and ends. */
#if defined HAVE_SYS_PTRACE_H && defined HAVE_FORK && defined BENCHI_HAVE_PROCESSES \
	&& defined BENCHI_HAVE_ELF
#define BENCHI_HAVE_STEPS
#endif
#define BENCHI_NO_STEPS "single steps are known on x86-64 and AArch64 Linux only"

typedef enum benchi_trace {
	BENCHI_TRACE_MARK, BENCHI_TRACE_ENDED, BENCHI_TRACE_LIMIT, BENCHI_TRACE_LATE,
	BENCHI_TRACE_STOPPED,
	BENCHI_TRACE_TRAPS    /* the program raised SIGTRAP, or reached its own breakpoint */
} benchi_trace;
#define BENCHI_COUNT_TRAPS "the body uses SIGTRAP, as single steps do"

typedef struct benchi_stepping {
	uint64_t limit, steps;    /* at most; so far */
	double until_ns;          /* of the default clock; 0 or INFINITY: as long as it takes */
	bool (*each)(void *to);   /* after each step; false: stop; or NULL */
	void *to;
} benchi_stepping;

/* Waits for the child's first stop.  False: it has ended, with *status as of waitpid, or cannot be
 * traced. */
bool benchi_trace_begin(long child, int *status);

/* Lets the child run to its next mark, its end or, with stepping, the limit of steps or of
 * time, an interrupt or what each says; NULL: it runs freely.  all: it gets every signal, not only
 * its own. */
benchi_trace benchi_trace_run(long child, bool all, benchi_stepping *stepping);

/* Ends it and waits. */
void benchi_trace_end(long child);

/*
 * Counts instructions and allocations in a child of this process: of settings the limit of single
 * steps, and whether by function or by stack as well.  ns: time for them, INFINITY without bound.
 * What the heap looks like is part of the answer.  result->uncounted states why there are none, or
 * why they are not exact.
 */
void benchi_count_steps(const benchi_settings *settings, double ns, benchi_result *result);

/*
 * The same for all rows of the report, which are those of the settings in their order, in a fresh
 * process of this program, whose addresses, stack, locale and standard input are always the same;
 * its C library's routines are those of any processor, unless settings->count_native.
 * report->counted_with: what was fixed, and what could not be.  argv: of this process.
 */
void benchi_count_start(const benchi_settings *settings, char **argv, benchi_report *report);

/* If this process is that one: where it is to write what benchi_count_serve counts, and standard
 * output leads to standard error from now on.  Else NULL. */
FILE *benchi_count_asked(void);

/* rows: of the settings without their filters, so that the heap does not depend on these.  What
 * a row leaves of a stated time belongs to the next ones. */
int benchi_count_serve(const benchi_settings *settings, benchi_report *rows, FILE *out);

/* Notes a count; nothing if x is not finite. */
void benchi_count_set(benchi_result *result, benchi_count which, double x);

/* Counts events of the kernel and the processor, likewise; after the row was timed. */
void benchi_count_events(benchi_result *result);

/* Fills in a result's functions from a saved run's metrics of that row.  False: out of memory. */
bool benchi_count_functions_of(const benchi_rows *rows, const char *name, benchi_result *to);

/* The functions whose instructions differ: "parse_number +14 instructions, scan -3; 12 same", those
 * of the C library last, as what calls them explains them.  "" where one side has none.
 * text: BENCHI_WHY_TEXT bytes.  Returns it. */
enum { BENCHI_WHY_TEXT = 500 };
char *benchi_count_why(const benchi_result *before, const benchi_result *after, char *text);

/* Prints a table of the counts, and of functions, if any row has some.  BENCH_ERR_MEMORY. */
bench_status benchi_count_print(FILE *out, const benchi_report *report,
                                const benchi_output_style *style);

/* Limits that a result must keep to: stated ones, and those of any machine. */

/* The metrics of results, NULL behind the last. */
extern const char *const benchi_limit_metrics[];

/* Returns why, size bytes: how the limit makes the result impossible; NULL if it does not. */
const char *benchi_limit_judge(const benchi_bound *limit, const benchi_result *result, char *why,
                               size_t size);

/* A line for each result that an expectation is about, and for one about none. */
void benchi_expectations_print(benchi_answers *out, const benchi_settings *settings,
                               const benchi_report *report);

/* A file that is there whole or not at all. */

typedef struct benchi_atomic_file {
	FILE *out;
	struct benchi_replacement replacement;
} benchi_atomic_file;

/* Is it "-" or /dev/stdout? */
bool benchi_is_standard_output(const char *path);

/* Begins it: what is there stays until benchi_atomic_file_keep; a device, a pipe or standard output
 * is written to at once.  BENCH_ERR_OUTPUT, BENCH_ERR_MEMORY: nothing is to be given back. */
bench_status benchi_atomic_file_begin(const char *path, benchi_atomic_file *file);

/* Gives it its name.  BENCH_ERR_OUTPUT: the write failed; it is removed. */
bench_status benchi_atomic_file_keep(benchi_atomic_file *file);

/* Removes it, if it was begun and not kept. */
void benchi_atomic_file_drop(benchi_atomic_file *file);

/* Evaluates finished results: impossible values, growth, context. */

/* Takes out rows that were never run, if any. */
void benchi_finish_prune(benchi_report *report);

/* Marks what is impossible.  How many rows are; SIZE_MAX when memory is out. */
size_t benchi_finish_judge(const benchi_settings *settings, benchi_report *report);

/* Fills the results' context.  BENCH_ERR_MEMORY; otherwise the caller frees it. */
bench_status benchi_finish_context(const benchi_report *report, benchi_context *context);

/* Writes a report in the settings' format to their file, if there is one, and to standard output:
 * the table if there is a file.  0, or BENCHI_EXIT_MISUSE after a message. */
int benchi_finish_save(const benchi_settings *settings, const benchi_report *report,
                       const benchi_context *context, benchi_atomic_file *file);
int benchi_finish_show(const benchi_settings *settings, const benchi_report *report,
                       const benchi_context *context);

/* An interrupt ends a program after the case that runs. */

/* From now on the first SIGINT, SIGTERM or SIGHUP is only noted; the second ends the
 * program at once, or is counted.  A signal that was ignored stays so. */
void benchi_interrupt_watch(bool counts);

/* The first signal that came, or 0; and where that is kept.  How many came, of which SIGTERM and
 * SIGHUP, that come once and do not wait, count twice. */
int benchi_interrupt_came(void);
int benchi_interrupt_requests(void);
const volatile sig_atomic_t *benchi_interrupt_flag(void);

/* Ends the process that benchi_interrupt_tells named, or else the case that runs, in ns; 0: not
 * at all.  Rounded up to a second.  Does nothing where the program has a handler of SIGALRM. */
void benchi_interrupt_bound(double ns);

/* Was that process ended, by this bound or a second after a signal? */
bool benchi_interrupt_killed(void);

/* From now on a closed pipe, or a file at its size limit, is an error of writing and does
 * not end the program. */
void benchi_interrupt_no_pipes(void);

/* As before those two. */
void benchi_interrupt_restore(void);

/* Opens what is closed of descriptors 0 to 2, so that no file of results becomes one of them. */
void benchi_standard_files(void);

/* left is called where a case calls exit, and, overdue, where one has not returned in time; NULL:
 * the program is over. */
void benchi_running_begin(const benchi_settings *settings,
                          void (*left)(const char *name, bool overdue));
/* The case that runs now; NULL: none.  A process that a case has forked ends here. */
void benchi_running_case(const char *name);

/* An unfinished file that the second signal removes, until benchi_interrupt_spares; eight at
 * most, further ones are left behind.  path stays the caller's. */
void benchi_interrupt_removes(const char *path);
void benchi_interrupt_spares(const char *path);

/* The process (the leader of its group) that the first signal is passed on to and that the
 * second ends; 0: none. */
void benchi_interrupt_tells(long process);

/* Rows against one of them, the baseline, paired within each process. */

/* Are two rows' parameters the same but for the one that leads? */
int benchi_parameters_alike(const struct benchi_parameters *a, const struct benchi_parameters *b);

/* The baseline's row for a result: of that name, or of that case with the result's parameter
 * and threads; NULL: none. */
const benchi_result *benchi_relative_baseline(const benchi_report *report, const char *name,
                                              const benchi_result *result);

/* Is there such a row for any result? */
bool benchi_relative_known(const benchi_report *report, const char *name);

/* Fills in relative of each result that has such a row.  BENCH_ERR_MEMORY. */
bench_status benchi_relative_find(benchi_report *report, const char *name);

/* Prints a line for each of them, and counts the answers.  margin: that was stated, a share, or 0.
 * BENCH_ERR_MEMORY. */
bench_status benchi_relative_print(benchi_answers *out, const benchi_report *report,
                                   const char *name, double margin, benchi_outcomes *outcomes);

/* This run against a saved one. */

/* Reads a saved run.  BENCH_ERR_INPUT, with the file and the line; BENCH_ERR_MEMORY.  saved:
 * zero-filled; the caller frees it in any case. */
bench_status benchi_saved_run_read(const char *path, benchi_rows *saved);

/* The same of each result that the saved run has too. */
bench_status benchi_saved_run_compare(benchi_answers *out, const benchi_report *report,
                                      const benchi_rows *saved, const char *path, double margin,
                                      benchi_outcomes *outcomes);

/* The time of one case subtracted another's, with its error. */

/* Does every row that names an overhead have one, which names none itself?  0, or
 * BENCHI_EXIT_MISUSE after a message. */
int benchi_overhead_check(const benchi_settings *settings, const benchi_report *report);

/* bench_main --ramp: each row under a growing load. */

/* Ramps and writes every row according to the settings; returns the exit status. */
int benchi_ramp_rows(const benchi_settings *settings, const benchi_report *rows);

/* The live line on standard error, where that is a terminal: for a plan's progress; and its
 * removal.  arg: not used. */
void benchi_ramp_progress(void *arg, size_t workers, const benchi_step *done);
void benchi_ramp_progress_end(void);

#endif
