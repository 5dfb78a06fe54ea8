/*
 * From how many limbs on is GMP's Toom-22 multiplication faster than the schoolbook one?
 *
 * Compared with tuneup's method. Sizes increase; at each size both routines take the minimum of
 * five windows. The threshold is the size with the smallest summed loss, and the search ends when
 * the second routine has won at several consecutive sizes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "embed.h"

#include <gmp.h>

enum { LOW = 4, HIGH = 100, SIZES = HIGH - LOW + 1 };

void __gmpn_mul_basecase(mp_ptr to, mp_srcptr a, mp_size_t an, mp_srcptr b, mp_size_t bn);
void __gmpn_toom22_mul(mp_ptr to, mp_srcptr a, mp_size_t an, mp_srcptr b, mp_size_t bn,
                       mp_ptr scratch);

static mp_limb_t a[HIGH], b[HIGH], to[2 * HIGH], scratch[16 * HIGH];
static double difference[SIZES];        /* ln(toom22 / basecase) */

static void basecase(void *arg, uint64_t size)
{
	(void)arg;
	__gmpn_mul_basecase(to, a, (mp_size_t)size, b, (mp_size_t)size);
}

static void toom22(void *arg, uint64_t size)
{
	(void)arg;
	__gmpn_toom22_mul(to, a, (mp_size_t)size, b, (mp_size_t)size, scratch);
}

static long pick(void)
{
	const bench_case cases[2] = { { .name = "basecase", .call = basecase },
		{ .name = "toom22", .call = toom22 } };
	bench_crossover crossover = { .low = LOW, .high = HIGH };

	return bench_threshold(cases, NULL, &crossover) == BENCH_OK ? (long)crossover.at : -1;
}

/* Returns the nanoseconds per call: the minimum of some windows of 20 us. */
static double least_ns(void (*call)(void *, uint64_t), uint64_t size, int windows)
{
	double least = 1e300;

	for (int i = 0; i < windows; i++) {
		double began = embed_seconds(), took;
		long calls = 0;

		do {
			for (int k = 0; k < 8; k++)
				call(NULL, size);
			calls += 8;
		} while ((took = embed_seconds() - began) < 20e-6);
		least = took / (double)calls < least ? took / (double)calls : least;
	}
	return 1e9 * least;
}

/* Returns the size with the smallest summed loss if the second routine is used from there on. */
static long least_loss(const double *x, int n)
{
	double sum = 0, least = 0;
	long at = LOW;

	for (int i = 0; i < n; i++) {
		sum -= x[i];
		if (sum < least) {
			least = sum;
			at = LOW + i + 1;
		}
	}
	return at;
}

static long own(void)
{
	double x[SIZES];
	int n = 0, won = 0;

	for (; n < SIZES && won < 12; n++) {
		uint64_t size = (uint64_t)(LOW + n);

		x[n] = least_ns(toom22, size, 5) / least_ns(basecase, size, 5) - 1;
		won = x[n] < -0.02 ? won + 1 : 0;
	}
	return least_loss(x, n);
}

static void truth(void)
{
	enum { PASSES = 31 };
	static double x[SIZES][PASSES];

	for (int p = 0; p < PASSES; p++)
		for (int i = 0; i < SIZES; i++)
			x[i][p] = least_ns(toom22, (uint64_t)(LOW + i), 3)
			        / least_ns(basecase, (uint64_t)(LOW + i), 3) - 1;
	for (int i = 0; i < SIZES; i++) {
		qsort(x[i], PASSES, sizeof x[i][0], embed_by_value);
		difference[i] = x[i][PASSES / 2];
	}
}

/* Returns the mean loss over sizes. */
static double loss(long choice)
{
	double sum = 0;

	for (int i = 0; i < SIZES; i++)
		if (LOW + i < choice)
			sum += difference[i] < 0 ? -difference[i] : 0;
		else
			sum += difference[i] > 0 ? difference[i] : 0;
	return sum / SIZES;
}

int main(int argc, char **argv)
{
	const struct embed e = { "GMP toom22 threshold", "tuneup's", pick, own, truth, loss };

	for (int i = 0; i < HIGH; i++) {
		a[i] = (mp_limb_t)0x9e3779b97f4a7c15u * (mp_limb_t)(i + 1);
		b[i] = (mp_limb_t)0xbf58476d1ce4e5b9u * (mp_limb_t)(i + 3);
	}
	return embed_main(argc, argv, &e);
}
