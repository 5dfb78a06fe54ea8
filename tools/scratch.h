/*
 * Temporary files of a command.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_SCRATCH_H
#define TOOLS_SCRATCH_H

#include <stdbool.h>

/* Makes an empty file, or a folder, for this user alone, named bench-VERB and six letters, below
 * $TMPDIR or /tmp.  Returns its path, from malloc; NULL after a message. */
char *scratch_make(const char *verb_name, bool folder);

/* Removes and frees it; an empty folder; NULL: nothing. */
void scratch_remove(char *path);

#endif
