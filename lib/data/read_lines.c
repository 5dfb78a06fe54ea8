/*
 * Reads JSON lines.
 *
 * One object after the other.  One without a benchmark holds facts and is passed over;
 * in one with a benchmark every number is a metric, but for run (or process, boot, block),
 * round and exit_status, as in a table.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/detail.h"
#include "data/read.h"
#include "data/json_record.h"

static bench_status no_memory(void)
{
	return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the values");
}

static bool is_run(const char *key)
{
	return !strcmp(key, "run") || !strcmp(key, "process") || !strcmp(key, "boot")
	       || !strcmp(key, "block");
}

static bench_status take_mark(benchi_input *in, const benchi_field *f, benchi_rows *rows,
                              benchi_mark *mark)
{
	char number[40];
	const char *text = f->text;

	if (!is_run(f->key)) {
		if (f->kind != BENCHI_FIELD_NUMBER || !benchi_is_round(f->number))
			return benchi_input_error(in, f->key, strlen(f->key), BENCHI_ROUND_EXPECTED " for it");
		mark->has_round = true;
		mark->round = (uint32_t)f->number;
		return BENCH_OK;
	}
	if (f->kind == BENCHI_FIELD_NUMBER) {
		snprintf(number, sizeof number, "%.17g", f->number);
		text = number;
	} else if (f->kind != BENCHI_FIELD_TEXT)
		return benchi_input_error(in, f->key, strlen(f->key), "a text or a number for it");
	mark->has_run = true;
	mark->run = benchi_name_table_add(&rows->runs, text, strlen(text));
	return mark->run == BENCHI_NO_NAME ? no_memory() : BENCH_OK;
}

static bool is_mark(const char *key)
{
	return is_run(key) || !strcmp(key, "round");
}

static bench_status take_numbers(benchi_record *record, const char *name, const benchi_mark *mark,
                                 benchi_rows *rows)
{
	bool sampled = benchi_record_find(record, "exit_status") != NULL;

	for (size_t i = 0; i < record->n; i++) {
		const benchi_field *f = &record->field[i];
		bench_status status;
		size_t set;

		if (f->kind != BENCHI_FIELD_NUMBER || is_mark(f->key) || !strcmp(f->key, "exit_status")
		    || !strcmp(f->key, "started"))
			continue;
		set = benchi_rows_set(rows, benchi_word_of(name), benchi_word_of(f->key),
		                      benchi_word_of(benchi_name_unit(f->key)));
		if (set == SIZE_MAX)
			return no_memory();
		rows->set[set].aside = sampled && benchi_name_aside(f->key);
		status = benchi_set_add(&rows->set[set], f->number, mark);
		if (status)
			return status;
	}
	return BENCH_OK;
}

static bench_status take(benchi_input *in, benchi_record *record, benchi_rows *rows)
{
	const char *name = benchi_record_text(record, "benchmark", NULL);
	benchi_mark mark = { .row = benchi_rows_next(rows) };
	bench_status status = BENCH_OK;

	if (!name)
		return BENCH_OK;
	for (size_t i = 0; i < record->n && !status; i++)
		if (is_mark(record->field[i].key))
			status = take_mark(in, &record->field[i], rows, &mark);
	return status ? status : take_numbers(record, name, &mark, rows);
}

/* Passes over blanks and newlines; false at the end. */
static bool find_object(benchi_input *in)
{
	while (benchi_input_fill(in, 1)) {
		char c = in->buffer[in->begin];

		if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
			return true;
		in->line += c == '\n';
		in->begin++;
	}
	return false;
}

static bench_status read_one(benchi_input *in, benchi_record *record, benchi_rows *rows)
{
	size_t line = in->line;
	bench_status status;
	benchi_json json;

	benchi_json_open(&json, in);
	in->line = line;
	status = benchi_json_next(&json);
	if (!status && json.token != BENCHI_JSON_OBJECT)
		status = benchi_input_error(in, "another value", 13, "an object in braces");
	if (!status)
		status = benchi_record_read(record, &json);
	if (!status)
		status = take(in, record, rows);
	benchi_json_close(&json);
	return status;
}

bench_status benchi_read_lines(benchi_input *in, benchi_rows *rows)
{
	benchi_record record = { NULL, 0, 0, 0 };
	bench_status status = BENCH_OK;

	in->line = 1;
	while (!status && find_object(in))
		status = read_one(in, &record, rows);
	benchi_record_free(&record);
	return status;
}
