#!/bin/sh
# musl 1.2 (in ziglang 0.17.1): <elf.h> has R_X86_64_IRELATIVE but not R_AARCH64_IRELATIVE; glibc has both.
# Seen: "use of undeclared identifier 'R_AARCH64_IRELATIVE'" for aarch64-linux-musl alone.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
printf '#include <elf.h>\nint main(void) { return R_AARCH64_IRELATIVE == R_X86_64_IRELATIVE; }\n' >a.c
printf '#include <elf.h>\nint main(void) { return R_X86_64_IRELATIVE == 0; }\n' >x.c
zig cc -target x86_64-linux-musl -c x.c -o x.o
zig cc -target aarch64-linux-gnu -c a.c -o a.o
! zig cc -target aarch64-linux-musl -c a.c -o a.o 2>said
grep "undeclared identifier 'R_AARCH64_IRELATIVE'" said
