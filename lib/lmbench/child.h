/*
 * The child of benchmp.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LMBENCH_CHILD_H
#define BENCHI_LMBENCH_CHILD_H

#include "lmbench/benchmp.h"

#ifdef HAVE_FORK
/* A child's life; hears from its parent through ends[0], speaks through ends[1].  Begins with
 * SIGTERM blocked, and goes on with the usual mask.  Never returns. */
void benchi_lm_child(const struct benchi_lm_work *work, int id, const int ends[2],
                     const sigset_t *usual);
#endif

#endif
