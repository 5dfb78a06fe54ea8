/*
 * What the program's environment variable says of a choice.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_OVERRIDE_H
#define BENCHI_COMPARE_OVERRIDE_H

#include "compare/candidates.h"

enum benchi_order {
	BENCHI_ORDER_NONE,       /* as ever */
	BENCHI_ORDER_AGAIN,      /* what is remembered does not count */
	BENCHI_ORDER_REMEMBERED, /* what is remembered, or else the first: nothing is timed */
	BENCHI_ORDER_FIRST,      /* the first that works */
	BENCHI_ORDER_NAMED       /* this one */
};

struct benchi_override {
	enum benchi_order order;
	size_t index;            /* of the one that is named */
	int log;                 /* a line is asked for */
};

/* Reads options->variable.  BENCH_ERR_ENVIRONMENT: it has another word. */
bench_status benchi_override_read(const struct benchi_candidates *question,
                                  struct benchi_override *override);

/* The first or the named one, if its check passes; nothing is timed.  BENCH_ERR_NO_SAMPLES. */
bench_status benchi_override_choose(const struct benchi_candidates *question,
                                    const struct benchi_override *override, bench_choice *choice);

/* Hands a line on the choice to options->log, if that is asked for.  key: what was chosen, or
 * NULL. */
void benchi_override_log(const struct benchi_candidates *question,
                         const struct benchi_override *override, const char *key,
                         const bench_choice *choice);

/* Checks the question and picks as the environment says, with a line for the log. */
bench_status benchi_candidates_choose(const struct benchi_candidates *question,
                                      bench_choice *choice);

#endif
