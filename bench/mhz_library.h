/*
 * What mhz uses of the library besides its public headers: all of it, and used nowhere else in
 * bench/ (tests/layers.sh).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MHZ_LIBRARY_H
#define MHZ_LIBRARY_H

#include "base/number.h"
#include "base/options.h"
#include "base/utf8.h"
#include "base/whole.h"
#include "clock/time.h"
#include "cycle/clock.h"
#include "data/escape.h"
#include "host/affinity.h"
#include "host/claimed_clock.h"
#include "host/lock.h"
#include "host/machine.h"
#include "host/os_thread.h"

#endif
