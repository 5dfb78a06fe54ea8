/*
 * Tests bodies that a compiler can merge in pairs (x *= c; x *= c is x *= c * c), timed by BENCH,
 * by BENCH_LOOP and by a loop in which an empty asm hides each result.
 *
 *	$ foldable
 *	x * c          3.000    3.000    3.000 cycles
 *
 * The intervals of the first two must not be more than 5 % below the third's; otherwise the exit
 * status is 1. (They may be above: without asm goto, a compiler adds a test and a jump per
 * instance.)
 *
 * Wrong if the compiler has no GNU asm, which is reported.
 *
 * SPDX-License-Identifier: MIT
 */
#define EXAMPLE "foldable"
#include "example.h"

#if defined __GNUC__ && !defined BENCH_NO_ASM
#ifdef __SSE2__
#define HIDE_REAL(x) __asm__ volatile("" : "+x"(x))
#else
#define HIDE_REAL(x) __asm__ volatile("" : "+m"(x))
#endif
#define HIDE(x) __asm__ volatile("" : "+r"(x))

#define ROW(row, type, first, hide, expression) \
	static void hidden_##row(uint64_t n, void *arg) \
	{ \
		volatile type start = first; \
		type x = start; \
		(void)arg; \
		for (; n > 0; n--) { \
			x = (type)(expression); hide(x); x = (type)(expression); hide(x); \
			x = (type)(expression); hide(x); x = (type)(expression); hide(x); \
			x = (type)(expression); hide(x); x = (type)(expression); hide(x); \
			x = (type)(expression); hide(x); x = (type)(expression); hide(x); \
		} \
		BENCH_KEEP(x); \
	} \
	static bench_summary pasted_##row(void) \
	{ \
		volatile type start = first; \
		type x = start; \
		BENCH(x = (type)(expression), 0); \
		BENCH_KEEP(x); \
		return *bench_last(); \
	} \
	static bench_summary looped_##row(void) \
	{ \
		volatile type start = first; \
		type x = start; \
		bench_run run; \
		BENCH_LOOP(&run, 0) x = (type)(expression); \
		BENCH_KEEP(x); \
		return *bench_last(); \
	}

#define ROWS(DO) \
	DO(multiply, uint64_t, 3, HIDE, x * 2654435761u) \
	DO(congruence, uint64_t, 3, HIDE, x * 6364136223846793005u + 1442695040888963407u) \
	DO(small_congruence, uint64_t, 3, HIDE, x * 5 + 1) \
	DO(times_three, uint64_t, 3, HIDE, x * 3) \
	DO(times_seven, uint64_t, 3, HIDE, x * 7) \
	DO(square, uint64_t, 3, HIDE, x * x) \
	DO(add, uint64_t, 3, HIDE, x + 3) \
	DO(subtract, uint64_t, 3, HIDE, x - 12345) \
	DO(negate, uint64_t, 3, HIDE, -x) \
	DO(invert, uint64_t, 3, HIDE, ~x) \
	DO(exclusive, uint64_t, 3, HIDE, x ^ 0x5555) \
	DO(mask, uint64_t, 3, HIDE, x & 0xff00ff) \
	DO(set, uint64_t, 3, HIDE, x | 0x100) \
	DO(left, uint64_t, 3, HIDE, x << 1) \
	DO(right, uint64_t, 3, HIDE, x >> 1) \
	DO(left_set, uint64_t, 3, HIDE, x << 1 | 1) \
	DO(rotate, uint32_t, 3, HIDE, x << 5 | x >> 27) \
	DO(xor_left, uint32_t, 3, HIDE, x ^ x << 3) \
	DO(xor_right, uint64_t, 3, HIDE, x ^ x >> 7) \
	DO(divide_three, uint32_t, 4000000000u, HIDE, x / 3) \
	DO(divide_signed, int, 2000000000, HIDE, x / 10) \
	DO(remainder, uint32_t, 4000000000u, HIDE, x % 1000) \
	DO(multiply_word, uint32_t, 3, HIDE, x * 2654435761u) \
	DO(sum_times, uint32_t, 3, HIDE, (x + 1) * 3) \
	DO(truncate, uint64_t, 3, HIDE, (uint8_t)(x + 1)) \
	DO(minimum, int, 2000000000, HIDE, x < 1000 ? x : 1000) \
	DO(wrap, uint32_t, 3, HIDE, x == 99 ? 0 : x + 1) \
	DO(absolute, int, -5, HIDE, x < 0 ? -x : x) \
	DO(real_negate, double, 3, HIDE_REAL, -x) \
	DO(real_half, double, 3, HIDE_REAL, x * 0.5) \
	DO(real_add, double, 3, HIDE_REAL, x + 1.0)
ROWS(ROW)

static const struct {
	const char *name;
	bench_body *hidden;
	bench_summary (*pasted)(void), (*looped)(void);
} rows[] = {
#define ENTRY(row, type, first, hide, expression) \
	{ #expression, hidden_##row, pasted_##row, looped_##row },
	ROWS(ENTRY)
};

int main(int argc, char **argv)
{
	size_t count = sizeof rows / sizeof *rows, short_ones = 0;
	int code = example_begin(argc, argv, 0, "usage: foldable\n"
		"Cycles of bodies that compilers fold: by BENCH, by BENCH_LOOP, with hidden results.\n");

	if (code != EXAMPLE_GO_ON)
		return code;
	for (size_t i = 0; i < count; i++) {
		bench_summary hidden, pasted = rows[i].pasted(), looped = rows[i].looped();
		double truth;
		int wrong;

		if (bench_measure(rows[i].hidden, NULL, NULL, &hidden) != BENCH_OK || isnan(pasted.cycles))
			return example_refuse("clock", "no cycles here");
		truth = 0.95 * hidden.cycles_low / 8;
		wrong = pasted.cycles_high < truth || looped.cycles_high < truth;
		short_ones += (size_t)wrong;
		printf("%-44s %8.3f %8.3f %8.3f cycles%s\n", rows[i].name, pasted.cycles, looped.cycles,
		       hidden.cycles / 8, wrong ? "  FOLDED" : "");
	}
	printf("%zu of %zu folded\n", short_ones, count);
	return short_ones > 0 ? EXAMPLE_NO_ANSWER : EXAMPLE_OK;
}

#else

int main(void)
{
	return example_refuse("compiler", "no GNU asm to hide a result with");
}
#endif
