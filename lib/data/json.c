/*
 * Reads JSON (RFC 8259): tokens, and records made of them. Escapes text for output.
 *
 * Tokens are read in one pass over the input's buffer. A string without escapes stays in the
 * buffer; a NUL replaces its closing quote until the next token is read. Memory does not grow with
 * the file. A string is cut to the length of the longest line. Nesting is limited to 64 levels.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/read.h"

#define NUMBER "+-.0123456789eE"
#define WORDS_MOST 4096   /* bytes of an array's words */

void benchi_json_open(benchi_json *json, benchi_input *in)
{
	*json = (benchi_json){ .in = in, .value_due = true };
	in->line = 1;
}

/* Restores the quote that a NUL replaced. */
static inline void reopen(benchi_json *json)
{
	if (json->quote)
		*json->quote = '"';
	json->quote = NULL;
}

void benchi_json_close(benchi_json *json)
{
	reopen(json);
	free(json->copy);
	json->copy = NULL;
}

/* Skips white space and returns the next byte; -1 at the end. */
static int peek_solid(benchi_json *json)
{
	benchi_input *in = json->in;

	do {
		const char *at = in->buffer + in->begin;

		for (; *at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'; at++)
			in->line += *at == '\n';
		in->begin = (size_t)(at - in->buffer);
		if (in->begin < in->end)
			return (unsigned char)*at;
	} while (benchi_input_fill(in, 1));
	return -1;
}

void benchi_json_pass_comments(benchi_json *json)
{
	benchi_input *in = json->in;

	reopen(json);
	while (!json->depth && peek_solid(json) == '#')
		while (benchi_input_fill(in, 1) && in->buffer[in->begin] != '\n')
			in->begin++;
}

static bench_status unexpected(benchi_json *json, const char *expected)
{
	benchi_input *in = json->in;
	size_t length = benchi_input_fill(in, 20), word = 0;
	const char *found = in->buffer + in->begin;

	if (!length)
		return benchi_input_error(in, "the end of the file", 19, "%s", expected);
	while (word < length && word < 20 && !strchr(" \t\r\n,]}", found[word]))
		word++;
	return benchi_input_error(in, found, word ? word : 1, "%s", expected);
}

/* Appends bytes to the copy of a string. A string longer than a line may be is cut. */
static bench_status append(benchi_json *json, const char *bytes, size_t n)
{
	const size_t left = BENCHI_LINE_LIMIT - json->length;

	n = n < left ? n : left;
	if (!benchi_reserve(&json->copy, 1, json->length + n + 1, &json->capacity))
		return benchi_no_memory("a string");
	memcpy(json->copy + json->length, bytes, n);
	json->length += n;
	json->copy[json->length] = '\0';
	return BENCH_OK;
}

/* Reads four hexadecimal digits. Returns their value; negative if they are not digits. */
static long hex4(benchi_json *json)
{
	const bool whole = benchi_input_fill(json->in, 4) >= 4;
	const char *s = json->in->buffer + json->in->begin;
	const int high = benchi_hex_byte(s), low = whole && high >= 0 ? benchi_hex_byte(s + 2) : -1;

	if (low < 0)
		return -1;
	json->in->begin += 4;
	return (long)high << 8 | low;
}

/* Reads an escape. A lone surrogate, and NUL, become U+FFFD. */
static bench_status escape(benchi_json *json)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	benchi_input *in = json->in;
	/* a live input must not wait for more than the escape */
	const size_t unread = benchi_input_fill(in, 2);
	const char *s = in->buffer + in->begin, *plain = unread > 1 && s[1] ? strchr(from, s[1]) : NULL;
	long c, low = -1;
	char utf8[4];
	int bytes;

	if (plain) {
		in->begin += 2;
		return append(json, to + (plain - from), 1);
	}
	in->begin++;
	if (s[1] != 'u')
		return unexpected(json, "an escape");
	in->begin++;
	c = hex4(json);
	if (c >= 0xd800 && c < 0xdc00 && benchi_input_fill(in, 2) > 1
	    && !memcmp(in->buffer + in->begin, "\\u", 2)) {
		in->begin += 2;
		low = hex4(json);
		c = low < 0 ? low : c;
	}
	if (c < 0)
		return unexpected(json, "four hexadecimal digits");
	if (low >= 0xdc00 && low < 0xe000)
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
	else if (c == 0 || (c >= 0xd800 && c < 0xe000))
		c = 0xfffd;
	bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (int i = bytes - 1; i > 0; i--, c >>= 6)
		utf8[i] = (char)(0x80 | (c & 0x3f));
	utf8[0] = (char)(lead[bytes] | c);
	return append(json, utf8, (size_t)bytes);
}

/* Reads the string at the next quote, and after a key the colon. */
static bench_status read_string(benchi_json *json, bool key)
{
	benchi_input *in = json->in;
	char *from = in->buffer + ++in->begin, *at = from, *after;
	bench_status status;

	while ((unsigned char)*at >= ' ' && *at != '"' && *at != '\\') /* a NUL ends the buffer */
		at++;
	after = at + 1;
	while (*at == '"' && *after == ' ')
		after++;
	if (*at == '"' && (!key || *after == ':')) { /* complete, without escapes */
		json->text = from;
		json->length = (size_t)(at - from);
		json->quote = at;
		*at = '\0';
		in->begin = (size_t)((key ? after : at) + 1 - in->buffer);
		return BENCH_OK;
	}
	json->length = 0;
	for (status = append(json, "", 0); !status;) {
		size_t n = 0;

		from = in->buffer + in->begin;
		while ((unsigned char)from[n] >= ' ' && from[n] != '"' && from[n] != '\\')
			n++;
		status = append(json, from, n);
		in->begin += n;
		if (status || !benchi_input_fill(in, 1)
		    || ((unsigned char)in->buffer[in->begin] < ' ' && !json->lenient))
			return status ? status : unexpected(json, "a closing quote");
		at = in->buffer + in->begin;
		if (*at == '\\')
			status = escape(json);
		else if (*at == '"' || (unsigned char)*at < ' ') {
			in->line += *at == '\n';
			in->begin++;
			if (*at == '"')
				break;
			/* Google Benchmark writes control characters in strings */
			status = append(json, at, 1);
		}
	}
	json->text = json->copy; /* append may have moved it */
	if (status || !key)
		return status;
	if (peek_solid(json) != ':')
		return unexpected(json, "a colon");
	in->begin++;
	return BENCH_OK;
}

/* Returns the end of a number in JSON's grammar, which is stricter than benchi_read_number;
 * NULL if it is not a number. */
static const char *number_end(const char *s)
{
#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')
	s += *s == '-';
	if (!IS_DIGIT(*s))
		return NULL;
	if (*s++ != '0')
		while (IS_DIGIT(*s))
			s++;
	if (*s == '.') {
		if (!IS_DIGIT(s[1]))
			return NULL;
		for (s++; IS_DIGIT(*s);)
			s++;
	}
	if ((*s | 0x20) == 'e') {
		s += s[1] == '-' || s[1] == '+' ? 2 : 1;
		if (!IS_DIGIT(*s))
			return NULL;
		while (IS_DIGIT(*s))
			s++;
	}
	return s;
}

/* Reads a number or a word. */
static bench_status read_scalar(benchi_json *json)
{
	static const struct {
		const char *text;
		benchi_json_token token;
	} words[] = { { "true", BENCHI_JSON_TRUE }, { "false", BENCHI_JSON_FALSE },
		{ "null", BENCHI_JSON_NULL },
		{ "NaN", BENCHI_JSON_NULL }, { "Infinity", BENCHI_JSON_NULL },
		{ "-Infinity", BENCHI_JSON_NULL } };
	benchi_input *in = json->in;
	size_t unread = in->end - in->begin;
	const char *s = in->buffer + in->begin, *end = number_end(s);

	/* read on if the buffer ends within the number */
	for (bool more = true; more && (!end || end == s + unread) && unread < BENCHI_LINE_LIMIT
	     && strspn(s, NUMBER) == unread; end = number_end(s)) {
		more = benchi_input_fill(in, unread + 1) > unread;
		unread = in->end - in->begin;
		s = in->buffer + in->begin;     /* reading may move the buffer even at the end of the
		                                   file */
	}
	if (end && !(*end && strchr(NUMBER, *end))) {
		if (!json->unread)
			(void)benchi_read_number(s, &json->number);
		if (!json->unread && !isfinite(json->number))
			return unexpected(json, "a number that a double can hold");
		in->begin = (size_t)(end - in->buffer);
		json->token = BENCHI_JSON_NUMBER;
		return BENCH_OK;
	}
	for (size_t i = 0; i < (json->lenient ? 6 : 3); i++) {
		size_t length = strlen(words[i].text);

		if (json->in->buffer[in->begin] == *words[i].text && benchi_input_fill(in, length) >= length
		    && !memcmp(in->buffer + in->begin, words[i].text, length)) {
			in->begin += length;
			json->token = words[i].token;
			return BENCH_OK;
		}
	}
	return unexpected(json, "a value");
}

bench_status benchi_json_next(benchi_json *json)
{
	const bool object = json->depth && json->object[json->depth - 1];
	benchi_input *in = json->in;
	bool key = false;
	int c;

	reopen(json);
	c = peek_solid(json);
	if (!json->value_due && !json->depth && !(json->series && c >= 0)) {
		json->token = BENCHI_JSON_END;
		return c < 0 ? BENCH_OK : unexpected(json, "nothing after the closing bracket");
	}
	if (!json->value_due && json->depth) {
		if (c == (object ? '}' : ']')) {
			in->begin++;
			json->depth--;
			json->first = false;
			json->token = object ? BENCHI_JSON_OBJECT_END : BENCHI_JSON_ARRAY_END;
			return BENCH_OK;
		}
		if (!json->first && c != ',')
			return unexpected(json, object ? "a comma or '}'" : "a comma or ']'");
		if (!json->first) {
			in->begin++;
			c = peek_solid(json);
		}
		key = object;
		if (key && c != '"')
			return unexpected(json, "a key in quotes");
	}
	json->value_due = key;
	json->first = false;
	if (c == '"') {
		json->token = key ? BENCHI_JSON_KEY : BENCHI_JSON_TEXT;
		return read_string(json, key);
	}
	if (c != '{' && c != '[')
		return read_scalar(json);
	if (json->depth == BENCHI_JSON_DEPTH)
		return unexpected(json, "nesting of at most 64 levels");
	in->begin++;
	json->object[json->depth++] = c == '{';
	json->first = true;
	json->token = c == '{' ? BENCHI_JSON_OBJECT : BENCHI_JSON_ARRAY;
	return BENCH_OK;
}

bench_status benchi_json_skip(benchi_json *json)
{
	const int depth = json->depth - 1;
	const bool unread = json->unread;
	bench_status status = BENCH_OK;

	if (json->token != BENCHI_JSON_OBJECT && json->token != BENCHI_JSON_ARRAY)
		return BENCH_OK;
	json->unread = true;
	while (!status && json->depth > depth)
		status = benchi_json_next(json);
	json->unread = unread;
	return status;
}

/*
 * Records: all fields of an object. Numbers, texts and arrays of numbers are kept; nested objects
 * are skipped, except the context of a line and the machine of a ramp's step.
 */

static void clear_record(benchi_record *record)
{
	for (size_t i = 0; i < record->n; i++) {
		free(record->field[i].key);
		free(record->field[i].text);
		free(record->field[i].x);
	}
	record->n = 0;
}

void benchi_record_free(benchi_record *record)
{
	clear_record(record);
	free(record->field);
	memset(record, 0, sizeof *record);
}

benchi_field *benchi_record_find(const benchi_record *record, const char *key)
{
	for (size_t i = record->n; i-- > 0;)
		if (!strcmp(record->field[i].key, key))
			return &record->field[i];
	return NULL;
}

const char *benchi_record_text(const benchi_record *record, const char *key, const char *other)
{
	const benchi_field *field = benchi_record_find(record, key);

	return field && field->kind == BENCHI_FIELD_TEXT ? field->text : other;
}

/* Reads an array of numbers; null is NaN. Of an array with other elements, keeps the first
 * words, each after a blank. */
static bench_status read_array(benchi_field *field, benchi_json *json)
{
	bench_status status;

	field->kind = BENCHI_FIELD_ARRAY;
	while (!(status = benchi_json_next(json)) && json->token != BENCHI_JSON_ARRAY_END) {
		const bool null = json->token == BENCHI_JSON_NULL && field->kind != BENCHI_FIELD_OTHER;

		if (json->token != BENCHI_JSON_NUMBER) {
			if (field->kind == BENCHI_FIELD_ARRAY)
				field->line = json->in->line;
			field->kind = null ? BENCHI_FIELD_SPARSE : BENCHI_FIELD_OTHER;
		}
		if (null || json->token == BENCHI_JSON_NUMBER) {
			if (!benchi_grow(&field->x, sizeof *field->x, field->n, &field->capacity))
				return benchi_no_memory("the values");
			field->x[field->n++] = null ? (double)NAN : json->number;
		} else if (json->token == BENCHI_JSON_TEXT) {
			size_t before = field->text ? strlen(field->text) : 0;
			char *text = before > WORDS_MOST ? field->text
				: realloc(field->text, before + json->length + 2);

			if (!text)
				return benchi_no_memory("the values");
			field->text = text;
			if (before <= WORDS_MOST)
				sprintf(text + before, " %s", json->text);
		} else if ((status = benchi_json_skip(json)))
			break;
	}
	return status;
}

/* Reads the fields of an object; `within` prefixes their keys. */
static bench_status read_fields(benchi_record *record, benchi_json *json, const char *within)
{
	bench_status status;

	while (!(status = benchi_json_next(json)) && json->token != BENCHI_JSON_OBJECT_END) {
		const char *prefix = NULL;
		benchi_field *field;

		if (!benchi_grow(&record->field, sizeof *field, record->n, &record->capacity))
			return benchi_no_memory("the values");
		field = &record->field[record->n];
		memset(field, 0, sizeof *field);
		field->key = malloc(strlen(within) + json->length + 1);
		if (!field->key)
			return benchi_no_memory("the values");
		sprintf(field->key, "%s%s", within, json->text);
		record->n++;
		status = benchi_json_next(json);
		if (status)
			break;
		field->line = json->in->line;
		if (json->token == BENCHI_JSON_OBJECT)
			prefix = !strcmp(field->key, "context") && benchi_record_find(record, "libbench") ? ""
				: !strcmp(field->key, "machine") && benchi_record_find(record, "workers")
				? "machine." : NULL;
		if (prefix)
			status = read_fields(record, json, prefix);
		else if (json->token == BENCHI_JSON_ARRAY)
			status = read_array(field, json);
		else if (json->token == BENCHI_JSON_NUMBER) {
			field->kind = BENCHI_FIELD_NUMBER;
			field->number = json->number;
		} else if (json->token == BENCHI_JSON_TEXT) {
			field->kind = BENCHI_FIELD_TEXT;
			field->text = benchi_copy(json->text, json->length);
			status = field->text ? BENCH_OK : benchi_no_memory("the values");
		} else if (json->token == BENCHI_JSON_TRUE)
			field->kind = BENCHI_FIELD_TRUE;
		else
			status = benchi_json_skip(json);
		if (status)
			break;
	}
	return status;
}

bench_status benchi_record_read(benchi_record *record, benchi_json *json)
{
	clear_record(record);
	record->line = json->in->line;
	return read_fields(record, json, "");
}

/*
 * Escapes text for XML, JSON and CSV. Text from files and command lines may contain anything. In
 * JSON the '<' of "</" and "<!" is escaped, so that the text can be embedded in a page's script.
 */

void benchi_xml_text(FILE *out, const char *text)
{
	benchi_character c;

	while (benchi_utf8_next(&text, &c)) {
		const char *entity = c.code == '&' ? "&amp;" : c.code == '<' ? "&lt;"
			: c.code == '>' ? "&gt;" : c.code == '"' ? "&quot;" : c.code == '\'' ? "&#39;" : NULL;
		const bool allowed = c.code >= 0x20 && (c.code < 0x7f || c.code >= 0xa0)
			&& c.code != 0xfffe && c.code != 0xffff;

		if (entity)
			fputs(entity, out);
		else
			fwrite(allowed ? c.bytes : "\xef\xbf\xbd", 1, allowed ? c.length : 3, out);
	}
}

void benchi_xml_between(FILE *out, const char *before, const char *text, const char *after)
{
	fputs(before, out);
	benchi_xml_text(out, text);
	fputs(after, out);
}

void benchi_xml_number(FILE *out, double x)
{
	long hundredths = isfinite(x) && fabs(x) < 1e6 ? lround(fabs(x) * 100) : 0;

	if (x < 0 && hundredths)
		fputc('-', out);
	fprintf(out, "%ld", hundredths / 100);
	if (hundredths % 100)
		fprintf(out, hundredths % 10 ? ".%02ld" : ".%ld",
		        hundredths % 10 ? hundredths % 100 : hundredths % 100 / 10);
}

void benchi_json_text(FILE *out, const char *text)
{
	benchi_character c;

	if (!text) {
		fputs("null", out);
		return;
	}
	putc('"', out);
	while (benchi_utf8_next(&text, &c)) {
		bool tag = c.code == '<' && (*text == '/' || *text == '!');

		if (c.code == '"' || c.code == '\\')
			putc('\\', out);
		if (c.code < 0x20 || c.code == 0x7f || c.code == 0xfffd || tag)
			fprintf(out, "\\u%04x", (unsigned)c.code);
		else
			fwrite(c.bytes, 1, c.length, out);
	}
	putc('"', out);
}

void benchi_csv_text(FILE *out, const char *text)
{
	benchi_character c;

	putc('"', out);
	while (benchi_utf8_next(&text, &c)) {
		if (c.code == '"')
			putc('"', out);
		fwrite(c.bytes, 1, c.length, out);
	}
	putc('"', out);
}

void benchi_csv_field(FILE *out, const char *text)
{
	const char *at = text;

	while (*at >= ' ' && *at <= '~' && *at != ',' && *at != '"')
		at++;
	if (*at || at == text || *text == ' ' || *text == '#' || at[-1] == ' ')
		benchi_csv_text(out, text);
	else
		fputs(text, out);
}

void benchi_markdown_text(FILE *out, const char *text)
{
	while (*text) {
		const char *safe = text;
		size_t n = benchi_utf8_safe(&text, &safe);

		if (n == 1 && strchr("\\`*_[]<>|~$&#", *safe))
			putc('\\', out);
		fwrite(safe, 1, n, out);
	}
}
