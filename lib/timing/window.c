/*
 * Times one window of code.
 *
 * On a fine clock a window is the difference of two readings. On a coarse clock (a step of several
 * readings) that difference would be wrong by up to a step, and windows would have to last a
 * thousand steps. So the clock's edges serve as a vernier. The window opens when a new value
 * appears. To close it, readings are counted until the next edge, and their time is subtracted.
 *
 * Worked: steps of 10 us, readings of 25 ns. Work of 3.2 us ends in the first step; the edge comes
 * 272 readings later; 10 us - 272 * 25 ns = 3.2 us. The time of a reading is measured in the step
 * that follows, if that has at least 16 readings: next to another workload on the core, a reading
 * takes longer than at calibration. An interruption during the count lengthens the window, like
 * any other interruption.
 *
 * A window counts as interrupted if it takes 1.5 times as long as usual and at least 20 us longer:
 * a scheduler's slice, or a pause of a virtual machine. Shorter disturbances are kept. The median
 * is robust against them, and dropping windows by their length would bias the result of a body
 * whose time really varies.
 *
 * SPDX-License-Identifier: MIT
 */
#include "clock/clock.h"
#include "timing/timing.h"

enum { UNMOVED_MOST = 100 };    /* number of windows, each longer than a step of the clock */

static const struct {
	/* A clock that shows less than the processor time over `lag`, plus lag_s, measures something
	 * else. Processor time goes on while the clock is read, but not while the machine is busy
	 * elsewhere. */
	double lag, lag_s;
	/* A window was interrupted if it took longer than usual by this share, and by this time. */
	double interrupted_share, interrupted_ns;
	/* The processor time is looked at this often, if windows are as long as usual. */
	double look_ns;
	/* A loss of the processor that may have been outside the window counts as within, if it is less
	 * than this share of the window. */
	double unsure_share;
	/* The time of a reading is taken from a step of the clock with this many readings, if it is
	 * within this factor of the usual time. */
	double step_readings, reading_varies;
} policy = { .lag = 100, .lag_s = 2, .interrupted_share = 0.5, .interrupted_ns = 20e3,
	.look_ns = 1e6, .unsure_share = 0.1, .step_readings = 16, .reading_varies = 3 };

enum { LAG_ASKED = 64 };        /* check once in this many windows, after they have been sized */

static uint64_t now(const bench_timing *timing)
{
	return timing->clock.now_ns(timing->clock.ctx);
}

/* Counts readings until the clock's value is no longer `from`; 0 if it does not change within
 * four steps. */
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
	double readings_ns = 0;
	uint64_t closed = now(timing), edge = closed, count = 0;

	if (timing->vernier) {
		uint64_t next, readings = 0;
		double now_ns;

		count = wait_edge(timing, closed, &edge);
		if (count == 0)
			return NAN;
		/* time of a reading now, from the step after the edge if it has enough readings */
		next = edge;
		if (timing->step_ns >= policy.step_readings * timing->reading_ns)
			readings = wait_edge(timing, edge, &next);
		now_ns = readings > 0 && next > edge ? (double)(next - edge) / (double)readings : 0;
		readings_ns = (double)count
			* (now_ns > timing->reading_ns / policy.reading_varies
			   && now_ns < timing->reading_ns * policy.reading_varies
				? now_ns : timing->reading_ns);
	}
	if (closed < opened || edge < closed)
		return NAN;
	return (double)(edge - opened) - readings_ns - timing->empty_ns;
}

double benchi_elapsed_ns(const bench_clock *clock, uint64_t since)
{
	return (double)(clock->now_ns(clock->ctx) - since);
}

int benchi_clock_stopped(struct benchi_standstill *still, int sized, double elapsed_ns)
{
	if (!BENCHI_SMALL && (!sized || ++still->asked % LAG_ASKED == 0)) {
		/* does the clock lag behind the thread's processor time? not if that is unknown */
		double used_s = benchi_thread_cpu_ns() / 1e9;

		if (still->began_s == 0)
			still->began_s = (float)used_s;
		if (used_s - (double)still->began_s > policy.lag_s + policy.lag * elapsed_ns / 1e9)
			still->stopped = 'l';
	}
	if (still->stopped || !sized)
		return still->stopped;
	if (elapsed_ns != still->seen_ns)
		still->windows = 0;
	still->seen_ns = elapsed_ns;
	if (++still->windows > UNMOVED_MOST)
		still->stopped = 'u';
	return still->stopped;
}

bench_status benchi_clock_fail_stopped(const bench_clock *clock,
                                       const struct benchi_standstill *still)
{
	if (still->stopped == 'l')
		return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%.40s' showed less than 1 %% of the "
			"processor time used", clock->name ? clock->name : "");
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
	return ns > usual_ns * (1 + policy.interrupted_share) && ns > usual_ns + policy.interrupted_ns;
}

/* A thread is often preempted when one of these system calls returns.  A moment whose figures are
 * from before and after that would count a loss twice or never, so they are read again. */
struct benchi_presence benchi_presence_now(void)
{
	const double began = benchi_steady_ns();
	struct benchi_presence now;
	int tries = 3;

	do {
		now.preemptions = benchi_thread_preemptions();
		now.ns = benchi_steady_ns();
		now.cpu_ns = benchi_thread_cpu_ns();
	} while (now.preemptions != benchi_thread_preemptions() && --tries);
	now.lost_ns = now.ns - began;
	now.whole_ns = 0;
	return now;
}

double benchi_presence_own_ns(struct benchi_presence *since, double ns, int stretched)
{
	struct benchi_presence before = *since;
	double lost, outside;

	if (BENCHI_SMALL || (!stretched && benchi_steady_ns() - before.ns < policy.look_ns)) {
		since->whole_ns += ns;
		return ns;
	}
	*since = benchi_presence_now();
	since->lost_ns = before.lost_ns;
	lost = since->ns - before.ns - (since->cpu_ns - before.cpu_ns);
	if (since->preemptions == before.preemptions || !(lost > 0))
		return ns;
	since->lost_ns += lost;
	if (!stretched)
		return ns;
	outside = since->ns - before.ns - before.whole_ns - ns;
	/* To drop a window of rare work because of a short loss would make rare work look cheaper. */
	return lost <= ns && (lost > outside || lost < policy.unsure_share * ns)
		? ns - lost : (double)NAN;
}
