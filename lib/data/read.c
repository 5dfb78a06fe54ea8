/*
 * Recognises what wrote a file, and reads it.
 *
 * By the first block: our own tables begin with their name; JSON lines by a first
 * object that holds a "benchmark", or a "context" without results; other JSON by its first
 * bracket; Go's text by a
 * line that begins with "Benchmark" and a count, or a goos:, goarch: or pkg: line; a
 * table by a comma in its first line together with a field that is no number;
 * everything else is taken for plain numbers, so that an error has its line.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "data/read.h"
#include "data/separator.h"

#ifndef BENCHI_INPUT_LOOK /* bytes that are looked at */
#define BENCHI_INPUT_LOOK ((size_t)1 << 16)
#endif

static bool begins(const char *s, const char *end, const char *with)
{
	size_t n = strlen(with);

	return (size_t)(end - s) >= n && !memcmp(s, with, n);
}

/* Is it "BenchmarkName-8 1000 ..."? */
static bool is_go_result(const char *s, const char *end)
{
	if (!begins(s, end, "Benchmark"))
		return false;
	while (s < end && *s != ' ' && *s != '\t')
		s++;
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s < end && *s >= '0' && *s <= '9';
}

static bool is_go_line(const char *s, const char *end)
{
	return begins(s, end, "goos: ") || begins(s, end, "goarch: ") || begins(s, end, "pkg: ")
	       || is_go_result(s, end);
}

/* Has this line several fields, and the first of them is not a number?  Of fields with commas
 * between any may not be. */
static bool is_header(const char *s, const char *end)
{
	char separator = benchi_separator(s, end);
	bool several = memchr(s, separator, (size_t)(end - s)) != NULL;
	double value;

	while (several && s < end) {
		char field[64];
		size_t n = 0;
		const char *after;

		while (s < end && (*s == ' ' || *s == '\t') && *s != separator)
			s++;
		for (; s < end && *s != separator; s++)
			if (n + 1 < sizeof field)
				field[n++] = *s;
		/* cppcheck-suppress uninitvar; n of them are filled in */
		while (n && (field[n - 1] == ' ' || field[n - 1] == '\r'))
			n--;
		field[n] = '\0';
		after = benchi_read_number(field, &value);
		if (n && (!after || *after))
			return true;
		several = separator == ',';
		s++;
	}
	return false;
}

/* The outermost keys of an object that identify its writer. */
typedef struct object_keys {
	bool benchmark, results, facts;
} object_keys;

static void note_key(object_keys *k, const char *s, const char *end)
{
	k->benchmark = k->benchmark || begins(s, end, "benchmark\"");
	k->results = k->results || begins(s, end, "results\"") || begins(s, end, "benchmarks\"")
	             || begins(s, end, "libbench_ramp\"");
	k->facts = k->facts || begins(s, end, "context\"");
}

/* Does the object at s begin a series of them, facts or a benchmark each?  Whatever blanks
 * and line ends stand between, and in whatever order its keys come. */
static bool is_lines(const char *s, const char *end)
{
	object_keys k = { false, false, false };
	size_t depth = 0;

	for (; s < end; s++) {
		if (*s == '"') {
			const char *text = s + 1;

			for (s++; s < end && *s != '"'; s++)
				s += *s == '\\';
			for (const char *at = s + 1; depth == 1 && at < end; at++)
				if (*at != ' ' && *at != '\t' && *at != '\r' && *at != '\n') {
					if (*at == ':')
						note_key(&k, text, end);
					break;
				}
		} else if (*s == '{' || *s == '[')
			depth++;
		else if ((*s == '}' || *s == ']') && !--depth)
			break;
	}
	return !k.results && (k.benchmark || k.facts);
}

/* What the first bytes of a text look like. */
static benchi_file_kind recognise(const char *text, size_t length)
{
	const char *end = text + length, *line_end;
	bool first = true, csv = false;

	if (begins(text, end, BENCHI_OWN_TABLE))
		return BENCHI_KIND_CSV;
	for (const char *s = text; s < end; s = line_end + 1) {
		line_end = memchr(s, '\n', (size_t)(end - s));
		if (!line_end)
			line_end = end;
		if (is_go_line(s, line_end))
			return BENCHI_KIND_GO;
		while (s < line_end && (*s == ' ' || *s == '\t' || *s == '\r'))
			s++;
		if (!first || s == line_end || *s == '#')
			continue;
		first = false;
		if (*s == '{' || *s == '[')
			return *s == '{' && is_lines(s, end) ? BENCHI_KIND_LINES : BENCHI_KIND_JSON;
		csv = is_header(s, line_end);
	}
	return first ? BENCHI_KIND_EMPTY : csv ? BENCHI_KIND_CSV : BENCHI_KIND_PLAIN;
}

static bench_status read_numbers(benchi_input *in, const benchi_plain *plain, benchi_rows *rows)
{
	benchi_word none = { "", 0 };

	if (benchi_rows_set(rows, none, none, none) == SIZE_MAX)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the values");
	return benchi_read_plain(in, plain, &rows->set[0]);
}

static bench_status read_as(benchi_file_kind format, benchi_input *in, const benchi_plain *plain,
                            benchi_rows *rows)
{
	switch (format) {
	case BENCHI_KIND_CSV:
		return benchi_read_csv(in, rows);
	case BENCHI_KIND_JSON:
		return benchi_read_json(in, rows);
	case BENCHI_KIND_GO:
		return benchi_read_go(in, rows);
	case BENCHI_KIND_LINES:
		return benchi_read_lines(in, rows);
	default:
		return read_numbers(in, plain, rows);
	}
}

/* Passes over a byte order mark; refuses text in 16-bit units. */
static bench_status check_encoding(benchi_input *in)
{
	size_t n = benchi_input_fill(in, in->more ? 1 : BENCHI_INPUT_LOOK);
	const char *s = in->buffer + in->begin;

	if (n >= 3 && !memcmp(s, "\xef\xbb\xbf", 3))
		in->begin += 3;
	if (n >= 2 && (!memcmp(s, "\xff\xfe", 2) || !memcmp(s, "\xfe\xff", 2)))
		return benchi_fail(BENCH_ERR_INPUT, "%s:1: found text in UTF-16, expected UTF-8",
		                   in->name);
	return BENCH_OK;
}

/* A set without a value has nothing to compare. */
static bench_status check_sets(const benchi_input *in, const benchi_rows *rows)
{
	if (in->failed)
		return benchi_fail(BENCH_ERR_INPUT, "%s: reading failed after line %zu%s%s", in->name,
		                   in->line, in->error ? ": " : "", in->error ? strerror(in->error) : "");
	for (size_t i = 0; i < rows->sets; i++)
		if (!rows->set[i].n && (rows->sets > 1 || *rows->set[i].benchmark))
			return benchi_fail(BENCH_ERR_INPUT, "%s: found no number for '%.40s' (%.40s), "
			                   "expected at least one", in->name, rows->set[i].benchmark,
			                   rows->set[i].metric);
	if (!rows->sets || !rows->set[0].n)
		return benchi_fail(BENCH_ERR_INPUT, "%s: found no number%s%s, expected at least one",
		                   in->name, rows->notes.n ? "; " : "",
		                   rows->notes.n ? rows->notes.text[0] : "");
	return BENCH_OK;
}

static size_t looked_at(const benchi_input *in)
{
	size_t unread = in->end - in->begin;

	return unread < BENCHI_INPUT_LOOK ? unread : BENCHI_INPUT_LOOK;
}

bench_status benchi_read_from(benchi_input *in, const benchi_read_options *options,
                              benchi_rows *rows)
{
	static const benchi_read_options defaults = { .keep_rows = false };
	benchi_file_kind format = BENCHI_KIND_PLAIN;
	bench_status status = check_encoding(in);

	if (!options)
		options = &defaults;
	rows->keep_rows = options->keep_rows;
	if (!status && !options->only_plain)
		format = recognise(in->buffer + in->begin, looked_at(in));
	if (!status)
		status = read_as(format, in, &options->plain, rows);
	return status ? status : check_sets(in, rows);
}

bench_status benchi_read(FILE *file, const char *name, const benchi_read_options *options,
                         benchi_rows *rows)
{
	benchi_input in;
	bench_status status = benchi_input_open(&in, file, name);

	if (!status)
		status = benchi_read_from(&in, options, rows);
	benchi_input_close(&in);
	return status;
}
