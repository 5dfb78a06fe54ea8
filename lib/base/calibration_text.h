/*
 * A calibration as one line of text, which a program hands to its child processes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_CALIBRATION_TEXT_H
#define BENCHI_BASE_CALIBRATION_TEXT_H

#include <stddef.h>

/* Room for any such line, its closing NUL included. */
#define BENCHI_CALIBRATION_TEXT 768

/* What the line holds; numbers that are not known are NaN, names "". */
struct benchi_calibration {
	double step_ns, reading_ns, empty_ns, enough_ns, loop_ns, vernier;  /* as in bench_timing */
	double region_ns;           /* an empty region, between START and STOP */
	double tick_ns;             /* NaN: there is no reference, and what follows is not set */
	double low_ticks, low_iterations;      /* low-IPC reference: an iteration's ticks */
	double other_ticks, other_iterations;  /* an unlike chain, which confirms it */
	double high_ticks, high_iterations;    /* high-IPC reference */
	double fixed_ticks;         /* a reference window's, beside its iterations */
	double width_sure;          /* high_ticks are the undisturbed ones */
	char clock[32];
	char low[32], other[32], high[32];     /* the chains' expressions */
	char processor[192];
};

/* Writes the line, without a newline.  Returns its length, 0 if it does not fit into capacity. */
size_t benchi_calibration_write(const struct benchi_calibration *calibration, char *text,
                                size_t capacity);

/* Reads such a line; returns 0, and everything is unset, unless every field is there once, in
 * its order, in range, and the line is from this version of the library. */
int benchi_calibration_read(const char *text, struct benchi_calibration *calibration);

/* The line in the environment variable BENCH_CALIBRATION, read likewise; a program that runs with
 * rights its user does not have ignores it. */
int benchi_calibration_given(struct benchi_calibration *calibration);

#endif
