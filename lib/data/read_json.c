/*
 * Reads JSON of ours: results, ramps, lines.  That of other tools is read_forms.c's.
 *
 * Results are an array of records under "results", each with "values".  Everything else in the file
 * is passed over.
 *
 *	{"libbench": 2, "form": "results", "results": [
 *	  {"name": "copy", "metric": "time", "unit": "ns", "process": "1", "values": [12.5, 12.6]}]}
 *
 * A ramp (bench-ramp(1)) begins with "libbench_ramp" and has "name" and "steps"; several are an
 * array.  Every number of a step is a value, as in the table of the same ramp.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

/* Values of a record for the set of these names. */
typedef struct json_values {
	const char *benchmark, *metric, *unit, *config;
	benchi_field *field;    /* a number, or an array of them, which may be taken over */
	const benchi_mark *mark; /* of all values; NULL: none */
	const double *rounds;   /* one a value, or NULL */
	benchi_better better;   /* if the record states it */
	bool aside;             /* compared on request only */
} json_values;

static bench_status record_take_values(benchi_rows *rows, const json_values *v)
{
	size_t i = benchi_rows_set_under(rows, benchi_word_of(v->benchmark), benchi_word_of(v->metric),
		benchi_word_of(v->unit), benchi_word_of(v->config ? v->config : ""));
	bool array = v->field->kind == BENCHI_FIELD_ARRAY;
	const double *x = array ? v->field->x : &v->field->number;
	benchi_mark mark = v->mark ? *v->mark : (benchi_mark){ .run = 0 };
	bench_status status = BENCH_OK;
	benchi_set *set;
	double factor;

	if (i == SIZE_MAX)
		return benchi_no_memory("the values");
	set = &rows->set[i];
	factor = benchi_unit_factor(v->unit, set->unit);
	if (isnan(factor))
		return benchi_fail(BENCH_ERR_INPUT, "%.60s%s%.60s: found the unit '%.20s', expected one "
		                   "like '%.20s' as before", v->benchmark, *v->metric ? ", " : "",
		                   v->metric, v->unit, set->unit);
	set->aside = set->aside || v->aside;
	if (v->better)
		set->better = v->better;
	if (array && !set->capacity && !v->mark && !v->rounds) {
		set->x = v->field->x;
		set->n = v->field->n;
		set->capacity = v->field->capacity;
		v->field->x = NULL;
		return BENCH_OK;
	}
	for (size_t k = 0; k < (array ? v->field->n : 1) && !status; k++) {
		if (v->rounds) {
			mark.has_round = true;
			mark.round = (uint32_t)v->rounds[k];
		}
		status = benchi_set_add(set, x[k] * factor, &mark);
	}
	return status;
}

/* Takes a text or a number as the run of a value; anything else is none. */
static bench_status mark_run(const benchi_field *field, benchi_rows *rows, benchi_mark *mark)
{
	char number[40];
	const char *text = field->text;

	if (field->kind == BENCHI_FIELD_NUMBER) {
		snprintf(number, sizeof number, "%.17g", field->number);
		text = number;
	} else if (field->kind != BENCHI_FIELD_TEXT)
		return BENCH_OK;
	mark->has_run = true;
	mark->run = benchi_name_table_add(&rows->runs, text, strlen(text));
	return mark->run == BENCHI_NO_NAME ? benchi_no_memory("the values") : BENCH_OK;
}

static bench_status wrong(const benchi_input *in, size_t line, const char *found,
                          const char *expected)
{
	benchi_input at = *in;

	at.line = line;
	return benchi_input_error(&at, found, strlen(found), "%s", expected);
}

/*
 * A record of ours.
 */

/* Since version 2 the first bytes state the form; the contents are those of version 1. */
enum { OUR_VERSION = 2, RAMP_VERSION = 1 };

/* An array of numbers that must be there and hold some. */
static bench_status wanted_array(const benchi_input *in, const benchi_record *record,
                                 const char *key, benchi_field **array)
{
	char expected[40];

	*array = benchi_record_find(record, key);
	snprintf(expected, sizeof expected, "\"%s\" in it", key);
	if (!*array)
		return wrong(in, record->line, "a result", expected);
	if ((*array)->kind != BENCHI_FIELD_ARRAY)
		return wrong(in, (*array)->line, key, "an array of numbers alone");
	return BENCH_OK;
}

/* The record's process or run, a text or a number. */
static bench_status run_of(benchi_record *record, benchi_rows *rows, benchi_mark *mark)
{
	const benchi_field *field = benchi_record_find(record, "process");

	if (!field)
		field = benchi_record_find(record, "run");
	return field ? mark_run(field, rows, mark) : BENCH_OK;
}

/* "rounds": a whole number for each of the n values, if it is there. */
static bench_status record_rounds(const benchi_input *in, const benchi_record *record, size_t n,
                                  const double **rounds)
{
	const benchi_field *field = benchi_record_find(record, "rounds");
	bool good;

	*rounds = NULL;
	if (!field)
		return BENCH_OK;
	good = field->kind == BENCHI_FIELD_ARRAY && field->n == n;
	for (size_t i = 0; i < n && good; i++)
		good = benchi_is_round(field->x[i]);
	*rounds = field->x;
	return good ? BENCH_OK
	       : wrong(in, field->line, "rounds", BENCHI_ROUND_EXPECTED " for each value");
}

static bench_status take_own(const benchi_input *in, benchi_record *record, benchi_rows *rows)
{
	benchi_mark mark = { .run = 0 };
	const char *better = benchi_record_text(record, "better", "");
	json_values values = { .benchmark = benchi_record_text(record, "name", ""),
		.metric = benchi_record_text(record, "metric", ""),
		.unit = benchi_record_text(record, "unit", ""),
		.better = !strcmp(better, "higher") ? BENCHI_BETTER_HIGHER
		        : !strcmp(better, "lower") ? BENCHI_BETTER_LOWER : BENCHI_BETTER_UNKNOWN };
	bench_status status = run_of(record, rows, &mark);

	rows->cases = true;
	if (!status)
		status = wanted_array(in, record, "values", &values.field);
	if (!status)
		status = record_rounds(in, record, values.field->n, &values.rounds);
	if (!status && *better && !values.better)
		status = wrong(in, record->line, better, "\"better\" to be \"lower\" or \"higher\"");
	values.mark = mark.has_run ? &mark : NULL;
	return status ? status : record_take_values(rows, &values);
}

/* A step of the ramp of that name. */
static bench_status take_step(benchi_record *record, const char *name, benchi_rows *rows)
{
	const benchi_mark mark = { .row = benchi_rows_next(rows) };
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < record->n && !status; i++) {
		const json_values values = { .benchmark = name, .metric = record->field[i].key, .unit = "",
			.field = &record->field[i], .mark = &mark };

		if (values.field->kind == BENCHI_FIELD_NUMBER)
			status = record_take_values(rows, &values);
	}
	return status;
}

/* The texts of a context or a summary, and the sizes of caches, that are facts of the file. */
static bench_status take_facts(const benchi_record *record, benchi_rows *rows)
{
	char text[BENCHI_NUMBER_TEXT];
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < record->n && !status; i++)
		if (record->field[i].kind == BENCHI_FIELD_TEXT)
			status = benchi_rows_fact(rows, benchi_word_of(record->field[i].key),
			                          benchi_word_of(record->field[i].text));
		else if (record->field[i].kind == BENCHI_FIELD_NUMBER)
			status = benchi_rows_fact(rows, benchi_word_of(record->field[i].key),
				benchi_word_of(benchi_number_text(record->field[i].number, text)));
	return status;
}

static bench_status summary_number(benchi_rows *rows, const char *name, const char *key,
                                   size_t length, double x)
{
	char metric[80];
	benchi_field field = { .kind = BENCHI_FIELD_NUMBER, .number = x };
	const json_values values = { .benchmark = name, .metric = metric, .unit = "", .field = &field };

	snprintf(metric, sizeof metric, BENCHI_SUMMARY "%.*s", (int)fmin(60, (double)length), key);
	return record_take_values(rows, &values);
}

/* A summary's numbers and warnings. */
static bench_status summary_keep(const benchi_record *record, benchi_rows *rows)
{
	const char *name = benchi_record_text(record, "name", "");
	const benchi_field *warnings = benchi_record_find(record, "warnings");
	const char *word = warnings && warnings->text ? warnings->text : "";
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < record->n && !status; i++)
		if (record->field[i].kind == BENCHI_FIELD_NUMBER)
			status = summary_number(rows, name, record->field[i].key,
				strlen(record->field[i].key), record->field[i].number);
	for (size_t n; *word && !status; word += n) {
		word += strspn(word, " ");
		n = strcspn(word, " ");
		status = summary_number(rows, name, word, n, 1);
	}
	return status;
}

/* What the outermost object has shown of itself. */
typedef struct outermost {
	bool found, ramp, own;
	bool facts;       /* its records are read for these alone */
	const char *name; /* of the ramp */
} outermost;

static bench_status take_record(const benchi_input *in, benchi_record *record,
                                const outermost *top, benchi_rows *rows)
{
	if (top->facts && rows->keep_summaries && summary_keep(record, rows) != BENCH_OK)
		return BENCH_ERR_MEMORY;
	if (top->facts)
		return take_facts(record, rows);
	if (top->ramp)
		return take_step(record, top->name, rows);
	return take_own(in, record, rows);
}

static bench_status read_records(benchi_json *json, const outermost *top, benchi_rows *rows)
{
	benchi_record record = { NULL, 0, 0, 0 };
	bench_status status;

	for (;;) {
		status = benchi_json_next(json);
		if (status || json->token == BENCHI_JSON_ARRAY_END)
			break;
		if (json->token != BENCHI_JSON_OBJECT) {
			status = wrong(json->in, json->in->line, "something else", "a result in braces");
			break;
		}
		status = benchi_record_read(&record, json);
		if (!status)
			status = take_record(json->in, &record, top, rows);
		if (status)
			break;
	}
	benchi_record_free(&record);
	return status;
}

static bench_status read_context(benchi_json *json, benchi_rows *rows)
{
	benchi_record record = { NULL, 0, 0, 0 };
	bench_status status = benchi_record_read(&record, json);

	if (!status)
		status = take_facts(&record, rows);
	benchi_record_free(&record);
	return status;
}

/* The version of the file, from 1 to most. */
static bench_status check_version(const benchi_json *json, int most)
{
	if (json->token == BENCHI_JSON_NUMBER && (json->number == 1 || json->number == most))
		return BENCH_OK;
	return wrong(json->in, json->in->line, "another version of libbench's files",
		most == 1 ? "version 1" : "version 1 or 2");
}

static bench_status record_take_name(const benchi_json *json, benchi_rows *rows, outermost *top)
{
	uint32_t name = benchi_name_table_add(&rows->benchmarks, json->text, strlen(json->text));

	if (name == BENCHI_NO_NAME)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory");
	top->name = rows->benchmarks.text[name];
	return BENCH_OK;
}

/* One key of the outermost object, and what follows it. */
static bench_status read_top(benchi_json *json, benchi_rows *rows, outermost *top)
{
	bool name = !strcmp(json->text, "name");
	bool results = !strcmp(json->text, top->ramp ? "steps" : "results");
	bool version = !strcmp(json->text, "libbench"), ramp = !strcmp(json->text, "libbench_ramp");
	bool context = !strcmp(json->text, "context");
	bench_status status;

	top->facts = top->own && !strcmp(json->text, "summaries");
	status = benchi_json_next(json);
	if (status)
		return status;
	if (context && json->token == BENCHI_JSON_OBJECT)
		return read_context(json, rows);
	if (top->facts && json->token == BENCHI_JSON_ARRAY)
		return read_records(json, top, rows);
	if (results && json->token == BENCHI_JSON_ARRAY) {
		top->found = true;
		return read_records(json, top, rows);
	}
	if (version || ramp) {
		top->ramp = ramp;
		top->own = version;
		rows->ramp = rows->ramp || ramp;
		return check_version(json, ramp ? RAMP_VERSION : OUR_VERSION);
	}
	if (top->ramp && name && json->token == BENCHI_JSON_TEXT)
		return record_take_name(json, rows, top);
	return benchi_json_skip(json);
}

/* The outermost object, whose brace was just read. */
static bench_status read_object(benchi_json *json, benchi_rows *rows, outermost *top)
{
	bench_status status;

	for (;;) {
		status = benchi_json_next(json);
		if (status || json->token == BENCHI_JSON_OBJECT_END)
			break;
		status = read_top(json, rows, top);
		if (status)
			break;
	}
	if (!status && !top->found)
		status = wrong(json->in, json->in->line, "an object",
		               "\"results\" (libbench), a \"name\" with values, or the JSON of a tool in "
		               "bench-format(5)");
	return status;
}

bench_status benchi_read_json(benchi_input *in, benchi_rows *rows)
{
	static const outermost nothing = { .name = "" };
	benchi_json json;
	outermost top;
	bench_status status;
	bool array;

	benchi_json_open(&json, in);
	status = benchi_json_next(&json);
	array = !status && json.token == BENCHI_JSON_ARRAY; /* of ramps */
	if (array)
		status = benchi_json_next(&json);
	while (!status && json.token != BENCHI_JSON_END
	       && !(array && json.token == BENCHI_JSON_ARRAY_END)) {
		top = nothing;
		status = json.token != BENCHI_JSON_OBJECT
		         ? wrong(in, in->line, "another value", "an object in braces")
		         : read_object(&json, rows, &top);
		if (!status && array && !top.ramp)
			status = wrong(in, in->line, "an array of objects", "of ramps alone");
		if (!status)
			status = benchi_json_next(&json); /* behind an object alone nothing may follow */
	}
	if (!status && array)
		status = benchi_json_next(&json);
	benchi_json_close(&json);
	return status;
}

/*
 * Reads JSON lines.
 *
 * One object after the other.  One without a benchmark holds facts, of which only the version
 * counts; in one with a benchmark every number is a metric, but for run (or process, boot, block),
 * round and exit_status, as in a table, and every other text is a key of the file.
 */

static bench_status take_mark(benchi_input *in, const benchi_field *f, benchi_rows *rows,
                              benchi_mark *mark)
{
	bool run = benchi_listed(BENCHI_RUN_KEYS, f->key);

	if (run && (f->kind == BENCHI_FIELD_NUMBER || f->kind == BENCHI_FIELD_TEXT))
		return mark_run(f, rows, mark);
	if (run)
		return benchi_input_error(in, f->key, strlen(f->key), "a text or a number for it");
	if (f->kind != BENCHI_FIELD_NUMBER || !benchi_is_round(f->number))
		return benchi_input_error(in, f->key, strlen(f->key), BENCHI_ROUND_EXPECTED " for it");
	mark->has_round = true;
	mark->round = (uint32_t)f->number;
	return BENCH_OK;
}

/* The record's other texts, as keys; those of several lines, or beyond the capacity, are none. */
static void take_keys(const benchi_record *record, char config[BENCHI_FILE_KEYS])
{
	*config = '\0';
	for (size_t i = 0; i < record->n; i++) {
		const benchi_field *f = &record->field[i];

		if (f->kind == BENCHI_FIELD_TEXT && !strpbrk(f->text, "\n") && !strpbrk(f->key, "=\n")
		    && !benchi_listed(BENCHI_RUN_KEYS " benchmark name unit", f->key))
			(void)benchi_file_key_set(config, benchi_word_of(f->key), benchi_word_of(f->text));
	}
}

static bench_status take_numbers(benchi_record *record, const char *name, const benchi_mark *mark,
                                 benchi_rows *rows)
{
	char config[BENCHI_FILE_KEYS];
	const benchi_field *exit = benchi_record_find(record, "exit_status");
	bool sampled = exit != NULL, left_out = false;
	bench_status status = BENCH_OK;

	take_keys(record, config);
	if (sampled && exit->kind == BENCHI_FIELD_NUMBER)
		status = benchi_rows_exit(rows, name, exit->number, &left_out);
	for (size_t i = 0; i < record->n && !status && !left_out; i++) {
		benchi_field *f = &record->field[i];
		const json_values values = { .benchmark = name, .config = config, .field = f, .mark = mark,
			.metric = !strncmp(f->key, "value", 5) ? "" : f->key, /* "value", "values" */
			.unit = benchi_record_text(record, "unit", benchi_name_unit(f->key)),
			.aside = sampled && benchi_name_aside(f->key) };

		if ((f->kind != BENCHI_FIELD_NUMBER && f->kind != BENCHI_FIELD_ARRAY)
		    || benchi_listed(BENCHI_RUN_KEYS " round exit_status started", f->key))
			continue;
		status = record_take_values(rows, &values);
	}
	return status;
}

static bench_status record_take_line(benchi_input *in, benchi_record *record, benchi_rows *rows)
{
	const char *name = benchi_record_text(record, "benchmark",
	                                      benchi_record_text(record, "name", NULL));
	benchi_mark mark = { .row = benchi_rows_next(rows) };
	bench_status status = BENCH_OK;

	if (!name) {
		const benchi_field *version = benchi_record_find(record, "libbench");

		if (!version || (version->kind == BENCHI_FIELD_NUMBER
		                 && (version->number == 1 || version->number == OUR_VERSION)))
			return take_facts(record, rows);
		return wrong(in, record->line, "another version of libbench's files",
		             "version 1 or 2");
	}
	for (size_t i = 0; i < record->n && !status; i++)
		if (benchi_listed(BENCHI_RUN_KEYS " round", record->field[i].key))
			status = take_mark(in, &record->field[i], rows, &mark);
	return status ? status : take_numbers(record, name, &mark, rows);
}

bench_status benchi_read_lines(benchi_input *in, benchi_rows *rows)
{
	benchi_record record = { NULL, 0, 0, 0 };
	bench_status status = BENCH_OK;
	benchi_json json;

	benchi_json_open(&json, in);
	json.series = true;
	json.value_due = false;
	while (!status && !(status = benchi_json_next(&json)) && json.token != BENCHI_JSON_END) {
		if (json.token != BENCHI_JSON_OBJECT)
			status = benchi_input_error(in, "another value", 13, "an object in braces");
		if (!status)
			status = benchi_record_read(&record, &json);
		if (!status)
			status = record_take_line(in, &record, rows);
	}
	benchi_record_free(&record);
	benchi_json_close(&json);
	return status;
}
