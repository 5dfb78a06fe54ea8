#!/bin/sh
# perf bench 6.1, -f simple mem memcpy: the bare numbers, one a line, are of several routines: the C library's memcpy and those of the kernel's
# source. Lines with # between them tell which. A reader of "one number a line" pools four routines, ten times apart, into one sample.
# Guess: -l 10 gives ten numbers of one routine.
# Seen: 4 numbers, in bytes per second, behind 4 lines "# function ..."
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v perf >/dev/null || apt-get install -q -y --no-install-recommends linux-perf >/dev/null
perf bench -f simple mem memcpy -l 10 2>&1 | tee out
[ "$(grep -c '^# function' out)" -gt 1 ] && [ "$(grep -c '^[0-9.]*$' out)" = "$(grep -c '^# function' out)" ]
