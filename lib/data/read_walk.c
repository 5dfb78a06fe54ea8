/*
 * Walks through a JSON file of another tool by its form, a row of the table in read_forms.c.
 *
 * Each level of the file keeps a bit for each path of the form that still fits; what no path leads
 * to is passed over without being looked at.  A record's values are gathered by metric; at its end,
 * or where its name and keys are known, they become sets.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/data.h"

enum { NAME = 1000, AXES = 16, COUNTED_MOST = 10000000, LEVELS = BENCHI_JSON_DEPTH + 2 };

enum { KEYS = 4 };
static const char *const key_names[KEYS] = { "commit", "date", "machine", "environment" };

/* The values of a record for one metric. */
typedef struct column {
	const char *metric;    /* of the walk's names */
	char unit[24];
	double *x, middle;     /* middle: NaN for none */
	uint32_t *run;         /* of each value, from 1; 0: none */
	size_t n, capacity, runs_capacity;
	bool sorted, timed;    /* timed: in the record's unit of time */
} column;

/* What a record became.  Owns everything but the metrics' names. */
typedef struct record {
	char *name, *config;
	column *column;
	size_t n;
} record;

typedef struct form_walk {
	const benchi_form *form;
	const char *file;
	benchi_path_set paths;
	size_t star[BENCHI_FORM_PATHS]; /* the depth of each path's last *, from 1; 0: none */
	benchi_json json;
	benchi_rows *rows;
	benchi_name_table metrics;     /* their numbers are those of columns */
	char key_at[LEVELS][NAME];     /* the key of each level that a * stands for */
	size_t index[LEVELS];          /* the element of each level */
	size_t json_depth;             /* of the value that begins */
	size_t scope;                  /* the depth at which keys are known, from 1; 0: at once */

	/* of the record that is being read */
	char group[NAME], name[NAME], other[NAME], parameters[NAME], reason[200], metric[NAME];
	char time_unit[24], twins[BENCHI_FILE_KEYS];
	column *column;                /* one for each metric, perhaps empty */
	size_t columns, capacity;
	double *divisor, counted;      /* counted: the value of a pair, or NaN */
	size_t divisors, divisor_capacity, runs, exits, missing;
	bool failed, aggregate;

	/* of the file, or of a scope in it */
	char key[KEYS][NAME], file_name[NAME], file_unit[24];
	record *kept;
	size_t n, kept_capacity;
	uint64_t draw;                 /* the state of random numbers */
	bool middles, sorts;

	/* texts of another format, by package */
	benchi_name_table packages;
	struct log {
		char *text;
		size_t n, capacity;
	} *log;
	size_t logs, log_capacity;

	/* asv's grid */
	size_t result_at, params_at, samples_at, axes, failures;
	benchi_name_table axis[AXES];
	struct cell {
		double x;
		size_t of;                 /* the combination */
		bool sample;
	} *cell;
	size_t cells, cell_capacity, results;
} form_walk;

static column *column_of(form_walk *w, const char *metric)
{
	uint32_t i = benchi_name_table_add(&w->metrics, metric, strlen(metric));

	if (i == BENCHI_NO_NAME)
		return NULL;
	while (w->columns <= i) {
		if (!benchi_grow(&w->column, sizeof *w->column, w->columns, &w->capacity))
			return NULL;
		memset(&w->column[w->columns], 0, sizeof *w->column);
		w->column[w->columns].middle = (double)NAN;
		w->column[w->columns++].metric = w->metrics.text[i];
	}
	w->column[i].metric = w->metrics.text[i];
	return &w->column[i];
}

/* The column of what path p leads to. */
static column *column_at(form_walk *w, size_t p)
{
	const char *metric = w->form->path[p].metric;

	return column_of(w, metric ? metric : w->star[p] ? w->key_at[w->star[p] - 1] : "");
}

static bench_status column_add(form_walk *w, column *c, double x)
{
	if (!c || !benchi_grow(&c->x, sizeof *c->x, c->n, &c->capacity)
	    || (w->runs && !benchi_reserve(&c->run, sizeof *c->run, c->n + 1, &c->runs_capacity)))
		return benchi_no_memory("the values");
	if (w->runs)
		c->run[c->n] = (uint32_t)w->runs;
	c->x[c->n++] = x;
	return BENCH_OK;
}

/* A value, or how often the value before it was seen. */
static bench_status take_counted(form_walk *w, column *c)
{
	const benchi_json *j = &w->json;
	double x = w->counted;
	bench_status status = c ? BENCH_OK : benchi_no_memory("the values");

	if (isnan(x) || status) {
		w->counted = j->number;
		return status;
	}
	w->counted = (double)NAN;
	if (!benchi_is_round(j->number) || j->number + (double)c->n > COUNTED_MOST)
		return benchi_input_error(j->in, "another number", 14,
		                          "counts of a record's values, 1e7 at most");
	c->sorted = true;
	for (double n = j->number; n > 0 && !status; n--)
		status = column_add(w, c, x);
	return status;
}

/* A number, or a text that is one.  What is not (NaN, null, "<not counted>") is missing: counted,
 * and left out. */
static bench_status take_value(form_walk *w, size_t p)
{
	const benchi_json *j = &w->json;
	const benchi_form_path *path = &w->form->path[p];
	const char *after = j->token == BENCHI_JSON_TEXT ? j->text : NULL;
	double x = j->number;
	column *c;

	if (w->star[p] && (benchi_listed(w->form->skip, w->key_at[w->star[p] - 1])
	    || (j->token != BENCHI_JSON_NUMBER && j->token != BENCHI_JSON_NULL)))
		return BENCH_OK;
	if (after) {
		after = benchi_read_number(j->text, &x);
		if ((!after || *after) && *j->text != '<'
		    && !benchi_listed("NaN Infinity -Infinity", j->text))
			return benchi_input_error(j->in, j->text, j->length, "a number among the values");
		x = after && !*after ? x : (double)NAN;
	} else if (j->token != BENCHI_JSON_NUMBER)
		x = (double)NAN;
	if (!isfinite(x)) {
		w->missing += !after || *j->text != '<';
		return BENCH_OK;
	}
	c = column_at(w, p);
	if (!c)
		return benchi_no_memory("the values");
	c->timed = path->unit && *path->unit == '@';
	if (path->unit && !c->timed)
		strcpy(c->unit, path->unit);
	if (path->is == IS_COUNTED)
		return take_counted(w, c);
	if (path->is == IS_MIDDLE) {
		c->middle = x;
		return BENCH_OK;
	}
	c->sorted = c->sorted || path->is == IS_SORTED;
	return column_add(w, c, x);
}

/* "/key=value" behind the name, or among the keys for records that have one name. */
static void take_parameter(form_walk *w, size_t p, const char *value)
{
	const char *path = w->form->path[p].path, *dot = strrchr(path, '.');
	const char *key = w->star[p] ? w->key_at[w->star[p] - 1] : dot ? dot + 1 : path;
	size_t used = strlen(w->parameters);
	char slashed[NAME + 2];

	if (w->form->path[p].is == IS_PARAMETER) {
		snprintf(w->parameters + used, NAME - used, "/%s=%s", key, value);
		return;
	}
	snprintf(slashed, sizeof slashed, "/%s", key);
	if (!strpbrk(slashed, "=\n") && !strchr(value, '\n'))
		(void)benchi_file_key_set(w->twins, benchi_word_of(slashed), benchi_word_of(value));
}

/* The number of so many digits (or of fewer, where the text ends). */
static bool two_digits(const char *s, int n, double *number)
{
	char text[8];

	snprintf(text, sizeof text, "%.*s", n, s);
	return benchi_number(text, number) && *number >= 0;
}

/* Seconds since 1970 of "2026-11-27T12:28:15+01:00"; NaN: it is not such a text. */
static double seconds_of(const char *text)
{
	static const struct { int at, digits; } parts[6] = { { 0, 4 }, { 5, 2 }, { 8, 2 }, { 11, 2 },
		{ 14, 2 }, { 17, 2 } };
	double part[6], hours = 0, minutes = 0, days;
	const size_t length = strlen(text);
	const char *zone = text + (length < 19 ? length : 19);
	int year, month;

	for (int i = 0; i < 6; i++)
		if (length < 19 || !two_digits(text + parts[i].at, parts[i].digits, &part[i]))
			return (double)NAN;
	zone += strspn(zone, ".0123456789");
	if ((*zone == '+' || *zone == '-') && two_digits(zone + 1, 2, &hours))
		(void)two_digits(zone + 3 + (zone[3] == ':'), 2, &minutes);
	minutes = (*zone == '-' ? -1 : 1) * (60 * hours + minutes);
	month = (int)part[1];
	year = (int)part[0] - (month <= 2); /* a year that begins in March has its leap day last */
	days = 365.0 * year + year / 4 - year / 100 + year / 400
	       + (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + part[2] - 1 - 719468;
	return days * 86400 + part[3] * 3600 + (part[4] - minutes) * 60 + part[5];
}

static void take_key(form_walk *w, size_t key)
{
	const benchi_json *j = &w->json;
	double seconds = j->token == BENCHI_JSON_NUMBER ? j->number / 1e3
		: seconds_of(j->text ? j->text : "");

	if (key == IS_DATE - IS_COMMIT && (*w->key[key] || (j->token != BENCHI_JSON_NUMBER
	    && j->token != BENCHI_JSON_TEXT)))
		return;
	if (key == IS_DATE - IS_COMMIT && isfinite(seconds))
		(void)benchi_date_text(seconds, w->key[key]);
	else if (j->token == BENCHI_JSON_TEXT && strcmp(j->text, "unversioned"))
		snprintf(w->key[key], NAME, "%s", j->text);
}

static bench_status take_cell(form_walk *w, size_t depth);

/* Packages are tested at the same time and their pieces are mixed, so each has a log. */
static bench_status take_log(form_walk *w)
{
	uint32_t i = benchi_name_table_add(&w->packages, w->group, strlen(w->group));
	struct log *log;

	if (i == BENCHI_NO_NAME)
		return benchi_no_memory("the output");
	if (i == w->logs) {
		if (!benchi_grow(&w->log, sizeof *w->log, w->logs, &w->log_capacity))
			return benchi_no_memory("the output");
		memset(&w->log[w->logs++], 0, sizeof *w->log);
	}
	log = &w->log[i];
	if (!benchi_reserve(&log->text, 1, log->n + w->json.length + 1, &log->capacity))
		return benchi_no_memory("the output");
	memcpy(log->text + log->n, w->json.text, w->json.length + 1);
	log->n += w->json.length;
	return BENCH_OK;
}

/* Reads the logs unless status is an error already; frees them. */
static bench_status read_logs(form_walk *w, bench_status status)
{
	for (size_t i = 0; i < w->logs; i++) {
		benchi_input in = { .name = w->file, .buffer = w->log[i].text, .end = w->log[i].n,
			.capacity = w->log[i].n, .eof = true };

		status = status ? status : benchi_read_go(&in, w->rows);
		free(in.spare);
		free(w->log[i].text);
	}
	free(w->log);
	benchi_name_table_free(&w->packages);
	return status;
}

/* What path p leads to: a text, a number or a word. */
static bench_status take_leaf(form_walk *w, size_t p, size_t depth)
{
	const benchi_json *j = &w->json;
	const bool text = j->token == BENCHI_JSON_TEXT;
	char number[40];
	column *c;

	switch (w->form->path[p].is) {
	case IS_VALUE: case IS_SORTED: case IS_MIDDLE: case IS_COUNTED:
		return take_value(w, p);
	case IS_DIVISOR:
		if (!benchi_grow(&w->divisor, sizeof *w->divisor, w->divisors, &w->divisor_capacity))
			return benchi_no_memory("the values");
		w->divisor[w->divisors++] = j->token == BENCHI_JSON_NUMBER ? j->number : (double)NAN;
		return BENCH_OK;
	case IS_PARAMETER: case IS_TWIN:
		snprintf(number, sizeof number, "%.15g", j->number);
		if (text || j->token == BENCHI_JSON_NUMBER)
			take_parameter(w, p, text ? j->text : number);
		return BENCH_OK;
	case IS_COMMIT: case IS_DATE: case IS_MACHINE: case IS_ENVIRONMENT:
		take_key(w, w->form->path[p].is - IS_COMMIT);
		return BENCH_OK;
	case IS_FAILED:
		w->failed = w->failed || j->token == BENCHI_JSON_TRUE || (text && j->length);
		return BENCH_OK;
	case IS_EXIT:
		w->exits += j->token != BENCHI_JSON_NUMBER || j->number < 0 || j->number > 0;
		return BENCH_OK;
	case IS_COLUMN: case IS_CELL:
		return take_cell(w, depth);
	case IS_UNIT:
		c = text ? column_at(w, p) : NULL;
		if (c)
			snprintf(c->unit, sizeof c->unit, "%s", j->text);
		return c || !text ? BENCH_OK : benchi_no_memory("the values");
	default:
		break;
	}
	if (!text)
		return BENCH_OK;
	switch (w->form->path[p].is) {
	case IS_GROUP: snprintf(w->group, NAME, "%s", j->text); break;
	case IS_NAME: snprintf(w->name, NAME, "%s", j->text); break;
	case IS_OTHER_NAME: snprintf(w->other, NAME, "%s", j->text); break;
	case IS_FILE_NAME: snprintf(w->file_name, NAME, "%s", j->text); break;
	case IS_FILE_UNIT: snprintf(w->file_unit, sizeof w->file_unit, "%s", j->text); break;
	case IS_METRIC: snprintf(w->metric, NAME, "%s", j->text); break;
	case IS_LOG: return take_log(w);
	case IS_REASON: snprintf(w->reason, sizeof w->reason, "%s", j->text); break;
	case IS_TIME_UNIT: snprintf(w->time_unit, sizeof w->time_unit, "%s", j->text); break;
	case IS_KIND: w->aggregate = !strcmp(j->text, "aggregate"); break;
	default: break;
	}
	return BENCH_OK;
}

/*
 * The end of a record: its columns become sets.
 */

static void free_columns(column *c, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(c[i].x);
		free(c[i].run);
	}
	free(c);
}

static void free_record(record *r)
{
	free_columns(r->column, r->n);
	free(r->name);
	free(r->config);
}

/* Puts sorted values of each run into random order, so that no test of order sees one. */
static void shuffle(form_walk *w, column *c)
{
	for (size_t i = 1, from = 0; i < c->n; i++) {
		size_t place;
		double x = c->x[i];

		if (c->run && c->run[i] != c->run[i - 1])
			from = i;
		place = from + (size_t)benchi_random_below(&w->draw, i - from + 1);
		c->x[i] = c->x[place];
		c->x[place] = x;
	}
}

/* The values of a column, to the set of that name.  Runs are numbered on from those of the set. */
static bench_status put_column(form_walk *w, const record *r, column *c)
{
	char unit[24], number[24];
	const char *metric = *c->metric ? c->metric : w->metric;
	benchi_better better;
	uint32_t before = 0, last = 0;
	double number_before;
	benchi_set *set;
	bench_status status = BENCH_OK;
	size_t i;

	if (!c->n && isfinite(c->middle)) {
		status = column_add(w, c, c->middle);
		w->middles = true;
	}
	if (status || !c->n)
		return status;
	w->sorts = w->sorts || c->sorted;
	if (c->sorted)
		shuffle(w, c);
	snprintf(unit, sizeof unit, "%s", c->timed ? w->time_unit : *c->unit ? c->unit : w->file_unit);
	if (c->timed) { /* nanoseconds, as Google Benchmark's files have them by default */
		double factor = benchi_unit_ns(unit);

		if (!(factor > 0))
			return benchi_input_error(w->json.in, unit, strlen(unit), "the unit ns, us, ms or s");
		for (size_t k = 0; k < c->n; k++)
			c->x[k] *= factor;
		strcpy(unit, "ns");
	} else if (!strcmp(w->form->tool, "Google Benchmark"))
		snprintf(unit, sizeof unit, "%s", benchi_google_unit(metric));
	benchi_unit_plain(unit);
	better = benchi_better_of(metric, unit);
	if (!*metric)
		metric = better == BENCHI_BETTER_HIGHER ? "throughput" : benchi_unit_ns(unit) > 0 ? "time"
		       : benchi_unit_factor(unit, "B") > 0 ? "memory" : unit;
	i = benchi_rows_set_under(w->rows, benchi_word_of(r->name), benchi_word_of(metric),
		benchi_word_of(unit), benchi_word_of(r->config));
	if (i == SIZE_MAX)
		return benchi_no_memory("the values");
	set = &w->rows->set[i];
	set->better = better;
	set->unordered = set->unordered || c->sorted;
	set->aside = set->aside || !strncmp(metric, "p0.", 3) || !strncmp(metric, "p1.", 3); /* JMH's */
	if (isnan(benchi_unit_factor(unit, set->unit)))
		return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: %.100s: found values in '%s', expected '%s' "
			"as before", w->json.in->name, w->json.in->line, r->name, unit, set->unit);
	if (!set->n && !c->run && !w->rows->keep_rows) {
		free(set->x);
		set->x = c->x;
		set->n = c->n;
		set->capacity = c->capacity;
		c->x = NULL;
		c->n = c->capacity = 0;
		return BENCH_OK;
	}
	if (set->run && benchi_number(w->rows->runs.text[set->run[set->n - 1]], &number_before))
		before = (uint32_t)number_before;
	for (size_t k = 0; k < c->n && !status; k++) {
		benchi_mark mark = { .has_run = c->run != NULL, .row = benchi_rows_next(w->rows) };

		if (c->run && (!k || c->run[k] != c->run[k - 1])) {
			sprintf(number, "%lu", (unsigned long)before + c->run[k]);
			last = benchi_name_table_add(&w->rows->runs, number, strlen(number));
		}
		mark.run = last;
		status = last == BENCHI_NO_NAME ? benchi_no_memory("the values")
		       : benchi_set_add(set, c->x[k] * benchi_unit_factor(unit, set->unit), &mark);
	}
	return status;
}

static bool all_zero(const column *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->x[i] < 0 || c->x[i] > 0)
			return false;
	return true;
}

static bench_status put_record(form_walk *w, const record *r)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < r->n && !status; i++)
		if (!w->form->nonzero || !all_zero(&r->column[i]))
			status = put_column(w, r, &r->column[i]);
	return status;
}

/* The records of a scope, whose keys are known now. */
static bench_status put_scope(form_walk *w)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < w->n; i++) {
		record *r = &w->kept[i];
		char config[BENCHI_FILE_KEYS];

		snprintf(config, sizeof config, "%s", r->config);
		for (size_t k = 0; k < KEYS; k++)
			(void)benchi_file_key_set(config, benchi_word_of(key_names[k]),
				benchi_word_of(w->key[k]));
		free(r->config);
		r->config = benchi_copy(config, strlen(config));
		if (!*r->name && *w->file_name) {
			free(r->name);
			r->name = benchi_copy(w->file_name, strlen(w->file_name));
		}
		if (!status)
			status = r->config && r->name ? put_record(w, r) : benchi_no_memory("the values");
		free_record(r);
	}
	w->n = 0;
	memset(w->key, 0, sizeof w->key);
	return status;
}

/* "NAME" of target/criterion/NAME/new/sample.json, or what the benchmark.json beside it states. */
static void name_by_path(form_walk *w, char name[2 * NAME])
{
	const char *slash = strrchr(w->file, '/'), *begin = strstr(w->file, "criterion/"), *end = slash;
	char path[NAME + 20];
	FILE *file;

	snprintf(path, sizeof path, "%.*sbenchmark.json", (int)(slash && slash - w->file < NAME
		? slash - w->file + 1 : 0), w->file);
	file = fopen(path, "rb");
	if (file) {
		size_t n = fread(path, 1, 0, file);
		char text[8 * NAME], *id, *close;

		n = fread(text, 1, sizeof text - 1, file);
		fclose(file);
		text[n] = '\0';
		id = strstr(text, "\"full_id\":\"");
		close = id ? strchr(id + 11, '"') : NULL;
		if (close)
			snprintf(name, 2 * NAME, "%.*s", (int)(close - id - 11), id + 11);
	}
	while (end && end > w->file && end[-1] != '/')
		end--;
	if (*name || !end || end == w->file)
		return;
	end--; /* at the slash before "new" */
	for (const char *next = begin; next && (next = strstr(next + 1, "criterion/"));)
		begin = next;
	begin = begin && begin + 10 < end ? begin + 10 : NULL;
	if (begin && (!strncmp(end, "/new/", 5) || !strncmp(end, "/base/", 6)))
		snprintf(name, 2 * NAME, "%.*s", (int)(end - begin), begin);
}

/* The end of a record. */
static bench_status keep_record(form_walk *w)
{
	const benchi_form *f = w->form;
	const char *own = *w->name ? w->name : w->other;
	char name[4 * NAME] = "";
	record r = { .column = w->column, .n = w->columns };
	bench_status status = BENCH_OK;

	snprintf(name, sizeof name, "%s%s%s%s", w->group, *w->group && *own ? "/" : "", own,
		w->parameters);
	if (f->by_path)
		name_by_path(w, name);
	if (w->divisors && w->columns && w->column[0].n != w->divisors)
		return benchi_input_error(w->json.in, "another number", 14, "as many iterations as times");
	for (size_t i = 0; i < w->divisors && w->columns; i++)
		w->column[0].x[i] /= w->divisor[i];
	if (w->failed || w->aggregate)
		status = w->failed ? benchi_rows_note(w->rows, "%.100s failed (%.150s): left out", name,
			*w->reason ? w->reason : "no message")
			: benchi_rows_note(w->rows, "aggregates (mean, median, ...) are not measurements: left "
				"out");
	else {
		if (w->exits)
			status = benchi_rows_note(w->rows, "%zu runs of '%.100s' failed, and are counted",
				w->exits, name);
		if (w->missing && !status)
			status = benchi_rows_note(w->rows, "%.100s: %zu that are no number (NaN, null): left "
				"out", name, w->missing);
		r.name = name;
		r.config = w->twins;
		if (!status && !w->scope)
			status = put_record(w, &r);
		else if (!status && !benchi_grow(&w->kept, sizeof *w->kept, w->n, &w->kept_capacity))
			status = benchi_no_memory("the values");
		else if (!status) {
			r.name = benchi_copy(name, strlen(name));
			r.config = benchi_copy(w->twins, strlen(w->twins));
			w->kept[w->n++] = r;
			w->column = NULL;
			w->columns = w->capacity = 0;
			if (!r.name || !r.config)
				status = benchi_no_memory("the values");
		}
	}
	for (size_t i = 0; i < w->columns; i++) {
		w->column[i].n = 0;
		w->column[i].middle = (double)NAN;
		w->column[i].sorted = w->column[i].timed = false;
		*w->column[i].unit = '\0';
	}
	*w->name = *w->other = *w->parameters = *w->reason = *w->metric = *w->twins = '\0';
	strcpy(w->time_unit, "ns");
	w->divisors = w->runs = w->exits = w->missing = 0;
	w->failed = w->aggregate = false;
	w->counted = (double)NAN;
	return status;
}

/*
 * asv: a record is an array of columns, which hold the median of each combination of parameters,
 * the texts of each parameter, and perhaps the samples of each combination.
 */

static bench_status take_cell(form_walk *w, size_t depth)
{
	const benchi_json *j = &w->json;
	const bool number = j->token == BENCHI_JSON_NUMBER, text = j->token == BENCHI_JSON_TEXT;
	const size_t at = w->index[2], k = w->index[3];

	if (depth == 2) { /* of result_columns */
		w->result_at = text && !strcmp(j->text, "result") ? w->index[1] : w->result_at;
		w->params_at = text && !strcmp(j->text, "params") ? w->index[1] : w->params_at;
		w->samples_at = text && !strcmp(j->text, "samples") ? w->index[1] : w->samples_at;
		return BENCH_OK;
	}
	w->failures += depth == 3 && at == w->result_at;
	if (depth == 5 && at == w->params_at && text) {
		if (k >= AXES)
			return benchi_input_error(j->in, j->text, j->length, "at most 16 parameters");
		w->axes = k + 1;
		return benchi_name_table_add(&w->axis[k], j->text, j->length) == BENCHI_NO_NAME
		       ? benchi_no_memory("the parameters") : BENCH_OK;
	}
	if (!(depth == 4 && at == w->result_at) && !(depth == 5 && at == w->samples_at && number))
		return BENCH_OK;
	if (!benchi_grow(&w->cell, sizeof *w->cell, w->cells, &w->cell_capacity))
		return benchi_no_memory("the values");
	w->cell[w->cells++] = (struct cell){ number ? j->number : (double)NAN, k, depth == 5 };
	w->results += depth == 4;
	return BENCH_OK;
}

/* "module.time_f(first, second)", of combination k: the last axis goes through first. */
static void name_combination(const form_walk *w, const char *base, size_t k, char name[NAME])
{
	size_t behind = w->results, n = (size_t)snprintf(name, NAME, "%s", base);

	for (size_t i = 0; i < w->axes && n < NAME; i++) {
		behind /= w->axis[i].n;
		n += (size_t)snprintf(name + n, NAME - n, "%s%s%s", i ? ", " : "(",
			w->axis[i].text[k / behind % w->axis[i].n], i + 1 == w->axes ? ")" : "");
	}
}

static bench_status keep_record(form_walk *w);

static bench_status keep_grid(form_walk *w)
{
	const char *last = strrchr(w->name, '.'), *unit;
	bench_status status = BENCH_OK;
	size_t combinations = 1, cells = w->cells;
	char base[NAME];

	strcpy(base, w->name);
	last = last ? last + 1 : w->name;
	unit = !strncmp(last, "mem_", 4) || !strncmp(last, "peakmem_", 8) ? "B"
	     : !strncmp(last, "track_", 6) ? "" : "s";
	for (size_t i = 0; i < w->axes; i++)
		combinations *= w->axis[i].n;
	if (w->results && combinations != w->results)
		return benchi_input_error(w->json.in, base, strlen(base),
			"a value for each combination of its parameters");
	w->cells = 0;
	for (size_t k = 0; k < w->results && !status; k++) {
		column *c = column_of(w, "");

		name_combination(w, base, k, w->name);
		if (c)
			strcpy(c->unit, unit);
		for (size_t i = 0; i < cells && c && !status; i++)
			if (w->cell[i].of == k && w->cell[i].sample)
				status = column_add(w, c, w->cell[i].x);
			else if (w->cell[i].of == k)
				c->middle = w->cell[i].x;
		w->failures += c && !c->n && isnan(c->middle);
		status = status ? status : c ? keep_record(w) : benchi_no_memory("the values");
	}
	if (w->failures && !status)
		status = benchi_rows_note(w->rows, "%.100s: %zu failed or skipped: left out", base,
			w->failures);
	for (size_t i = 0; i < w->axes; i++)
		benchi_name_table_free(&w->axis[i]);
	w->axes = w->failures = w->results = 0;
	*w->name = '\0';
	return status;
}

/*
 * The walk.
 */

/* A container or a leaf begins, to which these paths lead. */
static void begin_value(form_walk *w, uint64_t here)
{
	for (size_t p = 0; here >> p; p++) {
		benchi_form_role is = here >> p & 1 ? w->form->path[p].is : IS_NOTHING;

		w->runs += is == IS_RUN;
		w->failed = w->failed || (is == IS_FAILED && w->json.token == BENCHI_JSON_OBJECT);
		if (is == IS_NAME && w->star[p] == w->json_depth)
			snprintf(w->name, NAME, "%s", w->key_at[w->star[p] - 1]);
		else if (is == IS_GROUP && w->star[p] == w->json_depth)
			snprintf(w->group, NAME, "%s", w->key_at[w->star[p] - 1]);
	}
}

/* The value whose first token was read, to which these paths still fit. */
static bench_status walk_value(form_walk *w, uint64_t fit, size_t depth)
{
	const bool object = w->json.token == BENCHI_JSON_OBJECT;
	const uint64_t here = depth <= BENCHI_PATH_PARTS ? fit & w->paths.ends[depth] : 0;
	uint64_t any = 0, below;
	bench_status status = BENCH_OK;

	if (!fit)
		return benchi_json_skip(&w->json);
	w->json_depth = depth;
	begin_value(w, here);
	if (!object && w->json.token != BENCHI_JSON_ARRAY) {
		for (size_t p = 0; here >> p && !status; p++)
			if (here >> p & 1)
				status = take_leaf(w, p, depth);
		return status;
	}
	below = object ? 0 : benchi_paths_below(&w->paths, fit, depth, "[]", 2, &any);
	for (size_t k = 0; !status && !(status = benchi_json_next(&w->json)); k++) {
		if (w->json.token == (object ? BENCHI_JSON_OBJECT_END : BENCHI_JSON_ARRAY_END))
			break;
		w->index[depth] = k;
		if (object) {
			below = benchi_paths_below(&w->paths, fit, depth, w->json.text, w->json.length, &any);
			if (!below && any) {
				below = any;
				snprintf(w->key_at[depth], NAME, "%s", w->json.text);
			}
			status = benchi_json_next(&w->json);
		}
		if (!status)
			status = walk_value(w, below, depth + 1);
	}
	for (size_t p = 0; here >> p && !status; p++)
		if (here >> p & 1 && w->form->path[p].is == IS_RECORD)
			status = w->results || w->failures ? keep_grid(w) : keep_record(w);
	if (!status && w->scope == depth + 1)
		status = put_scope(w);
	return status;
}

static bench_status walk_file(form_walk *w)
{
	bench_status status = BENCH_OK;

	while (!status) {
		benchi_json_pass_comments(&w->json);
		status = benchi_json_next(&w->json);
		if (status || w->json.token == BENCHI_JSON_END)
			break;
		status = walk_value(w, w->paths.all, 0);
	}
	if (!status && w->scope)
		status = put_scope(w);
	return status;
}

bench_status benchi_form_read(const benchi_form *form, benchi_input *in, benchi_rows *rows)
{
	form_walk *w = calloc(1, sizeof *w);
	bench_status status = BENCH_OK;

	if (!w)
		return benchi_no_memory("the values");
	if (!form->sign[0] && benchi_ends_in(in->name, "tukey.json")) {
		free(w);
		return benchi_fail(BENCH_ERR_INPUT,
			"%s:1: criterion's fences are no measurements: sample.json "
			"beside it is read", in->name);
	}
	w->form = form;
	w->file = in->name;
	w->rows = rows;
	w->counted = (double)NAN;
	w->params_at = 1;
	w->samples_at = SIZE_MAX;
	strcpy(w->time_unit, "ns");
	for (size_t p = 0; p < BENCHI_FORM_PATHS && form->path[p].is; p++) {
		benchi_path_add(&w->paths, p, form->path[p].path);
		for (size_t i = 0; i < BENCHI_PATH_PARTS && w->paths.part[p][i].length; i++)
			if (*w->paths.part[p][i].text == '*')
				w->star[p] = i + 1;
	}
	w->scope = form->scope ? 1 + (*form->scope != '\0') : 0; /* parts, and one */
	for (const char *at = form->scope; at && *at; at++)
		w->scope += *at == '.' || *at == '[';
	rows->cases = !form->rivals && form->path[1].is < IS_PARAMETER;
	benchi_json_open(&w->json, in);
	w->json.lenient = true;
	w->json.series = form->lines;
	w->json.value_due = !form->lines;
	status = walk_file(w);
	status = read_logs(w, status);
	if (!status && !rows->sets && !rows->notes.n)
		status = benchi_fail(BENCH_ERR_INPUT, "%s:%zu: found no values of %s", in->name, in->line,
		                     form->tool);
	if (!status && form->remark)
		status = benchi_rows_note(rows, "%s", form->remark);
	if (!status && w->middles && form->middle)
		status = benchi_rows_note(rows, "%s", form->middle);
	if (!status && w->sorts && form->sorted)
		status = benchi_rows_note(rows, "%s", form->sorted);
	benchi_json_close(&w->json);
	for (size_t i = 0; i < w->n; i++)
		free_record(&w->kept[i]);
	free(w->kept);
	free_columns(w->column, w->columns);
	free(w->divisor);
	free(w->cell);
	benchi_name_table_free(&w->metrics);
	for (size_t i = 0; i < AXES; i++)
		benchi_name_table_free(&w->axis[i]);
	free(w);
	return status;
}
