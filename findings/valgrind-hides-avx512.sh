#!/bin/sh
# valgrind 3.19 (Debian 12) shows a program a processor without AVX-512, on a machine that has it: instructions are not counted of the code that runs. The C library,
# compression and JSON libraries choose their routines by cpuid, so callgrind's Ir, which continuous benchmarks track, is that of the
# AVX2 routine, and a change to the AVX-512 one never shows. Nothing is said.
# Guess: the same routines, or an error at the first instruction it does not know.
# Seen: "natively 1, under valgrind 0"
# SPDX-License-Identifier: MIT
set -eu
grep -q avx512f /proc/cpuinfo || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v valgrind >/dev/null || apt-get install -q -y --no-install-recommends valgrind=1:3.19.0-1 >/dev/null
cat >a.c <<'END_C'
int main(void)
{
	return !__builtin_cpu_supports("avx512f");
}
END_C
gcc -O1 a.c -o a
has() { if "$@" 2>said; then echo 1; else echo 0; fi; }
both="natively $(has ./a), under valgrind $(has valgrind -q ./a)"
cat said
echo "$both"
[ "$both" = 'natively 1, under valgrind 0' ] && [ ! -s said ]
