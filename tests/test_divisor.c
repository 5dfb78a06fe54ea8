/*
 * The common divisor of exact times: found if there is evidence, otherwise refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "cycle/cycle.h"

enum { MOST = 400 };

static struct benchi_tick tick;
static double ticks[MOST];

/* Divides times of counts * tick_ns, each known to sigma of itself; chains NULL: of any kind. */
static int divide_chains(const double *counts, const char *const *chains, size_t n,
                         double tick_ns, double sigma)
{
	struct benchi_chain_cost samples[MOST];

	for (size_t i = 0; i < n; i++) {
		const char *chain = chains ? chains[i] : "";

		samples[i] = (struct benchi_chain_cost){ .ns = counts[i] * tick_ns,
			.sigma = sigma * counts[i] * tick_ns, .kind = benchi_chain_kind_of(chain),
			.nested = chain[0] == '(' };
	}
	return benchi_divisor(samples, n, ticks, &tick);
}

static int divide(const double *counts, size_t n, double tick_ns)
{
	return divide_chains(counts, NULL, n, tick_ns, 0.0005);
}

static void expect(const double *counts, size_t n, double tick_ns)
{
	ck_assert_int_eq(divide(counts, n, tick_ns), 1);
	CHECK_NUMBERS({ tick.ns / tick_ns, 1, 0.005 },
		{ tick.low < tick_ns && tick_ns < tick.high, true }, { tick.confidence > 0.95, true },
		{ tick.confidence <= 1, true });
}

/* The paper's example (section 4.1): counts without a common factor give the tick, 5.55 ns;
 * counts with the common factor 2 would give 11.1 ns. */
TEST(the_papers_divisor)
{
	const double prime[] = { 2, 1, 3, 2, 2, 3, 1, 3, 5, 4 };
	const double doubled[] = { 4, 2, 6, 4, 4, 6, 2, 6, 3, 5, 7 };

	expect(prime, 10, 5.55);
	expect(doubled, 11, 5.55);
}

TEST(any_clock_from_8_mhz_to_6_ghz)
{
	const double counts[] = { 4, 2, 2, 1, 2, 2, 2, 3, 3, 4, 4, 3, 5 };

	for (double mhz = 8; mhz <= 6000; mhz *= 1.37)
		expect(counts, 13, 1000 / mhz);
	expect(counts, 13, 1000.0 / 6000);
}

TEST(too_little_evidence_is_refused)
{
	static const struct {
		size_t n;
		double tick_ns, counts[10];
	} of[] = {
		{ 1, 5.55, { 1 } },
		{ 10, 5.55, { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } },
		{ 10, 0.17, { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } },
		{ 2, 5.55, { 2, 3 } },
		{ 7, 0.33, { 4, 4, 6, 2, 4, 4, 6 } },
		{ 9, 5.55, { 1, 1.317, 1.771, 2.236, 2.884, 3.6413, 4.123, 5.477, 6.283 } },
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		ck_assert_msg(divide(of[i].counts, of[i].n, of[i].tick_ns) == 0, "row %zu", i);
	ck_assert_int_eq(benchi_divisor(NULL, 0, ticks, &tick), 0);
	ck_assert(isnan(tick.ns));
}

TEST(broken_chains_are_left_out)
{
	const double odd[] = { 0.03, 0.17, 0.33, 0.5, 1.07 };

	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		for (size_t j = 0; j < sizeof odd / sizeof *odd; j++) {
			double counts[] = { 4, 2, 2, 1, 2, 2, 2, 3, 3, 4, 4, 3, 5, 1 };

			counts[0] = odd[i];
			counts[1] = odd[j];
			ck_assert_int_ne(divide(counts, 14, 0.4), -1);
			ck_assert(isnan(ticks[0]) && isnan(ticks[1]));
			CHECK_NUMBERS({ tick.ns, 0.4, 0.002 }, { ticks[2], 2 }, { tick.fits, 12 });
		}
}

/* Fifteen chains, most of them of bit operations, with a tick of 0.4 ns. */
static double tick_of(const double counts[15])
{
	const char *const b = "a ^ b", *const o = "a * b";
	const char *const chains[] = { o, b, b, b, b, b, b, b, b, o, o, o, o, b, b };

	ck_assert_int_eq(divide_chains(counts, chains, 15, 0.4, 0.0005), 1);
	return tick.ns;
}

/* A chain with half ticks suggests a finer tick; the chains' text shows that it is wrong. */
TEST(half_ticks_are_reported_from_even_counts)
{
	static const double half[] = { 4, 2, 2.5, 1, 2, 2, 2, 3, 3, 4, 4, 3, 5, 2, 1 };
	static const double even[] = { 4, 4, 6, 2, 4, 4, 4, 6, 6, 7, 4, 7, 7, 4, 2 };

	CHECK_NUMBERS({ tick_of(half), 0.4, 0.002 }, { tick_of(even), 0.4, 0.002 });
}

/* A bit operation that takes an additional tick every other time is no evidence of a finer
 * tick, however long it is. Multiplications with odd counts among even ones are. */
TEST(halves_of_bit_operations_are_no_evidence)
{
	double counts[] = { 4, 2, 2, 1, 2, 2, 2, 3, 3, 4, 4, 3, 5, 2, 1 };

	for (int odd = 1; odd < 6; odd++) {
		counts[8] = odd + 0.5;
		if (odd == 5) {
			counts[9] = 3.5;
			counts[12] = 4.5;
		}
		ck_assert_double_eq_tol(tick_of(counts), odd == 5 ? 0.2 : 0.4, 0.002);
	}
}

/* As seen on an emulator: in ticks of half the true length, all counts but the longest are
 * even. */
TEST(long_counts_alone_are_no_evidence)
{
	static const double counts[] = { 4, 4, 3, 3, 2, 5, 5, 5, 6, 7, 8.5, 12, 12.5, 12.5, 16.5 };
	static const char *const chains[] = { "(a - k) & m", "((a + k) ^ m) | j", "(a + k) ^ m",
		"a ^= a + b", "a ^= n; b ^= a; a |= b", "p = *p", "p->next", "a ^= a + a + a",
		"(a * k) ^ m", "a ^= a << b", "((a * k) ^ m) + j", "a >>= b", "d + k", "d * k",
		"a >>= a + a" };

	for (int slow = 0; slow < 2; slow++) {
		ck_assert_int_eq(divide_chains(counts, chains, 15, slow ? 27 : 0.27, 0.001), slow);
		CHECK_NUMBERS({ tick.confidence > 0.955, true }, { tick.shared, slow ? 0 : 2 });
	}
}

/* Chains as an emulator runs them: shifts may take half ticks, and floating point is emulated. */
static const char *const emulated[] = { "(a + k) ^ m", "(a - k) & m", "((a + k) ^ m) | j",
	"(a * k) ^ m", "((a * k) ^ m) + j", "d + k", "d * k", "p->next", "p = *p", "a >>= b",
	"a ^= a + a", "a ^= a + a + a", "a >>= a + a", "a ^= a << b", "a ^= a + b", "a += (a + b) & 7",
	"a ^= n; b ^= a; a |= b" };
enum { EMULATED = sizeof emulated / sizeof *emulated };

/* Times in qemu-arm. In ticks of half the true length the nested expressions would take 4, 4, 6, 8
 * and 10, as if the compiler kept them in memory, which it cannot. */
TEST(nested_expressions_are_in_registers)
{
	static const double ns[EMULATED] = { 0.8176, 0.8224, 1.2327, 1.6124, 2.0171, 8.0358, 7.8633,
		3.0545, 2.9875, 1.0286, 0.8167, 1.2306, 1.8591, 1.2770, 0.8152, 1.2212, 1.0238 };

	for (double sigma = 0.002; sigma < 0.009; sigma *= 2)
		CHECK_NUMBERS({ divide_chains(ns, emulated, EMULATED, 1, sigma) == 1
		                && tick.ns < 0.3, false });
}

/* In qemu-ppc: with the odd counts off by a tick, twice the tick fits nearly all. */
TEST(powers_of_two_alone_are_no_evidence)
{
	static const double counts[EMULATED] = { 2, 2, 4, 4, 4, 114.5, 100.5, 8, 8, 2, 2, 4, 4, 4, 2, 2,
		2 };

	CHECK_NUMBERS({ divide_chains(counts, emulated, EMULATED, 0.37, 0.002), 0 },
		{ tick.confidence > 0.99, true }, { tick.powers, true });
}

TEST(the_loops_part_is_found)
{
	double counts[] = { 3, 2, 3, 1, 2, 2, 2, 3, 3, 4, 4, 2, 1 };

	for (size_t i = 0; i < 13; i++)
		counts[i] += 0.04;
	ck_assert_int_eq(divide(counts, 13, 1), 1);
	CHECK_NUMBERS({ tick.ns, 1, 0.005 }, { tick.overhead, 0.04, 0.005 }, { ticks[9], 4 });
}

TEST(hundreds_of_chains)
{
	double counts[MOST];

	for (size_t i = 0; i < MOST; i++)
		counts[i] = (double)(1 + i * i % 7);
	expect(counts, MOST, 0.25);
}

/* Counts up to 64 ticks are tried. */
TEST(counts_are_guessed_up_to_64)
{
	const double tens[] = { 47, 53, 59, 61 }, more[] = { 67, 71, 73, 79 };

	divide(tens, 4, 50);
	ck_assert_double_eq_tol(tick.candidate[0].ns, 50, 0.1);
	divide(more, 4, 50);
	for (size_t i = 0; i < tick.candidates; i++)
		ck_assert_double_gt(fabs(tick.candidate[i].ns - 50), 1);
}

TEST(expressions_are_sorted_by_their_text)
{
	ck_assert_int_eq(benchi_chain_kind_of("a ^= a << b"), BENCHI_CHAIN_BITS);
	ck_assert_int_eq(benchi_chain_kind_of("a >>= b"), BENCHI_CHAIN_BITS);
	ck_assert_int_eq(benchi_chain_kind_of("a = a * b ^ n"), BENCHI_CHAIN_OTHER);
	ck_assert_int_eq(benchi_chain_kind_of("p = *p"), BENCHI_CHAIN_OTHER);
	ck_assert_int_eq(benchi_chain_kind_of("p = ring[p]"), BENCHI_CHAIN_OTHER);
	ck_assert_int_eq(benchi_chain_kind_of("x += y"), BENCHI_CHAIN_ANY);
}

CHECK_SUITE("divisor")
