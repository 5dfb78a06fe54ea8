#!/bin/sh
# gcc 12.2 takes each line of an asm statement for an instruction, also an empty one, when it decides what to inline. A function with a
# barrier of no instructions, written over 32 lines as macros with comments are, is inlined nowhere at -O2; with the barrier on one line it
# is inlined everywhere. "asm inline" makes gcc count one. clang 14 inlines both.
# Guess: what assembles to nothing weighs nothing, or one.
# Seen: "gcc: one line 0 calls, 32 lines 3, asm inline 0; clang: 32 lines 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in gcc-12 clang-14 binutils; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
{
	printf '#define ONE ""\n#define MANY "'
	for i in $(seq 32); do printf '\\n'; done
	printf '"\n'
} >lines.h
cat >use.c <<'END'
#include "lines.h"

static int step(int x)
{
	int s = x * 3;

	__asm__ KIND(LINES ::: "memory");
	s ^= s >> 3;
	return s * 7 + 1;
}

int use(int x)
{
	return step(x) + step(x + 1) + step(x + 2);
}
END
calls() { # COMPILER KIND LINES: calls of step that are left in use
	$1 -O2 "-DKIND=$2" "-DLINES=$3" -c use.c -o use.o
	objdump -d use.o | grep -c call || true
}
said="gcc: one line $(calls gcc-12 volatile ONE) calls, 32 lines $(calls gcc-12 volatile MANY)"
said="$said, asm inline $(calls gcc-12 'volatile inline' MANY); clang: 32 lines $(calls clang-14 volatile MANY)"
echo "$said"
[ "$said" = 'gcc: one line 0 calls, 32 lines 3, asm inline 0; clang: 32 lines 0' ]
