/*
 * How is foreign text written so that it stays text?
 *
 * Assumes nothing of it: names come from files and command lines.  '<' is escaped in
 * JSON too, so that a page may hold it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdint.h>

#include "report/escape.h"

#define REPLACEMENT "\357\277\275"

/* How many bytes the character at s has, 0 if it is none that XML allows. */
static size_t character(const unsigned char *s)
{
	uint32_t code = *s;
	size_t more = code < 0x80 ? 0 : code >= 0xc2 && code < 0xe0 ? 1 : (code & 0xf0) == 0xe0 ? 2
	              : code >= 0xf0 && code < 0xf5 ? 3 : 9;

	if (more == 0)
		return code >= ' ' && code != 127 ? 1 : 0;
	if (more == 9)
		return 0;
	code &= 0x3fu >> more;
	for (size_t i = 1; i <= more; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	if ((more == 2 && code < 0x800) || (more == 3 && (code < 0x10000 || code > 0x10ffff)))
		return 0;
	return (code >= 0x80 && code < 0xa0) || (code >= 0xd800 && code < 0xe000) || code == 0xfffe
	       || code == 0xffff ? 0 : more + 1;
}

static const char *entity(char c)
{
	return c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;"
	       : c == '\'' ? "&#39;" : NULL;
}

void benchi_xml_text(FILE *out, const char *text)
{
	while (*text) {
		size_t n = character((const unsigned char *)text);
		const char *instead = n ? entity(*text) : REPLACEMENT;

		if (instead)
			fputs(instead, out);
		else
			fwrite(text, 1, n, out);
		text += n ? n : 1;
	}
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
	fputc('"', out);
	while (*text) {
		unsigned char c = (unsigned char)*text;
		size_t n = character((const unsigned char *)text);

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < ' ' || c == 127 || c == '<')
			fprintf(out, "\\u%04x", c);
		else if (n)
			fwrite(text, 1, n, out);
		else
			fputs(REPLACEMENT, out);
		text += n ? n : 1;
	}
	fputc('"', out);
}

void benchi_csv_text(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}
