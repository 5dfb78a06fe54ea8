/*
 * Names of one shape, "Base/key=value/other=value-8", have as many fields between slashes.  A
 * field that is the same in all of them is left out of each, "key=" before values too.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "data/file_keys.h"
#include "tools/compare/short_name.h"

/* The length of "-8" at the end of a name. */
static size_t processors(const char *name)
{
	return strlen(benchi_processors(name));
}

/* The next field at *at, which moves behind its slash; NULL at the end. */
static const char *next_field(const char **at, size_t *length)
{
	const char *field = *at;

	if (!field)
		return NULL;
	*length = strcspn(field, "/");
	*at = field[*length] ? field + *length + 1 : NULL;
	return field;
}

void short_name_begin(short_name *s, const char *name)
{
	const char *at = name, *field;
	size_t n;

	memset(s, 0, sizeof *s);
	s->first = name;
	s->end = processors(name);
	while ((field = next_field(&at, &n))) {
		const char *equals = memchr(field, '=', n);

		if (s->fields == SHORT_NAME_FIELDS) {
			s->fields = 0;
			return;
		}
		s->start[s->fields] = equals ? (size_t)(equals - field) + 1 : 0;
		s->same[s->fields++] = 1;
	}
}

void short_name_join(short_name *s, const char *name)
{
	const char *at = name, *first = s->first, *field, *common;
	size_t n, m = 0, k = 0;

	if (s->end != processors(name)
	    || strcmp(s->first + strlen(s->first) - s->end, name + strlen(name) - s->end) != 0)
		s->end = 0;
	for (; (field = next_field(&at, &n)) && k < s->fields; k++) {
		common = next_field(&first, &m);
		if (n != m || memcmp(field, common, n) != 0)
			s->same[k] = 0;
		if (n < s->start[k] || memcmp(field, common, s->start[k]) != 0)
			s->start[k] = 0;
	}
	if (field || k != s->fields)
		s->fields = 0;
}

const char *short_name_of(const short_name *s, const char *name, char text[SHORT_NAME_TEXT])
{
	const char *at = name, *field;
	size_t n, k = 0, used = 0;

	if (!s->fields) {
		snprintf(text, SHORT_NAME_TEXT, "%s", name);
		return text;
	}
	for (*text = '\0'; (field = next_field(&at, &n)) && used < SHORT_NAME_TEXT - 1; k++) {
		if (s->same[k])
			continue;
		n -= s->start[k] + (at ? 0 : s->end);
		used += (size_t)snprintf(text + used, SHORT_NAME_TEXT - used, "%s%.*s", used ? "/" : "",
		                         (int)n, field + s->start[k]);
	}
	return text;
}

const char *short_name_pattern(const short_name *s, char text[SHORT_NAME_TEXT])
{
	const char *at = s->first, *field;
	size_t n, k = 0, used = 0;

	for (*text = '\0'; (field = next_field(&at, &n)) && used < SHORT_NAME_TEXT - 1; k++)
		if (s->same[k])
			used += (size_t)snprintf(text + used, SHORT_NAME_TEXT - used, "%s%.*s", k ? "/" : "",
			                         (int)n, field);
		else
			used += (size_t)snprintf(text + used, SHORT_NAME_TEXT - used, "%s%.*s*%s", k ? "/" : "",
			                         (int)s->start[k], field, at ? "" : field + n - s->end);
	return text;
}
