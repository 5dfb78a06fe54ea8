/*
 * C expressions that take a whole number of ticks with any compiler.
 *
 * The first two are from the paper (Staelin and McVoy 1998, section 5): statements, repeated a
 * hundred times in a loop whose result is used. With a hundred repetitions, the loop overlaps them
 * or costs a few percent of a tick. The paper's seven others are in more_chains.c.
 *
 * The rest are a single expression, nested a hundred deep. Its intermediate values have no
 * names. So even a compiler that keeps every variable in memory (-O0) keeps these in registers,
 * and the chain runs at the speed of the core instead of its store buffer. Different operations
 * alternate, or they are floating point, so that no compiler may fold or reorder them. They take
 * 2, 2, 3, 4, 5, 3, 3 and 4 ticks, to 0.05 %, measured on x86-64 with gcc, clang and tcc, -O0 to
 * -O3.
 *
 * Wrong if a core predicts loaded values or runs dependent additions faster than one per tick. So
 * different chains must agree before a tick is announced (divisor.c).
 *
 * SPDX-License-Identifier: MIT
 */

#include "cycle/chain.h"
#include "host/host.h"

struct ring { struct ring *next; };

/* A ring of pointers that visits memory in the order 0, 29, 58, 23 ..., never two neighbours. Made
 * when first used: a constant ring would need 64 relocations in every program. */
static struct ring ring[64];
static struct ring *volatile ring_start;

static void ring_make(void)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;

	benchi_lock_take(&lock);
	for (unsigned i = 0; i < 64; i++)
		ring[i].next = &ring[(i + 29) & 63];
	ring_start = ring;
	benchi_lock_give(&lock);
}

#ifdef VARIABLES_IN_REGISTERS
STATEMENT(shift_by_other, word, a >>= b;)

PLAIN static void load_itself(uint64_t n)
{
	void *self, **p = &self;

	self = (void *)p;
	BENCH_KEEP(p);
	BENCH_CLOBBER();
	for (; n > 0; n--) {
		HUNDRED(p = (void **)*p;)
	}
	BENCH_KEEP(p);
}
#endif

/* A nested expression: a hundred opening parentheses, then a hundred steps that close one each. */
#define OPEN10 ((((((((((
#define OPEN90 OPEN10 OPEN10 OPEN10 OPEN10 OPEN10 OPEN10 OPEN10 OPEN10 OPEN10
#define OPEN100 OPEN90 OPEN10
#define TIMES10(step) step step step step step step step step step step
#define ADD_XOR10 + k) ^ m) + k) ^ m) + k) ^ m) + k) ^ m) + k) ^ m)
#define MUL_XOR10 * k) ^ m) * k) ^ m) * k) ^ m) * k) ^ m) * k) ^ m)
#define SUB_AND10 - k) & m) - k) & m) - k) & m) - k) & m) - k) & m)
#define ADD_XOR_OR + k) ^ m) | j)
#define ADD_XOR_OR9 ADD_XOR_OR ADD_XOR_OR ADD_XOR_OR
#define MUL_XOR_ADD * k) ^ m) + j)
#define MUL_XOR_ADD9 MUL_XOR_ADD MUL_XOR_ADD MUL_XOR_ADD
#define ADD10 + k) + k) + k) + k) + k) + k) + k) + k) + k) + k)
#define MUL10 * k) * k) * k) * k) * k) * k) * k) * k) * k) * k)
#define NEXT10 ->next->next->next->next->next->next->next->next->next->next

#define NESTED(name, type, open, steps) \
	PLAIN static void name(uint64_t n) \
	{ \
		register type a = (type)one, k = (type)one, m = (type)one, j = (type)one; \
		for (; n > 0; n--) \
			a = open a steps steps steps steps steps steps steps steps steps steps; \
		BENCH_KEEP(a); \
		BENCH_KEEP(m); \
		BENCH_KEEP(j); \
	}

NESTED(add_xor, word, OPEN100, ADD_XOR10)
NESTED(subtract_and, word, OPEN100, SUB_AND10)
NESTED(add_xor_or, word, OPEN90, ADD_XOR_OR9)
NESTED(multiply_xor, word, OPEN100, MUL_XOR10)
NESTED(multiply_xor_add, word, OPEN90, MUL_XOR_ADD9)
NESTED(float_add, double, OPEN100, ADD10)

/* Where clang keeps variables in memory, a store and a load per hundred steps made the reference
 * 0.3 % too long. */
#if defined __clang__ && !defined VARIABLES_IN_REGISTERS && defined __x86_64__
#define MULTIPLY_STEP "mulsd %2, %0\n\t"
#define MULTIPLY_NEXT "sub $1, %1\n\tjnz 1b"
#define FLOAT_REGISTER "x"
#elif defined __clang__ && !defined VARIABLES_IN_REGISTERS && defined __aarch64__
#define MULTIPLY_STEP "fmul %d0, %d0, %d2\n\t"
#define MULTIPLY_NEXT "subs %1, %1, #1\n\tb.ne 1b"
#define FLOAT_REGISTER "w"
#endif

#ifdef MULTIPLY_STEP
PLAIN static void float_multiply(uint64_t n)
{
	double d = one, k = one;

	if (n > 0)
		__asm__ volatile("1:\n\t.rept 100\n\t" MULTIPLY_STEP ".endr\n\t" MULTIPLY_NEXT
		                 : "+" FLOAT_REGISTER(d), "+r"(n) : FLOAT_REGISTER(k) : "cc");
}
#else
NESTED(float_multiply, double, OPEN100, MUL10)
#endif

PLAIN static void load_next(uint64_t n)
{
	register struct ring *p;

	if (!ring_start)
		ring_make();
	p = ring_start;
	for (; n > 0; n--)
		p = p NEXT10 NEXT10 NEXT10 NEXT10 NEXT10 NEXT10 NEXT10 NEXT10 NEXT10 NEXT10;
	BENCH_KEEP(p);
}

/* An instruction that does nothing but pass through the front end. On x86-64 it has four bytes,
 * because caches of decoded instructions have too few entries per line for single bytes. */
#if defined __GNUC__ && defined __x86_64__
#define IDLE ".byte 0x0f, 0x1f, 0x40, 0x00\n\t"
#elif defined __GNUC__ && (defined __i386__ || defined __aarch64__ || defined __arm__ \
	|| defined __riscv || defined __powerpc__ || defined __mips__ || defined __loongarch__)
#define IDLE "nop\n\t"
#endif

#ifdef IDLE
#define IDLE8 IDLE IDLE IDLE IDLE IDLE IDLE IDLE IDLE
const char benchi_chain_saturate_name[] = "nop";

PLAIN void benchi_chain_saturate(uint64_t n)
{
	for (; n > 0; n--)
		__asm__ volatile(".rept 100\n\t" IDLE8 ".endr");
}
#elif defined __wasm__
/* Empty: an engine may compile an operation to any number of instructions. */
const char benchi_chain_saturate_name[] = "";

void benchi_chain_saturate(uint64_t n) {}
#else
#define ADD8 a += k; b += k; c += k; d += k; e ^= k; f ^= k; g ^= k; h ^= k;
#define XOR8 a ^= k; b ^= k; c ^= k; d ^= k; e += k; f += k; g += k; h += k;
const char benchi_chain_saturate_name[] = "add xor";

PLAIN void benchi_chain_saturate(uint64_t n)
{
	register word a = one, b = one, c = one, d = one, e = one, f = one, g = one, h = one, k = one;

	for (; n > 0; n--) {
		TEN(ADD8 XOR8 ADD8 XOR8 ADD8 XOR8 ADD8 XOR8 ADD8 XOR8)
	}
	BENCH_KEEP(a + b + c + d + e + f + g + h);
}
#endif

/* If variables are in memory, the C version would time the store buffer; assembly keeps them in
 * registers. */
#if defined VARIABLES_IN_REGISTERS || !defined __x86_64__ && !defined __aarch64__
PLAIN void benchi_chain_wide(uint64_t n)
{
	register word a = one, b = one, c = one, k = one, m = one;

	for (; n > 0; n--) {
		TEN(TEN(a += k; b += k; c += k; a ^= m; b ^= m; c ^= m;))
	}
	BENCH_KEEP(a + b + c);
}
#else
#ifdef __x86_64__
#define WIDE_STEP "add %4, %0; add %4, %1; add %4, %2; xor %5, %0; xor %5, %1; xor %5, %2\n\t"
#define WIDE_NEXT "sub $1, %3\n\tjnz 1b"
#else
#define WIDE_STEP "add %0, %0, %4\n\tadd %1, %1, %4\n\tadd %2, %2, %4\n\t" \
	"eor %0, %0, %5\n\teor %1, %1, %5\n\teor %2, %2, %5\n\t"
#define WIDE_NEXT "subs %3, %3, #1\n\tb.ne 1b"
#endif

PLAIN void benchi_chain_wide(uint64_t n)
{
	uint64_t a = one, b = one, c = one, k = one, m = one;

	if (n > 0)
		__asm__ volatile("1:\n\t.rept 100\n\t" WIDE_STEP ".endr\n\t" WIDE_NEXT
		                 : "+r"(a), "+r"(b), "+r"(c), "+r"(n) : "r"(k), "r"(m) : "cc");
}
#endif

/* Low-IPC chains serve as reference: they have few instructions per tick, so that a noisy
 * neighbour hardly slows them down, and use no memory, so that the timed code cannot evict
 * their data. */
const struct benchi_chain_body benchi_chains[] = {
#ifdef VARIABLES_IN_REGISTERS
	{ "p = *p", load_itself, 100, 1, 0 },
	{ "a >>= b", shift_by_other, 100, 1, 0 },
#endif
	{ "(a + k) ^ m", add_xor, 50, 2, 0 },
	{ "(a - k) & m", subtract_and, 50, 2, 0 },
	{ "((a + k) ^ m) | j", add_xor_or, 30, 3, 0 },
	{ "(a * k) ^ m", multiply_xor, 50, 2, 1 },
	{ "((a * k) ^ m) + j", multiply_xor_add, 30, 3, 1 },
	{ "d + k", float_add, 100, 1, 1 },
	{ "d * k", float_multiply, 100, 1, 1 },
	{ "p->next", load_next, 100, 1, 0 },
};

const size_t benchi_chains_count = sizeof benchi_chains / sizeof *benchi_chains;

const char benchi_chain_wide_like[] = "(a + k) ^ m";
