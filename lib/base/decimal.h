/*
 * From decimal digits to the nearest double: the exact part of number.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_DECIMAL_H
#define BENCHI_BASE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* The double nearest to bits times 2^exponent, ties to even, subnormals and infinity
 * included; sticky: the exact value is slightly above bits. */
double benchi_round_binary(uint64_t bits, bool sticky, int exponent);

/* The double nearest to w times 10^exponent; only for |exponent| <= 27. */
double benchi_round_decimal(uint64_t w, int exponent);

#endif
