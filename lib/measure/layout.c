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
#include "measure/layout.h"
#include "measure/thread.h"

static const size_t offset[BENCHI_LAYOUTS] = { 0, 16, 64, 208, 528, 1040, 2064, 3104 };

int benchi_layout_of(size_t round)
{
	return (int)(round / 2 % BENCHI_LAYOUTS);
}

static void call_below(int frames, bench_body *body, uint64_t n, void *arg);

/* Read anew for each call: a compiler that inlines some makes one frame of several. */
static void (*const volatile next)(int, bench_body *, uint64_t, void *) = call_below;

/* A frame of some 200 bytes, kept until the inner call has returned: its address escapes, so the
 * compiler cannot drop it. */
static void call_below(int frames, bench_body *body, uint64_t n, void *arg)
{
	char frame[208];
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
