/*
 * Keys of a set: parts of its benchmark's name, of its file, of its metric.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_COMPARE_SET_KEY_H
#define TOOLS_COMPARE_SET_KEY_H

#include "data/rows.h"

#define SET_KEY_TEXT 4200 /* capacity for a name or a value */

/* The value of "/size", ".name", ".fullname", ".unit", ".file" (file: its label) or a key that the
 * file gives its results, such as "goos"; "" if there is none.  Returns text. */
const char *set_key_value(const benchi_set *set, const char *file, const char *key,
                          char text[SET_KEY_TEXT]);

/* Takes "/key=value" out of a name. */
void set_key_remove(const benchi_set *set, const char *key, char name[SET_KEY_TEXT]);

#endif
