/*
 * What the system and the processor claim of a core's clock, to be held against a measurement.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_CLAIMED_CLOCK_H
#define BENCHI_HOST_CLAIMED_CLOCK_H

/* In MHz; NaN where nothing is claimed. */
typedef struct benchi_claimed_clock {
	double current; /* cpufreq's, as the driver or the firmware reports it */
	double highest; /* cpufreq's, with boost */
	double listed;  /* /proc/cpuinfo's */
	double counter; /* of the time stamp counter, measured over some 2 ms */
} benchi_claimed_clock;

/*
 * Fills in what the files root/proc and root/sys say of the processor of that number (below 0:
 * of the first), and nothing else.  root: "" for the system's own.
 */
void benchi_claimed_clock_files(const char *root, int number, benchi_claimed_clock *claimed);

/* The same of this system, with the counter. */
void benchi_claimed_clock_find(int number, benchi_claimed_clock *claimed);

#endif
