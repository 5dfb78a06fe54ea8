/*
 * Times one window of code.
 *
 * On a fine clock: a reading before, one after, the difference.
 *
 * On a coarse one (a step of several readings) a difference would be wrong by up to a
 * step, and windows would have to be a thousand steps long.  So the clock's edges
 * serve as a vernier: the window opens when a new value appears; it closes
 * by counting readings until the next edge and subtracting their time.
 * Worked: steps of 10 ms, readings of 25 ns; work of 3.2 ms ends in the first step;
 * the edge comes 272,000 readings later; 10 ms - 272,000 * 25 ns = 3.2 ms.
 * Assumes that readings take their usual time; an interruption during the count
 * lengthens the window, like any other interruption.
 *
 * An interruption is a window 1.5 times as long as usual, and longer by 20 us or more:
 * a scheduler's slice or a virtual machine's pause.  Shorter disturbances stay
 * in: the median is robust against them, and dropping them by their size would bias
 * the result of a body whose times really vary.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "clock/fence.h"
#include "clock/time.h"
#include "timing/window.h"

enum { UNMOVED_MOST = 100 };    /* windows, each longer than a step of the clock */

/* A clock that shows less than a hundredth of the processor time, after 2 s, counts something else;
 * that time goes on while it is asked, but not while the machine is busy elsewhere. */
static const double LAG_S = 2, LAG = 100;
static const double INTERRUPTION_SHARE = 0.5, INTERRUPTION_NS = 20e3;
static const double LOOK_NS = 1e6;
enum { LAG_ASKED = 64 };        /* once in so many windows, once they are sized */

static uint64_t now(const bench_timing *timing)
{
	return timing->clock.now_ns(timing->clock.ctx);
}

/* Counts readings until the clock's value differs from from; 0 if it never does.
 * Bounded by four steps. */
static uint64_t wait_edge(const bench_timing *timing, uint64_t from, uint64_t *edge)
{
	uint64_t most = 16 + (uint64_t)(4 * timing->step_ns / timing->reading_ns);

	for (uint64_t count = 1; count <= most; count++)
		if ((*edge = now(timing)) != from)
			return count;
	return 0;
}

uint64_t benchi_window_open(const bench_timing *timing)
{
	uint64_t opened = now(timing);

	if (timing->vernier)
		wait_edge(timing, opened, &opened);
	benchi_clock_fence();
	return opened;
}

double benchi_window_close(const bench_timing *timing, uint64_t opened)
{
	uint64_t closed = now(timing), edge = closed, count = 0;

	if (timing->vernier) {
		count = wait_edge(timing, closed, &edge);
		if (count == 0)
			return NAN;
	}
	if (closed < opened || edge < closed)
		return NAN;
	return (double)(edge - opened) - (double)count * timing->reading_ns - timing->empty_ns;
}

double benchi_elapsed_ns(const bench_clock *clock, uint64_t since)
{
	return (double)(clock->now_ns(clock->ctx) - since);
}

/* Does the clock lag behind the thread's processor time?  Not where that is unknown. */
static int lags(struct benchi_standstill *still, int sized, double elapsed_ns)
{
	double used_s;

	if (sized && ++still->asked % LAG_ASKED != 0)
		return 0;
	used_s = benchi_thread_cpu_ns() / 1e9;
	if (still->began_s == 0)
		still->began_s = (float)used_s;
	return used_s - (double)still->began_s > LAG_S + LAG * elapsed_ns / 1e9;
}

int benchi_clock_stopped(struct benchi_standstill *still, int sized, double elapsed_ns)
{
	if (lags(still, sized, elapsed_ns))
		still->lags = 1;
	if (still->lags || !sized)
		return still->lags;
	if (elapsed_ns != still->seen_ns)
		still->windows = 0;
	still->seen_ns = elapsed_ns;
	return ++still->windows > UNMOVED_MOST;
}

bench_status benchi_clock_fail_stopped(const bench_clock *clock,
                                       const struct benchi_standstill *still)
{
	if (still->lags)
		return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%.40s' showed less than 1 %% of the "
			"processor time that was used", clock->name ? clock->name : "");
	return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%.40s' did not move during %d windows",
		clock->name ? clock->name : "", UNMOVED_MOST);
}

double benchi_window_meaningless_ns(const bench_timing *timing)
{
	return 10 * fmax(timing->reading_ns, timing->vernier ? 0 : timing->step_ns);
}

double benchi_window_uncertainty_ns(const bench_timing *timing)
{
	return fmax(timing->vernier ? 0 : timing->step_ns * 7 / 16, timing->reading_ns / 8);
}

int benchi_interrupted(double ns, double usual_ns)
{
	return ns > usual_ns * (1 + INTERRUPTION_SHARE) && ns > usual_ns + INTERRUPTION_NS;
}

struct benchi_presence benchi_presence_now(void)
{
	return (struct benchi_presence){ benchi_steady_ns(), benchi_thread_cpu_ns(),
		benchi_thread_preemptions() };
}

double benchi_presence_lost(struct benchi_presence *since, int stretched)
{
	struct benchi_presence before = *since;
	double passed, used;

	if (!stretched && benchi_steady_ns() - before.ns < LOOK_NS)
		return 0;
	*since = benchi_presence_now();
	passed = since->ns - before.ns;
	used = since->cpu_ns - before.cpu_ns;
	return stretched && since->preemptions != before.preemptions && passed > used
		? passed - used : 0;
}
