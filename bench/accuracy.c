/*
 * Measures the accuracy of libbench on this machine.
 *
 * BENCH times chains of known length in many processes, on an idle machine or next to programs
 * that keep the processors busy, and compares its results with the truth. The truth is assembly:
 * the xor of two registers takes one cycle. An emulator adds the cost of a store and a load of the
 * register per translated block. WebAssembly has no assembly: the truth there is a 64-bit
 * multiplication, which takes three cycles on x86-64 from 2008 on and on most AArch64.
 *
 * Three more rows: the core's clock, next to the clock by assembly (on x86 by multiplications,
 * which another thread on the core hardly slows down); 13 multiplications in C, 39 cycles on the
 * same processors; and x += 1, next to what a step of an unrolled loop takes, since some cores
 * execute it while they rename registers.
 *
 *	accuracy [--runs N] [--hogs N]
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXAMPLE "accuracy"
#include "example.h"
#include "processes.h"

enum { CHAINS = 4, MULTIPLY = CHAINS, INCREMENT, CLOCK, ROWS,
	RUNS_MOST = 10000, HOGS_MOST = 256, BINS = 40 };

/* What a process measured in a row, in cycles (the clock in MHz), and the truth. */
struct found { double value, low, high, truth, ms; };

/* What a process measured: the rows, and an empty body. */
struct findings { struct found row[ROWS]; double empty_cycles, calibration_ms; };

#if defined __x86_64__ || defined __i386__
#define XOR "xor %1, %0\n\t"
#elif defined __aarch64__ || defined __arm__
#define XOR "eor %0, %0, %1\n\t"
#elif defined __mips__ || defined __powerpc__ || defined __riscv || defined __loongarch__
#define XOR "xor %0, %0, %1\n\t"
#endif
#define X10(x) x x x x x x x x x x
#ifdef XOR
/* As text, since compilers estimate the size of assembly by its lines, and branches and constants
 * have short ranges on some processors. */
enum { STEP = 1 };
#define CHAIN_1 XOR
#define CHAIN_6 XOR XOR XOR XOR XOR XOR
#define CHAIN_40 X10(XOR XOR XOR XOR)
#define CHAIN_200 X10(X10(XOR XOR))
#define CHAIN(n) __asm__ volatile(CHAIN_##n : "+r"(a) : "r"(b))
#elif defined __wasm__
enum { STEP = 3 };
#define CHAIN_1 a *= a; /* not a *= b, which compilers shorten */
#define CHAIN_6 CHAIN_1 CHAIN_1 CHAIN_1 CHAIN_1 CHAIN_1 CHAIN_1
#define CHAIN_40 X10(CHAIN_1 CHAIN_1 CHAIN_1 CHAIN_1)
#define CHAIN_200 X10(X10(CHAIN_1 CHAIN_1))
#define CHAIN(n) CHAIN_##n BENCH_KEEP(a)
#endif

#ifdef CHAIN
static const int length[CHAINS] = { 1, 6, 40, 200 };   /* number of steps */

static struct found last_found(double truth)
{
	const bench_summary *s = bench_last();

	return (struct found){ s->cycles, s->cycles_low, s->cycles_high, truth, s->elapsed_ns / 1e6 };
}

#define MULTIPLY_13(x, k) X10(x *= k; BENCH_KEEP(x);) \
	x *= k; BENCH_KEEP(x); x *= k; BENCH_KEEP(x); x *= k; BENCH_KEEP(x);
#if defined __x86_64__ || defined __i386__ || defined __aarch64__ || defined __wasm__
#define MULTIPLY_CYCLES 39.0
#else
#define MULTIPLY_CYCLES ((double)NAN)  /* depends on the processor */
#endif
#define INCREMENT_1(x, k) x += 1; BENCH_KEEP(x);

/* Loops of this program: n times 10, and 20, of the same code. */
#define LOOPS(name, ...) \
	static void name##_10(unsigned n) { unsigned long a = 3, b = 5; BENCH_KEEP(b); \
		for (; n > 0; n--) { X10(__VA_ARGS__) } BENCH_KEEP(a); BENCH_KEEP(b); } \
	static void name##_20(unsigned n) { unsigned long a = 3, b = 5; BENCH_KEEP(b); \
		for (; n > 0; n--) { X10(__VA_ARGS__) X10(__VA_ARGS__) } BENCH_KEEP(a); BENCH_KEEP(b); }
/* A chain that a noisy neighbour hardly slows down, and its cycles. */
#if defined __x86_64__ || defined __i386__
#define STEADY __asm__ volatile(X10("imul %1, %0\n\t") : "+r"(a) : "r"(b));
enum { STEADY_CYCLES = 30 };
#else
#define STEADY CHAIN(40);
enum { STEADY_CYCLES = 40 * STEP };
#endif
LOOPS(step, STEADY)
LOOPS(increment, INCREMENT_1(a, b))

/* Returns the nanoseconds of one code: the difference of its two loops has no cost of a loop. Each
 * loop's time is a low quantile, since interruptions and a noisy neighbour only lengthen windows.
 * Windows of 40 us were lengthened twice as often as windows of 20, and the difference was 3 % too
 * long. */
static double code_ns(void (*run_10)(unsigned), void (*run_20)(unsigned))
{
	enum { TIMES = 200 };
	double ns_10[TIMES], ns_20[TIMES];
	unsigned n = 8;

	for (double took = 0; took < 5e3 && n < 1u << 20; n *= 2) {
		START;
		run_10(n);
		took = STOP;
	}
	for (int i = 0; i < TIMES; i++) {
		START;
		run_10(n);
		ns_10[i] = STOP;
		START;
		run_20(n);
		ns_20[i] = STOP;
	}
	qsort(ns_10, TIMES, sizeof *ns_10, process_ascending);
	qsort(ns_20, TIMES, sizeof *ns_20, process_ascending);
	return (ns_20[TIMES / 20] - ns_10[TIMES / 20]) / 10 / n;
}

/* Returns the nanoseconds of a cycle, from assembly. */
static double cycle_ns(void)
{
	return code_ns(step_10, step_20) / STEADY_CYCLES;
}

/* Returns the core's clock by the library and by assembly, before and after. The truth is NaN if
 * the two differ, for example because a host changes the clock. */
static struct found clock_found(void)
{
	double before = cycle_ns(), after;
	struct found found;
	bench_cpu cpu;

	START;
	if (bench_cpu_clock(NULL, &cpu) != BENCH_OK)
		cpu.mhz = cpu.low = cpu.high = NAN;
	found = (struct found){ cpu.mhz, cpu.low, cpu.high, NAN, STOP / 1e6 };
	after = cycle_ns();
	if (fabs(after / before - 1) < 0.01)
		found.truth = 2000 / (before + after);
	return found;
}

static struct findings measure(void)
{
	struct findings f;
	unsigned long a = 3, b = 5;

	BENCH_KEEP(b);
	f.row[CLOCK] = clock_found();
	START;
	BENCH(CHAIN(1), 0);     /* the first measurement calibrates */
	f.calibration_ms = STOP / 1e6 - bench_last()->elapsed_ns / 1e6;
	BENCH(CHAIN(1), 0);
	f.row[0] = last_found(length[0] * STEP);
	BENCH(CHAIN(6), 0);
	f.row[1] = last_found(length[1] * STEP);
	BENCH(CHAIN(40), 0);
	f.row[2] = last_found(length[2] * STEP);
	BENCH(CHAIN(200), 0);
	f.row[3] = last_found(length[3] * STEP);
	BENCH(MULTIPLY_13(a, b), 0);
	f.row[MULTIPLY] = last_found(MULTIPLY_CYCLES);
	BENCH(INCREMENT_1(a, b), 0);
	f.row[INCREMENT] = last_found(code_ns(increment_10, increment_20) / cycle_ns());
	BENCH(;, 0);
	f.empty_cycles = bench_last()->cycles;
	return f;
}

static void fill(void *result, const void *how)
{
	(void)how;
	*(struct findings *)result = measure();
}

/* Prints a histogram of the errors in one line, from 0.001 % to 10 %, ten bins per decade. */
static void draw(const double *error, int runs)
{
	static const char shade[] = " .:-=+*#%@";
	int count[BINS + 1] = { 0 };

	for (int i = 0; i < runs; i++) {
		double place = (log10(fmax(error[i], 1e-9)) + 3) * 10;

		count[place < 0 ? 0 : place > BINS ? BINS : (int)place]++;
	}
	printf("%19s|", "");
	for (int i = 0; i <= BINS; i++)
		putchar(shade[count[i] == 0 ? 0 : 1 + count[i] * 8 / runs]);
	puts("|");
}

/* Prints a row's errors, of the processes that found the core's clock. */
static void report(const struct findings *all, int runs, int row)
{
	static const char *const name[ROWS] = { [MULTIPLY] = "13 multiplications",
		[INCREMENT] = "x += 1", [CLOCK] = "clock" };
	static double error[RUNS_MOST], ms[RUNS_MOST], truth[RUNS_MOST];
	char label[40];
	int answers = 0, known = 0, inside = 0;

	for (int i = 0; i < runs; i++) {
		const struct found *f = &all[i].row[row];

		ms[i] = f->ms;
		answers += !isnan(f->value);
		if (isnan(f->value) || isnan(f->truth))
			continue;
		inside += f->low <= f->truth && f->truth <= f->high;
		truth[known] = f->truth;
		error[known++] = 100 * fabs(f->value / f->truth - 1);
	}
	qsort(error, (size_t)known, sizeof *error, process_ascending);
	qsort(ms, (size_t)runs, sizeof *ms, process_ascending);
	qsort(truth, (size_t)known, sizeof *truth, process_ascending);
	if (!name[row])
		snprintf(label, sizeof label, "%d cycles", length[row] * STEP);
	else
		snprintf(label, sizeof label, row == CLOCK ? "%s, %.0f MHz" : "%s, %.2f cycles", name[row],
		         known ? truth[known / 2] : 0.0);
	if (known == 0) {
		printf("%-26s%s\n", label, answers ? "no truth to compare with"
		       : "no process found the core's clock");
		return;
	}
	printf("%-27s%7.4f %9.4f %9.4f %9.0f %10.1f %9d\n", label, error[known / 2],
	       error[known * 95 / 100], error[known - 1], 100.0 * inside / known, ms[runs / 2],
	       answers);
	if (row < CHAINS)
		draw(error, known);
}

static void report_all(const struct findings *all, int runs)
{
	static double empty[RUNS_MOST], calibration[RUNS_MOST];

	printf("%26serror in %%                     interval       time\n"
	       "chain%23smedian      95 %%     worst   holds %%         ms   answers\n", "", "");
	for (int row = 0; row < CHAINS; row++)
		report(all, runs, row);
	printf("%20s0.001     0.01      0.1       1        10 %%\n\n", "");
	for (int row = CHAINS; row < ROWS; row++)
		report(all, runs, row);
	putchar('\n');
	for (int i = 0; i < runs; i++) {
		empty[i] = all[i].empty_cycles;
		calibration[i] = all[i].calibration_ms;
	}
	qsort(empty, (size_t)runs, sizeof *empty, process_ascending);
	qsort(calibration, (size_t)runs, sizeof *calibration, process_ascending);
	printf("an empty body: at most %.4f cycles; calibration %.0f ms, once a process\n",
	       empty[runs - 1], calibration[runs / 2]);
}

static int measure_all(int runs, int hogs)
{
	struct findings *all = calloc((size_t)runs, sizeof *all);
	static pid_t hog[HOGS_MOST];
	int done = 0;

	if (!all) {
		fputs("accuracy: out of memory\n", stderr);
		return 1;
	}
	printf("%d processes%s\n\n", runs, hogs ? ", with programs that keep processors busy" : "");
	fflush(stdout);
	process_start_hogs(hog, hogs);
	while (done < runs && process_apart(fill, NULL, &all[done], sizeof *all))
		done++;
	process_stop_hogs(hog, hogs);
	if (done > 0)
		report_all(all, done);
	free(all);
	if (done < runs)
		fputs("accuracy: a process failed\n", stderr);
	return done < runs;
}

#else

static int measure_all(int runs, int hogs)
{
	(void)runs;
	(void)hogs;
	fputs("accuracy: no assembly reference for this processor: nothing to hold results against\n",
	      stderr);
	return 1;
}

#endif

static const char help[] = "Usage: accuracy [--runs N] [--hogs N]\n"
"Measures chains of known length in N processes (40), with N programs that keep\n"
"processors busy (0), and prints the errors of the results.\n";

/* Parses the options. Returns EXAMPLE_GO_ON, or the exit code. */
static int read_options(char **argument, int *runs, int *hogs)
{
	for (; *argument; argument += 2) {
		int is_runs = strcmp(*argument, "--runs") == 0;
		int *value = is_runs ? runs : hogs;

		if (strcmp(*argument, "--help") == 0)
			return fputs(help, stdout) < 0 ? EXAMPLE_BAD : EXAMPLE_OK;
		if (!is_runs && strcmp(*argument, "--hogs") != 0)
			return example_refuse(*argument, "unknown argument (--help tells the usage)");
		*value = process_number(argument[1], is_runs, is_runs ? RUNS_MOST : HOGS_MOST);
		if (*value < 0)
			return example_refuse(argument[1] ? argument[1] : *argument, "expected a whole number");
	}
	return EXAMPLE_GO_ON;
}

int main(int argc, char **argv)
{
	int runs = 40, hogs = 0, code;

	(void)argc;
	code = read_options(argv + 1, &runs, &hogs);
	return example_end(code == EXAMPLE_GO_ON ? measure_all(runs, hogs) : code);
}
