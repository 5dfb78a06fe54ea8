/*
 * The commands: their names, their words, and whether they need a shell.
 *
 * "name:command": what stands before the first colon is a name unless it holds a blank, a
 * quote, a slash or an equals sign; a command without a name is its own.  A command that
 * consists of words, quoted as in the shell, is run as it is; if one holds anything that only
 * a shell understands, all go to sh -c.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/verbs.h"
#include "data/input.h"
#include "tools/sample/sample.h"

static char *copy(const char *text, size_t length)
{
	char *made = malloc(length + 1);

	if (made) {
		memcpy(made, text, length);
		made[length] = '\0';
	}
	return made;
}

static int out_of_memory(void)
{
	return complain(SAMPLE_VERB, "out of memory");
}

/* The text without blanks around it. */
static const char *trimmed(const char *text, size_t *length)
{
	while (*length && strchr(" \t\r", *text)) {
		text++;
		--*length;
	}
	while (*length && strchr(" \t\r", text[*length - 1]))
		--*length;
	return text;
}

/* Takes over name and text. */
static int add(sample *s, char *name, char *text, size_t combination)
{
	task *grown = name && text ? realloc(s->list.task, (s->list.n + 1) * sizeof *grown) : NULL, *t;

	if (!grown) {
		free(name);
		free(text);
		return out_of_memory();
	}
	s->list.task = grown;
	t = &grown[s->list.n++];
	memset(t, 0, sizeof *t);
	t->name = name;
	t->text = text;
	t->given = s->list.given;
	t->combination = combination;
	for (size_t i = 0; i + 1 < s->list.n; i++)
		if (!strcmp(s->list.task[i].name, t->name))
			return complain(SAMPLE_VERB, "two commands are called '%s', expected different names",
			                t->name);
	return 0;
}

/* The name of one combination: with its values behind it, where they do not make it unlike the
 * others already.  named: it is not the command itself. */
static char *name_of(const sample *s, const char *name, size_t combination, bool named)
{
	char *made = sample_substitute(&s->option, combination, name), *suffix, *all;

	if (!made || !named || strcmp(made, name) != 0)
		return made;
	suffix = sample_suffix(&s->option, combination);
	all = suffix ? realloc(made, strlen(made) + strlen(suffix) + 1) : NULL;
	if (all)
		strcat(all, suffix);
	else
		free(made);
	free(suffix);
	return all;
}

/* A command, once for every combination of values. */
static int add_each(sample *s, const char *name, const char *text, bool named)
{
	const words *names = &s->option.names;
	int status = sample_scan(&s->option);

	if (s->list.given < names->n) {
		name = names->word[s->list.given];
		named = true;
	}
	for (size_t i = 0; i < sample_combinations(&s->option) && !status; i++)
		status = add(s, name_of(s, name, i, named), sample_substitute(&s->option, i, text), i);
	s->list.given++;
	return status;
}

int sample_add(sample *s, const char *spec)
{
	size_t length = strlen(spec), name_length, name_end = strcspn(spec, ":");
	const char *text, *name = spec;
	char *kept_name, *kept_text;
	bool named;
	int status;

	name_length = strcspn(spec, "\"'/= \t");
	named = spec[name_end] == ':' && name_length >= name_end && name_end;
	if (!named) {
		text = trimmed(spec, &length);
		name = text;
		name_length = length;
	} else {
		name_length = name_end;
		text = spec + name_end + 1;
		length -= name_end + 1;
		text = trimmed(text, &length);
	}
	if (!length)
		return complain(SAMPLE_VERB, "found '%s', expected a command, or name:command", spec);
	kept_name = copy(name, name_length);
	kept_text = copy(text, length);
	status = kept_name && kept_text ? add_each(s, kept_name, kept_text, named) : out_of_memory();
	free(kept_name);
	free(kept_text);
	return status;
}

int sample_add_lines(sample *s)
{
	const char *line;
	size_t length;
	benchi_input in;
	int status = benchi_input_open(&in, stdin, "<stdin>") ? out_of_memory() : 0;

	while (!status) {
		char *spec;

		if (benchi_input_line(&in, &line, &length))
			status = complain(SAMPLE_VERB, "%s", bench_detail());
		if (status || !line)
			break;
		line = trimmed(line, &length);
		if (!length || *line == '#')
			continue;
		spec = copy(line, length);
		status = spec ? sample_add(s, spec) : out_of_memory();
		free(spec);
	}
	benchi_input_close(&in);
	return status;
}

/* Does only a shell understand this character here? */
static bool for_shell(const char *text, const char *at, char quote)
{
	if (quote == '\'')
		return false;
	if (quote == '"')
		return *at == '$' || *at == '`';
	if (strchr("|&;<>()$`*?[\n", *at))
		return true;
	if (*at == '~' || *at == '#')
		return at == text || strchr(" \t", at[-1]);
	return (*at == '=' && !memchr(text, ' ', (size_t)(at - text))) || (*at == '!' && at == text);
}

/* Splits text into words, each ended by NUL; returns their number, or -1: it needs a shell. */
static int split(const char *text, char *to)
{
	int n = 0;
	bool inside = false;
	char quote = 0;

	for (const char *at = text; *at; at++) {
		if (for_shell(text, at, quote))
			return -1;
		if (!quote && strchr(" \t", *at)) {
			if (inside)
				*to++ = '\0';
			inside = false;
			continue;
		}
		n += !inside;
		inside = true;
		if (*at == quote)
			quote = 0;
		else if (!quote && (*at == '\'' || *at == '"'))
			quote = *at;
		else if (*at == '\\' && at[1] && (!quote || (quote == '"' && strchr("\"\\", at[1]))))
			*to++ = *++at;
		else
			*to++ = *at;
	}
	*to = '\0';
	return quote ? -1 : n;
}

static int set_words(task *t, size_t n)
{
	char *word = t->words;

	t->argv = calloc(n + 1, sizeof *t->argv);
	if (!t->argv)
		return out_of_memory();
	for (size_t i = 0; i < n; i++) {
		t->argv[i] = word;
		word += strlen(word) + 1;
	}
	return 0;
}

/* FIRST, SECOND and the command as one word. */
static int set_three(task *t, const char *first, const char *second)
{
	size_t capacity = strlen(first) + strlen(second) + strlen(t->text) + 3, n = 0;

	t->words = malloc(capacity);
	if (!t->words)
		return out_of_memory();
	strcpy(t->words, first);
	n = strlen(first) + 1;
	if (*second) {
		strcpy(t->words + n, second);
		n += strlen(second) + 1;
	}
	strcpy(t->words + n, t->text);
	return set_words(t, *second ? 3 : 2);
}

static int split_one(const sample *s, task *t)
{
	int n;

	if (s->option.script)
		return set_three(t, s->option.script, "");
	t->words = malloc(strlen(t->text) + 1);
	if (!t->words)
		return out_of_memory();
	n = s->option.shell || s->option.shell_name ? -1 : split(t->text, t->words);
	if (n > 0)
		return set_words(t, (size_t)n);
	if (s->option.no_shell)
		return complain(SAMPLE_VERB, "%s: needs a shell, which -N excludes: %s", t->name, t->text);
	t->shell = true;
	return 0;
}

/* What one command needs all get, since a shell's start would be compared else. */
int sample_split(sample *s)
{
	bool shell = false;
	int status = 0;

	for (size_t i = 0; i < s->list.n && !status; i++) {
		status = split_one(s, &s->list.task[i]);
		shell = shell || s->list.task[i].shell;
	}
	for (size_t i = 0; i < s->list.n && !status && shell; i++) {
		task *t = &s->list.task[i];

		t->shell = true;
		free(t->words);
		free(t->argv);
		t->argv = NULL;
		t->words = NULL;
		status = set_three(t, sample_shell(s), "-c");
	}
	return status;
}

const char *sample_shell(const sample *s)
{
	return s->option.shell_name ? s->option.shell_name : "sh";
}

void sample_free_list(tasks *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->task[i].name);
		free(list->task[i].text);
		free(list->task[i].argv);
		free(list->task[i].words);
	}
	free(list->task);
}
