/* The second file of the program in parts.c.  SPDX-License-Identifier: MIT */
#include "bench.h"

double
part(n)
	int n;
{
	static double last;

	settime((uint64)n * 1000);
	save_n((uint64)n);
	fprintf(ftiming, "part ");
	micro("of it", get_n());
	return last += n;
}
