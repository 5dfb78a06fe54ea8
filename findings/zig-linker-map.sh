#!/bin/sh
# ziglang 0.17.1: "zig cc" has clang and lld in it, but its driver hands on only linker options that it knows: -Wl,-Map,
# -Wl,--emit-relocs and -Wl,-q, which both GNU ld and lld take, are errors.  -Wl,--gc-sections is accepted.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
echo 'int main(void) { return 0; }' >a.c
for option in -Map=map --emit-relocs -q; do
	! v/bin/python -m ziglang cc a.c -o a -Wl,$option 2>said
	grep 'unsupported linker arg' said
done
v/bin/python -m ziglang cc a.c -o a -Wl,--gc-sections
