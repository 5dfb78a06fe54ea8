#!/bin/sh
# gcc 12.2 -O2 takes main() to run once and inlines less there: three calls of a small static function are inlined in any other function
# and stay calls in main(), outside of loops. So code that is timed in main(), between two readings of a clock, is not the code that the
# rest of the program gets. In a loop in main(), at -O3, and by clang 14 all are inlined.
# Guess: the name of a function does not change its code.
# Seen: "gcc: work 0 calls, main 3, main with a loop 0, main -O3 0; clang: main 0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in gcc-12 clang-14 binutils; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
cat >sum.c <<'END'
volatile int in, out;

static int digit(int x)
{
	int s = x * x;

	if (s & 1)
		s += (x >> 3) * 7;
	else
		s ^= x << 2;
	return s % 13;
}

int NAME(void)
{
	LOOP {
		int a = in;

		out = digit(a);
		out = digit(a + 1);
		out = digit(a + 2);
	}
	return 0;
}
END
calls() { # COMPILER LEVEL NAME [LOOP]: calls that are left
	$1 "$2" "-DNAME=$3" "-DLOOP=${4-}" -c sum.c -o sum.o
	objdump -d sum.o | grep -c call || true
}
said="gcc: work $(calls gcc-12 -O2 work) calls, main $(calls gcc-12 -O2 main), main with a loop"
said="$said $(calls gcc-12 -O2 main 'for (int i = 0; i < 1000; i++)'), main -O3 $(calls gcc-12 -O3 main); clang: main $(calls clang-14 -O2 main)"
echo "$said"
[ "$said" = 'gcc: work 0 calls, main 3, main with a loop 0, main -O3 0; clang: main 0' ]
