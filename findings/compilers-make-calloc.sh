#!/bin/sh
# gcc 12.2 and clang 14 at -O2 turn malloc() followed by memset() to 0 into calloc(), which leaves large blocks to the kernel's empty pages. A
# program that fills 256 MiB "so that no page fault is timed later" then has 1 or 2 MiB in memory, and pays for the faults where it is timed.
# With another value than 0, or at -O1, the pages are there.
# Guess: memset writes.
# Seen (MiB, in steps of 8): "gcc -O1 256, -O2 0; clang -O1 256, -O2 0; gcc -O2 with ones 256"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in gcc-12 clang-14; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
cat >fill.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

int main(int count, char **arguments)
{
	struct rusage use;
	size_t bytes = (size_t)256 << 20;
	char *block = malloc(bytes);

	(void)arguments;
	memset(block, VALUE, bytes);
	getrusage(RUSAGE_SELF, &use);
	printf("%ld\n", use.ru_maxrss >> 10);
	return block[count] != VALUE;
}
END
resident() { # COMPILER LEVEL [VALUE]: MiB in memory
	$1 "$2" -w "-DVALUE=${3-0}" fill.c -o fill
	echo $(($(./fill) / 8 * 8))
}
said="gcc -O1 $(resident gcc-12 -O1), -O2 $(resident gcc-12 -O2); clang -O1 $(resident clang-14 -O1), -O2 $(resident clang-14 -O2)"
said="$said; gcc -O2 with ones $(resident gcc-12 -O2 1)"
echo "$said"
[ "$said" = 'gcc -O1 256, -O2 0; clang -O1 256, -O2 0; gcc -O2 with ones 256' ]
