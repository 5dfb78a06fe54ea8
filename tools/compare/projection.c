/*
 * Keys with the order of their values, as Go's benchstat writes them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "tools/compare/projection.h"

#define BLANKS " ,\t"

/* What stands behind '@'.  Returns where it ends, or NULL. */
static const char *read_order(const char *at, projection_key *key)
{
	size_t n;

	if (*at == '(') {
		n = strcspn(++at, ")");
		if (!at[n] || n >= sizeof key->values)
			return NULL;
		snprintf(key->values, sizeof key->values, "%.*s", (int)n, at);
		key->order = ORDER_FIXED;
		return at + n + 1;
	}
	n = strcspn(at, BLANKS);
	if (n == 5 && !memcmp(at, "alpha", n))
		key->order = ORDER_ALPHA;
	else if (n == 3 && !memcmp(at, "num", n))
		key->order = ORDER_NUMBER;
	else
		return NULL;
	return at + n;
}

const char *projection_read(const char *text, projection *p)
{
	const char *at = text ? text : "", *after;

	p->n = 0;
	while (*(at += strspn(at, BLANKS))) {
		projection_key *key = &p->key[p->n];
		size_t n = strcspn(at, BLANKS "@");

		if (p->n == PROJECTION_KEYS || !n || n >= sizeof key->key)
			return at;
		snprintf(key->key, sizeof key->key, "%.*s", (int)n, at);
		key->order = ORDER_SEEN;
		after = at[n] == '@' ? read_order(at + n + 1, key) : at + n;
		if (!after)
			return at;
		at = after;
		p->n++;
	}
	return NULL;
}

/* Which word of a list is it, from 0; -1 for none. */
static int position(const char *list, const char *value)
{
	size_t n = strlen(value);

	for (int i = 0; *(list += strspn(list, BLANKS)); i++) {
		size_t length = strcspn(list, BLANKS);

		if (length == n && !memcmp(list, value, n))
			return i;
		list += length;
	}
	return -1;
}

bool projection_holds(const projection *p, const benchi_set *set, const char *file)
{
	char value[SET_KEY_TEXT];

	for (size_t i = 0; i < p->n; i++)
		if (p->key[i].order == ORDER_FIXED
		    && position(p->key[i].values, set_key_value(set, file, p->key[i].key, value)) < 0)
			return false;
	return true;
}

const char *projection_value(const projection *p, const benchi_set *set, const char *file,
                             bool named, char text[SET_KEY_TEXT])
{
	char value[SET_KEY_TEXT];
	size_t used = 0;

	*text = '\0';
	for (size_t i = 0; i < p->n && used < SET_KEY_TEXT - 1; i++) {
		const char *key = p->key[i].key;
		int n;

		set_key_value(set, file, key, value);
		if (named && *key != '.')
			n = snprintf(text + used, SET_KEY_TEXT - used, "%s%s=%s", *key == '/' ? "" : "/", key,
			             value);
		else
			n = snprintf(text + used, SET_KEY_TEXT - used, "%s%s", !named && i ? " " : "", value);
		used += n > 0 ? (size_t)n : 0;
	}
	return text;
}

/* "512", "4kB", "1Mi": the number with its prefix; what is none comes last. */
static double number_of(const char *value)
{
	static const char prefixes[] = "kMGTPE";
	const char *end, *prefix;
	double x, factor = 1;

	end = benchi_read_number(value, &x);
	if (!end)
		return HUGE_VAL;
	prefix = *end ? strchr(prefixes, *end == 'K' ? 'k' : *end) : NULL;
	for (const char *p = prefixes; prefix && p <= prefix; p++)
		factor *= end[1] == 'i' ? 1024 : 1000;
	return x * factor;
}

static int compare_values(const projection_key *key, const char *a, const char *b)
{
	if (key->order == ORDER_ALPHA)
		return strcmp(a, b);
	if (key->order == ORDER_FIXED)
		return position(key->values, a) - position(key->values, b);
	return (number_of(a) > number_of(b)) - (number_of(a) < number_of(b));
}

int projection_compare(const projection *p, const benchi_set *a, const char *file_a,
                       const benchi_set *b, const char *file_b)
{
	char x[SET_KEY_TEXT], y[SET_KEY_TEXT];
	int order = 0;

	for (size_t i = 0; i < p->n && !order; i++)
		if (p->key[i].order != ORDER_SEEN)
			order = compare_values(&p->key[i], set_key_value(a, file_a, p->key[i].key, x),
			                       set_key_value(b, file_b, p->key[i].key, y));
	return order;
}
