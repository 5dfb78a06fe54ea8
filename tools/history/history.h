/*
 * `bench history`: results of commits, and where they changed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_HISTORY_H
#define TOOLS_HISTORY_H

#include "tools/tools.h"

/* The numbers of a series in order of time, one per commit. */
typedef struct history_numbers {
	const double *x;      /* n finite numbers */
	const double *error;  /* standard errors, from the scatter between processes; NaN: unknown */
	size_t n;
	bool exact;           /* the numbers are counts: no noise, no rounding */
} history_numbers;

/* Conditions for a proven change. */
typedef struct history_rule {
	double margin;   /* share by which a level may move without a change */
	double goal;     /* evidence required; an unchanged series reaches this at most once in `goal`
	                    commits */
} history_rule;

/* Findings that are not proven changes. */
typedef struct history_remark {
	size_t at;       /* index of the first number of a level that the latest numbers suggest; n:
	                    none */
	size_t missing;  /* how many further numbers like the latest ones would prove that level */
	double moves;    /* largest change, as a share of its level, that is not reported because the
	                  * series keeps moving between the same two levels; 0: none */
} history_remark;

/*
 * Finds the places where the level of a series changed.  at: capacity for n; receives the index of
 * the first number of each new level, in order. *found: number of changes.  BENCH_ERR_MEMORY.
 */
bench_status history_changes(const history_numbers *of, const history_rule *rule, size_t *at,
                             size_t *found, history_remark *remark);

/* What `bench plot` draws of a history. svg, png, html: files to write, or NULL; if all are NULL,
 * draw in the terminal. metric NULL: the metric that `bench history` chooses. */
typedef struct history_picture {
	const char *file, *metric, *svg, *png, *html;
	const benchi_words *filter;
} history_picture;

/* Draws the levels, intervals and changes of every series. Returns 0, or EXIT_MISUSE after a
 * message. */
int history_plot(const history_picture *p);

#endif
