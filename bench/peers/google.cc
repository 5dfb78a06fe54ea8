// Google Benchmark on the chains that bench/accuracy times.  Prints name,ns.
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>
#include <cstdint>

#define CHAIN(name, n) \
	static void name(benchmark::State &state) \
	{ \
		std::uint64_t a = 3, b = 5; \
		for (auto _ : state) \
			__asm__ volatile(".rept " #n "\n\txor %1, %0\n\t.endr" : "+r"(a) : "r"(b)); \
		benchmark::DoNotOptimize(a); \
	} \
	BENCHMARK(name)

CHAIN(chain_1, 1);
CHAIN(chain_6, 6);
CHAIN(chain_40, 40);
CHAIN(chain_4000, 4000);

BENCHMARK_MAIN();
