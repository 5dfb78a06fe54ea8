/*
 * Takes the time of one case off another's, with its error.
 *
 * Errors of the parts add: within a process, the interval of the difference reaches from the low
 * end less the overhead's high end to the high end less its low end, as if both were wrong in
 * opposite directions.  Over processes, each one's own overhead is taken off its own time, so
 * that the spread of the differences holds both errors, and what the two share in a process
 * cancels.
 *
 * Wrong where the overhead within the case costs less or more than alone, because the processor
 * overlaps it with the rest.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "program/overhead.h"
#include "program/relative.h"

static const double NOISY_SHARE = 0.05;

enum { WHY = 300 };

static const benchi_result *overhead_of(const benchi_report *report, const benchi_result *result)
{
	return result->overhead ? benchi_relative_baseline(report, result->overhead, result) : NULL;
}

int benchi_overhead_check(const benchi_settings *settings, const benchi_report *report)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *result = &report->result[i], *overhead = overhead_of(report, result);

		if (!result->overhead && result->parts > 1)
			return benchi_complain(settings, "'%s' has parts, but no overhead", result->name);
		if (!result->overhead)
			continue;
		if (!overhead)
			return benchi_complain(settings, "'%s' needs its overhead '%s': add it to the filters",
				result->name, result->overhead);
		if (overhead->overhead)
			return benchi_complain(settings, "'%s': its overhead '%s' has an overhead itself",
				result->name, overhead->name);
	}
	return 0;
}

/* An interval less another one, divided by the number of parts. */
static void take(double value[3], const double less[3], double parts)
{
	value[0] = (value[0] - less[0]) / parts;
	value[1] = (value[1] - less[2]) / parts;
	value[2] = (value[2] - less[1]) / parts;
}

static void take_intervals(bench_summary *s, const bench_summary *less, double parts)
{
	double ns[] = { s->ns, s->ns_low, s->ns_high };
	double cycles[] = { s->cycles, s->cycles_low, s->cycles_high };
	double mean[] = { s->mean_ns, s->mean_ns_low, s->mean_ns_high };

	take(ns, (const double[]){ less->ns, less->ns_low, less->ns_high }, parts);
	take(cycles, (const double[]){ less->cycles, less->cycles_low, less->cycles_high }, parts);
	take(mean, (const double[]){ less->mean_ns, less->mean_ns_low, less->mean_ns_high }, parts);
	s->ns = ns[0];
	s->ns_low = ns[1];
	s->ns_high = ns[2];
	s->cycles = cycles[0];
	s->cycles_low = cycles[1];
	s->cycles_high = cycles[2];
	s->mean_ns = mean[0];
	s->mean_ns_low = mean[1];
	s->mean_ns_high = mean[2];
}

static void take_summary(bench_summary *s, const bench_summary *less, double parts)
{
	double *const place[] = { &s->min_ns, &s->p05_ns, &s->p95_ns, &s->mode_ns[0], &s->mode_ns[1] };

	take_intervals(s, less, parts);
	for (size_t i = 0; i < sizeof place / sizeof *place; i++)
		*place[i] = (*place[i] - less->ns) / parts;
	s->ns_raw /= parts;
	s->mad_ns /= parts;
	s->layout_ns /= parts;
	s->overhead_ns = s->ns_raw - s->ns;
	s->confidence = fmin(s->confidence, less->confidence);
	s->warnings |= less->warnings & (BENCH_WARN_NEIGHBOUR | BENCH_WARN_FEW_SAMPLES);
	s->warnings &= ~(unsigned)BENCH_WARN_NOISY;
	if (s->ns_high - s->ns_low > NOISY_SHARE * s->ns)
		s->warnings |= BENCH_WARN_NOISY;
	if (s->ns_low <= 0)
		s->warnings |= BENCH_WARN_BELOW_RESOLUTION;
}

static void take_readings(benchi_result *result, const benchi_part *less)
{
	for (size_t i = 0; i < result->n; i++) {
		benchi_reading *r = &result->reading[i];

		if (r->process != less->process)
			continue;
		r->ns = (r->ns - less->summary.ns) / result->parts;
		r->cycles = (r->cycles - less->summary.cycles) / result->parts;
	}
}

static void take_part(benchi_part *part, const benchi_part *less, benchi_result *result)
{
	take_summary(&part->summary, &less->summary, result->parts);
	part->wall_ns = (part->wall_ns - less->wall_ns) / result->parts;
	part->cpu_ns = (part->cpu_ns - less->cpu_ns) / result->parts;
	take_readings(result, less);
}

static void drop_readings(benchi_result *result, uint32_t process)
{
	size_t kept = 0;

	for (size_t i = 0; i < result->n; i++)
		if (result->reading[i].process != process)
			result->reading[kept++] = result->reading[i];
	result->n = kept;
}

static const benchi_part *find(const struct benchi_parts *parts, uint32_t process)
{
	for (size_t i = 0; i < parts->n; i++)
		if (parts->part[i].process == process)
			return &parts->part[i];
	return NULL;
}

static bench_status skip(benchi_result *result, const char *overhead)
{
	char why[WHY];

	snprintf(why, sizeof why, "its overhead '%.200s' has no result", overhead);
	result->skipped = malloc(strlen(why) + 1);
	if (!result->skipped)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the results");
	strcpy(result->skipped, why);
	return BENCH_OK;
}

static bench_status take_off(benchi_result *result, struct benchi_parts *of,
                             const benchi_result *overhead, const struct benchi_parts *off)
{
	size_t kept = 0;

	if (!of->n)
		return BENCH_OK;
	for (size_t i = 0; i < of->n; i++) {
		benchi_part part = of->part[i];
		const benchi_part *less = find(off, part.process);

		if (less) {
			take_part(&part, less, result);
			of->part[kept++] = part;
		} else
			drop_readings(result, part.process);
	}
	of->n = kept;
	return kept ? BENCH_OK : skip(result, overhead->name);
}

bench_status benchi_overhead_take_off(benchi_report *report, struct benchi_parts *parts)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		benchi_result *result = &report->result[i];
		const benchi_result *overhead = overhead_of(report, result);

		if (overhead)
			status = take_off(result, &parts[i], overhead, &parts[overhead - report->result]);
	}
	return status;
}

bench_status benchi_overhead_take_off_here(benchi_report *report)
{
	struct benchi_parts *parts = calloc(report->n + 1, sizeof *parts);
	benchi_part *part = calloc(report->n + 1, sizeof *part);
	bench_status status = benchi_fail(BENCH_ERR_MEMORY, "out of memory for the results");

	for (size_t i = 0; part && parts && i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		part[i] = (benchi_part){ r->summary, r->wall_ns, r->cpu_ns, 0 };
		parts[i] = (struct benchi_parts){ &part[i], r->n > 0 && !r->skipped, 0 };
	}
	if (part && parts)
		status = benchi_overhead_take_off(report, parts);
	for (size_t i = 0; status == BENCH_OK && i < report->n; i++) {
		benchi_result *r = &report->result[i];

		if (!r->overhead || !parts[i].n)
			continue;
		r->summary = part[i].summary;
		r->wall_ns = part[i].wall_ns;
		r->cpu_ns = part[i].cpu_ns;
	}
	free(parts);
	free(part);
	return status;
}
