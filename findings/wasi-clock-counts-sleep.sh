#!/bin/sh
# wasi-libc (in ziglang 0.17.1): clock(), the processor time of a program in C89, exists with -lwasi-emulated-process-clocks only, and is
# then the time since the program started. A program that sleeps for 0.3 s has used 0.3 s of processor; natively it is nearly 0. A
# benchmark that divides by clock() to see whether it was interrupted finds that it never was.
# Guess: the time that the module ran, or -1 for a clock that is not there, as the standard allows.
# Seen (wasmtime 50.0.1): "wasi 0.3, native 0.0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1 wasmtime==50.0.1
cat >a.c <<'END_C'
#include <stdio.h>
#include <time.h>
int main(void)
{
	clock_t begin = clock();
	struct timespec wait = { 0, 300000000 };
	nanosleep(&wait, NULL);
	printf("%.1f", (double)(clock() - begin) / CLOCKS_PER_SEC);
	return 0;
}
END_C
v/bin/python -m ziglang cc -target wasm32-wasi -O2 -D_WASI_EMULATED_PROCESS_CLOCKS a.c -lwasi-emulated-process-clocks -o a.wasm
v/bin/python -m ziglang cc -O2 a.c -o a
cat >run.py <<'END_PY'
import wasmtime
engine = wasmtime.Engine()
store, linker, wasi = wasmtime.Store(engine), wasmtime.Linker(engine), wasmtime.WasiConfig()
wasi.stdout_file = 'said'
linker.define_wasi()
store.set_wasi(wasi)
try:
    linker.instantiate(store, wasmtime.Module.from_file(engine, 'a.wasm')).exports(store)['_start'](store)
except wasmtime.ExitTrap:
    pass
END_PY
v/bin/python run.py
echo "wasi $(cat said), native $(./a)" | tee both
[ "$(cat both)" = 'wasi 0.3, native 0.0' ]
