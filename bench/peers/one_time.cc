// The chain of six cycles by nanobench, epochs of the argument in milliseconds.  Prints chain_6,ns.
// SPDX-License-Identifier: MIT
#define ANKERL_NANOBENCH_IMPLEMENT
#include <nanobench.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>

int main(int argc, char **argv)
{
	ankerl::nanobench::Bench bench;
	std::uint64_t a = 3, b = 5;

	bench.output(nullptr);
	if (argc > 1)
		bench.minEpochTime(std::chrono::nanoseconds(static_cast<long long>(1e6 * std::atof(argv[1]))));
	// By value: a reference makes each iteration load and store a, which adds up to six cycles.
	bench.run("chain_6", [a, b]() mutable { __asm__ volatile(".rept 6\n\txor %1, %0\n\t.endr" : "+r"(a) : "r"(b)); });
	std::cout << "chain_6," << 1e9 * bench.results().back().median(ankerl::nanobench::Result::Measure::elapsed) << '\n';
}
