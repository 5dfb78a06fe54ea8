/*
 * Tables: heads and rows of cells, written as aligned text, as Markdown, HTML,
 * AsciiDoc or Org mode.
 *
 * The first column has names, which get what the others leave of a line: longer ones are shortened
 * in their middle if there is enough space and they stay distinct; otherwise such a name has a
 * line of its own.  A line without a limit, as of a pipe, is never broken.  Columns that no row
 * fills are left out.
 *
 * SPDX-License-Identifier: MIT
 */
#include "write/write.h"

#include <stdarg.h>

enum { NAME_LEAST = 9, NAME_SPACE = 20 /* with which gaps are two columns wide */,
	PIPE = 80 /* the line that gaps of a line without a limit are for */,
	SHORTENED_LEAST = 24 /* of a name that is shortened */, CELL_TEXT = 4300 };

void benchi_grid_column(benchi_grid *g, const char *head, unsigned how)
{
	benchi_grid_head *c = &g->column[g->columns];

	if (g->columns == BENCHI_GRID_COLUMNS)
		return;
	c->head = benchi_copy(head, strlen(head));
	c->how = how;
	g->no_memory = g->no_memory || !c->head;
	g->columns++;
}

void benchi_grid_heads(benchi_grid *g, const char *heads)
{
	char head[40];
	size_t n;

	for (;; heads += n + 1) {
		const bool left = *heads == '<';

		n = strcspn(heads, "|");
		snprintf(head, sizeof head, "%.*s", (int)n - left, heads + left);
		benchi_grid_column(g, head, left ? BENCHI_GRID_LEFT : 0u);
		if (!heads[n])
			return;
	}
}

void benchi_grid_row(benchi_grid *g)
{
	if (!benchi_grow(&g->cell, g->columns * sizeof *g->cell, g->rows, &g->capacity)) {
		g->no_memory = true;
		return;
	}
	g->at = g->rows++ * g->columns;
	memset(g->cell + g->at, 0, g->columns * sizeof *g->cell);
}

void benchi_grid_paint(benchi_grid *g, benchi_paint paint, const char *text)
{
	if (g->at == g->rows * g->columns || g->no_memory)
		return;
	g->cell[g->at].text = benchi_copy(text, strlen(text));
	g->no_memory = !g->cell[g->at].text;
	g->cell[g->at++].paint = paint;
}

BENCHI_PRINTF(2, 0)
static void put_list(benchi_grid *g, const char *format, va_list list)
{
	char text[CELL_TEXT];

	vsnprintf(text, sizeof text, format, list);
	benchi_grid_paint(g, BENCHI_PAINT_NONE, text);
}

void benchi_grid_put(benchi_grid *g, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	put_list(g, format, list);
	va_end(list);
}

void benchi_grid_line(benchi_grid *g, const char *format, ...)
{
	va_list list;

	benchi_grid_row(g);
	va_start(list, format);
	put_list(g, format, list);
	va_end(list);
}

/* "" of a cell that was not put. */
static const benchi_grid_cell *grid_cell(const benchi_grid *g, size_t row, size_t column)
{
	static char nothing[] = "";
	static const benchi_grid_cell empty = { nothing, BENCHI_PAINT_NONE };
	const benchi_grid_cell *c = &g->cell[row * g->columns + column];

	return c->text ? c : &empty;
}

bool benchi_grid_filled(const benchi_grid *g, size_t column)
{
	const unsigned how = g->column[column].how;
	bool filled = how & BENCHI_GRID_KEPT;

	for (size_t i = 0; i < g->rows && !filled; i++)
		filled = *grid_cell(g, i, column)->text;
	return filled && !(how & BENCHI_GRID_OUT);
}

bench_status benchi_grid_free(benchi_grid *g)
{
	bool no_memory = g->no_memory;

	for (size_t i = 0; i < g->rows * g->columns; i++)
		free(g->cell[i].text);
	for (size_t c = 0; c < g->columns; c++)
		free(g->column[c].head);
	free(g->cell);
	memset(g, 0, sizeof *g);
	return no_memory ? benchi_no_memory("the table") : BENCH_OK;
}

/* A text safe for Markdown, in what its paint stands for there. */
static void markdown_cell(FILE *out, const benchi_grid_cell *c)
{
	const char *sign = c->paint == BENCHI_PAINT_BOLD ? "**" : c->paint == BENCHI_PAINT_CODE ? "`"
	                   : "";

	fputs(*c->text ? " " : "", out);
	fputs(*c->text ? sign : "", out);
	benchi_markdown_text(out, c->text);
	fputs(*c->text ? sign : "", out);
	fputs(" |", out);
}

static void grid_markdown(const benchi_grid *g, FILE *out)
{
	for (size_t c = 0; c < g->columns; c++)
		if (benchi_grid_filled(g, c)) {
			const benchi_grid_cell head = { g->column[c].head, BENCHI_PAINT_NONE };

			fputs(c ? "" : "|", out);
			if (g->column[c].how & BENCHI_GRID_PLAIN)
				fprintf(out, " %s |", head.text);
			else
				markdown_cell(out, &head);
		}
	for (size_t c = 0; c < g->columns; c++)
		if (benchi_grid_filled(g, c))
			fprintf(out, "%s%s", c ? "" : "\n|",
			        g->column[c].how & BENCHI_GRID_LEFT ? ":---|" : "---:|");
	for (size_t i = 0; i < g->rows && !ferror(out); i++)
		for (size_t c = 0; c < g->columns; c++)
			if (benchi_grid_filled(g, c)) {
				fputs(c ? "" : "\n|", out);
				markdown_cell(out, grid_cell(g, i, c));
			}
	putc('\n', out);
}

/* AsciiDoc and Org mode: a cell after a bar, which in a text is written as an entity. */
static void bar_cell(FILE *out, const benchi_grid_cell *c, const benchi_output_style *style)
{
	const char *sign = c->paint != BENCHI_PAINT_CODE ? "" : style->orgmode ? "=" : "`";
	char *text = benchi_utf8_clean(c->text, 1);

	fprintf(out, "| %s", sign);
	for (const char *at = text; at && *at; at++)
		if (*at == '|')
			fputs(style->orgmode ? "\\vert{}" : "{vbar}", out);
		else
			putc(*at, out);
	fprintf(out, "%s ", sign);
	free(text);
}

/* A row; heads: row is not looked at. */
static void bar_row(const benchi_grid *g, FILE *out, bool heads, size_t row,
                    const benchi_output_style *style)
{
	for (size_t c = 0; c < g->columns; c++)
		if (benchi_grid_filled(g, c)) {
			const benchi_grid_cell head = { g->column[c].head, BENCHI_PAINT_NONE };

			bar_cell(out, heads ? &head : grid_cell(g, row, c), style);
			fputs(style->orgmode ? "" : "\n", out);
		}
	fputs(style->orgmode ? "|\n" : "\n", out);
}

static void grid_bars(const benchi_grid *g, FILE *out, const benchi_output_style *style)
{
	const char *between = "|";

	fputs(style->orgmode ? "" : "[cols=\"", out);
	for (size_t c = 0; c < g->columns && !style->orgmode; c++)
		if (benchi_grid_filled(g, c))
			fprintf(out, "%s%s", c ? "," : "", g->column[c].how & BENCHI_GRID_LEFT ? "<" : ">");
	fputs(style->orgmode ? "" : "\", options=\"header\"]\n|===\n", out);
	bar_row(g, out, true, 0, style);
	for (size_t c = 0; c < g->columns && style->orgmode; c++)
		if (benchi_grid_filled(g, c)) {
			fprintf(out, "%s--", between);
			between = "+";
		}
	fputs(style->orgmode ? "|\n" : "", out);
	for (size_t i = 0; i < g->rows && !ferror(out); i++)
		bar_row(g, out, false, i, style);
	fputs(style->orgmode ? "" : "|===\n", out);
}

static void html_cell(FILE *out, const char *element, const char *scope, const char *text)
{
	fprintf(out, "<%s%s>", element, scope);
	benchi_xml_text(out, text);
	fprintf(out, "</%s>", element);
}

static void grid_html(const benchi_grid *g, FILE *out)
{
	fputs("<table>\n<thead><tr>", out);
	for (size_t c = 0; c < g->columns; c++)
		if (benchi_grid_filled(g, c))
			html_cell(out, "th", " scope=\"col\"", g->column[c].head);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t i = 0; i < g->rows && !ferror(out); i++) {
		fputs("<tr>", out);
		for (size_t c = 0; c < g->columns; c++)
			if (benchi_grid_filled(g, c))
				html_cell(out, c ? "td" : "th", c ? "" : " scope=\"row\"",
				          grid_cell(g, i, c)->text);
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n</table>\n", out);
}

/*
 * Aligned text.
 */

typedef struct layout {
	size_t width[BENCHI_GRID_COLUMNS]; /* 0: the column is left out */
	size_t gap;
} layout;

/* Makes a text safe for a terminal.  false: out of memory. */
static bool clean_one(char **text, int plain)
{
	char *clean = *text ? benchi_utf8_clean(*text, plain) : NULL;
	bool had = *text;

	free(*text);
	*text = clean;
	return clean || !had;
}

static bool clean_all(benchi_grid *g, int plain)
{
	bool whole = true;

	for (size_t c = 0; c < g->columns && whole; c++)
		whole = clean_one(&g->column[c].head, plain);
	for (size_t i = 0; i < g->rows * g->columns && whole; i++)
		whole = clean_one(&g->cell[i].text, plain);
	return whole;
}

static size_t widest(const benchi_grid *g, size_t column)
{
	size_t most = benchi_utf8_columns(g->column[column].head);

	for (size_t i = 0; i < g->rows; i++) {
		size_t n = benchi_utf8_columns(grid_cell(g, i, column)->text);

		most = n > most ? n : most;
	}
	return most;
}

/* The columns of all but the names, with the gaps before them. */
static size_t figures(const benchi_grid *g, const layout *l)
{
	size_t columns = 0;

	for (size_t c = 1; c < g->columns; c++)
		columns += l->width[c] ? l->width[c] + l->gap : 0;
	return columns;
}

/* Do the names stay distinct if they are shortened? */
static bool stay_distinct(const benchi_grid *g, size_t columns)
{
	benchi_name_table full = { 0 }, brief = { 0 };
	bool whole = true, same = true;

	for (size_t i = 0; i < g->rows && whole; i++) {
		const char *name = grid_cell(g, i, 0)->text;
		char *text = benchi_copy(name, strlen(name));

		if (text)
			benchi_utf8_shorten(text, columns);
		whole = text && benchi_name_table_add(&full, name, strlen(name)) != BENCHI_NO_NAME
		        && benchi_name_table_add(&brief, text, strlen(text)) != BENCHI_NO_NAME;
		free(text);
	}
	same = full.n == brief.n;
	benchi_name_table_free(&full);
	benchi_name_table_free(&brief);
	return whole && same;
}

static layout lay_out(benchi_grid *g, size_t limit)
{
	layout l = { .gap = 1 };
	size_t capacity, name;
	bool brief;

	for (size_t c = 0; c < g->columns; c++)
		l.width[c] = benchi_grid_filled(g, c) ? widest(g, c) : 0;
	if (limit)
		limit = limit > g->indent ? limit - g->indent : 1;
	for (size_t c = 1; c < g->columns && limit; c++)
		if (g->column[c].how & BENCHI_GRID_SPARE && figures(g, &l) + NAME_LEAST >= limit) {
			g->column[c].how |= BENCHI_GRID_OUT;
			l.width[c] = 0;
		}
	l.gap = 2;
	name = l.width[0] < NAME_SPACE ? l.width[0] : NAME_SPACE;
	l.gap = figures(g, &l) + name < (limit ? limit : PIPE - g->indent) ? 2 : 1;
	if (!limit)
		return l;
	capacity = figures(g, &l) + NAME_LEAST < limit ? limit - 1 - figures(g, &l) : NAME_LEAST;
	if (l.width[0] <= capacity)
		return l;
	l.width[0] = capacity;
	brief = capacity >= SHORTENED_LEAST && stay_distinct(g, capacity);
	for (size_t i = 0; brief && i < g->rows; i++)
		if (g->cell[i * g->columns].text)
			benchi_utf8_shorten(g->cell[i * g->columns].text, capacity);
	return l;
}

static void paint_text(FILE *out, bool colour, benchi_paint paint, const char *text)
{
	if (colour && *text && paint && paint != BENCHI_PAINT_CODE)
		fprintf(out, "\033[%dm%s\033[0m", (int)paint, text);
	else
		fputs(text, out);
}

static void text_row(FILE *out, const benchi_grid *g, const layout *l, size_t row, bool colour)
{
	size_t last = g->columns, at = 0, end = g->indent; /* columns written, and to be written */

	while (last > 1 && !(l->width[last - 1] && *grid_cell(g, row, last - 1)->text))
		last--;
	for (size_t c = 0; c < last; c++) {
		const benchi_grid_cell *cell = grid_cell(g, row, c);
		size_t width = benchi_utf8_columns(cell->text), before;

		if (!l->width[c])
			continue;
		before = end + (c ? l->gap : 0);
		end = before + l->width[c];
		if (!(g->column[c].how & BENCHI_GRID_LEFT))
			before = width < l->width[c] ? end - width : before;
		if (c && at + l->gap > before) { /* too long a name */
			putc('\n', out);
			at = 0;
		}
		fprintf(out, "%*s", before > at ? (int)(before - at) : 0, "");
		paint_text(out, colour, cell->paint, cell->text);
		at = before + width;
	}
	putc('\n', out);
}

static void text_heads(FILE *out, benchi_grid *g, const layout *l, bool colour)
{
	benchi_grid heads = *g;
	benchi_grid_cell cell[BENCHI_GRID_COLUMNS];

	for (size_t c = 0; c < g->columns; c++)
		cell[c] = (benchi_grid_cell){ g->column[c].head, BENCHI_PAINT_BOLD };
	heads.cell = cell;
	heads.rows = 1;
	text_row(out, &heads, l, 0, colour);
}

void benchi_grid_write(benchi_grid *g, FILE *out, const benchi_output_style *style)
{
	layout l;

	bool bars = style->asciidoc || style->orgmode;

	g->no_memory = g->no_memory || (!style->markdown && !style->html && !bars
	                                && !clean_all(g, style->utf8 ? 1 : 2));
	if (!g->no_memory && bars)
		grid_bars(g, out, style);
	else if (!g->no_memory && (style->markdown || style->html))
		(style->markdown ? grid_markdown : grid_html)(g, out);
	else if (!g->no_memory) {
		l = lay_out(g, style->columns);
		text_heads(out, g, &l, style->colour);
		for (size_t i = 0; i < g->rows && !ferror(out); i++)
			text_row(out, g, &l, i, style->colour);
	}
}

bench_status benchi_grid_end(benchi_grid *g, FILE *out, const benchi_output_style *style)
{
	benchi_grid_write(g, out, style);
	return benchi_grid_free(g);
}
