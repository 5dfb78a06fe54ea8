/*
 * Reads our own JSON: results, ramps, lines.  For JSON of other tools see tools/read.
 *
 * Results are an array of records under "results", each with "values".  Everything else in the file
 * is skipped.
 *
 *	{"libbench": 2, "form": "results", "results": [
 *	  {"name": "copy", "metric": "time", "unit": "ns", "process": "1", "values": [12.5, 12.6]}]}
 *
 * A ramp (bench-ramp(1)) begins with "libbench_ramp" and has "name" and "steps"; several ramps are
 * an array.  Every number of a step is a value, as in the table of the same ramp.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

#include <errno.h>

/* Values of a record, and the names of their set. */
typedef struct json_values {
	const char *benchmark, *metric, *unit, *config;
	benchi_field *field;    /* a number, or an array; its memory may move to the set */
	const benchi_mark *mark; /* mark that all values have, or NULL */
	const double *rounds;   /* one per value, or NULL */
	benchi_better better;   /* if stated by the record */
	bool aside;             /* compared on request only */
} json_values;

static bench_status take_values(benchi_rows *rows, const json_values *v)
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
		return benchi_fail(BENCH_ERR_INPUT, "%.60s%s%.60s: found the unit '%.20s', expected a unit "
		                   "that converts to '%.20s', as in earlier values", v->benchmark,
		                   *v->metric ? ", " : "", v->metric, v->unit, set->unit);
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

/* Makes a text or a number the run of a value. No-op for any other field. */
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
 * Records.
 */

/* Version 2 added "form" to the first bytes. */
enum { OUR_VERSION = 2, RAMP_VERSION = 1 };

/* Reads a record of results: values, perhaps a process or run, perhaps a round per value. */
static bench_status take_own(const benchi_input *in, benchi_record *record, benchi_rows *rows)
{
	benchi_mark mark = { .run = 0 };
	const char *better = benchi_record_text(record, "better", "");
	const benchi_field *run = benchi_record_find(record, "process");
	const benchi_field *rounds = benchi_record_find(record, "rounds");
	json_values values = { .benchmark = benchi_record_text(record, "name", ""),
		.metric = benchi_record_text(record, "metric", ""),
		.unit = benchi_record_text(record, "unit", ""),
		.field = benchi_record_find(record, "values"),
		.better = !strcmp(better, "higher") ? BENCHI_BETTER_HIGHER
		        : !strcmp(better, "lower") ? BENCHI_BETTER_LOWER : BENCHI_BETTER_UNKNOWN };
	bench_status status;
	bool good;

	run = run ? run : benchi_record_find(record, "run");
	status = run ? mark_run(run, rows, &mark) : BENCH_OK;
	if (status)
		return status;
	rows->cases = rows->processes = true;
	if (!values.field)
		return wrong(in, record->line, "a result", "\"values\" in it");
	if (values.field->kind != BENCHI_FIELD_ARRAY)
		return wrong(in, values.field->line, "values", "an array of numbers only");
	good = !rounds || (rounds->kind == BENCHI_FIELD_ARRAY && rounds->n == values.field->n);
	for (size_t i = 0; rounds && i < rounds->n && good; i++)
		good = benchi_is_round(rounds->x[i]);
	if (!good)
		return wrong(in, rounds->line, "rounds", BENCHI_ROUND_EXPECTED " for each value");
	if (*better && !values.better)
		return wrong(in, record->line, better, "\"better\" to be \"lower\" or \"higher\"");
	values.rounds = rounds ? rounds->x : NULL;
	values.mark = mark.has_run ? &mark : NULL;
	return take_values(rows, &values);
}

/* Keeps the facts in a context or a summary: texts, and sizes of caches. */
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
	return take_values(rows, &values);
}

/* State of the outermost object. */
typedef struct outermost {
	bool found, ramp, own;
	bool facts;       /* only facts are read from its records */
	const char *name; /* name of the ramp */
} outermost;

static bench_status read_records(benchi_json *json, const outermost *top, benchi_rows *rows)
{
	benchi_record record = { NULL, 0, 0, 0 };
	bench_status status;

	while (!(status = benchi_json_next(json)) && json->token != BENCHI_JSON_ARRAY_END) {
		if (json->token != BENCHI_JSON_OBJECT)
			status = wrong(json->in, json->in->line, "something else", "a result in braces");
		if (!status)
			status = benchi_record_read(&record, json);
		if (!status && top->facts && rows->keep_summaries) {
			const char *name = benchi_record_text(&record, "name", "");
			const benchi_field *warnings = benchi_record_find(&record, "warnings");
			const char *word = warnings && warnings->text ? warnings->text : "";

			for (size_t i = 0; i < record.n && !status; i++)
				if (record.field[i].kind == BENCHI_FIELD_NUMBER)
					status = summary_number(rows, name, record.field[i].key,
						strlen(record.field[i].key), record.field[i].number);
			if (!status && *benchi_record_text(&record, "impossible", ""))
				status = summary_number(rows, name, "impossible", sizeof "impossible" - 1, 1);
			for (size_t n; *word && !status; word += n) {
				word += strspn(word, " ");
				n = strcspn(word, " ");
				status = summary_number(rows, name, word, n, 1);
			}
		}
		if (!status && top->facts)
			status = take_facts(&record, rows);
		else if (!status && !top->ramp)
			status = take_own(json->in, &record, rows);
		else if (!status) { /* a step of a ramp */
			for (size_t i = 0; i < record.n && !status; i++)
				if (record.field[i].kind == BENCHI_FIELD_NUMBER)
					status = take_values(rows, &(json_values){ .benchmark = top->name,
						.metric = record.field[i].key, .unit = "", .field = &record.field[i] });
		}
		if (status)
			break;
	}
	benchi_record_free(&record);
	return status;
}

/* Reads one key of the outermost object, and its value. */
static bench_status read_top(benchi_json *json, benchi_rows *rows, outermost *top)
{
	const bool name = !strcmp(json->text, "name"), context = !strcmp(json->text, "context");
	const bool results = !strcmp(json->text, top->ramp ? "steps" : "results");
	const bool version = !strcmp(json->text, "libbench");
	const bool ramp = !strcmp(json->text, "libbench_ramp");
	bench_status status;
	uint32_t i;

	top->facts = top->own && !strcmp(json->text, "summaries");
	status = benchi_json_next(json);
	if (status)
		return status;
	if (context && json->token == BENCHI_JSON_OBJECT) {
		benchi_record record = { NULL, 0, 0, 0 };

		status = benchi_record_read(&record, json);
		status = status ? status : take_facts(&record, rows);
		benchi_record_free(&record);
		return status;
	}
	if ((top->facts || results) && json->token == BENCHI_JSON_ARRAY) {
		top->found = top->found || results;
		return read_records(json, top, rows);
	}
	if (version || ramp) {
		top->ramp = ramp;
		top->own = version;
		rows->ramp = rows->ramp || ramp;
		return json->token == BENCHI_JSON_NUMBER
			&& (json->number == 1 || json->number == (ramp ? RAMP_VERSION : OUR_VERSION)) ? BENCH_OK
			: wrong(json->in, json->in->line, "another version of libbench's files",
			        ramp ? "version 1" : "version 1 or 2");
	}
	if (!top->ramp || !name || json->token != BENCHI_JSON_TEXT)
		return benchi_json_skip(json);
	i = benchi_name_table_add(&rows->benchmarks, json->text, json->length);
	if (i == BENCHI_NO_NAME)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory");
	top->name = rows->benchmarks.text[i];
	return BENCH_OK;
}

bench_status benchi_read_json(benchi_input *in, benchi_rows *rows)
{
	benchi_json json;
	bench_status status;
	bool array;

	benchi_json_open(&json, in);
	status = benchi_json_next(&json);
	array = !status && json.token == BENCHI_JSON_ARRAY; /* an array holds several ramps */
	if (array)
		status = benchi_json_next(&json);
	while (!status && json.token != BENCHI_JSON_END
	       && !(array && json.token == BENCHI_JSON_ARRAY_END)) {
		outermost top = { .name = "" };

		if (json.token != BENCHI_JSON_OBJECT) {
			status = wrong(in, in->line, "another value", "an object in braces");
			break;
		}
		while (!(status = benchi_json_next(&json)) && json.token != BENCHI_JSON_OBJECT_END
		       && !(status = read_top(&json, rows, &top))) {
		}
		if (!status && !top.found)
			status = wrong(in, in->line, "an object", "\"results\" (libbench), a \"name\" with "
				"values, or the JSON of a tool in bench-format(5)");
		if (!status && array && !top.ramp)
			status = wrong(in, in->line, "an array of objects", "of ramps alone");
		if (!status)
			status = benchi_json_next(&json); /* nothing may follow a single object */
	}
	if (!status && array)
		status = benchi_json_next(&json);
	benchi_json_close(&json);
	return status;
}

/*
 * JSON lines: a series of objects.
 *
 * An object without a benchmark holds facts. In the others each number is a metric, except run (or
 * process, boot, block), round and exit_status; each text but the benchmark's name is a key. Tables
 * are read in the same way.
 */

/* Reads the facts or the values of one object. */
static bench_status take_line(benchi_input *in, benchi_record *record, benchi_rows *rows)
{
	const char *name = benchi_record_text(record, "benchmark",
	                                      benchi_record_text(record, "name", NULL));
	const benchi_field *version = benchi_record_find(record, "libbench");
	const benchi_field *exit = benchi_record_find(record, "exit_status");
	const benchi_field *anytime = benchi_record_find(record, BENCHI_ROW_ANYTIME);
	benchi_mark mark = { .run = 0 };
	bench_status status = BENCH_OK;
	char config[BENCHI_FILE_KEYS] = "";
	bool left_out = false;

	if (!name)
		return !version || (version->kind == BENCHI_FIELD_NUMBER && (version->number == 1
			|| version->number == OUR_VERSION)) ? take_facts(record, rows)
			: wrong(in, record->line, "another version of libbench's files", "version 1 or 2");
	for (size_t i = 0; i < record->n && !status; i++) {
		const benchi_field *f = &record->field[i];

		if (benchi_listed(BENCHI_RUN_KEYS, f->key))
			status = f->kind == BENCHI_FIELD_NUMBER || f->kind == BENCHI_FIELD_TEXT
			         ? mark_run(f, rows, &mark) : benchi_input_error(in, f->key, strlen(f->key),
			                                                         "a text or a number as its "
			                                                         "value");
		else if (!strcmp(f->key, "round")) {
			mark.has_round = f->kind == BENCHI_FIELD_NUMBER && benchi_is_round(f->number);
			if (!mark.has_round)
				return benchi_input_error(in, f->key, strlen(f->key),
				                          BENCHI_ROUND_EXPECTED " for it");
			mark.round = (uint32_t)f->number;
		}
		/* other texts are keys, except texts of several lines and texts for which there is no
		 * space */
		else if (f->kind == BENCHI_FIELD_TEXT && !strpbrk(f->text, "\n") && !strpbrk(f->key, "=\n")
		         && !benchi_listed("benchmark name unit", f->key))
			(void)benchi_file_key_set(config, benchi_word_of(f->key), benchi_word_of(f->text));
	}
	if (anytime && anytime->kind == BENCHI_FIELD_NUMBER) {
		rows->in_rounds = true;
		rows->anytime = rows->anytime || anytime->number > 0;
	}
	if (!status && exit && exit->kind == BENCHI_FIELD_NUMBER)
		status = benchi_rows_exit(rows, name, exit->number, &left_out);
	for (size_t i = 0; i < record->n && !status && !left_out; i++) {
		benchi_field *f = &record->field[i];
		const json_values values = { .benchmark = name, .config = config, .field = f,
			.mark = &mark,
			.metric = !strncmp(f->key, "value", 5) ? "" : f->key, /* "value" or "values": no
			                                                         metric */
			.unit = benchi_record_text(record, "unit", benchi_name_unit(f->key)),
			.aside = exit && benchi_name_aside(f->key) };

		if ((f->kind == BENCHI_FIELD_NUMBER || f->kind == BENCHI_FIELD_ARRAY)
		    && !benchi_listed(BENCHI_RUN_KEYS " round exit_status started " BENCHI_ROW_ANYTIME,
			f->key))
			status = take_values(rows, &values);
	}
	return status;
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
			status = take_line(in, &record, rows);
	}
	benchi_record_free(&record);
	benchi_json_close(&json);
	return status;
}
