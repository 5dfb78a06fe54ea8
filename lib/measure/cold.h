/*
 * Windows of one iteration that find memory evicted.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_COLD_H
#define BENCHI_MEASURE_COLD_H

#include "measure/run.h"

/* Times the case's work as beginning->options->cold asks.  Fills summary, which is the thread's
 * latest then.  On failure its status says why. */
void benchi_cold_measure(const bench_case *item, const struct benchi_beginning *beginning,
                         bench_summary *summary);

#endif
