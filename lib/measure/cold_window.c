/*
 * One iteration whose memory has been evicted from the caches.
 *
 * Memory named with bench_cold is evicted line by line if the processor has an instruction for
 * that. Otherwise, or if code must be evicted too, memory larger than all caches is read.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "measure/measure.h"

enum { PAGE = 4096 };

static void no_body(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
}

static void no_call(void *arg, uint64_t value)
{
	(void)arg;
	(void)value;
}

static void evict(const struct benchi_cold_window *w, const bench_case *item)
{
	const struct benchi_colds *colds = &benchi_thread_self()->colds;

	if (w->sweep.memory)
		benchi_sweep_all(&w->sweep);
	for (size_t i = 0; i < colds->n && i < BENCHI_COLDS; i++)
		benchi_evict_lines(colds->item[i].memory, colds->item[i].bytes);
	if (w->cold & BENCH_COLD_CODE) {
		/* The first page of the body, which contains its code unless the body is long. */
		union {
			bench_body *body;
			void (*call)(void *arg, uint64_t value);
			const unsigned char *at;
			uintptr_t number;
		} place = { item->body };

		if (item->call)
			place.call = item->call;
		benchi_evict_lines(place.at, PAGE - place.number % PAGE);
	}
}

double benchi_cold_window_time(const struct benchi_cold_window *w, const bench_timing *timing,
                               const bench_case *item)
{
	uint64_t opened;

	evict(w, item);
	opened = benchi_window_open(timing);
	benchi_case_run(1, item);
	benchi_clock_fence();
	return benchi_window_close(timing, opened) + timing->empty_ns;
}

/* A call site separate from the body's, so that the processor predicts both targets. */
double benchi_cold_window_empty(const struct benchi_cold_window *w, const bench_timing *timing,
                                const bench_case *item)
{
	const bench_case empty = { .body = no_body, .call = item->call ? no_call : NULL };
	uint64_t opened;

	evict(w, item);
	opened = benchi_window_open(timing);
	benchi_case_run(1, &empty);
	benchi_clock_fence();
	return benchi_window_close(timing, opened) + timing->empty_ns;
}

bench_status benchi_cold_window_begin(struct benchi_cold_window *w, unsigned cold,
                                      const bench_timing *timing)
{
	size_t colds = benchi_thread_self()->colds.n;
	int lines = benchi_evict_lines_known() && colds > 0 && colds <= BENCHI_COLDS;

	if (cold > (BENCH_COLD_DATA | BENCH_COLD_CODE))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.cold is %u, expected BENCH_COLD_DATA, "
			"BENCH_COLD_CODE or both", cold);
	if (timing->step_ns > 2 * timing->reading_ns)
		return benchi_fail(BENCH_ERR_CLOCK_COARSE, "clock '%.40s' steps in %.3g ns: too coarse "
			"for windows of one iteration", timing->clock.name ? timing->clock.name : "",
			timing->step_ns);
	w->cold = cold;
	if (cold == 0 || (lines && !(cold & BENCH_COLD_CODE)))
		return BENCH_OK;
	if (benchi_sweep_begin(&w->sweep))
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for a sweep of %.0f bytes",
			(double)w->sweep.bytes);
	return BENCH_OK;
}
