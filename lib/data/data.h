/*
 * Data: sets of values, the readers that fill them, and text from outside.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_DATA_H
#define BENCHI_DATA_DATA_H

#include "measure/measure.h"

/*
 * Text in UTF-8: characters, their width, and text that is safe to print.
 */

/* One character. */
typedef struct benchi_character {
	uint32_t code;
	const char *bytes;
	size_t length;  /* 1 to 4 */
} benchi_character;

/* Reads the character at *text and advances *text; an invalid byte becomes U+FFFD. Returns false at
 * the end. */
bool benchi_utf8_next(const char **text, benchi_character *character);

/* Returns the width of a character in terminal columns: 0 to 2. */
size_t benchi_utf8_width(const benchi_character *character);

/* Returns the width of text in terminal columns. An unprintable character counts as 1. */
size_t benchi_utf8_columns(const char *text);

/* Copies nothing: sets *safe to bytes that are safe to print for the character at *text, and moves
 * *text past the character. Returns the number of bytes; 0 at the end. Control characters, and
 * characters that change the direction of writing, become '?', invalid bytes U+FFFD. Print no text
 * from outside to a terminal without this function. */
size_t benchi_utf8_safe(const char **text, const char **safe);

/* Returns a copy in which invalid bytes are U+FFFD; the caller frees it. plain 1: also safe for
 * a terminal; plain 2: also '?' for all that is not ASCII. NULL if memory runs out. */
char *benchi_utf8_clean(const char *text, int plain);

/* Shortens text in place to at most `columns` (>= 5) columns; ".." replaces its middle. */
void benchi_utf8_shorten(char *text, size_t columns);

/*
 * Reads a duration above 0 into *ns: a number and its unit (ns, us, ms, s, m, min, h), with or
 * without a blank between them. bare: a number without a unit is in seconds. Returns false for any
 * other text; *ns is then undefined.
 */
bool benchi_duration(const char *text, bool bare, double *ns);

/* Returns true if text ends in one of `ends`, which are separated by blanks. */
bool benchi_ends_in(const char *text, const char *ends);

/* Returns true if word is one of the words in list, which are separated by blanks. Either may
 * be NULL. */
bool benchi_listed(const char *list, const char *word);

/* Returns how many decimals (0 to 9) to print of x, which is known to within spread: two digits
 * of the spread, and at least the first digit of x. */
int benchi_number_decimals(double x, double spread);

/*
 * Options of a command: short options, also in clusters; long options with "=" or the next word as
 * argument. Operands may stand between options; "--" ends the options.
 */

#define BENCHI_OPTION_END (-1)
#define BENCHI_OPTION_UNKNOWN (-2)  /* value: the option, a letter or --word */
#define BENCHI_OPTION_BARE (-3)     /* no argument; value: the option */
#define BENCHI_OPTION_FULL (-4)     /* needless argument; value: the option */

typedef struct benchi_option {
	int letter;       /* returned by benchi_options_next; below 256 also the short option */
	const char *word; /* long option without "--", or NULL; a flag may be "name=word" */
	bool argument;
} benchi_option;

typedef struct benchi_options {
	const benchi_option *known; /* ends with letter 0 */
	char **argv;         /* the first `operands` elements are operands */
	int argc, next, operands;
	const char *cluster; /* rest of the current argument */
	const char *value;   /* argument of the option just returned */
	char name[3];
	bool ended;          /* "--" was seen */
} benchi_options;

/* argv: without the command's name. Operands are moved to its front. */
void benchi_options_start(benchi_options *o, const benchi_option *known, int argc, char **argv);

/* Returns the letter of the next option, or one of the codes above. After BENCHI_OPTION_END the
 * operands are argv[0] to argv[operands - 1]. */
int benchi_options_next(benchi_options *o);

/*
 * Names and their numbers: equal texts always have the same number.
 */

#define BENCHI_NO_NAME UINT32_MAX

typedef struct benchi_name_slot {
	uint32_t hash, number; /* number + 1 of the name; 0: the slot is free */
} benchi_name_slot;

/* Zero-filled is empty. text[i] is name i, in order of first appearance. */
typedef struct benchi_name_table {
	char **text;            /* n names, and space for slots / 2 */
	benchi_name_slot *slot; /* hash table */
	size_t n, slots;
} benchi_name_table;

/* Returns the number of the name of `length` bytes at text (no NUL in it), adding the name if it is
 * new. BENCHI_NO_NAME if memory runs out. */
uint32_t benchi_name_table_add(benchi_name_table *names, const char *text, size_t length);

/* Returns the number of a name; BENCHI_NO_NAME if it was never added. */
uint32_t benchi_name_table_find(const benchi_name_table *names, const char *text, size_t length);

void benchi_name_table_free(benchi_name_table *names);

/*
 * Rows: what every reader fills and every report is made of.
 *
 * A set holds the values of one benchmark for one metric, in the order in which they were
 * measured. A value may carry its run (process, boot, block) and its round. Rows are all sets of
 * one file.
 */

/* Whether less or more is better, as far as the name and unit of a metric tell. */
typedef enum benchi_better {
	BENCHI_BETTER_UNKNOWN = 0,
	BENCHI_BETTER_LOWER = 1,
	BENCHI_BETTER_HIGHER = 2
} benchi_better;

typedef struct benchi_set {
	const char *benchmark, *metric; /* "" if the file has no name */
	const char *unit;               /* "ns", "s", ...; "" if unknown */
	const char *config;             /* keys of the file, "key=value\n" each; or "" */
	double *x;                      /* n values, in run order */
	uint32_t *run;                  /* n indices into rows->runs, or NULL */
	uint32_t *round;                /* n rounds, or NULL */
	size_t *place;                  /* of n values, their places in the set as it was read, from 0;
	                                   NULL: the same as here */
	size_t n, capacity;
	benchi_better better;
	bool aside;                     /* a by-product of the measurement: compared only on request */
	bool unordered;                 /* x is not in the order of measurement */
} benchi_set;

/* One fact, on one line. */
typedef struct benchi_fact {
	const char *key;     /* such as "processor", from the list in bench-results(5); not copied */
	char *text;          /* NULL for a number */
	double number;
} benchi_fact;

/* Zero-filled is empty. */
typedef struct benchi_context {
	benchi_fact *fact;   /* in the order of printing */
	size_t n, capacity;
} benchi_context;

/* Zero-filled is empty. */
typedef struct benchi_rows {
	benchi_set *set; /* in order of first appearance */
	size_t sets, capacity;
	benchi_name_table benchmarks, metrics, units, runs, configs;
	benchi_name_table keys;   /* one per set: benchmark, metric and perhaps config */
	benchi_name_table notes;  /* what the reader left out, one sentence each */
	bool ramp;                /* the steps of a ramp, which are no sample */
	bool lines;               /* JSON lines, to which more can be appended */
	bool cases;               /* cases of one program, which are compared with each other only on
	                             request */
	bool processes;           /* results of our programs: each run is a process */
	bool in_rounds;           /* rows of bench sample: each round has a value of every command */
	bool anytime;             /* an answer ended their sampling: only anytime methods are valid */
	bool keep_summaries;      /* set by the caller: see benchi_read_options */
	benchi_context facts;     /* facts that the file states: see benchi_rows_fact */
} benchi_rows;

/* Prefix of metrics from a summary in our own JSON: "summary.ns", and 1 for each warning. */
#define BENCHI_SUMMARY "summary."

/* What a value carries in addition; zero-filled is nothing. */
typedef struct benchi_mark {
	uint32_t run, round;
	bool has_run, has_round;
} benchi_mark;

/* Returns true if number can be a round; the text for messages if it cannot. */
bool benchi_is_round(double number);
/* Key and column of the rows of bench sample: 1 if the runs ended because there was
 * an answer, else 0. */
#define BENCHI_ROW_ANYTIME "anytime"
/* Keys and columns that name the run of a value. */
#define BENCHI_RUN_KEYS "run process boot block"
#define BENCHI_ROUND_EXPECTED "a whole number from 0 to 4294967295"

/* Part of a text; no NUL ends it. */
typedef struct benchi_word {
	const char *text;
	size_t length;
} benchi_word;

benchi_word benchi_word_of(const char *text);
bool benchi_word_same(benchi_word a, benchi_word b);
bool benchi_word_is(benchi_word word, const char *text);
/* Reads a word that is a number from its first to its last byte. Returns false for other words. The
 * byte after the word must not look like part of a number. grouped: ignores commas between groups
 * of three digits; a comma that cannot be one of these ("54,479292", "0,123") is a decimal
 * point. */
bool benchi_word_number(benchi_word word, bool grouped, double *number);

/* Returns which direction is better, by the words in the metric's name and by its unit. */
benchi_better benchi_better_of(const char *metric, const char *unit);

/* Returns the index of the set of benchmark and metric, making the set if it is new; SIZE_MAX if
 * memory runs out. unit is used for a new set only. */
size_t benchi_rows_set(benchi_rows *rows, benchi_word benchmark, benchi_word metric,
                       benchi_word unit);

/* As benchi_rows_set, for a benchmark with keys, "key=value\n" each. */
size_t benchi_rows_set_under(benchi_rows *rows, benchi_word benchmark, benchi_word metric,
                             benchi_word unit, benchi_word config);

/* Rebuilds rows->keys after sets were removed. Sets are then found by benchmark and metric;
 * sets with equal names keep their config. BENCH_ERR_MEMORY. */
bench_status benchi_rows_keys(benchi_rows *rows);

/* Adds the keys that differ within the file to the names ("sort/commit=1a2b") and rebuilds
 * rows->keys. BENCH_ERR_MEMORY. */
bench_status benchi_rows_name_configs(benchi_rows *rows);

/* Returns the set of benchmark and metric; NULL if there is no such set. */
const benchi_set *benchi_metric_set(const benchi_rows *rows, const char *benchmark,
                                    const char *metric);

/* Returns the median of its values, which are then in another order; NaN if there are none. */
double benchi_metric_median(const benchi_rows *rows, const char *benchmark, const char *metric);

/* Adds a value to a set. mark may be NULL. If the mark is the first of the set to carry a run
 * or a round, earlier values get 0. BENCH_ERR_MEMORY. */
bench_status benchi_set_add(benchi_set *set, double x, const benchi_mark *mark);

/* Replaces each stretch of values of one run by its median. No-op for a set without runs. */
void benchi_set_medians(benchi_set *set);

/* Returns true for a column that bench sample writes in addition to the times. */
bool benchi_name_aside(const char *metric);

/* Returns the unit of such a column, "s" or "B", as in cbdr's tables; "" if unknown. */
const char *benchi_name_unit(const char *metric);

/* Keeps a fact of the file if its key is one of benchi_guarded, or cache1_bytes to
 * cache3_bytes. The first value of a key counts. BENCH_ERR_MEMORY. */
bench_status benchi_rows_fact(benchi_rows *rows, benchi_word key, benchi_word text);

/* Keeps a note on what was left out, printf-like, cut to 400 bytes. BENCH_ERR_MEMORY. */
BENCHI_PRINTF(2, 3)
bench_status benchi_rows_note(benchi_rows *rows, const char *format, ...);

/* Notes that a run failed. Sets *left_out if a signal ended the run: its values do not count. */
bench_status benchi_rows_exit(benchi_rows *rows, const char *name, double status, bool *left_out);

/* Frees the values of a set. */
void benchi_set_free(benchi_set *set);

void benchi_rows_free(benchi_rows *rows);

#include "data/results.h"

/*
 * Keys of results, as "key=value\n" each: goos, cpu, commit.
 */

#define BENCHI_FILE_KEYS 2048 /* capacity for all keys and values of a result, with NULs */

/* Returns the value of a key; empty if not found. */
benchi_word benchi_file_key(const char *config, benchi_word key);

/* Sets the value of a key. An empty value removes the key, as in Go's format. Returns false,
 * and changes nothing, if config is full. */
bool benchi_file_key_set(char config[BENCHI_FILE_KEYS], benchi_word key, benchi_word value);

/* Returns where a number of processors ("-8") ends the name, or the end of the name. */
const char *benchi_processors(const char *name);

/*
 * Context: facts about the machine, the clock, the compiler and the run.
 */

/* Sources of facts. NULL, NaN and 0 stand for unknown. */
typedef struct benchi_sources {
	const char *program;           /* name of the program */
	double began;                  /* seconds since 1970 */
	uint64_t seed;
	size_t processes;              /* processes that were measured */
	const benchi_machine *machine;
	const bench_cpu *cpu;          /* result of bench_cpu_clock */
	const bench_timing *timing;    /* result of bench_calibrate */
	const char *compiler;          /* the program's compiler */
	const char *flags;             /* the program's flags */
} benchi_sources;

/* Adds the facts of sources, then version, compiler and flags of this library.
 * BENCH_ERR_MEMORY. */
bench_status benchi_context_fill(benchi_context *context, const benchi_sources *sources);

/* Adds one fact; no-op for an unknown one ("", NULL, NaN). BENCH_ERR_MEMORY. */
bench_status benchi_context_text(benchi_context *context, const char *key, const char *text);
bench_status benchi_context_number(benchi_context *context, const char *key, double number);

/* Facts that times depend on. They must agree for a fair comparison. */
enum { BENCHI_GUARDED = 8 };
extern const char *const benchi_guarded[BENCHI_GUARDED];

/* Returns what an interval covers: "processes" (the median over starts of the program),
 * "process" (what this process would show if it continued), or "" for 0. */
const char *benchi_scope_name(size_t processes);

/* Return the text of a fact, or ""; its number, or NaN. */
const char *benchi_context_word(const benchi_context *context, const char *key);
double benchi_context_value(const benchi_context *context, const char *key);

/* Writes a time in UTC as "2026-11-20T18:55:32Z" and returns text, which holds 24 bytes.
 * Independent of time zone and locale. "" for a time before 1970 or after 9999. */
char *benchi_date_text(double seconds, char *text);

/* Returns the seconds since 1970 of such a text; NaN for any other text. An offset such as
 * "+01:00" is used, a fraction is ignored. */
double benchi_date_seconds(const char *text);

void benchi_context_free(benchi_context *context);

/*
 * Units of measurement in files, and how they convert.
 */

/* Returns the unit at the start of text, a constant, and its length; NULL if none of ours. A
 * unit ends at a blank, the end of the line, or `end`. */
const char *benchi_unit_begin(const char *text, const char *end, size_t *length);

/* Returns the factor that converts a number from one unit to another; NaN if the units measure
 * different things or are unknown. */
double benchi_unit_factor(const char *from, const char *to);

/* Returns the nanoseconds in "ns", "us", "ms" or "s"; 0 for any other unit. */
double benchi_unit_ns(const char *unit);

/* Replaces a tool's name of a unit by ours: "second" by "s", "ns/op" and "ns/iter" by "ns". */
void benchi_unit_plain(char unit[24]);

/*
 * Bounds that users state: limits, and expectations of results.
 */

enum { BENCHI_BOUND_PATTERN = 128, BENCHI_BOUND_METRIC = 64 };

typedef struct benchi_bound {
	char pattern[BENCHI_BOUND_PATTERN];  /* glob of names; "" is all */
	char metric[BENCHI_BOUND_METRIC];
	double low, high;                    /* infinite if there is no bound */
	bool low_in, high_in;                /* whether the bound itself is allowed */
	const char *text;                    /* as stated; not copied */
} benchi_bound;

/* Reads "[GLOB:]METRIC<VALUE", with <, <=, > or >=, or "[GLOB:]METRIC=LOW..HIGH", which includes
 * both ends. metrics: allowed names, then NULL; NULL allows any. The bound keeps the pointer
 * `text`. BENCH_ERR_ARGUMENT, with what was found and expected. */
bench_status benchi_bound_read(const char *text, const char *const *metrics, benchi_bound *bound);

/* Returns -1 if an interval is entirely below the bounds, 1 if above, 0 otherwise. */
int benchi_bound_side(const benchi_bound *bound, double low, double high);

/* Returns "as expected", "less than expected" or "more than expected". */
const char *benchi_bound_answer(int side);

/*
 * Writes text from outside as XML, HTML, JSON, CSV or Markdown.
 */

/* Text for XML and HTML, with entities for & < > " '. Control characters and invalid UTF-8
 * become U+FFFD. */
void benchi_xml_text(FILE *out, const char *text);

/* The same text, between two pieces of markup. */
void benchi_xml_between(FILE *out, const char *before, const char *text, const char *after);

/* A coordinate with at most two decimals, independent of the locale. */
void benchi_xml_number(FILE *out, double x);

/* A JSON string in quotes; null for NULL. Invalid UTF-8 becomes U+FFFD. */
void benchi_json_text(FILE *out, const char *text);

/* A CSV field in quotes, with "" for a quote. Invalid UTF-8 becomes U+FFFD. */
void benchi_csv_text(FILE *out, const char *text);

/* Writes a CSV field, in quotes only if a reader could misread the field. */
void benchi_csv_field(FILE *out, const char *text);

/* A cell of a Markdown table: one line, safe for a terminal, markup escaped. */
void benchi_markdown_text(FILE *out, const char *text);

/* Returns the separator of a header: a comma if it has one outside of quotes, else a tab, else a
 * semicolon. */
char benchi_separator(const char *s, const char *end);

/*
 * Our own files.
 */

/* Start of our own tables; a version follows. */
#define BENCHI_OWN_TABLE "# libbench "

#endif
