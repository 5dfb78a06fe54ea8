/*
 * The pictures of a benchmark program: --svg and --html.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_PICTURE_H
#define BENCHI_PROGRAM_PICTURE_H

#include "program/settings.h"
#include "data/results.h"

/* Writes the files that the settings name, whole or not at all.  0, or BENCHI_EXIT_MISUSE after a
 * message. */
int benchi_pictures_write(const benchi_settings *settings, const benchi_report *report,
                          const benchi_context *context);

#endif
