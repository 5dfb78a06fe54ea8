/*
 * A page of HTML with pictures: its head and its end.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_PAGE_H
#define BENCHI_DRAW_PAGE_H

#include <stdio.h>

/* One file, nothing fetched: style, a heading, and the begin of what follows.  It is light and
 * dark, and folds on narrow screens. */
void benchi_page_begin(FILE *out, const char *title);

/* What stands before pictures and behind them: a figure of a grid (class "figures") with a caption
 * and words in smaller print. */
void benchi_page_figure_begin(FILE *out, const char *caption, const char *words);
void benchi_page_figure_end(FILE *out);

/* The footer's words, NULL for none, and the program's; the script that shows values under the
 * pointer. */
void benchi_page_end(FILE *out, const char *words, const char *program);

#endif
