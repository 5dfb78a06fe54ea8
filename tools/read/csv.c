/*
 * Reads tables.
 *
 * The first line that is neither blank nor a comment names the columns. `benchmark` (or `name`)
 * names the benchmark of the row; `run`, `process`, `boot` or `block` the run; `round` is a whole
 * number. `exit_status` marks a table of bench sample, in which columns next to the times are
 * compared on request only. Every other column is a metric, so the tables of cbdr are read as
 * well.
 *
 * Fields are separated by commas; a header without a comma may use tabs or semicolons. Fields may
 * be in double quotes, with "" for a quote, and then contain newlines (RFC 4180). Every row has as
 * many fields as the header. An empty field is an error. A repeated header, as in tables joined by
 * cat, is skipped. A column with a text in its first row (commit, host) becomes part of the
 * benchmark's name, "sort/commit=1a2b".
 *
 * Our own tables (bench-results(5)) begin with "# libbench 1". In these `iterations`, `threads`
 * and `parameter` are not metrics, counts (`instructions`) belong to the benchmark rather than the
 * window, and an empty field is an unknown value. The latter also holds for ramps ("#
 * libbench_ramp 1").
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/read/read.h"

/* COLUMN_SETTING and COLUMN_PASSED: the column is not read. COLUMN_TEXT: becomes part of the
 * name. */
typedef enum column_kind {
	COLUMN_METRIC,
	COLUMN_BENCHMARK,
	COLUMN_RUN,
	COLUMN_ROUND,
	COLUMN_SETTING,
	COLUMN_PASSED,
	COLUMN_TEXT,
	COLUMN_GROUP,     /* part of the name, before the benchmark */
	COLUMN_PARAMETER, /* "/key=value" after the name; TWIN: only if names would repeat */
	COLUMN_TWIN,
	COLUMN_UNIT,      /* unit of the next metric, or of the row's times */
	COLUMN_FAILED     /* "true", a message, or an HTTP status of 400 and above excludes the row; so
	                   * does "false" of `success` */
} column_kind;

typedef struct csv_column {
	char *title;       /* as in the header */
	char *name;        /* name of the metric */
	column_kind kind;
	size_t metric;     /* index of the metric */
	size_t set;        /* set of the latest row; SIZE_MAX: not known yet */
	char unit[24];     /* unit, from the tool's form or the column's name */
	char row_unit[24]; /* unit that the row states before the value */
	bool by_row;       /* the row states the unit, before or after the value */
	bool timed;        /* values are in the row's unit of time, and are converted to nanoseconds */
	bool count;        /* a count per iteration, which is equal in all windows of the row */
} csv_column;

/* Form of another tool's tables. A '*' at the start or at the end of a name stands for any text. */
typedef struct table_form {
	const char *columns[6]; /* only this tool's tables have all of these, in any order; NULL ends */
	const struct table_take {
		column_kind kind;
		const char *column; /* NULL in the last one */
		const char *metric; /* "": named by the unit; NULL: the column's name, or the part that its
		                       '*' stands for */
		const char *unit;   /* NULL: that of the row, or by the metric's name */
	} *take;                /* what columns are, by the first one that fits; others are not read */
	const char *note, *refuse; /* refuse: message, instead of reading */
	bool google, sorted;    /* rules of Google Benchmark; rows are sorted */
	bool cases;             /* each benchmark is one case of a program */
	bool hundredths;        /* numbers have two decimals at most: the point in "2.295" separates
	                           thousands */
} table_form;

#define IS(kind, column) { COLUMN_##kind, column, NULL, NULL }
#define AS(kind, column, metric, unit) { COLUMN_##kind, column, metric, unit }
#define TAKE(...) .take = (const struct table_take[]){ __VA_ARGS__, { .column = NULL } }
#define HYPERFINE "hyperfine's CSV holds the median of each command, no runs (--export-json does)"
#define PYTEST "output of pytest-benchmark: give its JSON: --benchmark-json FILE"
#define DOTNET "output of BenchmarkDotNet: give its JSON: --exporters json"
#define LOCUST "output of locust: not supported; its tables hold sums of many requests"
#define NO_SAMPLES " of each benchmark, no samples"

static const table_form table_forms[] = {
	{ .columns = { "command", "mean", "stddev", "median" }, TAKE(IS(BENCHMARK, "command"),
		AS(METRIC, "median", "time", "s"), IS(TWIN, "parameter_*")), .note = HYPERFINE },
	{ .columns = { "command", "*_unit", "*_mean" }, TAKE(IS(BENCHMARK, "command"),
		IS(UNIT, "*_unit"), IS(METRIC, "*_median"), IS(TWIN, "parameter_*")), .note = HYPERFINE },
	{ .columns = { "name", "iterations", "real_time", "cpu_time", "time_unit" }, .google = true,
		.cases = true, TAKE(IS(BENCHMARK, "name"), IS(UNIT, "time_unit"), IS(SETTING, "iterations"),
		IS(SETTING, "label"), IS(SETTING, "error_message"), IS(FAILED, "error_occurred"),
		IS(FAILED, "skipped"), IS(SETTING, "skip_message"), IS(SETTING, "run_*"),
		IS(SETTING, "threads"), IS(SETTING, "repetition*"), IS(SETTING, "family_index"),
		IS(SETTING, "per_family*"), IS(METRIC, "*")) },
	{ .columns = { "Benchmark", "Mode", "Threads", "Samples", "Score" }, .cases = true,
		TAKE(IS(BENCHMARK, "Benchmark"), IS(TWIN, "Mode"), IS(UNIT, "Unit"),
		AS(METRIC, "Score", "", NULL), IS(PARAMETER, "Param: *")),
		.note = "JMH's CSV holds the mean" NO_SAMPLES " (-rf json)" },
	{ .columns = { "title", "name", "unit", "batch", "elapsed" }, .cases = true,
		TAKE(IS(GROUP, "title"), IS(BENCHMARK, "name"), AS(METRIC, "elapsed", "time", "s")),
		.note = "nanobench's CSV holds the median of each benchmark (its JSON has measurements)" },
	{ .columns = { "response-time", "DNS+dialup", "DNS" }, TAKE(IS(FAILED, "status-code"),
		IS(SETTING, "offset"), AS(METRIC, "*", NULL, "s")) },    /* hey */
	{ .columns = { "starttime", "seconds", "ctime", "dtime", "ttime" }, .sorted = true,
		TAKE(AS(METRIC, "ttime", NULL, "ms")), .note = "ab -g sorts its lines by ttime: their "
			"order is not that of the requests" },
	{ .columns = { "Percentage served", "Time in ms" }, .refuse = "output of ab: percentiles are "
			"not measurements; give a line per request: ab -g FILE" },
	{ .columns = { "test", "rps", "avg_latency_ms" }, TAKE(IS(BENCHMARK, "test"), IS(METRIC, "rps"),
		AS(METRIC, "*", NULL, "ms")), .note = "redis-benchmark writes one line of summaries per "
			"test: several runs make a sample" },
	{ .columns = { "name", "ops", "margin", "percentSlower" }, TAKE(IS(BENCHMARK, "name"),
		AS(METRIC, "ops", "throughput", "ops/s")), .note = "benny's CSV holds one rate each, no "
			"samples (its JSON with details does)" },
	{ .columns = { "Group", "Experiment", "Problem Space", "Samples", "Iterations" }, .cases = true,
		TAKE(IS(GROUP, "Group"), IS(BENCHMARK, "Experiment"), IS(PARAMETER, "Problem Space"),
		AS(METRIC, "us/Iteration", "time", "us")), .note = "Celero's CSV holds the best time of "
			"each experiment, no samples" },
	{ .columns = { "GroupName", "RunName", "Failure" },
		.refuse = "output of Celero: give its table: -t FILE" },
	{ .columns = { "Name", "Mean", "MeanLB", "MeanUB" }, TAKE(IS(BENCHMARK, "Name"),
		AS(METRIC, "Mean", "time", "s")), .note = "criterion's CSV (Haskell) holds the mean"
		NO_SAMPLES },
	{ .columns = { "Name", "Mean (ps)" }, TAKE(IS(BENCHMARK, "Name"),
		AS(METRIC, "Mean (ps)", "time", "ps")), .note = "tasty-bench's CSV holds the mean"
		NO_SAMPLES },
	{ .columns = { "expr", "time" }, TAKE(IS(BENCHMARK, "expr"),
		AS(METRIC, "time", "time", "ns")) },    /* microbenchmark (R) */
	{ .columns = { "expression", "min", "median" }, .refuse = BENCHI_R_BENCH },
	{ .columns = { "timeStamp", "elapsed", "label" }, TAKE(IS(BENCHMARK, "label"),
		AS(METRIC, "elapsed", "time", "ms"), IS(FAILED, "success")) },    /* JMeter */
	{ .columns = { "duration (ms)", "status", "error" },
		TAKE(AS(METRIC, "duration (ms)", "latency", "ms"), IS(FAILED, "error")) },    /* ghz */
	{ .columns = { "invocation", "iteration", "value", "unit", "criterion" },
		TAKE(IS(BENCHMARK, "benchmark"), IS(RUN, "invocation"), IS(UNIT, "unit"),
		IS(METRIC, "value"), IS(PARAMETER, "criterion"), IS(TWIN, "executor"), IS(TWIN, "suite"),
		IS(TWIN, "extraArgs"), IS(TWIN, "cores"), IS(TWIN, "inputSize"), IS(TWIN, "varValue"),
		IS(TWIN, "tag"), IS(TWIN, "machine")) },    /* ReBench */
	{ .columns = { "name", "min", "max", "mean", "stddev" }, .refuse = PYTEST },
	{ .columns = { "name", "param:*" }, .refuse = PYTEST },
	{ .columns = { "metric_name", "timestamp", "metric_value" },
		.refuse = "output of k6: give its JSON: --out json=FILE" },
	{ .columns = { "Method", "Job", "AnalyzeLaunchVariance" }, .refuse = DOTNET },
	{ .columns = { "Target", "Target_Namespace" }, .refuse = DOTNET },
	{ .columns = { "Type", "Name", "Request Count" }, .refuse = LOCUST },
	{ .columns = { "Timestamp", "User Count", "Type" }, .refuse = LOCUST },
	{ .columns = { "name", "ops/sec", "samples", "plugins" }, .hundredths = true,
		TAKE(IS(BENCHMARK, "name"), IS(METRIC, "ops/sec")), .note = "bench-node's CSV holds one "
			"rate each, no samples" }
};

/* Returns true if a pattern, with a '*' at one end or none, fits the name. */
static bool name_fits(const char *pattern, const char *name)
{
	const size_t n = strlen(pattern), length = strlen(name), fixed = n - 1;

	if (n && pattern[n - 1] == '*')
		return !strncmp(name, pattern, fixed);
	if (n && *pattern == '*')
		return length >= fixed && !memcmp(name + length - fixed, pattern + 1, fixed);
	return !strcmp(name, pattern);
}

enum { OUR_VERSION = 1, COLUMNS_MOST = 10000 };
#define RAMP_TABLE "# libbench_ramp "
#define AGGREGATES "_mean _median _stddev _cv _BigO _RMS" /* ends of the names of such rows */

typedef struct table {
	benchi_rows *rows;
	csv_column *column;  /* n columns */
	size_t n, metrics;   /* metrics: number of columns that are metrics */
	char separator;      /* between fields */
	const char *text;    /* text of the current row */
	struct slice {
		size_t at, length;
	} *slice;            /* fields of the row */
	size_t slices, slice_capacity;
	bool sampled;        /* the table has an exit status */
	double *row;         /* metrics of the current row */
	benchi_word benchmark; /* benchmark that the row names, until the next row */
	bool ours;           /* our own table, as its first line says */
	bool begun;          /* a row was read */
	size_t texts;        /* number of columns with texts */
	const char *last_text; /* name of the last text */
	bool named;          /* a column names benchmarks */
	const table_form *form; /* NULL: the table of no known tool */
	bool google;         /* flag of the form */
	char unit[24];       /* unit of the row's times, or of the next metric */
	char *aggregates;    /* benchmark of the last row of aggregates, or NULL */
	char config[BENCHI_FILE_KEYS]; /* keys of the row, for names that repeat */
	char group[256];     /* text before the row's name */
	char *name, *behind; /* name: full name of the row; behind: the texts that end the name */
	size_t name_capacity, behind_capacity;
} table;

/* Returns the position after blanks, unless a blank is the separator. */
static size_t pass_blanks(const char *s, size_t at, size_t end, char separator)
{
	while (at < end && (s[at] == ' ' || s[at] == '\t') && s[at] != separator)
		at++;
	return at;
}

/*
 * Cuts the row that begins with this line into fields, without blanks around them and without
 * quotes. A quoted field continues on the next line. Each byte is visited once, so the time is
 * linear even if a quote is never closed. first: the input at the row's first line, for messages.
 */
static bench_status split_row(table *t, benchi_input *in, const benchi_input *first,
                              const char *line, size_t length)
{
	char *s = in->buffer + (line - in->buffer);
	size_t at = 0, from, to, end = length;
	bench_status status;

	t->slices = 0;
	do {
		end = length - (length && s[length - 1] == '\r');
		from = to = at = pass_blanks(s, at, end, t->separator);
		if (at == end || s[at] != '"') {
			while (at < end && s[at] != t->separator)
				at++;
			for (to = at; to > from && (s[to - 1] == ' ' || s[to - 1] == '\t');)
				to--;
		} else {
			for (from = to = ++at; at == length || s[at] != '"' || s[at + 1] == '"'; at++) {
				const size_t before = length;

				if (at < length) {
					at += s[at] == '"'; /* "" is a quote */
					s[to++] = s[at];
					continue;
				}
				if (length > BENCHI_LINE_LIMIT)
					return benchi_input_error(first, s, length, "a closing quote within a "
						"megabyte");
				line = s;
				status = benchi_input_go_on(in, &line, &length);
				if (status)
					return status;
				s = in->buffer + (line - in->buffer);
				if (length == before)
					return benchi_input_error(first, s + from - 1, length + 1 - from,
					                          "a closing quote");
				s[to++] = s[at];
			}
			s[to] = '\0';
			end = length - (at + 1 < length && s[length - 1] == '\r');
			at = pass_blanks(s, at + 1, end, t->separator);
			if (at < end && s[at] != t->separator)
				return benchi_input_error(first, s + at, end - at, "a separator after the quote");
		}
		if (!benchi_grow(&t->slice, sizeof *t->slice, t->slices, &t->slice_capacity))
			return benchi_no_memory("the table");
		t->slice[t->slices++] = (struct slice){ from, to - from };
	} while (at++ < end);
	t->text = s;
	return BENCH_OK;
}

static benchi_word field_at(const table *t, size_t i)
{
	return (benchi_word){ t->text + t->slice[i].at, t->slice[i].length };
}

/* Makes columns of the header's fields. */
static bench_status read_header(table *t, const benchi_input *in)
{
	double number;

	if (t->slices > COLUMNS_MOST)
		return benchi_input_error(in, t->text, t->slice[t->slices - 1].at, "at most %d columns",
		                          COLUMNS_MOST);
	t->column = calloc(t->slices, sizeof *t->column);
	if (!t->column)
		return benchi_no_memory("the table");
	for (size_t i = 0; i < t->slices; i++) {
		const benchi_word field = field_at(t, i);
		csv_column *c = &t->column[t->n++];
		const char *name;

		if ((!field.length && i && i + 1 < t->slices) || memchr(field.text, '\0', field.length))
			return benchi_input_error(in, field.text, field.length, "the name of a column");
		c->set = SIZE_MAX;
		c->title = benchi_copy(field.text, field.length);
		name = c->name = benchi_copy(field.text, field.length);
		if (!c->name || !c->title)
			return benchi_no_memory("the table");
		c->kind = (t->ours && benchi_listed("iterations threads parameter", name))
			|| !*name ? COLUMN_SETTING /* row numbers of R and pandas, or an empty column after a
			                              final comma */
			: benchi_listed("benchmark name", name) ? COLUMN_BENCHMARK
			: benchi_listed(BENCHI_RUN_KEYS, name) ? COLUMN_RUN
			: benchi_listed("exit_status started " BENCHI_ROW_ANYTIME, name) ? COLUMN_PASSED
			: strcmp(name, "round") ? COLUMN_METRIC : COLUMN_ROUND;
		c->count = t->ours && benchi_count_find(name) < BENCHI_COUNTS;
		t->metrics += c->kind == COLUMN_METRIC;
		t->sampled = t->sampled
			|| (c->kind == COLUMN_PASSED && strcmp(name, BENCHI_ROW_ANYTIME) != 0);
		for (size_t k = 0; k < i; k++)
			if (c->kind == COLUMN_METRIC || c->kind == COLUMN_SETTING || c->kind == COLUMN_PASSED
			    ? !strcmp(name, t->column[k].name) : c->kind == t->column[k].kind)
				return benchi_input_error(in, field.text, field.length,
				                          "one column only of that name or kind");
	}
	if (!t->metrics)
		return benchi_input_error(in, t->column[0].name, strlen(t->column[0].name),
		                          "a column with numbers as well");
	if (t->n == 2 && benchi_number(t->column[1].name, &number))
		return benchi_input_error(in, t->column[1].name, strlen(t->column[1].name),
		                          "a header first, such as name,wall_time");
	return BENCH_OK;
}

/* Finds the first form that has all its columns among the header's, and applies the form to each
 * column: what the column is, its metric and its unit. */
static bench_status take_form(table *t, const benchi_input *in)
{
	for (size_t k = 0; k < sizeof table_forms / sizeof *table_forms && !t->form && !t->ours; k++) {
		bool fits = true;

		for (const char *const *column = table_forms[k].columns; fits && *column; column++) {
			size_t i = 0;

			while (i < t->n && !name_fits(*column, t->column[i].name))
				i++;
			fits = i < t->n;
		}
		t->form = fits ? &table_forms[k] : NULL;
	}
	if (t->form && t->form->refuse)
		return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: %s", in->name, in->line, t->form->refuse);
	t->google = t->form && t->form->google;
	t->rows->cases = t->rows->cases || (t->form && t->form->cases);
	t->metrics = 0;
	for (size_t i = 0; i < t->n; i++) {
		csv_column *c = &t->column[i];
		const struct table_take *take = t->form ? t->form->take : NULL;

		while (take && take->column && !name_fits(take->column, c->name))
			take++;
		if (take && *c->name)
			c->kind = take->column ? take->kind : COLUMN_SETTING;
		if (take && *c->name && c->kind == COLUMN_METRIC) {
			char *name = c->name;
			const size_t fixed = *take->column == '*' ? strlen(take->column) - 1 : 0;

			c->timed = t->google && benchi_listed("real_time cpu_time", name);
			for (const struct table_take *unit = t->form->take; unit->column && !take->unit; unit++)
				c->by_row = c->by_row || (unit->kind == COLUMN_UNIT && !t->google);
			snprintf(c->unit, sizeof c->unit, "%s", take->unit ? take->unit : "");
			c->name = take->metric ? benchi_copy(take->metric, strlen(take->metric))
				: benchi_copy(name, strlen(name) - fixed);
			free(name);
			if (!c->name)
				return benchi_no_memory("the table");
		}
		if (!*c->unit)
			snprintf(c->unit, sizeof c->unit, "%s", t->google ? c->timed ? "ns"
				: strcmp(c->name, "bytes_per_second") ? "" : "B/s"
				: !t->ours ? benchi_name_unit(c->name)
				: benchi_listed("ns cycles", c->name) ? c->name : "");
		t->named = t->named || c->kind == COLUMN_BENCHMARK;
		c->metric = c->kind == COLUMN_METRIC ? t->metrics++ : 0;
	}
	t->row = malloc(t->metrics * sizeof *t->row + 1);
	if (!t->row)
		return benchi_no_memory("the table");
	return t->form && t->form->note ? benchi_rows_note(t->rows, "%s", t->form->note) : BENCH_OK;
}

/* Reads the value of a metric or a round. grouped: commas group digits, as in "2,295,136".
 * BENCH_ERR_INPUT. */
static bench_status number_field(const benchi_input *in, const csv_column *c, benchi_word field,
                                 bool grouped, double *value)
{
	if (benchi_word_number(field, grouped, value) && isfinite(*value)
	    && (c->kind == COLUMN_METRIC || benchi_is_round(*value)))
		return BENCH_OK;
	return benchi_input_error(in, field.text, field.length, "%s in column '%.40s'",
		c->kind == COLUMN_METRIC ? "a number" : BENCHI_ROUND_EXPECTED, c->name);
}

/* Adds a value of the row to its set. A count belongs to all rounds and processes. */
static bench_status add_value(table *t, const benchi_input *in, csv_column *c,
                              const benchi_mark *mark)
{
	const char *unit = !c->by_row ? c->unit : *c->row_unit ? c->row_unit : t->unit;
	double factor = c->timed ? benchi_unit_ns(*t->unit ? t->unit : "ns") : 1;
	benchi_set *set = c->set < t->rows->sets ? &t->rows->set[c->set] : NULL;

	if (isnan(t->row[c->metric]))
		return BENCH_OK;
	if (!(factor > 0))
		return benchi_input_error(in, t->unit, strlen(t->unit), "the unit ns, us, ms or s");
	if (!set || strcmp(set->benchmark, t->name) != 0 || strcmp(set->config, t->config) != 0) {
		const char *metric = *c->name ? c->name
			: benchi_better_of("", unit) == BENCHI_BETTER_HIGHER ? "throughput" : "time";

		c->set = benchi_rows_set_under(t->rows, benchi_word_of(t->name), benchi_word_of(metric),
			benchi_word_of(unit), benchi_word_of(t->config));
		if (c->set == SIZE_MAX)
			return benchi_no_memory("the table");
		set = &t->rows->set[c->set];
	}
	if (!c->timed && isnan(factor = benchi_unit_factor(unit, set->unit)))
		return benchi_input_error(in, unit, strlen(unit), "a unit that converts to "
		                          "'%.20s', as in earlier values", set->unit);
	set->aside = set->aside || (t->sampled && benchi_name_aside(c->name));
	set->unordered = t->form && t->form->sorted;
	return benchi_set_add(set, t->row[c->metric] * factor, c->count ? NULL : mark);
}

/* Appends "/key=text" to the row's name. */
static bench_status add_text(table *t, const csv_column *c, const char *key, benchi_word field)
{
	const size_t used = strlen(t->behind);

	if (memchr(field.text, '\0', field.length))
		return benchi_fail(BENCH_ERR_INPUT, "found a NUL byte in column '%.40s'", c->name);
	if (!benchi_reserve(&t->behind, 1, used + strlen(key) + field.length + 3,
	                    &t->behind_capacity))
		return benchi_no_memory("the table");
	sprintf(t->behind + used, "/%s=%.*s", key, (int)field.length, field.text);
	return BENCH_OK;
}

/* Reads one field. *exit: exit status of the row's run. */
static bench_status take_field(table *t, const benchi_input *in, csv_column *c, benchi_word field,
                               benchi_mark *mark, bool *failed, double *exit)
{
	const char *key = !strncmp(c->title, "parameter_", 10) ? c->title + 10
		: !strncmp(c->title, "Param: ", 7) ? c->title + 7
		: !strcmp(c->title, "Mode") ? "mode" : c->title;
	const int shown = (int)(field.length < 255 ? field.length : 255);
	char slashed[64];
	bench_status status;
	double round = 0, code;
	bool no;

	switch (c->kind) {
	case COLUMN_PASSED:
		if (field.length && !strcmp(c->name, "exit_status"))
			(void)benchi_read_number(field.text, exit);
		else if (!strcmp(c->name, BENCHI_ROW_ANYTIME)) {
			t->rows->in_rounds = true;
			t->rows->anytime = t->rows->anytime || benchi_word_is(field, "1");
		}
		return BENCH_OK;
	case COLUMN_SETTING:
		return BENCH_OK;
	case COLUMN_FAILED:
		no = benchi_word_is(field, "false") || benchi_word_is(field, "False");
		*failed = *failed || (!strcmp(c->name, "success") ? no
			: benchi_word_number(field, false, &code) ? code >= 400 : field.length && !no);
		return BENCH_OK;
	case COLUMN_UNIT:
		snprintf(t->unit, sizeof t->unit, "%.*s", shown, field.text);
		if (!t->google)
			benchi_unit_plain(t->unit);
		return BENCH_OK;
	case COLUMN_GROUP:
		snprintf(t->group, sizeof t->group, "%.*s", shown, field.text);
		return BENCH_OK;
	case COLUMN_TWIN:
		snprintf(slashed, sizeof slashed, "/%.60s", key);
		field.length = (size_t)shown;
		if (!memchr(field.text, '\n', field.length) && !memchr(field.text, '\0', field.length))
			(void)benchi_file_key_set(t->config, benchi_word_of(slashed), field);
		return BENCH_OK;
	case COLUMN_PARAMETER:
		return field.length ? add_text(t, c, key, field) : BENCH_OK;
	case COLUMN_TEXT:
		return add_text(t, c, c->name, field);
	case COLUMN_METRIC:
		t->row[c->metric] = (double)NAN;
		if ((t->ours || t->rows->ramp || t->form)
		    && (!field.length || (t->form && benchi_word_is(field, "NaN"))))
			return BENCH_OK;
		strcpy(c->row_unit, t->unit);
		if (t->form && t->form->hundredths && field.length > 4
		    && field.text[field.length - 4] == '.')
			return benchi_input_error(in, field.text, field.length,
				"at most two decimals: run the tool with LC_ALL=C");
		return number_field(in, c, field, t->form != NULL, &t->row[c->metric]);
	case COLUMN_ROUND:
		status = number_field(in, c, field, false, &round);
		mark->has_round = true;
		mark->round = status ? 0 : (uint32_t)round;
		return status;
	default:
		break;
	}
	if ((!field.length && !(c->kind == COLUMN_BENCHMARK && t->ours))
	    || memchr(field.text, '\0', field.length))
		return benchi_input_error(in, field.text, field.length,
		                          c->kind == COLUMN_RUN ? "the run" : "the name of a benchmark");
	if (c->kind == COLUMN_BENCHMARK)
		t->benchmark = field;
	else {
		mark->has_run = true;
		mark->run = benchi_name_table_add(&t->rows->runs, field.text, field.length);
	}
	return mark->run == BENCHI_NO_NAME ? benchi_no_memory("the table") : BENCH_OK;
}

/* Returns true for a row of a tool's table that is left out, with a note, because the row failed or
 * has no number. Google Benchmark's mean and so on, and the user's own statistics after it,
 * summarise the rows before them. */
static bool leave_out(table *t, bool failed, bench_status *status)
{
	const char *name = t->name, *last = strrchr(name, '_');
	const size_t n = t->aggregates ? strlen(t->aggregates) : 0;
	bool empty = true, aggregate = benchi_ends_in(name, AGGREGATES);

	for (size_t i = 0; i < t->metrics; i++)
		empty = empty && isnan(t->row[i]);
	if (failed || empty) {
		*status = benchi_rows_note(t->rows, "%.100s failed or was skipped: left out",
			*name ? name : "a row");
		return true;
	}
	if (!t->google)
		return false;
	if (aggregate) {
		free(t->aggregates);
		t->aggregates = benchi_copy(name, (size_t)(last - name));
	} else if (!n || strncmp(name, t->aggregates, n) || name[n] != '_' || strchr(name + n, '/'))
		return false;
	*status = benchi_rows_note(t->rows, "aggregates (mean, median, ...) are not measurements: left "
		"out");
	return true;
}

#define IS_LETTER(c) (((c) >= 'a' && (c) <= 'z') || ((c) >= 'A' && (c) <= 'Z'))

/* In the first row of a table that has no form, finds the columns with texts. One of these columns
 * may hold the unit of the columns with "time" in their names, or of the only number. */
static bench_status find_texts(table *t)
{
	bench_status status = BENCH_OK;
	size_t numbers = 0;

	for (size_t i = 0; i < t->n; i++) {
		const benchi_word field = field_at(t, i);
		csv_column *c = &t->column[i];
		double number;
		const char *after = benchi_read_number_c(field.text, &number);

		/* letters, perhaps after digits, but not a C number (nan, inf, 0x10) */
		if (c->kind == COLUMN_METRIC && field.length && !*benchi_name_unit(c->name)
		    && after != field.text + field.length
		    && (IS_LETTER(*field.text) || (after && IS_LETTER(*after))))
			c->kind = COLUMN_TEXT;
		numbers += c->kind == COLUMN_METRIC;
	}
	for (size_t i = 0; i < t->n && !status; i++) {
		const benchi_word field = field_at(t, i);
		csv_column *c = &t->column[i];
		const bool times = !strcmp(c->name, "time_unit");
		size_t length = 0;

		if (c->kind != COLUMN_TEXT)
			continue;
		if ((times || (!strcmp(c->name, "unit") && numbers == 1))
		    && benchi_unit_begin(field.text, field.text + field.length, &length)
		    && length == field.length) {
			c->kind = COLUMN_UNIT;
			for (size_t k = 0; k < t->n; k++)
				if (!times || strstr(t->column[k].name, "time"))
					t->column[k].by_row = true;
			continue;
		}
		t->texts++;
		t->last_text = c->name;
		status = benchi_rows_note(t->rows, "column '%.40s' holds texts: a part of the names",
		                          c->name);
	}
	return status;
}

static bench_status read_row(table *t, const benchi_input *in)
{
	benchi_mark mark = { .run = 0 };
	bench_status status = BENCH_OK;
	bool left_out = false, failed = false;
	const char *behind;
	double exit = 0;

	/* a failed row of Google Benchmark ends with its message */
	if (t->slices != t->n && !(t->google && t->slices < t->n
	                           && !strcmp(t->column[t->slices - 1].title, "error_message")))
		return benchi_input_error(in, t->text, t->slice[t->slices - 1].at
			+ t->slice[t->slices - 1].length, "%zu fields as in the header, not %zu", t->n,
			t->slices);
	*t->behind = *t->config = *t->group = *t->unit = '\0';
	t->benchmark = (benchi_word){ "", 0 };
	if (!t->begun && !t->ours && !t->form)
		status = find_texts(t);
	for (size_t i = 0; i < t->n && !status; i++) {
		csv_column *c = &t->column[i];
		const benchi_word field = i < t->slices ? field_at(t, i) : (benchi_word){ "", 0 };

		if (i && !*c->title && field.length)
			return benchi_input_error(in, field.text, field.length,
				"nothing in column %zu, which the header does not name", i + 1);
		if (!status)
			status = take_field(t, in, c, field, &mark, &failed, &exit);
	}
	t->begun = true;
	/* "group/sort/commit=1a2b"; without a column of names, the texts alone */
	behind = t->behind + (t->named || !t->texts ? 0 : t->texts > 1 ? 1 : strlen(t->last_text) + 2);
	if (!status && (*behind || *t->group || !benchi_word_is(t->benchmark, t->name))) {
		if (!benchi_reserve(&t->name, 1, strlen(t->group) + t->benchmark.length + strlen(behind)
		                    + 2, &t->name_capacity))
			return benchi_no_memory("the table");
		sprintf(t->name, "%s%s%.*s%s", t->group, *t->group ? "/" : "", (int)t->benchmark.length,
			t->benchmark.text, behind);
	}
	if (!status && t->sampled)
		status = benchi_rows_exit(t->rows, t->name, exit, &left_out);
	else if (!status && t->form)
		left_out = leave_out(t, failed, &status);
	for (size_t i = 0; i < t->n && !status && !left_out; i++)
		if (t->column[i].kind == COLUMN_METRIC)
			status = add_value(t, in, &t->column[i], &mark);
	return status;
}

bench_status benchi_read_csv(benchi_input *in, benchi_rows *rows)
{
	table t = { .rows = rows };
	bench_status status = BENCH_OK;
	const char *line;
	size_t length;

	if (!benchi_reserve(&t.name, 1, 64, &t.name_capacity)
	    || !benchi_reserve(&t.behind, 1, 64, &t.behind_capacity))
		status = benchi_no_memory("the table");
	else
		*t.name = *t.behind = '\0';
	while (!status && !(status = benchi_input_line(in, &line, &length)) && line) {
		const benchi_input first = *in; /* messages name the row's first line */
		const char *end = line + length;
		bool again = t.n > 0;           /* a repeated header */

		if (!t.n)
			t.separator = benchi_separator(line, end);
		line += pass_blanks(line, 0, length, t.separator);
		if (line < end && *line == '#' && !t.n) { /* a fact, or the version of our own tables */
			const char *colon = memchr(line, ':', (size_t)(end - line));
			const size_t n = sizeof BENCHI_OWN_TABLE - 1;
			const bool head = in->line <= 1 && (size_t)(end - line) > n;
			double version;

			if (colon && colon - line > 2 && end - colon > 2)
				status = benchi_rows_fact(rows,
					(benchi_word){ line + 2, (size_t)(colon - line) - 2 },
					(benchi_word){ colon + 2, (size_t)(end - colon) - 2 });
			else if (head && !strncmp(line, RAMP_TABLE, sizeof RAMP_TABLE - 1))
				rows->ramp = true;
			else if (head && !strncmp(line, BENCHI_OWN_TABLE, n)) {
				t.ours = rows->cases = rows->processes = true;
				if (benchi_read_number(line + n, &version) != end || version != OUR_VERSION)
					status = benchi_input_error(in, line, (size_t)(end - line),
						BENCHI_OWN_TABLE "1");
			}
		}
		if (line < end && *line == '#')
			continue;
		if (line == end || (line + 1 == end && *line == '\r'))
			continue;
		status = split_row(&t, in, &first, line, (size_t)(end - line));
		for (size_t i = 0; i < t.n && again && !status; i++)
			again = t.slices == t.n && benchi_word_is(field_at(&t, i), t.column[i].title);
		if (!status && !t.n) {
			status = read_header(&t, &first);
			status = status ? status : take_form(&t, &first);
		} else if (!status && !again)
			status = read_row(&t, &first);
	}
	for (size_t i = 0; i < t.n; i++) {
		free(t.column[i].title);
		free(t.column[i].name);
	}
	free(t.column);
	free(t.slice);
	free(t.row);
	free(t.name);
	free(t.behind);
	free(t.aggregates);
	return status;
}
