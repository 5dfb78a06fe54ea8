/*
 * Time besides the clock: a thread's processor time, and letting time pass.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CLOCK_TIME_H
#define BENCHI_CLOCK_TIME_H

#include <stdint.h>

/* Processor time that the calling thread has used, in ns; NaN where the system does not
 * tell.  Takes up to a microsecond; Windows counts in steps of some 15 ms. */
double benchi_thread_cpu_ns(void);

/* The system's time in ns, whatever clock measures; 0 where there is none but the calendar. */
double benchi_steady_ns(void);

/* How often the system took the processor from the calling thread; 0 for ever where it does not
 * tell.  Takes half a microsecond. */
uint64_t benchi_thread_preemptions(void);

/* Sleeps for about so long, rather longer; a signal may end it early.  Where the system
 * cannot sleep it returns at once. */
void benchi_sleep(double ns);

#endif
