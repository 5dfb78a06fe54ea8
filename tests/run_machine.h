/*
 * A simulated machine whose windows have the lengths that a test sets, and BENCH on it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RUN_MACHINE_H
#define RUN_MACHINE_H

#include "measure/measure.h"
#include "scripted.h"

/* A machine: sets the length of each window. */
struct machine {
	struct scripted clock;
	double tick_ns, work_ticks, loop_ticks;
	double busy_slower;     /* a neighbour slows the high-IPC reference by this share */
	int neighbour_every;    /* in one of this number of rounds; 0: never; -n: in all but one of n */
	double neighbour_until; /* and also the body's work, until this clock time; 0: never */
	int merged;             /* the compiler merged the instances into one */
	double crowd;           /* each further instance makes everything this share slower */
	double turn_floor;      /* minimum ticks of a loop iteration */
	bool turn_whole;        /* an iteration takes whole ticks */
	double first_ns;        /* added to the body's first window */
	uint64_t cold;          /* number of first iterations that take 20 times as long */
	double cold_times;      /* or cold_times as long, if that is set */
	double grow;            /* an iteration gets this share slower with each window */
	double mode;            /* two of every four windows take this share longer */
	unsigned interrupted_every;     /* one of this number of windows takes 100 us longer */
	uint64_t rare, done;    /* of this number of iterations the last takes rare_ticks more */
	double rare_ticks;
	unsigned calm_windows, windows;
};

static struct machine the_machine;  /* global, since a chain's body has no argument */

static void low_ipc(uint64_t iterations)
{
	the_machine.clock.ns += ((double)iterations * 300 + BENCHI_WINDOW_TICKS) * the_machine.tick_ns;
	the_machine.calm_windows++;
}

static void high_ipc(uint64_t iterations)
{
	double slower = 1;
	int every = the_machine.neighbour_every;

	if (every && (the_machine.calm_windows % (unsigned)abs(every) == 0) == (every > 0))
		slower += the_machine.busy_slower;
	if (the_machine.clock.ns < the_machine.neighbour_until)
		slower = 2;
	the_machine.clock.ns += ((double)iterations * 200 + BENCHI_WINDOW_TICKS) * the_machine.tick_ns
		* slower;
}

static void loop_of(int instances, uint64_t iterations)
{
	const struct machine *m = &the_machine;
	double works = m->merged && instances > 1 ? 1 : instances;
	double turn = fmax(works * m->work_ticks + m->loop_ticks, m->turn_floor);

	if (m->turn_whole)
		turn = ceil(turn);
	if (instances > 1)
		turn *= 1 + m->crowd * (instances - 1);
	if (m->clock.ns < m->neighbour_until)
		turn *= 2;
	if (m->cold > 0 && instances > 0) {
		turn *= m->cold_times > 0 ? m->cold_times : 20;
		the_machine.cold -= m->cold < iterations ? m->cold : iterations;
	}
	turn *= 1 + m->grow * m->windows + (m->windows & 2 ? m->mode : 0);
	the_machine.clock.ns += ((double)iterations * turn + BENCHI_WINDOW_TICKS) * m->tick_ns;
	if (instances > 0) {
		uint64_t done = m->done + iterations * (uint64_t)instances;

		if (m->rare > 0)
			the_machine.clock.ns += (double)(done / m->rare - m->done / m->rare) * m->rare_ticks
				* m->tick_ns;
		the_machine.done = done;
		the_machine.windows++;
		if (m->interrupted_every > 0 && m->windows % m->interrupted_every == 0)
			the_machine.clock.ns += 1e5;
		the_machine.clock.ns += m->first_ns;
		the_machine.first_ns = 0;
	}
}

static inline struct machine machine(double work_ticks, double loop_ticks)
{
	struct machine m = { .clock = scripted_clock(10, 25), .tick_ns = 0.27, .work_ticks = work_ticks,
		.loop_ticks = loop_ticks };

	return m;
}

/* The machine's references, as they are undisturbed. */
static inline struct benchi_reference machine_reference(void)
{
	struct benchi_reference scripted = { .low_ipc = low_ipc, .high_ipc = high_ipc,
		.low_ipc_iterations = 200, .high_ipc_iterations = 300,
		.low_ipc_ticks = 300, .high_ipc_ticks = 200, .tick_ns = 0.27,
		.expression = "scripted", .width_sure = 1 };

	return scripted;
}

/* Runs BENCH on the machine with these options. */
static inline bench_summary bench_begun(struct benchi_beginning beginning, bench_options options)
{
	static struct benchi_run run;
	uint64_t iterations;
	int instances;

	options.clock = scripted_as_clock(&the_machine.clock);
	beginning.options = &options;
	benchi_run_begin(&run, &beginning);
	while ((instances = benchi_run_next(&run, &iterations)) >= 0) {
		if (beginning.function)
			loop_of(1, iterations * (uint64_t)instances);
		else
			loop_of(instances, iterations);
		benchi_run_close(&run, 0);
	}
	return *bench_last();
}

/* The same with a scripted reference or without one; rounds: their number, 0: until enough. */
static inline bench_summary bench_rounds(struct machine m, int reference, size_t rounds)
{
	bench_options options = { .rounds = rounds, .time_ns = 12e6 };
	struct benchi_reference none = { .low_ipc = NULL }, scripted = machine_reference();
	struct benchi_beginning beginning = { .loops = 1, .reference = reference ? &scripted : &none };

	the_machine = m;
	return bench_begun(beginning, options);
}

static inline bench_summary bench(struct machine m, int reference)
{
	return bench_rounds(m, reference, 0);
}

#endif
