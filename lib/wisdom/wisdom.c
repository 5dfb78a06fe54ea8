/*
 * Remembered choices in memory and in the wisdom file.
 *
 * Memory holds two lists: the known choices, and the changes since the file was read.
 * Saving reads the file again under a lock, applies the changes, and replaces it; so
 * changes by other processes stay.  Changes made during a save
 * have higher numbers and are kept for the next save.
 *
 * Threads: one lock guards the lists; it is never held while waiting for a file.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/cache_folder.h"
#include "base/environment.h"
#include "host/file.h"
#include "host/processor.h"
#include "wisdom/list.h"
#include "wisdom/names.h"
#include "wisdom/question.h"
#include "wisdom/store.h"

static const char SYSTEM_FILE[] = "/etc/libbench/wisdom";
static const double PATIENCE_NS = 20e9;  /* wait for another writing process */

struct benchi_lock benchi_wisdom_lock = BENCHI_LOCK_INIT;

/* Is it the number of this method, alone or before a slash? */
static int of_this_method(const char *version)
{
	size_t length = sizeof BENCHI_WISDOM_METHOD - 1;

	return strncmp(version, BENCHI_WISDOM_METHOD, length) == 0
	    && (version[length] == '\0' || version[length] == '/');
}

/* Counts the choices of each kind. */
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

bench_status bench_wisdom_load_under(bench_wisdom *wisdom, const char *path)
{
	struct benchi_wisdom_list list = { 0 };
	bench_wisdom_counts counts = { 0 };
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no wisdom to load anything under");
	status = read_file(path ? path : SYSTEM_FILE, &list, &counts);
	benchi_lock_take(&benchi_wisdom_lock);
	for (size_t i = 0; i < list.n && status == BENCH_OK; i++)
		if (benchi_wisdom_reserve(&wisdom->under))
			benchi_wisdom_put(&wisdom->under, &list.entry[i]);
		else
			status = BENCH_ERR_MEMORY;
	benchi_lock_give(&benchi_wisdom_lock);
	free(list.entry);
	if (status == BENCH_ERR_MEMORY)
		return benchi_fail(status, "no memory for wisdom");
	return status == BENCH_OK && counts.damaged > 0 ? BENCH_ERR_INPUT : status;
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

/* Applies a change, and queues it for the file. */
static bench_status change(bench_wisdom *wisdom, struct benchi_wisdom_entry *entry)
{
	int capacity;

	benchi_lock_take(&benchi_wisdom_lock);
	capacity = benchi_wisdom_reserve(&wisdom->known) && benchi_wisdom_reserve(&wisdom->changes);
	if (capacity) {
		entry->change = ++wisdom->change;
		benchi_wisdom_put(&wisdom->known, entry);
		benchi_wisdom_note(&wisdom->changes, entry);
	}
	benchi_lock_give(&benchi_wisdom_lock);
	return capacity ? BENCH_OK
	            : benchi_fail(BENCH_ERR_MEMORY, "no memory to remember '%.100s'", entry->key);
}

bench_status bench_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                   size_t index)
{
	bench_choice choice = { .index = index, .runner_up = BENCH_NONE, .end = BENCH_PICK_END_SURE };

	return benchi_wisdom_remember(wisdom, question, &choice);
}

bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    const bench_choice *choice)
{
	struct benchi_wisdom_entry entry;
	bench_status status;

	if (!wisdom || choice->index == BENCH_NONE)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no wisdom, or no candidate to be remembered");
	status = benchi_wisdom_ask(question, choice->index, wisdom->processor, &entry);
	if (status != BENCH_OK)
		return status;
	entry.end = choice->end;
	if (!benchi_wisdom_put_choice(question, choice->index, choice->runner_up, entry.chosen,
	                              sizeof entry.chosen))
		benchi_wisdom_put_choice(question, choice->index, BENCH_NONE, entry.chosen,
		                         sizeof entry.chosen);
	return change(wisdom, &entry);
}

bench_status benchi_wisdom_remember_ranges(bench_wisdom *wisdom, const bench_question *question,
                                           const bench_ranges *ranges)
{
	struct benchi_wisdom_entry entry;
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < ranges->n && status == BENCH_OK; i++)
		status = benchi_wisdom_ask(question, ranges->range[i].index, wisdom->processor, &entry);
	if (status != BENCH_OK)
		return status;
	entry.end = ranges->end;
	entry.table = 1;
	if (!benchi_wisdom_put_ranges(question, ranges, entry.chosen, sizeof entry.chosen))
		return benchi_fail(BENCH_ERR_ARGUMENT, "the table of '%.100s' is too long", entry.key);
	return change(wisdom, &entry);
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
			status = benchi_fail(BENCH_ERR_MEMORY, "no memory to save wisdom");
	}
	benchi_lock_give(&benchi_wisdom_lock);
	return status;
}

/* Drops the changes that are now in the file. */
static void settle(bench_wisdom *wisdom, uint64_t change)
{
	struct benchi_wisdom_list *changes = &wisdom->changes;
	size_t kept = 0;

	benchi_lock_take(&benchi_wisdom_lock);
	for (size_t i = 0; i < changes->n; i++)
		if (changes->entry[i].change > change)
			changes->entry[kept++] = changes->entry[i];
	changes->n = kept;
	benchi_lock_give(&benchi_wisdom_lock);
}

/* Reads, changes and writes the locked file. */
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
	free(wisdom->under.entry);
	free(wisdom);
}
