#!/bin/sh
# qemu-user 7.2 (Debian 12) for MIPS: "rdhwr $2", the cycle counter that MIPS32 R2 gives to programs, always reads 0, while "rdhwr $3" says that it counts
# once in two cycles. Nothing faults, so a program that probes for the counter by executing it finds one. Each interval takes 0 cycles, and a wait for
# the counter never ends.
# Guess: the host's time stamp, as for RISC-V, PowerPC and x86, or an illegal instruction.
# Seen: "0 cycles for ten million steps, one count per 2 cycles"
# SPDX-License-Identifier: MIT
set -eu
for tool in mips-linux-gnu-gcc qemu-mips; do
	command -v $tool >/dev/null || { echo "$tool is needed (Debian: gcc-mips-linux-gnu libc6-dev-mips-cross qemu-user)" >&2; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >a.c <<'END'
#include <stdio.h>
int main(void)
{
	unsigned from, to, resolution;

	__asm__ volatile("rdhwr %0, $2" : "=r"(from));
	for (volatile int i = 0; i < 10000000; i++) {}
	__asm__ volatile("rdhwr %0, $2" : "=r"(to));
	__asm__ volatile("rdhwr %0, $3" : "=r"(resolution));
	return printf("%u cycles for ten million steps, one count per %u cycles\n", to - from, resolution) < 0;
}
END
mips-linux-gnu-gcc -march=mips32r2 -static a.c -o a
said=$(qemu-mips ./a)
echo "$said"
[ "$said" = '0 cycles for ten million steps, one count per 2 cycles' ]
