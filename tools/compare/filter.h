/*
 * Expressions that select sets: "/size:4k -(.unit:B/op OR goos:/bsd$/)".
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_COMPARE_FILTER_H
#define TOOLS_COMPARE_FILTER_H

#include "data/rows.h"

/* 1: the set of the file of that label is selected; 0: it is not; -1: that is no filter, and *at
 * is where it is not. */
int filter_selects(const char *filter, const benchi_set *set, const char *file, const char **at);

#endif
