/*
 * What does the calendar's clock show?  For times that several processes compare;
 * never for measuring what is short.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CLOCK_CALENDAR_H
#define BENCHI_CLOCK_CALENDAR_H

#include <stdint.h>

/* Microseconds since 1970; whole seconds where the system tells no more. */
uint64_t benchi_calendar_us(void);

#endif
