/* How long do a processor's operations take?  K&R definitions, types left out. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

int one = 1, seven = 7;
static double third = 1.0 / 3;

#define FIVE(m) m m m m m
#define TWENTY(m) FIVE(m) FIVE(m) FIVE(m) FIVE(m)

integer_ops(n)
{
	register unsigned r = n, s = seven;

	BENCH(TWENTY(r ^= s; s += r;), 0);
	use_int(r + s);
	nano("integer xor and add", get_n() * 40);
	BENCH(FIVE(r = r / s + 100000000;), 0);
	use_int(r);
	nano("integer div", get_n() * 5);
	if (one)
		BENCH1(FIVE(r *= s;), 0)
	use_int(r);
	nano("integer mul", get_n() * 5);
}

double_ops()
{
	register double d = third, f = 1.0 + third / 1e9;

	BENCH(TWENTY(d += f;), 0);
	use_int((int)d);
	nano("double add", get_n() * 20);
	BENCHO(FIVE(d *= f;) FIVE(d += f;), FIVE(d += f;), 0);
	use_int((int)d);
	nano("double mul", get_n() * 5);
}

main(argc, argv)
	char **argv;
{
	int start = argc, last = 0;

	integer_ops(start + 46);
	double_ops();
	return last;
}
