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
	struct digits expected;
} ramps[] = {
	{ 1000, .05, .002, .02, 0, 16, { "a peak", 45, {
		0, 1, 989.46721, 971.43728, 1007.6561, 0.04471221, 0.038836805, 0.050702401,
		0.0022203765, 0.001983078, 0.0024546812, 20.742152, 19.780006, 21.887574, 7351.0257,
		7.4292768, 0.010232735, 16, 7, 0.12750789, 4, 10, 5.9989952, 0, 0.012526175, 21,
		5.566895, 0.84384639, 0.029646704, -8, 4.9800091, 1.0019647, 0.012470083, -7,
		5.6386801, 0.97944266, 0.041496205, -6, 4.9283829, 1.0019187, 0.01194835, -11, NAN,
		NAN, 0.23078018 } } },
	{ 1000, .05, .002, .02, 30, 16, { "a peak, with errors", 45, {
		0, 1, 1001.3102, 956.85478, 1048.1151, 0.047965549, 0.037347123, 0.059239094,
		0.0021374972, 0.0018518916, 0.0024084123, 21.104426, 19.977022, 22.55544, 7359.9037,
		7.3502736, 0.010922172, 16, 1, 0.97338019, 15, 10, 5.9989952, 0, 0.012526175, 21,
		5.566895, 0.84384639, 0.029646704, -8, 4.9800091, 1.0019647, 0.012470083, -7,
		5.6386801, 0.97944266, 0.041496205, -6, 4.9283829, 1.0019187, 0.01194835, -11, NAN,
		NAN, 0.23078018 } } },
	{ 1000, .05, 0, .001, 0, 12, { "contention alone", 45, {
		0, 2, 999.39376, 998.35507, 1000.4329, 0.049662023, 0.049256006, 0.050052035,
		1.7832688e-05, 0, 3.9787609e-05, 230.85041, 154.57974, INFINITY, 17267.38,
		17.277854, 0.00050206294, 12, 8, 0.16557341, 4, 10, 6.0003693, 0, 0.00065001705, 21,
		5.719123, 0.75577966, 0.028726754, -8, 4.9979595, 1.0003913, 0.00063026186, -7,
		5.8076707, 0.94552354, 0.032545099, -6, 4.9958859, 1.0002371, 0.00059030334, -11,
		NAN, NAN, 0.20475534 } } },
	{ 90, .0, .0004, .03, 0, 8, { "hardly any loss", 45, {
		0, 3, 89.942384, 87.136036, 93.126645, 0, 0, 0.0088332267, 0.00034757383, 0,
		0.00090322771, 53.638481, 33.273721, INFINITY, 2434.8836, 27.071593, 0.018604378, 8,
		11, 0.027129576, 2, 10, 6.0097498, 0, 0.02159078, 21, 5.7410026, 0.71553448,
		0.018747244, -8, 4.8868515, 1.0256145, 0.019321651, -7, 5.8258798, 0.92441143,
		0.017602909, -6, 4.8535276, 1.0115509, 0.017655553, -11, NAN, NAN, 0.18262894 } } },
	{ 5, .9, .2, .05, 0, 6, { "a peak at one", 45, {
		0, 1, 4.7401413, 4.296272, 5.1845527, 0.77837299, 0.51596556, 1, 0.19581643,
		0.15229102, 0.24129598, 1.0638656, 0, 1.4961251, 4.7439303, 1.0007993, 0.021032006,
		6, 1, 0.67119031, 5, 10, 6.0003598, 0, 0.039801755, -9, 5.6893975, 0.72540525,
		0.02440028, -8, 4.749457, 1.0636542, 0.032795281, -7, 5.771206, 0.92413225,
		0.027254155, -6, 4.7321657, 1.0246466, 0.029668379, -11, NAN, NAN, 0.158816 } } },
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
	struct digits found = { .name = ramps[_i].expected.name };

	scale(&ramps[_i], &found);
	digits_same(&found, &ramps[_i].expected);
}
END_TEST

DIGITS_MAIN("scaling", fitting_gives_the_same_numbers, ramps)
