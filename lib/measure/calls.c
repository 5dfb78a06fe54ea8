/*
 * Does a case's work so often, in the loop that is the case's own or the library's.
 *
 * The library's loop makes eight calls an iteration of its own, and what is left of eight in
 * straight-line code, so that n = 1, 2 and 3 differ by whole calls (single stepping counts them).
 * Where its cost is to be taken off, there are loops of one, two and four calls, as BENCH has
 * them, of which the difference is a call.  What a call itself costs stays in the result.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/detail.h"
#include "measure/calls.h"

typedef void call_once(void *arg, uint64_t value);

bench_status benchi_case_check(const bench_case *c)
{
	if (c->body && c->call)
		return benchi_fail(BENCH_ERR_ARGUMENT, "a body and a call in one case");
	if (!c->body && !c->call)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no body and no call");
	return BENCH_OK;
}

static void two(call_once *call, void *arg, uint64_t value)
{
	call(arg, value);
	call(arg, value);
}

static void four(call_once *call, void *arg, uint64_t value)
{
	two(call, arg, value);
	two(call, arg, value);
}

static void calls(uint64_t n, const bench_case *c)
{
	call_once *const call = c->call;
	void *const arg = c->arg;
	const uint64_t value = bench_parameter();

	for (; n >= 8; n -= 8) {
		four(call, arg, value);
		four(call, arg, value);
	}
	if (n & 4)
		four(call, arg, value);
	if (n & 2)
		two(call, arg, value);
	if (n & 1)
		call(arg, value);
}

void benchi_case_run(uint64_t n, const bench_case *item)
{
	if (item->call)
		calls(n, item);
	else
		item->body(n, item->arg);
}

void benchi_calls_loop(uint64_t n, void *loop)
{
	const struct benchi_calls *l = loop;
	call_once *const call = l->item->call;
	void *const arg = l->item->arg;
	const uint64_t value = bench_parameter();

	if (l->instances == 1)
		for (; n > 0; n--)
			call(arg, value);
	else if (l->instances == 2)
		for (; n > 0; n--)
			two(call, arg, value);
	else if (l->instances == 4)
		for (; n > 0; n--)
			four(call, arg, value);
	else
		for (; n > 0; n--)
			BENCH_CLOBBER();
}
