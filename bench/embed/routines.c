/*
 * Ten everyday choices in many fresh starts: how much do they lose, and do starts agree?
 *
 *	routines [STARTS]
 *
 * CRC-32 of 4 KiB, UTF-8 of 2 KiB, bits of 4 KiB, copies of 48, 700 and 9000 bytes, and sorting
 * 400 numbers that are random, nearly sorted, few and descending. Chosen by bench_pick, by
 * bench_pick with a spread of 2 %, by hand and by one call each (embed.h).
 *
 * SPDX-License-Identifier: MIT
 */
#include "embed.h"

enum { BYTES = 9000, NUMBERS = 400 };

static unsigned char data[BYTES], copied[BYTES];
static uint32_t table[8][256];
static unsigned numbers[NUMBERS], sorted[NUMBERS];
static size_t length;

#define EACH(name, expression) \
	static void name(uint64_t n, void *arg) \
	{ \
		(void)arg; \
		for (; n > 0; n--) { \
			uint64_t x = (expression); \
			BENCH_KEEP(x); \
			BENCH_CLOBBER(); \
		} \
	}

static uint32_t by_bits(void)
{
	uint32_t crc = ~0u;

	for (size_t i = 0; i < length; i++) {
		crc ^= data[i];
		for (int k = 0; k < 8; k++)
			crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
	}
	return ~crc;
}

static uint32_t by_table(void)
{
	uint32_t crc = ~0u;

	for (size_t i = 0; i < length; i++)
		crc = crc >> 8 ^ table[0][(crc ^ data[i]) & 255];
	return ~crc;
}

static uint32_t by_slices(size_t slices)
{
	uint32_t crc = ~0u, x[2];
	size_t i = 0;

	for (; i + slices <= length; i += slices) {
		memcpy(x, data + i, slices);
		x[0] ^= crc;
		crc = table[slices - 1][x[0] & 255] ^ table[slices - 2][x[0] >> 8 & 255]
			^ table[slices - 3][x[0] >> 16 & 255] ^ table[slices - 4][x[0] >> 24];
		if (slices == 8)
			crc ^= table[3][x[1] & 255] ^ table[2][x[1] >> 8 & 255]
				^ table[1][x[1] >> 16 & 255] ^ table[0][x[1] >> 24];
	}
	for (; i < length; i++)
		crc = crc >> 8 ^ table[0][(crc ^ data[i]) & 255];
	return ~crc;
}
EACH(crc_bits, by_bits())
EACH(crc_table, by_table())
EACH(crc_slices4, by_slices(4))
EACH(crc_slices8, by_slices(8))

/* Length of the valid UTF-8 from i on. */
static size_t utf8_from(size_t i, int words)
{
	while (i < length) {
		unsigned char c = data[i];
		size_t more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
		uint64_t word;

		if (words && i + 8 <= length) {
			memcpy(&word, data + i, 8);
			if (!(word & 0x8080808080808080u)) {
				i += 8;
				continue;
			}
		}
		for (size_t k = 1; k <= more; k++)
			if (i + k >= length || (data[i + k] & 0xc0) != 0x80)
				return i;
		i += more + 1;
	}
	return length;
}

static size_t utf8_states(void)
{
	unsigned left = 0;

	for (size_t i = 0; i < length; i++) {
		unsigned char c = data[i];

		if (left > 0) {
			if ((c & 0xc0) != 0x80)
				return i;
			left--;
		} else {
			left = (unsigned)(c >= 0xc0) + (c >= 0xe0) + (c >= 0xf0);
		}
	}
	return length;
}
EACH(utf8_bytes, utf8_from(0, 0))
EACH(utf8_words, utf8_from(0, 1))
EACH(utf8_state, utf8_states())

static uint64_t bits(int how)
{
	uint64_t sum = 0, x;

	for (size_t i = 0; i + 8 <= length; i += 8) {
		memcpy(&x, data + i, 8);
		if (how == 0) {
			for (; x; x &= x - 1)
				sum++;
		} else if (how == 1) {
			x -= x >> 1 & 0x5555555555555555u;
			x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
			sum += ((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56;
		} else {
			for (int k = 0; k < 8; k++)
				sum += (uint64_t)table[1][x >> 8 * k & 255] & 15;
		}
	}
	return sum;
}
EACH(bits_loop, bits(0))
EACH(bits_swar, bits(1))
EACH(bits_table, bits(2))

static uint64_t copy_bytes(void)
{
	for (size_t i = 0; i < length; i++) {
		copied[i] = data[i];
		BENCH_CLOBBER();
	}
	return 0;
}

static uint64_t copy_words(size_t at_once)
{
	size_t i = 0;

	for (; i + 8 * at_once <= length; i += 8 * at_once)
		for (size_t k = 0; k < at_once; k++) {
			uint64_t x;

			memcpy(&x, data + i + 8 * k, 8);
			memcpy(copied + i + 8 * k, &x, 8);
		}
	for (; i < length; i++)
		copied[i] = data[i];
	return 0;
}
EACH(copy_byte, copy_bytes())
EACH(copy_word, copy_words(1))
EACH(copy_word4, copy_words(4))
EACH(copy_memcpy, (uint64_t)(size_t)memcpy(copied, data, length))
EACH(copy_memmove, (uint64_t)(size_t)memmove(copied, data, length))

static int by_number(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return (x > y) - (x < y);
}

static uint64_t sort_gaps(size_t gap)
{
	for (; gap > 0; gap = gap > 2 ? gap * 5 / 11 : gap - 1)
		for (size_t i = gap; i < NUMBERS; i++) {
			unsigned x = sorted[i];
			size_t at = i;

			for (; at >= gap && sorted[at - gap] > x; at -= gap)
				sorted[at] = sorted[at - gap];
			sorted[at] = x;
		}
	return sorted[0];
}

static uint64_t sort_radix(void)
{
	static unsigned other[NUMBERS];

	for (int shift = 0; shift < 32; shift += 8) {
		size_t start[257] = { 0 };

		for (size_t i = 0; i < NUMBERS; i++)
			start[(sorted[i] >> shift & 255) + 1]++;
		for (size_t k = 0; k < 256; k++)
			start[k + 1] += start[k];
		for (size_t i = 0; i < NUMBERS; i++)
			other[start[sorted[i] >> shift & 255]++] = sorted[i];
		memcpy(sorted, other, sizeof sorted);
	}
	return sorted[0];
}
#define FRESH memcpy(sorted, numbers, sizeof sorted)
EACH(sort_qsort, (FRESH, qsort(sorted, NUMBERS, sizeof *sorted, by_number), sorted[0]))
EACH(sort_insertion, (FRESH, sort_gaps(1)))
EACH(sort_shell, (FRESH, sort_gaps(NUMBERS / 2)))
EACH(sort_bytes, (FRESH, sort_radix()))

static const bench_case crcs[] = { { .name = "bits", .body = crc_bits },
	{ .name = "table", .body = crc_table }, { .name = "slices 4", .body = crc_slices4 },
	{ .name = "slices 8", .body = crc_slices8 } };
static const bench_case utf8s[] = { { .name = "bytes", .body = utf8_bytes },
	{ .name = "words", .body = utf8_words }, { .name = "states", .body = utf8_state } };
static const bench_case counts[] = { { .name = "loop", .body = bits_loop },
	{ .name = "swar", .body = bits_swar }, { .name = "table", .body = bits_table } };
static const bench_case copies[] = { { .name = "bytes", .body = copy_byte },
	{ .name = "words", .body = copy_word }, { .name = "4 words", .body = copy_word4 },
	{ .name = "memcpy", .body = copy_memcpy }, { .name = "memmove", .body = copy_memmove } };
static const bench_case sorts[] = { { .name = "qsort", .body = sort_qsort },
	{ .name = "insertion", .body = sort_insertion }, { .name = "shell", .body = sort_shell },
	{ .name = "bytes", .body = sort_bytes } };

#define OF(cases) cases, sizeof cases / sizeof *cases
static const struct { const char *name; const bench_case *c; size_t n, length; } question[] = {
	{ "CRC-32 of 4 KiB", OF(crcs), 4096 }, { "UTF-8 of 2 KiB", OF(utf8s), 2048 },
	{ "bits of 4 KiB", OF(counts), 4096 }, { "copy of 48 bytes", OF(copies), 48 },
	{ "copy of 700 bytes", OF(copies), 700 }, { "copy of 9000 bytes", OF(copies), 9000 },
	{ "sort, random", OF(sorts), 0 }, { "sort, nearly sorted", OF(sorts), 1 },
	{ "sort, few values", OF(sorts), 2 }, { "sort, descending", OF(sorts), 3 } };

enum { QUESTIONS = sizeof question / sizeof *question };

static void fill(size_t which)
{
	static const char words[] = "na\303\257ve caf\303\251s serve \342\202\254 3 cr\303\250me "
		"br\303\273l\303\251e and plain text, as most of it is; ";
	uint32_t random = 1;

	for (unsigned i = 0; i < 256; i++) {
		table[0][i] = i;
		for (int k = 0; k < 8; k++)
			table[0][i] = table[0][i] >> 1 ^ (0xedb88320u & -(table[0][i] & 1));
	}
	for (int t = 1; t < 8; t++)
		for (unsigned i = 0; i < 256; i++)
			table[t][i] = table[t - 1][i] >> 8 ^ table[0][table[t - 1][i] & 255];
	for (size_t i = 0; i < BYTES; i++)
		data[i] = (unsigned char)words[i % (sizeof words - 1)];
	for (unsigned i = 0; i < NUMBERS; i++) {
		random = random * 1664525u + 1013904223u;
		numbers[i] = question[which].length == 0 ? random
		           : question[which].length == 1 ? 1000 * i + (random >> 16) % 4000
		           : question[which].length == 2 ? random >> 30 : NUMBERS - i;
	}
	length = question[which].length;
}

int main(int argc, char **argv)
{
	size_t which = argc > 2 ? (size_t)atoi(argv[2]) : 0;
	int status = 0;

	if (argc > 2 && which < QUESTIONS) {
		struct embed e = { .name = question[which].name, .own_name = "once each" };

		fill(which);
		return embed_cases_main(2, argv, &e, question[which].c, question[which].n);
	}
	for (which = 0; which < QUESTIONS; which++) {
		struct embed e = { .name = question[which].name, .own_name = "once each" };

		embed_argument = which;
		status |= embed_cases_main(argc, argv, &e, question[which].c, question[which].n);
	}
	return status;
}
