/*
 * Whole numbers in text. A program that reads remembered choices needs no other numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

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

bool benchi_whole(const char *text, uint64_t most, uint64_t *value)
{
	const char *end = benchi_read_whole(text, most, value);

	return end && !*end;
}
