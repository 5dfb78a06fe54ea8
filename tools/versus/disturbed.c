/*
 * Which cases of a process ran beside a noisy neighbour, and which do rare work?
 *
 * Those whose summary has the warning NEIGHBOUR or RARE, in the JSON that bench_main writes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "data/json.h"
#include "tools/versus/versus.h"

/* What a summary says of its case. */
typedef struct said {
	char *name;
	bool disturbed, rare;
	double ns, mean_ns;
} said;

/* Takes the token behind a key, or a word of the list behind it. */
static void take(const benchi_json *json, const char *key, said *s)
{
	if (json->token == BENCHI_JSON_NUMBER && !strcmp(key, "ns"))
		s->ns = json->number;
	else if (json->token == BENCHI_JSON_NUMBER && !strcmp(key, "mean_ns"))
		s->mean_ns = json->number;
	else if (json->token == BENCHI_JSON_TEXT && !strcmp(key, "warnings")) {
		s->disturbed |= !strcmp(json->text, "NEIGHBOUR");
		s->rare |= !strcmp(json->text, "RARE");
	} else if (json->token == BENCHI_JSON_TEXT && !strcmp(key, "name")) {
		free(s->name);
		s->name = malloc(json->length + 1);
		if (s->name)
			strcpy(s->name, json->text);
	}
}

/* Notes it in the latest run, and forgets it. */
static void note(versus *v, int side, said *s)
{
	for (size_t i = 0; i < v->cases && s->name; i++)
		if (!strcmp(v->c[i].name, s->name) && v->c[i].n[side]) {
			one_run *run = &v->c[i].run[side][v->c[i].n[side] - 1];

			run->disturbed |= s->disturbed;
			run->mean = s->mean_ns > 0 && s->ns > 0 ? s->mean_ns / s->ns : 0;
			v->c[i].rare += s->rare;
		}
	free(s->name);
	*s = (said){ NULL, false, false, 0, 0 };
}

/* The summaries: an array of objects, whose values are numbers, texts and lists; what lies deeper,
 * such as parameters, is not of the summary. */
static void read_summaries(versus *v, int side, benchi_json *json)
{
	said s = { NULL, false, false, 0, 0 };
	char key[16] = "";
	int depth = json->depth;

	while (benchi_json_next(json) == BENCH_OK && json->depth >= depth) {
		bool of_summary = json->depth == depth + 1
		                  || (json->depth == depth + 2 && !strcmp(key, "warnings"));

		if (json->token == BENCHI_JSON_KEY && json->depth == depth + 1) {
			key[0] = '\0';
			strncat(key, json->text, sizeof key - 1);
		} else if (json->token == BENCHI_JSON_OBJECT_END && json->depth == depth) {
			note(v, side, &s);
		} else if (of_summary) {
			take(json, key, &s);
		}
	}
	free(s.name);
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
