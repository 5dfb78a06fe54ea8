/*
 * How often the clock estimate is right, and whether its confidence predicts that.
 *
 *	simulate                     a short run of the held-out set, judged: TAP
 *	simulate tune 100 1          100 recordings per processor, from seed 1: tables
 *	simulate held 100 2          the same with the processors held out from tuning
 *	simulate show NAME SEED      one recording, as mhz --data prints it
 *
 * Method: recordings of tests/world.h with a known clock.  "Right" is within 1 %; "off by a factor"
 * is more than 3 %.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cycle/cycle.h"

#include "world.h"

enum { METHODS = 2, BINS = 8, LIMITS = 6 };
static const char *const method_names[METHODS] = { "this library", "paper, 1998" };
static const double bin_from[BINS + 1] = { 0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999, 1.01 };

static const double limits[LIMITS] = { 0.8, 0.9, 0.95, 0.97, 0.98, 0.99 };

struct counts {
	int all, answered, right, half, factor;
};

struct score {
	struct counts methods[METHODS];
	struct counts undecidable;       /* recordings of whole tick counts with a common factor */
	struct counts limited[LIMITS];   /* the counts for other confidence thresholds */
	int covered, busy;
	int stated[BINS], found[BINS];
	double stated_sum[BINS];
};

/*
 * The estimator of Staelin and McVoy (1998, sections 4.2 and 7), to compare with, reimplemented
 * from the text: take the smallest time of each chain. Assume that the smallest of a subset is i
 * ticks, count the ticks of the others, and regress. Accept i if its chi-squared, times the
 * square of i, is smaller than all before. The answers of all subsets vote (here 400 drawn
 * subsets), and the second smallest times must give the same result within 1 %. Returns MHz;
 * NaN: no answer.
 */

enum { SUBSETS = 400, GUESSES = 40 };

/* The smallest and the second smallest time of each chain. */
static size_t smallest(const bench_recording *recording, double *first, double *second)
{
	size_t n = bench_recording_chains(recording), windows = bench_recording_windows(recording);

	for (size_t i = 0; i < n; i++) {
		const char *name = bench_recording_chain(recording, i).name;

		first[i] = second[i] = INFINITY;
		for (size_t w = 0; w < windows; w++) {
			bench_cpu_window window = bench_recording_window(recording, w);
			double ns = window.ns / window.operations;

			if (window.expression != name)
				continue;
			if (ns < first[i]) {
				second[i] = first[i];
				first[i] = ns;
			} else if (ns < second[i]) {
				second[i] = ns;
			}
		}
	}
	return n;
}

/* Slope and chi-squared of the regression of times on counts. */
static double regress(const double *ns, const double *counts, size_t n, double *chi)
{
	double sc = 0, st = 0, scc = 0, sct = 0, slope, intercept;

	for (size_t i = 0; i < n; i++) {
		sc += counts[i];
		st += ns[i];
		scc += counts[i] * counts[i];
		sct += counts[i] * ns[i];
	}
	slope = ((double)n * sct - sc * st) / ((double)n * scc - sc * sc);
	intercept = (st - slope * sc) / (double)n;
	*chi = 0;
	for (size_t i = 0; i < n; i++)
		*chi += pow(ns[i] - intercept - slope * counts[i], 2);
	return slope;
}

static double divisor_of(const double *ns, size_t n)
{
	double least = INFINITY, answer = NAN, best = 0;

	for (size_t j = 0; j < n; j++)
		least = fmin(least, ns[j]);
	for (int i = 1; i <= GUESSES; i++) {
		double counts[CHAINS_MOST], chi, slope, first;
		int differ = 0;

		for (size_t j = 0; j < n; j++)
			counts[j] = floor(ns[j] * i / least + 0.5);
		first = counts[0];
		for (size_t j = 1; j < n; j++)
			differ |= fabs(counts[j] - first) > 0.5;
		if (!differ)
			continue;
		slope = regress(ns, counts, n, &chi);
		if (isnan(answer) || i * i * chi < best) {
			best = chi;
			answer = slope;
		}
	}
	return answer;
}

static double vote(const double *ns, size_t n)
{
	double answers[SUBSETS], answer = NAN;
	uint64_t state = 1;
	int most = 0;

	for (int k = 0; k < SUBSETS; k++) {
		double some[CHAINS_MOST];
		uint64_t bits = world_bits(&state);
		size_t m = 0;

		for (size_t i = 0; i < n; i++)
			if (bits >> i & 1)
				some[m++] = ns[i];
		answers[k] = m >= 2 ? divisor_of(some, m) : (double)NAN;
	}
	for (int k = 0; k < SUBSETS; k++) {
		int votes = 0;

		for (int j = 0; j < SUBSETS; j++)
			votes += fabs(answers[j] / answers[k] - 1) < 0.01;
		if (votes > most) {
			most = votes;
			answer = answers[k];
		}
	}
	return answer;
}

static double baseline_paper(const bench_recording *recording)
{
	double first[CHAINS_MOST], second[CHAINS_MOST], a, b;
	size_t n = smallest(recording, first, second);

	a = vote(first, n);
	b = vote(second, n);
	return fabs(a / b - 1) < 0.01 ? 1000 / a : (double)NAN;
}

static void judge(struct counts *counts, double mhz, double truth)
{
	double off = fabs(log(mhz / truth));

	counts->all++;
	if (isnan(mhz))
		return;
	counts->answered++;
	counts->right += off < 0.01;
	counts->half += off < 0.005;
	counts->factor += off > 0.03;
}

/* Records the probability of the best candidate, even if it was refused. */
static void calibrate(struct score *score, const bench_recording *estimated, double truth)
{
	const struct benchi_candidate *best = estimated->candidate;
	double mhz = 1000 / best->ns;
	int bin = 0;

	if (!estimated->candidates)
		return;
	while (bin < BINS - 1 && best->probability >= bin_from[bin + 1])
		bin++;
	score->stated[bin]++;
	score->stated_sum[bin] += best->probability;
	score->found[bin] += fabs(log(mhz / truth)) < 0.03;
	for (int i = 0; i < LIMITS; i++)
		judge(&score->limited[i], best->probability < limits[i] ? (double)NAN : mhz, truth);
}

static int verbose, baselines = 1;

static void complain(const struct world *w, uint64_t seed, const bench_cpu *cpu,
                     bench_status status)
{
	printf("%s seed %llu: %s, %.4f of %.2f MHz, confidence %.4f, %d broken, step %g:",
	       w->processor->name, (unsigned long long)seed, status ? bench_detail() : "answered",
	       cpu->mhz / w->mhz, w->mhz, cpu->confidence, w->broken, w->step_ns);
	for (int i = 0; i < w->chains; i++)
		printf(" %.3g", w->ticks[i]);
	printf("\n");
}

static void one(struct score *score, const struct processor *processor, uint64_t seed)
{
	struct world world;
	bench_recording *recording;
	bench_status status;
	bench_cpu cpu;

	world_make(&world, processor, seed);
	recording = world_record(&world);
	if (!recording)
		return;
	status = bench_recording_estimate(recording, &cpu);
	calibrate(score, recording, world.mhz);
	if (!world.decidable) {
		judge(&score->undecidable, cpu.mhz, world.mhz);
		bench_recording_free(recording);
		return;
	}
	judge(&score->methods[0], cpu.mhz, world.mhz);
	score->busy += status == BENCH_ERR_BUSY;
	score->covered += cpu.low <= world.mhz && world.mhz <= cpu.high;
	if (verbose && (status || fabs(log(cpu.mhz / world.mhz)) > 0.01))
		complain(&world, seed, &cpu, status);
	if (baselines) {
		judge(&score->methods[1], baseline_paper(recording), world.mhz);
	}
	bench_recording_free(recording);
}

static void run(struct score *score, char set, int runs, uint64_t seed)
{
	for (size_t p = 0; p < PROCESSORS; p++)
		for (int i = 0; processors[p].set == set && i < runs; i++)
			one(score, &processors[p], (seed * 1000 + p) * 100000 + (uint64_t)i);
}

static void print_counts(const char *name, const struct counts *t)
{
	double answered = t->answered ? t->answered : 1;

	if (t->all)
		printf("%-14s %6d %8.2f%% %8.2f%% %8.2f%% %10d\n", name, t->all,
		       100.0 * t->answered / t->all, 100 * t->right / answered, 100 * t->half / answered,
		       t->factor);
}

static void print_score(const struct score *score)
{
	printf("%-14s %6s %9s %9s %9s %10s\n", "method", "all", "answered", "within 1%", "within .5%",
	       "by factor");
	for (int m = 0; m < METHODS; m++)
		print_counts(method_names[m], &score->methods[m]);
	print_counts("undecidable", &score->undecidable);
	for (int i = 0; verbose && i < LIMITS; i++) {
		printf("from %.2f: ", limits[i]);
		print_counts("", &score->limited[i]);
	}
	printf("95 %% intervals that include the truth: %.2f%% of those answered; busy: %d\n",
	       100.0 * score->covered / (score->methods[0].answered ? score->methods[0].answered : 1),
	       score->busy);
	printf("%-18s %6s %8s %8s\n", "stated confidence", "cases", "stated", "found");
	for (int b = 0; b < BINS; b++)
		if (score->stated[b])
			printf("%8.4f - %6.4f  %6d %8.5f %8.5f\n", bin_from[b], fmin(1, bin_from[b + 1]),
			       score->stated[b], score->stated_sum[b] / score->stated[b],
			       (double)score->found[b] / score->stated[b]);
}

static int tap(int number, int good, const char *name)
{
	printf("%s %d - %s\n", good ? "ok" : "not ok", number, name);
	return good;
}

static int short_run(void)
{
	static struct score score;
	const struct counts *t = &score.methods[0];
	int good = 1;

	baselines = 0;
	run(&score, 'h', 8, 7);
	good &= tap(1, t->factor == 0, "no answer is off by a factor");
	good &= tap(2, t->answered >= 0.95 * t->all, "at least 95 % are answered");
	good &= tap(3, t->right >= 0.995 * t->answered,
	            "at least 99.5 % of the answers are within 1 %");
	good &= tap(4, score.covered >= 0.9 * t->answered,
	            "at least 90 % of the 95 % intervals include the truth");
	printf("1..4\n");
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int show(const char *name, uint64_t seed)
{
	for (size_t p = 0; p < PROCESSORS; p++) {
		struct world world;
		bench_recording *recording;

		if (strcmp(processors[p].name, name) != 0)
			continue;
		world_make(&world, &processors[p], seed);
		recording = world_record(&world);
		printf("# mhz-data 1\n# made by: simulate show '%s' %llu: %.6g MHz\n", name,
		       (unsigned long long)seed, world.mhz);
		for (size_t i = 0; i < bench_recording_windows(recording); i++) {
			bench_cpu_window w = bench_recording_window(recording, i);

			printf("%s\t%.0f\t%.3f\n", w.expression, w.operations, w.ns);
		}
		bench_recording_free(recording);
		return EXIT_SUCCESS;
	}
	fprintf(stderr, "simulate: no processor %s\n", name);
	return 2;
}

int main(int argc, char **argv)
{
	static struct score score;
	int runs = argc > 2 ? atoi(argv[2]) : 20;
	uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;

	if (argc == 1)
		return short_run();
	if (argc == 4 && strcmp(argv[1], "show") == 0)
		return show(argv[2], seed);
	if (strcmp(argv[1], "tune") != 0 && strcmp(argv[1], "held") != 0) {
		fprintf(stderr, "usage: simulate [tune|held [RUNS [SEED [-v|-b]]]] | show NAME SEED\n");
		return 2;
	}
	verbose = argc > 4 && strcmp(argv[4], "-v") == 0;
	baselines = !verbose && !(argc > 4 && strcmp(argv[4], "-b") == 0);
	run(&score, argv[1][0], runs, seed);
	print_score(&score);
	return EXIT_SUCCESS;
}
