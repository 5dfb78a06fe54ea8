/*
 * Writes a ramp's answer in sentences.
 *
 * Words first, the field's names in brackets; three digits, since a step's throughput is
 * seldom surer than that.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "host/affinity.h"
#include "load/ramp_rule.h"
#include "load/ramp_answer.h"
#include "draw/axis.h"
#include "write/scale.h"

static const double FULL = 0.9; /* of the processors: no more work fits in */
static const double MISFIT_MOST = 0.5; /* a queueing model that is further off predicts nothing */

/* Rounded to three digits. */
static double short_of(double x)
{
	double unit;

	if (!(x > 0) || !isfinite(x))
		return x;
	unit = pow(10, floor(log10(x)) - 2);
	return unit >= 1 ? floor(x / unit + 0.5) * unit : x;
}

char *benchi_ramp_time(double ns, bool utf8, char text[64])
{
	if (!isfinite(ns))
		return strcpy(text, "-");
	return benchi_value_text(short_of(ns), "ns", 3, utf8, text, 64);
}

char *benchi_ramp_count(double x, char text[64])
{
	char digits[32], number[BENCHI_NUMBER_TEXT];
	size_t n, out = 0;

	if (!isfinite(x))
		return strcpy(text, "-");
	if (x < 999.5 || x >= 1e15)
		return strcpy(text, benchi_number_digits(x, 3, number));
	snprintf(digits, sizeof digits, "%.0f", short_of(x));
	n = strlen(digits);
	for (size_t i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			text[out++] = ' ';
		text[out++] = digits[i];
	}
	text[out] = '\0';
	return text;
}

char *benchi_ramp_percent(double share, char text[64])
{
	char number[BENCHI_NUMBER_TEXT];

	snprintf(text, 64, "%s%%", benchi_number_digits(share * 100, 6, number));
	return text;
}

static const char *workers(size_t n, char text[64])
{
	snprintf(text, 64, "%.0f worker%s", (double)n, n == 1 ? "" : "s");
	return text;
}

/* " within 10 ms at p99", or nothing. */
static const char *within(const benchi_ramp *ramp, bool utf8, char text[96])
{
	char time[64], share[64];

	text[0] = '\0';
	if (ramp->plan.limit_ns > 0) {
		benchi_ramp_percent(ramp->plan.limit_share, share);
		share[strlen(share) - 1] = '\0';
		snprintf(text, 96, " within %s at p%s", benchi_ramp_time(ramp->plan.limit_ns, utf8, time),
		         share);
	}
	return text;
}

/* The throughput of more workers, if higher but not significantly. */
static void add_same(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT])
{
	size_t highest = benchi_ramp_highest(ramp), used = strlen(text);
	char count[64], n[64];

	if (highest == SIZE_MAX || highest == ramp->best)
		return;
	snprintf(text + used, BENCHI_RAMP_TEXT - used, ", as good as the %s of %s",
	         benchi_ramp_count(ramp->step[highest].throughput_hz, count),
	         workers(ramp->step[highest].workers, n));
}

/* The highest throughput of all, where it lies beyond the limit. */
static void add_beyond(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT])
{
	size_t most = 0, used = strlen(text);
	char count[64], n[64];

	for (size_t i = 1; i < ramp->n; i++)
		if (ramp->step[i].throughput_hz > ramp->step[most].throughput_hz)
			most = i;
	if (most != ramp->best && ramp->step[most].over)
		snprintf(text + used, BENCHI_RAMP_TEXT - used, "; %s do %s a second, but exceed the "
		         "latency limit",
		         workers(ramp->step[most].workers, n),
		         benchi_ramp_count(ramp->step[most].throughput_hz, count));
}

char *benchi_ramp_answer(const benchi_ramp *ramp, bool utf8, char text[BENCHI_RAMP_TEXT])
{
	char limit[96], n[64], count[64], time[64];
	const benchi_step *best;

	if (ramp->n == 0 || ramp->best == SIZE_MAX) {
		snprintf(text, BENCHI_RAMP_TEXT, "%s",
		         ramp->n ? "Nothing was done" : "No step was finished");
		if (ramp->n && ramp->plan.limit_ns > 0)
			snprintf(text, BENCHI_RAMP_TEXT, "No number of workers stays%s: with %s it is %s",
			         within(ramp, utf8, limit), workers(ramp->step[0].workers, n),
			         benchi_ramp_time(ramp->step[0].limited_ns, utf8, time));
		return text;
	}
	best = &ramp->step[ramp->best];
	snprintf(text, BENCHI_RAMP_TEXT, "%s %s the most%s: %s a second", workers(best->workers, n),
	         best->workers == 1 ? "does" : "do", within(ramp, utf8, limit),
	         benchi_ramp_count(best->throughput_hz, count));
	if (best->bytes_hz > 0) {
		strcat(text, ", ");
		benchi_scaled(best->bytes_hz, NAN, BENCHI_UNITS_RATE, text + strlen(text));
	}
	add_same(ramp, text);
	add_beyond(ramp, text);
	return text;
}

char *benchi_ramp_why(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT])
{
	static const char *const why[] = { "All steps were made", "Throughput stopped rising",
		"The latency limit was passed", "Interrupted: results are incomplete" };

	snprintf(text, BENCHI_RAMP_TEXT, "%s.", *ramp->refused ? "No more could be started"
	                                                       : why[ramp->end]);
	if (*ramp->refused)
		snprintf(text, BENCHI_RAMP_TEXT, "No more could be started: %s.", ramp->refused);
	return text;
}

char *benchi_ramp_limiter(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT])
{
	char n[64], share[64];
	const benchi_step *step;

	text[0] = '\0';
	if (ramp->best == SIZE_MAX)
		return text;
	step = &ramp->step[ramp->best];
	if (step->busy >= FULL)
		snprintf(text, BENCHI_RAMP_TEXT, "The client may be the limit: at %s, the workers' own "
		         "processor time is %s%% of %d processor%s.", workers(step->workers, n),
		         benchi_number_fixed(fmin(100, step->busy * 100), 0, share),
		         benchi_processors_allowed(), benchi_processors_allowed() == 1 ? "" : "s");
	return text;
}

static void interval(double low, double high, char text[64])
{
	char a[BENCHI_NUMBER_TEXT], b[BENCHI_NUMBER_TEXT];

	benchi_number_digits(low, 3, a);
	if (isfinite(high))
		snprintf(text, 64, "%s to %s", a, benchi_number_digits(high, 3, b));
	else
		snprintf(text, 64, "%s or more", a);
}

static void print_peak(const benchi_scalability *s, char text[BENCHI_RAMP_TEXT])
{
	char range[64], peak[BENCHI_NUMBER_TEXT], knee[BENCHI_NUMBER_TEXT], rate[64];
	size_t used;

	interval(s->peak_low, s->peak_high, range);
	benchi_number_digits(fmax(s->peak, 1), 3, peak);
	snprintf(text, BENCHI_RAMP_TEXT, "The peak is at %s workers (%s), with %s a second.", peak,
	         range, benchi_ramp_count(s->peak_rate, rate));
	used = strlen(text);
	snprintf(text + used, BENCHI_RAMP_TEXT - used, "  The knee is at %s: so many"
	         " would suffice without contention.",
	         benchi_number_digits(s->knee, 3, knee));
}

static void print_no_peak(const benchi_scalability *s, double most, char text[BENCHI_RAMP_TEXT])
{
	char rate[64], knee[BENCHI_NUMBER_TEXT], range[64];

	interval(s->peak_low, s->peak_high, range);
	if (s->peak < 2 * most)
		snprintf(text, BENCHI_RAMP_TEXT, "These steps do not show whether there is a peak; "
		         "if so, perhaps at %s workers (%s).  More steps are needed, or longer ones.",
		         benchi_number_digits(fmax(s->peak, 1), 3, knee), range);
	else if (s->kind == BENCHI_SCALING_LINEAR || !isfinite(s->peak_rate))
		snprintf(text, BENCHI_RAMP_TEXT, "No peak in sight: throughput grows with the workers.");
	else
		snprintf(text, BENCHI_RAMP_TEXT, "No peak in sight: throughput grows ever slower, "
		         "perhaps to %s a second.  The knee is at %s workers.",
		         benchi_ramp_count(s->peak_rate, rate), benchi_number_digits(s->knee, 3, knee));
}

/* In percent; what rounding leaves of nothing is nothing. */
static double percent(double share)
{
	return fabs(share) < 1e-12 ? 0 : share * 100;
}

char *benchi_ramp_law(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT])
{
	const benchi_scalability *s = &ramp->scaling;
	char a[64], b[64], low[BENCHI_NUMBER_TEXT], high[BENCHI_NUMBER_TEXT];
	size_t used;

	text[0] = '\0';
	if (ramp->plan.rate_hz > 0)
		return text;
	if (s->kind == BENCHI_SCALING_NONE) {
		snprintf(text, BENCHI_RAMP_TEXT, "No law was fitted: %.0f step%s, at least %d are needed.",
		         (double)s->loads, s->loads == 1 ? "" : "s", BENCHI_SCALING_LEAST);
		return text;
	}
	if (s->kind == BENCHI_SCALING_PEAK)
		print_peak(s, text);
	else
		print_no_peak(s, (double)ramp->step[ramp->n - 1].workers, text);
	interval(percent(fmin(s->sigma_low, 1)), percent(fmin(s->sigma_high, 1)), a);
	interval(percent(s->kappa_low), percent(s->kappa_high), b);
	used = strlen(text);
	snprintf(text + used, BENCHI_RAMP_TEXT - used,
	         "  Contention %s%% (%s), coherence %s%% (%s); the law is off by %.1f%%.",
	         benchi_number_digits(percent(s->sigma), 3, low), a,
	         benchi_number_digits(percent(s->kappa), 3, high), b, s->misfit * 100);
	return text;
}

/* What requests would take that arrive at random, at shares of what all servers can do. */
static void add_random_arrivals(const benchi_queueing *q, bool utf8, char text[BENCHI_RAMP_TEXT])
{
	static const double share[] = { .5, .8, .9 };
	double most_hz = 1e9 / q->service_ns * (double)q->servers;
	char count[64], time[3][64];
	size_t used = strlen(text);

	for (size_t i = 0; i < 3; i++)
		benchi_ramp_time(benchi_queueing_open(q->servers, q->service_ns, share[i] * most_hz), utf8,
		                 time[i]);
	snprintf(text + used, BENCHI_RAMP_TEXT - used, "  Arriving at random, at 50, 80 and 90 %% of "
	         "their %s a second, requests would take %s, %s and %s in the mean.",
	         benchi_ramp_count(most_hz, count), time[0], time[1], time[2]);
}

bool benchi_ramp_model_fits(const benchi_ramp *ramp)
{
	return ramp->queueing.servers && ramp->queueing.misfit <= MISFIT_MOST;
}

char *benchi_ramp_queueing(const benchi_ramp *ramp, bool utf8, char text[BENCHI_RAMP_TEXT])
{
	const benchi_queueing *q = &ramp->queueing;
	const benchi_step *worst = &ramp->step[q->worst];
	char service[64], measured[64], expected[64], n[64];

	text[0] = '\0';
	if (!q->servers)
		return text;
	if (!benchi_ramp_model_fits(ramp)) {
		snprintf(text, BENCHI_RAMP_TEXT, "No queueing model fits: %.0f equal servers (M/M/%.0f) "
		         "are off by %.0f%%.", (double)q->servers, (double)q->servers, q->misfit * 100);
		return text;
	}
	snprintf(text, BENCHI_RAMP_TEXT, "Queueing model: %.0f server%s of %s, one worker's time "
	         "(M/M/%.0f); mean latencies are off by %.1f%%, most with %s: %s, expected %s.",
	         (double)q->servers, q->servers == 1 ? "" : "s",
	         benchi_ramp_time(q->service_ns, utf8, service), (double)q->servers, q->misfit * 100,
	         workers(worst->workers, n), benchi_ramp_time(worst->mean_ns, utf8, measured),
	         benchi_ramp_time(worst->model_ns, utf8, expected));
	if (!(ramp->plan.rate_hz > 0))
		add_random_arrivals(q, utf8, text);
	return text;
}
