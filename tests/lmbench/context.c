/* How long does it take to go from one process to the next round a ring of pipes? */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

#define PROCS 4

int ring[PROCS][2], pids[PROCS];

pass_on(from, to)
{
	int token;

	while (read(from, &token, sizeof(token)) == sizeof(token))
		if (write(to, &token, sizeof(token)) != sizeof(token))
			break;
	exit(0);
}

void
make_ring(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	int i, k;

	if (iterations) return;
	for (i = 0; i < PROCS; ++i)
		pipe(ring[i]);
	for (i = 1; i < PROCS; ++i) {
		if ((pids[i] = fork()) == 0) {
			handle_scheduler(benchmp_childid(), i, PROCS - 1);
			for (k = 0; k < PROCS; ++k) {
				if (k != i - 1) close(ring[k][0]);
				if (k != i) close(ring[k][1]);
			}
			pass_on(ring[i - 1][0], ring[i][1]);
		}
	}
}

void
break_ring(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	int i;

	if (iterations) return;
	for (i = 1; i < PROCS; ++i) {
		kill(pids[i], SIGKILL);
		waitpid(pids[i], 0, 0);
	}
}

void
go_round(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	int token = 0;

	while (iterations-- > 0) {
		write(ring[0][1], &token, sizeof(token));
		read(ring[PROCS - 1][0], &token, sizeof(token));
	}
}

main()
{
	GO_AWAY;
	benchmp(make_ring, go_round, break_ring, 0, 1, 0, TRIES, NULL);
	context(get_n() * PROCS);
	return (0);
}
