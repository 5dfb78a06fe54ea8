#!/bin/sh
# gcc 12 and clang 14: __attribute__((noinline)) does not keep the calls. A loop that calls a noinline function a thousand times with the same argument and
# adds the results calls it once at -O2 and multiplies by 1000, since the compiler has found that the function only reads and
# ends. A benchmark shows a thousandth. gcc's noipa keeps all calls; clang has no such attribute. With "while (*s)" gcc calls a thousand times.
# Guess: a function that may not be inlined is called where the source calls it.
# Seen: "gcc 1, clang 1, gcc with noipa 1000"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gcc-12 >/dev/null || apt-get install -q -y --no-install-recommends gcc-12 libc6-dev >/dev/null
command -v clang-14 >/dev/null || apt-get install -q -y --no-install-recommends clang-14 >/dev/null
command -v gdb >/dev/null || apt-get install -q -y --no-install-recommends gdb >/dev/null
cat >a.c <<'END_C'
#include <stdio.h>
__attribute__((ATTRIBUTE)) static int hash(const char *s, int n)
{
	int h = 0;

	for (int k = 0; k < n; k++)
		h = 31 * h + s[k];
	return h;
}
int main(int arguments, char **a)
{
	int sum = 0;

	for (int k = 0; k < 1000; k++)
		sum += hash(a[0], arguments + 1);
	printf("%d\n", sum);
	return 0;
}
END_C
calls() { # COMPILER ATTRIBUTE: calls of hash while the program runs
	"$1" -O2 -DATTRIBUTE="$2" a.c -o a
	gdb -batch -ex 'break hash' -ex 'ignore 1 1000000' -ex run -ex 'info breakpoints' ./a 2>/dev/null |
		sed -n 's/.*already hit \([0-9]*\) time.*/\1/p'
}
said="gcc $(calls gcc-12 noinline), clang $(calls clang-14 noinline), gcc with noipa $(calls gcc-12 noipa)"
echo "$said"
[ "$said" = 'gcc 1, clang 1, gcc with noipa 1000' ]
