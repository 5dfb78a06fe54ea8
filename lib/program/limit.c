/*
 * Finds results that are impossible.
 *
 * A benchmark that was optimised away, or that reads its cache where it was to read a
 * disk, prints figures as handsome as any.  Seen against a limit they are absurd, so
 * limits are compared with each result: stated ones ("bytes/s<120e6": no network card
 * here moves more) and three that hold everywhere.  A result is over a limit when its
 * whole interval is.  Expectations are the same, but beyond one is a finding, not an error.
 *
 * Everywhere: no core iterations a loop in under a quarter of a cycle; none loads or stores
 * more than 256 bytes a cycle (two loads and two stores of 64 each; the widest that is
 * sold has three); and a region that is shorter than a step of the clock was not timed by it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "program/glob.h"
#include "program/limit.h"
#include "write/output.h"

enum { COLUMNS = 80, TEXT = 500 };

static const double CYCLES = 0.25, BYTES_A_CYCLE = 256;

/* A figure with its interval. */
struct figure {
	double low, value, high;
};

static struct figure exactly(double value)
{
	struct figure figure = { value, value, value };

	return figure;
}

/* what / time, of all threads together, with the interval of the time. */
static struct figure rate(const benchi_result *r, double what)
{
	const bench_summary *s = &r->summary;
	double value = what > 0 ? what / (isnan(r->wall_ns) ? s->ns : r->wall_ns) * 1e9 : (double)NAN;
	struct figure figure = { value * (s->ns / s->ns_high), value, value * (s->ns / s->ns_low) };

	return figure;
}

static const char *const metrics[] = { "ns", "cycles", "bytes/s", "items/s", "iterations/s",
	"cpu_ns",
	"wall_ns", "min_ns", "p05_ns", "p95_ns", "mean_ns", "mhz", NULL };

static struct figure find(const benchi_result *r, const char *name)
{
	size_t metric = 0;
	const bench_summary *s = &r->summary;
	const struct figure ns = { s->ns_low, s->ns, s->ns_high };
	const struct figure cycles = { s->cycles_low, s->cycles, s->cycles_high };

	while (metrics[metric + 1] && strcmp(metrics[metric], name))
		metric++;
	switch (metric) {
	case 0: return ns;
	case 1: return cycles;
	case 2: return rate(r, r->bytes);
	case 3: return rate(r, r->items);
	case 4: return rate(r, 1);
	case 5: return exactly(r->cpu_ns);
	case 6: return exactly(r->wall_ns);
	case 7: return exactly(s->min_ns);
	case 8: return exactly(s->p05_ns);
	case 9: return exactly(s->p95_ns);
	case 10: return (struct figure){ s->mean_ns_low, s->mean_ns, s->mean_ns_high };
	default: return exactly(s->mhz);
	}
}

bench_status benchi_limit_read(const char *text, benchi_bound *limit)
{
	return benchi_bound_read(text, metrics, limit);
}

int benchi_limits_read(const benchi_settings *s, const char *const *of, benchi_bound *limit,
                       benchi_bound *expected)
{
	if (!of)
		of = metrics;
	for (size_t i = 0; i < s->limits; i++)
		if (benchi_bound_read(s->limit[i], of, &limit[i]) != BENCH_OK)
			return benchi_complain(s, "--limit: %s", bench_detail());
	for (size_t i = 0; i < s->expects; i++)
		if (benchi_bound_read(s->expect[i], of, &expected[i]) != BENCH_OK)
			return benchi_complain(s, "--expect: %s", bench_detail());
	return 0;
}

static bool about(const benchi_bound *limit, const benchi_result *result)
{
	return !result->skipped && (!*limit->pattern || benchi_glob(limit->pattern, result->name)
	                            || benchi_glob(limit->pattern, result->benchmark));
}

const char *benchi_limit_judge(const benchi_bound *limit, const benchi_result *result, char *why,
                               size_t size)
{
	struct figure figure;
	char number[BENCHI_NUMBER_TEXT];

	if (!about(limit, result))
		return NULL;
	figure = find(result, limit->metric);
	if (isnan(figure.value) || !benchi_bound_side(limit, figure.low, figure.high))
		return NULL;
	snprintf(why, size, "%s is %s, the limit %s", limit->metric,
		benchi_number_digits(figure.value, 4, number), limit->text);
	return why;
}

static size_t print_expectation(FILE *out, const benchi_bound *e, const benchi_report *report)
{
	char value[BENCHI_NUMBER_TEXT], low[BENCHI_NUMBER_TEXT], high[BENCHI_NUMBER_TEXT];
	char text[TEXT];
	size_t found = 0;

	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];
		struct figure f = find(r, e->metric);

		if (!about(e, r) || isnan(f.value))
			continue;
		found++;
		snprintf(text, sizeof text, "%s: %.100s, %.150s: %s (95 %% CI %s to %s)",
			benchi_bound_answer(benchi_bound_side(e, f.low, f.high)), r->name, e->text,
			benchi_number_digits(f.value, 4, value), benchi_number_digits(f.low, 4, low),
			benchi_number_digits(f.high, 4, high));
		benchi_put_wrapped(out, "", text, COLUMNS);
	}
	return found;
}

void benchi_expectations_print(FILE *out, const benchi_bound *expected, size_t n,
                               const benchi_report *report)
{
	if (n)
		putc('\n', out);
	for (size_t i = 0; i < n; i++)
		if (!print_expectation(out, &expected[i], report))
			fprintf(out, "expected %.150s: no result has that\n", expected[i].text);
}

const char *benchi_limit_machine(const benchi_result *result, double step_ns, char *why,
                                 size_t size)
{
	const bench_summary *s = &result->summary;
	char number[BENCHI_NUMBER_TEXT];
	double bytes = result->bytes / s->cycles_high;
	double parts = result->parts > 1 ? result->parts : 1;   /* of an iteration, which a row is of */

	if (result->skipped)
		return NULL;
	if (s->cycles_high * parts < CYCLES) {
		snprintf(why, size, "%s cycles an iteration: %s",
			benchi_number_digits(s->cycles, 2, number),
			s->warnings & BENCH_WARN_UNPAIRED ? "START and STOP are not paired"
			                                  : "the compiler has left the work out");
	} else if (bytes > BYTES_A_CYCLE) {
		snprintf(why, size, "%s bytes a cycle: no core moves more than %.0f",
			benchi_number_digits(result->bytes / s->cycles, 3, number), BYTES_A_CYCLE);
	} else if (s->method && !strcmp(s->method, "regions") && s->ns_high * parts < step_ns) {
		snprintf(why, size, "the region is shorter than the clock's step, %s ns",
			benchi_number_digits(step_ns, 3, number));
	} else
		return NULL;
	return why;
}
