/*
 * Names by a pattern.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_GLOB_H
#define BENCHI_PROGRAM_GLOB_H

/* Does all of name match?  '*' is any run of bytes ('/' too), '?' any one byte, "[a-c]" one
 * of these, "[!a-c]" one of the others, '\' takes the next byte for itself; a '[' that is
 * never closed stands for itself. */
int benchi_glob(const char *pattern, const char *name);

#endif
