/*
 * A terminal's canvas: dots of a fraction of a character, and characters over them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_CANVAS_H
#define BENCHI_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A cell shows its mark if it has one, else its dots. */
typedef struct benchi_canvas {
	size_t columns, rows;
	bool utf8;           /* 2 x 4 dots a cell; else one, and a dot is its pen */
	unsigned char *dots; /* of each cell: a braille pattern, or the pen's character */
	char *mark;          /* of each cell: a character, or 0 */
} benchi_canvas;

/* False: out of memory.  The caller frees the canvas in any case. */
bool benchi_canvas_new(benchi_canvas *canvas, size_t columns, size_t rows, bool utf8);
void benchi_canvas_free(benchi_canvas *canvas);

/* x from the left and y from the bottom, 0 to 1; what lies outside is not drawn.
 * pen: the character that stands for a dot where there is no braille. */
void benchi_canvas_dot(benchi_canvas *canvas, double x, double y, char pen);
void benchi_canvas_line(benchi_canvas *canvas, const double from[2], const double to[2],
                        char pen);
/* A character; over: also over another one. */
void benchi_canvas_mark(benchi_canvas *canvas, double x, double y, char mark, bool over);

/* Prints row r from the top, without the blanks at its end. */
void benchi_canvas_row(FILE *out, const benchi_canvas *canvas, size_t r);

/* A tick's text on the line below an axis: its middle at columns[0], its end at
 * columns[1] at the latest, behind `used` columns that are written; left out if they
 * are in its way.  Returns how many are written then. */
size_t benchi_text_below(FILE *out, const char *text, const size_t columns[2], size_t used);

/* Prints at most `most` columns of a text, at least 5, safe for a terminal; a longer one
 * with dots for its middle.  Returns how many columns it took. */
size_t benchi_text_print(FILE *out, size_t most, const char *text);

#endif
