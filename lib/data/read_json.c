/*
 * Reads JSON of libbench, Google Benchmark and hyperfine.
 *
 * All three kinds of results hold an array of records: Google Benchmark under "benchmarks",
 * hyperfine and libbench under "results"; a record of hyperfine's has "times" and one
 * of ours "values".  Everything else in the file is passed over.
 *
 *	{"libbench": 1, "results": [
 *	  {"name": "copy", "metric": "time", "unit": "ns", "process": "1", "values": [12.5, 12.6]}]}
 *
 * A ramp (bench-ramp(1)) begins with "libbench_ramp" and has "name" and "steps"; several are an
 * array.  Every number of a step is a value, as in the table of the same ramp.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/detail.h"
#include "data/read.h"
#include "data/json_record.h"
#include "data/read_google.h"

#define OUR_VERSION 1

static bench_status wrong(const benchi_input *in, size_t line, const char *found,
                          const char *expected)
{
	benchi_input at = *in;

	at.line = line;
	return benchi_input_error(&at, found, strlen(found), expected);
}

/* An array of numbers that must be there and hold some. */
static bench_status wanted_array(const benchi_input *in, const benchi_record *record,
                                 const char *key, benchi_field **array)
{
	char expected[40];

	*array = benchi_record_find(record, key);
	snprintf(expected, sizeof expected, "\"%s\" in it", key);
	if (!*array)
		return wrong(in, record->line, "a result", expected);
	if ((*array)->kind != BENCHI_FIELD_ARRAY)
		return wrong(in, (*array)->line, key, "an array of numbers alone");
	return BENCH_OK;
}

/* The record's process or run, a text or a number. */
static bench_status run_of(benchi_record *record, benchi_rows *rows, benchi_mark *mark)
{
	const benchi_field *field = benchi_record_find(record, "process");
	char number[32];
	const char *text = NULL;

	if (!field)
		field = benchi_record_find(record, "run");
	if (field && field->kind == BENCHI_FIELD_TEXT)
		text = field->text;
	if (field && field->kind == BENCHI_FIELD_NUMBER) {
		snprintf(number, sizeof number, "%.0f", field->number);
		text = number;
	}
	if (!text)
		return BENCH_OK;
	mark->run = benchi_name_table_add(&rows->runs, text, strlen(text));
	mark->has_run = true;
	return mark->run == BENCHI_NO_NAME ? benchi_fail(BENCH_ERR_MEMORY, "out of memory") : BENCH_OK;
}

/* "rounds": a whole number for each of the n values, if it is there. */
static bench_status rounds_of(const benchi_input *in, const benchi_record *record, size_t n,
                              const double **rounds)
{
	const benchi_field *field = benchi_record_find(record, "rounds");

	*rounds = NULL;
	if (!field)
		return BENCH_OK;
	if (field->kind != BENCHI_FIELD_ARRAY || field->n != n)
		return wrong(in, field->line, "rounds", BENCHI_ROUND_EXPECTED " for each value");
	for (size_t i = 0; i < n; i++)
		if (!benchi_is_round(field->x[i]))
			return wrong(in, field->line, "rounds", BENCHI_ROUND_EXPECTED " for each value");
	*rounds = field->x;
	return BENCH_OK;
}

static bench_status take_own(const benchi_input *in, benchi_record *record, benchi_rows *rows)
{
	benchi_mark mark = { .run = 0 };
	const char *better = benchi_record_text(record, "better", "");
	benchi_values values = { benchi_record_text(record, "name", ""),
		benchi_record_text(record, "metric", ""), benchi_record_text(record, "unit", ""),
		NULL, 0, 0, NULL, BENCHI_BETTER_UNKNOWN, NULL };
	bench_status status = run_of(record, rows, &mark);
	benchi_field *array;

	if (!status)
		status = wanted_array(in, record, "values", &array);
	if (!status)
		/* cppcheck-suppress uninitStructMember; the array was found */
		status = rounds_of(in, record, array->n, &values.rounds);
	if (status)
		return status;
	if (!strcmp(better, "higher"))
		values.better = BENCHI_BETTER_HIGHER;
	else if (!strcmp(better, "lower"))
		values.better = BENCHI_BETTER_LOWER;
	else if (*better)
		return wrong(in, record->line, better, "\"better\" to be \"lower\" or \"higher\"");
	values.x = &array->x;
	values.n = array->n;
	values.capacity = array->capacity;
	values.mark = mark.has_run ? &mark : NULL;
	return benchi_take_values(rows, &values);
}

/* Runs that failed are measurements too, but one wants to know. */
static bench_status note_failures(const char *command, const benchi_record *record,
                                  benchi_rows *rows)
{
	const benchi_field *codes = benchi_record_find(record, "exit_codes");
	char sentence[200];
	size_t failed = 0;

	for (size_t i = 0; codes && i < codes->n; i++)
		failed += codes->x[i] < 0 || codes->x[i] > 0;
	if (!failed)
		return BENCH_OK;
	snprintf(sentence, sizeof sentence, "%zu runs of '%.100s' failed, and are counted", failed,
	         command);
	return benchi_rows_note(rows, sentence);
}

static bench_status take_hyperfine(const benchi_input *in, benchi_record *record,
                                   benchi_rows *rows)
{
	const char *command = benchi_record_text(record, "command", "");
	benchi_field *times;
	bench_status status = wanted_array(in, record, "times", &times);
	size_t runs = status ? 0 : times->n;

	if (!status)
		status = note_failures(command, record, rows);
	for (size_t i = 0; i < record->n && !status; i++) {
		benchi_field *field = &record->field[i];
		benchi_values values = { command, field->key, "", &field->x, field->n, field->capacity,
			NULL,
			BENCHI_BETTER_UNKNOWN, NULL };

		if (field->kind == BENCHI_FIELD_NUMBER
		    && (!strcmp(field->key, "user") || !strcmp(field->key, "system")))
			status = benchi_rows_note(rows, "user and system are means over all runs, "
			                                "not measurements: left out");
		if (field->kind != BENCHI_FIELD_ARRAY || !strcmp(field->key, "exit_codes"))
			continue;
		if (field->n != runs)
			return wrong(in, field->line, field->key, "one number a run");
		if (field == times || !strcmp(field->key, "user") || !strcmp(field->key, "system")) {
			values.metric = field == times ? "time" : field->key;
			values.unit = "s";
		}
		status = benchi_take_values(rows, &values);
	}
	return status;
}

/* A step of the ramp of that name. */
static bench_status take_step(const benchi_record *record, const char *name, benchi_rows *rows)
{
	benchi_mark mark = { .row = benchi_rows_next(rows) };
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < record->n && !status; i++) {
		double *x = &record->field[i].number;
		benchi_values values = { name, record->field[i].key, "", &x, 1, 0, &mark,
			BENCHI_BETTER_UNKNOWN, NULL };

		if (record->field[i].kind == BENCHI_FIELD_NUMBER)
			status = benchi_take_values(rows, &values);
	}
	return status;
}

/* What the outermost object has shown of itself. */
typedef struct outermost {
	bool found, google, ramp;
	const char *name; /* of the ramp */
} outermost;

static bench_status take_record(const benchi_input *in, benchi_record *record,
                                const outermost *top, benchi_rows *rows)
{
	if (top->ramp)
		return take_step(record, top->name, rows);
	if (top->google)
		return benchi_take_google(in, record, rows);
	if (benchi_record_find(record, "times"))
		return take_hyperfine(in, record, rows);
	return take_own(in, record, rows);
}

static bench_status read_records(benchi_json *json, const outermost *top, benchi_rows *rows)
{
	benchi_record record = { NULL, 0, 0, 0 };
	bench_status status;

	for (;;) {
		status = benchi_json_next(json);
		if (status || json->token == BENCHI_JSON_ARRAY_END)
			break;
		if (json->token != BENCHI_JSON_OBJECT) {
			status = wrong(json->in, json->in->line, "something else", "a result in braces");
			break;
		}
		status = benchi_record_read(&record, json);
		if (!status)
			status = take_record(json->in, &record, top, rows);
		if (status)
			break;
	}
	benchi_record_free(&record);
	return status;
}

/* The version of the file. */
static bench_status check_version(const benchi_json *json, const char *expected)
{
	if (json->token == BENCHI_JSON_NUMBER && json->number == OUR_VERSION)
		return BENCH_OK;
	return wrong(json->in, json->in->line, "another version of libbench's files", expected);
}

static bench_status take_name(const benchi_json *json, benchi_rows *rows, outermost *top)
{
	uint32_t name = benchi_name_table_add(&rows->benchmarks, json->text, strlen(json->text));

	if (name == BENCHI_NO_NAME)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory");
	top->name = rows->benchmarks.text[name];
	return BENCH_OK;
}

/* One key of the outermost object, and what follows it. */
static bench_status read_top(benchi_json *json, benchi_rows *rows, outermost *top)
{
	bool google = !strcmp(json->text, "benchmarks"), name = !strcmp(json->text, "name");
	bool results = google || !strcmp(json->text, top->ramp ? "steps" : "results");
	bool version = !strcmp(json->text, "libbench"), ramp = !strcmp(json->text, "libbench_ramp");
	bench_status status = benchi_json_next(json);

	if (status)
		return status;
	if (results && json->token == BENCHI_JSON_ARRAY) {
		top->found = true;
		top->google = google;
		return read_records(json, top, rows);
	}
	if (version || ramp) {
		top->ramp = ramp;
		rows->ramp = rows->ramp || ramp;
		return check_version(json, "version 1");
	}
	if (top->ramp && name && json->token == BENCHI_JSON_TEXT)
		return take_name(json, rows, top);
	return benchi_json_skip(json);
}

/* The outermost object, whose brace was just read. */
static bench_status read_object(benchi_json *json, benchi_rows *rows, outermost *top)
{
	bench_status status;

	for (;;) {
		status = benchi_json_next(json);
		if (status || json->token == BENCHI_JSON_OBJECT_END)
			break;
		status = read_top(json, rows, top);
		if (status)
			break;
	}
	if (!status && !top->found)
		status = wrong(json->in, json->in->line, "an object",
		               "\"results\" or \"benchmarks\" in it");
	return status;
}

bench_status benchi_read_json(benchi_input *in, benchi_rows *rows)
{
	static const outermost nothing = { .name = "" };
	benchi_json json;
	outermost top;
	bench_status status;
	bool array;

	benchi_json_open(&json, in);
	status = benchi_json_next(&json);
	array = !status && json.token == BENCHI_JSON_ARRAY; /* of ramps */
	if (array)
		status = benchi_json_next(&json);
	while (!status && json.token != BENCHI_JSON_END
	       && !(array && json.token == BENCHI_JSON_ARRAY_END)) {
		top = nothing;
		status = json.token != BENCHI_JSON_OBJECT
		         ? wrong(in, in->line, "another value", "an object in braces")
		         : read_object(&json, rows, &top);
		if (!status && array && !top.ramp)
			status = wrong(in, in->line, "an array of objects", "of ramps alone");
		if (!status)
			status = benchi_json_next(&json); /* behind an object alone nothing may follow */
	}
	if (!status && array)
		status = benchi_json_next(&json);
	benchi_json_close(&json);
	return status;
}
