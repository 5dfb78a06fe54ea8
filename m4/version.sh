#!/bin/sh
# Prints the version that a version.h states: version.sh include/bench/version.h
# SPDX-License-Identifier: MIT
awk '/#define BENCH_VERSION_MAJOR/ {a = $3} /#define BENCH_VERSION_MINOR/ {b = $3}
	/#define BENCH_VERSION_PATCH/ {c = $3} END {printf "%s.%s.%s\n", a, b, c}' "$1"
