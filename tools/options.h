/*
 * Options of a command, by the names that tools/ uses for lib/base/options.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include "base/options.h"

#define OPTION_END BENCHI_OPTION_END
#define OPTION_UNKNOWN BENCHI_OPTION_UNKNOWN
#define OPTION_BARE BENCHI_OPTION_BARE
#define OPTION_FULL BENCHI_OPTION_FULL
#define options_start benchi_options_start
#define options_next benchi_options_next

typedef benchi_option option;
typedef benchi_options options;

#endif
