#!/bin/sh
# gcc 12.2 (Debian bookworm's): under -ffast-math, '#pragma GCC optimize ("no-fast-math")' gives a file its NaN back for isnan
# and for v == v, but isfinite(NaN) stays 1: that call is folded by the command line's options, before the function's
# own are in force.  Seen: "isnan 1, equal 0, isfinite 1"; without -ffast-math the last is 0.
# SPDX-License-Identifier: MIT
set -eu
command -v gcc-12 >/dev/null || { echo 'gcc-12 is needed (Debian: apt-get install gcc-12)' >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >a.c <<'END'
#pragma GCC optimize ("no-fast-math")
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	double v = strtod("nan", 0);

	printf("isnan %d, equal %d, isfinite %d\n", isnan(v) != 0, v == v, isfinite(v) != 0);
	return 0;
}
END
gcc-12 -O2 a.c -lm -o plain && [ "$(./plain)" = 'isnan 1, equal 0, isfinite 0' ]
gcc-12 -O2 -ffast-math a.c -lm -o fast && [ "$(./fast)" = 'isnan 1, equal 0, isfinite 1' ]
./fast
