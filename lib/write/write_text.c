/*
 * Writes the results as a table for people.
 *
 * A header of the context; a table, a row a result; under it what its marks mean, and
 * why something was skipped or is impossible.  The names have the columns that the figures
 * leave.  Longer ones are shortened in their middle if there is enough space
 * and they stay distinct; otherwise such a name has a line of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "data/metric.h"
#include "write/cells.h"
#include "write/counters.h"
#include "write/header.h"
#include "write/output.h"
#include "write/scale.h"
#include "write/utilisation.h"
#include "base/utf8.h"
#include "write/write.h"

#define NAME_LEAST 9       /* columns: the head "benchmark" */
#define SHORTENED_LEAST 24 /* of a name that is shortened */

typedef struct row {
	char *name; /* as shown */
	benchi_cells cells;
} row;

typedef struct table {
	FILE *out;
	const benchi_report *report;
	benchi_output_style look;
	row *rows;
	size_t width[BENCHI_COLUMNS]; /* 0: the column is left out */
	size_t gap, name;             /* columns between two, and of the names */
	bool said;                    /* something stands under it */
} table;

enum paint { BOLD = 1, DIM = 2, RED = 31, YELLOW = 33 };

/* Puts text, in colour where that is wanted. */
static void paint(const table *t, enum paint paint, const char *text)
{
	if (t->look.colour && *text)
		fprintf(t->out, "\033[%dm%s\033[0m", (int)paint, text);
	else
		fputs(text, t->out);
}

static void put_blanks(FILE *out, size_t n)
{
	fprintf(out, "%*s", (int)n, "");
}

static bench_status make_rows(table *t)
{
	for (size_t i = 0; i < t->report->n; i++) {
		row *r = &t->rows[i];

		r->name = benchi_utf8_clean(t->report->result[i].name, t->look.utf8 ? 1 : 2);
		if (!r->name)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the table");
		benchi_cells_fill(&t->report->result[i], t->look.utf8, &r->cells);
		for (int c = 0; c < BENCHI_COLUMNS; c++) {
			size_t width = benchi_utf8_columns(r->cells.text[c]);

			t->width[c] = width > t->width[c] ? width : t->width[c];
		}
	}
	for (int c = 0; c < BENCHI_COLUMNS; c++)
		if ((t->width[c] || benchi_column_fixed(c, t->report))
		    && t->width[c] < strlen(benchi_column_name[c]))
			t->width[c] = strlen(benchi_column_name[c]);
	return BENCH_OK;
}

/* The columns of all figures, with the gaps before them. */
static size_t figures(const table *t)
{
	size_t columns = 0;

	for (int c = 0; c < BENCHI_COLUMNS; c++)
		columns += t->width[c] ? t->width[c] + t->gap : 0;
	return columns;
}

/* Do the names stay distinct if they are shortened? */
static bool stay_distinct(const table *t, size_t columns)
{
	char **brief = calloc(t->report->n + 1, sizeof *brief);
	bool distinct = brief != NULL;

	for (size_t i = 0; i < t->report->n && distinct; i++) {
		brief[i] = benchi_utf8_clean(t->rows[i].name, 0);
		distinct = brief[i] != NULL;
		if (distinct)
			benchi_utf8_shorten(brief[i], columns);
		for (size_t k = 0; k < i && distinct; k++)
			distinct = strcmp(brief[i], brief[k]) || !strcmp(t->rows[i].name, t->rows[k].name);
	}
	for (size_t i = 0; brief && i < t->report->n; i++)
		free(brief[i]);
	free(brief);
	return distinct;
}

/* How wide the names are. */
static void lay_out(table *t)
{
	size_t longest = NAME_LEAST, capacity;

	for (size_t i = 0; i < t->report->n; i++) {
		size_t columns = benchi_utf8_columns(t->rows[i].name);

		longest = columns > longest ? columns : longest;
	}
	t->gap = 1;
	for (int c = BENCHI_COLUMN_WITHIN; c <= BENCHI_COLUMN_BETWEEN; c++)
		if (figures(t) + NAME_LEAST >= t->look.columns)
			t->width[c] = 0; /* wall and cpu need its place */
	t->gap = 2;
	t->gap = figures(t) + BENCHI_COLUMNS + NAME_LEAST < t->look.columns ? 2 : 1;
	capacity = figures(t) + NAME_LEAST < t->look.columns ? t->look.columns - 1 - figures(t)
	                                                 : NAME_LEAST;
	t->name = longest < capacity ? longest : capacity;
	if (longest <= capacity || capacity < SHORTENED_LEAST || !stay_distinct(t, capacity))
		return;
	for (size_t i = 0; i < t->report->n; i++)
		benchi_utf8_shorten(t->rows[i].name, capacity);
}

/* Prints a cell, padded to this many columns. */
static void put_cell(const table *t, int column, const char *text, size_t capacity, bool impossible)
{
	bool marks = column == BENCHI_COLUMN_MARKS;

	put_blanks(t->out, marks ? t->gap : capacity - benchi_utf8_columns(text));
	if (impossible)
		paint(t, RED, text);
	else if (marks)
		paint(t, YELLOW, text);
	else
		fputs(text, t->out);
}

/* The last column of a row that holds something; trailing blanks are not written. */
static int last_cell(const benchi_cells *cells)
{
	int c = BENCHI_COLUMNS - 1;

	while (c > 0 && !*cells->text[c])
		c--;
	return c;
}

static void put_row(const table *t, const row *r, const benchi_result *result)
{
	size_t used = benchi_utf8_columns(r->name), capacity = t->name + t->gap + t->width[0];

	if (result->skipped)
		paint(t, DIM, r->name);
	else
		fputs(r->name, t->out);
	if (used + t->gap + benchi_utf8_columns(r->cells.text[0]) > capacity) {
		putc('\n', t->out);
		used = 0;
	}
	put_cell(t, 0, r->cells.text[0], capacity - used, result->impossible != NULL);
	for (int c = 1; c <= last_cell(&r->cells); c++)
		if (t->width[c])
			put_cell(t, c, r->cells.text[c], t->gap + t->width[c], result->impossible != NULL);
	putc('\n', t->out);
}

static void put_heads(const table *t)
{
	char line[256] = "benchmark";
	size_t n = t->name;

	memset(line + NAME_LEAST, ' ', n - NAME_LEAST);
	for (int c = 0; c < BENCHI_COLUMN_MARKS; c++)
		if (t->width[c] && n + t->gap + t->width[c] < sizeof line)
			n += (size_t)sprintf(line + n, "%*s", (int)(t->gap + t->width[c]),
			                     benchi_column_name[c]);
	line[n] = '\0';
	paint(t, BOLD, line);
	putc('\n', t->out);
}

/* A line of the legend, behind a label; between: what stands between its two parts. */
static void put_legend(table *t, const char *label, const char *text, const char *between,
                       const char *more)
{
	char line[1024];
	char *clean;

	snprintf(line, sizeof line, "%.400s%s%.600s", text, *more ? between : "", more);
	clean = benchi_utf8_clean(line, t->look.utf8 ? 1 : 2);
	if (!t->said)
		putc('\n', t->out);
	t->said = true;
	if (clean)
		benchi_put_wrapped(t->out, label, clean, t->look.columns);
	free(clean);
}

static void put_warnings(table *t)
{
	unsigned all = 0;
	char label[] = "  ?  ";

	for (size_t i = 0; i < t->report->n; i++)
		if (!t->report->result[i].skipped)
			all |= t->report->result[i].summary.warnings;
	for (int bit = 0; bit < BENCH_WARNINGS; bit++)
		if (all >> bit & 1) {
			label[2] = benchi_warning_mark(bit);
			put_legend(t, label, bench_warning_text(1u << bit), "; advice: ",
			           t->look.brief ? "" : bench_warning_advice(1u << bit));
		}
}

/* What the rare work of a row makes of its cost. */
static void put_mean(table *t, const bench_summary *s, const char *name)
{
	char text[4][BENCHI_SCALED_TEXT], line[5 * BENCHI_SCALED_TEXT];

	snprintf(line, sizeof line, "the mean is %s (%s to %s), the median %s",
		benchi_scaled(s->mean_ns, 0, BENCHI_UNITS_TIME, text[0]),
		benchi_scaled(s->mean_ns_low, NAN, BENCHI_UNITS_TIME, text[1]),
		benchi_scaled(s->mean_ns_high, NAN, BENCHI_UNITS_TIME, text[2]),
		benchi_scaled(s->ns, 0, BENCHI_UNITS_TIME, text[3]));
	put_legend(t, "  W  ", name, ": ", line);
}

/* Rows that should not be used, in words. */
static void put_unusable(table *t)
{
	for (size_t i = 0; i < t->report->n; i++)
		if (!benchi_cells_missing(&t->report->result[i])
		    && !benchi_cells_usable(&t->report->result[i]))
			put_legend(t, "", "do not use: ", "", t->rows[i].name);
}

static void put_reasons(table *t)
{
	for (size_t i = 0; i < t->report->n; i++) {
		const benchi_result *r = &t->report->result[i];

		if (!benchi_cells_missing(r) && r->summary.warnings & BENCH_WARN_RARE)
			put_mean(t, &r->summary, t->rows[i].name);
		if (benchi_cells_missing(r))
			put_legend(t, "  -  ", t->rows[i].name, ": ", benchi_cells_missing(r));
		if (r->impossible)
			put_legend(t, "  !  ", t->rows[i].name, ": ", r->impossible);
	}
}

static void put_columns(table *t)
{
	for (size_t i = 0; i < t->report->n; i++)
		if (benchi_metric_find(&t->report->result[i], BENCHI_METRIC_CORE_WIDTH)) {
			put_legend(t, "  " BENCHI_METRIC_CORE_WIDTH "  ", "the share of the core that a noisy "
			           "neighbour left", "", "");
			break;
		}
	if (t->look.brief)
		return;
	if (t->width[BENCHI_COLUMN_WALL] || t->width[BENCHI_COLUMN_CPU])
		put_legend(t, "  wall, cpu  ",
			"wall time and processor time per iteration, all threads together", "", "");
	if (t->width[BENCHI_COLUMN_WITHIN] || t->width[BENCHI_COLUMN_BETWEEN])
		put_legend(t, "  within, between  ", "standard deviation, by quartiles, of the windows "
		           "within a process, and of the processes' medians", "", "");
}

/* Whose time was taken off. */
static void put_overheads(table *t)
{
	char text[160];

	for (size_t i = 0; i < t->report->n; i++) {
		const benchi_result *r = &t->report->result[i];

		if (!r->overhead || r->skipped)
			continue;
		snprintf(text, sizeof text, r->parts > 1 ? "less the time of %.100s, divided by %g"
			: "less the time of %.100s", r->overhead, r->parts);
		put_legend(t, "  ", t->rows[i].name, ": ", text);
	}
}

/* An interval of one process does not cover other starts. */
static void put_scope(table *t)
{
	for (size_t i = 0; i < t->report->n; i++)
		if (!t->report->result[i].skipped && t->report->result[i].processes == 1) {
			put_legend(t, "", t->look.brief ? "scope: process" : "scope: process: intervals hold "
			           "within one process; another start of the program may differ by more",
			           "", "");
			return;
		}
}

static bench_status write_table(table *t)
{
	bench_status status = make_rows(t);

	if (status)
		return status;
	lay_out(t);
	put_heads(t);
	for (size_t i = 0; i < t->report->n && !ferror(t->out); i++)
		put_row(t, &t->rows[i], &t->report->result[i]);
	benchi_put_counters(t->out, t->report);
	put_columns(t);
	put_overheads(t);
	put_scope(t);
	put_warnings(t);
	put_reasons(t);
	put_unusable(t);
	if (!t->look.brief && benchi_utilisation_known(&t->report->machine)) {
		putc('\n', t->out);
		benchi_put_utilisation_text(t->out, &t->report->machine, t->look.columns);
	}
	if (t->report->interrupted)
		put_legend(t, "", "interrupted: results are incomplete", "", "");
	return BENCH_OK;
}

bench_status benchi_write_text(FILE *out, const benchi_report *report,
                               const benchi_context *context, const benchi_output_style *look)
{
	table t = { out, report, { 0, false, false, false }, NULL, { 0 }, 2, NAME_LEAST,
		false };
	bench_status status;

	if (look)
		t.look = *look;
	t.look.columns = !t.look.columns ? 80 : t.look.columns < 60 ? 60
	                 : t.look.columns > 200 ? 200 : t.look.columns;
	if (context && context->n && !t.look.brief) {
		benchi_put_header(out, context, t.look.columns, t.look.utf8);
		putc('\n', out);
	}
	t.rows = calloc(report->n + 1, sizeof *t.rows);
	status = t.rows ? write_table(&t)
	                : benchi_fail(BENCH_ERR_MEMORY, "out of memory for the table");
	for (size_t i = 0; t.rows && i < report->n; i++)
		free(t.rows[i].name);
	free(t.rows);
	return status ? status : benchi_output_end(out);
}
