/*
 * Recognises what wrote a file, and reads it.
 *
 * Our own files say what they are in their first bytes, and no name in them is looked at.  Others
 * are recognised by their first block: JSON of other tools has a key that only theirs has
 * (read_forms.c); JSON lines by a first object that holds a "benchmark" or "name", or a
 * "context" without results; other JSON by its first bracket; Go's text by a line that begins with
 * "Benchmark" and a count, or a goos:, goarch: or pkg: line; perf stat's lines, logs and tables by
 * the first line that is neither blank nor a comment; everything else is taken for plain numbers,
 * so that an error has its line.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

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
 */

/* Adds a value of that unit, or of none (""). */
static bench_status add_number(const benchi_input *in, benchi_set *set, double value,
                               const char *unit, const char *line, size_t length)
{
	double factor;

	if (!set->n)
		set->unit = unit;
	factor = benchi_unit_factor(unit, set->unit);
	if (isnan(factor) && !*set->unit)
		return benchi_input_error(in, line, length, "no unit as before");
	if (isnan(factor))
		return benchi_input_error(in, line, length, "a unit like '%.20s' as before", set->unit);
	return benchi_set_add(set, value * factor, NULL);
}

/* Cuts a line into fields, and takes the number of one. */
static bench_status take_line(const benchi_input *in, const char *line, size_t length,
                              const benchi_plain *plain, benchi_set *set)
{
	const char *delimiters = plain->delimiters ? plain->delimiters : " \t";
	const char *nul = memchr(line, '\0', length), *end = nul ? nul : line + length, *p = line;
	const char *after, *number;
	char copy[8192];
	double value, held; /* held: NaN is too small for a double, which strtod takes as 0 */

	if (nul && !plain->as_c)
		return benchi_input_error(in, line, length, "text without NUL bytes");
	while (end > line && (end[-1] == ' ' || (end[-1] >= '\t' && end[-1] <= '\r')))
		end--;
	for (size_t i = plain->column ? plain->column : 1; i; i--) {
		while (p < end && strchr(delimiters, *p))
			p++;
		if (p == end || *p == '#')
			return BENCH_OK;
		for (line = p; p < end && !strchr(delimiters, *p);)
			p++;
	}
	length = (size_t)(p - line);
	number = line;
	if (length < sizeof copy) { /* a delimiter may look like a part of a number */
		memcpy(copy, line, length);
		copy[length] = '\0';
		number = copy;
	}
	after = plain->as_c ? benchi_read_number_c(number, &value) : benchi_read_number(number, &value);
	if (plain->as_c && after && !(fabs(value) > 0) && benchi_read_number(number, &held)
	    && isnan(held))
		after = NULL;
	if (after != number + length)
		return benchi_input_error(in, line, length, "a number");
	if (plain->as_c)
		return benchi_set_add(set, value, NULL);
	if (!isfinite(value))
		return benchi_input_error(in, line, length, "a number that a double can hold");
	return add_number(in, set, value, "", line, length);
}

bench_status benchi_read_plain(benchi_input *in, const benchi_plain *plain, benchi_set *set)
{
	bool simple = plain->column <= 1 && !plain->delimiters;
	bench_status status;
	const char *line;
	size_t length;

	while (!(status = benchi_input_line(in, &line, &length)) && line) {
		double value;
		const char *end = line + length, *unit = NULL;
		const char *after = simple ? benchi_read_number(line, &value) : NULL;

		/* the common line, whose first field is the number, is not cut up */
		if (after && !plain->as_c && after < end) {
			const char *at = after + strspn(after, " \t");
			size_t n = 0;

			unit = at < end ? benchi_unit_begin(at, end, &n) : NULL;
			after = unit ? at + n : after;
		}
		if (!after || !isfinite(value)
		    || !(after == end || *after == ' ' || *after == '\t' || *after == '\r'))
			status = take_line(in, line, length, plain, set);
		else if (plain->as_c)
			status = benchi_set_add(set, value, NULL);
		else
			status = add_number(in, set, value, unit ? unit : "", line, length);
		if (status)
			break;
	}
	return status;
}

/*
 * Recognition.
 */

#ifndef BENCHI_INPUT_LOOK /* bytes that are looked at */
#define BENCHI_INPUT_LOOK ((size_t)1 << 16)
#endif

#define LOOK_MOST ((size_t)1 << 26) /* at JSON: a tool may write 60 KB of facts before its signs */

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
	const size_t n = strlen(word);

	for (; s && (size_t)(end - s) >= n; s++) {
		s = memchr(s, *word, (size_t)(end - s) - n + 1);
		if (!s || !memcmp(s, word, n))
			return s != NULL;
	}
	return false;
}

/* "BenchmarkName-8 1000 ...", or a line before such; "test NAME ... bench:". */
static bool is_go(const char *s, const char *end)
{
	benchi_word count;

	if (begins(s, end, "test "))
		return contains(s, end, " ... bench:");
	if (!begins(s, end, "Benchmark"))
		return begins(s, end, "goos: ") || begins(s, end, "goarch: ") || begins(s, end, "pkg: ");
	(void)benchi_word_next(&s, end);
	count = benchi_word_next(&s, end);
	return count.length && *count.text >= '0' && *count.text <= '9';
}

/* Has this line several fields, and the first of them is not a number?  Of fields with commas
 * between any may not be. */
static bool is_header(const char *s, const char *end)
{
	char separator = benchi_separator(s, end);
	bool several = memchr(s, separator, (size_t)(end - s)) != NULL;

	for (const char *next; several && s < end; s = next + 1) {
		double value;
		size_t n;

		next = memchr(s, separator, (size_t)(end - s));
		next = next ? next : end;
		while (s < next && (*s == ' ' || *s == '\t'))
			s++;
		for (n = (size_t)(next - s); n && (s[n - 1] == ' ' || s[n - 1] == '\r');)
			n--;
		if (n && !benchi_word_number((benchi_word){ s, n }, false, &value))
			return true;
		several = separator == ',';
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

/*
 * Does the object at s begin a series of them, facts or a benchmark each?  Whatever blanks
 * and line ends stand between, and in whatever order its keys come.  A line of facts of ours may
 * be longer than what is looked at; our results have a key of theirs before anything long.
 * *surely: it has a key that only lines of ours have.
 */
static bool is_lines(const char *s, const char *end, bool *surely)
{
	const bool own = is_own(s, end);
	bool benchmark = false, facts = false, results = false;
	size_t depth = 0;

	*surely = false;
	for (; s < end; s++) {
		if (*s == '"') {
			const char *key = s + 1, *behind;

			for (s++; s < end && *s != '"'; s++)
				s += *s == '\\';
			for (behind = s + 1; behind < end && strchr(" \t\r\n", *behind);)
				behind++;
			if (depth != 1 || behind >= end || *behind != ':')
				continue;
			*surely = *surely || begins(key, end, "benchmark\"");
			benchmark = benchmark || *surely || begins(key, end, "name\"");
			facts = facts || begins(key, end, "context\"");
			results = results || begins(key, end, "results\"") || begins(key, end, "benchmarks\"")
			          || begins(key, end, "libbench_ramp\"")
			          || (own && (begins(key, end, "form\"") || begins(key, end, "interrupted\"")));
		} else if (*s == '{' || *s == '[')
			depth++;
		else if ((*s == '}' || *s == ']') && !--depth)
			break;
	}
	return !results && (benchmark || facts);
}

typedef bench_status reader(benchi_input *in, benchi_rows *rows);

/* Chooses the reader of JSON that begins `at` bytes further on, and for another tool's JSON its
 * *form, to be freed.  Reads ahead until the form's signs are visible. */
static reader *json_reader(benchi_input *in, size_t at, benchi_form **form)
{
	const char *s = in->buffer + in->begin + at, *end = in->buffer + in->end;
	bool surely = false, cut = false, lines = *s == '{' && is_lines(s, end, &surely);

	if (!is_own(s, end))
		do {
			*form = benchi_form_find(in, surely, &cut);
		} while (!*form && cut && !in->more && in->end - in->begin < LOOK_MOST && !in->eof
		         && benchi_input_fill(in, 8 * (in->end - in->begin)));
	return lines ? benchi_read_lines : benchi_read_json;
}

/* The reader of what begins so, by its first line that is neither blank nor a comment, or by any
 * line of Go's; NULL: plain numbers.  *empty: nothing but blanks and comments. */
static reader *find_reader(benchi_input *in, benchi_form **form, bool *empty)
{
	static const struct {
		bool (*is)(const char *line, const char *end);
		reader *read;
	} kinds[] = { { benchi_perf_is, benchi_perf_read }, { benchi_log_is, benchi_log_read },
		{ benchi_time_is, benchi_time_read },
		{ is_header, benchi_read_csv } };
	const char *text = in->buffer + in->begin, *end = text + looked_at(in), *line_end;
	reader *found = NULL;

	*empty = !begins(text, end, BENCHI_OWN_TABLE);
	if (!*empty)
		return benchi_read_csv;
	for (const char *s = text; s < end; s = line_end + 1) {
		line_end = memchr(s, '\n', (size_t)(end - s));
		line_end = line_end ? line_end : end;
		if (is_go(s, line_end)) {
			*empty = false;
			return benchi_read_go;
		}
		while (s < line_end && (*s == ' ' || *s == '\t' || *s == '\r'))
			s++;
		if (!*empty || s == line_end || *s == '#')
			continue;
		*empty = false;
		if (*s == '{' || *s == '[')
			return json_reader(in, (size_t)(s - text), form);
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !found; i++)
			found = kinds[i].is(s, line_end) ? kinds[i].read : NULL;
		if (found == benchi_perf_read || found == benchi_log_read)
			return found;
		found = found || !is_title(s, line_end, end) ? found : benchi_read_csv;
	}
	return found;
}

/* What a file that is none of these may be instead, and how its writer makes one that is read.  The
 * first that fits: words at the start of the text (at_start) or anywhere in what is looked at. */
static const char *read_nearest(const char *text, size_t length, bool plain)
{
#define VEGETA "a report is a summary: of vegeta its results are read, vegeta encode"
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
		{ "sec/op", "of benchstat its input is read: the output of go test -bench", false },
		{ "mean \xc2\xb1", "of hyperfine its files are read: --export-json FILE", false },
		{ "| Command | Mean", "of hyperfine its files are read: --export-json FILE", false },
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
		{ "Latency distribution:", "of hey a line per request is read: hey -o csv", false },
		{ "Latencies     [min", VEGETA, false }, { "Bucket         #", VEGETA, false },
		{ "Value(ms)  Percentile", VEGETA, false },
		{ "spawning thread #0", "of h2load a line per request is read: --log-file=FILE", false },
		{ "requests per second", "of redis-benchmark its table is read: --csv", false },
		{ "Thread Stats", "of wrk nothing is read: hey -o csv writes a line per request", false },
		{ "err%", "of nanobench its JSON is read: ankerl::nanobench::templates::json()", false },
		{ "\"fio version\"", "of fio nothing is read: its logs (--write_lat_log) are numbers: "
			"-C 2 -d ,", false },
		{ ";fio-", "of fio nothing is read: its logs (--write_lat_log) are numbers: -C 2 -d ,",
			false },
		{ "time CI", "of this program its files are read: -o FILE.json", false },
		{ "confidence", "of ministat its input is read, one number per line", false },
		{ "\tCommand being timed", "use time -p, or bench sample COMMAND", true },
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
	if (n >= 2 && !memcmp(s, "\x1f\x8b", 2))
		return benchi_fail(BENCH_ERR_INPUT, "%s:1: found a gzip file, expected text: gzip -dc FILE "
			"and a pipe to '-'", in->name);
	if (n >= 2 && (!memcmp(s, "\xff\xfe", 2) || !memcmp(s, "\xfe\xff", 2)))
		return benchi_fail(BENCH_ERR_INPUT, "%s:1: found text in UTF-16, expected UTF-8",
		                   in->name);
	return BENCH_OK;
}

/* Notes which of several numbers in the first line is read. */
static bench_status note_fields(const char *s, const char *end, benchi_rows *rows)
{
	const char *line_end, *after = s;
	size_t n = 0;
	double x;

	for (; s < end && (*s == '#' || *s == '\n' || *s == '\r'); s = line_end + (line_end < end))
		line_end = s + strcspn(s, "\n");
	while (after && (after = benchi_read_number(s, &x)) != NULL && strchr(" \t\r\n", *after)) {
		n++;
		s = after + strspn(after, " \t");
	}
	return n < 2 ? BENCH_OK : benchi_rows_note(rows, "%zu fields a line: the first is read (-C N "
		"for field N)", n);
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
	if (!rows->sets || !rows->set[0].n) {
		const char *note = rows->notes.n ? rows->notes.text[0] : "";

		return benchi_fail(BENCH_ERR_INPUT, "%s: found no number%s%s, expected %s", in->name,
			*note ? "; " : "", note, strncmp(note, "aggregates", 10) ? "at least one"
			: "one per repetition, as without --benchmark_report_aggregates_only");
	}
	return BENCH_OK;
}

bench_status benchi_read_from(benchi_input *in, const benchi_read_options *options,
                              benchi_rows *rows)
{
	static const benchi_read_options defaults = { .keep_rows = false };
	const benchi_word none = { "", 0 };
	benchi_form *form = NULL;
	reader *kind = NULL;
	bench_status status = check_encoding(in);
	const char *hint = NULL, *refused, *text, *end;
	bool empty = true;
	double real;
	char wrong[400]; /* and a hint behind it */

	options = options ? options : &defaults;
	rows->keep_rows = options->keep_rows;
	rows->keep_summaries = options->keep_summaries;
	if (!status && !options->only_plain) {
		kind = find_reader(in, &form, &empty);
		text = in->buffer + in->begin;
		end = text + looked_at(in);
		if (!empty && (!kind || kind == benchi_read_go || kind == benchi_read_csv))
			hint = read_nearest(text, (size_t)(end - text), !kind);
		/* texts that look like numbers or a table and are neither */
		refused = begins(text, end, "# ninja log") || begins(text, end, "real ")
		          || (contains(text, end, ";fio-") && benchi_read_number(text, &real))
		          ? read_nearest(text, (size_t)(end - text), false) : NULL;
		if (refused)
			status = benchi_fail(BENCH_ERR_INPUT, "%s:1: %s", in->name, refused);
		else if (form && form->text[BENCHI_FORM_REFUSE])
			status = benchi_fail(BENCH_ERR_INPUT, "%s:1: %s", in->name,
				form->text[BENCHI_FORM_REFUSE]);
		if (status) {
			free(form);
			return status;
		}
	}
	rows->lines = !form && kind == benchi_read_lines;
	if (!status && form)
		status = benchi_form_read(form, in, rows);
	else if (!status && kind)
		status = kind(in, rows);
	else if (!status && benchi_rows_set(rows, none, none, none) == SIZE_MAX)
		status = benchi_no_memory("the values");
	else if (!status) {
		if (!options->only_plain && !options->plain.column && !options->plain.delimiters)
			status = note_fields(in->buffer + in->begin, in->buffer + in->end, rows);
		status = status ? status : benchi_read_plain(in, &options->plain, &rows->set[0]);
	}
	free(form);
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
