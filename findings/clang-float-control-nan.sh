#!/bin/sh
# clang 22.1.8 (zig cc of ziglang 0.17.1; clang 14 and 19 too): under -ffast-math, "#pragma float_control(precise, on)" for
# the whole file does not bring NaN back: isnan() is 0 and v == v is 1 for a NaN.  The pragma is documented to undo
# fast-math, but functions stay marked as free of NaN.  Seen: "isnan 0, equal 1"; without -ffast-math "isnan 1, equal 0".
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
cat >a.c <<'END'
#pragma float_control(precise, on)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	double v = strtod("nan", 0);

	printf("isnan %d, equal %d\n", isnan(v) != 0, v == v);
	return 0;
}
END
zig cc -O2 -w a.c -lm -o plain && [ "$(./plain)" = 'isnan 1, equal 0' ]
zig cc -O2 -w -ffast-math a.c -lm -o fast && [ "$(./fast)" = 'isnan 0, equal 1' ]
./fast
