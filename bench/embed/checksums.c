/*
 * Which 32-bit checksum is the fastest on 4 KiB: zlib's, libdeflate's or xxHash's?
 *
 * Compared with timing each one once, as programs without a method do.
 *
 * SPDX-License-Identifier: MIT
 */
#include "embed.h"

#include <libdeflate.h>
#include <xxhash.h>
#include <zlib.h>

enum { BYTES = 4096 };

static unsigned char data[BYTES];

#define BODY(name, expression) \
	static void name(uint64_t n, void *arg) \
	{ \
		uint64_t sum = 1; \
		(void)arg; \
		for (; n > 0; n--) { \
			sum += (expression); \
			BENCH_KEEP(sum); \
		} \
	}
BODY(zlib_crc, crc32(0, data, BYTES))
BODY(zlib_adler, adler32(1, data, BYTES))
BODY(libdeflate_crc, libdeflate_crc32(0, data, BYTES))
BODY(libdeflate_adler, libdeflate_adler32(1, data, BYTES))
BODY(xxhash_32, XXH32(data, BYTES, 0))
BODY(xxhash_64, XXH64(data, BYTES, 0))
BODY(xxhash_3, XXH3_64bits(data, BYTES))

static const bench_case cases[] = { { .name = "zlib crc32", .body = zlib_crc },
	{ .name = "zlib adler32", .body = zlib_adler },
	{ .name = "libdeflate crc32", .body = libdeflate_crc },
	{ .name = "libdeflate adler32", .body = libdeflate_adler },
	{ .name = "XXH32", .body = xxhash_32 }, { .name = "XXH64", .body = xxhash_64 },
	{ .name = "XXH3", .body = xxhash_3 } };

enum { CASES = sizeof cases / sizeof *cases };

int main(int argc, char **argv)
{
	const struct embed e = { .name = "checksum of 4 KiB", .own_name = "once each" };

	for (int i = 0; i < BYTES; i++)
		data[i] = (unsigned char)(i * 7 + i / 256);
	return embed_cases_main(argc, argv, &e, cases, CASES);
}
