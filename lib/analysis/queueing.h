/*
 * A queueing model of a ramp: how long requests would take if they only waited for free servers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_QUEUEING_H
#define BENCHI_ANALYSIS_QUEUEING_H

#include <stddef.h>

/* A number of workers and the mean latency of their requests. */
typedef struct benchi_queue_load {
	double workers;
	double rate_hz;      /* starts a second of each; 0: the next when the last has ended */
	double mean_ns;      /* NaN, infinite or 0: left out */
} benchi_queue_load;

/* The model that fits best.  servers 0: none, because there are fewer than two loads that the
 * model has a finite latency for. */
typedef struct benchi_queueing {
	size_t servers;      /* that work at once */
	double service_ns;   /* of a request that need not wait */
	double misfit;       /* typical distance of the means from the model, as a share */
	size_t worst;        /* the load that is furthest from it */
} benchi_queueing;

/* The number of servers, from 1 to most, with which the model is nearest to the loads.
 * service_ns: as measured with one worker. */
benchi_queueing benchi_queueing_fit(const benchi_queue_load *load, size_t n, double service_ns,
                                    size_t most);

/* The model's mean latency of a load; infinite if more is offered than the servers can do. */
double benchi_queueing_mean(const benchi_queueing *model, const benchi_queue_load *load);

/* M/M/c: the mean latency of requests that arrive at random, rate_hz in all, at one queue. */
double benchi_queueing_open(size_t servers, double service_ns, double rate_hz);

#endif
