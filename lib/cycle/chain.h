/*
 * What all chains share: a value that the compiler cannot know, repetition, and a function that no
 * sanitizer checks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_CHAIN_H
#define BENCHI_CYCLE_CHAIN_H

#include "cycle/cycle.h"

/* A value that fits in one register. With values that take two registers (64-bit integers on
 * i386), mhz found a tick in only 1 of 40 runs: additions with carry do not take a whole number
 * of ticks. */
#ifdef __GNUC__
typedef unsigned word __attribute__((mode(__word__)));
#else
typedef size_t word;
#endif

/* The value 1. A short: i386 converts an unsigned word to a double through memory, in 40 ticks. */
static volatile unsigned short one = 1;

/* A sanitizer's checks would be timed as part of the chain. */
#if defined __has_attribute
#if __has_attribute(no_sanitize)
#define UNCHECKED __attribute__((no_sanitize("address", "undefined", "thread")))
#endif
#endif
#ifndef UNCHECKED
#define UNCHECKED
#endif
#define PLAIN BENCHI_AT_LINE UNCHECKED

#define TEN(x) x x x x x x x x x x
#define HUNDRED(x) TEN(TEN(x))

/* Defined if named variables are kept in registers. Without optimisation they are only if the
 * compiler obeys `register`. In memory they would time the store buffer, which does not take
 * whole numbers of ticks; the statements are then omitted. */
#if defined __OPTIMIZE__ || (defined __GNUC__ && !defined __clang__)
#define VARIABLES_IN_REGISTERS 1
#endif

#define STATEMENT(name, type, expression) \
	PLAIN static void name(uint64_t n) \
	{ \
		register type a = (type)one, b = (type)one; \
		for (; n > 0; n--) { \
			HUNDRED(expression) \
		} \
		BENCH_KEEP(a); \
		BENCH_KEEP(b); \
	}

#endif
