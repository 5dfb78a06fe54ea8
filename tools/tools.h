/*
 * What the verbs share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_TOOLS_H
#define TOOLS_TOOLS_H

#include "program/program.h"

/*
 * A few lines of a terminal that are drawn again and again in the same place.
 */

/* Zero-filled but for out: nothing is drawn. */
typedef struct screen {
	FILE *out;
	FILE *terminal; /* the terminal whose size counts; NULL: out */
	char *drawn;    /* what stands there now */
} screen;

/* How many columns a line drawn there may have. */
int screen_columns(const screen *s);

/* Puts text, whole lines, in the place of what was drawn; what the terminal has no space
 * for is left out: the ends of lines, and lines before the last one. */
void screen_draw(screen *s, const char *text);

/* Takes away what was drawn; the cursor stands where it began. */
void screen_clear(screen *s);

/*
 * The size of the terminal of standard output.
 */

/* Columns: other if it is no terminal; else COLUMNS from the environment, or the
 * terminal's own width less margin, or other. */
int terminal_width(int other, int margin);

/* Whether another program reads standard output. */
bool output_is_pipe(void);

/* Whether standard input is a pipe or a file, and not a terminal. */
bool input_is_piped(void);

/* Rows: other if it is no terminal; else the terminal's own, or LINES, or other. */
int terminal_height(int other);

/*
 * Words on standard output, in lines of 79 columns.
 */

/* Prints text with line breaks, so that it ends before column 80 and before the
 * terminal's end, behind a label of one line; later lines are indented by as much. */
void words_print(const char *label, const char *text);
BENCHI_PRINTF(2, 3)
void words_printf(const char *label, const char *format, ...);

/* The same to another file of the given columns.  Returns the number of lines. */
size_t words_write(FILE *out, const char *label, const char *text, int columns);

/* The words of a command and NULL, in one block to be freed; NULL without memory.  *n: how many, or
 * -1: only a shell runs it. */
char **command_words(const char *text, int *n);

/* The same of assignments, "A=1 B='x y'"; -1: one has no name and '='. */
char **command_assignments(const char *text, int *n);

/* A copy of words that end in NULL, in one block to be freed; NULL without memory. */
char **command_copy(const char *const *words);

#ifdef BENCHI_HAVE_PROCESSES
enum { RUN_STOPPED = -1 };   /* by an interrupt; what there is counts */

/* Runs a program to its end, in this environment (NULL: one's own); silent: without its errors.
 * *o: what it prints, to be freed in any case.  0, RUN_STOPPED, or an exit status after a message:
 * it cannot be run, or ended with a status above EXIT_WORSE; if silent 1 without one: it failed. */
int program_run(const char *verb_name, char *const *argv, char *const *environment, bool silent,
                benchi_output *o);

/* The same of a script of the shell, which has up to eight words, ended by NULL, as $1 and so on.
 * The first line of what it prints ends at a tab; *behind: the rest of it, or NULL. */
int script_run(const char *verb_name, const char *script, const char *const *words,
               benchi_output *o, char **behind);

/* Reads a text as benchi_read reads a file. */
bench_status rows_of_text(const char *text, size_t size, const char *name,
                          const benchi_read_options *options, benchi_rows *rows);
#endif

/* Where the SVG of a picture is written: to itself, or for PNG a temporary file.  NULL: there is
 * none, see bench_detail. */
FILE *picture_svg(FILE *to, bool png);

/* Draws it as PNG if that was asked, once it was written with that status.  Returns the status, or
 * BENCH_ERR_UNSUPPORTED: no temporary file, or the command that draws is missing or fails. */
bench_status picture_end(FILE *svg, FILE *to, bench_status status);

/*
 * Figures for people: several numbers in one unit with one number of decimals.
 */

#define FIGURE_TEXT 48 /* capacity for a figure */

/* What numbers are multiplied with, and shown as. */
typedef struct figure_form {
	double factor;
	int decimals;     /* below 0: six significant digits */
	const char *unit; /* "ms"; "" for none */
} figure_form;

/* For numbers in the given unit around middle: times and bytes in the unit that fits middle (or
 * in wanted, if that is of the kind), around 0 that fits spread, the decimals so that spread has
 * two digits. */
figure_form figures_of(const char *unit, double middle, double spread, const char *wanted);

/* "60.5", and "60.5 ms"; "-" if not finite.  Both return text (FIGURE_TEXT). */
char *figure_bare(const figure_form *f, double x, char *text);
char *figure(const figure_form *f, double x, char *text);

/* "+1.2 to +6.1 %": both ends with the digits of their distance; "" if one is not finite, "unknown"
 * where they mean nothing. */
char *figure_shares(double low, double high, char text[2 * FIGURE_TEXT]);

/*
 * Records for programs: the same keys in each, as objects of JSON or as rows of CSV, whose heads
 * are the keys.  Numbers in full precision, null or nothing where there is none.
 */

enum { RECORD_FIELDS = 220, RECORD_KEY = 80 };

/* Zero-filled but for out and csv: none yet. */
typedef struct records {
	FILE *out;
	bool csv;
	size_t n;              /* records; of this one: */
	const char *prefix;    /* of the keys that are put next; NULL: none */
	struct record_field {
		char key[RECORD_KEY];
		const char *text;  /* NULL: a number, or missing */
		double x;
	} field[RECORD_FIELDS];
	size_t fields;
} records;

/* To standard output: CSV, or an object of JSON whose last member has the records; its end. */
records records_begin(bool csv, const char *member);
void records_end(const records *r);

/* Puts a key and its value, in each record the same keys in the same order; a text stays the
 * caller's.  _end writes the record. */
void record_text(records *r, const char *key, const char *text);
void record_number(records *r, const char *key, double x);
void record_end(records *r);

/* Several, { "key", x }, ... or { "key", "text" }, ... */
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

/*
 * Temporary files of a command.
 */

/* Makes an empty file, or a folder, for this user alone, named bench-VERB-scratch and six letters,
 * below $TMPDIR or /tmp; those that killed programs have left are removed.  Returns its path, from
 * malloc; NULL after a message. */
char *scratch_make(const char *verb_name, bool folder);

/* Removes and frees it; an empty folder; NULL: nothing. */
void scratch_remove(char *path);

/*
 * Two pieces of work, in two threads where that pays.
 */

/* Calls run(a) and run(b): at the same time if they sort PARALLEL_MIN numbers or more, or work as
 * long, and the system starts a thread, else one after the other. */
#define PARALLEL_MIN 100000
void parallel_two(size_t numbers, void (*run)(void *), void *a, void *b);

/*
 * Limits and expectations of sets of values: --limit and --expect of sample and compare.
 */

enum { BOUNDS_MOST = 16 };

typedef struct bounds {
	benchi_bound limit[BOUNDS_MOST], expected[BOUNDS_MOST];
	size_t limits, expects;
} bounds;

/* Reader of an option "limit" or "expect"; of a ramp's metrics. */
benchi_setting_reader take_bound, take_ramp_bound;

/* Prints a line for each set of the file that is wholly beyond a limit or that is predicted: the
 * median's interval, of 95 %, decides.  *beyond: becomes true if a limit is passed.
 * BENCH_ERR_MEMORY. */
bench_status bounds_judge(const bounds *b, const benchi_rows *rows, FILE *out, bool *beyond);

/* Prints that no set had the metric of a bound.  rows: n files.  0, or EXIT_MISUSE after that. */
int bounds_check(const bounds *b, const char *verb_name, const benchi_rows *rows, size_t n);

/*
 * What runs during a benchmark: commands that observe it, and files read before and after.
 */

/* Zero-filled but for what runs, and the names of its files. */
typedef struct observation {
	benchi_words observe, snapshot;
	const char *stem;     /* of the files' names */
	benchi_process observer[BENCHI_WORDS];
	char *before[BENCHI_WORDS]; /* texts of snapshots */
} observation;

/* "stem.ending", each '/' of the ending as '_', which the caller frees; NULL: out of memory. */
char *observation_path(const char *stem, const char *ending);

/* Reads the files and starts the observers.  0, or EXIT_MISUSE after a message. */
int observation_start(observation *o, const char *verb_name);

/* Ends the observers, also after a start that failed, reads the files again and writes what has
 * changed; a message names observers that had ended.  0, or EXIT_MISUSE after a message. */
int observation_end(observation *o, const char *verb_name);

/* Reader of an option "snapshot": a file, or "linux" for the usual ones. */
benchi_setting_reader take_snapshot;

/*
 * The mean change of a few builds, with its interval.
 */

/* Sets the ends of the interval of the mean; infinite below two builds. */
void benchi_builds_interval(const double *x, size_t n, double confidence, benchi_interval *to);

/* p of no change: the interval excludes 0 where its alpha is above p. */
double benchi_builds_p(const double *x, size_t n);

/* BENCHI_SET_WARN_SPREAD if the deviations differ twofold and the F test's p is below
 * 0.01, else 0. */
unsigned benchi_shape_spread(const benchi_shape *a, const benchi_shape *b);

/* Writes one warning as a clause without a period, about values in unit ("": unknown).  Returns
 * text. */
char *benchi_warning_summary(unsigned warning, const benchi_shape *shape, const char *unit,
                             char *text, size_t size);

/* Prints the warnings of a set behind a label, a line each: "base: 2 modes, near ...". */
void warnings_print(const char *label, const char *who, const benchi_shape *shape,
                    const char *unit);

/*
 * The command `bench`: its verbs, and what they share.
 */

/* Seconds of a clock that never goes back. */
double now_s(void);

/* A path without its folders. */
const char *last_part(const char *path);

/* Exit statuses beyond 0.  1 means "worse" where an option asks for that. */
#define EXIT_WORSE 1
#define EXIT_MISUSE 2
#define EXIT_UNSURE 3
#define EXIT_PIPE 141 /* as SIGPIPE would end it: the reader has left, nothing is printed */

/* A verb: argv[0] is its name.  Returns the exit status. */
typedef int verb(int argc, char **argv);
verb verb_check, verb_choose, verb_compare, verb_describe, verb_history, verb_ministat, verb_new,
	verb_plot, verb_power, verb_ramp, verb_relink, verb_run, verb_sample, verb_versus;

/* Prints "bench VERB: ..." on standard error; returns EXIT_MISUSE. */
BENCHI_PRINTF(2, 3)
int complain(const char *verb_name, const char *format, ...);

/* Readers of options that are members of a benchi_question: the confidence of the answer; the
 * stated margin (certainly less is the same, certainly more a change), at most the row's most. */
benchi_setting_reader take_confidence, take_margin;

#endif
