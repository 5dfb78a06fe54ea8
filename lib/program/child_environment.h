/*
 * The environment of a child process: this one's, with variables replaced.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_CHILD_ENVIRONMENT_H
#define BENCHI_PROGRAM_CHILD_ENVIRONMENT_H

#include <stddef.h>
#include <stdint.h>

/* A child adopts the calibration that this variable holds. */
#define BENCHI_CALIBRATION_VARIABLE "BENCH_CALIBRATION"

enum { BENCHI_PADDING = 4096 + 32 };

/* The environment with n variables ("NAME=value") in place of what it has of those names, and
 * without a calibration of its own.  The caller frees it, but not the texts.  NULL when memory is
 * out. */
char **benchi_child_environment(char *const *variable, size_t n);

/* A variable of random length: the stack begins below the environment.  text: capacity for
 * BENCHI_PADDING bytes.  Returns text. */
char *benchi_child_padding(uint64_t *random, char *text);

#endif
