/*
 * The charts of a run: time by size, and distributions.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PICTURE_CHARTS_H
#define BENCHI_PROGRAM_PICTURE_CHARTS_H

#include "data/results.h"
#include "draw/chart.h"

typedef struct benchi_pictures {
	const benchi_chart **chart;   /* n of them */
	size_t n;
	struct benchi_drawing **drawing;   /* what they are made of, one each */
} benchi_pictures;

/*
 * Makes a chart for up to seven cases with a range, of their times by its values, each with its
 * order of growth; then one for each of the first 24 rows, of the distribution of its windows and
 * of its processes' medians.  pictures: to be freed whatever is returned.  BENCH_ERR_MEMORY.
 */
bench_status benchi_pictures_make(const benchi_report *report, benchi_pictures *pictures);
void benchi_pictures_free(benchi_pictures *pictures);

#endif
