/*
 * Which routine computes RAID-6's two sums the fastest?
 *
 * P is the XOR of the disks; Q is the same with each disk multiplied by a power of 2 in GF(256),
 * as in H. P. Anvin, "The mathematics of RAID-6". Routines differ in the width of a word and in
 * how many words they handle at once. Compared with the method of operating systems' kernels,
 * which counts the calls that fit into some clock ticks, here 16 of 1 ms each.
 *
 * SPDX-License-Identifier: MIT
 */
#include "embed.h"

enum { DISKS = 8, BYTES = 4096 };

static union {
	unsigned char byte[DISKS + 2][BYTES];
	uint64_t word[DISKS + 2][BYTES / 8];
} stripe;

#define BODY(name, type, ones, high, at_once) \
	static void name(uint64_t n, void *arg) \
	{ \
		type *to_p = (type *)(void *)stripe.word[DISKS]; \
		type *to_q = (type *)(void *)stripe.word[DISKS + 1]; \
		(void)arg; \
		for (; n > 0; n--) { \
			for (size_t i = 0; i < BYTES / sizeof(type); i += at_once) { \
				type p[at_once], q[at_once]; \
				for (int k = 0; k < at_once; k++) \
					p[k] = q[k] = ((const type *)(const void *)stripe.word[DISKS - 1])[i + k]; \
				for (int d = DISKS - 2; d >= 0; d--) { \
					const type *from = (const type *)(const void *)stripe.word[d] + i; \
					for (int k = 0; k < at_once; k++) { \
						type mask = (q[k] & high) >> 7; \
						mask = (mask << 8) - mask; \
						q[k] = ((q[k] << 1) & ~ones) ^ (mask & (ones * 0x1d)) ^ from[k]; \
						p[k] ^= from[k]; \
					} \
				} \
				for (int k = 0; k < at_once; k++) { \
					to_p[i + k] = p[k]; \
					to_q[i + k] = q[k]; \
				} \
			} \
			BENCH_CLOBBER(); \
		} \
	}
#define ONES64 0x0101010101010101u
#define HIGH64 0x8080808080808080u
BODY(narrow1, uint32_t, 0x01010101u, 0x80808080u, 1)
BODY(narrow2, uint32_t, 0x01010101u, 0x80808080u, 2)
BODY(narrow4, uint32_t, 0x01010101u, 0x80808080u, 4)
BODY(wide1, uint64_t, ONES64, HIGH64, 1)
BODY(wide2, uint64_t, ONES64, HIGH64, 2)
BODY(wide4, uint64_t, ONES64, HIGH64, 4)
BODY(wide8, uint64_t, ONES64, HIGH64, 8)

static const bench_case cases[] = { { .name = "int32x1", .body = narrow1 },
	{ .name = "int32x2", .body = narrow2 }, { .name = "int32x4", .body = narrow4 },
	{ .name = "int64x1", .body = wide1 }, { .name = "int64x2", .body = wide2 },
	{ .name = "int64x4", .body = wide4 }, { .name = "int64x8", .body = wide8 } };

enum { CASES = sizeof cases / sizeof *cases };

static long own(void)
{
	long best = 0, most = 0;

	for (size_t i = 0; i < CASES; i++) {
		double until = embed_seconds() + 16e-3;
		long calls = 0;

		for (; embed_seconds() < until; calls++)
			cases[i].body(1, NULL);
		if (calls > most) {
			most = calls;
			best = (long)i;
		}
	}
	return best;
}

int main(int argc, char **argv)
{
	const struct embed e = { .name = "RAID-6 of 8 disks", .own_name = "calls in 16 ms",
		.own = own };

	for (size_t i = 0; i < sizeof stripe.byte; i++)
		((unsigned char *)stripe.byte)[i] = (unsigned char)(i * 31 + i / 255);
	return embed_cases_main(argc, argv, &e, cases, CASES);
}
