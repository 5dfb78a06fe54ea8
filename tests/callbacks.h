/*
 * Disables the compiler's warning about unused parameters: test callbacks do not need all their
 * arguments.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_CALLBACKS_H
#define TESTS_CALLBACKS_H

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#endif
