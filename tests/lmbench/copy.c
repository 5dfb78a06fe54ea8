/* How fast is memory copied, by one process and by several at once? */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

typedef struct {
	char *src, *dst;
	uint64 nbytes;
	int last;
} copy_t;

void
init_copy(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	copy_t *c = (copy_t *)cookie;

	if (iterations) return;
	c->src = (char *)valloc(c->nbytes);
	c->dst = (char *)valloc(c->nbytes);
	if (!c->src || !c->dst) {
		perror("malloc");
		exit(1);
	}
	bzero(c->src, c->nbytes);
	touch(c->dst, c->nbytes);
}

void
do_copy(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	copy_t *c = (copy_t *)cookie;

	while (iterations-- > 0)
		bcopy(c->src, c->dst, c->nbytes);
}

void
do_read(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	copy_t *c = (copy_t *)cookie;

	while (iterations-- > 0)
		use_int((int)bread(c->src, c->nbytes));
}

int
main(ac, av)
	int ac;
	char **av;
{
	int parallel = ac > 1 ? atoi(av[1]) : 1;
	copy_t state;

	state.nbytes = bytes(ac > 2 ? av[2] : "256k");
	timing(stdout);
	benchmp(init_copy, do_copy, NULL, 0, parallel, 0, 3, &state);
	bandwidth(state.nbytes, get_n(), 0);
	benchmp(init_copy, do_read, NULL, 0, parallel, 0, 3, &state);
	mb(state.nbytes * get_n());
	return 0;
}
