/*
 * Windows for a tracer that counts their instructions.
 *
 * The program raises a signal that is ignored by default where a counted window begins, and where
 * it ends; a tracer sees it all the same, and steps through what is between.  The path from one to
 * the other is the same for 1 and 2 iterations, but for the iterations.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <signal.h>

#include "base/environment.h"
#include "measure/publish.h"
#include "measure/stepped.h"

enum { COUNTED = 4 };   /* the first window that is */

int benchi_stepped_begin(void)
{
	const char *wanted = benchi_environment_text(BENCHI_STEPPED);

	if (!wanted || !*wanted)
		return 0;
	benchi_publish_name(BENCHI_STEPPED_LINE);
	return 1;
}

uint64_t benchi_stepped_iterations(int window)
{
	return window < BENCHI_STEPPED_WINDOWS ? 1 + (uint64_t)window % 2 : 0;
}

void benchi_stepped_mark(int window)
{
#ifdef SIGURG
	if (window >= COUNTED)
		raise(SIGURG);
#else
	(void)window;
#endif
}
