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

/* "key: value" holds for what follows: the key without capitals and blanks, as the format has it;
 * "coverage:" ends a test, which it describes.  end: of the line. */
static bench_status read_setting(talk *t, const benchi_input *in, benchi_rows *rows,
                                 benchi_word key, benchi_word value, const char *end)
{
	char number[24];

	if (key.length < 2 || key.text[key.length - 1] != ':' || benchi_word_is(key, "coverage:")
	    || key.text[0] < 'a' || key.text[0] > 'z')
		return BENCH_OK;
	key.length--;
	for (size_t i = 0; i < key.length; i++)
		if ((key.text[i] >= 'A' && key.text[i] <= 'Z') || strchr("=/:", key.text[i]))
			return BENCH_OK;
	while (end > value.text && strchr(" \t\r", end[-1]))
		end--;
	value.length = (size_t)(end - value.text);
	if (memchr(value.text, '\0', value.length))
		return BENCH_OK;
	if (benchi_word_is(key, "pkg")) {
		if (value.length + 1 >= NAME_LIMIT / 2)
			return benchi_input_error(in, value.text, value.length, "a shorter name");
		memcpy(t->name, value.text, value.length);
		t->package = value.length + (value.length > 0);
		if (value.length)
			t->name[value.length] = '.';
	} else if (benchi_word_is(key, "goos")) {
		snprintf(number, sizeof number, "%zu", ++t->runs);
		t->mark.run = benchi_name_table_add(&rows->runs, number, strlen(number));
		t->mark.has_run = t->mark.run != BENCHI_NO_NAME;
	}
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

/* A result, a setting, or any other line. */
static bench_status read_line(talk *t, const benchi_input *in, benchi_rows *rows, const char *s,
                              const char *end)
{
	const size_t prefix = sizeof PREFIX - 1;
	benchi_word first = benchi_word_next(&s, end), second = benchi_word_next(&s, end), name;
	bool count = second.length > 0;

	if (benchi_word_is(first, "test"))
		return read_libtest(in, rows, second, s, end);
	if (benchi_word_is(first, "Unit"))
		return read_unit(t, second.text, end);
	if (benchi_word_is(first, "---") && (benchi_word_is(second, "FAIL:")
	                                     || benchi_word_is(second, "SKIP:"))) {
		name = benchi_word_next(&s, end);
		return name.length < prefix || memcmp(name.text, PREFIX, prefix) ? BENCH_OK
			: benchi_rows_note(rows, "%.*s %s: left out", (int)(name.length < 100 ? name.length
				: 100), name.text, *second.text == 'F' ? "failed" : "was skipped");
	}
	if (first.length < prefix || memcmp(first.text, PREFIX, prefix)
	    || memchr(first.text, '\0', first.length)
	    || (first.length > prefix && first.text[prefix] >= 'a' && first.text[prefix] <= 'z'))
		return read_setting(t, in, rows, first, second, end);
	for (size_t i = 0; i < second.length; i++)
		count = count && second.text[i] >= '0' && second.text[i] <= '9';
	if (!count)
		return second.length && first.length > prefix ? note_lost(in, rows, first) : BENCH_OK;
	name = (benchi_word){ first.text + prefix, first.length - prefix };
	if (t->package + name.length > NAME_LIMIT)
		return benchi_input_error(in, name.text, name.length, "a shorter name");
	memcpy(t->name + t->package, name.text, name.length);
	name = (benchi_word){ t->name, name.length + t->package };
	t->mark.row = benchi_rows_next(rows);
	return read_pairs(t, in, rows, name, s, end);
}

bench_status benchi_read_go(benchi_input *in, benchi_rows *rows)
{
	talk *t = calloc(1, sizeof *t);
	bench_status status;
	const char *line;
	size_t length;

	if (!t)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory to read %s", in->name);
	rows->cases = true;
	while (!(status = benchi_input_line(in, &line, &length)) && line) {
		status = read_line(t, in, rows, line, line + length);
		if (status)
			break;
	}
	/* what the file states of its units goes before what their names let guess */
	for (size_t i = 0; i < rows->sets; i++) {
		benchi_set *set = &rows->set[i];
		const size_t n = strlen(set->metric);

		if (benchi_name_table_find(&t->higher, set->metric, n) != BENCHI_NO_NAME)
			set->better = BENCHI_BETTER_HIGHER;
		if (benchi_name_table_find(&t->lower, set->metric, n) != BENCHI_NO_NAME)
			set->better = BENCHI_BETTER_LOWER;
	}
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
 * A time comes first with -I.  With -A, --per-thread and --per-core a place comes next ("CPU0",
 * "cc-3747", "S0-D0-C0" and a count), which is a part of the name.  Events that were "<not
 * supported>" or "<not counted>" are left out, and so are the sums behind the intervals of -I
 * ("summary") and lines without a value, which hold a ratio of the line before.  The separator is
 * whatever the user stated.
 */

enum { PERF_FIELDS = 8 };
#define PERF_SEPARATORS ",;\t :|"

/* A line's first fields, without blanks around them; returns how many. */
static size_t cut_fields(const char *s, const char *end, char separator, benchi_word *field,
                         size_t most)
{
	size_t n = 0;

	for (const char *next; n < most && s <= end; s = next + 1) {
		const char *quote = s < end && *s == '"' ? s : NULL;

		do /* a quote is closed by one with a separator behind it */
			quote = quote ? memchr(quote + 1, '"', (size_t)(end - quote - 1)) : NULL;
		while (quote && quote + 1 < end && quote[1] != separator);
		next = quote ? quote + 1 : memchr(s, separator, (size_t)(end - s));
		next = next ? next : end;
		while (separator != ' ' && s < next && *s == ' ')
			s++;
		field[n].text = s;
		field[n++].length = (size_t)(next - s);
	}
	return n;
}

static bool is_number(benchi_word word, double *x)
{
	return word.length && benchi_read_number(word.text, x) == word.text + word.length;
}

/* A line of perf. */
typedef struct perf_line {
	benchi_word place, event, unit; /* place: empty for none */
	double x;                       /* NaN: nothing was counted */
	bool ratio;                     /* it has no value */
} perf_line;

/* The fields from i on as a value, its unit and an event; false: they are not, or what is before
 * them is no time, place and count. */
static bool perf_fields(const benchi_word *field, size_t i, perf_line *l)
{
	const benchi_word value = field[i], unit = field[i + 1], event = field[i + 2];
	size_t k = 0;
	double number;

	l->place = (benchi_word){ "", 0 };
	k += k < i && is_number(field[k], &number);
	if (k < i && field[k].length && !is_number(field[k], &number) && *field[k].text != '<') {
		l->place = field[k++];
		k += k < i && is_number(field[k], &number);
	}
	l->unit = unit;
	l->event = event;
	l->ratio = !value.length && !unit.length && !event.length;
	if (!is_number(value, &l->x))
		l->x = (double)NAN;
	return k == i && (l->ratio
		|| ((!isnan(l->x) || (value.length > 4 && !memcmp(value.text, "<not", 4)))
		    && (!unit.length || (*unit.text > '9' && *unit.text != '<')) && event.length > 1
		    && *event.text >= 'a' && *event.text <= 'z'));
}

/* Cuts a line, at the first separator with which it is one of perf's.  False: none. */
static bool perf_cut(const char *line, const char *end, perf_line *l)
{
	for (const char *separator = PERF_SEPARATORS; *separator; separator++) {
		benchi_word field[PERF_FIELDS];
		size_t n = cut_fields(line, end, *separator, field, PERF_FIELDS);

		for (size_t i = 0; i <= 3 && i + 3 < n; i++)
			if (perf_fields(field, i, l))
				return true;
	}
	return false;
}

bool benchi_perf_is(const char *line, const char *end)
{
	perf_line l;

	return perf_cut(line, end, &l) && !l.ratio;
}

bench_status benchi_perf_read(benchi_input *in, benchi_rows *rows)
{
	bench_status status;
	bool summary = false, sums;
	const char *line;
	size_t n;

	while (!(status = benchi_input_line(in, &line, &n)) && line) {
		const char *end = line + n;
		benchi_mark mark = { .row = 0 };
		perf_line l;
		size_t set;

		while (end > line && strchr(" \t\r", end[-1]))
			end--;
		if (end == line || *line == '#')
			continue;
		mark.row = benchi_rows_next(rows);
		if (!perf_cut(line, end, &l))
			return benchi_input_error(in, line, (size_t)(end - line),
				"a value, its unit and an event, as perf stat -x, writes them");
		sums = benchi_word_is(l.place, "summary");
		summary = summary || sums;
		if (l.ratio || sums || isnan(l.x))
			continue;
		set = benchi_rows_set(rows, l.place, l.event, benchi_word_is(l.unit, "msec")
			? benchi_word_of("ms") : l.unit);
		status = set == SIZE_MAX ? benchi_no_memory("the values")
		                         : benchi_set_add(&rows->set[set], l.x, &mark);
		if (status)
			break;
	}
	if (!status && summary)
		status = benchi_rows_note(rows, "perf stat's summary is the sum of its intervals: left "
			"out");
	return status ? status : benchi_rows_note(rows, BENCHI_PERF_REMARK);
}

/*
 * Logs of one line per request, without a header. The number of fields, and the field that is a
 * moment since 1970, identify the tool.
 */

enum { LOG_FIELDS = 16 };

#define PGBENCH_SUMS "sums of pgbench are no measurements: -l without --aggregate-interval"

static const struct log_form {
	char separator;
	size_t fields, moment, value; /* places from 1 */
	size_t name;                  /* of the benchmark, or 0 */
	size_t error;                 /* of a text where the request failed, or 0 */
	const char *failed;           /* this text; "": any */
	double since;                 /* the least moment */
	const char *unit, *note;      /* unit NULL: refused, because of the note */
} log_forms[] = {
	{ ' ', 6, 5, 3, 0, 0, "", 1e9, "us", NULL }, /* pgbench -l */
	{ ' ', 7, 5, 3, 0, 0, "", 1e9, "us", NULL }, /* with --rate or --max-tries, */
	{ ' ', 8, 5, 3, 0, 0, "", 1e9, "us", NULL }, /* or both */
	{ ' ', 15, 1, 0, 0, 0, "", 1e9, NULL, PGBENCH_SUMS }, /* since version 15 */
	{ ' ', 11, 1, 0, 0, 0, "", 1e9, NULL, PGBENCH_SUMS }, /* before, with --rate, */
	{ ' ', 6, 1, 0, 0, 0, "", 1e9, NULL, PGBENCH_SUMS },  /* and without */
	{ ',', 12, 1, 3, 8, 6, "", 1e18, "ns", NULL }, /* vegeta encode --to csv */
	{ '\t', 3, 1, 3, 0, 2, "-1", 1e15, "us", NULL } /* h2load --log-file */
};

static const struct log_form *log_form_of(const char *line, const char *end,
                                          benchi_word field[LOG_FIELDS])
{
	for (size_t i = 0; i < sizeof log_forms / sizeof *log_forms; i++) {
		const struct log_form *f = &log_forms[i];
		double moment;

		if (cut_fields(line, end, f->separator, field, LOG_FIELDS) == f->fields
		    && is_number(field[f->moment - 1], &moment) && moment >= f->since
		    && moment < 10 * f->since)
			return f;
	}
	return NULL;
}

bool benchi_log_is(const char *line, const char *end)
{
	benchi_word field[LOG_FIELDS];

	return log_form_of(line, end, field) != NULL;
}

bench_status benchi_log_read(benchi_input *in, benchi_rows *rows)
{
	bench_status status;
	const char *line;
	size_t n, failed = 0;

	while (!(status = benchi_input_line(in, &line, &n)) && line) {
		benchi_word field[LOG_FIELDS], value, name = { "", 0 }, error = { "", 0 };
		benchi_mark mark = { .row = 0 };
		const struct log_form *f;
		size_t set;
		double x;

		while (n && strchr(" \t\r", line[n - 1]))
			n--;
		if (!n)
			continue;
		mark.row = benchi_rows_next(rows);
		f = log_form_of(line, line + n, field);
		if (!f)
			return benchi_input_error(in, line, n, "a line as those before");
		if (!f->unit)
			return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: %s", in->name, in->line, f->note);
		value = field[f->value - 1];
		name = f->name ? field[f->name - 1] : name;
		error = f->error ? field[f->error - 1] : error;
		if ((error.length && (!*f->failed || benchi_word_is(error, f->failed)))
		    || !is_number(value, &x) || !isfinite(x)) {
			failed++;
			continue;
		}
		set = benchi_rows_set(rows, name, benchi_word_of("latency"), benchi_word_of(f->unit));
		status = set == SIZE_MAX ? benchi_no_memory("the values")
		                         : benchi_set_add(&rows->set[set], x, &mark);
		if (status)
			break;
	}
	return status || !failed ? status
	       : benchi_rows_note(rows, "%zu requests failed or were skipped: left out", failed);
}

/*
 * What time(1) prints: "1.48 real 0.63 user 0.28 sys" of the BSDs, three lines such as "real 1.48"
 * by -p, "real 0m1.480s" of bash.  Other lines between them are of the command that was timed.
 */

/* The seconds of "1.48" or "0m1.480s". */
static bool time_seconds(benchi_word word, double *seconds)
{
	double minutes = 0;
	const char *end = word.text + word.length, *after = benchi_read_number(word.text, seconds);

	if (after && after < end && *after == 'm') {
		minutes = *seconds;
		after = benchi_read_number(after + 1, seconds);
		after += after && after < end && *after == 's';
	}
	*seconds += 60 * minutes;
	return after == end && word.length > 0 && *seconds >= 0;
}

/* Adds the pairs of a line, if rows is given.  Returns how many there are; 0: other text, too. */
static size_t time_pairs(const char *line, const char *end, benchi_rows *rows)
{
	static const char *const name[] = { "real", "user", "sys" };
	const benchi_mark mark = { .row = rows ? benchi_rows_next(rows) : 0 };
	size_t pairs = 0;

	while (line < end) {
		benchi_word first = benchi_word_next(&line, end), second = benchi_word_next(&line, end);
		benchi_word none = { "", 0 };
		double seconds;
		size_t k = 0, set;

		if (!first.length)
			break;
		if (!time_seconds(second, &seconds)) {
			benchi_word swapped = first;

			first = second;
			second = swapped;
		}
		while (k < 3 && !benchi_word_is(first, name[k]))
			k++;
		if (k == 3 || !time_seconds(second, &seconds))
			return 0;
		pairs++;
		if (!rows)
			continue;
		set = benchi_rows_set(rows, none, benchi_word_of(name[k]), benchi_word_of("s"));
		if (set == SIZE_MAX || benchi_set_add(&rows->set[set], seconds, &mark))
			return SIZE_MAX;
	}
	return pairs;
}

bool benchi_time_is(const char *line, const char *end)
{
	return time_pairs(line, end, NULL) > 0;
}

bench_status benchi_time_read(benchi_input *in, benchi_rows *rows)
{
	bench_status status;
	const char *line;
	size_t n;

	while (!(status = benchi_input_line(in, &line, &n)) && line)
		if (benchi_time_is(line, line + n) && time_pairs(line, line + n, rows) == SIZE_MAX)
			return benchi_no_memory("the times");
	return status;
}
