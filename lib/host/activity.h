/*
 * What the machine as a whole has done since it was started.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_ACTIVITY_H
#define BENCHI_HOST_ACTIVITY_H

/* Sums over all processors; NaN where the system does not tell. */
typedef struct benchi_activity {
	double busy_s;      /* processor time that was used */
	double stolen_s;    /* that a hypervisor gave to others meanwhile */
	double throttled;   /* times a processor was slowed down for its heat */
} benchi_activity;

/* Reads them: about 0.1 ms. */
void benchi_activity_find(benchi_activity *activity);

#endif
