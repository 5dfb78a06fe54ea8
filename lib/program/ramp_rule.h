/*
 * When has a ramp seen enough, and what is its answer?  Pure functions of its steps.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_RAMP_RULE_H
#define BENCHI_PROGRAM_RAMP_RULE_H

#include "program/ramp.h"

/* After its latest step: is it over, and why?  *end is set if so. */
bool benchi_ramp_over(const benchi_ramp *ramp, benchi_ramp_end *end);

/* The step with the highest throughput within the limit; SIZE_MAX if none is. */
size_t benchi_ramp_best(const benchi_ramp *ramp);

#endif
