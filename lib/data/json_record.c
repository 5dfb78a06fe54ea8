/*
 * Reads the fields of a record.  Names and numbers are kept, arrays of
 * numbers whole; objects within it are passed over.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "data/json_record.h"
#include "data/unit.h"

static bench_status no_memory(void)
{
	return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the values");
}

static void clear(benchi_record *record)
{
	for (size_t i = 0; i < record->n; i++) {
		free(record->field[i].key);
		free(record->field[i].text);
		free(record->field[i].x);
	}
	record->n = 0;
}

void benchi_record_free(benchi_record *record)
{
	clear(record);
	free(record->field);
	memset(record, 0, sizeof *record);
}

benchi_field *benchi_record_find(const benchi_record *record, const char *key)
{
	for (size_t i = record->n; i-- > 0;)
		if (!strcmp(record->field[i].key, key))
			return &record->field[i];
	return NULL;
}

const char *benchi_record_text(const benchi_record *record, const char *key, const char *other)
{
	const benchi_field *field = benchi_record_find(record, key);

	return field && field->kind == BENCHI_FIELD_TEXT ? field->text : other;
}

/* The numbers up to the closing bracket.  Something else makes it another kind. */
static bench_status read_array(benchi_field *field, benchi_json *json)
{
	bench_status status;

	field->kind = BENCHI_FIELD_ARRAY;
	for (;;) {
		status = benchi_json_next(json);
		if (status || json->token == BENCHI_JSON_ARRAY_END)
			return status;
		if (json->token != BENCHI_JSON_NUMBER) {
			if (field->kind == BENCHI_FIELD_ARRAY)
				field->line = json->in->line;
			field->kind = BENCHI_FIELD_OTHER;
			status = benchi_json_skip(json);
			if (status)
				return status;
			continue;
		}
		if (field->n == field->capacity) {
			size_t capacity = field->capacity ? field->capacity + field->capacity / 2 : 16;
			double *bigger = realloc(field->x, capacity * sizeof *bigger);

			if (!bigger)
				return no_memory();
			field->x = bigger;
			field->capacity = capacity;
		}
		field->x[field->n++] = json->number;
	}
}

static bench_status read_field(benchi_field *field, benchi_json *json)
{
	bench_status status = benchi_json_next(json);

	if (status)
		return status;
	field->line = json->in->line;
	switch (json->token) {
	case BENCHI_JSON_NUMBER:
		field->kind = BENCHI_FIELD_NUMBER;
		field->number = json->number;
		return BENCH_OK;
	case BENCHI_JSON_TEXT:
		field->kind = BENCHI_FIELD_TEXT;
		field->text = malloc(json->length + 1);
		if (!field->text)
			return no_memory();
		memcpy(field->text, json->text, json->length + 1);
		return BENCH_OK;
	case BENCHI_JSON_TRUE:
		field->kind = BENCHI_FIELD_TRUE;
		return BENCH_OK;
	case BENCHI_JSON_ARRAY:
		return read_array(field, json);
	default:
		return benchi_json_skip(json);
	}
}

static bench_status add_field(benchi_record *record, const benchi_json *json)
{
	benchi_field *field;

	if (record->n == record->capacity) {
		size_t capacity = record->capacity ? record->capacity * 2 : 32;

		field = realloc(record->field, capacity * sizeof *field);
		if (!field)
			return no_memory();
		record->field = field;
		record->capacity = capacity;
	}
	field = &record->field[record->n];
	memset(field, 0, sizeof *field);
	field->key = malloc(json->length + 1);
	if (!field->key)
		return no_memory();
	memcpy(field->key, json->text, json->length + 1);
	record->n++;
	return BENCH_OK;
}

bench_status benchi_record_read(benchi_record *record, benchi_json *json)
{
	bench_status status;

	clear(record);
	record->line = json->in->line;
	for (;;) {
		status = benchi_json_next(json);
		if (status || json->token == BENCHI_JSON_OBJECT_END)
			return status;
		status = add_field(record, json);
		if (!status)
			status = read_field(&record->field[record->n - 1], json);
		if (status)
			return status;
	}
}

bench_status benchi_take_values(benchi_rows *rows, const benchi_values *values)
{
	size_t i = benchi_rows_set(rows, benchi_word_of(values->benchmark),
	                           benchi_word_of(values->metric), benchi_word_of(values->unit));
	bench_status status = BENCH_OK;
	benchi_set *set;
	double factor;

	if (i == SIZE_MAX)
		return no_memory();
	set = &rows->set[i];
	factor = benchi_unit_factor(values->unit, set->unit);
	if (isnan(factor))
		return benchi_fail(BENCH_ERR_INPUT, "%.60s%s%.60s: found the unit '%.20s', expected one "
		                   "like '%.20s' as before", values->benchmark,
		                   *values->metric ? ", " : "", values->metric, values->unit, set->unit);
	if (values->better)
		set->better = values->better;
	if (!set->capacity && !values->mark && !values->rounds && values->capacity) {
		set->x = *values->x;
		set->n = values->n;
		set->capacity = values->capacity;
		*values->x = NULL;
		return BENCH_OK;
	}
	for (size_t k = 0; k < values->n && !status; k++) {
		benchi_mark mark = values->mark ? *values->mark : (benchi_mark){ .run = 0 };

		mark.has_round = mark.has_round || values->rounds;
		mark.round = values->rounds ? (uint32_t)values->rounds[k] : mark.round;
		status = benchi_set_add(set, (*values->x)[k] * factor, &mark);
	}
	return status;
}
