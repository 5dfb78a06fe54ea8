/*
 * Units: a table of their sizes, and conversion.
 *
 * Both parts of a rate ("MB/s", "ns/op") are converted. k, M and G are powers of 1000; Ki, Mi and
 * Gi powers of 1024.
 *
 * SPDX-License-Identifier: MIT
 */

#include "data/data.h"

#define KI 1024.0

static const struct {
	const char *name, *of;
	double size;
} units[] = {
	{ "ns", "s", 1e-9 }, { "us", "s", 1e-6 }, { "\xc2\xb5s", "s", 1e-6 },
	{ "\xce\xbcs", "s", 1e-6 }, { "ms", "s", 1e-3 }, { "s", "s", 1 }, { "sec", "s", 1 },
	{ "ps", "s", 1e-12 }, { "min", "s", 60 }, { "h", "s", 3600 }, { "hr", "s", 3600 },
	{ "day", "s", 86400 },
	{ "B", "B", 1 }, { "bytes", "B", 1 }, { "kB", "B", 1e3 }, { "KB", "B", 1e3 },
	{ "MB", "B", 1e6 }, { "GB", "B", 1e9 }, { "TB", "B", 1e12 }, { "KiB", "B", KI },
	{ "MiB", "B", KI * KI }, { "GiB", "B", KI * KI * KI }, { "TiB", "B", KI * KI * KI * KI },
	{ "Hz", "Hz", 1 }, { "kHz", "Hz", 1e3 }, { "MHz", "Hz", 1e6 }, { "GHz", "Hz", 1e9 },
	{ "cycles", "cycles", 1 },
};

#define UNITS (sizeof units / sizeof *units)

/* Returns the index of the unit with this name; UNITS if not found. */
static size_t unit_find(const char *text, size_t length)
{
	size_t i = 0;

	while (i < UNITS && (strlen(units[i].name) != length || memcmp(units[i].name, text, length)))
		i++;
	return i;
}

const char *benchi_unit_begin(const char *text, const char *end, size_t *length)
{
	const char *at = text;
	size_t i;

	while (at < end && *at != ' ' && *at != '\t' && *at != '\r')
		at++;
	*length = (size_t)(at - text);
	i = unit_find(text, *length);
	return i < UNITS ? units[i].name : NULL;
}

double benchi_unit_ns(const char *unit)
{
	const benchi_unit *known = benchi_units_family(BENCHI_UNITS_TIME);

	while (known->name && strcmp(known->name, unit) != 0)
		known++;
	return known->size;
}

double benchi_unit_factor(const char *from, const char *to)
{
	size_t m, n, a, b;
	double factor;

	if (!strcmp(from, to)) /* fast path: this is called for each of a million numbers */
		return 1;
	m = strcspn(from, "/");
	n = strcspn(to, "/");
	a = unit_find(from, m);
	b = unit_find(to, n);
	factor = a < UNITS && b < UNITS && !strcmp(units[a].of, units[b].of)
	         ? units[a].size / units[b].size : m == n && !memcmp(from, to, m) ? 1 : (double)NAN;
	if (from[m] && to[n] && strcmp(from + m, to + n)) { /* the time of a rate */
		a = unit_find(from + m + 1, strlen(from + m + 1));
		b = unit_find(to + n + 1, strlen(to + n + 1));
		factor *= a < UNITS && b < UNITS && !strcmp(units[a].of, units[b].of)
		          ? units[b].size / units[a].size : (double)NAN;
	} else if (strcmp(from + m, to + n) != 0 || (!from[m] && a == UNITS))
		factor = (double)NAN;
	return fabs(factor - round(factor)) < 1e-9 * factor ? round(factor) : factor;
}

/* Replaces the name of a unit by ours; "ns/op" and "ns/iter" become "ns". */
void benchi_unit_plain(char unit[24])
{
	static const char *const names[][2] = { { "second", "s" }, { "seconds", "s" }, { "byte", "B" },
		{ "msec", "ms" }, { "nanoseconds", "ns" }, { "microseconds", "us" },
		{ "milliseconds", "ms" }, { "integer", "" } };
	char *slash = strchr(unit, '/');

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(unit, names[i][0]))
			strcpy(unit, names[i][1]);
	if (slash && (!strcmp(slash, "/op") || !strcmp(slash, "/iter"))) {
		*slash = '\0';
		if (isnan(benchi_unit_factor(unit, "s")))
			*slash = '/';
	}
}

/*
 * Reads bounds: "ns<100", "copy*:bytes/s>=1e9", "ns=3..4".
 */

static bench_status bad(const benchi_bound *bound, const char *found, const char *expected)
{
	return benchi_fail(BENCH_ERR_ARGUMENT, "limit '%.80s': found '%.40s', expected %s", bound->text,
		*found ? found : "its end", expected);
}

bench_status benchi_bound_read(const char *text, const char *const *metrics, benchi_bound *bound)
{
	const char *sign = text + strcspn(text, "<>="), *at = text, *end;
	const bool equal = *sign && sign[1] == '=';
	char list[256] = "a metric (";
	size_t length, known = 0;
	double value;

	memset(bound, 0, sizeof *bound);
	bound->text = text;
	bound->low = (double)-INFINITY;
	bound->high = (double)INFINITY;
	if (!*sign)
		return bad(bound, sign, "<, > or = and a number");
	for (const char *colon = text; colon < sign; colon++)
		if (*colon == ':')
			at = colon + 1;
	if (at > text && (size_t)(at - text) > sizeof bound->pattern)
		return bad(bound, text, "a shorter pattern");
	if (at > text)
		memcpy(bound->pattern, text, (size_t)(at - text) - 1);
	length = (size_t)(sign - at);
	if (length && length < sizeof bound->metric)
		memcpy(bound->metric, at, length);
	while (metrics && metrics[known] && strcmp(metrics[known], bound->metric) != 0)
		known++;
	if (!*bound->metric || (metrics && !metrics[known])) {
		for (size_t i = 0; metrics && metrics[i] && strlen(list) < sizeof list - 40; i++)
			sprintf(list + strlen(list), "%s%.30s", i ? ", " : "", metrics[i]);
		return bad(bound, at, metrics ? strcat(list, ")") : "the name of a metric");
	}
	if (*sign == '=') { /* "3..4": cut in two, since "3." is a number as well */
		const char *points = strstr(++sign, "..");
		char low[64];

		bound->low_in = bound->high_in = true;
		snprintf(low, sizeof low, "%.*s", points ? (int)(points - sign) : 0, sign);
		end = points && benchi_number(low, &bound->low)
		      ? benchi_read_number(points + 2, &bound->high) : NULL;
		return end && !*end && isfinite(bound->low) && isfinite(bound->high)
		       && bound->low <= bound->high ? BENCH_OK : bad(bound, sign, "a range such as 3..4");
	}
	at = sign + 1 + equal;
	end = benchi_read_number(at, &value);
	if (!end || *end || !isfinite(value))
		return bad(bound, at, "a number such as 120e6");
	*(*sign == '>' ? &bound->low : &bound->high) = value;
	*(*sign == '>' ? &bound->low_in : &bound->high_in) = equal;
	return BENCH_OK;
}

int benchi_bound_side(const benchi_bound *bound, double low, double high)
{
	if (bound->low_in ? high < bound->low : high <= bound->low)
		return -1;
	if (bound->high_in ? low > bound->high : low >= bound->high)
		return 1;
	return 0;
}

const char *benchi_bound_answer(int side)
{
	return side < 0 ? "less than expected" : side > 0 ? "more than expected" : "as expected";
}
