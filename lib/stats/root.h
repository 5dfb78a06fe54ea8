/*
 * A zero of a continuous function between two points of unlike sign.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_ROOT_H
#define BENCHI_STATS_ROOT_H

typedef double benchi_function(double x, const void *arg);

/* The zero of f between lo and hi to nearly the last bit.  NaN if f has the same
 * sign at both, or is not a number at one of them. */
double benchi_root(benchi_function *f, const void *arg, double lo, double hi);

/* The same, when only a guess and a first step are known: the bracket is grown
 * from guess, by doubling steps, until it holds a change of sign. */
double benchi_root_near(benchi_function *f, const void *arg, double guess, double step);

#endif
