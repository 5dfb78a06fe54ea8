/*
 * Recognises the format of a file, and reads it.
 *
 * Our own files name their format in their first bytes. Other formats are recognised by the first
 * block: JSON of a tool by keys that only this tool uses (forms.c); JSON lines by a first
 * object with "benchmark" or "name", or with "context" but no results; other JSON by its first
 * bracket; Go's text by a line that begins with "Benchmark" and a count, or by a goos:, goarch: or
 * pkg: line; perf stat, logs and tables by the first line that is neither blank nor a comment.
 * Everything else is read as plain numbers, so that an error names its line.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/read/read.h"

/*
 * Plain numbers, one per line.
 *
 * These are the rules of ministat's input. Fields are separated by one or more delimiters, and the
 * wanted column is read. A field that begins with '#' starts a comment. Blank lines, and lines too
 * short for the column, hold no number. White space at the end of a line is ignored, so both kinds
 * of line end work. For ministat a NUL byte ends a line.
 *
 * A number may carry a unit, "12 ms" or "12ms". The first unit is the unit of the set, to which
 * later values are converted. Either all values have a unit or none has.
 */

/* Returns the end of the field at s. */
static const char *field_end(const char *s, const char *end, const char *delimiters)
{
	while (s < end && !strchr(delimiters, *s))
		s++;
	return s;
}

/* Reads the number in one field of a line, and its unit. A line without that field has no
 * number. */
static bench_status take_line(const benchi_input *in, const char *line, size_t length,
                              const benchi_plain *plain, benchi_set *set)
{
	const char *delimiters = plain->delimiters ? plain->delimiters : " \t";
	const char *nul = memchr(line, '\0', length), *end = nul ? nul : line + length;
	const char *field = line, *number, *after, *at, *limit, *unit = NULL;
	char copy[8192];
	double value, factor;
	double held; /* NaN if the number is too small for a double: strtod reads it as 0 */
	size_t n = 0;

	if (nul && !plain->as_c)
		return benchi_input_error(in, line, length, "text without NUL bytes");
	while (end > line && (end[-1] == ' ' || (end[-1] >= '\t' && end[-1] <= '\r')))
		end--;
	for (size_t i = 1;; i++) {
		while (field < end && strchr(delimiters, *field))
			field++;
		if (field == end || *field == '#')
			return BENCH_OK;
		if (i >= plain->column)
			break;
		field = field_end(field, end, delimiters);
	}
	limit = plain->delimiters ? field_end(field, end, delimiters) : end;
	number = field;
	if (plain->delimiters && (size_t)(limit - field) < sizeof copy) {
		/* a delimiter may look like part of a number, so copy the field */
		memcpy(copy, field, (size_t)(limit - field));
		copy[limit - field] = '\0';
		number = copy;
	}
	after = plain->as_c ? benchi_read_number_c(number, &value) : benchi_read_number(number, &value);
	if (plain->as_c && after && !(fabs(value) > 0) && benchi_read_number(number, &held)
	    && isnan(held))
		after = NULL;
	at = after ? field + (after - number) : NULL;
	if (at && at < limit && !plain->as_c) { /* "12ms" or "12 ms" */
		const char *word = at + strspn(at, " \t");

		unit = word < limit ? benchi_unit_begin(word, limit, &n) : NULL;
		at = unit ? word + n : at;
	}
	if (!at || (at < limit && !strchr(delimiters, *at)))
		return benchi_input_error(in, field, (size_t)(field_end(field, end, delimiters) - field),
			"a number");
	if (plain->as_c)
		return benchi_set_add(set, value, NULL);
	if (!isfinite(value))
		return benchi_input_error(in, field, (size_t)(at - field),
			"a number that a double can hold");
	unit = unit ? unit : "";
	if (!set->n)
		set->unit = unit;
	factor = benchi_unit_factor(unit, set->unit);
	if (isnan(factor) && !*set->unit)
		return benchi_input_error(in, field, (size_t)(at - field), "no unit, as in earlier values");
	if (isnan(factor))
		return benchi_input_error(in, field, (size_t)(at - field),
			"a unit that converts to '%.20s', as in earlier values", set->unit);
	return benchi_set_add(set, value * factor, NULL);
}

bench_status benchi_read_plain(benchi_input *in, const benchi_plain *plain, benchi_set *set)
{
	/* most lines are a number without a unit, and nothing else */
	const bool simple = !plain->delimiters && plain->column <= 1 && !plain->as_c;
	bench_status status = BENCH_OK;
	const char *line;
	size_t length;
	double value;

	while (!status && !(status = benchi_input_line(in, &line, &length)) && line)
		if (simple && set->n && !*set->unit && benchi_read_number(line, &value) == line + length
		    && isfinite(value))
			status = benchi_set_add(set, value, NULL);
		else
			status = take_line(in, line, length, plain, set);
	return status;
}

/*
 * Recognition of formats.
 */

#ifndef BENCHI_INPUT_LOOK /* bytes that are examined */
#define BENCHI_INPUT_LOOK ((size_t)1 << 16)
#endif

/* Most bytes of JSON that are examined for its format. Facts, usually 60 KB, may come first. */
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
	const size_t n = strlen(word);

	for (; s && (size_t)(end - s) >= n; s++) {
		s = memchr(s, *word, (size_t)(end - s) - n + 1);
		if (!s || !memcmp(s, word, n))
			return s != NULL;
	}
	return false;
}

/* Returns the end of a line that is only a number; NULL for any other line. */
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

/* Returns whether this is the first line of a table: several fields, the first of which is not a
 * number (with commas, any of them); or a single word above two lines that are numbers. */
static bool is_table(const char *s, const char *line_end, const char *end)
{
	const bool letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_'
		|| *s == '"';
	const char separator = benchi_separator(s, line_end), *second;
	bool title = !memchr(s, separator, (size_t)(line_end - s)), header = false;

	for (const char *next; !title && !header && s < line_end; s = next + 1) {
		double value;
		size_t n;

		next = memchr(s, separator, (size_t)(line_end - s));
		next = next ? next : line_end;
		while (s < next && (*s == ' ' || *s == '\t'))
			s++;
		for (n = (size_t)(next - s); n && (s[n - 1] == ' ' || s[n - 1] == '\r');)
			n--;
		header = n && !benchi_word_number((benchi_word){ s, n }, false, &value);
		if (separator != ',')
			return header;
	}
	while (line_end > s && strchr(" \t\r", line_end[-1]))
		line_end--;
	for (; title && s < line_end; s++)
		title = !strchr(" \t,;", *s);
	second = title && letter ? number_line(line_end, end) : NULL;
	return header || (second && number_line(second, end));
}

/* Returns whether this is our own JSON, by its first key. */
static bool is_own(const char *s, const char *end)
{
	while (s < end && strchr("[{ \t\r\n", *s))
		s++;
	return begins(s, end, "\"libbench\"") || begins(s, end, "\"libbench_ramp\"");
}

/*
 * Returns whether these are JSON lines, by the object at s: facts, or a benchmark. Its keys may
 * have any order, and white space may be anywhere. A line of our facts may be longer than the text
 * examined, but our results have a key of ours before anything long. *surely: the object has such a
 * key.
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

/* How a file is read: by a form, or else by a reader, or else as numbers. */
struct way {
	const benchi_form *form;
	bool bare;                  /* as benchi_form_find sets it */
	benchi_reader *reader;
};

/* Returns the reader for the file's format; NULL: plain numbers. The first line that is neither
 * blank nor a comment decides, unless a later line is of Go's benchmark output. *empty: the file
 * has only blanks and comments. For JSON of another tool, reads ahead until the keys that identify
 * the tool are in memory, and sets the form. */
static benchi_reader *find_reader(benchi_input *in, struct way *way, bool *empty)
{
	const char *text = in->buffer + in->begin, *end = text + looked_at(in), *line_end;
	benchi_reader *found = NULL;
	bool surely = false, go;

	*empty = !begins(text, end, BENCHI_OWN_TABLE);
	if (!*empty)
		return benchi_read_csv;
	for (const char *s = text; s < end; s = line_end + 1) {
		line_end = memchr(s, '\n', (size_t)(end - s));
		line_end = line_end ? line_end : end;
		go = begins(s, line_end, "goos: ") || begins(s, line_end, "goarch: ")
		     || begins(s, line_end, "pkg: ")
		     || (begins(s, line_end, "test ") && contains(s, line_end, " ... bench:"));
		if (begins(s, line_end, "Benchmark")) { /* "BenchmarkName-8 1000 ..." */
			const char *at = s;
			benchi_word count;

			(void)benchi_word_next(&at, line_end);
			count = benchi_word_next(&at, line_end);
			go = count.length && *count.text >= '0' && *count.text <= '9';
		}
		if (go) {
			*empty = false;
			return benchi_read_go;
		}
		while (s < line_end && (*s == ' ' || *s == '\t' || *s == '\r'))
			s++;
		if (!*empty || s == line_end || *s == '#')
			continue;
		*empty = false;
		if (*s == '{' || *s == '[') {
			const char *all = in->buffer + in->end;
			bool cut = false, lines = *s == '{' && is_lines(s, all, &surely);

			if (!is_own(s, all))
				do {
					way->form = benchi_form_find(in, surely, &way->bare, &cut);
				} while (!way->form && cut && !in->more && in->end - in->begin < LOOK_MOST
				         && !in->eof && benchi_input_fill(in, 8 * (in->end - in->begin)));
			return lines ? benchi_read_lines : benchi_read_json;
		}
		found = benchi_output_reader(s, line_end, &surely);
		if (surely)
			return found;
		if (!found && is_table(s, line_end, end))
			found = benchi_read_csv;
	}
	return found;
}

enum { HINT = 240 }; /* bytes of a hint */

#define VEGETA "its report is a summary: give its results, as vegeta encode writes them"
#define FIO_LOGS "not supported; its logs (--write_lat_log) are numbers: -C 2 -d ,"
#define CYCLICTEST "give its latencies: -v; grep '^ *[0-9]*:'" TRIES "-d ' :' -C 3 -"
#define A_VALUE "give a value of each run: "
#define TRIES " FILE | bench describe "

/*
 * Tools whose screens or other files are not supported, and how to make a supported file.
 *
 * words   '^': the text begins with them; '!': they stand anywhere, even in what looks like numbers
 *         or a table; otherwise they stand anywhere in other text
 * tool    the message begins "output of TOOL: "; NULL: the hint is the message
 * hint    what to give instead; NULL: the tool prints only a summary
 */
static const struct foreign {
	const char *words, *tool, *hint;
} foreign[] = {
	{ "^<Catch2TestRun", "Catch2's XML", "not supported; give a number per line" },
	{ "<phpbench", "phpbench", NULL },
	{ "<testResults version", "JMeter", "give its CSV: "
		"-Jjmeter.save.saveservice.output_format=csv" },
	{ "^<?xml", NULL, "XML is not supported: Catch2's has only summaries, JUnit's no benchmarks" },
	{ "^<testsuite", NULL, "this is JUnit's XML, which has no benchmarks" },
	{ "^<", NULL, "web pages are not supported" },
	{ "!# ninja log", "ninja's log", "not supported; its columns are moments" },
	{ "Performance counter stats", "perf stat", "give its lines: perf stat -x," },
	{ "!\n# function '", "perf bench mem", "give the values of one function: -f NAME, without "
		"the lines that begin with '#'" },
	{ "# Running '", "perf bench", A_VALUE "perf bench --format=simple" },
	{ "vs base", "benchstat", "give its input: the output of go test -bench" },
	{ "sec/op", "benchstat", "give its input: the output of go test -bench" },
	{ "mean \xc2\xb1", "hyperfine", "give its files: --export-json FILE" },
	{ "| Command | Mean", "hyperfine", "give its files: --export-json FILE" },
	{ "min     \xe2\x80\xa6", "hyperfine", "give its files: --export-json FILE" },
	{ " CPU   Iterations", "Google Benchmark", "give its JSON: --benchmark_format=json" },
	{ "real_time", "Google Benchmark", "give its JSON: --benchmark_format=json" },
	{ "Mode  Cnt", "JMH", "give its JSON: -rf json" },
	{ "Name (time in", "pytest-benchmark", "give its JSON: --benchmark-json FILE" },
	{ "= slowest ", "pytest", "not supported; pytest-benchmark measures" },
	{ "!loops, best of ", "timeit", "not supported; python3 -m pyperf timeit -o FILE ..." },
	{ "time:   [", "criterion", "give target/criterion/NAME/new/sample.json" },
	{ "fastest       \xe2\x94\x82", "divan", "not supported; it has no files" },
	{ "<bch:expr>", NULL, BENCHI_R_BENCH },
	{ "ops/sec \xc2\xb1", "benchmark.js", "give an array of its benchmarks as JSON, with name "
		"and stats" },
	{ "ApacheBench", "ab", "give a line per request: ab -g FILE" },
	{ "pgbench (", "pgbench", "give a line per transaction: pgbench -l" },
	{ "Summary:\n  Count:", "ghz", "give each call: -O json" },
	{ "i/100ms", "benchmark-ips", "give its JSON: x.json! FILE" },
	{ "Latency distribution:", "hey", "give a line per request: hey -o csv" },
	{ "Latencies     [min", "vegeta", VEGETA },
	{ "Bucket         #", "vegeta", VEGETA },
	{ "Value(ms)  Percentile", "vegeta", VEGETA },
	{ "spawning thread #0", "h2load", "give a line per request: --log-file=FILE" },
	{ "requests per second", "redis-benchmark", "give its table: --csv" },
	{ "Thread Stats", "wrk", "not supported; hey -o csv writes a line per request" },
	{ "Effective rps:", "loadtest", "not supported; hey -o csv writes a line per request" },
	{ "TCP window size:", "iperf", "give its rates: -y C; sed '$d'" TRIES "-d , -C 9 -" },
	{ "UDP buffer size:", "iperf", "give its rates: -y C; sed '$d'" TRIES "-d , -C 9 -" },
	{ "MIGRATED ", "netperf", A_VALUE "-P 0 -v 0" },
	{ "_lat:\n    latency", "qperf", A_VALUE "grep latency FILE | cut -d = -f 2" },
	{ "_bw:\n    bw", "qperf", A_VALUE "grep bw FILE | cut -d = -f 2 | sed 1d" },
	{ "sockperf: ", "sockperf", "not supported; its log (--full-log) has moments, whose "
		"differences are times" },
	{ "err%", "nanobench", "give its JSON: ankerl::nanobench::templates::json()" },
	{ "!\"fio version\"", "fio", FIO_LOGS },
	{ "!;fio-", "fio", FIO_LOGS },
	{ "!: request=1 time=", "ioping", "give its JSON: -J" },
	{ "sysbench ", "sysbench", "give the lines of --report-interval=1: grep '^\\['" TRIES
		"-C 7 -" },
	{ "stress-ng", "stress-ng", A_VALUE "grep ' metrc: .* STRESSOR '" TRIES "-C 9 -" },
	{ "Each sender will pass", "hackbench", A_VALUE "grep ^Time:" TRIES "-C 2 -" },
	{ "STREAM version", "STREAM", A_VALUE "grep ^Triad:" TRIES "-C 2 -" },
	{ "\tMethod: MEMCPY", "mbw", A_VALUE "grep '^[0-9].*MEMCPY'" TRIES "-C 9 -" },
	{ "!# OSU ", "OSU's benchmarks", "give the lines of one size: grep '^8 '" TRIES "-C 2 -" },
	{ "time/iter (avg)", "deno bench", "give its JSON: --json" },
	{ "===> multitime results", "multitime", NULL },
	{ "7-Zip", "7z", NULL },
	{ "'numbers' are in 1000s of bytes", "openssl speed", NULL },
	{ "dbench version", "dbench", NULL },
	{ "------Sequential Output", "bonnie++", NULL },
	{ "Iozone: ", "iozone", NULL },
	{ "IOR-", "ior", NULL },
	{ "mdtest-", "mdtest", NULL },
	{ "HPLinpack", "HPL", NULL },
	{ "UNIX Benchmarks", "UnixBench", NULL },
	{ "time CI", "this program", "give its files: -o FILE.json" },
	{ "confidence", "ministat", "give its input, one number per line" },
	{ "!# Histogram\n0", "cyclictest", "not supported; its lines are a latency and how often it "
		"occurred" },
	{ " Act: ", "cyclictest", CYCLICTEST },
	{ "^\tCommand being timed", NULL, "use time -p, or bench sample COMMAND" }
};

/*
 * Finds a tool that is not read by the words of the text, and writes its message to hint; *hint is
 * '\0' if not found. looks_right: the text looks like numbers or a table, so only entries with
 * a '!' are considered.
 */
static void foreign_hint(const char *text, const char *end, bool looks_right, char hint[HINT])
{
	*hint = '\0';
	while (text < end && strchr(" \r\n", *text))
		text++;
	for (size_t k = 0; k < sizeof foreign / sizeof *foreign && !*hint; k++) {
		const struct foreign *f = &foreign[k];

		if (*f->words == '^' ? !looks_right && begins(text, end, f->words + 1)
		    : *f->words == '!' ? contains(text, end, f->words + 1)
		    : !looks_right && contains(text, end, f->words))
			snprintf(hint, HINT, "%s%s%s%s", f->tool ? "output of " : "", f->tool ? f->tool : "",
				f->tool ? ": " : "", f->hint ? f->hint : "not supported; it prints a summary; "
				"write the result of each run on a line");
	}
}

/* Skips what comes before the data: a byte order mark, the assignment in
 * github-action-benchmark's data.js, and the time and the machine that Google Benchmark writes
 * above the table of a CSV file (--benchmark_out). Rejects compressed files and UTF-16. */
static bench_status skip_preface(benchi_input *in)
{
	static const char script[] = "window.BENCHMARK_DATA = ";
	static const char header[] = "name,iterations,real_time,cpu_time,";
	static const struct packed {
		const char *first, *what, *unpack; /* first: the bytes that such a file begins with */
	} packed[] = {
		{ "\x1f\x8b", "a gzip file", "gzip -dc" }, { "\xfd" "7zXZ", "an xz file", "xz -dc" },
		{ "\x28\xb5\x2f\xfd", "a zstd file", "zstd -dc" },
		{ "BZh", "a bzip2 file", "bzip2 -dc" }, { "PK\3\4", "a zip file", "unzip -p" },
		{ "\xff\xfe", "text in UTF-16", "iconv -f UTF-16 -t UTF-8" },
		{ "\xfe\xff", "text in UTF-16", "iconv -f UTF-16 -t UTF-8" }
	};
	size_t n = benchi_input_fill(in, in->more ? 1 : BENCHI_INPUT_LOOK);
	const char *s = in->buffer + in->begin, *end = s + n, *line, *second;

	if (begins(s, end, script))
		in->begin += sizeof script - 1;
	if (begins(s, end, "\xef\xbb\xbf"))
		in->begin += 3;
	line = in->buffer + in->begin;
	second = memchr(line, '\n', (size_t)(end - line));
	if (second && begins(second, end, "\nRunning ")) {
		size_t lines = 0;

		for (; line && !begins(line, end, header); lines++) {
			line = memchr(line, '\n', (size_t)(end - line));
			line += line != NULL;
		}
		if (line) {
			in->begin = (size_t)(line - in->buffer);
			in->line += lines;
		}
	}
	for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
		if (begins(s, end, packed[i].first))
			return benchi_fail(BENCH_ERR_INPUT, "%s:1: found %s, expected text in UTF-8: %s FILE "
				"and a pipe to '-'", in->name, packed[i].what, packed[i].unpack);
	return BENCH_OK;
}

typedef struct place {
	uint32_t run, round;
	double x;
} place;

static int by_place(const void *left, const void *right)
{
	const place *a = left, *b = right;

	return a->run != b->run ? (a->run > b->run) - (a->run < b->run)
	     : a->round != b->round ? (a->round > b->round) - (a->round < b->round)
	     : (a->x > b->x) - (a->x < b->x);
}

static place place_of(const benchi_set *set, size_t i)
{
	return (place){ set->run ? set->run[i] : 0, set->round[i], set->x[i] };
}

/* Notes how many values repeat the run, round and number of another: a row was copied, or a file
 * was merged with itself. By-products such as page faults are often equal by chance. */
static bench_status note_repeats(benchi_rows *rows)
{
	size_t repeats = 0;

	for (size_t k = 0; k < rows->sets; k++) {
		const benchi_set *set = &rows->set[k];
		bool ordered = true; /* as in most files: then no value occurs twice */
		place *all;

		for (size_t i = 1; set->round && !set->aside && ordered && i < set->n; i++) {
			const place before = place_of(set, i - 1), here = place_of(set, i);

			ordered = by_place(&before, &here) < 0;
		}
		if (ordered)
			continue;
		all = malloc(set->n * sizeof *all);
		if (!all)
			return benchi_no_memory("the values");
		for (size_t i = 0; i < set->n; i++)
			all[i] = place_of(set, i);
		qsort(all, set->n, sizeof *all, by_place);
		for (size_t i = 1; i < set->n; i++)
			repeats += !by_place(&all[i - 1], &all[i]);
		free(all);
	}
	return !repeats ? BENCH_OK : benchi_rows_note(rows, "%zu value%s the process, round and "
		"number of an earlier row, and count%s again", repeats, repeats > 1 ? "s have" : " has",
		repeats > 1 ? "" : "s");
}

/* Reads plain numbers. If the first line has several fields and none was asked for, notes which one
 * is read. */
static bench_status read_numbers(benchi_input *in, const benchi_read_options *options,
                                 benchi_rows *rows)
{
	const benchi_word none = { "", 0 };
	const char *s = in->buffer + in->begin, *end = in->buffer + in->end, *line_end, *after;
	bench_status status = BENCH_OK;
	size_t fields = 0;
	double x;

	if (benchi_rows_set(rows, none, none, none) == SIZE_MAX)
		return benchi_no_memory("the values");
	if (!options->only_plain && !options->plain.column && !options->plain.delimiters) {
		for (; s < end && (*s == '#' || *s == '\n' || *s == '\r'); s = line_end + (line_end < end))
			line_end = s + strcspn(s, "\n");
		for (; (after = benchi_read_number(s, &x)) != NULL && strchr(" \t\r\n", *after); fields++)
			s = after + strspn(after, " \t");
	}
	if (fields > 1)
		status = benchi_rows_note(rows, "%zu fields a line: the first is read (-C N for field N)",
			fields);
	return status ? status : benchi_read_plain(in, &options->plain, &rows->set[0]);
}

bench_status benchi_read_from(benchi_input *in, const benchi_read_options *options,
                              benchi_rows *rows)
{
	static const benchi_read_options defaults = { .only_plain = false };
	struct way way = { .form = NULL };
	bench_status status = skip_preface(in);
	/* what to give instead, for the messages: if the file cannot be read, and if it is not read */
	char hint[HINT] = "", refused[HINT] = "", wrong[400];

	options = options ? options : &defaults;
	rows->keep_summaries = options->keep_summaries;
	if (status)
		return status;
	if (!options->only_plain) {
		bool empty = true;
		const char *text, *end;

		way.reader = find_reader(in, &way, &empty);
		text = in->buffer + in->begin;
		end = text + looked_at(in);
		if (!empty
		    && (!way.reader || way.reader == benchi_read_go || way.reader == benchi_read_csv))
			foreign_hint(text, end, false, hint);
		if (!empty && !way.reader && !*hint)
			strcpy(hint, "give a number per line (-C N: field N), CSV, JSON or Go's text");
		if (text >= end || !strchr("{[", *text))
			foreign_hint(text, end, true, refused);
	}
	if (*refused || (way.form && way.form->refuse))
		return benchi_fail(BENCH_ERR_INPUT, "%s:1: %s", in->name, *refused ? refused
			: way.form->refuse);
	rows->lines = !way.form && way.reader == benchi_read_lines;
	status = way.form ? benchi_form_read(way.form, way.bare, in, rows)
		: way.reader ? way.reader(in, rows) : read_numbers(in, options, rows);
	if (!status && !options->keep_keys)
		status = benchi_rows_name_configs(rows);
	status = status ? status : benchi_rows_check(rows, in);
	status = status ? status : note_repeats(rows);
	if (status != BENCH_ERR_INPUT || !*hint || (rows->sets && rows->set[0].n))
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
