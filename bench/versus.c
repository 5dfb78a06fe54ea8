/*
 * How small a difference bench_compare finds, how often it is wrong, and whether bench_pick chooses
 * the best candidate.
 *
 * Uses chains of dependent multiplications of known length, compiled C without assembly. Each part
 * runs in separate processes, because layout differs between processes. Baselines for comparison:
 * 51 paired rounds of 1 ms epochs with a sign test's interval, as nanobench's compare makes them,
 * in the same process for the same time; and the minimum of eight runs of each candidate, as in
 * FFTW's planner.
 *
 *	versus [--runs N] [--hogs N] [PART...]       PART: find width false twins pick tie many
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>

#define EXAMPLE "versus"
#include "example.h"
#include "processes.h"
#include "twins.h"

enum { RUNS_MOST = 10000, HOGS_MOST = 64, VALUES = 6, EPOCHS = 51, CANDIDATES_MOST = 64 };
enum { CHAIN = 1000, EIGHT = 8 };

/* What a process measured. */
struct found { double value[VALUES]; };

static volatile uint64_t seed = 1;

/* A chain of `steps` steps of four cycles, `iterations` times. */
#define MAKE_CHAIN(name) \
	static void name(uint64_t iterations, void *steps) \
	{ \
		const volatile int *length = steps; \
		uint64_t x = seed; \
		for (; iterations > 0; iterations--) { \
			for (int i = *length; i > 0; i--) { \
				x = x * 6364136223846793005u + 1442695040888963407u; \
				BENCH_KEEP(x); \
			} \
		} \
		seed = x; \
	}
MAKE_CHAIN(chain)
MAKE_CHAIN(same_chain)

static double now_ns(void)
{
	static bench_clock clock;

	if (!clock.now_ns)
		clock = bench_clock_default();
	return (double)clock.now_ns(clock.ctx);
}

static void check(bench_status status)
{
	if (example_code(status) != EXAMPLE_OK)
		exit(EXAMPLE_NO_ANSWER);
}

static double time_ns(bench_body *body, int *steps, uint64_t iterations)
{
	double began = now_ns();

	body(iterations, steps);
	return now_ns() - began;
}

/* Compares with a tenth of a percent more work, in 0.15 s: returns the answer, the interval's
 * width, the time. */
static struct found find(void)
{
	int steps[2] = { CHAIN, CHAIN + 1 };
	const bench_case c[2] = { { .body = chain, .arg = &steps[0] },
		{ .body = chain, .arg = &steps[1] } };
	const bench_compare_options options = { .margin = 0.0004, .time_ns = 150e6 };
	bench_difference d;
	struct found f = { { 0 } };

	check(bench_compare(c, &options, &d));
	f.value[0] = d.answer == BENCH_SLOWER;
	f.value[1] = 100 * (d.ratio_high - d.ratio_low);
	f.value[2] = d.elapsed_ns / 1e6;
	f.value[3] = d.ratio_low <= 1.001 && d.ratio_high >= 1.001;
	return f;
}

/* The baseline: the same number of iterations for both, 51 times 1 ms of each alternately, and
 * the median of ratios with the sign test's 95 % interval, ranks 18 and 34 of 51. Returns its
 * width. */
static double baseline_width(int *first, int *second, int *sees, double *spent_ns)
{
	double began = now_ns(), ratio[EPOCHS];
	uint64_t iterations = (uint64_t)(1e6 / (time_ns(chain, first, 64) / 64)) + 1;

	for (int i = 0; i < EPOCHS; i++) {
		double a = time_ns(chain, first, iterations);

		ratio[i] = time_ns(chain, second, iterations) / a;
	}
	*spent_ns = now_ns() - began;
	qsort(ratio, EPOCHS, sizeof *ratio, process_ascending);
	*sees = ratio[17] > 1;
	return 100 * (ratio[33] - ratio[17]);
}

/* Both methods in one process, each for the same time. */
static struct found width(void)
{
	int steps[2] = { CHAIN, CHAIN + 1 }, sees;
	const bench_case c[2] = { { .body = chain, .arg = &steps[0] },
		{ .body = chain, .arg = &steps[1] } };
	bench_compare_options options = { .rounds = 100000, .confidence = 0.95 };
	bench_difference d;
	struct found f = { { 0 } };

	f.value[0] = baseline_width(&steps[0], &steps[1], &sees, &options.time_ns);
	check(bench_compare(c, &options, &d));
	f.value[1] = 100 * (d.ratio_high - d.ratio_low);
	f.value[2] = f.value[0] / f.value[1];
	f.value[3] = sees;
	f.value[4] = d.ratio_low > 1;
	f.value[5] = d.ratio_low <= 1.001 && d.ratio_high >= 1.001;
	return f;
}

/* Returns how often two copies of one function, checked after every round, are called different. */
static struct found differs(void)
{
	int steps[2] = { CHAIN, CHAIN };
	const bench_case one[2] = { { .body = chain, .arg = &steps[0] },
		{ .body = chain, .arg = &steps[1] } };
	const bench_case two[2] = { { .body = chain, .arg = &steps[0] },
		{ .body = same_chain, .arg = &steps[1] } };
	const bench_compare_options options[2] = { { .time_ns = 150e6 },
		{ .time_ns = 150e6, .margin = 0.0001 } };
	struct found f = { { 0 } };

	for (int i = 0; i < 4; i++) {
		bench_difference d;

		check(bench_compare(i < 2 ? one : two, &options[i % 2], &d));
		f.value[i] = d.answer == BENCH_FASTER || d.answer == BENCH_SLOWER;
		f.value[4] += d.answer == BENCH_SAME;
	}
	return f;
}

enum { ANSWERS = 6 };

/* Returns whether the confident answers of six comparisons in one process contradict each other. */
static int contradict(const bench_case *c, int *different, double *ms)
{
	int seen[4] = { 0 };

	for (int i = 0; i < ANSWERS; i++) {
		bench_difference d;

		check(bench_compare(c, NULL, &d));
		seen[d.answer]++;
		*ms += d.elapsed_ns / 1e6 / ANSWERS;
	}
	*different += seen[BENCH_FASTER] + seen[BENCH_SLOWER];
	return (seen[BENCH_SAME] > 0) + (seen[BENCH_FASTER] > 0) + (seen[BENCH_SLOWER] > 0) > 1;
}

/* Functions with the same source, of three kinds. */
static struct found twins(void)
{
	struct found f = { { 0 } };

	for (int i = 0; i < TWINS; i++) {
		const bench_case c[2] = { twins_case(i, 0), twins_case(i, 1) };
		int different = 0;
		double ms = 0;

		f.value[i] = contradict(c, &different, &ms);
		f.value[3] += (double)different / (TWINS * ANSWERS);
		f.value[4] += ms / TWINS;
	}
	return f;
}

/* The minimum of eight runs of each, of about a planner's length: at least 10 us. */
static size_t by_minimum(int *steps, size_t n)
{
	double best = HUGE_VAL;
	size_t index = 0;

	for (size_t i = 0; i < n; i++)
		for (int run = 0; run < EIGHT; run++) {
			double ns = time_ns(chain, &steps[i], 10);

			if (ns < best) {
				best = ns;
				index = i;
			}
		}
	return index;
}

/* Returns whether a candidate is found that is 1 % faster than n - 1 others. */
static struct found pick_from(size_t n, double budget_ns)
{
	int steps[CANDIDATES_MOST];
	bench_case c[CANDIDATES_MOST];
	const bench_pick_options options = { .time_ns = budget_ns };
	size_t best = (size_t)((uint64_t)now_ns() / 1000 % n), other;
	bench_choice choice;
	struct found f = { { 0 } };
	double began;

	for (size_t i = 0; i < n; i++) {
		const bench_case one = { .body = chain, .arg = &steps[i] };

		c[i] = one;
		steps[i] = i == best ? CHAIN : CHAIN + CHAIN / 100;
	}
	check(bench_pick(c, n, &options, &choice));
	began = now_ns();
	other = by_minimum(steps, n);
	f.value[0] = choice.index == best;
	f.value[1] = choice.elapsed_ns / 1e6;
	f.value[2] = choice.index < n ? 100.0 * steps[choice.index] / CHAIN - 100 : (double)NAN;
	f.value[3] = other == best;
	f.value[4] = (now_ns() - began) / 1e6;
	f.value[5] = 100.0 * steps[other] / CHAIN - 100;
	return f;
}

static struct found pick(void)
{
	return pick_from(8, 20e6);
}

static struct found many(void)
{
	return pick_from(64, 50e6);
}

/* Returns whether equal candidates give a tie, and index 0. */
static struct found tie(void)
{
	int steps = CHAIN;
	const bench_case c = { .body = chain, .arg = &steps };
	const bench_case all[EIGHT] = { c, c, c, c, c, c, c, c };
	bench_choice choice;
	struct found f = { { 0 } };

	check(bench_pick(all, EIGHT, NULL, &choice));
	f.value[0] = choice.index == 0;
	f.value[1] = choice.tie;
	f.value[2] = choice.end == BENCH_PICK_END_SURE;
	f.value[3] = choice.elapsed_ns / 1e6;
	return f;
}

/* How a value is printed: how often it is 1, or its median and 95th percentile. */
struct part {
	const char *name, *what;
	struct found (*run)(void);
	const char *value[VALUES];  /* "%..." : a share; otherwise a number; NULL: not printed */
};

static const struct part parts[] = {
	{ "find", "0.1 % more in a chain of 4000 cycles, 0.15 s, margin 0.04 %", find,
	  { "%found", "interval's width, %", "time, ms", "%intervals that hold 1.001" } },
	{ "width", "the same difference, and by 51 rounds of 1 ms epochs in the same time; level 0.95",
	  width, { "baseline's width, %", "our width, %", "baseline / ours", "%baseline sees it",
	  "%we see it", "%our intervals that hold 1.001" } },
	{ "false", "identical functions, 0.15 s", differs,
	  { "%different, one function, margin 0.5 %", "%different, one function, margin 0.01 %",
	    "%different, two copies, margin 0.5 %", "%different, two copies, margin 0.01 %",
	    "the same, of four" } },
	{ "twins", "pairs of functions with the same source, six comparisons a process", twins,
	  { "%branchy: sure answers contradict", "%loads: sure answers contradict",
	    "%calls: sure answers contradict", "%answers different (layout)", "time, ms" } },
	{ "pick", "8 candidates, the best 1 % ahead, budget 20 ms", pick,
	  { "%right", "time, ms", "regret, %",
	    "%right by minimum of 8", "its time, ms", "its regret, %" } },
	{ "tie", "8 equal candidates, budget 20 ms", tie,
	  { "%index 0", "%tie", "%sure", "time, ms" } },
	{ "many", "64 candidates, the best 1 % ahead, budget 50 ms", many,
	  { "%right", "time, ms", "regret, %",
	    "%right by minimum of 8", "its time, ms", "its regret, %" } },
};
enum { PARTS = sizeof parts / sizeof *parts };

static void fill(void *result, const void *how)
{
	const struct part *part = how;

	*(struct found *)result = part->run();
}

static void report(const char *name, int value, const struct found *all, int runs)
{
	static double x[RUNS_MOST];
	double sum = 0;

	for (int i = 0; i < runs; i++)
		sum += x[i] = all[i].value[value];
	qsort(x, (size_t)runs, sizeof *x, process_ascending);
	if (*name == '%')
		printf("  %-42s %10.1f %%\n", name + 1, 100 * sum / runs);
	else
		printf("  %-42s %12.5g median %12.5g mean %12.5g 95 %%\n", name, x[runs / 2], sum / runs,
		       x[runs * 95 / 100]);
}

static int run_part(const struct part *part, int runs)
{
	static struct found all[RUNS_MOST];
	int done = 0;

	fflush(stdout);
	while (done < runs && process_apart(fill, part, &all[done], sizeof *all))
		done++;
	printf("%s: %s; %d processes\n", part->name, part->what, done);
	for (int i = 0; i < VALUES && part->value[i] && done > 0; i++)
		report(part->value[i], i, all, done);
	if (done < runs)
		fputs("versus: a process failed\n", stderr);
	return done < runs;
}

static const char help[] = "Usage: versus [--runs N] [--hogs N] [PART...]\n"
"Runs each PART (find, width, false, twins, pick, tie, many; all) in N processes (100), with N\n"
"programs that keep processors busy (0), and prints what bench_compare and bench_pick found.\n";

static int part_of(const char *name)
{
	for (int i = 0; i < PARTS; i++)
		if (strcmp(parts[i].name, name) == 0)
			return i;
	return -1;
}

/* Parses the options and marks the parts. Returns EXAMPLE_GO_ON, or the exit code. */
static int read_options(char **argument, int *runs, int *hogs, int *wanted)
{
	for (; *argument; argument++) {
		int is_runs = strcmp(*argument, "--runs") == 0, part = part_of(*argument);
		int *value = is_runs ? runs : hogs;

		if (strcmp(*argument, "--help") == 0)
			return fputs(help, stdout) < 0 ? EXAMPLE_BAD : EXAMPLE_OK;
		if (part >= 0) {
			wanted[part] = 1;
			continue;
		}
		if (!is_runs && strcmp(*argument, "--hogs") != 0)
			return example_refuse(*argument, "unknown argument (--help tells the usage)");
		*value = process_number(argument[1], is_runs, is_runs ? RUNS_MOST : HOGS_MOST);
		if (*value < 0)
			return example_refuse(argument[1] ? argument[1] : *argument, "expected a whole number");
		argument++;
	}
	return EXAMPLE_GO_ON;
}

int main(int argc, char **argv)
{
	static pid_t hog[HOGS_MOST];
	int runs = 100, hogs = 0, wanted[PARTS] = { 0 }, all = 1;
	int code = read_options(argv + (argc > 0), &runs, &hogs, wanted);

	if (code != EXAMPLE_GO_ON)
		return example_end(code);
	for (int i = 0; i < PARTS; i++)
		all &= !wanted[i];
	process_start_hogs(hog, hogs);
	code = EXAMPLE_OK;
	for (int i = 0; i < PARTS; i++)
		if (all || wanted[i])
			code |= run_part(&parts[i], runs);
	process_stop_hogs(hog, hogs);
	return example_end(code);
}
