/*
 * Whole numbers in text, and text built in a caller's buffer. A program that reads remembered
 * choices needs no other numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

#include <stdarg.h>

int benchi_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int benchi_hex_byte(const char *s)
{
	int high = benchi_hex_digit(s[0]), low = high < 0 ? -1 : benchi_hex_digit(s[1]);

	return low < 0 ? -1 : high << 4 | low;
}

const char *benchi_read_digits(const char *s, const char *end, unsigned base, uint64_t most,
                               uint64_t *value)
{
	const char *first = s;
	uint64_t number = 0;

	for (; s != end; s++) {
		int digit = benchi_hex_digit(*s);

		if (digit < 0 || (unsigned)digit >= base)
			break;
		if ((unsigned)digit > most || number > (most - (unsigned)digit) / base)
			return NULL;
		number = number * base + (unsigned)digit;
	}
	if (s == first)
		return NULL;
	*value = number;
	return s;
}

const char *benchi_read_whole(const char *s, uint64_t most, uint64_t *value)
{
	return benchi_read_digits(s, NULL, 10, most, value);
}

const char *benchi_read_size(const char *s, uint64_t *value)
{
	static const char letters[] = "kMG";
	uint64_t number;
	const char *end = benchi_read_whole(s, UINT64_MAX, &number), *letter;

	letter = end && *end ? strchr(letters, *end) : NULL;
	if (letter) {
		int shift = 10 * (int)(letter - letters + 1);

		if (number > UINT64_MAX >> shift)
			return NULL;
		number <<= shift;
		end++;
	}
	if (end)
		*value = number;
	return end;
}

bool benchi_whole(const char *text, uint64_t most, uint64_t *value)
{
	const char *end = benchi_read_whole(text, most, value);

	return end && !*end;
}

void benchi_sink_put(struct benchi_sink *sink, const char *format, ...)
{
	int fits = sink->used < sink->capacity, n;
	va_list list;

	va_start(list, format);
	n = vsnprintf(fits ? sink->to + sink->used : NULL, fits ? sink->capacity - sink->used : 0,
		format, list);
	va_end(list);
	if (n > 0)
		sink->used += (size_t)n;
}
