/*
 * A ramp's picture.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_RAMP_CHART_H
#define BENCHI_LOAD_RAMP_CHART_H

#include "load/ramp.h"

/* Throughput by workers, and the law, for a terminal; so many rows high. */
bench_status benchi_ramp_chart(FILE *out, const benchi_ramp *ramp, const benchi_ramp_style *style,
                               size_t rows);

#endif
