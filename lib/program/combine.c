/*
 * What do several processes say together?
 *
 * A process has one layout of its memory, one place for its code, one set of cores; its
 * windows share all of that, so their interval tells nothing of what the next process
 * will find.  So the process is the unit: the result is the median of the processes'
 * medians, its interval that of the sign test over processes, which has 95 % from six
 * of them on; with fewer it reaches from the lowest to the highest, and the result says
 * what confidence that is.
 *
 * Beside it, the deviation of the windows within a process (pooled over processes)
 * and that of the processes' medians.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "engine/estimate.h"
#include "program/combine.h"
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

/* The median over parts, with its interval; scratch: room for 2 n, sorted then.  (The
 * engine's own centre is a mean of middle values: with so few, of all.) */
static struct benchi_estimate over_parts(const benchi_part *part, size_t n, int which,
                                         double *scratch)
{
	struct benchi_estimate e;
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		scratch[count] = value_of(&part[i], which);
		count += !isnan(scratch[count]);
	}
	e = benchi_estimate_of(scratch, count, scratch + n);
	if (count > 0)
		e.centre = benchi_quantile(scratch, count, 0.5);
	return e;
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

static void take_interval(const struct benchi_estimate *e, double *value, double *low, double *high)
{
	*value = e->centre;
	*low = e->low;
	*high = e->high;
}

/* The warnings of at least half of the parts: the median is theirs, whatever befell the others;
 * and what no part may have. */
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

/* What is counted, and what the windows of all processes say. */
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

/* Warnings that are about the interval are about the new one.  However far processes are
 * apart, each has measured something: only if most have not, the result is 'at most'. */
static void doubt(bench_summary *s)
{
	double width = s->ns_high - s->ns_low;

	s->warnings &= ~(BENCH_WARN_FEW_SAMPLES | BENCH_WARN_NOISY);
	if (s->confidence < 0.95)
		s->warnings |= BENCH_WARN_FEW_SAMPLES;
	if (width > NOISY_SHARE * s->ns)
		s->warnings |= BENCH_WARN_NOISY;
}

bench_status benchi_combine(const benchi_part *part, size_t n, benchi_result *result)
{
	size_t room = 2 * (n > result->n ? n : result->n) + 2;
	double *scratch = malloc(room * sizeof *scratch);
	bench_summary *s = &result->summary;
	struct benchi_estimate ns, cycles;

	if (!scratch)
		return benchi_fail(BENCH_ERR_MEMORY, "for the processes of %s", result->name);
	*s = part[0].summary;
	result->processes = n;
	result->within = pooled(result, scratch);
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
	doubt(s);
	free(scratch);
	return BENCH_OK;
}
