/*
 * The core's clock during the measurements.
 *
 * Each result has the clock that the reference beside its windows showed; the median of
 * these is the answer, the range of nine in ten shows its variation.  A single result has the
 * interval of its windows' own clocks.  Wrong when: results are of unlike cores.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "engine/estimate.h"
#include "measure/self_calibration.h"
#include "program/core_clock.h"
#include "stats/order.h"

/* The interval of a single result's clock: each of its windows had a reference beside it. */
static void find_spread(const benchi_report *report, bench_cpu *cpu)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];
		double *mhz = isnan(r->summary.mhz) ? NULL : malloc(2 * (r->n + 1) * sizeof *mhz);
		struct benchi_estimate e;
		size_t n = 0;

		for (size_t k = 0; mhz && k < r->n; k++)
			if (r->reading[k].ns > 0 && r->reading[k].cycles > 0)
				mhz[n++] = 1e3 * r->reading[k].cycles / r->reading[k].ns;
		if (n > 1) {
			e = benchi_estimate_of(mhz, n, mhz + n);
			cpu->low = fmin(e.low, cpu->mhz);
			cpu->high = fmax(e.high, cpu->mhz);
		}
		free(mhz);
	}
}

/* Where no result has one, as with threads: the reference's, from before the first. */
static void take_reference(bench_cpu *cpu)
{
	struct benchi_reference reference;

	if (benchi_self_reference(&reference) == BENCH_OK && reference.tick_ns > 0) {
		cpu->tick_ns = reference.tick_ns;
		cpu->mhz = 1e3 / reference.tick_ns;
	}
}

/* The core's clock, as the references beside the rows had it: median, and where nine of ten lie. */
static bench_cpu find(const benchi_report *report, double *scratch)
{
	bench_cpu cpu;
	size_t n = 0;

	memset(&cpu, 0, sizeof cpu);
	cpu.mhz = cpu.low = cpu.high = cpu.tick_ns = cpu.confidence = (double)NAN;
	for (size_t i = 0; i < report->n; i++) {
		scratch[n] = report->result[i].summary.mhz;
		n += !isnan(scratch[n]);
	}
	if (!n) {
		take_reference(&cpu);
		return cpu;
	}
	benchi_sort(scratch, n);
	cpu.mhz = benchi_quantile(scratch, n, 0.5);
	if (n > 1) {
		cpu.low = benchi_quantile(scratch, n, 0.05);
		cpu.high = benchi_quantile(scratch, n, 0.95);
	}
	if (n == 1)
		find_spread(report, &cpu);
	cpu.tick_ns = 1e3 / cpu.mhz;
	return cpu;
}

bench_status benchi_core_find(const benchi_report *report, bench_cpu *cpu)
{
	double *scratch = malloc((report->n + 1) * sizeof *scratch);

	if (!scratch)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the clock");
	*cpu = find(report, scratch);
	free(scratch);
	return BENCH_OK;
}
