/*
 * A thousand runs on a scripted clock, and what was decided: the same on every machine.
 *
 * A line of a comparison: answer, rounds, warnings, ratio; of a choice: index, runner-up, tie, end, rounds,
 * warnings, time, elapsed time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bench.h"
#include "board.h"

#ifndef RUNS
#define RUNS 500        /* of a comparison and a choice each */
#endif
enum { CASES = 3 };

/* The scripted machine: a reading takes 100 ns, an iteration what its case costs, and a call up to 1 % more; one in 64
 * is interrupted for 15 us. */
static uint64_t time_ns, noise;
static uint64_t cost_ns[CASES];

static uint64_t now_ns(void *ctx)
{
	(void)ctx;
	return time_ns += 100;
}

static uint32_t draw(void)
{
	noise = noise * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(noise >> 33);
}

static void body(uint64_t n, void *arg)
{
	uint64_t ns = n * *(const uint64_t *)arg;

	time_ns += ns + ns / 100 * (draw() % 256) / 256;
	if (draw() % 64 == 0)
		time_ns += 15000;
}

static void begin(uint32_t run)
{
	noise = run;
	time_ns = 0;
	draw();
	cost_ns[0] = 200 + draw() % 1000;
	for (int i = 1; i < CASES; i++)         /* up to 3 % to either side, or equal */
		cost_ns[i] = cost_ns[0] + (draw() % 4 ? cost_ns[0] * (draw() % 61) / 1000 - cost_ns[0] * 30 / 1000 : 0);
}

static void print_all(const uint64_t *number, int n)
{
	for (int i = 0; i < n; i++) {
		print(i ? " " : "");
		print_number(number[i]);
	}
	print("\n");
}

int main(void)
{
	static const bench_case cases[CASES] = { { .name = "a", .body = body, .arg = &cost_ns[0] },
		{ .name = "b", .body = body, .arg = &cost_ns[1] }, { .name = "c", .body = body, .arg = &cost_ns[2] } };
	const bench_clock clock = { "scripted", now_ns, 0 };

	for (uint32_t run = 0; run < RUNS; run++) {
		bench_compare_options rounds = { .clock = clock, .rounds = 24, .seed = run };
		bench_pick_options quick = { .clock = clock, .time_ns = 3e6, .seed = run };
		bench_difference d;
		bench_choice c;

		begin(run);
		if (bench_compare(cases, &rounds, &d) != BENCH_OK)
			return 1;
		print_all((const uint64_t[]){ (uint64_t)d.answer, d.rounds, d.warnings, (uint64_t)(d.ratio * 1e9) }, 4);
		begin(run + RUNS);
		if (bench_pick(cases, CASES, &quick, &c) != BENCH_OK)
			return 1;
		print_all((const uint64_t[]){ c.index, c.runner_up & 255, (uint64_t)c.tie, (uint64_t)c.end, c.rounds,
			c.warnings, (uint64_t)(c.ns * 1e6), (uint64_t)c.elapsed_ns }, 8);
	}
	return 0;
}
