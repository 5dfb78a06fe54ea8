/*
 * Walks through a JSON file of another tool by its form, see forms.c.
 *
 * At each level the walk knows which paths of the form still fit. It skips what no path leads to.
 * Values are collected per record and metric. At the end of the record, or where its name and keys
 * are complete, they are added to sets.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/read/read.h"

enum { NAME = 1000, AXES = 16, COUNTED_MOST = 10000000, LEVELS = BENCHI_JSON_DEPTH + 2 };

enum { KEYS = 4 };
static const char *const key_names[KEYS] = { "commit", "date", "machine", "environment" };

/* Values of a record for one metric. */
typedef struct column {
	const char *metric;    /* in the walk's names */
	char unit[24];
	double *x, middle;     /* middle: median, or NaN */
	uint32_t *run;         /* run of each value, from 1, or NULL */
	size_t n, capacity, runs_capacity;
	bool sorted, timed;    /* timed: values are in the record's unit of time */
	/* cached names of the previous record's set; valid while the stated unit is the same */
	char named_for[24], set_unit[24];
	const char *set_metric; /* NULL: not known yet */
	double factor;
	benchi_better better;
	size_t set;            /* index of the set; SIZE_MAX if unknown */
} column;

/* A completed record, which owns all but the names of its metrics. */
typedef struct record {
	char *name, *config;
	column *column;
	size_t n;
} record;

typedef struct form_walk {
	const benchi_form *form;
	bool lines, named;             /* named: records have names */
	size_t scope;                  /* the form's scope; 0 for bare records */
	const char *file;              /* name of the file, for messages */
	benchi_path_set paths;         /* those of the form */
	size_t star[BENCHI_FORM_PATHS]; /* depth of each path's last *, from 1; 0 if it has none */
	benchi_json json;
	benchi_rows *rows;
	benchi_name_table metrics;     /* numbered like the columns */
	char key_at[LEVELS][NAME];     /* key at each level, where a path has a * */
	struct seen {                  /* cache: records have the same keys in the same places */
		uint64_t fit, below;       /* fit: paths that fit above the key; below: those that also fit
		                              the key */
		size_t length;
		char key[32];
		bool star;
	} seen[LEVELS][16];
	uint32_t last[BENCHI_FORM_PATHS]; /* column of each path */
	size_t index[LEVELS];          /* array index at each level */
	/* of the current record */
	char group[NAME], name[NAME], other[NAME], parameters[NAME], reason[200], metric[NAME];
	char time_unit[24], twins[BENCHI_FILE_KEYS];
	column *column;                /* one per metric, perhaps empty */
	size_t columns, capacity;
	double *divisor, counted;      /* counted: first number of a pair, or NaN */
	size_t divisors, divisor_capacity, runs, exits, missing;
	const char *unmeasured; /* what the record holds instead of a measurement, or NULL */
	bool failed;            /* the record says that it failed */
	bool unnamed;           /* an earlier record had no name */
	bool remarked;          /* the form's remark applies */

	uint32_t *run_name;            /* index of each run's name in rows->runs */
	size_t run_names, run_capacity;

	/* of the file, or of a scope within the file */
	char key[KEYS][NAME], file_name[NAME], file_unit[24];
	record *kept;                  /* n records, which wait for the end of their scope */
	size_t n, kept_capacity;
	uint64_t draw;                 /* state of the random numbers */
	bool middles, sorts;           /* some values are medians; some were sorted by the tool */

	/* output in other formats, by package */
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
		size_t combination;        /* index of the combination */
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
		w->column[w->columns] = (column){ .metric = w->metrics.text[w->columns], .middle = NAN,
			.set = SIZE_MAX };
		w->columns++;
	}
	return &w->column[i];
}

/* Returns the column of path p, usually that of the last call or the next one; NULL when out of
 * memory. */
static column *column_at(form_walk *w, size_t p)
{
	const char *stated = w->form->path[p].metric;
	const char *metric = stated ? stated : w->star[p] ? w->key_at[w->star[p] - 1] : "";
	column *c;

	for (size_t i = w->last[p]; i < w->columns && i < w->last[p] + 2; i++)
		if (!strcmp(w->column[i].metric, metric)) {
			w->last[p] = (uint32_t)i;
			return &w->column[i];
		}
	c = column_of(w, metric);
	w->last[p] = c ? (uint32_t)(c - w->column) : 0;
	return c;
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

/* Returns the column for a value of path p, with its unit; NULL when out of memory. */
static column *value_column(form_walk *w, size_t p)
{
	const benchi_form_path *path = &w->form->path[p];
	column *c = column_at(w, p);

	if (!c)
		return NULL;
	c->timed = path->unit && *path->unit == '@';
	c->sorted = c->sorted || path->is == IS_SORTED;
	if (path->unit && !c->timed)
		strcpy(c->unit, path->unit);
	return c;
}

/* Reads a number, or a text that is a number. Counts anything else (NaN, null, "<not counted>") as
 * missing. */
static bench_status take_value(form_walk *w, size_t p)
{
	const benchi_json *j = &w->json;
	const benchi_form_path *path = &w->form->path[p];
	const char *after = j->token == BENCHI_JSON_TEXT ? j->text : NULL;
	double x = j->number;
	bench_status status = BENCH_OK;
	column *c;

	if (w->star[p] && j->token != BENCHI_JSON_NUMBER && j->token != BENCHI_JSON_NULL)
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
		w->missing += j->token != BENCHI_JSON_TEXT || *j->text != '<';
		return BENCH_OK;
	}
	c = value_column(w, p);
	if (!c)
		return benchi_no_memory("the values");
	if (path->is == IS_MIDDLE)
		c->middle = x;
	else if (path->is != IS_COUNTED)
		status = column_add(w, c, x);
	else if (isnan(w->counted)) /* first of a pair */
		w->counted = x;
	else {                      /* second: number of occurrences */
		if (!benchi_is_round(x) || x + (double)c->n > COUNTED_MOST)
			return benchi_input_error(j->in, "another number", 14,
			                          "counts of a record's values, 1e7 at most");
		for (c->sorted = true; x > 0 && !status; x--)
			status = column_add(w, c, w->counted);
		w->counted = (double)NAN;
	}
	return status;
}

/* Appends "/key=value" to the name, or adds it to the keys for names that repeat. */
static void take_parameter(form_walk *w, size_t p, const char *value)
{
	const char *key = w->star[p] ? w->key_at[w->star[p] - 1]
	                             : strrchr(w->form->path[p].path, '.') + 1;
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

static void take_key(form_walk *w, size_t key)
{
	const benchi_json *j = &w->json;
	double seconds = j->token == BENCHI_JSON_NUMBER ? j->number / 1e3
		: benchi_date_seconds(j->token == BENCHI_JSON_TEXT ? j->text : "");

	if (key == IS_DATE - IS_COMMIT && (*w->key[key] || (j->token != BENCHI_JSON_NUMBER
	    && j->token != BENCHI_JSON_TEXT)))
		return;
	if (key == IS_DATE - IS_COMMIT && isfinite(seconds))
		(void)benchi_date_text(seconds, w->key[key]);
	else if (j->token == BENCHI_JSON_TEXT && strcmp(j->text, "unversioned"))
		snprintf(w->key[key], NAME, "%s", j->text);
}

static bench_status take_cell(form_walk *w, size_t depth);

/* Adds output to the log of its package, because go test runs packages at the same time and mixes
 * their output. */
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

/* Copies the token's text, cut to size - 1 bytes. */
static void keep_text(char *to, size_t size, const benchi_json *json)
{
	const size_t n = json->length < size ? json->length : size - 1;

	memcpy(to, json->text, n);
	to[n] = '\0';
}

/* Reads the value of path p that is not a container. */
static bench_status take_leaf(form_walk *w, size_t p, size_t depth)
{
	const benchi_json *j = &w->json;
	const bool text = j->token == BENCHI_JSON_TEXT;
	size_t size = NAME;
	char number[40], *to = NULL;
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
		if (!text)
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
	case IS_LOG:
		return text ? take_log(w) : BENCH_OK;
	case IS_KIND:
		if (text)
			w->unmeasured = strcmp(j->text, "aggregate") ? NULL : "aggregates (mean, median, ...)";
		return BENCH_OK;
	case IS_REMARKED:
		w->remarked = true;
		return BENCH_OK;
	case IS_WARM_UP:
		w->unmeasured = j->token == BENCHI_JSON_TRUE ? "warm-up runs" : w->unmeasured;
		return BENCH_OK;
	case IS_GROUP: to = w->group; break;
	case IS_NAME: to = w->name; break;
	case IS_OTHER_NAME: to = w->other; break;
	case IS_METRIC: to = w->metric; break;
	case IS_FILE_NAME: to = w->file_name; break;
	case IS_FILE_UNIT: to = w->file_unit; size = sizeof w->file_unit; break;
	case IS_TIME_UNIT: to = w->time_unit; size = sizeof w->time_unit; break;
	case IS_REASON: to = w->reason; size = sizeof w->reason; break;
	default: break;
	}
	if (text && to)
		keep_text(to, size, j);
	return BENCH_OK;
}

/*
 * End of a record: columns become sets.
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

/* Finds the set of a column, or makes a new one. Usually that is the set of the previous record, or
 * the one after the set of the previous column. */
static bench_status set_of_column(form_walk *w, const record *r, column *c)
{
	benchi_rows *rows = w->rows;
	const size_t likely[] = { c->set, c > r->column ? c[-1].set + 1 : SIZE_MAX };
	const char *metric = *c->metric ? c->metric : w->metric;
	const char *units = w->form->units;
	const char *stated = c->timed ? w->time_unit : *c->unit ? c->unit : w->file_unit;
	char listed[24];

	if (!*stated && benchi_listed(units, metric)) {
		snprintf(listed, sizeof listed, "%.*s", (int)strcspn(units, " "), units);
		stated = listed;
	}
	if (!c->set_metric || strcmp(c->named_for, stated) != 0 || (!*c->metric && *w->metric)) {
		strcpy(c->named_for, stated);
		strcpy(c->set_unit, c->timed ? "ns" : stated);
		c->factor = c->timed ? benchi_unit_ns(stated) : 1; /* Google Benchmark's default is ns */
		if (!(c->factor > 0))
			return benchi_input_error(w->json.in, stated, strlen(stated),
			                          "the unit ns, us, ms or s");
		benchi_unit_plain(c->set_unit);
		c->better = benchi_better_of(metric, c->set_unit);
		c->set_metric = *metric ? metric : c->better == BENCHI_BETTER_HIGHER ? "throughput"
		              : benchi_unit_factor(c->set_unit, "s") > 0 ? "time"
		              : benchi_unit_factor(c->set_unit, "B") > 0 ? "memory" : c->set_unit;
	}
	for (size_t i = 0; i < 2; i++) {
		const benchi_set *s = likely[i] < rows->sets ? &rows->set[likely[i]] : NULL;

		if (s && !strcmp(s->metric, c->set_metric) && !strcmp(s->benchmark, r->name)
		    && !strcmp(s->config, r->config)) {
			c->set = likely[i];
			return BENCH_OK;
		}
	}
	c->set = benchi_rows_set_under(rows, benchi_word_of(r->name), benchi_word_of(c->set_metric),
		benchi_word_of(c->set_unit), benchi_word_of(r->config));
	return c->set == SIZE_MAX ? benchi_no_memory("the values") : BENCH_OK;
}

/* Adds the values of a column to its set. Runs continue the numbers of the set. */
static bench_status put_column(form_walk *w, const record *r, column *c)
{
	benchi_rows *rows = w->rows;
	double before = 0, factor;
	benchi_set *set;
	bench_status status = BENCH_OK;

	if (!c->n && isfinite(c->middle)) {
		status = column_add(w, c, c->middle);
		w->middles = true;
	}
	if (status || !c->n)
		return status;
	w->sorts = w->sorts || c->sorted;
	/* shuffle each run: tests that depend on order would find a trend in a sorted sample */
	for (size_t i = 1, from = 0; c->sorted && i < c->n; i++) {
		const double x = c->x[i];
		size_t place;

		if (c->run && c->run[i] != c->run[i - 1])
			from = i;
		place = from + (size_t)benchi_random_below(&w->draw, i - from + 1);
		c->x[i] = c->x[place];
		c->x[place] = x;
	}
	status = set_of_column(w, r, c);
	if (status)
		return status;
	set = &rows->set[c->set];
	set->better = c->better;
	set->unordered = set->unordered || c->sorted;
	set->aside = set->aside || !strncmp(c->set_metric, "p0.", 3) /* percentiles of JMH */
	             || !strncmp(c->set_metric, "p1.", 3);
	factor = c->factor * benchi_unit_factor(c->set_unit, set->unit);
	if (isnan(factor))
		return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: %.100s: found the unit '%s', expected a "
			"unit that converts to '%s', as in earlier values", w->json.in->name, w->json.in->line,
			r->name, c->set_unit, set->unit);
	if (!set->n && c->n > 8 && !c->run && !(factor < 1) && !(factor > 1)) {
		free(set->x);
		set->x = c->x;
		set->n = c->n;
		set->capacity = c->capacity;
		c->x = NULL;
		c->n = c->capacity = 0;
		return BENCH_OK;
	}
	if (set->run)
		(void)benchi_number(rows->runs.text[set->run[set->n - 1]], &before);
	for (size_t k = 0; k < c->n && !status; k++) {
		benchi_mark mark = { .has_run = c->run != NULL };
		const size_t run = mark.has_run ? (size_t)before + c->run[k] : 0;
		char number[24];

		for (; mark.has_run && w->run_names <= run && !status; w->run_names++)
			if (!benchi_grow(&w->run_name, sizeof *w->run_name, w->run_names, &w->run_capacity)
			    || (w->run_name[w->run_names] = benchi_name_table_add(&rows->runs, number,
			        (size_t)sprintf(number, "%zu", w->run_names))) == BENCHI_NO_NAME)
				status = benchi_no_memory("the values");
		mark.run = mark.has_run && !status ? w->run_name[run] : 0;
		status = status ? status : benchi_set_add(set, c->x[k] * factor, &mark);
	}
	return status;
}

static bench_status put_record(form_walk *w, const record *r)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < r->n && !status; i++) {
		column *c = &r->column[i];
		bool zero = w->form->nonzero;

		for (size_t k = 0; k < c->n && zero; k++)
			zero = !(c->x[k] < 0 || c->x[k] > 0);
		if (!zero)
			status = put_column(w, r, c);
	}
	return status;
}

/* Adds the records of a scope to the sets, now that their keys are complete. */
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

/* Finds criterion's name: "full_id" in benchmark.json, or NAME in
 * target/criterion/NAME/new/sample.json. */
static void name_by_path(form_walk *w, char name[2 * NAME])
{
	const char *slash = strrchr(w->file, '/'), *begin = strstr(w->file, "criterion/"), *end = slash;
	char path[NAME + 20];
	FILE *file;

	snprintf(path, sizeof path, "%.*sbenchmark.json", (int)(slash && slash - w->file < NAME
		? slash - w->file + 1 : 0), w->file);
	file = fopen(path, "rb");
	if (file) {
		char text[8 * NAME], *id, *close;
		size_t n = fread(text, 1, sizeof text - 1, file);

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
	end--; /* back to the slash before "new" */
	for (const char *next = begin; next && (next = strstr(next + 1, "criterion/"));)
		begin = next;
	begin = begin && begin + 10 < end ? begin + 10 : NULL;
	if (begin && (!strncmp(end, "/new/", 5) || !strncmp(end, "/base/", 6)))
		snprintf(name, 2 * NAME, "%.*s", (int)(end - begin), begin);
}

/* Appends text to a name and returns its new length. */
static size_t put(char *name, size_t used, const char *text)
{
	const size_t n = strlen(text);

	memcpy(name + used, text, n + 1);
	return used + n;
}

/* Ends a record: adds its values to sets, or keeps them until the end of the scope. */
static bench_status keep_record(form_walk *w)
{
	const benchi_form *f = w->form;
	const char *own = *w->name ? w->name : w->other;
	char name[4 * NAME];
	size_t used = 0;
	record r = { .column = w->column, .n = w->columns };
	bench_status status = BENCH_OK;
	bool values = false;

	/* a rate of failures has its values in records that failed */
	w->failed = w->failed && (!f->units || !*w->metric || benchi_listed(f->units, w->metric));
	used = put(name, used, w->group);
	used = put(name, used, *w->group && *own ? "/" : "");
	(void)put(name, put(name, used, own), w->parameters);
	if (f->by_path)
		name_by_path(w, name);
	if (w->divisors && w->columns && w->column[0].n != w->divisors)
		return benchi_fail(BENCH_ERR_INPUT, "%s:%zu: found %zu iterations for %zu times, expected "
			"as many", w->json.in->name, w->json.in->line, w->divisors, w->column[0].n);
	for (size_t i = 0; i < w->divisors && w->columns; i++)
		w->column[0].x[i] /= w->divisor[i];
	for (size_t i = 0; i < w->columns; i++)
		values = values || w->column[i].n || !isnan(w->column[i].middle);
	if (f->weak && !values)
		return benchi_input_error(w->json.in, name, strlen(name), "a value of %s there", f->tool);
	if (w->named && !w->lines && values && !*name && !w->failed) {
		if (w->unnamed)
			return benchi_input_error(w->json.in, "results without names", 21,
				"a name for each%s%s", f->unnamed ? ": " : "", f->unnamed ? f->unnamed : "");
		w->unnamed = true;
	}
	if (w->failed || w->unmeasured)
		status = w->failed ? benchi_rows_note(w->rows, "%.100s failed (%.150s): left out",
			*name ? name : "a result", *w->reason ? w->reason : "no message")
			: benchi_rows_note(w->rows, "%s are not measurements: left out", w->unmeasured);
	else {
		if (w->exits)
			status = benchi_rows_note(w->rows, "%zu runs of '%.100s' exited with an error; "
				"their times are included",
				w->exits, name);
		if (!values && *own && !w->missing && !w->lines)
			status = benchi_rows_note(w->rows, "%.100s holds no values: left out", name);
		if (w->missing && !status)
			status = benchi_rows_note(w->rows, "%.100s: %zu values are no numbers (NaN, null): "
				"left out", *name ? name : "values", w->missing);
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
	w->failed = false;
	w->unmeasured = NULL;
	w->counted = (double)NAN;
	return status;
}

/*
 * asv: a record is an array of columns, with the median of each combination of parameters, the
 * values of each parameter, and perhaps the samples of each combination.
 */

static bench_status take_cell(form_walk *w, size_t depth)
{
	const benchi_json *j = &w->json;
	const bool number = j->token == BENCHI_JSON_NUMBER, text = j->token == BENCHI_JSON_TEXT;
	const size_t at = w->index[2], k = w->index[3];

	if (depth == 2) { /* a key in result_columns */
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

/* Makes one record per combination, "module.time_f(first, second)". The last parameter varies
 * fastest. */
static bench_status keep_grid(form_walk *w)
{
	const char *last = strrchr(w->name, '.'), *unit;
	bench_status status = BENCH_OK;
	size_t combinations = 1, cells = w->cells, behind, n;
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

		behind = w->results;
		n = (size_t)snprintf(w->name, NAME, "%s", base);
		for (size_t i = 0; i < w->axes && n < NAME; i++) {
			behind /= w->axis[i].n;
			n += (size_t)snprintf(w->name + n, NAME - n, "%s%s%s", i ? ", " : "(",
				w->axis[i].text[k / behind % w->axis[i].n], i + 1 == w->axes ? ")" : "");
		}
		if (c)
			strcpy(c->unit, unit);
		for (size_t i = 0; i < cells && c && !status; i++)
			if (w->cell[i].combination == k && w->cell[i].sample)
				status = column_add(w, c, w->cell[i].x);
			else if (w->cell[i].combination == k)
				c->middle = w->cell[i].x;
		w->failures += c && !c->n && isnan(c->middle);
		if (!status && c && (c->n || !isnan(c->middle)))
			status = keep_record(w);
		status = status || c ? status : benchi_no_memory("the values");
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

/* Returns the paths that fit at the key just read. */
static uint64_t paths_of_key(form_walk *w, struct seen *seen, uint64_t fit, size_t depth)
{
	const char *key = w->json.text;
	const size_t length = w->json.length;
	uint64_t any;

	if (seen->fit != fit || seen->length != length || memcmp(seen->key, key, length) != 0) {
		seen->below = benchi_paths_below(&w->paths, fit, depth, key, length, &any);
		seen->star = !seen->below && any && !benchi_listed(w->form->skip, key);
		seen->below = seen->star ? any : seen->below;
		seen->fit = length < sizeof seen->key ? fit : 0;
		seen->length = length;
		if (seen->fit)
			memcpy(seen->key, key, length);
	}
	if (seen->star)
		keep_text(w->key_at[depth], NAME, &w->json);
	return seen->below;
}

/* Walks the value whose first token was read. fit: paths that fit so far. */
static bench_status walk_value(form_walk *w, uint64_t fit, size_t depth)
{
	const bool object = w->json.token == BENCHI_JSON_OBJECT;
	const uint64_t here = depth <= BENCHI_PATH_PARTS ? fit & w->paths.ends[depth] : 0;
	uint64_t below, any;
	size_t only = 0;      /* path of an array's elements */
	bool values;          /* true if the elements are values */
	column *c = NULL;
	bench_status status = BENCH_OK;

	if (!fit)
		return benchi_json_skip(&w->json);
	for (size_t p = 0; here >> p; p++) { /* continue with the paths that follow from the key, or
	                                        from the kind of value */
		const benchi_form_role is = here >> p & 1 ? w->form->path[p].is : IS_ROLES;

		w->runs += is == IS_RUN;
		w->failed = w->failed || (is == IS_FAILED && object);
		if ((is == IS_NAME || is == IS_GROUP) && depth && w->star[p] == depth)
			snprintf(is == IS_NAME ? w->name : w->group, NAME, "%s", w->key_at[depth - 1]);
	}
	if (!object && w->json.token != BENCHI_JSON_ARRAY) {
		for (size_t p = 0; here >> p && !status; p++)
			if (here >> p & 1)
				status = take_leaf(w, p, depth);
		return status;
	}
	below = object ? 0 : benchi_paths_below(&w->paths, fit, depth, "[]", 2, &any);
	while (!object && below >> only && !(below >> only & 1))
		only++;
	values = below && below == (w->paths.ends[depth + 1] & (uint64_t)1 << only)
	         && (w->form->path[only].is == IS_VALUE || w->form->path[only].is == IS_SORTED);
	for (size_t k = 0; !status && !(status = benchi_json_next(&w->json)); k++) {
		if (w->json.token == (object ? BENCHI_JSON_OBJECT_END : BENCHI_JSON_ARRAY_END))
			break;
		w->index[depth] = k;
		if (object) {
			below = paths_of_key(w, &w->seen[depth][k % 16], fit, depth);
			w->json.unread = !below;
			status = benchi_json_next(&w->json);
			w->json.unread = false;
		}
		if (!status && values && w->json.token == BENCHI_JSON_NUMBER) {
			c = c ? c : value_column(w, only);
			status = column_add(w, c, w->json.number);
		} else if (!status)
			status = walk_value(w, below, depth + 1);
	}
	for (size_t p = 0; here >> p && !status; p++)
		if (here >> p & 1 && w->form->path[p].is == IS_RECORD)
			status = w->results || w->failures ? keep_grid(w) : keep_record(w);
	if (!status && w->scope == depth + 1)
		status = put_scope(w);
	return status;
}

/* Sets up the paths of a form. */
static void take_form(form_walk *w, const benchi_form *form, bool bare)
{
	const char *path = "";

	w->form = form;
	w->lines = form->lines || bare;
	w->scope = bare ? 0 : form->scope;
	w->remarked = true;
	for (size_t p = 0; path; p++) { /* the last one is the record */
		const benchi_form_role is = form->path[p].is;

		path = form->path[p].path;
		if (bare && path && *path == '/')
			continue;
		w->named = w->named || (is >= IS_GROUP && is <= IS_FILE_NAME);
		w->remarked = w->remarked && is != IS_REMARKED;
		benchi_path_add(&w->paths, p, bare ? "" : form->at, path ? path : "");
		for (size_t i = 0; i < BENCHI_PATH_PARTS && w->paths.part[p][i].length; i++)
			if (*w->paths.part[p][i].text == '*')
				w->star[p] = i + 1;
	}
}

bench_status benchi_form_read(const benchi_form *form, bool bare, benchi_input *in,
                              benchi_rows *rows)
{
	form_walk *w = calloc(1, sizeof *w);
	const char *note[3];
	bench_status status = BENCH_OK;

	if (!w)
		return benchi_no_memory("the values");
	take_form(w, form, bare);
	if (!w->named && benchi_ends_in(in->name, "tukey.json")) {
		free(w);
		return benchi_fail(BENCH_ERR_INPUT,
			"%s:1: found criterion's fences, not its measurements; "
			"give sample.json in the same folder", in->name);
	}
	w->file = in->name;
	w->rows = rows;
	w->counted = (double)NAN;
	w->params_at = 1;
	w->samples_at = SIZE_MAX;
	strcpy(w->time_unit, "ns");
	rows->cases = !form->rivals && w->named;
	benchi_json_open(&w->json, in);
	w->json.lenient = w->json.series = true; /* joined files are a series of values */
	w->json.value_due = false;
	while (!status) {
		benchi_json_pass_comments(&w->json);
		status = benchi_json_next(&w->json);
		if (status || w->json.token == BENCHI_JSON_END)
			break;
		/* the records may also be elements of an array */
		if (w->lines && (w->json.token == BENCHI_JSON_ARRAY
		                 || w->json.token == BENCHI_JSON_ARRAY_END))
			continue;
		*w->group = *w->file_name = *w->file_unit = '\0';
		status = walk_value(w, w->paths.all, 0);
	}
	if (!status && w->scope)
		status = put_scope(w);
	for (size_t i = 0; i < w->logs; i++) {
		benchi_input text = { .name = w->file, .buffer = w->log[i].text, .end = w->log[i].n,
			.capacity = w->log[i].n, .eof = true };

		status = status ? status : benchi_read_go(&text, w->rows);
		free(text.spare);
		free(w->log[i].text);
	}
	if (!status && !rows->sets && !rows->notes.n)
		status = benchi_fail(BENCH_ERR_INPUT, "%s:%zu: found no values of %s", in->name, in->line,
		                     form->tool);
	note[0] = w->middles ? form->middle : NULL;
	note[1] = w->sorts ? form->sorted : NULL;
	note[2] = w->remarked ? form->remark : NULL;
	for (size_t i = 0; i < 3 && !status; i++)
		status = note[i] ? benchi_rows_note(rows, "%s", note[i]) : BENCH_OK;
	benchi_json_close(&w->json);
	for (size_t i = 0; i < w->n; i++)
		free_record(&w->kept[i]);
	free(w->kept);
	free_columns(w->column, w->columns);
	free(w->log);
	benchi_name_table_free(&w->packages);
	free(w->divisor);
	free(w->run_name);
	free(w->cell);
	benchi_name_table_free(&w->metrics);
	for (size_t i = 0; i < AXES; i++)
		benchi_name_table_free(&w->axis[i]);
	free(w);
	return status;
}
