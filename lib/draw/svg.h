/*
 * A picture: rectangles, lines, marks and texts, written as SVG one after the other.
 *
 * Coordinates are user units from the top left.  Colours are numbers of series, which
 * the style sheet iterations into colours for light and for dark; each number has a mark
 * and a dash of its own as well.  Failures of writing are left to ferror.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_SVG_H
#define BENCHI_DRAW_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "data/escape.h"

/* Words of the style sheet for what is no series: pass as class. */
#define BENCHI_INK "ink"      /* text */
#define BENCHI_SOFT "soft"    /* quieter text */
#define BENCHI_STRONG "strong"
#define BENCHI_GRID "grid"
#define BENCHI_AXIS "axis"

typedef enum benchi_anchor {
	BENCHI_ANCHOR_START = 0,
	BENCHI_ANCHOR_MIDDLE = 1,
	BENCHI_ANCHOR_END = 2
} benchi_anchor;

/* How many series have a colour of their own. */
#define BENCHI_COLOURS 7

/* A part of a picture. */
typedef struct benchi_frame {
	double x, y, width, height;
} benchi_frame;

/* The style sheet, without the element around it.  series: classes s0 to s6. */
void benchi_svg_style(FILE *out);

/* alone: a document of its own, with the style in it; else part of a page. */
void benchi_svg_begin(FILE *out, double width, double height, const char *title,
                          const char *description, bool alone);
void benchi_svg_end(FILE *out);

/* A group in the colour of series k; title: what is shown on hovering, or NULL. */
void benchi_group_begin(FILE *out, size_t k, const char *title);
void benchi_group_end(FILE *out);

/* hover: a title to be shown, or NULL.  kind: a class. */
void benchi_draw_rectangle(FILE *out, const benchi_frame *frame, const char *kind,
                           const char *hover);
void benchi_draw_line(FILE *out, const double from[2], const double to[2], const char *kind);
void benchi_draw_text(FILE *out, const double at[2], benchi_anchor anchor, const char *kind,
                      const char *text);

/* The mark of series k, filling about 2 r. */
void benchi_draw_mark(FILE *out, size_t k, const double at[2], double r, const char *hover);

/* A path: begin with a class, then move and line, then end. */
void benchi_path_begin(FILE *out, const char *kind, const char *dash);
void benchi_path_to(FILE *out, char command, const double at[2]);
void benchi_path_end(FILE *out, const char *hover);

/* The colour of series k on a light ground: 7 characters, "#0072b2", and more after them. */
const char *benchi_svg_colour(size_t k);

/* The dash of series k's lines, as stroke-dasharray has it; NULL: none. */
const char *benchi_dash(size_t k);

#endif
