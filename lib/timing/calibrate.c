/*
 * Calibrates a clock: step, cost, shortest window and loop cost, in this order, each based on the
 * ones before. Values from the environment take precedence.
 *
 * The default clock is calibrated once per process, under a lock. This is the library's only
 * hidden state apart from each thread's latest result. A calibration that the parent process left
 * in BENCH_CALIBRATION is used instead if this clock's readings take as long as it says. The time
 * of an empty window is still measured: it varies by 1 to 10 ns from moment to moment, 0.01 to
 * 0.05 % of a window, and an error that all children had in common would not show in their
 * scatter.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "host/host.h"
#include "stats/stats.h"
#include "timing/timing.h"

/*
 * Verifies that the clock advances and never runs backwards; finds its step and the cost of a
 * reading.
 *
 * Method: read the clock back to back and sort the increments. On a fine clock every reading shows
 * a new value. If the step is shorter than a reading, increments fall on neighbouring multiples of
 * the step (20 and 30 ns on a clock with steps of 10 ns). The widest gap between neighbours in the
 * middle nine tenths is then the step; values outside are interruptions. On a coarse clock most
 * increments are 0, and the step is the median of the others.
 *
 * Uses constant memory. Gives up after 2^22 readings without an edge, so a clock that stands still
 * costs a fraction of a second and is reported.
 */

enum {
	EDGES = 8,              /* edges seen on a coarse clock */
	EDGES_REFUSED = 3,      /* edges that suffice to reject a clock as too coarse */
	EDGES_MOST = 32,        /* edges that decide if they look irregular */
	PATIENCE = 1 << 22      /* readings without an edge after which the clock stands still */
};

/* The error at the end of a window grows with the step, because readings take longer, or are
 * interrupted, while another workload shares the core. So windows have many steps, and the
 * length of a step is limited. */
static const double STEP_MOST_NS = 20e3, WINDOW_STEPS = 20, DISPLACED_STEPS = 100;

static const double LONG_ENOUGH_NS = 2e6;  /* a slow clock need not be read as often */
static const int FEW_READINGS = 64;

/* Waits for the next edge of a coarse clock: number of readings and nanoseconds since the
 * previous edge. */
static bench_status next_edge(const bench_clock *clock, uint64_t *at, double *readings, double *ns)
{
	uint64_t now = *at, count;

	for (count = 1; count <= PATIENCE && now == *at; count++)
		now = clock->now_ns(clock->ctx);
	if (now == *at)
		return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%s' showed the same %.0f ns in %d "
			"readings", clock->name, (double)now, PATIENCE);
	if (now < *at)
		return benchi_fail(BENCH_ERR_CLOCK_BACKWARD, "clock '%s' went back by %.0f ns",
			clock->name, (double)(*at - now));
	*readings = (double)(count - 1);
	*ns = (double)(now - *at);
	*at = now;
	return BENCH_OK;
}

/* The fullest step of a regular clock holds at most this many times the usual number of readings.
 * Above that, the clock moves its edges at random. (32 regular steps: at most 1.1; in Chromium: 1.5
 * and more.) */
static const double REGULAR = 1.3, REGULAR_OF_FEW = 1.15;

/* For a coarse clock: the step is the median distance of edges. A clock is rejected if even its
 * shortest step is too long: interruptions can lengthen some steps but not all. The time of a
 * reading comes from the largest numbers of readings between two edges, because interruptions only
 * reduce them.
 *
 * Browsers displace each edge at random by up to a step. The time since an edge then cannot be
 * found by counting readings. Such a clock is no vernier, and windows must be long enough for an
 * error of two steps. */
static bench_status find_coarse(bench_timing *timing, double most_ns)
{
	size_t n = 0, edges = EDGES;
	double spent = 0, least = INFINITY;
	uint64_t at = timing->clock.now_ns(timing->clock.ctx);
	double readings = 1, ns = 0, step[EDGES_MOST], reading[EDGES_MOST];
	bench_status status = next_edge(&timing->clock, &at, &readings, &ns);

	while (n < edges && status == BENCH_OK && !(n >= EDGES_REFUSED && spent >= most_ns)) {
		status = next_edge(&timing->clock, &at, &readings, &ns);
		step[n] = ns;
		reading[n++] = ns / readings;
		spent += ns;
		least = fmin(least, ns);
		if (status == BENCH_OK && n >= EDGES_REFUSED && least > STEP_MOST_NS)
			status = benchi_fail(BENCH_ERR_CLOCK_COARSE, "clock '%.40s' steps in %.6g us, expected "
				"at most %.6g us: a window of many longer steps may hide interruptions",
				timing->clock.name ? timing->clock.name : "", least / 1e3, STEP_MOST_NS / 1e3);
		if (n == EDGES) {
			benchi_sort(reading, n);
			if (benchi_quantile(reading, n, 0.5) > REGULAR_OF_FEW * reading[0])
				edges = EDGES_MOST;
		}
	}
	if (status != BENCH_OK)
		return status;
	benchi_sort(step, n);
	benchi_sort(reading, n);
	timing->step_ns = benchi_quantile(step, n, 0.5);
	timing->reading_ns = benchi_quantile(reading, n, 0.25);
	timing->vernier = timing->step_ns > 2 * timing->reading_ns;
	if (n > EDGES && benchi_quantile(reading, n, 0.5) > REGULAR * reading[0]) {
		timing->reading_ns = benchi_quantile(reading, n, 0.5);
		timing->vernier = 0;
	}
	return BENCH_OK;
}

/* Finds the step, waiting at most about most_ns for the steps of a coarse clock. scratch: space
 * for BENCHI_STEP_READINGS; NULL: allocate it. */
static bench_status step_find(bench_timing *timing, double most_ns, uint32_t *scratch)
{
	/* too large for a small stack */
	uint32_t *own = scratch ? NULL : malloc(BENCHI_STEP_READINGS * sizeof *own);
	uint32_t *increment = scratch ? scratch : own;
	const bench_clock *clock = &timing->clock;
	size_t count = 0, moved = 0;    /* increments, and those above 0 */
	uint64_t first, before, now;
	bench_status status = BENCH_OK;

	if (!increment)
		return benchi_fail(BENCH_ERR_MEMORY, "for the readings of a clock");
	first = before = clock->now_ns(clock->ctx);
	for (; count < BENCHI_STEP_READINGS && status == BENCH_OK; before = now) {
		now = clock->now_ns(clock->ctx);
		if (now < before)
			status = benchi_fail(BENCH_ERR_CLOCK_BACKWARD, "clock '%s' went back by %.0f ns",
				clock->name, (double)(before - now));
		moved += now > before;
		increment[count++] = now - before < UINT32_MAX ? (uint32_t)(now - before) : UINT32_MAX;
		if (count >= (size_t)FEW_READINGS && (double)(now - first) > LONG_ENOUGH_NS
		    && moved > count / 2)
			break;
	}
	if (status == BENCH_OK && 2 * moved < count) {
		status = find_coarse(timing, most_ns);
	} else if (status == BENCH_OK) {
		/* Step: widest gap between neighbours in the middle nine tenths, at least 1 ns. Time of
		 * a reading: their mean. */
		uint32_t widest = 1;
		uint64_t sum = 0;
		size_t cut = count / 20;

		/* Shell's sort, on integers. */
		for (size_t gap = count / 2; gap > 0; gap /= 2)
			for (size_t i = gap; i < count; i++) {
				uint32_t value = increment[i];
				size_t hole = i;

				for (; hole >= gap && increment[hole - gap] > value; hole -= gap)
					increment[hole] = increment[hole - gap];
				increment[hole] = value;
			}

		for (size_t i = cut; i < count - cut; i++) {
			if (i > cut && increment[i] - increment[i - 1] > widest)
				widest = increment[i] - increment[i - 1];
			sum += increment[i];
		}
		timing->step_ns = widest;
		timing->reading_ns = (double)sum / (double)(count - 2 * cut);
		/* edges are useful if a step is longer than two readings */
		timing->vernier = timing->step_ns > 2 * timing->reading_ns;
	}
	free(own);
	return status;
}

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
 */

enum { UNMOVED_MOST = 100 };    /* number of windows, each longer than a step of the clock */

/* A clock that shows less than a hundredth of the processor time, plus 2 s, measures something
 * else. Processor time goes on while the clock is read, but not while the machine is busy
 * elsewhere. */
static const double LAG_S = 2, LAG = 100;
static const double INTERRUPTION_SHARE = 0.5, INTERRUPTION_NS = 20e3;
static const double LOOK_NS = 1e6, SHORT_ERROR = 0.0015, UNSURE_SHARE = 0.1;
static const double STEP_READINGS = 16, READING_VARIES = 3;
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
		if (timing->step_ns >= STEP_READINGS * timing->reading_ns)
			readings = wait_edge(timing, edge, &next);
		now_ns = readings > 0 && next > edge ? (double)(next - edge) / (double)readings : 0;
		readings_ns = (double)count
			* (now_ns > timing->reading_ns / READING_VARIES
			   && now_ns < timing->reading_ns * READING_VARIES ? now_ns : timing->reading_ns);
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
		if (used_s - (double)still->began_s > LAG_S + LAG * elapsed_ns / 1e9)
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

double benchi_window_short_ns(const bench_timing *timing)
{
	double least_ns = benchi_window_uncertainty_ns(timing) / SHORT_ERROR;

	return timing->vernier ? timing->enough_ns
	     : fmin(timing->enough_ns, fmax(timing->enough_ns / 4, least_ns));
}

int benchi_interrupted(double ns, double usual_ns)
{
	return ns > usual_ns * (1 + INTERRUPTION_SHARE) && ns > usual_ns + INTERRUPTION_NS;
}

struct benchi_presence benchi_presence_now(void)
{
	return (struct benchi_presence){ benchi_steady_ns(), benchi_thread_cpu_ns(),
		benchi_thread_preemptions(), 0, 0 };
}

double benchi_presence_own_ns(struct benchi_presence *since, double ns, int stretched)
{
	struct benchi_presence before = *since;
	double lost, outside;

	if (BENCHI_SMALL || (!stretched && benchi_steady_ns() - before.ns < LOOK_NS)) {
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
	return lost <= ns && (lost > outside || lost < UNSURE_SHARE * ns) ? ns - lost : (double)NAN;
}

/*
 * Finds the shortest reliable window, and the time of an empty one.
 *
 * The shortest window is found with the paper's test (Staelin and McVoy 1998, section 6.1): the
 * same work, enlarged by 0.5, 1.0 and 1.5 %, must show those differences, here to within a quarter
 * of a percent. The work consists of readings of the clock, so the test works with any clock,
 * including a scripted one. A unit of work is 200 readings; 201, 202 and 203 are the enlarged
 * ones.
 *
 * Worked: with readings of 25 ns and steps of 10 ns, 480 readings take 12 us, and 0.5 % of that is
 * 60 ns, six steps. A candidate has five tries: a busy machine fails one now and then, and a clock
 * that is too coarse fails all of them.
 *
 * Candidates grow by half, from 12 us (the start and end of a window take some twenty cycles,
 * 0.05 % of that), or from twenty steps on a coarse clock. The time for the search is limited, and
 * so is the length of a candidate, because the clock may stop. When the time is up, the longest
 * candidate is accepted if it was within 5 %, because each result has its own interval. The
 * shortest is also accepted within 5 % if the clock's steps are fine enough and only noise
 * remains: its first try is three windows of the smallest and three of the largest work, 75 us
 * instead of 350. Otherwise the search starts again with short windows, because a noisy neighbour
 * disturbs fewer of those. It gives up after three searches.
 */

enum { WINDOWS = 7, WINDOWS_QUICK = 3, TRIES = 5, SEARCHES = 3, SIZES = 4, UNITS = 200,
	EMPTY_BLOCKS = 21, EMPTY_BLOCK = 16, EMPTY_EDGES = 15 };

static const double SHORTEST_NS = 12e3;
static const double SEARCH_NS = 50e6;   /* time limit */
static const double TOLERANCE = 0.0025, BELIEVABLE = 0.05;
static const double FINE_STEPS = 500;   /* a window of this many steps resolves 0.2 % */

/* Returns the shortest window that the clock's steps allow; 0 if its steps are fine. */
static double least_window_ns(const bench_timing *timing)
{
	if (timing->step_ns > 2 * timing->reading_ns)
		return (timing->vernier ? WINDOW_STEPS : DISPLACED_STEPS) * timing->step_ns;
	return 0;
}

/* Returns the time of a window of this many readings. */
static double time_readings(const bench_timing *timing, uint64_t readings)
{
	uint64_t opened = benchi_window_open(timing);

	for (uint64_t i = 0; i < readings; i++)
		timing->clock.now_ns(timing->clock.ctx);
	return benchi_window_close(timing, opened);
}

/* Returns the worst relative error of the times of the enlarged work; 1 if a window failed. quick:
 * only the largest work. */
static double misproportion(const bench_timing *timing, uint64_t unit, int quick)
{
	double ns[SIZES][WINDOWS], median[SIZES], worst = 0;
	int windows = quick ? WINDOWS_QUICK : WINDOWS, next = quick ? SIZES - 1 : 1;

	for (int i = 0; i < windows; i++)
		for (int size = 0; size < SIZES; size += next) {
			ns[size][i] = time_readings(timing, unit * (uint64_t)(UNITS + size));
			if (!(ns[size][i] > 0))
				return 1;
		}
	for (int size = 0; size < SIZES; size += next) {
		median[size] = benchi_median(ns[size], (size_t)windows);
		worst = fmax(worst, fabs(median[size] / median[0] - 1 - (double)size / UNITS));
	}
	return worst;
}

/* Tries longer and longer windows until one is good or the time is up. */
static bench_status search(bench_timing *timing)
{
	const bench_clock *clock = &timing->clock;
	double candidate = fmax(SHORTEST_NS, least_window_ns(timing));
	double before = 0, elapsed;
	uint64_t begin = clock->now_ns(clock->ctx);

	for (;; candidate *= 1.5) {
		uint64_t unit = 1 + (uint64_t)(candidate / timing->reading_ns / UNITS);
		double error = 1, good;
		int fine;

		candidate = fmax(candidate, (double)unit * UNITS * timing->reading_ns);
		/* a step within TOLERANCE: the error comes from the machine's noise, which longer
		 * windows only increase */
		fine = !timing->vernier && candidate >= FINE_STEPS * timing->step_ns;
		good = fine ? BELIEVABLE : TOLERANCE;
		for (int i = 0; i < TRIES && error >= good; i++)
			error = fmin(error, misproportion(timing, unit, fine && i == 0));
		if (error < good)
			break;
		elapsed = benchi_elapsed_ns(clock, begin);
		if (elapsed <= before)
			return benchi_fail(BENCH_ERR_CLOCK_STILL, "clock '%s' stopped", clock->name);
		before = elapsed;
		if (!(elapsed < SEARCH_NS) || candidate > SEARCH_NS) {
			if (error < BELIEVABLE)
				break;
			return benchi_fail(BENCH_ERR_CLOCK_COARSE,
				"clock '%s': windows of %.0f us are still wrong by %.1f %%",
				clock->name, candidate / 1e3, 100 * error);
		}
	}
	timing->enough_ns = candidate;
	return BENCH_OK;
}

/* Sets enough_ns, repeating a failed search. */
static bench_status enough_find(bench_timing *timing)
{
	bench_status status = BENCH_ERR_CLOCK_COARSE;

	for (int i = 0; i < SEARCHES && status == BENCH_ERR_CLOCK_COARSE; i++)
		status = search(timing);
	return status;
}

/* Sets empty_ns, the time of an empty window. Uses medians of means, because a clock's steps
 * show in single windows; with a vernier they do not, and single windows suffice. */
static bench_status empty_find(bench_timing *timing)
{
	double mean[EMPTY_BLOCKS];
	int blocks = timing->vernier ? EMPTY_EDGES : EMPTY_BLOCKS;
	int windows = timing->vernier ? 1 : EMPTY_BLOCK;

	timing->empty_ns = 0;
	for (int i = 0; i < blocks; i++) {
		double sum = 0;

		for (int j = 0; j < windows; j++)
			sum += time_readings(timing, 0);
		if (isnan(sum))
			return benchi_fail(BENCH_ERR_CLOCK_BACKWARD,
				"clock '%s' went back or stood still between two readings", timing->clock.name);
		mean[i] = sum / windows;
	}
	timing->empty_ns = benchi_median(mean, (size_t)blocks);
	return BENCH_OK;
}

/* A window of fewer readings would consist mostly of its start and end. */
enum { LEAST_READINGS = 100 };

enum { LOOP_TRIES = 5, LOOP_ITERATIONS = 10000 };    /* 2.5 us at 4 GHz: accurate to one percent */

/* Number of steps of a coarse clock that timing empty windows takes. */
enum { COARSE_STEPS = 30 };

/* Returns an upper bound on a loop's cost per iteration: the cost of an empty loop, which overlaps
 * with nothing. */
static double find_loop_ns(const bench_timing *timing)
{
	double ns[LOOP_TRIES];

	for (int i = 0; i < LOOP_TRIES; i++) {
		uint64_t opened = benchi_window_open(timing);

		for (uint64_t iteration = LOOP_ITERATIONS; iteration > 0; iteration--)
			BENCH_KEEP(iteration);
		ns[i] = benchi_window_close(timing, opened);
		if (!(ns[i] > 0))
			ns[i] = 0;
	}
	benchi_sort(ns, LOOP_TRIES);
	return ns[LOOP_TRIES / 2] / LOOP_ITERATIONS;
}

/* Sets the clock, or the default one, uncalibrated. */
static bench_status take_clock(const bench_clock *clock, bench_timing *timing)
{
	memset(timing, 0, sizeof *timing);
	timing->clock = clock ? *clock : bench_clock_default();
	if (!timing->clock.now_ns)
		return clock ? benchi_fail(BENCH_ERR_ARGUMENT, "clock.now_ns is NULL")
		             : benchi_fail(BENCH_ERR_CLOCK_MISSING, "no clock works on this system");
	if (!timing->clock.name)
		timing->clock.name = "unnamed";
	return BENCH_OK;
}

/* Measures everything that the environment does not specify. */
bench_status bench_calibrate(const bench_clock *clock, bench_timing *timing)
{
	struct benchi_environment given;
	bench_status status;
	uint64_t begin;

	if (!timing)
		return benchi_fail(BENCH_ERR_ARGUMENT, "timing is NULL");
	status = take_clock(clock, timing);
	if (status == BENCH_OK)
		status = benchi_environment_read(&given);
	if (status != BENCH_OK)
		return status;
	begin = timing->clock.now_ns(timing->clock.ctx);
	status = step_find(timing, INFINITY, NULL);
	if (status == BENCH_OK)
		status = empty_find(timing);
	timing->enough_ns = fmax(given.enough_ns, LEAST_READINGS * timing->reading_ns);
	if (status == BENCH_OK && isnan(given.enough_ns))
		status = enough_find(timing);
	if (status == BENCH_OK) {
		timing->loop_given = !isnan(given.loop_ns);
		timing->loop_ns = isnan(given.loop_ns) ? find_loop_ns(timing) : given.loop_ns;
		if (!isnan(given.empty_ns))
			timing->empty_ns = given.empty_ns;
	}
	timing->elapsed_ns = benchi_elapsed_ns(&timing->clock, begin);
	return status;
}

bench_status benchi_timing_quick(const bench_options *options, double budget_ns,
                                 uint32_t *scratch, bench_timing *timing)
{
	const bench_clock *clock = options && options->clock.now_ns ? &options->clock : NULL;
	struct benchi_environment given;
	bench_status status = take_clock(clock, timing);

	if (status == BENCH_OK)
		status = benchi_environment_read(&given);
	if (status == BENCH_OK)
		status = step_find(timing, budget_ns / 10, scratch);
	if (status == BENCH_OK && !(timing->vernier && COARSE_STEPS * timing->step_ns > budget_ns / 10))
		status = empty_find(timing);
	if (status != BENCH_OK)
		return status;
	timing->enough_ns = fmax(given.enough_ns, LEAST_READINGS * timing->reading_ns);
	timing->enough_ns = fmax(timing->enough_ns, least_window_ns(timing));
	if (!isnan(given.empty_ns))
		timing->empty_ns = given.empty_ns;
	return BENCH_OK;
}

int benchi_timing_adopt(const bench_clock *clock, bench_timing *timing)
{
	enum { CONFIRM_TRIES = 5, CONFIRM_READINGS = 100 };
	struct benchi_calibration stated;
	struct benchi_environment given;
	bool confirmed = false;

	if (!benchi_calibration_given(&stated) || take_clock(clock, timing) != BENCH_OK
	    || benchi_environment_read(&given) != BENCH_OK
	    || strcmp(stated.clock, timing->clock.name) != 0)
		return 0;
	timing->step_ns = stated.step_ns;
	timing->reading_ns = stated.reading_ns;
	timing->loop_ns = isnan(given.loop_ns) ? stated.loop_ns : given.loop_ns;
	timing->loop_given = !isnan(given.loop_ns);
	timing->enough_ns = isnan(given.enough_ns) ? stated.enough_ns
	                  : fmax(given.enough_ns, LEAST_READINGS * timing->reading_ns);
	/* To confirm a coarse clock takes longer than to calibrate it, so its stated values are not
	 * used. */
	if (stated.vernier != 0 || stated.step_ns > 2 * stated.reading_ns)
		return 0;
	/* a hundred readings must take about as long as stated; repeated after an interruption */
	for (int i = 0; i < CONFIRM_TRIES && !confirmed; i++) {
		uint64_t begin = now(timing);
		double ratio;

		for (int k = 0; k < CONFIRM_READINGS; k++)
			now(timing);
		ratio = benchi_elapsed_ns(&timing->clock, begin) / CONFIRM_READINGS / timing->reading_ns;
		confirmed = ratio > 0.6 && ratio < 1.6;
	}
	if (!confirmed || empty_find(timing) != BENCH_OK)
		return 0;
	if (!isnan(given.empty_ns))
		timing->empty_ns = given.empty_ns;
	return 1;
}

bench_status benchi_timing_default(const bench_timing **timing)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	static bench_timing cached;
	static int done;
	bench_status status = BENCH_OK;

	benchi_lock_take(&lock);
	if (!done) {
		status = benchi_timing_adopt(NULL, &cached) ? BENCH_OK : bench_calibrate(NULL, &cached);
		done = status == BENCH_OK;
	}
	benchi_lock_give(&lock);
	*timing = &cached;
	return status;
}

bench_status benchi_timing_choose(const bench_options *options, bench_timing *timing)
{
	const bench_timing *cached;
	bench_status status;

	if (options && options->clock.now_ns)
		return bench_calibrate(&options->clock, timing);
	status = benchi_timing_default(&cached);
	if (status == BENCH_OK)
		*timing = *cached;
	return status;
}
