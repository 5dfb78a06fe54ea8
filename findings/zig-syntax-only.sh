#!/bin/sh
# ziglang 0.17.1: zig cc -fsyntax-only fails for every correct program, although clang, which zig cc is, accepts it:
# zig moves an object that nobody wrote.  Seen: exit 1, "failed to rename ... FileNotFound".
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
echo 'int main(void) { return 0; }' >a.c
zig cc -c a.c -o a.o
! zig cc -fsyntax-only a.c 2>said
grep 'failed to rename.*FileNotFound' said
