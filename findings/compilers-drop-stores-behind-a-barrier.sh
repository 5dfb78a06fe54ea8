#!/bin/sh
# gcc 12.2 and clang 14 at -O2: a static array that is written and never read is removed with its writes, although asm volatile("" ::: "memory")
# follows them. The barrier stands for code that may read any memory, but no such code can know the address of a static array that nobody passes on.
# A benchmark of write bandwidth with a static buffer times an empty loop; with the address given to the asm, or a buffer of external linkage,
# the writes are there.
# Guess: a memory barrier keeps the writes before it.
# Seen: "lines that store: gcc static 0, address given 1 or more; clang static 0, address given 1 or more"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for package in gcc-12 clang-14; do
	dpkg -s "$package" >/dev/null 2>&1 || apt-get install -q -y --no-install-recommends "$package" >/dev/null
done
cat >fill.c <<'END'
static int buffer[1000];

void fill(int value)
{
	for (int i = 0; i < 1000; i++)
		buffer[i] = i * value;
#ifdef GIVEN
	__asm__ volatile("" : : "r"(buffer) : "memory");
#else
	__asm__ volatile("" : : : "memory");
#endif
}
END
stores() { # COMPILER [OPTION]: prints how many lines of its code store to memory
	$1 -O2 $2 -S -o - fill.c | grep -c 'mov.*), *$\|mov.*, .*(.*)$' || true
}
for compiler in gcc-12 clang-14; do
	without=$(stores $compiler '')
	with=$(stores $compiler -DGIVEN)
	echo "$compiler: lines that store $without, with the address given $with"
	[ "$without" = 0 ] && [ "$with" -ge 1 ]
done
