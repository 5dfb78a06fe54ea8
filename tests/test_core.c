/*
 * The clock of a simulated core is found, its references are chosen and its width is learned. The
 * number of windows is exact, since nothing depends on the machine.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "host/host.h"
#include "made_core.h"
#include "timing/timing.h"

#include <sys/wait.h>
#include <unistd.h>

static bench_options options;

static void begin(void)
{
	static const bench_options none;

	made_core_begin();
	options = none;
	options.clock = scripted_as_clock(&made_core.clock);
}

/* Simulated time since the test began. */
static double spent(void)
{
	return made_core.clock.ns - 1e9;
}

static bench_timing calibrated(void)
{
	bench_timing timing;

	ck_assert_int_eq(bench_calibrate(&options.clock, &timing), BENCH_OK);
	return timing;
}

TEST(the_clock_is_found_in_3_ms)
{
	double mhz = 1000 / 0.27;
	bench_cpu cpu;

	ck_assert_int_eq(bench_cpu_clock(&options, &cpu), BENCH_OK);
	CHECK_NUMBERS({ cpu.low < mhz && mhz < cpu.high, true }, { cpu.high < cpu.low * 1.01, true },
		{ cpu.confidence > 0.995, true }, { cpu.mhz, mhz, 0.001 * mhz },
		{ cpu.tick_ns, 0.27, 0.001 * 0.27 }, { cpu.chains, MADE_CHAINS }, { spent() > 2.5e6, true },
		{ spent() < 3.5e6, true });
}

/* A core that is still waking up is measured again until most windows are at its final speed. */
TEST(a_clock_that_rises_is_waited_for)
{
	static const double slow_ns[] = { 0.5e6, 1e6, 1.6e6, 2.2e6 };

	for (size_t i = 0; i < sizeof slow_ns / sizeof *slow_ns; i++) {
		bench_cpu cpu;

		made_core.clock.ns = 1e9;
		made_core.slow_ns = 1e9 + slow_ns[i];
		ck_assert_int_eq(bench_cpu_clock(&options, &cpu), BENCH_OK);
		ck_assert_msg(fabs(cpu.mhz * 0.27e-3 - 1) < 0.002, "%g ms: %g MHz", slow_ns[i] / 1e6,
			cpu.mhz);
	}
}

/* Every window is disturbed differently. */
TEST(what_cannot_be_decided_takes_three_tries)
{
	bench_recording *recording;
	bench_cpu cpu;

	made_core.noise = 20;
	ck_assert_int_eq(benchi_clock_find(&options, &recording, &cpu), BENCH_ERR_BUSY);
	CHECK_NUMBERS({ cpu.mhz, NAN }, { cpu.low, NAN }, { cpu.high, NAN }, { cpu.tick_ns, NAN },
		{ cpu.windows + cpu.chains, 0 }, { spent() > 210e6, true }, { spent() < 215e6, true },
		{ bench_recording_chains(recording), MADE_CHAINS });
	bench_recording_free(recording);
	options.time_ns = 20e6;
	made_core.clock.ns = 1e9;
	ck_assert_int_eq(bench_cpu_clock(&options, &cpu), BENCH_ERR_BUSY);
	CHECK_ALL(spent() > 20e6, spent() < 60e6);
}

/* A reading takes nearly twice as long for 2 of every 7 ms, as with a neighbour. */
static uint64_t uneven_now(void *ctx)
{
	struct scripted *s = ctx;

	s->reading_ns = fmod(s->ns, 7e6) < 2e6 ? 45 : 25;
	return scripted_now(s);
}

/* On a coarse clock readings are counted up to its edges; the interval must still include the
 * truth. */
TEST(a_coarse_clock_is_right_or_refused)
{
	static const double step[] = { 1e3, 1e4, 2e4, 1e5, 1e6 };
	bench_cpu cpu;

	options.clock.now_ns = uneven_now;
	for (size_t i = 0; i < 5; i++)
		for (options.seed = 0; options.seed < 5; options.seed++) {
			bench_status status;

			made_core.clock = scripted_clock(step[i], 25);
			made_core.clock.ns += 1e6 * (double)options.seed;
			status = bench_cpu_clock(&options, &cpu);
			ck_assert_int_eq(status == BENCH_ERR_CLOCK_COARSE, step[i] > 2e4);
			if (status == BENCH_OK)
				ck_assert(cpu.low <= 1e3 / .27 && 1e3 / .27 <= cpu.high);
		}
}

/* A browser's clock: each edge is displaced at random by up to a step. */
static uint64_t displaced_now(void *ctx)
{
	struct scripted *s = ctx;
	uint64_t step, edge;

	s->readings++;
	s->ns += s->reading_ns;
	step = (uint64_t)(s->ns / s->step_ns);
	edge = (step + s->random) * 6364136223846793005u + 1442695040888963407u;
	edge = (edge ^ edge >> 29) * 6364136223846793005u;
	step += s->ns / s->step_ns - floor(s->ns / s->step_ns) > (double)(edge >> 40) / (1 << 24);
	return (uint64_t)((double)step * s->step_ns);
}

TEST(a_browsers_clock_is_within_the_interval_in_19_of_20)
{
	int right = 0, vernier = 0, answers = 0;
	bench_cpu cpu;
	bench_timing timing;

	options.clock.now_ns = displaced_now;
	for (options.seed = 0; options.seed < 40; options.seed++) {
		made_core.clock = scripted_clock(5e3, 400);
		made_core.clock.random += 1000000 * options.seed;
		ck_assert_int_eq(bench_calibrate(&options.clock, &timing), BENCH_OK);
		vernier += timing.vernier;
		answers += bench_cpu_clock(&options, &cpu) == BENCH_OK;
		right += cpu.low <= 1e3 / .27 && 1e3 / .27 <= cpu.high;
	}
	CHECK_ALL(vernier <= 2, answers >= 36, right >= 36);
}

/* Other programs lengthen many windows (of 200 us) on a coarse clock. */
TEST(a_coarse_clock_needs_eight_windows_a_chain)
{
	bench_cpu cpu;

	for (options.seed = 0; options.seed < (uint64_t)check_trials(4, 20); options.seed++) {
		made_core.clock = scripted_clock(1e4, 25);
		made_core.clock.random += options.seed;
		made_core.clock.pause_every = 1000;
		made_core.clock.pause_ns = 5e3;
		ck_assert_int_eq(bench_cpu_clock(&options, &cpu), BENCH_OK);
		CHECK_ALL(cpu.windows >= 8 * benchi_chains_count, fabs(cpu.mhz * .27e-3 - 1) < 0.01);
	}
}

TEST(a_clock_that_stops_ends_the_search)
{
	static const double stops_ns[] = { 1e5, 1e6, 2.4e6 };
	bench_cpu cpu;

	for (size_t i = 0; i < 3; i++) {
		made_core.clock = scripted_clock(1, 25);
		made_core.clock.stops_ns = made_core.clock.ns + stops_ns[i];
		ck_assert_int_eq(bench_cpu_clock(&options, &cpu), BENCH_ERR_CLOCK_STILL);
	}
}

TEST(nonsense_is_refused)
{
	static const double bad[] = { -1, NAN, 1e13, INFINITY };
	bench_recording *recording = bench_recording_new();
	bench_cpu cpu;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		options.time_ns = bad[i];
		ck_assert_int_eq(bench_cpu_clock(&options, &cpu), BENCH_ERR_ARGUMENT);
		ck_assert_int_eq(bench_recording_measure(recording, &options), BENCH_ERR_ARGUMENT);
	}
	options.time_ns = 0;
	ck_assert_int_eq(bench_cpu_clock(&options, NULL), BENCH_ERR_ARGUMENT);
	ck_assert_int_eq(bench_recording_measure(NULL, &options), BENCH_ERR_ARGUMENT);
	bench_recording_free(recording);
}

/* At least 24 rounds even if time is short; each has one sufficiently long window per chain. */
TEST(a_recording_has_24_rounds_at_least)
{
	bench_recording *recording = bench_recording_new();
	size_t windows[MADE_CHAINS] = { 0 };

	options.time_ns = 1e6;
	ck_assert_int_eq(bench_recording_measure(recording, &options), BENCH_OK);
	ck_assert_uint_eq(bench_recording_windows(recording), 24 * MADE_CHAINS);
	for (size_t i = 0; i < bench_recording_windows(recording); i++)
		for (size_t k = 0; k < MADE_CHAINS; k++)
			if (strcmp(bench_recording_window(recording, i).expression,
			           benchi_chains[k].expression) == 0) {
				bench_cpu_window window = bench_recording_window(recording, i);

				windows[k]++;
				CHECK_NUMBERS({ window.ns >= 14000, true }, { window.ns <= 20000, true },
					{ fmod(window.operations, benchi_chains[k].operations), 0 });
			}
	for (size_t k = 0; k < MADE_CHAINS; k++)
		ck_assert_uint_eq(windows[k], 24);
	bench_recording_free(recording);
}

/* A window's size is limited to the iterations that fit at 5 ns each. */
TEST(a_chain_that_takes_no_time_is_not_sized)
{
	bench_timing timing = calibrated();
	bench_recording *recording = bench_recording_new();
	uint64_t iterations = benchi_chain_iterations(&timing, timing.enough_ns, made_float_add);

	ck_assert_double_ge((double)iterations * 81, timing.enough_ns);
	ck_assert_double_lt((double)iterations * 81, 1.3 * timing.enough_ns);
	made_core.tick_ns = 0;
	ck_assert_uint_eq(benchi_chain_iterations(&timing, timing.enough_ns, made_float_add), 0);
	ck_assert_int_eq(benchi_record_windows(&timing, &(struct benchi_recording_end){
		.time_ns = 1e6 }, 0, recording), BENCH_ERR_NO_TICK);
	ck_assert_ptr_nonnull(strstr(bench_detail(), "does not follow"));
	bench_recording_free(recording);
}

static const struct benchi_reference *reference_found(const bench_timing *timing)
{
	const struct benchi_reference *reference;

	ck_assert_int_eq(benchi_reference_default(timing, &reference), BENCH_OK);
	return reference;
}

/* The chain with the fewest instructions per tick, and a chain with different ticks that
 * confirms it. */
TEST(the_references_are_chosen)
{
	bench_timing timing = calibrated();
	double before = spent(), after;
	const struct benchi_reference *r;

	ck_assert(isnan(benchi_tick_noted()));
	r = reference_found(&timing);
	after = spent();
	CHECK_NUMBERS({ after - before < 6e6, true },
		{ r->low_ipc == made_float_add && r->other.run == made_multiply_xor, true },
		{ ((double)r->low_ipc_iterations * 81) >= timing.enough_ns, true },
		{ ((double)r->other.iterations * 54) >= timing.enough_ns, true },
		{ r->high_ipc == benchi_chain_saturate, true },
		{ ((double)r->high_ipc_iterations * 801.5 / 12 * 0.27) >= timing.enough_ns, true },
		{ r->low_ipc_ticks, 300 }, { r->other.ticks, 200 }, { r->tick_ns, 0.27, 0.0003 },
		{ benchi_tick_noted(), r->tick_ns });
	CHECK_TEXTS({ r->expression, "d + k" }, { r->other.expression, "(a * k) ^ m" });
	ck_assert_ptr_eq(reference_found(&timing), r);
	ck_assert_double_le(spent() - after, 50);
}

/* A chain that is 2 % off a whole number of ticks cannot be a reference. One that is 1 % off (as in
 * builds without optimisation) is used only if none is closer. */
TEST(a_reference_takes_whole_ticks)
{
	static const struct { double more; const char *chosen; } of[] = { { 1.02, "d * k" },
		{ 1.01, "d * k" }, { 1.003, "d + k" } };
	bench_timing timing = calibrated();

	/* a process finds its reference once */
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		pid_t child = fork();
		int status;

		if (child == 0) {
			made_core.odd_more = of[i].more;
			_exit(strcmp(reference_found(&timing)->expression, of[i].chosen) != 0);
		}
		ck_assert(waitpid(child, &status, 0) == child && status == 0);
	}
}

/* A failing search makes two recordings of 27 ms, then of 54 ms, up to 300 ms. Later it may use
 * a tenth of the elapsed time. */
TEST(a_search_has_patience)
{
	bench_timing timing = calibrated();
	const struct benchi_reference *reference;
	double before = spent(), after;

	made_core.noise = 0.5;
	ck_assert_int_ne(benchi_reference_default(&timing, &reference), BENCH_OK);
	after = spent();
	CHECK_ALL(after - before > 2 * 27e6 + 5 * 54e6, after - before < 2 * 27e6 + 5 * 54e6 + 10e6);
	ck_assert_int_ne(benchi_reference_default(&timing, &reference), BENCH_OK);
	CHECK_NUMBERS({ spent() - after < 100, true }, { benchi_tick_noted(), NAN });
	made_core.clock.ns += 4e9;
	made_core.noise = 0;
	ck_assert_int_eq(benchi_reference_default(&timing, &reference), BENCH_OK);
}

TEST(a_reference_is_sized_for_another_clock)
{
	bench_timing timing = calibrated();
	struct benchi_reference r = *reference_found(&timing), none = r;

	timing.enough_ns *= 10;
	benchi_reference_fit(&timing, &r);
	ck_assert_double_ge((double)r.low_ipc_iterations * 81, timing.enough_ns);
	ck_assert_double_lt((double)r.low_ipc_iterations * 81, 1.3 * timing.enough_ns);
	ck_assert_double_ge((double)r.high_ipc_iterations * 801.5 / 12 * 0.27, timing.enough_ns);
	made_core.tick_ns = 0;
	benchi_reference_fit(&timing, &none);
	ck_assert(!none.low_ipc && !none.high_ipc);
}

TEST(the_width_is_learned_in_eight_windows)
{
	bench_timing timing = calibrated();
	struct benchi_reference r = *reference_found(&timing);
	double before = spent();

	ck_assert_int_eq(r.width_sure, 0);
	benchi_width_settle(&timing, &r);
	CHECK_NUMBERS({ r.width_sure, 1 }, { r.high_ipc_ticks, 801.5 / 12, 0.1 });
	/* windows of a quarter, a half and a quarter of the usual length */
	ck_assert_double_gt(spent() - before, 8 * timing.enough_ns);
	ck_assert_double_lt(spent() - before, 8 * 1.2 * timing.enough_ns);
	before = spent();
	benchi_width_settle(&timing, &r);
	ck_assert_double_eq(spent(), before);
}

/* With a neighbour that leaves half the core: 6 ms per attempt, 200 ms in all, and the width
 * stays uncertain. */
TEST(a_width_that_stays_uncertain_costs_200_ms)
{
	bench_timing timing = calibrated();
	struct benchi_reference r = *reference_found(&timing);
	double before = spent(), first;

	made_core.slots = 6;
	made_core.wide_more = 1.2;
	benchi_width_settle(&timing, &r);
	first = spent() - before;
	CHECK_ALL(first > 6e6, first < 6e6 + 84 * 3 * 1.3 * timing.enough_ns);
	for (int i = 0; i < 35; i++)
		benchi_width_settle(&timing, &r);
	CHECK_NUMBERS({ r.width_sure, 0 }, { r.high_ipc_ticks, 801.5 / 6, 0.2 },
		{ spent() - before > 200e6, true }, { spent() - before < 205e6, true });
}

/* Waits until the neighbour is gone or the time limit is reached. */
TEST(the_core_is_waited_for)
{
	bench_timing timing = calibrated();
	struct benchi_reference r = *reference_found(&timing);
	double before;

	benchi_width_settle(&timing, &r);
	before = spent();
	ck_assert_double_lt(benchi_width_wait(&timing, &r, 1e6), 50e3);
	ck_assert_double_eq(benchi_width_wait(&timing, &r, 0), 0);
	made_core.slots = 6;
	ck_assert_double_eq_tol(benchi_width_wait(&timing, &r, 1e6), 1e6, 60e3);
	made_core.quiet_ns = made_core.clock.ns + 3e6;
	ck_assert_double_eq_tol(benchi_width_wait(&timing, &r, 10e6), 3e6, 60e3);
	ck_assert_double_gt(spent() - before, 4e6);
	made_core.quiet_ns = 0;
	made_core.slots = 12 / 1.03;
	ck_assert_double_eq_tol(benchi_width_wait(&timing, &r, 1e6), 1e6, 60e3);
	made_core.slots = 12 / 1.02;
	ck_assert_double_lt(benchi_width_wait(&timing, &r, 1e6), 50e3);
	made_core.slots = 6;
	r.high_ipc_iterations /= 2;     /* now shorter than the other window: no ratio ends the wait */
	/* the clock stops in windows of both kinds */
	for (double stops = 1e5; stops < 2e5; stops += 1e3) {
		made_core.clock.stops_ns = made_core.clock.ns + stops;
		ck_assert_double_le(benchi_width_wait(&timing, &r, 1e6), 2e5);
	}
}

/* What another process found, as text; its width is adopted too. */
static struct benchi_calibration stated(void)
{
	struct benchi_calibration c = { .step_ns = 1, .reading_ns = 25,
		.enough_ns = 15e3, .loop_ns = 0, .tick_ns = 0.26, .low_ticks = 300, .low_iterations = 190,
		.other_ticks = 200, .other_iterations = 290, .high_ticks = 66.8, .high_iterations = 850,
		.width_sure = 1, .region_ns = 30, .clock = "scripted",
		.low = "d * k", .other = "(a * k) ^ m", .high = "nop" };

	benchi_processor_name(c.processor, sizeof c.processor);
	return c;
}

/* Finds the reference in a child process with this calibration; returns whether it is the stated
 * one, without a recording. */
static bool adopted(struct benchi_calibration c, struct benchi_reference *r)
{
	char text[BENCHI_CALIBRATION_TEXT];
	bench_timing timing = calibrated();
	int ends[2], status;
	pid_t child;

	ck_assert_uint_gt(benchi_calibration_write(&c, text, sizeof text), 0);
	ck_assert_int_eq(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		double before = spent();
		const struct benchi_reference *found;

		setenv("BENCH_CALIBRATION", text, 1);
		made_core.windows = 0;
		status = benchi_reference_default(&timing, &found) != BENCH_OK || made_core.windows > 24
		         || spent() - before > 5e6 || isnan(benchi_tick_noted());
		_exit(write(ends[1], found, sizeof *r) == (ssize_t)sizeof *r ? status : 2);
	}
	close(ends[1]);
	ck_assert_int_eq(read(ends[0], r, sizeof *r), sizeof *r);
	close(ends[0]);
	ck_assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) < 2);
	return WEXITSTATUS(status) == 0;
}

TEST(a_statement_becomes_the_reference)
{
	struct benchi_calibration c = stated();
	struct benchi_reference r;

	made_core.fixed_ticks = 12;
	ck_assert(adopted(c, &r));
	CHECK_NUMBERS({ r.low_ipc == made_float_multiply && r.other.run == made_multiply_xor, true },
		{ r.low_ipc_ticks, 300 }, { r.other.ticks, 200 }, { r.low_ipc_iterations, 190 },
		{ r.other.iterations, 290 },
		{ r.high_ipc == benchi_chain_saturate && r.high_ipc_ticks == 66.8, true },
		{ r.high_ipc_iterations, 850 }, { r.width_sure, 1 },
		{ r.tick_ns, 0.27, 0.0001 });
	CHECK_TEXTS({ r.expression, "d * k" }, { r.other.expression, "(a * k) ^ m" });
	c.high_iterations = 1;
	ck_assert(adopted(c, &r));
	ck_assert(r.high_ipc == benchi_chain_saturate && r.high_ipc_iterations == 1);
	strcpy(c.high, "other");
	ck_assert(adopted(c, &r));
	ck_assert(!r.high_ipc && !r.width_sure);
	strcpy(c.other, "a >>= b");     /* the first of the chains */
	c.other_ticks = 100;
	ck_assert(adopted(c, &r));
	ck_assert(r.other.run == made_shift);
}

TEST(a_statement_that_contradicts_itself_is_refused)
{
	struct benchi_calibration wrong[8];
	struct benchi_reference r;

	for (size_t i = 0; i < 8; i++)
		wrong[i] = stated();
	/* the ratios are right, but not the tick */
	wrong[0].low_ticks = 600, wrong[0].other_ticks = 400;
	wrong[1].low_ticks = 310;
	strcpy(wrong[2].other, wrong[2].low);
	strcpy(wrong[3].low, "d - k");
	strcat(wrong[4].processor, "X");
	wrong[5].tick_ns = NAN;
	wrong[6].low_iterations = 1.3e7;        /* windows of more than a second */
	wrong[7].other_iterations = 1.93e7;
	for (size_t i = 0; i < 8; i++)
		ck_assert_msg(!adopted(wrong[i], &r), "case %d", (int)i);
}

/* The ratio of the two chains' shortest windows must be the stated one, to 1 %. */
TEST(a_statement_must_be_confirmed)
{
	static const struct {
		double low_ticks, other_ticks, odd_more;
		int interrupted;
		bool confirmed;
	} of[] = { { 300, 200, 1, 0, true }, { 300, 200, 1, 3, true }, { 300, 200, 1, -3, true },
		{ 300, 200, 1.008, 0, true }, { 300, 200, .992, 0, true }, { 300, 200, 1.012, 0, false },
		{ 300, 200, .988, 0, false }, { 400, 150, 1, 0, false }, { 300, 250, 1, 0, false },
		{ 400, 150, 1, -3, false }, { 200, 150, 1, 5, false }, { 500, 350, 1, 0, false } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct benchi_calibration c = stated();
		struct benchi_reference r;

		strcpy(c.low, "d + k");
		c.low_ticks = of[i].low_ticks;
		c.other_ticks = of[i].other_ticks;
		made_core.odd_more = of[i].odd_more;
		made_core.interrupted = of[i].interrupted;
		ck_assert_msg(adopted(c, &r) == of[i].confirmed, "case %zu", i);
		made_core.interrupted = 0;
	}
}

CHECK_SUITE_BETWEEN("core", begin, NULL)
