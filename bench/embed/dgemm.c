/*
 * Which multiplies matrices of 64 by 64 faster: OpenBLAS or loops?
 *
 * OpenBLAS starts threads and allocates memory at its first call, which is therefore slow.
 * Compared with timing each one once.
 *
 * SPDX-License-Identifier: MIT
 */
#include "embed.h"

#include <cblas.h>

enum { N = 64, BLOCK = 16 };

static double a[N * N], b[N * N], c[N * N];

static void loops(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) {
				double sum = 0;

				for (int k = 0; k < N; k++)
					sum += a[i * N + k] * b[k * N + j];
				c[i * N + j] = sum;
			}
		BENCH_CLOBBER();
	}
}

static void rows(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--) {
		memset(c, 0, sizeof c);
		for (int i = 0; i < N; i++)
			for (int k = 0; k < N; k++)
				for (int j = 0; j < N; j++)
					c[i * N + j] += a[i * N + k] * b[k * N + j];
		BENCH_CLOBBER();
	}
}

static void openblas(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--)
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, a, N, b, N, 0, c, N);
}

static const bench_case cases[] = { { .name = "loops", .body = loops },
	{ .name = "rows", .body = rows }, { .name = "OpenBLAS", .body = openblas } };

enum { CASES = sizeof cases / sizeof *cases };

int main(int argc, char **argv)
{
	const struct embed e = { .name = "dgemm of 64 by 64", .own_name = "once each" };

	for (int i = 0; i < N * N; i++) {
		a[i] = i % 7;
		b[i] = i % 5;
	}
	return embed_cases_main(argc, argv, &e, cases, CASES);
}
