/* Which of two is faster, and is that sure?  It stops as soon as it is. */
/* SPDX-License-Identifier: MIT */
#include <bench.h>
#include <stdio.h>

static uint64_t x = 1;

static void multiply(uint64_t n, void *arg)
{
	uint64_t y = x;

	(void)arg;
	for (; n > 0; n--) {
		y = y * 0x9e3779b97f4a7c15u + 1;
		BENCH_KEEP(y);          /* or the compiler may make several steps into one */
	}
	x = y;
}

static void divide(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--)
		x = UINT64_MAX / (x | 1);
}

int main(void)
{
	static const char *const words[] = { "unsure", "the same", "faster", "slower" };
	static const bench_case two[2] = { { .body = multiply }, { .body = divide } };
	bench_difference d;

	if (bench_compare(two, NULL, &d) != BENCH_OK)
		return 1;
	printf("division against multiplication: %s, %.3g times the time (%.3g to %.3g)\n",
		words[d.answer], d.ratio, d.ratio_low, d.ratio_high);
	return 0;
}
