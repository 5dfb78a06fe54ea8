/*
 * Trial of a function in a child process.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_TRIAL_H
#define BENCHI_HOST_TRIAL_H

enum benchi_trial {
	BENCHI_TRIAL_GOOD,          /* it returned */
	BENCHI_TRIAL_CRASHED,       /* a signal or an exit ended it */
	BENCHI_TRIAL_HUNG,          /* it exceeded the time and was killed */
	BENCHI_TRIAL_UNSUPPORTED    /* no child processes, or fork failed */
};

/* Calls what(arg) in a child process, for most_ns at most; while the child has not had so much
 * processor time, for 2 s more. */
enum benchi_trial benchi_trial_run(void (*what)(void *arg), void *arg, double most_ns);

#endif
