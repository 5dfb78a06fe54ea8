/*
 * The cost of a call, by how its target is found.
 *
 * Method: x = f(x) over and over, each call with the result of the previous one, so that
 * iterations overlap only as far as the core can predict. f adds 1. The row `inline` is that
 * addition without a call: the cost of a call is the difference from that row.
 *
 * A target that is known when the program is linked or loaded, or that was the same last time, is
 * predicted. So there are rows for eight targets in rotation, and for eight targets in an order
 * that does not repeat for 65536 calls. The difference of those is the cost of a misprediction
 * times its frequency.
 *
 * Wrong if the compiler inlines anyway; without GNU C nothing prevents that.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#if defined __GNUC__
#define APART __attribute__((noinline))
#else
#define APART
#endif

enum { PLACES = 8, ORDER = 65536 };

static uint64_t x;
static volatile uint64_t one = 1;
static unsigned char order[ORDER];

#define PLACE(name, step) \
	static APART uint64_t name(uint64_t y) \
	{ \
		BENCH_CLOBBER(); \
		return y + (step); \
	}
PLACE(f0, 1) PLACE(f1, 2) PLACE(f2, 3) PLACE(f3, 4)
PLACE(f4, 5) PLACE(f5, 6) PLACE(f6, 7) PLACE(f7, 8)

static uint64_t (*volatile single)(uint64_t) = f0;
static uint64_t (*const place[PLACES])(uint64_t) = { f0, f1, f2, f3, f4, f5, f6, f7 };

/* A body of n iterations of the statement; i is the iteration. */
#define BODY(name, statement) \
	static void name(uint64_t n, void *arg) \
	{ \
		uint64_t y = x, k = one; \
		(void)arg; \
		for (uint64_t i = 0; i < n; i++) { \
			statement; \
			BENCH_CLOBBER(); \
		} \
		x = y + 0 * k; \
	}

BODY(inlined, y += k; BENCH_KEEP(y))
BODY(direct, y = f0(y))
BODY(pointer, y = single(y))
BODY(library, y += k; BENCH_KEEP(bench_version()); BENCH_KEEP(y))
BODY(pointers, y = place[order[i % ORDER]](y))

/* The eight targets as branches of a switch, for which the compiler makes a table. */
static inline uint64_t branch(uint64_t y, unsigned which)
{
	switch (which) {
	case 0: BENCH_CLOBBER(); return y + 1;
	case 1: BENCH_CLOBBER(); return y ^ 2;
	case 2: BENCH_CLOBBER(); return y - 3;
	case 3: BENCH_CLOBBER(); return y | 4;
	case 4: BENCH_CLOBBER(); return ~y;
	case 5: BENCH_CLOBBER(); return y & 0xffff;
	case 6: BENCH_CLOBBER(); return y << 1;
	default: BENCH_CLOBBER(); return y >> 1;
	}
}
BODY(switched, y = branch(y, order[i % ORDER]))

static void in_iteration(void *arg)
{
	(void)arg;
	for (int i = 0; i < ORDER; i++)
		order[i] = (unsigned char)(i % PLACES);
}

static void shuffled(void *arg)
{
	uint64_t random = 88172645463325252u;

	(void)arg;
	for (int i = 0; i < ORDER; i++) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		order[i] = (unsigned char)(random % PLACES);
	}
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		{ .name = "inline", .body = inlined },
		{ .name = "direct", .body = direct },
		{ .name = "library", .body = library },
		{ .name = "pointer", .body = pointer },
		{ .name = "8 pointers in turn", .body = pointers, .setup = in_iteration },
		{ .name = "8 pointers shuffled", .body = pointers, .setup = shuffled },
		{ .name = "switch in turn", .body = switched, .setup = in_iteration },
		{ .name = "switch shuffled", .body = switched, .setup = shuffled },
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
