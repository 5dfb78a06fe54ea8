/*
 * The table of the dip test's p-values.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_DIP_TABLE_H
#define BENCHI_STATS_DIP_TABLE_H

#define BENCHI_DIP_ROWS 21
#define BENCHI_DIP_COLUMNS 26

extern const double benchi_dip_p[BENCHI_DIP_COLUMNS];  /* P(dip <= quantile) */
extern const double benchi_dip_quantiles[BENCHI_DIP_ROWS][BENCHI_DIP_COLUMNS];

#endif
