/*
 * Text in UTF-8: its characters, how wide they are, and names made fit to print.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_UTF8_H
#define BENCHI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A character: its number, and where its bytes stand. */
typedef struct benchi_character {
	uint32_t code;
	const char *bytes;
	size_t length;  /* 1 to 4 */
} benchi_character;

/* Takes the character at *text and moves behind it; a byte that is none is U+FFFD.
 * False at the end. */
bool benchi_utf8_next(const char **text, benchi_character *character);

/* How many columns a terminal shows it in: 0 to 2. */
size_t benchi_utf8_width(const benchi_character *character);

/* How many columns a terminal shows text in; characters that do not print count one. */
size_t benchi_utf8_columns(const char *text);

/* The character at *text as a terminal may be given it, in *safe, and how many bytes that
 * is, 0 at the end; *text moves behind it.  Control characters and those that iteration the
 * direction of writing become '?', a byte that is no UTF-8 U+FFFD.  Whatever came from
 * outside passes through here before a terminal sees it. */
size_t benchi_utf8_safe(const char **text, const char **safe);

/* A copy to be freed: bytes that are no UTF-8 become U+FFFD; if plain is not 0, it is
 * safe for a terminal, and what is not ASCII becomes '?' if plain is over 1.  NULL: no memory. */
char *benchi_utf8_clean(const char *text, int plain);

/* Shortens text in place to at most columns (at least 5): its middle becomes dots. */
void benchi_utf8_shorten(char *text, size_t columns);

#endif
