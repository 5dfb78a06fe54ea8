/*
 * Keys of files, in a text that is short: looked for from its beginning.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "data/file_keys.h"

bool benchi_file_key_next(const char **at, benchi_word *key, benchi_word *value)
{
	size_t line = strcspn(*at, "\n"), name = strcspn(*at, "=\n");

	if (!**at)
		return false;
	key->text = *at;
	key->length = name;
	value->text = *at + name + (name < line);
	value->length = line - name - (name < line);
	*at += line + ((*at)[line] != '\0');
	return true;
}

benchi_word benchi_file_key(const char *config, benchi_word wanted)
{
	benchi_word key, value = { "", 0 };

	for (const char *at = config; benchi_file_key_next(&at, &key, &value);)
		if (key.length == wanted.length && !memcmp(key.text, wanted.text, key.length))
			return value;
	value.text = "";
	value.length = 0;
	return value;
}

bool benchi_file_key_set(char config[BENCHI_FILE_KEYS], benchi_word wanted, benchi_word value)
{
	char made[BENCHI_FILE_KEYS] = "";
	size_t used = 0;
	benchi_word key, old;

	for (const char *at = config; benchi_file_key_next(&at, &key, &old);)
		if (key.length != wanted.length || memcmp(key.text, wanted.text, key.length) != 0)
			used += (size_t)snprintf(made + used, sizeof made - used, "%.*s=%.*s\n",
			                         (int)key.length, key.text, (int)old.length, old.text);
	if (used + wanted.length + value.length + 3 > sizeof made)
		return false;
	snprintf(made + used, sizeof made - used, "%.*s=%.*s\n", (int)wanted.length, wanted.text,
	         (int)value.length, value.text);
	memcpy(config, made, sizeof made);
	return true;
}

const char *benchi_processors(const char *name)
{
	size_t n = strlen(name), digits = n;

	while (digits && name[digits - 1] >= '0' && name[digits - 1] <= '9')
		digits--;
	return name + (digits > 1 && digits < n && name[digits - 1] == '-' ? digits - 1 : n);
}
