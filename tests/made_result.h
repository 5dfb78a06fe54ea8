/*
 * A made-up result, for tests of the code after a measurement.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_RESULT_H
#define TESTS_MADE_RESULT_H

#include "data/data.h"

static char name[] = "copy/64";

/* 64 bytes in 10 +- 1 ns, 40 cycles. */
static benchi_result ten_ns(void)
{
	benchi_result r;

	memset(&r, 0, sizeof r);
	r.row.name = name;
	r.row.benchmark = "copy";
	r.answer.summary.ns = r.answer.wall_ns = 10;
	r.answer.summary.ns_low = 9;
	r.answer.summary.ns_high = 11;
	r.answer.summary.cycles = r.answer.summary.cycles_low = r.answer.summary.cycles_high = 40;
	r.answer.summary.method = "function";
	r.answer.cpu_ns = (double)NAN;
	r.seen.summary = r.answer.summary;
	r.seen.wall_ns = r.answer.wall_ns;
	r.seen.cpu_ns = r.answer.cpu_ns;
	r.row.bytes = 64;
	return r;
}

#endif
