/* A body that runs all iterations itself and reports their number.  SPDX-License-Identifier: MIT */
#include "bench.h"

static unsigned
many_turns(n)
	iter_t n;
{
	static unsigned x = 1;

	while (n-- > 0)
		x = x * 69069 + 1;
	return x;
}

main()
{
	unsigned x = 1, most = 0, calls = 0;

	BENCH_INNER(x = x * 69069 + 1, 2000);
	use_int(x);
	nano("step by step", get_n());
	BENCH_INNER({
		if (__n > most)
			most = __n;
		calls++;
		x += many_turns(__n);
		__n = 1;
	}, 2000);
	use_int(x);
	nano("all at once", get_n());
	printf("%s\n", calls < 30 && most > 1000 ? "few calls, many turns" : "wrong");
	return 0;
}
