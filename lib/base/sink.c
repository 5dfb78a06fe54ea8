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
