/*
 * CRC-32 by what the processor has for it: carry-less multiplication on x86, the CRC
 * instructions of Arm.
 *
 * x86: in polynomials over two elements, 16 bytes A that stand d bits before 16 bytes B
 * have the same remainder as A * x^d, added to B; so they are multiplied by x^d mod P and
 * added, and the message becomes 16 bytes shorter.  Four such folds run side by side, 64
 * bytes apart; the last 16 bytes go through the table (Gopal and others 2009, "Fast CRC
 * computation for generic polynomials using PCLMULQDQ").  Bits are reflected: a product
 * lies one bit too low, so the factors are shifted up by one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "crc32.h"

#if defined __GNUC__ && defined __x86_64__
#include <immintrin.h>

#define CLMUL __attribute__((target("pclmul,sse2")))

const char *crc32_hardware_lacks(void)
{
	__builtin_cpu_init();
	return __builtin_cpu_supports("pclmul") ? NULL : "no carry-less multiplication here";
}

/* The factors x^(d + 32) and x^(d - 32) mod P, for the first eight bytes and the others. */
#define BY_512_BITS _mm_set_epi64x(0x1c6e41596, 0x154442bd4)
#define BY_128_BITS _mm_set_epi64x(0x0ccaa009e, 0x1751997d0)

CLMUL static __m128i load(const unsigned char *data)
{
	return _mm_loadu_si128((const __m128i *)(const void *)data);
}

/* a, moved on to b. */
CLMUL static __m128i fold(__m128i a, __m128i by, __m128i b)
{
	return _mm_xor_si128(b, _mm_xor_si128(_mm_clmulepi64_si128(a, by, 0x00),
	                                      _mm_clmulepi64_si128(a, by, 0x11)));
}

CLMUL uint32_t crc32_hardware(uint32_t crc, const unsigned char *data, size_t size)
{
	__m128i a[4], by_64 = BY_512_BITS, by_16 = BY_128_BITS;
	unsigned char rest[16];

	if (size < 64)
		return crc32_slicing_by_8(crc, data, size);
	for (int i = 0; i < 4; i++)
		a[i] = load(data + 16 * i);
	a[0] = _mm_xor_si128(a[0], _mm_cvtsi32_si128((int)~crc));
	for (data += 64, size -= 64; size >= 64; data += 64, size -= 64)
		for (int i = 0; i < 4; i++)
			a[i] = fold(a[i], by_64, load(data + 16 * i));
	for (int i = 1; i < 4; i++)
		a[0] = fold(a[0], by_16, a[i]);
	for (; size >= 16; data += 16, size -= 16)
		a[0] = fold(a[0], by_16, load(data));
	_mm_storeu_si128((__m128i *)(void *)rest, a[0]);
	return crc32_bytewise(crc32_slicing_by_8(0xffffffffu, rest, 16), data, size);
}

#elif defined __ARM_FEATURE_CRC32 || (defined __aarch64__ && defined __linux__ && defined __GNUC__)
#include <string.h>
#ifdef __ARM_FEATURE_CRC32
#include <arm_acle.h>
#define CRC

const char *crc32_hardware_lacks(void)
{
	return NULL;
}

#else
#include <sys/auxv.h>
#pragma GCC target("+crc")
#include <arm_acle.h>
#define CRC __attribute__((target("+crc")))

enum { HAS_CRC32 = 1 << 7 };  /* of AT_HWCAP */

const char *crc32_hardware_lacks(void)
{
	return getauxval(AT_HWCAP) & HAS_CRC32 ? NULL : "no instructions for CRC here";
}

#endif

CRC uint32_t crc32_hardware(uint32_t crc, const unsigned char *data, size_t size)
{
	crc = ~crc;
	for (; size >= 8; size -= 8, data += 8) {
		uint64_t eight;

		memcpy(&eight, data, 8);
		crc = __crc32d(crc, eight);
	}
	while (size-- > 0)
		crc = __crc32b(crc, *data++);
	return ~crc;
}

#else

const char *crc32_hardware_lacks(void)
{
	return "this program was built without instructions for it";
}

uint32_t crc32_hardware(uint32_t crc, const unsigned char *data, size_t size)
{
	return crc32_slicing_by_8(crc, data, size);
}

#endif
