/*
 * Callbacks of tests take arguments that they do not need.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_CALLBACKS_H
#define TESTS_CALLBACKS_H

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#endif
