/*
 * A benchmark program for tests from outside (tests/program.sh), with cases that behave and cases
 * that do not.
 *
 * CASES=N in the environment makes a table of N quick cases. CALLS names a file that gets a letter
 * for each call of setup, verify and teardown. CASES=inputs makes cases with parameters, counters,
 * and prepared and cold input.
 *
 * Time is simulated, so that the machine's load does not affect the results. With REAL it passes
 * on the real clock: for concurrent threads, and for tests that interrupt a running case.
 *
 * SPDX-License-Identifier: MIT
 */
#include "callbacks.h"

#include <signal.h>

#include "measure/measure.h"

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

#include "depth.h"
#include "made_machine.h"

enum { MOST = 1000 };

bench_clock bench_clock_default(void)
{
	return made_core.real.now_ns ? made_core.real : scripted_as_clock(&made_core.clock);
}

static void quick(uint64_t n, void *arg)
{
	made_core_spend(6 * (double)n);
}

/* Takes 125 ns of another clock. */
static void stated(uint64_t n, void *arg)
{
	for (; n > 0; n--) {
		quick(1, arg);
		bench_time_ns(125);
	}
}

/* Checks that the work has run before the first window: bench_round is 0 during the warm-up. */
static void warmed(uint64_t n, void *arg)
{
	static int before;

	before += bench_round() == 0;
	bench_label(before > 1 ? "warmed up" : "not warmed up");
	quick(n, arg);
}

static double first_of(const double *ns, size_t n)
{
	return n > 0 ? ns[0] : -1;
}

/* Does as many iterations as its parameter. */
static void grows(uint64_t n, void *arg)
{
	quick(n * bench_parameter(), arg);
}

/* Does nothing, whatever n is. */
static void elided(uint64_t n, void *arg)
{
}

/* Works once, whatever n is. */
static void ignores(uint64_t n, void *arg)
{
	quick(10, arg);
}

/* Takes 30 ms per iteration. */
static void slow(uint64_t n, void *arg)
{
	made_core_wait((double)n * 30e6);
}

static void crashes(uint64_t n, void *arg)
{
	abort();
}

/* Runs until the caller ends it. CHILD names a file for the process id. AFTER limits this to
 * calls after that number; AFTER=fork limits it to other processes than that of the first call.
 * AFTER=parent: a child of a process that the program started kills that process, and returns. */
static void hangs(uint64_t n, void *arg)
{
	quick(n, arg);
#ifdef HAVE_UNISTD_H
	static long first, calls;
	const char *path = getenv("CHILD"), *after = getenv("AFTER");
	FILE *file;

	if (!first)
		first = (long)getpid();
#ifdef SIGKILL
	if (after && *after == 'p' && getppid() == (pid_t)atol(getenv("STARTED")))
		return;
#endif
	if (after && *after != 'p'
		&& (*after == 'f' ? first == (long)getpid() : ++calls <= strtol(after, NULL, 10)))
		return;
	file = path ? fopen(path, "w") : NULL;

	if (file) {
		fprintf(file, "%ld\n", (long)getpid());
		fclose(file);
	}
#ifdef SIGKILL
	if (after && *after == 'p') {
		const pid_t parent = getppid();

		kill(parent, SIGKILL);
		while (getppid() == parent)
			usleep(1000);
		return;
	}
#endif
	for (;;)
		sleep(1);
#else
	for (;;)
		;
#endif
}

static void talks(uint64_t n, void *arg)
{
	puts("what a body prints");
	quick(n, arg);
}

static void note(char letter)
{
	const char *path = getenv("CALLS");
	FILE *file = path ? fopen(path, "a") : NULL;

	if (file) {
		putc(letter, file);
		fclose(file);
	}
}

static void begins(void *arg)
{
	note('s');
}

static void ends(void *arg)
{
	note('t');
}

static int is_right(void *arg)
{
	note('v');
	return arg == NULL;
}

static void skips(void *arg)
{
	note('k');
	bench_skip("not \"here\"");
}

/* In the third process that opens the file ONCE, the first letter of HOW selects what happens:
 * abort, exit, term (a signal), close (all files), skip, late (slow), wrong, or no window kept (as
 * if the clock went back in its regions). */
static int factor = 1, lost;

static char third(void)
{
	const char *path = getenv("ONCE"), *how = getenv("HOW");
	FILE *file = path ? fopen(path, "a+") : NULL;
	long before = 0;

	if (!file)
		return 0;
	fseek(file, 0, SEEK_END);
	before = ftell(file);
	putc('.', file);
	fclose(file);
	return before == 2 && how ? *how : 0;
}

static void may_fail(void *arg)
{
	switch (third()) {
	case 'a': abort();
	case 'e': exit(0);
	case 't': raise(SIGTERM); break;
#ifdef HAVE_UNISTD_H
	case 'c':
		for (int i = 0; i < 100; i++)
			close(i);
		break;
#endif
	case 's': bench_skip("not this time"); break;
	case 'l': factor = 20; break;
	case 'w': factor = 0; break;
	case 'n': lost = 1; break;
	default: break;
	}
	(void)arg;
}

static int has_factor(void *arg)
{
	return factor;
}

static void seldom(uint64_t n, void *arg)
{
	quick(n * (uint64_t)factor, arg);
	if (lost) {
		BENCH_START;
		BENCH_STOP;
		benchi_thread_self()->regions.ns = (double)NAN;
	}
}

/* Counts. Takes the time of its parameter n; with alg=b twice that time. */
static void counts(uint64_t n, void *arg)
{
	uint64_t times = bench_parameter_named("n") * (1 + bench_parameter_named("alg"));

	bench_count("probes", (double)(3 * n * times));
	bench_count_rate("hits", (double)n);
	bench_count_value("load", *bench_parameter_text("alg") == 'a' ? 0.5 : 0.25);
	quick(n * times, arg);
}

/* The number of prepared iterations; an iteration without preparation ends the program. */
static uint64_t prepared;

static void prepares(uint64_t n, void *arg)
{
	prepared = n;
}

static void needs(uint64_t n, void *arg)
{
	if (prepared != n)
		abort();
	prepared = 0;
	quick(n, arg);
}

static char cold_memory[4096];

static void names_memory(void *arg)
{
	bench_cold(cold_memory, sizeof cold_memory);
}

static void loads(uint64_t n, void *arg)
{
	for (uint64_t i = 0; i < n; i++)
		BENCH_KEEP(cold_memory[2048]);
	quick(n * 10000, arg);
}

static const bench_case inputs[] = {
	{ .name = "counts", .body = counts, .range = "n=64..512 x2; alg=a,b" },
	{ .name = "needs", .body = needs, .prepare = prepares },
	{ .name = "ignores", .body = ignores },
	{ .name = "empty", .body = elided },
	{ .name = "cold", .body = loads, .setup = names_memory, .cold = BENCH_COLD_DATA },
};

static void exits(uint64_t n, void *arg)
{
	exit(0);
}

#ifdef HAVE_AT_QUICK_EXIT
static void leaves(uint64_t n, void *arg)
{
	quick_exit(0);
}
#endif

#ifdef HAVE_FORK
/* Returns twice, but only once per program. */
static void forks(uint64_t n, void *arg)
{
	static int forked;

	if (!forked++)
		(void)!fork();
	quick(n, arg);
}

static void forks_and_exits(uint64_t n, void *arg)
{
	static int forked;

	if (!forked++ && fork() == 0)
		exit(0);
	quick(n, arg);
}
#endif

static const bench_case enders[] = {
	{ .name = "quick", .body = quick },
	{ .name = "exits", .body = exits },
#ifdef HAVE_AT_QUICK_EXIT
	{ .name = "leaves", .body = leaves },
#endif
#ifdef HAVE_FORK
	{ .name = "forks", .body = forks },
	{ .name = "forks and exits", .body = forks_and_exits },
#endif
};

static bench_case table[MOST];
static char names[MOST][16];

static size_t many(size_t n)
{
	for (size_t i = 0; i < n && i < MOST; i++) {
		snprintf(names[i], sizeof names[i], "case%zu", i);
		table[i].name = names[i];
		table[i].body = quick;
	}
	return n < MOST ? n : MOST;
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		{ .name = "quick", .body = quick, .bytes = 8, .items = 1 },
		{ .name = "grows", .body = grows, .range = "64..4k x4", .items = 1 },
		{ .name = "cared", .body = quick, .setup = begins, .teardown = ends, .verify = is_right },
		{ .name = "skips", .body = quick, .setup = skips, .teardown = ends },
		{ .name = "wrong", .body = quick, .setup = begins, .teardown = ends, .verify = is_right,
		  .arg = names },
		{ .name = "elided", .body = elided },
		{ .name = "slow", .body = slow },
		{ .name = "talks", .body = talks },
		{ .name = "seldom", .body = seldom, .setup = may_fail, .verify = has_factor },
		{ .name = "crashes", .body = crashes },
		{ .name = "hangs", .body = hangs },
		{ .body = quick },
	};
	static const bench_case ranged = { .name = "bad", .body = quick, .range = "1..8 *2" };
	static const bench_case bodiless = { .name = "empty" };
	static const bench_case twins[] = { { .name = "twin", .body = quick },
		{ .name = "twin", .body = quick } };
	static const bench_case own[] = {
		{ .name = "stated", .body = stated, .items = 1, .unit = "frames" },
		{ .name = "warmed", .body = warmed, .warm_up_ns = 1e6 },
		{ .name = "cold", .body = warmed },
		{ .name = "pooled", .body = quick, .threads = "1,2" },
		{ .name = "limited", .body = quick, .rounds = 3 },
		{ .name = "slow", .body = slow, .time_ns = 20e6 },
	};
	const char *what = getenv("CASES");
#if defined HAVE_UNISTD_H && defined SIGKILL
	char id[30];

	snprintf(id, sizeof id, "%ld", (long)getpid());
	setenv("STARTED", id, 0);       /* the processes that this one starts keep it */
#endif
	depth_check();
	made_core_begin();
	if (getenv("REAL"))
		made_core.real = benchi_clock_best();
	if (what && *what == 'r')
		return bench_main(argc, argv, &ranged, 1);
	if (what && *what == 'i')
		return bench_main(argc, argv, inputs, sizeof inputs / sizeof *inputs);
	if (what && *what == 'o') {
		bench_statistic("first_ns", first_of);
		return bench_main(argc, argv, own, sizeof own / sizeof *own);
	}
	if (what && *what == 'e')
		return bench_main(argc, argv, enders, sizeof enders / sizeof *enders);
	if (what && *what == 't')
		return bench_main(argc, argv, twins, 2);
	if (what && *what == 'b')
		return bench_main(argc, argv, &bodiless, 1);
	if (what)
		return bench_main(argc, argv, table, many(strtoul(what, NULL, 10)));
	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
