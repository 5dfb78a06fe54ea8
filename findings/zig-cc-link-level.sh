#!/bin/sh
# ziglang 0.17.1: zig cc without -O compiles with the undefined-behaviour sanitizer, whose messages come from a runtime that
# zig cc links if the LINKING command has no -O either. So objects of a debug build cannot be linked by the command that
# people write for a release, although -O has no meaning for a linker elsewhere: gcc and clang link them.
# Seen: "undefined symbol: __ubsan_handle_add_overflow" of zig cc -O2 a.o, and no error of zig cc a.o.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
echo 'int main(int n, char **a) { return a[0][0] + n < 0; }' >a.c
zig cc -c a.c -o a.o
zig cc a.o -o a
./a
! zig cc -O2 a.o -o b 2>said
grep 'undefined symbol: __ubsan_handle_add_overflow' said
