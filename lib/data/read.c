/*
 * Recognises what wrote a file, and reads it.
 *
 * Our own files say what they are in their first bytes, and no name in them is looked at.  Others
 * are recognised by their first block: JSON of other tools has a key that only theirs has
 * (read_forms.c); JSON lines by a first object that holds a "benchmark" or "name", or a
 * "context" without results; other JSON by its first bracket; perf stat's lines by their fields;
 * Go's text by a line that begins with "Benchmark" and a count, or a goos:, goarch: or pkg: line; a
 * table by a comma in its first line together with a field that is no number, or by a word over
 * lines of one number each; everything else is taken for plain numbers, so that an error has its
 * line.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

enum { DETAIL = 400 }; /* of a message that a hint follows */

typedef enum file_kind {
	KIND_EMPTY = 0, /* nothing but blanks */
	KIND_PLAIN = 1, /* numbers, one a line */
	KIND_CSV = 2,   /* a header and rows */
	KIND_JSON = 3,  /* ours, Google Benchmark's or hyperfine's */
	KIND_GO = 4,    /* the text of Go's benchmarks */
	KIND_LINES = 5, /* JSON, a row a line, as bench sample --jsonl writes it */
	KIND_FORM = 6,  /* JSON of another tool (read_forms.c) */
	KIND_PERF = 7,  /* perf stat's lines */
	KIND_LOG = 8    /* a line a request, without a header: pgbench, vegeta */
} file_kind;

/*
 * Reads numbers, one a line.
 *
 * A line's fields are separated by any of the delimiters, several of which in a row
 * count as one; the wanted column is taken.  A field that begins with '#' starts a
 * comment, blank lines and lines too short for the column hold no number, white
 * space at a line's end does not count (so both kinds of line end do).  These are
 * the rules of ministat's input, kept for it; a NUL byte ends a line for it too.
 *
 * A first number may carry a unit, "12 ms" or "12ms"; the set's unit is the first value's, and
 * later values are converted to it.  Either every value has a unit or none has.
 *
 * The common line, whose first field is the number, is read without being cut up.
 */

#define DEFAULT_DELIMITERS " \t"

static inline bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The wanted field of [*s, end), or a length of 0. */
static size_t find_field(const char **s, const char *end, const char *delimiters, size_t column)
{
	const char *p = *s, *field;

	for (size_t i = 1;; i++) {
		while (p < end && strchr(delimiters, *p))
			p++;
		if (p == end || *p == '#')
			return 0;
		field = p;
		while (p < end && !strchr(delimiters, *p))
			p++;
		if (i == column)
			break;
	}
	*s = field;
	return (size_t)(p - field);
}

/* The number that is the whole of [s, s + length); the byte after it may be anything. */
static bool read_whole_number(const char *s, size_t length, bool as_c, double *value)
{
	char copy[8192];
	const char *after;
	double held;    /* NaN: too small for a double, which strtod takes as 0 */

	if (length < sizeof copy) { /* a delimiter may look like a part of a number */
		memcpy(copy, s, length);
		copy[length] = '\0';
		s = copy;
	}
	after = as_c ? benchi_read_number_c(s, value) : benchi_read_number(s, value);
	if (as_c && after && !(fabs(*value) > 0) && benchi_read_number(s, &held) && isnan(held))
		return false;
	return after && after == s + length;
}

/* The unit behind a number, at *after, which moves behind it; NULL: none. */
static const char *unit_behind(const char **after, const char *end)
{
	const char *at = *after, *unit;
	size_t length;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	unit = benchi_unit_begin(at, end, &length);
	if (unit)
		*after = at + length;
	return unit;
}

/* Adds a value of that unit, or of none (NULL). */
static bench_status read_add(const benchi_input *in, benchi_set *set, double value,
                             const char *unit, const char *line, size_t length)
{
	double factor;

	if (!unit)
		unit = "";
	if (!set->n)
		set->unit = unit;
	factor = benchi_unit_factor(unit, set->unit);
	if (isnan(factor) && !*set->unit)
		return benchi_input_error(in, line, length, "no unit as before");
	if (isnan(factor))
		return benchi_input_error(in, line, length, "a unit like '%.20s' as before", set->unit);
	return benchi_set_add(set, value * factor, NULL);
}

/* Takes the number of one line the long way. */
static bench_status read_plain_read_line(const benchi_input *in, const char *line, size_t length,
                                         const benchi_plain *plain, benchi_set *set)
{
	const char *delimiters = plain->delimiters ? plain->delimiters : DEFAULT_DELIMITERS;
	const char *nul = memchr(line, '\0', length);
	double value;

	if (nul && !plain->as_c)
		return benchi_input_error(in, line, length, "text without NUL bytes");
	if (nul)
		length = (size_t)(nul - line);
	while (length && is_space(line[length - 1]))
		length--;
	length = find_field(&line, line + length, delimiters, plain->column ? plain->column : 1);
	if (!length)
		return BENCH_OK;
	if (!read_whole_number(line, length, plain->as_c, &value))
		return benchi_input_error(in, line, length, "a number");
	if (!plain->as_c && !isfinite(value))
		return benchi_input_error(in, line, length, "a number that a double can hold");
	return plain->as_c ? benchi_set_add(set, value, NULL)
	                   : read_add(in, set, value, NULL, line, length);
}

bench_status benchi_read_plain(benchi_input *in, const benchi_plain *plain, benchi_set *set)
{
	bool simple = plain->column <= 1 && !plain->delimiters;
	bench_status status;
	const char *line, *after, *unit;
	size_t length;
	double value;

	for (;;) {
		status = benchi_input_line(in, &line, &length);
		if (status || !line)
			return status;
		after = simple ? benchi_read_number(line, &value) : NULL;
		unit = after && !plain->as_c && after < line + length
		       ? unit_behind(&after, line + length) : NULL;
		if (after && (after == line + length || *after == ' ' || *after == '\t' || *after == '\r')
		    && isfinite(value))
			status = plain->as_c ? benchi_set_add(set, value, NULL)
			                     : read_add(in, set, value, unit, line, length);
		else
			status = read_plain_read_line(in, line, length, plain, set);
		if (status)
			return status;
	}
}

#define PREFIX "Benchmark"

#ifndef BENCHI_INPUT_LOOK /* bytes that are looked at */
#define BENCHI_INPUT_LOOK ((size_t)1 << 16)
#endif

#define LOOK_MOST ((size_t)1 << 26)

static size_t looked_at(const benchi_input *in)
{
	size_t unread = in->end - in->begin;

	return unread < BENCHI_INPUT_LOOK ? unread : BENCHI_INPUT_LOOK;
}

static bool begins(const char *s, const char *end, const char *with)
{
	size_t n = strlen(with);

	return (size_t)(end - s) >= n && !memcmp(s, with, n);
}

static bool contains(const char *s, const char *end, const char *word)
{
	size_t n = strlen(word);

	for (; (size_t)(end - s) >= n; s++)
		if (!memcmp(s, word, n))
			return true;
	return false;
}

/* Is it "BenchmarkName-8 1000 ..."? */
static bool is_go_result(const char *s, const char *end)
{
	benchi_word count;

	if (!begins(s, end, PREFIX))
		return false;
	(void)benchi_word_next(&s, end);
	count = benchi_word_next(&s, end);
	return count.length && *count.text >= '0' && *count.text <= '9';
}

static bool is_go_line(const char *s, const char *end)
{
	return begins(s, end, "goos: ") || begins(s, end, "goarch: ") || begins(s, end, "pkg: ")
	       || is_go_result(s, end) || (begins(s, end, "test ") && contains(s, end, " ... bench:"));
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

/* The number that is all of a line, from s; the line's end, or NULL: it is none. */
static const char *number_line(const char *s, const char *end)
{
	const char *after;
	double value;

	while (s < end && strchr(" \t\r\n", *s))
		s++;
	after = s < end ? benchi_read_number(s, &value) : NULL;
	while (after && after < end && strchr(" \t\r", *after))
		after++;
	return after && (after >= end || *after == '\n') ? after : NULL;
}

/* Is the line a word, and are two lines that follow it a number each? */
static bool is_title(const char *s, const char *line_end, const char *end)
{
	bool letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_' || *s == '"';
	const char *second;

	while (line_end > s && strchr(" \t\r", line_end[-1]))
		line_end--;
	for (const char *at = s; at < line_end; at++)
		if (strchr(" \t,;", *at))
			return false;
	second = letter ? number_line(line_end, end) : NULL;
	return second && number_line(second, end);
}

/* Is it JSON of ours?  Such a file says so in its first key, a ramp as "libbench_ramp". */
static bool is_own(const char *s, const char *end)
{
	while (s < end && strchr("[{ \t\r\n", *s))
		s++;
	return begins(s, end, "\"libbench\"") || begins(s, end, "\"libbench_ramp\"");
}

/* The outermost keys of an object that identify its writer. */
typedef struct object_keys {
	bool own, line, benchmark, results, facts; /* line: only in lines of ours */
} object_keys;

static void note_key(object_keys *k, const char *s, const char *end)
{
	static const char *const of_results[] = { "results\"", "benchmarks\"", "libbench_ramp\"" };

	k->line = k->line || begins(s, end, "benchmark\"");
	k->benchmark = k->benchmark || k->line || begins(s, end, "name\"");
	for (size_t i = 0; i < sizeof of_results / sizeof *of_results; i++)
		k->results = k->results || begins(s, end, of_results[i]);
	k->results = k->results || (k->own && (begins(s, end, "form\"")
		|| begins(s, end, "interrupted\"")));
	k->facts = k->facts || begins(s, end, "context\"");
}

/*
 * Does the object at s begin a series of them, facts or a benchmark each?  Whatever blanks
 * and line ends stand between, and in whatever order its keys come.  A line of facts of ours may
 * be longer than what is looked at; our results have a key of theirs before anything long.
 */
static bool is_lines(const char *s, const char *end, bool surely)
{
	object_keys k = { .own = is_own(s, end) };
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
	return !k.results && (surely ? k.line : k.benchmark || k.facts);
}

/* JSON that begins so many bytes further on.  As much is read as it takes to see a form's signs. */
static file_kind recognise_json(benchi_input *in, size_t at, const benchi_form **form)
{
	const char *s = in->buffer + in->begin + at, *end = in->buffer + in->end;
	bool lines = *s == '{' && is_lines(s, end, false), cut = false;

	if (is_own(s, end) || (lines && is_lines(s, end, true)))
		return lines ? KIND_LINES : KIND_JSON;
	do {
		*form = benchi_form_find(in, &cut);
		if (*form)
			return KIND_FORM;
	} while (cut && !in->more && in->end - in->begin < LOOK_MOST && !in->eof
	         && benchi_input_fill(in, 8 * (in->end - in->begin)));
	return lines ? KIND_LINES : KIND_JSON;
}

/* What the first bytes of a text look like. */
static file_kind recognise(benchi_input *in, const benchi_form **form)
{
	const char *text = in->buffer + in->begin, *end = text + looked_at(in), *line_end;
	bool first = true, csv = false;

	if (begins(text, end, BENCHI_OWN_TABLE))
		return KIND_CSV;
	for (const char *s = text; s < end; s = line_end + 1) {
		line_end = memchr(s, '\n', (size_t)(end - s));
		if (!line_end)
			line_end = end;
		if (is_go_line(s, line_end))
			return KIND_GO;
		while (s < line_end && (*s == ' ' || *s == '\t' || *s == '\r'))
			s++;
		if (!first || s == line_end || *s == '#')
			continue;
		first = false;
		if (*s == '{' || *s == '[')
			return recognise_json(in, (size_t)(s - text), form);
		if (benchi_perf_is(s, line_end))
			return KIND_PERF;
		if (benchi_log_is(s, line_end))
			return KIND_LOG;
		csv = is_header(s, line_end) || is_title(s, line_end, end);
	}
	return first ? KIND_EMPTY : csv ? KIND_CSV : KIND_PLAIN;
}

static bench_status read_numbers(benchi_input *in, const benchi_plain *plain, benchi_rows *rows)
{
	benchi_word none = { "", 0 };

	if (benchi_rows_set(rows, none, none, none) == SIZE_MAX)
		return benchi_no_memory("the values");
	return benchi_read_plain(in, plain, &rows->set[0]);
}

static bench_status read_as(file_kind format, const benchi_form *form, benchi_input *in,
                            const benchi_plain *plain, benchi_rows *rows)
{
	switch (format) {
	case KIND_CSV:
		return benchi_read_csv(in, rows);
	case KIND_JSON:
		return benchi_read_json(in, rows);
	case KIND_GO:
		return benchi_read_go(in, rows);
	case KIND_LINES:
		return benchi_read_lines(in, rows);
	case KIND_FORM:
		return form->refuse ? benchi_fail(BENCH_ERR_INPUT, "%s:1: %s", in->name, form->refuse)
		                    : benchi_form_read(form, in, rows);
	case KIND_PERF:
		return benchi_perf_read(in, rows);
	case KIND_LOG:
		return benchi_log_read(in, rows);
	default:
		return read_numbers(in, plain, rows);
	}
}

/* Passes over a byte order mark, and over what makes JSON a script (github-action-benchmark's
 * data.js); refuses text in 16-bit units. */
static bench_status check_encoding(benchi_input *in)
{
	static const char script[] = "window.BENCHMARK_DATA = ";
	size_t n = benchi_input_fill(in, in->more ? 1 : BENCHI_INPUT_LOOK);
	const char *s = in->buffer + in->begin;

	if (begins(s, s + n, script))
		in->begin += sizeof script - 1;
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

/* What a file that is none of these may be instead, and how its writer makes one that is read.  The
 * first that fits: words at the start of the text (at_start) or anywhere in what is looked at. */
static const char *read_nearest(const char *text, size_t length, bool plain)
{
	static const struct {
		const char *words, *hint;
		bool at_start;
	} forms[] = {
		{ "<Catch2TestRun", "of Catch2's XML nothing is read: a number per line is", true },
		{ "<?xml", "XML is not read: neither Catch2's, whose benchmarks are summaries, nor "
			"JUnit's, "
			"which has none", true },
		{ "<testsuite", "JUnit's XML has no benchmarks", true },
		{ "<", "tables of a page are not read", true },
		{ "# ninja log", "of ninja's log nothing is read: its columns are moments", true },
		{ "Performance counter stats", "of perf stat its lines are read: perf stat -x,", false },
		{ "vs base", "of benchstat its input is read: the output of go test -bench", false },
		{ "mean \xc2\xb1", "of hyperfine its files are read: --export-json FILE", false },
		{ "min     \xe2\x80\xa6", "of hyperfine its files are read: --export-json FILE", false },
		{ "Run on (", "of Google Benchmark its JSON is read: --benchmark_format=json", false },
		{ "real_time", "of Google Benchmark its JSON is read: --benchmark_format=json", false },
		{ "Mode  Cnt", "of JMH its JSON is read: -rf json", false },
		{ "Name (time in", "of pytest-benchmark its JSON is read: --benchmark-json FILE", false },
		{ "time:   [", "of criterion target/criterion/NAME/new/sample.json is read", false },
		{ "fastest       \xe2\x94\x82", "of divan nothing is read: it has no files", false },
		{ "ops/sec \xc2\xb1",
			"of benchmark.js an array of its benchmarks as JSON is read, with name "
			"and stats", false },
		{ "ApacheBench", "of ab a line per request is read: ab -g FILE", false },
		{ "pgbench (", "of pgbench a line per transaction is read: pgbench -l", false },
		{ "Thread Stats", "of wrk nothing is read: hey -o csv writes a line per request", false },
		{ "err%", "of nanobench its JSON is read: ankerl::nanobench::templates::json()", false },
		{ ";fio-", "of fio nothing is read: its logs (--write_lat_log) are numbers: -C 2 -d ,",
			false },
		{ "time CI", "of this program its files are read: -o FILE.json", false },
		{ "confidence", "of ministat its input is read, one number per line", false },
		{ "real\t", "of time nothing is read: bench sample COMMAND times it", false },
		{ "real 0", "of time nothing is read: bench sample COMMAND times it", true },
		{ "\tCommand being timed", "of time nothing is read: bench sample COMMAND times it", true },
		{ "", "a number per line, -C N for field N, CSV, JSON and Go's text are read", false }
	};
	size_t k = 0;

	while (length && strchr(" \r\n", *text))
		text++, length--;
	for (; *forms[k].words; k++)
		if (forms[k].at_start ? begins(text, text + length, forms[k].words)
		    : contains(text, text + length, forms[k].words))
			return forms[k].hint;
	return plain ? forms[k].hint : NULL;
}

/* Texts that look like numbers or a table and are neither: refused, and why; NULL: read them. */
static const char *read_refused(const char *text, size_t length)
{
	const char *const hint = read_nearest(text, length, false);
	double real;

	return hint && (begins(text, text + length, "# ninja log") || begins(text, text + length,
		"real ")
	    || (contains(text, text + length, ";fio-") && benchi_read_number(text, &real))) ? hint
		: NULL;
}

bench_status benchi_read_from(benchi_input *in, const benchi_read_options *options,
                              benchi_rows *rows)
{
	static const benchi_read_options defaults = { .keep_rows = false };
	file_kind format = KIND_PLAIN;
	const benchi_form *form = NULL;
	bench_status status = check_encoding(in);
	const char *hint = NULL;
	char wrong[DETAIL];

	if (!options)
		options = &defaults;
	rows->keep_rows = options->keep_rows;
	rows->keep_summaries = options->keep_summaries;
	if (!status && !options->only_plain)
		format = recognise(in, &form);
	rows->lines = format == KIND_LINES;
	if (!status && !options->only_plain
	    && (format == KIND_PLAIN || format == KIND_GO || format == KIND_CSV))
		hint = read_nearest(in->buffer + in->begin, looked_at(in), format == KIND_PLAIN);
	if (!status && !options->only_plain
	    && read_refused(in->buffer + in->begin, looked_at(in)))
		return benchi_fail(BENCH_ERR_INPUT, "%s:1: %s", in->name,
			read_refused(in->buffer + in->begin, looked_at(in)));
	if (!status)
		status = read_as(format, form, in, &options->plain, rows);
	if (!status && !options->keep_keys)
		status = benchi_rows_name_configs(rows);
	status = status ? status : check_sets(in, rows);
	if (status != BENCH_ERR_INPUT || !hint || (rows->sets && rows->set[0].n))
		return status;
	snprintf(wrong, sizeof wrong, "%s", bench_detail());
	return benchi_fail(status, "%.160s; %s", wrong, hint);
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
