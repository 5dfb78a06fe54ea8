/*
 * Statistics of numbers: each function of statistics.h for int, uint64, double.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include <math.h>

#include "base/random.h"

enum { SAMPLES = 200 };

static void *capacity(size_t size)
{
	void *memory = malloc(size);

	if (!memory)
		benchi_lm_die("not enough memory for %.0f bytes of numbers", (double)size);
	return memory;
}

#define T int
#define NAME(function) int_ ## function
#define STAT int_stat
#include "lmbench/statistics.h"

#define T uint64
#define NAME(function) uint64_ ## function
#define STAT uint64_stat
#include "lmbench/statistics.h"

#define T double
#define NAME(function) double_ ## function
#define STAT double_stat
#include "lmbench/statistics.h"
