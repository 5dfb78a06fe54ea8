/*
 * Judges a ramp's steps by limits and expectations.
 *
 * A throughput is known to a factor of 1 plus two relative standard errors: its interval does not
 * reach to 0, however far the step's slices are apart.  Latencies count as they were measured.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "load/ramp_answer.h"
#include "load/ramp_bound.h"
#include "write/scale.h"

static const double ERRORS = 2;

const char *const benchi_ramp_metrics[] = { "operations/s", "bytes/s", "mean_ns", "p50_ns",
	"p90_ns", "p99_ns", "p999_ns", "max_ns", "cpu_ns", "wall_ns", NULL };

static double value_of(const benchi_step *s, const char *metric)
{
	const double value[] = { s->throughput_hz, s->bytes_hz, s->mean_ns, s->p50_ns, s->p90_ns,
		s->p99_ns, s->p999_ns, s->max_ns, s->cpu_ns, s->wall_ns };
	size_t i = 0;

	while (benchi_ramp_metrics[i + 1] && strcmp(benchi_ramp_metrics[i], metric))
		i++;
	return value[i];
}

/* "1.32 ms", "675 MB/s", "1 350": by what the metric is of. */
static char *words(const char *metric, double value, char text[64])
{
	if (strstr(metric, "_ns"))
		return benchi_ramp_time(value, false, text);
	return *metric == 'b' ? benchi_scaled(value, NAN, BENCHI_UNITS_RATE, text)
	                      : benchi_ramp_count(value, text);
}

/* Where the step lies; *value: NaN if it has no such number. */
static int side_of(const benchi_step *step, const benchi_bound *bound, double *value)
{
	bool rate = strstr(bound->metric, "/s") && step->throughput_hz > 0;
	double off = rate ? 1 + ERRORS * step->error_hz / step->throughput_hz : 1;

	*value = value_of(step, bound->metric);
	return isnan(*value) ? 0 : benchi_bound_side(bound, *value / off, *value * off);
}

bool benchi_ramp_judge(FILE *out, const benchi_ramp *ramp, const benchi_bound *limit)
{
	char number[64];
	bool beyond = false;
	double value;

	for (size_t i = 0; i < ramp->n; i++) {
		size_t n = ramp->step[i].workers;

		if (!side_of(&ramp->step[i], limit, &value))
			continue;
		fprintf(out, "impossible: %s is %s at %.0f worker%s, the limit %s\n", limit->metric,
			words(limit->metric, value, number), (double)n, n == 1 ? "" : "s", limit->text);
		beyond = true;
	}
	return beyond;
}

void benchi_ramp_expectation(FILE *out, const benchi_ramp *ramp, const benchi_bound *expected)
{
	const benchi_step *step = &ramp->step[ramp->best < ramp->n ? ramp->best : ramp->n - 1];
	char number[64];
	double value;
	int side;

	if (!ramp->n)
		return;
	side = side_of(step, expected, &value);
	if (isnan(value))
		fprintf(out, "expected %s: not measured\n", expected->text);
	else
		fprintf(out, "%s: %s is %s at %.0f worker%s; expected %s\n", benchi_bound_answer(side),
			expected->metric, words(expected->metric, value, number), (double)step->workers,
			step->workers == 1 ? "" : "s", expected->text);
}
