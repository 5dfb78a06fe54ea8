/*
 * Reads what tools print for people, line by line: the benchmarks of Go and Rust, perf stat, logs
 * of requests, time(1).
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/read/read.h"

/* Adds a value to the set of these names, making the set if new. */
static bench_status add_value(benchi_rows *rows, const char *config, benchi_word benchmark,
                              benchi_word metric, benchi_word unit, double x,
                              const benchi_mark *mark)
{
	size_t set = benchi_rows_set_under(rows, benchmark, metric, unit, benchi_word_of(config));

	return set == SIZE_MAX ? benchi_no_memory("the values")
	                       : benchi_set_add(&rows->set[set], x, mark);
}

/* Reads the next line that is not blank, without blanks at its end; *line is NULL at the end of the
 * file. */
static bench_status next_line(benchi_input *in, const char **line, const char **end)
{
	bench_status status;
	size_t n;

	do {
		status = benchi_input_line(in, line, &n);
		while (!status && *line && n && strchr(" \t\r", (*line)[n - 1]))
			n--;
	} while (!status && *line && !n);
	*end = status || !*line ? NULL : *line + n;
	return status;
}

/*
 * The text of Go's benchmarks:
 *
 *	pkg: example.org/x
 *	BenchmarkF-8     1000     1234 ns/op     56 B/op
 *
 * These lines give the benchmark "example.org/x.F-8" one value of "ns/op" and one of "B/op".  The
 * second field of a result is always a count.  "key: value" holds for the results below it.  A
 * "goos:" line begins the output of another process, which becomes a run.  "Unit ns/op
 * better=lower" states a direction.  Other lines are skipped.  Results of Rust's libtest are read
 * as well.
 */

#define NAME_LIMIT 4096
#define PREFIX "Benchmark"

typedef struct go_reader {
	char name[NAME_LIMIT]; /* the package, then the benchmark */
	size_t package;        /* length of the package's part */
	char config[BENCHI_FILE_KEYS];
	benchi_name_table higher, lower; /* units with a stated direction */
	benchi_mark mark;
	size_t runs;
} go_reader;

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

/* Reads "key: value", whose value ends with the line.  In Go's format a key begins with a
 * lower-case letter and has no upper-case letters.  "coverage:" describes the previous test, so it
 * is not a key. */
static bench_status read_setting(go_reader *g, const benchi_input *in, benchi_rows *rows,
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
	value.length = (size_t)(end - value.text);
	if (memchr(value.text, '\0', value.length))
		return BENCH_OK;
	if (benchi_word_is(key, "pkg")) {
		if (value.length + 1 >= NAME_LIMIT / 2)
			return benchi_input_error(in, value.text, value.length, "a shorter name");
		memcpy(g->name, value.text, value.length);
		g->package = value.length + (value.length > 0);
		if (value.length)
			g->name[value.length] = '.';
	} else if (benchi_word_is(key, "goos")) {
		snprintf(number, sizeof number, "%zu", ++g->runs);
		g->mark.run = benchi_name_table_add(&rows->runs, number, strlen(number));
		g->mark.has_run = g->mark.run != BENCHI_NO_NAME;
	}
	if (!benchi_file_key_set(g->config, key, value))
		return benchi_input_error(in, value.text, value.length, "less than 2 KB of keys and "
			"values in all");
	return BENCH_OK;
}

/* Notes a lost result: output of the benchmark itself splits the line. */
static bench_status note_lost(const benchi_input *in, benchi_rows *rows, benchi_word name)
{
	return benchi_rows_note(rows, "line %zu: found no count and value after '%.*s' (the benchmark "
		"prints): left out", in->line, (int)(name.length < 60 ? name.length : 60), name.text);
}

/* Reads a result, whose pairs of a value and its unit go up to the end or other text; a setting, or
 * any other line. */
static bench_status read_line(go_reader *g, const benchi_input *in, benchi_rows *rows,
                              const char *s, const char *end)
{
	const size_t prefix = sizeof PREFIX - 1;
	benchi_word first = benchi_word_next(&s, end), second = benchi_word_next(&s, end), name;
	bench_status status = BENCH_OK;
	bool count = second.length > 0;
	size_t pairs = 0;

	/* libtest: "test NAME ... bench:  597,786.88 ns/iter (+/- 706,365.22) = 2222 MB/s" */
	if (benchi_word_is(first, "test")) {
		benchi_word dots = benchi_word_next(&s, end), bench = benchi_word_next(&s, end);
		benchi_word value = benchi_word_next(&s, end), unit = benchi_word_next(&s, end);
		double ns;

		if (!benchi_word_is(dots, "...") || !benchi_word_is(bench, "bench:"))
			return benchi_word_is(bench, "FAILED") ? benchi_rows_note(rows, "%.*s failed: left out",
				(int)(second.length < 100 ? second.length : 100), second.text) : BENCH_OK;
		if (!benchi_word_number(value, true, &ns) || !isfinite(ns)
		    || !benchi_word_is(unit, "ns/iter") || memchr(second.text, '\0', second.length))
			return benchi_input_error(in, value.text, value.length, "a time in ns/iter");
		return add_value(rows, "", second, benchi_word_of("time"), benchi_word_of("ns"), ns, NULL);
	}
	if (benchi_word_is(first, "Unit") && !memchr(second.text, '\0', second.length))
		for (benchi_word word; (word = benchi_word_next(&s, end)).length;) {
			benchi_name_table *names = benchi_word_is(word, "better=higher") ? &g->higher
			                         : benchi_word_is(word, "better=lower") ? &g->lower : NULL;

			if (names && benchi_name_table_add(names, second.text, second.length)
			             == BENCHI_NO_NAME)
				return benchi_no_memory("the units");
		}
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
		return read_setting(g, in, rows, first, second, end);
	for (size_t i = 0; i < second.length; i++)
		count = count && second.text[i] >= '0' && second.text[i] <= '9';
	if (!count)
		return second.length && first.length > prefix ? note_lost(in, rows, first) : BENCH_OK;
	name = (benchi_word){ first.text + prefix, first.length - prefix };
	if (g->package + name.length > NAME_LIMIT)
		return benchi_input_error(in, name.text, name.length, "a shorter name");
	memcpy(g->name + g->package, name.text, name.length);
	name = (benchi_word){ g->name, name.length + g->package };
	for (; !status; pairs++) {
		benchi_word value = benchi_word_next(&s, end), unit = benchi_word_next(&s, end);
		double x;

		if (!value.length)
			break;
		if (!benchi_word_number(value, false, &x) || !isfinite(x) || !unit.length
		    || memchr(unit.text, '\0', unit.length))
			return !pairs ? note_lost(in, rows, name)
			     : benchi_rows_note(rows, "line %zu: text after a result: left out", in->line);
		status = add_value(rows, g->config, name, unit, (benchi_word){ "", 0 }, x, &g->mark);
	}
	return status || pairs ? status : note_lost(in, rows, name);
}

bench_status benchi_read_go(benchi_input *in, benchi_rows *rows)
{
	go_reader *g = calloc(1, sizeof *g);
	bench_status status;
	const char *line, *end;

	if (!g)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory reading %s", in->name);
	rows->cases = true;
	while (!(status = next_line(in, &line, &end)) && line
	       && !(status = read_line(g, in, rows, line, end))) {
	}
	/* a direction stated in the file overrides the direction that the name implies */
	for (size_t i = 0; i < rows->sets; i++) {
		benchi_set *set = &rows->set[i];
		const size_t n = strlen(set->metric);

		if (benchi_name_table_find(&g->higher, set->metric, n) != BENCHI_NO_NAME)
			set->better = BENCHI_BETTER_HIGHER;
		if (benchi_name_table_find(&g->lower, set->metric, n) != BENCHI_NO_NAME)
			set->better = BENCHI_BETTER_LOWER;
	}
	benchi_name_table_free(&g->higher);
	benchi_name_table_free(&g->lower);
	free(g);
	return status;
}

/*
 * perf stat -x, which prints one line per event: value, unit, name and more.
 *
 *	1.34,msec,task-clock,8.94%,1338440,100.00,0.078,CPUs utilized
 *
 * With -I a time comes first.  With -A, --per-thread and --per-core a place follows ("CPU0",
 * "cc-3747", "S0-D0-C0" and a count), which becomes part of the name.  Left out are events that
 * were "<not supported>" or "<not counted>", the sums that end the intervals of -I ("summary"), and
 * lines without a value, which hold a ratio of the line before.  The user chooses the separator.
 */

enum { PERF_FIELDS = 10, NUMBER = 64 };
#define PERF_SEPARATORS ",;\t :|"

/* Splits a line into at most `most` fields, without blanks before them. Returns the number of
 * fields. */
static size_t cut_fields(const char *s, const char *end, char separator, benchi_word *field,
                         size_t most)
{
	size_t n = 0;

	for (const char *next; n < most && s <= end; s = next + 1) {
		const char *quote = s < end && *s == '"' ? s : NULL;

		do /* the closing quote is followed by a separator */
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

/* Returns a number such as "0,62", which programs print in some locales, with a decimal point. */
static benchi_word with_point(benchi_word word, char copy[NUMBER])
{
	const char *comma = memchr(word.text, ',', word.length);

	if (!comma || word.length >= NUMBER)
		return word;
	memcpy(copy, word.text, word.length);
	copy[word.length] = '\0';
	copy[comma - word.text] = '.';
	return (benchi_word){ copy, word.length };
}

typedef struct perf_line {
	benchi_word place, event, unit; /* place: may be empty */
	double x;                       /* NaN if nothing was counted */
	bool ratio;                     /* the line has no value */
	bool commas;                    /* decimal commas between fields that commas separate */
} perf_line;

/* Splits a line with the first separator that makes it a line of perf stat: a time, a place and a
 * count, any of them absent, then a value, its unit and an event.  Returns false if no separator
 * does. */
static bool perf_cut(const char *line, const char *end, perf_line *l)
{
	benchi_word field[PERF_FIELDS];
	double number;

	for (const char *separator = PERF_SEPARATORS; *separator; separator++) {
		size_t n = cut_fields(line, end, *separator, field, PERF_FIELDS);

		/* i fields are before the value, and k of them are a time, a place or a count */
		for (size_t i = 0; i <= 3 && i + 3 < n; i++) {
			char copy[NUMBER];
			const benchi_word value = *separator == ',' ? field[i] : with_point(field[i], copy);
			const char *behind = field[i + 2].text + field[i + 2].length;
			size_t k = 0;
			bool counted;

			*l = (perf_line){ { "", 0 }, field[i + 2], field[i + 1], NAN, false, false };
			/* two decimals: the share of the time in which an event was counted */
			l->commas = *separator == ',' && i + 5 < n
			            && !memchr(behind, '.', (size_t)(end - behind));
			k += k < i && benchi_word_number(field[k], false, &number);
			if (k < i && field[k].length && !benchi_word_number(field[k], false, &number)
			    && *field[k].text != '<') {
				l->place = field[k++];
				k += k < i && benchi_word_number(field[k], false, &number);
			}
			k += l->commas && k < i && benchi_word_number(field[k], false, &number);
			l->ratio = !value.length && !l->unit.length && !l->event.length;
			if (!benchi_word_number(value, false, &l->x) || !isfinite(l->x))
				l->x = (double)NAN;
			/* other lines of text also begin like "1000 loops, best": require time and share */
			counted = strchr(",;", *separator) || l->ratio || *value.text == '<'
			          || (i + 4 < n && benchi_word_number(field[i + 4], false, &number));
			if (k == i && counted && (l->ratio || ((!isnan(l->x)
			    || (value.length > 4 && !memcmp(value.text, "<not", 4)))
			    && (!l->unit.length || (*l->unit.text > '9' && *l->unit.text != '<'))
			    && l->event.length > 1 && *l->event.text >= 'a' && *l->event.text <= 'z')))
				return true;
		}
	}
	return false;
}

static bench_status perf_read(benchi_input *in, benchi_rows *rows)
{
	bench_status status;
	bool summary = false;
	const char *line, *end;

	while (!(status = next_line(in, &line, &end)) && line) {
		perf_line l;

		if (*line == '#')
			continue;
		if (!perf_cut(line, end, &l))
			return benchi_input_error(in, line, (size_t)(end - line),
				"a value, its unit and an event, as perf stat -x, writes them");
		if (l.commas)
			return benchi_input_error(in, line, (size_t)(end - line),
				"decimal points (LC_ALL=C perf stat -x,) or semicolons (-x ';')");
		if (benchi_word_is(l.place, "summary")) {
			summary = true;
			continue;
		}
		if (!l.ratio && !isnan(l.x))
			status = add_value(rows, "", l.place, l.event, benchi_word_is(l.unit, "msec")
				? benchi_word_of("ms") : l.unit, l.x, NULL);
		if (status)
			break;
	}
	if (!status && summary)
		status = benchi_rows_note(rows, "perf stat's summary is the sum of its intervals: left "
			"out");
	return status ? status : benchi_rows_note(rows, BENCHI_PERF_REMARK);
}

/*
 * Logs with one line per request and no header.  The number of fields, and the field that is a
 * time since 1970, identify the tool.
 */

enum { LOG_FIELDS = 16 };

#define PGBENCH_SUMS "sums are no measurements: run pgbench -l without --aggregate-interval"

static const struct log_form {
	char separator;
	size_t fields, moment, value; /* numbers of fields, from 1; moment 0: see log_form_of */
	size_t name;                  /* field with the benchmark's name, or 0 */
	size_t error;                 /* field with the error text of a failed request, or 0 */
	const char *failed;           /* this text; "": any */
	double since;                 /* smallest plausible time */
	const char *unit, *note;      /* unit NULL: refuse the file, for the reason in note */
} log_forms[] = {
	{ ' ', 6, 5, 3, 0, 0, "", 1e9, "us", NULL }, /* pgbench -l */
	{ ' ', 7, 5, 3, 0, 0, "", 1e9, "us", NULL }, /* with --rate or --max-tries, */
	{ ' ', 8, 5, 3, 0, 0, "", 1e9, "us", NULL }, /* or both */
	{ ' ', 15, 1, 0, 0, 0, "", 1e9, NULL, PGBENCH_SUMS }, /* since version 15 */
	{ ' ', 11, 1, 0, 0, 0, "", 1e9, NULL, PGBENCH_SUMS }, /* before, with --rate, */
	{ ' ', 6, 1, 0, 0, 0, "", 1e9, NULL, PGBENCH_SUMS },  /* and without */
	{ ',', 12, 1, 3, 8, 6, "", 1e18, "ns", NULL }, /* vegeta encode --to csv */
	{ '\t', 3, 1, 3, 0, 2, "-1", 1e15, "us", NULL }, /* h2load --log-file */
	{ ',', 9, 1, 0, 0, 0, "", 1e13, NULL, "of iperf's lines the last is a sum: sed '$d' FILE | "
		"bench describe -d , -C 9 - reads the rates" }, /* iperf -y C */
	{ ' ', 10, 0, 0, 0, 0, "", 0, NULL, "ioping's lines are summaries: bench describe -C 6 reads "
		"their mean times (ns); its JSON (-J) is read" } /* ioping -B, -p */
};

/* Splits a line by the first form that fits, which it returns; NULL if no form fits. */
static const struct log_form *log_form_of(const char *line, const char *end,
                                          benchi_word field[LOG_FIELDS])
{
	for (size_t i = 0; i < sizeof log_forms / sizeof *log_forms; i++) {
		const struct log_form *f = &log_forms[i];
		double moment, requests, ns, rate;

		if (cut_fields(line, end, f->separator, field, LOG_FIELDS) != f->fields)
			continue;
		/* ioping's fields are requests, their time, requests per second, and seven more */
		if (f->moment ? benchi_word_number(field[f->moment - 1], false, &moment)
		                && moment >= f->since && moment < 10 * f->since
		    : benchi_word_number(field[0], false, &requests) && requests > 0
		      && benchi_word_number(field[1], false, &ns)
		      && benchi_word_number(field[2], false, &rate)
		      && fabs(requests / ns * 1e9 - rate) <= 1)
			return f;
	}
	return NULL;
}

static bench_status log_read(benchi_input *in, benchi_rows *rows)
{
	bench_status status;
	const char *line, *end;
	size_t failed = 0;

	while (!(status = next_line(in, &line, &end)) && line) {
		benchi_word field[LOG_FIELDS], error = { "", 0 };
		const struct log_form *f = log_form_of(line, end, field);
		double x;

		if (!f)
			return benchi_input_error(in, line, (size_t)(end - line), "a line as those before");
		if (!f->unit)
			return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: %s", in->name, in->line, f->note);
		if (f->error)
			error = field[f->error - 1];
		if ((error.length && (!*f->failed || benchi_word_is(error, f->failed)))
		    || !benchi_word_number(field[f->value - 1], false, &x) || !isfinite(x)) {
			failed++;
			continue;
		}
		status = add_value(rows, "", f->name ? field[f->name - 1] : (benchi_word){ "", 0 },
			benchi_word_of("latency"), benchi_word_of(f->unit), x, NULL);
		if (status)
			break;
	}
	return status || !failed ? status
	       : benchi_rows_note(rows, "%zu requests failed or were skipped: left out", failed);
}

/*
 * What time(1) prints: "1.48 real 0.63 user 0.28 sys" on the BSDs, three lines such as "real 1.48"
 * with -p, "real 0m1.480s" in bash, "0.63user 0.28system 0:01.48elapsed 61%CPU ..." by GNU's, and
 * "make -s  0.63s user 0.28s system 61% cpu 1.480 total" in zsh.  Other lines are output of the
 * timed command.
 */

enum { TIMES = 3 };
static const char *const time_names[TIMES] = { "real", "user", "sys" };
static const char *const time_other_names[TIMES] = { "elapsed", "user", "system" };

/* Reads the times of a line into x; missing times are NaN. Returns false for other text. */
static bool time_line(const char *line, const char *end, double x[TIMES])
{
	double value = (double)NAN;       /* number before the current word; NaN: no number */
	size_t name = TIMES, others = 0;  /* name: the previous word, TIMES if it was not a name */
	bool total = false;
	benchi_word word;

	x[0] = x[1] = x[2] = (double)NAN;
	while ((word = benchi_word_next(&line, end)).length) {
		char copy[NUMBER];
		const char *rest, *word_end;
		double seconds;
		benchi_word text;
		size_t k = 0;

		/* the word may be a time, perhaps followed by its name: "1.48", "0m1.480s", "0m1,480s",
		 * "1:02.48", "0.63user" */
		word = with_point(word, copy);
		word_end = word.text + word.length;
		rest = benchi_read_number(word.text, &seconds);
		while (rest && rest + 1 < word_end && (*rest == ':' || *rest == 'm')) {
			const double before = seconds;

			rest = benchi_read_number(rest + 1, &seconds);
			seconds += 60 * before;
		}
		if (rest && (!(seconds >= 0) || !isfinite(seconds)))
			rest = NULL;
		else if (rest)
			rest += rest + 1 == word_end && *rest == 's';
		text.text = rest ? rest : word.text;
		text.length = (size_t)(word_end - text.text);
		if (rest && text.length > 1 && *rest == '%') /* GNU's "61%CPU": memory follows */
			break;
		while (k < TIMES && !benchi_word_is(text, time_names[k])
		       && !benchi_word_is(text, time_other_names[k]))
			k++;
		k = k == TIMES && benchi_word_is(text, "total") ? 0 : k;
		total = total || benchi_word_is(word, "total");
		others += text.length && k == TIMES && *text.text != '%' && !benchi_word_is(word, "cpu");
		value = rest ? seconds : value;
		name = k < TIMES ? k : name;
		if (name == TIMES || isnan(value))
			continue;
		x[name] = value;
		name = TIMES;
		value = (double)NAN;
	}
	if (others || total) /* a line of zsh begins with the command */
		return total && !isnan(x[0]) && !isnan(x[1]) && !isnan(x[2]);
	return !isnan(x[0]) || !isnan(x[1]) || !isnan(x[2]);
}

static bench_status time_read(benchi_input *in, benchi_rows *rows)
{
	bench_status status;
	const char *line;
	size_t n;

	while (!(status = benchi_input_line(in, &line, &n)) && line) {
		double x[TIMES];

		if (!time_line(line, line + n, x))
			continue;
		for (size_t k = 0; k < TIMES && !status; k++)
			if (!isnan(x[k]))
				status = add_value(rows, "", (benchi_word){ "", 0 }, benchi_word_of(time_names[k]),
					benchi_word_of("s"), x[k], NULL);
		if (status)
			break;
	}
	return status;
}

benchi_reader *benchi_output_reader(const char *line, const char *end, bool *surely)
{
	benchi_word field[LOG_FIELDS];
	double times[TIMES];
	perf_line perf;
	benchi_reader *read = perf_cut(line, end, &perf) && !perf.ratio ? perf_read
	                      : log_form_of(line, end, field) ? log_read : NULL;

	*surely = read != NULL;
	return read ? read : time_line(line, end, times) ? time_read : NULL;
}
