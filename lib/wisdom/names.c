/*
 * What was chosen, as one text: names, and of a table the values from which they hold.
 *
 *	slicing-8                           a choice
 *	slicing-8,hardware                  and its runner-up
 *	16:memcpy,120:words,3840:rep,65536  a table, and the last value that it holds for
 *
 * In a name a byte of ",:%" or below 32 stands as "%XX".
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/sink.h"
#include "base/whole.h"
#include "compare/choice.h"
#include "wisdom/names.h"
#include "wisdom/wisdom.h"

static void put_name(struct benchi_sink *sink, const char *name)
{
	for (; *name; name++) {
		unsigned char c = (unsigned char)*name;

		benchi_sink_put(sink, c < ' ' || strchr(",:%", c) ? "%%%02X" : "%c", (unsigned)c);
	}
}

int benchi_wisdom_put_choice(const bench_question *question, size_t index, size_t runner_up,
                             char *text, size_t capacity)
{
	struct benchi_sink sink = { text, capacity, 0 };
	char digits[BENCHI_DIGITS];

	put_name(&sink, benchi_candidate_name(question->candidates, index, digits));
	if (runner_up < question->n) {
		benchi_sink_put(&sink, ",");
		put_name(&sink, benchi_candidate_name(question->candidates, runner_up, digits));
	}
	return sink.used < capacity;
}

int benchi_wisdom_put_ranges(const bench_question *question, const bench_ranges *ranges,
                             char *text, size_t capacity)
{
	struct benchi_sink sink = { text, capacity, 0 };
	char digits[BENCHI_DIGITS];

	for (size_t i = 0; i < ranges->n; i++) {
		benchi_sink_put(&sink, "%llu:", (unsigned long long)ranges->range[i].low);
		put_name(&sink, benchi_candidate_name(question->candidates, ranges->range[i].index,
			digits));
		benchi_sink_put(&sink, ",");
	}
	benchi_sink_put(&sink, "%llu", (unsigned long long)ranges->range[ranges->n - 1].high);
	return sink.used < capacity;
}

/* The candidate whose name stands there, or BENCH_NONE; *text is moved behind it. */
static size_t take_name(const bench_question *question, const char **text)
{
	char name[BENCHI_WISDOM_WORD];
	size_t used = 0;

	for (; **text && !strchr(",:", **text); ++*text) {
		char c = **text;

		if (c == '%') {
			int byte = benchi_hex_byte(*text + 1);

			if (byte < 0)
				return BENCH_NONE;
			c = (char)byte;
			*text += 2;
		}
		if (used + 1 == sizeof name)
			return BENCH_NONE;
		name[used++] = c;
	}
	name[used] = '\0';
	return benchi_candidate_find(question->candidates, question->n, name);
}

size_t benchi_wisdom_take_choice(const bench_question *question, const char *text,
                                 size_t *runner_up)
{
	size_t index = take_name(question, &text);

	*runner_up = BENCH_NONE;
	if (*text == ',') {
		text++;
		*runner_up = take_name(question, &text);
	}
	return *text ? BENCH_NONE : index;
}

/* A number at *text, which is moved behind it. */
static int take_value(const char **text, uint64_t *value)
{
	const char *end = benchi_read_whole(*text, UINT64_MAX, value);

	*text = end ? end : *text;
	return end != NULL;
}

/* The entry that begins at low, cut to what is asked for, is the next one of ranges. */
static void add(bench_ranges *ranges, uint64_t low, uint64_t high, size_t index)
{
	static const bench_range none;
	bench_range range = none;

	if (high < ranges->low || low > ranges->high)
		return;
	range.low = low > ranges->low ? low : ranges->low;
	range.high = high < ranges->high ? high : ranges->high;
	range.index = index;
	range.at = range.low;
	range.lead = range.lead_low = range.lead_high = benchi_choice_none(BENCH_OK).lead;
	if (ranges->n++ < ranges->capacity)
		ranges->range[ranges->n - 1] = range;
}

int benchi_wisdom_take_ranges(const bench_question *question, const char *text,
                              bench_ranges *ranges)
{
	uint64_t low, next;

	ranges->n = 0;
	if (!take_value(&text, &low) || low > ranges->low)
		return 0;
	while (*text == ':') {
		size_t index;

		text++;
		index = take_name(question, &text);
		if (index == BENCH_NONE || *text != ',')
			return 0;
		text++;
		if (!take_value(&text, &next) || next < low || (*text == ':' && next == low))
			return 0;
		add(ranges, low, *text == ':' ? next - 1 : next, index);
		low = next;
	}
	return !*text && ranges->n > 0 && low >= ranges->high;
}
