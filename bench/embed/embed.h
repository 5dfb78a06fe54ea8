/*
 * A library's choice, made by bench_pick and by the library's own method, in many fresh starts.
 *
 * Each method chooses repeatedly, each time in a new process. A choice among cases is also made
 * with a spread of 2 %, and by hand, in about thirty lines as a program might have them. The truth
 * is a long interleaved measurement in the same process, because the next process has other memory
 * and a planner other plans: medians of rounds over all choices. A choice's regret is how much
 * longer it takes than the best. Pairs of starts differ if their choices do. Start two spinning
 * programs as well to test a busy machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_EMBED_H
#define BENCH_EMBED_H

#include <bench.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EMBED_TRUTH_S 0.25

enum { EMBED_MOST = 64, EMBED_STARTS = 40 };

struct embed {
	const char *name;               /* name of the question */
	const char *own_name;           /* name of the library's method */
	long (*pick)(void);             /* libbench's choice */
	long (*own)(void);
	void (*truth)(void);            /* a long measurement */
	/* loss of a choice: how much longer it takes than the best, as a share */
	double (*loss)(long choice);
	int cases;                      /* number of cases, for a choice among cases */
};

/* for bench_pick among cases */
static double embed_spread;     /* requested spread */
static char embed_end = '-';    /* S: sure, U: unstable, -: neither */

static inline double embed_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static inline int embed_by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The median times of n cases at a value of their arguments, in rounds of one window each. */
static inline void embed_medians(const bench_case *c, size_t n, double seconds, double *ns)
{
	enum { ROUNDS = 400 };
	static double t[EMBED_MOST][ROUNDS];
	uint64_t iterations[EMBED_MOST];
	double until = embed_seconds() + seconds;
	size_t rounds = 0;

	for (size_t i = 0; i < n; i++)
		for (iterations[i] = 1;; iterations[i] *= 2) {
			double began = embed_seconds();

			c[i].body(iterations[i], c[i].arg);
			if (embed_seconds() - began > 30e-6)
				break;
		}
	for (; rounds < ROUNDS && (rounds < ROUNDS / 10 || embed_seconds() < until); rounds++)
		for (size_t k = 0; k < n; k++) {
			/* varies the neighbours, unless n is a multiple of 7 */
			size_t i = (k * 7 + rounds) % n;
			double began;

			if (n % 7 == 0)
				i = (k + rounds) % n;
			began = embed_seconds();
			c[i].body(iterations[i], c[i].arg);
			t[i][rounds] = (embed_seconds() - began) * 1e9 / (double)iterations[i];
		}
	for (size_t i = 0; i < n; i++) {
		qsort(t[i], rounds, sizeof t[i][0], embed_by_value);
		ns[i] = t[i][rounds / 2];
	}
}

/* The choices of one method's starts. */
struct embed_starts {
	double loss[EMBED_STARTS], ms[EMBED_STARTS];
	long choice[EMBED_STARTS];
	char end[EMBED_STARTS];
};

/* Makes one choice in a new process. Returns nonzero if the process answered. */
static inline int embed_start(const char *self, const char *method, struct embed_starts *to, int i)
{
	char command[512];
	FILE *pipe;
	int got;

	snprintf(command, sizeof command, "'%s' %s", self, method);
	pipe = popen(command, "r");
	if (!pipe)
		return 0;
	got = fscanf(pipe, "%ld %lf %lf %c", &to->choice[i], &to->ms[i], &to->loss[i], &to->end[i]);
	return pclose(pipe) == 0 && got == 4;
}

/* Counts the pairs of starts with this end (0: all starts) that differ in choice. Returns the
 * number of pairs. */
static inline int embed_pairs(const struct embed_starts *s, int n, char end, int *differ)
{
	int pairs = 0;

	*differ = 0;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++) {
			if (end && (s->end[i] != end || s->end[k] != end))
				continue;
			pairs++;
			*differ += s->choice[k] != s->choice[i];
		}
	return pairs;
}

static inline void embed_print(const char *what, const char *method, struct embed_starts *s, int n)
{
	int differ, sure_differ, pairs = embed_pairs(s, n, 0, &differ);
	int sure_pairs = embed_pairs(s, n, 'S', &sure_differ), sure = 0, unstable = 0;
	double sum = 0;

	for (int i = 0; i < n; i++) {
		sure += s->end[i] == 'S';
		unstable += s->end[i] == 'U';
		sum += s->loss[i];
	}
	qsort(s->loss, (size_t)n, sizeof *s->loss, embed_by_value);
	qsort(s->ms, (size_t)n, sizeof *s->ms, embed_by_value);
	printf("%-20s %-16s regret mean %.2f %% max %.2f %%  time %.2f ms  pairs differ %d of %d", what,
	       method, 100 * sum / n, 100 * s->loss[n - 1], s->ms[n / 2], differ, pairs);
	if (sure + unstable > 0)
		printf(", sure %d of %d (%d starts, unstable %d)", sure_differ, sure_pairs, sure, unstable);
	putchar('\n');
	fflush(stdout);
}

/* Runs all methods alternately, so that passing disturbances affect all. Returns the exit
 * status. */
static inline int embed_compare(const struct embed *e, const char *self, int n)
{
	static const char *const method[] = { "pick", "own", "spread", "hand" };
	static struct embed_starts starts[4];
	const char *const name[] = { "libbench", e->own_name, "libbench, spread", "by hand" };
	int methods = e->cases ? 4 : 2;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < methods; k++)
			if (!embed_start(self, method[k], &starts[k], i))
				return 1;
	for (int k = 0; k < methods; k++)
		embed_print(e->name, name[k], &starts[k], n);
	return 0;
}

static inline long embed_by_hand(void);

static inline long embed_choose(const struct embed *e, char method)
{
	embed_spread = method == 's' ? 0.02 : 0;
	return method == 'h' ? embed_by_hand() : method == 'o' ? e->own() : e->pick();
}

/* program [STARTS]: the comparison; program pick, own, spread, hand: one choice. */
static inline int embed_main(int argc, char **argv, const struct embed *e)
{
	int starts = argc > 1 ? atoi(argv[1]) : EMBED_STARTS;

	if (argc > 1 && *argv[1] >= 'a') {
		double began = embed_seconds();
		long choice = embed_choose(e, *argv[1]);
		double seconds = embed_seconds() - began;

		if (choice < 0)
			return 1;
		e->truth();
		printf("%ld %.6f %.6f %c\n", choice, 1e3 * seconds, e->loss(choice), embed_end);
		return 0;
	}
	if (starts < 1 || starts > EMBED_STARTS) {
		fprintf(stderr, "%s: expected 1 to %d starts\n", argv[0], EMBED_STARTS);
		return 2;
	}
	return embed_compare(e, argv[0], starts);
}

/* For the most common kind of question: cases, each a choice. */
static double embed_ns[EMBED_MOST];

static inline double embed_case_loss(const double *ns, size_t n, long choice)
{
	double best = ns[0];

	for (size_t i = 1; i < n; i++)
		best = ns[i] < best ? ns[i] : best;
	return ns[choice] / best - 1;
}

static inline long embed_pick_cases(const bench_case *c, size_t n)
{
	const bench_pick_options options = { .spread = embed_spread };
	bench_choice choice;

	if (bench_pick(c, n, &options, &choice) != BENCH_OK)
		return -1;
	embed_end = choice.unstable ? 'U' : choice.end == BENCH_PICK_END_SURE ? 'S' : '-';
	return (long)choice.index;
}

/* Times each case once with the clock, as a careless program would. */
static inline long embed_once(const bench_case *c, size_t n)
{
	double best = 1e300;
	long at = 0;

	for (size_t i = 0; i < n; i++) {
		double began = embed_seconds(), took;

		c[i].body(1, c[i].arg);
		took = embed_seconds() - began;
		if (took < best) {
			best = took;
			at = (long)i;
		}
	}
	return at;
}

/* The cases of embed_cases_main. */
static const bench_case *embed_case;
static size_t embed_cases;

/* By hand: alternating windows of 20 us, the shortest of seven of each. A candidate that takes
 * twice the best after its first window is dropped. */
static inline long embed_by_hand(void)
{
	enum { WINDOWS = 7 };
	double least[EMBED_MOST], best = 1e300;
	uint64_t iterations[EMBED_MOST];
	long at = 0;

	for (size_t i = 0; i < embed_cases; i++)
		for (iterations[i] = 1;; iterations[i] *= 2) {
			double began = embed_seconds(), took;

			embed_case[i].body(iterations[i], embed_case[i].arg);
			took = embed_seconds() - began;
			least[i] = took / (double)iterations[i];
			best = least[i] < best ? least[i] : best;
			if (took > 20e-6)
				break;
		}
	for (int k = 0; k < WINDOWS; k++)
		for (size_t i = 0; i < embed_cases; i++) {
			double began = embed_seconds(), took;

			if (least[i] > 2 * best)
				continue;
			embed_case[i].body(iterations[i], embed_case[i].arg);
			took = (embed_seconds() - began) / (double)iterations[i];
			least[i] = took < least[i] ? took : least[i];
			best = took < best ? took : best;
		}
	for (size_t i = 0; i < embed_cases; i++)
		at = least[i] < least[at] ? (long)i : at;
	return at;
}

static inline long embed_cases_pick(void)
{
	return embed_pick_cases(embed_case, embed_cases);
}

static inline long embed_cases_once(void)
{
	return embed_once(embed_case, embed_cases);
}

static inline void embed_cases_truth(void)
{
	embed_medians(embed_case, embed_cases, EMBED_TRUTH_S, embed_ns);
}

static inline double embed_cases_loss(long choice)
{
	return embed_case_loss(embed_ns, embed_cases, choice);
}

/* embed_main for a choice among n cases. *e has the names, and own unless that is timing each
 * case once. */
static inline int embed_cases_main(int argc, char **argv, const struct embed *e,
                                   const bench_case *c, size_t n)
{
	const struct embed whole = { e->name, e->own_name, embed_cases_pick,
		e->own ? e->own : embed_cases_once, embed_cases_truth, embed_cases_loss,
		1 };

	embed_case = c;
	embed_cases = n;
	return embed_main(argc, argv, &whole);
}

#endif
