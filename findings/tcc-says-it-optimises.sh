#!/bin/sh
# tcc 0.9.27 -O2 defines __OPTIMIZE__, and makes the same object as without -O2: it has no optimiser. Headers and benchmarks that take
# __OPTIMIZE__ as "variables are in registers" or "this build is worth timing" are wrong with it.
# Guess: as in gcc and clang, the macro tells that the compiler optimises.
# Seen: "#define __OPTIMIZE__ 1", and cmp says nothing
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v tcc >/dev/null || apt-get install -q -y --no-install-recommends tcc=0.9.27+git20200814.62c30a4a-1 >/dev/null
echo 'int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += 2 * i + 1; return s; }' >a.c
tcc -O2 -E -dM a.c | grep '__OPTIMIZE__ 1'
[ "$(tcc -E -dM a.c | grep -c __OPTIMIZE__)" = 0 ]
tcc -c a.c -o plain.o
tcc -O2 -c a.c -o optimised.o
cmp plain.o optimised.o
