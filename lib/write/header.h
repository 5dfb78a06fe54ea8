/*
 * The context in four lines, above a table of results.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_HEADER_H
#define BENCHI_WRITE_HEADER_H

#include <stdio.h>

#include "data/context.h"

/* Lines that end before columns; what is not known is left out.  utf8: as benchi_output_style. */
void benchi_put_header(FILE *out, const benchi_context *context, size_t columns, bool utf8);

#endif
