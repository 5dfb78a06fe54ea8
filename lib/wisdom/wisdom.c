/*
 * What is known, what is new, and how does it get into the file?
 *
 * In memory there are two lists: what is known, and the changes since the file was read.
 * Saving reads the file again under a lock, makes the changes there, and replaces it; so
 * what other processes wrote in between stays.  Changes that were made while it saved
 * have higher numbers and are kept for the next time.
 *
 * Threads: one lock guards the lists, and is never held while a file is waited for.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/environment.h"
#include "wisdom/wisdom.h"
#include "host/file.h"
#include "host/lock.h"
#include "host/processor.h"

enum { PATH = 4096 };

static const double PATIENCE_NS = 5e9;  /* for another process that writes */

struct bench_wisdom {
	struct benchi_wisdom_list known, changes;
	uint64_t change;                           /* the latest one's number */
	bench_wisdom_counts counts;
	char processor[BENCHI_WISDOM_PROCESSOR];
	int make_folders;                          /* the place is ours to make */
	char path[PATH];                           /* "": none */
};

static struct benchi_lock lists = BENCHI_LOCK_INIT;

/* The number of the method, alone or before a slash. */
static int of_this_method(const char *version)
{
	size_t length = sizeof BENCHI_WISDOM_METHOD - 1;

	return strncmp(version, BENCHI_WISDOM_METHOD, length) == 0
	    && (version[length] == '\0' || version[length] == '/');
}

/* How many choices are of which kind. */
static void count(bench_wisdom *wisdom)
{
	const struct benchi_wisdom_list *known = &wisdom->known;

	for (size_t i = 0; i < known->n; i++)
		if (strcmp(known->entry[i].processor, wisdom->processor) != 0)
			wisdom->counts.foreign++;
		else if (!of_this_method(known->entry[i].version))
			wisdom->counts.stale++;
		else
			wisdom->counts.usable++;
}

/* Reads the file into a list. */
static bench_status read_file(const char *path, struct benchi_wisdom_list *list,
                              bench_wisdom_counts *counts)
{
	char *text;
	size_t size;
	bench_status status = benchi_file_read(path, BENCHI_WISDOM_BYTES, &text, &size);

	if (status == BENCH_OK && text)
		status = benchi_wisdom_read(path, text, size, list, counts);
	free(text);
	return status;
}

static bench_status find_place(bench_wisdom *wisdom, const char *path)
{
	if (!path) {
		wisdom->make_folders = 1;
		return benchi_environment_cache("libbench/wisdom", wisdom->path, sizeof wisdom->path);
	}
	if (strlen(path) >= sizeof wisdom->path)
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "'%.80s...' is too long for a file", path);
	strcpy(wisdom->path, path);
	return BENCH_OK;
}

bench_status bench_wisdom_load(const char *path, bench_wisdom **wisdom)
{
	bench_wisdom *made;
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no place for the wisdom");
	*wisdom = made = calloc(1, sizeof *made);
	if (!made)
		return benchi_fail(BENCH_ERR_MEMORY, "no memory for wisdom");
	benchi_processor_name(made->processor, sizeof made->processor);
	status = find_place(made, path);
	if (status == BENCH_OK)
		status = read_file(made->path, &made->known, &made->counts);
	if (status == BENCH_ERR_MEMORY) {
		bench_wisdom_free(made);
		*wisdom = NULL;
		return status;
	}
	count(made);
	return status == BENCH_OK && made->counts.damaged > 0 ? BENCH_ERR_INPUT : status;
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

/* The candidate that a known choice means, or BENCH_NONE and the reason. */
static size_t answer(const bench_question *question, const struct benchi_wisdom_entry *asked,
                     const struct benchi_wisdom_entry *known)
{
	size_t index = BENCH_NONE;

	if (strcmp(known->version, asked->version) != 0)
		benchi_fail(BENCH_OK, "'%.100s' was chosen by version %s, not %s", asked->key,
		            known->version, asked->version);
	else if (known->end != BENCH_PICK_END_SURE && !question->keep_likely)
		benchi_fail(BENCH_OK, "'%.100s' was chosen without being sure", asked->key);
	else if (known->margin_ppb != asked->margin_ppb)
		benchi_fail(BENCH_OK, "'%.100s' was chosen at the margin %g, not %g", asked->key,
		            (double)known->margin_ppb / 1e9, (double)asked->margin_ppb / 1e9);
	else if (known->n != asked->n || known->set != asked->set)
		benchi_fail(BENCH_OK, "'%.100s' was chosen among other candidates", asked->key);
	else if ((index = benchi_wisdom_index(question, known->chosen)) == BENCH_NONE)
		benchi_fail(BENCH_OK, "'%.80s' was chosen for '%.80s', which is no candidate's name",
		            known->chosen, asked->key);
	return index;
}

size_t bench_wisdom_find(bench_wisdom *wisdom, const bench_question *question)
{
	bench_pick_end end;

	return benchi_wisdom_find(wisdom, question, &end);
}

size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          bench_pick_end *end)
{
	struct benchi_wisdom_entry asked;
	size_t index = BENCH_NONE, i;
	int foreign = 0;

	if (!wisdom) {
		benchi_fail(BENCH_OK, "no wisdom was loaded");
		return BENCH_NONE;
	}
	if (benchi_wisdom_ask(question, BENCH_NONE, wisdom->processor, &asked) != BENCH_OK)
		return BENCH_NONE;
	benchi_lock_take(&lists);
	for (i = wisdom->known.n; i > 0; i--) {
		const struct benchi_wisdom_entry *known = &wisdom->known.entry[i - 1];

		if (strcmp(known->key, asked.key) != 0)
			continue;
		if (strcmp(known->processor, asked.processor) == 0) {
			index = answer(question, &asked, known);
			*end = known->end;
			break;
		}
		foreign = 1;
	}
	benchi_lock_give(&lists);
	if (i == 0)
		benchi_fail(BENCH_OK, "'%.100s' was never chosen%s", asked.key,
		            foreign ? " on this processor" : "");
	return index;
}

/* Makes a change, and notes it for the file. */
static bench_status change(bench_wisdom *wisdom, struct benchi_wisdom_entry *entry)
{
	int capacity;

	benchi_lock_take(&lists);
	capacity = benchi_wisdom_reserve(&wisdom->known) && benchi_wisdom_reserve(&wisdom->changes);
	if (capacity) {
		entry->change = ++wisdom->change;
		benchi_wisdom_put(&wisdom->known, entry);
		benchi_wisdom_note(&wisdom->changes, entry);
	}
	benchi_lock_give(&lists);
	return capacity ? BENCH_OK
	            : benchi_fail(BENCH_ERR_MEMORY, "no memory to remember '%.100s'", entry->key);
}

bench_status bench_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                   size_t index)
{
	return benchi_wisdom_remember(wisdom, question, index, BENCH_PICK_END_SURE);
}

bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    size_t index, bench_pick_end end)
{
	struct benchi_wisdom_entry entry;
	bench_status status;

	if (!wisdom || index == BENCH_NONE)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no wisdom, or no candidate to be remembered");
	status = benchi_wisdom_ask(question, index, wisdom->processor, &entry);
	entry.end = end;
	return status == BENCH_OK ? change(wisdom, &entry) : status;
}

bench_status bench_wisdom_forget(bench_wisdom *wisdom, const char *key)
{
	const bench_question question = { .key = key ? key : "all" };
	struct benchi_wisdom_entry entry;
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no wisdom to forget anything of");
	status = benchi_wisdom_ask(&question, BENCH_NONE, wisdom->processor, &entry);
	if (status != BENCH_OK)
		return status;
	entry.gone = 1;
	if (!key)
		*entry.key = '\0';
	return change(wisdom, &entry);
}

/* The changes up to now, in a list of their own. */
static bench_status copy_changes(const bench_wisdom *wisdom, struct benchi_wisdom_list *copy)
{
	const struct benchi_wisdom_list *changes = &wisdom->changes;
	bench_status status = BENCH_OK;

	benchi_lock_take(&lists);
	if (changes->n > 0) {
		copy->entry = malloc(changes->n * sizeof *copy->entry);
		if (copy->entry) {
			memcpy(copy->entry, changes->entry, changes->n * sizeof *copy->entry);
			copy->n = copy->capacity = changes->n;
		} else
			status = benchi_fail(BENCH_ERR_MEMORY, "no memory to save wisdom");
	}
	benchi_lock_give(&lists);
	return status;
}

/* Those changes are in the file now. */
static void settle(bench_wisdom *wisdom, uint64_t change)
{
	struct benchi_wisdom_list *changes = &wisdom->changes;
	size_t kept = 0;

	benchi_lock_take(&lists);
	for (size_t i = 0; i < changes->n; i++)
		if (changes->entry[i].change > change)
			changes->entry[kept++] = changes->entry[i];
	changes->n = kept;
	benchi_lock_give(&lists);
}

/* Reads, changes and writes the file, which is locked. */
static bench_status merge(const char *path, const struct benchi_wisdom_list *changes)
{
	struct benchi_wisdom_list list = { 0 };
	bench_wisdom_counts counts = { 0 };
	bench_status status = read_file(path, &list, &counts);
	char *text = NULL;
	size_t size;

	for (size_t i = 0; i < changes->n && status == BENCH_OK; i++)
		if (benchi_wisdom_reserve(&list))
			benchi_wisdom_put(&list, &changes->entry[i]);
		else
			status = BENCH_ERR_MEMORY;
	if (status == BENCH_OK && !(text = benchi_wisdom_write(&list, &size)))
		status = BENCH_ERR_MEMORY;
	if (status == BENCH_OK)
		status = benchi_file_replace(path, text, size);
	else if (status == BENCH_ERR_MEMORY)
		benchi_fail(status, "no memory to save '%.120s'", path);
	free(text);
	free(list.entry);
	return status;
}

bench_status bench_wisdom_save(bench_wisdom *wisdom)
{
	struct benchi_wisdom_list changes = { 0 };
	bench_status status;
	struct benchi_file_lock lock;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no wisdom to save");
	status = copy_changes(wisdom, &changes);
	if (status != BENCH_OK || changes.n == 0)
		return status;
	if (!*wisdom->path)
		status = benchi_fail(BENCH_ERR_UNSUPPORTED, "there is no file to save wisdom in");
	else {
		if (wisdom->make_folders)
			benchi_file_folders(wisdom->path);
		status = benchi_file_lock(wisdom->path, PATIENCE_NS, &lock);
	}
	if (status == BENCH_OK) {
		status = merge(wisdom->path, &changes);
		benchi_file_unlock(wisdom->path, &lock);
	}
	if (status == BENCH_OK)
		settle(wisdom, changes.entry[changes.n - 1].change);
	free(changes.entry);
	return status;
}

void bench_wisdom_free(bench_wisdom *wisdom)
{
	if (!wisdom)
		return;
	free(wisdom->known.entry);
	free(wisdom->changes.entry);
	free(wisdom);
}
