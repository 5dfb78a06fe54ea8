/*
 * Finds the undisturbed time per operation of each chain.
 *
 * Method: undisturbed windows are close together, and disturbances lengthen windows by various
 * amounts. So the time is the mean of the densest stretch, not the mean or the minimum of all
 * windows. (The minimum, as in Staelin and McVoy 1998, section 7, is too short by a whole clock
 * step if steps matter, and a single window that is too short decides it.) The stretch is as long
 * as the steps of the clock and the spread of the shorter windows require, so that windows that
 * read k and k + 1 steps are averaged: quantisation then causes no bias.
 *
 * Drift: windows are grouped into blocks by time. The level of a block is the median of window /
 * (its chain's median). If dividing by the level reduces the chains' spread, all windows are
 * divided, and changes of the core's clock cancel.
 *
 * Worked: a clock that ramps by 1 % over the run spreads each chain by 1 %; blocks of 25 windows
 * out of 2000 leave 0.01 %.
 *
 * Assumes that disturbances are rarer than clean windows, or at least scatter more. Wrong if every
 * window is lengthened equally, as by a noisy neighbour that takes issue slots all the time: no
 * statistic can detect that.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "cycle/cycle.h"
#include "stats/stats.h"

/* A block has at least BLOCK windows, and at least as many as there are chains. */
enum { BLOCK = 25, BLOCKS_NEEDED = 4 };

/* Fewer windows of a chain show neither its spread nor the clock's steps. */
enum { FEW = 8 };

/* Windows sorted by chain, and within a chain by time. */
struct bins {
	size_t *start;      /* chain i is start[i] .. start[i + 1] - 1 */
	size_t *position;   /* for each window of the recording: its index in raw, level and value */
	double *raw;        /* ns per operation */
	double *level;      /* level of the window's block */
	double *value;      /* raw, divided by the level if that helps */
	double *levels;     /* by block */
	double *scratch;    /* space to sort any chain */
	double *median;     /* for each chain: median of its raw values */
	double *step;       /* for each chain: step of the clock, in ns per operation */
};

/* Returns a sorted copy of n numbers, in scratch: valid until the next call. */
static double *sorted(struct bins *b, const double *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		b->scratch[i] = from[i];
	benchi_sort(b->scratch, n);
	return b->scratch;
}

/* Returns the relative spread of the shorter half of a chain's windows, which levels should reduce.
 * The longer half may be disturbed: if other programs run, half of all windows of 200 us are. */
static double lower_spread(const double *x, size_t n)
{
	double middle = benchi_quantile(x, n, 0.5);

	return middle > 0 ? (benchi_quantile(x, n, 0.3) - benchi_quantile(x, n, 0.05)) / middle : 0;
}

/* Divides windows by their block's level if that reduces the chains' spread. Sets reduced->rounds
 * and drift. */
static void divide_by_levels(struct bins *b, const bench_recording *r,
                             struct benchi_reduced *reduced)
{
	size_t size = r->chain_count > BLOCK ? r->chain_count : BLOCK;
	size_t blocks = r->window_count / size;
	double raw = 0, levelled = 0;

	for (size_t k = 0; k < blocks; k++) {
		size_t from = k * size, to = k + 1 == blocks ? r->window_count : from + size, n = 0;

		for (size_t w = from; w < to; w++)
			if (b->median[r->windows[w].chain] > 0)
				b->scratch[n++] = b->raw[b->position[w]] / b->median[r->windows[w].chain];
		b->levels[k] = benchi_median(b->scratch, n);
		for (size_t w = from; w < to; w++)
			b->level[b->position[w]] = blocks >= BLOCKS_NEEDED && b->levels[k] > 0
			                           ? b->levels[k] : 1;
	}
	for (size_t i = 0; i < r->chain_count; i++) {
		size_t at = b->start[i], n = b->start[i + 1] - at;

		raw += lower_spread(sorted(b, b->raw + at, n), n);
		for (size_t j = at; j < at + n; j++)
			b->value[j] = b->raw[j] / b->level[j];
		levelled += lower_spread(sorted(b, b->value + at, n), n);
	}
	reduced->rounds = levelled < 0.9 * raw;
	benchi_sort(b->levels, blocks);
	reduced->drift = reduced->rounds ? benchi_quantile(b->levels, blocks, 0.9)
	                                   - benchi_quantile(b->levels, blocks, 0.1) : 0;
	for (size_t j = 0; j < r->window_count && !reduced->rounds; j++)
		b->value[j] = b->raw[j];
}

/* Finds the densest stretch of n >= 1 sorted numbers that is no longer than width; of equally dense
 * stretches, the lowest. Returns the mean of its numbers. *spread, *count: their standard deviation
 * and number. */
static double densest(const double *sorted_x, size_t n, double width, double *spread,
                      size_t *count)
{
	size_t best = 0, from = 0;
	double mean = 0, square = 0;

	*count = 0;
	for (size_t to = 0; to < n; to++) {
		while (sorted_x[to] - sorted_x[from] > width)
			from++;
		if (to - from + 1 > *count) {
			*count = to - from + 1;
			best = from;
		}
	}
	for (size_t i = best; i < best + *count; i++)
		mean += sorted_x[i] / (double)*count;
	for (size_t i = best; i < best + *count; i++)
		square += (sorted_x[i] - mean) * (sorted_x[i] - mean) / (double)*count;
	*spread = sqrt(square);
	return mean;
}

/* Returns a chain's time, with the spread and number of the windows used. A few windows do not show
 * their spread: windows within 1 % are used if they are the majority. */
static double chain_time(const double *x, size_t n, double step, double *spread, size_t *count)
{
	double middle = benchi_quantile(x, n, 0.5), width, time;

	if (n < FEW) {
		time = densest(x, n, 0.01 * middle, spread, count);
		if (2 * *count > n)
			return time;
		*spread = x[n - 1] - x[0];
		*count = 1;
		return middle;
	}
	width = fmax(fmax(2.5 * lower_spread(x, n), 0.002) * middle, 2.2 * step);
	return densest(x, n, width, spread, count);
}

/* Returns a chain's time from its n windows, in order of time, and its uncertainty. step: step of
 * the clock. */
static struct benchi_time time_of(struct bins *b, const double *x, size_t n, double step)
{
	struct benchi_time time = { NAN, NAN, { NAN, NAN } };
	double spread;
	size_t count;

	time.ns = chain_time(sorted(b, x, n), n, step, &spread, &count);
	if (!(time.ns > 0)) {
		time.ns = NAN;
		return time;
	}
	/* A single window does not show its spread; a few show little of it. */
	time.sigma = (1.5 * spread + 0.3 * step) / sqrt((double)count)
	           + 0.003 * time.ns / (double)n;
	for (size_t half = 0; half < 2 && n >= FEW; half++) {
		size_t m = 0;

		for (size_t i = half; i < n; i += 2)
			b->scratch[m++] = x[i];
		benchi_sort(b->scratch, m);
		time.half[half] = chain_time(b->scratch, m, step, &spread, &count);
	}
	if (n >= FEW)
		time.sigma = fmax(time.sigma, 0.35 * fabs(time.half[0] - time.half[1]));
	return time;
}

/* Fills reduced->times, which has space for every chain of the recording. BENCH_ERR_MEMORY. */
static bench_status reduce_recording(const bench_recording *r, struct benchi_reduced *reduced)
{
	const size_t chains = r->chain_count, windows = r->window_count + 1;
	size_t *places = calloc(chains + 2 + windows, sizeof *places);
	double *space = calloc(5 * windows + 2 * chains, sizeof *space);
	struct bins b = { .start = places };

	if (!places || !space) {
		free(places);
		free(space);
		return benchi_no_memory("the windows");
	}
	b.position = places + chains + 2;
	b.raw = space;
	b.level = space + windows;
	b.value = space + 2 * windows;
	b.levels = space + 3 * windows;
	b.scratch = space + 4 * windows;
	b.median = space + 5 * windows;
	b.step = b.median + chains;

	/* Sort the windows by chain: start[i + 1] counts up from the chain's begin to its end. */
	for (size_t i = 0; i < chains; i++)
		b.start[i + 2] += b.start[i + 1] + r->chains[i].windows;
	for (size_t w = 0; w < r->window_count; w++) {
		size_t at = b.start[r->windows[w].chain + 1]++;

		b.position[w] = at;
		b.raw[at] = r->windows[w].ns / r->windows[w].operations;
		if (!isfinite(b.raw[at]))
			b.raw[at] = 0;
		b.level[at] = 1;
	}

	/* The step of a coarse clock is the smallest difference between a chain's windows that exceeds
	 * rounding. */
	for (size_t i = 0; i < chains; i++) {
		const size_t n = r->chains[i].windows;
		const double *x = sorted(&b, b.raw + b.start[i], n);
		double step = INFINITY;

		b.median[i] = benchi_quantile(x, n, 0.5);
		for (size_t k = 1; n >= FEW && k < n; k++)
			if (x[k] - x[k - 1] > 1e-6 * x[k] && x[k] - x[k - 1] < step)
				step = x[k] - x[k - 1];
		b.step[i] = isfinite(step) ? step : 0;
	}
	divide_by_levels(&b, r, reduced);
	reduced->step = 0;
	for (size_t i = 0; i < chains; i++) {
		if (b.median[i] > 0)
			reduced->step = fmax(reduced->step, b.step[i] / b.median[i]);
		reduced->times[i] = time_of(&b, b.value + b.start[i], r->chains[i].windows, b.step[i]);
	}
	free(places);
	free(space);
	return BENCH_OK;
}

/*
 * Estimates the core's clock from a recording.
 *
 * Method: windows become a time per chain, and the times a common divisor (divisor.c). Then even
 * and odd iterations, reduced separately, must give ticks within AGREE of each other, as Staelin
 * and McVoy (1998, section 7) require of the smallest and the second smallest time. The interval
 * includes the divisor's error, a floor for errors that all chains have in common, and the drift
 * of the run. If it is wider than WIDEST there is no answer, because such uncertain times fit
 * false ticks.
 *
 * Assumes that disturbances hit both halves at random. Wrong if the core's speed changed between
 * two lasting levels: the answer is then one of the two.
 */

/* All relative: largest difference of the halves' ticks; largest usable error of a time; error
 * that all chains have in common; widest interval. */
#define AGREE 0.01
#define BLURRED 0.02
#define SHARED 0.001
#define WIDEST 0.03
#define NOT_WHOLE 0.15
#define NOT_WHOLE_SHARE 0.03

/* Returns true if the times of at least half of the chains are too uncertain to tell counts
 * apart. */
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

/* Finds the tick from the reduced times, and each chain's ticks. samples, ticks: space for one
 * number per chain. */
static bench_status reduce_estimate(bench_recording *r, struct benchi_reduced *reduced,
                                    struct benchi_chain_cost *samples, double *ticks,
                                    bench_cpu *cpu)
{
	size_t n = r->chain_count;
	const struct benchi_time *times = reduced->times;
	double sum = 0, weights = 0, apart, low, high, more;
	struct benchi_tick tick;
	bench_cpu found;
	int answered;

	for (size_t i = 0; i < n; i++) {
		r->chains[i].ticks = (double)NAN;
		samples[i].ns = r->chains[i].ns = reduced->times[i].ns;
		samples[i].sigma = reduced->times[i].sigma;
		samples[i].kind = benchi_chain_kind_of(r->chains[i].name);
		samples[i].nested = r->chains[i].name[0] == '(';
	}
	answered = benchi_divisor(samples, n, ticks, &tick);
	memcpy(r->candidate, tick.candidate, sizeof r->candidate);
	r->candidates = tick.candidates;
	if (answered < 0)
		return benchi_no_memory("the chains");
	if (answered == 0 && blurred(reduced->times, n))
		return benchi_fail(BENCH_ERR_BUSY, "windows of one chain scatter by more than %g %%",
		                   100 * BLURRED);
	if (answered == 0 && tick.shared)
		return benchi_fail(BENCH_ERR_NO_TICK, "with ticks of %.3g ns all short chains "
		                   "take a multiple of %d ticks", tick.ns, tick.shared);
	if (answered == 0 && tick.powers)
		return benchi_fail(BENCH_ERR_NO_TICK, "with ticks of %.3g ns all short chains "
		                   "take 1, 2, 4 or 8 ticks", tick.ns);
	if (answered == 0)
		return benchi_fail(BENCH_ERR_NO_TICK, "the best tick has a confidence of only %.2f",
			tick.confidence);
	/* The ratio of the two halves' ticks, from the chains that fit; 1 if unknown. */
	for (size_t i = 0; i < n; i++) {
		double relative = times[i].sigma / times[i].ns, w = 1 / (relative * relative + 1e-6);

		if (isnan(ticks[i]) || !(times[i].half[0] > 0) || !(times[i].half[1] > 0))
			continue;
		sum += w * log(times[i].half[1] / times[i].half[0]);
		weights += w;
	}
	apart = fabs(log(weights > 0 ? exp(sum / weights) : 1));
	if (apart > AGREE)
		return benchi_fail(BENCH_ERR_BUSY, "even and odd windows disagree by %.1f %%", 100 * apart);

	/* An error of the cost of reading the clock, by part of a step, shifts all windows equally. */
	low = log(tick.ns / tick.low);
	high = log(tick.high / tick.ns);
	more = 1.96 * (SHARED + 0.1 * reduced->drift + 0.06 * reduced->step);
	found = (bench_cpu){ .tick_ns = tick.ns, .mhz = 1000 / tick.ns, .confidence = tick.confidence,
		.windows = r->window_count };
	found.low = found.mhz * exp(-hypot(high, more));
	found.high = found.mhz * exp(hypot(low, more));
	if (found.high > found.low * (1 + WIDEST))
		return benchi_fail(BENCH_ERR_BUSY, "interval too wide: %.0f to %.0f MHz", found.low,
		                   found.high);
	for (size_t i = 0; i < n; i++) {
		double off = r->chains[i].ns / tick.ns - tick.overhead - ticks[i];

		/* A time that scatters may fit a distant count. */
		if (fabs(off) <= fmax(NOT_WHOLE, NOT_WHOLE_SHARE * ticks[i])) {
			r->chains[i].ticks = ticks[i];
			found.chains++;
		}
	}
	*cpu = found;
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
		return benchi_fail(BENCH_ERR_ARGUMENT, "%s is NULL", recording ? "cpu" : "recording");
	*cpu = none;
	recording->candidates = 0;
	if (recording->window_count == 0)
		return benchi_fail(BENCH_ERR_NO_TICK, "the recording has no windows");
	reduced.times = calloc(recording->chain_count, sizeof *reduced.times);
	samples = calloc(recording->chain_count, sizeof *samples);
	ticks = calloc(recording->chain_count, sizeof *ticks);
	if (reduced.times && samples && ticks)
		status = reduce_recording(recording, &reduced);
	else
		benchi_fail(status, "%lu chains", (unsigned long)recording->chain_count);
	if (status == BENCH_OK)
		status = reduce_estimate(recording, &reduced, samples, ticks, cpu);
	free(reduced.times);
	free(samples);
	free(ticks);
	return status;
}
