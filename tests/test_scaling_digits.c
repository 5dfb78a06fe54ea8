/*
 * What the laws of scalability, queueing and growth give for made-up loads, with all their numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "digits.h"

#include "analysis/analysis.h"

enum { LOADS_MOST = 16 };

/* Rates over a load, by the law of scalability, and how far they are off. */
static const struct ramp_row {
	double lambda, sigma, kappa, off, error;
	size_t n;
	const char *name;
} ramps[] = {
	{ 1000, .05, .002, .02, 0, 16, "a peak" },
	{ 1000, .05, .002, .02, 30, 16, "a peak, with errors" },
	{ 1000, .05, 0, .001, 0, 12, "contention alone" },
	{ 90, .0, .0004, .03, 0, 8, "hardly any loss" },
	{ 5, .9, .2, .05, 0, 6, "a peak at one" },
};

/* Around 0, at most 1, and never the same. */
static double noise(size_t i)
{
	return (double)(i * 2654435761u % 65536) / 32768 - 1;
}

static void add_growth(struct digits *d, const benchi_growth *g)
{
	digits_add(d, g->order + 10 * g->other);
	digits_add(d, g->fixed);
	digits_add(d, g->each);
	digits_add(d, g->off);
}

static void scale(const struct ramp_row *row, struct digits *d)
{
	benchi_load load[LOADS_MOST];
	benchi_scalability s;
	benchi_queue_load queue[LOADS_MOST];
	benchi_queueing model;
	double parameter[LOADS_MOST], time[LOADS_MOST];
	benchi_growth growth;

	for (size_t i = 0; i < row->n; i++) {
		double w = 1 + (double)i * 1.5, law = 1 + row->sigma * (w - 1) + row->kappa * w * (w - 1);

		load[i] = (benchi_load){ w, row->lambda * w / law * (1 + row->off * noise(i)),
			row->error };
		queue[i] = (benchi_queue_load){ w, row->error > 0 ? .125 : 0, w / load[i].rate };
	}
	digits_add(d, benchi_scalability_fit(load, row->n, &s));
	digits_add(d, s.kind);
	digits_add(d, s.lambda);
	digits_add(d, s.lambda_low);
	digits_add(d, s.lambda_high);
	digits_add(d, s.sigma);
	digits_add(d, s.sigma_low);
	digits_add(d, s.sigma_high);
	digits_add(d, s.kappa);
	digits_add(d, s.kappa_low);
	digits_add(d, s.kappa_high);
	digits_add(d, s.peak);
	digits_add(d, s.peak_low);
	digits_add(d, s.peak_high);
	digits_add(d, s.peak_rate);
	digits_add(d, s.knee);
	digits_add(d, s.misfit);
	digits_add(d, (double)s.loads);
	model = benchi_queueing_fit(queue, row->n, queue[0].mean_ns, 16);
	digits_add(d, (double)model.servers);
	digits_add(d, model.misfit);
	digits_add(d, (double)model.worst);
	for (size_t i = 0; i < row->n; i++)
		parameter[i] = load[i].workers;
	for (int order = 0; order < BENCHI_GROWTH_ORDERS; order++) {
		for (size_t i = 0; i < row->n; i++)
			time[i] = (5 + pow(parameter[i], order / 2.0)) * (1 + row->off * noise(i));
		growth = benchi_growth_fit(parameter, time, row->n);
		add_growth(d, &growth);
	}
}

START_TEST(fitting_gives_the_same_numbers)
{
	struct digits found = { .name = ramps[_i].name };

	scale(&ramps[_i], &found);
	digits_golden(&found);
}
END_TEST

DIGITS_MAIN("scaling", fitting_gives_the_same_numbers, ramps)
