/*
 * How does the environment want output to look?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_OUTPUT_STYLE_H
#define BENCHI_BASE_OUTPUT_STYLE_H

/* May a terminal be given colours?  Not with NO_COLOR set to anything but "", nor with
 * TERM=dumb. */
int benchi_output_colour(void);

/* Do programs write UTF-8?  As LC_ALL, LC_CTYPE or LANG says, the first that is set. */
int benchi_look_utf8(void);

#endif
