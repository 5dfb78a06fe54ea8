/*
 * Reads the text of Go's benchmarks.
 *
 *	pkg: example.org/x
 *	BenchmarkF-8     1000     1234 ns/op     56 B/op
 *
 * is one value each of the benchmark "example.org/x.F-8" for the metrics "ns/op" and
 * "B/op".  A line whose first field begins with Benchmark and whose second is a
 * count is a result; other lines are skipped.  A "goos:" line begins the output of
 * another process, which is a run of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "data/read.h"

#define NAME_LIMIT 4096
#define PREFIX "Benchmark"

typedef struct talk {
	char name[NAME_LIMIT]; /* the package's, and behind it the benchmark's */
	size_t package;        /* length of the package's part */
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

/* pkg: and goos: lines. */
static bench_status read_setting(talk *t, const benchi_input *in, benchi_rows *rows,
                                 benchi_word key, benchi_word value)
{
	char number[24];

	if (is_word(key, "pkg:") && !memchr(value.text, '\0', value.length)) {
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
		set = benchi_rows_set(rows, name, unit, none);
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

	if (!is_result_name(first))
		return read_setting(t, in, rows, first, second);
	if (!is_count(second))
		return BENCH_OK;
	name.text = first.text + sizeof PREFIX - 1;
	name.length = first.length - (sizeof PREFIX - 1);
	if (t->package + name.length > NAME_LIMIT)
		return benchi_input_error(in, name.text, name.length, "a shorter name");
	memcpy(t->name + t->package, name.text, name.length);
	name.text = t->name;
	name.length += t->package;
	return read_pairs(t, in, rows, name, s, end);
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
	free(t);
	return status;
}
