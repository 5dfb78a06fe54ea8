/*
 * The last candidates of a race, compared again.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_RUNOFF_H
#define BENCHI_COMPARE_RUNOFF_H

#include "compare/selection.h"

/* Times the chosen one against the runner-up once more, and sets how far it leads. */
void benchi_selection_run_off(struct benchi_selection *field);

/* Is the incumbent kept, because the chosen one is not better by the switch margin for sure?  Then
 * it is the choice; BENCH_NONE: no. */
int benchi_selection_keep(struct benchi_selection *field, size_t incumbent, double switch_margin);

#endif
