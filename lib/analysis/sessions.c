/*
 * How much of a difference between two sessions may be the machine's?
 *
 * A machine changes its speed between sessions (another load on the same core, heat), and a
 * session's own spread does not show that.  The start-up of an empty program, measured beside
 * every value, does.  Whether a command follows it is unknown, so a difference counts only if it
 * holds both for the values as they are and for values that follow the start-up.
 *
 * The latter: each session is cut into five stretches in run order, and in each the mean value
 * is divided by the mean start-up; Welch's t compares the two times five ratios.  Stretches,
 * because neighbouring values resemble each other: of values within a second hundreds carry
 * hardly more than one.  Worked: ratios 2.0 and 2.1 at a start-up of 0.5 ms: +0.05 ms.
 *
 * A command that uses more memory than an empty one follows by more.  Sessions of the same
 * commands differed by up to the start-up's change to the power of 1.25, which is the second
 * estimate.  Without it 1 to 10 of 100 pairs of equal sessions came out different, with it 0
 * to 3, and 60 to 75 without any of this (60 and 500 runs of "bash -c true", 20 sessions).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "base/detail.h"
#include "analysis/sessions.h"

#define STRETCHES 5
#define CLOSELY 1.25 /* the power by which values may follow the start-up */

static double mean(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

/* The ratio of value to start-up in each stretch; 0: there is none. */
static size_t ratios(const benchi_session *s, double ratio[STRETCHES])
{
	size_t n = s->n < STRETCHES ? s->n : STRETCHES;

	for (size_t i = 0; i < n; i++) {
		size_t from = s->n * i / n, to = s->n * (i + 1) / n;
		double startup = mean(s->startup + from, to - from);

		if (!(startup > 0))
			return 0;
		ratio[i] = mean(s->x + from, to - from) / startup;
	}
	return n;
}

bench_status benchi_sessions_change(const benchi_session *a, const benchi_session *b,
                                    benchi_session_change *change)
{
	double ratio[2][STRETCHES], base, more;
	bench_numbers x = { ratio[0], ratios(a, ratio[0]) }, y = { ratio[1], ratios(b, ratio[1]) };
	bench_status status;
	bench_ttest t;

	if (x.n < 2 || y.n < 2)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no start-up beside the values");
	base = mean(a->startup, a->n);
	change->startup = mean(b->startup, b->n) / base - 1;
	status = bench_welch_test(&x, &y, 0.95, &t);
	more = mean(y.x, y.n) * pow(1 + change->startup, 1 - CLOSELY) - mean(x.x, x.n);
	change->low = fmin(t.difference, more) * base;
	change->high = fmax(t.difference, more) * base;
	change->se = t.se > 0 ? t.se * base : 0;
	change->df = t.df;
	return status;
}
