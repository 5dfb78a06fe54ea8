/* How long does a load take that waits for the one before, by size and stride? */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

struct chase {
	char *addr;
	char **p;
	size_t len;
	size_t stride;
};

void
thread_list(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	register struct chase *state = cookie;
	size_t lines = state->len / state->stride, *order, i;

	if (iterations)
		return;
	state->addr = (char *)malloc(state->len);
	touch(state->addr, (int)state->len);
	order = permutation(lines, state->stride);
	for (i = 0; i < lines; i++)
		*(char **)(state->addr + order[i]) = state->addr + order[(i + 1) % lines];
	state->p = (char **)(state->addr + order[0]);
	free(order);
}

#define ONE p = (char **)*p;
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE

void
follow(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	struct chase *state = (struct chase *)cookie;
	register char **p = state->p;

	while (iterations-- > 0) {
		TEN TEN TEN TEN TEN
	}
	use_pointer((void *)p);
	state->p = p;
}

void
release(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	if (!iterations)
		free(((struct chase *)cookie)->addr);
}

main(ac, av)
	char **av;
{
	struct chase state;
	size_t len = ac > 1 ? bytes(av[1]) : bytes("64k");
	size_t size;

	for (state.stride = 64; state.stride <= 256; state.stride *= 4) {
		fprintf(stderr, "\"stride=%d\n", (int)state.stride);
		for (size = 4096; size <= len; size <<= 2) {
			state.len = size;
			benchmp(thread_list, follow, release, 0, 1, 0, TRIES, &state);
			if (gettime() > 0)
				fprintf(stderr, "%.5f %.3f\n", size / (1024. * 1024.),
					(double)gettime() * 1000. / (double)(50 * get_n()));
		}
		fprintf(stderr, "\n");
	}
	return 0;
}
