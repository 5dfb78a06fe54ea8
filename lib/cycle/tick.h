/*
 * The tick of the core's clock, once this process has found it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_TICK_H
#define BENCHI_CYCLE_TICK_H

/* Nanoseconds; NaN until it is known.  Callable from any thread. */
double benchi_tick_noted(void);
void benchi_tick_note(double tick_ns);

#endif
