/*
 * A question as the entry that answers it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_QUESTION_H
#define BENCHI_WISDOM_QUESTION_H

#include "wisdom/wisdom.h"

/* Fills in all but change and gone, and chosen if index is not BENCH_NONE.
 * BENCH_ERR_ARGUMENT: the question is invalid, or several candidates share the chosen one's
 * name. */
bench_status benchi_wisdom_ask(const bench_question *question, size_t index, const char *processor,
                               struct benchi_wisdom_entry *entry);

#endif
