/*
 * Where a body and its data lie, changed from round to round.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_PLACEMENT_H
#define BENCHI_MEASURE_PLACEMENT_H

#include <bench.h>

enum { BENCHI_PLACEMENTS = 8 };

/* The placement of a round, 0 to BENCHI_PLACEMENTS - 1: a round and its mirror share one. */
int benchi_placement_of(size_t round);

/* Calls the body with the stack shifted; bench_placement tells it the buffers' offset. */
void benchi_placement_call(int placement, bench_body *body, uint64_t n, void *arg);

/* The spread of the placements' medians: the highest less the lowest.  values[i] belongs to
 * placement[i]; scratch: room for n.  NaN unless two placements have three values. */
double benchi_placement_spread(const double *values, const int *placement, size_t n,
                               double *scratch);

#endif
