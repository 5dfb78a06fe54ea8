/*
 * Writing a program's results in one of several formats (bench-results(5)).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_WRITE_H
#define BENCHI_WRITE_WRITE_H

#include "analysis/analysis.h"

/*
 * What the writers share: numbers, JSON members, lines, and whether everything arrived.
 */

/* Flushes out. BENCH_ERR_OUTPUT, with the system's reason, if anything written since the file
 * was opened got lost. */
bench_status benchi_output_end(FILE *out);

/* Writes a number that reads back as the same value, or "null". */
void benchi_put_number(FILE *out, double x);

/* Writes , "key": without a value, or with the value. */
void benchi_put_key(FILE *out, const char *key);
void benchi_put_pair(FILE *out, const char *key, double x);
void benchi_put_pair_text(FILE *out, const char *key, const char *text);

/* Writes text on one line, safe for a terminal (benchi_utf8_safe). */
void benchi_put_line(FILE *out, const char *text);

/* A JSON object; the members of one on a single line; lines "# key: value". */
typedef enum benchi_context_form { BENCHI_CONTEXT_OBJECT, BENCHI_CONTEXT_MEMBERS,
	BENCHI_CONTEXT_LINES } benchi_context_form;

/* Writes the context in a form. context: may be NULL. */
void benchi_put_context(FILE *out, const benchi_context *context, benchi_context_form form);

/* Returns whether a row without a result was skipped, or had no complete window. Otherwise the
 * row failed. */
bool benchi_row_was_skipped(const benchi_result *result);

/* Returns the time that throughput is counted from: wall_ns if several threads ran, else ns. */
double benchi_throughput_ns(const benchi_result *result);

/* Writes words with line breaks before `columns`, after a label on the first line; later lines
 * are indented by the label's width. A number and its % stay together. Safe for a terminal.
 * Returns the number of lines. */
size_t benchi_put_wrapped(FILE *out, const char *label, const char *text, size_t columns);

/* Writes a sentence in the same way, printf-like, in lines of 80 columns without a label. */
BENCHI_PRINTF(2, 3)
void benchi_put_sentence(FILE *out, const char *format, ...);

/* Writes words from *column on, and updates *column. Returns the number of line breaks. */
size_t benchi_put_words(FILE *out, const char *text, size_t *column, size_t indent, size_t columns);

/*
 * Numbers for people: three digits, a suitable unit, no digit that is not known.
 */

/* Returns half the width of an interval: the larger half. */
static inline double benchi_half_width(double low, double middle, double high)
{
	return fmax(high - middle, middle - low);
}

/* Returns whether a figure may be used: its interval is at most a quarter of it to either side. */
static inline bool benchi_is_usable(double low, double middle, double high)
{
	return benchi_half_width(low, middle, high) <= .25 * middle;
}

/* Returns whether the table lets a row's time be quoted. */
bool benchi_time_is_usable(const benchi_result *result);

#define BENCHI_SCALED_TEXT 32 /* capacity of a text, including NUL */

/*
 * Formats value with three significant digits, or fewer: no digit below the first digit of
 * uncertainty (half width of the interval; NaN, 0 or infinite if unknown), and none below the
 * third decimal. "-" if value is not finite.
 *
 * Returns text (BENCHI_SCALED_TEXT bytes).
 */
char *benchi_scaled(double value, double uncertainty, benchi_units_of units, char *text);

/* Formats a share in percent without its sign: "0.52 %", "3.2 %", "20 %", ">999 %". Rounds up, to
 * at least 0.01 %, so that an interval never looks narrower than it is. "" for NaN. Returns
 * text. */
char *benchi_percent(double share, char *text);

/* Formats a change as "+3.7 %", with two digits of spread (half of an interval; one decimal if
 * unknown) and at least one significant digit. "-" if not finite. Returns text
 * (BENCHI_SCALED_TEXT bytes). */
char *benchi_signed_percent(double share, double spread, char *text);

/* Returns whether the interval of a change spans from below a tenth to above ten times the
 * base. Its ends are then meaningless and are not printed. */
bool benchi_shares_unknown(double low, double high);

#define BENCHI_UNIT_TEXT 40

/* How to show numbers of a unit: the divisor and the unit. glued: the prefix directly follows
 * the number and there is no unit ("12k"). */
typedef struct benchi_shown {
	double divisor;
	char unit[BENCHI_UNIT_TEXT];
	bool glued;
} benchi_shown;

/* Returns the best way to show numbers up to `largest`. utf8: use the micro sign. */
benchi_shown benchi_shown_for(const char *unit, double largest, bool utf8);

/* Joins a formatted number and its unit. text: `size` bytes. Returns text. */
char *benchi_shown_join(const char *number, const benchi_shown *how, char *text, size_t size);

/* Formats a number with its unit, "1.234 ms". digits: 1 to 17. Returns text. */
char *benchi_value_text(double x, const char *unit, int digits, bool utf8, char *text,
                        size_t size);

/* Returns the family of a unit, and the unit's place in it; NULL for an unknown unit. */
const benchi_unit *benchi_unit_find(const char *unit, size_t *place);

/* Rows of the table of formats; format names are in the same order. */
typedef enum benchi_format { BENCHI_FORMAT_TEXT, BENCHI_FORMAT_CSV, BENCHI_FORMAT_JSON,
	BENCHI_FORMAT_GOOGLE, BENCHI_FORMAT_GO, BENCHI_FORMAT_MARKDOWN, BENCHI_FORMAT_FOLDED,
	BENCHI_FORMATS } benchi_format;

#define BENCHI_FORMAT_NAMES "text|csv|json|google|go|markdown|folded"
#define BENCHI_FORMAT_RAMPS "text, csv or json"                /* formats that ramps have */

/* The look of output; zero-filled is plain ASCII. */
typedef struct benchi_output_style {
	size_t columns;  /* terminal width, from 60; 0: unlimited tables, 80 columns for words */
	bool colour, utf8;
	bool brief;      /* no context, no advice (--quiet) */
	bool markdown, html; /* markup of tables and the text around them */
} benchi_output_style;

/*
 * Tables: heads and rows of cells, written as aligned text, Markdown or HTML.
 */

enum { BENCHI_GRID_COLUMNS = 80 };

/* Terminal styles. BOLD and CODE also show in Markdown. */
typedef enum benchi_paint { BENCHI_PAINT_NONE = 0, BENCHI_PAINT_BOLD = 1, BENCHI_PAINT_DIM = 2,
	BENCHI_PAINT_RED = 31, BENCHI_PAINT_YELLOW = 33, BENCHI_PAINT_CODE = 100 } benchi_paint;

/* Properties of a column: left-aligned text (numbers otherwise); kept though empty; omitted
 * first if a line is too short. */
enum { BENCHI_GRID_LEFT = 1, BENCHI_GRID_KEPT = 2, BENCHI_GRID_SPARE = 4,
	BENCHI_GRID_OUT = 8,    /* the column was left out: the table is too wide */
	BENCHI_GRID_PLAIN = 16  /* head without markup */ };

typedef struct benchi_grid_cell {
	char *text;      /* NULL: an empty cell */
	benchi_paint paint;
} benchi_grid_cell;

/* Zero-filled is an empty grid. */
typedef struct benchi_grid {
	benchi_grid_cell head[BENCHI_GRID_COLUMNS];
	unsigned how[BENCHI_GRID_COLUMNS];  /* properties of each column */
	size_t columns, rows;
	benchi_grid_cell *cell;  /* rows * columns cells, row by row */
	size_t capacity;         /* space for cells */
	size_t at;               /* the next cell to fill */
	size_t indent;           /* blanks before each line */
	bool no_memory;          /* a cell is missing: the grid is not written */
} benchi_grid;

/* Adds a column before any row. The first column holds names. */
void benchi_grid_column(benchi_grid *g, const char *head, unsigned how);

/* Adds several columns, "<name|median": heads separated by |, text columns marked by <. */
void benchi_grid_heads(benchi_grid *g, const char *heads);

/* Begins a row. Missing cells are empty. */
void benchi_grid_row(benchi_grid *g);
/* Begins a row with its first cell. */
BENCHI_PRINTF(2, 3)
void benchi_grid_line(benchi_grid *g, const char *format, ...);
/* Puts a text into the next cell of the row, from left to right; benchi_grid_paint in a style. */
BENCHI_PRINTF(2, 3)
void benchi_grid_put(benchi_grid *g, const char *format, ...);
void benchi_grid_paint(benchi_grid *g, benchi_paint paint, const char *text);

/* Returns whether any row fills the column. */
bool benchi_grid_filled(const benchi_grid *g, size_t column);

/* benchi_grid_write writes the grid, benchi_grid_free frees it, benchi_grid_end does both.
 * BENCH_ERR_MEMORY if this or an earlier step ran out of memory. */
void benchi_grid_write(benchi_grid *g, FILE *out, const benchi_output_style *style);
bench_status benchi_grid_free(benchi_grid *g);
bench_status benchi_grid_end(benchi_grid *g, FILE *out, const benchi_output_style *style);

/* Returns whether n names stay distinct when each is shortened to `columns`. False if out of
 * memory. */
typedef const char *benchi_name_of(const void *all, size_t i);
bool benchi_names_distinct(benchi_name_of *name_of, const void *all, size_t n, size_t columns);

/* Answers about cases, as sentences or rows of a Markdown table. Zero-filled except out and
 * markdown. _begin: before each kind of answer. _end: BENCH_ERR_MEMORY. */
typedef struct benchi_answers {
	FILE *out;
	bool markdown;
	benchi_grid grid;
} benchi_answers;

void benchi_answers_begin(benchi_answers *a);
BENCHI_PRINTF(3, 4)
void benchi_answers_put(benchi_answers *a, const char *name, const char *format, ...);

/* Returns the look for out: colour on a terminal unless NO_COLOR is set, the terminal's width, and
 * non-ASCII signs if the environment's locale has them. */
benchi_output_style benchi_look_for(FILE *out);

/* Writes a whole report and flushes out, which stays open. context: may be NULL. style: for
 * human-readable formats; NULL is zero-filled. BENCH_ERR_OUTPUT: writing failed (disk full,
 * pipe closed; see the detail). BENCH_ERR_MEMORY. */
typedef bench_status benchi_writer(FILE *out, const benchi_report *report,
                                   const benchi_context *context,
                                   const benchi_output_style *style);

/* A format: everything that help, messages and file names need to know. */
typedef struct benchi_format_row {
	const char *name;      /* name for --format */
	const char *ending;    /* file name ending that selects the format; NULL: none */
	benchi_writer *write;
	bool ramp;             /* the format has ramps (load/ramp_text.c) */
	bool people;           /* the format is for people: a summary without the windows */
} benchi_format_row;

extern const benchi_format_row benchi_formats[BENCHI_FORMATS];

/* Returns the format selected by the ending of a file's name; JSON, which holds everything, for any
 * other. */
benchi_format benchi_format_of_file(const char *path);

/* Writes in a format. BENCH_ERR_ARGUMENT: no such format. */
bench_status benchi_write(benchi_format format, FILE *out, const benchi_report *report,
                          const benchi_context *context, const benchi_output_style *style);

benchi_writer benchi_write_text, benchi_write_markdown;

/*
 * A comparison in words.
 */

/* The answer in one sentence. Returns text. */
char *benchi_answer_text_answer(const benchi_comparison *c, const benchi_question *question,
                                char *text, size_t size);

/* The method: "means compared (Welch's t, p = 0.01)". Returns text. */
char *benchi_answer_text_method(const benchi_comparison *c, char *text, size_t size);

/* Formats a difference as a signed share of the base, "+1.2 %", or plain if there is no share. of:
 * the interval whose width sets the number of digits. Returns text. */
char *benchi_answer_text_share(const benchi_comparison *c, const benchi_interval *of,
                               double difference, char *text, size_t size);

/* Returns why a row has no figures; NULL if it has. */
const char *benchi_cells_missing(const benchi_result *result);

/*
 * The context in four lines, above a table of results.
 */

/* Breaks lines before `columns` and omits what is unknown. utf8: see benchi_output_style. */
void benchi_put_header(FILE *out, const benchi_context *context, size_t columns, bool utf8);

#endif
