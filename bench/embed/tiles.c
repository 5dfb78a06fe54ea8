/*
 * Which of 288 tiles multiplies matrices of 64 by 64 the fastest?
 *
 * Chosen by bench_tune in TILES_MS milliseconds (100). Compared with timing each one once, in one
 * pass; or, with TILES_PICK=1, with bench_pick among all.
 *
 * SPDX-License-Identifier: MIT
 */
#include "embed.h"

#include <math.h>

enum { N = 64, ALL = 288, BEST = 12, PASSES = 9, ROUNDS = 41 };

static double a[N * N], b[N * N], c[N * N];

static const char range[] = "i=4,8,16,24,32,64; j=4,8,12,16,24,32,48,64; k=4,8,16,24,32,64";
static const size_t is[] = { 4, 8, 16, 24, 32, 64 }, js[] = { 4, 8, 12, 16, 24, 32, 48, 64 };

static char row_at[ALL];     /* an address in this array identifies a row */

struct tile {
	size_t i, j, k;
};

static size_t least(size_t x, size_t y)
{
	return x < y ? x : y;
}

/* Computes one tile of c, starting at i, j, over k. */
static void multiply_tile(size_t i0, size_t j0, size_t k0, const struct tile *t)
{
	size_t i1 = least(i0 + t->i, N), j1 = least(j0 + t->j, N), k1 = least(k0 + t->k, N);

	for (size_t i = i0; i < i1; i++)
		for (size_t k = k0; k < k1; k++) {
			double x = a[i * N + k];

			for (size_t j = j0; j < j1; j++)
				c[i * N + j] += x * b[k * N + j];
		}
}

static void multiply(const struct tile *t)
{
	memset(c, 0, sizeof c);
	for (size_t j = 0; j < N; j += t->j)
		for (size_t k = 0; k < N; k += t->k)
			for (size_t i = 0; i < N; i += t->i)
				multiply_tile(i, j, k, t);
	BENCH_CLOBBER();
}

static struct tile tile_now(void)
{
	struct tile t = { (size_t)bench_parameter_named("i"), (size_t)bench_parameter_named("j"),
		(size_t)bench_parameter_named("k") };

	return t;
}

static struct tile tile_of(size_t row)
{
	struct tile t = { is[row / 48], js[row / 6 % 8], is[row % 6] };

	return t;
}

static void body(uint64_t n, void *arg)
{
	struct tile t = tile_now();

	(void)arg;
	for (; n > 0; n--)
		multiply(&t);
}

static void body_of_row(uint64_t n, void *arg)
{
	struct tile t = tile_of((size_t)((const char *)arg - row_at));

	for (; n > 0; n--)
		multiply(&t);
}

/* Returns nonzero if three elements match the definition. */
static int right(void *arg)
{
	struct tile t = tile_now();

	(void)arg;
	multiply(&t);
	for (size_t at = 7; at < N * N; at += N * N / 3) {
		double sum = 0;

		for (size_t k = 0; k < N; k++)
			sum += a[at / N * N + k] * b[k * N + at % N];
		if (fabs(c[at] - sum) > 1e-9 * fabs(sum))
			return 0;
	}
	return 1;
}

static bench_case rows[ALL];

static long by_tune(void)
{
	const bench_case matrix = { .name = "tiles", .body = body, .range = range, .verify = right };
	const char *ms = getenv("TILES_MS");
	bench_pick_options options = { .time_ns = ms ? atof(ms) * 1e6 : 100e6 };
	bench_tuned best;
	bench_choice choice;

	if (getenv("TILES_PICK"))
		return bench_pick(rows, ALL, &options, &choice) == BENCH_OK ? (long)choice.index : -1;
	if (bench_tune(&matrix, &options, &best) != BENCH_OK) {
		fprintf(stderr, "%s\n", bench_detail());
		return -1;
	}
	if (getenv("TILES_SHOW"))
		fprintf(stderr, "%s: %.4g us, %.3f (%.3f to %.3f), end %d, tried %d of %d, open %d, "
			"%.3g ms more\n",
			best.text, best.choice.ns / 1e3, best.choice.lead, best.choice.lead_low,
			best.choice.lead_high, (int)best.end, (int)best.tried, (int)best.rows,
			(int)best.open, best.needed_ns / 1e6);
	return (long)best.row;
}

static long by_one_pass(void)
{
	return embed_once(rows, ALL);
}

static double ns[ALL];

static double time_row(size_t row)
{
	double began = embed_seconds();

	rows[row].body(1, rows[row].arg);
	return (embed_seconds() - began) * 1e9;
}

/* The shortest time of several passes over all tiles. */
static void truth(void)
{
	for (size_t i = 0; i < ALL; i++)
		ns[i] = 1e300;
	for (size_t pass = 0; pass < PASSES; pass++)
		for (size_t k = 0; k < ALL; k++) {
			size_t i = (k * 31 + pass * 7) % ALL;

			ns[i] = fmin(ns[i], time_row(i));
		}
}

/* Returns by how much the choice is slower than the best of a dozen, by medians of rounds. */
static double loss(long choice)
{
	static double t[BEST + 1][ROUNDS];
	size_t row[BEST + 1] = { (size_t)choice };
	double best = 1e300;

	for (size_t k = 1; k <= BEST; k++) {
		row[k] = 0;
		for (size_t i = 0; i < ALL; i++)
			if (ns[i] < ns[row[k]])
				row[k] = i;
		ns[row[k]] = 1e300;
	}
	for (size_t round = 0; round < ROUNDS; round++)
		for (size_t k = 0; k <= BEST; k++) {
			size_t i = (k + round * 5) % (BEST + 1);

			t[i][round] = time_row(row[i]);
		}
	for (size_t k = 0; k <= BEST; k++) {
		qsort(t[k], ROUNDS, sizeof t[k][0], embed_by_value);
		best = fmin(best, t[k][ROUNDS / 2]);
	}
	return t[0][ROUNDS / 2] / best - 1;
}

int main(int argc, char **argv)
{
	const struct embed e = { "288 tiles", "one pass", by_tune, by_one_pass, truth, loss };

	for (size_t i = 0; i < N * N; i++) {
		a[i] = (double)(i % 7) + 0.5;
		b[i] = (double)(i % 5) - 1.5;
	}
	for (size_t i = 0; i < ALL; i++) {
		rows[i].body = body_of_row;
		rows[i].arg = row_at + i;
	}
	return embed_main(argc, argv, &e);
}
