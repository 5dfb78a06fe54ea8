/*
 * Picking while other programs use the processor, on a simulated machine with a clock that also
 * runs while the thread does not.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "clock/clock.h"
#include "measure/measure.h"
#include "stats/stats.h"

#define LOST_NS 10e6

static struct {
	/* the clock's time, and the part of it in which the thread did not run */
	double ns, others_ns;
	uint64_t preemptions;   /* how often the system preempted the thread */
	uint64_t waits;         /* how often it slept */
	double busy;            /* probability of a preemption between two windows */
	int closed;             /* readings since a body ended */
	int calls_left;         /* the system call after which the thread is preempted; 0: none */
	uint64_t random;
} machine;

static struct rival {
	double ns;              /* time per iteration */
	double others_ns;       /* the first `waits` calls lose the processor for this time */
	int waits, taken;       /* not 0: lost by preemption, not by sleeping */
	uint64_t calls;
} rival[4];

static bench_case c[4];
static bench_choice choice;

static uint64_t now(void *ctx)
{
	machine.ns += 20;
	if (++machine.closed == 2 && benchi_draw_unit(&machine.random) < machine.busy) {
		machine.ns += 1.5e6;
		machine.others_ns += 1.5e6;
		machine.preemptions++;
	}
	return (uint64_t)(machine.ns / 10) * 10;
}

bench_clock bench_clock_default(void)
{
	return (bench_clock){ "made", now, NULL };
}

/* A system call returns: the thread may have to wait. */
static void call_returns(void)
{
	if (machine.calls_left == 0 || --machine.calls_left > 0)
		return;
	machine.ns += LOST_NS;
	machine.others_ns += LOST_NS;
	machine.preemptions++;
}

double benchi_thread_cpu_ns(void)
{
	double ns = machine.ns - machine.others_ns;

	call_returns();
	return ns;
}

double benchi_steady_ns(void)
{
	return machine.ns;
}

uint64_t benchi_thread_preemptions(void)
{
	uint64_t n = machine.preemptions;

	call_returns();
	return n;
}

uint64_t benchi_thread_waits(void)
{
	return machine.waits;
}

void benchi_sleep(double ns)
{
	machine.ns += ns;
}

void benchi_yield(void)
{
}

static void body(uint64_t n, void *arg)
{
	struct rival *r = arg;

	r->calls++;
	machine.ns += (double)n * r->ns;
	if (r->waits-- > 0) {
		machine.ns += r->others_ns;
		machine.others_ns += r->others_ns;
		machine.preemptions += r->taken != 0;
		machine.waits += !r->taken;
	}
}

/* Three candidates with these times per iteration. */
static void begin(double ns0, double ns1, double ns2)
{
	const double ns[3] = { ns0, ns1, ns2 };

	memset(&machine, 0, sizeof machine);
	for (size_t i = 0; i < 3; i++) {
		rival[i] = (struct rival){ .ns = ns[i] };
		c[i] = (bench_case){ .body = body, .arg = &rival[i] };
	}
}

static size_t pick(const char *incumbent, unsigned flags)
{
	const bench_pick_options options = { .incumbent = incumbent, .flags = flags };

	ck_assert_int_eq(bench_pick(c, 3, &options, &choice), BENCH_OK);
	return choice.index;
}

/* Picks. In the first `waits` calls of candidate `which` others have the processor for
 * others_ns; taken: by preemption. Expects this choice and number of untried candidates. */
static void expect(int which, double others_ns, int waits, int taken, unsigned flags, size_t index,
                   size_t untried)
{
	rival[which].others_ns = others_ns;
	rival[which].waits = waits;
	rival[which].taken = taken;
	ck_assert_uint_eq(pick(NULL, flags), index);
	ck_assert_uint_eq(choice.untried, untried);
}

/* The thread runs during half of each call. */
TEST(processor_time_is_that_of_the_windows_alone)
{
	struct benchi_busy busy = { 0, 0 };
	const struct benchi_round_sink sink = { .busy = &busy };
	bench_summary result;

	begin(8e6, 0, 0);
	rival[0].others_ns = 8e6;
	rival[0].waits = 1000000;
	ck_assert_int_eq(benchi_measure_rounds(&c[0], NULL, &sink, &result), BENCH_OK);
	CHECK_NUMBERS({ busy.iterations >= 1, true }, { busy.cpu_ns / busy.iterations, 8e6, 1e3 });
}

/* 10 ns per iteration; every 400,000th takes 2 ms. */
static void bursts(uint64_t n, void *arg)
{
	uint64_t *calls = arg;

	for (; n > 0; n--)
		machine.ns += ++*calls % 400000 ? 10 : 2e6;
	machine.closed = 0;
}

/* Preemption between windows must not count as part of a burst in the next window. */
TEST(what_is_lost_between_windows_is_no_part_of_a_burst)
{
	for (int busy = 0; busy < 3; busy++) {
		uint64_t calls = 0;
		const bench_case item = { .body = bursts, .arg = &calls };
		const bench_options options = { .time_ns = 8e9 };
		bench_summary result;

		begin(0, 0, 0);
		machine.busy = busy * 0.2;
		machine.random = (uint64_t)busy;
		ck_assert_int_eq(benchi_measure_rounds(&item, &options, NULL, &result), BENCH_OK);
		CHECK_NUMBERS({ result.mean_ns, 15, .75 });
	}
}

/* A thread is often preempted when a system call returns, also one that reads the figures. */
TEST(a_loss_while_figures_are_read_is_counted_once)
{
	for (int calls = 1; calls <= 9; calls++) {
		struct benchi_presence moment;

		memset(&machine, 0, sizeof machine);
		machine.calls_left = calls;
		moment = benchi_presence_now();
		for (int i = 0; i < 3; i++) {
			machine.ns += 5e3;
			benchi_presence_own_ns(&moment, 0, 1);
		}
		ck_assert_double_eq(moment.lost_ns, LOST_NS);
	}
}

/* Of a stated time others may take most, of the default time nothing. */
TEST(what_others_take_is_no_part_of_the_default_time)
{
	for (int stated = 0; stated < 2; stated++) {
		uint64_t calls = 0;
		const bench_case item = { .body = bursts, .arg = &calls };
		const bench_options options = { .time_ns = stated ? 12e6 : 0 };
		bench_summary result;

		begin(0, 0, 0);
		machine.busy = 0.3;
		machine.random = 2;
		ck_assert_int_eq(benchi_measure_rounds(&item, &options, NULL, &result), BENCH_OK);
		CHECK_NUMBERS({ machine.ns - machine.others_ns > 3e6, !stated });
	}
}

TEST(a_budget_that_others_use_up_is_not_spent)
{
	begin(290e3, 3000, 1000);
	expect(0, 60e6, 1, 0, 0, 2, 0);
	ck_assert_int_eq(choice.end, BENCH_PICK_END_SURE);
}

static void sleeps(void *arg)
{
	machine.ns += 1e6;
	machine.others_ns += 1e6;
	machine.waits++;
}

/* As when many programs start at once. A preemption of 900 ms does not end the pick, whether or not
 * a setup slept; 2100 ms end it after the first call. */
TEST(what_the_system_takes_ends_it_after_a_hundred_times_the_budget)
{
	for (int i = 0; i < 2; i++) {
		begin(290e3, 3000, 1000);
		c[1].setup = i ? sleeps : NULL;
		expect(0, 900e6, 1, 1, 0, 2, 0);
		ck_assert_int_eq(choice.end, BENCH_PICK_END_SURE);
	}
	begin(290e3, 3000, 1000);
	expect(0, 2100e6, 1, 1, 0, 0, 2);
}

TEST(one_whose_first_call_is_interrupted_is_called_again)
{
	begin(290e3, 3000, 1000);
	expect(2, 150e6, 1, 0, 0, 2, 0);
	begin(290e3, 3000, 1000);
	expect(2, 250e6, 1, 0, BENCH_PICK_EXTEND, 2, 0);
}

/* The slow candidate uses up the budget, so there is no round. */
TEST(one_whose_first_calls_all_are_interrupted_is_not_slow)
{
	begin(15e6, 12e6, 1000);
	expect(2, 60e6, 2, 1, BENCH_PICK_EXTEND, 2, 0);
}

TEST(one_that_sleeps_ends_it_by_the_clock)
{
	begin(10, 10, 10);
	for (size_t i = 0; i < 3; i++) {
		rival[i].others_ns = 5e6;
		rival[i].waits = 1000;
	}
	pick(NULL, 0);
	CHECK_NUMBERS({ choice.end, BENCH_PICK_END_BUDGET }, { choice.elapsed_ns > 150e6, true },
		{ choice.elapsed_ns < 250e6, true });
}

TEST(nothing_that_ran_once_replaces_the_default)
{
	begin(15e6, 12e6, 14e6);
	ck_assert_uint_eq(pick("2", 0), 2);
	CHECK_NUMBERS({ choice.untried, 1 }, { choice.first_untried, 1 });
	begin(15e6, 12e6, 14e6);
	ck_assert_uint_eq(pick(NULL, 0), 0);
	begin(15e6, 12e6, 14e6);
	ck_assert_uint_eq(pick(NULL, BENCH_PICK_EXTEND), 1);
	for (size_t i = 0; i < 3; i++)
		ck_assert_uint_eq(rival[i].calls, 2);
}

TEST(a_deadline_is_one_of_the_clock)
{
	const bench_pick_options options = { .time_ns = 20e6 };

	begin(1000, 900, 0);
	rival[0].others_ns = 1e6;
	rival[0].waits = 1000;
	ck_assert_int_eq(bench_challenge(c, &options, 12000000, &choice), BENCH_OK);
	ck_assert_double_lt(machine.ns, 14e6);
}

CHECK_SUITE("budget")
