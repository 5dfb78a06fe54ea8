/*
 * The routines of questions.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "questions.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <immintrin.h>

#include <bench.h>

#define APART __attribute__((noinline, noclone))
#define NEEDS(set) __attribute__((target(set)))

/*
 * Data of the questions.
 */

enum { BYTES = 4096, TEXT = 2048, NUMBERS = 400, SIDE = 48 };

static unsigned char data[BYTES + 128];
static size_t length;           /* length of the data in the current question */
static uint8_t bits_of[256];
static uint32_t crc_of[16][256];
static unsigned numbers[NUMBERS], sorted[NUMBERS], spare[NUMBERS];
static double left[SIDE * SIDE], right[SIDE * SIDE], product[SIDE * SIDE];

static uint64_t word_at(size_t i)
{
	uint64_t word;

	memcpy(&word, data + i, sizeof word);
	return word;
}

/* popcount: of 4096 bytes */

APART static uint64_t count_bits(void)
{
	uint64_t n = 0;

	for (size_t i = 0; i < length; i++)
		for (unsigned bit = 0; bit < 8; bit++) {
			n += data[i] >> bit & 1;
			BENCH_CLOBBER();
		}
	return n;
}

APART static uint64_t count_loop(void)
{
	uint64_t n = 0;

	for (size_t i = 0; i < length; i += 8)
		for (uint64_t x = word_at(i); x; x &= x - 1)
			n++;
	return n;
}

APART static uint64_t count_swar(void)
{
	const uint64_t by2 = 0x3333333333333333u;
	uint64_t n = 0;

	for (size_t i = 0; i < length; i += 8) {
		uint64_t x = word_at(i);

		x -= x >> 1 & 0x5555555555555555u;
		x = (x & by2) + (x >> 2 & by2);
		n += ((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56;
	}
	return n;
}

APART static uint64_t count_table(void)
{
	uint64_t n = 0;

	for (size_t i = 0; i < length; i++)
		n += bits_of[data[i]];
	return n;
}

APART NEEDS("popcnt") static uint64_t count_popcnt(void)
{
	uint64_t n = 0;

	for (size_t i = 0; i < length; i += 8)
		n += (uint64_t)__builtin_popcountll(word_at(i));
	return n;
}

APART NEEDS("popcnt") static uint64_t count_popcnt4(void)
{
	uint64_t n[4] = { 0 };

	for (size_t i = 0; i < length; i += 32)
		for (size_t k = 0; k < 4; k++)
			n[k] += (uint64_t)__builtin_popcountll(word_at(i + 8 * k));
	return n[0] + n[1] + n[2] + n[3];
}

APART NEEDS("avx2") static uint64_t count_avx2(void)
{
	const __m256i low = _mm256_set1_epi8(15);
	const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
		0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
	__m256i sum = _mm256_setzero_si256();
	uint64_t n[4];

	for (size_t i = 0; i < length; i += 32) {
		__m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(data + i));
		__m256i each = _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(x, low)),
			_mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(x, 4), low)));

		sum = _mm256_add_epi64(sum, _mm256_sad_epu8(each, _mm256_setzero_si256()));
	}
	memcpy(n, &sum, sizeof n);
	return n[0] + n[1] + n[2] + n[3];
}

/* crc32, and wrong: of 4096 bytes */

APART static uint64_t crc_bits(void)
{
	uint32_t crc = ~0u;

	for (size_t i = 0; i < length; i++) {
		crc ^= data[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
	}
	return ~crc;
}

APART static uint64_t crc_table(void)
{
	uint32_t crc = ~0u;

	for (size_t i = 0; i < length; i++)
		crc = crc >> 8 ^ crc_of[0][(crc ^ data[i]) & 255];
	return ~crc;
}

static inline __attribute__((always_inline)) uint64_t crc_slices(unsigned slices)
{
	uint32_t crc = ~0u, x[4];

	for (size_t i = 0; i < length; i += slices) {
		memcpy(x, data + i, slices);
		x[0] ^= crc;
		crc = 0;
		for (unsigned k = 0; k < slices; k++)
			crc ^= crc_of[slices - 1 - k][x[k / 4] >> 8 * (k % 4) & 255];
	}
	return ~crc;
}

APART static uint64_t crc_4(void) { return crc_slices(4); }
APART static uint64_t crc_8(void) { return crc_slices(8); }
APART static uint64_t crc_16(void) { return crc_slices(16); }

/* Fast, and another polynomial. */
APART NEEDS("sse4.2") static uint64_t crc_wrong(void)
{
	uint64_t crc = ~0u;

	for (size_t i = 0; i < length; i += 8)
		crc = _mm_crc32_u64(crc, word_at(i));
	return (uint32_t)~crc;
}

/* memchr: a byte of 1 at 1000 */

APART static uint64_t find_bytes(void)
{
	size_t i = 0;

	for (; i < length && data[i] != 1; i++)
		BENCH_CLOBBER();
	return i;
}

APART static uint64_t find_words(void)
{
	const uint64_t ones = 0x0101010101010101u;
	size_t i = 0;

	for (; i < length; i += 8) {
		uint64_t x = word_at(i) ^ ones;

		if ((x - ones) & ~x & ones << 7)
			break;
	}
	for (; i < length && data[i] != 1;)
		i++;
	return i;
}

APART static uint64_t find_libc(void)
{
	const unsigned char *at = memchr(data, 1, length);

	return at ? (uint64_t)(at - data) : length;
}

/* The same routine a second time. */
APART static uint64_t find_again(void)
{
	const unsigned char *at = memchr(data, 1, length);

	return at ? (uint64_t)(at - data) : length;
}

APART static uint64_t find_strchr(void)
{
	const char *at = strchr((const char *)data, 1);

	return at ? (uint64_t)((const unsigned char *)at - data) : length;
}

APART static uint64_t find_sse2(void)
{
	for (size_t i = 0; i < length; i += 16) {
		__m128i x = _mm_loadu_si128((const __m128i *)(const void *)(data + i));
		unsigned equal = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8(1)));

		if (equal)
			return i + (unsigned)__builtin_ctz(equal);
	}
	return length;
}

APART NEEDS("avx2") static uint64_t find_avx2(void)
{
	for (size_t i = 0; i < length; i += 32) {
		__m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(data + i));
		unsigned equal = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x,
			_mm256_set1_epi8(1)));

		if (equal)
			return i + (unsigned)__builtin_ctz(equal);
	}
	return length;
}

/* utf8: are 2048 bytes of mostly plain text valid? */

static inline __attribute__((always_inline)) uint64_t valid_from(size_t plain)
{
	size_t i = 0;

	while (i < length) {
		unsigned char c = data[i];
		size_t more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;

		if (plain == 8 && i + 8 <= length && !(word_at(i) & 0x8080808080808080u)) {
			i += 8;
			continue;
		}
		const void *at = data + i;

		if (plain == 16 && i + 16 <= length
		    && !_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)at))) {
			i += 16;
			continue;
		}
		for (size_t k = 1; k <= more; k++)
			if (i + k >= length || (data[i + k] & 0xc0) != 0x80)
				return i;
		i += more + 1;
	}
	return length;
}

APART static uint64_t valid_bytes(void) { return valid_from(1); }
APART static uint64_t valid_words(void) { return valid_from(8); }
APART static uint64_t valid_sse2(void) { return valid_from(16); }

APART static uint64_t valid_states(void)
{
	unsigned more = 0;

	for (size_t i = 0; i < length; i++) {
		unsigned char c = data[i];

		if (more == 0)
			more = (unsigned)(c >= 0xc0) + (c >= 0xe0) + (c >= 0xf0);
		else if ((c & 0xc0) == 0x80)
			more--;
		else
			return i;
	}
	return length;
}

/* sort: 400 numbers */

static uint64_t sum_of_sorted(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < NUMBERS; i++)
		sum = sum * 31 + sorted[i];
	return sum;
}

static int smaller_first(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return (x > y) - (x < y);
}

APART static uint64_t sort_qsort(void)
{
	memcpy(sorted, numbers, sizeof sorted);
	qsort(sorted, NUMBERS, sizeof *sorted, smaller_first);
	return sum_of_sorted();
}

static uint64_t sort_gaps(size_t gap)
{
	memcpy(sorted, numbers, sizeof sorted);
	for (; gap > 0; gap = gap > 2 ? gap * 5 / 11 : gap - 1)
		for (size_t i = gap; i < NUMBERS; i++) {
			unsigned x = sorted[i];
			size_t at = i;

			for (; at >= gap && sorted[at - gap] > x; at -= gap)
				sorted[at] = sorted[at - gap];
			sorted[at] = x;
		}
	return sum_of_sorted();
}

APART static uint64_t sort_insert(void) { return sort_gaps(1); }
APART static uint64_t sort_shell(void) { return sort_gaps(NUMBERS / 2); }

static inline __attribute__((always_inline)) uint64_t sort_digits(unsigned bits)
{
	memcpy(sorted, numbers, sizeof sorted);
	for (unsigned shift = 0; shift < 32; shift += bits) {
		size_t start[2049] = { 0 };
		const unsigned mask = (1u << bits) - 1;

		for (size_t i = 0; i < NUMBERS; i++)
			start[(sorted[i] >> shift & mask) + 1]++;
		for (unsigned k = 0; k < mask; k++)
			start[k + 1] += start[k];
		for (size_t i = 0; i < NUMBERS; i++)
			spare[start[sorted[i] >> shift & mask]++] = sorted[i];
		memcpy(sorted, spare, sizeof sorted);
	}
	return sum_of_sorted();
}

APART static uint64_t sort_radix8(void) { return sort_digits(8); }
APART static uint64_t sort_radix11(void) { return sort_digits(11); }

static void sift(size_t i, size_t n)
{
	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		unsigned x = sorted[i];

		child += child + 1 < n && sorted[child + 1] > sorted[child];
		if (x >= sorted[child])
			return;
		sorted[i] = sorted[child];
		sorted[child] = x;
	}
}

APART static uint64_t sort_heap(void)
{
	memcpy(sorted, numbers, sizeof sorted);
	for (size_t i = NUMBERS / 2; i-- > 0;)
		sift(i, NUMBERS);
	for (size_t n = NUMBERS; n-- > 1;) {
		unsigned x = sorted[0];

		sorted[0] = sorted[n];
		sorted[n] = x;
		sift(0, n);
	}
	return sum_of_sorted();
}

/* tiles: a product of two matrices of 48 by 48, in 32 sizes of tiles */

static uint64_t multiply(size_t ti, size_t tj, size_t tk)
{
	memset(product, 0, sizeof product);
	for (size_t j0 = 0; j0 < SIDE; j0 += tj)
		for (size_t k0 = 0; k0 < SIDE; k0 += tk)
			for (size_t i0 = 0; i0 < SIDE; i0 += ti)
				for (size_t i = i0; i < i0 + ti; i++)
					for (size_t k = k0; k < k0 + tk; k++)
						for (size_t j = j0; j < j0 + tj; j++)
							product[i * SIDE + j] += left[i * SIDE + k]
								* right[k * SIDE + j];
	return (uint64_t)product[77];
}

#define TILE(i, j, k) APART static uint64_t tile_##i##_##j##_##k(void) \
{ \
	volatile size_t ti = i, tj = j, tk = k; \
	return multiply(ti, tj, tk); \
}
#define OF_J(with, i, j) with(i, j, 4) with(i, j, 12) with(i, j, 24) with(i, j, 48)
#define OF_I(with, i) OF_J(with, i, 4) OF_J(with, i, 8) OF_J(with, i, 24) OF_J(with, i, 48)
OF_I(TILE, 4)
OF_I(TILE, 12)

/* same: sixteen copies of one routine */

#define SAME(k) __attribute__((noinline, noclone, no_icf)) static uint64_t same_##k(void) \
{ \
	uint64_t x = 3; \
	for (int i = 0; i < 300; i++) { \
		x = x * 0x5851f42d4c957f2du + 1; \
		__asm__ volatile("" : "+r"(x)); \
	} \
	return x; \
}
#define SIXTEEN(with) with(0) with(1) with(2) with(3) with(4) with(5) with(6) with(7) with(8) \
	with(9) with(10) with(11) with(12) with(13) with(14) with(15)
SIXTEEN(SAME)

/*
 * The questions.
 */

#define OF_TILE(i, j, k) { #i "." #j "." #k, tile_##i##_##j##_##k },
#define OF_SAME(k) { #k, same_##k },

static const struct way set_bits[] = { { "bits", count_bits }, { "loop", count_loop },
	{ "swar", count_swar }, { "table", count_table }, { "popcnt", count_popcnt },
	{ "popcnt4", count_popcnt4 }, { "avx2", count_avx2 } },
	crc32[] = { { "table", crc_table }, { "bits", crc_bits }, { "4", crc_4 }, { "8", crc_8 },
		{ "16", crc_16 } },
	find[] = { { "bytes", find_bytes }, { "words", find_words }, { "sse2", find_sse2 },
		{ "libc", find_libc }, { "avx2", find_avx2 }, { "strchr", find_strchr },
		{ "again", find_again } },
	valid[] = { { "bytes", valid_bytes }, { "states", valid_states }, { "words", valid_words },
		{ "sse2", valid_sse2 } },
	sorts[] = { { "qsort", sort_qsort }, { "insert", sort_insert }, { "shell", sort_shell },
		{ "radix8", sort_radix8 }, { "radix11", sort_radix11 }, { "heap", sort_heap } },
	tiles[] = { OF_I(OF_TILE, 4) OF_I(OF_TILE, 12) },
	same[] = { SIXTEEN(OF_SAME) },
	wrong[] = { { "8", crc_8 }, { "sse4.2", crc_wrong }, { "4", crc_4 },
		{ "table", crc_table } };

#define QUESTION(name, ways, bytes) { name, ways, sizeof ways / sizeof *ways, bytes }
const struct question questions[QUESTIONS] = { QUESTION("popcount", set_bits, BYTES),
	QUESTION("crc32", crc32, BYTES),
	QUESTION("memchr", find, BYTES), QUESTION("utf8", valid, TEXT), QUESTION("sort", sorts, 0),
	QUESTION("tiles", tiles, 0), QUESTION("same", same, 0), QUESTION("wrong", wrong, BYTES) };

void question_prepare(const struct question *question)
{
	static const char text[] = "na\303\257ve caf\303\251s serve \342\202\254 3 cr\303\250me "
		"br\303\273l\303\251e and plain text, as most of it is; ";
	const bool words = question->way == find || question->way == valid;
	uint32_t random = 1;

	length = question->bytes;
	for (unsigned i = 0; i < 256; i++) {
		bits_of[i] = (uint8_t)__builtin_popcount(i);
		crc_of[0][i] = i;
		for (int bit = 0; bit < 8; bit++)
			crc_of[0][i] = crc_of[0][i] >> 1 ^ (0xedb88320u & -(crc_of[0][i] & 1));
	}
	for (int k = 1; k < 16; k++)
		for (unsigned i = 0; i < 256; i++)
			crc_of[k][i] = crc_of[k - 1][i] >> 8 ^ crc_of[0][crc_of[k - 1][i] & 255];
	for (size_t i = 0; i < sizeof data; i++) {
		random = random * 1664525u + 1013904223u;
		data[i] = words ? (unsigned char)text[i % (sizeof text - 1)]
			: (unsigned char)(random >> 24);
	}
	if (question->way == find)
		data[1000] = 1;
	for (size_t i = 0; i < NUMBERS; i++)
		numbers[i] = random = random * 1664525u + 1013904223u;
	for (int i = 0; i < SIDE * SIDE; i++) {
		left[i] = i % 7 + .5;
		right[i] = i % 5 - 1.5;
	}
}
