/*
 * The latency of operations: cycles until the result can be used.
 *
 *	$ lat_ops --filter 'double*'
 *
 * Method: chains in which each operation needs the previous one's result. That makes them as slow
 * as the operation's latency, however many the core could start at once. Operands come from
 * volatile variables, so that the compiler does not know them. After each integer operation an
 * empty asm hides the result, so that the compiler cannot merge two operations. Floating point
 * needs no hiding, because C does not let a compiler merge two roundings.
 *
 * Chains of only a remainder, a square root or a conversion would converge to 0, to 1, or to a
 * number that no longer changes. Their rows say what else the chain contains. Division alternates
 * between two numbers of half the width: on most processors it takes longer, the longer the
 * quotient.
 *
 * Wrong if the compiler has no GNU asm (integers are skipped) or may reorder floating point
 * (-ffast-math).
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>
#include <math.h>

#if defined __GNUC__ && !defined BENCH_NO_ASM
#define HIDE(a) __asm__("" : "+r"(a))
#define HIDES 1
#else
#define HIDE(a) ((void)0)
#define HIDES 0
#endif
#define LEAVE(a) ((void)0)

#define TEN(x) x x x x x x x x x x

/* A function that makes n steps, each a = expression of a and k, ten per loop. */
#define CHAIN(name, type, first, other, expression, hide) \
	static void name(uint64_t n, void *arg) \
	{ \
		volatile type start = first, constant = other; \
		type a = start, k = constant; \
		(void)arg; \
		for (; n >= 10; n -= 10) { \
			TEN(a = (type)(expression); hide(a);) \
		} \
		for (; n > 0; n--) { \
			a = (type)(expression); \
			hide(a); \
		} \
		BENCH_KEEP(a); \
		BENCH_KEEP(k); \
	}

#define WIDE 0xfedcba9876543210u

CHAIN(add32, uint32_t, 1, 3, a + k, HIDE)
CHAIN(add64, uint64_t, 1, 3, a + k, HIDE)
CHAIN(xor64, uint64_t, 1, 3, a ^ k, HIDE)
CHAIN(shift64, uint64_t, WIDE, 1, a << k, HIDE)
CHAIN(mul32, uint32_t, 1, 0x9e3779b9u, a * k, HIDE)
CHAIN(mul64, uint64_t, 1, 0x9e3779b97f4a7c15u, a * k, HIDE)
CHAIN(div32, uint32_t, 54321, 0xfedcba98u, k / a, HIDE)
CHAIN(div64, uint64_t, 3456789012u, WIDE, k / a, HIDE)
CHAIN(mod32, uint32_t, 0xfedcba98u, 54321, (a ^ 0xfedcba98u) % k, HIDE)
CHAIN(mod64, uint64_t, WIDE, 3456789012u, (a ^ 0xfedcba9800000000u) % k, HIDE)

CHAIN(float_add, float, 1, 1, a + k, LEAVE)
CHAIN(float_mul, float, 1, 1, a * k, LEAVE)
CHAIN(float_div, float, 1.7f, 5.3f, k / a, LEAVE)
CHAIN(float_sqrt, float, 1.7f, 5.3f, sqrtf(a + k), LEAVE)
CHAIN(double_add, double, 1, 1, a + k, LEAVE)
CHAIN(double_mul, double, 1, 1, a * k, LEAVE)
CHAIN(double_div, double, 1.7, 5.3, k / a, LEAVE)
CHAIN(double_sqrt, double, 1.7, 5.3, sqrt(a + k), LEAVE)
CHAIN(float_double, double, 1.7, 5.3, (float)(a + k), LEAVE)
CHAIN(int_double, double, 1.7e9, 1, (int64_t)(a + k), LEAVE)

static void need_hiding(void *arg)
{
	(void)arg;
	if (!HIDES)
		bench_skip("this compiler has no GNU asm to hide a value with");
}

#define WHOLE(words, chain) { .name = words, .body = chain, .setup = need_hiding }
#define FLOAT(words, chain) { .name = words, .body = chain }

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		WHOLE("add 32", add32), WHOLE("add 64", add64),
		WHOLE("xor 64", xor64), WHOLE("shift 64", shift64),
		WHOLE("mul 32", mul32), WHOLE("mul 64", mul64),
		WHOLE("div 32", div32), WHOLE("div 64", div64),
		WHOLE("mod 32 + xor", mod32), WHOLE("mod 64 + xor", mod64),
		FLOAT("float add", float_add), FLOAT("float mul", float_mul),
		FLOAT("float div", float_div), FLOAT("float sqrt + add", float_sqrt),
		FLOAT("double add", double_add), FLOAT("double mul", double_mul),
		FLOAT("double div", double_div), FLOAT("double sqrt + add", double_sqrt),
		FLOAT("to float and back + add", float_double),
		FLOAT("to int64 and back + add", int_double),
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
