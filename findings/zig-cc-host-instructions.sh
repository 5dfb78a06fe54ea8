#!/bin/sh
# zig cc (ziglang 0.17.1) compiles for the processor of the machine that it runs on: AVX2, FMA and AVX-512 if this one has them.
# gcc and clang with the same options compile for any x86-64. So "zig cc is faster than gcc" compares -march=native with a
# baseline, results differ in the last digits (FMA), and the binary stops with SIGILL on an older machine or in CI.
# -target x86_64-linux-gnu or -mcpu=baseline makes it the same.
# Guess: clang's default; zig cc is described as a drop-in for it.
# Seen: "__AVX2__: zig 1, zig -target 0, gcc 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
grep -qw avx2 /proc/cpuinfo || { echo "skipped: no AVX2 here"; exit 0; }
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
has() { "$@" -O2 -dM -E -x c /dev/null | grep -c __AVX2__ || :; }
zig="v/bin/python -m ziglang cc"
echo "__AVX2__: zig $(has $zig), zig -target $(has $zig -target x86_64-linux-gnu), gcc $(has gcc)" | tee seen
grep -qx '__AVX2__: zig 1, zig -target 0, gcc 0' seen
