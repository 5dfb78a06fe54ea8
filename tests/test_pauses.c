/*
 * Threads on a machine that is elsewhere for a while: is there a result all the same?
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"
#include "scripted.h"

static struct scripted slow_clock;

/* After a call of the body the machine is elsewhere for a second in one reading of the clock. */
static uint64_t calls, readings_since, pause_call, pause_reading;

static uint64_t paused_now(void *ctx)
{
	if (calls == pause_call && readings_since++ == pause_reading)
		slow_clock.ns += 1e9;
	return scripted_now(ctx);
}

static void short_one(uint64_t n, void *arg)
{
	slow_clock.ns += 100 * (double)n;
	calls++;
	readings_since = 0;
}

static void check_pause(void)
{
	const bench_case short_item = { .name = "short", .body = short_one };
	benchi_table_style style = { .share = { 5e6, 0 }, .options = { .enough_ns = 20e3 } };
	benchi_result result = { .item = &short_item, .threads = 1, .pool = true };

	calls = 0;
	slow_clock = scripted_clock(1, 20);
	style.options.clock = scripted_as_clock(&slow_clock);
	style.options.clock.now_ns = paused_now;
	ck_assert_msg(benchi_one_run(&style, &result) == BENCHI_TIMED, "call %d, reading %d: %s",
	              (int)pause_call, (int)pause_reading, bench_detail());
	ck_assert_uint_gt(result.n, 0);
	free(result.reading);
}

TEST(a_pause_anywhere_leaves_a_result)
{
	for (pause_call = 1; pause_call < 20; pause_call++)
		for (pause_reading = 0; pause_reading < 3; pause_reading++)
			check_pause();
}

/* Two workers with windows of 100 ns from 0 to 1000; the second one waits from 420 to 760. */
TEST(windows_beside_a_waiting_worker)
{
	benchi_pool_window window[2][10];
	benchi_worker worker[2] = { { .window = window[0] }, { .window = window[1] } };
	benchi_pool pool = { .plan = { .workers = 2 }, .worker = worker, .from = 50, .until = 950 };
	static const bool concurrent[] = { true, true, true, true, false, false, false, false, true,
		true };

	for (uint64_t k = 0; k < 10; k++) {
		const benchi_pool_window whole = { 100 * k, 100 * k + 100, 100, 0, 5 };

		window[0][worker[0].windows++] = whole;
		if (k < 4 || k > 7)
			window[1][worker[1].windows++] = whole;
		if (k == 4) {
			const benchi_pool_window waited = { 400, 800, 400, 340, 5 };

			window[1][worker[1].windows++] = waited;
		}
	}
	for (size_t k = 0; k < 10; k++)
		ck_assert_int_eq(benchi_window_concurrent(&pool, 0, k), concurrent[k]);
	ck_assert(!benchi_window_concurrent(&pool, 1, 4) && benchi_window_concurrent(&pool, 1, 5));
	ck_assert(!benchi_window_whole(&pool, &window[0][0]));
	ck_assert(benchi_window_whole(&pool, &window[0][1]));
	ck_assert(!benchi_window_whole(&pool, &window[0][9]));
	window[1][4].waited_ns = 39;
	ck_assert(benchi_window_concurrent(&pool, 0, 5));
	window[1][4].waited_ns = (double)NAN;
	ck_assert(benchi_window_concurrent(&pool, 0, 5));
	worker[1].windows = 5;   /* nothing is known of what follows */
	ck_assert(!benchi_window_concurrent(&pool, 0, 8));
}

CHECK_SUITE("pauses")
