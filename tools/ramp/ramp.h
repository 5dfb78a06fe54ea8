/*
 * `bench ramp`: a command as a load.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_RAMP_H
#define TOOLS_RAMP_H

#include <stdbool.h>

#include "host/lock.h"
#include "load/ramp.h"

#define RAMP_WORKERS_MOST 1024

/* A command that workers run again and again. */
typedef struct ramp_command {
	char **argv;             /* ends in NULL */
	double timeout_ns;       /* one run may take that long */
	bool ignore_failure;     /* an exit status other than 0 is as good */
	bool show;               /* its output goes to standard error */
	int (*stop)(void);       /* 2 or more: end what runs */
	struct benchi_lock lock;
	bool failed;             /* one run has; the others are ended */
	double failures;         /* that were ignored */
	double cpu_ns[RAMP_WORKERS_MOST];
} ramp_command;

/* As a job; command must stay. */
benchi_job ramp_command_job(ramp_command *command);

#endif
