/*
 * A comparison in words.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_ANSWER_TEXT_H
#define BENCHI_WRITE_ANSWER_TEXT_H

#include "analysis/comparison.h"

/* The answer, one sentence.  Returns text. */
char *benchi_answer_text_answer(const benchi_comparison *c, const benchi_question *question,
                                char *text,
                          size_t size);

/* How it was found: "means compared (Welch's t, p = 0.01)".  Returns text. */
char *benchi_answer_text_method(const benchi_comparison *c, char *text, size_t size);

/* A difference as a signed share of the base, or plain if there is no share: "+1.2 %".
 * of: an interval whose width sets the number of digits. */
char *benchi_answer_text_share(const benchi_comparison *c, const benchi_interval *of,
                               double difference,
                         char *text, size_t size);

#endif
