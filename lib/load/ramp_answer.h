/*
 * A ramp's numbers and answer in words.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_RAMP_ANSWER_H
#define BENCHI_LOAD_RAMP_ANSWER_H

#include <stddef.h>

#include "load/ramp.h"

#define BENCHI_RAMP_TEXT 512

/* "1.23 ms", three digits; "-" for NaN.  Returns text. */
char *benchi_ramp_time(double ns, bool utf8, char text[64]);

/* "123 000", three digits below 1000 and none behind the point above; "-" for NaN. */
char *benchi_ramp_count(double x, char text[64]);

/* "99%" and "99.9%". */
char *benchi_ramp_percent(double share, char text[64]);

/* The answer in a sentence or two. */
char *benchi_ramp_answer(const benchi_ramp *ramp, bool utf8, char text[BENCHI_RAMP_TEXT]);

/* Why the ramp ended there. */
char *benchi_ramp_why(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT]);

/* What limits the answer's step, if it is the workers themselves; "" otherwise. */
char *benchi_ramp_limiter(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT]);

/* Is the queueing model near enough to the steps to predict from? */
bool benchi_ramp_model_fits(const benchi_ramp *ramp);

/* The queueing model in words; "" if there is none. */
char *benchi_ramp_queueing(const benchi_ramp *ramp, bool utf8, char text[BENCHI_RAMP_TEXT]);

/* The fitted law in words; "" if there is no fit. */
char *benchi_ramp_law(const benchi_ramp *ramp, char text[BENCHI_RAMP_TEXT]);

#endif
