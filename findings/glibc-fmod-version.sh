#!/bin/sh
# glibc 2.38 and later (by ziglang 0.17.1): fmod, a function of C89, has a new symbol version, since it no longer sets errno
# through a wrapper.  A program that calls it, linked on a new system, does not start on one with 2.37 or older, though it
# uses nothing new; floor has kept its version.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
cat >a.c <<'END'
#include <math.h>
int main(int n, char **a) { return (int)(fmod(n, 3) + floor(n / 3.5)) + !a; }
END
symbols() { # GLIBC: the versions that are needed
	v/bin/python -m ziglang cc -target "x86_64-linux-gnu.$1" -O1 -fno-builtin a.c -o a -lm
	readelf -W --dyn-syms a | grep -oE '(fmod|floor)@+GLIBC_[0-9.]*' | tr -s '@' | sort | tr '\n' ' '
}
symbols 2.38 | tee /dev/stderr >new
symbols 2.37 | tee /dev/stderr >old
[ "$(cat new)" = 'floor@GLIBC_2.2.5 fmod@GLIBC_2.38 ' ]
[ "$(cat old)" = 'floor@GLIBC_2.2.5 fmod@GLIBC_2.2.5 ' ]
