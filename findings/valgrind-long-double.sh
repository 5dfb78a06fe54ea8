#!/bin/sh
# valgrind 3.19: long double has 53 bits, as double, instead of 64, and fesetround() has no effect on SSE. A program that sums in long double
# prints other digits under valgrind, so a test that compares digits fails there only, and an error bound that was proved for 64 bits does
# not hold. Its manual says so in its last chapter.
# Guess: slow, but the same results.
# Seen: "64 bits, 100000.000000000873"; under valgrind "53 bits, 100000.000001332883"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v valgrind >/dev/null || apt-get install -q -y --no-install-recommends valgrind=1:3.19.0-1 >/dev/null
cat >a.c <<'END'
#include <stdio.h>
int main(void)
{
	volatile long double sum = 0, half = 1;
	int bits = 0;

	for (int i = 0; i < 1000000; i++)
		sum += 0.1L;
	for (; 1 + half > 1; half /= 2)
		bits++;
	printf("%d bits, %.18Lg\n", bits, sum);
	return 0;
}
END
gcc -O1 a.c -o a
said="$(./a); $(valgrind -q ./a)"
echo "$said"
[ "$said" = '64 bits, 100000.000000000873; 53 bits, 100000.000001332883' ]
