/*
 * A total of time, shared out among rows that come one by one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_BUDGET_H
#define BENCHI_PROGRAM_BUDGET_H

#include <stddef.h>

struct benchi_share {
	double time_ns;  /* that the row should take */
	double most_ns;  /* that it may take where its body is slow */
};

/* The share of the next row, given the remaining time and rows. */
struct benchi_share benchi_budget_share(double left_ns, size_t rows);

/* What a row on threads is given of its share, when the one before took so much beside what it
 * was given. */
double benchi_budget_less(double time_ns, double beside_ns);

/* The time of several processes together. */
struct benchi_processes_budget {
	double time_ns;      /* of all; 0: no bound */
	size_t processes;    /* how many there should be, */
	size_t least;        /* and how many there are at least, if they take a second at most */
	int all;             /* not 0: all of them, however long they take */
	double calibration_ns;   /* what a calibration takes */
	double patience_ns;      /* beside the time, while another workload shares the core */
};

/* How many processes a stated time is for, when usual processes take usual_ns: what is longer
 * goes into more of them, since it is they that differ. */
size_t benchi_budget_processes(double time_ns, double usual_ns, size_t usual);

/* The time of the next process when done of them have taken gone_ns together: 0: no bound;
 * below 0: no more are to be started. */
double benchi_budget_process(const struct benchi_processes_budget *budget, double gone_ns,
                             size_t done);

#endif
