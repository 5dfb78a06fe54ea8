/* Statistics of results, and the regression line through them.  SPDX-License-Identifier: MIT */
#include "bench.h"

#define SIZES 5

double rate(v, n)
	double *v;
{
	return 2 * double_mean(v, n);
}

main()
{
	static int five[5] = { 4, -1, 10, 7, 0 };
	uint64 big[4];
	double x[SIZES], y[SIZES], a, b, sig_a, sig_b, chi2;
	result_t *mine, *theirs;
	int i;

	big[0] = (uint64)1 << 40; big[1] = 3; big[2] = 2; big[3] = 1;
	printf("%d %d %d %d %.2f %.3f\n", int_median(five, 5), int_mean(five, 5), int_min(five, 5),
		int_max(five, 5), int_variance(five, 5), int_stderr(five, 5));
	printf("%s %s %s\n", p64(uint64_median(big, 4)), p64(uint64_min(big, 4)),
		p64sz(uint64_max(big, 4)));
	qsort(five, 5, sizeof(int), int_compare);
	for (i = 0; i < 5; ++i)
		printf("%d%c", five[i], i < 4 ? ' ' : '\n');
	for (i = 0; i < SIZES; ++i) {
		x[i] = i;
		y[i] = 1 + 2 * i + (i & 1 ? .1 : -.1);
	}
	regression(x, y, NULL, SIZES, &a, &b, &sig_a, &sig_b, &chi2);
	printf("y = %.2f + %.2f x\n", a, b);
	printf("%s\n", double_bootstrap_stderr(y, SIZES, rate) > 0 ? "spread" : "none");

	BENCH(getppid(), 0);
	theirs = get_results();
	printf("%d results, sorted: %s\n", theirs->N,
		(double)theirs->v[0].u / theirs->v[0].n >= (double)theirs->v[theirs->N - 1].u
		/ theirs->v[theirs->N - 1].n ? "yes" : "no");
	mine = (result_t *)malloc(sizeof_result(20));
	insertinit(mine);
	for (i = 0; i < 20; ++i)
		insertsort(100 + 7 * i % 20, 10, mine);
	set_results(mine);
	printf("%s of %s, median\n", p64(gettime()), p64(get_n()));
	save_minimum();
	printf("%s of %s, least\n", p64(gettime()), p64(get_n()));
	return 0;
}
