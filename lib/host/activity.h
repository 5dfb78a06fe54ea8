/*
 * The activity of the whole machine since its start.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_ACTIVITY_H
#define BENCHI_HOST_ACTIVITY_H

/* Sums over all processors; NaN if the system does not report it. */
typedef struct benchi_activity {
	double busy_s;      /* used processor time */
	double stolen_s;    /* given to other machines by the hypervisor */
	double throttled;   /* number of thermal throttlings */
} benchi_activity;

/* Reads them: about 0.1 ms. */
void benchi_activity_find(benchi_activity *activity);

#endif
