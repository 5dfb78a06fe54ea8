/*
 * The logarithm of the normal's lower tail, which does not vanish.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_NORMAL_H
#define BENCHI_STATS_NORMAL_H

/* ln P(Z <= x), any x: -800 000 for x = -1265, where the tail itself is 0. */
double benchi_normal_log_cdf(double x);

#endif
