/*
 * What the columns of a table hold, by their names and the first row.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "data/csv_columns.h"

benchi_column_kind_of benchi_column_kind(const char *name, bool ours)
{
	static const char *const runs[] = { "run", "process", "boot", "block", NULL };
	static const char *const settings[] = { "iterations", "threads", "parameter", NULL };

	for (size_t i = 0; ours && settings[i]; i++)
		if (!strcmp(name, settings[i]))
			return COLUMN_SETTING;

	if (!strcmp(name, "benchmark") || !strcmp(name, "name"))
		return COLUMN_BENCHMARK;
	for (size_t i = 0; runs[i]; i++)
		if (!strcmp(name, runs[i]))
			return COLUMN_RUN;
	if (!strcmp(name, "exit_status") || !strcmp(name, "started"))
		return COLUMN_PASSED;
	return strcmp(name, "round") ? COLUMN_METRIC : COLUMN_ROUND;
}

benchi_word benchi_column_unit(const benchi_csv_column *column, bool ours, bool seconds)
{
	if (ours)
		return benchi_word_of(!strcmp(column->name, "ns") || !strcmp(column->name, "cycles")
			? column->name : "");
	return benchi_word_of(seconds ? "s" : benchi_name_unit(column->name));
}

bool benchi_columns_are_summaries(benchi_csv_column *columns, size_t n)
{
	static const char *const known[] = { "command", "mean", "stddev", "median", "user", "system",
		"min", "max" };
	size_t most = sizeof known / sizeof *known;

	for (size_t i = 0; i < most; i++)
		if (n < most || strcmp(columns[i].name, known[i]) != 0)
			return false;
	for (size_t i = 0; i < n; i++)
		columns[i].kind = i == 0 ? COLUMN_BENCHMARK : i == 3 ? COLUMN_METRIC : COLUMN_SETTING;
	strcpy(columns[3].name, "time");
	return true;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool benchi_column_is_text(const benchi_csv_column *column, benchi_word field)
{
	double value;
	const char *after = field.length ? benchi_read_number_c(field.text, &value) : NULL;

	if (column->kind != COLUMN_METRIC || !field.length || *benchi_name_unit(column->name)
	    || after == field.text + field.length)
		return false;
	return is_letter(*field.text) || (after && is_letter(*after));
}

bench_status benchi_column_note(benchi_rows *rows, const benchi_csv_column *column)
{
	char sentence[100];

	snprintf(sentence, sizeof sentence, "column '%.40s' holds texts: a part of the names",
	         column->name);
	return benchi_rows_note(rows, sentence);
}
