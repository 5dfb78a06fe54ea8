/*
 * Text from outside: UTF-8, durations, options, words.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/data.h"

/*
 * UTF-8 as in table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above
 * U+10FFFF.  Widths come from a short table of ranges: 2 columns for East Asian wide characters and
 * pictographs, 0 for combining marks.  Flags, joined emoji and characters of ambiguous width may
 * take another width in some terminals.
 */

size_t benchi_utf8_width(const benchi_character *character)
{
	static const struct {
		uint32_t first, last;
		size_t columns;
	} ranges[] = { { 0x300, 0x36f, 0 }, { 0x1100, 0x115f, 2 }, { 0x200b, 0x200f, 0 },
		{ 0x20d0, 0x20ff, 0 }, { 0x2e80, 0xa4cf, 2 }, { 0xac00, 0xd7a3, 2 },
		{ 0xf900, 0xfaff, 2 }, { 0xfe00, 0xfe0f, 0 }, { 0xfe30, 0xfe6f, 2 },
		{ 0xff00, 0xff60, 2 }, { 0xffe0, 0xffe6, 2 }, { 0x1f300, 0x1faff, 2 },
		{ 0x20000, 0x3fffd, 2 } };

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (character->code >= ranges[i].first && character->code <= ranges[i].last)
			return ranges[i].columns;
	return 1;
}

bool benchi_utf8_next(const char **text, benchi_character *character)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 }; /* of as many bytes */
	const unsigned char *s = (const unsigned char *)*text;
	size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3
	                : s[0] < 0xf5 ? 4 : 0;
	uint32_t c = length < 2 ? s[0] : s[0] & (0xffu >> (length + 1));

	if (!*s)
		return false;
	for (size_t i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			length = 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	if (length && c >= least[length] && c <= 0x10ffff && !(c >= 0xd800 && c < 0xe000)) {
		*character = (benchi_character){ c, *text, length };
		*text += length;
		return true;
	}
	*character = (benchi_character){ 0xfffd, "\xef\xbf\xbd", 3 };
	++*text;
	return true;
}

size_t benchi_utf8_columns(const char *text)
{
	benchi_character c;
	size_t columns = 0;

	while (benchi_utf8_next(&text, &c))
		columns += benchi_utf8_width(&c);
	return columns;
}

static int is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029
	       || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

size_t benchi_utf8_safe(const char **text, const char **safe)
{
	benchi_character c;

	if (!benchi_utf8_next(text, &c))
		return 0;
	*safe = is_control(c.code) ? "?" : c.bytes;
	return is_control(c.code) ? 1 : c.length;
}

char *benchi_utf8_clean(const char *text, int plain)
{
	char *copy = malloc(3 * strlen(text) + 1), *to = copy;
	benchi_character c;

	while (copy && benchi_utf8_next(&text, &c)) {
		bool shown = !plain || (!is_control(c.code) && (plain == 1 || c.length == 1));

		memcpy(to, shown ? c.bytes : "?", shown ? c.length : 1);
		to += shown ? c.length : 1;
	}
	if (copy)
		*to = '\0';
	return copy;
}

void benchi_utf8_shorten(char *text, size_t columns)
{
	size_t left = benchi_utf8_columns(text), head = 0, tail = columns - 2 - (columns - 2) / 2;
	const char *from = text, *after;
	benchi_character c;
	char *gap;

	if (left <= columns)
		return;
	for (after = from; benchi_utf8_next(&after, &c); from = after) {
		if (head + benchi_utf8_width(&c) > (columns - 2) / 2)
			break;
		head += benchi_utf8_width(&c);
	}
	gap = text + (from - text);
	for (left -= head; left > tail && benchi_utf8_next(&from, &c);)
		left -= benchi_utf8_width(&c);
	memmove(gap + 2, from, strlen(from) + 1); /* at least three columns, and so two bytes, were
	                                             removed */
	gap[0] = gap[1] = '.';
}

/*
 * Reads durations such as "1.5ms".
 */

bool benchi_duration(const char *text, bool bare, double *ns)
{
	double value, size;
	const char *end = benchi_read_number(text, &value);

	if (!end)
		return false;
	end += strspn(end, " ");
	if (!*end && bare)
		end = "s";
	size = !strcmp(end, "m") || !strcmp(end, "min") ? 60e9 : !strcmp(end, "h") ? 3600e9
	     : benchi_unit_ns(end);
	*ns = benchi_stored(value * size);
	return *ns > 0 && isfinite(*ns);
}

/*
 * Options.  getopt differs between systems, and its messages do not name the option as typed.
 */

void benchi_options_start(benchi_options *o, const benchi_option *known, int argc, char **argv)
{
	*o = (benchi_options){ .known = known, .argc = argc, .argv = argv };
}

/* Takes the argument of option k: the rest of the word, or the next word if rest is NULL.
 * Returns the letter of the option; BENCHI_OPTION_BARE: no word is left. */
static int with_argument(benchi_options *o, const benchi_option *k, const char *rest,
                         const char *name)
{
	o->cluster = NULL;
	o->value = rest;
	if (!rest && o->next == o->argc) {
		o->value = name;
		return BENCHI_OPTION_BARE;
	}
	if (!rest)
		o->value = o->argv[o->next++];
	return k->letter;
}

int benchi_options_next(benchi_options *o)
{
	while (!o->cluster || !*o->cluster) {
		char *word = o->next < o->argc ? o->argv[o->next++] : NULL;
		size_t length = word ? strcspn(word, "=") : 0;
		bool has_words = false;
		int letter = BENCHI_OPTION_UNKNOWN;

		if (!word)
			return BENCHI_OPTION_END;
		if (o->ended || word[0] != '-' || !word[1]) {
			o->argv[o->operands++] = word;
			continue;
		}
		if (!strcmp(word, "--")) {
			o->ended = true;
			continue;
		}
		for (const benchi_option *k = o->known; k->letter; k++)
			has_words = has_words || k->word;
		if (word[1] != '-' || !has_words) { /* without long options, --x is a cluster */
			o->cluster = word + 1;
			break;
		}
		o->value = word;
		for (const benchi_option *k = o->known; k->letter; k++) {
			if (k->word && !k->argument && !strcmp(k->word, word + 2))
				return k->letter;       /* "count=functions" is a flag, next to "count" */
			if (!k->word || strncmp(k->word, word + 2, length - 2) || k->word[length - 2])
				continue;
			if (k->argument)
				return with_argument(o, k, word[length] ? word + length + 1 : NULL, word);
			letter = BENCHI_OPTION_FULL;
		}
		return letter;
	}
	o->name[0] = *o->cluster++;
	o->name[1] = '\0';
	for (const benchi_option *k = o->known; k->letter; k++)
		if (k->letter == o->name[0])
			return !k->argument ? k->letter
				: with_argument(o, k, *o->cluster ? o->cluster : NULL, o->name);
	o->value = o->name;
	return BENCHI_OPTION_UNKNOWN;
}

/*
 * Words, lists of words, numbers.
 */

bool benchi_listed(const char *list, const char *word)
{
	size_t n = word ? strcspn(word, " ") : 0;

	/* The word must be between blanks or the ends of the list. A word with a blank is in no
	 * list. */
	for (const char *at = list; at && n && !word[n] && (at = strstr(at, word)) != NULL; at += n)
		if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

benchi_word benchi_word_of(const char *text)
{
	benchi_word word = { text, strlen(text) };

	return word;
}

bool benchi_word_same(benchi_word a, benchi_word b)
{
	return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

bool benchi_word_is(benchi_word word, const char *text)
{
	return benchi_word_same(word, benchi_word_of(text));
}

bool benchi_word_number(benchi_word word, bool grouped, double *number)
{
	char copy[40];
	const char *comma = grouped ? memchr(word.text, ',', word.length) : NULL;
	size_t n = 0, group = 0; /* group: digits after the last comma */
	bool groups = comma && *word.text != '0' && comma - word.text <= 3;

	if (comma) {
		if (word.length >= sizeof copy)
			return false;
		for (const char *s = comma; groups && s < word.text + word.length && *s != '.'; s++) {
			groups = *s != ',' || s == comma || group == 3;
			group = *s == ',' ? 0 : group + 1;
		}
		groups = groups && group == 3;
		for (size_t i = 0; i < word.length; i++)
			if (word.text[i] != ',' || !groups) /* one comma alone is a decimal point */
				copy[n++] = word.text[i] == ',' ? '.' : word.text[i];
		copy[n] = '\0';
		word = (benchi_word){ copy, n };
	}
	return word.length && benchi_read_number(word.text, number) == word.text + word.length;
}

bool benchi_ends_in(const char *text, const char *ends)
{
	size_t n = strlen(text), m;

	for (const char *at = ends; *at; at += m + strspn(at + m, " ")) {
		m = strcspn(at, " ");
		if (n >= m && !memcmp(text + n - m, at, m))
			return true;
	}
	return false;
}

int benchi_number_decimals(double x, double spread)
{
	int n = spread > 0 && isfinite(spread) ? 1 - (int)floor(log10(spread)) : 1;
	int first = fabs(x) > 1e-9 && isfinite(x) ? -(int)floor(log10(fabs(x))) : n;

	n = n < first ? first : n;
	return n < 0 ? 0 : n > 9 ? 9 : n;
}
