/*
 * What mhz uses of the library in addition to public headers. Nothing else in bench/ uses this
 * header (tests/layers.sh).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MHZ_LIBRARY_H
#define MHZ_LIBRARY_H

#include "base/base.h"
#include "clock/clock.h"
#include "cycle/cycle.h"
#include "data/data.h"
#include "host/host.h"

#endif
