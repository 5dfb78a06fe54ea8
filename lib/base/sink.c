/*
 * Values with their units for sentences.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

/* Ascending. */
const benchi_unit benchi_time_units[] = {
	{ 1, "ns" }, { 1e3, "us" }, { 1e6, "ms" }, { 1e9, "s" }, { 0, NULL } };

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
	const benchi_unit *unit = benchi_unit_suited(benchi_time_units, ns);
	char digits[BENCHI_NUMBER_TEXT];

	benchi_sink_put(sink, "%s %s", benchi_number_digits(ns / unit->size, 3, digits), unit->name);
}
