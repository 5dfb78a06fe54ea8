/*
 * The time of one random number of the C library.
 *
 *	$ lat_rand
 *	function                   ns        +-    cycles
 *	rand()                   4.51      0.01     16.7
 *
 * Method: BENCH times a statement. BENCH_KEEP makes the compiler compute a result that nothing
 * uses. The library takes care of everything else: the loop's size, its cost and the number of
 * windows.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>  /* HAVE_RANDOM etc., found by configure */

#include <stdlib.h>

#define EXAMPLE "lat_rand"
#include "example.h"

static const char help[] = "Usage: lat_rand\n"
"Prints how long the C library's random number functions take, in ns and cycles.\n";

/* Prints the thread's latest result as a line; +- is half the interval's width. */
static void print_row(const char *name)
{
	const bench_summary *s = bench_last();

	printf("%-16s", name);
	example_number(8, 2, s->ns);
	example_number(6, 2, (s->ns_high - s->ns_low) / 2);
	example_number(8, 1, s->cycles);
	example_warnings(s);
}

/* Times one call and prints the result. Returns from the function if there is no result. */
#define LATENCY(call) \
	do { \
		BENCH(BENCH_KEEP(call), 0); \
		if (bench_last()->status != BENCH_OK) \
			return bench_last()->status; \
		print_row(#call); \
	} while (0)

static bench_status run(void)
{
	printf("%-16s  %8s  %6s  %8s\n", "function", "ns", "+-", "cycles");
	LATENCY(rand());
#ifdef HAVE_RANDOM
	LATENCY(random());
#endif
#ifdef HAVE_RAND_R
	unsigned seed = 1;

	LATENCY(rand_r(&seed));
#endif
#ifdef HAVE_DRAND48
	unsigned short state[3] = { 1, 2, 3 };

	LATENCY(drand48());
	LATENCY(lrand48());
	LATENCY(mrand48());
	LATENCY(erand48(state));
	LATENCY(nrand48(state));
#endif
#ifdef HAVE_ARC4RANDOM
	LATENCY(arc4random());
#endif
	return BENCH_OK;
}

int main(int argc, char **argv)
{
	int code = example_begin(argc, argv, 0, help);

	return example_end(code == EXAMPLE_GO_ON ? example_code(run()) : code);
}
