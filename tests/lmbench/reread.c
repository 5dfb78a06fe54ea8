/* How fast is a file read again that the system still has in memory? */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

#define TYPE int

static char *buf;

doit(fd, bufsize, count)
	uint64 count;
{
	int n, sum = 0;
	register TYPE *p, *end;

	lseek(fd, 0, 0);
	while (count > 0) {
		n = read(fd, buf, bufsize);
		if (n <= 0)
			break;
		end = (TYPE *)(buf + n);
		for (p = (TYPE *)buf; p < end; p++)
			sum += *p;
		count -= n;
	}
	use_int(sum);
}

main(ac, av)
	char **av;
{
	char copy[1024];
	int fd, bufsize = 16384;
	uint64 count;

	if (ac != 3) {
		lmbench_usage(ac, av, "size file");
	}
	count = bytes(av[1]);
	if (last(av[1]) != 'k' && last(av[1]) != 'm')
		fprintf(stderr, "size is in bytes: %s\n", p64(count));
	buf = (char *)valloc(XFERSIZE);
	bzero(buf, XFERSIZE);
	fd = creat(av[2], 0644);
	write(fd, buf, count < XFERSIZE ? count : XFERSIZE);
	close(fd);
	sprintf(copy, "%s.copy", av[2]);
	if (cp(av[2], copy, S_IRUSR|S_IWUSR) != 0) {
		perror(copy);
		exit(1);
	}
	fd = open(copy, 0);
	BENCH(doit(fd, bufsize, count), SHORT);
	bandwidth(count, get_n(), 0);
	BENCH(doit(fd, bufsize, count), 0);
	bandwidth(count, get_n(), 1);
	micromb(count, get_n());
	latency(get_n(), count);
	unlink(av[2]);
	unlink(copy);
	return 0;
}
