#!/bin/sh
# nproc of coreutils 9.1 (Debian 12) prints OMP_NUM_THREADS if that is set, and OMP_THREAD_LIMIT if that is smaller: "7" on a machine of
# two processors, "1" on one of 64. Benchmarks of threaded code set the variable, and then every make -j$(nproc), thread count or
# "processors" of a report in the same shell follows it. --all does not; nproc of BusyBox does not either.
# Guess: the processors that this process may use, as its manual's first line says.
# Seen: "7, limit 1, --all N"
# SPDX-License-Identifier: MIT
set -eu
nproc --version | grep -q coreutils
all=$(env -u OMP_NUM_THREADS nproc --all)
said="$(OMP_NUM_THREADS=7 nproc), limit $(OMP_NUM_THREADS=7 OMP_THREAD_LIMIT=1 nproc), --all $(OMP_NUM_THREADS=7 nproc --all)"
echo "$said"
[ "$said" = "7, limit 1, --all $all" ]
