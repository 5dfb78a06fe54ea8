/*
 * Whole numbers from text: decimal digits, sizes, hexadecimal digits.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_WHOLE_H
#define BENCHI_BASE_WHOLE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Reads the decimal digits at s as a number of at most `most`.  Returns the byte after them, or
 * NULL, with *value untouched, where there are none or the number is larger.  Neither sign nor
 * blanks.
 */
const char *benchi_read_whole(const char *s, uint64_t most, uint64_t *value);

/* The same in base 10 or 16 (without 0x), of the bytes before end, where s need not end. */
const char *benchi_read_digits(const char *s, const char *end, unsigned base, uint64_t most,
                               uint64_t *value);

/* A decimal number up to 2^64 - 1 with k, M or G (1024, its square and cube) after it or not. */
const char *benchi_read_size(const char *s, uint64_t *value);

/* Reads a text that is one decimal number of at most `most`.  False for anything else. */
bool benchi_whole(const char *text, uint64_t most, uint64_t *value);

/* The value of a hexadecimal digit, either case; -1 if c is none. */
int benchi_hex_digit(char c);

/* The byte of two hexadecimal digits at s; -1 if they are none. */
int benchi_hex_byte(const char *s);

#endif
