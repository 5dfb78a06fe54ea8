/* Picks the fastest CRC-32 of 256 bytes twice: with its tables in the caches, and without. */
/* SPDX-License-Identifier: MIT */
#include <bench.h>
#include <stdio.h>

enum { SLICES = 8, BYTES = 256 };

static uint32_t large[SLICES][256], small[16];
static unsigned char data[BYTES];
static volatile uint32_t result;

static void fill_tables(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t crc = i;

		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
		large[0][i] = crc;
		if (i % 16 == 0)
			small[i / 16] = crc;
	}
	for (int k = 1; k < SLICES; k++)
		for (int i = 0; i < 256; i++)
			large[k][i] = large[k - 1][i] >> 8 ^ large[0][large[k - 1][i] & 255];
}

/* Four bits at a time: a table of 64 bytes. */
static void by_nibble(void *arg, uint64_t value)
{
	uint32_t crc = ~0u;

	(void)arg;
	(void)value;
	for (int i = 0; i < BYTES; i++) {
		crc ^= data[i];
		crc = crc >> 4 ^ small[crc & 15];
		crc = crc >> 4 ^ small[crc & 15];
	}
	result = ~crc;
}

/* Eight bytes at a time: tables of 8 KiB. */
static void slice_by_8(void *arg, uint64_t value)
{
	uint32_t crc = ~0u;

	(void)arg;
	(void)value;
	for (int i = 0; i < BYTES; i += SLICES) {
		uint32_t next = 0;

		for (int k = 0; k < 4; k++)
			next ^= large[7 - k][(crc >> 8 * k & 255) ^ data[i + k]];
		for (int k = 4; k < SLICES; k++)
			next ^= large[7 - k][data[i + k]];
		crc = next;
	}
	result = ~crc;
}

/* What is evicted before each iteration of a cold case. */
static void name_memory(void *arg)
{
	(void)arg;
	bench_cold(large, sizeof large);
	bench_cold(small, sizeof small);
}

int main(void)
{
	bench_case c[2] = { { .name = "by nibble", .call = by_nibble, .setup = name_memory },
		{ .name = "slice by 8", .call = slice_by_8, .setup = name_memory } };
	bench_choice hot, cold;

	fill_tables();
	for (int i = 0; i < BYTES; i++)
		data[i] = (unsigned char)(i * 37);
	if (bench_pick(c, 2, NULL, &hot) != BENCH_OK)
		return 1;
	c[0].cold = c[1].cold = BENCH_COLD_DATA;
	if (bench_pick(c, 2, NULL, &cold) != BENCH_OK)
		return 1;
	printf("hot: %s, %.3g ns\n", c[hot.index].name, hot.ns);
	printf("cold: %s, %.3g ns\n", c[cold.index].name, cold.ns);
	return 0;
}
