/*
 * The values of a parameter, from the words of a case's range.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_RANGE_H
#define BENCHI_PROGRAM_RANGE_H

#include <bench.h>

enum { BENCHI_RANGE_MOST = 1000 };

/*
 * Reads "64..64k x2", "1..9 +2", "16,100,4k" or several of them between commas; k, M
 * and G are 1024, its square and its cube; from a to b without a step doubles.
 *
 * values: capacity for BENCHI_RANGE_MOST; n: how many there are.
 * BENCH_ERR_ARGUMENT, with what was found and expected in the detail.
 */
bench_status benchi_range_read(const char *text, uint64_t *values, size_t *n);

#endif
