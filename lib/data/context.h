/*
 * What the results belong to: facts about machine, clock, compiler and run.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_CONTEXT_H
#define BENCHI_DATA_CONTEXT_H

#include <bench.h>

#include <stdbool.h>

#include "host/machine.h"

/* Texts of two lines or more are not meant. */
typedef struct benchi_fact {
	const char *key;     /* "processor", of the list in bench-results(5); not copied */
	char *text;          /* or NULL: a number */
	double number;
} benchi_fact;

/* Zero-filled is empty. */
typedef struct benchi_context {
	benchi_fact *fact;   /* in the order in which they are shown */
	size_t n, capacity;
} benchi_context;

/* Where facts come from; what is NULL, NaN or zero-filled gives none. */
typedef struct benchi_sources {
	const char *program;           /* its name */
	double began;                  /* seconds since 1970; 0 or NaN: not known */
	uint64_t seed;                 /* 0: not known */
	size_t processes;              /* that were measured; 0: not known */
	const benchi_machine *machine;
	const bench_cpu *cpu;          /* of bench_cpu_clock */
	const bench_timing *timing;    /* of bench_calibrate */
	const char *compiler;          /* the program's */
	const char *flags;             /* the program's */
} benchi_sources;

/* Adds the facts of sources, and those of this library: its version, compiler and flags.
 * BENCH_ERR_MEMORY. */
bench_status benchi_context_fill(benchi_context *context, const benchi_sources *sources);

/* Adds one fact; a missing one ("" or NULL, NaN) is not added.  BENCH_ERR_MEMORY. */
bench_status benchi_context_text(benchi_context *context, const char *key, const char *text);
bench_status benchi_context_number(benchi_context *context, const char *key, double number);

/* What an interval covers: "processes", the median over starts of the program; "process", what
 * this one would show if it went on; "" for 0. */
const char *benchi_scope_name(size_t processes);

/* The fact of that key, or NULL. */
const benchi_fact *benchi_context_find(const benchi_context *context, const char *key);

/* The text of a fact, or ""; its number, or NaN. */
const char *benchi_context_word(const benchi_context *context, const char *key);
double benchi_context_value(const benchi_context *context, const char *key);

/* A moment in UTC as "2026-11-20T18:55:32Z", whatever the zone and the locale; "" for
 * one outside the years 1970 to 9999.  text: capacity for 24.  Returns text. */
char *benchi_date_text(double seconds, char *text);

void benchi_context_free(benchi_context *context);

#endif
