/*
 * Reads the options of ramps.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/duration.h"
#include "base/number.h"
#include "base/whole.h"
#include "load/ramp_options.h"

static const double FASTEST_HZ = 1e6, SLOWEST_HZ = 1e-6, LONGEST_NS = 1e15;

enum { WORKERS_MOST = 1024 };

bool benchi_ramp_read_time(const char *text, bool bare, double *ns)
{
	return benchi_duration(text, bare, ns) && *ns <= LONGEST_NS;
}

/* Reads "10ms", "10ms@p99.9", "1s@max". */
static bool read_limit(const char *text, double *ns, double *share)
{
	const char *at = strchr(text, '@'), *end;
	char time[32];

	if (strlen(text) >= sizeof time)
		return false;
	snprintf(time, sizeof time, "%.*s", (int)strcspn(text, "@"), text);
	*share = 0.99;
	if (!benchi_ramp_read_time(time, false, ns))
		return false;
	if (!at)
		return true;
	if (!strcmp(at, "@max")) {
		*share = 1;
		return true;
	}
	if (at[1] != 'p' || !(end = benchi_read_number(at + 2, share)) || *end)
		return false;
	*share /= 100;
	return *share > 0 && *share <= 1;
}

/* A whole number of workers; where it ends, or NULL. */
static const char *read_count(const char *text, size_t *workers)
{
	uint64_t number;
	const char *end = benchi_read_whole(text, WORKERS_MOST, &number);

	if (!end || number < 1)
		return NULL;
	*workers = (size_t)number;
	return end;
}

bool benchi_ramp_read_workers(const char *text, benchi_ramp_plan *plan)
{
	size_t first, last;
	const char *end = read_count(text, &first);

	if (!end)
		return false;
	last = first;
	if (!strncmp(end, "..", 2))
		end = read_count(end + 2, &last);
	else
		first = 1;
	if (!end || *end || first > last)
		return false;
	plan->least = first;
	plan->most = last;
	return true;
}

static bool read_rate(const char *text, double *hz)
{
	return benchi_number(text, hz) && *hz >= SLOWEST_HZ && *hz <= FASTEST_HZ;
}

const char *benchi_ramp_option(benchi_ramp_plan *plan, int letter, const char *value,
                               const char **name)
{
	switch (letter) {
	case BENCHI_RAMP_STEP:
		*name = "step-time";
		return benchi_ramp_read_time(value, true, &plan->step_ns)
		           ? NULL : "a time such as 1s or 200ms";
	case BENCHI_RAMP_LIMIT:
		*name = "latency-limit";
		return read_limit(value, &plan->limit_ns, &plan->limit_share)
		           ? NULL : "a time such as 10ms or 10ms@p99.9";
	case BENCHI_RAMP_RATE:
		*name = "rate";
		return read_rate(value, &plan->rate_hz)
		           ? NULL : "starts a second, from 0.000001 to 1000000";
	case BENCHI_RAMP_EVEN:
		plan->even = true;
		return NULL;
	default:
		plan->all = true;
		return NULL;
	}
}

const char *benchi_ramp_check(const benchi_ramp_plan *plan)
{
	if (plan->even && !(plan->rate_hz > 0))
		return "--even belongs to --rate, which is missing";
	return NULL;
}
