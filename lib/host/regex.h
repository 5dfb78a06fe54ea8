/*
 * Matches names by a regular expression, where the system supports it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_REGEX_H
#define BENCHI_HOST_REGEX_H

/* 1: a part of text matches the POSIX extended regular expression; 0: none does; -1: that is no
 * regular expression, or the system has none. */
int benchi_regex_find(const char *expression, const char *text);

#endif
