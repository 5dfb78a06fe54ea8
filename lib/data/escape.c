/*
 * Escapes text from outside for XML, JSON and CSV.
 *
 * Assumes nothing of it: names come from files and command lines.  In JSON the '<' of
 * "</" and "<!" is escaped, so that a page's script may hold it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "data/escape.h"
#include "base/utf8.h"

/* Is it one that XML allows?  Not the controls, tab and newline with them. */
static bool allowed(uint32_t code)
{
	return code >= 0x20 && (code < 0x7f || code >= 0xa0) && code != 0xfffe && code != 0xffff;
}

static const char *entity(uint32_t c)
{
	return c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;"
	       : c == '\'' ? "&#39;" : NULL;
}

void benchi_xml_text(FILE *out, const char *text)
{
	benchi_character c;

	while (benchi_utf8_next(&text, &c))
		if (entity(c.code))
			fputs(entity(c.code), out);
		else if (allowed(c.code))
			fwrite(c.bytes, 1, c.length, out);
		else
			fputs("\xef\xbf\xbd", out);
}

void benchi_xml_number(FILE *out, double x)
{
	long hundredths = isfinite(x) && fabs(x) < 1e6 ? lround(fabs(x) * 100) : 0;

	if (x < 0 && hundredths)
		fputc('-', out);
	fprintf(out, "%ld", hundredths / 100);
	if (hundredths % 100)
		fprintf(out, hundredths % 10 ? ".%02ld" : ".%ld",
		        hundredths % 10 ? hundredths % 100 : hundredths % 100 / 10);
}

void benchi_json_text(FILE *out, const char *text)
{
	benchi_character c;

	if (!text) {
		fputs("null", out);
		return;
	}
	putc('"', out);
	while (benchi_utf8_next(&text, &c)) {
		bool tag = c.code == '<' && (*text == '/' || *text == '!');

		if (c.code == '"' || c.code == '\\')
			putc('\\', out);
		if (c.code < 0x20 || c.code == 0x7f || c.code == 0xfffd || tag)
			fprintf(out, "\\u%04x", (unsigned)c.code);
		else
			fwrite(c.bytes, 1, c.length, out);
	}
	putc('"', out);
}

void benchi_csv_text(FILE *out, const char *text)
{
	benchi_character c;

	putc('"', out);
	while (benchi_utf8_next(&text, &c)) {
		if (c.code == '"')
			putc('"', out);
		fwrite(c.bytes, 1, c.length, out);
	}
	putc('"', out);
}

/* Whether it is read back as it is without quotes: not empty, printable ASCII without comma
 * and quote, no blank at its ends, and no '#' that begins a comment. */
static bool is_plain(const char *text)
{
	if (!*text || *text == ' ' || *text == '#')
		return false;
	for (; *text; text++)
		if (*text < 0x20 || *text > 0x7e || *text == ',' || *text == '"')
			return false;
	return text[-1] != ' ';
}

void benchi_csv_field(FILE *out, const char *text)
{
	if (is_plain(text))
		fputs(text, out);
	else
		benchi_csv_text(out, text);
}

void benchi_markdown_text(FILE *out, const char *text)
{
	while (*text) {
		const char *safe;
		size_t n = benchi_utf8_safe(&text, &safe);

		if (n == 1 && strchr("\\`*_[]<>|~$&#", *safe))
			putc('\\', out);
		fwrite(safe, 1, n, out);
	}
}
