/*
 * Reads the tokens of a JSON text (RFC 8259).
 *
 * Only what is open is kept, a bit a level, so that a file of any size needs little memory.
 * Strings are cut where they are longer than a line may be; nesting beyond 64 is refused.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/data.h"

#define NUMBER_LIMIT 1024 /* characters */
#define WORDS_MOST 4096   /* bytes of the words of an array */

void benchi_json_open(benchi_json *json, benchi_input *in)
{
	memset(json, 0, sizeof *json);
	json->in = in;
	json->value_due = true;
	in->line = 1;
}

void benchi_json_close(benchi_json *json)
{
	free(json->text);
	json->text = NULL;
}

/* The next byte, or -1 at the end. */
static inline int json_peek(benchi_json *json)
{
	benchi_input *in = json->in;

	if (in->begin == in->end && !benchi_input_fill(in, 1))
		return -1;
	return (unsigned char)in->buffer[in->begin];
}

void benchi_json_pass_comments(benchi_json *json)
{
	benchi_input *in = json->in;
	bool comment = false;

	for (int c; !json->depth && (c = json_peek(json)) >= 0; in->begin++) {
		comment = c != '\n' && (comment || c == '#');
		if (!comment && !strchr(" \t\r\n", c))
			break;
		in->line += c == '\n';
	}
}

static int peek_solid(benchi_json *json)
{
	benchi_input *in = json->in;
	int c;

	for (;;) {
		const char *at = in->buffer + in->begin;

		while (*at == ' ')
			at++;
		in->begin = (size_t)(at - in->buffer);
		c = json_peek(json);
		if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
			return c;
		json->in->line += c == '\n';
		json->in->begin++;
	}
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

/* Adds a byte to the text. */
static bench_status json_append(benchi_json *json, unsigned char byte)
{
	if (json->length >= BENCHI_LINE_LIMIT && byte) /* no name is as long: the rest is not kept */
		return BENCH_OK;
	if (!benchi_grow(&json->text, 1, json->length, &json->capacity))
		return benchi_no_memory("a string");
	json->text[json->length++] = (char)byte;
	return BENCH_OK;
}

/* Adds a character's UTF-8. */
static bench_status append_character(benchi_json *json, unsigned long c)
{
	static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	int bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	bench_status status;

	if (bytes == 1)
		return json_append(json, (unsigned char)c);
	status = json_append(json, (unsigned char)(lead[bytes] | c >> (6 * (bytes - 1))));
	for (int i = bytes - 2; i >= 0 && !status; i--)
		status = json_append(json, (unsigned char)(0x80 | (c >> (6 * i) & 0x3f)));
	return status;
}

/* Four hexadecimal digits, or -1. */
static long hex4(benchi_json *json)
{
	long value = 0;

	for (int i = 0; i < 4; i++) {
		int c = json_peek(json), digit = c > 0 ? benchi_hex_digit((char)c) : -1;

		if (digit < 0)
			return -1;
		value = value * 16 + digit;
		json->in->begin++;
	}
	return value;
}

/* \u and four digits; two of them make a character beyond the 16 bits.  Half of a pair, and
 * NUL, become the replacement character. */
static bench_status unicode_escape(benchi_json *json)
{
	long c = hex4(json), low;

	if (c < 0)
		return unexpected(json, "four hexadecimal digits");
	if (c >= 0xd800 && c < 0xdc00 && benchi_input_fill(json->in, 2) >= 2
	    && !memcmp(json->in->buffer + json->in->begin, "\\u", 2)) {
		json->in->begin += 2;
		low = hex4(json);
		if (low < 0)
			return unexpected(json, "four hexadecimal digits");
		if (low >= 0xdc00 && low < 0xe000)
			return append_character(json, 0x10000u + ((unsigned long)(c - 0xd800) << 10)
			                                  + (unsigned long)(low - 0xdc00));
		c = 0xfffd;
	}
	return append_character(json, c == 0 || (c >= 0xd800 && c < 0xe000) ? 0xfffdu
	                                                                   : (unsigned long)c);
}

static bench_status escape(benchi_json *json)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	int c = json_peek(json);
	const char *at = c > 0 ? strchr(from, c) : NULL;

	if (c == 'u') {
		json->in->begin++;
		return unicode_escape(json);
	}
	if (!at)
		return unexpected(json, "an escape");
	json->in->begin++;
	return json_append(json, (unsigned char)to[at - from]);
}

/* Takes the bytes that stand for themselves, up to a quote, an escape or the end of the buffer. */
static bench_status read_plain_bytes(benchi_json *json)
{
	benchi_input *in = json->in;
	const unsigned char *from = (const unsigned char *)in->buffer + in->begin, *at = from;
	size_t n;

	while (*at >= ' ' && *at != '"' && *at != '\\') /* a NUL ends the buffer */
		at++;
	n = (size_t)(at - from);
	in->begin += n;
	if (json->length + n > BENCHI_LINE_LIMIT) /* no name is as long: the rest is not kept */
		n = json->length < BENCHI_LINE_LIMIT ? BENCHI_LINE_LIMIT - json->length : 0;
	if (!benchi_reserve(&json->text, 1, json->length + n + 8, &json->capacity))
		return benchi_no_memory("a string");
	memcpy(json->text + json->length, from, n);
	json->length += n;
	return BENCH_OK;
}

/* The string whose opening quote is next. */
static bench_status read_string(benchi_json *json)
{
	bench_status status = BENCH_OK;
	int c;

	json->length = 0;
	json->in->begin++;
	while (!status) {
		status = read_plain_bytes(json);
		c = json_peek(json);
		if (c < ' ' && (c < 0 || !json->lenient)) /* Google Benchmark writes control characters */
			return unexpected(json, "a closing quote");
		json->in->line += c == '\n';
		json->in->begin++;
		if (c == '"')
			break;
		status = c == '\\' ? escape(json) : json_append(json, (unsigned char)c);
	}
	if (!status)
		status = json_append(json, '\0');
	if (!status)
		json->length--;
	return status;
}

/* Is it a number of JSON's grammar, which is stricter than benchi_read_number? */
static bool is_json_number(const char *s, const char *end)
{
	s += *s == '-';
	if (*s < '0' || *s > '9' || (*s == '0' && s[1] >= '0' && s[1] <= '9'))
		return false;
	for (; s < end; s++)
		if (*s == '.' && (s[1] < '0' || s[1] > '9'))
			return false;
	return true;
}

static bench_status json_read_number(benchi_json *json)
{
	benchi_input *in = json->in;
	size_t length = 0, unread = benchi_input_fill(in, 1);
	const char *s = in->buffer + in->begin, *after = benchi_read_number(s, &json->number);

	/* most numbers lie whole in the buffer, with what ends them: waits for no more */
	if (after && after < in->buffer + in->end && strchr(",]} \t\r\n", *after)
	    && is_json_number(s, after) && isfinite(json->number)) {
		in->begin += (size_t)(after - s);
		json->token = BENCHI_JSON_NUMBER;
		return BENCH_OK;
	}

	for (;; length++) {
		if (length == unread && (unread = benchi_input_fill(in, NUMBER_LIMIT)) == length)
			break;
		if (length == NUMBER_LIMIT || !strchr("+-.0123456789eE", in->buffer[in->begin + length])
		    || !in->buffer[in->begin + length])
			break;
	}
	s = in->buffer + in->begin;
	after = benchi_read_number(s, &json->number);
	if (after != s + length || !is_json_number(s, after))
		return unexpected(json, "a value");
	if (!isfinite(json->number))
		return unexpected(json, "a number that a double can hold");
	in->begin += length;
	json->token = BENCHI_JSON_NUMBER;
	return BENCH_OK;
}

static bench_status json_read_word(benchi_json *json)
{
	static const struct {
		const char *text;
		benchi_json_token token;
	} words[] = { { "true", BENCHI_JSON_TRUE }, { "false", BENCHI_JSON_FALSE },
		      { "null", BENCHI_JSON_NULL },
		      { "NaN", BENCHI_JSON_NULL }, { "Infinity", BENCHI_JSON_NULL },
		      { "-Infinity", BENCHI_JSON_NULL } };
	size_t unread = benchi_input_fill(json->in, 9);

	for (size_t i = 0; i < (json->lenient ? 6 : 3); i++) {
		size_t length = strlen(words[i].text);

		if (unread >= length
		    && !memcmp(json->in->buffer + json->in->begin, words[i].text, length)) {
			json->in->begin += length;
			json->token = words[i].token;
			return BENCH_OK;
		}
	}
	return unexpected(json, "a value");
}

static bench_status open_level(benchi_json *json, bool object)
{
	if (json->depth == BENCHI_JSON_DEPTH)
		return unexpected(json, "nesting of at most 64 levels");
	json->in->begin++;
	json->object[json->depth++] = object;
	json->first = true;
	json->token = object ? BENCHI_JSON_OBJECT : BENCHI_JSON_ARRAY;
	return BENCH_OK;
}

static bench_status read_value(benchi_json *json)
{
	bench_status status;
	int c = peek_solid(json);

	json->value_due = false;
	if (c == '{' || c == '[')
		return open_level(json, c == '{');
	json->first = false;
	if (c == '"') {
		status = read_string(json);
		json->token = BENCHI_JSON_TEXT;
		return status;
	}
	if (json->lenient && c == '-' && benchi_input_fill(json->in, 2) > 1
	    && json->in->buffer[json->in->begin + 1] == 'I')
		return json_read_word(json);
	return c == '-' || (c >= '0' && c <= '9') ? json_read_number(json) : json_read_word(json);
}

static bench_status read_key(benchi_json *json)
{
	bench_status status;

	if (peek_solid(json) != '"')
		return unexpected(json, "a key in quotes");
	status = read_string(json);
	if (status)
		return status;
	if (peek_solid(json) != ':')
		return unexpected(json, "a colon");
	json->in->begin++;
	json->token = BENCHI_JSON_KEY;
	json->value_due = true;
	return BENCH_OK;
}

bench_status benchi_json_next(benchi_json *json)
{
	bool object = json->depth && json->object[json->depth - 1];
	int c;

	if (json->value_due)
		return read_value(json);
	c = peek_solid(json);
	if (!json->depth && json->series && c >= 0)
		return read_value(json);
	if (!json->depth) {
		json->token = BENCHI_JSON_END;
		return c < 0 ? BENCH_OK : unexpected(json, "nothing after the closing bracket");
	}
	if (c == (object ? '}' : ']')) {
		json->in->begin++;
		json->depth--;
		json->first = false;
		json->token = object ? BENCHI_JSON_OBJECT_END : BENCHI_JSON_ARRAY_END;
		return BENCH_OK;
	}
	if (!json->first) {
		if (c != ',')
			return unexpected(json, object ? "a comma or '}'" : "a comma or ']'");
		json->in->begin++;
	}
	json->first = false;
	return object ? read_key(json) : read_value(json);
}

bench_status benchi_json_skip(benchi_json *json)
{
	int depth = json->depth - 1;
	bench_status status = BENCH_OK;

	if (json->token != BENCHI_JSON_OBJECT && json->token != BENCHI_JSON_ARRAY)
		return BENCH_OK;
	while (!status && json->depth > depth)
		status = benchi_json_next(json);
	return status;
}

/*
 * Reads the fields of a record.  Names and numbers are kept, arrays of
 * numbers whole; objects within it are passed over, but for a context's and a step's machine.
 */

static void json_clear(benchi_record *record)
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
	json_clear(record);
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

/* The first words of an array are enough: each is put behind a search for the end. */
static bench_status add_word(benchi_field *field, const benchi_json *json)
{
	size_t before = field->text ? strlen(field->text) : 0;
	char *text;

	if (before > WORDS_MOST)
		return BENCH_OK;
	text = realloc(field->text, before + json->length + 2);
	if (!text)
		return benchi_no_memory("the values");
	text[before] = ' ';
	memcpy(text + before + 1, json->text, json->length);
	text[before + 1 + json->length] = '\0';
	field->text = text;
	return BENCH_OK;
}

/* The numbers up to the closing bracket.  Something else makes it another kind. */
static bench_status read_array(benchi_field *field, benchi_json *json)
{
	bench_status status;

	field->kind = BENCHI_FIELD_ARRAY;
	for (;;) {
		status = benchi_json_next(json);
		if (status || json->token == BENCHI_JSON_ARRAY_END)
			return status;
		if (json->token == BENCHI_JSON_NULL && field->kind != BENCHI_FIELD_OTHER) {
			if (field->kind == BENCHI_FIELD_ARRAY)
				field->line = json->in->line;
			field->kind = BENCHI_FIELD_SPARSE;
			json->number = (double)NAN;
		} else if (json->token != BENCHI_JSON_NUMBER) {
			if (field->kind == BENCHI_FIELD_ARRAY)
				field->line = json->in->line;
			field->kind = BENCHI_FIELD_OTHER;
			status = json->token == BENCHI_JSON_TEXT ? add_word(field, json)
				: benchi_json_skip(json);
			if (status)
				return status;
			continue;
		}
		if (!benchi_grow(&field->x, sizeof *field->x, field->n, &field->capacity))
			return benchi_no_memory("the values");
		field->x[field->n++] = json->number;
	}
}

/* The field whose value's first token was just read. */
static bench_status read_field(benchi_field *field, benchi_json *json)
{
	field->line = json->in->line;
	switch (json->token) {
	case BENCHI_JSON_NUMBER:
		field->kind = BENCHI_FIELD_NUMBER;
		field->number = json->number;
		return BENCH_OK;
	case BENCHI_JSON_TEXT:
		field->kind = BENCHI_FIELD_TEXT;
		field->text = benchi_copy(json->text, json->length);
		return field->text ? BENCH_OK : benchi_no_memory("the values");
	case BENCHI_JSON_TRUE:
		field->kind = BENCHI_FIELD_TRUE;
		return BENCH_OK;
	case BENCHI_JSON_ARRAY:
		return read_array(field, json);
	default:
		return benchi_json_skip(json);
	}
}

static bench_status add_field(benchi_record *record, const benchi_json *json, const char *within)
{
	size_t before = strlen(within);
	benchi_field *field;

	if (!benchi_grow(&record->field, sizeof *field, record->n, &record->capacity))
		return benchi_no_memory("the values");
	field = &record->field[record->n];
	memset(field, 0, sizeof *field);
	field->key = malloc(before + json->length + 1);
	if (!field->key)
		return benchi_no_memory("the values");
	memcpy(field->key, within, before);
	memcpy(field->key + before, json->text, json->length);
	field->key[before + json->length] = '\0';
	record->n++;
	return BENCH_OK;
}

/* Before the names of the fields of that object, where they are the record's: in libbench's own
 * objects the context's, and those of the machine in a ramp's step.  NULL: they are passed over. */
static const char *prefix_of(const benchi_record *record, const char *key)
{
	if (!strcmp(key, "context") && benchi_record_find(record, "libbench"))
		return "";
	return !strcmp(key, "machine") && benchi_record_find(record, "workers") ? "machine." : NULL;
}

/* Up to the closing brace. */
static bench_status read_fields(benchi_record *record, benchi_json *json, const char *within)
{
	for (;;) {
		bench_status status = benchi_json_next(json);
		const char *prefix = NULL;

		if (status || json->token == BENCHI_JSON_OBJECT_END)
			return status;
		status = add_field(record, json, within);
		if (!status)
			status = benchi_json_next(json);
		if (!status && json->token == BENCHI_JSON_OBJECT)
			prefix = prefix_of(record, record->field[record->n - 1].key);
		if (prefix)
			status = read_fields(record, json, prefix);
		else if (!status)
			status = read_field(&record->field[record->n - 1], json);
		if (status)
			return status;
	}
}

bench_status benchi_record_read(benchi_record *record, benchi_json *json)
{
	json_clear(record);
	record->line = json->in->line;
	return read_fields(record, json, "");
}

/*
 * Escapes text from outside for XML, JSON and CSV.
 *
 * Assumes nothing of it: names come from files and command lines.  In JSON the '<' of
 * "</" and "<!" is escaped, so that a page's script may hold it.
 */

/* Is it one that XML allows?  Not the controls, tab and newline with them. */
static bool allowed(uint32_t code)
{
	return code >= 0x20 && (code < 0x7f || code >= 0xa0) && code != 0xfffe && code != 0xffff;
}

static const char *entity(uint32_t c)
{
	return c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;"
	       : c == '\'' ? "&#39;" : NULL;
}

void benchi_xml_text(FILE *out, const char *text)
{
	benchi_character c;

	while (benchi_utf8_next(&text, &c))
		if (entity(c.code))
			fputs(entity(c.code), out);
		else if (allowed(c.code))
			fwrite(c.bytes, 1, c.length, out);
		else
			fputs("\xef\xbf\xbd", out);
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

/* Whether it is read back as it is without quotes: not empty, printable ASCII without comma
 * and quote, no blank at its ends, and no '#' that begins a comment. */
static bool json_is_plain(const char *text)
{
	if (!*text || *text == ' ' || *text == '#')
		return false;
	for (; *text; text++)
		if (*text < 0x20 || *text > 0x7e || *text == ',' || *text == '"')
			return false;
	return text[-1] != ' ';
}

void benchi_csv_field(FILE *out, const char *text)
{
	if (json_is_plain(text))
		fputs(text, out);
	else
		benchi_csv_text(out, text);
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
