#!/bin/sh
# Clang of ziglang 0.17.1, and gcc 12: thirteen statements x *= k, a common way to make a chain of multiplications for a
# latency, become six multiplications at -O2: for integers the compiler may compute k^13 by squaring.  With double they
# stay thirteen.  A benchmark of such a chain reads less than half of the latency.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
cat >a.c <<'END'
#define R(s) s; s; s; s; s; s; s; s; s; s; s; s; s
unsigned long integers(unsigned long x, unsigned long k) { R(x *= k); return x; }
END
sed 's/unsigned long/double/g' a.c >b.c
count() { # COMPILER...: multiplications of both
	"$@" -O2 -S a.c -o a.s
	"$@" -O2 -S b.c -o b.s
	echo "$(grep -c 'imul' a.s), $(grep -c 'mulsd' b.s)"
}
[ "$(count v/bin/python -m ziglang cc -target x86_64-linux-gnu | tee /dev/stderr)" = '6, 13' ]
case $(gcc -dumpmachine 2>/dev/null) in
x86_64*) [ "$(count gcc | tee /dev/stderr)" = '6, 13' ] ;;
esac
