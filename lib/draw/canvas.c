/*
 * Draws lines with characters.
 *
 * In UTF-8 a cell is a braille pattern, two dots wide and four high (U+2800 and the
 * bits of its dots); without, it is one dot, shown as the pen's character.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"
#include "base/utf8.h"

bool benchi_canvas_new(benchi_canvas *c, size_t columns, size_t rows, bool utf8)
{
	c->columns = columns ? columns : 1;
	c->rows = rows ? rows : 1;
	c->utf8 = utf8;
	c->dots = calloc(c->columns * c->rows, 1);
	c->mark = calloc(c->columns * c->rows, 1);
	return c->dots && c->mark;
}

void benchi_canvas_free(benchi_canvas *c)
{
	free(c->dots);
	free(c->mark);
	memset(c, 0, sizeof *c);
}

/* Of n places the one that 0 <= at <= 1 falls into. */
static size_t place(double at, size_t n)
{
	double p = floor(at * (double)n);

	return p >= (double)n ? n - 1 : p < 0 ? 0 : (size_t)p;
}

static bool inside(double x, double y)
{
	return x >= -1e-9 && x <= 1 + 1e-9 && y >= -1e-9 && y <= 1 + 1e-9;
}

void benchi_canvas_dot(benchi_canvas *c, double x, double y, char pen)
{
	static const unsigned char bits[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 },
		{ 0x40, 0x80 } };
	size_t column, row;

	if (!inside(x, y))
		return;
	if (!c->utf8) {
		c->dots[place(1 - y, c->rows) * c->columns + place(x, c->columns)] = (unsigned char)pen;
		return;
	}
	column = place(x, 2 * c->columns);
	row = place(1 - y, 4 * c->rows);
	c->dots[row / 4 * c->columns + column / 2] |= bits[row % 4][column % 2];
}

void benchi_canvas_line(benchi_canvas *c, const double from[2], const double to[2], char pen)
{
	double wide = fabs(to[0] - from[0]) * (double)c->columns * (c->utf8 ? 2 : 1);
	double high = fabs(to[1] - from[1]) * (double)c->rows * (c->utf8 ? 4 : 1);
	double steps = ceil(fmax(wide, high) * 1.5);

	if (!(steps < 1e6))
		return;
	for (double i = 0; i <= steps; i++) {
		double part = steps > 0 ? i / steps : 0;

		benchi_canvas_dot(c, from[0] + part * (to[0] - from[0]),
		                  from[1] + part * (to[1] - from[1]), pen);
	}
}

void benchi_canvas_mark(benchi_canvas *c, double x, double y, char mark, bool over)
{
	char *cell;

	if (!inside(x, y))
		return;
	cell = &c->mark[place(1 - y, c->rows) * c->columns + place(x, c->columns)];
	if (over || !*cell)
		*cell = mark;
}

void benchi_canvas_row(FILE *out, const benchi_canvas *c, size_t r)
{
	const unsigned char *dots = c->dots + r * c->columns;
	const char *mark = c->mark + r * c->columns;
	size_t last = c->columns;

	while (last && !dots[last - 1] && !mark[last - 1])
		last--;
	for (size_t i = 0; i < last; i++) {
		if (mark[i] || !dots[i])
			fputc(mark[i] ? mark[i] : ' ', out);
		else if (c->utf8)
			fprintf(out, "\342%c%c", 0xa0 + (dots[i] >> 6), 0x80 + (dots[i] & 0x3f));
		else
			fputc(dots[i], out);
	}
}

size_t benchi_text_below(FILE *out, const char *text, const size_t columns[2], size_t used)
{
	size_t width = benchi_utf8_columns(text), at = columns[0];

	at = at > width / 2 ? at - width / 2 : 0;
	if (at + width > columns[1])
		at = columns[1] - width;
	if (used && at < used + 2)
		return used;
	fprintf(out, "%*s%s", (int)(at > used ? at - used : 0), "", text);
	return (at > used ? at : used) + width;
}

/* Prints whole characters of *text, and moves behind them, while they fit in `most`
 * columns.  Returns the columns. */
static size_t print_head(FILE *out, size_t most, const char **text)
{
	const char *next = *text, *safe = NULL;
	size_t columns = 0;
	benchi_character c;

	while (benchi_utf8_next(&next, &c) && columns + benchi_utf8_width(&c) <= most) {
		size_t length = benchi_utf8_safe(text, &safe);

		fwrite(safe, 1, length, out);
		columns += benchi_utf8_width(&c);
	}
	return columns;
}

size_t benchi_text_print(FILE *out, size_t most, const char *text)
{
	size_t width = benchi_utf8_columns(text), head, left;
	benchi_character c;

	if (width <= most)
		return print_head(out, SIZE_MAX, &text);
	head = print_head(out, (most - 2) / 2, &text);
	for (left = width - head; left > most - 2 - (most - 2) / 2 && benchi_utf8_next(&text, &c);)
		left -= benchi_utf8_width(&c);
	fputs("..", out);
	return head + 2 + print_head(out, SIZE_MAX, &text);
}
