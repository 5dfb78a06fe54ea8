/*
 * Several charts in one picture, or in one page.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_CHARTS_H
#define BENCHI_DRAW_CHARTS_H

#include "draw/chart.h"

/* One below the other, each with its title and legend; at most BENCHI_COLOURS series each.
 * BENCH_ERR_OUTPUT. */
bench_status benchi_charts_svg(FILE *out, const char *title, const benchi_chart *const *chart,
                               size_t n);

/* The same as figures of a page; between its begin and its end (draw/page.h). */
void benchi_charts_figures(FILE *out, const benchi_chart *const *chart, size_t n);

#endif
