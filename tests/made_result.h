/*
 * A made-up result, for tests of what follows a measurement.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_RESULT_H
#define TESTS_MADE_RESULT_H

#include "data/data.h"

static char name[] = "copy/64";

/* 64 bytes in 10 ns +- 1, 40 cycles. */
static benchi_result ten_ns(void)
{
	benchi_result r;

	memset(&r, 0, sizeof r);
	r.name = name;
	r.benchmark = "copy";
	r.summary.ns = r.wall_ns = 10;
	r.summary.ns_low = 9;
	r.summary.ns_high = 11;
	r.summary.cycles = r.summary.cycles_low = r.summary.cycles_high = 40;
	r.summary.method = "function";
	r.cpu_ns = (double)NAN;
	r.bytes = 64;
	return r;
}

#endif
