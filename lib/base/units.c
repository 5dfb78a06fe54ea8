/*
 * Families of units, and the unit that suits a value.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

/* By benchi_units_of. The units of a family are in ascending order. */
static const benchi_unit families[][6] = {
	{ { 1, "ns" }, { 1e3, "us" }, { 1e6, "ms" }, { 1e9, "s" } },
	{ { 1, "" }, { 1e3, "k" }, { 1e6, "M" }, { 1e9, "G" }, { 1e12, "T" } },
	{ { 1, "B" }, { 1e3, "kB" }, { 1e6, "MB" }, { 1e9, "GB" }, { 1e12, "TB" } },
	{ { 1, "B" }, { 1024, "KiB" }, { 1048576, "MiB" }, { 1073741824, "GiB" },
	    { 1099511627776.0, "TiB" } },
	{ { 1, "Hz" }, { 1e3, "kHz" }, { 1e6, "MHz" }, { 1e9, "GHz" } },
	{ { 1, "B/s" }, { 1e3, "kB/s" }, { 1e6, "MB/s" }, { 1e9, "GB/s" }, { 1e12, "TB/s" } },
};

const benchi_unit *benchi_units_family(benchi_units_of units)
{
	return families[units];
}

const benchi_unit *benchi_unit_suited(const benchi_unit *family, double x)
{
	while (family[1].name && fabs(x) >= family[1].size * (1 - 1e-12))
		family++;
	return family;
}
