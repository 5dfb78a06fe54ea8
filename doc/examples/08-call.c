/* A function to be timed as it is: no loop of one's own, and the range's value as an argument. */
/* SPDX-License-Identifier: MIT */
#include <bench.h>

static unsigned char memory[65536];

static void fill(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < sizeof memory; i++)
		memory[i] = (unsigned char)(i * 37);
	BENCH_KEEP(&memory[0]);         /* an array that nothing writes is a constant to the compiler */
}

static void crc(void *arg, uint64_t bytes)
{
	uint32_t sum = ~0u;

	(void)arg;
	for (uint64_t i = 0; i < bytes; i++) {
		sum ^= memory[i];
		for (int bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
	}
	BENCH_KEEP(sum);
}

int main(int argc, char **argv)
{
	static const bench_case cases[] = { { .name = "crc", .call = crc, .setup = fill,
		.range = "1..64k x16", .bytes = 1 } };

	return bench_main(argc, argv, cases, 1);
}
