/*
 * Sizes and other values as text: reading and writing.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include "base/whole.h"

enum { TEXTS = 10, TEXT = 24 };

/* One of some buffers in turn, so that a printf can have several. */
static char *next_text(void)
{
	static char text[TEXTS][TEXT];
	static int turn;

	turn = (turn + 1) % TEXTS;
	return text[turn];
}

uint64 bytes(char *text)
{
	uint64_t count = 0;
	const char *end = benchi_read_whole(text, UINT64_MAX, &count);
	char unit = (char)tolower((unsigned char)(end ? *end : 0));
	int bits = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : unit == 't' ? 40 : 0;

	return count << bits;
}

char last(char *text)
{
	return *text ? text[strlen(text) - 1] : '\0';
}

char *p64(uint64 number)
{
	char *text = next_text();

	snprintf(text, TEXT, "%llu", (unsigned long long)number);
	return text;
}

/* In bytes, or in the largest unit of 1024 that it reaches: 512, 8K, 1.50M. */
char *p64sz(uint64 number)
{
	static const char unit[] = "KMGTPE";
	char *text = next_text();
	int power = 0;
	double size = (double)number;

	for (; size >= 1024 && power < 6; power++)
		size /= 1024;
	if (power == 0)
		return p64(number);
	snprintf(text, TEXT, size == (double)(int)size ? "%.0f%c" : "%.2f%c", size, unit[power - 1]);
	return text;
}

void lmbench_usage(int argc, char **argv, char *usage)
{
	fprintf(stderr, "Usage: %s %s\n", argc > 0 ? argv[0] : "", usage);
	exit(-1);
}
