/*
 * Finds results that are impossible.
 *
 * A benchmark that was optimised away, or that reads its cache where it was to read a
 * disk, prints figures as handsome as any.  Seen against a limit they are absurd, so
 * limits are compared with each result: stated ones ("bytes/s<120e6": no network card
 * here moves more) and three that hold everywhere.  A result is over a limit when its
 * whole interval is.
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
	"wall_ns", "min_ns", "p05_ns", "p95_ns", "mhz" };

#define METRICS (sizeof metrics / sizeof *metrics)

static struct figure find(const benchi_result *r, size_t metric)
{
	const bench_summary *s = &r->summary;
	const struct figure ns = { s->ns_low, s->ns, s->ns_high };
	const struct figure cycles = { s->cycles_low, s->cycles, s->cycles_high };

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
	default: return exactly(s->mhz);
	}
}

static bench_status bad(const char *text, const char *found, const char *expected)
{
	return benchi_fail(BENCH_ERR_ARGUMENT, "limit '%.80s': found '%.40s', expected %s", text,
		*found ? found : "its end", expected);
}

static bench_status read_metric(const char *text, const char *at, size_t length,
                                benchi_limit *limit)
{
	for (limit->metric = 0; limit->metric < METRICS; limit->metric++)
		if (strlen(metrics[limit->metric]) == length && !memcmp(metrics[limit->metric], at, length))
			return BENCH_OK;
	return bad(text, at, "a metric (ns, cycles, bytes/s, items/s, iterations/s, cpu_ns, wall_ns, "
		"min_ns, p05_ns, p95_ns, mhz)");
}

bench_status benchi_limit_read(const char *text, benchi_limit *limit)
{
	const char *sign = text + strcspn(text, "<>"), *at = text, *end;
	bench_status status;

	memset(limit, 0, sizeof *limit);
	limit->text = text;
	if (!*sign)
		return bad(text, sign, "< or > and a number");
	for (const char *colon = text; colon < sign; colon++)
		if (*colon == ':')
			at = colon + 1;
	if (at > text && (size_t)(at - text) > sizeof limit->pattern)
		return bad(text, text, "a shorter pattern");
	if (at > text)
		memcpy(limit->pattern, text, (size_t)(at - text) - 1);
	status = read_metric(text, at, (size_t)(sign - at), limit);
	if (status != BENCH_OK)
		return status;
	limit->above = *sign == '>';
	limit->equal = sign[1] == '=';
	at = sign + 1 + limit->equal;
	end = benchi_read_number(at, &limit->value);
	if (!end || *end || !isfinite(limit->value))
		return bad(text, at, "a number such as 120e6");
	return BENCH_OK;
}

static int about(const benchi_limit *limit, const benchi_result *result)
{
	return !*limit->pattern || benchi_glob(limit->pattern, result->name)
	       || benchi_glob(limit->pattern, result->benchmark);
}

const char *benchi_limit_judge(const benchi_limit *limit, const benchi_result *result, char *why,
                               size_t size)
{
	struct figure figure;
	char number[BENCHI_NUMBER_TEXT];
	int kept;

	if (result->skipped || !about(limit, result))
		return NULL;
	figure = find(result, limit->metric);
	if (isnan(figure.value))
		return NULL;
	if (limit->above)
		kept = limit->equal ? !(figure.high < limit->value) : !(figure.high <= limit->value);
	else
		kept = limit->equal ? !(figure.low > limit->value) : !(figure.low >= limit->value);
	if (kept)
		return NULL;
	snprintf(why, size, "%s is %s, the limit %s", metrics[limit->metric],
		benchi_number_digits(figure.value, 4, number), limit->text);
	return why;
}

const char *benchi_limit_machine(const benchi_result *result, double step_ns, char *why,
                                 size_t size)
{
	const bench_summary *s = &result->summary;
	char number[BENCHI_NUMBER_TEXT];
	double bytes = result->bytes / s->cycles_high;

	if (result->skipped)
		return NULL;
	if (s->cycles_high < CYCLES) {
		snprintf(why, size, "%s cycles an iteration: the compiler has left the work out",
			benchi_number_digits(s->cycles, 2, number));
	} else if (bytes > BYTES_A_CYCLE) {
		snprintf(why, size, "%s bytes a cycle: no core moves more than %.0f",
			benchi_number_digits(result->bytes / s->cycles, 3, number), BYTES_A_CYCLE);
	} else if (s->method && !strcmp(s->method, "regions") && s->ns_high < step_ns) {
		snprintf(why, size, "the region is shorter than the clock's step, %s ns",
			benchi_number_digits(step_ns, 3, number));
	} else
		return NULL;
	return why;
}
