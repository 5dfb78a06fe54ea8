/*
 * Reads JSON and tables of other tools, each by a row of a table.
 *
 * JSON: a row states where in the file a record begins, and where in it its name, its values, what
 * they are divided by, and their unit are.  A path has a '.' before a key, * for any key, and []
 * for each element of an array.  Tables: perf stat's, which have no header.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/data.h"

enum { PATH = 512, NAME = 1000, AXES = 16, COUNTED_MOST = 10000000 };

/* Keys of the file that a form has. */
enum { KEY_COMMIT, KEY_DATE, KEY_MACHINE, FORM_KEYS };
static const char *const form_keys[FORM_KEYS] = { "commit", "date", "machine" };

struct benchi_form {
	const char *tool;
	const char *sign;    /* a key that only this tool writes; NULL: '[' and a number */
	const char *record, *name, *parameters, *values, *divisor, *run, *unit;
	const char *counted, *counted_run; /* or NULL: pairs of a value and how often it was seen */
	const char *of;      /* the unit where no path has it */
	const char *note;    /* NULL: these are measurements */
	const char *key[FORM_KEYS];
	bool grid;           /* asv's records: values of all combinations, then each axis' texts */
};

static const benchi_form forms[] = {
	{ .tool = "pytest-benchmark", .sign = "machine_info", .record = "benchmarks[]",
	  .name = "benchmarks[].fullname", .values = "benchmarks[].stats.data[]", .of = "s" },
	{ .tool = "JMH", .sign = "jmhVersion", .record = "[]", .name = "[].benchmark",
	  .parameters = "[].params.", .values = "[].primaryMetric.rawData[][]",
	  .run = "[].primaryMetric.rawData[]",
	  .counted = "[].primaryMetric.rawDataHistogram[][][][]",
	  .counted_run = "[].primaryMetric.rawDataHistogram[]",
	  .unit = "[].primaryMetric.scoreUnit", .of = "" },
	{ .tool = "criterion's sample.json", .sign = "sampling_mode", .record = "",
	  .values = "times[]", .divisor = "iters[]", .of = "ns" },
	{ .tool = "criterion's estimates.json", .sign = "point_estimate", .record = "",
	  .values = "median.point_estimate", .of = "ns", .note = "criterion's estimates hold one "
	  "median, no samples (sample.json does)" },
	{ .tool = "github-action-benchmark", .sign = "lastUpdate",
	  .record = "entries.*[].benches[]", .name = "entries.*[].benches[].name",
	  .values = "entries.*[].benches[].value", .unit = "entries.*[].benches[].unit", .of = "",
	  .key = { "entries.*[].commit.id", "entries.*[].date" } },
	{ .tool = "asv", .sign = "env_name", .record = "results.*", .name = "results.*",
	  .parameters = "results.*[][][]", .values = "results.*[][]", .of = "s",
	  .note = "asv's results hold one median each, no samples",
	  .key = { "commit_hash", "date", "params.machine" }, .grid = true },
	{ .tool = "an array of numbers", .record = "", .values = "[]", .of = "" }
};

#define FORMS (sizeof forms / sizeof *forms)

/* One of the two arrays of a record. */
typedef struct form_numbers {
	double *x;
	size_t n, capacity;
} form_numbers;

typedef struct form_walk {
	const benchi_form *form;
	benchi_json json;
	benchi_rows *rows;
	char path[PATH], name[2 * NAME], parameters[NAME], unit[24], run[24];
	form_numbers value, divisor, fork; /* fork: the run of each value, from 1 */
	double forks, counted;                /* counted: the value of a pair, or NaN */
	char any[NAME / 2], key[FORM_KEYS][NAME]; /* any: the key at the path's * */
	uint64_t draw;                        /* the state of random numbers */
	size_t column, axes;                  /* of a record's grid */
	benchi_name_table axis[AXES];
} form_walk;

/* The form whose sign is the key at text, which begins behind the quote; NULL: another key. */
static const benchi_form *form_of_key(const char *text, size_t length)
{
	for (size_t i = 0; i < FORMS; i++)
		if (forms[i].sign && strlen(forms[i].sign) == length
		    && !memcmp(text, forms[i].sign, length))
			return &forms[i];
	return NULL;
}

/* Signs are keys near the outside.  The same word as a value, or deep inside, is a name. */
const benchi_form *benchi_form_find(const char *text, const char *end)
{
	enum { DEEPEST_SIGN = 2 };
	const char *s = text, *key;
	size_t depth = 0, length;
	double number;

	for (; s < end; s++) {
		const benchi_form *form = NULL;

		depth += *s == '{' || *s == '[';
		depth -= depth && (*s == '}' || *s == ']');
		if (*s != '"')
			continue;
		for (key = ++s; s < end && *s != '"'; s++)
			s += *s == '\\';
		length = s < end ? (size_t)(s - key) : 0;
		while (s + 1 < end && strchr(" \t\r\n", s[1]))
			s++;
		if (s + 1 < end && s[1] == ':' && depth <= DEEPEST_SIGN)
			form = form_of_key(key, length);
		if (form)
			return form;
	}
	s = text + strspn(text, " \t\r\n");
	s += *s == '[';
	s += strspn(s, " \t\r\n");
	return s < end && *text != '{' && benchi_read_number(s, &number) ? &forms[FORMS - 1] : NULL;
}

static bool is_at(const form_walk *w, const char *path)
{
	return path && !strcmp(w->path, path);
}

static bench_status form_add(form_numbers *to, double x)
{
	if (!benchi_grow(&to->x, sizeof *to->x, to->n, &to->capacity))
		return benchi_no_memory("the values");
	to->x[to->n++] = x;
	return BENCH_OK;
}

/* Element k of an array of a grid is next. */
static bench_status grid_element(form_walk *w, size_t k)
{
	size_t n = strlen(w->form->record);

	if (is_at(w, w->form->record))
		w->column = k;
	else if (w->column == 1 && !strncmp(w->path, w->form->record, n) && !strcmp(w->path + n, "[]"))
		w->axes = k + 1;
	return w->axes <= AXES ? BENCH_OK
		: benchi_input_error(w->json.in, w->any, strlen(w->any), "at most 16 parameters");
}

/* One of the values of a grid, NaN where it failed; one of the texts of its axes. */
static bench_status grid_leaf(form_walk *w)
{
	const benchi_json *j = &w->json;

	if (w->column == 0 && is_at(w, w->form->values))
		return form_add(&w->value, j->token == BENCHI_JSON_NUMBER ? j->number : (double)NAN);
	if (w->column == 1 && is_at(w, w->form->parameters) && j->token == BENCHI_JSON_TEXT
	    && benchi_name_table_add(&w->axis[w->axes - 1], j->text, j->length) == BENCHI_NO_NAME)
		return benchi_no_memory("the parameters");
	return BENCH_OK;
}

/* A value, or how often the value before it was seen.  The pairs are sorted: a run's values are
 * put in random order, as sorted ones would drift. */
static bench_status form_counted(form_walk *w)
{
	const benchi_json *j = &w->json;
	double x = w->counted;
	bench_status status = BENCH_OK;
	size_t from = w->fork.n;

	if (isnan(x)) {
		w->counted = j->number;
		return BENCH_OK;
	}
	w->counted = (double)NAN;
	if (!benchi_is_round(j->number) || j->number + (double)w->value.n > COUNTED_MOST)
		return benchi_input_error(j->in, "another number", 14,
		                          "counts of a record's values, 1e7 at most");
	while (from && w->fork.x[from - 1] >= w->forks)
		from--;
	for (double n = j->number; n > 0 && !status; n--) {
		size_t place = from + (size_t)benchi_random_below(&w->draw, w->value.n - from + 1);

		status = form_add(&w->value, x);
		status = status ? status : form_add(&w->fork, w->forks);
		if (!status) {
			w->value.x[w->value.n - 1] = w->value.x[place];
			w->value.x[place] = x;
		}
	}
	return status;
}

/* One of the file's keys.  A date is milliseconds since 1970. */
static void form_key(form_walk *w, int key)
{
	const benchi_json *j = &w->json;

	if (j->token == BENCHI_JSON_TEXT)
		snprintf(w->key[key], NAME, "%s", j->text);
	else if (j->token == BENCHI_JSON_NUMBER && key == KEY_DATE)
		(void)benchi_date_text(j->number / 1e3, w->key[key]);
}

/* A number or a text, where the path is. */
static bench_status form_leaf(form_walk *w)
{
	const benchi_form *f = w->form;
	const benchi_json *j = &w->json;
	bool number = j->token == BENCHI_JSON_NUMBER;
	bench_status status;

	for (int i = 0; i < FORM_KEYS; i++)
		if (is_at(w, f->key[i]))
			form_key(w, i);
	if (f->grid)
		return grid_leaf(w);
	if (is_at(w, f->values)) {
		if (!number)
			return benchi_input_error(j->in, "something else", 14, "a number among the values");
		status = form_add(&w->value, j->number);
		return status || !f->run ? status : form_add(&w->fork, w->forks);
	}
	if (number && is_at(w, f->counted))
		return form_counted(w);
	if (number)
		return is_at(w, f->divisor) ? form_add(&w->divisor, j->number) : BENCH_OK;
	if (j->token != BENCHI_JSON_TEXT)
		return BENCH_OK;
	if (is_at(w, f->name))
		snprintf(w->name, NAME, "%s%s%s", w->any, *w->any ? "/" : "", j->text);
	else if (is_at(w, f->unit))
		snprintf(w->unit, sizeof w->unit, "%s", j->text);
	else if (f->parameters && !strncmp(w->path, f->parameters, strlen(f->parameters))) {
		size_t used = strlen(w->parameters);

		snprintf(w->parameters + used, NAME - used, "/%s=%s", w->path + strlen(f->parameters),
		         j->text);
	}
	return BENCH_OK;
}

/* Is more better?  "ns/op" and "ns/iter" become "ns". */
static benchi_better form_direction(form_walk *w)
{
	char *slash = strchr(w->unit, '/');

	if (slash && (!strcmp(slash, "/op") || !strcmp(slash, "/iter")))
		*slash = '\0';
	else if (slash && (!strncmp(w->unit, "ops/", 4) || !strncmp(slash, "/s", 2)))
		return BENCHI_BETTER_HIGHER;
	return w->form->key[KEY_COMMIT] && !(benchi_unit_ns(w->unit) > 0) ? BENCHI_BETTER_UNKNOWN
		: BENCHI_BETTER_LOWER;
}

/* The values from one on, up to another, of a set of that name. */
static bench_status form_put(form_walk *w, const char *name, size_t from, size_t to)
{
	const benchi_form *f = w->form;
	benchi_better better = *w->unit || f->unit ? form_direction(w) : BENCHI_BETTER_UNKNOWN;
	const char *metric = better == BENCHI_BETTER_HIGHER ? "throughput"
		: !strcmp(w->unit, "B") ? "memory" : better ? "time" : "";
	char config[BENCHI_FILE_KEYS] = "";
	bench_status status = BENCH_OK;
	size_t i;

	for (int k = 0; k < FORM_KEYS; k++)
		if (*w->key[k])
			(void)benchi_file_key_set(config, benchi_word_of(form_keys[k]),
				benchi_word_of(w->key[k]));
	i = benchi_rows_set_under(w->rows, benchi_word_of(name), benchi_word_of(metric),
		benchi_word_of(w->unit), benchi_word_of(config));
	if (i == SIZE_MAX)
		return benchi_no_memory("the values");
	for (size_t k = from; k < to && !status; k++) {
		benchi_mark mark = { .has_run = f->run != NULL, .row = benchi_rows_next(w->rows) };

		if (f->run) {
			sprintf(w->run, "%.0f", w->fork.x[k]);
			mark.run = benchi_name_table_add(&w->rows->runs, w->run, strlen(w->run));
		}
		status = benchi_set_add(&w->rows->set[i], f->divisor ? w->value.x[k] / w->divisor.x[k]
			: w->value.x[k], &mark);
	}
	w->rows->set[i].better = better;
	return status;
}

/* "module.time_f(first, second)", of combination k: the last axis goes through first. */
static void forms_grid_name(const form_walk *w, size_t k, char *name)
{
	size_t behind = w->value.n, n = (size_t)snprintf(name, 2 * NAME, "%s", w->any);

	for (size_t i = 0; i < w->axes && n < 2 * NAME; i++) {
		behind /= w->axis[i].n;
		n += (size_t)snprintf(name + n, 2 * NAME - n, "%s%s%s", i ? ", " : "(",
			w->axis[i].text[k / behind % w->axis[i].n], i + 1 == w->axes ? ")" : "");
	}
}

/* The end of asv's record.  The name's beginning states what its values are. */
static bench_status grid_keep(form_walk *w)
{
	const char *last = strrchr(w->any, '.');
	bench_status status = BENCH_OK;
	size_t combinations = 1;

	last = last ? last + 1 : w->any;
	snprintf(w->unit, sizeof w->unit, "%s", !strncmp(last, "mem_", 4) ? "B"
		: !strncmp(last, "peakmem_", 8) ? "B" : !strncmp(last, "track_", 6) ? "" : "s");
	for (size_t i = 0; i < w->axes; i++)
		combinations *= w->axis[i].n;
	if (w->value.n && combinations != w->value.n)
		return benchi_input_error(w->json.in, w->any, strlen(w->any),
			"a value for each combination of its parameters");
	for (size_t k = 0; k < w->value.n && !status; k++)
		if (!isnan(w->value.x[k])) {
			forms_grid_name(w, k, w->name);
			status = form_put(w, w->name, k, k + 1);
		}
	while (w->axes)
		benchi_name_table_free(&w->axis[--w->axes]);
	return status;
}

/* The end of a record: its values become a set's. */
static bench_status form_keep(form_walk *w)
{
	const benchi_form *f = w->form;
	bench_status status = BENCH_OK;
	size_t i = strlen(w->name);

	if (f->divisor && w->divisor.n != w->value.n)
		return benchi_input_error(w->json.in, w->path, strlen(w->path),
		                          "as many iterations as times");
	snprintf(w->name + i, sizeof w->name - i, "%s", w->parameters);
	if (f->grid)
		status = grid_keep(w);
	else if (w->value.n)
		status = form_put(w, w->name, 0, w->value.n);
	w->value.n = w->divisor.n = w->fork.n = 0;
	w->forks = 0;
	w->counted = (double)NAN;
	*w->name = *w->parameters = '\0';
	snprintf(w->unit, sizeof w->unit, "%s", f->of);
	return status;
}

/* Adds a key to the path; where the record has a *, one of any name.  Returns its length. */
static size_t form_path(form_walk *w, size_t end)
{
	const char *record = w->form->record, *key = w->json.text;

	if (strlen(record) > end && !strncmp(record, w->path, end) && record[end + (end > 0)] == '*') {
		snprintf(w->any, sizeof w->any, "%s", key);
		key = "*";
	}
	return (size_t)snprintf(w->path + end, PATH - end, "%s%s", end ? "." : "", key);
}

/* The value whose first token was read; its path ends at end.  As deep as JSON may be. */
static bench_status form_value(form_walk *w, size_t end)
{
	bool object = w->json.token == BENCHI_JSON_OBJECT;
	bench_status status = BENCH_OK;

	if (!object && w->json.token != BENCHI_JSON_ARRAY)
		return form_leaf(w);
	for (size_t k = 0; !status && !(status = benchi_json_next(&w->json)); k++) {
		size_t n = 2;

		if (w->json.token == (object ? BENCHI_JSON_OBJECT_END : BENCHI_JSON_ARRAY_END))
			break;
		if (w->form->grid && !object)
			status = grid_element(w, k);
		if (object) {
			n = form_path(w, end);
			status = benchi_json_next(&w->json);
		} else
			snprintf(w->path + end, PATH - end, "[]");
		w->forks += is_at(w, w->form->run) || is_at(w, w->form->counted_run);
		if (!status && end + n < PATH)
			status = form_value(w, end + n);
		else if (!status)
			status = benchi_json_skip(&w->json);
		w->path[end] = '\0';
	}
	return status || !is_at(w, w->form->record) ? status : form_keep(w);
}

bench_status benchi_form_read(const benchi_form *form, benchi_input *in, benchi_rows *rows)
{
	form_walk *w = calloc(1, sizeof *w);
	bench_status status;

	if (!w)
		return benchi_no_memory("the values");
	w->form = form;
	w->rows = rows;
	w->counted = (double)NAN;
	snprintf(w->unit, sizeof w->unit, "%s", form->of);
	rows->cases = form->name != NULL;
	benchi_json_open(&w->json, in);
	w->json.lenient = form->grid;
	status = benchi_json_next(&w->json);
	if (!status)
		status = form_value(w, 0);
	if (!status)
		status = benchi_json_next(&w->json); /* nothing may follow */
	if (!status && !rows->sets)
		status = benchi_fail(BENCH_ERR_INPUT, "%s:%zu: found no values of %s", in->name, in->line,
		                     form->tool);
	if (!status && form->note)
		status = benchi_rows_note(rows, "%s", form->note);
	benchi_json_close(&w->json);
	free(w->value.x);
	free(w->divisor.x);
	free(w->fork.x);
	for (size_t i = 0; i < AXES; i++)
		benchi_name_table_free(&w->axis[i]);
	free(w);
	return status;
}

/*
 * perf stat -x, or -x; : a line an event, of the value, its unit, its name and more.
 *
 *	1.34,msec,task-clock,8.94%,1338440,100.00,0.078,CPUs utilized
 *
 * With -I a time comes first.  What was "<not supported>" or "<not counted>" is left out.
 */

enum { PERF_FIELDS = 4 };

/* The first fields of a line; returns how many. */
static size_t perf_fields(const char *s, const char *end, benchi_word field[PERF_FIELDS])
{
	char separator = memchr(s, ',', (size_t)(end - s)) ? ',' : ';';
	size_t n = 0;

	for (const char *next; n < PERF_FIELDS && s <= end; s = next + 1) {
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

/* The place of the value in the fields, 0 or 1; -1: it is no line of perf's. */
static int perf_place(const benchi_word *field, size_t n)
{
	double x = 0;

	for (int i = 0; i < 2 && (size_t)i + 2 < n; i++) {
		benchi_word unit = field[i + 1], event = field[i + 2];
		bool word = event.length > 1 && *event.text >= 'a' && *event.text <= 'z';

		if (perf_value(field[i], &x) && word && (!unit.length || *unit.text > '9'))
			return i;
	}
	return -1;
}

bool benchi_perf_is(const char *line, const char *end)
{
	benchi_word field[PERF_FIELDS];

	return perf_place(field, perf_fields(line, end, field)) >= 0;
}

static bench_status perf_line(const benchi_input *in, const char *line, const char *end,
                              benchi_rows *rows)
{
	benchi_word field[PERF_FIELDS];
	int at = perf_place(field, perf_fields(line, end, field));
	const benchi_mark mark = { .row = benchi_rows_next(rows) };
	benchi_word none = { "", 0 };
	double x = 0;
	size_t set;

	if (at < 0)
		return benchi_input_error(in, line, (size_t)(end - line),
		                          "a value, its unit and an event, as perf stat -x, writes them");
	(void)perf_value(field[at], &x);
	if (isnan(x))
		return BENCH_OK;
	set = benchi_rows_set(rows, none, field[at + 2], benchi_word_is(field[at + 1], "msec")
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
	return status ? status : benchi_rows_note(rows, "perf stat: a value of each event for each run "
		"of perf; with -r it is a mean");
}
