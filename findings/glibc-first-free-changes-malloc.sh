#!/bin/sh
# glibc 2.36: the first malloc() of a large block in a process is another operation than the second. Up to 128 KiB come from the heap, more from
# mmap, until a mapped block is freed: the limit then rises to that block's size. One malloc(1 MiB) and free() later every malloc(1 MiB)
# is served by the heap, without a system call and without new pages. A benchmark of malloc has two answers, by what ran before it. After
# mallopt(M_MMAP_THRESHOLD) the limit stays. mallopt(3) says so under the name of that option.
# Guess: the same call of the same size does the same.
# Seen: "mapped blocks: 1 0 0; with mallopt 1 1 1"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v gcc >/dev/null || apt-get install -q -y --no-install-recommends gcc libc6-dev >/dev/null
cat >a.c <<'END_C'
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
int main(int arguments, char **a)
{
	(void)a;
	if (arguments > 1)
		mallopt(M_MMAP_THRESHOLD, 128 << 10);
	for (int k = 0; k < 3; k++) {
		char *volatile p = malloc(1 << 20);

		printf(" %zu", mallinfo2().hblks);
		free(p);
	}
	return 0;
}
END_C
gcc -O1 a.c -o a
said="mapped blocks:$(./a); with mallopt$(./a x)"
echo "$said"
[ "$said" = 'mapped blocks: 1 0 0; with mallopt 1 1 1' ]
