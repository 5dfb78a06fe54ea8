#!/bin/sh
# zig cc of ziglang 0.17.1 (clang 22.1.8): -Ofast does not switch -ffast-math on, as it does in clang and gcc. zig takes
# the letter as its own mode of optimisation and drops the rest, without a warning; -ffast-math itself is obeyed.
# So a program built with -Ofast by both has NaN with one and none with the other.
# Seen: "-Ofast: __FINITE_MATH_ONLY__ 0, isnan 1", "-O3 -ffast-math: __FINITE_MATH_ONLY__ 1, isnan 0"; clang 14 and 19: 1 and 0 for both.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
cat >a.c <<'END'
#include <math.h>
#include <stdio.h>
volatile double zero;
int main(void)
{
	double v = zero / zero;

	printf("__FINITE_MATH_ONLY__ %d, isnan %d\n", __FINITE_MATH_ONLY__, isnan(v) != 0);
	return 0;
}
END
# said COMPILER... : what the program prints
said() { "$@" -w a.c -lm -o a && ./a; }
[ "$(said v/bin/python -m ziglang cc -Ofast)" = '__FINITE_MATH_ONLY__ 0, isnan 1' ]
[ "$(said v/bin/python -m ziglang cc -O3 -ffast-math)" = '__FINITE_MATH_ONLY__ 1, isnan 0' ]
for clang in clang clang-14 clang-19; do
	! command -v $clang >/dev/null || [ "$(said $clang -Ofast)" = '__FINITE_MATH_ONLY__ 1, isnan 0' ]
done
echo 'zig cc -Ofast keeps NaN'
