/*
 * What a machine without a system answers in place of lib/base/environment.c, lib/clock, lib/host
 * and the caches' parts of lib/measure: nothing is known, and nothing can be done.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "compare/compare.h"
#include "host/host.h"
#include "measure/measure.h"

/*
 * Memory: a stack of blocks in what the caller gave.  A block that is freed below others is left
 * when those are, too.
 */

struct block {
	struct block *below;
	size_t bytes;               /* behind it; 0: freed */
};

static struct {
	struct block *top;
	char *next, *end;
} memory;

void bench_bare_memory(void *given, size_t bytes)
{
	size_t skipped = (size_t)(-(uintptr_t)given % sizeof(double));

	memory.top = NULL;
	memory.next = (char *)given + skipped;
	memory.end = bytes > skipped ? (char *)given + bytes : memory.next;
}

void *benchi_bare_take(size_t bytes)
{
	struct block *block = (struct block *)(void *)memory.next;

	bytes = bytes / sizeof(double) * sizeof(double) + sizeof(double);
	if (bytes == 0 || (size_t)(memory.end - memory.next) < sizeof *block
	    || bytes > (size_t)(memory.end - memory.next) - sizeof *block)
		return NULL;
	block->below = memory.top;
	block->bytes = bytes;
	memory.top = block;
	memory.next = (char *)(block + 1) + bytes;
	return block + 1;
}

void *benchi_bare_take_zero(size_t n, size_t size)
{
	void *taken = n == 0 || size <= SIZE_MAX / n ? benchi_bare_take(n * size) : NULL;

	return taken ? memset(taken, 0, n * size) : NULL;
}

void benchi_bare_free(void *taken)
{
	if (!taken)
		return;
	((struct block *)taken - 1)->bytes = 0;
	while (memory.top && memory.top->bytes == 0) {
		memory.next = (char *)memory.top;
		memory.top = memory.top->below;
	}
}

void *benchi_bare_resize(void *taken, size_t bytes)
{
	void *more = benchi_bare_take(bytes);
	size_t had = taken ? ((struct block *)taken - 1)->bytes : 0;

	if (!more || !taken)
		return more;
	memcpy(more, taken, had < bytes ? had : bytes);
	benchi_bare_free(taken);
	return more;
}

const char *benchi_environment_text(const char *name)
{
	(void)name;
	return NULL;
}

bench_status benchi_environment_read(struct benchi_environment *environment)
{
	const struct benchi_environment unset = { NAN, NAN, NAN, NAN };

	*environment = unset;
	return BENCH_OK;
}

int benchi_calibration_given(struct benchi_calibration *calibration)
{
	(void)calibration;
	return 0;
}

size_t benchi_calibration_write(const struct benchi_calibration *calibration, char *text,
                                size_t capacity)
{
	(void)calibration;
	(void)text;
	(void)capacity;
	return 0;
}

double benchi_thread_cpu_ns(void)
{
	return NAN;
}

double benchi_steady_ns(void)
{
	return 0;
}

uint64_t benchi_thread_waits(void)
{
	return UINT64_MAX;
}

uint64_t benchi_thread_preemptions(void)
{
	return 0;
}

int benchi_processor_now(void)
{
	return -1;
}

void benchi_processor_name(char *name, size_t capacity)
{
	if (capacity > 0)
		*name = '\0';
}

enum benchi_trial benchi_trial_run(void (*what)(void *arg), void *arg, double most_ns)
{
	(void)what;
	(void)arg;
	(void)most_ns;
	return BENCHI_TRIAL_UNSUPPORTED;
}

/* No tracer, no program around it. */
void benchi_publish(const bench_summary *summary)
{
	(void)summary;
}

int benchi_stepped_begin(void)
{
	return 0;
}

uint64_t benchi_stepped_iterations(int window, int loops)
{
	(void)window;
	(void)loops;
	return 0;
}

void benchi_stepped_mark(int window)
{
	(void)window;
}

/* Caches are not emptied: .cold is refused. */
bench_status benchi_cold_window_begin(struct benchi_cold_window *w, unsigned cold,
                                      const bench_timing *timing)
{
	(void)w;
	(void)cold;
	(void)timing;
	return BENCH_ERR_UNSUPPORTED;
}

void benchi_sweep_end(struct benchi_sweep *sweep)
{
	(void)sweep;
}

double benchi_cold_window_time(const struct benchi_cold_window *w, const bench_timing *timing,
                               const bench_case *item)
{
	(void)w;
	(void)timing;
	(void)item;
	return NAN;
}

double benchi_cold_window_empty(const struct benchi_cold_window *w, const bench_timing *timing,
                                const bench_case *item)
{
	return benchi_cold_window_time(w, timing, item);
}

void benchi_cold_measure(const bench_case *item, const struct benchi_beginning *beginning,
                         bench_summary *result)
{
	(void)item;
	(void)beginning;
	*result = benchi_summary_none(BENCH_ERR_UNSUPPORTED);
}

/* bench_choice_text needs printf: its text is "". */
void benchi_sink_put(struct benchi_sink *sink, const char *format, ...)
{
	(void)format;
	if (sink->capacity > 0)
		*sink->to = '\0';
}
