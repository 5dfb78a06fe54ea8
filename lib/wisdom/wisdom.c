/*
 * Remembered choices in memory and in the wisdom file.
 *
 * There are two lists in memory: the known choices, and the changes since the file was read.
 * Saving reads the file again under a lock, applies the changes, and replaces the file, so that
 * changes by other processes survive. Changes made during a save have higher numbers and are kept
 * for the next save.
 *
 * Thread-safe: one lock guards the lists. It is never held while waiting for a file.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

/*
 * The list of choices in a wisdom file, and changes to it.
 *
 * A file begins with a line that states its format. Then comes one line per choice, the oldest
 * first. A file without that first line is not a wisdom file. Damaged lines are skipped and
 * counted; the first one is reported. A choice replaces an older one with the same processor and
 * key, whatever its version, margin or candidates.
 *
 * Limits: two megabytes and a thousand choices. Reading takes time proportional to the size.
 */

enum { SHOWN = 40, FIRST_CAPACITY = 16 };

static const char first_line[] = "libbench wisdom 1\n";
static const char comment[] =
	"# key, chosen, candidates, margin, version, processor: see bench_wisdom(3)\n";

/* Makes space for one more entry, so that the next wisdom_put cannot fail. Returns 0 if out of
 * memory. */
static int wisdom_reserve(struct benchi_wisdom_list *list)
{
	size_t capacity = list->capacity ? list->capacity * 2 : FIRST_CAPACITY;
	struct benchi_wisdom_entry *more;

	if (list->n < list->capacity || list->n >= BENCHI_WISDOM_LIMIT)
		return 1;
	more = realloc(list->entry, capacity * sizeof *more);
	if (!more)
		return 0;
	list->entry = more;
	list->capacity = capacity;
	return 1;
}

/* Puts the entry in as the newest instead of those of its processor and key, or with an empty
 * key of all keys; a full list drops its oldest. An entry that is gone only removes, unless it
 * is kept as a change to apply later. The list has space for one more. */
static void wisdom_put(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry,
                       bool as_change)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct benchi_wisdom_entry *old = &list->entry[i];
		const bool same_key = !*entry->key || strcmp(entry->key, old->key) == 0;

		if (same_key && strcmp(entry->processor, old->processor) == 0)
			continue;
		if (kept < i)
			list->entry[kept] = list->entry[i];
		kept++;
	}
	list->n = kept;
	if (entry->gone && !as_change)
		return;
	if (list->n == BENCHI_WISDOM_LIMIT)
		memmove(list->entry, list->entry + 1, --list->n * sizeof *list->entry);
	list->entry[list->n++] = *entry;
}

/* Reads one line. Reports the first damaged one, with unprintable bytes as '?'. False: out of
 * memory. */
static bool read_line(const char *name, const char *line, size_t length,
                      struct benchi_wisdom_list *list, bench_wisdom_counts *counts)
{
	struct benchi_wisdom_entry entry;
	const char *rest = line, *wrong = NULL;
	char shown[SHOWN + 1];
	size_t n;

	if (length == 0 || *line == '#')
		return true;
	if (line[length] != '\n')
		wrong = "the end of the line";
	else if (list->n == BENCHI_WISDOM_LIMIT)
		wrong = "at most 1000 choices";
	else
		wrong = benchi_wisdom_read_line(line, length, &entry, &rest);
	if (!wrong) {
		if (!wisdom_reserve(list))
			return false;
		list->entry[list->n++] = entry;
		return true;
	}
	if (counts->damaged++ > 0)
		return true;
	n = length - (size_t)(rest - line) < SHOWN ? length - (size_t)(rest - line) : SHOWN;
	for (size_t i = 0; i < n; i++)
		shown[i] = (unsigned char)rest[i] < ' ' || (unsigned char)rest[i] >= 127 ? '?' : rest[i];
	shown[n] = '\0';
	benchi_fail(BENCH_ERR_INPUT, "%.80s:%lu: found '%s', expected %s", name,
	            (unsigned long)counts->line, shown, wrong);
	return true;
}

/*
 * Reads a file's text, which ends in a NUL, into an empty list. name: of the file, for messages.
 * Sets counts->damaged and counts->line; if there is damage, bench_detail describes the first
 * line.
 *
 * BENCH_ERR_INPUT: not a wisdom file. BENCH_ERR_MEMORY.
 */
static bench_status wisdom_read(const char *name, const char *text, size_t size,
                                struct benchi_wisdom_list *list, bench_wisdom_counts *counts)
{
	const char *end = text + size;
	size_t line = 1;

	counts->damaged = counts->line = 0;
	if (size == 0)
		return BENCH_OK;
	if (size < sizeof first_line - 1 || memcmp(text, first_line, sizeof first_line - 1) != 0)
		return benchi_fail(BENCH_ERR_INPUT, "'%.120s' is not a wisdom file: expected"
		                   " 'libbench wisdom 1' in line 1", name);
	for (text += sizeof first_line - 1; text < end; text++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t length = (size_t)((newline ? newline : end) - text);

		line++;
		if (counts->damaged == 0)
			counts->line = line;
		if (!read_line(name, text, length, list, counts))
			return benchi_no_memory("wisdom");
		text += length;
	}
	if (counts->damaged == 0)
		counts->line = 0;
	return BENCH_OK;
}

/* The list as a file's text, allocated with malloc. NULL: out of memory. */
static char *wisdom_write(const struct benchi_wisdom_list *list, size_t *size)
{
	size_t head = sizeof first_line - 1 + sizeof comment - 1;
	char *text = malloc(head + list->n * BENCHI_WISDOM_LINE);

	if (!text)
		return NULL;
	memcpy(text, first_line, sizeof first_line - 1);
	memcpy(text + sizeof first_line - 1, comment, sizeof comment - 1);
	*size = head;
	for (size_t i = 0; i < list->n; i++)
		*size += benchi_wisdom_write_line(&list->entry[i], text + *size);
	return text;
}

/*
 * Identifying a question by the candidates' names, key, version and margin.
 *
 * Two questions are the same if key, processor, version and margin are equal, the candidates have
 * the same names in any order, and the values, the confidence and the cold memory are the same.
 * One number stands for the names: the sum of their mixed 64-bit FNV-1a hashes, so that order does
 * not matter but repetition does. Hashes of anything else that differs from the defaults are added
 * to that number. The name of an unnamed candidate is its index in digits, as in reports.
 *
 * Wrong if two different sets with equally many names have the same number: once in 2^64.
 *
 * Source: Fowler, Noll and Vo, "FNV hash", 64-bit FNV-1a; Steele, Lea and Flood 2014 for mixing.
 */

static const double MARGIN = 0.005, CONFIDENCE = 0.99;  /* defaults of bench_pick_options */

enum { IN_COLD = 1, OF_CONFIDENCE, AT_VALUE };

static uint64_t wisdom_hash(const char *text)
{
	uint64_t value = 0xcbf29ce484222325u;

	for (; *text; text++)
		value = (value ^ (unsigned char)*text) * 0x100000001b3u;
	return benchi_random(&value);
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t state = a;

	state = benchi_random(&state) ^ b;
	return benchi_random(&state);
}

/* Copies as much as fits. */
static void copy_word(char *to, const char *from, size_t capacity)
{
	snprintf(to, capacity, "%s", from);
}

/* Stores the name of a candidate as the choice. */
static bench_status wisdom_choose(const bench_question *question, size_t index,
                                  struct benchi_wisdom_entry *entry)
{
	char digits[BENCHI_DIGITS];
	const char *name;

	if (index >= question->n)
		return benchi_fail(BENCH_ERR_ARGUMENT, "candidate is %lu, expected below %lu",
		                   (unsigned long)index, (unsigned long)question->n);
	name = benchi_candidate_name(question->candidates, index, digits);
	if (strlen(name) >= BENCHI_WISDOM_WORD)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the name '%.40s...' is longer than 127 bytes",
		                   name);
	if (benchi_candidate_find(question->candidates, question->n, name) != index)
		return benchi_fail(BENCH_ERR_ARGUMENT, "two candidates have the name '%s'", name);
	benchi_wisdom_put_choice(question, index, BENCH_NONE, entry->chosen, sizeof entry->chosen);
	return BENCH_OK;
}

/* Fills in everything except change and gone; chosen only if index is not BENCH_NONE.
 * BENCH_ERR_ARGUMENT: the question is invalid, or several candidates have the chosen one's
 * name. */
static bench_status wisdom_ask(const bench_question *question, size_t index, const char *processor,
                               struct benchi_wisdom_entry *entry)
{
	double margin = question && question->options ? question->options->margin : 0;
	char digits[BENCHI_DIGITS];

	memset(entry, 0, sizeof *entry);
	if (!question || !question->key || (!question->candidates && question->n > 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, "question.key or .candidates is NULL");
	if (!*question->key || strlen(question->key) >= sizeof entry->key)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the key is '%.40s', expected 1 to 127 bytes",
		                   question->key);
	if (!(margin >= 0 && margin < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "margin is %g, expected 0 to below 1", margin);
	copy_word(entry->key, question->key, sizeof entry->key);
	copy_word(entry->processor, processor, sizeof entry->processor);
	if (question->version
	    && strlen(question->version) >= sizeof entry->version - sizeof BENCHI_WISDOM_METHOD)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the version is '%.40s...', expected at most"
		                   " 61 bytes", question->version);
	snprintf(entry->version, sizeof entry->version, "%s%s%s", BENCHI_WISDOM_METHOD,
		question->version ? "/" : "", question->version ? question->version : "");
	entry->end = BENCH_PICK_END_SURE;
	entry->margin_ppb = (uint64_t)((margin > 0 ? margin : MARGIN) * 1e9 + 0.5);
	entry->n = question->n;
	/* Hash what else the answer depends on: the values and their shares, in any order, the
	 * confidence, and whether memory is cold. 0 with the defaults. */
	const bench_pick_options *o = question->options;
	uint64_t set = question->n > 0 && question->candidates[0].cold
		? mix(IN_COLD, question->candidates[0].cold) : 0;
	double sum = 0;

	if (o && o->confidence > 0 && o->confidence < 1 && o->confidence != CONFIDENCE)
		set += mix(OF_CONFIDENCE, (uint64_t)(o->confidence * 1e9 + 0.5));
	for (size_t i = 0; o && o->values && i < o->value_count; i++)
		sum += o->values[i].weight;
	for (size_t i = 0; o && o->values && i < o->value_count; i++) {
		double share = o->values[i].weight / sum;

		set += mix(mix(AT_VALUE, o->values[i].value),
			share >= 0 && share <= 1 ? (uint64_t)(share * 1e9 + 0.5) : 0);
	}
	entry->set = set;
	for (size_t i = 0; i < question->n; i++)
		entry->set += wisdom_hash(benchi_candidate_name(question->candidates, i, digits));
	return index == BENCH_NONE ? BENCH_OK : wisdom_choose(question, index, entry);
}

bench_status benchi_wisdom_check(const bench_question *question)
{
	struct benchi_wisdom_entry entry;

	return wisdom_ask(question, BENCH_NONE, "", &entry);
}

/* greatest possible loss of a choice that is remembered */
static const double GOOD_ENOUGH = 0.02;
static const char SYSTEM_FILE[] = "/etc/libbench/wisdom", SYSTEM_VARIABLE[] = "BENCH_SYSTEM_WISDOM";
enum { OFFERS = sizeof ", offers 12345678" };
static const double PATIENCE_NS = 20e9;  /* for another process that is writing */

struct benchi_lock benchi_wisdom_lock = BENCHI_LOCK_INIT;

/* Reads the file into a list. */
static bench_status wisdom_read_file(const char *path, struct benchi_wisdom_list *list,
                                     bench_wisdom_counts *counts)
{
	char *text;
	size_t size;
	bench_status status = benchi_file_read(path, BENCHI_WISDOM_BYTES, &text, &size);

	if (status == BENCH_OK && text)
		status = wisdom_read(path, text, size, list, counts);
	free(text);
	return status;
}

bench_status bench_wisdom_load(const char *path, bench_wisdom **wisdom)
{
	bench_wisdom *made;
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	*wisdom = made = calloc(1, sizeof *made);
	if (!made)
		return benchi_no_memory("wisdom");
	benchi_processor_name(made->processor, sizeof made->processor - OFFERS);
	snprintf(made->processor + strlen(made->processor), OFFERS, ", offers %08x",
		(unsigned)benchi_processor_instructions());
	status = BENCH_OK;
	if (!path) {
		made->make_folders = 1;
		status = benchi_environment_cache("libbench/wisdom", made->path, sizeof made->path);
	} else if (strlen(path) >= sizeof made->path)
		status = benchi_fail(BENCH_ERR_UNSUPPORTED, "file name '%.80s...' is too long", path);
	else
		strcpy(made->path, path); /* "": memory only */
	if (status == BENCH_OK && *made->path)
		status = wisdom_read_file(made->path, &made->known, &made->counts);
	if (status == BENCH_ERR_MEMORY) {
		bench_wisdom_free(made);
		*wisdom = NULL;
		return status;
	}

	/* Count the choices of each kind. */
	const struct benchi_wisdom_list *known = &made->known;
	const size_t method = sizeof BENCHI_WISDOM_METHOD - 1;

	for (size_t i = 0; i < known->n; i++)
		if (strcmp(known->entry[i].processor, made->processor) != 0)
			made->counts.foreign++;
		else if (strncmp(known->entry[i].version, BENCHI_WISDOM_METHOD, method)
		         || !strchr("/", known->entry[i].version[method]))
			made->counts.stale++;
		else
			made->counts.usable++;

	return status == BENCH_OK && made->counts.damaged > 0 ? BENCH_ERR_INPUT : status;
}

/* Puts a list below the user's choices, and frees it. */
static bench_status put_under(bench_wisdom *wisdom, bench_status status,
                              struct benchi_wisdom_list *list, const bench_wisdom_counts *counts)
{
	benchi_lock_take(&benchi_wisdom_lock);
	for (size_t i = 0; i < list->n && status == BENCH_OK; i++)
		if (wisdom_reserve(&wisdom->under))
			wisdom_put(&wisdom->under, &list->entry[i], false);
		else
			status = BENCH_ERR_MEMORY;
	benchi_lock_give(&benchi_wisdom_lock);
	free(list->entry);
	if (status == BENCH_ERR_MEMORY)
		return benchi_no_memory("wisdom");
	return status == BENCH_OK && counts->damaged > 0 ? BENCH_ERR_INPUT : status;
}

bench_status bench_wisdom_load_under(bench_wisdom *wisdom, const char *path)
{
	struct benchi_wisdom_list list = { 0 };
	bench_wisdom_counts counts = { 0 };
	const char *system = benchi_environment_text(SYSTEM_VARIABLE);
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	if (!path)
		path = system ? system : SYSTEM_FILE;
	status = wisdom_read_file(path, &list, &counts);
	return put_under(wisdom, status, &list, &counts);
}

bench_status bench_wisdom_import(bench_wisdom *wisdom, const char *text, size_t length)
{
	struct benchi_wisdom_list list = { 0 };
	bench_wisdom_counts counts = { 0 };
	bench_status status;
	char *own;

	if (!wisdom || (!text && length > 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, wisdom ? "text is NULL" : "wisdom is NULL");
	if (length > BENCHI_WISDOM_BYTES)
		return benchi_fail(BENCH_ERR_INPUT, "text has more than %d bytes", BENCHI_WISDOM_BYTES);
	own = malloc(length + 1);   /* lines are read from text that ends in a NUL */
	if (!own)
		return benchi_no_memory("wisdom");
	if (length > 0)
		memcpy(own, text, length);
	own[length] = '\0';
	status = wisdom_read("text", own, length, &list, &counts);
	free(own);
	return put_under(wisdom, status, &list, &counts);
}

size_t bench_wisdom_export(const bench_wisdom *wisdom, char *text, size_t capacity)
{
	struct benchi_wisdom_list all = { 0 };
	char *written = NULL;
	size_t length = 0;

	if (capacity > 0)
		*text = '\0';
	if (!wisdom)
		return 0;
	benchi_lock_take(&benchi_wisdom_lock);
	for (size_t i = 0; i < wisdom->under.n + wisdom->known.n; i++) {
		const struct benchi_wisdom_entry *entry = i < wisdom->under.n ? &wisdom->under.entry[i]
			: &wisdom->known.entry[i - wisdom->under.n];

		if (!wisdom_reserve(&all))
			break;
		wisdom_put(&all, entry, false);
	}
	benchi_lock_give(&benchi_wisdom_lock);
	if (all.n > 0)
		written = wisdom_write(&all, &length);
	free(all.entry);
	if (!written)
		return 0;
	if (capacity > 0) {
		memcpy(text, written, length < capacity ? length : capacity - 1);
		text[length < capacity ? length : capacity - 1] = '\0';
	}
	free(written);
	return length;
}

const char *bench_wisdom_path(const bench_wisdom *wisdom)
{
	return wisdom ? wisdom->path : "";
}

bench_wisdom_counts bench_wisdom_count(const bench_wisdom *wisdom)
{
	static const bench_wisdom_counts none;

	return wisdom ? wisdom->counts : none;
}

/* Keys whose choice this process has already counted as a start. */
enum { STARTED_MOST = 64 };
static uint64_t started[STARTED_MOST];
static size_t started_n;

int benchi_wisdom_starts(const char *key)
{
	uint64_t hash = wisdom_hash(key);
	int first = 1;

	benchi_lock_take(&benchi_wisdom_lock);
	for (size_t i = 0; i < started_n && i < STARTED_MOST; i++)
		first &= started[i] != hash;
	if (first)
		started[started_n++ % STARTED_MOST] = hash;
	benchi_lock_give(&benchi_wisdom_lock);
	return first;
}

void benchi_wisdom_restart(void)
{
	started_n = 0;
}

/* Applies a change and queues it for the file. */
static bench_status wisdom_change(bench_wisdom *wisdom, struct benchi_wisdom_entry *entry)
{
	int capacity;

	benchi_lock_take(&benchi_wisdom_lock);
	capacity = wisdom_reserve(&wisdom->known) && wisdom_reserve(&wisdom->changes);
	if (capacity) {
		entry->change = ++wisdom->change;
		wisdom_put(&wisdom->known, entry, false);
		wisdom_put(&wisdom->changes, entry, true);
	}
	benchi_lock_give(&benchi_wisdom_lock);
	return capacity ? BENCH_OK
	            : benchi_no_memory("wisdom");
}

bench_status benchi_wisdom_adopt(bench_wisdom *wisdom, const char *text, size_t length)
{
	struct benchi_wisdom_list list = { 0 };
	bench_wisdom_counts counts = { 0 };
	bench_status status = wisdom_read("text", text, length, &list, &counts);

	wisdom->make_folders = 1;
	for (size_t i = 0; i < list.n && status == BENCH_OK; i++)
		status = wisdom_change(wisdom, &list.entry[i]);
	free(list.entry);
	return status;
}

bench_status bench_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                   size_t index)
{
	bench_choice choice = { .index = index, .runner_up = BENCH_NONE, .end = BENCH_PICK_END_SURE };

	return benchi_wisdom_remember(wisdom, question, &choice, 0);
}

double benchi_wisdom_loss(const bench_choice *choice)
{
	double loss = 1 / choice->lead_low - 1;

	return choice->end == BENCH_PICK_END_SURE || choice->end == BENCH_PICK_END_ONLY_ONE ? 0
	     : loss >= 0 ? loss : loss < 0 ? 0 : (double)INFINITY;
}

int benchi_wisdom_good_enough(const bench_question *question, double loss)
{
	return loss <= (question->good_enough > 0 ? question->good_enough : GOOD_ENOUGH);
}

/* In billionths; at most 1. */
static uint64_t in_ppb(double share)
{
	return (uint64_t)((share < 1 ? share : 1) * 1e9 + 0.5);
}

bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    const bench_choice *choice, uint64_t starts)
{
	struct benchi_wisdom_entry entry;
	bench_status status;

	if (!wisdom || choice->index == BENCH_NONE)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL, or there are no candidates");
	status = wisdom_ask(question, choice->index, wisdom->processor, &entry);
	if (status != BENCH_OK)
		return status;
	entry.end = choice->end;
	entry.loss_ppb = in_ppb(benchi_wisdom_loss(choice));
	entry.starts = question->starts > 1 ? starts : 0;
	if (!benchi_wisdom_put_choice(question, choice->index, choice->runner_up, entry.chosen,
	                              sizeof entry.chosen))
		benchi_wisdom_put_choice(question, choice->index, BENCH_NONE, entry.chosen,
		                         sizeof entry.chosen);
	return wisdom_change(wisdom, &entry);
}

bench_status benchi_wisdom_remember_ranges(bench_wisdom *wisdom, const bench_question *question,
                                           const bench_ranges *ranges)
{
	struct benchi_wisdom_entry entry;
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < ranges->n && status == BENCH_OK; i++)
		status = wisdom_ask(question, ranges->range[i].index, wisdom->processor, &entry);
	if (status != BENCH_OK)
		return status;
	entry.end = ranges->end;
	entry.loss_ppb = in_ppb(ranges->loss);
	entry.table = 1;
	if (!benchi_wisdom_put_ranges(question, ranges, entry.chosen, sizeof entry.chosen))
		return benchi_fail(BENCH_ERR_ARGUMENT, "the table of '%.100s' is too long", entry.key);
	return wisdom_change(wisdom, &entry);
}

bench_status bench_wisdom_forget(bench_wisdom *wisdom, const char *key)
{
	const bench_question question = { .key = key ? key : "all" };
	struct benchi_wisdom_entry entry;
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	status = wisdom_ask(&question, BENCH_NONE, wisdom->processor, &entry);
	if (status != BENCH_OK)
		return status;
	entry.gone = 1;
	if (!key)
		*entry.key = '\0';
	return wisdom_change(wisdom, &entry);
}

/* Copies the changes so far. */
static bench_status copy_changes(const bench_wisdom *wisdom, struct benchi_wisdom_list *copy)
{
	const struct benchi_wisdom_list *changes = &wisdom->changes;
	bench_status status = BENCH_OK;

	benchi_lock_take(&benchi_wisdom_lock);
	if (changes->n > 0) {
		copy->entry = malloc(changes->n * sizeof *copy->entry);
		if (copy->entry) {
			memcpy(copy->entry, changes->entry, changes->n * sizeof *copy->entry);
			copy->n = copy->capacity = changes->n;
		} else
			status = benchi_no_memory("wisdom");
	}
	benchi_lock_give(&benchi_wisdom_lock);
	return status;
}

bench_status bench_wisdom_save(bench_wisdom *wisdom)
{
	struct benchi_wisdom_list changes = { 0 };
	bench_status status;
	struct benchi_file_lock lock = { 0 };

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	status = copy_changes(wisdom, &changes);
	if (status != BENCH_OK || changes.n == 0)
		return status;
	if (!*wisdom->path)
		status = benchi_fail(BENCH_ERR_UNSUPPORTED, "this wisdom has no file to save to");
	else {
		if (wisdom->make_folders)
			benchi_file_folders(wisdom->path);
		status = benchi_file_lock(wisdom->path, PATIENCE_NS, &lock);
	}
	if (status == BENCH_OK) {
		/* Read, change and write the locked file. */
		const char *path = wisdom->path;
		struct benchi_wisdom_list list = { 0 };
		bench_wisdom_counts counts = { 0 };
		status = wisdom_read_file(path, &list, &counts);
		char *text = NULL;
		size_t size;

		for (size_t i = 0; i < changes.n && status == BENCH_OK; i++)
			if (wisdom_reserve(&list))
				wisdom_put(&list, &changes.entry[i], false);
			else
				status = BENCH_ERR_MEMORY;
		if (status == BENCH_OK && !(text = wisdom_write(&list, &size)))
			status = BENCH_ERR_MEMORY;
		if (status == BENCH_OK)
			status = benchi_file_replace(path, text, size);
		else if (status == BENCH_ERR_MEMORY)
			benchi_no_memory("wisdom");
		free(text);
		free(list.entry);
		benchi_file_unlock(wisdom->path, &lock);
	}
	if (status == BENCH_OK) {
		/* Drop the changes that are now in the file. */
		struct benchi_wisdom_list *all = &wisdom->changes;
		const uint64_t last = changes.entry[changes.n - 1].change;
		size_t kept = 0;

		benchi_lock_take(&benchi_wisdom_lock);
		for (size_t i = 0; i < all->n; i++)
			if (all->entry[i].change > last)
				all->entry[kept++] = all->entry[i];
		all->n = kept;
		benchi_lock_give(&benchi_wisdom_lock);
	}
	free(changes.entry);
	return status;
}

void bench_wisdom_free(bench_wisdom *wisdom)
{
	if (!wisdom)
		return;
	free(wisdom->known.entry);
	free(wisdom->changes.entry);
	free(wisdom->under.entry);
	free(wisdom);
}

/*
 * Finding the entry that answers a question.
 *
 * This is the newest entry for the key and this processor, from the user's file or else from the
 * files below it. If it answers another question, bench_detail says what differs.
 */

/* Returns 0 if the entry answers the question; otherwise bench_detail says why not. */
static int wisdom_differs(const bench_question *question, const struct benchi_wisdom_entry *asked,
                          const struct benchi_wisdom_entry *known)
{
	if (strcmp(known->version, asked->version) != 0)
		benchi_fail(BENCH_OK, "'%.100s' was chosen by version %s, not %s", asked->key,
		            known->version, asked->version);
	else if (!benchi_wisdom_good_enough(question, (double)known->loss_ppb / 1e9))
		benchi_fail(BENCH_OK, "'%.100s' may be up to %.3g %% too slow", asked->key,
		            (double)known->loss_ppb / 1e7);
	else if (known->margin_ppb != asked->margin_ppb)
		benchi_fail(BENCH_OK, "'%.100s' was chosen at the margin %g, not %g", asked->key,
		            (double)known->margin_ppb / 1e9, (double)asked->margin_ppb / 1e9);
	else if (known->n != asked->n || known->set != asked->set)
		benchi_fail(BENCH_OK, "'%.100s' was chosen with other candidates, values, confidence or "
		            "memory (cold or warm)", asked->key);
	else if (known->table != asked->table)
		benchi_fail(BENCH_OK, "'%.100s' is %s", asked->key,
		            known->table ? "a table" : "not a table");
	else
		return 0;
	return 1;
}

/* Looks for the answer in the newest entry of the key and this processor: first in the user's
 * list, then in the one below it. Returns whether one of them answers. stale: the first that does
 * not; its key is empty if not found. */
static bool wisdom_find(bench_wisdom *wisdom, const bench_question *question, int table,
                        struct benchi_wisdom_entry *found, struct benchi_wisdom_entry *stale)
{
	struct benchi_wisdom_entry asked;
	bool answered = false, foreign = false;

	*stale->key = '\0';
	if (!wisdom) {
		benchi_fail(BENCH_OK, "no wisdom was loaded");
		return false;
	}
	if (wisdom_ask(question, BENCH_NONE, wisdom->processor, &asked) != BENCH_OK)
		return false;
	asked.table = table;
	benchi_lock_take(&benchi_wisdom_lock);
	for (int k = 0; k < 2 && !answered; k++) {
		const struct benchi_wisdom_list *list = k ? &wisdom->under : &wisdom->known;
		size_t i = list->n;

		for (; i > 0; i--) {
			const struct benchi_wisdom_entry *known = &list->entry[i - 1];
			const bool here = strcmp(known->processor, asked.processor) == 0;

			if (strcmp(known->key, asked.key) == 0 && here)
				break;
			foreign = foreign || strcmp(known->key, asked.key) == 0;
		}
		if (!i)
			continue;
		answered = !wisdom_differs(question, &asked, &list->entry[i - 1]);
		if (answered)
			*found = list->entry[i - 1];
		else if (!*stale->key)
			*stale = list->entry[i - 1];
	}
	benchi_lock_give(&benchi_wisdom_lock);
	if (!answered && !*stale->key)
		benchi_fail(BENCH_OK, "'%.100s' was never chosen%s", asked.key,
		            foreign ? " on this processor" : "");
	return answered;
}

size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          struct benchi_wisdom_known *known)
{
	struct benchi_wisdom_entry found, stale;
	size_t index = BENCH_NONE, next;

	known->runner_up = known->incumbent = known->agreed = BENCH_NONE;
	known->end = BENCH_PICK_END_FAILED;
	known->starts = 0;
	if (wisdom_find(wisdom, question, 0, &found, &stale)) {
		known->end = found.end;
		index = benchi_wisdom_take_choice(question, found.chosen, &known->runner_up);
		if (index == BENCH_NONE)
			benchi_fail(BENCH_OK, "'%.80s' was chosen for '%.80s', but is not a candidate",
			            found.chosen, found.key);
		if (index != BENCH_NONE && found.starts > 0 && found.starts < question->starts) {
			known->agreed = index;
			known->starts = found.starts;
			/* Too few starts agree; bench_detail says so. */
			benchi_fail(BENCH_OK, "'%.100s' was chosen by %lu consecutive start%s, not by %u",
				found.key,
				(unsigned long)found.starts, found.starts == 1 ? "" : "s", question->starts);
			index = BENCH_NONE;
		}
	} else if (*stale.key && !stale.table)
		known->incumbent = benchi_wisdom_take_choice(question, stale.chosen, &next);
	return index;
}

size_t bench_wisdom_find(bench_wisdom *wisdom, const bench_question *question)
{
	struct benchi_wisdom_known known;

	return benchi_wisdom_find(wisdom, question, &known);
}

bench_pick_end benchi_wisdom_find_ranges(bench_wisdom *wisdom, const bench_question *question,
                                         bench_ranges *ranges)
{
	struct benchi_wisdom_entry found, stale;

	if (!wisdom_find(wisdom, question, 1, &found, &stale))
		return BENCH_PICK_END_FAILED;
	if (benchi_wisdom_take_ranges(question, found.chosen, ranges)) {
		ranges->loss = (double)found.loss_ppb / 1e9;
		return found.end;
	}
	benchi_fail(BENCH_OK, "'%.80s' was chosen for other values", found.key);
	return BENCH_PICK_END_FAILED;
}

bench_pick_end benchi_wisdom_find_text(bench_wisdom *wisdom, const bench_question *question,
                                       char text[BENCHI_WISDOM_CHOSEN])
{
	struct benchi_wisdom_entry found, stale;

	if (!wisdom_find(wisdom, question, 0, &found, &stale))
		return BENCH_PICK_END_FAILED;
	copy_word(text, found.chosen, BENCHI_WISDOM_CHOSEN);
	return found.end;
}

bench_status benchi_wisdom_remember_text(bench_wisdom *wisdom, const bench_question *question,
                                         const char *text, bench_pick_end end, double loss)
{
	struct benchi_wisdom_entry entry;
	bench_status status = wisdom_ask(question, BENCH_NONE, wisdom->processor, &entry);

	if (status != BENCH_OK)
		return status;
	copy_word(entry.chosen, text, sizeof entry.chosen);
	entry.end = end;
	entry.loss_ppb = in_ppb(loss);
	return wisdom_change(wisdom, &entry);
}
