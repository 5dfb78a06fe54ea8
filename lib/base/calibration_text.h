/*
 * A calibration as one line of text, which a program passes to its child processes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_CALIBRATION_TEXT_H
#define BENCHI_BASE_CALIBRATION_TEXT_H

#include <stddef.h>

/* Bytes of the longest line, with its NUL. */
#define BENCHI_CALIBRATION_TEXT 768

/* The line's content; unknown numbers are NaN, unknown names "". */
struct benchi_calibration {
	double step_ns, reading_ns, enough_ns, loop_ns, vernier;  /* as in bench_timing */
	double region_ns;           /* an empty region, between START and STOP */
	double tick_ns;             /* NaN: no reference; all members below are unset */
	double low_ticks, low_iterations;      /* low-IPC reference: an iteration's ticks */
	double other_ticks, other_iterations;  /* a different chain, which confirms it */
	double high_ticks, high_iterations;    /* high-IPC reference */
	double fixed_ticks;         /* constant cost of a reference window */
	double width_sure;          /* high_ticks are certain to be undisturbed */
	char clock[32];
	char low[32], other[32], high[32];     /* the chains' expressions */
	char processor[192];
};

/* Writes the line, without a newline.  Returns its length, 0 if it does not fit into capacity. */
size_t benchi_calibration_write(const struct benchi_calibration *calibration, char *text,
                                size_t capacity);

/* Reads such a line; returns 0 and leaves everything unset unless every field occurs once, in
 * order and in range, and the line is from this version of the library. */
int benchi_calibration_read(const char *text, struct benchi_calibration *calibration);

/* Reads the line in the environment variable BENCH_CALIBRATION likewise; a set-user-ID program
 * ignores it. */
int benchi_calibration_given(struct benchi_calibration *calibration);

#endif
