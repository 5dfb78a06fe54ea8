/*
 * Words on standard output.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "report/output.h"
#include "words.h"

#define COLUMNS 79

void words_print(const char *label, const char *text)
{
	int indent = (int)strlen(label), column = indent;

	fputs(label, stdout);
	while (*text) {
		size_t word = strcspn(text, " ");

		if (text[word] == ' ' && text[word + 1] == '%') /* a number and its % stay together */
			word += 1 + strcspn(text + word + 1, " ");

		if (column > indent && column + 1 + (int)word > COLUMNS) {
			printf("\n%*s", indent, "");
			column = indent;
		} else if (column > indent) {
			putchar(' ');
			column++;
		}
		fwrite(text, 1, word, stdout);
		column += (int)word;
		text += word;
		while (*text == ' ')
			text++;
	}
	putchar('\n');
}
