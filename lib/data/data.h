/*
 * Rows of results, readers of every format.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_DATA_H
#define BENCHI_DATA_DATA_H

#include "measure/measure.h"

/*
 * Text in UTF-8: its characters, their width, and names made safe to print.
 */

/* A character: its number, and its bytes. */
typedef struct benchi_character {
	uint32_t code;
	const char *bytes;
	size_t length;  /* 1 to 4 */
} benchi_character;

/* Reads the character at *text and advances *text; an invalid byte becomes U+FFFD.
 * False at the end. */
bool benchi_utf8_next(const char **text, benchi_character *character);

/* Its width in columns of a terminal: 0 to 2. */
size_t benchi_utf8_width(const benchi_character *character);

/* The width of text in columns of a terminal; unprintable characters count one. */
size_t benchi_utf8_columns(const char *text);

/* Sets *safe to the character at *text in a form safe for a terminal, advances *text, and returns
 * the bytes of *safe, 0 at the end.  Control characters and those that change the
 * direction of writing become '?', invalid bytes U+FFFD.  All text from outside
 * passes through this function before it is printed to a terminal. */
size_t benchi_utf8_safe(const char **text, const char **safe);

/* A copy, which the caller frees: invalid bytes become U+FFFD; if plain is nonzero, it is
 * safe for a terminal; if plain is over 1, non-ASCII becomes '?'.  NULL: out of memory. */
char *benchi_utf8_clean(const char *text, int plain);

/* Shortens text in place to at most columns (at least 5): dots replace its middle. */
void benchi_utf8_shorten(char *text, size_t columns);

/*
 * Reads a text that is one duration, in nanoseconds: a number above 0 and its unit, ns, us,
 * ms, s, m (or min) or h, with or without a blank between; bare: without a unit, seconds.
 * False, with *ns undefined, for anything else.
 */
bool benchi_duration(const char *text, bool bare, double *ns);

/* Does text end in one of ends, which blanks separate? */
bool benchi_ends_in(const char *text, const char *ends);

/* Is word one of list's, which blanks separate?  NULL: of none, or none. */
bool benchi_listed(const char *list, const char *word);

/* How many decimals, 0 to 9, a number is written with that is known to within spread: two
 * digits of the spread, and the first of the number at least, so that it is not written as 0. */
int benchi_number_decimals(double x, double spread);

/*
 * Options of a command: short ones in clusters, long ones with = or a word after,
 * anywhere among the operands; "--" ends them.
 */

#define BENCHI_OPTION_END (-1)
#define BENCHI_OPTION_UNKNOWN (-2)  /* value names it: a letter, or --word */
#define BENCHI_OPTION_BARE (-3)     /* argument missing; value names the option */
#define BENCHI_OPTION_FULL (-4)     /* unexpected argument; value names the option */

typedef struct benchi_option {
	int letter;       /* what benchi_options_next returns; below 256 it is also the short form */
	const char *word; /* the long form without --, or NULL; of a flag it may be "name=word" */
	bool argument;
} benchi_option;

typedef struct benchi_options {
	const benchi_option *known; /* ends in one with letter 0 */
	char **argv;         /* its first `operands` elements are the operands found so far */
	int argc, next, operands;
	const char *cluster; /* remaining letters of the current argument */
	const char *value;   /* the argument of the option just returned */
	char name[3];
	bool ended;          /* "--" was seen */
} benchi_options;

/* argv: without the command's name; reordered. */
void benchi_options_start(benchi_options *o, const benchi_option *known, int argc, char **argv);

/* The next option's letter, or one of the above; after BENCHI_OPTION_END argv[0..operands)
 * are the operands. */
int benchi_options_next(benchi_options *o);

/*
 * Names and their numbers: the same text always gets the same number.
 */

#define BENCHI_NO_NAME UINT32_MAX

/* Zero-filled is empty.  text[i] is the i-th name in order of first appearance. */
typedef struct benchi_name_table {
	char **text;
	uint32_t *hash; /* of each text */
	uint32_t *slot; /* hash table: number + 1, 0 for free */
	size_t n, capacity, slots;
} benchi_name_table;

/* The number of the name of length bytes at text (no NUL in it), added if it is new.
 * BENCHI_NO_NAME when memory is out. */
uint32_t benchi_name_table_add(benchi_name_table *names, const char *text, size_t length);

/* Its number, or BENCHI_NO_NAME if it was never added. */
uint32_t benchi_name_table_find(const benchi_name_table *names, const char *text, size_t length);

void benchi_name_table_free(benchi_name_table *names);

/*
 * Neutral rows: what every reader fills and every report is made of.
 *
 * A set is one benchmark's values of one metric in the order in which they were
 * taken, each perhaps with the run (process, boot, block) it was taken in and with
 * the round.  Rows are all sets of one file.
 */

/* Which direction of a metric is better, as far as its name gives it. */
typedef enum benchi_better {
	BENCHI_BETTER_UNKNOWN = 0,
	BENCHI_BETTER_LOWER = 1,
	BENCHI_BETTER_HIGHER = 2
} benchi_better;

typedef struct benchi_set {
	const char *benchmark, *metric; /* "" where the file has no name for it */
	const char *unit;               /* "ns", "s", ...; "" if unknown */
	const char *config;             /* the file's own keys, "key=value\n" each; or "" */
	double *x;                      /* n values, in run order */
	uint32_t *run;                  /* n numbers of rows->runs, or NULL */
	uint32_t *round;                /* n rounds, or NULL */
	uint32_t *row;                  /* n numbers of rows of the file, if they are kept, or NULL */
	size_t n, capacity;
	benchi_better better;
	bool aside;                     /* known beside what was measured: compared on request */
	bool unordered;                 /* the order of x is not that in which they were taken */
} benchi_set;

/* Texts of two lines or more are not meant. */
typedef struct benchi_fact {
	const char *key;     /* "processor", of the list in bench-results(5); not copied */
	char *text;          /* or NULL: a number */
	double number;
} benchi_fact;

/* Zero-filled is empty. */
typedef struct benchi_context {
	benchi_fact *fact;   /* in the order in which they are shown */
	size_t n, capacity;
} benchi_context;

/* Zero-filled is empty. */
typedef struct benchi_rows {
	benchi_set *set; /* in order of first appearance */
	size_t sets, capacity;
	benchi_name_table benchmarks, metrics, units, runs, configs;
	benchi_name_table keys;   /* one a set: benchmark, metric, config if it has one */
	benchi_name_table notes;  /* what the reader left out, a sentence each */
	bool ramp;                /* the steps of a ramp, which are no values of one kind */
	bool lines;               /* JSON lines, which more can be appended to */
	bool cases;               /* benchmarks of a program, not rivals: compared on request only */
	bool keep_rows;           /* set before reading: values keep the number of their row */
	bool keep_summaries;      /* likewise, as in the options of reading */
	uint32_t rows;            /* read so far, where they are kept */
	benchi_context facts;     /* those of benchi_rows_fact that the file states */
} benchi_rows;

/* Of a summary in our own JSON: "summary.ns", "summary.mean_ns", and 1 for each of its warnings. */
#define BENCHI_SUMMARY "summary."

/* What a value carries besides itself; zero-filled for nothing. */
typedef struct benchi_mark {
	uint32_t run, round;
	bool has_run, has_round;
	uint32_t row; /* from 1; 0: not kept */
} benchi_mark;

/* Whether the number is a round's, and what is expected where it is not. */
bool benchi_is_round(double number);
/* The keys and columns that name the run of a value. */
#define BENCHI_RUN_KEYS "run process boot block"
#define BENCHI_ROUND_EXPECTED "a whole number from 0 to 4294967295"

/* A name within a text: where it begins and how long it is. */
typedef struct benchi_word {
	const char *text;
	size_t length;
} benchi_word;

benchi_word benchi_word_of(const char *text);
bool benchi_word_same(benchi_word a, benchi_word b);
bool benchi_word_is(benchi_word word, const char *text);
/* Returns the word at *s, between blanks, and moves *s behind it; empty at the end. */
benchi_word benchi_word_next(const char **s, const char *end);
/* Reads a word that is a number from begin to end, of which the byte behind the word is no part;
 * grouped: commas between its digits are ignored. */
bool benchi_word_number(benchi_word word, bool grouped, double *number);

/* Which direction is better, by the words of the metric's name and by its unit (rows.c). */
benchi_better benchi_better_of(const char *metric, const char *unit);

/* The number of the set of benchmark and metric, made if it is new; SIZE_MAX when
 * memory is out.  unit counts for a new set only. */
size_t benchi_rows_set(benchi_rows *rows, benchi_word benchmark, benchi_word metric,
                       benchi_word unit);

/* The same of a benchmark that stood under these keys of its file: "key=value\n" each. */
size_t benchi_rows_set_under(benchi_rows *rows, benchi_word benchmark, benchi_word metric,
                             benchi_word unit, benchi_word config);

/* Makes the keys by which sets are found anew, after sets went: of benchmark and metric alone;
 * names that are then alike keep their config.  BENCH_ERR_MEMORY. */
bench_status benchi_rows_keys(benchi_rows *rows);

/* Puts the keys whose values differ within the file into the names ("sort/commit=1a2b"), and
 * finds sets by benchmark and metric alone then.  BENCH_ERR_MEMORY. */
bench_status benchi_rows_name_configs(benchi_rows *rows);

/* The number of that set, or BENCHI_NO_NAME. */
uint32_t benchi_rows_find(const benchi_rows *rows, benchi_word benchmark, benchi_word metric);

/* The number of the next row of the file, for the mark of its values; 0 where rows are not kept. */
uint32_t benchi_rows_next(benchi_rows *rows);

/* Adds a value to a set.  If mark (NULL for none) carries a run, a round or a row and
 * earlier values did not, those get 0. */
bench_status benchi_set_add(benchi_set *set, double x, const benchi_mark *mark);

/* Replaces the values of each run by their median, stretches of one run one by one; without runs
 * each value stands for itself. */
void benchi_set_medians(benchi_set *set);

/* Is it one of the columns that bench sample writes beside the times? */
bool benchi_name_aside(const char *metric);

/* The unit of such a column, as cbdr has it too: "s", "B"; "" if it is unknown. */
const char *benchi_name_unit(const char *metric);

/* Keeps a fact of the file, the first of each key of benchi_guarded and of cache1_bytes to
 * cache3_bytes. */
bench_status benchi_rows_fact(benchi_rows *rows, benchi_word key, benchi_word text);

/* Keeps a sentence about something left out, printf-like, cut to 400 bytes. */
BENCHI_PRINTF(2, 3)
bench_status benchi_rows_note(benchi_rows *rows, const char *format, ...);

/* Notes that a run failed.  *left_out: it was ended by a signal, its row is not to be read. */
bench_status benchi_rows_exit(benchi_rows *rows, const char *name, double status, bool *left_out);

/* Frees the values of a set. */
void benchi_set_free(benchi_set *set);

void benchi_rows_free(benchi_rows *rows);

#include "data/results.h"

/*
 * Keys that a file gives its results, "key=value\n" each: goos, cpu, commit.
 */

#define BENCHI_FILE_KEYS 2048 /* bytes of all keys and values of a result, at most */

/* The value of a key, its length 0 if there is none. */
benchi_word benchi_file_key(const char *config, benchi_word key);

/* Gives key a value in place of its former one; an empty value removes the key, as in Go's format.
 * Returns false if there is no capacity left; then nothing changes. */
bool benchi_file_key_set(char config[BENCHI_FILE_KEYS], benchi_word key, benchi_word value);

/* The next "key=value" at *at, which moves behind it.  false at the end. */
bool benchi_file_key_next(const char **at, benchi_word *key, benchi_word *value);

/* Where "-8", a number of processors, ends a name; its end if nothing does. */
const char *benchi_processors(const char *name);

/*
 * What the results belong to: facts about machine, clock, compiler and run.
 */

/* Where facts come from; what is NULL, NaN or zero-filled gives none. */
typedef struct benchi_sources {
	const char *program;           /* its name */
	double began;                  /* seconds since 1970; 0 or NaN: not known */
	uint64_t seed;                 /* 0: not known */
	size_t processes;              /* that were measured; 0: not known */
	const benchi_machine *machine;
	const bench_cpu *cpu;          /* of bench_cpu_clock */
	const bench_timing *timing;    /* of bench_calibrate */
	const char *compiler;          /* the program's */
	const char *flags;             /* the program's */
} benchi_sources;

/* Adds the facts of sources, and those of this library: its version, compiler and flags.
 * BENCH_ERR_MEMORY. */
bench_status benchi_context_fill(benchi_context *context, const benchi_sources *sources);

/* Adds one fact; a missing one ("" or NULL, NaN) is not added.  BENCH_ERR_MEMORY. */
bench_status benchi_context_text(benchi_context *context, const char *key, const char *text);
bench_status benchi_context_number(benchi_context *context, const char *key, double number);

/* Facts that times depend on, which must agree if results are compared: processor, hypervisor,
 * clock, libbench_version, method, compiler, flags, libbench_flags. */
enum { BENCHI_GUARDED = 8 };
extern const char *const benchi_guarded[BENCHI_GUARDED];

/* What an interval covers: "processes", the median over starts of the program; "process", what
 * this one would show if it went on; "" for 0. */
const char *benchi_scope_name(size_t processes);

/* The fact of that key, or NULL. */
const benchi_fact *benchi_context_find(const benchi_context *context, const char *key);

/* The text of a fact, or ""; its number, or NaN. */
const char *benchi_context_word(const benchi_context *context, const char *key);
double benchi_context_value(const benchi_context *context, const char *key);

/* A moment in UTC as "2026-11-20T18:55:32Z", whatever the zone and the locale; "" for
 * one outside the years 1970 to 9999.  text: capacity for 24.  Returns text. */
char *benchi_date_text(double seconds, char *text);

/* Seconds since 1970 of such a text; a fraction is left out, an offset such as "+01:00" counts.
 * NaN for any other text. */
double benchi_date_seconds(const char *text);

void benchi_context_free(benchi_context *context);

/*
 * Units of measurement in files, and how they convert.
 */

/* The unit that text begins with, as a constant, and in *length how much of text it is; NULL:
 * none.  A unit ends where the text ends or a blank or line end follows. */
const char *benchi_unit_begin(const char *text, const char *end, size_t *length);

/* What a number in the unit from is multiplied with to be one in the unit to; NaN: they are
 * not of one kind, or one is unknown. */
double benchi_unit_factor(const char *from, const char *to);

/* How many seconds, bytes, ... a unit is; and of what: "s", "B", "Hz", ...; NaN, NULL. */
double benchi_unit_size(const char *unit, const char **of);

/* Nanoseconds in "ns", "us", "ms" or "s"; 0 for any other unit. */
double benchi_unit_ns(const char *unit);

/* Replaces a tool's name of a unit by ours: "second" by "s", and "ns/op", "ns/iter" by "ns". */
void benchi_unit_plain(char unit[24]);

/* Converts the set's values to another unit, which outlives it.  BENCH_ERR_ARGUMENT: they are
 * not of one kind. */
bench_status benchi_set_convert(benchi_set *set, const char *unit);

/*
 * Bounds that users state: limits that no result can pass, and what they expect.
 */

enum { BENCHI_BOUND_PATTERN = 128, BENCHI_BOUND_METRIC = 64 };

typedef struct benchi_bound {
	char pattern[BENCHI_BOUND_PATTERN];  /* of names; "" is all */
	char metric[BENCHI_BOUND_METRIC];
	double low, high;                    /* infinite: no end on that side */
	bool low_in, high_in;                /* whether the end itself is within */
	const char *text;                    /* as it was stated; not copied */
} benchi_bound;

/* Reads "[GLOB:]METRIC<VALUE", with <, <=, > or >=, or "[GLOB:]METRIC=LOW..HIGH", ends included.
 * metrics: those there are, NULL behind the last; NULL: any.  text must outlive the bound.
 * BENCH_ERR_ARGUMENT, with what was found and expected in the detail. */
bench_status benchi_bound_read(const char *text, const char *const *metrics, benchi_bound *bound);

/* Where an interval lies: 0 at least partly within, -1 wholly below, 1 wholly above. */
int benchi_bound_side(const benchi_bound *bound, double low, double high);

/* What is said of a prediction: "as expected", "less than expected", "more than expected". */
const char *benchi_bound_answer(int side);

/*
 * Text from outside within XML, HTML, JSON, CSV and Markdown.
 */

/* Text for XML and HTML: & < > " ' as entities; what XML does not allow (control
 * characters, broken UTF-8) as U+FFFD. */
void benchi_xml_text(FILE *out, const char *text);

/* The same between markup, such as an element's begin and end. */
void benchi_xml_between(FILE *out, const char *before, const char *text, const char *after);

/* A coordinate, two decimals at most, without regard to the locale. */
void benchi_xml_number(FILE *out, double x);

/* A string of JSON in its quotes; NULL: null.  What is no UTF-8 as U+FFFD. */
void benchi_json_text(FILE *out, const char *text);

/* A field of CSV in its quotes, "" for a quote; what is no UTF-8 as U+FFFD. */
void benchi_csv_text(FILE *out, const char *text);

/* The same, in quotes only where a reader could take it for something else. */
void benchi_csv_field(FILE *out, const char *text);

/* A cell of a Markdown table: on one line, safe for a terminal, with markup escaped. */
void benchi_markdown_text(FILE *out, const char *text);

/* What separates the fields of a header: a comma if it holds one, else a tab, or a semicolon. */
char benchi_separator(const char *s, const char *end);

/*
 * Reading files of measurements, whatever wrote them (bench-format(5)).
 */

/* How a table of ours, and one of a ramp, begins; its version follows. */
#define BENCHI_OWN_TABLE "# libbench "

/* How plain numbers are laid out; zero-filled is one number a line, or the first field. */
typedef struct benchi_plain {
	const char *delimiters; /* between fields; NULL: blank and tab */
	size_t column;          /* from 1; 0: the first */
	bool as_c;              /* what strtod takes is a number, infinite and NaN too */
} benchi_plain;

typedef struct benchi_read_options {
	benchi_plain plain;
	bool only_plain; /* do not look: these are plain numbers */
	bool keep_rows;  /* values keep the number of their row */
	bool keep_summaries; /* those of our own JSON are sets of metrics BENCHI_SUMMARY... */
	bool keep_keys;  /* the file's own keys stay out of the names: sets differ by config */
} benchi_read_options;

/*
 * Reads all of file into rows, which must be zero-filled.  name: for messages.
 * options: NULL for the defaults.
 *
 * BENCH_ERR_INPUT: malformed, or no number in it; the detail names file, line, what
 * was found and what was expected.  BENCH_ERR_MEMORY.  rows is to be freed whatever
 * is returned.
 */
bench_status benchi_read(FILE *file, const char *name, const benchi_read_options *options,
                         benchi_rows *rows);

#endif
