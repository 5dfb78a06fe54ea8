/*
 * The table of what bodies counted.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_COUNTERS_H
#define BENCHI_WRITE_COUNTERS_H

#include <stdio.h>

#include "data/results.h"

enum { BENCHI_COUNTER_WIDTH = 9, BENCHI_COUNTER_TEXT = 64 };  /* WIDTH: of a column, at least */

/* What a row has of a metric, five digits; "" if nothing.  text: BENCHI_COUNTER_TEXT bytes. */
const char *benchi_counter_cell(const benchi_result *result, const char *name, char *text);

/* An empty line and the table; nothing where no body counted. */
void benchi_put_counters(FILE *out, const benchi_report *report);

#endif
