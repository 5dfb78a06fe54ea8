/*
 * A filter is read anew for each set, by recursive descent, and evaluated as it is read:
 *
 *	any:   all { "OR" all }
 *	all:   one { [ "AND" ] one }
 *	one:   "-" one | "(" any ")" | "*" | key ":" value
 *	value: "(" value { "OR" value } ")" | "/" regular expression "/" | glob
 *
 * Keys and globs may stand in double quotes; quoted, a value is compared as it is.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "host/regex.h"
#include "program/glob.h"
#include "tools/compare/filter.h"
#include "tools/compare/set_key.h"

#define DEPTH 50

typedef struct reader {
	const char *at;
	const benchi_set *set;
	const char *file;
	char value[SET_KEY_TEXT]; /* of the set, of the key of the term that is read */
	const char *wrong;  /* where no filter goes on, or NULL */
	int depth;
} reader;

static bool any_of(reader *r);

static void skip_blanks(reader *r)
{
	r->at += strspn(r->at, " \t\n");
}

static bool fail(reader *r)
{
	if (!r->wrong)
		r->wrong = r->at;
	return false;
}

static bool deeper(reader *r)
{
	if (++r->depth <= DEPTH)
		return true;
	r->at += strlen(r->at);
	return fail(r);
}

/* Passes over that word or character if it comes next. */
static bool take(reader *r, const char *word)
{
	size_t n = strlen(word);

	skip_blanks(r);
	if (strncmp(r->at, word, n) != 0)
		return false;
	if (n > 1 && r->at[n] && !strchr(" \t\n(-", r->at[n]))
		return false;
	r->at += n;
	return true;
}

/* A word up to one of the ends, or one in double quotes.  Returns whether it was quoted. */
static bool take_word(reader *r, const char *ends, char word[SET_KEY_TEXT])
{
	bool quoted = *r->at == '"';
	size_t n = 0;

	r->at += quoted;
	for (; *r->at && (quoted ? *r->at != '"' : !strchr(ends, *r->at)); r->at++) {
		if (quoted && *r->at == '\\' && r->at[1])
			r->at++;
		if (n < SET_KEY_TEXT - 1)
			word[n++] = *r->at;
	}
	word[n] = '\0';
	if (quoted && *r->at++ != '"') {
		r->at--;
		fail(r);
	} else if (!quoted && !n)
		fail(r);
	return quoted;
}

static bool matches_expression(reader *r)
{
	char word[SET_KEY_TEXT];
	size_t n = 0;
	int found;

	for (r->at++; *r->at && *r->at != '/'; r->at++) {
		if (*r->at == '\\' && r->at[1] == '/')
			r->at++;
		if (n < sizeof word - 1)
			word[n++] = *r->at;
	}
	word[n] = '\0';
	found = benchi_regex_find(word, r->value);
	if (*r->at != '/' || found < 0)
		return fail(r);
	r->at++;
	return found;
}

/* Go's tools know "sec/op" for "ns/op", and "B/s" for "MB/s". */
static bool is_value(const reader *r, const char *word)
{
	return !strcmp(word, r->value) || (!strcmp(word, "sec/op") && !strcmp(r->value, "ns/op"))
	       || (!strcmp(word, "B/s") && !strcmp(r->value, "MB/s"));
}

static bool matches_value(reader *r)
{
	char word[SET_KEY_TEXT];
	bool quoted, found = false;

	if (*r->at == '(' && deeper(r)) {
		r->at++;
		do {
			skip_blanks(r);
			found = matches_value(r) || found;
		} while (!r->wrong && take(r, "OR"));
		r->depth--;
		return take(r, ")") ? found : fail(r);
	}
	if (*r->at == '/')
		return matches_expression(r);
	quoted = take_word(r, " \t\n)", word);
	return is_value(r, word) || (!quoted && benchi_glob(word, r->value));
}

static bool term(reader *r)
{
	char key[SET_KEY_TEXT];

	if (take(r, "-")) {
		bool found = deeper(r) && term(r);

		r->depth--;
		return !found;
	}
	if (take(r, "(")) {
		bool found = deeper(r) && any_of(r);

		r->depth--;
		return take(r, ")") ? found : fail(r);
	}
	if (*r->at == '*' && (!r->at[1] || strchr(" \t\n)", r->at[1])))
		return ++r->at;
	take_word(r, ": \t\n()", key);
	if (r->wrong || *r->at != ':')
		return fail(r);
	r->at++;
	set_key_value(r->set, r->file, key, r->value);
	return matches_value(r);
}

static bool all_of(reader *r)
{
	bool all = true;

	do {
		const char *before;

		all = term(r) && all;
		skip_blanks(r);
		before = r->at;
		if (take(r, "OR")) {
			r->at = before;
			return all;
		}
		if (take(r, "AND"))
			skip_blanks(r);
		else if (*r->at == ')')
			return all;
	} while (*r->at && !r->wrong);
	return all;
}

static bool any_of(reader *r)
{
	bool any = all_of(r);

	while (!r->wrong && take(r, "OR"))
		any = all_of(r) || any;
	return any;
}

int filter_selects(const char *filter, const benchi_set *set, const char *file, const char **at)
{
	reader r = { .at = filter, .set = set, .file = file };
	bool selected = any_of(&r);

	if (!r.wrong && *r.at)
		r.wrong = r.at;
	*at = r.wrong;
	return r.wrong ? -1 : selected;
}
