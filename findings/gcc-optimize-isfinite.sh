#!/bin/sh
# gcc 12.2 (Debian bookworm's; 11.3 too) on x86-64: under -ffast-math, '#pragma GCC optimize ("no-fast-math")' brings back a
# part of NaN. isnan(v) and v == v are right, but fabs(v) <= 1e300 and isfinite(v) are true for a NaN: the pragma undoes
# -ffinite-math-only, not the back end's own -mno-ieee-fp, so it compiles "setbe", which an unordered comparison sets.
# '#pragma GCC target ("ieee-fp")' does not help. The same file is right when compiled for 32-bit ARM.
# Seen: "isnan 1, equal 0, at most 1, isfinite 1"; without -ffast-math, and on ARM, the last two are 0.
# SPDX-License-Identifier: MIT
set -eu
command -v gcc-12 >/dev/null || { echo 'gcc-12 is needed (Debian: apt-get install gcc-12)' >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >a.c <<'END'
#pragma GCC optimize ("no-fast-math")
#ifdef __x86_64__
#pragma GCC target ("ieee-fp")
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	double v = strtod("nan", 0);

	printf("isnan %d, equal %d, at most %d, isfinite %d\n", isnan(v) != 0, v == v, fabs(v) <= 1e300, isfinite(v) != 0);
	return 0;
}
END
right='isnan 1, equal 0, at most 0, isfinite 0'
gcc-12 -O2 a.c -lm -o plain && [ "$(./plain)" = "$right" ]
gcc-12 -O2 -ffast-math a.c -lm -o fast && [ "$(./fast)" = 'isnan 1, equal 0, at most 1, isfinite 1' ]
./fast
if command -v arm-linux-gnueabihf-gcc >/dev/null && command -v qemu-arm >/dev/null; then
	arm-linux-gnueabihf-gcc -O2 -ffast-math -static a.c -lm -o arm && [ "$(qemu-arm ./arm)" = "$right" ]
fi
