/*
 * Which cases of a process ran beside a noisy neighbour?
 *
 * Those whose summary has the warning NEIGHBOUR, in the JSON that bench_main writes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "data/json.h"
#include "tools/versus/versus.h"

static void forget(char **name)
{
	free(*name);
	*name = NULL;
}

/* Takes the token behind a key, or a word of the list behind it. */
static void take(benchi_json *json, const char *key, char **name, bool *disturbed)
{
	if (json->token != BENCHI_JSON_TEXT)
		return;
	if (!strcmp(key, "name")) {
		forget(name);
		*name = malloc(json->length + 1);
		if (*name)
			strcpy(*name, json->text);
	} else if (!strcmp(key, "warnings")) {
		*disturbed = *disturbed || !strcmp(json->text, "NEIGHBOUR");
	}
}

static void note(versus *v, int side, const char *name)
{
	for (size_t i = 0; i < v->cases; i++)
		if (!strcmp(v->c[i].name, name) && v->c[i].n[side])
			v->c[i].run[side][v->c[i].n[side] - 1].disturbed = true;
}

/* The summaries: an array of objects, whose values are numbers, texts and lists. */
static void read_summaries(versus *v, int side, benchi_json *json)
{
	char *name = NULL, key[16] = "";
	bool disturbed = false;
	int depth = json->depth;

	while (benchi_json_next(json) == BENCH_OK && json->depth >= depth) {
		if (json->token == BENCHI_JSON_KEY) {
			strncpy(key, json->text, sizeof key - 1);
		} else if (json->token == BENCHI_JSON_OBJECT_END) {
			if (disturbed && name)
				note(v, side, name);
			disturbed = false;
		} else {
			take(json, key, &name, &disturbed);
		}
	}
	forget(&name);
}

void versus_note_disturbed(versus *v, int side, const versus_output *o)
{
	FILE *file = fmemopen(o->text, o->size ? o->size : 1, "rb");
	benchi_input in;
	benchi_json json;

	if (!file)
		return;
	if (benchi_input_open(&in, file, VERSUS) == BENCH_OK) {
		benchi_json_open(&json, &in);
		while (benchi_json_next(&json) == BENCH_OK && json.token != BENCHI_JSON_END)
			if (json.token == BENCHI_JSON_KEY && !strcmp(json.text, "summaries")
			    && benchi_json_next(&json) == BENCH_OK) {
				read_summaries(v, side, &json);
				break;
			}
		benchi_json_close(&json);
		benchi_input_close(&in);
	}
	fclose(file);
}
