/*
 * The exact thresholds of the warnings, the parts of a summary, and the requirements of a plan, so
 * that no threshold changes unnoticed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "measure/measure.h"

enum { ROUNDS = 100, ARMS = 2 };

/* A run of ROUNDS rounds: windows of 100 ns of the body, arm 1, and of a reference, arm 0. */
static struct benchi_recorded run;
static struct benchi_sizing sizing[ARMS];
static size_t order[ARMS];
static struct benchi_sample sample[ARMS * ROUNDS];
static double scratch[8 * ROUNDS];

static void body(uint64_t n)
{
}

static double *ns_of(size_t round, size_t arm)
{
	return &benchi_engine_sample(&run.engine, round, arm)->ns;
}

static void begin(void)
{
	struct benchi_engine_memory memory = { sizing, order, sample };
	struct benchi_plan plan = { .arms = ARMS, .enough_ns = 100, .rounds_least = ROUNDS,
		.time_most_ns = INFINITY, .rounds_most = ROUNDS, .rounds_kept = ROUNDS };

	memset(&run, 0, sizeof run);
	run.memory.scratch = scratch;
	run.memory.rounds = ROUNDS;
	run.arm = (struct benchi_arms){ 0, -1, 1, -1 };
	run.reference = (struct benchi_reference){ .low_ipc = body, .low_ipc_iterations = 1,
		.low_ipc_ticks = 100, .tick_ns = 1 };
	run.timing = (bench_timing){ .step_ns = 1, .reading_ns = 1, .enough_ns = 100 };
	run.few = run.function = 1;
	benchi_engine_begin(&run.engine, &plan, &memory);
	for (size_t i = 0; i < ARMS; i++)
		benchi_engine_presize(&run.engine, i, 1);
	while (benchi_engine_next(&run.engine, 0) >= 0)
		benchi_engine_store(&run.engine, 100, 1);
	ck_assert_uint_eq(run.engine.rounds, ROUNDS);
}

/* Failed rounds are removed; the others move up. */
TEST(clean_rounds_are_kept)
{
	begin();
	for (size_t i = 0; i < ROUNDS; i++)
		*ns_of(i, 1) = i % 50 == 3 ? (double)NAN : 1e4 + (double)i;
	benchi_recorded_keep_clean(&run);
	CHECK_NUMBERS({ run.engine.rounds, ROUNDS - 2 }, { run.thrown, 2 });
	for (size_t i = 0; i < ROUNDS - 2; i++)
		ck_assert_double_eq(*ns_of(i, 1), 1e4 + (double)(i + (i > 2) + (i > 51)));
}

/* One in ten windows of the reference takes 50 % longer, and one was interrupted. */
TEST(the_machine_takes_what_the_reference_takes_beyond_its_median)
{
	struct benchi_basis basis;
	const struct benchi_round_sink sink = { .basis = &basis };

	begin();
	for (size_t i = 0; i < ROUNDS; i++)
		*ns_of(i, 0) = i == 7 ? 1e6 : i % 10 ? 100 : 150;
	benchi_result_make(&run, &sink, 0);
	CHECK_NUMBERS({ basis.taken, 1 - 99 / (89 + 15.), 1e-9 });
}

/* The only round of a run, whose low-IPC window an interruption made a hundred times as long. */
TEST(a_tick_that_only_an_interruption_explains_is_not_used)
{
	struct benchi_sizing three[3];
	size_t places[3];
	struct benchi_engine_memory memory = { three, places, sample };
	struct benchi_plan plan = { .arms = 3, .enough_ns = 1e4, .rounds_most = 1, .rounds_kept = 1 };
	bench_summary s;

	memset(&run, 0, sizeof run);
	benchi_engine_begin(&run.engine, &plan, &memory);
	run.arm = (struct benchi_arms){ 0, 1, 2, -1 };
	run.few = run.function = 1;
	run.reference = (struct benchi_reference){ .low_ipc = body, .high_ipc = body, .tick_ns = 1,
		.low_ipc_ticks = 1, .high_ipc_ticks = 1, .width_sure = 1 };
	run.memory = (struct benchi_run_memory){ sample, scratch, 1 };
	run.engine.rounds = 1;
	for (size_t arm = 0; arm < 3; arm++) {
		sample[arm] = (struct benchi_sample){ 10000, arm ? 1e4 : 1e6 };
		three[arm].iterations = 10000;
	}
	s = benchi_result_make(&run, NULL, 0);
	CHECK_NUMBERS({ s.cycles, 1, .01 }, { s.mhz, 1000, 2 }, { s.warnings & BENCH_WARN_ELIDED, 0 });
}

/* Result of rounds of two loops on a machine that takes 2 us once in every `every` rounds (0:
 * never), in one window of 12.5 us in five, or in half of the longer one; whose clock is slower by
 * up to `slow`, another share in each round; and on which each window takes longer by up to
 * `noise`. 124 ticks an iteration, and 1 of the loop. */
static bench_summary on_machine(size_t every, double slow, double noise)
{
	static const size_t arm_of[] = { 0, 1, 2, 3, 3 };
	static const double ns[] = { 12500, 12500, 12500, 24900 };
	static struct benchi_sample samples[4 * ROUNDS];
	struct benchi_sizing four[4];
	size_t places[4];
	struct benchi_engine_memory memory = { four, places, samples };
	struct benchi_plan plan = { .arms = 4, .enough_ns = 1e4, .rounds_most = ROUNDS,
		.rounds_kept = ROUNDS };

	memset(&run, 0, sizeof run);
	benchi_engine_begin(&run.engine, &plan, &memory);
	run.arm = (struct benchi_arms){ 0, 1, 2, 3 };
	run.few = 1;
	run.empty_loop_ns = 1;
	run.reference = (struct benchi_reference){ .low_ipc = body, .high_ipc = body, .tick_ns = 1,
		.low_ipc_ticks = 125, .high_ipc_ticks = 125, .width_sure = 1 };
	run.memory = (struct benchi_run_memory){ samples, scratch, ROUNDS };
	run.engine.rounds = ROUNDS;
	for (size_t i = 0; i < ROUNDS; i++)
		for (size_t arm = 0; arm < 4; arm++) {
			double gap = every && i % every == 0 && arm_of[i * 7 / 3 % 5] == arm ? 2000 : 0;
			double clock = 1 + slow * (double)(i * 29 % 17) / 16;
			double own = 1 + noise * (double)((i * 37 + arm * 11) % 23) / 22;

			four[arm].iterations = 100;
			samples[4 * i + arm] = (struct benchi_sample){ 100,
				ns[arm] * clock * own + gap + (double)((i * 7 + arm) % 11) };
		}
	return benchi_result_make(&run, NULL, 0);
}

TEST(a_gap_in_every_round_lengthens_no_result)
{
	for (size_t every = 1; every <= 25; every += 24) {
		bench_summary s = on_machine(every, 0, 0);

		ck_assert_str_eq(s.method, "two-loops");
		CHECK_NUMBERS({ s.cycles, 124, .2 }, { s.ns, 124, .2 },
			{ s.ns_high - s.ns_low, .1, .1 }, { s.warnings, 0 });
	}
}

/* A gap that is not recognised only lengthens. */
TEST(next_to_gaps_an_interval_reaches_further_down)
{
	bench_summary gaps = on_machine(1, 0, .015), none = on_machine(0, 0, .015);

	CHECK_NUMBERS({ (gaps.ns - gaps.ns_low) / (gaps.ns_high - gaps.ns), 2, .5 },
		{ (none.ns - none.ns_low) / (none.ns_high - none.ns), 1, .5 });
}

TEST(a_clock_that_changes_and_noise_are_no_gaps)
{
	bench_summary clock = on_machine(0, .1, 0), noise = on_machine(0, 0, .06);

	CHECK_NUMBERS({ clock.cycles, 124, .2 }, { clock.cycles_high - clock.cycles_low, .1, .15 },
		{ clock.samples, 2 * ROUNDS }, { clock.warnings, 0 },
		{ noise.samples, 2 * ROUNDS }, { noise.cycles_low < 124 && noise.cycles_high > 124, 1 });
}

/* One of two windows was interrupted: the other one counts. */
TEST(the_shorter_of_two_windows_is_the_usual_one)
{
	bench_summary s;

	begin();
	run.engine.rounds = 2;
	*ns_of(1, 1) = 4e6;
	s = benchi_result_make(&run, NULL, 0);
	CHECK_NUMBERS({ s.ns, 100, 15 }, { s.samples, 1 });
}

/* Breaks are no interruptions. Where the thread kept its processor, delays are the body's. */
TEST(a_tenth_of_the_rounds_may_be_interrupted)
{
	static const struct { uint64_t breaks; int own; size_t whole; unsigned warnings; } of[] = {
		{ 0, 0, 90, 0 }, { 0, 0, 89, BENCH_WARN_PREEMPTED }, { 0, 1, 50, 0 },
		{ 10, 0, 81, BENCH_WARN_BREAK_IN_BODY },
		{ 10, 0, 80, BENCH_WARN_BREAK_IN_BODY | BENCH_WARN_PREEMPTED } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		unsigned found;

		begin();
		run.breaks = of[i].breaks;
		run.own = of[i].own;
		for (size_t k = of[i].whole; k < ROUNDS; k++)
			*ns_of(k, 1) = NAN;
		found = benchi_result_make(&run, NULL, 0).warnings;
		ck_assert_msg(found == of[i].warnings, "row %d: %#x", (int)i, found);
	}
	begin();
	run.migrated = run.unpaired = 1;
	ck_assert_uint_eq(benchi_result_make(&run, NULL, 0).warnings,
		BENCH_WARN_MIGRATED | BENCH_WARN_UNPAIRED);
}

/* Regions with a long set-up between them may cost more than calibration found. */
TEST(regions_far_apart_reach_down)
{
	begin();
	run.regions = 1;
	run.region_cost_ns = 20;
	run.region_gap_ns = 1e5;
	ck_assert_double_gt(benchi_result_make(&run, NULL, 0).ns_low, 95);
	run.region_gap_ns = 1.1e5;
	CHECK_NUMBERS({ benchi_result_make(&run, NULL, 0).ns_low, 50, 2 });
}

TEST(an_interval_that_is_widened_holds_the_value)
{
	bench_summary s = benchi_summary_none(BENCH_OK);

	s.ns = 13;
	s.cycles = 52;
	benchi_summary_reach(&s, 16, 64);
	CHECK_NUMBERS({ s.ns_low, 13 }, { s.ns_high, 16 }, { s.cycles_low, 52 }, { s.cycles_high, 64 },
		{ s.warnings, BENCH_WARN_NOISY });
}

TEST(an_elided_body_has_one_warning)
{
	const unsigned follow = BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_NOISY | BENCH_WARN_DRIFT
	                      | BENCH_WARN_BIMODAL | BENCH_WARN_OVERHEAD_DOMINATES | BENCH_WARN_RARE;

	ck_assert_uint_eq(benchi_warnings_tidy(~0u), ~follow);
	ck_assert_uint_eq(benchi_warnings_tidy(~BENCH_WARN_ELIDED), ~BENCH_WARN_ELIDED);
}

TEST(noise_is_an_interval_that_is_printed_as_wider_than_a_fortieth)
{
	static const struct { double low, centre, high; unsigned warnings; } of[] = {
		{ 97.5, 100, 102.5, 0 }, { 99, 100, 102.51, BENCH_WARN_NOISY },
		{ 97.49, 100, 101, BENCH_WARN_NOISY },
		{ 50, 100, 150, BENCH_WARN_NOISY },
		{ 50, 100, 150.01, BENCH_WARN_NOISY | BENCH_WARN_BELOW_RESOLUTION },
		{ -3, -1, 1, BENCH_WARN_NOISY | BENCH_WARN_BELOW_RESOLUTION }, { NAN, 100, NAN, 0 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const struct benchi_estimate e = { .centre = of[i].centre, .low = of[i].low,
			.high = of[i].high };
		bench_summary s = { .status = BENCH_OK };

		benchi_summary_set_ns(&s, &e, (struct benchi_reach){ 0, 0 });
		ck_assert_msg(s.warnings == of[i].warnings, "case %d: %x", (int)i, s.warnings);
	}
}

/* n values that alternate by +-spread; the second half is larger by shift. The means of two
 * halves of 8 with a standard deviation of 1 differ by sqrt(2 / 8) = 0.5. Drift must exceed 6
 * times that, and 1 % of the first half. */
TEST(drift_is_a_hundredth_and_six_errors)
{
	static const struct { size_t n; double spread, shift; int drifts; } of[] = {
		{ 16, 1, 2.99, 0 }, { 16, 1, 3.01, 1 }, { 16, 1, -3.01, 1 }, { 17, 1, 3.4, 1 },
		{ 15, 1, 50, 0 }, { 64, 0, 0.99, 0 }, { 64, 0, 1.01, 1 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		bench_summary s = { .status = BENCH_OK };
		double ns[64];

		for (size_t k = 0; k < of[i].n; k++)
			ns[k] = 100 + (k % 2 ? of[i].spread : -of[i].spread)
				+ (k < of[i].n / 2 ? 0 : of[i].shift);
		s.warnings |= benchi_warnings_trend(ns, of[i].n);
		ck_assert_msg(s.warnings == (of[i].drifts ? BENCH_WARN_DRIFT : 0u), "case %d", (int)i);
	}
}

/* Two groups of different size, `apart` percent from each other; the median is in the lower
 * group. */
static bench_summary modes(size_t n, size_t upper, double apart, double uncertainty)
{
	double ns[400];
	bench_summary s = benchi_summary_none(BENCH_OK);

	for (size_t i = 0; i < n; i++)
		ns[i] = 100 + 1e-3 * (double)i + (i < n - upper ? 0 : apart);
	benchi_warnings_modes(ns, n, uncertainty, &s);
	return s;
}

TEST(two_modes_have_places_and_shares)
{
	bench_summary s = modes(300, 100, 10, 0);

	CHECK_NUMBERS({ s.warnings, BENCH_WARN_BIMODAL }, { s.mode_ns[0], 100.1, 0.1 },
		{ s.mode_ns[1], 110.25, 0.1 }, { s.mode_share[0], 2. / 3, 1e-9 },
		{ s.mode_share[1], 1. / 3, 1e-9 },
		{ modes(300, 100, 3, 0).warnings, BENCH_WARN_BIMODAL },
		{ modes(300, 100, 1, 0).warnings, 0 }, { modes(300, 100, 3, 0.002).warnings, 0 },
		{ modes(0, 0, 0, 0).warnings, 0 });
	/* needs 20 numbers, and at least a tenth of them in each mode */
	for (size_t n = 16; n < 24; n++)
		ck_assert_uint_eq(modes(n, n / 2, 10, 0).warnings, n < 20 ? 0 : BENCH_WARN_BIMODAL);
	for (size_t upper = 26; upper < 50; upper++)
		ck_assert_double_eq_tol(modes(300, upper, 10, 0).mode_share[1],
			(upper < 30 ? 30 : (double)upper) / 300, 1e-9);
}

/* The reach widens the interval on both sides by a share of the centre, and downwards by a
 * length. Times are not below 0. */
TEST(a_summary_is_an_estimate_and_its_reach)
{
	struct benchi_estimate e = { .centre = 100, .low = 90, .high = 120, .min = -1, .p05 = 85,
		.p95 = 130, .mad = 4, .confidence = 0.96, .n = 7 };
	bench_summary s = benchi_summary_none(BENCH_ERR_BUSY);

	ck_assert(isnan(s.ns) && isnan(s.mode_ns[1]) && isnan(s.mode_share[1]) && isnan(s.width_full));
	CHECK_NUMBERS({ s.status, BENCH_ERR_BUSY }, { s.confidence, 0 });
	benchi_summary_set_ns(&s, &e, (struct benchi_reach){ 0.01, 2 });
	ck_assert_uint_eq(s.warnings, BENCH_WARN_NOISY);
	ck_assert(s.p05_ns == 85 && s.p95_ns == 130 && s.mad_ns == 4 && s.confidence == 0.96);
	CHECK_ALL(s.ns == 100 && s.ns_low == 87 && s.ns_high == 121 && s.min_ns == 0, isnan(s.cycles));
	benchi_summary_set_cycles(&s, &e, (struct benchi_reach){ 0.02, 100 });
	ck_assert(s.cycles == 100 && s.cycles_low == 0 && s.cycles_high == 122 && s.ns == 100);
	e.min = 86;     /* no percentile is below the shortest window */
	benchi_summary_set_ns(&s, &e, (struct benchi_reach){ 0, 0 });
	CHECK_NUMBERS({ s.min_ns, 86 }, { s.p05_ns, 86 }, { s.p95_ns, 130 });
}

TEST(options_have_bounds)
{
	static const struct {
		bench_options options;
		double enough_ns;
		const char *name, *range;
	} cases[] = {
		{ { .seed = 0 }, 1e13, NULL, NULL }, { { .enough_ns = 1e13 }, 0, NULL, NULL },
		{ { .time_ns = 1e14 }, 0, NULL, NULL }, { { .precision = 0.99 }, 0, NULL, NULL },
		{ { .seed = 0 }, 1.01e13, "enough is 1.01e+10", " us, expected 0 to 1e10" },
		{ { .seed = 0 }, -1, "enough is", " us, expected 0 to 1e10" },
		{ { .seed = 0 }, NAN, "enough is", " us, expected 0 to 1e10" },
		{ { .enough_ns = 1.01e13 }, 0, "options.enough_ns is", ", expected 0 to 1e13" },
		{ { .enough_ns = -1 }, 0, "options.enough_ns is", ", expected 0 to 1e13" },
		{ { .time_ns = 1.01e14 }, 0, "options.time_ns is", ", expected 0 to 1e14" },
		{ { .time_ns = -1 }, 0, "options.time_ns is", ", expected 0 to 1e14" },
		{ { .precision = 1 }, 0, "options.precision is", ", expected 0 to under 1" },
		{ { .precision = -0.1 }, 0, "options.precision is", ", expected 0 to under 1" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct benchi_beginning beginning = { .options = &cases[i].options,
			.enough_ns = cases[i].enough_ns };
		const char *name = cases[i].name, *range = cases[i].range;

		ck_assert_int_eq(benchi_plan_check(&beginning), name ? BENCH_ERR_ARGUMENT : BENCH_OK);
		if (name)
			ck_assert(strncmp(bench_detail(), name, strlen(name)) == 0
				&& strcmp(bench_detail() + strlen(bench_detail()) - strlen(range), range) == 0);
	}
}

CHECK_SUITE("warnings")
