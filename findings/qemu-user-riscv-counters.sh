#!/bin/sh
# qemu-user 7.2 (Debian 12) for riscv64: the three counters of a RISC-V program, rdinstret, rdcycle and rdtime, all return the host's time
# stamp. "Instructions retired" of a loop of ten million steps is therefore another number in each run, whatever runs beside it, and
# instructions per cycle are always 1.00. Under qemu-user a count says nothing about the program.
# Guess: instret counts instructions, as an emulator knows them exactly.
# Seen: "instret / cycle 1.00, instret / time 1.00"; instret 41679398 and 43017220 in two runs of one binary
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v qemu-riscv64 >/dev/null || apt-get install -q -y --no-install-recommends qemu-user >/dev/null
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
cat >a.c <<'END'
#include <stdio.h>
#define READ(what, v) __asm__ volatile("rd" what " %0" : "=r"(v))
int main(void)
{
	unsigned long instret, cycle, time, end_instret, end_cycle, end_time;

	READ("instret", instret);
	READ("cycle", cycle);
	READ("time", time);
	for (int i = 0; i < 10000000; i++)
		__asm__ volatile("nop");
	READ("instret", end_instret);
	READ("cycle", end_cycle);
	READ("time", end_time);
	printf("%lu %.2f %.2f\n", end_instret - instret, (double)(end_instret - instret) / (end_cycle - cycle),
	       (double)(end_instret - instret) / (end_time - time));
	return 0;
}
END
v/bin/python -m ziglang cc -target riscv64-linux-musl -O1 -static a.c -o a 2>/dev/null
qemu-riscv64 ./a >1
qemu-riscv64 ./a >2
cat 1 2
read -r first ratio_cycle ratio_time <1
read -r second rest <2
[ "$ratio_cycle $ratio_time" = '1.00 1.00' ] && [ "$first" != "$second" ]
