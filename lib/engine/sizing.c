/*
 * Finds how many iterations make a window long enough.
 *
 * The paper's rules (Staelin and McVoy 1998, section 6.4): a time too short to be meaningful
 * multiplies the iterations by ten; otherwise the needed count follows from it, enlarged by
 * 2 %; a window of at least 95 % of the interval suffices.  Worked: enough is
 * 16 us; 1, 10 and 100 iterations take under 0.3 us; 1000 take 2.1 us, so 16/2.1 * 1000
 * * 1.02 = 7772 iterations are next.
 *
 * Beyond the paper: two such windows in a row are required, because an interrupted
 * one looks long enough at any count.  And a body that takes no time at
 * all (the compiler removed it) ends at a bound instead of growing for ever.
 *
 * SPDX-License-Identifier: MIT
 */
#include "engine/sizing.h"

static const double ITERATIONS_A_NS = 20;   /* no processor runs a loop faster */
static const double LONG_NS = 1e8;     /* one window this long is enough */

struct benchi_sizing benchi_sizing_begin(double enough_ns, double meaningless_ns)
{
	struct benchi_sizing sizing = { enough_ns, meaningless_ns, 0, 1, 0, 0 };
	double most = enough_ns * ITERATIONS_A_NS;

	sizing.most = most < 1 ? 1 : most > 1e15 ? (uint64_t)1e15 : (uint64_t)most;
	return sizing;
}

static uint64_t needed(const struct benchi_sizing *sizing, double ns)
{
	double iterations = (double)sizing->iterations;

	if (!(ns > sizing->meaningless_ns))
		iterations *= 10;
	else
		iterations = iterations * sizing->enough_ns / ns * 1.02 + 1;
	return iterations >= (double)sizing->most ? sizing->most : (uint64_t)iterations;
}

void benchi_sizing_step(struct benchi_sizing *sizing, double ns)
{
	if (ns >= 0.95 * sizing->enough_ns && ns > 0) {
		sizing->passed++;
		sizing->done = sizing->passed == 2 || ns > LONG_NS;
		return;
	}
	sizing->passed = 0;
	if (sizing->iterations == sizing->most)
		sizing->done = 1;
	else
		sizing->iterations = needed(sizing, ns);
}
