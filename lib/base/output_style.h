/*
 * The style of output that the environment asks for.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_OUTPUT_STYLE_H
#define BENCHI_BASE_OUTPUT_STYLE_H

/* May output to a terminal have colours?  Not with NO_COLOR set to anything but "", nor with
 * TERM=dumb. */
int benchi_output_colour(void);

/* Is output in UTF-8?  By the first of LC_ALL, LC_CTYPE and LANG that is set. */
int benchi_look_utf8(void);

#endif
