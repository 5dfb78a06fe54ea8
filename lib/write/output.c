/*
 * Writes numbers and texts so that they can be read back.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "data/escape.h"
#include "write/output.h"
#include "base/utf8.h"

bench_status benchi_output_end(FILE *out)
{
	if (!fflush(out) && !ferror(out))
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_OUTPUT, "write failed%s%s",
	                   errno ? ": " : "", errno ? strerror(errno) : "");
}

void benchi_put_number(FILE *out, double x)
{
	char text[BENCHI_NUMBER_TEXT];

	fputs(benchi_number_text(x, text), out);
}

void benchi_put_key(FILE *out, const char *key)
{
	fprintf(out, ", \"%s\": ", key);
}

void benchi_put_pair(FILE *out, const char *key, double x)
{
	benchi_put_key(out, key);
	benchi_put_number(out, x);
}

void benchi_put_pair_text(FILE *out, const char *key, const char *text)
{
	benchi_put_key(out, key);
	benchi_json_text(out, text);
}

/* length bytes of text; an end within a character is no UTF-8. */
static void put_safe(FILE *out, const char *text, size_t length)
{
	const char *end = text + length, *safe = text;

	while (text < end && *text) {
		size_t n = benchi_utf8_safe(&text, &safe);

		fwrite(safe, 1, n, out);
	}
}

void benchi_put_line(FILE *out, const char *text)
{
	put_safe(out, text, strlen(text));
}

static void put_reasons(FILE *out, const char *what, const char *name, const char *reason)
{
	if (!reason)
		return;
	fprintf(out, "# %s: ", what);
	benchi_put_line(out, name);
	fputs(": ", out);
	benchi_put_line(out, reason);
	putc('\n', out);
}

void benchi_put_context(FILE *out, const benchi_context *context)
{
	putc('{', out);
	for (size_t i = 0; context && i < context->n; i++) {
		const benchi_fact *fact = &context->fact[i];

		fprintf(out, "%s\n  \"%s\": ", i ? "," : "", fact->key);
		if (fact->text)
			benchi_json_text(out, fact->text);
		else
			benchi_put_number(out, fact->number);
	}
	putc('}', out);
}

void benchi_put_context_lines(FILE *out, const benchi_context *context)
{
	for (size_t i = 0; context && i < context->n; i++) {
		const benchi_fact *fact = &context->fact[i];

		fprintf(out, "# %s: ", fact->key);
		if (fact->text)
			benchi_put_line(out, fact->text);
		else
			benchi_put_number(out, fact->number);
		putc('\n', out);
	}
}

void benchi_put_comments(FILE *out, const benchi_report *report, const benchi_context *context)
{
	benchi_put_context_lines(out, context);
	fprintf(out, "# interrupted: %s\n", report->interrupted ? "true" : "false");
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *result = &report->result[i];

		put_reasons(out, "skipped", result->name, result->skipped);
		put_reasons(out, "impossible", result->name, result->impossible);
	}
}

size_t benchi_put_words(FILE *out, const char *text, size_t *column, size_t indent,
                      size_t columns)
{
	char piece[256];
	size_t breaks = 0;

	while (*text) {
		size_t word = strcspn(text, " "), width;

		if (text[word] == ' ' && text[word + 1] == '%') /* a number and its % stay together */
			word += 1 + strcspn(text + word + 1, " ");
		snprintf(piece, sizeof piece, "%.*s", word > 250 ? 250 : (int)word, text);
		width = benchi_utf8_columns(piece);
		if (*column > indent && *column + 1 + width >= columns) {
			fprintf(out, "\n%*s", (int)indent, "");
			*column = indent;
			breaks++;
		} else if (*column > indent) {
			putc(' ', out);
			++*column;
		}
		put_safe(out, text, word);
		*column += width;
		text += word;
		while (*text == ' ')
			text++;
	}
	return breaks;
}

size_t benchi_put_wrapped(FILE *out, const char *label, const char *text, size_t columns)
{
	size_t indent = benchi_utf8_columns(label), column = indent, lines;

	fputs(label, out);
	lines = 1 + benchi_put_words(out, text, &column, indent, columns);
	putc('\n', out);
	return lines;
}
