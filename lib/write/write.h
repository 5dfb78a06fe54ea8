/*
 * Writing a program's results in one of several formats (bench-results(5)).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_WRITE_H
#define BENCHI_WRITE_WRITE_H

#include "analysis/analysis.h"

/*
 * What the writers share: numbers, members of JSON, lines, and whether all of it arrived.
 */

/* Flushes.  BENCH_ERR_OUTPUT, with the system's reason, if anything since the file was
 * opened was not written. */
bench_status benchi_output_end(FILE *out);

/* A number that reads back the same, or "null". */
void benchi_put_number(FILE *out, double x);

/* , "key": and the value behind it. */
void benchi_put_key(FILE *out, const char *key);
void benchi_put_pair(FILE *out, const char *key, double x);
void benchi_put_pair_text(FILE *out, const char *key, const char *text);

/* Text on one line, safe for a terminal (benchi_utf8_safe). */
void benchi_put_line(FILE *out, const char *text);

/* The context as an object of JSON; its members alone, in one line; as lines "# key: value". */
void benchi_put_context(FILE *out, const benchi_context *context);
void benchi_put_context_members(FILE *out, const benchi_context *context);
void benchi_put_context_lines(FILE *out, const benchi_context *context);

/* Was the row, which has no result, skipped, or left without a whole window?  Else it failed. */
bool benchi_row_was_skipped(const benchi_result *result);

/* The context as such lines, then "# interrupted: ", and what is skipped or
 * impossible, each with its reason. */
void benchi_put_comments(FILE *out, const benchi_report *report, const benchi_context *context);

/* Words with line breaks, so that they end before columns, behind a label of one line;
 * later lines are indented by as much.  A number and its % stay together.  Safe for a
 * terminal.  Returns how many lines that were. */
size_t benchi_put_wrapped(FILE *out, const char *label, const char *text, size_t columns);

/* The same of a sentence, printf-like, in lines of 80 columns without a label. */
BENCHI_PRINTF(2, 3)
void benchi_put_sentence(FILE *out, const char *format, ...);

/* The same of words alone, from *column on, which they move; returns the breaks. */
size_t benchi_put_words(FILE *out, const char *text, size_t *column, size_t indent,
                      size_t columns);

/*
 * Numbers for people: three digits, a unit that fits, no digit that is not known.
 */

#define BENCHI_SCALED_TEXT 32 /* capacity for a text, its closing NUL included */

/*
 * value with three significant digits, or fewer: no digit below the first digit of
 * uncertainty, the half width of its interval (NaN, 0 or infinite: unknown, three digits),
 * nor below the third decimal.
 * "-" if it is not finite.  Returns text (BENCHI_SCALED_TEXT).
 */
char *benchi_scaled(double value, double uncertainty, benchi_units_of units, char *text);

/* A share in percent, without its sign: "0.52 %", "3.2 %", "20 %", ">999 %"; rounded
 * up, and 0.01 % at least: an interval is never shown narrower than it is.  "" for NaN. */
char *benchi_percent(double share, char *text);

/* A change as a share: "+3.7 %", with two digits of spread (half of an interval; one decimal if it
 * is not known), one significant digit of what is not 0 at least; "-" if not finite.  Returns text
 * (BENCHI_SCALED_TEXT). */
char *benchi_signed_percent(double share, double spread, char *text);

/* Whether an interval of a change reaches from below a tenth to above ten times the base: its ends
 * mean nothing then, and are not printed. */
bool benchi_shares_unknown(double low, double high);

#define BENCHI_UNIT_TEXT 40

/* How numbers of a unit are shown: divided, and with which unit.  Glued: the letter
 * stands directly behind the number, and there is no unit ("12k"). */
typedef struct benchi_shown {
	double divisor;
	char unit[BENCHI_UNIT_TEXT];
	bool glued;
} benchi_shown;

/* How numbers up to largest in that unit are best shown.  utf8: a micro sign. */
benchi_shown benchi_shown_for(const char *unit, double largest, bool utf8);

/* A number's text with its unit.  text: capacity for size.  Returns text. */
char *benchi_shown_join(const char *number, const benchi_shown *how, char *text, size_t size);

/* A number with its unit, "1.234 ms"; digits: 1 to 17. */
char *benchi_value_text(double x, const char *unit, int digits, bool utf8, char *text,
                        size_t size);

/* The family in which a unit is, and where; NULL if none is known. */
const benchi_unit *benchi_unit_find(const char *unit, size_t *place);

/* Rows of the table of formats; their names are in this order, too. */
typedef enum benchi_format { BENCHI_FORMAT_TEXT, BENCHI_FORMAT_CSV, BENCHI_FORMAT_JSON,
	BENCHI_FORMAT_GOOGLE, BENCHI_FORMAT_GO, BENCHI_FORMAT_MARKDOWN, BENCHI_FORMAT_FOLDED,
	BENCHI_FORMATS } benchi_format;

#define BENCHI_FORMAT_NAMES "text|csv|json|google|go|markdown|folded"
#define BENCHI_FORMAT_RAMPS "text, csv or json"                /* those that ramps have */

/* How output looks; zero-filled is plain ASCII. */
typedef struct benchi_output_style {
	size_t columns;  /* of a terminal, from 60 on; 0: tables have no limit, words 80 */
	bool colour, utf8;
	bool brief;      /* no context, no advice: --quiet */
	bool markdown, html; /* of tables and what stands around them */
} benchi_output_style;

/*
 * Tables: heads and rows of cells, written as aligned text, Markdown or HTML (style).
 */

enum { BENCHI_GRID_COLUMNS = 80 };

/* Codes of terminals; BOLD and CODE are marked in Markdown, too. */
typedef enum benchi_paint { BENCHI_PAINT_NONE = 0, BENCHI_PAINT_BOLD = 1, BENCHI_PAINT_DIM = 2,
	BENCHI_PAINT_RED = 31, BENCHI_PAINT_YELLOW = 33, BENCHI_PAINT_CODE = 100 } benchi_paint;

/* A column: of text (else of numbers); there although no row fills it; left out first where a line
 * is too short. */
enum { BENCHI_GRID_LEFT = 1, BENCHI_GRID_KEPT = 2, BENCHI_GRID_SPARE = 4,
	BENCHI_GRID_OUT = 8,    /* has been left out */
	BENCHI_GRID_PLAIN = 16  /* no markup in its head */ };

typedef struct benchi_grid_cell {
	char *text;      /* NULL: none */
	benchi_paint paint;
} benchi_grid_cell;

/* Zero-filled is empty. */
typedef struct benchi_grid {
	benchi_grid_cell head[BENCHI_GRID_COLUMNS];
	unsigned how[BENCHI_GRID_COLUMNS];
	size_t columns, rows, capacity;
	benchi_grid_cell *cell;  /* of all rows */
	size_t at;               /* the next to be put */
	size_t indent;           /* blanks before each line of text */
	bool no_memory;
} benchi_grid;

/* Adds a column, before any row; the first one is of names. */
void benchi_grid_column(benchi_grid *g, const char *head, unsigned how);

/* Adds several, "<name|median": heads with | between, < before a column of text. */
void benchi_grid_heads(benchi_grid *g, const char *heads);

/* Begins a row; its cells from left to right, those that are not put are empty. */
void benchi_grid_row(benchi_grid *g);
BENCHI_PRINTF(2, 3)
void benchi_grid_line(benchi_grid *g, const char *format, ...); /* begins one with its first cell */
BENCHI_PRINTF(2, 3)
void benchi_grid_put(benchi_grid *g, const char *format, ...);
void benchi_grid_paint(benchi_grid *g, benchi_paint paint, const char *text);

/* Is that column there? */
bool benchi_grid_filled(const benchi_grid *g, size_t column);

/* Writes it; frees it; both.  BENCH_ERR_MEMORY, also of an earlier step. */
void benchi_grid_write(benchi_grid *g, FILE *out, const benchi_output_style *style);
bench_status benchi_grid_free(benchi_grid *g);
bench_status benchi_grid_end(benchi_grid *g, FILE *out, const benchi_output_style *style);

/* Do n names stay distinct if each is shortened to so many columns?  Not without memory. */
typedef const char *benchi_name_of(const void *all, size_t i);
bool benchi_names_distinct(benchi_name_of *name_of, const void *all, size_t n, size_t columns);

/* Answers about cases: sentences, or the rows of a table in Markdown.  Zero-filled but for out and
 * markdown; _begin: before each kind of answer; _end: BENCH_ERR_MEMORY. */
typedef struct benchi_answers {
	FILE *out;
	bool markdown;
	benchi_grid grid;
} benchi_answers;

void benchi_answers_begin(benchi_answers *a);
BENCHI_PRINTF(3, 4)
void benchi_answers_put(benchi_answers *a, const char *name, const char *format, ...);
bench_status benchi_answers_end(benchi_answers *a);

/* How it should look on out: colour on a terminal without NO_COLOR, the terminal's
 * width, signs beyond ASCII where the environment's language has them. */
benchi_output_style benchi_look_for(FILE *out);

/* Writes all of a report.  out stays open; it is flushed.  context: NULL for none.  style: of
 * formats for people; NULL: zero-filled.  BENCH_ERR_OUTPUT: write failed (a full disk, a closed
 * pipe; the detail states which); BENCH_ERR_MEMORY. */
typedef bench_status benchi_writer(FILE *out, const benchi_report *report,
                                   const benchi_context *context,
                                   const benchi_output_style *style);

/* A format: everything that help, messages and file names need to know of it. */
typedef struct benchi_format_row {
	const char *name;      /* as --format takes it */
	const char *ending;    /* of a file that gets this format without --format; NULL: none */
	benchi_writer *write;
	bool ramp;             /* ramps have it, too (load/ramp_text.c, load/ramp_text.c) */
	bool people;           /* for people: a summary without the windows */
} benchi_format_row;

extern const benchi_format_row benchi_formats[BENCHI_FORMATS];

/* The format that a file's name asks for by its ending; JSON, which holds everything, for any
 * other. */
benchi_format benchi_format_of_file(const char *path);

/* Writes in that format; BENCH_ERR_ARGUMENT where there is none of that number. */
bench_status benchi_write(benchi_format format, FILE *out, const benchi_report *report,
                          const benchi_context *context, const benchi_output_style *style);

benchi_writer benchi_write_text, benchi_write_csv, benchi_write_json, benchi_write_google,
	benchi_write_go, benchi_write_markdown, benchi_write_folded;

/*
 * A comparison in words.
 */

/* The answer, one sentence.  Returns text. */
char *benchi_answer_text_answer(const benchi_comparison *c, const benchi_question *question,
                                char *text,
                          size_t size);

/* How it was found: "means compared (Welch's t, p = 0.01)".  Returns text. */
char *benchi_answer_text_method(const benchi_comparison *c, char *text, size_t size);

/* A difference as a signed share of the base, or plain if there is no share: "+1.2 %".
 * of: an interval whose width sets the number of digits. */
char *benchi_answer_text_share(const benchi_comparison *c, const benchi_interval *of,
                               double difference,
                         char *text, size_t size);

/* Why a row has no figures; NULL: it has. */
const char *benchi_cells_missing(const benchi_result *result);

/*
 * The machine's utilisation as a table and as JSON.
 */

#define BENCHI_UTILISATION_TEXT 256

/* A table, resource by resource: utilisation, saturation, errors; and "limit: ...".  Nothing where
 * nothing is known. */
bench_status benchi_put_utilisation_text(FILE *out, const benchi_utilisation *u,
                                         const benchi_output_style *style);

/* The same as an object of JSON, what is unknown as null. */
void benchi_put_utilisation(FILE *out, const benchi_utilisation *u);

/*
 * The context in four lines, above a table of results.
 */

/* Lines that end before columns; what is not known is left out.  utf8: as benchi_output_style. */
void benchi_put_header(FILE *out, const benchi_context *context, size_t columns, bool utf8);

#endif
