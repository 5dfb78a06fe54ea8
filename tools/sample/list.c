/*
 * Which commands, under which names, and do they need a shell?
 *
 * "name:command": what stands before the first colon is a name unless it holds a blank, a
 * quote, a slash or an equals sign; a command without a name is its own.  A command that
 * consists of words, quoted as in the shell, is run as it is; one with anything that only
 * a shell understands goes to sh -c.
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

static int add(sample *s, const char *name, size_t name_length, const char *text, size_t length)
{
	task *grown = realloc(s->list.task, (s->list.n + 1) * sizeof *grown), *t;

	if (!grown)
		return out_of_memory();
	s->list.task = grown;
	t = &grown[s->list.n++];
	memset(t, 0, sizeof *t);
	t->name = copy(name, name_length);
	t->text = copy(text, length);
	if (!t->name || !t->text)
		return out_of_memory();
	for (size_t i = 0; i + 1 < s->list.n; i++)
		if (!strcmp(s->list.task[i].name, t->name))
			return complain(SAMPLE_VERB, "two commands are called '%s', expected different names",
			                t->name);
	return 0;
}

int sample_add(sample *s, const char *spec)
{
	size_t length = strlen(spec), name_length, name_end = strcspn(spec, ":");
	const char *text, *name = spec;

	name_length = strcspn(spec, "\"'/= \t");
	if (spec[name_end] != ':' || name_length < name_end || !name_end) {
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
	return add(s, name, name_length, text, length);
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

/* Splits text into words, each closed with NUL; how many, or -1: it needs a shell. */
static int split(const char *text, char *words)
{
	int n = 0;
	bool inside = false;
	char quote = 0;

	for (const char *at = text; *at; at++) {
		if (for_shell(text, at, quote))
			return -1;
		if (!quote && strchr(" \t", *at)) {
			if (inside)
				*words++ = '\0';
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
			*words++ = *++at;
		else
			*words++ = *at;
	}
	*words = '\0';
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
	size_t room = strlen(first) + strlen(second) + strlen(t->text) + 3, n = 0;

	t->words = malloc(room);
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

	if (s->wish.script)
		return set_three(t, s->wish.script, "");
	t->words = malloc(strlen(t->text) + 1);
	if (!t->words)
		return out_of_memory();
	n = s->wish.shell ? -1 : split(t->text, t->words);
	if (n > 0)
		return set_words(t, (size_t)n);
	free(t->words);
	t->shell = true;
	return set_three(t, "sh", "-c");
}

int sample_split(sample *s)
{
	int status = 0;

	for (size_t i = 0; i < s->list.n && !status; i++)
		status = split_one(s, &s->list.task[i]);
	return status;
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
