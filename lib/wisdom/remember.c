/*
 * Remembers choices: in memory and in the wisdom file.
 *
 * There are two texts in memory: the known choices, and the changes since the file was read.
 * Saving reads the file again under a lock, applies the changes, and replaces the file, so that
 * changes by other processes survive. Changes made during a save wait for the next save. A choice
 * replaces an older one with the same processor and key, whatever its version, margin or
 * candidates. A change that forgets a key is a line without candidates; without a key, it forgets
 * everything for the processor.
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
	char version[BENCHI_WISDOM_VERSION];

	return benchi_wisdom_ask(question, &entry, version);
}

/* Returns the bytes of field i, including the separator after the field. */
static size_t length_of(const struct benchi_wisdom_line *line, int i)
{
	return (size_t)(line->field[i + 1] - line->field[i]);
}

static bool same_field(const struct benchi_wisdom_line *a, const struct benchi_wisdom_line *b,
                       int i)
{
	return length_of(a, i) == length_of(b, i)
		&& memcmp(a->field[i], b->field[i], length_of(a, i)) == 0;
}

/* Returns whether the line is a change that forgets: it has no candidates. */
static bool forgets(const struct benchi_wisdom_line *line)
{
	return length_of(line, BENCHI_FIELD_SET) == 1;
}

/* Adds a line as the newest, and removes those that it replaces. The oldest choices leave a full
 * text. A line that forgets only removes, unless as_change keeps the line to be applied later.
 * Returns false if out of memory. */
static bool put_line(struct benchi_wisdom_text *of, const struct benchi_wisdom_line *line,
                     bool as_change)
{
	static const char head[] = BENCHI_WISDOM_FIRST_LINE
		"# key, chosen, candidates, margin, version, processor: see bench_wisdom(3)\n";
	const size_t length = (size_t)(line->field[BENCHI_FIELDS] - line->field[0]);
	const bool every = forgets(line) && length_of(line, BENCHI_FIELD_KEY) == 1;
	size_t n = 0, kept = 0;
	struct benchi_wisdom_line old;

	if (!benchi_reserve(&of->text, 1, of->size + sizeof head + length, &of->capacity))
		return false;
	if (of->size == 0) {
		of->size = sizeof head - 1;
		memcpy(of->text, head, of->size);
	}
	for (size_t at = 0, bytes; at < of->size; at += bytes) {
		bool choice = benchi_wisdom_split(of->text + at, of->text + of->size, &old);

		bytes = (size_t)(old.field[BENCHI_FIELDS] - old.field[0]);
		if (choice && (every || same_field(line, &old, BENCHI_FIELD_KEY))
		    && same_field(line, &old, BENCHI_FIELD_PROCESSOR))
			continue;
		n += choice;
		memmove(of->text + kept, of->text + at, bytes);
		kept += bytes;
	}
	of->size = kept;
	if (forgets(line) && !as_change)
		return true;
	size_t at = kept = 0;

	for (size_t bytes; n >= BENCHI_WISDOM_LIMIT; at += bytes) {
		bool choice = benchi_wisdom_split(of->text + at, of->text + of->size, &old);

		bytes = (size_t)(old.field[BENCHI_FIELDS] - old.field[0]);
		n -= choice;
		if (!choice) {
			memmove(of->text + kept, of->text + at, bytes);
			kept += bytes;
		}
	}
	of->size -= at - kept;
	if (at > kept)
		memmove(of->text + kept, of->text + at, of->size - kept);
	memcpy(of->text + of->size, line->field[0], length);
	of->size += length;
	return true;
}

bool benchi_wisdom_put_all(struct benchi_wisdom_text *to, const struct benchi_wisdom_text *from)
{
	struct benchi_wisdom_line line;

	for (const char *at = from->text, *end = at + from->size; at < end;
	     at = line.field[BENCHI_FIELDS])
		if (benchi_wisdom_split(at, end, &line) && !put_line(to, &line, false))
			return false;
	return true;
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

bench_status benchi_wisdom_put_under(bench_wisdom *wisdom, bench_status status,
                                     struct benchi_wisdom_text *text,
                                     const bench_wisdom_counts *counts)
{
	struct benchi_wisdom_text *under = &wisdom->under;

	benchi_lock_take(&benchi_wisdom_lock);
	if (status == BENCH_OK && text->size > 0) {
		if (!benchi_reserve(&under->text, 1, under->size + text->size, &under->capacity))
			status = benchi_no_memory("wisdom");
		else {
			memcpy(under->text + under->size, text->text, text->size);
			under->size += text->size;
		}
	}
	benchi_lock_give(&benchi_wisdom_lock);
	free(text->text);
	return status == BENCH_OK && counts->damaged > 0 ? BENCH_ERR_INPUT : status;
}

bench_status bench_wisdom_load_under(bench_wisdom *wisdom, const char *path)
{
	struct benchi_wisdom_text text = { 0 };
	bench_wisdom_counts counts = { 0 };
	const char *system = benchi_environment_text(SYSTEM_VARIABLE);
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	if (!path)
		path = system ? system : SYSTEM_FILE;
	status = benchi_wisdom_read_file(path, &text, &counts);
	return benchi_wisdom_put_under(wisdom, status, &text, &counts);
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

/* Applies a change, a line, and queues it for the file. */
static bench_status change(bench_wisdom *wisdom, const struct benchi_wisdom_line *line)
{
	bool put;

	benchi_lock_take(&benchi_wisdom_lock);
	put = put_line(&wisdom->changes, line, true) && put_line(&wisdom->known, line, false);
	benchi_lock_give(&benchi_wisdom_lock);
	return put ? BENCH_OK : benchi_no_memory("wisdom");
}

bench_status benchi_wisdom_adopt(bench_wisdom *wisdom, char *text, size_t size)
{
	struct benchi_wisdom_text all = { text, size, size };
	bench_wisdom_counts counts = { 0 };
	bench_status status = benchi_wisdom_read("text", &all, &counts);
	struct benchi_wisdom_line line;

	wisdom->folders = 0755;
	for (const char *at = text; at < text + all.size && status == BENCH_OK;
	     at = line.field[BENCHI_FIELDS])
		if (benchi_wisdom_split(at, text + all.size, &line))
			status = change(wisdom, &line);
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

/* Makes a line of this choice; entry: NULL if the line forgets the key. */
static bench_status remember(bench_wisdom *wisdom, const char *key, const char *version,
                             const struct benchi_wisdom_entry *entry)
{
	struct benchi_sink to = { malloc(BENCHI_WISDOM_LINE), BENCHI_WISDOM_LINE, 0 };
	struct benchi_wisdom_line line;
	bench_status status;
	int comment = *key == '#';

	if (!to.to)
		return benchi_no_memory("wisdom");
	benchi_sink_put(&to, "%s", comment ? "%23" : "");
	put_escaped(&to, key + comment, "");
	benchi_sink_put(&to, "\t");
	if (entry) {
		int likely = entry->end != BENCH_PICK_END_SURE && entry->end != BENCH_PICK_END_ONLY_ONE;

		put_escaped(&to, entry->chosen, "");
		benchi_sink_put(&to, "\t%llu/%016llx\t", (unsigned long long)entry->n,
			(unsigned long long)entry->set);
		put_share(&to, entry->margin_ppb);
		benchi_sink_put(&to, "%s%s", entry->table ? "/table" : "", likely ? "/likely/"
			: entry->end == BENCH_PICK_END_ONLY_ONE ? "/only" : "");
		if (likely)
			put_share(&to, entry->loss_ppb);
		if (entry->starts > 0)
			benchi_sink_put(&to, "/starts/%llu", (unsigned long long)entry->starts);
	} else {
		benchi_sink_put(&to, "\t\t");
	}
	benchi_sink_put(&to, "\t");
	put_escaped(&to, version, "");
	benchi_sink_put(&to, "\t");
	put_escaped(&to, wisdom->processor, "");
	benchi_sink_put(&to, "\n");
	benchi_wisdom_split(to.to, to.to + to.used, &line);
	status = change(wisdom, &line);
	free(to.to);
	return status;
}

bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    const struct benchi_wisdom_answer *answer)
{
	struct benchi_wisdom_entry entry;
	struct benchi_sink to = { entry.chosen, sizeof entry.chosen, 0 };
	const bench_ranges *ranges = answer->ranges;
	char digits[BENCHI_DIGITS], version[BENCHI_WISDOM_VERSION];
	bench_status status;

	if (!wisdom || (!ranges && !answer->text && answer->index == BENCH_NONE))
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL, or there are no candidates");
	status = benchi_wisdom_ask(question, &entry, version);
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
		return benchi_fail(BENCH_ERR_ARGUMENT, "the table of '%.100s' is too long",
			question->key);
	if (!ranges && !answer->text && answer->runner_up < question->n) {
		/* The runner-up follows if there is space. */
		size_t end = to.used;

		benchi_sink_put(&to, ",");
		put_escaped(&to, benchi_candidate_name(question->candidates, answer->runner_up, digits),
			",:");
		if (to.used >= sizeof entry.chosen)
			entry.chosen[end] = '\0';
	}
	return remember(wisdom, question->key, version, &entry);
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
	bench_status status;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	status = benchi_wisdom_check(&question);
	return status == BENCH_OK ? remember(wisdom, key ? key : "", "", NULL) : status;
}

bench_status bench_wisdom_save(bench_wisdom *wisdom)
{
	struct benchi_wisdom_text changes = { 0 }, file = { 0 }, *all;
	bench_wisdom_counts counts = { 0 };
	struct benchi_file_lock lock = { 0 };
	bench_status status = BENCH_OK;

	if (!wisdom)
		return benchi_fail(BENCH_ERR_ARGUMENT, "wisdom is NULL");
	/* Copy the changes so far. */
	all = &wisdom->changes;
	benchi_lock_take(&benchi_wisdom_lock);
	changes.size = all->size;
	if (changes.size > 0 && !(changes.text = benchi_copy(all->text, all->size)))
		status = benchi_no_memory("wisdom");
	benchi_lock_give(&benchi_wisdom_lock);
	if (status != BENCH_OK || changes.size == 0)
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
		status = benchi_wisdom_read_file(wisdom->path, &file, &counts);
		if (status == BENCH_OK && !benchi_wisdom_put_all(&file, &changes))
			status = benchi_no_memory("wisdom");
		if (status == BENCH_OK)
			status = benchi_file_replace(wisdom->path, file.text, file.size);
		free(file.text);
		benchi_file_unlock(wisdom->path, &lock);
	}
	if (status == BENCH_OK) {
		/* Drop the changes that are now in the file, unless one of them has been replaced. */
		benchi_lock_take(&benchi_wisdom_lock);
		if (all->size >= changes.size && memcmp(all->text, changes.text, changes.size) == 0) {
			all->size -= changes.size;
			memmove(all->text, all->text + changes.size, all->size);
		}
		benchi_lock_give(&benchi_wisdom_lock);
	}
	free(changes.text);
	return status;
}
