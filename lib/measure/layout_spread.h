/*
 * The spread of a result over layouts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_LAYOUT_SPREAD_H
#define BENCHI_MEASURE_LAYOUT_SPREAD_H

#include <stddef.h>

/* The spread of the layouts' medians: the highest minus the lowest.  values[i] is of round
 * round[i]; scratch: space for n.  NaN unless two layouts have three values each. */
double benchi_layout_spread(const double *values, const double *round, size_t n,
                            double *scratch);

#endif
