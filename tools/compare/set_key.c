/*
 * Keys in names are read as Go writes them: "Base/key=value/other=value-8", the number of
 * processors behind the last value left out of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "data/file_keys.h"
#include "tools/compare/set_key.h"

/* Where "/key=" begins in name, or NULL.  key has its slash. */
static const char *find_key(const char *name, const char *key)
{
	size_t n = strlen(key);

	for (const char *at = name; (at = strstr(at, key)); at++)
		if (at[n] == '=')
			return at;
	return NULL;
}

/* How much of the text at a value belongs to it: up to the next key or "-8" at the end. */
static size_t value_length(const char *value)
{
	size_t n = strcspn(value, "/");

	return value[n] ? n : (size_t)(benchi_processors(value) - value);
}

/* What stands before the first key, without the package. */
static benchi_word base_name(const benchi_set *set)
{
	benchi_word package = benchi_file_key(set->config, benchi_word_of("pkg"));
	benchi_word name = benchi_word_of(set->benchmark);
	size_t n;

	if (package.length && name.length > package.length + 1
	    && !memcmp(name.text, package.text, package.length)) {
		name.text += package.length + 1;
		name.length -= package.length + 1;
	}
	if (*set->config)
		n = value_length(name.text);
	else
		for (n = strcspn(name.text, "="); n && name.text[n] && name.text[n] != '/';)
			n--;
	name.length = n;
	return name;
}

static benchi_word key_in_name(const char *name, const char *key)
{
	benchi_word value = { "", 0 };
	const char *at = find_key(name, key);

	if (at) {
		value.text = at + strlen(key) + 1;
		value.length = value_length(value.text);
	} else if (!strcmp(key, "/gomaxprocs")) {
		value = benchi_word_of(benchi_processors(name));
		value.text += value.length > 0;
		value.length -= value.length > 0;
	}
	return value;
}

/* A key of the file; a column of text is one too, and stands in the name. */
static benchi_word key_of_file(const benchi_set *set, const char *key)
{
	benchi_word value = benchi_file_key(set->config, benchi_word_of(key));
	char slashed[SET_KEY_TEXT];

	if (value.length)
		return value;
	snprintf(slashed, sizeof slashed, "/%s", key);
	return key_in_name(set->benchmark, slashed);
}

const char *set_key_value(const benchi_set *set, const char *file, const char *key,
                          char text[SET_KEY_TEXT])
{
	benchi_word value = !strcmp(key, ".unit") ? benchi_word_of(set->metric)
		: !strcmp(key, ".file") ? benchi_word_of(file)
		: !strcmp(key, ".name") ? base_name(set)
		: !strcmp(key, ".fullname") ? benchi_word_of(set->benchmark)
		: *key == '/' ? key_in_name(set->benchmark, key) : key_of_file(set, key);
	int n = (int)(value.length < SET_KEY_TEXT ? value.length : SET_KEY_TEXT - 1);

	snprintf(text, SET_KEY_TEXT, "%.*s", n, value.text);
	return text;
}

void set_key_remove(const benchi_set *set, const char *key, char name[SET_KEY_TEXT])
{
	char slashed[SET_KEY_TEXT];
	benchi_word value = benchi_file_key(set->config, benchi_word_of(key));
	const char *at;
	size_t n;

	snprintf(slashed, sizeof slashed, "%s%s", *key == '/' ? "" : "/", key);
	at = find_key(name, slashed);
	if (!at)
		return;
	n = (size_t)(at - name) + strlen(slashed) + 1;
	n += value.length ? value.length : value_length(name + n);
	memmove(name + (at - name), name + n, strlen(name + n) + 1);
}
