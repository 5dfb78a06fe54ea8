#!/bin/sh
# gcc 12.2 (Debian 12) on x86-64: asm volatile("" ::: "memory") on both sides does not keep a computation between two readings of the
# clock. A division of two arguments moves behind the second rdtsc at -O1 and above, since no memory is part of it: what is timed is
# empty. clang 14 and 22 leave it where it stands, so the same source measures a division with one compiler and nothing with the other.
# An operand, asm volatile("" : "+r"(x)), ties the result.
# Guess: the barriers, documented to keep the compiler from moving things across them, hold the division.
# Seen: "gcc rdtsc rdtsc div, clang rdtsc div rdtsc; with an operand rdtsc div rdtsc"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
case $(gcc -dumpmachine) in x86_64*) ;; *) exit 77 ;; esac
python3 -m venv v
v/bin/pip install -q ziglang==0.17.1
cat >a.c <<'END_C'
#ifndef TIE
#define TIE
#endif
unsigned long long time_of(unsigned a, unsigned b, unsigned *result)
{
	unsigned long long begin = __builtin_ia32_rdtsc();
	__asm__ volatile("" ::: "memory");
	unsigned quotient = a / b;
	TIE;
	__asm__ volatile("" ::: "memory");
	unsigned long long end = __builtin_ia32_rdtsc();
	*result = quotient;
	return end - begin;
}
END_C
order() { # COMPILER...: the instructions in question, in their order
	"$@" -O2 -S a.c -o a.s
	grep -oE '^[[:space:]]+(rdtsc|divl)' a.s | tr -d ' \t' | sed 's/divl/div/' | tr '\n' ' ' | sed 's/ $//'
}
said="gcc $(order gcc), clang $(order v/bin/python -m ziglang cc -target x86_64-linux-gnu); with an operand $(order gcc '-DTIE=__asm__ volatile("":"+r"(quotient))')"
echo "$said"
[ "$said" = 'gcc rdtsc rdtsc div, clang rdtsc div rdtsc; with an operand rdtsc div rdtsc' ]
