/*
 * Reads the text of Go's benchmarks.
 *
 *	pkg: example.org/x
 *	BenchmarkF-8     1000     1234 ns/op     56 B/op
 *
 * is one value each of the benchmark "example.org/x.F-8" for the metrics "ns/op" and
 * "B/op".  A line whose first field begins with Benchmark and whose second is a
 * count is a result.  "key: value", the key without capitals and blanks, holds for the results
 * below it.  A "goos:" line begins the output of another process, which is a run of its own.
 * "Unit ns/op better=lower" gives a direction.  Other lines are skipped.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "data/file_keys.h"
#include "data/read.h"

#define NAME_LIMIT 4096
#define PREFIX "Benchmark"

typedef struct talk {
	char name[NAME_LIMIT]; /* the package's, and behind it the benchmark's */
	size_t package;        /* length of the package's part */
	char config[BENCHI_FILE_KEYS];
	benchi_name_table higher, lower; /* units that are better so */
	benchi_mark mark;
	size_t runs;
} talk;

/* The next field at *s, of length 0 at the end of the line. */
static benchi_word next_word(const char **s, const char *end)
{
	benchi_word word;
	const char *p = *s;

	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
		p++;
	word.text = p;
	while (p < end && *p != ' ' && *p != '\t' && *p != '\r')
		p++;
	word.length = (size_t)(p - word.text);
	*s = p;
	return word;
}

static bool is_word(benchi_word word, const char *text)
{
	return word.length == strlen(text) && !memcmp(word.text, text, word.length);
}

static bool is_count(benchi_word word)
{
	for (size_t i = 0; i < word.length; i++)
		if (word.text[i] < '0' || word.text[i] > '9')
			return false;
	return word.length > 0;
}

static bool is_result_name(benchi_word word)
{
	size_t prefix = sizeof PREFIX - 1;

	return word.length >= prefix && !memcmp(word.text, PREFIX, prefix)
	       && !memchr(word.text, '\0', word.length)
	       && !(word.length > prefix && word.text[prefix] >= 'a' && word.text[prefix] <= 'z');
}

/* Whether the word is "key:", as the format has it; "coverage:" ends a test, which it describes. */
static bool is_key(benchi_word word)
{
	if (word.length < 2 || word.text[word.length - 1] != ':' || is_word(word, "coverage:"))
		return false;
	for (size_t i = 0; i + 1 < word.length; i++)
		if ((word.text[i] >= 'A' && word.text[i] <= 'Z') || strchr("=/:", word.text[i]))
			return false;
	return word.text[0] >= 'a' && word.text[0] <= 'z';
}

/* The rest of the line without the blanks around it. */
static benchi_word rest_of(benchi_word first, const char *end)
{
	while (end > first.text && strchr(" \t\r", end[-1]))
		end--;
	first.length = (size_t)(end - first.text);
	return first;
}

/* "key: value" holds for what follows. */
static bench_status read_setting(talk *t, const benchi_input *in, benchi_rows *rows,
                                 benchi_word key, benchi_word value)
{
	char number[24];

	if (!is_key(key) || memchr(value.text, '\0', value.length))
		return BENCH_OK;
	if (is_word(key, "pkg:")) {
		if (value.length + 1 >= NAME_LIMIT / 2)
			return benchi_input_error(in, value.text, value.length, "a shorter name");
		memcpy(t->name, value.text, value.length);
		t->package = value.length + (value.length > 0);
		if (value.length)
			t->name[value.length] = '.';
	} else if (is_word(key, "goos:")) {
		snprintf(number, sizeof number, "%zu", ++t->runs);
		t->mark.run = benchi_name_table_add(&rows->runs, number, strlen(number));
		t->mark.has_run = t->mark.run != BENCHI_NO_NAME;
	}
	key.length--;
	if (!benchi_file_key_set(t->config, key, value))
		return benchi_input_error(in, value.text, value.length, "keys of less than 2 KB");
	return BENCH_OK;
}

/* "Unit ns/op better=lower": what it assumes is not looked at. */
static bench_status read_unit(talk *t, const char *s, const char *end)
{
	benchi_word unit = next_word(&s, end), word = next_word(&s, end);

	for (; word.length; word = next_word(&s, end)) {
		benchi_name_table *names = is_word(word, "better=higher") ? &t->higher
		                         : is_word(word, "better=lower") ? &t->lower : NULL;

		if (names && !memchr(unit.text, '\0', unit.length)
		    && benchi_name_table_add(names, unit.text, unit.length) == BENCHI_NO_NAME)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the units");
	}
	return BENCH_OK;
}

/* The pairs of value and unit behind the count. */
static bench_status read_pairs(const talk *t, const benchi_input *in, benchi_rows *rows,
                               benchi_word name, const char *s, const char *end)
{
	benchi_word value, unit, none = { "", 0 };
	const char *line = s, *after;
	size_t pairs = 0, set;
	bench_status status = BENCH_OK;
	double x;

	for (; !status; pairs++) {
		value = next_word(&s, end);
		if (!value.length)
			break;
		unit = next_word(&s, end);
		after = benchi_read_number(value.text, &x);
		if (after != value.text + value.length || !isfinite(x))
			return benchi_input_error(in, value.text, value.length, "a number");
		if (!unit.length || memchr(unit.text, '\0', unit.length))
			return benchi_input_error(in, value.text, value.length, "a unit behind the number");
		set = benchi_rows_set_under(rows, name, unit, none, benchi_word_of(t->config));
		if (set == SIZE_MAX)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the values");
		status = benchi_set_add(&rows->set[set], x, &t->mark);
	}
	if (!pairs)
		return benchi_input_error(in, line, (size_t)(end - line), "a value and its unit");
	return status;
}

static bench_status read_line(talk *t, const benchi_input *in, benchi_rows *rows, const char *s,
                              size_t length)
{
	const char *end = s + length;
	benchi_word first = next_word(&s, end), second = next_word(&s, end), name;

	if (is_word(first, "Unit"))
		return read_unit(t, second.text, end);
	if (!is_result_name(first))
		return read_setting(t, in, rows, first, rest_of(second, end));
	if (!is_count(second))
		return BENCH_OK;
	name.text = first.text + sizeof PREFIX - 1;
	name.length = first.length - (sizeof PREFIX - 1);
	if (t->package + name.length > NAME_LIMIT)
		return benchi_input_error(in, name.text, name.length, "a shorter name");
	memcpy(t->name + t->package, name.text, name.length);
	name.text = t->name;
	name.length += t->package;
	t->mark.row = benchi_rows_next(rows);
	return read_pairs(t, in, rows, name, s, end);
}

/* What the file states of its units goes before what their names let guess. */
static void set_directions(const talk *t, benchi_rows *rows)
{
	for (size_t i = 0; i < rows->sets; i++) {
		const char *metric = rows->set[i].metric;

		if (benchi_name_table_find(&t->higher, metric, strlen(metric)) != BENCHI_NO_NAME)
			rows->set[i].better = BENCHI_BETTER_HIGHER;
		if (benchi_name_table_find(&t->lower, metric, strlen(metric)) != BENCHI_NO_NAME)
			rows->set[i].better = BENCHI_BETTER_LOWER;
	}
}

bench_status benchi_read_go(benchi_input *in, benchi_rows *rows)
{
	talk *t = calloc(1, sizeof *t);
	bench_status status = BENCH_OK;
	const char *line;
	size_t length;

	if (!t)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory to read %s", in->name);
	while (!status) {
		status = benchi_input_line(in, &line, &length);
		if (status || !line)
			break;
		status = read_line(t, in, rows, line, length);
	}
	set_directions(t, rows);
	benchi_name_table_free(&t->higher);
	benchi_name_table_free(&t->lower);
	free(t);
	return status ? status : benchi_rows_name_configs(rows);
}
