/*
 * Windows of a worker pool during which all workers ran.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_CONCURRENT_H
#define BENCHI_LOAD_CONCURRENT_H

#include "load/worker_pool.h"

/* Did every worker of the pool have a processor during window k of this worker? */
bool benchi_window_concurrent(const benchi_pool *pool, size_t worker, size_t k);

/* Does the window lie in the counted time as a whole? */
bool benchi_window_whole(const benchi_pool *pool, const benchi_pool_window *window);

#endif
