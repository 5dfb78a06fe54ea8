/*
 * Estimates the core's clock from a recording.
 *
 * Method: windows become a time a chain (cycle/reduce.h), times a common divisor
 * (cycle/divisor.h); then the windows of even and of odd iterations, reduced apart, must
 * give ticks within AGREE of each other, as Staelin and McVoy (1998, section 7) ask
 * of the smallest and the second smallest time.  The interval holds the divisor's
 * error, a floor for errors that all chains share, and the drift of the run; where it is wider
 * than WIDEST there is no answer, since such uncertain times fit false ticks.
 *
 * Assumes that disturbances hit both halves at random.  Wrong when the core's speed
 * itself changed between two lasting levels: the answer is then one of the two.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "cycle/divisor.h"
#include "cycle/reduce.h"

/* Largest difference of the halves' ticks; largest usable error of a time;
 * error that all chains share; widest interval; all relative. */
#define AGREE 0.01
#define BLURRED 0.02
#define SHARED 0.001
#define WIDEST 0.03

/* The ratio of the two halves' ticks, by the chains that fit; 1 if unknown. */
static double halves(const struct benchi_time *times, const double *ticks, size_t n)
{
	double sum = 0, weights = 0;

	for (size_t i = 0; i < n; i++) {
		double relative = times[i].sigma / times[i].ns, w = 1 / (relative * relative + 1e-6);

		if (isnan(ticks[i]) || !(times[i].half[0] > 0) || !(times[i].half[1] > 0))
			continue;
		sum += w * log(times[i].half[1] / times[i].half[0]);
		weights += w;
	}
	return weights > 0 ? exp(sum / weights) : 1;
}

/* Are the times of at least half the chains too uncertain to distinguish counts? */
static int blurred(const struct benchi_time *times, size_t n)
{
	size_t bad = 0, all = 0;

	for (size_t i = 0; i < n; i++)
		if (times[i].ns > 0) {
			all++;
			bad += times[i].sigma > BLURRED * times[i].ns;
		}
	return all > 0 && 2 * bad >= all;
}

/* An error of the read cost by part of a step shifts all windows alike. */
static void fill(bench_cpu *cpu, const struct benchi_tick *tick,
                 const struct benchi_reduced *reduced)
{
	double low = log(tick->ns / tick->low), high = log(tick->high / tick->ns);
	double more = 1.96 * (SHARED + 0.1 * reduced->drift + 0.06 * reduced->step);

	cpu->tick_ns = tick->ns;
	cpu->mhz = 1000 / tick->ns;
	cpu->low = cpu->mhz * exp(-hypot(high, more));
	cpu->high = cpu->mhz * exp(hypot(low, more));
	cpu->confidence = tick->confidence;
	cpu->chains = tick->fits;
}

static bench_status estimate(bench_recording *r, struct benchi_reduced *reduced,
                             struct benchi_chain_cost *samples, double *ticks, bench_cpu *cpu)
{
	size_t n = r->chain_count;
	struct benchi_tick tick;
	bench_cpu found;
	double apart;
	int answered;

	for (size_t i = 0; i < n; i++) {
		r->chains[i].ticks = (double)NAN;
		samples[i].ns = r->chains[i].ns = reduced->times[i].ns;
		samples[i].sigma = reduced->times[i].sigma;
		samples[i].kind = benchi_chain_kind_of(r->chains[i].name);
	}
	answered = benchi_divisor(samples, n, ticks, &tick);
	memcpy(r->candidate, tick.candidate, sizeof r->candidate);
	r->candidates = tick.candidates;
	if (answered < 0)
		return benchi_fail(BENCH_ERR_MEMORY, "%lu chains", (unsigned long)n);
	if (answered == 0 && blurred(reduced->times, n))
		return benchi_fail(BENCH_ERR_BUSY, "windows of one chain scatter by more than %g %%",
		                   100 * BLURRED);
	if (answered == 0 && tick.shared)
		return benchi_fail(BENCH_ERR_NO_TICK, "in ticks of %.3g ns all short chains take a "
		                   "multiple of %d", tick.ns, tick.shared);
	if (answered == 0)
		return benchi_fail(BENCH_ERR_NO_TICK, "confidence of the best tick %.2f", tick.confidence);
	apart = fabs(log(halves(reduced->times, ticks, n)));
	if (apart > AGREE)
		return benchi_fail(BENCH_ERR_BUSY, "even and odd windows disagree by %.1f %%", 100 * apart);
	fill(&found, &tick, reduced);
	found.windows = r->window_count;
	if (found.high > found.low * (1 + WIDEST))
		return benchi_fail(BENCH_ERR_BUSY, "interval too wide: %.0f to %.0f MHz", found.low,
		                   found.high);
	*cpu = found;
	for (size_t i = 0; i < n; i++)
		r->chains[i].ticks = ticks[i];
	return BENCH_OK;
}

bench_status bench_recording_estimate(bench_recording *recording, bench_cpu *cpu)
{
	const bench_cpu none = { NAN, NAN, NAN, NAN, NAN, 0, 0 };
	struct benchi_reduced reduced = { NULL, 0, 0, 0 };
	bench_status status = BENCH_ERR_MEMORY;
	struct benchi_chain_cost *samples;
	double *ticks;

	if (!recording || !cpu)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%s: NULL", recording ? "cpu" : "recording");
	*cpu = none;
	recording->candidates = 0;
	if (recording->window_count == 0)
		return benchi_fail(BENCH_ERR_NO_TICK, "no windows");
	reduced.times = calloc(recording->chain_count, sizeof *reduced.times);
	samples = calloc(recording->chain_count, sizeof *samples);
	ticks = calloc(recording->chain_count, sizeof *ticks);
	if (reduced.times && samples && ticks)
		status = benchi_reduce(recording, &reduced);
	else
		benchi_fail(status, "%lu chains", (unsigned long)recording->chain_count);
	if (status == BENCH_OK)
		status = estimate(recording, &reduced, samples, ticks, cpu);
	free(reduced.times);
	free(samples);
	free(ticks);
	return status;
}
