/*
 * A few lines of a terminal that are drawn again and again in the same place.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_SCREEN_H
#define TOOLS_SCREEN_H

#include <stdio.h>

/* Zero-filled but for out: nothing is drawn. */
typedef struct screen {
	FILE *out;
	FILE *terminal; /* the terminal whose size counts; NULL: out */
	char *drawn;    /* what stands there now */
} screen;

/* How many columns a line drawn there may have. */
int screen_columns(const screen *s);

/* Puts text, whole lines, in the place of what was drawn; what the terminal has no space
 * for is left out: the ends of lines, and lines before the last one. */
void screen_draw(screen *s, const char *text);

/* Takes away what was drawn; the cursor stands where it began. */
void screen_clear(screen *s);

#endif
