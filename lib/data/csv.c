/*
 * Reads a table.
 *
 * The first line that is neither blank nor a comment names the columns.  `benchmark`
 * (or `name`) names the row's benchmark; one of `run`, `process`, `boot` and `block`
 * is the run it belongs to; `round` is a whole number; `exit_status` is not read, and marks
 * a table of bench sample, whose columns beside the times are compared on
 * request only; every other column is a metric, so that the tables of cbdr are read as
 * well.  Fields are separated by commas, may stand between blanks, and in double quotes
 * with "" for a quote, also over several lines.  Every row has as many fields as the
 * header; an empty field is an error, not a gap.  A header that repeats, as in tables joined
 * by cat, is skipped.  A header without a comma may be separated by
 * tabs or semicolons.  A column that holds a text in the first row (commit, host) holds
 * texts: they become parts of the benchmark's name, "sort/commit=1a2b".
 *
 * Our own tables (bench-results(5)) begin with "# libbench 1".  There `iterations`, `threads`
 * and `parameter` are no metrics, counts (`instructions`) are of the benchmark, not of a window,
 * and an empty field is a value that is not known, as in those of ramps ("# libbench_ramp 1").
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

/* COLUMN_SETTING and COLUMN_PASSED are not read; COLUMN_TEXT becomes a part of the name. */
typedef enum benchi_column_kind_of {
	COLUMN_METRIC,
	COLUMN_BENCHMARK,
	COLUMN_RUN,
	COLUMN_ROUND,
	COLUMN_SETTING,
	COLUMN_PASSED,
	COLUMN_TEXT,
	COLUMN_GROUP,     /* before the name */
	COLUMN_PARAMETER, /* "/key=value" behind the name; twin: where names repeat */
	COLUMN_TWIN,
	COLUMN_UNIT,      /* of the metric behind it, or of the row's times */
	COLUMN_FAILED     /* "true", or any text: the row is left out */
} benchi_column_kind_of;

typedef struct benchi_csv_column {
	char *name;
	benchi_column_kind_of kind;
	uint32_t metric; /* its place among the metrics */
	const char *unit; /* or NULL: by its name */
	char row_unit[24]; /* that the row states before the value */
	bool count;      /* of an iteration, the same in all windows: not of the row's */
} benchi_csv_column;

/* The separator of fields, and space for a quoted one; zero-filled except separator; the caller
 * frees text. */
typedef struct csv_fields {
	char separator;
	char *text;
	size_t capacity;
} csv_fields;

#define RAMP_TABLE "# libbench_ramp "

/*
 * What the columns of a table hold, by their names and the first row.
 */

/* By its name; ours: in a table of a benchmark program. */
static benchi_column_kind_of column_kind(const char *name, bool ours)
{
	return ours && benchi_listed("iterations threads parameter", name) ? COLUMN_SETTING
	       : benchi_listed("benchmark name", name) ? COLUMN_BENCHMARK
	       : benchi_listed(BENCHI_RUN_KEYS, name) ? COLUMN_RUN
	       : benchi_listed("exit_status started", name) ? COLUMN_PASSED
	       : strcmp(name, "round") ? COLUMN_METRIC : COLUMN_ROUND;
}

/* The unit of a metric's values.  ours: as in column_kind. */
static benchi_word column_unit(const benchi_csv_column *column, bool ours)
{
	if (column->unit)
		return benchi_word_of(*column->row_unit ? column->row_unit : column->unit);
	if (ours)
		return benchi_word_of(!strcmp(column->name, "ns") || !strcmp(column->name, "cycles")
			? column->name : "");
	return benchi_word_of(benchi_name_unit(column->name));
}

/*
 * Tables of other tools: by the names of their first columns, what the columns hold.  A
 * column's name that ends in '*' stands for all that begin so, one that begins with '*' for all
 * that end so.
 */

typedef struct table_form {
	const char *begins;    /* names of the first columns, '|' between them */
	struct column_form {
		const char *name;  /* NULL: all others */
		benchi_column_kind_of kind;
		const char *metric, *unit; /* of values; metric NULL: its name */
	} of[10];
	const char *note, *refuse;
	bool google, sorted, cases;
} table_form;

static const table_form table_forms[] = {
	{ .begins = "command|mean|stddev|median", .of = { { .name = "command", COLUMN_BENCHMARK },
	    { .name = "median", COLUMN_METRIC, "time", "s" }, { .name = "parameter_*", COLUMN_TWIN },
	    { .name = NULL, COLUMN_SETTING } },
	  .note = "hyperfine's CSV holds the median of each command, no runs (--export-json does)" },
	{ .begins = "command|*_unit|*_mean", .of = { { .name = "command", COLUMN_BENCHMARK },
	    { .name = "*_unit", COLUMN_UNIT },
	    { .name = "*_median", COLUMN_METRIC }, { .name = "parameter_*", COLUMN_TWIN },
	    { .name = NULL, COLUMN_SETTING } },
	  .note = "hyperfine's CSV holds the median of each command, no runs (--export-json does)" },
	{ .begins = "name|iterations|real_time|cpu_time|time_unit", .of = {
	    { .name = "name", COLUMN_BENCHMARK },
	    { .name = "time_unit", COLUMN_UNIT }, { .name = "iterations", COLUMN_SETTING },
	    { .name = "label", COLUMN_SETTING },
	    { .name = "error_message", COLUMN_SETTING }, { .name = "error_occurred", COLUMN_FAILED },
	    { .name = NULL, COLUMN_METRIC } }, .google = true, .cases = true },
	{ .begins = "Benchmark|Mode|Threads|Samples|Score", .of = {
	    { .name = "Benchmark", COLUMN_BENCHMARK },
	    { .name = "Mode", COLUMN_TWIN }, { .name = "Unit", COLUMN_UNIT },
	    { .name = "Score", COLUMN_METRIC, "" },
	    { .name = "Param: *", COLUMN_PARAMETER }, { .name = NULL, COLUMN_SETTING } }, .cases = true,
	  .note = "JMH's CSV holds the mean of each benchmark, no samples (-rf json)" },
	{ .begins = "title|name|unit|batch|elapsed", .of = { { .name = "title", COLUMN_GROUP },
	    { .name = "name", COLUMN_BENCHMARK },
	    { .name = "elapsed", COLUMN_METRIC, "time", "s" },
	    { .name = NULL, COLUMN_SETTING } }, .cases = true,
	  .note = "nanobench's CSV holds the median of each benchmark (its JSON has measurements)" },
	{ .begins = "response-time|DNS+dialup|DNS", .of = { { .name = "status-code", COLUMN_SETTING },
	    { .name = "offset", COLUMN_SETTING }, { .name = NULL, COLUMN_METRIC, NULL, "s" } } },
	{ .begins = "starttime|seconds|ctime|dtime|ttime", .of = {
	    { .name = "ttime", COLUMN_METRIC, NULL, "ms" },
	    { .name = NULL, COLUMN_SETTING } }, .sorted = true,
	  .note = "ab -g sorts its lines by ttime: their order is not that of the requests" },
	{ .begins = "Percentage served|Time in ms",
	  .refuse = "percentiles are no measurements: of ab a line per request is read, ab -g FILE" },
	{ .begins = "test|rps|avg_latency_ms", .of = {
	    { .name = "test", COLUMN_BENCHMARK }, { .name = "rps", COLUMN_METRIC },
	    { .name = NULL, COLUMN_METRIC, NULL, "ms" } },
	  .note = "redis-benchmark writes one line of summaries per test: several runs make a sample" },
	{ .begins = "name|ops/sec|samples|plugins", .of = { { .name = "name", COLUMN_BENCHMARK },
	    { .name = "ops/sec", COLUMN_METRIC },
	    { .name = NULL, COLUMN_SETTING } },
	  .note = "bench-node's CSV holds one rate each, no samples" }
};

/* Is this the name, perhaps with a '*' at its begin or end?  n: bytes of it. */
static bool name_fits(const char *pattern, size_t n, const char *name)
{
	size_t length = strlen(name);

	if (n && pattern[n - 1] == '*')
		return length >= n - 1 && !memcmp(name, pattern, n - 1);
	if (n && *pattern == '*')
		return length >= n - 1 && !memcmp(name + length - (n - 1), pattern + 1, n - 1);
	return length == n && !memcmp(name, pattern, n);
}

static const table_form *form_of_columns(const benchi_csv_column *columns, size_t n)
{
	for (size_t f = 0; f < sizeof table_forms / sizeof *table_forms; f++) {
		const char *at = table_forms[f].begins;
		size_t i = 0, length;

		for (; at && i < n; i++, at = at[length] ? at + length + 1 : NULL) {
			length = strcspn(at, "|");
			if (!name_fits(at, length, columns[i].name))
				break;
		}
		if (!at)
			return &table_forms[f];
	}
	return NULL;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether a metric's field in the first row is a text: it begins with a letter, or with digits
 * that letters follow, and is no number of C (nan, inf, 0x10). */
static bool column_is_text(const benchi_csv_column *column, benchi_word field)
{
	double value;
	const char *after = field.length ? benchi_read_number_c(field.text, &value) : NULL;

	if (column->kind != COLUMN_METRIC || !field.length || *benchi_name_unit(column->name)
	    || after == field.text + field.length)
		return false;
	return is_letter(*field.text) || (after && is_letter(*after));
}

/*
 * Rows of a table.  A row ends at the first line's end that is not within quotes
 * (RFC 4180).  Each line is read once, so that the time is linear in the file's length even
 * if a quote is never closed.
 */

void benchi_csv_follow(benchi_csv_quotes *q, const char *s, const char *end)
{
	for (; s < end; s++) {
		if (q->inside && *s == '"' && s + 1 < end && s[1] == '"')
			s++;
		else if (q->inside)
			q->inside = *s != '"';
		else if (*s == '"' && !q->in_field)
			q->inside = q->in_field = true;
		else if (*s == q->separator || (*s != ' ' && *s != '\t'))
			q->in_field = *s != q->separator;
	}
}

static bench_status whole_row(benchi_input *in, char separator, const char **line, size_t *length)
{
	benchi_csv_quotes q = { false, false, separator };
	bench_status status = BENCH_OK;
	size_t before = 0;

	if (!memchr(*line, '"', *length))
		return BENCH_OK;
	for (; !status && *length > before; status = benchi_input_go_on(in, line, length)) {
		benchi_csv_follow(&q, *line + before, *line + *length);
		if (!q.inside)
			return BENCH_OK;
		if (*length > BENCHI_LINE_LIMIT)
			return benchi_input_error(in, *line, *length, "a closing quote within a megabyte");
		before = *length;
	}
	return status;
}

/* Takes a quoted field at *s apart into t->text. */
static bench_status quoted(csv_fields *t, const benchi_input *in, const char **s,
                           const char *end, benchi_word *field)
{
	const char *p = *s + 1;
	size_t n = 0;

	if (!benchi_reserve(&t->text, 1, (size_t)(end - p) + 1, &t->capacity))
		return benchi_no_memory("the table");
	for (; p < end && (*p != '"' || (p + 1 < end && p[1] == '"')); p++) {
		p += *p == '"';
		t->text[n++] = *p;
	}
	if (p == end)
		return benchi_input_error(in, *s, (size_t)(end - *s), "a closing quote");
	*s = p + 1;
	t->text[n] = '\0';
	field->text = t->text;
	field->length = n;
	return BENCH_OK;
}

/* Behind the blanks at s, where those do not separate. */
static const char *csv_skip(const csv_fields *t, const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t') && *s != t->separator)
		s++;
	return s;
}

/* The field at *s, without blanks around it and without quotes; *s moves to the separator behind
 * it, or to end.  BENCH_ERR_INPUT: a quote is not closed, or text follows it.
 * BENCH_ERR_MEMORY. */
static bench_status csv_next(csv_fields *t, const benchi_input *in, const char **s,
                             const char *end, benchi_word *field)
{
	bench_status status;
	const char *last;

	*s = csv_skip(t, *s, end);
	if (*s < end && **s == '"') {
		status = quoted(t, in, s, end, field);
		*s = csv_skip(t, *s, end);
		if (!status && *s < end && **s != t->separator)
			return benchi_input_error(in, *s, (size_t)(end - *s), "a separator after the quote");
		return status;
	}
	field->text = *s;
	while (*s < end && **s != t->separator)
		++*s;
	for (last = *s; last > field->text && (last[-1] == ' ' || last[-1] == '\t');)
		last--;
	field->length = (size_t)(last - field->text);
	return BENCH_OK;
}

#define OUR_VERSION 1
#define AGGREGATES "_mean _median _stddev _cv _BigO _RMS" /* ends of their rows' names */

typedef struct table {
	benchi_rows *rows;
	benchi_csv_column *columns;
	size_t n, metrics;
	bool sampled; /* there is an exit status */
	size_t *sets; /* the set of a benchmark's metric: benchmark number * metrics + metric */
	size_t benchmarks, capacity;
	double *row; /* the metrics of the row being read */
	csv_fields fields;
	benchi_word benchmark; /* of the row, as it is kept, and its number */
	uint32_t number;
	bool ours;
	char *header; /* the line that named the columns, skipped where it repeats */
	size_t header_length;
	bool begun;      /* a row has been read */
	size_t texts;    /* columns that hold texts, */
	const char *text; /* and the name of the last of them */
	bool named;      /* a column names benchmarks */
	const table_form *form;  /* or NULL: no tool's */
	bool google;     /* the form is Google Benchmark's: */
	char unit[24];   /* of the row's times, or of the metric that follows */
	bool failed;     /* the row */
	double status;   /* exit status of the row's run */
	char *aggregates;    /* the benchmark whose aggregates these rows are, or NULL */
	char config[BENCHI_FILE_KEYS]; /* of the row: keys for names that repeat */
	char group[256]; /* before the row's name */
	bool keyless;    /* the row before had no such keys */
	benchi_name_table keys; /* of benchmarks with their config: their numbers */
	char *name;      /* the row's texts, a part of its benchmark's name */
	size_t name_capacity;
} table;

static bench_status add_column(table *t, const benchi_input *in, benchi_word name)
{
	benchi_csv_column *grown = realloc(t->columns, (t->n + 1) * sizeof *grown), *c;

	if (!grown)
		return benchi_no_memory("the table");
	t->columns = grown;
	if (!name.length || memchr(name.text, '\0', name.length))
		return benchi_input_error(in, name.text, name.length, "the name of a column");
	c = &t->columns[t->n];
	memset(c, 0, sizeof *c);
	c->name = benchi_copy(name.text, name.length);
	if (!c->name)
		return benchi_no_memory("the table");
	c->kind = column_kind(c->name, t->ours);
	c->count = t->ours && benchi_count_find(c->name) < BENCHI_COUNTS;
	c->metric = c->kind == COLUMN_METRIC ? (uint32_t)t->metrics++ : 0;
	t->sampled = t->sampled || c->kind == COLUMN_PASSED;
	t->n++;
	for (size_t i = 0; i + 1 < t->n; i++)
		if (c->kind == COLUMN_METRIC || c->kind == COLUMN_SETTING || c->kind == COLUMN_PASSED
		    ? !strcmp(c->name, t->columns[i].name) : c->kind == t->columns[i].kind)
			return benchi_input_error(in, name.text, name.length,
			                          "one column only of that name or kind");
	return BENCH_OK;
}

static bench_status read_header(table *t, const benchi_input *in, const char *s, const char *end)
{
	benchi_word name = { "", 0 };
	bench_status status;
	double number;

	for (;; s++) {
		status = csv_next(&t->fields, in, &s, end, &name);
		if (!status)
			status = add_column(t, in, name);
		if (status)
			return status;
		if (s == end)
			break;
		if (t->n > 10000)
			return benchi_input_error(in, s, (size_t)(end - s), "at most 10000 columns");
	}
	if (!t->metrics)
		return benchi_input_error(in, t->columns[0].name, strlen(t->columns[0].name),
		                          "a column with numbers as well");
	if (t->n == 2 && benchi_number(t->columns[1].name, &number))
		return benchi_input_error(in, t->columns[1].name, strlen(t->columns[1].name),
		                          "a header first, such as name,wall_time");
	t->row = malloc(t->metrics * sizeof *t->row);
	return t->row ? BENCH_OK : benchi_no_memory("the table");
}

/* A metric's value, perhaps with commas in it (grouped), or a round. */
static bench_status number_field(const benchi_input *in, const benchi_csv_column *c,
                                 benchi_word field, bool grouped, double *value)
{
	char digits[40];
	const char *after;
	size_t n = 0;

	if (grouped && memchr(field.text, ',', field.length)) { /* "2,295,136" */
		for (size_t i = 0; i < field.length && n + 1 < sizeof digits; i++)
			if (field.text[i] != ',')
				digits[n++] = field.text[i];
		digits[n] = '\0';
		field = (benchi_word){ digits, n };
	}
	after = field.length ? benchi_read_number(field.text, value) : NULL;

	if (after && after == field.text + field.length && isfinite(*value)
	    && (c->kind == COLUMN_METRIC || benchi_is_round(*value)))
		return BENCH_OK;
	return benchi_input_error(in, field.text, field.length, "%s in column '%.40s'",
		c->kind == COLUMN_METRIC ? "a number" : BENCHI_ROUND_EXPECTED, c->name);
}

/* Space for the sets of a new benchmark, one per metric. */
static bench_status open_benchmark(table *t, uint32_t number)
{
	if (!benchi_reserve(&t->sets, t->metrics * sizeof *t->sets, number + (size_t)1, &t->capacity))
		return benchi_no_memory("the table");
	for (size_t m = 0; m < t->metrics; m++)
		t->sets[number * t->metrics + m] = SIZE_MAX;
	t->benchmarks = number + 1;
	return BENCH_OK;
}

/* A value of the row, to its set.  A count is of all rounds and processes. */
static bench_status add_value(table *t, const benchi_input *in, const benchi_csv_column *c,
                              const benchi_mark *mark)
{
	const benchi_mark alone = { .row = mark->row };
	const bool timed = t->google && !strcmp(benchi_google_unit(c->name), "ns");
	benchi_word unit = t->google ? benchi_word_of(benchi_google_unit(c->name))
		: column_unit(c, t->ours);
	size_t *at = &t->sets[t->number * t->metrics + c->metric];
	const char *metric = c->name;
	double factor = timed ? benchi_unit_ns(*t->unit ? t->unit : "ns") : 1;
	benchi_set *set;

	if (isnan(t->row[c->metric]))
		return BENCH_OK;
	if (!(factor > 0))
		return benchi_input_error(in, t->unit, strlen(t->unit), "the unit ns, us, ms or s");
	if (!*metric)
		metric = benchi_better_of("", unit.text) == BENCHI_BETTER_HIGHER ? "throughput" : "time";
	if (*at == SIZE_MAX)
		*at = benchi_rows_set_under(t->rows, t->benchmark, benchi_word_of(metric), unit,
			benchi_word_of(t->config));
	if (*at == SIZE_MAX)
		return benchi_no_memory("the table");
	set = &t->rows->set[*at];
	if (!timed && t->form && isnan(factor = benchi_unit_factor(unit.text, set->unit)))
		return benchi_input_error(in, unit.text, unit.length, "a unit like '%.20s' as before",
			set->unit);
	set->aside = set->aside || (t->sampled && benchi_name_aside(c->name));
	set->unordered = t->form && t->form->sorted;
	return benchi_set_add(set, t->row[c->metric] * factor, c->count ? &alone : mark);
}

/* Makes the row one of the benchmark of that name, under its keys. */
static bench_status set_benchmark(table *t, benchi_word name)
{
	uint32_t kept;
	char *key = NULL;

	if (t->benchmarks && t->keyless && !*t->config && benchi_word_same(name, t->benchmark))
		return BENCH_OK; /* as the row before */
	t->keyless = !*t->config;
	kept = benchi_name_table_add(&t->rows->benchmarks, name.text, name.length);
	if (kept == BENCHI_NO_NAME || !(key = malloc(name.length + strlen(t->config) + 2)))
		return benchi_no_memory("the table");
	memcpy(key, name.text, name.length);
	sprintf(key + name.length, "\1%s", t->config);
	t->number = benchi_name_table_add(&t->keys, key, strlen(key));
	free(key);
	if (t->number == BENCHI_NO_NAME)
		return benchi_no_memory("the table");
	t->benchmark.text = t->rows->benchmarks.text[kept];
	t->benchmark.length = name.length;
	return t->number < t->benchmarks ? BENCH_OK : open_benchmark(t, t->number);
}

/* What a field of a form's own column holds.  true: it was one. */
static bool take_form_field(table *t, const benchi_csv_column *c, benchi_word field)
{
	char value[256], key[64];
	size_t used = strlen(t->name);

	snprintf(value, sizeof value, "%.*s", (int)(field.length < 255 ? field.length : 255),
		field.text);
	snprintf(key, sizeof key, "/%.60s", !strncmp(c->name, "parameter_", 10) ? c->name + 10
		: !strncmp(c->name, "Param: ", 7) ? c->name + 7 : !strcmp(c->name, "Mode") ? "mode"
			: c->name);
	switch (c->kind) {
	case COLUMN_FAILED:
		t->failed = t->failed || !strcmp(value, "true");
		return true;
	case COLUMN_UNIT:
		snprintf(t->unit, sizeof t->unit, "%.23s", value);
		if (!t->google)
			benchi_unit_plain(t->unit);
		return true;
	case COLUMN_GROUP:
		strcpy(t->group, value);
		return true;
	case COLUMN_TWIN:
		if (!strpbrk(value, "\n"))
			(void)benchi_file_key_set(t->config, benchi_word_of(key), benchi_word_of(value));
		return true;
	case COLUMN_PARAMETER:
		if (field.length && benchi_reserve(&t->name, 1, used + strlen(key) + strlen(value) + 2,
		    &t->name_capacity))
			sprintf(t->name + used, "%s=%s", key, value);
		return true;
	default:
		return false;
	}
}

/* What one field means. */
static bench_status take_field(table *t, const benchi_input *in, benchi_csv_column *c,
                               benchi_word field, benchi_mark *mark)
{
	double round = 0;
	bench_status status;

	if (c->kind == COLUMN_PASSED && !strcmp(c->name, "exit_status") && field.length)
		(void)benchi_read_number(field.text, &t->status);
	if (c->kind == COLUMN_SETTING || c->kind == COLUMN_PASSED)
		return BENCH_OK;
	if (take_form_field(t, c, field))
		return BENCH_OK;
	if (c->kind == COLUMN_METRIC && (t->ours || t->rows->ramp || t->form)
	    && (!field.length || (t->form && benchi_word_is(field, "NaN")))) {
		t->row[c->metric] = NAN;
		return BENCH_OK;
	}
	if (c->kind == COLUMN_METRIC)
		strcpy(c->row_unit, t->unit);
	if (c->kind == COLUMN_METRIC)
		return number_field(in, c, field, t->form != NULL, &t->row[c->metric]);
	if (c->kind == COLUMN_ROUND) {
		status = number_field(in, c, field, false, &round);
		mark->has_round = true;
		mark->round = status ? 0 : (uint32_t)round;
		return status;
	}
	if ((!field.length && !(c->kind == COLUMN_BENCHMARK && t->ours))
	    || memchr(field.text, '\0', field.length))
		return benchi_input_error(in, field.text, field.length,
		                          c->kind == COLUMN_RUN ? "the run" : "the name of a benchmark");
	if (c->kind == COLUMN_BENCHMARK)
		return set_benchmark(t, field);
	mark->has_run = true;
	mark->run = benchi_name_table_add(&t->rows->runs, field.text, field.length);
	return mark->run == BENCHI_NO_NAME ? benchi_no_memory("the table") : BENCH_OK;
}

/* Puts "/column=text" behind the row's name. */
static bench_status add_text(table *t, const benchi_csv_column *c, benchi_word field)
{
	size_t used = strlen(t->name), wanted = used + strlen(c->name) + field.length + 3;

	if (memchr(field.text, '\0', field.length))
		return benchi_fail(BENCH_ERR_INPUT, "found a NUL byte in column '%.40s'", c->name);
	if (!benchi_reserve(&t->name, 1, wanted, &t->name_capacity))
		return benchi_no_memory("the table");
	sprintf(t->name + used, "/%s=%.*s", c->name, (int)field.length, field.text);
	return BENCH_OK;
}

/* The row's benchmark is its name and its texts: "sort/commit=1a2b"; a text alone is the name. */
static bench_status name_with_texts(table *t)
{
	const char *texts = t->name + (t->named ? 0 : t->texts > 1 ? 1 : strlen(t->text) + 2);
	const char *name = t->named ? t->benchmark.text : "", *between = *t->group ? "/" : "";
	size_t n = strlen(t->group) + strlen(between) + strlen(name) + strlen(texts);
	char *all = malloc(n + 1);
	bench_status status;

	if (!all)
		return benchi_no_memory("the table");
	sprintf(all, "%s%s%s%s", t->group, between, name, texts);
	status = set_benchmark(t, (benchi_word){ all, n });
	free(all);
	return status;
}

/* A benchmark that failed or was skipped has no number. */
static bool row_is_empty(const table *t)
{
	for (size_t i = 0; i < t->metrics; i++)
		if (!isnan(t->row[i]))
			return false;
	return true;
}

/* Of Google Benchmark's: a mean and so on of rows before; what a user computes of them follows. */
static bool row_is_aggregate(table *t)
{
	const char *name = t->benchmark.text, *last = strrchr(name, '_');
	size_t n = t->aggregates ? strlen(t->aggregates) : 0;

	if (!benchi_ends_in(name, AGGREGATES))
		return n && !strncmp(name, t->aggregates, n) && name[n] == '_' && !strchr(name + n, '/');
	free(t->aggregates);
	t->aggregates = benchi_copy(name, (size_t)(last - name));
	return true;
}

static bench_status read_row(table *t, const benchi_input *in, const char *s, const char *end)
{
	benchi_mark mark = { .row = benchi_rows_next(t->rows) };
	const char *start = s;
	benchi_word field = { "", 0 };
	bench_status status = BENCH_OK;
	bool left_out = false;
	size_t i = 0;

	*t->name = *t->config = *t->group = *t->unit = '\0';
	t->failed = false;
	t->status = 0;
	for (size_t m = 0; m < t->metrics && t->form; m++)
		t->row[m] = NAN;
	for (;; s++) {
		status = csv_next(&t->fields, in, &s, end, &field);
		if (!status && i < t->n && !t->begun && !t->ours && !t->form
		    && column_is_text(&t->columns[i], field)) {
			t->columns[i].kind = COLUMN_TEXT;
			t->texts++;
			t->text = t->columns[i].name;
			status = benchi_rows_note(t->rows, "column '%.40s' holds texts: a part of the names",
			                          t->text);
		}
		if (!status && i < t->n)
			status = t->columns[i].kind == COLUMN_TEXT ? add_text(t, &t->columns[i], field)
			         : take_field(t, in, &t->columns[i], field, &mark);
		if (status)
			return status;
		i++;
		if (s == end)
			break;
	}
	if (i != t->n)
		return benchi_input_error(in, start, (size_t)(end - start),
		                          "%zu fields as in the header, not %zu", t->n, i);
	t->begun = true;
	if (t->google && (t->failed || row_is_empty(t)))
		return benchi_rows_note(t->rows, "%.100s failed or was skipped: left out",
			t->benchmark.text);
	if (t->google && row_is_aggregate(t))
		return benchi_rows_note(t->rows,
			"aggregates (mean, median, ...) are not measurements: left "
			"out");
	if (t->texts || *t->name || *t->group || *t->config)
		status = name_with_texts(t);
	else if (!t->named)
		status = set_benchmark(t, (benchi_word){ "", 0 });
	if (!status && t->sampled)
		status = benchi_rows_exit(t->rows, t->benchmark.text, t->status, &left_out);
	for (i = 0; i < t->n && !status && !left_out; i++)
		if (t->columns[i].kind == COLUMN_METRIC)
			status = add_value(t, in, &t->columns[i], &mark);
	return status;
}

/* A line that is no row: the version of one of our own, or a fact. */
static bench_status read_comment(table *t, const benchi_input *in, const char *s, const char *end)
{
	size_t n = sizeof BENCHI_OWN_TABLE - 1;
	const char *colon = memchr(s, ':', (size_t)(end - s));
	double version;

	if (!t->n && colon && colon - s > 2 && end - colon > 2)
		return benchi_rows_fact(t->rows, (benchi_word){ s + 2, (size_t)(colon - s) - 2 },
		                        (benchi_word){ colon + 2, (size_t)(end - colon) - 2 });
	t->rows->ramp = t->rows->ramp || (!t->n && in->line <= 1
	                  && !strncmp(s, RAMP_TABLE, sizeof RAMP_TABLE - 1));
	if (t->n || in->line > 1 || (size_t)(end - s) <= n || memcmp(s, BENCHI_OWN_TABLE, n))
		return BENCH_OK;
	if (benchi_read_number(s + n, &version) != end || version != OUR_VERSION)
		return benchi_input_error(in, s, (size_t)(end - s), BENCHI_OWN_TABLE "1");
	t->ours = t->rows->cases = true;
	return BENCH_OK;
}

static bool form_has_units(const table_form *form)
{
	for (const struct column_form *of = form->of; of->name; of++)
		if (of->kind == COLUMN_UNIT)
			return true;
	return false;
}

/* Gives a column what the form says of its name. */
static void take_form(table *t, benchi_csv_column *c)
{
	const struct column_form *of = t->form->of;
	char *end;

	t->google = t->form->google;
	t->rows->cases = t->rows->cases || t->form->cases;
	while (of->name && !name_fits(of->name, strlen(of->name), c->name))
		of++;
	c->kind = of->kind;
	if (c->kind == COLUMN_METRIC)
		c->unit = of->unit;
	if (c->kind == COLUMN_METRIC && of->metric)
		strcpy(c->name, of->metric); /* which is no longer */
	else if (c->kind == COLUMN_METRIC && !of->unit && (end = strstr(c->name, "_median")))
		*end = '\0'; /* of hyperfine's */
	if (c->kind == COLUMN_METRIC && !c->unit && !t->google && form_has_units(t->form))
		c->unit = t->unit;
}

/* The header, which may repeat, or a row. */
static bench_status csv_take_line(table *t, const benchi_input *in, const char *line,
                                  const char *end)
{
	size_t n = (size_t)(end - line);
	bench_status status;

	if (t->n)
		return n == t->header_length && !memcmp(line, t->header, n) ? BENCH_OK
		                                                            : read_row(t, in, line, end);
	if (!(t->header = benchi_copy(line, n)))
		return benchi_no_memory("the table");
	t->header_length = n;
	status = read_header(t, in, line, end);
	t->form = status || t->ours ? NULL : form_of_columns(t->columns, t->n);
	if (t->form && t->form->refuse)
		return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: %s", in->name, in->line, t->form->refuse);
	for (size_t i = 0; i < t->n && t->form; i++)
		take_form(t, &t->columns[i]);
	for (size_t i = 0; i < t->n; i++)
		t->named = t->named || t->columns[i].kind == COLUMN_BENCHMARK;
	return status || !t->form || !t->form->note ? status
	       : benchi_rows_note(t->rows, "%s", t->form->note);
}

/* A line, and those that it goes on in. */
static bench_status read_next(table *t, benchi_input *in, const char *line, size_t length)
{
	const char *end = line + length;
	benchi_input at = *in; /* messages name the row's first line */
	bench_status status;

	if (!t->n)
		t->fields.separator = benchi_separator(line, end);
	line = csv_skip(&t->fields, line, end);
	if (line < end && *line == '#')
		return read_comment(t, in, line, end);
	length = (size_t)(end - line);
	status = whole_row(in, t->fields.separator, &line, &length);
	end = line + length - (length && line[length - 1] == '\r');
	if (status || line == end)
		return status;
	return csv_take_line(t, &at, line, end);
}

bench_status benchi_read_csv(benchi_input *in, benchi_rows *rows)
{
	table t;
	bench_status status;
	const char *line;
	size_t length;

	memset(&t, 0, sizeof t);
	t.rows = rows;
	t.name = calloc(1, t.name_capacity = 64);
	if (!t.name)
		return benchi_no_memory("the table");
	t.benchmark.text = "";
	do {
		status = benchi_input_line(in, &line, &length);
		if (!status && line)
			status = read_next(&t, in, line, length);
	} while (!status && line);
	for (size_t i = 0; i < t.n; i++)
		free(t.columns[i].name);
	free(t.columns);
	free(t.sets);
	free(t.row);
	free(t.fields.text);
	free(t.header);
	free(t.name);
	free(t.aggregates);
	benchi_name_table_free(&t.keys);
	return status;
}
