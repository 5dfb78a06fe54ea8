#!/bin/sh
# macOS (headers of ziglang 0.17.1): <sys/ioctl.h> declares the socket calls, so a static function listen() in a file that
# includes it alone does not compile.  With glibc, musl and the BSDs it does.
# Seen: "static declaration of 'listen' follows non-static declaration".
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
cat >a.c <<'END'
#include <sys/ioctl.h>
static int listen(const char *to, long n) { return to && n; }
int main(void) { return listen("", 0); }
END
for target in x86_64-linux-gnu x86_64-linux-musl x86_64-freebsd; do zig cc -target $target -c a.c -o a.o; done
! zig cc -target aarch64-macos -c a.c -o a.o 2>said
grep "static declaration of 'listen'" said
