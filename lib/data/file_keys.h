/*
 * Keys that a file gives its results, "key=value\n" each: goos, cpu, commit.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_FILE_KEYS_H
#define BENCHI_DATA_FILE_KEYS_H

#include <stdbool.h>

#include "data/rows.h"

#define BENCHI_FILE_KEYS 2048 /* bytes of all keys and values of a result, at most */

/* The value of a key, its length 0 if there is none. */
benchi_word benchi_file_key(const char *config, benchi_word key);

/* Gives key a value in place of its former one.  false: no capacity, nothing is changed. */
bool benchi_file_key_set(char config[BENCHI_FILE_KEYS], benchi_word key, benchi_word value);

/* The next "key=value" at *at, which moves behind it.  false at the end. */
bool benchi_file_key_next(const char **at, benchi_word *key, benchi_word *value);

/* Where "-8", a number of processors, ends a name; its end if nothing does. */
const char *benchi_processors(const char *name);

#endif
