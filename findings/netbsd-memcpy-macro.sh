#!/bin/sh
# NetBSD (headers of ziglang 0.17.1): with _FORTIFY_SOURCE memcpy is a macro of three parameters, so a compound literal
# with a comma in it is two arguments.  With glibc, where fortified calls are inline functions, it compiles.
# Seen: "too many arguments provided to function-like macro invocation".
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
cat >a.c <<'END'
#include <string.h>
int main(void)
{
	double x[2];

	memcpy(x, (double[2]){ 1, 2 }, sizeof x);
	return x[0] > 1;
}
END
zig cc -target x86_64-linux-gnu -O1 -D_FORTIFY_SOURCE=2 -c a.c -o a.o
zig cc -target x86_64-netbsd -O1 -c a.c -o a.o
! zig cc -target x86_64-netbsd -O1 -D_FORTIFY_SOURCE=2 -c a.c -o a.o 2>said
grep 'too many arguments provided to function-like macro' said
