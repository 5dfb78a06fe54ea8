/*
 * Sets up a case, runs its work, and varies its memory layout.
 *
 * SPDX-License-Identifier: MIT
 */

#include "measure/measure.h"

uint64_t bench_parameter(void)
{
	return benchi_thread_self()->worker_context.parameter;
}

void benchi_case_enter(const struct benchi_worker_context *worker_context)
{
	struct benchi_thread *self = benchi_thread_self();

	self->worker_context = *worker_context;
	self->skipped = self->failed = 0;
	self->label[0] = '\0';
	self->colds.n = 0;
}

int benchi_case_set_up(const bench_case *c)
{
	if (c->usable && !c->usable(c->arg))
		bench_skip("not usable here");
	else if (c->setup)
		c->setup(c->arg);
	return !benchi_case_skipped();
}

void bench_skip(const char *why)
{
	struct benchi_thread *self = benchi_thread_self();

	if (self->failed)
		return;
	self->skipped = 1;
	self->why[0] = '\0';
	if (why)
		strncat(self->why, why, sizeof self->why - 1);
}

const char *benchi_case_skipped(void)
{
	const struct benchi_thread *self = benchi_thread_self();

	return self->skipped || self->failed ? self->why : NULL;
}

/*
 * Does a case's work n times, in the case's own loop or the library's.
 *
 * The library's loop makes 32 calls per iteration; straight-line code makes the other calls. So up
 * to n = 32 no loop runs, and the steps of two runs differ by those of whole calls.
 */

typedef void value_call(void *arg, uint64_t value);

bench_status benchi_case_check(const bench_case *c)
{
	if (c->body && c->call)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the case has both a body and a call");
	if (!c->body && !c->call)
		return benchi_fail(BENCH_ERR_ARGUMENT, "the case has neither a body nor a call");
	return BENCH_OK;
}

/* Macros, because functions might not be inlined and would then count as the call's work. */
#define TWO_CALLS() (call(arg, value), call(arg, value))
#define FOUR_CALLS() (TWO_CALLS(), TWO_CALLS())
#define EIGHT_CALLS() (FOUR_CALLS(), FOUR_CALLS())
#define THIRTY_TWO_CALLS() (EIGHT_CALLS(), EIGHT_CALLS(), EIGHT_CALLS(), EIGHT_CALLS())

/* Calls the case n times in a loop. */
static void calls(uint64_t n, const bench_case *c)
{
	value_call *const call = c->call;
	void *const arg = c->arg;
	const uint64_t value = bench_parameter();

	for (; BENCHI_SMALL && n >= 8; n -= 8)  /* only the small library: calls in straight-line code,
	                                           for exact counts, would take 1 KB */
		EIGHT_CALLS();
	for (; BENCHI_SMALL && n > 0; n--)
		call(arg, value);
	for (; n >= 64; n -= 32)
		THIRTY_TWO_CALLS();
	if (n & 32)
		THIRTY_TWO_CALLS();
	if (n & 16)
		EIGHT_CALLS(), EIGHT_CALLS();
	if (n & 8)
		EIGHT_CALLS();
	if (n & 4)
		FOUR_CALLS();
	if (n & 2)
		TWO_CALLS();
	if (n & 1)
		call(arg, value);
	BENCH_CLOBBER();   /* no tail call: the last call must cost as much as the others */
}

void benchi_case_run(uint64_t n, const bench_case *item)
{
	if (item->call)
		calls(n, item);
	else
		item->body(n, item->arg);
}

/*
 * Varies the layout of stack and data between rounds.
 *
 * Layout often matters: on one machine, copying 4 KiB took 29 or 38 ns depending on alignment,
 * which a single run never shows. Each pair of rounds has one of eight layouts. The stack is
 * shifted by calling the body through additional frames. Buffers belong to the body, so the body
 * adds the offset that bench_layout returns: small offsets move a buffer within a cache line,
 * large ones within a page, where caches and store buffers compare addresses (the low 12 bits).
 */

static const size_t offset[BENCHI_LAYOUTS] = { 0, 16, 64, 208, 528, 1040, 2064, 3104 };

static void call_below(int frames, bench_body *body, uint64_t n, void *arg);

/* volatile, because a compiler that inlines some calls would merge their frames */
static void (*const volatile next)(int, bench_body *, uint64_t, void *) = call_below;

/* A frame of some 200 bytes that exists until the inner call returns. Its address escapes, so
 * the compiler cannot drop it. */
static void call_below(int frames, bench_body *body, uint64_t n, void *arg)
{
	char frame[BENCHI_SMALL ? 16 : 208];
	char *volatile held = frame;

	if (frames > 0)
		next(frames - 1, body, n, arg);
	else
		body(n, arg);
	(void)held;
}

void benchi_layout_call(int layout, bench_body *body, uint64_t n, void *arg)
{
	benchi_thread_self()->offset = offset[layout];
	call_below(layout, body, n, arg);
}
