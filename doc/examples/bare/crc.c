/*
 * On a microcontroller without a system: which of two CRC routines is faster, and which of four the
 * fastest?  make run does it in qemu's Cortex-M3.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bench.h"
#include "board.h"

#define BIT(n) ((n) & 1 ? 0xedb88320u : 0)
/* A byte's remainder is the sum of its bits'. */
#define BYTE(n) (((n) & 1 ? 0x77073096u : 0) ^ ((n) & 2 ? 0xee0e612cu : 0) ^ ((n) & 4 ? 0x076dc419u : 0) \
	^ ((n) & 8 ? 0x0edb8832u : 0) ^ ((n) & 16 ? 0x1db71064u : 0) ^ ((n) & 32 ? 0x3b6e20c8u : 0) \
	^ ((n) & 64 ? 0x76dc4190u : 0) ^ ((n) & 128 ? 0xedb88320u : 0))

static const unsigned char text[] = "The quick brown fox jumps over the lazy dog";
static const uint32_t right = 0x414fa339u;      /* its CRC-32 */
enum { LENGTH = sizeof text - 1 };

static uint32_t bitwise(uint32_t crc, const unsigned char *at, size_t n)
{
	for (; n > 0; n--) {
		crc ^= *at++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	return crc;
}

static uint32_t unrolled(uint32_t crc, const unsigned char *at, size_t n)
{
	for (; n > 0; n--) {
		crc ^= *at++;
		crc = crc >> 1 ^ BIT(crc);
		crc = crc >> 1 ^ BIT(crc);
		crc = crc >> 1 ^ BIT(crc);
		crc = crc >> 1 ^ BIT(crc);
		crc = crc >> 1 ^ BIT(crc);
		crc = crc >> 1 ^ BIT(crc);
		crc = crc >> 1 ^ BIT(crc);
		crc = crc >> 1 ^ BIT(crc);
	}
	return crc;
}

/* Of a byte's upper and lower half. */
static const uint32_t nibble[2][16] = { {
	BYTE(0), BYTE(16), BYTE(32), BYTE(48), BYTE(64), BYTE(80), BYTE(96), BYTE(112),
	BYTE(128), BYTE(144), BYTE(160), BYTE(176), BYTE(192), BYTE(208), BYTE(224), BYTE(240) }, {
	BYTE(0), BYTE(1), BYTE(2), BYTE(3), BYTE(4), BYTE(5), BYTE(6), BYTE(7),
	BYTE(8), BYTE(9), BYTE(10), BYTE(11), BYTE(12), BYTE(13), BYTE(14), BYTE(15) } };

static uint32_t nibbles(uint32_t crc, const unsigned char *at, size_t n)
{
	for (; n > 0; n--) {
		crc ^= *at++;
		crc = crc >> 4 ^ nibble[0][crc & 15];
		crc = crc >> 4 ^ nibble[0][crc & 15];
	}
	return crc;
}

static uint32_t halves(uint32_t crc, const unsigned char *at, size_t n)
{
	for (; n > 0; n--) {
		crc ^= *at++;
		crc = crc >> 8 ^ nibble[1][crc & 15] ^ nibble[0][crc >> 4 & 15];
	}
	return crc;
}

struct routine {
	uint32_t (*crc)(uint32_t crc, const unsigned char *at, size_t n);
};

static const struct routine routines[] = { { bitwise }, { unrolled }, { nibbles }, { halves } };

static void body(uint64_t n, void *arg)
{
	const struct routine *routine = arg;

	for (; n > 0; n--) {
		uint32_t crc = routine->crc(0xffffffffu, text, LENGTH);

		BENCH_KEEP(crc);
	}
}

static int verify(void *arg)
{
	return ~((const struct routine *)arg)->crc(0xffffffffu, text, LENGTH) == right;
}

#define CASE(routine, i) { .name = routine, .body = body, .verify = verify, .arg = (void *)&routines[i] }
static const bench_case cases[] = { CASE("bitwise", 0), CASE("unrolled", 1), CASE("nibbles", 2), CASE("halves", 3) };

static void print_share(double ratio)
{
	unsigned thousandths = (unsigned)(ratio * 1000 + 0.5);

	print_number(thousandths / 1000);
	print(".");
	print_number(thousandths / 100 % 10);
	print_number(thousandths / 10 % 10);
	print_number(thousandths % 10);
}

/* Which of two is faster? */
static int compare(void)
{
	bench_compare_options options = { .rounds = 32, .time_ns = 500e6 };
	bench_difference d;

	if (bench_compare(&cases[1], &options, &d) != BENCH_OK)
		return 0;
	print("nibbles / unrolled: ");
	print_share(d.ratio);
	print(" (");
	print_share(d.ratio_low);
	print(" to ");
	print_share(d.ratio_high);
	print(d.answer == BENCH_FASTER ? "), faster\n" : "), not faster\n");
	return d.answer == BENCH_FASTER;
}

/* Which of four is the fastest? */
static int pick(void)
{
	bench_pick_options options = { .time_ns = 500e6 };
	bench_choice choice;

	if (bench_pick(cases, 4, &options, &choice) != BENCH_OK)
		return 0;
	print("fastest of 4: ");
	print(cases[choice.index].name);
	print(choice.end == BENCH_PICK_END_SURE ? ", sure, " : ", not sure, ");
	print_share(choice.lead);
	print(" times as fast as ");
	print(cases[choice.runner_up].name);
	print("\n");
	return choice.index == 2;
}

int main(void)
{
	int right = compare() & pick();

	print("stack: ");
	print_number(stack_used());
	print(" bytes\n");
	return !right;
}
