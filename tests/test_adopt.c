/*
 * A calibration from another process is read completely or not at all, and adopted only if this
 * (scripted) machine confirms it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "cycle/cycle.h"
#include "host/host.h"
#include "scripted.h"
#include "timing/timing.h"
#include "cycle/reference.c"

/* A machine with two chains, and their ticks per iteration. */
static struct machine {
	struct scripted clock;
	double tick_ns, low_ticks, other_ticks;
	int interrupted_every;      /* -n: all windows except every n-th */
	int windows;
	uint64_t longest;           /* in iterations */
} machine;

static void work(double ticks, uint64_t iterations)
{
	int every = machine.interrupted_every, hit;

	machine.clock.ns += (double)iterations * ticks * machine.tick_ns;
	machine.windows++;
	if (iterations > machine.longest)
		machine.longest = iterations;
	hit = every != 0 && (machine.windows % abs(every) == 0) == (every > 0);
	machine.clock.ns += hit ? 1e5 * machine.windows : 0;
}

static void low(uint64_t iterations)
{
	work(machine.low_ticks, iterations);
}

static void other(uint64_t iterations)
{
	work(machine.other_ticks, iterations);
}

static struct benchi_reference stated(double low_ticks, double other_ticks)
{
	struct benchi_reference r = { .low_ipc = low, .low_ipc_iterations = 200,
		.low_ipc_ticks = low_ticks, .tick_ns = 0.3, .other = { other, "other", other_ticks, 200 } };

	return r;
}

/* Confirms a statement about a machine of 3 and 4 ticks; returns the answer. */
static int confirmed(double low_ticks, double other_ticks, int interrupted_every, double *tick_ns)
{
	struct benchi_reference reference = stated(low_ticks, other_ticks);
	struct machine begin = { scripted_clock(10, 25), 0.25, 300, 400, interrupted_every, 0, 0 };
	bench_timing timing;
	bench_clock clock;
	int answer;

	machine = begin;
	clock = scripted_as_clock(&machine.clock);
	ck_assert_int_eq(bench_calibrate(&clock, &timing), BENCH_OK);
	begin.clock.ns = machine.clock.ns;
	answer = reference_confirm(&timing, &reference);
	ck_assert_int_le(machine.windows, 24);
	*tick_ns = reference.tick_ns;
	return answer;
}

TEST(the_right_ticks_are_confirmed_and_the_tick_is_taken_again)
{
	double tick_ns;

	ck_assert_int_eq(confirmed(300, 400, 0, &tick_ns), 1);
	ck_assert_double_eq_tol(tick_ns, 0.25, 0.0005);
	ck_assert_int_eq(confirmed(300, 400, 3, &tick_ns), 1);
}

/* One of every three windows is interrupted. */
TEST(the_least_disturbed_windows_confirm)
{
	double tick_ns;

	ck_assert_int_eq(confirmed(300, 400, -3, &tick_ns), 1);
	ck_assert_double_eq_tol(tick_ns, 0.25, 0.0005);
	ck_assert_int_eq(confirmed(400, 400, -3, &tick_ns), 0);
}

/* If a recording of 27 ms is refused, for example because of other processes, longer ones
 * follow. */
TEST(refused_recordings_are_followed_by_longer_ones_within_bounds)
{
	double spent = 0, first = reference_try_ns(0, 0, 0), next, longest = 0;

	for (uint64_t tries = 0; (next = reference_try_ns(tries, spent, spent)) > 0; tries++) {
		spent += next;
		longest = fmax(longest, next);
	}
	CHECK_NUMBERS({ longest > 1.5 * first, true }, { spent > 250e6, true }, { spent < 400e6, true },
		{ reference_try_ns(9, spent, 9 * spent), 0 },
		{ reference_try_ns(9, spent, 11 * spent) > 0, true });
}

/* 12 windows of each chain, of at most 30,000 ticks; the ratio must agree within 1 %. */
TEST(wrong_ticks_are_refuted)
{
	static const double wrong[][2] = { { 400, 400 }, { 300, 394.5 }, { 300, 405.5 },
		{ 300, 500 }, { 400, 300 }, { 200, 300 }, { 500, 700 }, { 300, 408 } };
	double tick_ns;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		ck_assert_int_eq(confirmed(wrong[i][0], wrong[i][1], 0, &tick_ns), 0);
		ck_assert_int_eq(machine.windows, 24);
		ck_assert_uint_eq(machine.longest, 1 + (uint64_t)(30000 / fmin(wrong[i][0], wrong[i][1])));
		ck_assert_int_eq(confirmed(wrong[i][0], wrong[i][1], 5, &tick_ns), 0);
	}
	ck_assert_int_eq(confirmed(300, 397.2, 0, &tick_ns), 1);
	ck_assert_int_eq(confirmed(300, 402.8, 0, &tick_ns), 1);
}

/* A calibration that another process on this machine could have given. */
static struct benchi_calibration given(void)
{
	struct benchi_calibration c = { .step_ns = 10, .reading_ns = 25.5,
		.enough_ns = 12e3, .loop_ns = 0.27, .vernier = 0, .tick_ns = 0.27, .low_ticks = 300,
		.low_iterations = 150, .other_ticks = 200, .other_iterations = 220, .high_ticks = NAN,
		.high_iterations = NAN, .width_sure = NAN, .region_ns = 30,
		.clock = "monotonic",
		.low = "d + k", .other = "(a * k) ^ m" };

	benchi_processor_name(c.processor, sizeof c.processor);
	return c;
}

static const char *line(struct benchi_calibration c)
{
	static char text[BENCHI_CALIBRATION_TEXT];

	ck_assert_uint_gt(benchi_calibration_write(&c, text, sizeof text), 100);
	return text;
}

/* The ends of a number's range can be read back; values beyond them are refused. */
TEST(numbers_have_ranges)
{
#define OF(member) offsetof(struct benchi_calibration, member)
	static const struct { size_t offset; double min, max; } of[] = { { OF(step_ns), 1e-3, 1e9 },
		{ OF(reading_ns), 1e-3, 1e9 }, { OF(enough_ns), 1, 1e9 }, { OF(loop_ns), 0, 1e9 },
		{ OF(tick_ns), 1e-2, 1e6 }, { OF(low_ticks), 1, 1e6 }, { OF(low_iterations), 1, 1e12 },
		{ OF(other_ticks), 1, 1e6 }, { OF(other_iterations), 1, 1e12 },
		{ OF(high_ticks), 1, 1e6 }, { OF(high_iterations), 1, 1e12 },
		{ OF(region_ns), -1e9, 1e9 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const double min = of[i].min, value[] = { min, of[i].max, 1.5 * of[i].max,
			min < 0 ? 1.5 * min : min > 0 ? min / 1.5 : -1 };

		for (int k = 0; k < 4; k++) {
			struct benchi_calibration c = given(), back;

			memcpy((char *)&c + of[i].offset, &value[k], sizeof value[k]);
			ck_assert_int_eq(benchi_calibration_read(line(c), &back), k < 2);
		}
	}
}

TEST(a_line_is_read_back)
{
	struct benchi_calibration c = given(), back;
	char text[BENCHI_CALIBRATION_TEXT];
	size_t length = benchi_calibration_write(&c, text, sizeof text);

	CHECK_NUMBERS({ length, strlen(text) }, { !strchr(text, '\n'), true });
	ck_assert_int_eq(benchi_calibration_read(text, &back), 1);
	CHECK_NUMBERS({ back.region_ns, 30 }, { back.high_ticks, NAN });
	ck_assert_str_eq(back.processor, c.processor);
	ck_assert_uint_eq(benchi_calibration_write(&c, text, length), 0);
	ck_assert_str_eq(text, "");
}

TEST(a_damaged_line_is_refused)
{
	char text[BENCHI_CALIBRATION_TEXT + 8];
	struct benchi_calibration c;
	size_t length;

	strcpy(text, line(given()));
	length = strlen(text);
	for (size_t cut = 0; cut + strlen(given().processor) < length; cut++) {
		char kept = text[cut];

		text[cut] = '\0';
		ck_assert_int_eq(benchi_calibration_read(text, &c), 0);
		text[cut] = kept;
	}
	text[sizeof "bench-calibration-1"]++;   /* a different version of the library */
	ck_assert_int_eq(benchi_calibration_read(text, &c), 0);
	ck_assert_int_eq(benchi_calibration_read(NULL, &c), 0);
	ck_assert(isnan(c.tick_ns) && isnan(c.step_ns));
	strcpy(text, line(given()));
	strcat(text, "\tmore=1");
	ck_assert_int_eq(benchi_calibration_read(text, &c), 0);
}

static int described(struct benchi_calibration c)
{
	struct benchi_reference reference;

	return reference_described(&c, &reference);
}

TEST(a_reference_that_contradicts_itself_is_refused)
{
	struct benchi_calibration wrong[8];

	ck_assert_int_eq(described(given()), 1);
	for (size_t i = 0; i < 8; i++)
		wrong[i] = given();
	/* the ratios are right, but not the tick */
	wrong[0].low_ticks = 600, wrong[0].other_ticks = 400;
	wrong[1].low_ticks = 310;
	strcpy(wrong[2].other, wrong[2].low);
	strcpy(wrong[3].low, "d - k");
	strcat(wrong[4].processor, "X");
	wrong[5].tick_ns = (double)NAN;
	wrong[6].low_iterations = 1.3e7;        /* windows of more than a second */
	wrong[7].other_iterations = 1.9e7;
	for (size_t i = 0; i < 8; i++)
		ck_assert_msg(described(wrong[i]) == 0, "case %d", (int)i);
}

CHECK_SUITE("adopt")
