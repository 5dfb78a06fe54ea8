/*
 * bench_wisdom_count: what is known, by kind. A separate file, because a program that only reads
 * choices seldom counts them.
 *
 * SPDX-License-Identifier: MIT
 */

#include "wisdom/wisdom.h"

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
