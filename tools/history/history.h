/*
 * `bench history`: results of commits, and where they changed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_HISTORY_H
#define TOOLS_HISTORY_H

#include "tools/tools.h"

#define HISTORY_WORD 512 /* capacity of a text about commits */

/* The numbers of a series in order of time, one per commit. */
typedef struct history_numbers {
	const double *x;      /* n finite numbers */
	const double *error;  /* standard errors by the scatter between processes; NaN: unknown */
	size_t n;
	bool exact;           /* counts: no noise, no rounding */
} history_numbers;

/* Conditions for a proven change. */
typedef struct history_rule {
	double margin;   /* share by which a level may move without a change */
	double goal;     /* evidence required; an unchanged series reaches this at most once in `goal`
	                    commits */
} history_rule;

/* Findings that are not proven changes. */
typedef struct history_remark {
	size_t at;       /* first number of a level that the latest numbers suggest; n: none */
	size_t missing;  /* further numbers like the latest ones that would prove that level */
	double moves;    /* largest change, as a share of its level, that is not reported because the
	                  * series moves between its two levels again and again; 0: none */
} history_remark;

/*
 * Finds the places where the level of a series changed.  at: capacity for n; receives the first
 * number of each new level, in order, *found of them.  BENCH_ERR_MEMORY.
 */
bench_status history_changes(const history_numbers *of, const history_rule *rule, size_t *at,
                             size_t *found, history_remark *remark);

typedef struct history_settings {
	const char *file, *commit, *machine, *metric, *html, *build;
	benchi_words filter;
	double margin, time_s;
	benchi_question question;
	int format;
	bool all, confirm;
} history_settings;

/* A commit's values of a series. */
typedef struct point {
	benchi_set *set;
	const char *commit, *date;   /* from the table of names, so equal texts have equal addresses */
	double median;
	size_t order;
} point;

typedef struct series {
	const char *benchmark, *metric, *unit, *machine;
	point *point;
	size_t n, capacity;
	struct level {
		size_t from, to;         /* index of its first point; index after its last */
		double median, change;   /* change: from the previous level, as a share; NaN for the
		                            first */
		size_t missing;          /* additional commits that would prove the level; 0: proven */
	} *level;
	size_t levels;
	double moves;                /* as history_remark.moves */
	bool shown;
} series;

typedef struct history {
	history_settings settings;
	benchi_rows rows;
	benchi_name_table words;
	series *of;
	size_t n, capacity;
	size_t next;                 /* probable series of the next set */
} history;

/* Returns the commits around a change, "1a2b3c4d5e..9f8e7d6c5b"; names other than hashes are not
 * shortened. */
char *history_between(const series *s, const struct level *l, char text[HISTORY_WORD]);

/* Returns whether there are several metrics (metric true) or machines. */
bool history_several(const history *h, bool metric);

/* Draws the series that are shown and have changed (all: every one): in the terminal, as figures
 * of a page, or below each other in one picture. BENCH_ERR_MEMORY, BENCH_ERR_OUTPUT,
 * BENCH_ERR_INPUT: no series for a picture. */
enum history_form { HISTORY_TEXT, HISTORY_PAGE, HISTORY_PICTURE };
bench_status history_draw(FILE *out, const history *h, enum history_form form, bool all);
picture_writer history_pictures, history_page; /* writers of a picture, and of a page, with all
                                                  series */

/* What `bench plot` draws of a history. svg, png, html: files to write, or NULL; without one, in
 * the terminal. metric: NULL: as `bench history` chooses. */
typedef struct history_picture {
	const char *file, *metric, *svg, *png, *html;
	const benchi_words *filter;
} history_picture;

/* Draws it: levels, intervals and changes of every series. Returns 0, or EXIT_MISUSE after a
 * message. */
int history_plot(const history_picture *p);

#endif
