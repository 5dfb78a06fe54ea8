/*
 * Durations from text.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_DURATION_H
#define BENCHI_BASE_DURATION_H

#include "base/number.h"

/*
 * Reads a text that is one duration, in nanoseconds: a number above 0 and its unit, ns, us,
 * ms, s, m (or min) or h, with or without a blank between; bare: without a unit, seconds.
 * False, with *ns undefined, for anything else.
 */
bool benchi_duration(const char *text, bool bare, double *ns);

#endif
