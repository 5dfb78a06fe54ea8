/*
 * Declarations shared by the verbs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_TOOLS_H
#define TOOLS_TOOLS_H

#include "program/program.h"
#include "tools/read/read.h"

/*
 * Redraws a few lines of a terminal in place.
 */

/* Zero-filled except out: nothing is drawn yet. */
typedef struct screen {
	FILE *out;
	FILE *terminal; /* terminal whose size counts; NULL: out */
	char *drawn;    /* what is drawn now */
} screen;

/* Returns the maximum width of a line. */
int screen_columns(const screen *s);

/* Replaces the drawing by text (complete lines). Leaves out what does not fit: ends of lines, and
 * lines before the last one. */
void screen_draw(screen *s, const char *text);

/* Removes the drawing and moves the cursor back to its beginning. */
void screen_clear(screen *s);

/*
 * Size of the terminal on standard output.
 */

/* Returns the number of columns: COLUMNS from the environment, or the terminal's width less margin;
 * `other` if both are unknown or standard output is not a terminal. */
int terminal_width(int other, int margin);

/* Returns whether standard input is a pipe or a file rather than a terminal. */
bool input_is_piped(void);

/*
 * Words on standard output, in lines of 79 columns.
 */

/* Prints text after a label, broken before column 80 and the terminal's width; later lines are
 * indented by the label's width. */
void words_print(const char *label, const char *text);
BENCHI_PRINTF(2, 3)
void words_printf(const char *label, const char *format, ...);

/* Finds the result that a program of this library saved for a set, and whether its table says "do
 * not use". Returns false if the rows have none. */
bool result_stated(const benchi_rows *rows, const benchi_set *set,
                   struct benchi_median_interval *m, bool *unusable);

bool result_unusable(const benchi_rows *rows, const benchi_set *set);

/* Rows not to use: named once each, and printed as one note. Starts as zeros. */
typedef struct unusable_rows {
	char text[900];
	size_t used;
	bool more;                  /* rows that have no space */
} unusable_rows;

void unusable_add(unusable_rows *u, const char *benchmark, const char *of);
void unusable_print(const unusable_rows *u);

/* As words_print, for another file of `columns` columns. Returns the number of lines. */
size_t words_write(FILE *out, const char *label, const char *text, int columns);

/* Splits a text into words, unquoted as by a shell. Returns them NULL-terminated in one block to
 * free; NULL when out of memory. command: refuse syntax that only a shell understands. *n: number
 * of words; -1: a quote is open, or the command needs a shell because of the text at *why. */
char **command_words(const char *text, bool command, int *n, const char **why);

/* Copies a NULL-terminated list of words into one block, which the caller frees; NULL when out of
 * memory. */
char **command_copy(const char *const *words);

#ifdef BENCHI_HAVE_PROCESSES
enum { RUN_STOPPED = -1 };   /* status of a run that an interrupt stopped; its output so far is
                                used */

/* Runs a program to its end in the given environment (NULL: ours). silent: discards its
 * standard error. *o: its output; free it in any case. Returns 0, RUN_STOPPED, or an exit
 * status after a message if the program cannot run or exited above EXIT_WORSE. With silent a
 * failure returns 1 without a message. */
int program_run(const char *verb_name, char *const *argv, char *const *environment, bool silent,
                benchi_output *o);

/* The same for a shell script with up to eight arguments, NULL-terminated. Output ends at the
 * first tab of its first line; *behind: the rest of that line, or NULL. */
int script_run(const char *verb_name, const char *script, const char *const *words,
               benchi_output *o, char **behind);

/* Reads rows from a text, as benchi_read does from a file. */
bench_status rows_of_text(const char *text, size_t size, const char *name,
                          const benchi_read_options *options, benchi_rows *rows);
#endif

/* Writes a complete file ("-": standard output) with writer, as PNG if requested. On an error keeps
 * the old file. Returns 0, or EXIT_MISUSE after a message. */
struct benchi_picture;
typedef bench_status picture_writer(struct benchi_picture *to, const void *of);
int picture_save(const char *verb_name, const char *path, bool png, picture_writer *writer,
                 const void *of);

/*
 * Figures for people: several numbers in one unit with the same decimals.
 */

#define FIGURE_TEXT 48 /* capacity of a figure */

/* How to show numbers: factor, decimals, unit. */
typedef struct figure_form {
	double factor;
	int decimals;     /* below 0: six significant digits */
	const char *unit; /* "ms"; "" without unit */
	bool utf8;        /* "µs" for "us"; set by the caller to match the axis next to the figure */
} figure_form;

/* Returns the form for numbers in `unit` around middle. Times and bytes get a unit that suits
 * middle (or `wanted`, if of that kind); near 0, a unit that suits spread. Decimals show two digits
 * of spread. */
figure_form figures_of(const char *unit, double middle, double spread, const char *wanted);

/* Format "60.5" and "60.5 ms"; "-" if not finite. Both return text (FIGURE_TEXT bytes). */
char *figure_bare(const figure_form *f, double x, char *text);
char *figure(const figure_form *f, double x, char *text);

/* Formats "+1.2 to +6.1 %", both ends with the digits of their distance; "" if an end is not
 * finite, "unknown" if the ends are meaningless. Returns text. */
char *figure_shares(double low, double high, char text[2 * FIGURE_TEXT]);

/*
 * Records for programs: the same keys in each, as JSON objects or CSV rows with a header. Numbers
 * have full precision; missing ones are null or empty.
 */

enum { RECORD_FIELDS = 220, RECORD_KEY = 80 };

/* Zero-filled except out and csv: no records yet. */
typedef struct records {
	FILE *out;
	bool csv;
	size_t n;              /* number of records; the next members describe the current one */
	const char *prefix;    /* prefix of the following keys; NULL: none */
	struct record_field {
		char key[RECORD_KEY];
		const char *text;  /* NULL: a number, or missing */
		double x;
	} field[RECORD_FIELDS];
	size_t fields;
} records;

/* Begin and end records on standard output: CSV, or a JSON object whose last member holds the
 * records. records_begin returns the state that the calls below are passed. */
records records_begin(bool csv, const char *member);
void records_end(const records *r);

/* record_numbers(r, { "key", x }, ...) and record_texts(r, { "key", "text" }, ...) put values into
 * a record, in each record the same keys in the same order; record_end writes it. Texts stay the
 * caller's until then. */
typedef struct record_item {
	const char *key;
	double x;
} record_item;
typedef struct record_word {
	const char *key, *text;
} record_word;
#define RECORD_LIST(type, ...) \
	(const type[]){ __VA_ARGS__ }, sizeof (const type[]){ __VA_ARGS__ } / sizeof(type)
#define record_numbers(r, ...) record_number_list(r, RECORD_LIST(record_item, __VA_ARGS__))
#define record_texts(r, ...) record_text_list(r, RECORD_LIST(record_word, __VA_ARGS__))
void record_number_list(records *r, const record_item *item, size_t n);
void record_text_list(records *r, const record_word *word, size_t n);
void record_end(records *r);

/*
 * Temporary files of a command.
 */

/* Makes an empty file, or a folder, for this user alone, named bench-VERB-scratch and six letters,
 * below $TMPDIR or /tmp; files left by killed programs are removed first.  Returns its path, from
 * malloc; NULL after a message. */
char *scratch_make(const char *verb_name, bool folder);

/* Removes the file or empty folder, and frees path. NULL: no-op. */
void scratch_remove(char *path);

/* Opens an empty file without a name, for writing and reading. Returns NULL, with errno, on
 * failure. */
FILE *scratch_unnamed(void);

/*
 * Two independent pieces of work, in two threads if that pays.
 */

/* Calls run(a) and run(b): at the same time if they sort PARALLEL_MIN numbers or more, or take as
 * long, and the system can start a thread; otherwise one after the other. */
#define PARALLEL_MIN 100000
void parallel_two(size_t numbers, void (*run)(void *), void *a, void *b);

/*
 * Limits and expectations of sets of values: --limit and --expect of sample, compare and describe.
 * Numbers without a name have the metric "value".
 */

enum { BOUNDS_MOST = 16 };

typedef struct bounds {
	benchi_bound limit[BOUNDS_MOST], expected[BOUNDS_MOST];
	size_t limits, expects;
} bounds;

/* Option readers for "limit" and "expect"; the second one for a ramp's metrics. */
benchi_setting_reader take_bound, take_ramp_bound;

/* Prints to `out` a line for each set that is certainly beyond a limit, or that was predicted,
 * judged by the median's 95 % interval. rows: those of `files` files. Returns 0, EXIT_WORSE if a
 * limit is exceeded, or EXIT_MISUSE after a message if no set has a bound's metric, or when out of
 * memory. */
int bounds_judge(const bounds *b, const char *verb_name, const benchi_rows *rows, size_t files,
                 FILE *out);

/*
 * What runs during a benchmark: observing commands, and files read before and after.
 */

/* Zero-filled except for what to run and the stem of its files. */
typedef struct observation {
	benchi_words observe, snapshot;
	const char *stem;     /* what the files' names begin with */
	benchi_process observer[BENCHI_WORDS];
	char *before[BENCHI_WORDS]; /* texts of snapshots */
} observation;

/* Reads the files of --snapshot and starts the observers. Returns 0, or EXIT_MISUSE after a
 * message. */
int observation_start(observation *o, const char *verb_name);

/* Ends the observers (even after a failed start), reads the files again and writes the changes.
 * Reports observers that ended early. Returns 0, or EXIT_MISUSE after a message. */
int observation_end(observation *o, const char *verb_name);

/* Option reader for "snapshot": a file, or "linux" for the usual files. */
benchi_setting_reader take_snapshot;

/* Returns BENCHI_SET_WARN_SPREAD if the deviations differ twofold and the F test's p is below
 * 0.01, else 0. */
unsigned benchi_shape_spread(const benchi_shape *a, const benchi_shape *b);

/* Describes one warning as a clause without a period; values are in `unit` ("": unknown).
 * Returns text. */
char *benchi_warning_summary(unsigned warning, const benchi_shape *shape, const char *unit,
                             char *text, size_t size);

/* Prints a set's warnings after a label, one per line: "base: 2 modes, near ...". */
void warnings_print(const char *label, const char *who, const benchi_shape *shape,
                    const char *unit);

/*
 * The command `bench`: its verbs.
 */

/* Returns the seconds of a monotonic clock. */
double now_s(void);

/* Returns the file name at the end of a path. */
const char *last_part(const char *path);

/* Exit statuses (analysis.h) under short names. EXIT_PIPE: the status of a program that SIGPIPE
 * ended, because the reader of the output left; nothing is printed. */
enum { EXIT_WORSE = BENCHI_EXIT_WRONG, EXIT_MISUSE = BENCHI_EXIT_MISUSE, EXIT_PIPE = 141 };

/* A verb: argv[0] is its name. Returns the exit status. */
typedef int verb(int argc, char **argv);
verb verb_check, verb_choose, verb_compare, verb_describe, verb_history, verb_ministat, verb_new,
	verb_plot, verb_power, verb_ramp, verb_relink, verb_run, verb_sample, verb_versus;

/* Prints "bench VERB: ..." on standard error and returns EXIT_MISUSE. */
BENCHI_PRINTF(2, 3)
int complain(const char *verb_name, const char *format, ...);

/* Option readers for members of a benchi_question: the confidence of the answer, and the margin, at
 * most the row's maximum. */
benchi_setting_reader take_confidence, take_margin;

#endif
