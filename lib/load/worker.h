/*
 * A worker of the pool.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_WORKER_H
#define BENCHI_LOAD_WORKER_H

#include "load/worker_pool.h"

/* A worker's whole work, in the calling thread. */
void benchi_worker_run(benchi_worker *worker);

/* The time from one due start to the next, in ns. */
double benchi_worker_gap_ns(benchi_worker *worker);

#endif
