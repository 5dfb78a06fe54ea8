/*
 * Parses options.  Not getopt, so that messages name the option as typed and all systems
 * accept the same command lines.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/options.h"

void benchi_options_start(benchi_options *o, const benchi_option *known, int argc, char **argv)
{
	memset(o, 0, sizeof *o);
	o->known = known;
	o->argc = argc;
	o->argv = argv;
}

/* The argument of option k: the rest of the word, or the next word. */
static int with_argument(benchi_options *o, const benchi_option *k, const char *rest,
                         const char *name)
{
	o->cluster = NULL;
	o->value = rest;
	if (!rest && o->next == o->argc) {
		o->value = name;
		return BENCHI_OPTION_BARE;
	}
	if (!rest)
		o->value = o->argv[o->next++];
	return k->letter;
}

static int next_letter(benchi_options *o)
{
	const char letter = *o->cluster++;

	o->name[0] = letter;
	o->name[1] = '\0';
	for (const benchi_option *k = o->known; k->letter; k++)
		if (k->letter == letter) {
			if (k->argument)
				return with_argument(o, k, *o->cluster ? o->cluster : NULL, o->name);
			return k->letter;
		}
	o->value = o->name;
	return BENCHI_OPTION_UNKNOWN;
}

static int next_word(benchi_options *o, const char *word)
{
	size_t length = strcspn(word, "=");

	for (const benchi_option *k = o->known; k->letter; k++) {
		if (!k->word || strncmp(k->word, word, length) != 0 || k->word[length])
			continue;
		if (k->argument)
			return with_argument(o, k, word[length] ? word + length + 1 : NULL, word - 2);
		o->value = word - 2;
		return word[length] ? BENCHI_OPTION_FULL : k->letter;
	}
	o->value = word - 2;
	return BENCHI_OPTION_UNKNOWN;
}

/* Does the command have long options?  If not, --x is a cluster of letters. */
static bool knows_words(const benchi_options *o)
{
	for (const benchi_option *k = o->known; k->letter; k++)
		if (k->word)
			return true;
	return false;
}

int benchi_options_next(benchi_options *o)
{
	if (o->cluster && *o->cluster)
		return next_letter(o);
	while (o->next < o->argc) {
		char *word = o->argv[o->next++];

		if (o->ended || word[0] != '-' || !word[1]) {
			o->argv[o->operands++] = word;
			continue;
		}
		if (!strcmp(word, "--")) {
			o->ended = true;
			continue;
		}
		if (word[1] == '-' && knows_words(o))
			return next_word(o, word + 2);
		o->cluster = word + 1;
		return next_letter(o);
	}
	return BENCHI_OPTION_END;
}
