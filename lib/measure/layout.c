/*
 * Varies the layout of stack and data between rounds.
 *
 * Layout often matters: copying 4 KiB took 29 or 38 ns depending on alignment on one machine,
 * and a single run never shows it.  Each pair of rounds has one of eight layouts.  The stack is
 * shifted by calling the body through that many frames.  Buffers belong to the body, so it adds
 * the offset that bench_layout returns: small ones move it within a cache line, large ones within
 * a page, where caches and store buffers compare addresses (the low 12 bits).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "measure/layout.h"
#include "measure/thread.h"
#include "stats/order.h"

enum { LEAST_VALUES = 3 };

static const size_t offset[BENCHI_LAYOUTS] = { 0, 16, 64, 208, 528, 1040, 2064, 3104 };

int benchi_layout_of(size_t round)
{
	return (int)(round / 2 % BENCHI_LAYOUTS);
}

/* A frame of some 200 bytes, kept until the inner call has returned: its address escapes, so the
 * compiler cannot drop it. */
static void call_below(int frames, bench_body *body, uint64_t n, void *arg)
{
	char frame[208];
	char *volatile held = frame;

	if (frames > 0)
		call_below(frames - 1, body, n, arg);
	else
		body(n, arg);
	(void)held;
}

void benchi_layout_call(int layout, bench_body *body, uint64_t n, void *arg)
{
	benchi_thread_self()->offset = offset[layout];
	call_below(layout, body, n, arg);
}

uint64_t bench_iteration(void)
{
	return (uint64_t)benchi_thread_self()->counting.iterations;
}

uint64_t bench_round(void)
{
	uint64_t opened = benchi_thread_self()->round;

	return opened > 0 ? opened - 1 : 0;
}

size_t bench_layout(void)
{
	return benchi_thread_self()->offset;
}

double benchi_layout_spread(const double *values, const double *round, size_t n,
                               double *scratch)
{
	double lowest = INFINITY, highest = -INFINITY;
	int groups = 0;

	for (int p = 0; p < BENCHI_LAYOUTS; p++) {
		size_t count = 0;
		double median;

		for (size_t i = 0; i < n; i++)
			if (benchi_layout_of((size_t)round[i]) == p)
				scratch[count++] = values[i];
		if (count < LEAST_VALUES)
			continue;
		benchi_sort(scratch, count);
		median = benchi_quantile(scratch, count, 0.5);
		lowest = fmin(lowest, median);
		highest = fmax(highest, median);
		groups++;
	}
	return groups > 1 ? highest - lowest : (double)NAN;
}
