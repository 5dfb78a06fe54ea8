/*
 * The machine's utilisation in words and as JSON.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_UTILISATION_H
#define BENCHI_WRITE_UTILISATION_H

#include <stdio.h>

#include "host/utilisation.h"

#define BENCHI_UTILISATION_TEXT 768

/* "processors 97 % user, 2 % system, 1 % idle; disk vda 12 % busy (...); network ...", without
 * what was not used; "" if nothing is known.  Returns text. */
char *benchi_utilisation_text(const benchi_utilisation *u, char text[BENCHI_UTILISATION_TEXT]);

/* What is at its limit: "2 of 2 processors busy", "disk vda 97 % busy", several with commas;
 * else where most of the time went; "" if that is unknown too.  Returns text. */
char *benchi_utilisation_limit(const benchi_utilisation *u, char text[BENCHI_UTILISATION_TEXT]);

/* Both as lines "machine: ..." and "limit: ...", of what is known. */
void benchi_put_utilisation_text(FILE *out, const benchi_utilisation *u, size_t columns);

/* The same as an object of JSON, what is unknown as null. */
void benchi_put_utilisation(FILE *out, const benchi_utilisation *u);

#endif
