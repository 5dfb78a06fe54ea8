/*
 * Which candidates take part in a race.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_QUALIFY_H
#define BENCHI_COMPARE_QUALIFY_H

#include "compare/selection.h"

/* Sets all candidates up, as far as time allows, and excludes those that cannot take part: fills
 * the racers' states and times, ready, fit, unsure, and the choice's counts. */
bench_status benchi_selection_qualify(struct benchi_selection *field);

#endif
