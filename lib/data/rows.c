/*
 * Rows: the values of a file, in one growing array per set.
 *
 * An array grows by half its size, so that a number takes at most 12 bytes while the file is
 * read, or 24 bytes with its run and round.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

#include <stdarg.h>

#include "stats/stats.h"

/*
 * Names and their numbers: a hash table with open addressing, at most half full.
 */

#define HASH_OF(text, length) (uint32_t)benchi_hash(BENCHI_HASH, text, length)

/* Returns the slot of a name, or the free slot where the name belongs. */
static benchi_name_slot *slot_of(const benchi_name_table *names, uint32_t hash, const char *text,
                                 size_t length)
{
	size_t i = hash & (names->slots - 1);

	/* comparing hashes first avoids a cache miss for the text of a different name */
	while (names->slot[i].number && (names->slot[i].hash != hash
	       || strncmp(names->text[names->slot[i].number - 1], text, length) != 0
	       || names->text[names->slot[i].number - 1][length]))
		i = (i + 1) & (names->slots - 1);
	return &names->slot[i];
}

uint32_t benchi_name_table_find(const benchi_name_table *names, const char *text, size_t length)
{
	const uint32_t found = names->slots
		? slot_of(names, HASH_OF(text, length), text, length)->number : 0;

	return found ? found - 1 : BENCHI_NO_NAME;
}

uint32_t benchi_name_table_add(benchi_name_table *names, const char *text, size_t length)
{
	const uint32_t hash = HASH_OF(text, length);
	benchi_name_slot *slot = names->slots ? slot_of(names, hash, text, length) : NULL;
	char *copy;

	if (slot && slot->number)
		return slot->number - 1;
	if (2 * names->n == names->slots) {
		benchi_name_table more = { .n = names->n, .slots = names->slots ? names->slots * 2 : 16 };

		more.text = realloc(names->text, more.slots / 2 * sizeof *more.text);
		names->text = more.text ? more.text : names->text;
		more.slot = more.text ? calloc(more.slots, sizeof *more.slot) : NULL;
		if (!more.slot)
			return BENCHI_NO_NAME;
		for (size_t i = 0; i < names->slots; i++) {
			size_t to = names->slot[i].hash & (more.slots - 1);

			while (more.slot[to].number)
				to = (to + 1) & (more.slots - 1);
			more.slot[to] = names->slot[i];
		}
		free(names->slot);
		*names = more;
		slot = slot_of(names, hash, text, length);
	}
	if (!(copy = benchi_copy(text, length)))
		return BENCHI_NO_NAME;
	names->text[names->n++] = copy;
	*slot = (benchi_name_slot){ hash, (uint32_t)names->n };
	return (uint32_t)names->n - 1;
}

void benchi_name_table_free(benchi_name_table *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->text[i]);
	free(names->text);
	free(names->slot);
	memset(names, 0, sizeof *names);
}

bool benchi_is_round(double number)
{
	return number >= 0 && number <= UINT32_MAX && number == floor(number);
}

/*
 * Keys of files. The text is short, so each search begins at its start.
 */

/* Reads the "key=value" at *at and moves *at behind it. Returns false at the end. */
static bool key_next(const char **at, benchi_word *key, benchi_word *value)
{
	size_t line = strcspn(*at, "\n"), name = strcspn(*at, "=\n");

	if (!**at)
		return false;
	key->text = *at;
	key->length = name;
	value->text = *at + name + (name < line);
	value->length = line - name - (name < line);
	*at += line + ((*at)[line] != '\0');
	return true;
}

benchi_word benchi_file_key(const char *config, benchi_word wanted)
{
	benchi_word key, value;

	for (const char *at = config; key_next(&at, &key, &value);)
		if (benchi_word_same(key, wanted))
			return value;
	return (benchi_word){ "", 0 };
}

/* Keeps keys sorted, so that equal keys and values make equal texts. */
bool benchi_file_key_set(char config[BENCHI_FILE_KEYS], benchi_word wanted, benchi_word value)
{
	char made[BENCHI_FILE_KEYS];
	size_t used = 0;
	bool put = !value.length, more;
	const char *at = config;

	do {
		const char *before = at;
		benchi_word key, old;
		int order;

		more = key_next(&at, &key, &old);
		order = more ? memcmp(key.text, wanted.text, key.length < wanted.length ? key.length
			: wanted.length) : 1;
		order = order ? order : (key.length > wanted.length) - (key.length < wanted.length);
		if (!put && order >= 0) {
			if (used + wanted.length + value.length + strlen(before) + 3 > sizeof made)
				return false;
			used += (size_t)sprintf(made + used, "%.*s=%.*s\n", (int)wanted.length, wanted.text,
			                        (int)value.length, value.text);
			put = true;
		}
		if (more && order) {
			memcpy(made + used, before, (size_t)(at - before));
			used += (size_t)(at - before);
		}
	} while (more);
	made[used] = '\0';
	memcpy(config, made, used + 1);
	return true;
}

const char *benchi_processors(const char *name)
{
	size_t n = strlen(name), digits = n;

	while (digits && name[digits - 1] >= '0' && name[digits - 1] <= '9')
		digits--;
	return name + (digits > 1 && digits < n && name[digits - 1] == '-' ? digits - 1 : n);
}

/*
 * Whether less or more is better: by the words of a metric's name, then by its unit.  The direction
 * of a metric with no known word is unknown.
 */

static const struct direction {
	benchi_better better;
	const char *words;
} directions[] = { /* the first list with a word of the name decides */
	{ BENCHI_BETTER_LOWER, "time latency duration elapsed runtime wall user sys system seconds "
		"secs milliseconds microseconds nanoseconds ns us ms cycles instructions miss misses "
		"faults fault error errors failure failures fails switches migrations allocations allocs "
		"memory rss overhead wait waited delay stall stalls ir dr dw i1mr d1mr d1mw ilmr dlmr "
		"dlmw" },
	{ BENCHI_BETTER_HIGHER, "rps qps tps iops hz khz mhz ghz ops opssec throughput thrpt bandwidth "
		"score speed speedup fps ips mips flops mflops gflops tflops persecond goodput" },
};

benchi_better benchi_better_of(const char *metric, const char *unit)
{
#define SMALL(c) ((c) >= 'a' && (c) <= 'z')
#define LARGE(c) ((c) >= 'A' && (c) <= 'Z')
#define DIGIT(c) ((c) >= '0' && (c) <= '9')
	benchi_better better = BENCHI_BETTER_UNKNOWN;

	for (size_t i = 0; i < sizeof directions / sizeof *directions && !better; i++)
		for (const char *s = metric; *s && !better;) {
			char word[24]; /* in lower case; "opsSec" has two */
			size_t n = 0;

			while (*s && !SMALL(*s) && !LARGE(*s) && !DIGIT(*s))
				s++;
			for (; SMALL(*s) || LARGE(*s) || DIGIT(*s); s++) {
				if (n && LARGE(*s) && (SMALL(s[-1]) || SMALL(s[1])))
					break;
				if (n < sizeof word - 1)
					word[n++] = (char)(LARGE(*s) ? *s - 'A' + 'a' : *s);
			}
			word[n] = '\0';
			if (benchi_listed(directions[i].words, word))
				better = directions[i].better;
		}
	if (benchi_ends_in(metric, "gc.alloc.rate")) /* faster code also makes more garbage */
		return BENCHI_BETTER_UNKNOWN;
	if (benchi_ends_in(metric, "_per_second /s /sec /second _per_sec")
	    || benchi_ends_in(unit, "/s /sec /second") || !strncmp(unit, "ops/", 4))
		return BENCHI_BETTER_HIGHER;
	return benchi_unit_factor(unit, "s") > 0 || benchi_count_exact(metric)
	       || benchi_ends_in(unit, "/op") || benchi_ends_in(metric, "/op _ns _us _ms _s time")
	       ? BENCHI_BETTER_LOWER : better;
}

/* Returns the number of a set's key, which is also the number of the set.  The key is the
 * benchmark, the metric and the config if there is one.  A new key is added if `add` is set;
 * otherwise, and without memory, its number is BENCHI_NO_NAME. */
static uint32_t key_of(benchi_name_table *keys, const benchi_word word[3], bool add)
{
	const size_t words = word[2].length ? 3 : 2;
	size_t length = words, used = 0;
	char small[256], *text = small;
	uint32_t key;

	for (size_t i = 0; i < words; i++)
		length += word[i].length;
	if (length > sizeof small && !(text = malloc(length)))
		return BENCHI_NO_NAME;
	for (size_t i = 0; i < words; i++) {
		if (i)
			text[used++] = '\1';
		memcpy(text + used, word[i].text, word[i].length);
		used += word[i].length;
	}
	key = add ? benchi_name_table_add(keys, text, used) : benchi_name_table_find(keys, text, used);
	if (text != small)
		free(text);
	return key;
}

const benchi_set *benchi_metric_set(const benchi_rows *rows, const char *benchmark,
                                    const char *metric)
{
	benchi_name_table keys = rows->keys;
	uint32_t i = key_of(&keys, (benchi_word[3]){ benchi_word_of(benchmark), benchi_word_of(metric),
		{ "", 0 } }, false);

	return i == BENCHI_NO_NAME ? NULL : &rows->set[i];
}

double benchi_metric_median(const benchi_rows *rows, const char *benchmark, const char *metric)
{
	const benchi_set *set = benchi_metric_set(rows, benchmark, metric);

	return set && set->n ? benchi_median_many(set->x, set->n) : (double)NAN;
}

/* Returns the table's copy of a word; NULL if memory runs out. */
static const char *kept(benchi_name_table *names, benchi_word word)
{
	uint32_t i = benchi_name_table_add(names, word.text, word.length);

	return i == BENCHI_NO_NAME ? NULL : names->text[i];
}

size_t benchi_rows_set_under(benchi_rows *rows, benchi_word benchmark, benchi_word metric,
                             benchi_word unit, benchi_word config)
{
	const uint32_t key = key_of(&rows->keys, (benchi_word[3]){ benchmark, metric, config }, true);
	const benchi_set *last, *like;
	benchi_set *set;

	if (key == BENCHI_NO_NAME)
		return SIZE_MAX;
	if (key < rows->sets)
		return key;
	if (!benchi_grow(&rows->set, sizeof *rows->set, rows->sets, &rows->capacity))
		return SIZE_MAX;
	set = &rows->set[rows->sets];
	/* usually the last set has the same benchmark, or a recent set the same metric */
	last = rows->sets ? set - 1 : NULL;
	for (like = last; like && !(benchi_word_is(metric, like->metric)
	                            && benchi_word_is(unit, like->unit));)
		like = like > rows->set && like + 8 > set ? like - 1 : NULL;
	*set = (benchi_set){ .metric = like ? like->metric : kept(&rows->metrics, metric),
		.unit = like ? like->unit : kept(&rows->units, unit),
		.config = config.length ? kept(&rows->configs, config) : "",
		.benchmark = last && benchi_word_is(benchmark, last->benchmark) ? last->benchmark
			: kept(&rows->benchmarks, benchmark) };
	if (!set->benchmark || !set->metric || !set->unit || !set->config)
		return SIZE_MAX;
	set->better = like ? like->better : benchi_better_of(set->metric, set->unit);
	set->aside = !strcmp(set->metric, BENCHI_METRIC_CORE_WIDTH)
	             || !strcmp(set->metric, BENCHI_METRIC_MEAN);
	return rows->sets++;
}

size_t benchi_rows_set(benchi_rows *rows, benchi_word benchmark, benchi_word metric,
                       benchi_word unit)
{
	return benchi_rows_set_under(rows, benchmark, metric, unit, (benchi_word){ "", 0 });
}

bench_status benchi_rows_keys(benchi_rows *rows)
{
	benchi_name_table keys = { 0 };

	for (size_t i = 0; i < rows->sets; i++) {
		const benchi_set *s = &rows->set[i];
		benchi_word word[3] = { benchi_word_of(s->benchmark), benchi_word_of(s->metric),
			{ "", 0 } };
		uint32_t key = key_of(&keys, word, true);
		char number[24];

		if (key < i) {
			word[2] = benchi_word_of(s->config);
			key = key_of(&keys, word, true);
		}
		if (key < i) { /* the file's own name contains "/key=value" */
			snprintf(number, sizeof number, "\2%zu", i);
			word[2] = benchi_word_of(number);
			key = key_of(&keys, word, true);
		}
		if (key == BENCHI_NO_NAME) {
			benchi_name_table_free(&keys);
			return benchi_no_memory("the values");
		}
	}
	benchi_name_table_free(&rows->keys);
	rows->keys = keys;
	return BENCH_OK;
}

bench_status benchi_rows_name_configs(benchi_rows *rows)
{
	benchi_name_table twins = { 0 }, seen = { 0 };
	bool whole = true;

	if (!rows->configs.n)
		return BENCH_OK;
	if (rows->configs.n == 1)
		return benchi_rows_keys(rows);
	for (size_t i = 0; i < rows->sets && whole; i++) { /* names that several sets of a metric
	                                                      share */
		const benchi_word name = benchi_word_of(rows->set[i].benchmark);
		const size_t before = seen.n;

		whole = key_of(&seen, (benchi_word[3]){ name, benchi_word_of(rows->set[i].metric),
			{ "", 0 } }, true) != BENCHI_NO_NAME && (seen.n > before || kept(&twins, name));
	}
	/* Keys go before "-8". Keys that begin with '/' are added for twins only, other keys if their
	 * value differs within the file. The package is already part of the name. */
	for (size_t i = 0; i < rows->sets && whole; i++) {
		benchi_set *set = &rows->set[i];
		const char *name = set->benchmark, *at = set->config, *behind = benchi_processors(name);
		const bool twin = benchi_name_table_find(&twins, name, strlen(name)) != BENCHI_NO_NAME;
		const size_t capacity = strlen(name) + 2 * strlen(set->config) + 1;
		char *text = malloc(capacity);
		size_t used = text ? (size_t)sprintf(text, "%.*s", (int)(behind - name), name) : 0;
		benchi_word key, value;

		while (text && key_next(&at, &key, &value)) {
			bool add = *key.text == '/' && twin;

			for (size_t k = 0; *key.text != '/' && !benchi_word_is(key, "pkg") && !add
			     && k < rows->configs.n; k++)
				add = !benchi_word_same(benchi_file_key(rows->configs.text[k], key), value);
			if (add)
				used += (size_t)sprintf(text + used, "%s%.*s=%.*s", *key.text == '/' ? "" : "/",
					(int)key.length, key.text, (int)value.length, value.text);
		}
		if (text)
			strcpy(text + used, behind);
		set->benchmark = text ? kept(&rows->benchmarks, benchi_word_of(text)) : NULL;
		whole = set->benchmark != NULL;
		free(text);
	}
	benchi_name_table_free(&seen);
	benchi_name_table_free(&twins);
	return whole ? benchi_rows_keys(rows) : benchi_no_memory("the values");
}

bench_status benchi_set_add(benchi_set *set, double x, const benchi_mark *mark)
{
	static const benchi_mark none = { .run = 0 };
	const benchi_mark *m = mark ? mark : &none;
	uint32_t **const array[] = { &set->run, &set->round };
	const uint32_t value[] = { m->run, m->round };
	const bool wanted[] = { m->has_run, m->has_round };
	const bool marked = mark || set->run || set->round;

	if (set->n == set->capacity) {
		const size_t capacity = set->capacity ? set->capacity + (set->capacity + 7) / 2 : 2;
		double *more = capacity > SIZE_MAX / sizeof *more ? NULL
		             : realloc(set->x, capacity * sizeof *more);

		set->x = more ? more : set->x;
		for (size_t i = 0; i < 2 && more; i++)
			if (*array[i]) {
				uint32_t *marks = realloc(*array[i], capacity * sizeof *marks);

				*array[i] = marks ? marks : *array[i];
				more = marks ? more : NULL;
			}
		if (!more)
			return benchi_no_memory("the values");
		set->capacity = capacity;
	}
	for (size_t i = 0; i < 2 && marked; i++) {
		if (wanted[i] && !*array[i]
		    && !(*array[i] = calloc(set->capacity, sizeof **array[i])))
			return benchi_no_memory("the values");
		if (*array[i])
			(*array[i])[set->n] = value[i];
	}
	set->x[set->n++] = x;
	return BENCH_OK;
}

void benchi_set_medians(benchi_set *set)
{
	size_t n = 0;

	for (size_t i = 0, end; set->run && i < set->n; i = end) {
		double middle;

		for (end = i + 1; end < set->n && set->run[end] == set->run[i];)
			end++;
		middle = benchi_median_many(set->x + i, end - i);
		set->run[n] = set->run[i];
		set->x[n++] = middle;
	}
	set->n = set->run ? n : set->n;
}

bool benchi_name_aside(const char *metric)
{
	return benchi_listed("user_time sys_time max_rss voluntary_switches involuntary_switches "
		"minor_faults major_faults others startup cycles instructions branches branch_misses "
		"cache_misses", metric);
}

const char *benchi_name_unit(const char *metric)
{
	return benchi_listed("wall_time user_time sys_time cpu_time startup", metric) ? "s"
	       : strcmp(metric, "max_rss") ? "" : "B";
}

bench_status benchi_rows_fact(benchi_rows *rows, benchi_word key, benchi_word text)
{
	static const char *const caches[] = { "cache1_bytes", "cache2_bytes", "cache3_bytes" };
	enum { CACHES = sizeof caches / sizeof *caches };
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < BENCHI_GUARDED + CACHES; i++) {
		const char *kept = i < BENCHI_GUARDED ? benchi_guarded[i] : caches[i - BENCHI_GUARDED];
		char *copy;
		double x;

		if (!benchi_word_is(key, kept) || *benchi_context_word(&rows->facts, kept)
		    || !isnan(benchi_context_value(&rows->facts, kept)))
			continue;
		copy = benchi_copy(text.text, text.length);
		if (!copy)
			return benchi_no_memory("the context");
		if (i < BENCHI_GUARDED)
			status = benchi_context_text(&rows->facts, kept, copy);
		else if (benchi_number(copy, &x))
			status = benchi_context_number(&rows->facts, kept, x);
		free(copy);
	}
	return status;
}

bench_status benchi_rows_exit(benchi_rows *rows, const char *name, double status, bool *left_out)
{
	*left_out = status > 128;   /* 128 + the signal's number */
	if (!(status > 0 || status < 0))
		return BENCH_OK;
	return *left_out
		? benchi_rows_note(rows, "a run of '%.100s' was ended by a signal: left out", name)
		: benchi_rows_note(rows, "a run of '%.100s' ended with status %.0f: used all the same",
			name, status);
}

bench_status benchi_rows_note(benchi_rows *rows, const char *format, ...)
{
	char sentence[400];
	va_list list;

	va_start(list, format);
	vsnprintf(sentence, sizeof sentence, format, list);
	va_end(list);
	if (benchi_name_table_add(&rows->notes, sentence, strlen(sentence)) == BENCHI_NO_NAME)
		return benchi_no_memory("the values");
	return BENCH_OK;
}

bench_status benchi_rows_check(const benchi_rows *rows, const benchi_input *in)
{
	if (in->failed)
		return benchi_fail(BENCH_ERR_INPUT, "%s: reading failed%s: %s", in->name,
		                   in->line ? " within the file" : "",
		                   in->error ? strerror(in->error) : "unknown error");
	for (size_t i = 0; i < rows->sets; i++)
		if (!rows->set[i].n && (rows->sets > 1 || *rows->set[i].benchmark))
			return benchi_fail(BENCH_ERR_INPUT, "%s: found no numbers for '%.40s' (%.40s)",
			                   in->name, rows->set[i].benchmark, rows->set[i].metric);
	if (!rows->sets || !rows->set[0].n) {
		const char *note = rows->notes.n ? rows->notes.text[0] : "";

		return benchi_fail(BENCH_ERR_INPUT, "%s: found no numbers%s%s%s", in->name,
			*note ? "; " : "", note, strncmp(note, "aggregates", 10) ? ""
			: "; expected one per repetition, as without --benchmark_report_aggregates_only");
	}
	return BENCH_OK;
}

void benchi_set_free(benchi_set *set)
{
	free(set->x);
	free(set->run);
	free(set->round);
	free(set->place);
}

void benchi_rows_free(benchi_rows *rows)
{
	for (size_t i = 0; i < rows->sets; i++)
		benchi_set_free(&rows->set[i]);
	free(rows->set);
	benchi_name_table_free(&rows->benchmarks);
	benchi_name_table_free(&rows->metrics);
	benchi_name_table_free(&rows->units);
	benchi_name_table_free(&rows->runs);
	benchi_name_table_free(&rows->configs);
	benchi_name_table_free(&rows->keys);
	benchi_name_table_free(&rows->notes);
	benchi_context_free(&rows->facts);
	memset(rows, 0, sizeof *rows);
}

