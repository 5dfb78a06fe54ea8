/* What does the simplest call into the system cost, alone and by many at once? */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

void
do_getppid(iterations, cookie)
	iter_t iterations;
	void *cookie;
{
	char *where = (char *)cookie;

	while (iterations-- > 0)
		*where = (char)getppid();
}

void do_write(iter_t iterations, void *cookie)
{
	int fd = *(int *)cookie;
	char c = 0;

	while (iterations-- > 0) {
		if (write(fd, &c, 1) != 1) {
			perror("/dev/null");
			exit(1);
		}
	}
}

char *usage = "[-P <parallelism>] [-W <warmup>] [-N <repetitions>] null|write";

int
main(int ac, char **av)
{
	int parallel = 1, warmup = 0, repetitions = -1, c, fd;
	char place;

	while ((c = getopt(ac, av, "P:W:N:")) != EOF) {
		switch (c) {
		case 'P':
			parallel = atoi(optarg);
			if (parallel <= 0)
				lmbench_usage(ac, av, usage);
			break;
		case 'W':
			warmup = atoi(optarg);
			break;
		case 'N':
			repetitions = atoi(optarg);
			break;
		default:
			lmbench_usage(ac, av, usage);
		}
	}
	if (optind != ac - 1)
		lmbench_usage(ac, av, usage);
	if (streq("null", av[optind])) {
		benchmp(NULL, do_getppid, NULL, 0, parallel, warmup, repetitions, &place);
		micro("Simple syscall", get_n());
	} else if (!strcmp("write", av[optind])) {
		fd = open("/dev/null", 1);
		benchmp(NULL, do_write, NULL, SHORT / 1000, parallel, warmup, repetitions, &fd);
		micro("Simple write", get_n());
	} else {
		lmbench_usage(ac, av, usage);
	}
	return (0);
}
