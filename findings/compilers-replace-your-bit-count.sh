#!/bin/sh
# gcc 12.2 and clang 14.0.6 (Debian 12) on x86-64, -O2 -march=x86-64-v2: the loop x &= x - 1, one step for each bit that is set, becomes the
# one instruction popcnt. A benchmark of ways to count bits measures the instruction twice; the loop over all 64 bits, which computes the
# same, stays a loop. Without -march both are loops, so the loop is "slow" or "as fast as the instruction" by an option.
# Guess: a loop that ends after as many steps as there are bits.
# Seen: "gcc 1 0, clang 1 0; without -march 0 0, 0 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gcc-12 >/dev/null || apt-get install -q -y --no-install-recommends gcc-12 >/dev/null
command -v clang-14 >/dev/null || apt-get install -q -y --no-install-recommends clang-14 >/dev/null
case $(gcc-12 -dumpmachine) in x86_64*) ;; *) exit 77 ;; esac
cat >a.c <<'END_C'
int by_set_bits(unsigned long x) { int n = 0; while (x) { x &= x - 1; n++; } return n; }
END_C
cat >b.c <<'END_C'
int by_all_bits(unsigned long x) { int n = 0; for (int i = 0; i < 64; i++) n += x >> i & 1; return n; }
END_C
counts() { for f in a b; do "$@" -O2 -S $f.c -o - | grep -c popcnt || :; done | xargs; }
said="gcc $(counts gcc-12 -march=x86-64-v2), clang $(counts clang-14 -march=x86-64-v2); without -march $(counts gcc-12), $(counts clang-14)"
echo "$said"
[ "$said" = 'gcc 1 0, clang 1 0; without -march 0 0, 0 0' ]
