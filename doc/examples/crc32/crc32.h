/*
 * CRC-32 (ISO 3309, IEEE 802.3: polynomial 0xedb88320, reflected) by the routine that is
 * the fastest on this machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CRC32_H
#define CRC32_H

#include <stddef.h>
#include <stdint.h>

#include <bench.h>

/* Goes on from crc, the result of what came before; 0 at first. */
typedef uint32_t crc32_routine(uint32_t crc, const unsigned char *data, size_t size);

/* Once, before all else: makes the tables and chooses, in 5 ms, or remembers.  wisdom is
 * the file where choices are kept, NULL for the user's own.  Never fails: without an
 * answer, choice->status is the cause and the routine is the first of the tables. */
void crc32_start(const char *wisdom, bench_choice *choice);

/* The routine that was chosen, and its name. */
crc32_routine *crc32_best(void);
const char *crc32_name(void);

/* The portable routines, and the table behind most of them. */
extern uint32_t crc32_table[16][256];
void crc32_make_table(void);
crc32_routine crc32_bitwise, crc32_bytewise, crc32_slicing_by_8, crc32_slicing_by_16;

/* By the processor's own instructions; crc32_hardware_lacks: why they are missing, or NULL. */
crc32_routine crc32_hardware;
const char *crc32_hardware_lacks(void);

#endif
