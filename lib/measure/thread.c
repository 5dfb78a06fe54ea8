/*
 * What does this thread remember?  One variable of its own; nothing is freed, nothing
 * is shared.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "measure/thread.h"

static BENCHI_THREAD_LOCAL struct benchi_thread self;

struct benchi_thread *benchi_thread_self(void)
{
	return &self;
}

const bench_summary *bench_last(void)
{
	if (!self.begun) {
		self.last = benchi_summary_none(BENCH_ERR_NO_SAMPLES);
		self.begun = 1;
	}
	return &self.last;
}
