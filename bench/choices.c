/*
 * Eight questions with a known kind of answer: which of several routines is the fastest?
 *
 *	bench/choices [--starts N] [--hogs N] [--together N] [--by METHOD]... [--program FILE]...
 *		[QUESTION...]
 *
 * Each method answers each question in 20 fresh processes (--starts), next to programs that keep a
 * processor busy (--hogs, 0), with several starts at once (--together, 1):
 *
 *	hand        windows of 20 us, the routines alternately, seven rounds, the shortest counts
 *	pick        bench_pick with its defaults
 *	first       bench_fastest, nothing remembered
 *	remembered  bench_fastest after three starts
 *
 * After its answer a start times all routines by hand. The truth is the median of these times over
 * all starts of the program, because one start is one draw of physical pages and of the processor's
 * state: a sort that is the fastest in nine of ten starts takes up to four times as long in the
 * others, all through the process. Prints the share of starts within 1 and 5 % of the truth's
 * best, the worst, the medians of wall and processor time, how many pairs of starts agree, how many
 * were sure and of these how many were beyond 1 %, and the answers. FILE: this program built with
 * another tree, run alternately.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <bench.h>

#include "processes.h"
#include "questions.h"

static const struct question *asked;
static uint64_t expected, sink;

/*
 * One start: an answer, then the times of all ways.
 */

static double clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double window_ns(size_t way, uint64_t iterations)
{
	double began = clock_ns(CLOCK_MONOTONIC);

	for (uint64_t i = 0; i < iterations; i++)
		sink += asked->way[way].run();
	return (clock_ns(CLOCK_MONOTONIC) - began) / (double)iterations;
}

/* Returns a number of iterations that take at least 20 us; *ns: time of each. */
static uint64_t iterations_of(size_t way, double *ns)
{
	uint64_t iterations = 1;

	while ((*ns = window_ns(way, iterations)) * (double)iterations < 20e3)
		iterations *= 2;
	return iterations;
}

/* Chooses by hand, in the usual thirty lines. Returns the index of the choice. */
static size_t by_hand(void)
{
	uint64_t iterations[WAYS];
	double least[WAYS], best = INFINITY;
	size_t fastest = 0;

	for (size_t i = 0; i < asked->n; i++) {
		least[i] = INFINITY;
		if (asked->way[i].run() == expected)
			iterations[i] = iterations_of(i, &least[i]);
		best = fmin(best, least[i]);
	}
	for (int round = 0; round < 7; round++)
		for (size_t i = 0; i < asked->n; i++)
			if (least[i] <= 2 * best) {
				least[i] = fmin(least[i], window_ns(i, iterations[i]));
				best = fmin(best, least[i]);
			}
	for (size_t i = 1; i < asked->n; i++)
		if (least[i] < least[fastest])
			fastest = i;
	return fastest;
}

static void pick_body(uint64_t n, void *arg)
{
	const struct way *way = arg;

	for (; n > 0; n--)
		sink += way->run();
}

static int pick_verify(void *arg)
{
	return ((const struct way *)arg)->run() == expected;
}

/* Chooses with bench_pick. Returns the index of the choice. *end: S if the pick is sure. */
static size_t by_pick(char *end)
{
	bench_case c[WAYS] = { { 0 } };
	bench_choice choice;

	for (size_t i = 0; i < asked->n; i++) {
		c[i].name = asked->way[i].name;
		c[i].body = pick_body;
		c[i].verify = pick_verify;
		c[i].arg = (void *)(uintptr_t)&asked->way[i];
	}
	if (bench_pick(c, asked->n, NULL, &choice) != BENCH_OK)
		fprintf(stderr, "choices: %s: %s\n", asked->name, bench_detail());
	*end = choice.end == BENCH_PICK_END_SURE ? 'S' : '-';
	return choice.index;
}

static void sample(bench_function *function, uint64_t size, void *arg)
{
	(void)size;
	(void)arg;
	sink += ((routine *)function)();
}

static int gives_same(bench_function *function, bench_function *reference, uint64_t size, void *arg)
{
	(void)size;
	(void)arg;
	return ((routine *)function)() == ((routine *)reference)();
}

static size_t by_fastest(void)
{
	static const bench_value once = { 0, 1 };
	bench_alternative alternative[WAYS] = { { 0 } };
	bench_function *chosen;
	size_t i = 0;
	char key[64];

	for (; i < asked->n; i++) {
		alternative[i].name = asked->way[i].name;
		alternative[i].function = (bench_function *)asked->way[i].run;
	}
	snprintf(key, sizeof key, "choices/%s 1", asked->name);
	chosen = bench_fastest(key, alternative, asked->n, sample, gives_same, NULL, &once, 1, 0);
	if (*bench_detail())
		fprintf(stderr, "choices: %s: %s\n", asked->name, bench_detail());
	for (i = 0; i < asked->n && alternative[i].function != chosen;)
		i++;
	return i;
}

/* Prints the answer, its times in ms, how it ended, and the times of all ways in ns. */
static int start(const char *method, const struct question *question)
{
	enum { ROUNDS = 100 };
	static double ns[WAYS][ROUNDS];
	uint64_t iterations[WAYS];
	double wall, cpu, until;
	size_t chosen, rounds = 0;
	char end = '-';

	asked = question;
	question_prepare(question);
	expected = asked->way[0].run();
	wall = clock_ns(CLOCK_MONOTONIC);
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	chosen = !strcmp(method, "hand") ? by_hand() : !strcmp(method, "pick") ? by_pick(&end)
	       : by_fastest();
	wall = clock_ns(CLOCK_MONOTONIC) - wall;
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	if (chosen >= asked->n)
		return EXIT_FAILURE;
	for (size_t i = 0; i < asked->n; i++)
		iterations[i] = iterations_of(i, &ns[i][0]);
	until = clock_ns(CLOCK_MONOTONIC) + 20e6;
	for (; rounds < 9 || (rounds < ROUNDS && clock_ns(CLOCK_MONOTONIC) < until); rounds++)
		for (size_t i = 0; i < asked->n; i++)
			ns[i][rounds] = window_ns(i, iterations[i]);
	printf("%zu %.4f %.4f %c", chosen, wall / 1e6, cpu / 1e6, end);
	for (size_t i = 0; i < asked->n; i++) {
		qsort(ns[i], rounds, sizeof ns[i][0], process_ascending);
		printf(" %.3f", asked->way[i].run() == expected ? ns[i][rounds / 4]
			: (double)INFINITY);
	}
	return putchar('\n') == EOF;
}

/*
 * Many starts, and statistics of their answers.
 */

#define RANDOM "XX" "XX" "XX"   /* for mkdtemp */

enum { STARTS = 1000, PROGRAMS = 4, METHODS = 4, TOGETHER = 64 };
static const char *const methods[METHODS] = { "hand", "pick", "first", "remembered" };

struct answers {
	size_t n, chosen[STARTS], sure[STARTS];
	double wall[STARTS], cpu[STARTS];
};

struct plan {
	int starts, hogs, together;
	int by[METHODS];
	const char *program[PROGRAMS];
	size_t programs;
	char folder[64];        /* for remembered choices */
};

/* Times of each way in all starts of a program. */
struct truth {
	size_t n;
	double ns[WAYS][STARTS * METHODS];
};

static double median(double *x, size_t n)
{
	qsort(x, n, sizeof *x, process_ascending);
	return n > 0 ? x[n / 2] : (double)NAN;
}

static FILE *begin_start(const char *program, size_t method, const char *cache)
{
	char command[4096];

	snprintf(command, sizeof command, "BENCH_SYSTEM_WISDOM= XDG_CACHE_HOME='%s' '%s' --start %s %s",
		cache, program, methods[method], asked->name);
	return popen(command, "r");
}

static void end_start(FILE *from, struct answers *answers, struct truth *truth)
{
	size_t chosen, k = answers->n;
	double wall, cpu, ns[WAYS];
	char end;
	int read = from ? fscanf(from, "%zu %lf %lf %c", &chosen, &wall, &cpu, &end) : 0;

	for (size_t i = 0; i < asked->n && read == 4; i++)
		read -= fscanf(from, "%lf", &ns[i]) != 1;
	if (from && pclose(from) == 0 && read == 4 && chosen < asked->n && k < STARTS) {
		answers->chosen[k] = chosen;
		answers->sure[k] = end == 'S';
		answers->wall[k] = wall;
		answers->cpu[k] = cpu;
		answers->n++;
		for (size_t i = 0; i < asked->n; i++)
			truth->ns[i][truth->n] = ns[i];
		truth->n++;
	} else {
		fprintf(stderr, "choices: a start failed\n");
	}
}

static void forget(const char *cache)
{
	char path[200];

	snprintf(path, sizeof path, "%s/libbench/wisdom", cache);
	unlink(path);
}

/* Runs as many starts at once as planned. */
static void start_all(const struct plan *plan, size_t program, size_t method,
                      struct answers *answers, struct truth *truth)
{
	FILE *running[TOGETHER];
	char cache[128];

	for (int k = 0; k < plan->together; k++) {
		snprintf(cache, sizeof cache, "%s/%zu-%s-%d", plan->folder, program, methods[method],
			k);
		mkdir(cache, 0700);
		if (method == 2)
			forget(cache);
		running[k] = begin_start(plan->program[program], method, cache);
	}
	for (int k = 0; k < plan->together; k++)
		end_start(running[k], answers, truth);
}

static void print_row(const char *program, const char *method, struct answers *a, const double *ns)
{
	double best = INFINITY, worst = 0, within1 = 0, within5 = 0, agree = 0, pairs = 0;
	size_t sure = 0, off = 0, count[WAYS] = { 0 };

	for (size_t i = 0; i < asked->n; i++)
		best = fmin(best, ns[i]);
	for (size_t k = 0; k < a->n; k++) {
		double behind = ns[a->chosen[k]] / best - 1;

		worst = fmax(worst, behind);
		within1 += behind <= 0.01;
		within5 += behind <= 0.05;
		sure += a->sure[k];
		off += a->sure[k] && behind > 0.01;
		count[a->chosen[k]]++;
		for (size_t other = 0; other < k; other++, pairs++)
			agree += a->chosen[other] == a->chosen[k];
	}
	printf("%-8s %-10s %-12.12s %4zu %5.0f %5.0f %7.1f %6.1f %6.1f %5.0f %5zu %4zu ", asked->name,
		method, program, a->n, 100 * within1 / (double)a->n, 100 * within5 / (double)a->n,
		100 * worst, median(a->wall, a->n), median(a->cpu, a->n), 100 * agree / pairs, sure, off);
	for (size_t i = 0; i < asked->n; i++)
		if (count[i] > 0)
			printf(" %s:%zu", asked->way[i].name, count[i]);
	putchar('\n');
	fflush(stdout);
}

static void answer(const struct plan *plan, const struct question *question)
{
	static struct answers answers[PROGRAMS][METHODS];
	static struct truth truth[PROGRAMS];

	asked = question;
	memset(answers, 0, sizeof answers);
	for (size_t p = 0; p < plan->programs; p++)
		truth[p].n = 0;
	for (int k = -3; k < plan->starts; k += k < 0 ? 1 : plan->together)
		for (size_t p = 0; p < plan->programs; p++)
			for (size_t m = 0; m < METHODS; m++) {
				/* the first three starts only fill the memory */
				if (!plan->by[m] || (k < 0 && m != 3))
					continue;
				start_all(plan, p, m, &answers[p][m], &truth[p]);
				answers[p][m].n = k < 0 ? 0 : answers[p][m].n;
			}
	for (size_t p = 0; p < plan->programs; p++) {
		const char *slash = strrchr(plan->program[p], '/');
		double ns[WAYS];

		for (size_t i = 0; i < asked->n; i++)
			ns[i] = median(truth[p].ns[i], truth[p].n);
		for (size_t m = 0; m < METHODS; m++)
			if (plan->by[m])
				print_row(slash ? slash + 1 : plan->program[p], methods[m],
					&answers[p][m], ns);
	}
}

static const struct question *question_of(const char *name)
{
	for (size_t i = 0; i < QUESTIONS; i++)
		if (strcmp(questions[i].name, name) == 0)
			return &questions[i];
	return NULL;
}

static int usage_error(const char *argument)
{
	fprintf(stderr, "choices: %s: expected --starts N, --hogs N, --together N,"
		" --by hand|pick|first|remembered, --program FILE, or a question:", argument);
	for (size_t i = 0; i < QUESTIONS; i++)
		fprintf(stderr, " %s", questions[i].name);
	fputc('\n', stderr);
	return 2;
}

int main(int argc, char **argv)
{
	struct plan plan = { .starts = 20, .together = 1, .program = { argv[0] }, .programs = 1,
		.folder = "/tmp/choices." RANDOM };
	const struct question *wanted[QUESTIONS];
	size_t n = 0, methods_named = 0;
	pid_t hog[TOGETHER];
	char command[128];

	if (!__builtin_cpu_supports("avx2")) {
		fprintf(stderr, "choices: expected a processor with AVX2\n");
		return 2;
	}
	if (argc == 4 && strcmp(argv[1], "--start") == 0 && question_of(argv[3]))
		return start(argv[2], question_of(argv[3]));
	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";
		int *number = !strcmp(argv[i], "--starts") ? &plan.starts
			: !strcmp(argv[i], "--hogs") ? &plan.hogs
			: !strcmp(argv[i], "--together") ? &plan.together : NULL;
		size_t m = 0;

		if (number) {
			*number = process_number(value, number != &plan.hogs,
				number == &plan.starts ? STARTS : TOGETHER);
			if (*number < 0)
				return usage_error(argv[i]);
			i++;
		} else if (!strcmp(argv[i], "--program") && *value && plan.programs < PROGRAMS) {
			plan.program[plan.programs++] = value;
			i++;
		} else if (!strcmp(argv[i], "--by")) {
			while (m < METHODS && strcmp(methods[m], value))
				m++;
			if (m == METHODS)
				return usage_error(argv[i]);
			methods_named += (size_t)!plan.by[m];
			plan.by[m] = 1;
			i++;
		} else if (n < QUESTIONS && question_of(argv[i])) {
			wanted[n++] = question_of(argv[i]);
		} else {
			return usage_error(argv[i]);
		}
	}
	for (size_t m = 0; m < METHODS && methods_named == 0; m++)
		plan.by[m] = 1;
	for (size_t i = 0; n == 0 && i < QUESTIONS; i++)
		wanted[i] = &questions[i];
	if (!mkdtemp(plan.folder)) {
		fprintf(stderr, "choices: %s: %s\n", plan.folder, strerror(errno));
		return 2;
	}
	process_start_hogs(hog, plan.hogs);
	printf("%-8s %-10s %-12s %4s %5s %5s %7s %6s %6s %5s %5s %4s  answers\n", "question", "by",
		"program", "n", "<1 %", "<5 %", "worst %", "ms", "cpu ms", "agree", "sure", "off");
	for (size_t i = 0; i < (n > 0 ? n : QUESTIONS); i++)
		answer(&plan, wanted[i]);
	process_stop_hogs(hog, plan.hogs);
	snprintf(command, sizeof command, "rm -rf '%s'", plan.folder);
	return system(command) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
