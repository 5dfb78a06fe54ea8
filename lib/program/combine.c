/*
 * What do several processes report together?
 *
 * A process has one layout of its memory, one place for its code, one set of cores; its
 * windows share all of that, so their interval does not cover what the next process
 * finds.  So the process is the unit: the result is the median of the processes'
 * medians, with the interval of median_interval.c.  A single process keeps its own interval.
 * Where at least half of the processes found a noisy neighbour, the interval is their range.
 *
 * Beside it, the standard deviation of the windows within a process (pooled over
 * processes) and that of the processes' medians.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "engine/estimate.h"
#include "program/combine.h"
#include "program/median_interval.h"
#include "stats/order.h"

static const double NOISY_SHARE = 0.05;

/* A number of each part. */
static double value_of(const benchi_part *part, int which)
{
	const bench_summary *s = &part->summary;

	switch (which) {
	case 0: return s->ns;
	case 1: return s->cycles;
	case 2: return s->ns_raw;
	case 3: return s->mhz;
	case 4: return part->wall_ns;
	case 5: return part->cpu_ns;
	default: return s->layout_ns;
	}
}

/* The median over parts, with its interval; scratch: capacity for 2 n, its first half sorted
 * then. */
static struct benchi_median_interval over_parts(const benchi_part *part, size_t n, int which,
                                                double *scratch)
{
	for (size_t i = 0; i < n; i++)
		scratch[n + i] = value_of(&part[i], which);
	return benchi_median_interval_of(scratch + n, n, scratch);
}

static double deviation(const double *x, size_t n)
{
	double mean = 0, square = 0;

	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		square += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? sqrt(square / (double)(n - 1)) : (double)NAN;
}

/* The windows' deviation within their processes, pooled; they stand process by process. */
static double pooled(const benchi_result *result, double *scratch)
{
	double square = 0, freedom = 0;

	for (size_t i = 0; i < result->n;) {
		size_t n = 0;
		uint32_t process = result->reading[i].process;

		for (; i < result->n && result->reading[i].process == process; i++)
			scratch[n++] = result->reading[i].ns;
		if (n > 1) {
			square += pow(deviation(scratch, n), 2) * (double)(n - 1);
			freedom += (double)(n - 1);
		}
	}
	return freedom > 0 ? sqrt(square / freedom) : (double)NAN;
}

static void take_interval(const struct benchi_median_interval *e, double *value, double *low,
                          double *high)
{
	*value = e->centre;
	*low = e->low;
	*high = e->high;
}

/* The warnings of at least half of the parts, because the median is theirs; and those that no
 * part may have. */
static unsigned shared_warnings(const benchi_part *part, size_t n)
{
	unsigned warnings = 0;

	for (int bit = 0; bit < BENCH_WARNINGS; bit++) {
		size_t have = 0;

		for (size_t i = 0; i < n; i++)
			have += part[i].summary.warnings >> bit & 1;
		if (2 * have >= n || (have && 1u << bit & (BENCH_WARN_ELIDED | BENCH_WARN_BREAK_IN_BODY)))
			warnings |= 1u << bit;
	}
	return warnings;
}

/* Sums of counts, and the distribution of the windows of all processes. */
static void add_up(const benchi_part *part, size_t n, benchi_result *result, double *scratch)
{
	bench_summary *s = &result->summary;
	struct benchi_estimate all;

	s->elapsed_ns = 0;
	s->iterations = s->samples = s->dropped = 0;
	s->warnings = shared_warnings(part, n);
	for (size_t i = 0; i < n; i++) {
		s->elapsed_ns += part[i].summary.elapsed_ns;
		s->iterations += part[i].summary.iterations;
		s->samples += part[i].summary.samples;
		s->dropped += part[i].summary.dropped;
	}
	for (size_t i = 0; i < result->n; i++)
		scratch[i] = result->reading[i].ns;
	all = benchi_estimate_of(scratch, result->n, scratch + result->n);
	s->min_ns = fmax(0, all.min);
	s->p05_ns = fmax(0, all.p05);
	s->p95_ns = fmax(0, all.p95);
	s->mad_ns = all.mad;
}

/* Warnings about the interval are about the new one.  However far apart processes are, each has
 * measured something: only if most have not, the result is 'at most'. */
static void judge_interval(bench_summary *s)
{
	double width = s->ns_high - s->ns_low;

	s->warnings &= ~(BENCH_WARN_FEW_SAMPLES | BENCH_WARN_NOISY);
	if (s->confidence < 0.95)
		s->warnings |= BENCH_WARN_FEW_SAMPLES;
	if (width > NOISY_SHARE * s->ns)
		s->warnings |= BENCH_WARN_NOISY;
}

/* A noisy neighbour disturbs all processes of a start alike, so that the next start may find
 * any of their medians: the interval is their range. */
static void widen(const benchi_part *part, size_t n, bench_summary *s, double *scratch)
{
	struct benchi_median_interval e = over_parts(part, n, 0, scratch);

	s->ns_low = e.n ? scratch[0] : s->ns_low;
	s->ns_high = e.n ? scratch[e.n - 1] : s->ns_high;
	e = over_parts(part, n, 1, scratch);
	s->cycles_low = e.n ? scratch[0] : s->cycles_low;
	s->cycles_high = e.n ? scratch[e.n - 1] : s->cycles_high;
}

bench_status benchi_combine(const benchi_part *part, size_t n, benchi_result *result)
{
	size_t capacity = 2 * (n > result->n ? n : result->n) + 2;
	double *scratch = malloc(capacity * sizeof *scratch);
	bench_summary *s = &result->summary;
	struct benchi_median_interval ns, cycles;

	if (!scratch)
		return benchi_fail(BENCH_ERR_MEMORY, "for the processes of %s", result->name);
	*s = part[0].summary;
	result->processes = n;
	result->wall_ns = part[0].wall_ns;
	result->cpu_ns = part[0].cpu_ns;
	result->within = n > 1 ? pooled(result, scratch) : (double)NAN;
	if (n == 1) {
		result->between = (double)NAN;
		free(scratch);
		return BENCH_OK;
	}
	add_up(part, n, result, scratch);
	cycles = over_parts(part, n, 1, scratch);
	s->ns_raw = over_parts(part, n, 2, scratch).centre;
	s->mhz = over_parts(part, n, 3, scratch).centre;
	result->wall_ns = over_parts(part, n, 4, scratch).centre;
	result->cpu_ns = over_parts(part, n, 5, scratch).centre;
	s->layout_ns = over_parts(part, n, 6, scratch).centre;
	ns = over_parts(part, n, 0, scratch);
	result->between = deviation(scratch, ns.n);
	take_interval(&ns, &s->ns, &s->ns_low, &s->ns_high);
	take_interval(&cycles, &s->cycles, &s->cycles_low, &s->cycles_high);
	s->overhead_ns = s->ns_raw - s->ns;
	s->confidence = ns.confidence;
	if (s->warnings & BENCH_WARN_NEIGHBOUR)
		widen(part, n, s, scratch);
	judge_interval(s);
	free(scratch);
	return BENCH_OK;
}
