/*
 * From a ratio's interval to an answer.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_VERDICT_H
#define BENCHI_COMPARE_VERDICT_H

#include <bench.h>

#include "compare/counts.h"

/* ratio: second / first, and its interval; resolution: what the clock may be off by. */
bench_answer benchi_verdict_of(const struct benchi_middle *ratio, double margin,
                               double resolution);

#endif
