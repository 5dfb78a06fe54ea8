/*
 * The name under which lmbench's manual pages include bench.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bench.h"
