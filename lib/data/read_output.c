/*
 * Reads what tools print for people: Go's and Rust's benchmarks, and perf stat, line by line.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

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
 * Lines of Rust's libtest are read as well.
 */

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

benchi_word benchi_word_next(const char **s, const char *end)
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
	if (word.length < 2 || word.text[word.length - 1] != ':' || benchi_word_is(word, "coverage:"))
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
	if (benchi_word_is(key, "pkg:")) {
		if (value.length + 1 >= NAME_LIMIT / 2)
			return benchi_input_error(in, value.text, value.length, "a shorter name");
		memcpy(t->name, value.text, value.length);
		t->package = value.length + (value.length > 0);
		if (value.length)
			t->name[value.length] = '.';
	} else if (benchi_word_is(key, "goos:")) {
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
	benchi_word unit = benchi_word_next(&s, end), word = benchi_word_next(&s, end);

	for (; word.length; word = benchi_word_next(&s, end)) {
		benchi_name_table *names = benchi_word_is(word, "better=higher") ? &t->higher
		                         : benchi_word_is(word, "better=lower") ? &t->lower : NULL;

		if (names && !memchr(unit.text, '\0', unit.length)
		    && benchi_name_table_add(names, unit.text, unit.length) == BENCHI_NO_NAME)
			return benchi_no_memory("the units");
	}
	return BENCH_OK;
}

/* What a benchmark prints splits the line of its result. */
static bench_status note_lost(const benchi_input *in, benchi_rows *rows, benchi_word name)
{
	return benchi_rows_note(rows, "line %zu: found no count and value behind '%.*s' (the benchmark "
		"prints): left out", in->line, (int)(name.length < 60 ? name.length : 60), name.text);
}

/* The pairs of value and unit behind the count, up to other text. */
static bench_status read_pairs(const talk *t, const benchi_input *in, benchi_rows *rows,
                               benchi_word name, const char *s, const char *end)
{
	benchi_word value, unit, none = { "", 0 };
	const char *after;
	size_t pairs = 0, set;
	bench_status status = BENCH_OK;
	double x;

	for (; !status; pairs++) {
		value = benchi_word_next(&s, end);
		if (!value.length)
			break;
		unit = benchi_word_next(&s, end);
		after = benchi_read_number(value.text, &x);
		if (after != value.text + value.length || !isfinite(x) || !unit.length
		    || memchr(unit.text, '\0', unit.length))
			return !pairs ? note_lost(in, rows, name)
			     : benchi_rows_note(rows, "line %zu: text behind a result: left out", in->line);
		set = benchi_rows_set_under(rows, name, unit, none, benchi_word_of(t->config));
		if (set == SIZE_MAX)
			return benchi_no_memory("the values");
		status = benchi_set_add(&rows->set[set], x, &t->mark);
	}
	return status || pairs ? status : note_lost(in, rows, name);
}

/* Rust's libtest: "test NAME ... bench:  597,786.88 ns/iter (+/- 706,365.22) = 2222 MB/s". */
static bench_status read_libtest(const benchi_input *in, benchi_rows *rows, benchi_word name,
                                 const char *s, const char *end)
{
	benchi_word dots = benchi_word_next(&s, end), bench = benchi_word_next(&s, end);
	benchi_word value = benchi_word_next(&s, end), unit = benchi_word_next(&s, end);
	char number[40];
	size_t n = 0, set;
	double x;

	if (!benchi_word_is(dots, "...") || !benchi_word_is(bench, "bench:"))
		return benchi_word_is(bench, "FAILED") ? benchi_rows_note(rows, "%.*s failed: left out",
			(int)(name.length < 100 ? name.length : 100), name.text) : BENCH_OK;
	for (size_t i = 0; i < value.length && n + 1 < sizeof number; i++)
		if (value.text[i] != ',')
			number[n++] = value.text[i];
	number[n] = '\0';
	if (!benchi_number(number, &x) || !isfinite(x) || !benchi_word_is(unit, "ns/iter")
	    || memchr(name.text, '\0', name.length))
		return benchi_input_error(in, value.text, value.length, "a time in ns/iter");
	set = benchi_rows_set(rows, name, benchi_word_of("time"), benchi_word_of("ns"));
	return set == SIZE_MAX ? benchi_no_memory("the values")
	                       : benchi_set_add(&rows->set[set], x, NULL);
}

static bench_status read_go_read_line(talk *t, const benchi_input *in, benchi_rows *rows,
                                      const char *s, size_t length)
{
	const char *end = s + length;
	benchi_word first = benchi_word_next(&s, end), second = benchi_word_next(&s, end), name;

	if (benchi_word_is(first, "test"))
		return read_libtest(in, rows, second, s, end);
	if (benchi_word_is(first, "Unit"))
		return read_unit(t, second.text, end);
	if (!is_result_name(first))
		return read_setting(t, in, rows, first, rest_of(second, end));
	if (!is_count(second))
		return second.length ? note_lost(in, rows, first) : BENCH_OK;
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
	rows->cases = true;
	while (!status) {
		status = benchi_input_line(in, &line, &length);
		if (status || !line)
			break;
		status = read_go_read_line(t, in, rows, line, length);
	}
	set_directions(t, rows);
	benchi_name_table_free(&t->higher);
	benchi_name_table_free(&t->lower);
	free(t);
	return status;
}

/*
 * perf stat -x: a line an event, of the value, its unit, its name and more.
 *
 *	1.34,msec,task-clock,8.94%,1338440,100.00,0.078,CPUs utilized
 *
 * With -I a time comes first, with -A and --per-... a processor ("CPU0"; "S0-D0-C0" and how many),
 * which
 * is a part of the name.  What was "<not supported>" or "<not counted>" is left out, and lines
 * without
 * a value, which hold a ratio of the line before.  The separator is whatever was stated.
 */

enum { PERF_FIELDS = 6 };
#define PERF_SEPARATORS ",;\t :"

/* A line's first fields; returns how many. */
static size_t cut_fields(const char *s, const char *end, char separator, benchi_word *field,
                         size_t most)
{
	size_t n = 0;

	for (const char *next; n < most && s <= end; s = next + 1) {
		next = memchr(s, separator, (size_t)(end - s));
		next = next ? next : end;
		field[n].text = s;
		field[n++].length = (size_t)(next - s);
	}
	return n;
}

static bool perf_value(benchi_word f, double *x)
{
	const char *after = f.length ? benchi_read_number(f.text, x) : NULL;

	*x = f.length && *f.text == '<' ? (double)NAN : *x;
	return (f.length > 4 && !memcmp(f.text, "<not", 4)) || after == f.text + f.length;
}

/* "CPU0", "S0", "S0-D0-C0", "N1". */
static bool perf_is_place(benchi_word f)
{
	return f.length > 1 && f.length < 40 && strchr("CSDN", *f.text)
	       && (f.text[1] == 'P' || (f.text[1] >= '0' && f.text[1] <= '9'));
}

/* Cuts a line, at the first separator with which it is one of perf's.  Returns the place of the
 * value
 * in the fields; -1: the line is not perf's. */
static int perf_place(const char *line, const char *end, benchi_word field[PERF_FIELDS])
{
	for (const char *separator = PERF_SEPARATORS; *separator; separator++) {
		size_t n = cut_fields(line, end, *separator, field, PERF_FIELDS);

		for (int i = 0; i < 3 && (size_t)i + 2 < n; i++) {
			benchi_word unit = field[i + 1], event = field[i + 2];
			bool word = event.length > 1 && *event.text >= 'a' && *event.text <= 'z';
			double x = 0;

			if (perf_value(field[i], &x) && word && (!unit.length || *unit.text > '9')
			    && (i < 2 || perf_is_place(field[0])))
				return i;
		}
	}
	return -1;
}

bool benchi_perf_is(const char *line, const char *end)
{
	benchi_word field[PERF_FIELDS];

	return perf_place(line, end, field) >= 0;
}

static bench_status perf_line(const benchi_input *in, const char *line, const char *end,
                              benchi_rows *rows)
{
	benchi_word field[PERF_FIELDS], name = { "", 0 };
	int at = perf_place(line, end, field);
	const benchi_mark mark = { .row = benchi_rows_next(rows) };
	double x = 0;
	size_t set;

	for (const char *separator = PERF_SEPARATORS; at < 0 && *separator; separator++)
		for (size_t i = 0, n = cut_fields(line, end, *separator, field, PERF_FIELDS);
		     i < 2 && i + 3 < n; i++)
			if (!field[i].length && !field[i + 1].length && !field[i + 2].length)
				return BENCH_OK;
	if (at < 0)
		return benchi_input_error(in, line, (size_t)(end - line),
		                          "a value, its unit and an event, as perf stat -x, writes them");
	(void)perf_value(field[at], &x);
	if (isnan(x))
		return BENCH_OK;
	if (at && perf_is_place(field[0]))
		name = field[0];
	set = benchi_rows_set(rows, name, field[at + 2], benchi_word_is(field[at + 1], "msec")
		? benchi_word_of("ms") : field[at + 1]);
	return set == SIZE_MAX ? benchi_no_memory("the values")
	                       : benchi_set_add(&rows->set[set], x, &mark);
}

bench_status benchi_perf_read(benchi_input *in, benchi_rows *rows)
{
	bench_status status;
	const char *line;
	size_t n;

	while (!(status = benchi_input_line(in, &line, &n)) && line) {
		while (n && strchr(" \t\r", line[n - 1]))
			n--;
		if (n && *line != '#')
			status = perf_line(in, line, line + n, rows);
		if (status)
			break;
	}
	return status ? status : benchi_rows_note(rows, BENCHI_PERF_REMARK);
}

/*
 * Logs of one line per request, without a header.  They are recognised by the number of their
 * fields
 * and by the one that is a moment since 1970.
 */

enum { LOG_FIELDS = 16 };

static const struct log_form {
	char separator;
	size_t fields, moment, value, error; /* from 1; error: of a text where the request failed,
		or 0 */
	double since;                        /* the least moment */
	const char *unit, *note;             /* unit NULL: refused, because of the note */
} log_forms[] = {
	{ ' ', 6, 5, 3, 0, 1e9, "us", NULL }, { ' ', 7, 5, 3, 0, 1e9, "us", NULL }, /* pgbench -l,
		--rate */
	{ ' ', 15, 1, 0, 0, 1e9, NULL, "sums of pgbench are no measurements: -l without "
	    "--aggregate-interval" },
	{ ',', 12, 1, 3, 6, 1e18, "ns", NULL } /* vegeta encode --to csv */
};

static const struct log_form *log_form_of(const char *line, const char *end,
                                          benchi_word field[LOG_FIELDS])
{
	for (size_t i = 0; i < sizeof log_forms / sizeof *log_forms; i++) {
		const struct log_form *f = &log_forms[i];
		double moment;

		if (cut_fields(line, end, f->separator, field, LOG_FIELDS) == f->fields
		    && benchi_read_number(field[f->moment - 1].text, &moment)
		       == field[f->moment - 1].text + field[f->moment - 1].length
		    && moment >= f->since && moment < 10 * f->since)
			return f;
	}
	return NULL;
}

bool benchi_log_is(const char *line, const char *end)
{
	benchi_word field[LOG_FIELDS];

	return log_form_of(line, end, field) != NULL;
}

static bench_status log_line(const benchi_input *in, const char *line, const char *end,
                             benchi_rows *rows, size_t *failed)
{
	benchi_word field[LOG_FIELDS], none = { "", 0 }, value;
	const struct log_form *f = log_form_of(line, end, field);
	const benchi_mark mark = { .row = benchi_rows_next(rows) };
	size_t set;
	double x;

	if (!f)
		return benchi_input_error(in, line, (size_t)(end - line), "a line as those before");
	if (!f->unit)
		return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: %s", in->name, in->line, f->note);
	value = field[f->value - 1];
	if ((f->error && field[f->error - 1].length)
	    || benchi_read_number(value.text, &x) != value.text + value.length || !isfinite(x)) {
		++*failed;
		return BENCH_OK;
	}
	set = benchi_rows_set(rows, none, benchi_word_of("latency"), benchi_word_of(f->unit));
	return set == SIZE_MAX ? benchi_no_memory("the values")
	                       : benchi_set_add(&rows->set[set], x, &mark);
}

bench_status benchi_log_read(benchi_input *in, benchi_rows *rows)
{
	bench_status status;
	const char *line;
	size_t n, failed = 0;

	while (!(status = benchi_input_line(in, &line, &n)) && line) {
		while (n && strchr(" \t\r", line[n - 1]))
			n--;
		status = n ? log_line(in, line, line + n, rows, &failed) : BENCH_OK;
		if (status)
			break;
	}
	return status || !failed ? status
	       : benchi_rows_note(rows, "%zu requests failed or were skipped: left out", failed);
}
