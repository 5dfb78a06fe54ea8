/* The port to libbench in C++.  SPDX-License-Identifier: MIT */
#include <bench.hpp>

#include "work.h"

template <class Look> static void add_map(bench::cases &cases, const char *name, Look look)
{
	bench_case &added = cases.add(name, [look](std::uint64_t n) {
		std::uint64_t probes = 0;

		for (std::uint64_t i = bench_iteration(), end = i + n; i < end; i++)
			probes += look(i);
		bench_count("probes", static_cast<double>(probes));
	});

	added.range = "1k,64k";
	added.setup = [](void *) { work_map_fill(bench_parameter()); };
}

int main(int argc, char **argv)
{
	bench::cases cases;
	std::size_t i = 0;

	work_begin();
	add_map(cases, "find", [](std::size_t key) { return work_map_find(key); });
	add_map(cases, "miss", [](std::size_t key) { return work_map_miss(key); });
	cases.add("sort_one", [] { return work_sort(0); });
	cases.add("sort_rotated", [&i] { return work_sort(i++); });
	cases.add("search_last", [] { return work_search_last(); });
	cases.add("search_none", [] { return work_search_none(); });
	cases.add("pop", [] { return work_heap_pop(); }).prepare = [](std::uint64_t n, void *) {
		work_heap_fill(4096 + n / 2);
	};
	return cases.main(argc, argv);
}
