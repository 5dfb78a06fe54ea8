#!/bin/sh
# valgrind 3.19 (Debian 12): callgrind counts each repetition of a string instruction. One "rep stosb" of 100,000 bytes is
# 100,000 Ir; a processor's counter has 1, and the time is that of a few thousand instructions. Memory that is cleared by rep
# stos, as the C library and compilers may do, looks a hundred times more expensive than it is to tools that count by callgrind.
# Guess: one instruction, as it is one in the program and in perf stat.
# Seen: 100,000 bytes more are 100,054 Ir more (the 54: of reading another number)
# SPDX-License-Identifier: MIT
set -eu
[ "$(uname -m)" = x86_64 ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v valgrind >/dev/null || apt-get install -q -y --no-install-recommends valgrind=1:3.19.0-1 >/dev/null
cat >a.c <<'END_C'
#include <stdlib.h>
static char bytes[1 << 20];
int main(int arguments, char **a)
{
	size_t n = strtoul(a[arguments - 1], NULL, 10);
	void *p = bytes;
	__asm__ volatile("rep stosb" : "+D"(p), "+c"(n) : "a"(0) : "memory");
	return 0;
}
END_C
gcc -O1 a.c -o a
count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null ./a "$1" 2>&1 | sed -n 's/.*Collected : //p'; }
few=$(count 100000) many=$(count 200000)
echo "$few $many: $((many - few)) more"
[ $((many - few)) -ge 100000 ] && [ $((many - few)) -lt 100100 ]
