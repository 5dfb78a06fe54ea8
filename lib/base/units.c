/*
 * Units, and values with their units for sentences.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

/* Ascending. The first also covers smaller values. */
static const benchi_unit time_units[] = {
	{ 1, "ns" }, { 1e3, "us" }, { 1e6, "ms" }, { 1e9, "s" }, { 0, NULL } };
static const benchi_unit families[][6] = {
	{ { 1, "" }, { 1e3, "k" }, { 1e6, "M" }, { 1e9, "G" }, { 1e12, "T" } },
	{ { 1, "B" }, { 1e3, "kB" }, { 1e6, "MB" }, { 1e9, "GB" }, { 1e12, "TB" } },
	{ { 1, "B" }, { 1024, "KiB" }, { 1048576, "MiB" }, { 1073741824, "GiB" },
	    { 1099511627776.0, "TiB" } },
	{ { 1, "Hz" }, { 1e3, "kHz" }, { 1e6, "MHz" }, { 1e9, "GHz" } },
	{ { 1, "B/s" }, { 1e3, "kB/s" }, { 1e6, "MB/s" }, { 1e9, "GB/s" }, { 1e12, "TB/s" } },
};

const benchi_unit *benchi_units_family(benchi_units_of units)
{
	return units == BENCHI_UNITS_TIME ? time_units : families[units - 1];
}

const benchi_unit *benchi_unit_suited(const benchi_unit *family, double x)
{
	while (family[1].name && fabs(x) >= family[1].size * (1 - 1e-12))
		family++;
	return family;
}

void benchi_sink_percent(struct benchi_sink *sink, double share)
{
	char digits[BENCHI_NUMBER_TEXT];

	if (isinf(share)) {
		benchi_sink_put(sink, share > 0 ? "infinite" : "-infinite");
		return;
	}
	benchi_sink_put(sink, "%s %%", benchi_number_fixed(100 * share, fabs(share) < 0.1 ? 2 : 1,
		digits));
}

void benchi_sink_time(struct benchi_sink *sink, double ns)
{
	const benchi_unit *unit = benchi_unit_suited(time_units, ns);
	char digits[BENCHI_NUMBER_TEXT];

	benchi_sink_put(sink, "%s %s", benchi_number_digits(ns / unit->size, 3, digits), unit->name);
}
