/*
 * Units of one kind are multiples of each other: a table.
 *
 * A rate ("MB/s", "ns/op") is its part before the slash; both must agree in the part behind
 * it.  k, M and G are thousands; Ki, Mi and Gi are 1024s.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/detail.h"
#include "data/unit.h"

#define KI 1024.0

static const struct {
	const char *name, *of;
	double size;
} units[] = {
	{ "ns", "s", 1e-9 }, { "us", "s", 1e-6 }, { "\xc2\xb5s", "s", 1e-6 },
	{ "\xce\xbcs", "s", 1e-6 }, { "ms", "s", 1e-3 }, { "s", "s", 1 }, { "sec", "s", 1 },
	{ "min", "s", 60 }, { "h", "s", 3600 },
	{ "B", "B", 1 }, { "bytes", "B", 1 }, { "kB", "B", 1e3 }, { "KB", "B", 1e3 },
	{ "MB", "B", 1e6 }, { "GB", "B", 1e9 }, { "TB", "B", 1e12 }, { "KiB", "B", KI },
	{ "MiB", "B", KI * KI }, { "GiB", "B", KI * KI * KI },
	{ "Hz", "Hz", 1 }, { "kHz", "Hz", 1e3 }, { "MHz", "Hz", 1e6 }, { "GHz", "Hz", 1e9 },
	{ "cycles", "cycles", 1 },
};

#define UNITS (sizeof units / sizeof *units)

/* The entry whose name is the first length bytes of text, or UNITS. */
static size_t find(const char *text, size_t length)
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
	i = find(text, *length);
	return i < UNITS ? units[i].name : NULL;
}

double benchi_unit_size(const char *unit, const char **of)
{
	size_t i = find(unit, strlen(unit));

	*of = i < UNITS ? units[i].of : NULL;
	return i < UNITS ? units[i].size : (double)NAN;
}

double benchi_unit_factor(const char *from, const char *to)
{
	size_t m, n, a, b;
	double factor;

	if (!strcmp(from, to)) /* each of a million numbers asks */
		return 1;
	m = strcspn(from, "/");
	n = strcspn(to, "/");
	a = find(from, m);
	b = find(to, n);
	if (a == UNITS || b == UNITS || strcmp(units[a].of, units[b].of) != 0
	    || strcmp(from + m, to + n) != 0)
		return (double)NAN;
	factor = units[a].size / units[b].size;
	return fabs(factor - round(factor)) < 1e-9 * factor ? round(factor) : factor;
}

bench_status benchi_set_convert(benchi_set *set, const char *unit)
{
	double up = benchi_unit_factor(set->unit, unit), down = benchi_unit_factor(unit, set->unit);

	if (isnan(up))
		return BENCH_ERR_ARGUMENT;
	for (size_t i = 0; i < set->n; i++) /* the whole one of both factors is exact */
		set->x[i] = up >= 1 ? set->x[i] * up : set->x[i] / down;
	set->unit = unit;
	return BENCH_OK;
}
