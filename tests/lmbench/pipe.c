/* How long does a byte take through one pipe and back through another? */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

typedef struct _state {
	int pid;
	int to[2];
	int from[2];
} state_t;

static void
echo(in, out)
{
	char c;

	while (read(in, &c, 1) == 1)
		if (write(out, &c, 1) != 1)
			break;
	exit(0);
}

void
initialize(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	state_t *pState = (state_t *)cookie;

	if (iterations)
		return;
	pipe(pState->to);
	pipe(pState->from);
	handle_scheduler(benchmp_childid(), 0, 1);
	switch (pState->pid = fork()) {
	case 0:
		handle_scheduler(benchmp_childid(), 1, 1);
		close(pState->to[1]);
		close(pState->from[0]);
		echo(pState->to[0], pState->from[1]);
	case -1:
		perror("fork");
		exit(1);
	default:
		close(pState->to[0]);
		close(pState->from[1]);
	}
}

void
cleanup(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	state_t *pState = (state_t *)cookie;

	if (iterations)
		return;
	if (pState->pid) {
		kill(pState->pid, 9);
		waitpid(pState->pid, NULL, 0);
		pState->pid = 0;
	}
}

void
doit(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	state_t *pState = (state_t *)cookie;
	char c;

	while (iterations-- > 0) {
		if (write(pState->to[1], &c, 1) != 1 || read(pState->from[0], &c, 1) != 1) {
			perror("(w) read/write on pipe");
			exit(1);
		}
	}
}

main()
{
	state_t state;

	state.pid = 0;
	benchmp(initialize, doit, cleanup, SHORT / 100, 1, 0, TRIES, &state);
	micro("Pipe latency", get_n());
	exit(0);
}
