/* The port to nanobench, which has no setup between its windows: no pop. */
#define ANKERL_NANOBENCH_IMPLEMENT
#include <nanobench.h>

#include <iostream>

#include "work.h"

int main()
{
	ankerl::nanobench::Bench bench;
	std::size_t i = 0;

	bench.output(nullptr);
	work_begin();
	for (std::size_t keys : { 1024, 65536 }) {
		auto name = "/" + std::to_string(keys);

		work_map_fill(keys);
		bench.run("find" + name, [&] { bench.doNotOptimizeAway(work_map_find(i++)); });
		bench.run("miss" + name, [&] { bench.doNotOptimizeAway(work_map_miss(i++)); });
	}
	bench.run("sort_one", [&] { bench.doNotOptimizeAway(work_sort(0)); });
	bench.run("sort_rotated", [&] { bench.doNotOptimizeAway(work_sort(i++)); });
	bench.run("search_last", [&] { bench.doNotOptimizeAway(work_search_last()); });
	bench.run("search_none", [&] { bench.doNotOptimizeAway(work_search_none()); });
	bench.render("{{#result}}{{name}} {{median(elapsed)}}\n{{/result}}", std::cout);
}
