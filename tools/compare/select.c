/*
 * Rearranges benchmarks by the keys in their names.
 *
 * --col makes a file of each value of its keys. --row names benchmarks by the given keys only.
 * --ignore leaves keys out.  Sets with the same name are merged.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"

#define SET_KEY_TEXT 4200 /* capacity for a name or a value */
#define PROJECTION_KEYS 8
#define PROJECTION_TEXT 1024

enum projection_order { ORDER_SEEN, ORDER_ALPHA, ORDER_NUMBER, ORDER_FIXED };

typedef struct projection_key {
	char key[PROJECTION_TEXT], values[PROJECTION_TEXT]; /* values: words of the fixed order */
	enum projection_order order;
} projection_key;

/* Zero-filled: no keys. */
typedef struct projection {
	projection_key key[PROJECTION_KEYS];
	size_t n;
} projection;

/*
 * Keys in names are read as Go writes them: "Base/key=value/other=value-8", without the number
 * of processors that follows the last value.
 * */

/* Returns the position of "/key=" in a name, or NULL. key begins with its slash. */
static const char *find_key(const char *name, const char *key)
{
	size_t n = strlen(key);

	for (const char *at = name; (at = strstr(at, key)); at++)
		if (at[n] == '=')
			return at;
	return NULL;
}

/* Returns the length of the value that begins here: up to the next slash, without a final "-8"
 * (processors). */
static size_t value_length(const char *value)
{
	size_t n = strcspn(value, "/");

	return value[n] ? n : (size_t)(benchi_processors(value) - value);
}

static benchi_word key_in_name(const char *name, const char *key)
{
	benchi_word value = { "", 0 };
	const char *at = find_key(name, key);

	if (at) {
		value.text = at + strlen(key) + 1;
		value.length = value_length(value.text);
	} else if (!strcmp(key, "/gomaxprocs")) {
		value = benchi_word_of(benchi_processors(name));
		value.text += value.length > 0;
		value.length -= value.length > 0;
	}
	return value;
}

/* Finds the value of a key: "/size", ".name", ".fullname", ".unit", ".file" (file: its label),
 * or a key that the file states, such as "goos"; "" if not found. Returns text. */
static const char *set_key_value(const benchi_set *set, const char *file, const char *key,
                                 char text[SET_KEY_TEXT])
{
	benchi_word value = benchi_word_of(set->benchmark);
	char slashed[SET_KEY_TEXT];
	size_t n;

	if (!strcmp(key, ".unit"))
		value = benchi_word_of(set->metric);
	else if (!strcmp(key, ".file"))
		value = benchi_word_of(file);
	else if (!strcmp(key, ".name")) {
		/* The text before the first key, without the package. */
		benchi_word package = benchi_file_key(set->config, benchi_word_of("pkg"));

		if (package.length && value.length > package.length + 1
		    && !memcmp(value.text, package.text, package.length))
			value = benchi_word_of(value.text + package.length + 1);
		if (*set->config)
			n = value_length(value.text);
		else
			for (n = strcspn(value.text, "="); n && value.text[n] && value.text[n] != '/';)
				n--;
		value.length = n;
	} else if (*key == '/')
		value = key_in_name(set->benchmark, key);
	else if (strcmp(key, ".fullname")) {
		/* A column of text is also a key of the file; its value is in the name. */
		value = benchi_file_key(set->config, benchi_word_of(key));
		snprintf(slashed, sizeof slashed, "/%s", key);
		if (!value.length)
			value = key_in_name(set->benchmark, slashed);
	}
	n = value.length < SET_KEY_TEXT ? value.length : SET_KEY_TEXT - 1;
	snprintf(text, SET_KEY_TEXT, "%.*s", (int)n, value.text);
	return text;
}

/*
 * Keys with the order of their values, as Go's benchstat writes them.
 */

#define BLANKS " ,\t"

/* Parses keys such as "/size .name@alpha /alg@(a b)". Returns NULL, or the position of the
 * error. text: may be NULL (no keys). */
static const char *projection_read(const char *text, projection *p)
{
	const char *at = text ? text : "";

	p->n = 0;
	while (*(at += strspn(at, BLANKS))) {
		projection_key *key = &p->key[p->n];
		size_t n = strcspn(at, BLANKS "@"), order;
		const char *after = at + n + 1;

		if (p->n == PROJECTION_KEYS || !n || n >= sizeof key->key)
			return at;
		snprintf(key->key, sizeof key->key, "%.*s", (int)n, at);
		key->order = ORDER_SEEN;
		p->n++;
		if (at[n] != '@') {
			at += n;
			continue;
		}
		if (*after == '(') {
			order = strcspn(++after, ")");
			if (!after[order] || order >= sizeof key->values)
				return at;
			snprintf(key->values, sizeof key->values, "%.*s", (int)order, after);
			key->order = ORDER_FIXED;
			at = after + order + 1;
			continue;
		}
		order = strcspn(after, BLANKS);
		if (order == 5 && !memcmp(after, "alpha", order))
			key->order = ORDER_ALPHA;
		else if (order == 3 && !memcmp(after, "num", order))
			key->order = ORDER_NUMBER;
		else
			return at;
		at = after + order;
	}
	return NULL;
}

/* Returns the index of a word in a list separated by blanks or commas; -1 if not found. */
static int position(const char *list, const char *value)
{
	size_t n = strlen(value);

	for (int i = 0; *(list += strspn(list, BLANKS)); i++) {
		size_t length = strcspn(list, BLANKS);

		if (length == n && !memcmp(list, value, n))
			return i;
		list += length;
	}
	return -1;
}

/* Joins the values of a set's keys with blanks or, if named, as "/key=value". Returns text. */
static const char *projection_value(const projection *p, const benchi_set *set, const char *file,
                                    bool named, char text[SET_KEY_TEXT])
{
	char value[SET_KEY_TEXT];
	size_t used = 0;

	*text = '\0';
	for (size_t i = 0; i < p->n && used < SET_KEY_TEXT - 1; i++) {
		const char *key = p->key[i].key;
		int n;

		set_key_value(set, file, key, value);
		if (named && *key != '.')
			n = snprintf(text + used, SET_KEY_TEXT - used, "%s%s=%s", *key == '/' ? "" : "/", key,
			             value);
		else
			n = snprintf(text + used, SET_KEY_TEXT - used, "%s%s", !named && i ? " " : "", value);
		used += n > 0 ? (size_t)n : 0;
	}
	return text;
}

/* Returns the number of "512", "4kB" or "1Mi"; infinite for other texts, so that they sort last. */
static double number_of(const char *value)
{
	static const char prefixes[] = "kMGTPE";
	const char *end, *prefix;
	double x, factor = 1;

	end = benchi_read_number(value, &x);
	if (!end || isnan(x))
		return HUGE_VAL;
	prefix = *end ? strchr(prefixes, *end == 'K' ? 'k' : *end) : NULL;
	for (const char *p = prefixes; prefix && p <= prefix; p++)
		factor *= end[1] == 'i' ? 1024 : 1000;
	return x * factor;
}

/* A set, and its row and column as numbers of names. */
typedef struct place {
	size_t file, set;
	uint32_t row, column;
	const struct plan *plan;
	const projection *keys; /* keys to sort by */
	size_t at;              /* position before sorting */
} place;

typedef struct plan {
	const job *job;
	projection row, col, ignore;
	place *place;
	size_t n;
	benchi_name_table names;
} plan;

/* Finds the row and column of set i of file f: the column by the --col keys, the row by the
 * --row keys, or by all keys but those of --col and --ignore. Sets outside a fixed order have no
 * place. Returns false if out of memory. */
static bool place_set(plan *p, size_t f, size_t i)
{
	const benchi_set *set = &p->job->rows[f].set[i];
	const projection *without[] = { &p->col, &p->ignore }, *fixed[] = { &p->col, &p->row };
	const char *file = p->job->name[f];
	char name[SET_KEY_TEXT], column[SET_KEY_TEXT], value[SET_KEY_TEXT];
	place *at = &p->place[p->n];

	/* A fixed order leaves out what it does not list. */
	for (size_t k = 0; k < 2; k++)
		for (size_t j = 0; j < fixed[k]->n; j++)
			if (fixed[k]->key[j].order == ORDER_FIXED && position(fixed[k]->key[j].values,
				set_key_value(set, file, fixed[k]->key[j].key, value)) < 0)
				return true;
	snprintf(column, sizeof column, "%s", file);
	if (p->col.n)
		projection_value(&p->col, set, file, false, column);
	if (!column[strspn(column, " ")])
		return true;
	snprintf(name, sizeof name, "%s", set->benchmark);
	if (p->row.n)
		projection_value(&p->row, set, file, true, name);
	for (size_t k = 0; k < 2 && !p->row.n; k++)
		for (size_t j = 0; j < without[k]->n; j++) {
			/* Take "/key=value" out of the name. */
			const char *key = without[k]->key[j].key, *found;
			benchi_word given = benchi_file_key(set->config, benchi_word_of(key));
			size_t n;

			snprintf(value, sizeof value, "%s%s", *key == '/' ? "" : "/", key);
			found = find_key(name, value);
			if (!found)
				continue;
			n = (size_t)(found - name) + strlen(value) + 1;
			n += given.length ? given.length : value_length(name + n);
			memmove(name + (found - name), name + n, strlen(name + n) + 1);
		}
	at->file = f;
	at->set = i;
	at->row = benchi_name_table_add(&p->names, name, strlen(name));
	at->column = benchi_name_table_add(&p->names, column, strlen(column));
	p->n++;
	return at->row != BENCHI_NO_NAME && at->column != BENCHI_NO_NAME;
}

/* Orders places by their keys, for qsort; equal places keep their order. */
static int by_keys(const void *a, const void *b)
{
	const place *x = a, *y = b;
	const projection *p = x->keys;
	const job *j = x->plan->job;
	char u[SET_KEY_TEXT], v[SET_KEY_TEXT];
	int order = 0;

	for (size_t i = 0; i < p->n && !order; i++) {
		const projection_key *key = &p->key[i];

		if (key->order == ORDER_SEEN)
			continue;
		set_key_value(&j->rows[x->file].set[x->set], j->name[x->file], key->key, u);
		set_key_value(&j->rows[y->file].set[y->set], j->name[y->file], key->key, v);
		order = key->order == ORDER_ALPHA ? strcmp(u, v)
			: key->order == ORDER_FIXED ? position(key->values, u) - position(key->values, v)
			: (number_of(u) > number_of(v)) - (number_of(u) < number_of(v));
	}
	return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* Sorts the places of a plan by these keys; stable. */
static void sort_by(plan *p, const projection *keys)
{
	for (size_t i = 0; i < p->n; i++) {
		p->place[i].plan = p;
		p->place[i].keys = keys;
		p->place[i].at = i;
	}
	qsort(p->place, p->n, sizeof *p->place, by_keys);
}

/* Appends a set's values to the rows of its column. Runs keep the number of their file, so that
 * runs of different files stay apart. */
static bench_status selector_move(const plan *p, const place *at, benchi_rows *to)
{
	const benchi_rows *from = &p->job->rows[at->file];
	const benchi_set *set = &from->set[at->set];
	const char *name = p->names.text[at->row];
	size_t i = benchi_rows_set(to, benchi_word_of(name), benchi_word_of(set->metric),
	                           benchi_word_of(set->unit));
	bench_status status = BENCH_OK;

	if (i == SIZE_MAX)
		return BENCH_ERR_MEMORY;
	if (to->set[i].n && (p->row.n || p->col.n))
		status = benchi_rows_note(to, "%.200s: values of several benchmarks are joined", name);
	to->set[i].better = set->better;
	to->set[i].aside = set->aside;
	for (size_t k = 0; k < set->n && !status; k++) {
		benchi_mark mark = { .round = set->round ? set->round[k] : 0, .has_run = set->run != NULL,
			.has_round = set->round != NULL };
		char run[80];

		if (set->run) {
			snprintf(run, sizeof run, "%zu:%.60s", at->file, from->runs.text[set->run[k]]);
			mark.run = benchi_name_table_add(&to->runs, run, strlen(run));
		}
		status = benchi_set_add(&to->set[i], set->x[k], &mark);
	}
	return status;
}

int compare_select(job *j)
{
	plan p = { .job = j };
	const settings *s = &j->settings;
	const char *wrong = projection_read(s->row, &p.row);
	bench_status status = BENCH_OK;
	size_t sets = 0;
	benchi_rows *made;
	const char **name;

	if (!wrong)
		wrong = projection_read(s->col, &p.col);
	if (!wrong)
		wrong = projection_read(s->ignore, &p.ignore);
	if (wrong)
		return complain(j->verb, "found '%.40s', expected keys such as /size, .name@alpha or "
			"/alg@(a b)", wrong);
	if (!p.row.n && !p.col.n && !p.ignore.n)
		return 0;

	/* Replace the files of the job by the columns of the plan.  After a failure the job has no
	 * files. */
	for (size_t f = 0; f < j->files; f++)
		sets += j->rows[f].sets;
	p.place = calloc(sets, sizeof *p.place);
	for (size_t f = 0; f < j->files && !status; f++)
		for (size_t i = 0; i < j->rows[f].sets && !status; i++)
			status = p.place && place_set(&p, f, i) ? BENCH_OK : BENCH_ERR_MEMORY;

	/* The columns in the order of their keys. */
	sort_by(&p, &p.col);
	for (size_t i = 0; i < p.n && !status; i++) {
		const char *column = p.names.text[p.place[i].column];

		p.place[i].column = benchi_name_table_add(&j->columns, column, strlen(column));
		status = p.place[i].column == BENCHI_NO_NAME ? BENCH_ERR_MEMORY : BENCH_OK;
	}
	sort_by(&p, &p.row);
	made = calloc(j->columns.n + 1, sizeof *made);
	name = calloc(j->columns.n + 1, sizeof *name);
	if (!made || !name)
		status = BENCH_ERR_MEMORY;
	for (size_t i = 0; i < p.n && !status; i++)
		status = selector_move(&p, &p.place[i], &made[p.place[i].column]);
	for (size_t f = 0; f < j->files; f++) {
		for (size_t i = 0; i < j->rows[f].notes.n && j->columns.n && !status; i++)
			status = benchi_rows_note(&made[0], "%s", j->rows[f].notes.text[i]);
		benchi_rows_free(&j->rows[f]);
	}
	for (size_t c = 0; c < j->columns.n && name; c++)
		name[c] = j->columns.text[c];
	free(j->rows);
	free(j->name);
	j->rows = made;
	j->name = name;
	j->files = made && name ? j->columns.n : 0;
	free(p.place);
	benchi_name_table_free(&p.names);
	if (status)
		return complain(j->verb, "out of memory");
	return j->files ? 0 : complain(j->verb, "no benchmark has a value for --col %s", s->col);
}
