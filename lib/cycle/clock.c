/*
 * Finds this core's clock: records its chains and estimates the tick.
 *
 * A try records for at least 18 ms, until the tick is certain and its interval narrow; it fails if
 * its share of the time ends first.  Up to three tries, half of the time for the first one
 * (Staelin and McVoy 1998, section 7).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "cycle/clock.h"
#include "cycle/record.h"
#include "timing/calibrate.h"

static const double TIME_NS = 210e6, FIRST_NS = 18e6;
static const double SURE = 0.995, CLOSE = 1.01;

/* Finds the calibration and the time: of the options, or the defaults. */
static bench_status prepare(const bench_options *options, bench_timing *timing, double *time_ns)
{
	*time_ns = options && options->time_ns != 0 ? options->time_ns : TIME_NS;
	if (!(*time_ns > 0) || !(*time_ns < 1e13))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.time_ns is %g, expected above 0", *time_ns);
	return benchi_timing_choose(options, timing);
}

bench_status bench_recording_measure(bench_recording *recording, const bench_options *options)
{
	struct benchi_recording_end end = { 0, 0, NULL, NULL };
	bench_timing timing;
	double time_ns;
	bench_status status;

	if (!recording)
		return benchi_fail(BENCH_ERR_ARGUMENT, "recording is NULL");
	status = prepare(options, &timing, &time_ns);
	if (status != BENCH_OK)
		return status;
	end.time_ns = time_ns;
	return benchi_record_windows(&timing, &end, options ? options->seed : 0, recording);
}

/* The result of a try. */
struct found {
	bench_cpu cpu;
	bench_status status;
};

/* Is the tick certain, and its interval narrow enough? */
static int sure(void *to, bench_recording *recording)
{
	struct found *found = to;

	found->status = bench_recording_estimate(recording, &found->cpu);
	return found->status == BENCH_OK && found->cpu.confidence >= SURE
	       && found->cpu.high < found->cpu.low * CLOSE;
}

/* One try, into an empty recording. */
static bench_status try_once(const bench_timing *timing, double time_ns, uint64_t seed,
                             bench_recording *recording, bench_cpu *cpu)
{
	struct found found = { { 0, 0, 0, 0, 0, 0, 0 }, BENCH_ERR_BUSY };
	const struct benchi_recording_end end = { time_ns, fmin(FIRST_NS, time_ns), sure, &found };
	bench_status status = benchi_record_windows(timing, &end, seed, recording);

	if (status != BENCH_OK)
		return status;
	if (!(found.status == BENCH_OK && found.cpu.confidence >= SURE))
		sure(&found, recording);
	*cpu = found.cpu;
	return found.status;
}

bench_status benchi_clock_find(const bench_options *options, bench_recording **recording,
                               bench_cpu *cpu)
{
	static const double share[] = { 0.5, 0.25, 0.25 };
	const bench_cpu none = { NAN, NAN, NAN, NAN, NAN, 0, 0 };
	bench_timing timing;
	double time_ns;
	bench_status status;

	*cpu = none;
	*recording = NULL;
	status = prepare(options, &timing, &time_ns);
	for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
		if (i == 0 ? status != BENCH_OK
		           : status != BENCH_ERR_BUSY && status != BENCH_ERR_NO_TICK)
			break;
		bench_recording_free(*recording);
		*recording = bench_recording_new();
		if (!*recording)
			return benchi_fail(BENCH_ERR_MEMORY, "a recording");
		status = try_once(&timing, share[i] * time_ns, (options ? options->seed : 0) + i,
			*recording, cpu);
		if (status != BENCH_OK)
			*cpu = none;
	}
	return status;
}

bench_status bench_cpu_clock(const bench_options *options, bench_cpu *cpu)
{
	bench_recording *recording;
	bench_status status;

	if (!cpu)
		return benchi_fail(BENCH_ERR_ARGUMENT, "cpu is NULL");
	status = benchi_clock_find(options, &recording, cpu);
	bench_recording_free(recording);
	return status;
}
