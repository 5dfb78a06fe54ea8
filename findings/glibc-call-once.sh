#!/bin/sh
# glibc (headers of 2.44, in ziglang 0.17.1): <stdlib.h> declares call_once of C23 in every standard once _GNU_SOURCE is
# defined, so a C99 program that has a call_once of its own does not compile.  Without _GNU_SOURCE it does.
# Seen: "redefinition of 'call_once' as different kind of symbol"; also with -target x86_64-linux-gnu.2.36, since zig has
# the newest headers for every glibc.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
cat >a.c <<'END'
#include <stdlib.h>
typedef void call_once(void *);
call_once *f;
int main(void) { return f != 0; }
END
zig cc -target x86_64-linux-gnu -std=c99 -c a.c -o a.o
! zig cc -target x86_64-linux-gnu -std=c99 -D_GNU_SOURCE -c a.c -o a.o 2>said
grep "redefinition of 'call_once'" said
