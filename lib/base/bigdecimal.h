/*
 * Rounds decimal digits of any number.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_BIGDECIMAL_H
#define BENCHI_BASE_BIGDECIMAL_H

#include "base/decimal.h"

/* The double nearest to the number in [s, end), digits with at most one '.', times
 * 10^exponent.  Any length. */
double benchi_round_digits(const char *s, const char *end, long exponent);

#endif
