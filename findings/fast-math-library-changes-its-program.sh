#!/bin/sh
# gcc 12.2 and clang 14.0.6 (Debian 12) on x86-64: a shared library that is linked with -ffast-math has a constructor that tells the
# processor to take subnormal numbers as 0. It does so for the whole process: a program compiled without the option computes
# DBL_MIN / 2 as 0 once it loads such a library, and subnormal numbers, a hundred times slower on some processors, are fast in one
# process and slow in another. clang 22 (zig cc) adds no such constructor to a library.
# Guess: an option of the compiler concerns what is compiled with it.
# Seen: "gcc 12: 0, clang 14: 0, clang 22: 1.11254e-308"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gcc-12 >/dev/null || apt-get install -q -y --no-install-recommends gcc-12 >/dev/null
command -v clang-14 >/dev/null || apt-get install -q -y --no-install-recommends clang-14 >/dev/null
case $(gcc-12 -dumpmachine) in x86_64*) ;; *) exit 77 ;; esac
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
echo 'double half(double x) { return x / 2; }' >library.c
cat >main.c <<'END_C'
#include <float.h>
#include <stdio.h>
double half(double);
int main(int argc, char **argv)
{
	volatile double x = DBL_MIN;

	(void)argv;
	printf("%g", x / 2);
	return argc > 5 ? (int)half(x) : 0;
}
END_C
result() { # COMPILER...: what the program prints with a library by this compiler
	"$@" -O2 -ffast-math -shared -fPIC library.c -o liblibrary.so
	gcc-12 -O2 main.c -o main -L. -llibrary -Wl,-rpath,"$work"
	./main
}
said="gcc 12: $(result gcc-12), clang 14: $(result clang-14), clang 22: $(result v/bin/python -m ziglang cc)"
echo "$said"
[ "$said" = 'gcc 12: 0, clang 14: 0, clang 22: 1.11254e-308' ]
