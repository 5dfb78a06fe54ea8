/*
 * Prints properties of this machine's clock (resolution, cost, shortest window) and the core's
 * clock.
 *
 * Method: bench_calibrate verifies and measures the clock. bench_cpu_clock finds the tick that the
 * times of dependent expressions have in common.
 *
 * SPDX-License-Identifier: MIT
 */
#define EXAMPLE "clock"
#include "example.h"

static const char help[] = "Usage: clock [--export]\n"
"Prints what the system's clock resolves, costs and needs, and the core's clock;\n"
"with --export as variables for a shell: eval \"$(clock --export)\" calibrates once\n"
"for all programs that it starts.\n";

static void print_row(const char *name, double value, const char *unit, const char *meaning)
{
	printf("%-12s %10.4g %-4s %s\n", name, value, unit, meaning);
}

static bench_status print_timing(void)
{
	bench_timing timing;
	bench_status status = bench_calibrate(NULL, &timing);

	if (status != BENCH_OK)
		return status;
	printf("%-12s %10s      %s\n", "clock", timing.clock.name,
	       timing.vernier ? "is coarse: windows begin and end where it steps"
	       : timing.step_ns > 2 * timing.reading_ns
	                      ? "is coarse and its steps irregular: windows are long"
	                      : "is fine: windows begin and end anywhere");
	print_row("step", timing.step_ns, "ns", "the smallest step that it is seen to make");
	print_row("reading", timing.reading_ns, "ns", "what looking at it costs");
	print_row("empty", timing.empty_ns, "ns",
	          "what an empty window measures as: subtracted from every window");
	print_row("enough", timing.enough_ns / 1e3, "us",
	          "windows from here on tell 0.5 % more work apart");
	print_row("loop", timing.loop_ns, "ns", "an iteration of a loop that does nothing, at most");
	print_row("calibration", timing.elapsed_ns / 1e6, "ms", "how long finding all this took");
	return BENCH_OK;
}

static bench_status print_core(void)
{
	bench_cpu cpu;
	bench_status status = bench_cpu_clock(NULL, &cpu);

	if (status != BENCH_OK)
		return status;
	print_row("core", cpu.mhz, "MHz", "the clock of the core");
	print_row("  from", cpu.low, "MHz", "its 95 % interval");
	print_row("  to", cpu.high, "MHz", "and that interval's end");
	print_row("tick", cpu.tick_ns, "ns", "one tick of it");
	return BENCH_OK;
}

/*
 * In microseconds, as the library reads them; and the tick, for scripts. Not BENCH_LOOP_O: a core
 * overlaps an empty loop with the body, so the cost found for an empty loop would be subtracted
 * from bodies that never had it.
 */
static bench_status print_exports(void)
{
	bench_timing timing;
	bench_cpu cpu;
	bench_status status = bench_calibrate(NULL, &timing);

	if (status != BENCH_OK)
		return status;
	printf("export BENCH_ENOUGH=%.6g\n", timing.enough_ns / 1e3);
	printf("export BENCH_TIMING_O=%.6g\n", timing.empty_ns / 1e3);
	status = bench_cpu_clock(NULL, &cpu);
	if (status == BENCH_OK)
		printf("export TICK_NS=%.6g\n", cpu.tick_ns);
	return status;
}

static bench_status run(void)
{
	bench_status status = print_timing();

	return status == BENCH_OK ? print_core() : status;
}

int main(int argc, char **argv)
{
	int code;

	if (argc == 2 && strcmp(argv[1], "--export") == 0)
		return example_end(example_code(print_exports()));
	code = example_begin(argc, argv, 0, help);
	return example_end(code == EXAMPLE_GO_ON ? example_code(run()) : code);
}
