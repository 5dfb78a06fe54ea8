#!/bin/sh
# wasmtime 50.0.1 (PyPI): of stores to one address in a block Cranelift keeps the last, and it multiplies constants across
# the others.  x = x * 5 four times, each followed by a store, becomes one multiplication by 625 and one store, as no
# compiler may do with a volatile variable in C, and V8 does not.  So a store does not keep a step of a timed chain: 13
# such multiplications take 3 cycles instead of 39.
# Seen: the module has no 625; its machine code does, and has one store to the address 0x12340 instead of four.
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q wasmtime==50.0.1
cat >a.py <<'END'
import platform, struct, sys
from wasmtime import Engine, Module
if platform.machine() != 'x86_64':
    sys.exit(77)
step = '(local.set $x (i32.mul (local.get $x) (i32.const 5))) (i32.store offset=0x12340 (i32.const 0) (local.get $x))'
text = f'(module (memory 2) (func (export "f") (param $x i32) (result i32) {step * 4} (local.get $x)))'
code = bytes(Module(Engine(), text).serialize())
merged, stores = code.count(struct.pack('<i', 625)), code.count(struct.pack('<i', 0x12340))
print(f'{merged} multiplication by 625, {stores} store')
sys.exit(merged != 1 or stores != 1)
END
v/bin/python a.py
