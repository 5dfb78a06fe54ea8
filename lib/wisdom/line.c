/*
 * Writes a choice as one line, and parses such a line from an untrusted file.
 *
 * A line has six fields separated by tabs:
 *
 *	key	chosen	number of candidates/hash of their names	margin	version	processor
 *	crc32	slicing-by-8	4/9c0a77b1c3d2e4f5	0.005	2/1.4	AMD EPYC (family 25, ...)
 *
 * Bytes below 32, "%" and 127 are written as "%XX", and so is "#" at the start of a line, because
 * lines that begin with "#" are comments. The margin has up to nine decimals. Words may follow it,
 * each after a slash: "table" for a table; "likely" for an uncertain choice, with its greatest
 * possible loss after another slash; "only" if no other candidate was left; "starts" with the
 * number of consecutive starts that made the choice. Examples: "0.005/table/likely/0.013",
 * "0.005/starts/2". The version is the number of the library's method, then a slash and the
 * caller's version. Parsing looks at each byte once. A line with a field that is too long is
 * damaged.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

enum { DECIMALS = 9 };

/* The rest of a line. */
struct cursor {
	const char *at, *end;
};

/* Reads a text up to one of stops or the end, with "%XX" decoded. False: the text has a byte
 * that is not allowed, or is too long. */
static bool take_text(struct cursor *line, const char *stops, char *text, size_t capacity)
{
	size_t used = 0;

	while (line->at < line->end && !(*line->at && strchr(stops, *line->at))) {
		int c = (unsigned char)*line->at, bytes = 1;

		if (c == '%') {
			c = line->end - line->at < 3 ? -1 : benchi_hex_byte(line->at + 1);
			bytes = 3;
		} else if (c < ' ' || c == 127)
			c = -1;
		if (c <= 0 || used + 1 >= capacity)
			return false;
		line->at += bytes;
		text[used++] = (char)c;
	}
	text[used] = '\0';
	return true;
}

static int wisdom_line_take(struct cursor *line, char c)
{
	if (line->at >= line->end || *line->at != c)
		return 0;
	line->at++;
	return 1;
}

/* Reads at least one digit. Returns 0 if not found or the number is 2^64 or more. */
static int take_number(struct cursor *line, unsigned base, uint64_t *value)
{
	const char *end = benchi_read_digits(line->at, line->end, base, UINT64_MAX, value);

	line->at = end ? end : line->at;
	return end != NULL;
}

/* Reads a share from 0 to 1, in billionths. */
static int take_share(struct cursor *line, uint64_t *ppb)
{
	uint64_t whole, fraction = 0;
	int decimals = 0;

	if (!take_number(line, 10, &whole) || whole > 1)
		return 0;
	if (wisdom_line_take(line, '.')) {
		const char *begin = line->at;

		if (!take_number(line, 10, &fraction) || line->at - begin > DECIMALS)
			return 0;
		decimals = (int)(line->at - begin);
	}
	for (; decimals < DECIMALS; decimals++)
		fraction *= 10;
	*ppb = whole * 1000000000u + fraction;
	return *ppb <= 1000000000u;
}

/* If the next word, after a slash, is this one, skips it and returns 1. */
static int wisdom_line_take_word(struct cursor *line, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(line->end - line->at) <= n || *line->at != '/'
	    || memcmp(line->at + 1, word, n) != 0)
		return 0;
	line->at += n + 1;
	return 1;
}

const char *benchi_wisdom_read_line(const char *text, size_t length,
                                    struct benchi_wisdom_entry *e, const char **rest)
{
	static const char word[] = "at most 1023 bytes and a tab";
	static const char margin[] = "a margin from 0 to 1 and a tab";
	struct cursor line = { text, text + length };
	const char *wrong = NULL;

	memset(e, 0, sizeof *e);
	if (!take_text(&line, "\t", e->key, sizeof e->key) || !*e->key)
		wrong = "a key of 1 to 127 bytes and a tab";
	else if (!wisdom_line_take(&line, '\t') || !take_text(&line, "\t", e->chosen, sizeof e->chosen)
	         || !wisdom_line_take(&line, '\t'))
		wrong = word;
	else if (!take_number(&line, 10, &e->n) || !wisdom_line_take(&line, '/'))
		wrong = "the number of candidates and '/'";
	else if (!take_number(&line, 16, &e->set) || !wisdom_line_take(&line, '\t'))
		wrong = "up to 16 hexadecimal digits and a tab";
	else if (!take_share(&line, &e->margin_ppb))
		wrong = margin;
	if (wrong) {
		*rest = line.at;
		return wrong;
	}

	/* Words behind the margin: what was chosen, and how. */
	e->table = wisdom_line_take_word(&line, "table");
	e->end = BENCH_PICK_END_SURE;
	if (wisdom_line_take_word(&line, "likely")) {
		e->end = BENCH_PICK_END_BUDGET;
		if (!wisdom_line_take(&line, '/') || !take_share(&line, &e->loss_ppb))
			wrong = margin;
	} else if (!e->table && wisdom_line_take_word(&line, "only"))
		e->end = BENCH_PICK_END_ONLY_ONE;
	if (!wrong && wisdom_line_take_word(&line, "starts")
	    && !(wisdom_line_take(&line, '/') && take_number(&line, 10, &e->starts) && e->starts > 0))
		wrong = margin;
	if (wrong || !wisdom_line_take(&line, '\t'))
		wrong = margin;
	else if (!take_text(&line, "\t", e->version, sizeof e->version)
	         || !*e->version || !wisdom_line_take(&line, '\t'))
		wrong = "a version and a tab";
	else if (!take_text(&line, "\t", e->processor, sizeof e->processor) || !*e->processor
	         || line.at < line.end)
		wrong = "the processor's name and the end of the line";
	*rest = line.at;
	return wrong;
}

/* Writes text. Bytes that a field must not contain, and those in `also`, become "%XX". */
static void wisdom_line_put_escaped(struct benchi_sink *to, const char *text, const char *also)
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

static void wisdom_line_put_share(struct benchi_sink *to, uint64_t ppb)
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

size_t benchi_wisdom_write_line(const struct benchi_wisdom_entry *e, char *line)
{
	struct benchi_sink to = { line, BENCHI_WISDOM_LINE, 0 };
	int comment = *e->key == '#';

	benchi_sink_put(&to, "%s", comment ? "%23" : "");
	wisdom_line_put_escaped(&to, e->key + comment, "");
	benchi_sink_put(&to, "\t");
	wisdom_line_put_escaped(&to, e->chosen, "");
	benchi_sink_put(&to, "\t%llu/%016llx\t", (unsigned long long)e->n,
		(unsigned long long)e->set);
	wisdom_line_put_share(&to, e->margin_ppb);
	benchi_sink_put(&to, "%s%s", e->table ? "/table" : "", e->end == BENCH_PICK_END_SURE ? ""
		: e->end == BENCH_PICK_END_ONLY_ONE ? "/only" : "/likely/");
	if (e->end != BENCH_PICK_END_SURE && e->end != BENCH_PICK_END_ONLY_ONE)
		wisdom_line_put_share(&to, e->loss_ppb);
	if (e->starts > 0)
		benchi_sink_put(&to, "/starts/%llu", (unsigned long long)e->starts);

	benchi_sink_put(&to, "\t");
	wisdom_line_put_escaped(&to, e->version, "");
	benchi_sink_put(&to, "\t");
	wisdom_line_put_escaped(&to, e->processor, "");
	benchi_sink_put(&to, "\n");
	return to.used;
}

/*
 * What was chosen, as text: names, and for a table the values from which they apply.
 *
 *	slicing-8                           a choice
 *	slicing-8,hardware                  a choice and its runner-up
 *	16:memcpy,120:words,3840:rep,65536  a table, and the last value that it covers
 *
 * In a name, ",", ":", "%" and bytes below 32 are written as "%XX".
 */

int benchi_wisdom_put_choice(const bench_question *question, size_t index, size_t runner_up,
                             char *text, size_t capacity)
{
	struct benchi_sink sink = { text, capacity, 0 };
	char digits[BENCHI_DIGITS];

	wisdom_line_put_escaped(&sink, benchi_candidate_name(question->candidates, index, digits),
		",:");
	if (runner_up < question->n) {
		benchi_sink_put(&sink, ",");
		wisdom_line_put_escaped(&sink, benchi_candidate_name(question->candidates, runner_up,
			digits), ",:");
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
		wisdom_line_put_escaped(&sink, benchi_candidate_name(question->candidates,
			ranges->range[i].index, digits), ",:");
		benchi_sink_put(&sink, ",");
	}
	benchi_sink_put(&sink, "%llu", (unsigned long long)ranges->range[ranges->n - 1].high);
	return sink.used < capacity;
}

/* The candidate named at the cursor, or BENCH_NONE. */
static size_t wisdom_line_take_name(const bench_question *question, struct cursor *text)
{
	char name[BENCHI_WISDOM_WORD];

	return take_text(text, ",:", name, sizeof name)
	       ? benchi_candidate_find(question->candidates, question->n, name) : BENCH_NONE;
}

size_t benchi_wisdom_take_choice(const bench_question *question, const char *chosen,
                                 size_t *runner_up)
{
	struct cursor text = { chosen, chosen + strlen(chosen) };
	size_t index = wisdom_line_take_name(question, &text);

	*runner_up = wisdom_line_take(&text, ',') ? wisdom_line_take_name(question, &text) : BENCH_NONE;
	return text.at < text.end ? BENCH_NONE : index;
}

int benchi_wisdom_take_ranges(const bench_question *question, const char *chosen,
                              bench_ranges *ranges)
{
	struct cursor text = { chosen, chosen + strlen(chosen) };
	uint64_t low, next;

	ranges->n = 0;
	if (!take_number(&text, 10, &low) || low > ranges->low)
		return 0;
	while (wisdom_line_take(&text, ':')) {
		size_t index = wisdom_line_take_name(question, &text);
		int last;

		if (index == BENCH_NONE || !wisdom_line_take(&text, ',') || !take_number(&text, 10, &next))
			return 0;
		last = *text.at != ':';
		if (next < low || (!last && next == low))
			return 0;

		/* The entry that begins at low, limited to the requested values, is the next range. */
		uint64_t high = last ? next : next - 1;
		static const bench_range none;
		bench_range range = none;

		if (!(high < ranges->low) && !(low > ranges->high)) {
			range.low = low > ranges->low ? low : ranges->low;
			range.high = high < ranges->high ? high : ranges->high;
			range.index = index;
			range.at = range.low;
			range.lead = range.lead_low = range.lead_high = benchi_choice_none(BENCH_OK).lead;
			if (ranges->n++ < ranges->capacity)
				ranges->range[ranges->n - 1] = range;
		}

		low = next;
	}
	return text.at == text.end && ranges->n > 0 && low >= ranges->high;
}
