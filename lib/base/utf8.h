/*
 * Text in UTF-8: its characters, their width, and names made safe to print.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_UTF8_H
#define BENCHI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A character: its number, and its bytes. */
typedef struct benchi_character {
	uint32_t code;
	const char *bytes;
	size_t length;  /* 1 to 4 */
} benchi_character;

/* Reads the character at *text and advances *text; an invalid byte becomes U+FFFD.
 * False at the end. */
bool benchi_utf8_next(const char **text, benchi_character *character);

/* Its width in columns of a terminal: 0 to 2. */
size_t benchi_utf8_width(const benchi_character *character);

/* The width of text in columns of a terminal; unprintable characters count one. */
size_t benchi_utf8_columns(const char *text);

/* Sets *safe to the character at *text in a form safe for a terminal, advances *text, and returns
 * the bytes of *safe, 0 at the end.  Control characters and those that change the
 * direction of writing become '?', invalid bytes U+FFFD.  All text from outside
 * passes through this function before it is printed to a terminal. */
size_t benchi_utf8_safe(const char **text, const char **safe);

/* A copy, which the caller frees: invalid bytes become U+FFFD; if plain is nonzero, it is
 * safe for a terminal; if plain is over 1, non-ASCII becomes '?'.  NULL: out of memory. */
char *benchi_utf8_clean(const char *text, int plain);

/* Shortens text in place to at most columns (at least 5): dots replace its middle. */
void benchi_utf8_shorten(char *text, size_t columns);

#endif
