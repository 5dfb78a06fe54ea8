/*
 * Four ways to a CRC-32 in plain C.
 *
 * Bit by bit is the definition.  A table has what eight of those steps come to, so a byte
 * takes one look.  crc32_table[k][b] is what byte b comes to when k more bytes of zero
 * follow: since the CRC is linear, eight (sixteen) bytes are looked up at once and the
 * results added (Kounavis and Berry 2005, "A systematic approach to building high
 * performance, software-based, CRC generators").
 *
 * SPDX-License-Identifier: MIT
 */
#include "crc32.h"

uint32_t crc32_table[16][256];

static uint32_t eight_steps(uint32_t crc)
{
	for (int bit = 0; bit < 8; bit++)
		crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	return crc;
}

void crc32_make_table(void)
{
	for (uint32_t b = 0; b < 256; b++)
		crc32_table[0][b] = eight_steps(b);
	for (int k = 1; k < 16; k++)
		for (int b = 0; b < 256; b++) {
			uint32_t before = crc32_table[k - 1][b];

			crc32_table[k][b] = before >> 8 ^ crc32_table[0][before & 255];
		}
}

uint32_t crc32_bitwise(uint32_t crc, const unsigned char *data, size_t size)
{
	crc = ~crc;
	while (size-- > 0)
		crc = eight_steps(crc ^ *data++);
	return ~crc;
}

uint32_t crc32_bytewise(uint32_t crc, const unsigned char *data, size_t size)
{
	crc = ~crc;
	while (size-- > 0)
		crc = crc >> 8 ^ crc32_table[0][(crc ^ *data++) & 255];
	return ~crc;
}

/* Four bytes, the first the lowest, on every machine. */
static uint32_t word(const unsigned char *data)
{
	return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

/* What four bytes come to before that number of further bytes. */
static uint32_t look(uint32_t four, int more)
{
	return crc32_table[more + 3][four & 255] ^ crc32_table[more + 2][four >> 8 & 255]
	     ^ crc32_table[more + 1][four >> 16 & 255] ^ crc32_table[more][four >> 24];
}

uint32_t crc32_slicing_by_8(uint32_t crc, const unsigned char *data, size_t size)
{
	crc = ~crc;
	for (; size >= 8; size -= 8, data += 8)
		crc = look(crc ^ word(data), 4) ^ look(word(data + 4), 0);
	return crc32_bytewise(~crc, data, size);
}

uint32_t crc32_slicing_by_16(uint32_t crc, const unsigned char *data, size_t size)
{
	crc = ~crc;
	for (; size >= 16; size -= 16, data += 16)
		crc = look(crc ^ word(data), 12) ^ look(word(data + 4), 8) ^ look(word(data + 8), 4)
		    ^ look(word(data + 12), 0);
	return crc32_bytewise(~crc, data, size);
}
