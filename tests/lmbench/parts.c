/* A program of two files that also uses names of the library for variables and members. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"
#include <math.h>

struct span { struct timeval start, stop; int bytes, last, context; };
extern double part();

int
main()
{
	struct span span;
	struct rusage rusage;
	uint64 now = 0, bytes = 2;
	int touch = 3, delta, kb[2];
	double mb = sqrt(4.0);

	span.bytes = (int)bytes;
	span.last = span.context = touch;
	getrusage(RUSAGE_SELF, &rusage);
	start(&span.start);
	delta = (int)stop(&span.start, &span.stop);
	kb[0] = delta >= 0;
	timing(stdout);
	part(7);
	printf("%s %s %d %d %g\n", p64(gettime()), p64(get_n()), span.bytes + span.last, kb[0],
		mb + now);
	mb = Now();
	if (now == 0 && mb > 1e15 && Delta() < 60 && timespent() < 60)
		printf("times\n");
	return ftiming == stdout ? 0 : 1;
}
