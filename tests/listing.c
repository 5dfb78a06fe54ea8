/*
 * Compares what benchi_decode says with a listing of objdump: reads `objdump -d -M intel --wide`
 * and prints each encoding that is decoded as another length, or as fewer or more bytes of memory,
 * and how many distinct ones there were.  Exit status 1 if any is wrong.
 *
 * Encodings that differ only by a distance or an immediate operand are the same.  Where objdump
 * states no size ("lea"), or the operand has no byte in the instruction ("rep stos"), none is
 * compared; a bit that a register selects ("bt") may be anywhere.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/steps.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, CODE = 15, BUCKETS = 1 << 18 };

/* The bytes that a line lists, as hexadecimal pairs between its first two tabs.  Returns how many,
 * and the text of the instruction; 0: the line is another one. */
static size_t listed(char *line, unsigned char code[CODE], char **text)
{
	char *p = strchr(line, '\t'), *end = p ? strchr(p + 1, '\t') : NULL;
	size_t n = 0;
	unsigned byte;

	for (; end && n < CODE && isxdigit((unsigned char)p[1]) && sscanf(p + 1, "%2x", &byte) == 1;
	     p += 3)
		code[n++] = (unsigned char)byte;
	*text = end;
	return n;
}

/* Bytes that "DWORD PTR" or "DWORD BCST" in a text stands for; 0: the text has no such words. */
static unsigned stated(const char *text)
{
	static const struct { const char *word; unsigned bytes; } of[] = { { "BYTE", 1 }, { "WORD", 2 },
		{ "DWORD", 4 }, { "FWORD", 6 }, { "QWORD", 8 }, { "TBYTE", 10 }, { "XMMWORD", 16 },
		{ "YMMWORD", 32 }, { "ZMMWORD", 64 } };
	const char *end = strstr(text, " PTR ["), *start;

	if (!end)
		end = strstr(text, " BCST [");
	if (!end)
		return 0;
	for (start = end; start > text && isupper((unsigned char)start[-1]);)
		start--;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (strlen(of[i].word) == (size_t)(end - start)
			&& !strncmp(of[i].word, start, (size_t)(end - start)))
			return of[i].bytes;
	return 0;
}

/* Is a text new in the set? */
static bool add(char **set, const char *text)
{
	size_t h = 5381;

	for (const char *p = text; *p; p++)
		h = h * 33 + (unsigned char)*p;
	for (h &= BUCKETS - 1; set[h]; h = (h + 1) & (BUCKETS - 1))
		if (!strcmp(set[h], text))
			return false;
	set[h] = calloc(1, strlen(text) + 1);
	if (!set[h])
		exit(2);
	strcpy(set[h], text);
	return true;
}

int main(void)
{
	static char *seen[BUCKETS];
	size_t distinct = 0, with_memory = 0, wrong = 0;
	char line[LINE], *text;

	while (fgets(line, sizeof line, stdin)) {
		unsigned char code[CODE];
		size_t n = listed(line, code, &text), used = 0;
		benchi_instruction is = benchi_decode(code, n);
		char key[2 * CODE + 1] = "";
		unsigned bytes;
		bool selects_bit = n && is.has_memory && !is.one && (is.op & 0xe7) == 0xa3;

		if (!n || strstr(text, "(bad)") || strstr(text, ".byte"))
			continue;
		for (size_t i = 0; i < n; i++)
			if (!(is.at && i >= is.at && i < is.at + 4u) && (!is.length || i < is.immediate))
				used += (size_t)sprintf(key + used, "%02x", code[i]);
		if (distinct >= BUCKETS / 2 || !add(seen, key))
			continue;
		distinct++;
		bytes = is.has_memory ? stated(text) : 0;
		with_memory += is.has_memory;
		if (is.length == n && (!bytes || is.memory == bytes || selects_bit))
			continue;
		wrong++;
		printf("%u bytes of code, %u of memory: %s", is.length, is.memory, line);
	}
	printf("%zu distinct encodings, %zu of them with a memory operand: %zu wrong\n", distinct,
		with_memory, wrong);
	return wrong > 0;
}
