/*
 * Fits a queueing model of c equal servers to mean latencies.
 *
 * A closed loop without pauses has all N workers' requests in the system at once: c are served,
 * the others wait, and the mean latency is S max(1, N / c), whatever the distribution of the
 * service time S (Little's law with a throughput of min(N, c) / S).
 *
 * In an open loop requests arrive at random.  At c servers with one queue, that is M/M/c: a
 * request waits with the probability of Erlang's formula C, for S / (c - a) in the mean,
 * where a = rate S is the load in servers (Jain, The Art of Computer Systems Performance
 * Analysis, 1991, chapter 31).  But each worker makes one request at a time, so that
 * its own are a queue of one server (M/M/1) as well; the model takes the longer of the two.
 *
 * Wrong where workers disturb each other (locks, caches: that is what the scalability law
 * has parameters for), and about open loops whose service times are not exponential: equal
 * ones wait half as long.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "analysis/queueing.h"

enum { LOADS_LEAST = 2 };

/* Erlang's C: the probability that a request finds all servers busy.  By the recursion of his
 * formula B over the number of servers. */
static double waits(size_t servers, double load)
{
	double b = 1, c = (double)servers;

	for (size_t k = 1; k <= servers; k++)
		b = load * b / ((double)k + load * b);
	return c * b / (c - load * (1 - b));
}

double benchi_queueing_open(size_t servers, double service_ns, double rate_hz)
{
	double load = rate_hz * service_ns / 1e9, c = (double)servers;

	if (!(load < c))
		return INFINITY;
	return service_ns * (1 + waits(servers, load) / (c - load));
}

double benchi_queueing_mean(const benchi_queueing *model, const benchi_queue_load *load)
{
	if (!(load->rate_hz > 0))
		return model->service_ns * fmax(1, load->workers / (double)model->servers);
	return fmax(benchi_queueing_open(1, model->service_ns, load->rate_hz),
		benchi_queueing_open(model->servers, model->service_ns, load->rate_hz * load->workers));
}

/* Fills in misfit and worst; servers becomes 0 if there is nothing to judge by. */
static benchi_queueing judge(benchi_queueing model, const benchi_queue_load *load, size_t n)
{
	double squares = 0, furthest = -1;
	size_t used = 0;

	for (size_t i = 0; i < n; i++) {
		double off = fabs(log(load[i].mean_ns / benchi_queueing_mean(&model, &load[i])));

		if (!isfinite(off))
			continue;
		squares += off * off;
		used++;
		if (off > furthest) {
			furthest = off;
			model.worst = i;
		}
	}
	model.misfit = expm1(sqrt(squares / (double)used));
	if (used < LOADS_LEAST)
		model.servers = 0;
	return model;
}

/* How many loads the model has a latency for; with too few servers, not for the high ones. */
static size_t covered(const benchi_queueing *model, const benchi_queue_load *load, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += isfinite(load[i].mean_ns / benchi_queueing_mean(model, &load[i]))
			&& isfinite(benchi_queueing_mean(model, &load[i]));
	return count;
}

benchi_queueing benchi_queueing_fit(const benchi_queue_load *load, size_t n, double service_ns,
                                    size_t most)
{
	benchi_queueing best = { 0, service_ns, NAN, 0 };
	size_t reached = 0;

	for (size_t c = 1; c <= most && service_ns > 0; c++) {
		benchi_queueing model = { c, service_ns, NAN, 0 };
		size_t count = covered(&model, load, n);

		model = judge(model, load, n);
		if (model.servers && (!best.servers || count > reached
		                      || (count == reached && model.misfit < best.misfit))) {
			best = model;
			reached = count;
		}
	}
	return best;
}
