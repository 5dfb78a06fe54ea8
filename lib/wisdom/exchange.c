/*
 * Choices to and from memory, and what is known by kind. A separate file, because few programs
 * that read or remember choices need that.
 *
 * SPDX-License-Identifier: MIT
 */

#include "wisdom/wisdom.h"

bench_status bench_wisdom_import(bench_wisdom *wisdom, const char *text, size_t length)
{
	struct benchi_wisdom_text own = { 0 };
	bench_wisdom_counts counts = { 0 };

	if (!wisdom || (!text && length > 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, wisdom ? "text is NULL" : "wisdom is NULL");
	if (length > BENCHI_WISDOM_BYTES)
		return benchi_fail(BENCH_ERR_INPUT, "text has more than %d bytes", BENCHI_WISDOM_BYTES);
	own.text = benchi_copy(length > 0 ? text : "", length);
	if (!own.text)
		return benchi_no_memory("wisdom");
	own.size = own.capacity = length;
	return benchi_wisdom_put_under(wisdom, benchi_wisdom_read("text", &own, &counts), &own,
		&counts);
}

size_t bench_wisdom_export(const bench_wisdom *wisdom, char *text, size_t capacity)
{
	struct benchi_wisdom_text all = { 0 };
	size_t length = 0;

	if (capacity > 0)
		*text = '\0';
	if (!wisdom)
		return 0;
	benchi_lock_take(&benchi_wisdom_lock);
	if (benchi_wisdom_put_all(&all, &wisdom->under) && benchi_wisdom_put_all(&all, &wisdom->known))
		length = all.size;
	benchi_lock_give(&benchi_wisdom_lock);
	if (capacity > 0 && length > 0) {
		size_t n = length < capacity ? length : capacity - 1;

		memcpy(text, all.text, n);
		text[n] = '\0';
	}
	free(all.text);
	return length;
}

bench_wisdom_counts bench_wisdom_count(const bench_wisdom *wisdom)
{
	static const char method[] = BENCHI_WISDOM_METHOD;
	bench_wisdom_counts counts = { 0 };
	struct benchi_wisdom_line line;

	if (!wisdom)
		return counts;
	counts = wisdom->counts;
	benchi_lock_take(&benchi_wisdom_lock);
	for (const char *at = wisdom->known.text, *end = at + wisdom->known.size; at < end;
	     at = line.field[BENCHI_FIELDS]) {
		const char *version;

		if (!benchi_wisdom_split(at, end, &line))
			continue;
		version = line.field[BENCHI_FIELD_VERSION];
		if (!benchi_wisdom_field_is(&line, BENCHI_FIELD_PROCESSOR, wisdom->processor))
			counts.foreign++;
		else if (strncmp(version, method, sizeof method - 1) != 0
		         || !strchr("/\t", version[sizeof method - 1]))
			counts.stale++;
		else
			counts.usable++;
	}
	benchi_lock_give(&benchi_wisdom_lock);
	return counts;
}
