/* The port to Google Benchmark.  SPDX-License-Identifier: MIT */
#include <benchmark/benchmark.h>

#include "work.h"

static void find(benchmark::State &state)
{
	std::size_t i = 0, probes = 0;

	work_begin();
	work_map_fill(static_cast<std::size_t>(state.range(0)));
	for (auto _ : state)
		probes += work_map_find(i++);
	state.counters["probes"] = benchmark::Counter(static_cast<double>(probes),
		benchmark::Counter::kAvgIterations);
}
BENCHMARK(find)->Arg(1024)->Arg(65536);

static void miss(benchmark::State &state)
{
	std::size_t i = 0, probes = 0;

	work_begin();
	work_map_fill(static_cast<std::size_t>(state.range(0)));
	for (auto _ : state)
		probes += work_map_miss(i++);
	state.counters["probes"] = benchmark::Counter(static_cast<double>(probes),
		benchmark::Counter::kAvgIterations);
}
BENCHMARK(miss)->Arg(1024)->Arg(65536);

static void sort_one(benchmark::State &state)
{
	work_begin();
	for (auto _ : state)
		benchmark::DoNotOptimize(work_sort(0));
}
BENCHMARK(sort_one);

static void sort_rotated(benchmark::State &state)
{
	std::size_t i = 0;

	work_begin();
	for (auto _ : state)
		benchmark::DoNotOptimize(work_sort(i++));
}
BENCHMARK(sort_rotated);

static void search_last(benchmark::State &state)
{
	work_begin();
	for (auto _ : state)
		benchmark::DoNotOptimize(work_search_last());
}
BENCHMARK(search_last);

static void search_none(benchmark::State &state)
{
	work_begin();
	for (auto _ : state)
		benchmark::DoNotOptimize(work_search_none());
}
BENCHMARK(search_none);

static void pop(benchmark::State &state)
{
	std::size_t left = 0;

	for (auto _ : state) {
		if (left == 0) {
			state.PauseTiming();
			work_heap_fill(4096 + 128);
			left = 256;
			state.ResumeTiming();
		}
		benchmark::DoNotOptimize(work_heap_pop());
		left--;
	}
}
BENCHMARK(pop);

BENCHMARK_MAIN();
