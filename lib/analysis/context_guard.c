/*
 * Are two files of results comparable?
 *
 * libbench's files begin with their context, as an object of JSON or as lines "# key: value",
 * and each summary names its method.  This file reads the facts that affect times from
 * that text: everything before the windows.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/context_guard.h"
#include "base/utf8.h"
#include "base/whole.h"

enum { HYPERVISOR = 1, METHOD = 4, BUILD_FIRST = 5 };

static const char *const keys[BENCHI_GUARDED] = { "processor", "hypervisor", "clock",
	"libbench_version", "method", "compiler", "flags", "libbench_flags" };

/* The character of "u0009" in JSON, behind the backslash: of those that our writer escapes so, one
 * of ASCII or U+FFFD.  -1 for another escape. */
static int escaped(const char *from, const char *end)
{
	int high, low;

	if (*from != 'u' || end - from < 5)
		return -1;
	high = benchi_hex_byte(from + 1);
	low = benchi_hex_byte(from + 3);
	return high < 0 || low < 0 ? -1 : high << 8 | low;
}

/* Copies up to an unescaped stop, as it is printed: the same whatever the format had to escape. */
static void take(const char *from, const char *end, char stop, char *to)
{
	char plain[3 * BENCHI_FACT_TEXT];
	const char *at = plain, *safe = plain;
	size_t n = 0;

	for (; from < end && *from != stop && n + 4 < sizeof plain; from++) {
		int code = *from == '\\' && stop == '"' && from + 1 < end ? escaped(++from, end) : -1;

		plain[n++] = code < 0 ? *from : code < 0x80 ? (char)code : '\xff';
		from += code < 0 ? 0 : 4;
	}
	plain[n] = '\0';
	for (n = 0; *at && n + 4 < BENCHI_FACT_TEXT;) {
		size_t length = benchi_utf8_safe(&at, &safe);

		memcpy(to + n, safe, length);
		n += length;
	}
	to[n] = '\0';
}

/* Where pattern begins within the text, or NULL. */
static const char *find(const char *text, const char *end, const char *pattern)
{
	size_t n = strlen(pattern);

	for (; text + n <= end; text++) {
		text = memchr(text, *pattern, (size_t)(end - text) - n + 1);
		if (!text)
			return NULL;
		if (!memcmp(text, pattern, n))
			return text;
	}
	return NULL;
}

static void take_json(const char *text, const char *end, benchi_context_facts *facts)
{
	const char *windows = find(text, end, "\"results\": [");

	end = windows ? windows : end;
	for (size_t i = 0; i < BENCHI_GUARDED; i++) {
		char pattern[40];
		const char *at;

		snprintf(pattern, sizeof pattern, "\"%s\": \"", keys[i]);
		at = find(text, end, pattern);
		if (at)
			take(at + strlen(pattern), end, '"', facts->text[i]);
	}
}

static void take_lines(const char *text, const char *end, benchi_context_facts *facts)
{
	const char *line = text, *next;

	for (; line < end && *line == '#'; line = next) {
		next = memchr(line, '\n', (size_t)(end - line));
		next = next ? next + 1 : end;
		for (size_t i = 0; i < BENCHI_GUARDED; i++) {
			size_t n = strlen(keys[i]);

			if ((size_t)(next - line) > n + 4 && !memcmp(line + 2, keys[i], n)
			    && !memcmp(line + 2 + n, ": ", 2))
				take(line + n + 4, next, '\n', facts->text[i]);
		}
	}
}

void benchi_context_facts_of(const char *text, size_t size, benchi_context_facts *facts)
{
	memset(facts, 0, sizeof *facts);
	if (size && *text == '{')
		take_json(text, text + size, facts);
	else if (size && *text == '#')
		take_lines(text, text + size, facts);
	for (size_t i = 0; i < BENCHI_GUARDED; i++)
		facts->any = facts->any || *facts->text[i];
}

void benchi_context_facts_from(const benchi_context *context, benchi_context_facts *facts)
{
	memset(facts, 0, sizeof *facts);
	for (size_t i = 0; i < BENCHI_GUARDED; i++) {
		const char *text = benchi_context_word(context, keys[i]);

		take(text, text + strlen(text), '\0', facts->text[i]);
		facts->any = facts->any || *text;
	}
}

bool benchi_context_facts_read(const char *path, benchi_context_facts *facts)
{
	enum { HEAD = 1 << 20 }; /* the context and the summaries of some thousand cases */
	FILE *file = fopen(path, "rb");
	char *text = file ? malloc(HEAD) : NULL;
	bool fine = text != NULL;

	memset(facts, 0, sizeof *facts);
	if (fine)
		benchi_context_facts_of(text, fread(text, 1, HEAD, file), facts);
	free(text);
	if (file)
		fclose(file);
	return fine;
}

/* BENCH by loops of one instance alone, or of one and of two: the same work, and the interval of
 * the former holds what its loop may have added.  Which one is taken depends on the windows. */
static bool loops(const char *method)
{
	return !strcmp(method, "loop") || !strcmp(method, "two-loops");
}

bool benchi_context_differs(const benchi_context_facts *a, const benchi_context_facts *b, size_t i,
                            char *line)
{
	const char *x = a->text[i], *y = b->text[i];

	if (!a->any || !b->any || !strcmp(x, y))
		return false;
	if ((!*x || !*y) && i != HYPERVISOR)
		return false;
	if (i == METHOD && loops(x) && loops(y))
		return false;
	snprintf(line, BENCHI_GUARD_TEXT, "%s: '%s' and '%s'", keys[i], x, y);
	return true;
}

bool benchi_context_comparable(FILE *out, const char *path, const benchi_context *context)
{
	benchi_context_facts saved, ours;
	char text[BENCHI_GUARD_TEXT];
	bool same = true;

	benchi_context_facts_from(context, &ours);
	if (!benchi_context_facts_read(path, &saved))
		return true;
	for (size_t i = 0; i < BENCHI_GUARDED; i++)
		if (benchi_context_differs(&saved, &ours, i, text)) {
			fprintf(out, "%s%s\n", same ? "\n" : "", text);
			same = false;
		}
	if (!same)
		fprintf(out, "not comparable with %s (--force goes on)\n", path);
	return same;
}

bool benchi_context_is_build(size_t i)
{
	return i >= BUILD_FIRST;
}
