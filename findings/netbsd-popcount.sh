#!/bin/sh
# NetBSD 10 (headers of ziglang 0.17.1): <strings.h>, and so <string.h>, declares popcount. A file with a static popcount,
# a usual name of a helper, does not compile there. glibc, musl, macOS, FreeBSD and OpenBSD have no such name.
# Seen: "static declaration of 'popcount' follows non-static declaration".
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
cat >a.c <<'END2'
#include <string.h>
static int popcount(unsigned x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
int main(int n, char **a) { return (int)strlen(a[0]) + popcount((unsigned)n) < 0; }
END2
for t in x86_64-linux-gnu x86_64-linux-musl aarch64-macos x86_64-freebsd x86_64-openbsd; do
	zig cc -target $t -D_GNU_SOURCE -c a.c -o a.o
done
! zig cc -target x86_64-netbsd -D_GNU_SOURCE -c a.c -o a.o 2>said
grep "static declaration of 'popcount' follows non-static" said
zig cc -target x86_64-netbsd -D_POSIX_C_SOURCE=200809L -c a.c -o a.o
