/*
 * Reads the tokens of a JSON text (RFC 8259).
 *
 * Only what is open is kept, a bit a level, so that a file of any size needs the
 * memory of its longest string.  Strings longer than a line may be and nesting
 * beyond 64 are refused.  Lines are counted for the messages.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "base/detail.h"
#include "base/number.h"
#include "data/json.h"

#define NUMBER_LIMIT 1024 /* characters */

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
static inline int peek(benchi_json *json)
{
	benchi_input *in = json->in;

	if (in->begin == in->end && !benchi_input_fill(in, 1))
		return -1;
	return (unsigned char)in->buffer[in->begin];
}

static int peek_solid(benchi_json *json)
{
	int c;

	for (;;) {
		c = peek(json);
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
		return benchi_input_error(in, "the end of the file", 19, expected);
	while (word < length && word < 20 && !strchr(" \t\r\n,]}", found[word]))
		word++;
	return benchi_input_error(in, found, word ? word : 1, expected);
}

/* Adds a byte to the text. */
static bench_status append(benchi_json *json, unsigned char byte)
{
	if (json->length == json->capacity) {
		size_t capacity = json->capacity ? json->capacity * 2 : 64;
		char *bigger;

		if (capacity > BENCHI_LINE_LIMIT)
			return benchi_input_error(json->in, json->text, json->length, "a shorter string");
		bigger = realloc(json->text, capacity);
		if (!bigger)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for a string");
		json->text = bigger;
		json->capacity = capacity;
	}
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
		return append(json, (unsigned char)c);
	status = append(json, (unsigned char)(lead[bytes] | c >> (6 * (bytes - 1))));
	for (int i = bytes - 2; i >= 0 && !status; i--)
		status = append(json, (unsigned char)(0x80 | (c >> (6 * i) & 0x3f)));
	return status;
}

/* Four hexadecimal digits, or -1. */
static long hex4(benchi_json *json)
{
	long value = 0;

	for (int i = 0; i < 4; i++) {
		int c = peek(json), digit = c > 0 ? benchi_hex_digit((char)c) : -1;

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
	int c = peek(json);
	const char *at = c > 0 ? strchr(from, c) : NULL;

	if (c == 'u') {
		json->in->begin++;
		return unicode_escape(json);
	}
	if (!at)
		return unexpected(json, "an escape");
	json->in->begin++;
	return append(json, (unsigned char)to[at - from]);
}

/* The string whose opening quote is next. */
static bench_status read_string(benchi_json *json)
{
	bench_status status = BENCH_OK;
	int c;

	json->length = 0;
	json->in->begin++;
	while (!status) {
		c = peek(json);
		if (c < ' ')
			return unexpected(json, "a closing quote");
		json->in->begin++;
		if (c == '"')
			break;
		status = c == '\\' ? escape(json) : append(json, (unsigned char)c);
	}
	if (!status)
		status = append(json, '\0');
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

static bench_status read_number(benchi_json *json)
{
	benchi_input *in = json->in;
	size_t length = 0, unread = benchi_input_fill(in, 64);
	const char *s, *after;

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

static bench_status read_word(benchi_json *json)
{
	static const struct {
		const char *text;
		benchi_json_token token;
	} words[] = { { "true", BENCHI_JSON_TRUE }, { "false", BENCHI_JSON_FALSE },
		      { "null", BENCHI_JSON_NULL } };
	size_t unread = benchi_input_fill(json->in, 5);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
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
	return c == '-' || (c >= '0' && c <= '9') ? read_number(json) : read_word(json);
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
