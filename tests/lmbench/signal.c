/* What does catching a signal cost?  The handler never returns to a loop: it ends the
 * interval itself, and sends itself the next signal. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

static iter_t left;
static void *the_state;
static int caught;

void
handler(sig)
{
	caught++;
	if (--left == 0)
		left = benchmp_interval(the_state);
	kill(getpid(), SIGUSR1);
}

void
nothing(sig)
{
	caught++;
}

void
bench_catch(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	struct sigaction sa;

	sa.sa_handler = handler;
	sigemptyset(&sa.sa_mask);
	sa.sa_flags = 0;
	sigaction(SIGUSR1, &sa, 0);
	left = iterations;
	the_state = benchmp_getstate();
	kill(getpid(), SIGUSR1);
	for (;;)
		pause();
}

void
bench_install(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	while (iterations-- > 0)
		signal(SIGUSR2, nothing);
}

main(ac, av)
	int ac;
	char *av[];
{
	benchmp(0, bench_install, 0, 0, 1, 0, 3, 0);
	micro("Signal handler installation", get_n());
	benchmp(0, bench_catch, 0, 0, 1, 0, 3, 0);
	micro("Signal handler overhead", get_n());
	return 0;
}
