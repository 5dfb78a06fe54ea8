/*
 * Reads one record of Google Benchmark's JSON.
 *
 * A record of a single run: its real and its processor time, turned into nanoseconds
 * unless a rate unit is given, and its counters.  Repetitions of one benchmark
 * are the values of a set.  Aggregates (mean, median, ...) are computed from those
 * and not read; a failed benchmark gives a note.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "data/json_record.h"
#include "data/read_google.h"

/* Nanoseconds in a unit; 0 for an unknown one. */
static double nanoseconds(const char *unit)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } };

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(unit, units[i].name))
			return units[i].ns;
	return 0;
}

/* Settings of the measurement, which are no results. */
static bool is_setting(const char *key)
{
	static const char *const settings[] = { "family_index", "per_family_instance_index",
		"repetitions", "repetition_index", "threads", "iterations", NULL };

	for (size_t i = 0; settings[i]; i++)
		if (!strcmp(key, settings[i]))
			return true;
	return false;
}

static bench_status note_failure(const benchi_record *record, const char *name,
                                 benchi_rows *rows)
{
	char sentence[300];

	snprintf(sentence, sizeof sentence, "%.100s failed (%.150s): left out", name,
	         benchi_record_text(record, "error_message", "no message"));
	return benchi_rows_note(rows, sentence);
}

bench_status benchi_take_google(const benchi_input *in, benchi_record *record, benchi_rows *rows)
{
	const char *name = benchi_record_text(record, "run_name",
	                                      benchi_record_text(record, "name", ""));
	const char *unit = benchi_record_text(record, "time_unit", "ns");
	const benchi_field *failed = benchi_record_find(record, "error_occurred");
	bench_status status = BENCH_OK;
	benchi_input at = *in;
	benchi_mark mark = { .row = benchi_rows_next(rows) };

	at.line = record->line;
	if (!strcmp(benchi_record_text(record, "run_type", ""), "aggregate"))
		return benchi_rows_note(rows, "aggregates (mean, median, ...) are not measurements: "
		                              "left out");
	if (failed && failed->kind == BENCHI_FIELD_TRUE)
		return note_failure(record, name, rows);
	if (!nanoseconds(unit))
		return benchi_input_error(&at, unit, strlen(unit), "the unit ns, us, ms or s");
	for (size_t i = 0; i < record->n && !status; i++) {
		benchi_field *field = &record->field[i];
		bool time = !strcmp(field->key, "real_time") || !strcmp(field->key, "cpu_time");
		double x = time ? field->number * nanoseconds(unit) : field->number, *p = &x;
		benchi_values values = { name, field->key, time ? "ns" : "", &p, 1, 0, &mark,
			BENCHI_BETTER_UNKNOWN, NULL };

		if (field->kind == BENCHI_FIELD_NUMBER && !is_setting(field->key))
			status = benchi_take_values(rows, &values);
	}
	return status;
}
