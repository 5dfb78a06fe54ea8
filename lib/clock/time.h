/*
 * Time besides the clock: a thread's processor time, and letting time pass.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CLOCK_TIME_H
#define BENCHI_CLOCK_TIME_H

/* Processor time that the calling thread has used, in ns; NaN where the system does not
 * tell.  Takes up to a microsecond; Windows counts in steps of some 15 ms. */
double benchi_thread_cpu_ns(void);

/* Sleeps for about so long, rather longer; a signal may end it early.  Where the system
 * cannot sleep it returns at once. */
void benchi_sleep(double ns);

#endif
