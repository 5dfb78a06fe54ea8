/*
 * Units of measurement in files, and how they convert.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_UNIT_H
#define BENCHI_DATA_UNIT_H

#include <stddef.h>

#include <bench.h>

#include "data/rows.h"

/* The unit that text begins with, as a constant, and in *length how much of text it is; NULL:
 * none.  A unit ends where the text ends or a blank or line end follows. */
const char *benchi_unit_begin(const char *text, const char *end, size_t *length);

/* What a number in the unit from is multiplied with to be one in the unit to; NaN: they are
 * not of one kind, or one is unknown. */
double benchi_unit_factor(const char *from, const char *to);

/* How many seconds, bytes, ... a unit is; and of what: "s", "B", "Hz", ...; NaN, NULL. */
double benchi_unit_size(const char *unit, const char **of);

/* Converts the set's values to another unit, which outlives it.  BENCH_ERR_ARGUMENT: they are
 * not of one kind. */
bench_status benchi_set_convert(benchi_set *set, const char *unit);

#endif
