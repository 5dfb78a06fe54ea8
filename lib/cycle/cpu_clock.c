/*
 * Finds this core's clock: records its chains and estimates the tick.
 *
 * A try records until the tick is certain and its interval narrow, or fails when its share of the
 * time is over. The first try has half of the time and windows of half the length, and may end
 * after 2.5 ms. Two more tries have whole windows and take at least 18 ms (Staelin and McVoy 1998,
 * section 7). If the core's speed changes meanwhile, the interval is wide and the try continues.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "cycle/cycle.h"
#include "timing/timing.h"

static const double TIME_NS = 210e6, QUICK_FIRST_NS = 2.5e6, CLOCK_FIRST_NS = 18e6;
static const double CLOCK_SURE = 0.995, CLOSE = 1.01;
/* With a coarse clock the first try would have four windows of each chain: too few to notice a
 * disturbance. With so few, a tick wrong by a factor of two once passed as certain. */
enum { CLOCK_ROUNDS = 8, QUICK_ROUNDS = 20 };

/* Finds the calibration and the time, from the options or the defaults. */
static bench_status clock_prepare(const bench_options *options, bench_timing *timing,
                                  double *time_ns)
{
	*time_ns = options && options->time_ns != 0 ? options->time_ns : TIME_NS;
	if (!(*time_ns > 0) || !(*time_ns < 1e13))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.time_ns is %g, expected above 0", *time_ns);
	return benchi_timing_choose(options, timing);
}

bench_status bench_recording_measure(bench_recording *recording, const bench_options *options)
{
	struct benchi_recording_end end = { .more = benchi_chains_more,
		.more_count = benchi_chains_more_count };
	bench_timing timing;
	double time_ns;
	bench_status status;

	if (!recording)
		return benchi_fail(BENCH_ERR_ARGUMENT, "recording is NULL");
	status = clock_prepare(options, &timing, &time_ns);
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

/* Returns true if the tick is certain and its interval narrow enough. */
static int sure(void *to, bench_recording *recording)
{
	struct found *found = to;
	found->status = bench_recording_estimate(recording, &found->cpu);
	return found->status == BENCH_OK && found->cpu.confidence >= CLOCK_SURE
	       && found->cpu.high < found->cpu.low * CLOSE;
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
	status = clock_prepare(options, &timing, &time_ns);
	for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
		/* the first try has short windows, and an early end if the clock is certain */
		const bool quick = i == 0;
		struct found found = { none, BENCH_ERR_BUSY };
		struct benchi_recording_end end = { .time_ns = share[i] * time_ns, .enough = sure,
			.to = &found, .first_rounds = quick ? QUICK_ROUNDS : CLOCK_ROUNDS,
			.more = benchi_chains_more, .more_count = benchi_chains_more_count };

		if (quick ? status != BENCH_OK
		          : status != BENCH_ERR_BUSY && status != BENCH_ERR_NO_TICK)
			break;
		end.first_ns = fmin(quick ? QUICK_FIRST_NS : CLOCK_FIRST_NS, end.time_ns);
		end.window_ns = quick ? fmax(timing.enough_ns / 2, benchi_window_short_ns(&timing)) : 0;
		bench_recording_free(*recording);
		*recording = bench_recording_new();
		if (!*recording)
			return benchi_no_memory("a recording");
		status = benchi_record_windows(&timing, &end, (options ? options->seed : 0) + i,
			*recording);
		if (status != BENCH_OK)
			continue;
		if (!(found.status == BENCH_OK && found.cpu.confidence >= CLOCK_SURE))
			sure(&found, *recording);
		status = found.status;
		*cpu = status == BENCH_OK ? found.cpu : none;
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
