/*
 * Tables of cells, written as aligned text, Markdown or HTML.
 *
 * The first column holds names and gets the space that the other columns leave. Long names are
 * shortened in the middle if there is enough space and they stay distinct; otherwise each gets its
 * own line. Lines without a width limit, such as those of a pipe, are never broken. Columns that
 * no row fills are omitted.
 *
 * SPDX-License-Identifier: MIT
 */
#include "write/write.h"

#include <stdarg.h>

enum { NAME_LEAST = 9, NAME_SPACE = 20 /* from this line width on, gaps between columns are two
                                          blanks */,
	PIPE = 80 /* line width that decides the gaps if lines have no limit */,
	SHORTENED_LEAST = 24 /* shortest length of a shortened name */, CELL_TEXT = 4300 };

void benchi_grid_column(benchi_grid *g, const char *head, unsigned how)
{
	if (g->columns == BENCHI_GRID_COLUMNS)
		return;
	g->head[g->columns] = (benchi_grid_cell){ benchi_copy(head, strlen(head)), BENCHI_PAINT_BOLD };
	g->no_memory = g->no_memory || !g->head[g->columns].text;
	g->how[g->columns++] = how;
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

/* Row 0 holds the heads; other rows count from 1. An unset cell reads "". */
static const benchi_grid_cell *cell_at(const benchi_grid *g, size_t row, size_t column)
{
	static char nothing[] = "";
	static const benchi_grid_cell empty = { nothing, BENCHI_PAINT_NONE };
	const benchi_grid_cell *c = row ? &g->cell[(row - 1) * g->columns + column] : &g->head[column];

	return c->text ? c : &empty;
}

bool benchi_grid_filled(const benchi_grid *g, size_t column)
{
	const unsigned how = g->how[column];
	bool filled = how & BENCHI_GRID_KEPT;

	for (size_t i = 1; i <= g->rows && !filled; i++)
		filled = *cell_at(g, i, column)->text;
	return filled && !(how & BENCHI_GRID_OUT);
}

bench_status benchi_grid_free(benchi_grid *g)
{
	bool no_memory = g->no_memory;

	for (size_t i = 0; i < g->rows * g->columns; i++)
		free(g->cell[i].text);
	for (size_t c = 0; c < g->columns; c++)
		free(g->head[c].text);
	free(g->cell);
	memset(g, 0, sizeof *g);
	return no_memory ? benchi_no_memory("the table") : BENCH_OK;
}

/*
 * Markup.
 */

/* Writes the grid in Markdown: a head, the rule under it, and rows. */
static void write_markdown(const benchi_grid *g, FILE *out)
{
	for (size_t row = 0; row <= g->rows && !ferror(out); row++) {
		fputs("|", out);
		for (size_t c = 0; c < g->columns; c++) {
			const benchi_grid_cell *cell = cell_at(g, row, c);
			const char *bold = row && cell->paint == BENCHI_PAINT_BOLD ? "**" : "";

			if (!benchi_grid_filled(g, c))
				continue;
			if (!row && g->how[c] & BENCHI_GRID_PLAIN)
				fprintf(out, " %s", cell->text);
			else if (*cell->text) {
				fprintf(out, " %s", bold);
				if (row && cell->paint == BENCHI_PAINT_CODE) {
					/* In a code span only '|' is escaped. The fence has one backtick more than the
					 * longest run of backticks in the text. */
					char fence[CELL_TEXT] = "`";

					for (const char *at = cell->text; (at = strchr(at, '`')) != NULL;) {
						size_t run = strspn(at, "`");

						if (run >= strlen(fence) && run + 1 < sizeof fence)
							memset(fence, '`', run + 1);
						at += run;
					}
					fprintf(out, "%s%s", fence, fence[1] ? " " : "");
					for (const char *text = cell->text; *text;) {
						const char *safe = text;
						size_t n = benchi_utf8_safe(&text, &safe);

						fputs(n == 1 && *safe == '|' ? "\\" : "", out);
						fwrite(safe, 1, n, out);
					}
					fprintf(out, "%s%s", fence[1] ? " " : "", fence);
				} else
					benchi_markdown_text(out, cell->text);
				fputs(bold, out);
			}
			fputs(" |", out);
		}
		fputs(row ? "\n" : "\n|", out);
		for (size_t c = 0; c < g->columns && !row; c++)
			if (benchi_grid_filled(g, c))
				fputs(g->how[c] & BENCHI_GRID_LEFT ? ":---|" : "---:|", out);
		fputs(row ? "" : "\n", out);
	}
}

static void write_html(const benchi_grid *g, FILE *out)
{
	fputs("<table>\n<thead>", out);
	for (size_t row = 0; row <= g->rows && !ferror(out); row++) {
		fputs("<tr>", out);
		for (size_t c = 0; c < g->columns; c++)
			if (benchi_grid_filled(g, c))
				benchi_xml_between(out, !row ? "<th scope=\"col\">" : !c ? "<th scope=\"row\">"
					: "<td>", cell_at(g, row, c)->text, row && c ? "</td>" : "</th>");
		fputs(row ? "</tr>\n" : "</tr></thead>\n<tbody>\n", out);
	}
	fputs("</tbody>\n</table>\n", out);
}

/*
 * Aligned text.
 */

typedef struct layout {
	size_t width[BENCHI_GRID_COLUMNS]; /* 0: the column is omitted */
	size_t gap;
} layout;

/* Makes a text safe for a terminal. Returns false when out of memory. */
static bool clean_one(char **text, int plain)
{
	char *clean = *text ? benchi_utf8_clean(*text, plain) : NULL;
	bool had = *text;

	free(*text);
	*text = clean;
	return clean || !had;
}

/* Returns the total width of all columns except the names, gaps included. */
static size_t figures(const benchi_grid *g, const layout *l)
{
	size_t columns = 0;

	for (size_t c = 1; c < g->columns; c++)
		columns += l->width[c] ? l->width[c] + l->gap : 0;
	return columns;
}

bool benchi_names_distinct(benchi_name_of *name_of, const void *all, size_t n, size_t columns)
{
	benchi_name_table full = { 0 }, brief = { 0 };
	bool whole = true, same = true;

	for (size_t i = 0; i < n && whole; i++) {
		const char *name = name_of(all, i);
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

static const char *name_at(const void *g, size_t row)
{
	return cell_at(g, row + 1, 0)->text;
}

static layout lay_out(benchi_grid *g, size_t limit)
{
	layout l = { .gap = 1 };
	size_t capacity, name;
	bool brief;

	for (size_t c = 0; c < g->columns; c++)
		for (size_t row = 0; row <= g->rows && benchi_grid_filled(g, c); row++) {
			size_t width = benchi_utf8_columns(cell_at(g, row, c)->text);

			l.width[c] = width > l.width[c] ? width : l.width[c];
		}
	if (limit)
		limit = limit > g->indent ? limit - g->indent : 1;
	for (size_t c = 1; c < g->columns && limit; c++)
		if (g->how[c] & BENCHI_GRID_SPARE && figures(g, &l) + NAME_LEAST >= limit) {
			g->how[c] |= BENCHI_GRID_OUT;
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
	brief = capacity >= SHORTENED_LEAST
	        && benchi_names_distinct(name_at, g, g->rows, capacity);
	for (size_t i = 0; brief && i < g->rows; i++)
		if (g->cell[i * g->columns].text)
			benchi_utf8_shorten(g->cell[i * g->columns].text, capacity);
	return l;
}

void benchi_grid_write(benchi_grid *g, FILE *out, const benchi_output_style *style)
{
	const bool text = !style->markdown && !style->html;
	layout l;

	for (size_t c = 0; c < g->columns && text && !g->no_memory; c++)
		g->no_memory = !clean_one(&g->head[c].text, style->utf8 ? 1 : 2);
	for (size_t i = 0; i < g->rows * g->columns && text && !g->no_memory; i++)
		g->no_memory = !clean_one(&g->cell[i].text, style->utf8 ? 1 : 2);
	if (g->no_memory)
		return;
	if (!text) {
		(style->markdown ? write_markdown : write_html)(g, out);
		return;
	}
	l = lay_out(g, style->columns);
	for (size_t row = 0; row <= g->rows && !ferror(out); row++) {
		size_t last = g->columns, at = 0, end = g->indent; /* columns written; columns to write */

		while (last > 1 && !(l.width[last - 1] && *cell_at(g, row, last - 1)->text))
			last--;
		for (size_t c = 0; c < last; c++) {
			const benchi_grid_cell *cell = cell_at(g, row, c);
			size_t width = benchi_utf8_columns(cell->text), before;

			if (!l.width[c])
				continue;
			before = end + (c ? l.gap : 0);
			end = before + l.width[c];
			if (!(g->how[c] & BENCHI_GRID_LEFT))
				before = width < l.width[c] ? end - width : before;
			if (c && at + l.gap > before) { /* the name is too long for the line */
				putc('\n', out);
				at = 0;
			}
			fprintf(out, "%*s", before > at ? (int)(before - at) : 0, "");
			if (style->colour && *cell->text && cell->paint && cell->paint != BENCHI_PAINT_CODE)
				fprintf(out, "\033[%dm%s\033[0m", (int)cell->paint, cell->text);
			else
				fputs(cell->text, out);
			at = before + width;
		}
		putc('\n', out);
	}
}

bench_status benchi_grid_end(benchi_grid *g, FILE *out, const benchi_output_style *style)
{
	benchi_grid_write(g, out, style);
	return benchi_grid_free(g);
}
