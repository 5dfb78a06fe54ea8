/*
 * What was chosen, as names of candidates.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_NAMES_H
#define BENCHI_WISDOM_NAMES_H

#include "wisdom/wisdom.h"

/* What was chosen as text.  False: it does not fit. */
int benchi_wisdom_put_choice(const bench_question *question, size_t index, size_t runner_up,
                             char *text, size_t capacity);
int benchi_wisdom_put_ranges(const bench_question *question, const bench_ranges *ranges,
                             char *text, size_t capacity);

/* And back.  BENCH_NONE, false: that is none, or names no candidate. */
size_t benchi_wisdom_take_choice(const bench_question *question, const char *text,
                                 size_t *runner_up);
int benchi_wisdom_take_ranges(const bench_question *question, const char *text,
                              bench_ranges *ranges);

#endif
