#!/bin/sh
# Clang of ziglang 0.17.1 (22.1.8): __builtin_readcyclecounter compiles for every processor, and __has_builtin says 1 for all, but for
# WebAssembly, LoongArch and MIPS it is the constant 0, without a warning, so every interval is 0. On 64-bit ARM it reads the generic timer
# (CNTVCT_EL0), some 24 to 1000 MHz whatever the core does; clang 14 reads PMCCNTR_EL0 there, which a user's program may not read.
# Guess: an error where there is no counter; cycles where there is one.
# Seen: "wasm32 0, loongarch64 0, mips 0, aarch64 cntvct_el0, x86_64 rdtsc, riscv64 rdcycle"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
cat >a.c <<'END'
#if !__has_builtin(__builtin_readcyclecounter)
#error
#endif
unsigned long long counter(void) { return __builtin_readcyclecounter(); }
END
counter() {
	v/bin/python -m ziglang cc -target "$1" -O2 -fomit-frame-pointer -fno-sanitize=all -S -o a.s a.c 2>/dev/null
	tr 'A-Z' 'a-z' <a.s | grep -o -E '^\s*(i64.const\s+0|move\s+\$a0, \$zero|addiu\s+\$2, \$zero, 0|.*cntvct_el0|rdtsc|rdcycle)' |
		sed -E 's/.*(cntvct_el0|rdtsc|rdcycle).*/\1/; t; s/.*/0/' | head -1
}
said="wasm32 $(counter wasm32-wasi), loongarch64 $(counter loongarch64-linux-musl), mips $(counter mips-linux-musl), aarch64 $(counter aarch64-linux-gnu)"
said="$said, x86_64 $(counter x86_64-linux-gnu), riscv64 $(counter riscv64-linux-musl)"
echo "$said"
[ "$said" = 'wasm32 0, loongarch64 0, mips 0, aarch64 cntvct_el0, x86_64 rdtsc, riscv64 rdcycle' ]
