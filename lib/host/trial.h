/*
 * Does this survive?  Tried in a child process.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_TRIAL_H
#define BENCHI_HOST_TRIAL_H

enum benchi_trial {
	BENCHI_TRIAL_GOOD,          /* it returned */
	BENCHI_TRIAL_CRASHED,       /* a signal or an exit ended it */
	BENCHI_TRIAL_HUNG,          /* it was still there when the time was over, and was ended */
	BENCHI_TRIAL_UNSUPPORTED    /* no child processes here, or none to be had now */
};

/* Calls what(arg) in a child process, for most_ns at most. */
enum benchi_trial benchi_trial_run(void (*what)(void *arg), void *arg, double most_ns);

#endif
