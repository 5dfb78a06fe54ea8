/*
 * Prints how often a ramp ends too early or too late, and how good its answer is, for several
 * rules, on simulated systems of known throughput.
 *
 *	sim_ramp [RAMPS]     300 ramps of each system in each kind of noise, up to 64 workers
 *
 * Early: it ended as flat although more workers, up to 64, would reach 5 % more throughput.
 * Lost: the mean of that additional throughput.
 * Late: mean number of steps after the first that reaches 98 % of the highest true throughput.
 * Behind: the answer's true throughput is more than 5 % below that of the best step.
 * Too many: mean number of workers in the answer beyond the fewest that reach 98 % of the best
 * step's true throughput.
 *
 * The throughput of a step has an error that all its slices share (the machine's speed varies), and
 * each slice has a further error.  Some steps are disturbed: a third of their slices is half as
 * fast.
 *
 * SPDX-License-Identifier: MIT
 */

#include "load/load.h"
#include "load/load.h"

enum { WORKERS_MOST = 64 };

/* A system: the universal scalability law, or linear growth until all processors are used. */
typedef struct made {
	const char *name;
	double sigma, kappa;
	size_t processors;   /* 0: the law */
} made;

typedef struct noise {
	const char *name;
	double step, slice, disturbed;   /* standard deviations, and the share of disturbed steps */
} noise;

typedef struct counts {
	double early, lost, late, behind, too_many;
} counts;

static double truth(const made *m, size_t n)
{
	double w = (double)n;

	if (m->processors)
		return 1000 * fmin(w, (double)m->processors);
	return 1000 * w / (1 + m->sigma * (w - 1) + m->kappa * w * (w - 1));
}

static double draw(uint64_t *random)
{
	return benchi_normal_quantile(benchi_draw_unit(random));
}

static benchi_step simulated(const made *m, const noise *z, size_t workers, uint64_t *random)
{
	double hz = truth(m, workers) * (1 + z->step * draw(random)), squares = 0;
	bool disturbed = benchi_draw_unit(random) < z->disturbed;
	benchi_step step;

	memset(&step, 0, sizeof step);
	step.workers = workers;
	for (int k = 0; k < BENCHI_POOL_SLICES; k++) {
		double part = hz * (1 + z->slice * draw(random));

		step.slice_hz[k] = disturbed && k % 3 == 0 ? part / 2 : part;
		step.throughput_hz += step.slice_hz[k] / BENCHI_POOL_SLICES;
	}
	for (int k = 0; k < BENCHI_POOL_SLICES; k++)
		squares += pow(step.slice_hz[k] - step.throughput_hz, 2);
	step.error_hz = sqrt(squares / (BENCHI_POOL_SLICES - 1) / BENCHI_POOL_SLICES);
	return step;
}

/* The highest true throughput of 1 to n workers, and the fewest workers that reach 98 % of it. */
static double highest(const made *m, size_t n, size_t *fewest)
{
	double most = 0;

	for (size_t i = 1; i <= n; i++)
		most = fmax(most, truth(m, i));
	for (*fewest = 1; truth(m, *fewest) < 0.98 * most;)
		++*fewest;
	return most;
}

static void judge(const made *m, const benchi_ramp *ramp, bool flat, counts *t)
{
	size_t of_all, of_seen, answer = ramp->step[ramp->best].workers;
	double all = highest(m, WORKERS_MOST, &of_all), seen = highest(m, ramp->n, &of_seen);

	t->early += flat && seen * 1.05 < all;
	t->lost += flat ? 1 - seen / all : 0;
	t->late += ramp->n > of_all ? (double)(ramp->n - of_all) : 0;
	t->behind += truth(m, answer) < 0.95 * seen;
	t->too_many += answer > of_seen ? (double)(answer - of_seen) : 0;
}

static counts ramps_of(const made *m, const noise *z, const benchi_ramp_flatness *rule, long ramps)
{
	benchi_step step[WORKERS_MOST];
	counts t = { 0, 0, 0, 0, 0 };
	uint64_t random = 1;

	for (long i = 0; i < ramps; i++) {
		benchi_ramp ramp = { .step = step };
		bool flat = false;

		while (ramp.n < WORKERS_MOST && !flat) {
			step[ramp.n] = simulated(m, z, ramp.n + 1, &random);
			ramp.n++;
			flat = benchi_ramp_decide(&ramp, rule);
		}
		judge(m, &ramp, flat, &t);
	}
	return t;
}

int main(int argc, char **argv)
{
	static const made systems[] = { { "linear", 0, 0, 0 }, { "2 processors", 0, 0, 2 },
		{ "16 processors", 0, 0, 16 }, { "peak at 10", 0.05, 0.0095, 0 },
		{ "peak at 31", 0.02, 0.001, 0 }, { "contention 5 %", 0.05, 0, 0 } };
	static const noise kinds[] = { { "quiet", 0.003, 0.01, 0 }, { "busy", 0.02, 0.05, 0.05 },
		{ "wild", 0.05, 0.2, 0.2 } };
	static const benchi_ramp_flatness rules[] = { { 1.02, 3, 0 }, { 1.02, 3, 0.2 },
		{ 1.02, 3, 0.25 }, { 1.05, 3, 0.25 }, { 1.02, 3, 0.33 } };
	long ramps = argc > 1 ? atol(argv[1]) : 300;

	printf("%-16s%-7s  %-11s%8s%8s%7s%9s%10s\n", "system", "noise", "rule", "early", "lost", "late",
	       "behind", "too many");
	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
		for (size_t j = 0; j < sizeof kinds / sizeof *kinds; j++)
			for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
				counts t = ramps_of(&systems[i], &kinds[j], &rules[k], ramps);
				double n = (double)ramps;

				printf("%-16s%-7s  %.0f%%, %zu, %.2f%7.1f%%%7.1f%%%7.1f%8.1f%%%10.2f\n",
				       systems[i].name, kinds[j].name, 100 * rules[k].rise - 100, rules[k].steps,
				       rules[k].share, 100 * t.early / n, 100 * t.lost / n, t.late / n,
				       100 * t.behind / n, t.too_many / n);
			}
	return EXIT_SUCCESS;
}
