/*
 * A noisy neighbour is noticed, and a quiet core is not mistaken for one. Tested with recorded
 * windows of both.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "measure/measure.h"
#include "scripted.h"
#include "stats/stats.h"

/* Recorded windows by line, in ticks per iteration. */
enum { LINES = 32, WINDOWS = 256, SIMULATED = 100 };
static const double undisturbed_ticks = 133.8;
static double wide_kept[WINDOWS];       /* times of a wide chain that shows no neighbour */
static double recorded[LINES][WINDOWS];
static size_t recorded_count[LINES], lines;
static int is_quiet[LINES];

static void read_recorded(void)
{
	FILE *file = check_source("tests/data/width.txt");
	char word[64];
	int c;

	while (fscanf(file, "%63s", word) == 1) {
		if (*word == '#')
			while ((c = getc(file)) != '\n' && c != EOF)
				;
		else if (*word == 'q' || *word == 'n')
			is_quiet[lines++] = *word == 'q';
		else
			recorded[lines - 1][recorded_count[lines - 1]++] = strtod(word, NULL);
	}
	fclose(file);
	ck_assert_uint_eq(lines, 18);
	for (size_t i = 0; i < WINDOWS; i++)
		wide_kept[i] = 1;
}

/* A scripted machine that replays a recording; next: the current window. */
static struct machine {
	struct scripted clock;
	const double *recorded;
	size_t count, next;
} machine;

static void low(uint64_t iterations)
{
	machine.clock.ns += (double)iterations * 300 * 0.27;
}

static void high(uint64_t iterations)
{
	machine.clock.ns += (double)iterations * 0.27 * machine.recorded[machine.next];
	machine.next = (machine.next + 1) % machine.count;
}

/* Runs a benchmark of forty ticks; returns its warnings. */
static unsigned bench_warnings(void)
{
	static struct benchi_run run;
	struct benchi_reference reference = { .low_ipc = low, .high_ipc = high,
		.low_ipc_iterations = 200, .high_ipc_iterations = 400, .low_ipc_ticks = 300,
		.high_ipc_ticks = undisturbed_ticks,
		.tick_ns = 0.27, .expression = "scripted", .width_sure = 1 };
	bench_options options = { .clock = scripted_as_clock(&machine.clock) };
	struct benchi_beginning beginning = { .options = &options, .reference = &reference,
		.loops = 1 };
	uint64_t iterations;
	int instances;

	benchi_run_begin(&run, &beginning);
	while ((instances = benchi_run_next(&run, &iterations)) >= 0) {
		machine.clock.ns += (double)iterations * (40 * instances + 1) * 0.27;
		benchi_run_close(&run, 0);
	}
	return bench_last()->warnings;
}

/* Runs SIMULATED benchmarks at random places of recordings of one kind; returns how many warn. */
static int warned(int quiet)
{
	uint64_t random = 1;
	int warnings = 0;

	for (int i = 0; i < SIMULATED; ) {
		size_t line = (size_t)benchi_random_below(&random, lines);
		struct machine m = { scripted_clock(10, 25), recorded[line], recorded_count[line], 0 };

		m.next = (size_t)benchi_random_below(&random, m.count);
		if (is_quiet[line] != quiet)
			continue;
		machine = m;
		warnings += (bench_warnings() & BENCH_WARN_NEIGHBOUR) != 0;
		i++;
	}
	return warnings;
}

TEST(recorded_neighbours_are_noticed_and_quiet_is_not)
{
	read_recorded();
	ck_assert_int_le(warned(1), SIMULATED / 100);
	ck_assert_int_ge(warned(0), SIMULATED - SIMULATED / 100);
}

TEST(the_width_is_not_learned_from_a_neighbour)
{
	enum { TAKEN = 21 };
	int tries[2] = { 0, 0 }, sure[2] = { 0, 0 };

	read_recorded();
	for (size_t line = 0; line < lines; line++)
		for (size_t from = 0; from + TAKEN <= recorded_count[line]; from += TAKEN) {
			double sorted[TAKEN];
			struct benchi_width width = benchi_width_of(&recorded[line][from], wide_kept, TAKEN,
				sorted);

			tries[is_quiet[line]]++;
			sure[is_quiet[line]] += width.sure && (is_quiet[line]
				|| fabs(width.ticks / undisturbed_ticks - 1) > 0.01);
		}
	CHECK_ALL(sure[0] <= tries[0] / 100, sure[1] >= tries[1] * 9 / 10);
}

/* Most windows are at various rates between the undisturbed one and half of it; the first
 * `many` are at the same rate. */
static struct benchi_width width_with(size_t many, double at)
{
	double ticks[WINDOWS / 8], wide[WINDOWS / 8], sorted[WINDOWS / 8];
	const size_t n = sizeof ticks / sizeof *ticks;

	for (size_t i = 0; i < n; i++) {
		ticks[i] = i < many ? at + 0.02 * (double)i : 150 + 3.1 * (double)i;
		wide[i] = i < many ? 1.004 : 1.3;
	}
	return benchi_width_of(ticks, wide, n, sorted);
}

TEST(some_windows_that_agree_on_a_width_are_enough)
{
	ck_assert(width_with(8, undisturbed_ticks).sure);
	ck_assert_double_eq_tol(width_with(8, undisturbed_ticks).ticks, undisturbed_ticks, 0.2);
	ck_assert(!width_with(4, undisturbed_ticks).sure);
	ck_assert(!width_with(8, 140).sure);        /* not a whole number of instructions per tick */
	ck_assert(!width_with(8, 2 * undisturbed_ticks).sure);  /* could be half of a core */
}

/* n steady windows at `slots` instructions per tick; the wide chain takes this multiple of its
 * time. */
static int sure_of(double slots, size_t n, double wide_taking)
{
	double ticks[WINDOWS], wide[WINDOWS], sorted[WINDOWS];

	for (size_t i = 0; i < n; i++) {
		ticks[i] = 801.5 / slots * (1 + 1e-6 * (double)i);
		wide[i] = wide_taking;
	}
	return benchi_width_of(ticks, wide_taking > 0 ? wide : NULL, n, sorted).sure;
}

TEST(a_narrow_core_is_one_that_stays_so)
{
	ck_assert(sure_of(6, 21, 1.004) && sure_of(6, 12, 1.024));
	ck_assert(!sure_of(4, 21, 1.004));      /* could be half of eight */
	CHECK_ALL(sure_of(4, 84, 1.004), !sure_of(4, 84, 1.02));
#if defined __x86_64__ || defined __i386__
	ck_assert(!sure_of(3, 84, 1.004));      /* could be half of six */
#else
	ck_assert(sure_of(2, 84, 1.5));         /* the core is too narrow for the wide chain */
#endif
}

/* The first `agree` of n windows are at twelve instructions per tick, off by one share and
 * spread over another; the others take twice as long. */
static int sure_with(double off, double apart, double wide_taking, size_t agree, size_t n)
{
	double ticks[WINDOWS], wide[WINDOWS], sorted[WINDOWS];

	for (size_t i = 0; i < n; i++) {
		double share = (double)i / (double)(agree - 1) - 0.5;

		ticks[i] = 801.5 / 12 / (1 + off) * (i < agree ? 1 + apart * share : 2 + 0.01 * (double)i);
		wide[i] = i < agree ? wide_taking : 1.5;
	}
	return benchi_width_of(ticks, wide, n, sorted).sure;
}

/* A width must be within 0.6 % of a whole number, from windows within 0.4 %, and the wide chain
 * within 5 % (1.6 % in cores with few instructions per tick). It needs six windows, or one in
 * 16. */
TEST(how_exact_a_width_is)
{
	double few[7] = { 66, 66, 66, 66, 66, 66, 66 }, sorted[8];

	ck_assert(sure_with(0.0055, 0, 1, 12, 12) && !sure_with(0.0065, 0, 1, 12, 12));
	ck_assert(sure_with(-0.0055, 0, 1, 12, 12) && !sure_with(-0.0065, 0, 1, 12, 12));
	ck_assert(sure_with(0, 0.0039, 1, 6, 12) && !sure_with(0, 0.0042, 1, 6, 12));
	ck_assert(sure_with(0, 0, 1.0495, 12, 12) && !sure_with(0, 0, 1.0505, 12, 12));
	ck_assert(sure_with(0, 0, 0.9505, 12, 12) && !sure_with(0, 0, 0.9495, 12, 12));
	ck_assert(sure_of(4, 84, 1.0155) && !sure_of(4, 84, 1.0165));
	ck_assert(sure_with(0, 0, 1, 6, 40) && !sure_with(0, 0, 1, 5, 40));
	ck_assert(sure_with(0, 0, 1, 8, 128) && !sure_with(0, 0, 1, 7, 128));
	ck_assert(sure_with(0, 0, 1, 8, 8) && !sure_with(0, 0, 1, 7, 7));
	ck_assert(isnan(benchi_width_of(few, few, 7, sorted).ticks));
}

TEST(half_of_a_wide_core_is_none)
{
	ck_assert(sure_of(12, 21, 1.012));
	ck_assert(!sure_of(6, 84, 1.17));       /* half of twelve, for seconds */
	ck_assert(!sure_of(6, 84, 0));          /* the wide chain was not measured */
	CHECK_NUMBERS({ benchi_width_most(3), 6 }, { benchi_width_most(2), 6 },
		{ benchi_width_most(4), 8 }, { benchi_width_most(6.02), 12 },
		{ benchi_width_most(12.5), 12.5 });
}

/* Time of three chains relative to one. Rows: free cores of two kinds, cores with two adders
 * and with one, neighbours. */
TEST(three_chains_at_once_show_a_neighbour)
{
	double at_once[][9] = {
		{ 1.010, 1.009, 1.010, 1.052, 1.010, 1.000, 1.010, 1.009, 1.010 },
		{ 1.024, 1.023, 1.025, 1.024, 1.024, 1.031, 1.024, 1.024, 1.023 },
		{ 1.500, 1.497, 1.503, 1.500, 1.500, 1.502, 1.500, 1.499, 1.500 },
		{ 3.000, 3.002, 3.000, 3.000, 2.998, 3.000, 3.001, 3.000, 3.000 },
		{ 1.010, 1.069, 1.030, 1.121, 1.080, 1.010, 1.049, 1.010, 1.090 },
		{ 1.451, 1.446, 1.461, 1.460, 1.441, 1.451, 1.450, 1.461, 1.447 },
		{ 1.411, 1.521, 1.502, 1.380, 1.501, 1.490, 1.511, 1.450, 1.500 } };

	for (size_t i = 0; i < sizeof at_once / sizeof *at_once; i++)
		ck_assert_int_eq(benchi_shared_of(at_once[i], 9), i >= 4);
}

CHECK_SUITE("width")
