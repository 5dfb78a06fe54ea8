/*
 * Remembers choices: in memory, in the wisdom file, and as text.
 *
 * There are two lists in memory: the known choices, and the changes since the file was read.
 * Saving reads the file again under a lock, applies the changes, and replaces the file, so that
 * changes by other processes survive. Changes are numbered; those made during a save have higher
 * numbers than the saved ones, and wait for the next save. A choice replaces an older one with the
 * same processor and key, whatever its version, margin or candidates.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

static const char SYSTEM_FILE[] = "/etc/libbench/wisdom", SYSTEM_VARIABLE[] = "BENCH_SYSTEM_WISDOM";
static const double PATIENCE_NS = 20e9;  /* longest wait for another process that is writing */
enum { DECIMALS = 9 };

bench_status benchi_wisdom_check(const bench_question *question)
{
	struct benchi_wisdom_entry entry;

	return benchi_wisdom_ask(question, "", &entry);
}

/* Adds the entry as the newest, and removes those with its processor and key, or of all keys if its
 * key is empty. A full list drops its oldest entry. An entry with `gone` set only removes, unless
 * as_change keeps it to be applied later. The list has space for one more entry. */
static void put_entry(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry,
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

/* Writes text. Bytes that a field must not contain, and those in `also`, become "%XX". */
static void put_escaped(struct benchi_sink *to, const char *text, const char *also)
{
	for (size_t n; *text; text += n) {
		for (n = 0; (unsigned char)text[n] >= ' ' && text[n] != 127 && text[n] != '%'
		     && !strchr(also, text[n]);)
			n++;
		benchi_sink_put(to, "%.*s", (int)n, text);
		if (!n)
			benchi_sink_put(to, "%%%02X", (unsigned char)text[n++]);
	}
}

static void put_share(struct benchi_sink *to, uint64_t ppb)
{
	char decimals[24];
	int n = DECIMALS;

	benchi_sink_put(to, "%llu", (unsigned long long)(ppb / 1000000000u));
	sprintf(decimals, "%09llu", (unsigned long long)(ppb % 1000000000u));
	while (n > 0 && decimals[n - 1] == '0')
		n--;
	if (n > 0)
		benchi_sink_put(to, ".%.*s", n, decimals);
}

/* Returns the list as a file's text, allocated with malloc; NULL when out of memory. */
static char *write_text(const struct benchi_wisdom_list *list, size_t *size)
{
	static const char head[] = BENCHI_WISDOM_FIRST_LINE
		"# key, chosen, candidates, margin, version, processor: see bench_wisdom(3)\n";
	size_t capacity = sizeof head + list->n * BENCHI_WISDOM_LINE;
	struct benchi_sink to = { malloc(capacity), capacity, 0 };

	if (!to.to)
		return NULL;
	benchi_sink_put(&to, "%s", head);
	for (size_t i = 0; i < list->n; i++) {
		const struct benchi_wisdom_entry *e = &list->entry[i];
		int comment = *e->key == '#';

		benchi_sink_put(&to, "%s", comment ? "%23" : "");
		put_escaped(&to, e->key + comment, "");
		benchi_sink_put(&to, "\t");
		put_escaped(&to, e->chosen, "");
		benchi_sink_put(&to, "\t%llu/%016llx\t", (unsigned long long)e->n,
			(unsigned long long)e->set);
		put_share(&to, e->margin_ppb);
		benchi_sink_put(&to, "%s%s", e->table ? "/table" : "", e->end == BENCH_PICK_END_SURE ? ""
			: e->end == BENCH_PICK_END_ONLY_ONE ? "/only" : "/likely/");
		if (e->end != BENCH_PICK_END_SURE && e->end != BENCH_PICK_END_ONLY_ONE)
			put_share(&to, e->loss_ppb);
		if (e->starts > 0)
			benchi_sink_put(&to, "/starts/%llu", (unsigned long long)e->starts);
		benchi_sink_put(&to, "\t");
		put_escaped(&to, e->version, "");
		benchi_sink_put(&to, "\t");
		put_escaped(&to, e->processor, "");
		benchi_sink_put(&to, "\n");
	}
	*size = to.used;
	return to.to;
}

/* Puts a list below the user's choices, and frees it. */
static bench_status put_under(bench_wisdom *wisdom, bench_status status,
                              struct benchi_wisdom_list *list, const bench_wisdom_counts *counts)
{
	benchi_lock_take(&benchi_wisdom_lock);
	for (size_t i = 0; i < list->n && status == BENCH_OK; i++)
		if (benchi_wisdom_reserve(&wisdom->under))
			put_entry(&wisdom->under, &list->entry[i], false);
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
	status = benchi_wisdom_read_file(path, &list, &counts);
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
	status = benchi_wisdom_read("text", own, length, &list, &counts);
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

		if (!benchi_wisdom_reserve(&all))
			break;
		put_entry(&all, entry, false);
	}
	benchi_lock_give(&benchi_wisdom_lock);
	if (all.n > 0)
		written = write_text(&all, &length);
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

/* Keys whose choice this process has already counted as a start. */
enum { STARTED_MOST = 64 };
static uint64_t started[STARTED_MOST];
static size_t started_n;

int benchi_wisdom_starts(const char *key)
{
	uint64_t hash = benchi_wisdom_hash(key);
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
static bench_status change(bench_wisdom *wisdom, struct benchi_wisdom_entry *entry)
{
	int capacity;

	benchi_lock_take(&benchi_wisdom_lock);
	capacity = benchi_wisdom_reserve(&wisdom->known) && benchi_wisdom_reserve(&wisdom->changes);
	if (capacity) {
		entry->change = ++wisdom->change;
		put_entry(&wisdom->known, entry, false);
		put_entry(&wisdom->changes, entry, true);
	}
	benchi_lock_give(&benchi_wisdom_lock);
	return capacity ? BENCH_OK : benchi_no_memory("wisdom");
}

bench_status benchi_wisdom_adopt(bench_wisdom *wisdom, const char *text, size_t length)
{
	struct benchi_wisdom_list list = { 0 };
	bench_wisdom_counts counts = { 0 };
	bench_status status = benchi_wisdom_read("text", text, length, &list, &counts);

	wisdom->folders = 0755;
	for (size_t i = 0; i < list.n && status == BENCH_OK; i++)
		status = change(wisdom, &list.entry[i]);
	free(list.entry);
	return status;
}

double benchi_wisdom_loss(const bench_choice *choice)
{
	double loss = 1 / choice->lead_low - 1;

	return choice->end == BENCH_PICK_END_SURE || choice->end == BENCH_PICK_END_ONLY_ONE ? 0
	     : loss >= 0 ? loss : loss < 0 ? 0 : (double)INFINITY;
}

/* Writes the candidate's name. BENCH_ERR_ARGUMENT: it cannot be remembered. */
static bench_status put_name(struct benchi_sink *to, const bench_question *question, size_t index)
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
	put_escaped(to, name, ",:");
	return BENCH_OK;
}

bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    const struct benchi_wisdom_answer *answer)
{
	struct benchi_wisdom_entry entry;
	struct benchi_sink to = { entry.chosen, sizeof entry.chosen, 0 };
	const bench_ranges *ranges = answer->ranges;
	char digits[BENCHI_DIGITS];
	bench_status status;

	if (!wisdom || (!ranges && !answer->text && answer->index == BENCH_NONE))
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL, or there are no candidates");
	status = benchi_wisdom_ask(question, wisdom->processor, &entry);
	if (status != BENCH_OK)
		return status;
	entry.end = answer->end;
	entry.loss_ppb = (uint32_t)((answer->loss < 1 ? answer->loss : 1) * 1e9 + 0.5);
	entry.starts = question->starts > 1 ? answer->starts : 0;
	entry.table = ranges != NULL;
	/* the choice is a table LOW:NAME,...,HIGH, or a text, or one name */
	for (size_t i = 0; ranges && i < ranges->n && status == BENCH_OK; i++) {
		benchi_sink_put(&to, "%llu:", (unsigned long long)ranges->range[i].low);
		status = put_name(&to, question, ranges->range[i].index);
		benchi_sink_put(&to, ",");
	}
	if (ranges)
		benchi_sink_put(&to, "%llu", (unsigned long long)ranges->range[ranges->n - 1].high);
	else if (answer->text)
		benchi_sink_put(&to, "%s", answer->text);
	else
		status = put_name(&to, question, answer->index);
	if (status != BENCH_OK)
		return status;
	if (ranges && to.used >= sizeof entry.chosen)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the table of '%.100s' is too long", entry.key);
	if (!ranges && !answer->text && answer->runner_up < question->n) {
		/* The runner-up follows if there is space. */
		size_t end = to.used;

		benchi_sink_put(&to, ",");
		put_escaped(&to, benchi_candidate_name(question->candidates, answer->runner_up, digits),
			",:");
		if (to.used >= sizeof entry.chosen)
			entry.chosen[end] = '\0';
	}
	return change(wisdom, &entry);
}

bench_status bench_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                   size_t index)
{
	return benchi_wisdom_remember(wisdom, question, &(struct benchi_wisdom_answer){
		.index = index, .runner_up = BENCH_NONE, .end = BENCH_PICK_END_SURE });
}

bench_status bench_wisdom_forget(bench_wisdom *wisdom, const char *key)
{
	const bench_question question = { .key = key ? key : "all" };
	struct benchi_wisdom_entry entry;
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	status = benchi_wisdom_ask(&question, wisdom->processor, &entry);
	if (status != BENCH_OK)
		return status;
	entry.gone = 1;
	if (!key)
		*entry.key = '\0';
	return change(wisdom, &entry);
}

bench_status bench_wisdom_save(bench_wisdom *wisdom)
{
	struct benchi_wisdom_list changes = { 0 };
	bench_status status;
	struct benchi_file_lock lock = { 0 };

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	/* Copy the changes so far. */
	status = BENCH_OK;
	benchi_lock_take(&benchi_wisdom_lock);
	if (wisdom->changes.n > 0) {
		changes.entry = malloc(wisdom->changes.n * sizeof *changes.entry);
		if (changes.entry) {
			changes.n = changes.capacity = wisdom->changes.n;
			memcpy(changes.entry, wisdom->changes.entry, changes.n * sizeof *changes.entry);
		} else
			status = benchi_no_memory("wisdom");
	}
	benchi_lock_give(&benchi_wisdom_lock);
	if (status != BENCH_OK || changes.n == 0)
		return status;
	if (!*wisdom->path)
		status = benchi_fail(BENCH_ERR_UNSUPPORTED, "this wisdom has no file to save to");
	else {
		if (wisdom->folders)
			benchi_file_folders(wisdom->path, wisdom->folders);
		status = benchi_file_lock(wisdom->path, PATIENCE_NS, &lock);
	}
	if (status == BENCH_OK) {
		/* Read, change and write the locked file. */
		const char *path = wisdom->path;
		struct benchi_wisdom_list list = { 0 };
		bench_wisdom_counts counts = { 0 };
		status = benchi_wisdom_read_file(path, &list, &counts);
		char *text = NULL;
		size_t size;

		for (size_t i = 0; i < changes.n && status == BENCH_OK; i++)
			if (benchi_wisdom_reserve(&list))
				put_entry(&list, &changes.entry[i], false);
			else
				status = BENCH_ERR_MEMORY;
		if (status == BENCH_OK && !(text = write_text(&list, &size)))
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
