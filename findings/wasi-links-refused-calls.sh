#!/bin/sh
# ziglang 0.17.1 for wasm32-wasi: mmap, raise and getrusage are linked without any -lwasi-emulated-..., but their headers
# stop the compiler unless a macro is defined. Autoconf's AC_CHECK_FUNC (and CMake's check_function_exists) declare the
# function themselves and only link, so configure says that they exist, and the program does not compile.
# Seen: AC_CHECK_FUNC's program links for all three; #include <sys/resource.h> says "WASI lacks process-associated clocks".
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
zig() { v/bin/python -m ziglang "$@"; }
for name in mmap raise getrusage; do
	echo "char $name(void); int main(void) { return $name(); }" >a.c
	zig cc -target wasm32-wasi -w a.c -o a.wasm
done
echo 'char no_such_call(void); int main(void) { return no_such_call(); }' >a.c
! zig cc -target wasm32-wasi -w a.c -o a.wasm 2>said
grep 'undefined symbol: no_such_call' said
for header in sys/mman.h signal.h sys/resource.h; do
	echo "#include <$header>" >a.c
	! zig cc -target wasm32-wasi -c a.c -o a.o 2>>said
done
grep 'WASI lacks a true mmap' said
grep 'wasm lacks signal support' said
grep 'WASI lacks process-associated clocks' said
