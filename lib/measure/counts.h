/*
 * What a body counted while it was timed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_COUNTS_H
#define BENCHI_MEASURE_COUNTS_H

#include "measure/counted.h"

/* Adds the counters of another thread that ran the same body. */
void benchi_counted_merge(struct benchi_counted_all *to, const struct benchi_counted_all *from);

/* A counter's number, where one iteration takes ns. */
double benchi_counted_value(const struct benchi_counted_all *all, size_t i, double ns);

#endif
