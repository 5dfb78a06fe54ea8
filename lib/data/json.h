/*
 * JSON in pieces: one token after the other, of a file of any size.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_JSON_H
#define BENCHI_DATA_JSON_H

#include "data/input.h"

#define BENCHI_JSON_DEPTH 64 /* arrays and objects within each other */

typedef enum benchi_json_token {
	BENCHI_JSON_END,   /* of the text */
	BENCHI_JSON_OBJECT,
	BENCHI_JSON_OBJECT_END,
	BENCHI_JSON_ARRAY,
	BENCHI_JSON_ARRAY_END,
	BENCHI_JSON_KEY,   /* text */
	BENCHI_JSON_TEXT,  /* text */
	BENCHI_JSON_NUMBER,
	BENCHI_JSON_TRUE,
	BENCHI_JSON_FALSE,
	BENCHI_JSON_NULL
} benchi_json_token;

typedef struct benchi_json {
	benchi_input *in;
	benchi_json_token token; /* the last one read */
	double number;           /* finite */
	char *text;              /* closed with NUL; UTF-8 */
	size_t length, capacity;
	int depth;
	bool object[BENCHI_JSON_DEPTH]; /* what is open: an object, or an array */
	bool value_due, first;          /* after a key or at the start; nothing in it yet */
} benchi_json;

void benchi_json_open(benchi_json *json, benchi_input *in);

/* Reads the next token.  BENCH_ERR_INPUT: not JSON, too deep, or cut off. */
bench_status benchi_json_next(benchi_json *json);

/* Passes over the rest of the value whose first token was just read. */
bench_status benchi_json_skip(benchi_json *json);

void benchi_json_close(benchi_json *json);

#endif
